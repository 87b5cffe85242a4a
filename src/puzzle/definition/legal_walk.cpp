#include "puzzle/definition/legal_walk.h"

#include <gyre/base/error.h>
#include <gyre/puzzle/sequence.h>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

namespace gyre {
namespace {

// Numbers the moves as they are printed: on the square-1 turns of U and D that meet are one pair.
class MoveCounter {
 public:
  explicit MoveCounter(const Dialect& dialect) : dialect_(dialect) {}

  // The number of this move, the first being 1.
  int next(const MoveToken& move) {
    const bool square1 = dialect_.kind == Dialect::Kind::square1;
    const bool top = square1 && move.family == dialect_.top;
    const bool bottom = square1 && move.family == dialect_.bottom;
    if (!top && !bottom) {
      before_ += std::max(tops_, bottoms_) + 1;
      tops_ = bottoms_ = 0;
      return before_;
    }
    return before_ + (top ? ++tops_ : ++bottoms_);
  }

 private:
  const Dialect& dialect_;
  int before_ = 0;
  int tops_ = 0;
  int bottoms_ = 0;
};

class LegalWalk {
 public:
  LegalWalk(const PuzzleDefinition& definition, const State& start)
      : definition_(definition),
        orbits_(definition.orbits()),
        state_(start),
        held_(identity_state(orbits_)),
        unheld_(held_) {}

  State walk(const Alg& alg) {
    const bool legal_start = definition_.legal(state_);
    bool first_step = true;
    MoveCounter counter(definition_.names().dialect());
    MoveToken first;
    for (const MoveToken& move : expand(alg)) {
      const int number = counter.next(move);
      if (number == 1) first = move;
      for (const Part& part : parts_of(move)) {
        if (!part.rotation && !joins_step(part)) {
          check(number, move);
          first_step = false;
          step_.clear();
        }
        make(part);
      }
    }
    if (!legal_start && first_step && !step_.empty()) check(1, first);
    return std::move(state_);
  }

 private:
  struct Part {
    State action;
    bool rotation = false;
  };

  const std::vector<Part>& parts_of(const MoveToken& move) {
    const auto [place, is_new] = parts_.try_emplace(print(move));
    if (is_new) {
      for (const MoveToken& base : base_moves(definition_, move)) {
        const auto same = [&](const BaseMove& rotation) { return rotation.name == base.family; };
        place->second.push_back(
            {action_of(definition_, base),
             std::any_of(definition_.rotations().begin(), definition_.rotations().end(), same)});
      }
    }
    return place->second;
  }

  // What the part does as seen before the puzzle was turned as a whole.
  [[nodiscard]] State in_first_frame(const State& action) const {
    if (!turned_) return action;
    return compose(orbits_, compose(orbits_, held_, action), unheld_);
  }

  [[nodiscard]] bool joins_step(const Part& part) const {
    const State action = in_first_frame(part.action);
    return std::all_of(step_.begin(), step_.end(), [&](const State& other) {
      return other == action || commute(orbits_, other, action);
    });
  }

  void make(const Part& part) {
    state_ = compose(orbits_, state_, part.action);
    if (part.rotation) {
      held_ = compose(orbits_, held_, part.action);
      unheld_ = invert(orbits_, held_);
      turned_ = true;
      return;
    }
    State action = in_first_frame(part.action);
    if (std::find(step_.begin(), step_.end(), action) == step_.end()) {
      step_.push_back(std::move(action));
    }
  }

  // Throws Error if the position breaks a rule, so that this move cannot be made.
  void check(int number, const MoveToken& move) const {
    const State state = turned_ ? compose(orbits_, state_, unheld_) : state_;
    if (definition_.legal(state)) return;
    const Dialect& dialect = definition_.names().dialect();
    if (dialect.kind == Dialect::Kind::square1 && move.family == dialect.slash) {
      throw Error(
          fmt::format("the slash (move {}) is blocked: a piece stands across the cut", number));
    }
    for (const IllegalRule& rule : definition_.illegal()) {
      const int piece = state.bytes[orbits_.perm_offset(rule.orbit) + rule.slot];
      if (std::find(rule.identities.begin(), rule.identities.end(), piece) ==
          rule.identities.end()) {
        continue;
      }
      throw Error(fmt::format("'{}' (move {}) is blocked: piece {} of {} must not stand in slot {}",
                              print(move, definition_.names()), number,
                              definition_.label(rule.orbit, piece) + 1, orbits_[rule.orbit].name,
                              rule.slot + 1));
    }
  }

  const PuzzleDefinition& definition_;
  const OrbitList& orbits_;
  State state_;
  State held_;  // the rotations so far, and what undoes them
  State unheld_;
  bool turned_ = false;
  std::vector<State> step_;  // different moves that commute, in the frame of the start
  std::unordered_map<std::string, std::vector<Part>> parts_;
};

}  // namespace

State walk_legally(const PuzzleDefinition& definition, const State& start, const Alg& alg) {
  return LegalWalk(definition, start).walk(alg);
}

}  // namespace gyre
