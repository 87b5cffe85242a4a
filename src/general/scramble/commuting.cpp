// A stabiliser chain of an abelian group, with the exponents kept. In such a group the generators
// of the stabiliser of a point are powers of the given ones, each turned back by earlier ones: as
// many as before, so nothing grows.
#include "general/scramble/commuting.h"

#include <utility>

namespace gyre {

bool CommutingMoves::fits(const PuzzleDefinition& definition, const MoveSet& moves) {
  if (!definition.invertible() || !definition.illegal().empty()) return false;
  const int classes = static_cast<int>(moves.classes().size());
  for (int a = 0; a < classes; ++a) {
    for (int b = 0; b < a; ++b) {
      if (!moves.commutes(a, b)) return false;
    }
  }
  return true;
}

CommutingMoves::CommutingMoves(const PuzzleDefinition& definition, const MoveSet& moves)
    : orbits_(definition.orbits()),
      identity_(identity_state(orbits_)),
      unsolved_(invert(orbits_, definition.solved())) {
  const std::size_t classes = moves.classes().size();
  for (std::size_t i = 0; i < classes; ++i) {
    const MoveClass& one = moves.classes()[i];
    orders_.push_back(one.order);
    Generator unit{moves.unit_action(orbits_, one), std::vector<std::int64_t>(classes)};
    unit.amounts[i] = 1;
    units_.push_back(std::move(unit));
  }
  build();
}

void CommutingMoves::build() {
  std::vector<Generator> generators = units_;
  while (std::optional<Level> level = next_level(generators)) levels_.push_back(std::move(*level));
}

int CommutingMoves::image(const State& action, int orbit, int point) const {
  const int orientations = orbits_[orbit].orientations;
  const int slot = point / orientations;
  const int perm = action.bytes[orbits_.perm_offset(orbit) + slot];
  const int ori = action.bytes[orbits_.ori_offset(orbit) + slot] + point % orientations;
  return perm * orientations + ori % orientations;
}

void CommutingMoves::multiply(Generator& product, const Generator& factor) const {
  product.action = compose(orbits_, product.action, factor.action);
  for (std::size_t i = 0; i < orders_.size(); ++i) {
    product.amounts[i] = (product.amounts[i] + factor.amounts[i]) % orders_[i];
  }
}

CommutingMoves::Generator CommutingMoves::power_of(const Generator& generator,
                                                   std::int64_t exponent) const {
  Generator out{power(orbits_, generator.action, exponent), generator.amounts};
  for (std::size_t i = 0; i < orders_.size(); ++i) {
    const std::int64_t amount = out.amounts[i] * (exponent % orders_[i]) % orders_[i];
    out.amounts[i] = amount < 0 ? amount + orders_[i] : amount;
  }
  return out;
}

void CommutingMoves::turn_back(Generator& what, const std::vector<Pivot>& pivots,
                               std::int64_t index) const {
  for (const Pivot& pivot : pivots) {
    const std::int64_t amount = index % pivot.order;
    index /= pivot.order;
    if (amount != 0) multiply(what, power_of(pivot.generator, -amount));
  }
}

// generators: all of what is left, replaced by those of the stabiliser. Nothing if there are none.
std::optional<CommutingMoves::Level> CommutingMoves::next_level(
    std::vector<Generator>& generators) const {
  Level level;
  const auto choose_slot = [&] {
    for (const Generator& generator : generators) {
      for (int orbit = 0; orbit < orbits_.size(); ++orbit) {
        const int orientations = orbits_[orbit].orientations;
        for (int slot = 0; slot < orbits_[orbit].pieces; ++slot) {
          if (image(generator.action, orbit, slot * orientations) == slot * orientations) continue;
          level.orbit = orbit;
          level.slot = slot;
          return true;
        }
      }
    }
    return false;
  };
  if (!choose_slot()) return std::nullopt;
  const int base = level.slot * orbits_[level.orbit].orientations;
  level.places.emplace(base, 0);
  std::int64_t size = 1;
  std::vector<Generator> rest;
  for (const Generator& generator : generators) {
    std::int64_t order = 1;
    int point = image(generator.action, level.orbit, base);
    while (!level.places.contains(point)) {
      point = image(generator.action, level.orbit, point);
      ++order;
    }
    Generator fixing = power_of(generator, order);
    turn_back(fixing, level.pivots, level.places.at(point));
    if (fixing.action != identity_) rest.push_back(std::move(fixing));
    if (order == 1) continue;
    std::vector<std::pair<int, std::int64_t>> layer(level.places.begin(), level.places.end());
    for (std::int64_t k = 1; k < order; ++k) {
      for (auto& [place, index] : layer) {
        place = image(generator.action, level.orbit, place);
        index += size;
        level.places.emplace(place, index);
      }
    }
    level.pivots.push_back({generator, order});
    size *= order;
  }
  generators = std::move(rest);
  return level;
}

std::optional<std::vector<int>> CommutingMoves::amounts(const State& position) const {
  // What remains to be made, and the turns that were undone on the way: the inverse of the sum.
  Generator left{compose(orbits_, unsolved_, position), std::vector<std::int64_t>(orders_.size())};
  for (const Level& level : levels_) {
    const int base = level.slot * orbits_[level.orbit].orientations;
    const auto place = level.places.find(image(left.action, level.orbit, base));
    if (place == level.places.end()) return std::nullopt;
    turn_back(left, level.pivots, place->second);
  }
  if (left.action != identity_) return std::nullopt;
  std::vector<int> amounts;
  for (std::size_t i = 0; i < orders_.size(); ++i) {
    amounts.push_back(static_cast<int>((orders_[i] - left.amounts[i]) % orders_[i]));
  }
  return amounts;
}

}  // namespace gyre
