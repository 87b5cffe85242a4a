// CanonicalAutomaton: which move may follow. Sequences that differ only by the order of commuting
// moves make the same position; a search that walks along this automaton meets one of them.
// Derived from commutation (or, with a canon depth, from effects), never from the names of moves.
//
// Commuting only: a state is the set of move classes that occurred and that no later move blocks,
// that is, fails to commute with. A class may follow unless it is in the set or a greater class of
// the set commutes with it. Of every sequence up to swaps of commuting moves exactly one survives:
// the one in which each move, from the last back to the first, has the greatest class that could
// stand there. Of classes in the set that commute with the very same classes only the greatest is
// kept, since it forbids all that the others do; so the 20x20x20 has 61 states. In the
// quarter-turn metric a run of one class goes on in its direction: forwards up to half a turn,
// backwards less.
//
// Canon depth n: a state is the last n moves, and every subsequence of n + 1 or fewer moves is the
// first, by length and then by an order of the moves, that makes its effect on the pieces. In that
// order classes that commute with the very same classes stand together, otherwise classes stand as
// in the move set, and the moves of a class stand backwards.
#pragma once

#include <gyre/base/bigint.h>
#include <gyre/base/progress.h>
#include <gyre/puzzle/move_set.h>

#include <bit>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace gyre {

constexpr int kMaxCanonDepth = 20;

struct CanonicalOptions {
  int depth = 0;  // canon depth, at most kMaxCanonDepth; 0: commuting only
  std::uint64_t memory_bytes = std::uint64_t{2} << 30U;
  int threads = 0;  // 0: all
  ProgressCallback progress;
  std::stop_token stop;
};

class CanonicalAutomaton {
 public:
  // Throws Error if the automaton would not fit into memory_bytes, or if it is stopped. With less
  // memory a canon depth takes more passes, as long as its states fit.
  CanonicalAutomaton(const PuzzleDefinition& definition, const MoveSet& moves,
                     const CanonicalOptions& options = {});

  [[nodiscard]] int states() const noexcept { return static_cast<int>(link_.size()); }
  [[nodiscard]] int moves() const noexcept { return move_count_; }
  // The state before the first move.
  static constexpr int kStart = 0;

  // The state after `move`, or -1 if it may not follow.
  [[nodiscard]] int next(int state, int move) const noexcept {
    return allows(state, move) ? static_cast<int>(targets(state)[move]) : -1;
  }
  [[nodiscard]] bool allows(int state, int move) const noexcept {
    return ((allowed(state)[move / 64] >> (static_cast<unsigned>(move) % 64U)) & 1U) != 0;
  }
  // For searches: bit m of the mask_words() words says whether move m may follow, and then
  // targets(state)[m] is the state after it. Other targets mean nothing.
  [[nodiscard]] int mask_words() const noexcept { return mask_words_; }
  [[nodiscard]] const std::uint64_t* allowed(int state) const noexcept {
    return allowed_.data() + static_cast<std::size_t>(state) * mask_words_;
  }
  [[nodiscard]] const std::uint32_t* targets(int state) const noexcept {
    return table_.data() + static_cast<std::size_t>(link_[state]) * move_count_;
  }
  // Calls visit(move, next state) for each move that may follow, in ascending order.
  template <class Visit>
  void for_each_next(int state, Visit&& visit) const {
    const std::uint64_t* mask = allowed(state);
    const std::uint32_t* to = targets(state);
    for (int word = 0; word < mask_words_; ++word) {
      for (std::uint64_t bits = mask[word]; bits != 0; bits &= bits - 1) {
        const int move = 64 * word + std::countr_zero(bits);
        visit(move, static_cast<int>(to[move]));
      }
    }
  }

  // Whether a sequence of moves survives.
  [[nodiscard]] bool accepts(const std::vector<int>& sequence) const noexcept;

 private:
  void build_commuting(const MoveSet& moves, const CanonicalOptions& options);
  void build_depth(const PuzzleDefinition& definition, const MoveSet& moves,
                   const CanonicalOptions& options);

  int move_count_ = 0;
  int mask_words_ = 0;
  // States share rows of targets: with a canon depth, a row belongs to all but the first of the
  // remembered moves.
  std::vector<std::uint32_t> link_;
  std::vector<std::uint64_t> allowed_;
  std::vector<std::uint32_t> table_;
};

// How many canonical sequences there are, exactly. States that have equally many continuations of
// every length for an evident reason are counted as one.
class CanonicalCounts {
 public:
  // Where few sequences are canonical, counting up to the number of positions would not end.
  static constexpr int kMaxLowerBound = 10'000;
  // So many additions take a few seconds.
  static constexpr std::size_t kMaxCountingWork = 4'000'000'000;

  // threads: 0 means all. This and what follows throws Error if it is stopped.
  explicit CanonicalCounts(const CanonicalAutomaton& automaton, int threads = 0,
                           std::stop_token stop = {});

  // The number of sequences of each length 0, ..., max_length.
  [[nodiscard]] std::vector<BigInt> sequences(int max_length) const;

  // How many times more sequences each further move gives in the long run; 0 if there are only
  // finitely many. It is right to nine digits.
  [[nodiscard]] double branching_factor() const;

  // The least d for which there are at least `positions` sequences of length d or less, but at most
  // kMaxLowerBound, and less where more than kMaxCountingWork would have to be done: some position
  // needs that many moves. -1 if there never are so many.
  [[nodiscard]] int lower_bound(const BigInt& positions) const;

 private:
  [[nodiscard]] std::optional<int> rounded_lower_bound(const BigInt& positions) const;

  // A graph with an edge for each move; sequences are paths from start_.
  std::uint32_t start_ = 0;
  std::vector<std::size_t> first_edge_;  // of each node, and the end
  std::vector<std::uint32_t> targets_;
  int threads_ = 0;
  std::stop_token stop_;
};

}  // namespace gyre
