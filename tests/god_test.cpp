// God's algorithm against the simplest breadth-first search there is, and against known counts.
#include <gyre/base/error.h>
#include <gyre/general/god.h>
#include <gyre/geometry/library.h>
#include <gyre/puzzle/puzzle_group.h>
#include <gyre/puzzle/sequence.h>
#include <gyre/puzzle/symmetry.h>

#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <string>

namespace gyre {
namespace {

using Counts = std::vector<std::uint64_t>;

// No symmetry, no packing: a set of all positions seen.
Counts count_naively(const PuzzleDefinition& definition, const MoveSet& moves, const State& start,
                     int max_depth) {
  const auto key = [](const State& state) {
    return std::string(state.bytes.begin(), state.bytes.end());
  };
  std::set<std::string> seen{key(start)};
  std::vector<State> layer{start};
  Counts counts{1};
  while (static_cast<int>(counts.size()) <= max_depth) {
    std::vector<State> further;
    for (const State& state : layer) {
      for (const Move& move : moves.moves()) {
        State next = compose(definition.orbits(), state, move.action);
        if (definition.legal(next) && seen.insert(key(next)).second) {
          further.push_back(std::move(next));
        }
      }
    }
    if (further.empty()) break;
    counts.push_back(further.size());
    layer = std::move(further);
  }
  return counts;
}

Counts positions(const GodResult& result) {
  Counts counts;
  for (const GodLayer& layer : result.layers) counts.push_back(layer.positions);
  return counts;
}

TEST(God, CountsWhatASetOfAllPositionsCounts) {
  for (const char* name : {"2x2x2",
                           "3x3x3",
                           "4x4x4",
                           "pyraminx",
                           "skewb",
                           "dino",
                           "dino4",
                           "2x2x2-layer",
                           "square1",
                           "clock",
                           "topspin",
                           "m12",
                           "megaminx",
                           "fto",
                           "helicopter",
                           "2x3x4",
                           "kilominx",
                           "3x3x3 orient-centers",
                           "4x4x4 fix-corner",
                           "octastar"}) {
    const PuzzleDefinition definition = load_puzzle(name);
    for (const Metric metric : {Metric::htm, Metric::qtm}) {
      SCOPED_TRACE(std::string(name) + (metric == Metric::htm ? " htm" : " qtm"));
      const MoveSet moves(definition, metric);
      GodOptions options;
      options.max_depth = moves.size() > 30 ? 2 : 3;
      const GodResult result = count_positions(definition, moves, options);
      EXPECT_EQ(positions(result),
                count_naively(definition, moves, definition.solved(), *options.max_depth));
      EXPECT_EQ(result.end, GodResult::End::max_depth);
    }
  }
}

// Classes by taking all images of every position.
TEST(God, ClassesAreThoseOfTheSymmetryGroup) {
  for (const char* name : {"2x2x2-layer", "dino4", "3x3x3", "pyraminx", "fto", "helicopter"}) {
    SCOPED_TRACE(name);
    const PuzzleDefinition definition = load_puzzle(name);
    const MoveSet moves(definition, Metric::htm);
    const SymmetryGroup group(definition, moves);
    GodOptions options;
    options.max_depth = 3;
    const GodResult result = count_positions(definition, moves, options);
    EXPECT_EQ(result.symmetries, group.size());
    std::set<std::vector<int>> seen;
    std::vector<State> layer{definition.solved()};
    for (const GodLayer& counted : result.layers) {
      std::vector<State> further;
      std::set<std::vector<int>> classes;
      for (const State& state : layer) {
        std::vector<int> least;
        for (int g = 0; g < group.size(); ++g) {
          const State image = group.conjugate_position(g, state);
          const std::vector<int> bytes(image.bytes.begin(), image.bytes.end());
          if (least.empty() || bytes < least) least = bytes;
        }
        if (seen.insert(least).second) {
          classes.insert(least);
          for (const Move& move : moves.moves()) {
            further.push_back(compose(definition.orbits(), state, move.action));
          }
        }
      }
      EXPECT_EQ(counted.classes, classes.size()) << counted.depth;
      layer = std::move(further);
    }
  }
}

TEST(God, FromAnotherPositionToo) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  const MoveSet moves(cube, Metric::htm, "U,R2,F");
  GodOptions options;
  options.max_depth = 5;
  options.start = apply(cube, parse_alg("R U F D", &cube.names()));
  const GodResult result = count_positions(cube, moves, options);
  EXPECT_EQ(positions(result), count_naively(cube, moves, *options.start, 5));
  EXPECT_EQ(result.symmetries, 1);
  options.start->bytes[0] = options.start->bytes[1];
  EXPECT_THROW((void)count_positions(cube, moves, options), Error);
  const PuzzleDefinition square1 = load_puzzle("square1");
  options.start = action_of(square1, parse_alg("(2,0)", &square1.names()));
  EXPECT_THROW((void)count_positions(square1, MoveSet(square1, Metric::htm), options), Error);
}

// Jaap Scherphuis's counts; every position once, so the sum is the number of positions.
TEST(God, WholePuzzles) {
  const PuzzleDefinition cube = load_puzzle("2x2x2");
  const PuzzleDefinition pyraminx = load_puzzle("pyraminx");
  const MoveSet three(cube, Metric::htm, "U,R,F");
  GodOptions options;
  options.antipodes = 1'000'000;
  const GodResult half = count_positions(cube, three, options);
  EXPECT_EQ(positions(half),
            (Counts{1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644}));
  EXPECT_EQ(half.end, GodResult::End::all);
  EXPECT_EQ(half.antipodes.size(), half.layers.back().classes);
  EXPECT_EQ(positions(count_positions(cube, MoveSet(cube, Metric::qtm, "U,R,F"))),
            (Counts{1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536,
                    90280, 276}));
  EXPECT_EQ(positions(count_positions(pyraminx, MoveSet(pyraminx, Metric::htm, "U,L,R,B"))),
            (Counts{1, 8, 48, 288, 1728, 9896, 51808, 220111, 480467, 166276, 2457, 32}));
  // An antipode is where it is said to be: nothing shorter leads back.
  options.max_depth = 5;
  options.start = half.antipodes.front();
  const GodResult back = count_positions(cube, three, options);
  EXPECT_EQ(back.layers.size(), 6U);
}

TEST(God, TheSameForEveryNumberOfThreads) {
  const PuzzleDefinition skewb = load_puzzle("skewb");
  const MoveSet moves(skewb, Metric::htm);
  GodOptions options;
  options.antipodes = 5;
  options.threads = 1;
  const GodResult one = count_positions(skewb, moves, options);
  options.threads = 3;
  const GodResult three = count_positions(skewb, moves, options);
  EXPECT_EQ(positions(one), positions(three));
  EXPECT_EQ(one.antipodes, three.antipodes);
  const Counts counts = positions(one);
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}), 3'149'280U);
}

TEST(God, EndsEarlyWhenMemoryOrTimeDoes) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  const MoveSet moves(cube, Metric::htm);
  GodOptions options;
  options.memory_bytes = 200 << 20U;
  const GodResult little = count_positions(cube, moves, options);
  EXPECT_EQ(little.end, GodResult::End::memory);
  ASSERT_GE(little.layers.size(), 6U);
  EXPECT_EQ(little.layers[5].positions, 574'908U);
  std::stop_source stop;
  options.stop = stop.get_token();
  options.layer = [&](const GodLayer& layer) {
    if (layer.depth == 4) stop.request_stop();
  };
  const GodResult stopped = count_positions(cube, moves, options);
  EXPECT_EQ(stopped.end, GodResult::End::stopped);
  EXPECT_EQ(stopped.layers.back().depth, 4);
  EXPECT_EQ(stopped.layers.back().positions, 43'239U);
}

}  // namespace
}  // namespace gyre
