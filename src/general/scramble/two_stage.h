// TwoStageSearch: solutions of puzzles with Illegal rules that are too big for shortest ones, like
// the square-1; short, but not the shortest.
//
// Some classes of moves that commute are free: of two positions that they take to each other one
// is kept, so that only the other moves count (the slashes of the square-1; its layers are free).
// The rules see only the shape: which slots hold pieces that they tell apart. Stage one leads to
// the solved shape along the distances of all shapes, which are few; stage two solves without
// leaving that shape at the end of any counted move. It meets a table of the positions nearest to
// solved, four bytes each. Stage two does not make all positions of its shape (on the square-1 half
// of them, by parity); so the distances are those of shapes with the coset of its group.
//
// Two positions that look the same to the table make one of them missing there, which may make a
// solution longer. Each is replayed.
#pragma once

#include <gyre/base/progress.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/puzzle_group.h>
#include "base/huge_pages.h"
#include "puzzle/kernel/kernel.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <unordered_map>
#include <vector>

namespace gyre {

class TwoStageSearch {
 public:
  // The table of stage two has so many slots.
  static constexpr std::uint64_t kSlots = std::uint64_t{1} << 21U;
  static constexpr std::size_t kMostShapes = PuzzleGroup::kMaxShapes;

  // There are rules, and all pieces are different and none is wild.
  [[nodiscard]] static bool fits(const PuzzleDefinition& definition);

  // Makes the tables, in a few seconds; the same on every machine. moves: in the half-turn metric.
  // Throws Error if it was stopped, or there are more than kMostShapes.
  TwoStageSearch(const PuzzleDefinition& definition, const MoveSet& moves,
                 const ProgressCallback& progress = {}, const std::stop_token& stop = {},
                 std::uint64_t slots = kSlots);

  // Indices into the move set; nothing if it was stopped or the search ended without a solution.
  // The position must be legal and within reach. Any thread may call it, and every machine gives
  // the same.
  [[nodiscard]] std::optional<std::vector<int>> solve(const State& position,
                                                      const std::stop_token& stop = {}) const;

  [[nodiscard]] std::size_t shapes() const noexcept { return shapes_.size(); }
  // What its tables take.
  [[nodiscard]] std::uint64_t bytes() const noexcept {
    const std::size_t of_shape =
        sizeof(Shape) + static_cast<std::size_t>(kernel_.bytes()) + cosets_.size() * sizeof(int);
    return slots_.size_bytes() + shapes_.size() * of_shape;
  }
  // All positions of the solved shape within so many counted moves are in the table.
  [[nodiscard]] int table_depth() const noexcept { return depth_; }

 private:
  struct Rule {
    int place = 0;
    std::array<char, 256> forbidden{};
  };
  // A byte of a packed position, to the kind of its piece.
  struct ShapePlace {
    int place = 0;
    std::array<std::uint8_t, 256> kind{};
  };
  // A free class turns its cycle of places; the least piece there tells how far it is turned.
  struct FreeClass {
    int move_class = 0;
    std::vector<int> cycle;
    std::size_t stride = 1;  // in free_
    std::uint8_t mask = 0;   // of the bits of a place that hold the piece
  };
  struct Shape {
    int distance = 0;      // counted moves to the solved shape
    std::size_t back = 0;  // index into free_: to the solved shape itself; at distance 0
    State way_back;        // undoes a way from the solved shape to this one
    // The counted moves from each coset to a position that stage two solves; -1 where it is not
    // known.
    std::vector<int> to_stage_two;
  };
  // One step: free turns, then a counted move.
  struct Child {
    std::uint64_t key = 0;
    int free = 0;     // index into free_
    int counted = 0;  // index into counted_
  };
  struct Scratch;
  struct Walk;

  void take_rules();
  void choose_free();
  void find_shapes(const std::stop_token& stop);
  void find_group();
  void find_cosets(const std::stop_token& stop);
  void fill(const ProgressCallback& progress, const std::stop_token& stop);

  [[nodiscard]] bool legal(const std::uint8_t* position) const noexcept;
  [[nodiscard]] std::uint64_t shape_of(const std::uint8_t* position,
                                       Scratch& scratch) const noexcept;
  [[nodiscard]] std::uint64_t key_of(const std::uint8_t* position, Scratch& scratch) const noexcept;
  // All positions that one step leads to whose shape is at most so far from the solved one, into
  // the scratch; those with equal keys once.
  void make_children(const std::uint8_t* position, int most_distance, Scratch& scratch) const;
  // The coset of what is left to do behind the way to the shape; as many as are known: a new one.
  [[nodiscard]] std::size_t coset_of(const std::uint8_t* position, const Shape& shape) const;
  // Counted moves until stage two can begin; -1 if none are known.
  [[nodiscard]] int to_stage_two(const std::uint8_t* position, Scratch& scratch) const;

  [[nodiscard]] std::size_t slot_of(std::uint64_t key) const noexcept { return key >> shift_; }
  // The depth at which the table knows a position, or -1.
  [[nodiscard]] int depth_of(std::uint64_t key) const noexcept;
  // True if it is new.
  bool insert(std::uint64_t key, int depth) noexcept;

  // Both append moves, or return false. left: steps of this stage.
  bool reach_shape(Walk& walk, const std::uint8_t* position, int left) const;
  bool reach_table(Walk& walk, const std::uint8_t* position, int left) const;
  bool descend(Walk& walk, const std::uint8_t* position, int depth) const;
  void add_step(const Child& child, std::vector<int>& moves) const;
  void add_free(std::size_t index, std::vector<int>& moves) const;

  PuzzleDefinition definition_;
  MoveSet move_set_;
  StateKernel kernel_;
  std::vector<Rule> rules_;
  std::vector<ShapePlace> shape_places_;
  std::vector<FreeClass> free_classes_;
  PackedStates free_;     // all products of free turns; the first is none
  PackedStates counted_;  // the other moves
  std::vector<int> counted_moves_;
  std::unordered_map<std::uint64_t, Shape> shapes_;  // the legal ones
  std::unique_ptr<const PuzzleGroup> group_;         // what stage two can do
  std::vector<State> cosets_;                        // undo one element of each
  State unsolved_;                                   // the inverse of the solved position
  unsigned shift_ = 0;
  HugeBuffer buffer_;
  std::span<std::uint32_t> slots_;
  std::uint64_t entries_ = 0;
  int depth_ = 0;
};

}  // namespace gyre
