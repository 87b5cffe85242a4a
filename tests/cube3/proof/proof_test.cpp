// What a coset leaves, solved without a coset: positions of known depth from a made-up source. And
// how far a coset is searched, and what a proof says.
#include "base/random.h"
#include "support/temporary_folder.h"

#include <gyre/base/error.h>
#include <gyre/cube3/coset.h>

#include <gtest/gtest.h>

namespace gyre::cube3 {
namespace {

// Positions that so many random turns make.
std::vector<Cube> scrambled(int count, int turns) {
  Rng random(4);
  std::vector<Cube> cubes;
  for (int i = 0; i < count; ++i) {
    Cube cube;
    for (int turn = 0; turn < turns; ++turn) {
      cube = turned(cube, FaceTurn::from_index(static_cast<int>(random_below(random, kMoves))));
    }
    cubes.push_back(cube);
  }
  return cubes;
}

PositionSource source_of(const std::vector<Cube>& cubes) {
  return [&cubes](const std::function<bool(const Cube&)>& take) {
    for (const Cube& cube : cubes) {
      if (!take(cube)) return;
    }
  };
}

// The smallest tables, which are made in a second or two.
LeftOptions small_tables() {
  LeftOptions options;
  options.memory_bytes = 100'000'000;
  return options;
}

CosetHooks with_progress(ProgressCallback progress, std::stop_token stop = {}) {
  CosetHooks hooks;
  hooks.progress = std::move(progress);
  hooks.stop = std::move(stop);
  return hooks;
}

TEST(SolveLeft, SolvesAllInOrder) {
  LeftSolver solver(small_tables());
  // More than are taken at a time.
  const std::vector<Cube> cubes = scrambled(5'000, 5);
  LeftLimits limits;
  limits.within = 20;
  limits.keep = 4'500;
  std::uint64_t last = 0;
  const LeftSolved left = solver.solve(source_of(cubes), cubes.size(), limits,
                                       with_progress([&](const ProgressEvent& event) {
                                         EXPECT_EQ(event.done, last + 1);
                                         EXPECT_EQ(event.total, 5'000U);
                                         last = event.done;
                                       }));
  EXPECT_EQ(left.bound, 20);
  EXPECT_EQ(left.solved, 5'000U);
  EXPECT_EQ(left.unsolved, 0U);
  EXPECT_EQ(left.handed_over, 0U);
  EXPECT_FALSE(left.stopped);
  EXPECT_EQ(last, 5'000U);
  ASSERT_EQ(left.solutions.size(), 4'500U);
  for (std::size_t i = 0; i < left.solutions.size(); ++i) {
    ASSERT_EQ(left.solutions[i].position, cubes[i]);
    ASSERT_EQ(replay(cubes[i], left.solutions[i].solution), Cube{});
    ASSERT_LE(left.solutions[i].solution.size(), 20U);
  }
}

// Two turns of neighbouring faces, and one.
const std::vector<Cube> kNear = {turned(turned(Cube{}, {0, 1}), {1, 1}), turned(Cube{}, {2, 1})};

TEST(SolveLeft, FindsTheDistanceOfWhatIsFarther) {
  LeftSolver solver(small_tables());
  LeftLimits limits;
  limits.within = 1;
  const LeftSolved left = solver.solve(source_of(kNear), kNear.size(), limits);
  EXPECT_EQ(left.solved, 2U);
  EXPECT_EQ(left.unsolved, 0U);
  EXPECT_EQ(left.handed_over, 1U);
  EXPECT_EQ(left.lengths, (std::map<int, std::uint64_t>{{1, 1}, {2, 1}}));
  ASSERT_EQ(left.solutions.size(), 2U);
  EXPECT_EQ(left.solutions[0].position, kNear[0]) << "in order, although it was solved last";
}

TEST(SolveLeft, EndsAtWhatIsFarther) {
  LeftSolver solver(small_tables());
  LeftLimits limits;
  limits.within = 1;
  limits.ends_beyond = true;
  const LeftSolved left = solver.solve(source_of(kNear), kNear.size(), limits);
  EXPECT_EQ(left.solved, 1U);
  EXPECT_EQ(left.unsolved, 1U);
  ASSERT_EQ(left.remaining.size(), 1U);
  EXPECT_EQ(left.remaining[0].position, kNear[0]);
  EXPECT_TRUE(left.remaining[0].farther);
  EXPECT_EQ(left.remaining[0].distance, 2);
}

// No time for two phases: whatever they do not see at once resists. There are more than a few, so
// they are tried again before they are handed over.
TEST(SolveLeft, HandsOverWhatResists) {
  LeftSolver solver(small_tables());
  const std::vector<Cube> cubes = scrambled(12, 14);
  LeftLimits limits;
  limits.within = 14;
  limits.seconds_each = 0;
  std::vector<HandOver> events;
  CosetHooks hooks;
  hooks.hand_over = [&](const HandOver& event) { events.push_back(event); };
  const LeftSolved left = solver.solve(source_of(cubes), cubes.size(), limits, hooks);
  EXPECT_EQ(left.solved, 12U);
  EXPECT_EQ(left.unsolved, 0U);
  ASSERT_GT(left.handed_over, 0U);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].positions, left.handed_over);
  EXPECT_EQ(events[0].table_name, "cube3-optimal-37mb-htm");
  EXPECT_GT(events[0].table_bytes, 30'000'000U);
  EXPECT_FALSE(events[0].table_stored);
  EXPECT_GT(events[0].table_seconds, 0);
  // The answers are right: in order, and as long as the optimal solver finds them where it was
  // asked, which no solution of two phases within the bound can undercut.
  OptimalOptions small;
  small.memory_bytes = small_tables().memory_bytes;
  const OptimalSolver optimal(small);
  ASSERT_EQ(left.solutions.size(), 12U);
  std::uint64_t shortest = 0;
  for (std::size_t i = 0; i < cubes.size(); ++i) {
    EXPECT_EQ(left.solutions[i].position, cubes[i]);
    EXPECT_EQ(replay(cubes[i], left.solutions[i].solution), Cube{});
    const std::size_t length = left.solutions[i].solution.size();
    const std::size_t distance = optimal.solve(cubes[i]).solutions.at(0).moves.size();
    EXPECT_GE(length, distance);
    EXPECT_LE(length, 14U);
    shortest += length == distance ? 1 : 0;
  }
  EXPECT_GE(shortest, left.handed_over);
  // The table is there the second time.
  (void)solver.solve(source_of(cubes), cubes.size(), limits, hooks);
  ASSERT_EQ(events.size(), 2U);
  EXPECT_TRUE(events[1].table_stored);
}

// The memory decides which table; one that is given up before it is made tells which it would be.
TEST(SolveLeft, TakesTheBestTableThatFits) {
  const auto table_with = [](std::uint64_t memory_bytes) {
    LeftOptions options;
    options.memory_bytes = memory_bytes;
    LeftSolver solver(options);
    LeftLimits limits;
    limits.within = 1;
    std::string name;
    CosetHooks hooks;
    hooks.hand_over = [&](const HandOver& event) {
      name = event.table_name;
      throw Error("enough");
    };
    EXPECT_THROW((void)solver.solve(source_of(kNear), kNear.size(), limits, hooks), Error);
    return name;
  };
  EXPECT_EQ(table_with(0), "cube3-optimal-37mb-htm") << "the smallest, if none fits";
  EXPECT_EQ(table_with(400'000'000), "cube3-optimal-37mb-htm") << "the search takes memory too";
  EXPECT_EQ(table_with(500'000'000), "cube3-optimal-390mb-htm");
}

TEST(SolveLeft, TheSameOnAnyNumberOfThreads) {
  const std::vector<Cube> cubes = scrambled(200, 9);
  std::vector<std::vector<FaceTurn>> first;
  for (const int threads : {1, 2, 5}) {
    LeftOptions options = small_tables();
    options.threads = threads;
    LeftSolver solver(options);
    const LeftSolved left = solver.solve(source_of(cubes), cubes.size(), {});
    std::vector<std::vector<FaceTurn>> solutions;
    for (const SolvedPosition& solved : left.solutions) solutions.push_back(solved.solution);
    if (first.empty()) first = solutions;
    EXPECT_EQ(solutions, first);
    EXPECT_EQ(left.solved, 200U);
  }
}

TEST(SolveLeft, Stops) {
  LeftSolver solver(small_tables());
  const std::vector<Cube> cubes = scrambled(4'096, 4);
  std::stop_source stop;
  std::uint64_t taken = 0;
  const LeftSolved left = solver.solve(
      [&](const std::function<bool(const Cube&)>& take) {
        for (;;) {
          if (!take(cubes[taken++ % cubes.size()])) return;
        }
      },
      1'000'000, {},
      with_progress(
          [&](const ProgressEvent& event) {
            if (event.done == 5'000) stop.request_stop();
          },
          stop.get_token()));
  EXPECT_TRUE(left.stopped);
  EXPECT_EQ(left.solved, 4'096U) << "whole batches count";
  EXPECT_EQ(left.unsolved, 0U) << "given up is not unsolved";
  EXPECT_LT(taken, 10'000U);
}

TEST(SolveLeft, StopsWhileItMakesATable) {
  LeftSolver solver(small_tables());
  LeftLimits limits;
  limits.within = 1;
  std::stop_source stop;
  CosetHooks hooks;
  hooks.hand_over = [&](const HandOver&) { stop.request_stop(); };
  hooks.stop = stop.get_token();
  const LeftSolved left = solver.solve(source_of(kNear), kNear.size(), limits, hooks);
  EXPECT_TRUE(left.stopped);
  EXPECT_EQ(left.solved, 1U);
}

TEST(CosetPlan, OfProofs) {
  const auto depth = [](Metric metric, int within) {
    return plan_proof(metric, within, std::nullopt, true).search_depth;
  };
  EXPECT_EQ(depth(Metric::htm, 20), 16);
  EXPECT_EQ(depth(Metric::htm, 26), 16);
  EXPECT_EQ(depth(Metric::htm, 18), 18) << "some positions are farther";
  EXPECT_EQ(depth(Metric::qtm, 26), 18);
  EXPECT_EQ(depth(Metric::qtm, 25), 25);
  const CosetPlan quickest = plan_proof(Metric::htm, 20, std::nullopt, false);
  EXPECT_EQ(quickest.depth, 20);
  EXPECT_EQ(quickest.within, 20);
  EXPECT_EQ(quickest.last_share, 0.1) << "a processor searches a part of the last depth";
  EXPECT_TRUE(quickest.solve_left);
  EXPECT_EQ(plan_proof(Metric::htm, 20, std::nullopt, true).last_share, 1);
  EXPECT_EQ(plan_proof(Metric::htm, 20, 16, false).last_share, 1) << "as was asked for";
  EXPECT_EQ(plan_proof(Metric::htm, 14, 16, false).search_depth, 14);
  EXPECT_THROW((void)plan_proof(Metric::htm, kLongestCoset + 1, std::nullopt, false), Error);
  EXPECT_THROW((void)plan_proof(Metric::htm, 20, -1, false), Error);
}

TEST(CosetPlan, OfCounts) {
  const CosetPlan all = plan_counts(std::nullopt, std::nullopt, false);
  EXPECT_EQ(all.depth, kLongestCoset);
  EXPECT_EQ(all.search_depth, kLongestCoset);
  EXPECT_FALSE(all.within.has_value());
  EXPECT_FALSE(all.solve_left);
  const CosetPlan some = plan_counts(19, 18, true);
  EXPECT_EQ(some.depth, 19);
  EXPECT_EQ(some.search_depth, 18);
  EXPECT_TRUE(some.solve_left);
  EXPECT_EQ(plan_counts(6, 9, false).search_depth, 6);
  EXPECT_THROW((void)plan_counts(kLongestCoset + 1, std::nullopt, false), Error);
}

TEST(CosetProof, ProvedMeansNothingLeft) {
  CosetProof proof;
  CosetDepth depth;
  depth.depth = 19;
  depth.positions = depth.reached = kCosetPositions - 3;
  proof.result.depths.push_back(depth);
  EXPECT_FALSE(proof.proved());
  proof.left.emplace();
  proof.left->solved = 2;
  proof.left->lengths[20] = 2;
  EXPECT_FALSE(proof.proved());
  proof.left->solved = 3;
  proof.left->lengths[20] = 3;
  EXPECT_EQ(proof.proved_within(), 20);
  proof.stopped = true;
  EXPECT_FALSE(proof.proved());
}

// A coset searched to 15 only leaves some positions after 20; they are solved one by one.
TEST(CosetProof, SlowWithin20) {
  const test::TemporaryFolder folder;
  const TableStore store(folder.path());
  CosetOptions options;
  options.store = &store;
  CosetSolver solver(options);
  LeftSolver left(left_options(solver, options));
  CosetProofRequest request;
  Rng random(1);
  request.representative = random_cube(random);
  request.plan = plan_proof(Metric::htm, 20, 15, solver.uses_gpu());
  const CosetProof proof = solve_coset(solver, left, request);
  EXPECT_TRUE(proof.proved());
  EXPECT_EQ(proof.result.left(), 714U);
  ASSERT_TRUE(proof.left.has_value());
  EXPECT_EQ(proof.left->solved, proof.result.left());
  for (const SolvedPosition& solved : proof.left->solutions) {
    EXPECT_FALSE(solver.was_reached(solved.position));
    EXPECT_EQ(replay(solved.position, solved.solution), Cube{});
  }
  LeftOptions other;
  other.metric = Metric::qtm;
  LeftSolver quarter(other);
  EXPECT_THROW((void)solve_coset(solver, quarter, request), Error);
}

}  // namespace
}  // namespace gyre::cube3
