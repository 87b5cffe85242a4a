// A part of a phase's view that moves change by itself: some colours of one component, where they
// are, how they are turned, or both; or where some pieces are and what belongs beside them. Its
// values are numbered densely by enumeration, 0 is the goal; what each move does to each is a
// table.
//
// Of pieces and their partners nobody knows which pair is which, only which pieces are pairs: so
// the goal is a set of values, and another choice of as many pieces has the same numbers.
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
#include <memory>
#include <optional>
#include <span>
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
  // The places of the part's pieces, each that can be told from others for itself, as far as the
  // moves that are left do not exchange them: that may be more than the colours say. No value if
  // there are too many. says_more: whether it is more.
  [[nodiscard]] static std::optional<PhaseCoordinate> enumerate_exactly(
      const PuzzleDefinition& definition, const ViewPart& part, const PhaseMoves& moves,
      const std::vector<char>& left, bool& says_more, const std::stop_token& stop = {});
  // pieces: indices into the tie's. left: by move, whether it is one of those that are left.
  [[nodiscard]] static std::optional<PhaseCoordinate> enumerate_tie(
      const PuzzleDefinition& definition, const ViewTie& tie, const std::vector<int>& pieces,
      const PhaseMoves& moves, const std::vector<char>& left, std::size_t max_size,
      const std::stop_token& stop = {});
  // Other pieces of the same tie with the same numbers; none if theirs would be others.
  [[nodiscard]] std::optional<PhaseCoordinate> with_pieces(const PuzzleDefinition& definition,
                                                           const ViewTie& tie,
                                                           const std::vector<int>& pieces) const;

  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  [[nodiscard]] std::uint32_t size() const noexcept { return numbers_->size; }
  // Where the moves take a value, one after the other.
  [[nodiscard]] const std::uint32_t* row(std::uint32_t value) const noexcept {
    return numbers_->table.data() + static_cast<std::size_t>(value) * numbers_->moves;
  }
  // Which signs the moves change, in the order of row(): a bit for each colour that has one.
  [[nodiscard]] const std::uint8_t* sign_row(std::uint32_t value) const noexcept {
    return numbers_->signs.data() + static_cast<std::size_t>(value) * numbers_->moves;
  }
  // By place: 0, or what is there.
  [[nodiscard]] std::span<const std::uint8_t> key(std::uint32_t value) const noexcept {
    return {numbers_->keys.data() + static_cast<std::size_t>(value) * numbers_->places,
            numbers_->places};
  }
  [[nodiscard]] bool is_about_tie() const noexcept { return tie_.has_value(); }
  [[nodiscard]] bool has_signs() const noexcept { return !numbers_->signs.empty(); }
  [[nodiscard]] const std::vector<std::uint32_t>& goals() const noexcept { return numbers_->goals; }
  // Whether the other has the same values, numbered alike.
  [[nodiscard]] bool is_numbered_as(const PhaseCoordinate& other) const noexcept {
    return numbers_ == other.numbers_;
  }
  // Whether all pieces of the part have a sign here.
  [[nodiscard]] bool has_all_signs() const noexcept { return all_signs_; }
  // Those of a position that the phase's moves lead to.
  [[nodiscard]] std::uint8_t signs(const State& position) const;
  // Replaces each byte of the sign rows; they go if all become 0.
  void map_signs(const std::array<std::uint8_t, 256>& map);

  // kNone if the phase's moves do not lead there.
  [[nodiscard]] std::uint32_t rank(const State& position) const;
  // No slots where it is about a tie.
  [[nodiscard]] const ViewPart& part() const noexcept { return part_; }
  // With what it may share with others.
  [[nodiscard]] std::uint64_t bytes() const noexcept;

 private:
  // The values and what moves do to them.
  struct Numbers {
    std::size_t places = 0;
    std::uint32_t size = 0;
    std::size_t moves = 0;
    std::vector<std::uint8_t> keys;
    std::vector<std::uint32_t> slots;  // value + 1, 0: free; a power of two of them
    std::vector<std::uint32_t> table;
    std::vector<std::uint8_t> signs;
    std::vector<std::uint32_t> goals = {0};
    std::vector<std::uint32_t> merged;  // by value as it was numbered first: as it is now

    [[nodiscard]] std::size_t find(const std::uint8_t* key) const noexcept;
    [[nodiscard]] std::size_t find(const std::uint8_t* key, std::uint64_t hash) const noexcept;
    // kNone if there is no such value.
    [[nodiscard]] std::uint32_t rank(const std::vector<std::uint8_t>& key) const noexcept;
    void grow();
    void find_goals(const std::vector<char>& left);
    // Values that the moves left take to each other, whatever comes after, become one.
    void merge(const std::vector<char>& left);
  };
  // A place holds 0, or a symbol: the first of its kind, plus how far it is turned.
  struct Kind {
    int first = 0;
    int modulus = 1;
  };
  // Which place each place gets its piece from, and what symbols become there, by move.
  struct KeyMaps {
    std::vector<std::vector<std::uint16_t>> sources;
    std::vector<std::vector<std::vector<std::uint8_t>>> symbols;  // by move, place, symbol
  };
  // What a tie's keys are made from.
  struct TieChoice {
    ViewTie tie;
    std::vector<int> piece_of;     // by identity of the orbit: index into the tie's pieces, or -1
    std::vector<int> partner_of;   // by piece: identity of the other orbit
    std::vector<int> other_place;  // by slot of the other orbit
    std::vector<int> solved_turn;  // by piece, of the partner
    int perm_offset = 0;
    int ori_offset = 0;  // of the other orbit
  };

  PhaseCoordinate() = default;
  void number_symbols(const PuzzleDefinition& definition, const Choice& choice);
  void number_signs(const PuzzleDefinition& definition, const Choice& choice);
  void choose_tie(const PuzzleDefinition& definition, const ViewTie& tie,
                  const std::vector<int>& pieces);
  [[nodiscard]] std::uint8_t sign_change(const std::uint8_t* key,
                                         const std::vector<std::uint16_t>& source) const;
  [[nodiscard]] std::vector<std::uint8_t> key_of(const State& position) const;
  [[nodiscard]] std::vector<std::uint8_t> key_of_tie(const State& position) const;
  [[nodiscard]] std::vector<std::vector<std::uint8_t>> symbol_maps(const State& action) const;
  [[nodiscard]] std::vector<std::vector<std::uint8_t>> tie_symbol_maps(const State& action) const;
  void visit_all(const State& solved, const KeyMaps& maps, std::size_t max_size,
                 const std::stop_token& stop);

  ViewPart part_;
  int perm_offset_ = 0;
  int ori_offset_ = 0;
  std::vector<int> kind_of_;  // by colour: index into kinds_, or -1
  std::vector<Kind> kinds_;
  int symbols_ = 1;
  std::size_t places_ = 0;
  std::vector<std::int8_t> sign_of_symbol_;  // the bit, or -1
  std::vector<std::int8_t> sign_of_colour_;  // likewise
  std::vector<std::int16_t> order_;          // by identity: where it stands in a solved puzzle
  bool all_signs_ = false;
  std::optional<TieChoice> tie_;
  std::shared_ptr<Numbers> numbers_;
};

}  // namespace gyre
