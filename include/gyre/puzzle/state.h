// A position or a move of any puzzle, in the plain form: for each orbit its permutation bytes, then
// its orientation bytes, orbit after orbit in one block. This is the reference representation: what
// readers make, writers print and tests trust. Searches use the packed form
// (docs/state-kernels.md).
//
// Permutations are passive: perm[i] names the piece now in slot i (in a move: the slot it came
// from). Orientation belongs to the slot. In a position, perm holds identities: pieces that look
// alike have equal numbers, and a piece whose orientation does not matter has kWildOrientation.
#pragma once

#include <gyre/base/api.h>

#include <cstdint>
#include <string>
#include <vector>

namespace GYRE_API gyre {

struct Orbit {
  std::string name;
  int pieces = 0;        // 1..255
  int orientations = 1;  // 1..127

  bool operator==(const Orbit&) const = default;
};

constexpr int kMaxPieces = 255;
constexpr int kMaxOrientations = 127;
constexpr std::uint8_t kWildOrientation = 0xFF;

// The orbits of a puzzle and where their bytes stand in a State.
class OrbitList {
 public:
  OrbitList() = default;
  explicit OrbitList(std::vector<Orbit> orbits);

  [[nodiscard]] int size() const noexcept { return static_cast<int>(orbits_.size()); }
  [[nodiscard]] const Orbit& operator[](int orbit) const noexcept { return orbits_[orbit]; }
  [[nodiscard]] auto begin() const noexcept { return orbits_.begin(); }
  [[nodiscard]] auto end() const noexcept { return orbits_.end(); }
  // The index of the orbit with this name, or -1.
  [[nodiscard]] int find(const std::string& name) const noexcept;

  // First permutation byte of an orbit; its orientation bytes follow `pieces` later.
  [[nodiscard]] int perm_offset(int orbit) const noexcept { return offsets_[orbit]; }
  [[nodiscard]] int ori_offset(int orbit) const noexcept {
    return offsets_[orbit] + orbits_[orbit].pieces;
  }
  [[nodiscard]] int state_bytes() const noexcept { return state_bytes_; }
  [[nodiscard]] int total_pieces() const noexcept { return state_bytes_ / 2; }

  bool operator==(const OrbitList& other) const noexcept { return orbits_ == other.orbits_; }

 private:
  std::vector<Orbit> orbits_;
  std::vector<int> offsets_;
  int state_bytes_ = 0;
};

struct State {
  std::vector<std::uint8_t> bytes;

  bool operator==(const State&) const = default;
  auto operator<=>(const State&) const = default;
};

// Every piece at home, all orientations 0.
[[nodiscard]] State identity_state(const OrbitList& orbits);

// a first, then b: out.perm[i] = a.perm[b.perm[i]], out.ori[i] = a.ori[b.perm[i]] + b.ori[i].
// b must be a move (proper permutations, no wildcards); a may be a position.
[[nodiscard]] State compose(const OrbitList& orbits, const State& a, const State& b);
void compose_into(const OrbitList& orbits, const State& a, const State& b, State& out);

// Whether a then b is b then a, of two moves.
[[nodiscard]] bool commute(const OrbitList& orbits, const State& a, const State& b);

// a must be a move, or a position whose pieces are all different and not wild.
[[nodiscard]] State invert(const OrbitList& orbits, const State& a);

// a composed with itself `exponent` times; negative exponents invert.
[[nodiscard]] State power(const OrbitList& orbits, const State& a, std::int64_t exponent);

// The orders of a move on its cycles, twists included, without repetition, ascending.
[[nodiscard]] std::vector<std::int64_t> cycle_orders(const OrbitList& orbits, const State& a);

// The least e > 0 with a^e the identity: the least common multiple over the cycles. a is a move.
// Saturates at 2^62; the least common multiple of cycle_orders() may be greater.
[[nodiscard]] std::int64_t state_order(const OrbitList& orbits, const State& a);

// Pieces of `state` that are not as in `solved`: another identity, or the same in another
// orientation.
[[nodiscard]] int pieces_out_of_place(const OrbitList& orbits, const State& solved,
                                      const State& state);

}  // namespace gyre
