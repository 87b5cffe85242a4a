// What the filters know of a puzzle's notation: every unit (a move, rotation, derived move or
// common wide move, turned by 1) with its action and order, and a tokenizer for lines that only
// hold such names. Everything else goes through parse_alg; a spelling enters the tokenizer only
// after parse_alg has read it the same way, so both ways agree.
#pragma once

#include <gyre/alg/alg.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace gyre {

struct Unit {
  // The derived kinds differ in how they are written: a rotated r shall be an f, not an Fw.
  enum class Kind { move, rotation, derived, slice, lower_wide, wide };

  MoveToken token;  // amount 1
  Kind kind = Kind::move;
  int base = -1;  // index into base_moves() of the moves, or rotations() of the definition
  State action;
  std::int64_t order = 1;
};

// A turn of a unit.
struct Turn {
  int unit = 0;
  std::int64_t amount = 1;

  bool operator==(const Turn&) const = default;
};

// A short text in a block of fixed size, so that copying it is two loads and stores.
struct ShortText {
  static constexpr std::size_t kCapacity = 16;
  std::array<char, kCapacity> bytes{};
  std::uint8_t size = 0;
};

// One way to write a turn, as the tokenizer knows it.
struct WrittenTurn {
  Turn turn;             // as written
  std::int64_t reduced;  // amount in -(order-1)/2 .. order/2
  ShortText normal;      // the normal form; empty for a turn by 0
  ShortText inverse;
};

class Vocabulary {
 public:
  // What `moves` names besides the moves of the definition is a move too.
  Vocabulary(const PuzzleDefinition& definition, const MoveSet& moves);

  [[nodiscard]] const std::vector<Unit>& units() const noexcept { return units_; }
  [[nodiscard]] const std::vector<WrittenTurn>& spellings() const noexcept { return spellings_; }
  // The unit of a written turn, or -1.
  [[nodiscard]] int find_unit(const MoveToken& move) const;
  // Turns of what the vocabulary does not know (5-7Rw) become base moves. Throws Error naming the
  // moves that exist.
  void resolve(const PuzzleDefinition& definition, const std::vector<MoveToken>& tokens,
               std::vector<Turn>& turns) const;
  // The name in the common notation, whatever the dialect.
  [[nodiscard]] std::string name_of(const Turn& turn) const;
  // Appends the name of a turn whose amount is in -(order-1)/2 .. order/2, and a space.
  void append_name(const Turn& turn, std::string& out) const;

  // The inverse of a written turn: a half turn stays one (U2, not U2').
  [[nodiscard]] static MoveToken inverse(const MoveToken& move, std::int64_t order);

  // Reads the line at `text`, which ends with a newline and kPadding readable bytes after it, into
  // indices of spellings. Returns the newline, or null if there is anything but known names and
  // blanks.
  static constexpr std::size_t kPadding = 8;
  [[nodiscard]] const char* read_line(const char* text, std::vector<std::uint32_t>& out) const;

 private:
  void add_unit(const OrbitList& orbits, const MoveToken& token, Unit::Kind kind,
                const State& action);
  void add_wide_units(const PuzzleDefinition& definition);
  void add_spellings(const PuzzleDefinition& definition);
  void add_spelling(const PuzzleDefinition& definition, const std::string& text);
  void build_table();

  MoveNames move_names_;
  std::vector<Unit> units_;
  std::unordered_map<std::string, int> unit_index_;
  std::vector<WrittenTurn> spellings_;
  std::vector<std::string> texts_;  // of the spellings
  std::unordered_set<std::string> known_texts_;
  // [unit][amount mod order], with the space; empty for units of high order.
  std::vector<std::vector<std::string>> names_;
  struct Slot {
    std::uint64_t key = 0;  // the bytes of the text, zeros after them; 0: free
    std::uint32_t spelling = 0;
  };
  std::vector<Slot> slots_;
  unsigned shift_ = 63;
};

}  // namespace gyre
