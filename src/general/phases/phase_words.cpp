#include "general/phases/phase_words.h"

#include "base/arithmetic.h"
#include "base/random.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace gyre {
namespace {

// So many arrangements are drawn, and words to so many of the nearest are tried.
constexpr std::size_t kArrangements = 20'000;
constexpr int kStepsBetween = 12;
constexpr std::size_t kNearestArrangements = 4;
// Of so many ties another choice is tried, since moves may not lead to the first one.
constexpr std::size_t kMostChangedTies = 3;

bool has_look_alikes(const PuzzleDefinition& definition, const ViewPart& part) {
  const std::uint8_t* solved =
      definition.solved().bytes.data() + definition.orbits().perm_offset(part.orbit);
  std::set<int> seen;
  return std::any_of(part.slots.begin(), part.slots.end(),
                     [&](int slot) { return !seen.insert(solved[slot]).second; });
}

}  // namespace

PhaseWords::PhaseWords(const PuzzleDefinition& definition, const PhaseSpace& space, WordsGoal goal,
                       const std::stop_token& stop)
    : definition_(definition),
      space_(space),
      goal_(goal),
      pieces_of_(static_cast<std::size_t>(definition.orbits().size()), -1) {
  look_at();
  draw_arrangements();
  make_puzzle(space.moves());
  moves_.emplace(*puzzle_, Metric::htm);
  words_.emplace(*puzzle_, *moves_, stop);
}

bool PhaseWords::has_arrangements(const PuzzleDefinition& definition, const PhaseView& view) {
  const auto alike = [&](const ViewPart& part) { return has_look_alikes(definition, part); };
  return std::any_of(view.parts().begin(), view.parts().end(), alike) ||
         std::any_of(view.plain_parts().begin(), view.plain_parts().end(), alike);
}

PhaseWords::Pieces& PhaseWords::pieces_in(int orbit) {
  int& index = pieces_of_[orbit];
  if (index < 0) {
    index = static_cast<int>(pieces_.size());
    Pieces pieces;
    pieces.orbit = orbit;
    pieces.slots.resize(static_cast<std::size_t>(definition_.orbits()[orbit].pieces));
    pieces_.push_back(std::move(pieces));
  }
  return pieces_[index];
}

void PhaseWords::look_at() {
  const PhaseView& view = space_.view();
  for (const ViewPart& part : view.parts()) look_at_part(part);
  if (goal_ == WordsGoal::arrangement) {
    for (const ViewPart& part : view.plain_parts()) {
      if (has_look_alikes(definition_, part)) look_at_part(part);
    }
  }
  for (const ViewTie& tie : view.ties()) {
    for (const int slot : tie.slots) pieces_in(tie.orbit).slots[slot].apart = true;
    for (const int slot : tie.other_slots) {
      Slot& other = pieces_in(tie.other_orbit).slots[slot];
      other.apart = true;
      if (tie.turns) other.tie_turns = other.turns = true;
    }
  }
  const ComponentSplit& split = space_.keep().split;
  for (Pieces& pieces : pieces_) {
    for (std::size_t s = 0; s < pieces.slots.size(); ++s) {
      const int component = split.component_of(pieces.orbit, static_cast<int>(s));
      pieces.slots[s].first = component < 0 ? static_cast<int>(s) : split[component].slots.front();
    }
    number(pieces);
  }
}

void PhaseWords::look_at_part(const ViewPart& part) {
  Pieces& pieces = pieces_in(part.orbit);
  const std::uint8_t* solved = identities(definition_.solved(), part.orbit);
  const bool alike = goal_ == WordsGoal::arrangement && has_look_alikes(definition_, part);
  for (std::size_t place = 0; place < part.slots.size(); ++place) {
    Slot& slot = pieces.slots[part.slots[place]];
    slot.part = static_cast<int>(parts_.size());
    slot.place = static_cast<int>(place);
    slot.turns = part.modulus[part.colour[solved[part.slots[place]]]] > 1;
    slot.alike = slot.apart = alike;
  }
  if (alike) alike_.push_back(&part);
  parts_.push_back(&part);
}

void PhaseWords::number(Pieces& pieces) const {
  const std::uint8_t* solved = identities(definition_.solved(), pieces.orbit);
  int numbers = 0;
  for (std::size_t s = 0; s < pieces.slots.size(); ++s) {
    Slot& slot = pieces.slots[s];
    if (slot.turns) pieces.orientations = definition_.orbits()[pieces.orbit].orientations;
    slot.looks_like = static_cast<int>(s);
    if (!slot.apart && slot.part < 0) slot.looks_like = slot.first;
    if (!slot.apart && slot.part >= 0) {
      slot.looks_like = home_of(*parts_[slot.part], solved[s]);
    }
    slot.number =
        slot.looks_like == static_cast<int>(s) ? numbers++ : pieces.slots[slot.looks_like].number;
  }
}

// Of a part, the least slot to which such a piece belongs, or -1.
int PhaseWords::home_of(const ViewPart& part, int identity) const {
  const std::uint8_t* solved = identities(definition_.solved(), part.orbit);
  const auto home = std::find_if(part.slots.begin(), part.slots.end(), [&](int slot) {
    return part.colour[solved[slot]] == part.colour[identity];
  });
  return home == part.slots.end() ? -1 : *home;
}

void PhaseWords::draw_arrangements() {
  const PhaseMoves& moves = space_.moves();
  std::vector<int> left;
  for (int m = 0; m < moves.size(); ++m) {
    if (space_.left()[static_cast<std::size_t>(m)] != 0) left.push_back(m);
  }
  State state = definition_.solved();
  std::set<std::string> seen;
  Rng rng(1);
  for (std::size_t i = 0; i < kArrangements; ++i) {
    std::vector<std::uint8_t> looks;
    for (const ViewPart* part : alike_) {
      const std::uint8_t* identity = identities(state, part->orbit);
      for (const int slot : part->slots) looks.push_back(identity[slot]);
    }
    if (seen.emplace(looks.begin(), looks.end()).second)
      arrangements_.push_back({state, std::move(looks)});
    if (left.empty() || alike_.empty()) return;
    for (int step = 0; step < kStepsBetween; ++step) {
      state =
          compose(definition_.orbits(), state, moves[left[random_below(rng, left.size())]].action);
    }
  }
}

void PhaseWords::make_puzzle(const PhaseMoves& moves) {
  PuzzleDefinition::Parts parts;
  parts.name = "phase";
  for (const Pieces& pieces : pieces_) {
    const Orbit& orbit = definition_.orbits()[pieces.orbit];
    parts.orbits.push_back({orbit.name, orbit.pieces, pieces.orientations});
    for (const Slot& slot : pieces.slots) {
      parts.solved.bytes.push_back(static_cast<std::uint8_t>(slot.number));
    }
    for (const Slot& slot : pieces.slots) {
      parts.solved.bytes.push_back(slot.turns || pieces.orientations == 1 ? 0 : kWildOrientation);
    }
  }
  // The least power of each class; the others follow it.
  for (int m = 0; m < moves.size(); ++m) {
    if (m > 0 && moves[m].move_class == moves[m - 1].move_class) continue;
    parts.moves.push_back({fmt::format("m{}", m), action_of(moves[m].action), 0});
    first_power_.push_back(m);
  }
  puzzle_.emplace(std::move(parts));
}

State PhaseWords::action_of(const State& action) const {
  State out;
  for (const Pieces& pieces : pieces_) {
    const std::uint8_t* from = identities(action, pieces.orbit);
    const std::uint8_t* turn = turns(action, pieces.orbit);
    const auto gauge = [&](std::size_t slot) {
      const Slot& here = pieces.slots[slot];
      return here.part < 0 ? 0 : parts_[here.part]->gauge[here.place];
    };
    out.bytes.insert(out.bytes.end(), from, from + pieces.slots.size());
    for (std::size_t s = 0; s < pieces.slots.size(); ++s) {
      out.bytes.push_back(static_cast<std::uint8_t>(
          modulo(turn[s] + gauge(from[s]) - gauge(s), pieces.orientations)));
    }
  }
  return out;
}

bool PhaseWords::turns_count(const Slot& slot, int identity) const {
  return slot.part >= 0 && parts_[slot.part]->modulus[parts_[slot.part]->colour[identity]] > 1;
}

std::optional<State> PhaseWords::position_of(const State& position, const Choice& choice) const {
  State out;
  for (const Pieces& pieces : pieces_) {
    const std::uint8_t* identity = identities(position, pieces.orbit);
    const std::uint8_t* turn = turns(position, pieces.orbit);
    for (std::size_t s = 0; s < pieces.slots.size(); ++s) {
      const Slot& slot = pieces.slots[s];
      int belongs = slot.first;
      if (slot.apart) {
        belongs = choice.target[pieces.orbit][s];
      } else if (slot.part >= 0) {
        belongs = home_of(*parts_[slot.part], identity[s]);
      }
      if (belongs < 0) return std::nullopt;
      out.bytes.push_back(static_cast<std::uint8_t>(pieces.slots[belongs].number));
    }
    for (std::size_t s = 0; s < pieces.slots.size(); ++s) {
      const Slot& slot = pieces.slots[s];
      int turned = kWildOrientation;
      if (turns_count(slot, identity[s])) {
        const ViewPart& part = *parts_[slot.part];
        turned =
            modulo(turn[s] - part.gauge[slot.place] - part.zero[identity[s]], pieces.orientations);
      } else if (slot.tie_turns || pieces.orientations == 1) {
        // What a tie needs only is that the piece stays as it is turned.
        turned = 0;
      }
      out.bytes.push_back(static_cast<std::uint8_t>(turned));
    }
  }
  return out;
}

std::vector<const State*> PhaseWords::nearest(const State& position) const {
  std::vector<std::uint8_t> looks;
  for (const ViewPart* part : alike_) {
    const std::uint8_t* identity = identities(position, part->orbit);
    for (const int slot : part->slots) looks.push_back(identity[slot]);
  }
  std::vector<std::pair<int, const State*>> best;
  for (const Arrangement& one : arrangements_) {
    int wrong = 0;
    for (std::size_t i = 0; i < looks.size(); ++i) wrong += one.looks[i] != looks[i] ? 1 : 0;
    if (best.size() == kNearestArrangements && best.back().first <= wrong) continue;
    if (best.size() == kNearestArrangements) best.pop_back();
    const auto at = std::upper_bound(best.begin(), best.end(), wrong,
                                     [](int a, const auto& b) { return a < b.first; });
    best.insert(at, {wrong, &one.state});
  }
  std::vector<const State*> states;
  for (const auto& [wrong, state] : best) states.push_back(state);
  return states;
}

PhaseWords::Choice PhaseWords::choose_targets(const State& position, const State& arrangement,
                                              std::size_t changed) const {
  Choice choice;
  for (int orbit = 0; orbit < definition_.orbits().size(); ++orbit) {
    const auto slots = static_cast<std::size_t>(definition_.orbits()[orbit].pieces);
    choice.target.emplace_back(slots, -1);
    choice.taken.emplace_back(slots, 0);
  }
  // Those come first that others go to.
  const std::vector<ViewTie>& ties = space_.view().ties();
  const auto goes_to = [](const ViewTie& from, const ViewTie& to) {
    return from.other_orbit == to.orbit &&
           std::any_of(from.partner_slots.begin(), from.partner_slots.end(), [&](int slot) {
             return std::find(to.homes.begin(), to.homes.end(), slot) != to.homes.end();
           });
  };
  std::vector<char> done(ties.size(), 0);
  for (std::size_t round = 0; round < ties.size(); ++round) {
    for (std::size_t t = 0; t < ties.size(); ++t) {
      bool waits = done[t] != 0;
      for (std::size_t other = 0; other < ties.size(); ++other) {
        waits = waits || (other != t && done[other] == 0 && goes_to(ties[t], ties[other]));
      }
      if (waits) continue;
      done[t] = 1;
      const bool change = (changed >> t & 1U) != 0;
      if (ties[t].is_within_itself) {
        meet_within(position, ties[t], choice);
        if (change) flip_one(position, ties[t], choice);
      } else {
        follow(position, ties[t], choice);
        stay(position, arrangement, ties[t].other_orbit, ties[t].partner_slots, choice);
        if (change) swap_two(position, ties[t], choice);
        meet(position, ties[t], choice);
      }
    }
  }
  for (const ViewTie& tie : ties) {
    stay(position, arrangement, tie.orbit, tie.slots, choice);
    stay(position, arrangement, tie.other_orbit, tie.other_slots, choice);
  }
  for (const ViewPart* part : alike_) stay(position, arrangement, part->orbit, part->slots, choice);
  return choice;
}

// By identity: which of the slots holds the piece, or -1.
std::vector<int> PhaseWords::slots_of(const State& position, int orbit,
                                      const std::vector<int>& slots) const {
  const std::uint8_t* identity = identities(position, orbit);
  std::vector<int> where(static_cast<std::size_t>(definition_.identities(orbit)), -1);
  for (const int slot : slots) where[identity[slot]] = slot;
  return where;
}

// The first two of a kind to which others go change their targets.
void PhaseWords::swap_two(const State& position, const ViewTie& tie, Choice& choice) const {
  const std::uint8_t* identity = identities(position, tie.other_orbit);
  const std::uint8_t* solved = identities(definition_.solved(), tie.other_orbit);
  const std::vector<Slot>& all = pieces_[pieces_of_[tie.other_orbit]].slots;
  std::vector<int>& target = choice.target[tie.other_orbit];
  std::vector<char> chosen(static_cast<std::size_t>(definition_.identities(tie.other_orbit)), 0);
  for (const int slot : tie.partner_slots) chosen[solved[slot]] = 1;
  for (const int a : tie.other_slots) {
    for (const int b : tie.other_slots) {
      if (b <= a || target[a] < 0 || target[b] < 0) continue;
      if (chosen[identity[a]] == 0 || chosen[identity[b]] == 0) continue;
      if (colour_of(all[a], identity[a]) != colour_of(all[b], identity[b])) continue;
      std::swap(target[a], target[b]);
      return;
    }
  }
}

// A piece and its partner change places.
void PhaseWords::flip_one(const State& position, const ViewTie& tie, Choice& choice) const {
  const std::uint8_t* solved = identities(definition_.solved(), tie.orbit);
  const std::vector<int> where = slots_of(position, tie.orbit, tie.slots);
  std::vector<int>& target = choice.target[tie.orbit];
  int best_a = -1;
  int best_b = -1;
  for (std::size_t i = 0; i < tie.homes.size(); ++i) {
    const int a = where[solved[tie.homes[i]]];
    const int b = where[solved[tie.partner_slots[i]]];
    if (a < 0 || b < 0) continue;
    best_a = a;
    best_b = b;
    // Rather one that goes somewhere anyway.
    if (target[a] != a || target[b] != b) break;
  }
  if (best_a >= 0) std::swap(target[best_a], target[best_b]);
}

void PhaseWords::stay(const State& position, const State& arrangement, int orbit,
                      const std::vector<int>& slots, Choice& choice) const {
  const std::uint8_t* identity = identities(position, orbit);
  const std::uint8_t* there = identities(arrangement, orbit);
  const std::uint8_t* solved = identities(definition_.solved(), orbit);
  const std::vector<Slot>& all = pieces_[pieces_of_[orbit]].slots;
  std::vector<char> chosen(static_cast<std::size_t>(definition_.identities(orbit)), 0);
  for (const int slot : slots) chosen[solved[slot]] = 1;
  for (const bool stays : {true, false}) {
    for (std::size_t s = 0; s < all.size(); ++s) {
      const int slot = static_cast<int>(s);
      if (chosen[identity[s]] == 0 || choice.target[orbit][s] >= 0) continue;
      const auto may = [&](int other) {
        return choice.taken[orbit][other] == 0 && all[other].first == all[slot].first &&
               colour_of(all[other], there[other]) == colour_of(all[slot], identity[s]);
      };
      if (stays) {
        if (may(slot)) choice.go(orbit, slot, slot);
        continue;
      }
      const auto to = std::find_if(slots.begin(), slots.end(), may);
      if (to != slots.end()) choice.go(orbit, slot, *to);
    }
  }
}

void PhaseWords::meet(const State& position, const ViewTie& tie, Choice& choice) const {
  const std::uint8_t* solved = identities(definition_.solved(), tie.orbit);
  const std::uint8_t* other_solved = identities(definition_.solved(), tie.other_orbit);
  const std::uint8_t* other_solved_turn = turns(definition_.solved(), tie.other_orbit);
  const std::uint8_t* other = identities(position, tie.other_orbit);
  const std::uint8_t* other_turn = turns(position, tie.other_orbit);
  const std::vector<Slot>& others = pieces_[pieces_of_[tie.other_orbit]].slots;
  const std::vector<int> where = slots_of(position, tie.orbit, tie.slots);
  // By identity: where the others will be, and how they will be turned there.
  const auto other_pieces = static_cast<std::size_t>(definition_.identities(tie.other_orbit));
  std::vector<int> beside(other_pieces, -1);
  std::vector<int> turn_there(other_pieces, 0);
  for (const int slot : tie.other_slots) {
    const int to = choice.target[tie.other_orbit][slot];
    if (to < 0) continue;
    const Slot& here = others[slot];
    beside[other[slot]] = to;
    turn_there[other[slot]] =
        turns_count(here, other[slot])
            ? parts_[here.part]->gauge[others[to].place] + parts_[here.part]->zero[other[slot]]
            : other_turn[slot];
  }
  // Who is beside the partner stays there; then the others choose.
  for (const bool stays : {true, false}) {
    for (std::size_t i = 0; i < tie.homes.size(); ++i) {
      const int from = where[solved[tie.homes[i]]];
      const int partner = other_solved[tie.partner_slots[i]];
      for (std::size_t k = 0; k < tie.homes.size() && from >= 0; ++k) {
        if (choice.target[tie.orbit][from] >= 0) break;
        if (choice.taken[tie.orbit][tie.homes[k]] != 0) continue;
        if (tie.partner_slots[k] != beside[partner] || (stays && from != tie.homes[k])) continue;
        const int turned = turn_there[partner] - other_solved_turn[tie.partner_slots[i]] +
                           tie.partner_turns[i] - tie.partner_turns[k];
        if (tie.turns && modulo(turned, tie.orientations) != 0) continue;
        choice.go(tie.orbit, from, tie.homes[k]);
      }
    }
  }
}

// Partners of pieces that have a place to go to already go there too.
void PhaseWords::follow(const State& position, const ViewTie& tie, Choice& choice) const {
  if (tie.turns) return;
  const std::uint8_t* solved = identities(definition_.solved(), tie.orbit);
  const std::uint8_t* other_solved = identities(definition_.solved(), tie.other_orbit);
  const std::vector<int> where = slots_of(position, tie.orbit, tie.slots);
  const std::vector<int> other = slots_of(position, tie.other_orbit, tie.other_slots);
  for (std::size_t i = 0; i < tie.homes.size(); ++i) {
    const int from = where[solved[tie.homes[i]]];
    const int partner = other[other_solved[tie.partner_slots[i]]];
    if (from < 0 || partner < 0 || choice.target[tie.other_orbit][partner] >= 0) continue;
    const auto home = std::find(tie.homes.begin(), tie.homes.end(), choice.target[tie.orbit][from]);
    if (home == tie.homes.end()) continue;
    const int beside = tie.partner_slots[home - tie.homes.begin()];
    if (choice.taken[tie.other_orbit][beside] == 0) choice.go(tie.other_orbit, partner, beside);
  }
}

void PhaseWords::meet_within(const State& position, const ViewTie& tie, Choice& choice) const {
  const std::uint8_t* solved = identities(definition_.solved(), tie.orbit);
  const std::vector<int> where = slots_of(position, tie.orbit, tie.slots);
  // Which place is beside which.
  std::vector<int> beside(pieces_[pieces_of_[tie.orbit]].slots.size(), -1);
  for (std::size_t k = 0; k < tie.homes.size(); ++k) beside[tie.homes[k]] = tie.partner_slots[k];
  for (std::size_t k = 0; k < tie.homes.size(); ++k) {
    int& back = beside[tie.partner_slots[k]];
    if (back < 0) back = tie.homes[k];
  }
  const std::vector<char>& taken = choice.taken[tie.orbit];
  const auto is_free = [&](int place) {
    return beside[place] >= 0 && taken[place] == 0 && taken[beside[place]] == 0;
  };
  const auto go = [&](int from, int partner, int place) {
    choice.go(tie.orbit, from, place);
    choice.go(tie.orbit, partner, beside[place]);
  };
  // Who is beside the partner stays, then one of two where both of its places are free, and who is
  // left goes where there is room.
  for (const int round : {0, 1, 2}) {
    for (std::size_t i = 0; i < tie.homes.size(); ++i) {
      const int from = where[solved[tie.homes[i]]];
      const int partner = where[solved[tie.partner_slots[i]]];
      if (from < 0 || partner < 0 || choice.target[tie.orbit][from] >= 0) continue;
      if (round < 2) {
        if (is_free(from) && (round == 1 || beside[from] == partner)) go(from, partner, from);
        continue;
      }
      const auto room = std::find_if(tie.slots.begin(), tie.slots.end(), is_free);
      if (room != tie.slots.end()) go(from, partner, *room);
    }
  }
}

// An odd permutation of pieces is dear: some move makes it even and many others wrong. Where two
// look alike, they change their targets instead.
void PhaseWords::make_even(const State& position, const ViewPart& part, Choice& choice) const {
  std::vector<int>& target = choice.target[part.orbit];
  if (std::any_of(part.slots.begin(), part.slots.end(),
                  [&](int slot) { return target[slot] < 0; })) {
    return;
  }
  std::vector<char> seen(target.size(), 0);
  bool odd = false;
  for (const int slot : part.slots) {
    for (int at = slot; seen[at] == 0; at = target[at]) {
      seen[at] = 1;
      // A cycle of n pieces is n - 1 swaps.
      odd = odd != (target[at] != slot);
    }
  }
  if (!odd) return;
  const std::uint8_t* identity = identities(position, part.orbit);
  std::pair<int, int> best(-1, -1);
  int most_moved = -1;
  for (const int a : part.slots) {
    for (const int b : part.slots) {
      if (b <= a || identity[a] != identity[b]) continue;
      // Rather those that go somewhere anyway.
      const int moved = (target[a] != a ? 1 : 0) + (target[b] != b ? 1 : 0);
      if (moved <= most_moved) continue;
      most_moved = moved;
      best = {a, b};
    }
  }
  if (most_moved >= 0) std::swap(target[best.first], target[best.second]);
}

void PhaseWords::add_ways(const State& position, const State& arrangement,
                          std::vector<std::vector<int>>& ways, const std::stop_token& stop) const {
  const std::size_t ties = std::min(space_.view().ties().size(), kMostChangedTies);
  for (std::size_t changed = 0; changed < std::size_t{1} << ties; ++changed) {
    Choice choice = choose_targets(position, arrangement, changed);
    for (const ViewPart* part : alike_) make_even(position, *part, choice);
    const std::optional<State> start = position_of(position, choice);
    if (!start) continue;
    std::optional<std::vector<int>> way = words_->solve(*start, stop);
    if (way) ways.push_back(std::move(*way));
  }
}

std::vector<std::vector<int>> PhaseWords::ways(const State& position,
                                               const std::stop_token& stop) const {
  std::vector<std::vector<int>> ways;
  for (const State* arrangement : nearest(position)) add_ways(position, *arrangement, ways, stop);
  std::stable_sort(ways.begin(), ways.end(),
                   [](const auto& a, const auto& b) { return a.size() < b.size(); });
  for (std::vector<int>& way : ways) {
    for (int& m : way) {
      const Move& move = moves_->moves()[m];
      const MoveClass& of = moves_->classes()[move.move_class];
      const int order = puzzle_->moves()[of.base].order;
      m = first_power_[of.base] + modulo(move.amount * of.unit, order) - 1;
    }
  }
  return ways;
}

}  // namespace gyre
