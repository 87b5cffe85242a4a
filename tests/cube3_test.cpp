// The 3x3x3 core: coordinates and tables over their whole domains, solutions against brute force.
#include "cube3/small_tables.h"
#include "cube3/two_phase.h"
#include "cube3_helpers.h"

#include <gyre/base/error.h>
#include <gyre/cube3/solver.h>
#include <gyre/geometry/library.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <thread>
#include <unordered_map>

namespace gyre::cube3 {
namespace {

const SmallTables& tables() {
  static const SmallTables made;
  return made;
}

const Cube3Solver& solver() {
  static const Cube3Solver made;
  return made;
}

// unrank gives each value a cube that ranks back to it, so both are one-to-one; and the move table
// agrees with the cube on filled-in and on random positions.
template <class Coordinate>
void check_coordinate(const MoveTable& table, bool zero_is_solved) {
  ASSERT_EQ(table.size(), Coordinate::kSize);
  if (zero_is_solved) {
    EXPECT_EQ(Coordinate::rank(Cube{}), 0);
  }
  const bool only_h = table.columns() != kMoves;
  std::vector<int> columns(table.columns());
  for (int k = 0; k < table.columns(); ++k) columns[k] = only_h ? kHMoves[k] : k;
  const auto check_moves = [&](const Cube& cube, int value) {
    for (int k = 0; k < table.columns(); ++k) {
      const Cube next = compose(cube, action(FaceTurn::from_index(columns[k])));
      ASSERT_EQ(table.row(value)[k], Coordinate::rank(next)) << value << ' ' << columns[k];
    }
  };
  for (int value = 0; value < Coordinate::kSize; ++value) {
    const Cube cube = Coordinate::unrank(value);
    ASSERT_EQ(Coordinate::rank(cube), value);
    check_moves(cube, value);
  }
  std::mt19937_64 random(3);
  Cube cube;
  for (int i = 0; i < 2'000; ++i) {
    const int move = columns[random() % columns.size()];
    cube = compose(cube, action(FaceTurn::from_index(move)));
    check_moves(cube, Coordinate::rank(cube));
  }
}

TEST(Cube3Coordinates, AreOneToOneAndMoveAsTheCube) {
  check_coordinate<Twist>(tables().twist, true);
  check_coordinate<Flip>(tables().flip, true);
  check_coordinate<SliceSlots>(tables().slice_slots, true);
  check_coordinate<FourEdges<8>>(tables().four_edges, true);
  check_coordinate<FourEdges<4>>(tables().four_edges, false);
  check_coordinate<FourEdges<0>>(tables().four_edges, false);
  check_coordinate<CornerPerm>(tables().corner_perm, true);
  check_coordinate<EdgePerm>(tables().edge_perm, true);
  for (int value = 0; value < EdgePerm::kSize; ++value) {
    const Cube cube = EdgePerm::unrank(value);
    ASSERT_EQ(EdgePerm::merge(FourEdges<4>::rank(cube), FourEdges<0>::rank(cube)), value);
  }
}

TEST(Cube3Coordinates, OrdersCarryTheirParityAndKeepPairs) {
  std::array<std::uint8_t, 4> swapped{};
  for (int order = 0; order < kOrders; ++order) {
    const auto position = unrank_order(order);
    EXPECT_EQ(rank_order(position), order);
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < i; ++j) {
        swapped = position;
        std::swap(swapped[i], swapped[j]);
        EXPECT_NE(rank_order(swapped) % 2, order % 2);
      }
    }
    // A move renames places: the two of a pair stay a pair under each of the 24.
    for (int move = 0; move < kOrders; ++move) {
      const auto places = unrank_order(move);
      const auto moved = [&](int which) {
        auto out = unrank_order(which);
        for (std::uint8_t& place : out) place = places[place];
        return rank_order(out);
      };
      EXPECT_EQ(moved(order) / 2, moved(order ^ 1) / 2);
    }
  }
}

// Zero only at zero, neighbours at most one apart, and a way down from everywhere: that is the
// exact distance.
void check_distances(const PairTable& table, const MoveTable& first, const MoveTable& second,
                     const std::vector<std::uint64_t>& expected) {
  const bool only_h = table.second_size() == kOrders;
  std::vector<std::uint64_t> counts(16);
  for (int a = 0; a < first.size(); ++a) {
    for (int b = 0; b < table.second_size(); ++b) {
      const int depth = table(a, b);
      ++counts[depth];
      ASSERT_EQ(depth == 0, a == 0 && b == 0);
      bool down = depth == 0;
      for (int k = 0; k < (only_h ? 10 : kMoves); ++k) {
        const int column = only_h ? kHMoves[k] : k;
        const int next =
            table(first.row(a)[first.columns() == kMoves ? column : k], second.row(b)[column]);
        ASSERT_LE(std::abs(next - depth), 1);
        down = down || next == depth - 1;
      }
      ASSERT_TRUE(down) << a << ' ' << b;
    }
  }
  while (counts.back() == 0) counts.pop_back();
  EXPECT_EQ(counts, expected);
}

TEST(Cube3Tables, PairDistancesAreExact) {
  const SmallTables& t = tables();
  check_distances(t.twist_flip, t.twist, t.flip,
                  {1, 4, 46, 504, 5'662, 61'008, 549'711, 2'422'226, 1'431'344, 8'470});
  check_distances(t.twist_slice, t.twist, t.slice_slots,
                  {1, 4, 50, 586, 6'184, 54'066, 296'322, 582'492, 142'520, 340});
  check_distances(t.flip_slice, t.flip, t.slice_slots,
                  {1, 4, 50, 532, 4'804, 41'832, 238'263, 555'636, 172'314, 324});
  check_distances(t.corner_slice, t.corner_perm, t.four_edges,
                  {1, 10, 67, 404, 2'023, 8'504, 28'545, 69'734, 127'540, 179'700, 189'120, 199'200,
                   116'112, 44'416, 2'304});
  check_distances(
      t.edge_slice, t.edge_perm, t.four_edges,
      {1, 10, 67, 456, 3'063, 18'202, 86'691, 290'812, 434'814, 120'488, 11'818, 1'114, 144});
  EXPECT_EQ(t.bytes(), 7'111'211U);
  for (int move = 0; move < kMoves; ++move) {
    const bool listed = std::find(kHMoves.begin(), kHMoves.end(), move) != kHMoves.end();
    EXPECT_EQ(is_h_move(move), listed);
  }
}

std::string key(const Cube& cube) {
  const State state = plain_state(cube);
  return {state.bytes.begin(), state.bytes.end()};
}

// Every position within `radius` moves with its distance, by key.
std::unordered_map<std::string, std::pair<Cube, int>> ball(int radius) {
  std::unordered_map<std::string, std::pair<Cube, int>> seen = {{key({}), {{}, 0}}};
  std::vector<Cube> layer = {Cube{}};
  for (int depth = 1; depth <= radius; ++depth) {
    std::vector<Cube> next;
    for (const Cube& cube : layer) {
      for (int move = 0; move < kMoves; ++move) {
        const Cube image = compose(cube, action(FaceTurn::from_index(move)));
        if (seen.emplace(key(image), std::pair(image, depth)).second) next.push_back(image);
      }
    }
    layer = std::move(next);
  }
  return seen;
}

TEST(Cube3Solver, ProvesShortSolutionsOptimal) {
  const auto near = ball(3);
  ASSERT_EQ(near.size(), 1U + 18 + 243 + 3'240);
  std::mt19937_64 random(11);
  for (int i = 0; i < 60; ++i) {
    // Moves of H alone too: there the second phase does everything.
    std::vector<FaceTurn> moves = random_moves(random, 1 + i % 6);
    if (i % 3 == 0) {
      for (FaceTurn& move : moves) move.turns = move.face % 3 == 0 ? move.turns : 2;
    }
    const Cube cube = replay({}, moves);
    int distance = 99;
    for (const auto& [name, step] : near) {
      const auto rest = near.find(key(compose(cube, step.first)));
      if (rest != near.end()) distance = std::min(distance, step.second + rest->second.second);
    }
    // Small limits of phase 2 too: what they cut off must be found by longer first phases.
    for (const int limit : {0, 1, 2, 3, kPhase2Limit}) {
      const auto solve = [&](int max_length) {
        const SolveLimits limits{.seconds = 60, .max_length = max_length};
        return TwoPhase(tables(), cube, limits, {}, {}, limit).run();
      };
      const Solution solution = solve(30);
      ASSERT_TRUE(solution.found && solution.optimal);
      ASSERT_EQ(solution.length, distance) << to_string(moves) << ", limit " << limit;
      ASSERT_EQ(replay(cube, solution.moves), Cube{});
      if (distance == 0) continue;
      const Solution none = solve(distance - 1);
      ASSERT_TRUE(!none.found && none.optimal);
    }
  }
  const Solution nothing = solver().solve(Cube{});
  EXPECT_TRUE(nothing.found && nothing.optimal && nothing.moves.empty());
}

TEST(Cube3Solver, RefusesImpossibleCubes) {
  Cube twisted;
  twisted.set_corner(0, 0, 2);
  EXPECT_THROW((void)solver().solve(twisted), Error);
  // A turned cube is a position like any other: two quarters can be solved, one cannot.
  const PuzzleDefinition definition = load_puzzle("3x3x3");
  const Conversion conversion(definition);
  const auto turned_cube = [&](const char* text) {
    return conversion.to_cube(apply(definition, parse_alg(text, &definition.names())));
  };
  EXPECT_THROW((void)solver().solve(turned_cube("x R U")), Error);
  const Cube cube = turned_cube("x2 R U");
  const Solution solution = solver().solve(cube, {.target_length = 21});
  EXPECT_EQ(replay(cube, solution.moves), Cube{});
}

TEST(Cube3Solver, SolvesAThousandRandomCubes) {
  std::mt19937_64 random(2026);
  for (int i = 0; i < 1'000; ++i) {
    const Cube cube = random_cube(random);
    const Solution solution = solver().solve(cube, {.target_length = kEasyLength, .seconds = 0});
    ASSERT_TRUE(solution.found);
    ASSERT_LE(solution.length, kEasyLength);
    ASSERT_EQ(replay(cube, solution.moves), Cube{});
  }
}

TEST(Cube3Solver, SolvesWellKnownPositions) {
  const std::map<std::string, std::pair<const char*, int>> known = {
      {"superflip", {"U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2", 20}},
      {"cube in cube", {"F L F U' R U F2 L2 U' L' B D' B' L2 U", 15}},
      {"checkerboard", {"U2 D2 F2 B2 L2 R2", 6}},
      {"four spots", {"F2 B2 U D' R2 L2 U D'", 8}},
      {"six spots", {"U D' R L' F B' U D'", 8}},
  };
  for (const auto& [name, position] : known) {
    const Cube cube = cube_of(position.first);
    const Solution solution =
        solver().solve(cube, {.target_length = position.second, .seconds = 20});
    EXPECT_EQ(solution.length, position.second) << name;
    EXPECT_EQ(replay(cube, solution.moves), Cube{}) << name;
  }
}

TEST(Cube3Solver, ImprovesStepByStepAndStopsWhenTold) {
  std::mt19937_64 random(8);
  const Cube cube = random_cube(random);
  std::vector<int> lengths;
  const Solution solution = solver().solve(cube, {.seconds = 0.2}, [&](const Solution& better) {
    EXPECT_EQ(replay(cube, better.moves), Cube{});
    EXPECT_FALSE(better.optimal);
    lengths.push_back(better.length);
  });
  ASSERT_FALSE(lengths.empty());
  EXPECT_TRUE(std::is_sorted(lengths.rbegin(), lengths.rend()));
  EXPECT_EQ(lengths.back(), solution.length);
  EXPECT_GT(solution.nodes, 0U);

  std::stop_source source;
  const Solution stopped = solver().solve(
      cube, {.seconds = 1e9}, [&](const Solution&) { source.request_stop(); }, source.get_token());
  EXPECT_TRUE(stopped.found);
  EXPECT_FALSE(stopped.optimal);
  EXPECT_LT(stopped.seconds, 10);
  const Solution early = solver().solve(cube, {}, {}, source.get_token());
  EXPECT_FALSE(early.found || early.optimal);

  const Solution aimed = solver().solve(cube, {.target_length = 21, .seconds = 60});
  EXPECT_LE(aimed.length, 21);
  // Nearly no position has a solution this short, and time runs out before that is known.
  const Solution hopeless = solver().solve(cube, {.seconds = 0.01, .max_length = 14});
  EXPECT_FALSE(hopeless.found || hopeless.optimal);
}

TEST(Cube3Solver, SolvesOnSeveralThreadsAtOnce) {
  std::mt19937_64 random(21);
  std::vector<Cube> cubes(40);
  for (Cube& cube : cubes) cube = random_cube(random);
  std::vector<std::jthread> threads;
  std::array<int, 4> solved{};
  for (int id = 0; id < 4; ++id) {
    threads.emplace_back([&, id] {
      for (const Cube& cube : cubes) {
        const Solution solution = solver().solve(cube, {.target_length = 22, .seconds = 60});
        solved[id] += replay(cube, solution.moves) == Cube{} ? 1 : 0;
      }
    });
  }
  threads.clear();
  EXPECT_EQ(solved, (std::array<int, 4>{40, 40, 40, 40}));
}

}  // namespace
}  // namespace gyre::cube3
