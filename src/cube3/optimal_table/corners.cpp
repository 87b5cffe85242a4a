#include "cube3/optimal_table/corners.h"

#include <bit>
#include <stdexcept>

namespace gyre::cube3 {
namespace {

constexpr int kU = 0;  // faces of kFaceNames
constexpr int kF = 1;
constexpr int kR = 2;
constexpr int kD = 3;
constexpr int kB = 4;
constexpr int kL = 5;

constexpr unsigned kTopCornerCount = 4;

constexpr std::array<std::uint8_t, 256> rank_slots() {
  std::array<std::uint8_t, 256> rank{};
  std::uint8_t next = 0;
  for (unsigned slots = 0; slots < 256; ++slots) {
    if (std::popcount(slots) == kTopCornerCount) rank[slots] = next++;
  }
  return rank;
}

// The symmetry that takes U, F and R to these faces.
int symmetry_to(int up, int front, int right) {
  for (int s = 0; s < kAxisSymmetries; ++s) {
    const auto goes = [&](int from, int to) {
      return image(FaceTurn{static_cast<std::uint8_t>(from), 1}, s).face == to;
    };
    if (goes(kU, up) && goes(kF, front) && goes(kR, right)) return s;
  }
  throw std::logic_error("no symmetry of the axis does this to the faces");
}

Cube turned_times(const Cube& start, int up, int down) {
  Cube cube = start;
  for (int i = 0; i < up; ++i) cube = turned(cube, FaceTurn{kU, 1});
  for (int i = 0; i < down; ++i) cube = turned(cube, FaceTurn{kD, 1});
  return cube;
}

}  // namespace

const std::array<std::uint8_t, 256> TopCorners::kRankOfSlots = rank_slots();

int TopCorners::rank(const Cube& cube) noexcept {
  unsigned slots = 0;
  int twist = 0;
  for (int slot = kCorners - 1; slot >= 0; --slot) {
    slots = slots << 1U | (cube.corner_perm(slot) < static_cast<int>(kTopCornerCount) ? 1U : 0U);
    if (slot != kCorners - 1) twist = twist * 3 + cube.corner_ori(slot);
  }
  return kRankOfSlots[slots] * kTwists + twist;
}

Cube TopCorners::unrank(int value) noexcept {
  Cube cube;
  unsigned slots = 0;
  while (std::popcount(slots) != kTopCornerCount || kRankOfSlots[slots] != value / kTwists) ++slots;
  int twist = value % kTwists;
  int top = 0;
  int bottom = kTopCornerCount;
  int sum = 0;
  for (int slot = 0; slot < kCorners; ++slot) {
    const bool is_top = (slots >> static_cast<unsigned>(slot) & 1U) != 0;
    const int ori = slot == kCorners - 1 ? (3 - sum % 3) % 3 : twist % 3;
    twist /= 3;
    sum += ori;
    cube.set_corner(slot, is_top ? top++ : bottom++, ori);
  }
  return cube;
}

const std::array<int, kTurnSymmetries>& word_symmetries() {
  static const std::array<int, kTurnSymmetries> symmetries = {
      symmetry_to(kU, kF, kR), symmetry_to(kU, kF, kL), symmetry_to(kD, kF, kL),
      symmetry_to(kD, kF, kR)};
  return symmetries;
}

int quarter_turn_symmetry() {
  static const int symmetry = symmetry_to(kU, kL, kF);
  return symmetry;
}

QuarterTurn quarter_turn_of_corners() {
  // One position whose corners lie differently after every turn of U and D tells it for all.
  static const QuarterTurn turn = [] {
    const Cube cube =
        replay(Cube{}, {FaceTurn{kR, 1}, FaceTurn{kU, 1}, FaceTurn{kF, 1}, FaceTurn{kL, 3},
                        FaceTurn{kB, 1}, FaceTurn{kD, 3}, FaceTurn{kR, 3}});
    const int goal = TopCorners::rank(conjugate(cube, quarter_turn_symmetry()));
    QuarterTurn found;
    int ways = 0;
    for (int up = 0; up < kTurns; ++up) {
      for (int down = 0; down < kTurns; ++down) {
        if (TopCorners::rank(turned_times(cube, up, down)) != goal) continue;
        found = {up, down};
        ++ways;
      }
    }
    if (ways != 1) throw std::logic_error("the quarter turn of the cube is not seen by corners");
    return found;
  }();
  return turn;
}

CornerClasses::CornerClasses() : places_(TopCorners::kSize) {
  std::vector<char> seen(TopCorners::kSize, 0);
  for (int corners = 0; corners < TopCorners::kSize; ++corners) {
    if (seen[corners] != 0) continue;
    const Cube cube = TopCorners::unrank(corners);
    int size = 0;
    for (int s = 0; s < kAxisSymmetries; ++s) {
      const int other = TopCorners::rank(conjugate(cube, s));
      if (seen[other] != 0) continue;
      seen[other] = 1;
      ++size;
      places_[other] = {static_cast<std::uint16_t>(firsts_.size()),
                        static_cast<std::uint8_t>(inverse(s))};
    }
    firsts_.push_back(corners);
    sizes_.push_back(size);
  }
}

CornerOrbits::CornerOrbits() : places_(TopCorners::kSize) {
  std::vector<char> seen(TopCorners::kSize, 0);
  for (int corners = 0; corners < TopCorners::kSize; ++corners) {
    if (seen[corners] != 0) continue;
    const Cube cube = TopCorners::unrank(corners);
    const auto orbit = static_cast<unsigned>(firsts_.size());
    for (unsigned symmetry = 0; symmetry < kTurnSymmetries; ++symmetry) {
      for (unsigned turn = 0; turn < kWordPositions; ++turn) {
        const Cube turned_cube =
            turned_times(cube, static_cast<int>(turn / kTurns), static_cast<int>(turn % kTurns));
        // These symmetries are their own inverses.
        const int other = TopCorners::rank(conjugate(turned_cube, word_symmetries()[symmetry]));
        if (seen[other] != 0) continue;
        seen[other] = 1;
        places_[other].bits = orbit << 6U | symmetry << 4U | turn;
      }
    }
    firsts_.push_back(corners);
  }
}

}  // namespace gyre::cube3
