// Coordinates: every value has one number, moves do to numbers what they do to positions, and what
// coordinates know of each other is true.
#include "general/shared/coordinate.h"
#include "general/god/coordinate_ties.h"
#include "support/god_helpers.h"

#include <gyre/library/library.h>
#include "base/random.h"
#include "puzzle/definition/modify.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace gyre {
namespace {

constexpr std::size_t kMany = 1'000'000;

std::shared_ptr<const OrientationFrame> frame_of(const PuzzleDefinition& definition,
                                                 const MoveSet& moves) {
  return std::make_shared<OrientationFrame>(definition, moves, definition.solved());
}

std::vector<Coordinate> atoms(const PuzzleDefinition& definition, const MoveSet& moves) {
  std::vector<Coordinate> out;
  const auto frame = frame_of(definition, moves);
  for (const CoordinatePart& part : atomic_parts(*frame)) {
    std::optional<Coordinate> coordinate = Coordinate::enumerate(frame, moves, {part}, kMany);
    if (coordinate) out.push_back(std::move(*coordinate));
  }
  return out;
}

std::vector<std::uint32_t> sizes(const std::vector<Coordinate>& coordinates) {
  std::vector<std::uint32_t> out;
  for (const Coordinate& coordinate : coordinates) out.push_back(coordinate.size());
  return out;
}

TEST(Coordinate, SizesAreThoseOfTheOrbits) {
  const auto of = [](const char* name, const char* selection) {
    const PuzzleDefinition definition = load_puzzle(name);
    return sizes(atoms(definition, MoveSet(definition, Metric::htm, selection)));
  };
  using Sizes = std::vector<std::uint32_t>;
  EXPECT_EQ(of("2x2x2", ""), (Sizes{40'320, 2'187}));
  EXPECT_EQ(of("skewb", ""), (Sizes{3, 27, 12, 81, 360}));
  // Slots that no move reaches have one value.
  const Sizes two = of("3x3x3", "U,R");
  EXPECT_EQ(std::count(two.begin(), two.end(), 120U), 1) << "the corners of <U,R> are PGL(2,5)";
  EXPECT_EQ(std::count(two.begin(), two.end(), 243U), 1);
  EXPECT_EQ(std::count(two.begin(), two.end(), 5'040U), 1);
}

// Whatever frame the definition has: the squares turn nothing.
TEST(Coordinate, OrientationsAreMeasuredSoThatFewOccur) {
  for (const char* name : {"3x3x3", "3x3x3 orient-centers"}) {
    const PuzzleDefinition cube = load_puzzle(name);
    const MoveSet moves(cube, Metric::htm, "U,D,F2,B2,L2,R2");
    const auto frame = frame_of(cube, moves);
    for (const CoordinatePart& part : atomic_parts(*frame)) {
      const Component& component = frame->split()[part.component];
      if (!part.orientation || cube.orbits()[component.orbit].name == "CENTERS") continue;
      EXPECT_EQ(Coordinate::enumerate(frame, moves, {part}, kMany)->size(), 1U) << name;
    }
  }
}

TEST(Coordinate, TheFrameIsLeftAsItWasEntered) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  const MoveSet moves(cube, Metric::htm);
  const auto frame = frame_of(cube, moves);
  Rng rng(3);
  State state = cube.solved();
  State framed = frame->start();
  for (int i = 0; i < 200; ++i) {
    const int move = static_cast<int>(random_below(rng, moves.size()));
    state = compose(cube.orbits(), state, moves.moves()[move].action);
    framed = compose(cube.orbits(), framed, frame->actions()[move]);
    ASSERT_EQ(frame->into(state), framed);
    ASSERT_EQ(frame->out_of(framed), state);
  }
}

TEST(Coordinate, NumbersMoveAsPositionsDo) {
  for (const char* name :
       {"2x2x2", "pyraminx", "skewb", "clock", "dino4", "m12", "2x2x3", "2x2x2-layer"}) {
    SCOPED_TRACE(name);
    const PuzzleDefinition definition = load_puzzle(name);
    const MoveSet moves(definition, Metric::htm);
    const std::vector<Coordinate> coordinates = atoms(definition, moves);
    ASSERT_FALSE(coordinates.empty());
    State state = definition.solved();
    std::vector<std::uint32_t> values(coordinates.size(), 0);
    Rng rng(1);
    for (int i = 0; i < 500; ++i) {
      for (std::size_t c = 0; c < coordinates.size(); ++c) {
        ASSERT_EQ(coordinates[c].rank(state), values[c]);
      }
      const int move = static_cast<int>(random_below(rng, moves.size()));
      state = compose(definition.orbits(), state, moves.moves()[move].action);
      for (std::size_t c = 0; c < coordinates.size(); ++c) {
        values[c] = coordinates[c].move(values[c], move);
      }
    }
  }
}

TEST(Coordinate, EveryNumberStandsForItsValue) {
  const PuzzleDefinition cube = load_puzzle("2x2x2");
  const MoveSet moves(cube, Metric::qtm);
  const auto frame = frame_of(cube, moves);
  for (const Coordinate& coordinate : atoms(cube, moves)) {
    for (std::uint32_t value = 0; value < coordinate.size(); ++value) {
      State framed = frame->start();
      coordinate.write_framed(value, framed.bytes.data());
      ASSERT_EQ(coordinate.rank_framed(framed.bytes.data()), value);
    }
    for (int m = 0; m < moves.size(); ++m) {
      std::vector<bool> hit(coordinate.size(), false);
      for (std::uint32_t value = 0; value < coordinate.size(); ++value) {
        hit[coordinate.move(value, m)] = true;
      }
      EXPECT_EQ(std::count(hit.begin(), hit.end(), true), coordinate.size());
    }
  }
}

// The distances of a coordinate are those of the puzzle that has nothing else.
TEST(Coordinate, DistancesAreExact) {
  const PuzzleDefinition cube = load_puzzle("2x2x2");
  DefinitionChanges changes;
  changes.no_orientation = true;
  const PuzzleDefinition permutations = change_definition(cube, changes);
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    const MoveSet moves(cube, metric);
    const std::vector<Coordinate> coordinates = atoms(cube, moves);
    test::Counts counts;
    for (const std::uint8_t distance : coordinates[0].distances()) {
      counts.resize(std::max<std::size_t>(counts.size(), distance + 1U));
      ++counts[distance];
    }
    EXPECT_EQ(counts, test::count_naively(permutations, MoveSet(permutations, metric),
                                          permutations.solved(), 100));
  }
}

TEST(Coordinate, TooManyValuesAreNotNumbered) {
  const PuzzleDefinition cube = load_puzzle("2x2x2");
  const MoveSet moves(cube, Metric::htm);
  const auto frame = frame_of(cube, moves);
  EXPECT_FALSE(Coordinate::enumerate(frame, moves, {{0, true, false}}, 40'319));
  EXPECT_TRUE(Coordinate::enumerate(frame, moves, {{0, true, false}}, 40'320));
  EXPECT_FALSE(Coordinate::enumerate(frame, moves, {{0, true, true}}, 100'000));
}

TEST(Coordinate, APositionThatMovesDoNotReachHasNoNumber) {
  const PuzzleDefinition cube = load_puzzle("2x2x2");
  const MoveSet moves(cube, Metric::htm);
  State twisted = cube.solved();
  twisted.bytes[static_cast<std::size_t>(cube.orbits().ori_offset(0))] = 1;
  const std::vector<Coordinate> coordinates = atoms(cube, moves);
  EXPECT_EQ(coordinates[0].rank(twisted), 0U);
  EXPECT_EQ(coordinates[1].rank(twisted), Coordinate::kNone);
}

// Whichever coordinates are asked about, moves never leave what the ties allow.
TEST(CoordinateTies, HoldAlongEveryWay) {
  struct Case {
    const char* puzzle;
    const char* moves;
    double saving;
  };
  for (const Case& item :
       {Case{"3x3x3", "U,R", 2}, Case{"2x2x2", "", 1}, Case{"3x3x3", "U,D,F2,B2,L2,R2", 2},
        Case{"3x3x3", "U2,R2,F2", 4}, Case{"pyraminx", "U,L,R,B", 1}}) {
    SCOPED_TRACE(item.puzzle);
    const PuzzleDefinition definition = load_puzzle(item.puzzle);
    const MoveSet moves(definition, Metric::htm, item.moves);
    const std::vector<Coordinate> coordinates = atoms(definition, moves);
    const CoordinateTies ties(coordinates, moves);
    EXPECT_GE(ties.saving(), item.saving);
    for (int inside = 0; inside < static_cast<int>(coordinates.size()); ++inside) {
      const CoordinateTies::Sheets sheets = ties.sheets({inside});
      EXPECT_EQ(sheets.count, ties.sheet_count({inside}));
      Rng rng(2);
      std::vector<std::uint32_t> values(coordinates.size(), 0);
      for (int step = 0; step < 300; ++step) {
        int sum = 0;
        int own = 0;
        for (std::size_t c = 0; c < coordinates.size(); ++c) {
          if (sheets.colours[c].empty()) continue;
          const int colour = sheets.colours[c][values[c]];
          if (static_cast<int>(c) == inside) {
            own = colour;
          } else {
            sum = sheets.add(sum, colour);
          }
        }
        ASSERT_EQ(own, sum);
        const int move = static_cast<int>(random_below(rng, moves.size()));
        for (std::size_t c = 0; c < coordinates.size(); ++c) {
          values[c] = coordinates[c].move(values[c], move);
        }
      }
      // Sheets are equally large.
      if (sheets.count == 1) continue;
      std::map<int, std::uint32_t> used;
      for (const std::uint8_t colour : sheets.colours[inside]) ++used[colour];
      for (const auto& [colour, count] : used) {
        EXPECT_EQ(count * sheets.count, coordinates[inside].size());
      }
    }
  }
}

}  // namespace
}  // namespace gyre
