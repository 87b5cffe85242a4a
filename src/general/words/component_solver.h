// A full component, its pieces brought home by cycles of three: always the cycle that puts most
// pieces right for its moves. Pieces that look alike go to whichever of their homes is cheapest,
// and wild ones in any orientation.
#pragma once

#include "general/words/cycle_table.h"

#include "puzzle/group/position_set.h"

#include <stop_token>
#include <vector>

namespace gyre {

class ComponentSolver {
 public:
  // Keeps references to split and table. c: of the split.
  ComponentSolver(const ComponentSplit& split, int c, const State& solved, const CycleTable& table);

  // Appends a word that solves the component of a position that some even permutation with twists
  // that add up to 0 makes of the solved one, and that touches nothing else. Throws Error if it is
  // stopped.
  void solve(const State& position, LetterWord& word, const std::stop_token& stop) const;

 private:
  // What stands in each place: the class of look-alike pieces and the effective orientation.
  struct Look {
    std::vector<int> kind;
    std::vector<int> turn;
  };
  struct Choice {
    PieceCycle cycle;
    int cost = 0;
    int gain = 0;  // so many pieces more are right

    [[nodiscard]] bool better_than(const Choice& other) const noexcept {
      return gain > 0 && (other.gain <= 0 || cost * other.gain < other.cost * gain);
    }
  };

  [[nodiscard]] Look look_at(const State& position) const;
  [[nodiscard]] bool right(int piece_kind, int piece_turn, int place) const noexcept {
    return piece_kind == solved_.kind[place] &&
           (wild_[piece_kind] || piece_turn == solved_.turn[place]);
  }
  [[nodiscard]] bool right(const Look& look, int place) const noexcept {
    return right(look.kind[place], look.turn[place], place);
  }
  [[nodiscard]] int twisted(int turn, int by) const noexcept { return (turn + by) % orientations_; }
  [[nodiscard]] int gain(const Look& look, const PieceCycle& cycle) const noexcept;
  void turn_round(Look& look, const PieceCycle& cycle) const;
  // Twists that put a piece right at a place of its kind.
  void twists_home(const Look& look, int from, int to, std::vector<int>& twists) const;
  // Cycles that take the piece of a place home, and the one that stands there home too.
  void chain_from(const Look& look, int place, int least_gain, Choice& best) const;
  [[nodiscard]] bool one_step(Look& look, LetterWord& word) const;
  // Where no cycle puts two pieces right: two cycles together do.
  [[nodiscard]] bool two_steps(Look& look, LetterWord& word, const std::stop_token& stop) const;
  void make(const PieceCycle& cycle, Look& look, LetterWord& word) const;

  const ComponentSplit& split_;
  const CycleTable& table_;
  int c_;
  int orientations_;
  std::vector<ClassKey> keys_;  // by kind
  std::vector<std::vector<int>> homes_;
  std::vector<char> wild_;
  Look solved_;
};

}  // namespace gyre
