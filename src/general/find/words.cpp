#include "general/find/words.h"

#include <algorithm>
#include <map>

namespace gyre {
namespace {

MoveSet half_turn_set(const PuzzleDefinition& definition, const MoveSet& moves) {
  if (!counts_units(moves.metric())) return moves;
  std::string selection;
  for (const MoveClass& cls : moves.classes()) {
    selection += (selection.empty() ? "" : ",") + cls.name;
  }
  return {definition, Metric::htm, selection};
}

// For the actions that stand once more beside each state.
constexpr std::size_t kAutomatonBytes = std::size_t{64} << 20U;
constexpr std::size_t kMostAutomatonStates = 5'000;

}  // namespace

FindWords::FindWords(const PuzzleDefinition& definition, const MoveSet& moves,
                     const StateKernel& kernel)
    : kernel_(kernel),
      letters_(half_turn_set(definition, moves)),
      actions_(kernel.bytes()),
      identity_(static_cast<std::size_t>(kernel.bytes())) {
  by_amount_.resize(letters_.classes().size());
  for (std::size_t c = 0; c < by_amount_.size(); ++c) {
    by_amount_[c].assign(letters_.classes()[c].order, -1);
  }
  std::vector<State> actions;
  for (int i = 0; i < letters_.size(); ++i) {
    const Move& move = letters_.moves()[i];
    costs_.push_back(static_cast<int>(power_weight(moves.metric(), move.amount)));
    most_cost_ = std::max(most_cost_, costs_.back());
    classes_.push_back(move.move_class);
    const int order = letters_.classes()[move.move_class].order;
    by_amount_[move.move_class][(move.amount + order) % order] = i;
    actions.push_back(move.action);
  }
  actions_ = kernel_.pack(actions);
  kernel_.pack(identity_state(definition.orbits()), identity_.data());
  const std::size_t state_bytes = actions_.size() * (static_cast<std::size_t>(kernel.bytes()) + 16);
  build_automaton(std::clamp(kAutomatonBytes / state_bytes, by_amount_.size() + 1,
                             std::max(by_amount_.size() + 1, kMostAutomatonStates)));
}

// A state is the set of classes that may not follow: after a class c, c itself, and what commutes
// with c and is smaller or was forbidden already.
void FindWords::build_automaton(std::size_t most_states) {
  using Set = std::vector<bool>;
  const std::size_t class_count = by_amount_.size();
  std::map<Set, int> known;
  std::vector<Set> sets;
  const auto state_of = [&](const Set& set) {
    const auto [place, is_new] = known.try_emplace(set, static_cast<int>(sets.size()));
    if (is_new) sets.push_back(set);
    return place->second;
  };
  state_of(Set(class_count, false));
  std::vector<int> alone;
  for (std::size_t c = 0; c < class_count; ++c) {
    Set set(class_count, false);
    set[c] = true;
    alone.push_back(state_of(set));
  }
  std::vector<std::vector<int>> targets;
  for (std::size_t state = 0; state < sets.size(); ++state) {
    std::vector<int>& to = targets.emplace_back(class_count, -1);
    for (std::size_t c = 0; c < class_count; ++c) {
      if (sets[state][c]) continue;
      Set after(class_count, false);
      for (std::size_t d = 0; d < class_count; ++d) {
        after[d] = d == c || (letters_.commutes(static_cast<int>(c), static_cast<int>(d)) &&
                              (d < c || sets[state][d]));
      }
      const bool enter = sets.size() < most_states || known.contains(after);
      to[c] = enter ? state_of(after) : alone[c];
      exact_ = exact_ && enter;
    }
  }
  next_.assign(sets.size() * classes_.size(), -1);
  for (std::size_t state = 0; state < sets.size(); ++state) {
    Follow& follow = follow_.emplace_back(kernel_.bytes());
    for (int letter = 0; letter < letters_.size(); ++letter) {
      const int to = targets[state][classes_[letter]];
      if (to < 0) continue;
      next_[state * classes_.size() + letter] = to;
      follow.letters.push_back(static_cast<std::uint16_t>(letter));
      follow.states.push_back(static_cast<std::uint32_t>(to));
    }
    follow.actions.resize(follow.letters.size());
    for (std::size_t i = 0; i < follow.letters.size(); ++i) {
      std::copy_n(actions_[follow.letters[i]], kernel_.bytes(), follow.actions[i]);
    }
  }
  // Words by cost, from the numbers of words by cost that start in each state.
  constexpr int kMostCounted = 64;
  std::vector<std::vector<double>> ways(kMostCounted + 1, std::vector<double>(sets.size(), 0));
  ways[0].assign(sets.size(), 1);
  for (int cost = 1; cost <= kMostCounted; ++cost) {
    for (std::size_t state = 0; state < sets.size(); ++state) {
      for (std::size_t i = 0; i < follow_[state].letters.size(); ++i) {
        const int left = cost - costs_[follow_[state].letters[i]];
        if (left >= 0) ways[cost][state] += ways[left][follow_[state].states[i]];
      }
    }
  }
  for (const std::vector<double>& row : ways) counts_.push_back(row[kStart]);
}

double FindWords::count(int cost) const {
  if (cost < 0) return 0;
  return cost < static_cast<int>(counts_.size()) ? counts_[cost] : counts_.back() * 1e30;
}

int FindWords::cost(const Word& word) const noexcept {
  int sum = 0;
  for (const std::uint16_t letter : word) sum += costs_[letter];
  return sum;
}

bool FindWords::is_normal(const Word& word) const noexcept {
  int state = kStart;
  for (const std::uint16_t letter : word) {
    state = next(state, letter);
    if (state < 0) return false;
  }
  return exact_;
}

void FindWords::normalise(Word& word) const {
  if (is_normal(word)) return;
  Word reduced;
  reduced.reserve(word.size());
  for (const std::uint16_t letter : word) {
    bool merged = false;
    for (std::size_t i = reduced.size(); i-- > 0;) {
      if (classes_[reduced[i]] == classes_[letter]) {
        const int cls = classes_[letter];
        const int order = letters_.classes()[cls].order;
        const int sum =
            letters_.moves()[reduced[i]].amount + letters_.moves()[letter].amount + 2 * order;
        const int product = by_amount_[cls][sum % order];
        if (product < 0) {
          reduced.erase(reduced.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
          reduced[i] = static_cast<std::uint16_t>(product);
        }
        merged = true;
        break;
      }
      if (!commute(reduced[i], letter)) break;
    }
    if (!merged) reduced.push_back(letter);
  }
  // The smallest letter that nothing before it blocks comes first, and so on.
  const std::size_t size = reduced.size();
  std::vector<int> blockers(size, 0);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < i; ++j) blockers[i] += commute(reduced[j], reduced[i]) ? 0 : 1;
  }
  word.clear();
  std::vector<bool> taken(size, false);
  for (std::size_t n = 0; n < size; ++n) {
    std::size_t best = size;
    for (std::size_t i = 0; i < size; ++i) {
      if (taken[i] || blockers[i] != 0) continue;
      if (best == size || reduced[i] < reduced[best]) best = i;
    }
    taken[best] = true;
    word.push_back(reduced[best]);
    for (std::size_t i = best + 1; i < size; ++i) {
      if (!commute(reduced[best], reduced[i])) --blockers[i];
    }
  }
}

Word FindWords::inverse(const Word& word) const {
  Word out;
  out.reserve(word.size());
  for (std::size_t i = word.size(); i-- > 0;) {
    out.push_back(static_cast<std::uint16_t>(letters_.moves()[word[i]].inverse));
  }
  return out;
}

Word FindWords::image(const Word& word, const SymmetryGroup& group, int element) const {
  Word out;
  out.reserve(word.size());
  for (const std::uint16_t letter : word) {
    out.push_back(static_cast<std::uint16_t>(group.move_image(element, letter)));
  }
  normalise(out);
  return out;
}

bool FindWords::is_least(const Word& word, const SymmetryGroup& group,
                         const std::vector<int>& elements) const {
  return std::none_of(elements.begin(), elements.end(),
                      [&](int element) { return image(word, group, element) < word; });
}

void FindWords::strip(Word& word, int move_class) const {
  const auto find = [&](bool from_front) -> std::ptrdiff_t {
    const auto size = static_cast<std::ptrdiff_t>(word.size());
    for (std::ptrdiff_t n = 0; n < size; ++n) {
      const std::ptrdiff_t i = from_front ? n : size - 1 - n;
      if (classes_[word[i]] == move_class) return i;
      if (!letters_.commutes(classes_[word[i]], move_class)) return -1;
    }
    return -1;
  };
  // A normal word has a class once at each end.
  for (const bool from_front : {true, false}) {
    const std::ptrdiff_t place = find(from_front);
    if (place >= 0) word.erase(word.begin() + place);
  }
}

void FindWords::element(const Word& word, std::uint8_t* out) const {
  std::copy(identity_.begin(), identity_.end(), out);
  for (const std::uint16_t letter : word) kernel_.compose_moves(out, actions_[letter], out);
}

}  // namespace gyre
