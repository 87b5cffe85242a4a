// One solve: Kociemba's two phases on three axes, on the position and its inverse, deepened in
// turn.
//
// Phase 1 brings a position into the subgroup H (all orientations solved, middle-slice edges in the
// middle slice), phase 2 solves it inside H. Seen from another axis or backwards the same position
// is as near or far from solved, but its phases are others; six searches find more than one in the
// same time.
//
// What is complete and therefore proves: once one of the searches has gone through all phase-1
// lengths up to d, every solution of d moves or less has been met, since a whole solution is itself
// a phase-1 sequence with nothing left to do. Phase 2 is cut at phase2_limit moves; only where that
// may have lost a solution are phase-1 sequences continued by moves of H.
#pragma once

#include "cube3/small_tables.h"

#include <gyre/cube3/solver.h>

#include <chrono>

namespace gyre::cube3 {

// Longer second phases are dear, and a longer first phase soon finds as much.
constexpr int kPhase2Limit = 10;

class TwoPhase {
 public:
  // The cube is possible. References are kept.
  TwoPhase(const SmallTables& tables, const Cube& cube, const SolveLimits& limits,
           const SolutionCallback& improved, const std::stop_token& stop,
           int phase2_limit = kPhase2Limit);

  [[nodiscard]] Solution run();

 private:
  // One view of the position, and its coordinates.
  struct View {
    Cube cube;
    int rotations = 0;
    bool inverse = false;
    int twist = 0;
    int flip = 0;
    int slice_slots = 0;
  };
  // What phase 1 does not look at, after each of its moves; filled in up to known_ when needed.
  struct Rest {
    std::uint16_t corners = 0;
    std::uint16_t middle = 0;
    std::uint16_t top = 0;
    std::uint16_t bottom = 0;
  };

  static constexpr int kMaxLength = 40;
  static constexpr int kNoFace = kFaces;

  void start(const View& view);
  void phase1(int twist, int flip, int slice, int depth, int left);
  void finish(int depth);
  bool phase2(int corners, int edges, int middle, int depth, int left);
  [[nodiscard]] bool worth_finishing(int depth) const noexcept;
  [[nodiscard]] int phase1_bound(const View& view) const noexcept;
  void record(int length);
  void count_node();
  [[nodiscard]] double elapsed() const;

  const SmallTables& tables_;
  const Cube& cube_;
  const SolveLimits& limits_;
  const SolutionCallback& improved_;
  const std::stop_token& stop_;
  std::chrono::steady_clock::time_point begun_;

  int phase2_limit_;

  std::vector<View> views_;
  const View* view_ = nullptr;
  std::array<std::uint8_t, kMaxLength> moves_{};
  std::array<Rest, kMaxLength> rest_{};
  int known_ = 0;  // rest_ is right up to this depth

  Solution best_;
  int best_length_ = 0;  // of best_, or one more than allowed
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;  // by time, target or stop token
  bool halted_ = false;   // also if this phase-1 length cannot improve any more
};

}  // namespace gyre::cube3
