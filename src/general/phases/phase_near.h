// What is near the goal of a phase whose tables see only a small part of it: positions of all
// coordinates together, within as many moves as there is room for. A beam comes near the goal by
// its tables, which know nothing of each other, and goes the rest of the way by this.
//
// Pieces that shall come together with others make pairs, and of some pairs a coordinate does not
// know which they are. All of them together say of each place where the partner of its piece is:
// that is what a position is known by, so that the goal is one position and not one for each order
// of the pairs.
#pragma once

#include "base/stop.h"
#include "general/phases/phase_space.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace gyre {

class PhaseNear {
 public:
  // Only the coordinates of the first `tables` tables of the space are looked at. There is room for
  // so many positions. Keeps a reference to the space. It stays empty where the goal has too many
  // positions. Throws Error if stopped.
  PhaseNear(const PhaseSpace& space, std::size_t tables, std::size_t positions,
            const std::stop_token& stop);

  // What a position is known by.
  [[nodiscard]] std::uint64_t key(const PhaseValues& values) const;
  static constexpr int kFar = 0xFF;
  // The cost of the way to the goal; kFar if it is not known.
  [[nodiscard]] int cost(std::uint64_t key) const noexcept;
  // Adds the way to the goal to the moves; false if there is none.
  bool append_way(PhaseValues values, std::vector<int>& moves) const;
  [[nodiscard]] std::uint64_t bytes() const noexcept {
    return tags_.size() * sizeof(std::uint32_t) + costs_.size();
  }

 private:
  // Positions of one cost, values after values.
  using Rows = std::vector<std::uint32_t>;

  void write(const PhaseValues& values, Rows& rows) const;
  void read(const Rows& rows, std::size_t index, PhaseValues& values) const;
  // False if it was there.
  bool insert(std::uint64_t key, int cost);
  [[nodiscard]] std::size_t find(std::uint64_t key) const noexcept;
  // The solved position, and where the moves that are left take it; false if that is too much.
  bool add_goals(Rows& rows);
  void spread(const std::stop_token& stop);

  const PhaseSpace& space_;
  std::vector<char> looked_at_;  // by coordinate
  bool with_signs_;
  std::size_t row_;
  std::size_t positions_;
  std::size_t count_ = 0;
  std::vector<std::uint32_t> tags_;  // 0: free; a power of two of them
  std::vector<std::uint8_t> costs_;
};

}  // namespace gyre
