// The notation of the cubing world, once for everything: parse, print, invert, expand, simplify,
// map by a symmetry. An Alg is what was written, with its structure; it knows nothing of any puzzle
// except, while parsing, the names of its moves.
#pragma once

#include <gyre/alg/move_names.h>
#include <gyre/base/api.h>
#include <gyre/base/error.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
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

constexpr std::int64_t kMaxAmount = 1'000'000'000;
constexpr int kMaxNesting = 200;

// Told of every move in the order of the text; may throw, to refuse a move where it stands.
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
