// A part of a phase's view that moves change by itself: some colours of one component, where they
// are, how they are turned, or both. Its values are numbered densely by enumeration, 0 is the goal;
// what each move does to each is a table.
//
// Beside a value goes a sign for each colour whose pieces are all different: whether they stand in
// an odd order along the places. It is no part of the value, but what a move does to it depends on
// the value alone, so the signs that the goal needs can be carried along (PhaseSpace).
#pragma once

#include "general/phases/phase_moves.h"
#include "general/phases/phase_view.h"

#include <gyre/puzzle/definition.h>

#include <array>
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
  // Which signs the moves change, in the order of row(): a bit for each colour that has one.
  [[nodiscard]] const std::uint8_t* sign_row(std::uint32_t value) const noexcept {
    return signs_.data() + static_cast<std::size_t>(value) * moves_;
  }
  [[nodiscard]] bool has_signs() const noexcept { return !signs_.empty(); }
  // Whether all pieces of the part have a sign here.
  [[nodiscard]] bool has_all_signs() const noexcept { return all_signs_; }
  // Those of a position that the phase's moves lead to.
  [[nodiscard]] std::uint8_t signs(const State& position) const;
  // Replaces each byte of the sign rows; they go if all become 0.
  void map_signs(const std::array<std::uint8_t, 256>& map);

  // kNone if the phase's moves do not lead there.
  [[nodiscard]] std::uint32_t rank(const State& position) const;
  [[nodiscard]] const ViewPart& part() const noexcept { return part_; }
  [[nodiscard]] std::uint64_t bytes() const noexcept;

 private:
  PhaseCoordinate() = default;
  void number_symbols(const PuzzleDefinition& definition, const Choice& choice);
  void number_signs(const PuzzleDefinition& definition, const Choice& choice);
  [[nodiscard]] std::uint8_t sign_change(const std::uint8_t* key,
                                         const std::vector<std::uint16_t>& source) const;
  [[nodiscard]] std::vector<std::uint8_t> key_of(const State& position) const;
  [[nodiscard]] std::vector<std::vector<std::uint8_t>> symbol_maps(const State& action) const;
  [[nodiscard]] std::size_t find(const std::uint8_t* key) const noexcept;
  [[nodiscard]] std::size_t find(const std::uint8_t* key, std::uint64_t hash) const noexcept;
  void visit_all(const std::vector<std::vector<std::uint16_t>>& sources,
                 const std::vector<std::vector<std::vector<std::uint8_t>>>& maps,
                 std::size_t max_size, const std::stop_token& stop);
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
  std::vector<std::int8_t> sign_of_symbol_;  // the bit, or -1
  std::vector<std::int8_t> sign_of_colour_;  // likewise
  std::vector<std::int16_t> order_;          // by identity: where it stands in a solved puzzle
  bool all_signs_ = false;
  std::vector<std::uint8_t> signs_;
};

}  // namespace gyre
