// Whole cosets on the processor, against the simplest solver and known counts. A solver takes
// 5.6 GB, so quick tests share one.
#include "cube3/tables/phase1_coset.h"
#include "support/coset_reference.h"
#include "support/temporary_folder.h"

#include <gyre/base/error.h>
#include <gyre/cube3/coset.h>
#include "cube3/core/symmetry.h"
#include "cube3/coset/device.h"

#include <gtest/gtest.h>

#include <random>

namespace gyre {
namespace {

using namespace cube3;

class Solvers {
 public:
  [[nodiscard]] CosetSolver solver(Metric metric, int threads = 0) const {
    CosetOptions options;
    options.metric = metric;
    options.device = CosetDevice::cpu;
    options.store = &store_;
    options.threads = threads;
    return CosetSolver(options);
  }

 private:
  test::TemporaryFolder folder_;
  TableStore store_{folder_.path()};
};

void expect_as_reference(CosetSolver& solver, const Cube& representative, int depth) {
  const ReferenceCoset reference(solver.metric(), representative, depth);
  CosetRequest request;
  request.representative = representative;
  request.depth = depth;
  const CosetResult result = solver.solve(request);
  ASSERT_EQ(result.depths.size(), static_cast<std::size_t>(depth) + 1);
  for (int d = 0; d <= depth; ++d) {
    EXPECT_EQ(result.depths[d].reached, reference.sizes()[d]) << d;
    EXPECT_TRUE(result.depths[d].searched);
  }
  EXPECT_EQ(result.exact_depth(), depth);
  // The number is right, so all are if these are.
  for (const Cube& element : reference.reached()) {
    ASSERT_TRUE(solver.was_reached(compose(invert(element), representative)));
  }
}

std::vector<std::uint64_t> positions(const CosetResult& result) {
  std::vector<std::uint64_t> counts;
  for (const CosetDepth& depth : result.depths) counts.push_back(depth.positions);
  return counts;
}

// Of H itself, by all moves.
const std::vector<std::uint64_t> kTrivial = {
    1,       10,        67,         456,         3'079,       20'076,       125'218,
    756'092, 4'331'124, 23'639'531, 122'749'840, 582'017'108, 2'278'215'506};

TEST(CosetSolver, ReachesWhatTheSimplestSolverReaches) {
  const Solvers solvers;
  CosetSolver solver = solvers.solver(Metric::htm);
  EXPECT_EQ(solver.memory_bytes(), coset_memory_bytes(Metric::htm));
  EXPECT_FALSE(solver.uses_gpu());
  expect_as_reference(solver, after("F1"), 5);
  expect_as_reference(solver, after("R1U1F3"), 5);
  // The first depths of H, where searches have no ends to read off, and those where they have.
  CosetRequest request;
  request.depth = 7;
  const CosetResult result = solver.solve(request);
  EXPECT_EQ(positions(result), std::vector(kTrivial.begin(), kTrivial.begin() + 8));
  // Stopped, it says how far it came.
  std::stop_source stop;
  request.depth = 12;
  const CosetResult stopped = solver.solve(
      request,
      [&](const CosetDepth& depth) {
        if (depth.depth == 3) stop.request_stop();
      },
      {}, stop.get_token());
  EXPECT_TRUE(stopped.stopped);
  EXPECT_EQ(stopped.exact_depth(), 3);
  // What is left is what was not reached.
  int left = 0;
  solver.for_each_left([&](const Cube& cube) {
    EXPECT_EQ(why_impossible(cube), "");
    EXPECT_FALSE(solver.was_reached(cube));
    return ++left < 1'000;
  });
  EXPECT_EQ(left, 1'000);
  EXPECT_THROW((void)solver.was_reached(after("R1")), Error);
  request.depth = 27;
  EXPECT_THROW((void)solver.solve(request), Error);
  request = {};
  request.representative.set_corner(0, 0, 1);
  EXPECT_THROW((void)solver.solve(request), Error);
}

TEST(CosetSolver, SaysWhatIsMissing) {
  CosetOptions options;
  options.device = CosetDevice::cpu;
  options.memory_bytes = 1'000'000'000;
  try {
    const CosetSolver solver(options);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("a coset takes 5."), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("and 1.0 GB are allowed"), std::string::npos);
  }
}

TEST(CosetSolverSlow, CountsTheCosetsOfTheSpecification) {
  const Solvers solvers;
  CosetSolver solver = solvers.solver(Metric::htm);
  CosetRequest request;
  request.depth = 12;
  EXPECT_EQ(positions(solver.solve(request)), kTrivial);
  request.depth = kLongestCoset;
  request.search_depth = 0;
  // H by its own moves alone.
  EXPECT_EQ(positions(solver.solve(request)),
            (std::vector<std::uint64_t>{1, 10, 67, 456, 3'079, 19'948, 123'074, 736'850, 4'185'118,
                                        22'630'733, 116'767'872, 552'538'680, 2'176'344'160,
                                        5'627'785'188, 7'172'925'794, 3'608'731'814, 224'058'996,
                                        1'575'608, 1'352}));
  request.depth = 20;
  request.search_depth = 16;
  request.representative = after("B3L1F1L2D1B2R1B1L3U2");
  CosetResult result = solver.solve(request);
  EXPECT_EQ(result.exact_depth(), 16);
  std::vector<std::uint64_t> counts = positions(result);
  EXPECT_EQ((std::vector(counts.begin() + 9, counts.begin() + 17)),
            (std::vector<std::uint64_t>{0, 14, 534, 11'657, 196'080, 2'937'991, 41'299'927,
                                        545'853'895}));
  EXPECT_EQ(result.left(), 0U);
  request.representative = after("L3F2R1D3U1B3U3F2U3");
  counts = positions(solver.solve(request));
  EXPECT_EQ((std::vector(counts.begin() + 9, counts.begin() + 17)),
            (std::vector<std::uint64_t>{12, 283, 3'909, 50'440, 625'227, 7'523'487, 89'006'836,
                                        999'573'895}));
}

// The whole distribution: an hour on two cores.
TEST(CosetSolverSlow, CountsACosetOfTheSpecificationCompletely) {
  const Solvers solvers;
  CosetSolver solver = solvers.solver(Metric::htm);
  CosetRequest request;
  request.representative = after("L3F2R1D3U1B3U3F2U3");
  request.search_depth = 18;
  const std::vector<std::uint64_t> counts = positions(solver.solve(request));
  EXPECT_EQ((std::vector(counts.begin() + 16, counts.end())),
            (std::vector<std::uint64_t>{999'573'895, 7'827'313'152, 10'476'371'239, 107'960'320}));
}

TEST(CosetSolverSlow, ReachesTheSameInQuarterTurns) {
  const Solvers solvers;
  CosetSolver solver = solvers.solver(Metric::qtm);
  expect_as_reference(solver, {}, 7);
  // Deep enough that paths and ends that are read off meet.
  expect_as_reference(solver, after("F1"), 8);
  expect_as_reference(solver, after("R1U1F3"), 8);
}

// Conjugates of a coset have conjugate positions; a symmetric coset is searched by its symmetry,
// and one that is not must come out the same.
TEST(CosetSolverSlow, SymmetryAndThreadsChangeNothing) {
  const Solvers solvers;
  std::vector<std::vector<CosetDepth>> runs;
  for (const int threads : {1, 2, 3}) {
    CosetSolver solver = solvers.solver(Metric::htm, threads);
    CosetRequest request;
    request.representative = after("R1L1U1F2B2");
    request.depth = 12;
    request.checksums = true;
    runs.push_back(solver.solve(request).depths);
  }
  for (const auto& run : runs) {
    ASSERT_EQ(run.size(), runs[0].size());
    for (std::size_t i = 0; i < run.size(); ++i) {
      EXPECT_EQ(run[i].positions, runs[0][i].positions);
      EXPECT_EQ(run[i].checksum, runs[0][i].checksum);
    }
  }
}

}  // namespace
}  // namespace gyre
