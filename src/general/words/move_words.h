// Sequences of moves as indices into a move set: cancelling what meets, and the letters that a
// group's words are made of.
//
// Without Illegal rules a letter is a move. With rules positions form no group, but the ways from
// the solved shape back to it do: there a letter is such a loop (ShapeGraph), and every word of
// letters is a sequence of moves that can be made at any position of the solved shape.
#pragma once

#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>

#include "puzzle/group/shape_graph.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace gyre {

// Turns of one class that meet become one, also across turns that commute with them. With Illegal
// rules only neighbours do, and only if no position comes up that did not before.
class MoveCanceller {
 public:
  // Keeps a reference to the moves.
  MoveCanceller(const MoveSet& moves, bool rules);

  void cancel(std::vector<int>& moves) const;
  [[nodiscard]] std::vector<int> inverse(const std::vector<int>& moves) const;

 private:
  struct Turns {
    int move_class = 0;
    int amount = 0;  // 1 .. order - 1
  };
  void append(std::vector<Turns>& word, Turns turns) const;
  void cancel_neighbours(std::vector<int>& moves) const;
  [[nodiscard]] int amount_of(int move) const;
  void write(const Turns& turns, std::vector<int>& moves) const;

  const MoveSet& moves_;
  bool rules_;
  std::vector<std::vector<int>> by_amount_;  // by class and amount: a move, or -1
};

struct Letter {
  State action;
  std::vector<int> moves;
  int inverse = 0;  // index of the letter that undoes it

  [[nodiscard]] int cost() const noexcept { return static_cast<int>(moves.size()); }
};

// Indices of letters, left to right.
using LetterWord = std::vector<std::uint16_t>;

// The moves themselves; all of them.
[[nodiscard]] std::vector<Letter> letters_of_moves(const MoveSet& moves);
// Loops that generate all loops, and some short ones more. Throws Error if it is stopped.
[[nodiscard]] std::vector<Letter> letters_of_loops(const OrbitList& orbits, const ShapeGraph& graph,
                                                   const MoveCanceller& canceller,
                                                   const std::stop_token& stop);

[[nodiscard]] LetterWord inverse_word(const std::vector<Letter>& letters, const LetterWord& word);

}  // namespace gyre
