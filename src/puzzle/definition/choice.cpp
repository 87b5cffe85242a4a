#include "puzzle/definition/choice.h"

#include <gyre/base/error.h>
#include <gyre/puzzle/sequence.h>

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace gyre {
namespace {

const BaseMove* find_move(const PuzzleDefinition& definition, std::string_view name) {
  const auto& moves = definition.moves();
  const auto place = std::find_if(moves.begin(), moves.end(),
                                  [&](const BaseMove& move) { return move.name == name; });
  return place == moves.end() ? nullptr : &*place;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// What stands behind a name: digits, then a prime, each of which may be missing.
std::optional<std::int64_t> read_amount(std::string_view rest) {
  constexpr std::size_t kMostDigits = 6;
  const bool negative = rest.ends_with('\'');
  if (negative) rest.remove_suffix(1);
  if (rest.size() > kMostDigits || !std::all_of(rest.begin(), rest.end(), is_digit)) {
    return std::nullopt;
  }
  const std::int64_t amount = rest.empty() ? 1 : std::stol(std::string(rest));
  return negative ? -amount : amount;
}

const BaseMove* find_rotation(const PuzzleDefinition& definition, std::string_view name) {
  const auto& rotations = definition.rotations();
  const auto place = std::find_if(rotations.begin(), rotations.end(),
                                  [&](const BaseMove& turn) { return turn.name == name; });
  return place == rotations.end() ? nullptr : &*place;
}

// Whether moves alone make what these moves and rotations make: each rotation is undone in the end,
// and what is turned meanwhile is a move too. r m is (r m r^-1) r.
bool made_of_moves(const PuzzleDefinition& definition, const std::vector<MoveToken>& parts) {
  const OrbitList& orbits = definition.orbits();
  State held = identity_state(orbits);
  for (const MoveToken& part : parts) {
    if (const BaseMove* turn = find_rotation(definition, part.family)) {
      held = compose(orbits, held, power(orbits, turn->action, part.amount));
      continue;
    }
    const BaseMove* move = find_move(definition, part.family);
    if (move == nullptr) return false;
    const State seen = compose(orbits, compose(orbits, held, move->action), invert(orbits, held));
    const State back = invert(orbits, seen);
    const bool is_move =
        std::any_of(definition.moves().begin(), definition.moves().end(),
                    [&](const BaseMove& m) { return m.action == seen || m.action == back; });
    if (!is_move) return false;
  }
  return held == identity_state(orbits);
}

// The derived move that a word names, if moves alone make it.
std::optional<std::size_t> find_derived(const PuzzleDefinition& definition,
                                        const std::string& word) {
  if (find_choice(definition, word)) return std::nullopt;
  const std::vector<MoveToken> parts = written_parts(definition, word);
  if (parts.empty() || !made_of_moves(definition, parts)) return std::nullopt;
  const std::vector<MoveToken> written = expand(parse_alg(word, &definition.names()), 1);
  const auto& derived = definition.derived();
  const auto place = std::find_if(derived.begin(), derived.end(), [&](const DerivedMove& move) {
    return move.name == written[0].family;
  });
  if (place == derived.end()) return std::nullopt;
  return static_cast<std::size_t>(place - derived.begin());
}

}  // namespace

std::vector<std::string> selection_words(std::string_view selection) {
  constexpr std::string_view kBlanks = " \t\n";
  std::vector<std::string> words;
  for (std::string_view rest = selection; !selection.empty();) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    std::string_view part = rest.substr(0, comma);
    bool is_empty = true;
    for (std::size_t start = 0; (start = part.find_first_not_of(kBlanks)) != part.npos;) {
      part.remove_prefix(start);
      const std::size_t end = std::min(part.find_first_of(kBlanks), part.size());
      words.emplace_back(part.substr(0, end));
      part.remove_prefix(end);
      is_empty = false;
    }
    if (is_empty) throw Error(no_list_of_moves(selection));
    if (comma == rest.size()) break;
    rest.remove_prefix(comma + 1);
  }
  return words;
}

std::string no_list_of_moves(std::string_view selection) {
  return fmt::format("'{}' is no list of moves: a move is missing (expected as in U,R2,F)",
                     without_control_characters(selection));
}

std::optional<Choice> find_choice(const PuzzleDefinition& definition, const std::string& word) {
  const auto choice = [&](const BaseMove& move, std::int64_t amount) {
    return Choice{static_cast<int>(&move - definition.moves().data()), amount};
  };
  // The longest name whose rest is an amount.
  for (std::size_t length = word.size(); length > 0; --length) {
    const BaseMove* move = find_move(definition, std::string_view(word).substr(0, length));
    if (move == nullptr) continue;
    const auto amount = read_amount(std::string_view(word).substr(length));
    if (amount) return choice(*move, *amount);
  }
  const std::vector<MoveToken> parts = written_parts(definition, word);
  const BaseMove* move = parts.size() == 1 ? find_move(definition, parts[0].family) : nullptr;
  if (move == nullptr) return std::nullopt;
  return choice(*move, parts[0].amount);
}

std::vector<MoveToken> written_parts(const PuzzleDefinition& definition, const std::string& word) {
  try {
    const std::vector<MoveToken> moves = expand(parse_alg(word, &definition.names()), 1);
    if (moves.size() == 1) return base_moves(definition, moves[0]);
  } catch (const Error&) {
    // Several moves, or none of this puzzle.
  }
  return {};
}

void make_moves(const std::vector<bool>& chosen, PuzzleDefinition::Parts& parts) {
  if (std::find(chosen.begin(), chosen.end(), true) == chosen.end()) return;
  const OrbitList orbits(parts.orbits);
  std::vector<const DerivedMove*> bases;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i]) bases.push_back(&parts.derived[i]);
  }
  const auto is_power_of_chosen = [&](const DerivedMove& move) {
    return std::any_of(bases.begin(), bases.end(), [&](const DerivedMove* base) {
      if (base->name == move.name || !move.name.starts_with(base->name)) return false;
      const auto amount = read_amount(std::string_view(move.name).substr(base->name.size()));
      return amount && move.action == power(orbits, base->action, *amount);
    });
  };
  std::vector<DerivedMove> others;
  for (std::size_t i = 0; i < parts.derived.size(); ++i) {
    const DerivedMove& move = parts.derived[i];
    if (is_power_of_chosen(move)) continue;
    if (chosen[i]) {
      parts.moves.push_back({move.name, move.action, 0});
    } else {
      others.push_back(move);
    }
  }
  parts.derived = std::move(others);
}

std::optional<PuzzleDefinition> with_chosen_moves(const PuzzleDefinition& definition,
                                                  std::string_view selection) {
  if (!definition.illegal().empty()) return std::nullopt;
  std::vector<bool> chosen(definition.derived().size(), false);
  bool any = false;
  for (const std::string& word : selection_words(selection)) {
    const auto place = find_derived(definition, word);
    if (!place) continue;
    chosen[*place] = true;
    any = true;
  }
  if (!any) return std::nullopt;
  PuzzleDefinition::Parts parts = definition.parts();
  make_moves(chosen, parts);
  return PuzzleDefinition(std::move(parts));
}

}  // namespace gyre
