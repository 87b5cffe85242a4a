// The 3x3x3 core: the cube against the hand-written definition, conversions to arbitrarily
// renumbered definitions, coordinates and tables over their whole domains, solutions against brute
// force.
#include "cube3/small_tables.h"
#include "cube3/two_phase.h"
#include "test_cubes.h"

#include <gyre/base/error.h>
#include <gyre/cube3/conversion.h>
#include <gyre/cube3/solver.h>
#include <gyre/geometry/library.h>
#include <gyre/puzzle/sequence.h>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <thread>
#include <unordered_map>

namespace gyre::cube3 {
namespace {

// Without the library's hand in it: the State of the definition in test_cubes.h, whose numbering is
// that of Cube.
State plain_state(const Cube& cube) {
  State state;
  const auto push = [&](int value) { state.bytes.push_back(static_cast<std::uint8_t>(value)); };
  for (int i = 0; i < kCorners; ++i) push(cube.corner_perm(i));
  for (int i = 0; i < kCorners; ++i) push(cube.corner_ori(i));
  for (int i = 0; i < kEdges; ++i) push(cube.edge_perm(i));
  for (int i = 0; i < kEdges; ++i) push(cube.edge_ori(i));
  return state;
}

std::vector<FaceTurn> random_moves(std::mt19937_64& random, int length) {
  std::vector<FaceTurn> moves;
  while (static_cast<int>(moves.size()) < length) {
    const FaceTurn move = FaceTurn::from_index(static_cast<int>(random() % kMoves));
    if (moves.empty() || moves.back().face % 3 != move.face % 3) moves.push_back(move);
  }
  return moves;
}

Alg to_alg(const PuzzleDefinition& definition, const std::vector<FaceTurn>& moves) {
  return parse_alg(to_string(moves), &definition.names());
}

const SmallTables& tables() {
  static const SmallTables made;
  return made;
}

const Cube3Solver& solver() {
  static const Cube3Solver made;
  return made;
}

Cube cube_of(const std::string& text) {
  static const PuzzleDefinition definition = test::cube3();
  return Conversion(definition).to_cube(apply(definition, parse_alg(text, &definition.names())));
}

// The 3x3x3 with other slots, identities, zero orientations and senses of counting them, and its
// orbits and moves in another order.
PuzzleDefinition renumbered(std::mt19937_64& random) {
  const PuzzleDefinition plain = test::cube3();
  PuzzleDefinition::Parts parts;
  parts.name = "strange cube";
  const bool swap = random() % 2 != 0;
  const std::vector<int> order = swap ? std::vector<int>{1, 0} : std::vector<int>{0, 1};
  for (const BaseMove& move : plain.moves()) parts.moves.push_back({move.name, {}, 0});
  for (const int k : order) {
    const Orbit& orbit = plain.orbits()[k];
    const int n = orbit.pieces;
    const int o = orbit.orientations;
    std::vector<int> slot(n);
    std::iota(slot.begin(), slot.end(), 0);
    std::shuffle(slot.begin(), slot.end(), random);
    std::vector<int> identity = slot;
    std::shuffle(identity.begin(), identity.end(), random);
    std::vector<int> zero(n);
    for (int& z : zero) z = static_cast<int>(random() % o);
    const int sense = random() % 2 != 0 ? 1 : o - 1;
    parts.orbits.push_back({k == 0 ? "EIGHT" : "TWELVE", n, o});
    for (std::size_t m = 0; m < plain.moves().size(); ++m) {
      const std::uint8_t* from =
          plain.moves()[m].action.bytes.data() + plain.orbits().perm_offset(k);
      std::vector<std::uint8_t> lane(2 * n);
      for (int i = 0; i < n; ++i) {
        lane[slot[i]] = static_cast<std::uint8_t>(slot[from[i]]);
        const int ori = from[n + i] * sense + zero[i] - zero[from[i]] + o;
        lane[n + slot[i]] = static_cast<std::uint8_t>(ori % o);
      }
      auto& bytes = parts.moves[m].action.bytes;
      bytes.insert(bytes.end(), lane.begin(), lane.end());
    }
    for (const int i : identity) parts.solved.bytes.push_back(static_cast<std::uint8_t>(i));
    for (int i = 0; i < n; ++i) {
      parts.solved.bytes.push_back(static_cast<std::uint8_t>(random() % o));
    }
  }
  std::shuffle(parts.moves.begin(), parts.moves.end(), random);
  return PuzzleDefinition(std::move(parts));
}

TEST(Cube3Cube, TurnsAreThoseOfTheHandWrittenDefinition) {
  const PuzzleDefinition definition = test::cube3();
  for (int index = 0; index < kMoves; ++index) {
    const FaceTurn move = FaceTurn::from_index(index);
    EXPECT_EQ(plain_state(action(move)), action_of(definition, to_alg(definition, {move})));
    EXPECT_EQ(invert(action(move)), action(move.inverse()));
    EXPECT_EQ(rotate_urf(action(move)), action(rotate_urf(move)));
  }
}

TEST(Cube3Cube, ComposesAndInvertsAsStates) {
  const PuzzleDefinition definition = test::cube3();
  std::mt19937_64 random(1);
  for (int i = 0; i < 200; ++i) {
    const Cube a = random_cube(random);
    const Cube b = random_cube(random);
    EXPECT_EQ(plain_state(compose(a, b)),
              compose(definition.orbits(), plain_state(a), plain_state(b)));
    EXPECT_EQ(plain_state(invert(a)), invert(definition.orbits(), plain_state(a)));
    EXPECT_EQ(rotate_urf(rotate_urf(rotate_urf(a))), a);
    EXPECT_EQ(rotate_urf(compose(a, b)), compose(rotate_urf(a), rotate_urf(b)));
    EXPECT_EQ(why_impossible(a), "");
  }
}

TEST(Cube3Cube, SaysWhyACubeIsImpossible) {
  const auto reason = [](auto change) {
    Cube cube;
    change(cube);
    return why_impossible(cube);
  };
  EXPECT_EQ(reason([](Cube& c) { c.set_corner(3, 3, 1); }),
            "a corner is twisted: the twists of the corners add up to 1 modulo 3, and face turns "
            "keep 0");
  EXPECT_EQ(reason([](Cube& c) { c.set_edge(11, 11, 1); }),
            "an edge is flipped: an odd number of edges is flipped, and face turns keep it even");
  EXPECT_EQ(reason([](Cube& c) { std::swap(c.edges[0], c.edges[7]); }),
            "two pieces are swapped, or the whole cube is turned by a quarter (x, y, z): the "
            "corners are permuted evenly and the edges oddly, and face turns keep both alike");
  EXPECT_EQ(reason([](Cube& c) { c.set_corner(0, 1, 0); }),
            "a corner is missing and another stands twice");
  EXPECT_EQ(reason([](Cube& c) { c.set_edge(0, 12, 0); }),
            "an edge is missing and another stands twice");
  EXPECT_EQ(reason([](Cube& c) { c.set_corner(0, 0, 3); }), "a corner has an orientation above 2");
  EXPECT_EQ(reason([](Cube& c) { c.set_edge(0, 0, 2); }), "an edge has an orientation above 1");
  Cube twisted;
  twisted.set_corner(0, 0, 2);
  EXPECT_THROW((void)solver().solve(twisted), Error);
}

TEST(Cube3Cube, RandomCubesAreSpreadEvenly) {
  std::mt19937_64 random(1);
  std::array<std::array<int, 24>, kEdges> seen{};
  for (int i = 0; i < 24'000; ++i) {
    const Cube cube = random_cube(random);
    for (int slot = 0; slot < kEdges; ++slot) {
      ++seen[slot][cube.edge_perm(slot) * 2 + cube.edge_ori(slot)];
    }
  }
  // 1,000 expected; 180 is nearly six standard deviations.
  for (const auto& slot : seen) {
    for (const int count : slot) EXPECT_NEAR(count, 1'000, 180);
  }
}

RC_GTEST_PROP(Cube3Conversion, WorksForEveryNumbering, (std::uint32_t seed)) {
  std::mt19937_64 random(seed);
  const PuzzleDefinition definition = renumbered(random);
  RC_ASSERT(is_cube3(definition));
  const Conversion conversion(definition);
  RC_ASSERT(conversion.to_cube(definition.solved()) == Cube{});
  const std::vector<FaceTurn> moves = random_moves(random, 20);
  const State state = apply(definition, to_alg(definition, moves));
  RC_ASSERT(conversion.to_cube(state) == replay({}, moves));
  RC_ASSERT(conversion.to_state(replay({}, moves)) == state);
  // Positions that turns do not reach convert as well.
  Cube odd = random_cube(random);
  odd.set_corner(0, odd.corner_perm(0), (odd.corner_ori(0) + 1) % 3);
  odd.set_edge(5, odd.edge_perm(5), 1 - odd.edge_ori(5));
  std::swap(odd.edges[2], odd.edges[9]);
  RC_ASSERT(conversion.to_cube(conversion.to_state(odd)) == odd);
  RC_ASSERT(!why_impossible(odd).empty());
}

TEST(Cube3Conversion, KnowsTheCubeOfTheLibrary) {
  const PuzzleDefinition definition = load_puzzle("3x3x3");
  const Conversion conversion(definition);
  std::mt19937_64 random(5);
  for (int i = 0; i < 100; ++i) {
    const std::vector<FaceTurn> moves = random_moves(random, 25);
    const State state = apply(definition, to_alg(definition, moves));
    EXPECT_EQ(conversion.to_cube(state), replay({}, moves));
    EXPECT_EQ(conversion.to_state(replay({}, moves)), state);
  }
  // A turned cube is a position like any other: two quarters can be solved, one cannot.
  const auto turned = [&](const char* text) {
    return conversion.to_cube(apply(definition, parse_alg(text, &definition.names())));
  };
  EXPECT_NE(why_impossible(turned("x R U")).find("turned by a quarter"), std::string::npos);
  const State state = apply(definition, parse_alg("x2 R U", &definition.names()));
  const Solution solution = solver().solve(conversion.to_cube(state), {.target_length = 21});
  EXPECT_EQ(apply(definition, state, to_alg(definition, solution.moves)), definition.solved());
}

TEST(Cube3Conversion, RefusesOtherPuzzlesWithTheReason) {
  const auto reason = [](const PuzzleDefinition& definition) -> std::string {
    EXPECT_FALSE(is_cube3(definition));
    try {
      const Conversion conversion(definition);
    } catch (const Error& error) {
      return error.message();
    }
    return "";
  };
  EXPECT_EQ(reason(test::cube2()),
            "2x2x2 is not a 3x3x3: it has 0 orbits of 12 pieces with 2 orientations, not one");
  PuzzleDefinition::Parts parts = test::cube_parts(true);
  std::swap(parts.moves[0].name, parts.moves[1].name);
  EXPECT_EQ(reason(PuzzleDefinition(parts)),
            "3x3x3 is not a 3x3x3: its moves act otherwise on orbit CORNERS");
  parts = test::cube_parts(true);
  parts.moves[0].action = invert(OrbitList(parts.orbits), parts.moves[0].action);
  EXPECT_FALSE(is_cube3(PuzzleDefinition(parts)));
  parts = test::cube_parts(true);
  for (int slot = 0; slot < 12; ++slot) parts.moves[0].action.bytes[28 + slot] = 0;
  parts.moves[0].action.bytes[28] = parts.moves[0].action.bytes[29] = 1;
  EXPECT_EQ(reason(PuzzleDefinition(parts)),
            "3x3x3 is not a 3x3x3: its moves act otherwise on orbit EDGES");
  parts = test::cube_parts(true);
  parts.moves.pop_back();
  EXPECT_EQ(reason(PuzzleDefinition(parts)), "3x3x3 is not a 3x3x3: its moves are not U F R D B L");
  parts = test::cube_parts(true);
  parts.solved.bytes[27] = 0;  // the last edge looks like the first
  EXPECT_EQ(reason(PuzzleDefinition(parts)),
            "3x3x3 is not a 3x3x3: pieces of orbit EDGES look alike");
  parts = test::cube_parts(true);
  parts.illegal.push_back({0, 0, {1}});
  EXPECT_EQ(reason(PuzzleDefinition(parts)), "3x3x3 is not a 3x3x3: it has Illegal rules");
}

TEST(Cube3Conversion, LooksThroughCentres) {
  PuzzleDefinition::Parts parts = test::cube_parts(true);
  parts.orbits.push_back({"CENTERS", 6, 1});
  for (auto* list : {&parts.moves, &parts.rotations}) {
    for (BaseMove& move : *list) {
      move.action.bytes.insert(move.action.bytes.end(), {0, 1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0});
    }
  }
  parts.solved = identity_state(OrbitList(parts.orbits));
  const PuzzleDefinition definition(parts);
  const Conversion conversion(definition);
  State state = apply(definition, parse_alg("R U F2", &definition.names()));
  EXPECT_EQ(conversion.to_cube(state), cube_of("R U F2"));
  EXPECT_EQ(conversion.to_state(cube_of("R U F2")), state);
  std::swap(state.bytes[40], state.bytes[41]);
  EXPECT_THROW((void)conversion.to_cube(state), Error);
  // Centres that a move does change make another puzzle.
  std::swap(parts.moves[3].action.bytes[40], parts.moves[3].action.bytes[41]);
  EXPECT_FALSE(is_cube3(PuzzleDefinition(parts)));
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
