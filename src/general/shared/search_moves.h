// SearchMoves: the moves of a search in the form that its loops read: packed, with the list of
// those that may follow each state of the canonical automaton, and whether a position is legal.
#pragma once

#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>
#include "puzzle/canonical/canonical.h"
#include "puzzle/kernel/kernel.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace gyre {

class SearchMoves {
 public:
  // order: a seed by which the lists are shuffled. Throws Error if a canon depth is given and the
  // automaton does not fit, or rules may block some of the sequences that have one effect.
  SearchMoves(const PuzzleDefinition& definition, const MoveSet& moves, const StateKernel& kernel,
              std::optional<std::uint64_t> order = std::nullopt,
              const CanonicalOptions& canonical = {});

  // The moves that may follow in a state of the automaton.
  struct Followers {
    std::span<const std::uint16_t> moves;         // indices into the move set
    std::span<const std::uint8_t* const> packed;  // the same
    std::span<const std::uint32_t> next;          // the state after each
  };
  [[nodiscard]] Followers after(std::uint32_t state) const noexcept {
    const std::size_t from = first_[state];
    const std::size_t count = first_[state + 1] - from;
    return {{list_.data() + from, count},
            {pointers_.data() + from, count},
            {next_.data() + from, count}};
  }
  static constexpr std::uint32_t kStart = 0;

  [[nodiscard]] std::size_t size() const noexcept { return packed_.size(); }
  [[nodiscard]] const std::uint8_t* operator[](std::size_t move) const noexcept {
    return packed_[move];
  }
  [[nodiscard]] bool has_rules() const noexcept { return !rules_.empty(); }
  // Whether a packed position keeps the Illegal rules.
  [[nodiscard]] bool legal(const std::uint8_t* packed) const noexcept {
    for (const Rule& rule : rules_) {
      if (rule.forbidden[packed[rule.place]] != 0) return false;
    }
    return true;
  }
  // How many sequences of each length are walked along, rounded: 1, then those of one move, ...
  [[nodiscard]] std::vector<double> sequences(int max_length) const;

 private:
  struct Rule {
    int place = 0;
    std::array<char, 256> forbidden{};
  };
  void take_automaton(const CanonicalAutomaton& automaton, const std::vector<int>& order);
  void take_classes(const MoveSet& moves, const std::vector<int>& order);
  void add_state(const std::vector<std::pair<int, std::uint32_t>>& followers);

  PackedStates packed_;
  std::vector<Rule> rules_;
  std::vector<std::size_t> first_ = {0};
  std::vector<std::uint16_t> list_;
  std::vector<const std::uint8_t*> pointers_;
  std::vector<std::uint32_t> next_;
};

}  // namespace gyre
