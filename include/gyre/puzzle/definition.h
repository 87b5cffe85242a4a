// PuzzleDefinition: what a puzzle is. Immutable once made; everything else (move sets, kernels,
// groups, tables) is derived from it. Readers in src/format and builders in src/geometry make the
// Parts; the constructor checks them, so that a definition that exists is a sound one.
#pragma once

#include <gyre/alg/alg.h>
#include <gyre/base/api.h>
#include <gyre/puzzle/state.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace GYRE_API gyre {

// A move or rotation as given, before its powers are made.
struct BaseMove {
  std::string name;
  State action;
  int order = 0;  // least number of turns that does nothing; computed by PuzzleDefinition
};

// Another name that can be typed but is not searched: an alias (x for Rv) or a sequence (r for L
// x). `definition` is the alg it was made from.
struct DerivedMove {
  std::string name;
  std::string definition;
  State action;
};

// States in which `slot` of `orbit` holds one of these identities are not allowed (bandaging).
struct IllegalRule {
  int orbit = 0;
  int slot = 0;
  std::vector<std::uint8_t> identities;

  bool operator==(const IllegalRule&) const = default;
};

// A piece named by the place where it belongs: the one whose home is this slot, and all that look
// like it.
struct PieceHome {
  int orbit = 0;
  int slot = 0;

  bool operator==(const PieceHome&) const = default;
};

// 128 bits that are equal exactly when two definitions have the same orbits, solved state, moves,
// rotations and rules; the names of the puzzle and of derived moves do not count.
using Digest = std::array<std::uint64_t, 2>;

[[nodiscard]] std::string to_hex(const Digest& digest);

// x, y, z, or capitals and underscores followed by a lower-case v (Uv, FRBv): turns of the whole
// puzzle. Everything else is a move.
[[nodiscard]] bool is_rotation_name(const std::string& name) noexcept;

// Names that every format can hold: at most kMaxNameLength bytes, no white space or control
// characters, no # first. An orbit's name must not look like a number, a wildcard or End, since it
// stands alone in a line.
[[nodiscard]] bool is_move_name(const std::string& name) noexcept;
[[nodiscard]] bool is_orbit_name(const std::string& name) noexcept;

constexpr std::size_t kMaxNameLength = 100;

class PuzzleDefinition {
 public:
  struct Parts {
    std::string name;
    std::vector<Orbit> orbits;
    State solved;
    // For each orbit the number that stands for each identity in files, counted from 0; empty means
    // identity i is written i. Needed where a file leaves gaps.
    std::vector<std::vector<std::uint8_t>> labels;
    std::vector<BaseMove> moves;
    std::vector<BaseMove> rotations;
    std::vector<DerivedMove> derived;
    std::vector<IllegalRule> illegal;
  };

  // Throws Error if the parts do not make a puzzle: no orbits or moves, a name twice, a state or
  // move of the wrong shape, identities with gaps, wildcards that differ between pieces that look
  // alike, an order above kMaxMoveOrder, more than kMaxOrbits, kMaxMoves or kMaxDerivedMoves, a
  // name that files cannot hold or that a terminal would obey, an illegal solved state. Wildcards
  // of orbits with one orientation are dropped: they mean nothing.
  explicit PuzzleDefinition(Parts parts);

  [[nodiscard]] const std::string& name() const noexcept { return parts_.name; }
  [[nodiscard]] const OrbitList& orbits() const noexcept { return orbits_; }
  [[nodiscard]] const State& solved() const noexcept { return parts_.solved; }
  [[nodiscard]] const std::vector<BaseMove>& moves() const noexcept { return parts_.moves; }
  [[nodiscard]] const std::vector<BaseMove>& rotations() const noexcept { return parts_.rotations; }
  [[nodiscard]] const std::vector<DerivedMove>& derived() const noexcept { return parts_.derived; }
  [[nodiscard]] const std::vector<IllegalRule>& illegal() const noexcept { return parts_.illegal; }
  [[nodiscard]] const Parts& parts() const noexcept { return parts_; }

  // The number that stands for an identity in files, counted from 0.
  [[nodiscard]] int label(int orbit, int identity) const noexcept;
  // How many identities an orbit has: its pieces, less where some look alike.
  [[nodiscard]] int identities(int orbit) const noexcept { return identity_counts_[orbit]; }

  // All pieces are different and none is wild, so that positions can be inverted.
  [[nodiscard]] bool invertible() const noexcept { return invertible_; }
  // A position keeps every rule of illegal().
  [[nodiscard]] bool legal(const State& state) const noexcept;
  // Throws Error, naming the orbit and what is wrong, unless `state` holds the same identities and
  // wildcards as solved() does. Does not ask whether moves reach it.
  void check_position(const State& state) const;

  [[nodiscard]] const Digest& digest() const noexcept { return digest_; }
  // Moves, rotations and derived moves, for parse_alg.
  [[nodiscard]] const MoveNames& names() const noexcept { return names_; }

 private:
  Parts parts_;
  OrbitList orbits_;
  std::vector<int> identity_counts_;
  bool invertible_ = true;
  Digest digest_{};
  MoveNames names_;
};

constexpr int kMaxMoveOrder = 10'000;
constexpr std::size_t kMaxOrbits = 10'000;
constexpr std::size_t kMaxMoves = 5'000;  // and as many rotations
constexpr std::size_t kMaxDerivedMoves = 200'000;
// The most that one state may take; offsets are ints.
constexpr std::int64_t kMaxStateBytes = std::int64_t{1} << 28;

}  // namespace gyre
