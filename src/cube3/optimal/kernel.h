// What stands between the scheduler of optimal solving (scheduler.h: positions, lengths,
// tasks, threads, symmetry, results) and the search itself (everything per node).
#pragma once

#include <gyre/cube3/cube.h>
#include <gyre/puzzle/move_set.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace gyre::cube3 {

// Moves as FaceTurn::index() counts them.
using MoveIndex = std::uint8_t;

// The first moves of the sequences that a task is to find.
struct OptimalTask {
  static constexpr int kMaxMoves = 4;
  std::array<MoveIndex, kMaxMoves> moves{};
  int count = 0;
};

struct OptimalEffort {
  std::uint64_t nodes = 0;
  std::uint64_t probes = 0;
};

// One length of one position, as the kernel sees it. All functions may be called from any thread.
class OptimalBoard {
 public:
  virtual ~OptimalBoard() = default;
  [[nodiscard]] virtual const Cube& cube() const noexcept = 0;
  // The length of the whole solution, the moves of the task included; a half turn counts two in the
  // quarter-turn metric.
  [[nodiscard]] virtual int length() const noexcept = 0;
  // A task to begin: nothing if there are no more to hand out.
  [[nodiscard]] virtual std::optional<std::size_t> next() = 0;
  [[nodiscard]] virtual const OptimalTask& task(std::size_t index) const noexcept = 0;
  // Cheap, asked often while a task is worked on: false if the rest of it may be dropped.
  [[nodiscard]] virtual bool wanted(std::size_t index) const noexcept = 0;
  // Looks at clocks and stop tokens; called now and then (every few thousand nodes).
  virtual void look() = 0;
  // A whole solution of this length that begins with the moves of the task, each of a face that
  // may_follow() the one before.
  virtual void found(std::size_t index, std::span<const MoveIndex> moves) = 0;
  // All solutions of the task have been found, or it is not wanted any more.
  virtual void finish(std::size_t index, const OptimalEffort& effort) = 0;
};

// What one thread keeps from one call of work to the next.
class OptimalMemory {
 public:
  virtual ~OptimalMemory() = default;
};

class OptimalKernel {
 public:
  virtual ~OptimalKernel() = default;
  [[nodiscard]] virtual Metric metric() const noexcept = 0;
  [[nodiscard]] virtual std::unique_ptr<OptimalMemory> make_memory() const = 0;
  // A bound that is never more than the moves that solve the cube.
  [[nodiscard]] virtual int lower_bound(const Cube& cube) const = 0;
  // Begins and finishes tasks of the board until next() has no more. Several threads may do so with
  // one board at the same time.
  virtual void work(OptimalBoard& board, OptimalMemory& memory) const = 0;
};

}  // namespace gyre::cube3
