// Builds, verifies and uses the chain. Backtracking over it (colourings) stands in
// color_search.cpp.
#include "group/stabilizer_chain.h"
#include <gyre/base/error.h>

#include "base/random.h"
#include "base/stop.h"
#include "group/random_walk.h"

#include <fmt/format.h>

#include <algorithm>

namespace gyre {
namespace {

constexpr std::int32_t kOutside = -1;
constexpr std::int32_t kRoot = -2;
constexpr int kMaxDegree = 65'535;
// Up to this degree every coset representative is stored whole; beyond it a representative is a
// product of up to kDeepTree stored ones, which saves memory.
constexpr int kMaxShallowDegree = 1'024;
constexpr int kDeepTree = 4;
// So many random elements in a row must sift before the verification is worth its time.
constexpr int kQuietElements = 12;
constexpr std::string_view kWork = "finding a stabiliser chain";

// One bit for each point that is moved.
std::vector<std::uint64_t> support(const Permutation& p) {
  std::vector<std::uint64_t> bits(p.size() / 64 + 1, 0);
  for (std::size_t x = 0; x < p.size(); ++x) {
    if (p[x] != x) bits[x / 64] |= std::uint64_t{1} << (x % 64);
  }
  return bits;
}

bool disjoint(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if ((a[i] & b[i]) != 0) return false;
  }
  return true;
}

void multiply_by(Permutation& p, const Permutation& q) {
  for (std::uint16_t& image : p) image = q[image];
}

}  // namespace

StabilizerChain::Generator StabilizerChain::make_generator(Permutation p) {
  SharedPermutation inverted = std::make_shared<const Permutation>(inverse(p));
  return {std::make_shared<const Permutation>(std::move(p)), std::move(inverted)};
}

StabilizerChain::StabilizerChain(int degree, const std::vector<Permutation>& generators,
                                 const ChainOptions& options)
    : degree_(degree), depth_limit_(degree <= kMaxShallowDegree ? 1 : kDeepTree) {
  if (degree < 0 || degree > kMaxDegree) {
    throw Error(
        fmt::format("a permutation group on {} points; 0 to {} are possible", degree, kMaxDegree));
  }
  std::vector<Permutation> moving;
  for (const Permutation& p : generators) {
    if (static_cast<int>(p.size()) != degree || !is_permutation(p)) {
      throw Error(fmt::format("a generator is no permutation of {} points", degree));
    }
    if (!is_identity(p)) moving.push_back(p);
  }
  for (const std::uint16_t point : options.base_prefix) {
    if (point >= degree) {
      throw Error(fmt::format("base point {}; 0 to {} are possible", point, degree - 1));
    }
    levels_.push_back(empty_level(point));
  }
  Rng rng(options.seed);
  for (const Permutation& p : moving) {
    throw_if_stopped(options.stop, kWork);
    absorb(p);
  }
  for (;;) {
    fill_randomly(moving, rng, options);
    choose_strong_generators(rng, options.stop);
    if (options.order_bound && order() == *options.order_bound) break;
    if (verify(moving, options.stop)) break;
  }
}

BigInt StabilizerChain::stabilizer_order(int fixed) const {
  BigInt order = 1;
  for (std::size_t l = fixed; l < levels_.size(); ++l) order *= levels_[l].orbit.size();
  return order;
}

std::vector<std::uint16_t> StabilizerChain::base() const {
  std::vector<std::uint16_t> points;
  for (const Level& level : levels_) points.push_back(level.base_point);
  return points;
}

std::vector<int> StabilizerChain::orbit_sizes() const {
  std::vector<int> sizes;
  for (const Level& level : levels_) sizes.push_back(static_cast<int>(level.orbit.size()));
  return sizes;
}

bool StabilizerChain::contains(const Permutation& p) const {
  return static_cast<int>(p.size()) == degree_ && is_identity(sift(p));
}

Permutation StabilizerChain::sift(Permutation p) const {
  sift_in_place(p, 0);
  return p;
}

Permutation StabilizerChain::random_element(Rng& rng) const {
  return random_from_level(0, rng);
}

Permutation StabilizerChain::random_from_level(int first, Rng& rng) const {
  // A product of one inverse representative from each level is the inverse of a uniform element,
  // so it is uniform itself.
  Permutation p = identity_permutation(degree_);
  for (std::size_t l = first; l < levels_.size(); ++l) {
    const Level& level = levels_[l];
    divide(level, level.orbit[random_below(rng, level.orbit.size())], p);
  }
  return p;
}

StabilizerChain::Level StabilizerChain::empty_level(std::uint16_t base_point) const {
  Level level;
  level.base_point = base_point;
  level.orbit.push_back(base_point);
  level.label.assign(degree_, kOutside);
  level.label[base_point] = kRoot;
  level.parent.assign(degree_, 0);
  level.depth.assign(degree_, 0);
  return level;
}

void StabilizerChain::divide(const Level& level, std::uint16_t point, Permutation& p) const {
  while (level.label[point] != kRoot) {
    multiply_by(p, *level.labels[level.label[point]]);
    point = level.parent[point];
  }
}

void StabilizerChain::add_generator(Level& level, const Generator& generator) const {
  level.generators.push_back(generator);
  const auto reach = [&](std::uint16_t from, std::size_t g) {
    const std::uint16_t to = (*level.generators[g].permutation)[from];
    if (level.label[to] != kOutside) return;
    level.label[to] = static_cast<std::int32_t>(level.labels.size());
    level.orbit.push_back(to);
    if (level.depth[from] < depth_limit_) {
      level.labels.push_back(level.generators[g].inverse);
      level.parent[to] = from;
      level.depth[to] = static_cast<std::uint8_t>(level.depth[from] + 1);
    } else {
      Permutation whole = *level.generators[g].inverse;
      divide(level, from, whole);
      level.labels.push_back(std::make_shared<const Permutation>(std::move(whole)));
      level.parent[to] = level.base_point;
      level.depth[to] = 1;
    }
  };
  // Points that were there meet the new generator only; new points meet them all.
  const std::size_t old_size = level.orbit.size();
  const std::size_t newest = level.generators.size() - 1;
  for (std::size_t i = 0; i < old_size; ++i) reach(level.orbit[i], newest);
  for (std::size_t i = old_size; i < level.orbit.size(); ++i) {
    for (std::size_t g = 0; g <= newest; ++g) reach(level.orbit[i], g);
  }
}

int StabilizerChain::sift_in_place(Permutation& p, int first) const {
  const int count = static_cast<int>(levels_.size());
  for (int l = first; l < count; ++l) {
    const Level& level = levels_[l];
    const std::uint16_t image = p[level.base_point];
    if (level.label[image] == kOutside) return l;
    divide(level, image, p);
  }
  return count;
}

bool StabilizerChain::absorb(Permutation p) {
  const auto l = static_cast<std::size_t>(sift_in_place(p, 0));
  if (l == levels_.size()) {
    if (is_identity(p)) return false;
    std::uint16_t moved = 0;
    while (p[moved] == moved) ++moved;
    levels_.push_back(empty_level(moved));
  }
  add_generator(levels_[l], make_generator(std::move(p)));
  return true;
}

void StabilizerChain::fill_randomly(const std::vector<Permutation>& generators, Rng& rng,
                                    const ChainOptions& options) {
  RandomWalk walk(
      generators, identity_permutation(degree_),
      [](const Permutation& a, const Permutation& b) { return compose(a, b); },
      [](const Permutation& a) { return inverse(a); }, rng());
  for (int quiet = 0; quiet < kQuietElements; ++quiet) {
    throw_if_stopped(options.stop, kWork);
    if (!absorb(walk.next())) continue;
    if (options.order_bound && order() == *options.order_bound) return;
    quiet = -1;
  }
}

// Multiplies p by elements of the stabiliser of the first `first` base points until p fixes as many
// of the later base points as can be had that way. Elements of a product of groups end up in one
// factor, so that few of them meet and most products need not be looked at.
void StabilizerChain::slim(Permutation& p, int first) const {
  for (std::size_t l = first; l < levels_.size(); ++l) {
    const std::uint16_t image = p[levels_[l].base_point];
    if (levels_[l].label[image] != kOutside) divide(levels_[l], image, p);
  }
}

// From the deepest level upwards, each level adds only what its orbit needs beyond the generators
// of the levels below (fewer strong generators mean fewer Schreier generators to sift), and its
// representatives are made anew from those.
void StabilizerChain::choose_strong_generators(Rng& rng, const std::stop_token& stop) {
  strong_.clear();
  for (int l = static_cast<int>(levels_.size()) - 1; l >= 0; --l) {
    const std::uint16_t base_point = levels_[l].base_point;
    Level fresh = empty_level(base_point);
    for (const StrongGenerator& deeper : strong_) add_generator(fresh, deeper.generator);
    while (fresh.orbit.size() < levels_[l].orbit.size()) {
      throw_if_stopped(stop, kWork);
      Permutation candidate = random_from_level(l, rng);
      // One that reaches nothing new would only cost time.
      if (std::all_of(fresh.orbit.begin(), fresh.orbit.end(),
                      [&](std::uint16_t x) { return fresh.label[candidate[x]] != kOutside; })) {
        continue;
      }
      slim(candidate, l + 1);
      strong_.push_back({make_generator(std::move(candidate)), l});
      add_generator(fresh, strong_.back().generator);
    }
    // Slimmed representatives take each point where they did: the factor fixes the base point.
    for (const std::uint16_t point : fresh.orbit) {
      if (point == base_point || fresh.parent[point] != base_point) continue;
      throw_if_stopped(stop, kWork);
      SharedPermutation& label = fresh.labels[fresh.label[point]];
      Permutation slimmed = *label;
      slim(slimmed, l + 1);
      label = std::make_shared<const Permutation>(std::move(slimmed));
    }
    levels_[l] = std::move(fresh);
  }
}

// Let H(l) be generated by the strong generators of level l and deeper, which all fix the base
// points before l. If u * s sifts to the identity from level l on, for every representative u of
// the level and every such generator s, then H(l+1) times the representatives is closed under right
// multiplication, so it is H(l), and the order of H(l) is the product of the orbits from l on. At
// the top, H(0) is the group if the generators sift too.
bool StabilizerChain::verify(const std::vector<Permutation>& generators,
                             const std::stop_token& stop) {
  const auto sifts = [&](Permutation p, int first) {
    const auto l = static_cast<std::size_t>(sift_in_place(p, first));
    if (l == levels_.size() && is_identity(p)) return true;
    absorb(p);
    return false;
  };
  std::vector<std::vector<std::uint64_t>> supports;
  for (const StrongGenerator& strong : strong_) {
    supports.push_back(support(*strong.generator.permutation));
  }
  std::size_t deeper = 0;  // strong_[0, deeper) belong to levels below l
  std::size_t here = 0;
  for (int l = static_cast<int>(levels_.size()) - 1; l >= 0; --l) {
    deeper = here;
    while (here < strong_.size() && strong_[here].level == l) ++here;
    const std::vector<std::uint16_t> orbit = levels_[l].orbit;
    for (const std::uint16_t point : orbit) {
      Permutation representative = identity_permutation(degree_);
      divide(levels_[l], point, representative);
      representative = inverse(representative);
      const std::vector<std::uint64_t> moved = support(representative);
      for (std::size_t g = 0; g < here; ++g) {
        // A deeper generator that the representative commutes with is its own Schreier generator.
        if (g < deeper && disjoint(moved, supports[g])) continue;
        throw_if_stopped(stop, kWork);
        if (!sifts(compose(representative, *strong_[g].generator.permutation), l)) return false;
      }
    }
  }
  return std::all_of(generators.begin(), generators.end(),
                     [&](const Permutation& p) { return sifts(p, 0); });
}

}  // namespace gyre
