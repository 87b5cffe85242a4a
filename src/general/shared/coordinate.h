// Coordinates of a puzzle: parts of a position that moves change by themselves, whatever the rest
// is, numbered densely from 0 (the start). The permutation of the slots that moves connect is one,
// so are their orientations: moves turn slots, not pieces. Values are found by enumeration, so that
// exactly the reachable ones have numbers, whatever group there is behind them.
//
// Decides the numbering and what moves do to it. Which coordinates together make a space that is
// exact and small is left to ranked_plan.h, symmetry to ranked_space.h.
#pragma once

#include "puzzle/group/components.h"

#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace gyre {

// Positions with orientations measured so that as few as possible occur: in slots against the gauge
// of their component (puzzle/group/components.h), and so that all are 0 at the start. In the frame
// of whoever wrote the definition the orientations of <U,D,F2,B2,L2,R2> may well take thousands of
// values; in this one they take a single one.
class OrientationFrame {
 public:
  OrientationFrame(const PuzzleDefinition& definition, const MoveSet& moves, const State& start);

  [[nodiscard]] const OrbitList& orbits() const noexcept { return split_.orbits(); }
  [[nodiscard]] const ComponentSplit& split() const noexcept { return split_; }
  [[nodiscard]] const State& start() const noexcept { return start_; }
  // The actions of the move set, in its order.
  [[nodiscard]] const std::vector<State>& actions() const noexcept { return actions_; }
  // What is taken from the orientation of identity `piece` in a slot.
  [[nodiscard]] int zero(int orbit, int slot, int piece) const noexcept;
  [[nodiscard]] State into(const State& position) const;
  [[nodiscard]] State out_of(const State& framed) const;

 private:
  [[nodiscard]] State shifted(const State& position, int sign) const;

  ComponentSplit split_;
  std::vector<std::vector<int>> gauges_;  // by orbit and slot
  std::vector<std::vector<int>> pieces_;  // by component and identity
  State start_;
  std::vector<State> actions_;
};

// Which part of the position: the permutation or the orientations of a component (an index into
// ComponentSplit), or both.
struct CoordinatePart {
  int component = 0;
  bool permutation = false;
  bool orientation = false;

  bool operator==(const CoordinatePart&) const = default;
};

class Coordinate {
 public:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  static constexpr std::uint8_t kUnreached = 0xFF;

  // nullopt if there are more than max_size values. Time: a hash for each value and class of moves.
  [[nodiscard]] static std::optional<Coordinate> enumerate(
      std::shared_ptr<const OrientationFrame> frame, const MoveSet& moves,
      std::vector<CoordinatePart> parts, std::size_t max_size);

  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
  [[nodiscard]] const std::vector<CoordinatePart>& parts() const noexcept { return parts_; }
  [[nodiscard]] int moves() const noexcept { return moves_; }
  // Where a move takes a value.
  [[nodiscard]] std::uint32_t move(std::uint32_t value, int move) const noexcept {
    return table_[static_cast<std::size_t>(move) * size_ + value];
  }

  // The value of a position of the puzzle; kNone if moves do not lead there.
  [[nodiscard]] std::uint32_t rank(const State& position) const;
  // The same for bytes of a position in the frame.
  [[nodiscard]] std::uint32_t rank_framed(const std::uint8_t* state) const noexcept;
  // Writes the bytes that the value stands for into a position in the frame.
  void write_framed(std::uint32_t value, std::uint8_t* state) const noexcept;
  // The bytes of a framed position that the coordinate reads and writes.
  [[nodiscard]] const std::vector<int>& bytes() const noexcept { return bytes_; }

  // The exact number of moves from the start to every value: a lower bound for all positions that
  // have it. At most 254: what is further away is said to be at 254.
  [[nodiscard]] std::vector<std::uint8_t> distances() const;

 private:
  struct KeyMove {
    std::vector<int> source;  // by place in the key
    std::vector<std::uint8_t> turn;
  };

  Coordinate() = default;
  void choose_bytes();
  [[nodiscard]] KeyMove key_move(const State& action) const;
  void apply(const KeyMove& move, const std::uint8_t* from, std::uint8_t* to) const noexcept;
  [[nodiscard]] bool fill(const MoveSet& moves, std::size_t max_size);
  [[nodiscard]] std::uint64_t hash(const std::uint8_t* key) const noexcept;
  // The place in slots_ where the key is or would be.
  [[nodiscard]] std::size_t find(const std::uint8_t* key, std::uint64_t hash) const noexcept;
  void grow();

  std::shared_ptr<const OrientationFrame> frame_;
  std::vector<CoordinatePart> parts_;
  std::vector<int> bytes_;             // by place in the key: permutations, then orientations
  std::vector<std::uint8_t> modulus_;  // by place; 0: a piece
  std::size_t turning_ = 0;            // the first place that is an orientation
  std::size_t stride_ = 0;             // bytes of a key, a multiple of 8
  std::uint32_t size_ = 0;
  int moves_ = 0;
  std::vector<std::uint8_t> keys_;
  std::vector<std::uint32_t> slots_;  // value + 1, 0: free; a power of two of them
  std::vector<std::uint32_t> table_;
};

// The smallest parts: of each component its permutation and its orientations.
[[nodiscard]] std::vector<CoordinatePart> atomic_parts(const OrientationFrame& frame);

}  // namespace gyre
