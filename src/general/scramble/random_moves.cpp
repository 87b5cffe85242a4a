#include "general/scramble/random_moves.h"

#include "base/random.h"

#include <gyre/alg/alg.h>
#include <gyre/puzzle/sequence.h>

#include <fmt/format.h>

namespace gyre {

RandomMoves::RandomMoves(const PuzzleDefinition& definition, const MoveSet& moves)
    : definition_(definition), classes_(static_cast<int>(moves.classes().size())) {
  std::vector<State> units;
  for (const MoveClass& one : moves.classes()) {
    units.push_back(moves.unit_action(definition.orbits(), one));
  }
  for (const Move& move : moves.moves()) {
    turns_.push_back({move.name, move.move_class, move.action});
  }
  find_commuting(units);
}

RandomMoves::RandomMoves(const PuzzleDefinition& definition, const std::vector<std::string>& names)
    : definition_(definition), classes_(static_cast<int>(names.size())) {
  std::vector<State> units;
  for (int index = 0; index < classes_; ++index) {
    const Alg alg = parse_alg(names[index], &definition.names());
    const State unit = action_of(definition, alg);
    const auto order = static_cast<int>(state_order(definition.orbits(), unit));
    for (int amount = 1; amount < order; ++amount) {
      const std::int64_t reduced = reduce_amount(amount, order);
      turns_.push_back(
          {power_name(names[index], reduced), index, power(definition.orbits(), unit, amount)});
    }
    units.push_back(unit);
  }
  find_commuting(units);
}

void RandomMoves::find_commuting(const std::vector<State>& units) {
  const OrbitList& orbits = definition_.orbits();
  for (const State& a : units) {
    for (const State& b : units) {
      commutes_.push_back(commute(orbits, a, b) ? 1 : 0);
    }
  }
}

std::string RandomMoves::draw(Rng& rng, int length) const {
  const bool ruled = !definition_.illegal().empty();
  State position = definition_.solved();
  std::vector<char> open(static_cast<std::size_t>(classes_));  // that an equal one would meet
  std::string text;
  std::vector<int> may_follow;
  for (int i = 0; i < length; ++i) {
    may_follow.clear();
    for (int k = 0; k < static_cast<int>(turns_.size()); ++k) {
      if (open[turns_[k].turn_class] != 0) continue;
      if (ruled && !definition_.legal(compose(definition_.orbits(), position, turns_[k].action))) {
        continue;
      }
      may_follow.push_back(k);
    }
    if (may_follow.empty()) break;
    const Turn& turn = turns_[may_follow[random_below(rng, may_follow.size())]];
    text += (text.empty() ? "" : " ") + turn.name;
    if (ruled) position = compose(definition_.orbits(), position, turn.action);
    for (int other = 0; other < classes_; ++other) {
      const bool apart = commutes_[turn.turn_class * classes_ + other] == 0;
      if (apart) open[other] = 0;
    }
    open[turn.turn_class] = 1;
  }
  return text;
}

std::vector<std::string> outer_block_turns(int layers) {
  std::vector<std::string> names;
  for (int width = 1; 2 * width <= layers; ++width) {
    // The upper half of an even cube is the lower half turned the other way, but for a rotation.
    const bool half = 2 * width == layers;
    for (const std::string_view face : {"U", "R", "F", "D", "L", "B"}) {
      if (half && (face == "D" || face == "L" || face == "B")) continue;
      if (width == 1) {
        names.emplace_back(face);
      } else if (width == 2) {
        names.push_back(fmt::format("{}w", face));
      } else {
        names.push_back(fmt::format("{}{}w", width, face));
      }
    }
  }
  return names;
}

std::string random_pochmann(Rng& rng, int length) {
  constexpr int kInLine = 11;
  std::string text;
  bool back = false;
  for (int i = 0; i < length; ++i) {
    const int column = i % kInLine;
    if (i > 0) text += ' ';
    if (column == kInLine - 1) {
      // As the turn before it: so every line has one random bit for each of its ten turns.
      text += back ? "U'" : "U";
      continue;
    }
    back = random_below(rng, 2) == 1;
    text += column % 2 == 0 ? 'R' : 'D';
    text += back ? "--" : "++";
  }
  return text;
}

}  // namespace gyre
