// Random positions of a coset, and what their distances say about counts that are claimed for it.
#pragma once

#include <gyre/cube3/coset.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gyre::cube3 {

// Each position of the coset with the same probability; the same for the same seed.
[[nodiscard]] std::vector<Cube> random_positions(const Cube& representative, std::size_t count,
                                                 std::uint64_t seed);

// Positions of the coset that some symmetry of the cube leaves as they are, and the given one. Far
// positions are among them more often than among others, and who forges a certificate is better
// off with them. All are different; there are fewer, or none but the given one, where the coset has
// few.
[[nodiscard]] std::vector<Cube> symmetric_positions(const Cube& representative, std::size_t most,
                                                    std::uint64_t seed);

// How many of n random positions are within a depth is binomial, if the counts are right. The
// probability of what was seen is taken at the depth where it is least. Each comparison could have
// been that one, so it is multiplied by how many there are.
class Agreement {
 public:
  // Keeps a reference.
  explicit Agreement(const CosetResult& claimed) : claimed_(claimed) {}

  // Distances may be neither too short nor too long. Where the counts are lower bounds, they may
  // not be too long.
  [[nodiscard]] double of_distances(const std::vector<int>& distances) const;
  // Solutions that need not be the shortest may not be too short.
  [[nodiscard]] double of_lengths(const std::vector<int>& lengths) const;

 private:
  [[nodiscard]] double probability(const std::vector<int>& lengths, bool below) const;

  const CosetResult& claimed_;
};

}  // namespace gyre::cube3
