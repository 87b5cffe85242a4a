// The names that a puzzle gives its moves and rotations, as the notation needs them: to split
// RUR'U' into moves, and to say in an error which moves exist. With them goes the dialect, for
// puzzles whose people write sequences in a way of their own.
#pragma once

#include <gyre/base/api.h>

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace GYRE_API gyre {

// A way to write sequences beside the common one, which is read as well (docs/notation.md).
struct Dialect {
  enum class Kind {
    plain,
    square1,  // (3,-1)/ is U3 D' and the slash; amounts are counted modulo 12, the slash modulo 2
    clock,    // UR3+ DL2- y2: steps and a sign; a bare pin beside such words turns nothing
  };

  Kind kind = Kind::plain;
  // square1: the names of the turns of the upper and lower layer, and of the slash.
  std::string top;
  std::string bottom;
  std::string slash;
  // clock: the names that take steps and a sign.
  std::set<std::string, std::less<>> turns;
};

class MoveNames {
 public:
  MoveNames() = default;
  // puzzle: the puzzle's name, for errors.
  explicit MoveNames(std::string puzzle) : puzzle_(std::move(puzzle)) {}

  // A base name as a definition gives it (U, 2R, Uv, x); powers are not added. A listed name stands
  // in error messages as a move, others as what is read besides. order: how many turns do nothing,
  // which decides the amounts that messages show; 0 if unknown.
  void add(std::string name, bool listed, int order = 0);

  // Two known names of which one undoes the other: `backward` is read as `forward` turned back, and
  // that is printed as `backward` (R-- for R++').
  void add_backward(const std::string& backward, const std::string& forward);
  void set_dialect(Dialect dialect) { dialect_ = std::move(dialect); }

  // The same names in the common notation only, each standing for itself: the way in which a
  // definition's own sequences are written.
  [[nodiscard]] MoveNames without_dialect() const;

  [[nodiscard]] const Dialect& dialect() const noexcept { return dialect_; }
  // R-- for R++, and R++ for R--; null if there is none.
  [[nodiscard]] const std::string* backward_name(std::string_view forward) const;
  [[nodiscard]] const std::string* forward_name(std::string_view backward) const;

  [[nodiscard]] bool contains(std::string_view name) const;
  // Length of the longest name that `text` starts with; 0 if there is none.
  [[nodiscard]] std::size_t longest_prefix(std::string_view text) const;
  [[nodiscard]] std::size_t longest_name() const noexcept { return longest_; }
  // "3x3x3 (moves: U F R D B L with 2 or '; also Rw M E S x y z)"-like text for errors: the puzzle
  // and its moves as its people write them. Listed names are shortened if there are more than
  // forty; of the others stand those that are not made by a number or a v, one wide turn for all,
  // and one single layer where blocks are listed.
  [[nodiscard]] std::string listing() const;
  // "U F R D B L": the listed names, shortened likewise.
  [[nodiscard]] std::string listed_names() const;
  [[nodiscard]] const std::string& puzzle() const noexcept { return puzzle_; }

 private:
  // Looks names up without making a string of the text.
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept {
      return std::hash<std::string_view>{}(text);
    }
  };

  using NameMap = std::unordered_map<std::string, std::string, Hash, std::equal_to<>>;

  std::string puzzle_ = "the puzzle";
  Dialect dialect_;
  NameMap backward_names_;  // R++ to R--
  NameMap forward_names_;   // R-- to R++
  struct Listed {
    std::string name;
    int order = 0;
  };

  [[nodiscard]] std::string listed_with_amounts() const;
  [[nodiscard]] std::vector<std::string> others_to_show() const;
  // r where there is Rw.
  [[nodiscard]] bool is_lower_wide(const std::string& name) const;

  std::vector<Listed> listed_;
  std::vector<std::string> others_;
  std::unordered_set<std::string, Hash, std::equal_to<>> names_;
  std::size_t longest_ = 0;
};

}  // namespace gyre
