// Solving: short positions against brute force, in both metrics, with small tables and (slow) with
// the big ones; several solutions against all there are; well-known positions; stopping.
#include "cube3/two_phase/search.h"
#include "support/cube3_helpers.h"
#include "support/temporary_folder.h"

#include <gyre/base/error.h>
#include <gyre/base/progress.h>
#include <gyre/cube3/solver.h>
#include "base/cpu.h"
#include "cube3/core/symmetry.h"
#include "cube3/tables/tables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <set>
#include <thread>

namespace gyre::cube3 {
namespace {

const Cube3Solver& solver() {
  static const Cube3Solver made;
  return made;
}

int length_of(const std::vector<FaceTurn>& moves, Metric metric) {
  int length = 0;
  for (const FaceTurn move : moves) {
    length += metric == Metric::htm ? 1 : quarter_turns(move.index());
  }
  return length;
}

// How many moves solve a cube that is at most 2 * (near.size() - 1) from solved: two balls meet.
int distance(const std::vector<std::vector<Cube>>& near, const Cube& cube) {
  int best = 99;
  for (int steps = 0; steps < static_cast<int>(near.size()); ++steps) {
    for (const Cube& step : near[steps]) {
      const Cube rest = compose(cube, step);
      for (int more = 0; more < static_cast<int>(near.size()); ++more) {
        if (std::binary_search(near[more].begin(), near[more].end(), rest)) {
          best = std::min(best, steps + more);
        }
      }
    }
  }
  return best;
}

// Small limits of phase 2 too: what they cut off must be found by longer first phases.
void check_short_solutions(const TwoPhase& search, int cubes) {
  const Metric metric = search.tables().metric();
  const auto near = layers(3, metric);
  std::mt19937_64 random(11);
  for (int i = 0; i < cubes; ++i) {
    // Moves of H alone too: there the second phase does everything.
    std::vector<FaceTurn> moves = random_moves(random, 1 + i % (metric == Metric::htm ? 6 : 4));
    if (i % 3 == 0) {
      for (FaceTurn& move : moves) move.turns = move.face % 3 == 0 ? move.turns : 2;
    }
    while (length_of(moves, metric) > 6) moves.pop_back();
    const Cube cube = replay({}, moves);
    const int wanted = distance(near, cube);
    for (const int limit : {0, 1, 2, 3, kMaxPhase2}) {
      const auto solve = [&](int max_length, int threads) {
        TwoPhaseLimits limits;
        limits.seconds = 60;
        limits.max_length = max_length;
        limits.threads = threads;
        return search.run(cube, 1, limit, limits, {}, {}).front();
      };
      for (const int threads : {1, 3}) {
        const TwoPhaseSolution solution = solve(30, threads);
        ASSERT_TRUE(solution.found && solution.optimal);
        ASSERT_EQ(solution.length, wanted) << to_string(moves) << ", limit " << limit;
        ASSERT_EQ(length_of(solution.moves, metric), wanted);
        ASSERT_EQ(replay(cube, solution.moves), Cube{});
      }
      if (wanted == 0) continue;
      const TwoPhaseSolution none = solve(wanted - 1, 1);
      ASSERT_TRUE(!none.found && none.optimal);
    }
  }
}

TEST(Cube3Solver, ProvesShortSolutionsOptimal) {
  check_short_solutions(TwoPhase({}), 60);
  const TwoPhaseSolution nothing = solver().solve(Cube{});
  EXPECT_TRUE(nothing.found && nothing.optimal && nothing.moves.empty());
}

TEST(Cube3Solver, ProvesShortSolutionsOptimalInQuarterTurns) {
  TwoPhaseOptions options;
  options.metric = Metric::qtm;
  check_short_solutions(TwoPhase(options), 60);
}

// Turns of opposite faces in a row stand in the order of the faces.
bool is_normal(const std::vector<FaceTurn>& moves) {
  for (std::size_t i = 1; i < moves.size(); ++i) {
    if (moves[i].face == moves[i - 1].face) return false;
    if (moves[i].face + 3 == moves[i - 1].face) return false;
  }
  return true;
}

// All normal sequences of a length or less that solve a cube, by trying all.
void solve_all(const Cube& cube, int left, Metric metric, std::vector<FaceTurn>& moves,
               std::set<std::string>& found) {
  if (cube == Cube{}) found.insert(to_string(moves));
  for (int move = 0; move < kMoves; ++move) {
    const int weight = metric == Metric::htm ? 1 : quarter_turns(move);
    if (weight > left) continue;
    moves.push_back(FaceTurn::from_index(move));
    if (is_normal(moves)) {
      solve_all(turned(cube, moves.back()), left - weight, metric, moves, found);
    }
    moves.pop_back();
  }
}

void check_several(const Cube3Solver& solver, int length) {
  std::mt19937_64 random(14);
  for (int i = 0; i < 12; ++i) {
    std::vector<FaceTurn> moves = random_moves(random, i % 4);
    if (i % 2 == 0) {
      for (FaceTurn& move : moves) move.turns = 2;
    }
    const Cube cube = replay({}, moves);
    std::vector<FaceTurn> prefix;
    std::set<std::string> all;
    solve_all(cube, length, solver.metric(), prefix, all);
    TwoPhaseLimits limits;
    limits.seconds = 60;
    limits.max_length = length;
    const std::vector<TwoPhaseSolution> several = solver.solve_several(cube, 10'000, limits);
    std::set<std::string> found;
    int last = 0;
    for (const TwoPhaseSolution& solution : several) {
      if (!solution.found) continue;
      EXPECT_LE(last, solution.length);
      last = solution.length;
      EXPECT_TRUE(found.insert(solution.text()).second);
    }
    EXPECT_EQ(found, all);
    if (all.size() > 1) {
      const std::vector<TwoPhaseSolution> two = solver.solve_several(cube, 2, limits);
      ASSERT_EQ(two.size(), 2U);
      EXPECT_EQ(two[0].length, several[0].length);
      EXPECT_EQ(two[1].length, several[1].length);
    }
  }
}

TEST(Cube3Solver, FindsAllSolutionsOfALength) {
  check_several(solver(), 5);
  TwoPhaseOptions options;
  options.metric = Metric::qtm;
  check_several(Cube3Solver(options), 6);
}

// All solutions of the solved cube look the same from every side and backwards: whatever order of
// turns a view or a symmetry prefers, none may be lost where the phases meet.
void check_closed(const Cube3Solver& solver, int length) {
  TwoPhaseLimits limits;
  limits.seconds = 600;
  limits.max_length = length;
  std::set<std::string> found;
  std::vector<std::vector<FaceTurn>> sequences;
  for (const TwoPhaseSolution& solution : solver.solve_several({}, 1'000'000, limits)) {
    found.insert(solution.text());
    sequences.push_back(solution.moves);
  }
  EXPECT_GT(found.size(), 1U);
  const auto in_order = [](std::vector<FaceTurn> moves) {
    for (std::size_t i = 1; i < moves.size(); ++i) {
      if (moves[i].face + 3 == moves[i - 1].face) std::swap(moves[i], moves[i - 1]);
    }
    return to_string(moves);
  };
  for (const std::vector<FaceTurn>& moves : sequences) {
    std::vector<FaceTurn> backwards(moves.rbegin(), moves.rend());
    for (FaceTurn& move : backwards) move = move.inverse();
    for (const std::vector<FaceTurn>& one : {moves, backwards}) {
      for (int s = 0; s < kSymmetries; ++s) {
        std::vector<FaceTurn> seen;
        for (const FaceTurn move : one) seen.push_back(image(move, s));
        ASSERT_TRUE(found.count(in_order(seen)) != 0) << in_order(seen);
      }
    }
  }
}

TEST(Cube3Solver, FindsAllWaysAround) {
  check_closed(solver(), 8);
}

TEST(Cube3Solver, RefusesToFindNone) {
  EXPECT_THROW((void)solver().solve_several({}, 0), Error);
  EXPECT_THROW((void)solver().solve_several({}, -1), Error);
}

TEST(Cube3Solver, ACallbackThatThrowsEndsAllThreads) {
  std::mt19937_64 random(17);
  const Cube cube = random_cube(random);
  const auto begun = std::chrono::steady_clock::now();
  TwoPhaseLimits limits;
  limits.seconds = 1'000;
  limits.threads = 3;
  const auto fail = [](const TwoPhaseSolution&) { throw std::runtime_error("enough"); };
  EXPECT_THROW((void)solver().solve(cube, limits, fail), std::runtime_error);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(60));
}

// The search itself is the same whatever instructions move the pieces.
TEST(Cube3Solver, AnswersTheSameWithAndWithoutVectorInstructions) {
  if (cpu_level() == CpuLevel::portable) GTEST_SKIP() << "no AVX2 here";
  const TwoPhaseTables tables({});
  const SearchConstants constants(Metric::htm);
  const auto memory = std::make_unique<SearchMemory>();
  std::mt19937_64 random(15);
  for (int i = 0; i < 50; ++i) {
    const Cube cube = random_cube(random);
    TwoPhaseLimits limits;
    limits.seconds = 60;
    limits.target_length = 21;
    const auto solve = [&](const auto& run) {
      const SolutionCallback none;
      const std::stop_token stop;
      Solve one(Metric::htm, cube, 1, 10, limits, none, stop);
      run(tables, constants, *memory, one, 0, 1);
      return one.solutions().front();
    };
    const TwoPhaseSolution portable = solve(run_search_portable);
    const TwoPhaseSolution avx2 = solve(run_search_avx2);
    ASSERT_EQ(portable.text(), avx2.text());
    ASSERT_EQ(portable.nodes, avx2.nodes);
  }
}

TEST(Cube3Solver, SolvesAThousandRandomCubes) {
  std::mt19937_64 random(2026);
  for (int i = 0; i < 1'000; ++i) {
    const Cube cube = random_cube(random);
    const TwoPhaseSolution solution =
        solver().solve(cube, {.target_length = easy_length(Metric::htm), .seconds = 1});
    ASSERT_TRUE(solution.found);
    ASSERT_LE(solution.length, easy_length(Metric::htm));
    ASSERT_EQ(replay(cube, solution.moves), Cube{});
  }
}

struct KnownPosition {
  const char* name;
  const char* moves;
  int length;  // of the shortest known solution
};

// The patterns as Michael Reid lists them; superflip needs 20 moves (proved by him in 1995).
constexpr std::array<KnownPosition, 10> kKnown = {{
    {"superflip", "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2", 20},
    {"cube in cube", "F L F U' R U F2 L2 U' L' B D' B' L2 U", 15},
    {"checkerboard", "U2 D2 F2 B2 L2 R2", 6},
    {"four spots", "F2 B2 U D' R2 L2 U D'", 8},
    {"six spots", "U D' R L' F B' U D'", 8},
    {"tetris", "L R F B U' D' L' R'", 8},
    {"anaconda", "L U B' U' R L' B R' F B' D R D' F'", 14},
    {"python", "F2 R' B' U R' L F' L F' B D' R B L2", 14},
    {"twister", "F R' U L F' L' F U' R U L' U' L F'", 14},
    {"Plummer's cross", "R2 L' D F2 R' D' R' L U' D R D B2 R' U D2", 16},
}};

void check_known(const Cube3Solver& solver, const KnownPosition& position, int more) {
  const Cube cube = cube_of(position.moves);
  const int target = position.length + more;
  const TwoPhaseSolution solution = solver.solve(cube, {.target_length = target, .seconds = 60});
  EXPECT_LE(solution.length, target) << position.name;
  EXPECT_GE(solution.length, position.length) << position.name;
  EXPECT_EQ(replay(cube, solution.moves), Cube{}) << position.name;
}

TEST(Cube3Solver, SolvesWellKnownPositions) {
  // A 16 of the last one takes the small tables a minute.
  for (const KnownPosition& known : kKnown)
    check_known(solver(), known, known.length == 16 ? 2 : 0);
}

TEST(Cube3Solver, ImprovesStepByStepAndStopsWhenTold) {
  std::mt19937_64 random(8);
  const Cube cube = random_cube(random);
  std::vector<int> lengths;
  const TwoPhaseSolution solution =
      solver().solve(cube, {.seconds = 0.2}, [&](const TwoPhaseSolution& better) {
        EXPECT_EQ(replay(cube, better.moves), Cube{});
        EXPECT_FALSE(better.optimal);
        lengths.push_back(better.length);
      });
  ASSERT_FALSE(lengths.empty());
  EXPECT_TRUE(std::is_sorted(lengths.rbegin(), lengths.rend()));
  EXPECT_EQ(lengths.back(), solution.length);
  EXPECT_GT(solution.nodes, 0U);

  std::stop_source source;
  const TwoPhaseSolution stopped = solver().solve(
      cube, {.seconds = 1e9}, [&](const TwoPhaseSolution&) { source.request_stop(); },
      source.get_token());
  EXPECT_TRUE(stopped.found);
  EXPECT_FALSE(stopped.optimal);
  EXPECT_LT(stopped.seconds, 10);
  const TwoPhaseSolution early = solver().solve(cube, {}, {}, source.get_token());
  EXPECT_FALSE(early.found || early.optimal);

  const TwoPhaseSolution aimed = solver().solve(cube, {.target_length = 21, .seconds = 60});
  EXPECT_LE(aimed.length, 21);
  // Nearly no position has a solution this short, and time runs out before that is known.
  const TwoPhaseSolution hopeless = solver().solve(cube, {.seconds = 0.01, .max_length = 14});
  EXPECT_FALSE(hopeless.found || hopeless.optimal);
}

TEST(Cube3Solver, APauseTakesNoneOfTheTime) {
  std::mt19937_64 random(8);
  const Cube cube = random_cube(random);
  for (const int threads : {1, 2}) {
    TwoPhaseLimits limits;
    limits.seconds = 0.1;
    limits.threads = threads;
    limits.pause = std::make_shared<PauseSwitch>();
    limits.pause->pause();
    std::atomic<bool> ended = false;
    TwoPhaseSolution solution;
    std::thread searching([&] {
      solution = solver().solve(cube, limits);
      ended = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    EXPECT_FALSE(ended);
    limits.pause->resume();
    searching.join();
    EXPECT_TRUE(solution.found);
  }
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
        const TwoPhaseSolution solution =
            solver().solve(cube, {.target_length = 22, .seconds = 60});
        solved[id] += replay(cube, solution.moves) == Cube{} ? 1 : 0;
      }
    });
  }
  threads.clear();
  EXPECT_EQ(solved, (std::array<int, 4>{40, 40, 40, 40}));
}

// All of the above with the big tables, made in a folder of their own.
void check_big_tables(Metric metric) {
  const test::TemporaryFolder folder;
  const TableStore store(folder.path());
  TwoPhaseOptions options;
  options.metric = metric;
  options.store = &store;
  options.memory_bytes = 100'000'000;
  EXPECT_FALSE(Cube3Solver(options).uses_big_tables());
  options.memory_bytes = 2'000'000'000;
  EXPECT_FALSE(Cube3Solver(options).uses_big_tables()) << "nobody asked for them";
  options.build = true;
  const TwoPhase search(options);
  ASSERT_NE(search.tables().big(), nullptr);
  check_short_solutions(search, 60);
  options.build = false;
  const Cube3Solver big(options);
  ASSERT_TRUE(big.uses_big_tables()) << "stored the first time";
  check_several(big, metric == Metric::htm ? 5 : 6);
  check_closed(big, metric == Metric::htm ? 10 : 12);
  // A position that needs the order of opposite turns to be tried both ways where the phases meet.
  if (metric == Metric::htm) {
    const Cube met = invert(cube_of("F2 B L2 R' D' R' U' L2 R' F2 B"));
    EXPECT_TRUE(big.solve(invert(met), {.seconds = 60, .max_length = 11}).found);
  }
  if (metric == Metric::htm) {
    for (const KnownPosition& known : kKnown) check_known(big, known, 0);
  }
  std::mt19937_64 random(2026);
  const int target = metric == Metric::htm ? 20 : 26;
  TwoPhaseLimits limits;
  limits.seconds = 10;
  limits.target_length = target;
  for (int i = 0; i < 1'000; ++i) {
    const Cube cube = random_cube(random);
    const TwoPhaseSolution solution = big.solve(cube, limits);
    ASSERT_TRUE(solution.found);
    ASSERT_LE(solution.length, target);
    ASSERT_EQ(replay(cube, solution.moves), Cube{});
  }
}

TEST(Cube3SolverSlow, BigTables) {
  check_big_tables(Metric::htm);
}

TEST(Cube3SolverSlow, BigTablesInQuarterTurns) {
  check_big_tables(Metric::qtm);
}

}  // namespace
}  // namespace gyre::cube3
