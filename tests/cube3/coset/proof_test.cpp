// Solving what a coset leaves, without a coset: positions of known depth from a made-up source.
#include "support/temporary_folder.h"

#include <gyre/base/error.h>
#include <gyre/base/random.h>
#include <gyre/cube3/coset_proof.h>

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

TEST(SolveLeft, SolvesAllInOrder) {
  const Cube3Solver solver;
  // More than are taken at a time.
  const std::vector<Cube> cubes = scrambled(5'000, 5);
  LeftLimits limits;
  limits.within = 20;
  limits.keep = 4'500;
  std::uint64_t last = 0;
  const LeftSolved left =
      solve_left(source_of(cubes), cubes.size(), solver, limits, [&](const ProgressEvent& event) {
        EXPECT_EQ(event.done, last + 1);
        EXPECT_EQ(event.total, 5'000U);
        last = event.done;
      });
  EXPECT_EQ(left.solved, 5'000U);
  EXPECT_EQ(left.unsolved, 0U);
  EXPECT_FALSE(left.stopped);
  EXPECT_EQ(last, 5'000U);
  ASSERT_EQ(left.solutions.size(), 4'500U);
  for (std::size_t i = 0; i < left.solutions.size(); ++i) {
    ASSERT_EQ(left.solutions[i].position, cubes[i]);
    ASSERT_EQ(replay(cubes[i], left.solutions[i].solution), Cube{});
    ASSERT_LE(left.solutions[i].solution.size(), 20U);
  }
}

TEST(SolveLeft, SaysWhatIsFarther) {
  const Cube3Solver solver;
  // Two turns of neighbouring faces, and one.
  const std::vector<Cube> cubes = {turned(turned(Cube{}, {0, 1}), {1, 1}), turned(Cube{}, {2, 1})};
  LeftLimits limits;
  limits.within = 1;
  const LeftSolved left = solve_left(source_of(cubes), cubes.size(), solver, limits);
  EXPECT_EQ(left.solved, 1U);
  EXPECT_EQ(left.unsolved, 1U);
  ASSERT_EQ(left.remaining.size(), 1U);
  EXPECT_EQ(left.remaining[0].position, cubes[0]);
  EXPECT_TRUE(left.remaining[0].farther);
}

TEST(SolveLeft, TheSameOnAnyNumberOfThreads) {
  const Cube3Solver solver;
  const std::vector<Cube> cubes = scrambled(200, 9);
  std::vector<std::vector<FaceTurn>> first;
  for (const int threads : {1, 2, 5}) {
    LeftLimits limits;
    limits.threads = threads;
    const LeftSolved left = solve_left(source_of(cubes), cubes.size(), solver, limits);
    std::vector<std::vector<FaceTurn>> solutions;
    for (const SolvedPosition& solved : left.solutions) solutions.push_back(solved.solution);
    if (first.empty()) first = solutions;
    EXPECT_EQ(solutions, first);
    EXPECT_EQ(left.solved, 200U);
  }
}

TEST(SolveLeft, Stops) {
  const Cube3Solver solver;
  const std::vector<Cube> cubes = scrambled(4'096, 4);
  std::stop_source stop;
  std::uint64_t taken = 0;
  const LeftSolved left = solve_left(
      [&](const std::function<bool(const Cube&)>& take) {
        for (;;) {
          if (!take(cubes[taken++ % cubes.size()])) return;
        }
      },
      1'000'000, solver, {},
      [&](const ProgressEvent& event) {
        if (event.done == 5'000) stop.request_stop();
      },
      stop.get_token());
  EXPECT_TRUE(left.stopped);
  EXPECT_EQ(left.solved, 4'096U) << "whole batches count";
  EXPECT_EQ(left.unsolved, 0U) << "given up is not unsolved";
  EXPECT_LT(taken, 10'000U);
}

TEST(CosetProof, DepthsOfSearch) {
  EXPECT_EQ(proof_search_depth(Metric::htm, 20), 16);
  EXPECT_EQ(proof_search_depth(Metric::htm, 26), 16);
  EXPECT_EQ(proof_search_depth(Metric::htm, 18), 18) << "some positions are farther";
  EXPECT_EQ(proof_search_depth(Metric::qtm, 26), 18);
  EXPECT_EQ(proof_search_depth(Metric::qtm, 25), 25);
}

TEST(CosetProof, ProvedMeansNothingLeft) {
  CosetProof proof;
  proof.result.depths.push_back({});
  proof.result.depths.back().reached = kCosetPositions - 3;
  EXPECT_FALSE(proof.proved());
  proof.left.solved = 3;
  EXPECT_TRUE(proof.proved());
  proof.left.stopped = true;
  EXPECT_FALSE(proof.proved());
  EXPECT_TRUE(proof.stopped());
}

// A coset searched to 15 only leaves some positions after 20; they are solved one by one.
TEST(CosetProof, SlowWithin20) {
  const test::TemporaryFolder folder;
  const TableStore store(folder.path());
  CosetOptions options;
  options.store = &store;
  CosetSolver solver(options);
  TwoPhaseOptions one;
  one.store = &store;
  one.build = true;
  const Cube3Solver single(one);
  CosetProofRequest request;
  Rng random(1);
  request.representative = random_cube(random);
  request.search_depth = 15;
  const CosetProof proof = prove_within(solver, single, request);
  EXPECT_TRUE(proof.proved());
  EXPECT_EQ(proof.result.left(), 714U);
  EXPECT_EQ(proof.left.solved, proof.result.left());
  for (const SolvedPosition& solved : proof.left.solutions) {
    EXPECT_FALSE(solver.was_reached(solved.position));
    EXPECT_EQ(replay(solved.position, solved.solution), Cube{});
  }
  request.left.within = kLongestCoset + 1;
  EXPECT_THROW((void)prove_within(solver, single, request), Error);
  request.left.within = 20;
  TwoPhaseOptions other;
  other.metric = Metric::qtm;
  const Cube3Solver quarter(other);
  EXPECT_THROW((void)prove_within(solver, quarter, request), Error);
}

}  // namespace
}  // namespace gyre::cube3
