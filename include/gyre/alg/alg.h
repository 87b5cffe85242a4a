// The notation of the cubing world, once for everything: parse, print, invert, expand, simplify,
// map by a symmetry. An Alg is what was written, with its structure; it knows nothing of any puzzle
// except, while parsing, the names of its moves.
#pragma once

#include <gyre/base/api.h>
#include <gyre/base/error.h>

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace GYRE_API gyre {

// One turn as written. 2-3Rw2' has layers 2 and 3, family "Rw" and amount -2. A name that the
// puzzle has literally (2R, A1, Uv) is kept whole in `family`, with no layers.
struct MoveToken {
  int outer_layer = 0;  // 0: not written. "2R" has inner_layer 2 only, "2-3R" has both.
  int inner_layer = 0;
  std::string family;
  std::int64_t amount = 1;

  bool operator==(const MoveToken&) const = default;
};

struct AlgNode;

class Alg {
 public:
  std::vector<AlgNode> nodes;

  bool operator==(const Alg&) const;
};

struct AlgNode {
  enum class Kind { move, group, commutator, conjugate, pause, comment, newline };

  Kind kind = Kind::move;
  MoveToken move;           // move
  Alg first;                // group, commutator [first, second], conjugate [first: second]
  Alg second;               // commutator, conjugate
  std::int64_t amount = 1;  // repetitions of a group, commutator or conjugate; negative inverts
  std::string text;         // comment, without the two slashes

  bool operator==(const AlgNode&) const = default;
};

// Where a text came from, for errors; line and column of its first character.
struct AlgSource {
  std::string file;
  int line = 1;
  int column = 1;
};

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

// The names that a puzzle gives its moves and rotations, as the notation needs them: to split
// RUR'U' into moves, and to say in an error which moves exist. With them goes the dialect, for
// puzzles whose people write sequences in a way of their own.
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

constexpr std::int64_t kMaxAmount = 1'000'000'000;
constexpr int kMaxNesting = 200;

// It is told of every move in the order of the text; it may throw, to refuse a move where it
// stands.
using MoveVisitor = std::function<void(const MoveToken&, const SourcePlace&)>;

// Throws Error with line, column and (with names) the moves that exist. With names, only those
// moves parse, besides layered forms (2R, 2-3r, 3Rw, r) of known families, which are names of
// capitals; without, any move does, and a family is one letter with an optional w, or capitals and
// underscores before a v. Of several readings the longest name is taken, unless only another one
// reads the whole word. Amounts beyond kMaxAmount and brackets deeper than kMaxNesting are refused.
// Names with a dialect are also read in that: square-1's pairs become turns of its two layers,
// turns by nothing dropped; a clock's pin that is left up becomes a turn by 0.
[[nodiscard]] Alg parse_alg(std::string_view text, const MoveNames* names = nullptr,
                            const AlgSource& source = {}, const MoveVisitor& visitor = {});

// The normal form: one space between moves, R2' as written by its amount, newlines and comments
// kept. parse_alg(print(a)) == a for every a that parse_alg made.
[[nodiscard]] std::string print(const Alg& alg);
[[nodiscard]] std::string print(const MoveToken& move);
// The same as the puzzle's people write it: in the dialect of the names, R-- for R++' where it has
// that name, and names that end in a sign repeated (R++ R++). What is printed is read as the same
// alg, but for the order of turns of the square-1's two layers that meet (D U is printed as U D,
// one pair) and such repetitions, and it prints as itself.
[[nodiscard]] std::string print(const Alg& alg, const MoveNames& names);
[[nodiscard]] std::string print(const MoveToken& move, const MoveNames& names);

// Lines in reverse order, each with its moves inverted and its comment still at its end.
[[nodiscard]] Alg invert(const Alg& alg);

// Groups, commutators and conjugates written out; pauses, comments, newlines and turns by 0
// dropped. Throws
// Error if the result would have more than `max_moves` moves.
[[nodiscard]] std::vector<MoveToken> expand(const Alg& alg, std::size_t max_moves = 10'000'000);

// How many moves expand() would give, without making them; the greatest number there is if they are
// even more.
[[nodiscard]] std::uint64_t expanded_length(const Alg& alg) noexcept;
// Throws Error if there are more than `max_moves`: asked before the work that they would be.
void check_expanded_length(const Alg& alg, std::size_t max_moves);

// The moves of an expanded alg as an Alg again.
[[nodiscard]] Alg from_moves(const std::vector<MoveToken>& moves);

// What simplifying needs of a puzzle. Both may be empty: then only neighbours with the same name
// merge, and amounts are not reduced.
struct MoveFacts {
  // The number of equal turns that do nothing; 0 if unknown.
  std::function<std::int64_t(const MoveToken&)> order;
  // Whether two moves commute.
  std::function<bool(const MoveToken&, const MoveToken&)> commute;
};

// Merges turns of one name that meet, also across turns that commute with them, and drops turns
// that cancel; never longer than the expanded alg, same effect. Amounts end up in -(order-1)/2 ..
// order/2. Linear time for commuting runs of bounded length.
[[nodiscard]] std::vector<MoveToken> simplify(const std::vector<MoveToken>& moves,
                                              const MoveFacts& facts);

// Every move replaced by what `image` gives, structure kept. A symmetry that mirrors maps R to L'.
[[nodiscard]] Alg map_moves(const Alg& alg,
                            const std::function<MoveToken(const MoveToken&)>& image);

}  // namespace gyre
