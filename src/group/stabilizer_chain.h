// Schreier-Sims: the order of a permutation group, membership, and uniformly random elements,
// exact. Knows nothing of puzzles; puzzle/puzzle_group.h stands on it.
//
// Random elements build the chain fast; then every Schreier generator is sifted, so the answer is
// proved, not only probable. The seed decides the time, never the result.
#pragma once

#include <gyre/base/bigint.h>
#include "base/random.h"
#include "group/permutation.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace gyre {

struct ChainOptions {
  // These points come first in the base, in this order, also where their orbit is trivial.
  std::vector<std::uint16_t> base_prefix = {};
  std::uint64_t seed = 1;
  // A proved upper bound on the order. A chain that reaches it is complete, since the product of
  // its orbits is always a lower bound; the sifting of Schreier generators is then left out.
  std::optional<BigInt> order_bound = {};
  std::stop_token stop = {};
};

class StabilizerChain {
 public:
  // Throws Error if a generator is no permutation of the degree (at most 65,535), or if it is
  // stopped.
  StabilizerChain(int degree, const std::vector<Permutation>& generators,
                  const ChainOptions& options = {});

  [[nodiscard]] int degree() const noexcept { return degree_; }
  [[nodiscard]] BigInt order() const { return stabilizer_order(0); }
  // The order of the pointwise stabiliser of the first `fixed` base points.
  [[nodiscard]] BigInt stabilizer_order(int fixed) const;
  [[nodiscard]] std::vector<std::uint16_t> base() const;
  [[nodiscard]] std::vector<int> orbit_sizes() const;

  [[nodiscard]] bool contains(const Permutation& p) const;
  // What is left of p after dividing by coset representatives; the identity if p is in the group.
  [[nodiscard]] Permutation sift(Permutation p) const;
  // Uniform over the group.
  [[nodiscard]] Permutation random_element(Rng& rng) const;

  // The number of elements that keep all colours: colours[x] == colours[g[x]]. Backtracking; no
  // value if it would visit more than `node_limit` partial elements.
  [[nodiscard]] std::optional<BigInt> color_stabilizer_order(
      const std::vector<std::uint32_t>& colors, std::uint64_t node_limit) const;

  enum class Found { yes, no, limit };
  // Whether some element g takes one colouring to the other: from[x] == to[g[x]] for all x. Gives
  // such an element, the same one every time. Stopped, it is at its limit.
  [[nodiscard]] Found find_recoloring(const std::vector<std::uint32_t>& from,
                                      const std::vector<std::uint32_t>& to,
                                      std::uint64_t node_limit, Permutation& element,
                                      const std::stop_token& stop = {}) const;

 private:
  friend class ColorSearch;
  using SharedPermutation = std::shared_ptr<const Permutation>;

  struct Generator {
    SharedPermutation permutation;
    SharedPermutation inverse;
  };
  // One link of the chain: the stabiliser of the earlier base points acts on `orbit`, and a tree of
  // depth at most depth_limit_ leads every point of it back to the base point.
  struct Level {
    std::uint16_t base_point = 0;
    std::vector<std::uint16_t> orbit;       // base point first
    std::vector<std::int32_t> label;        // by point: the edge towards the root, or kOutside
    std::vector<std::uint16_t> parent;      // by point
    std::vector<std::uint8_t> depth;        // by point
    std::vector<SharedPermutation> labels;  // each takes a point to its parent
    std::vector<Generator> generators;      // that the orbit is closed under
  };
  struct StrongGenerator {
    Generator generator;
    int level = 0;  // fixes the base points before this level, moves that one's
  };

  static Generator make_generator(Permutation p);
  [[nodiscard]] Level empty_level(std::uint16_t base_point) const;
  void add_generator(Level& level, const Generator& generator) const;
  // Sifts p from level `first` on; returns the level where it left the chain, or the number of
  // levels.
  int sift_in_place(Permutation& p, int first) const;
  // p times the inverse of the coset representative that takes the base point to `point`.
  void divide(const Level& level, std::uint16_t point, Permutation& p) const;
  void slim(Permutation& p, int first) const;
  // Takes in an element of the group; false if the chain had it already.
  bool absorb(Permutation p);
  void fill_randomly(const std::vector<Permutation>& generators, Rng& rng,
                     const ChainOptions& options);
  void choose_strong_generators(Rng& rng, const std::stop_token& stop);
  // Sifts all Schreier generators and the generators; false after absorbing one that did not sift.
  bool verify(const std::vector<Permutation>& generators, const std::stop_token& stop);
  [[nodiscard]] Permutation random_from_level(int first, Rng& rng) const;

  int degree_;
  int depth_limit_;
  std::vector<Level> levels_;
  std::vector<StrongGenerator> strong_;  // deepest level first
};

}  // namespace gyre
