// The face turns are not typed in as numbers: each is worked out at compile time from where a turn
// takes the letters of a slot's name, so that one rule gives the turns, the whole-cube rotation and
// the orientations of both.
#include <gyre/cube3/cube.h>

#include "cube3/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace gyre::cube3 {
namespace {

// A letter and the one it is taken to stand next to each other, round and round.
struct Cycles {
  std::string_view first;
  std::string_view second = "";
};

constexpr char image(const Cycles& cycles, char letter) {
  for (const std::string_view cycle : {cycles.first, cycles.second}) {
    const std::size_t at = cycle.find(letter);
    if (at != std::string_view::npos) return cycle[(at + 1) % cycle.size()];
  }
  return letter;
}

// The slots whose names contain `face` (0: all) go where the cycles take their letters.
template <std::size_t N>
constexpr void turn_orbit(const std::array<std::string_view, N>& names, char face,
                          const Cycles& cycles, std::array<std::uint8_t, N>& perm,
                          std::array<std::uint8_t, N>& ori) {
  for (std::size_t from = 0; from < N; ++from) {
    const std::string_view name = names[from];
    if (face != 0 && name.find(face) == std::string_view::npos) continue;
    for (std::size_t to = 0; to < N; ++to) {
      bool same = true;
      for (const char letter : name) {
        same = same && names[to].find(image(cycles, letter)) != std::string_view::npos;
      }
      if (!same) continue;
      perm[to] = static_cast<std::uint8_t>(from);
      ori[to] = static_cast<std::uint8_t>(names[to].find(image(cycles, name[0])));
    }
  }
}

constexpr Cube turned(char face, const Cycles& cycles) {
  Cube cube;
  turn_orbit(kCornerNames, face, cycles, cube.corner_perm, cube.corner_ori);
  turn_orbit(kEdgeNames, face, cycles, cube.edge_perm, cube.edge_ori);
  return cube;
}

constexpr Cube product(const Cube& a, const Cube& b) {
  Cube c;
  for (int i = 0; i < kCorners; ++i) {
    const int ori = a.corner_ori[b.corner_perm[i]] + b.corner_ori[i];
    c.corner_perm[i] = a.corner_perm[b.corner_perm[i]];
    c.corner_ori[i] = static_cast<std::uint8_t>(ori >= 3 ? ori - 3 : ori);
  }
  for (int i = 0; i < kEdges; ++i) {
    c.edge_perm[i] = a.edge_perm[b.edge_perm[i]];
    c.edge_ori[i] = a.edge_ori[b.edge_perm[i]] ^ b.edge_ori[i];
  }
  return c;
}

constexpr std::array<Cube, kMoves> make_actions() {
  constexpr std::array<std::string_view, kFaces> kCycles = {"FLBR", "URDL", "UBDF",
                                                            "FRBL", "ULDR", "UFDB"};
  std::array<Cube, kMoves> actions;
  for (int face = 0; face < kFaces; ++face) {
    const Cube quarter = turned(kFaceNames[face], {kCycles[face]});
    Cube cube;
    for (int turns = 0; turns < 3; ++turns) {
      cube = product(cube, quarter);
      actions[3 * face + turns] = cube;
    }
  }
  return actions;
}

constexpr std::array<Cube, kMoves> kActions = make_actions();
constexpr Cube kRotation = turned(0, {"UFR", "DBL"});
constexpr Cube kRotationInverse = product(kRotation, kRotation);

template <std::size_t N>
bool is_permutation(const std::array<std::uint8_t, N>& perm) {
  std::array<std::uint8_t, N> sorted = perm;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < N; ++i) {
    if (sorted[i] != i) return false;
  }
  return true;
}

template <std::size_t N>
bool is_odd(const std::array<std::uint8_t, N>& perm) {
  int inversions = 0;
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t j = 0; j < i; ++j) inversions += perm[j] > perm[i] ? 1 : 0;
  }
  return inversions % 2 != 0;
}

// Uniform below n; the standard distributions differ between platforms.
std::uint64_t below(std::mt19937_64& random, std::uint64_t n) {
  const std::uint64_t limit = std::mt19937_64::max() - std::mt19937_64::max() % n;
  std::uint64_t value = random();
  while (value >= limit) value = random();
  return value % n;
}

template <std::size_t N>
void shuffle(std::mt19937_64& random, std::array<std::uint8_t, N>& perm) {
  for (std::size_t i = N - 1; i > 0; --i) std::swap(perm[i], perm[below(random, i + 1)]);
}

// The last piece makes up for the others.
template <std::size_t N>
void orient(std::mt19937_64& random, std::array<std::uint8_t, N>& ori, int orientations) {
  int sum = 0;
  for (std::size_t i = 0; i + 1 < N; ++i) {
    ori[i] = static_cast<std::uint8_t>(below(random, orientations));
    sum += ori[i];
  }
  ori[N - 1] = static_cast<std::uint8_t>((orientations - sum % orientations) % orientations);
}

}  // namespace

std::string FaceTurn::name() const {
  return std::string(1, kFaceNames[face]) + (turns == 1 ? "" : turns == 2 ? "2" : "'");
}

std::string to_string(const std::vector<FaceTurn>& moves) {
  std::string text;
  for (const FaceTurn move : moves) {
    if (!text.empty()) text += ' ';
    text += move.name();
  }
  return text;
}

const Cube& action(FaceTurn move) noexcept {
  return kActions[move.index()];
}

Cube compose(const Cube& a, const Cube& b) noexcept {
  return product(a, b);
}

Cube invert(const Cube& a) noexcept {
  Cube out;
  for (int i = 0; i < kCorners; ++i) {
    out.corner_perm[a.corner_perm[i]] = static_cast<std::uint8_t>(i);
    out.corner_ori[a.corner_perm[i]] = static_cast<std::uint8_t>((3 - a.corner_ori[i]) % 3);
  }
  for (int i = 0; i < kEdges; ++i) {
    out.edge_perm[a.edge_perm[i]] = static_cast<std::uint8_t>(i);
    out.edge_ori[a.edge_perm[i]] = a.edge_ori[i];
  }
  return out;
}

Cube replay(const Cube& start, const std::vector<FaceTurn>& moves) noexcept {
  Cube cube = start;
  for (const FaceTurn move : moves) cube = product(cube, action(move));
  return cube;
}

Cube rotate_urf(const Cube& a) noexcept {
  return product(product(kRotationInverse, a), kRotation);
}

FaceTurn rotate_urf(FaceTurn move) noexcept {
  const int axis = move.face % 3;
  return {static_cast<std::uint8_t>(move.face - axis + (axis + 1) % 3), move.turns};
}

std::string why_impossible(const Cube& cube) {
  const auto above = [](int most) { return [most](int ori) { return ori > most; }; };
  if (!is_permutation(cube.corner_perm)) return "a corner is missing and another stands twice";
  if (!is_permutation(cube.edge_perm)) return "an edge is missing and another stands twice";
  if (std::any_of(cube.corner_ori.begin(), cube.corner_ori.end(), above(2))) {
    return "a corner has an orientation above 2";
  }
  if (std::any_of(cube.edge_ori.begin(), cube.edge_ori.end(), above(1))) {
    return "an edge has an orientation above 1";
  }
  const int twist = std::accumulate(cube.corner_ori.begin(), cube.corner_ori.end(), 0) % 3;
  if (twist != 0) {
    return fmt::format(
        "a corner is twisted: the twists of the corners add up to {} modulo 3, and face turns "
        "keep 0",
        twist);
  }
  if (std::accumulate(cube.edge_ori.begin(), cube.edge_ori.end(), 0) % 2 != 0) {
    return "an edge is flipped: an odd number of edges is flipped, and face turns keep it even";
  }
  const bool odd_corners = is_odd(cube.corner_perm);
  if (odd_corners != is_odd(cube.edge_perm)) {
    return fmt::format(
        "two pieces are swapped, or the whole cube is turned by a quarter (x, y, z): the corners "
        "are permuted {} and the edges {}, and face turns keep both alike",
        odd_corners ? "oddly" : "evenly", odd_corners ? "evenly" : "oddly");
  }
  return "";
}

Cube random_cube(std::mt19937_64& random) {
  Cube cube;
  shuffle(random, cube.corner_perm);
  shuffle(random, cube.edge_perm);
  // Swapping two edges pairs odd arrangements with even ones, so the choice stays uniform.
  if (is_odd(cube.corner_perm) != is_odd(cube.edge_perm)) {
    std::swap(cube.edge_perm[0], cube.edge_perm[1]);
  }
  orient(random, cube.corner_ori, 3);
  orient(random, cube.edge_ori, 2);
  return cube;
}

}  // namespace gyre::cube3
