// OptimalSolver with its own tables: lengths of all positions near the solved one, the first of all
// solutions against the plain search of optimal_reference.h, well-known lengths; and that the
// answer is the same for all threads, instruction sets and tables.
#include "support/optimal_reference.h"
#include "support/optimal_texts.h"
#include "support/temporary_folder.h"

#include <gyre/base/error.h>
#include <gyre/cube3/optimal.h>
#include "base/cpu.h"
#include "base/threads.h"
#include "cube3/core/symmetry.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <string>

namespace gyre::cube3 {
namespace {

using End = OptimalResult::End;

// More callers than threads: those who wait keep the threads busy.
constexpr int kCallers = 6;

struct KnownLength {
  int length;
  const char* scramble;
};

// Uniformly random positions and their lengths in the half-turn metric, found by other programs.
constexpr std::array<KnownLength, 30> kRandom = {{
    {17, "U2 D R2 L F R' D' R2 D2 L F' U2 D2 B' U2 R2 F2 L2 F2"},
    {18, "F' B L B U R2 B D F B U B2 U' R2 F2 L2 U F2 U D'"},
    {17, "R D2 L U2 F2 L' F2 L' D2 B2 D2 L2 B' R2 U' F L' D' F2 L2"},
    {18, "F' B2 L2 U' R2 D2 R F' D2 F' B2 R2 U' D R2 D F2 D' F2 R2"},
    {18, "R F' R2 U' L U2 L' B R L U2 B2 R U2 B2 D2 R2 U2 R"},
    {18, "F' L2 B U2 L2 B2 L2 B U2 L2 D2 R2 F R' U B2 L2 U2 F U"},
    {17, "U2 L' B R2 B2 R' L' U2 D L D2 R2 L2 U' L2 D B2 U' F2 L2"},
    {18, "D' R' U B2 U' B' R L2 U D2 B2 U2 B D2 R2 F' R2 F U2 B'"},
    {18, "F R' D' F2 B L D L U' R B2 U2 R2 U' B2 U' F2 D2 R2"},
    {19, "R' B D' R2 B2 R D' B2 D2 R2 B' R D2 R2 F2 R' B2 D2 R D2"},
    {18, "B2 D2 R2 D' L2 U' B2 R2 F2 R2 D' L B' F L D2 B2 D2 R2 D2"},
    {18, "D2 R2 U2 R' B2 R2 U' B2 L' F' U2 F2 B U2 R2 D2 R2 F L2 U2"},
    {17, "D2 B D2 L D R U' F L2 F B2 U2 B2 D B2 U' F2 L2 U' D'"},
    {16, "U' R' B D R D B2 R B2 D' L2 B2 U2 L2 U' D' F2 U2 R2"},
    {18, "R2 F2 U2 L' D2 U2 R' F2 R U2 F U2 R2 U B L' F2 U R2 F"},
    {17, "B2 L B R F2 U2 F' B' R' F' D' B2 D' L2 U2 F2 R2 F2 U L2"},
    {18, "B' R' B' R2 D' B R2 U B' L D' R' L F2 L' U2 F2 L' F2 R2"},
    {18, "L2 U R' B R2 U F' U' L F2 D U2 B2 U2 L2 B' R2 U2 F L2"},
    {18, "U' L' D2 R U L' F' U' R F U2 F2 L D2 B2 L' F2 U2 D2 R2"},
    {18, "R D2 L B2 D2 U2 L2 D2 R D2 R D2 F2 U F2 L2 F' L D' B2"},
    {18, "R' D' R B' D F' U D' B D R' D R' F2 L2 F2 R' D2 L' B2"},
    {18, "U R2 U R U D F' L' F' L2 U2 B2 U2 D2 R2 D2 L' B2 L' F2"},
    {18, "U2 R2 D2 B2 U2 R2 F L2 B2 R2 B2 R B2 D R2 B2 L' B D' F"},
    {17, "D L' F B2 D B U' L U' F U B2 D2 B2 D2 R2 B R2 L2 F2"},
    {17, "R2 U2 F2 D U' B2 D' L2 F' R D U2 F U' R' D' F2 R F2"},
    {18, "L2 R2 U F2 D' L2 D' F2 D F2 L' B' R B U F R2 B' L"},
    {18, "L F U F2 U D2 L' B D R B2 L2 D' B2 U R2 U B2 D2 F2"},
    {17, "F' U B2 U2 R' F U2 B R D F' B2 U F2 B2 U' B2 U' L2 D"},
    {17, "F2 B R U' D' R2 B L' D R F2 U' R2 D' R2 L2 U' B2 L2 D"},
    {18, "F' L' B D F2 B' L' F2 U B' R L2 U2 B2 U2 B2 R' F2 L' U2"},
}};

constexpr const char* kSuperflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";

// Tables in a folder that is gone afterwards.
class Tables {
 public:
  // The table is made the first time; later solvers find it stored.
  [[nodiscard]] OptimalSolver solver(Metric metric, std::size_t table, int threads) const {
    const TableRecipe recipe = optimal_recipes(metric).at(table);
    OptimalOptions options;
    options.metric = metric;
    options.memory_bytes = recipe.key.payload_bytes + recipe.working_bytes + kOptimalWorkingBytes;
    options.store = &store_;
    options.build = true;
    options.threads = threads;
    OptimalSolver made(options);
    EXPECT_EQ(made.table_name(), recipe.key.name);
    EXPECT_EQ(made.metric(), metric);
    EXPECT_EQ(made.threads(), threads);
    EXPECT_FALSE(made.table_bytes().empty());
    EXPECT_LE(made.table_bytes().size(), recipe.key.payload_bytes);
    return made;
  }

  [[nodiscard]] const TableStore& store() const noexcept { return store_; }

 private:
  test::TemporaryFolder folder_;
  TableStore store_{folder_.path()};
};

// The positions of a layer that are the first of their class under the 48 symmetries.
std::vector<Cube> representatives(const std::vector<Cube>& layer) {
  std::vector<Cube> out;
  std::size_t positions = 0;
  for (const Cube& cube : layer) {
    if (least_conjugate(cube) != cube) continue;
    out.push_back(cube);
    positions += kSymmetries / symmetries_of(cube).size();
  }
  EXPECT_EQ(positions, layer.size());
  return out;
}

// All of these have this length, and the first solution is the one that the plain search finds if a
// ball is given.
void check_layer(const OptimalSolver& solver, const std::vector<Cube>& cubes, int length,
                 const Ball* ball) {
  std::atomic<std::size_t> wrong = 0;
  parallel_for(cubes.size(), kCallers, [&](std::size_t i) {
    const OptimalResult result = solver.solve(cubes[i]);
    const bool is_right =
        result.end == End::found && result.solutions.size() == 1 &&
        result.solutions.front().length == length && result.proved == length &&
        replay(cubes[i], result.solutions.front().moves) == Cube{} &&
        (ball == nullptr ||
         result.solutions.front().text() == text(plain_solutions(*ball, cubes[i], length).front()));
    if (!is_right) ++wrong;
  });
  EXPECT_EQ(wrong, 0U) << "of " << cubes.size() << " at length " << length;
}

void check_near(const OptimalSolver& solver, const Ball& ball, int all_up_to, int up_to) {
  const auto found = layers(up_to, solver.metric());
  for (int length = 0; length <= up_to; ++length) {
    const std::vector<Cube>& layer = found[length];
    if (length <= all_up_to) {
      check_layer(solver, layer, length, nullptr);
    } else {
      check_layer(solver, representatives(layer), length, &ball);
    }
  }
}

// Positions of up to so many moves, and what the plain search finds of them.
struct Walk {
  Cube cube;
  std::vector<MoveSequence> shortest;
  int length = 0;
};

std::vector<Walk> walks(const Ball& ball, int count, int from, int to) {
  std::mt19937_64 random(77);
  std::vector<Walk> all(count);
  for (int i = 0; i < count; ++i) {
    std::vector<FaceTurn> moves = random_moves(random, from + i % (to - from + 1));
    if (ball.metric() == Metric::qtm) {
      for (FaceTurn& move : moves) move.turns = move.turns == 2 ? 3 : move.turns;
    }
    all[i].cube = replay({}, moves);
  }
  // Symmetric ones, which have many solutions.
  for (const char* moves : {"U2 D2 F2 B2", "R2 L2 U2 D2", "U D' R L'", "U D' R L' F B' U D'",
                            "F B R L", "U2 R2 U2 R2"}) {
    all.push_back({cube_of(moves), {}, 0});
  }
  parallel_for(all.size(), 0, [&](std::size_t i) {
    all[i].length = plain_distance(ball, all[i].cube);
    all[i].shortest = plain_solutions(ball, all[i].cube, all[i].length);
  });
  return all;
}

void check_walks(const OptimalSolver& solver, const std::vector<Walk>& all) {
  parallel_for(all.size(), kCallers, [&](std::size_t i) {
    const Walk& walk = all[i];
    const OptimalResult one = solver.solve(walk.cube);
    EXPECT_EQ(texts(one), Texts{text(walk.shortest.front())});
    EXPECT_EQ(one.proved, walk.length);
    const OptimalResult every = solver.solve(walk.cube, {.all_shortest = true});
    EXPECT_EQ(texts(every), texts(walk.shortest));
    EXPECT_GT(every.proved, walk.length);
    EXPECT_EQ(every.lengths.back().solutions, walk.shortest.size());
    const OptimalResult none = solver.solve(walk.cube, {.max_length = walk.length - 1});
    EXPECT_EQ(none.end, End::none);
  });
}

// Solutions of several lengths.
void check_number(const OptimalSolver& solver, const Ball& ball) {
  const int longest = solver.metric() == Metric::htm ? 8 : 9;
  for (const char* moves : {"", "R U", "R2 U2 R2", "U2 D2 F2 B2", "U D'"}) {
    const Cube cube = cube_of(moves);
    Texts all;
    for (int length = 0; length <= longest; ++length) {
      for (const MoveSequence& one : plain_solutions(ball, cube, length)) all.push_back(text(one));
    }
    OptimalLimits limits;
    limits.max_length = longest;
    limits.number = 1'000'000;
    const OptimalResult result = solver.solve(cube, limits);
    EXPECT_EQ(texts(result), all) << moves;
    EXPECT_EQ(result.end, End::none);
    limits.number = all.size() / 2 + 1;
    all.resize(limits.number);
    EXPECT_EQ(texts(solver.solve(cube, limits)), all) << moves;
  }
}

struct Answer {
  Texts solutions;
  std::vector<std::uint64_t> nodes;  // of complete lengths
  bool operator==(const Answer&) const = default;
};

std::vector<Answer> answers(const OptimalSolver& solver, const std::vector<Cube>& cubes) {
  std::vector<Answer> all(cubes.size());
  parallel_for(cubes.size(), 3, [&](std::size_t i) {
    const OptimalResult result = solver.solve(cubes[i]);
    all[i].solutions = texts(result);
    for (const OptimalLength& length : result.lengths) all[i].nodes.push_back(length.nodes);
    all[i].nodes.pop_back();  // where the first solution ends it, some threads are further
  });
  return all;
}

std::vector<Cube> random_walks(int count, int length) {
  std::mt19937_64 random(78 + length);
  std::vector<Cube> cubes(count);
  for (Cube& cube : cubes) cube = replay({}, random_moves(random, length));
  return cubes;
}

void check_threads_and_processors(const Tables& tables, Metric metric) {
  // Tasks of two and of three moves.
  std::vector<Cube> cubes = random_walks(3, metric == Metric::htm ? 13 : 10);
  cubes.push_back(random_walks(1, metric == Metric::htm ? 14 : 12).front());
  cubes.push_back(cube_of("U D' R L' F B' U D'"));
  std::vector<Answer> expected;
  for (const int threads : {1, 2, 5}) {
    const std::vector<Answer> found = answers(tables.solver(metric, 0, threads), cubes);
    if (expected.empty()) expected = found;
    EXPECT_EQ(found == expected, true) << threads << " threads";
  }
  const CpuLevel best = cpu_level();
  for (const CpuLevel level : {CpuLevel::portable, CpuLevel::avx2, CpuLevel::avx512}) {
    if (level > best) continue;
    setenv("GYRE_CPU", std::string(to_string(level)).c_str(), 1);
    const std::vector<Answer> found = answers(tables.solver(metric, 0, 2), cubes);
    unsetenv("GYRE_CPU");
    EXPECT_EQ(found == expected, true) << to_string(level);
  }
}

// One test for each metric: each makes its table once.
TEST(OptimalSolver, SolvesInHalfTurns) {
  const Tables tables;
  const OptimalSolver solver = tables.solver(Metric::htm, 0, 2);
  const Ball ball(Metric::htm, 4);
  check_near(solver, ball, 3, 5);
  check_walks(solver, walks(ball, 24, 6, 9));
  check_number(solver, ball);
  check_threads_and_processors(tables, Metric::htm);
}

TEST(OptimalSolver, SolvesInQuarterTurns) {
  const Tables tables;
  const OptimalSolver solver = tables.solver(Metric::qtm, 0, 2);
  const Ball ball(Metric::qtm, 5);
  check_near(solver, ball, 3, 5);
  check_walks(solver, walks(ball, 24, 6, 9));
  check_number(solver, ball);
  check_threads_and_processors(tables, Metric::qtm);
}

TEST(OptimalSolver, MakesTheSmallestTableIfNoneIsThere) {
  const Tables tables;
  OptimalOptions options;
  options.store = &tables.store();
  options.memory_bytes = std::uint64_t{1} << 40U;
  options.threads = 1;
  OptimalSolver first(options);
  EXPECT_EQ(first.table_name(), optimal_recipes(Metric::htm).front().key.name);
  EXPECT_TRUE(tables.store().holds(optimal_recipes(Metric::htm).front().key));
  const OptimalSolver moved = std::move(first);
  EXPECT_EQ(texts(moved.solve(cube_of("R U F2"))), Texts{"F2 U' R'"});
  Cube twisted;
  twisted.set_corner(0, 0, 1);
  EXPECT_THROW((void)moved.solve(twisted), Error);
  options.memory_bytes = 1'000'000;
  EXPECT_THROW(OptimalSolver{options}, Error) << "no table is that small";
}

TEST(OptimalSolverSlow, SolvesAllPositionsOfUpToFiveMoves) {
  const Tables tables;
  const Ball unused(Metric::htm, 0);
  check_near(tables.solver(Metric::htm, 0, 2), unused, 5, 5);
  check_near(tables.solver(Metric::qtm, 0, 2), unused, 6, 6);
}

TEST(OptimalSolverSlow, SolvesRandomPositionsAtKnownLengths) {
  const Tables tables;
  const OptimalSolver solver = tables.solver(Metric::htm, 2, gyre::thread_count(0));
  parallel_for(kRandom.size(), gyre::thread_count(0) + 2, [&](std::size_t i) {
    const OptimalResult result = solver.solve(cube_of(kRandom[i].scramble));
    ASSERT_TRUE(result.found());
    EXPECT_EQ(result.solutions.front().length, kRandom[i].length) << kRandom[i].scramble;
    EXPECT_EQ(result.proved, kRandom[i].length);
  });
}

// 20 moves (Reid 1995), and 24 quarter turns.
TEST(OptimalSolverSlow, SolvesTheSuperflip) {
  const Tables tables;
  const Cube superflip = cube_of(kSuperflip);
  ASSERT_EQ(symmetries_of(superflip).size(), 48U);
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    // The proof that there are no 22 quarter turns is long: with 8 GB it takes minutes.
    const OptimalSolver solver =
        tables.solver(metric, metric == Metric::htm ? 2 : 4, gyre::thread_count(0));
    const OptimalResult result = solver.solve(superflip);
    ASSERT_TRUE(result.found());
    EXPECT_EQ(result.solutions.front().length, metric == Metric::htm ? 20 : 24);
  }
}

// Those of 2 and 4 GB have the orders and pairs that those of 8 and 16 GB have too.
TEST(OptimalSolverSlow, AnswersTheSameWithAnotherTable) {
  const Tables tables;
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    const std::vector<Cube> cubes = random_walks(20, metric == Metric::htm ? 14 : 11);
    const std::vector<Answer> small = answers(tables.solver(metric, 0, 2), cubes);
    for (const int table : {1, 2, 3}) {
      const std::vector<Answer> large = answers(tables.solver(metric, table, 2), cubes);
      for (std::size_t i = 0; i < cubes.size(); ++i) {
        EXPECT_EQ(small[i].solutions, large[i].solutions);
      }
    }
  }
}

}  // namespace
}  // namespace gyre::cube3
