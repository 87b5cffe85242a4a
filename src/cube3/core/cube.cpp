// The face turns are not typed in as numbers: each is worked out at compile time from where a turn
// takes the letters of a slot's name, so that one rule gives the turns, the whole-cube rotation and
// the orientations of both.
#include <gyre/cube3/cube.h>

#include "cube3/core/cube_ops_portable.h"
#include "cube3/core/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

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
                          const Cycles& cycles, Lane& lane) {
  for (std::size_t from = 0; from < N; ++from) {
    const std::string_view name = names[from];
    if (face != 0 && name.find(face) == std::string_view::npos) continue;
    for (std::size_t to = 0; to < N; ++to) {
      bool same = true;
      for (const char letter : name) {
        same = same && names[to].find(image(cycles, letter)) != std::string_view::npos;
      }
      if (!same) continue;
      lane[to] = static_cast<std::uint8_t>(from | names[to].find(image(cycles, name[0])) << 4U);
    }
  }
}

constexpr Cube turned_solved(char face, const Cycles& cycles) {
  Cube cube;
  turn_orbit(kCornerNames, face, cycles, cube.corners);
  turn_orbit(kEdgeNames, face, cycles, cube.edges);
  return cube;
}

using Ops = portable::CubeOps;

constexpr std::array<Cube, kMoves> make_actions() {
  constexpr std::array<std::string_view, kFaces> kCycles = {"FLBR", "URDL", "UBDF",
                                                            "FRBL", "ULDR", "UFDB"};
  std::array<Cube, kMoves> actions;
  for (int face = 0; face < kFaces; ++face) {
    const Cube quarter = turned_solved(kFaceNames[face], {kCycles[face]});
    Cube cube;
    for (int turns = 0; turns < 3; ++turns) {
      cube = Ops::compose(cube, quarter);
      actions[3 * face + turns] = cube;
    }
  }
  return actions;
}

constexpr std::array<Cube, kMoves> kActions = make_actions();
constexpr Cube kRotation = turned_solved(0, {"UFR", "DBL"});
constexpr Cube kRotationInverse = Ops::compose(kRotation, kRotation);

// Which piece is missing or is none at all, as a sentence; empty if each is there once.
template <std::size_t N>
std::string why_incomplete(const Lane& lane, std::string_view kind,
                           const std::array<std::string_view, N>& names) {
  constexpr std::size_t kNowhere = N;
  std::array<std::size_t, N> slot_of;
  slot_of.fill(kNowhere);
  std::string twice;
  for (std::size_t slot = 0; slot < N; ++slot) {
    const std::size_t piece = lane[slot] & 0xFU;
    if (piece >= N) {
      return fmt::format("the {} at {} has number {}, and there are only {}", kind, names[slot],
                         piece, N);
    }
    if (slot_of[piece] == kNowhere) {
      slot_of[piece] = slot;
    } else if (twice.empty()) {
      twice = fmt::format("the {} {} stands twice, at {} and {}", kind, names[piece],
                          names[slot_of[piece]], names[slot]);
    }
  }
  if (twice.empty()) return "";
  const auto missing = std::find(slot_of.begin(), slot_of.end(), kNowhere) - slot_of.begin();
  return fmt::format("{}, and the {} {} is missing", twice, kind, names[missing]);
}

template <std::size_t N>
std::string why_no_orientation(const Lane& lane, std::string_view kind, unsigned orientations,
                               const std::array<std::string_view, N>& names) {
  for (std::size_t slot = 0; slot < N; ++slot) {
    if (lane[slot] >> 4U < orientations) continue;
    return fmt::format("the {} at {} has orientation {}, and there are only {}", kind, names[slot],
                       lane[slot] >> 4U, orientations);
  }
  return "";
}

int orientation_sum(const Lane& lane, int pieces) {
  int sum = 0;
  for (int i = 0; i < pieces; ++i) sum += lane[i] >> 4;
  return sum;
}

bool is_odd(const Lane& lane, int pieces) {
  int inversions = 0;
  for (int i = 0; i < pieces; ++i) {
    for (int j = 0; j < i; ++j) inversions += (lane[j] & 0xF) > (lane[i] & 0xF) ? 1 : 0;
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

void shuffle(std::mt19937_64& random, Lane& lane, int pieces) {
  for (int i = pieces - 1; i > 0; --i) std::swap(lane[i], lane[below(random, i + 1)]);
}

// The last piece makes up for the others.
void orient(std::mt19937_64& random, Lane& lane, int pieces, int orientations) {
  int sum = 0;
  for (int i = 0; i + 1 < pieces; ++i) {
    const int ori = static_cast<int>(below(random, orientations));
    lane[i] |= static_cast<std::uint8_t>(ori << 4);
    sum += ori;
  }
  const int rest = (orientations - sum % orientations) % orientations;
  lane[pieces - 1] |= static_cast<std::uint8_t>(rest << 4);
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
  return Ops::compose(a, b);
}

Cube invert(const Cube& a) noexcept {
  return Ops::invert(a);
}

Cube turned(const Cube& a, FaceTurn move) noexcept {
  return Ops::compose(a, action(move));
}

Cube replay(const Cube& start, const std::vector<FaceTurn>& moves) noexcept {
  Cube cube = start;
  for (const FaceTurn move : moves) cube = Ops::compose(cube, action(move));
  return cube;
}

Cube rotate_urf(const Cube& a) noexcept {
  return Ops::compose(Ops::compose(kRotationInverse, a), kRotation);
}

FaceTurn rotate_urf(FaceTurn move) noexcept {
  const int axis = move.face % 3;
  return {static_cast<std::uint8_t>(move.face - axis + (axis + 1) % 3), move.turns};
}

int twist_sum(const Cube& cube) noexcept {
  return orientation_sum(cube.corners, kCorners) % 3;
}

int flip_sum(const Cube& cube) noexcept {
  return orientation_sum(cube.edges, kEdges) % 2;
}

bool has_odd_corners(const Cube& cube) noexcept {
  return is_odd(cube.corners, kCorners);
}

bool has_odd_edges(const Cube& cube) noexcept {
  return is_odd(cube.edges, kEdges);
}

std::string why_impossible(const Cube& cube) {
  if (!std::equal(cube.corners.begin() + kCorners, cube.corners.end(),
                  kSolvedLane.begin() + kCorners) ||
      !std::equal(cube.edges.begin() + kEdges, cube.edges.end(), kSolvedLane.begin() + kEdges)) {
    return "the bytes after its last slots do not hold their own numbers";
  }
  for (const std::string& fault : {why_incomplete(cube.corners, "corner", kCornerNames),
                                   why_incomplete(cube.edges, "edge", kEdgeNames),
                                   why_no_orientation(cube.corners, "corner", 3, kCornerNames),
                                   why_no_orientation(cube.edges, "edge", 2, kEdgeNames)}) {
    if (!fault.empty()) return fault;
  }
  std::vector<std::string> reasons;
  if (const int twist = twist_sum(cube); twist != 0) {
    reasons.push_back(fmt::format(
        "a corner is twisted {}: the twists of the corners add up to {} modulo 3, and face turns "
        "keep 0",
        twist == 1 ? "clockwise" : "anticlockwise", twist));
  }
  if (flip_sum(cube) != 0) {
    reasons.emplace_back(
        "an edge is flipped: an odd number of edges is flipped, and face turns keep it even");
  }
  const bool odd_corners = has_odd_corners(cube);
  if (odd_corners != has_odd_edges(cube)) {
    reasons.push_back(fmt::format(
        "two pieces are swapped, or the whole cube is turned by a quarter (x, y, z): the corners "
        "are permuted {} and the edges {}, and face turns keep both alike",
        odd_corners ? "oddly" : "evenly", odd_corners ? "evenly" : "oddly"));
  }
  return fmt::format("{}", fmt::join(reasons, "; "));
}

void require_possible(const Cube& cube, const SourcePlace& place) {
  const std::string reasons = why_impossible(cube);
  if (reasons.empty()) return;
  throw Error(place, fmt::format("face turns cannot solve this cube: {}", reasons));
}

Cube random_cube(std::mt19937_64& random) {
  Cube cube;
  shuffle(random, cube.corners, kCorners);
  shuffle(random, cube.edges, kEdges);
  // Swapping two edges pairs odd arrangements with even ones, so the choice stays uniform.
  if (has_odd_corners(cube) != has_odd_edges(cube)) {
    std::swap(cube.edges[0], cube.edges[1]);
  }
  orient(random, cube.corners, kCorners, 3);
  orient(random, cube.edges, kEdges, 2);
  return cube;
}

}  // namespace gyre::cube3
