// God's algorithm against the simplest breadth-first search there is, and against known counts.
#include "support/god_helpers.h"
#include "support/random_puzzle.h"
#include "support/temporary_folder.h"
#include "support/tied_orbits.h"

#include <gyre/base/error.h>
#include <gyre/general/god.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/puzzle_group.h>
#include <gyre/puzzle/sequence.h>
#include "format/tws.h"
#include "puzzle/definition/modify.h"
#include "puzzle/symmetry/symmetry.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <set>
#include <sstream>
#include <string>

namespace gyre {
namespace {

using test::classes;
using test::count_naively;
using test::Counts;
using test::positions;
using test::with_method;

std::uint64_t sum_of(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
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

// Every definition under puzzles/, all positions up to a depth, in each way that can count them.
TEST(God, EveryPuzzleAgreesWithASetOfAllPositions) {
  const test::TemporaryFolder folder;
  int puzzles = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(GYRE_SOURCE_DIR) / "puzzles")) {
    if (entry.path().extension() != ".expect") continue;
    const std::string name = entry.path().stem();
    SCOPED_TRACE(name);
    const PuzzleDefinition definition = load_puzzle(name);
    const MoveSet moves(definition, Metric::htm);
    // A larger puzzle has larger states, too.
    const auto budget = static_cast<std::uint64_t>(
        std::max(moves.size(), 200'000 / definition.orbits().state_bytes()));
    const Counts naive = count_naively(definition, moves, definition.solved(), 100, budget);
    ++puzzles;
    for (const GodMethod method : {GodMethod::tables, GodMethod::disk}) {
      if (method == GodMethod::disk && puzzles % 5 != 0) continue;  // many files each
      GodOptions options = with_method(method);
      options.max_depth = static_cast<int>(naive.size()) - 1;
      options.work_folder = folder.path();
      EXPECT_EQ(positions(count_positions(definition, moves, options)), naive);
    }
    GodOptions options;
    options.max_depth = static_cast<int>(naive.size()) - 1;
    options.classes = false;
    EXPECT_EQ(positions(count_positions(definition, moves, options)), naive);
  }
  EXPECT_GT(puzzles, 90);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

// All of a puzzle, classes and antipodes included.
TEST(God, AllWaysCountTheSame) {
  struct Case {
    const char* puzzle;
    const char* moves;
    Metric metric;
  };
  const test::TemporaryFolder folder;
  for (const Case& item :
       {Case{"2x2x2", "U,R2,F2", Metric::htm}, Case{"2x2x2", "U2,R,F2", Metric::qtm},
        Case{"skewb", "", Metric::htm}, Case{"2x2x3", "", Metric::htm},
        Case{"3x3x3", "U,R2", Metric::htm}, Case{"3x3x3", "U2,R2,F2,L2,D2,B2", Metric::htm},
        Case{"1x3x3", "", Metric::htm}, Case{"1x2x3", "", Metric::htm},
        Case{"m12", "", Metric::qtm}, Case{"dino4", "", Metric::htm},
        Case{"2x2x2-layer", "", Metric::htm}, Case{"clock", "UR,DR,ALL", Metric::htm},
        Case{"pyraminx", "U,L,b", Metric::htm}}) {
    SCOPED_TRACE(std::string(item.puzzle) + ' ' + item.moves);
    const PuzzleDefinition definition = load_puzzle(item.puzzle);
    const MoveSet moves(definition, item.metric, item.moves);
    GodOptions options = with_method(GodMethod::tables);
    options.antipodes = 20;
    options.work_folder = folder.path();
    const GodResult tables = count_positions(definition, moves, options);
    EXPECT_EQ(tables.method, GodMethod::tables);
    for (const GodMethod method : {GodMethod::ranked, GodMethod::disk}) {
      if (method == GodMethod::disk && sum_of(positions(tables)) > 100'000) continue;
      options.method = method;
      const GodResult other = count_positions(definition, moves, options);
      EXPECT_EQ(other.method, method);
      EXPECT_EQ(positions(other), positions(tables)) << to_string(method);
      EXPECT_EQ(classes(other), classes(tables)) << to_string(method);
      EXPECT_EQ(other.antipodes, tables.antipodes) << to_string(method);
      EXPECT_EQ(other.symmetries, tables.symmetries);
    }
    // Fewer symmetries may be used where nobody asks for classes.
    options.method = GodMethod::ranked;
    options.classes = false;
    const GodResult fewer = count_positions(definition, moves, options);
    EXPECT_EQ(positions(fewer), positions(tables));
    EXPECT_EQ(fewer.antipodes, tables.antipodes);
    // From elsewhere there is no symmetry, but the numbers stay where pieces are all different.
    options.start = apply(definition, parse_alg(moves.moves()[0].name, &definition.names()));
    const GodResult elsewhere = count_positions(definition, moves, options);
    if (definition.invertible()) {
      EXPECT_EQ(positions(elsewhere), positions(tables));
    }
    EXPECT_EQ(elsewhere.symmetries, 1);
  }
}

// Puzzles that nobody would build: look-alike pieces, wildcards, orbits that move together.
TEST(God, RankedPositionsOfRandomPuzzles) {
  int ranked = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    const PuzzleDefinition definition = RandomPuzzle(seed).definition();
    if (definition.orbits().state_bytes() > 60) continue;
    if (std::all_of(definition.moves().begin(), definition.moves().end(),
                    [](const BaseMove& move) { return move.order == 1; })) {
      continue;
    }
    const MoveSet moves(definition, seed % 2 == 0 ? Metric::htm : Metric::qtm);
    if (moves.size() > 60) continue;
    const Counts naive = count_naively(definition, moves, definition.solved(), 30, 100'000);
    GodOptions options = with_method(GodMethod::ranked);
    options.max_depth = static_cast<int>(naive.size()) - 1;
    options.memory_bytes = 50 << 20U;
    try {
      const GodResult result = count_positions(definition, moves, options);
      ++ranked;
      EXPECT_EQ(positions(result), naive);
      options.method = GodMethod::tables;
      EXPECT_EQ(classes(result), classes(count_positions(definition, moves, options)));
    } catch (const Error&) {
      continue;  // too large, or with rules
    }
  }
  EXPECT_GT(ranked, 50);
}

// Parts of the 3x3x3: orientations alone, pieces that look alike, wild ones.
TEST(God, RankedPositionsOfChangedPuzzles) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  for (int changed = 0; changed < 4; ++changed) {
    SCOPED_TRACE(changed);
    DefinitionChanges changes;
    if (changed == 0) {
      changes.no_permutation_of = {"CORNERS", "EDGES"};
    } else if (changed == 1) {
      changes.omit = {"EDGES"};
      changes.no_orientation = true;
    } else if (changed == 2) {
      changes.omit = {"CORNERS"};
      changes.no_permutation_of = {"EDGES"};
    } else {
      changes.omit = {"EDGES"};
      changes.no_permutation_of = {"CORNERS"};
    }
    const PuzzleDefinition part = change_definition(cube, changes);
    const MoveSet moves(part, Metric::htm);
    const GodResult ranked = count_positions(part, moves, with_method(GodMethod::ranked));
    const GodResult tables = count_positions(part, moves, with_method(GodMethod::tables));
    EXPECT_EQ(positions(ranked), positions(tables));
    EXPECT_EQ(classes(ranked), classes(tables));
    EXPECT_EQ(ranked.end, GodResult::End::all);
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
  for (const GodMethod method : {GodMethod::ranked, GodMethod::tables}) {
    GodOptions options = with_method(method);
    options.antipodes = 5;
    options.threads = 1;
    const GodResult one = count_positions(skewb, moves, options);
    options.threads = 3;
    const GodResult three = count_positions(skewb, moves, options);
    EXPECT_EQ(positions(one), positions(three));
    EXPECT_EQ(classes(one), classes(three));
    EXPECT_EQ(one.antipodes, three.antipodes);
    EXPECT_EQ(sum_of(positions(one)), 3'149'280U);
  }
}

// The layers that the .expect files quote, as far as ranking brings them.
TEST(God, QuotedLayers) {
  int seen = 0;
  for (const char* name : {"skewb", "2x2x3", "1x3x3", "m12", "2x2x2-layer", "dino4", "pyraminx"}) {
    SCOPED_TRACE(name);
    std::ifstream file(std::filesystem::path(GYRE_SOURCE_DIR) / "puzzles" /
                       (std::string(name) + ".expect"));
    const PuzzleDefinition definition = load_puzzle(name);
    for (std::string line; std::getline(file, line);) {
      if (!line.starts_with("layers ")) continue;
      std::istringstream numbers(line.substr(7));
      Counts quoted;
      for (std::uint64_t number = 0; numbers >> number;) quoted.push_back(number);
      Counts counted = positions(count_positions(definition, MoveSet(definition, Metric::htm)));
      ASSERT_GE(counted.size(), quoted.size());
      counted.resize(quoted.size());
      EXPECT_EQ(counted, quoted);
      ++seen;
    }
  }
  EXPECT_GT(seen, 3);
}

// The 5x5 lights out: a press changes a lamp and its neighbours. Presses commute and are their own
// inverse, so a position is a set of presses up to the quiet ones, and needs as many as the
// smallest set that is equal to it.
PuzzleDefinition lights_out(int size) {
  PuzzleDefinition::Parts parts;
  parts.name = fmt::format("lights-out-{}", size);
  parts.orbits = {{"LAMPS", size * size, 2}};
  const OrbitList orbits(parts.orbits);
  parts.solved = identity_state(orbits);
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      State press = identity_state(orbits);
      for (int other = 0; other < size * size; ++other) {
        const int distance = std::abs(other % size - x) + std::abs(other / size - y);
        if (distance <= 1) press.bytes[static_cast<std::size_t>(orbits.ori_offset(0) + other)] = 1;
      }
      parts.moves.push_back({fmt::format("P{}{}", static_cast<char>('A' + x), y + 1), press, 0});
    }
  }
  return PuzzleDefinition(std::move(parts));
}

TEST(God, LightsOut) {
  // Each of the 512 sets of presses of the 3x3 leads elsewhere: binomial coefficients.
  const PuzzleDefinition three = lights_out(3);
  EXPECT_EQ(positions(count_positions(three, MoveSet(three, Metric::htm))),
            (Counts{1, 9, 36, 84, 126, 126, 84, 36, 9, 1}));
  // The 4x4 has four independent quiet sets: 2^12 positions, of which the smallest set of each
  // class of 16 counts.
  const PuzzleDefinition four = lights_out(4);
  const MoveSet moves(four, Metric::htm);
  std::vector<std::uint32_t> lamps;
  for (const Move& move : moves.moves()) {
    std::uint32_t set = 0;
    for (std::uint32_t lamp = 0; lamp < 16; ++lamp) {
      set |= std::uint32_t{move.action.bytes[16 + lamp]} << lamp;
    }
    lamps.push_back(set);
  }
  std::vector<int> least(65'536, 99);
  for (std::uint32_t presses = 0; presses < 65'536; ++presses) {
    std::uint32_t lit = 0;
    for (std::size_t i = 0; i < 16; ++i) lit ^= (presses >> i & 1U) != 0 ? lamps[i] : 0;
    least[lit] = std::min(least[lit], std::popcount(presses));
  }
  Counts expected;
  for (const int presses : least) {
    if (presses == 99) continue;
    expected.resize(std::max<std::size_t>(expected.size(), static_cast<std::size_t>(presses) + 1));
    ++expected[static_cast<std::size_t>(presses)];
  }
  EXPECT_EQ(sum_of(expected), 4'096U);
  EXPECT_EQ(positions(count_positions(four, moves)), expected);
  EXPECT_EQ(positions(count_positions(four, moves, with_method(GodMethod::ranked))), expected);
}

// Moves of the clock that turn dials of their own: C(k, d) 11^d positions.
TEST(God, IndependentMovesInClosedForm) {
  PuzzleDefinition::Parts parts;
  parts.name = "dials";
  parts.orbits = {{"DIALS", 5, 12}};
  const OrbitList orbits(parts.orbits);
  parts.solved = identity_state(orbits);
  for (int dial = 0; dial < 5; ++dial) {
    State turn = identity_state(orbits);
    turn.bytes[static_cast<std::size_t>(orbits.ori_offset(0) + dial)] = 1;
    parts.moves.push_back({std::string(1, static_cast<char>('A' + dial)), turn, 0});
  }
  const PuzzleDefinition dials(std::move(parts));
  for (const GodMethod method : {GodMethod::ranked, GodMethod::tables}) {
    EXPECT_EQ(positions(count_positions(dials, MoveSet(dials, Metric::htm), with_method(method))),
              (Counts{1, 5 * 11, 10 * 121, 10 * 1'331, 5 * 14'641, 161'051}));
  }
}

// The clock: 30 moves of 11 amounts that commute, and the counts that Jakob Kogler published.
TEST(God, ClockToDepthThree) {
  const PuzzleDefinition clock = load_puzzle("clock");
  const MoveSet moves(clock, Metric::htm);
  EXPECT_EQ(moves.size(), 330);
  GodOptions options;
  options.max_depth = 2;
  EXPECT_EQ(positions(count_positions(clock, moves, options)), (Counts{1, 330, 51'651}));
}

TEST(God, TopspinAndSquareOne) {
  for (const char* name : {"topspin", "square1"}) {
    SCOPED_TRACE(name);
    const PuzzleDefinition definition = load_puzzle(name);
    const MoveSet moves(definition, Metric::htm);
    const Counts naive = count_naively(definition, moves, definition.solved(), 100, 60'000);
    GodOptions options;
    options.max_depth = static_cast<int>(naive.size()) - 1;
    EXPECT_EQ(positions(count_positions(definition, moves, options)), naive);
  }
}

TEST(God, SubgroupsOfTheCube) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  GodOptions options;
  options.classes = false;
  const GodResult small = count_positions(cube, MoveSet(cube, Metric::htm, "U,R2"), options);
  EXPECT_EQ(small.method, GodMethod::ranked);
  EXPECT_EQ(sum_of(positions(small)), 14'400U);
  const MoveSet two(cube, Metric::htm, "U,R");
  const GodResult result = count_positions(cube, two, options);
  EXPECT_EQ(result.method, GodMethod::ranked);
  EXPECT_EQ(sum_of(positions(result)), 73'483'200U);
  EXPECT_EQ(result.layers.back().depth, 20);
  options.max_depth = 8;
  options.method = GodMethod::tables;
  Counts near = positions(result);
  near.resize(9);
  EXPECT_EQ(positions(count_positions(cube, two, options)), near);
}

// The orientation of the whole cube counts: each of the 3,674,160 in 24 ways.
TEST(God, TwoByTwoInSpace) {
  const PuzzleDefinition cube = load_puzzle("2x2x2");
  const GodResult result = count_positions(cube, MoveSet(cube, Metric::htm));
  EXPECT_EQ(result.method, GodMethod::ranked);
  EXPECT_EQ(result.symmetries, 48);
  EXPECT_EQ(sum_of(positions(result)), 88'179'840U);
  EXPECT_EQ(result.layers.back().depth, 11);
  const GodResult quarter = count_positions(cube, MoveSet(cube, Metric::qtm));
  EXPECT_EQ(sum_of(positions(quarter)), 88'179'840U);
  EXPECT_EQ(quarter.layers.back().depth, 14);
}

TEST(God, EndsEarlyWhenMemoryOrTimeDoes) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  const MoveSet moves(cube, Metric::htm);
  GodOptions options;
  options.memory_bytes = 200 << 20U;
  options.method = GodMethod::tables;
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

TEST(God, SaysWhatItWillDo) {
  const PuzzleDefinition cube = load_puzzle("2x2x2");
  GodOptions options;
  std::vector<GodPlan> plans;
  options.plan = [&](const GodPlan& plan) { plans.push_back(plan); };
  (void)count_positions(cube, MoveSet(cube, Metric::htm, "U,R,F"), options);
  ASSERT_EQ(plans.size(), 1U);
  EXPECT_EQ(plans[0].method, GodMethod::ranked);
  EXPECT_EQ(plans[0].positions, BigInt(3'674'160));
  EXPECT_LT(plans[0].memory_bytes, 10'000'000U);
  // Few positions of many: not worth ranking.
  options.max_depth = 3;
  (void)count_positions(cube, MoveSet(cube, Metric::htm), options);
  EXPECT_EQ(plans[1].method, GodMethod::tables);
  options.max_depth.reset();
  options.memory_bytes = 100'000;
  options.method = GodMethod::ranked;
  EXPECT_THROW((void)count_positions(cube, MoveSet(cube, Metric::htm), options), Error);
}

TEST(GodSlow, ThreeByThreeToDepthEight) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  GodOptions options;
  options.max_depth = 8;
  options.memory_bytes = std::uint64_t{5} << 30U;
  EXPECT_EQ(positions(count_positions(cube, MoveSet(cube, Metric::htm), options)),
            (Counts{1, 18, 243, 3'240, 43'239, 574'908, 7'618'438, 100'803'036, 1'332'343'288}));
}

// What Herbert Kociemba counted for the second phase of his algorithm.
TEST(GodSlow, SecondPhaseOfTheCube) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  GodOptions options;
  options.classes = false;
  const GodResult result =
      count_positions(cube, MoveSet(cube, Metric::htm, "U,D,F2,B2,L2,R2"), options);
  EXPECT_EQ(result.method, GodMethod::ranked);
  EXPECT_EQ(positions(result),
            (Counts{1, 10, 67, 456, 3'079, 19'948, 123'074, 736'850, 4'185'118, 22'630'733,
                    116'767'872, 552'538'680, 2'176'344'160, 5'627'785'188, 7'172'925'794,
                    3'608'731'814, 224'058'996, 1'575'608, 1'352}));
}

TEST(GodSlow, DinoInSpace) {
  const PuzzleDefinition dino = load_puzzle("dino");
  GodOptions options;
  options.memory_bytes = std::uint64_t{3} << 30U;
  const GodResult result = count_positions(dino, MoveSet(dino, Metric::htm), options);
  EXPECT_EQ(result.end, GodResult::End::all);
  EXPECT_EQ(sum_of(positions(result)), 239'500'800U);
}

// Ten corners: 10!/2 3^9 positions.
TEST(GodSlow, KilominxWithThreeFaces) {
  const PuzzleDefinition kilominx = load_puzzle("kilominx");
  GodOptions options;
  options.classes = false;
  options.memory_bytes = std::uint64_t{4} << 30U;
  const GodResult result =
      count_positions(kilominx, MoveSet(kilominx, Metric::htm, "U,R,F"), options);
  EXPECT_EQ(result.method, GodMethod::ranked);
  EXPECT_EQ(result.end, GodResult::End::all);
  EXPECT_EQ(sum_of(positions(result)), 35'712'835'200U);
}

// All 2^23 positions of the 5x5: sets of presses, the smallest of each four that are equal.
TEST(GodSlow, LightsOutFive) {
  const PuzzleDefinition five = lights_out(5);
  const MoveSet moves(five, Metric::htm);
  std::vector<std::uint32_t> lamps;
  for (const Move& move : moves.moves()) {
    std::uint32_t set = 0;
    for (std::uint32_t lamp = 0; lamp < 25; ++lamp) {
      set |= std::uint32_t{move.action.bytes[25 + lamp]} << lamp;
    }
    lamps.push_back(set);
  }
  std::vector<std::uint8_t> least(std::size_t{1} << 25U, 99);
  for (std::uint32_t presses = 0; presses < least.size(); ++presses) {
    std::uint32_t lit = 0;
    for (std::uint32_t left = presses; left != 0; left &= left - 1) {
      lit ^= lamps[static_cast<std::size_t>(std::countr_zero(left))];
    }
    least[lit] = std::min(least[lit], static_cast<std::uint8_t>(std::popcount(presses)));
  }
  Counts expected(16, 0);
  for (const std::uint8_t presses : least) {
    if (presses != 99) ++expected.at(presses);
  }
  EXPECT_EQ(sum_of(expected), 8'388'608U);
  const GodResult result = count_positions(five, moves);
  EXPECT_EQ(result.method, GodMethod::ranked);
  EXPECT_EQ(positions(result), expected);
}

TEST(God, IsStoppedWhileItFindsTheGroup) {
  const PuzzleDefinition tied = read_tws(test::tied_orbits(), "tied.tws");
  test::stop_soon([&](const std::stop_token& soon) {
    GodOptions options;
    options.stop = soon;
    const GodResult result = count_positions(tied, MoveSet(tied, Metric::htm), options);
    EXPECT_EQ(result.end, GodResult::End::stopped);
  });
}

}  // namespace
}  // namespace gyre
