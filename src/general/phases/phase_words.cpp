#include "general/phases/phase_words.h"

#include "base/arithmetic.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace gyre {

PhaseWords::PhaseWords(const PuzzleDefinition& definition, const PhaseMoves& moves,
                       const MovesKeep& here, const PhaseView& view, WordsGoal goal, const std::stop_token& stop)
    : definition_(definition),
      view_(view),
      goal_(goal),
      pieces_of_(static_cast<std::size_t>(definition.orbits().size()), -1) {
  for (const ViewPart& part : view.parts()) parts_.push_back(&part);
  if (goal == WordsGoal::pieces) {
    for (const ViewPart& part : view.plain_parts()) parts_.push_back(&part);
  }
  look_at(here);
  make_puzzle(moves);
  moves_.emplace(*puzzle_, Metric::htm);
  words_.emplace(*puzzle_, *moves_, stop);
}

void PhaseWords::look_at(const MovesKeep& here) {
  const auto pieces_in = [&](int orbit) -> Pieces& {
    int& index = pieces_of_[orbit];
    if (index < 0) {
      index = static_cast<int>(pieces_.size());
      Pieces pieces;
      pieces.orbit = orbit;
      pieces.slots.resize(static_cast<std::size_t>(definition_.orbits()[orbit].pieces));
      pieces_.push_back(std::move(pieces));
    }
    return pieces_[index];
  };
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const ViewPart& part = *parts_[p];
    Pieces& pieces = pieces_in(part.orbit);
    const std::uint8_t* solved = identities(definition_.solved(), part.orbit);
    for (std::size_t place = 0; place < part.slots.size(); ++place) {
      Slot& slot = pieces.slots[part.slots[place]];
      slot.part = static_cast<int>(p);
      slot.place = static_cast<int>(place);
      slot.turns = part.modulus[part.colour[solved[part.slots[place]]]] > 1;
    }
  }
  for (const ViewTie& tie : view_.ties()) {
    for (const int slot : tie.slots) pieces_in(tie.orbit).slots[slot].tied = true;
    for (const int slot : tie.other_slots) {
      pieces_in(tie.other_orbit).slots[slot].tied = true;
      if (!tie.turns) continue;
      pieces_in(tie.other_orbit).slots[slot].tie_turns = true;
      pieces_in(tie.other_orbit).slots[slot].turns = true;
    }
  }
  for (Pieces& pieces : pieces_) {
    for (std::size_t s = 0; s < pieces.slots.size(); ++s) {
      const int component = here.split.component_of(pieces.orbit, static_cast<int>(s));
      pieces.slots[s].first =
          component < 0 ? static_cast<int>(s) : here.split[component].slots.front();
    }
    number(pieces);
  }
}

void PhaseWords::number(Pieces& pieces) const {
  const std::uint8_t* solved = identities(definition_.solved(), pieces.orbit);
  int numbers = 0;
  for (std::size_t s = 0; s < pieces.slots.size(); ++s) {
    Slot& slot = pieces.slots[s];
    if (slot.turns) pieces.orientations = definition_.orbits()[pieces.orbit].orientations;
    slot.looks_like = static_cast<int>(s);
    if (slot.tied) {
      // Each is told apart, since each has a place of its own to go to.
    } else if (slot.part < 0) {
      slot.looks_like = slot.first;
    } else {
      const ViewPart& part = *parts_[slot.part];
      for (const int other : part.slots) {
        if (!look_alike(part, solved[other], solved[s])) continue;
        slot.looks_like = other;
        break;
      }
    }
    slot.number = slot.looks_like == static_cast<int>(s) ? numbers++
                                                         : pieces.slots[slot.looks_like].number;
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

std::uint8_t PhaseWords::turn_of(const Pieces& pieces, int slot, int identity, int turn) const {
  if (pieces.orientations == 1) return 0;
  const Slot& here = pieces.slots[slot];
  // What a tie needs only is that pieces stay as they are turned.
  const std::uint8_t stays = here.tie_turns ? 0 : kWildOrientation;
  if (here.part < 0) return stays;
  const ViewPart& part = *parts_[here.part];
  if (part.modulus[part.colour[identity]] <= 1) return stays;
  return static_cast<std::uint8_t>(
      modulo(turn - part.gauge[here.place] - part.zero[identity], pieces.orientations));
}

std::optional<State> PhaseWords::position_of(const State& position) const {
  const Choice choice = choose_targets(position);
  State out;
  for (const Pieces& pieces : pieces_) {
    const std::uint8_t* identity = identities(position, pieces.orbit);
    const std::uint8_t* turn = turns(position, pieces.orbit);
    const std::uint8_t* solved = identities(definition_.solved(), pieces.orbit);
    for (std::size_t s = 0; s < pieces.slots.size(); ++s) {
      const Slot& slot = pieces.slots[s];
      int belongs = slot.first;
      if (slot.tied) {
        belongs = choice.target[pieces.orbit][identity[s]];
      } else if (slot.part >= 0) {
        const ViewPart& part = *parts_[slot.part];
        const auto home = std::find_if(part.slots.begin(), part.slots.end(), [&](int other) {
          return look_alike(part, solved[other], identity[s]);
        });
        belongs = home == part.slots.end() ? -1 : *home;
      }
      if (belongs < 0) return std::nullopt;
      out.bytes.push_back(static_cast<std::uint8_t>(pieces.slots[belongs].number));
    }
    for (std::size_t s = 0; s < pieces.slots.size(); ++s) {
      out.bytes.push_back(turn_of(pieces, static_cast<int>(s), identity[s], turn[s]));
    }
  }
  return out;
}

PhaseWords::Choice PhaseWords::choose_targets(const State& position) const {
  Choice choice;
  for (int orbit = 0; orbit < definition_.orbits().size(); ++orbit) {
    choice.target.emplace_back(static_cast<std::size_t>(definition_.identities(orbit)), -1);
    choice.taken.emplace_back(static_cast<std::size_t>(definition_.orbits()[orbit].pieces), 0);
  }
  // Those come first that others go to.
  const std::vector<ViewTie>& ties = view_.ties();
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
      if (ties[t].is_within_itself) {
        meet_within(position, ties[t], choice);
      } else {
        stay(position, ties[t].other_orbit, ties[t].partner_slots, choice);
        meet(position, ties[t], choice);
      }
    }
  }
  for (const ViewTie& tie : ties) {
    stay(position, tie.orbit, tie.slots, choice);
    stay(position, tie.other_orbit, tie.other_slots, choice);
  }
  return choice;
}

void PhaseWords::stay(const State& position, int orbit, const std::vector<int>& slots,
                      Choice& choice) const {
  const std::uint8_t* identity = identities(position, orbit);
  const std::uint8_t* solved = identities(definition_.solved(), orbit);
  const std::vector<Slot>& all = pieces_[pieces_of_[orbit]].slots;
  // What a slot may hold; the same for all where the view does not tell pieces apart.
  const auto colour = [&](int slot, int piece) {
    return all[slot].part < 0 ? 0 : int{parts_[all[slot].part]->colour[piece]};
  };
  std::vector<char> chosen(static_cast<std::size_t>(definition_.identities(orbit)), 0);
  for (const int slot : slots) chosen[solved[slot]] = 1;
  for (const bool stays : {true, false}) {
    for (std::size_t s = 0; s < all.size(); ++s) {
      const int slot = static_cast<int>(s);
      if (chosen[identity[s]] == 0 || choice.target[orbit][identity[s]] >= 0) continue;
      const auto may = [&](int other) {
        return choice.taken[orbit][other] == 0 && all[other].first == all[slot].first &&
               colour(other, solved[other]) == colour(slot, identity[s]);
      };
      if (stays) {
        if (may(slot)) choice.go(orbit, identity[s], slot);
        continue;
      }
      const auto to = std::find_if(slots.begin(), slots.end(), may);
      if (to != slots.end()) choice.go(orbit, identity[s], *to);
    }
  }
}

void PhaseWords::meet(const State& position, const ViewTie& tie, Choice& choice) const {
  const std::uint8_t* solved = identities(definition_.solved(), tie.orbit);
  const std::uint8_t* other_solved = identities(definition_.solved(), tie.other_orbit);
  const std::uint8_t* other_solved_turn = turns(definition_.solved(), tie.other_orbit);
  const std::uint8_t* identity = identities(position, tie.orbit);
  const std::uint8_t* other = identities(position, tie.other_orbit);
  const std::uint8_t* other_turn = turns(position, tie.other_orbit);
  const Pieces& others = pieces_[pieces_of_[tie.other_orbit]];
  std::vector<int> where(static_cast<std::size_t>(definition_.identities(tie.orbit)), -1);
  for (const int slot : tie.slots) where[identity[slot]] = slot;
  std::vector<int> turn_of_other(
      static_cast<std::size_t>(definition_.identities(tie.other_orbit)), 0);
  for (const int slot : tie.other_slots) {
    // How it will be turned where it goes.
    const Slot& here = others.slots[slot];
    int turn = other_turn[slot];
    if (here.part >= 0 &&
        parts_[here.part]->modulus[parts_[here.part]->colour[other[slot]]] > 1) {
      const int to = choice.target[tie.other_orbit][other[slot]];
      if (to < 0) continue;
      turn = parts_[here.part]->gauge[others.slots[to].place] +
             parts_[here.part]->zero[other[slot]];
    }
    turn_of_other[other[slot]] = turn;
  }
  // Who is beside the partner stays there; then the others choose.
  for (const bool stays : {true, false}) {
    for (std::size_t i = 0; i < tie.homes.size(); ++i) {
      const int piece = solved[tie.homes[i]];
      const int partner = other_solved[tie.partner_slots[i]];
      const int beside = choice.target[tie.other_orbit][partner];
      for (std::size_t k = 0; k < tie.homes.size(); ++k) {
        if (choice.target[tie.orbit][piece] >= 0) break;
        if (choice.taken[tie.orbit][tie.homes[k]] != 0 || tie.partner_slots[k] != beside) continue;
        if (stays && where[piece] != tie.homes[k]) continue;
        if (tie.turns) {
          const int turned = turn_of_other[partner] - other_solved_turn[tie.partner_slots[i]] +
                             tie.partner_turns[i];
          if (modulo(turned - tie.partner_turns[k], tie.orientations) != 0) continue;
        }
        choice.go(tie.orbit, piece, tie.homes[k]);
      }
    }
  }
}

void PhaseWords::meet_within(const State& position, const ViewTie& tie, Choice& choice) const {
  const std::uint8_t* solved = identities(definition_.solved(), tie.orbit);
  const std::uint8_t* identity = identities(position, tie.orbit);
  std::vector<int> where(static_cast<std::size_t>(definition_.identities(tie.orbit)), -1);
  for (const int slot : tie.slots) where[identity[slot]] = slot;
  // Which place is beside which.
  std::vector<int> beside(pieces_[pieces_of_[tie.orbit]].slots.size(), -1);
  for (std::size_t k = 0; k < tie.homes.size(); ++k) beside[tie.homes[k]] = tie.partner_slots[k];
  for (std::size_t k = 0; k < tie.homes.size(); ++k) {
    int& back = beside[tie.partner_slots[k]];
    if (back < 0) back = tie.homes[k];
  }
  const std::vector<char>& taken = choice.taken[tie.orbit];
  const auto go = [&](int piece, int partner, int place) {
    choice.go(tie.orbit, piece, place);
    choice.go(tie.orbit, partner, beside[place]);
  };
  // Who is beside the partner stays, then one of two where both of its places are free, and who is
  // left goes where there is room.
  for (const int round : {0, 1, 2}) {
    for (std::size_t i = 0; i < tie.homes.size(); ++i) {
      const int piece = solved[tie.homes[i]];
      const int partner = solved[tie.partner_slots[i]];
      if (choice.target[tie.orbit][piece] >= 0) continue;
      const int place = where[piece];
      if (round == 2) {
        for (const int slot : tie.slots) {
          if (beside[slot] < 0 || taken[slot] != 0 || taken[beside[slot]] != 0) continue;
          go(piece, partner, slot);
          break;
        }
      } else if (beside[place] >= 0 && taken[place] == 0 && taken[beside[place]] == 0 &&
                 (round == 1 || beside[place] == where[partner])) {
        go(piece, partner, place);
      }
    }
  }
}

std::optional<std::vector<int>> PhaseWords::way(const State& position,
                                                const std::stop_token& stop) const {
  const std::optional<State> start = position_of(position);
  if (!start) return std::nullopt;
  const std::optional<std::vector<int>> found = words_->solve(*start, stop);
  if (!found) return std::nullopt;
  std::vector<int> way;
  for (const int m : *found) {
    const Move& move = moves_->moves()[m];
    const MoveClass& of = moves_->classes()[move.move_class];
    const int order = puzzle_->moves()[of.base].order;
    way.push_back(first_power_[of.base] + modulo(move.amount * of.unit, order) - 1);
  }
  return way;
}

}  // namespace gyre
