// A part of a phase's view that moves change by itself: some colours of one component, where they
// are, how they are turned, or both. Its values are numbered densely by enumeration, 0 is the goal;
// what each move does to each is a table.
#pragma once

#include "general/phases/phase_moves.h"
#include "general/phases/phase_view.h"

#include <gyre/puzzle/definition.h>

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace gyre {

class PhaseCoordinate {
 public:
  struct Choice {
    std::vector<char> colours;  // by colour: whether it is looked at; the others look alike
    bool places = true;
    bool turns = true;
  };
  // No value if there are more than max_size.
  [[nodiscard]] static std::optional<PhaseCoordinate> enumerate(
      const PuzzleDefinition& definition, const ViewPart& part, const Choice& choice,
      const PhaseMoves& moves, std::size_t max_size, const std::stop_token& stop = {});

  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
  // Where the moves take a value, one after the other.
  [[nodiscard]] const std::uint32_t* row(std::uint32_t value) const noexcept {
    return table_.data() + static_cast<std::size_t>(value) * moves_;
  }
  // kNone if the phase's moves do not lead there.
  [[nodiscard]] std::uint32_t rank(const State& position) const;
  [[nodiscard]] std::uint64_t bytes() const noexcept;

 private:
  PhaseCoordinate() = default;
  void number_symbols(const PuzzleDefinition& definition, const Choice& choice);
  [[nodiscard]] std::vector<std::uint8_t> key_of(const State& position) const;
  [[nodiscard]] std::vector<std::vector<std::uint8_t>> symbol_maps(const State& action) const;
  [[nodiscard]] std::size_t find(const std::uint8_t* key) const noexcept;
  void grow();

  ViewPart part_;
  int perm_offset_ = 0;
  int ori_offset_ = 0;
  // A place holds 0, or a symbol: the first of its kind, plus how far it is turned.
  struct Kind {
    int first = 0;
    int modulus = 1;
  };
  std::vector<int> kind_of_;  // by colour: index into kinds_, or -1
  std::vector<Kind> kinds_;
  int symbols_ = 1;
  std::size_t places_ = 0;
  std::uint32_t size_ = 0;
  int moves_ = 0;
  std::vector<std::uint8_t> keys_;
  std::vector<std::uint32_t> slots_;  // value + 1, 0: free; a power of two of them
  std::vector<std::uint32_t> table_;
};

}  // namespace gyre
