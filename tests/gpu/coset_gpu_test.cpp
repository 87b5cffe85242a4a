// Whole cosets on a GPU: known counts, and the same bits as on the processor. Skipped where there
// is no GPU.
#include "cube3/coset/device.h"
#include "support/coset_reference.h"
#include "support/temporary_folder.h"

#include <gyre/cube3/coset.h>

#include <gtest/gtest.h>

#include <random>

namespace gyre {
namespace {

using namespace cube3;

class CosetGpu : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = ask_gpu(Metric::htm).why_not; !why.empty()) GTEST_SKIP() << why;
  }

  [[nodiscard]] CosetSolver solver(Metric metric, CosetDevice device) const {
    CosetOptions options;
    options.metric = metric;
    options.device = device;
    options.store = &store_;
    return CosetSolver(options);
  }
  [[nodiscard]] LeftSolver left() const {
    LeftOptions options;
    options.store = &store_;
    return LeftSolver(options);
  }

 private:
  test::TemporaryFolder folder_;
  TableStore store_{folder_.path()};
};

std::vector<std::uint64_t> positions(const CosetResult& result, int from) {
  std::vector<std::uint64_t> counts;
  for (const CosetDepth& depth : result.depths) {
    if (depth.depth >= from) counts.push_back(depth.positions);
  }
  return counts;
}

TEST_F(CosetGpu, CountsHItself) {
  CosetSolver gpu = solver(Metric::htm, CosetDevice::gpu);
  EXPECT_TRUE(gpu.uses_gpu());
  CosetRequest request;
  request.depth = 12;
  EXPECT_EQ(positions(gpu.solve(request), 0),
            (std::vector<std::uint64_t>{1, 10, 67, 456, 3'079, 20'076, 125'218, 756'092, 4'331'124,
                                        23'639'531, 122'749'840, 582'017'108, 2'278'215'506}));
  request.depth = kLongestCoset;
  request.search_depth = 0;
  EXPECT_EQ(positions(gpu.solve(request), 0),
            (std::vector<std::uint64_t>{1, 10, 67, 456, 3'079, 19'948, 123'074, 736'850, 4'185'118,
                                        22'630'733, 116'767'872, 552'538'680, 2'176'344'160,
                                        5'627'785'188, 7'172'925'794, 3'608'731'814, 224'058'996,
                                        1'575'608, 1'352}));
}

// Depth 18 searched completely; of what is left then, all is within 19.
TEST_F(CosetGpu, CountsTheCosetsOfTheSpecificationCompletely) {
  CosetSolver gpu = solver(Metric::htm, CosetDevice::gpu);
  LeftSolver one = left();
  struct Known {
    const char* representative;
    std::vector<std::uint64_t> positions;  // from depth 9 on
  };
  const std::vector<Known> cosets = {{"B3L1F1L2D1B2R1B1L3U2",
                                      {0, 14, 534, 11'657, 196'080, 2'937'991, 41'299'927,
                                       545'853'895, 5'607'291'938, 12'899'502'606, 411'334'158}},
                                     {"L3F2R1D3U1B3U3F2U3",
                                      {12, 283, 3'909, 50'440, 625'227, 7'523'487, 89'006'836,
                                       999'573'895, 7'827'313'152, 10'476'371'239, 107'960'320}}};
  for (const Known& known : cosets) {
    CosetProofRequest request;
    request.representative = after(known.representative);
    request.plan = plan_proof(Metric::htm, 19, 18, true);
    const CosetProof proof = solve_coset(gpu, one, request);
    EXPECT_TRUE(proof.proved());
    std::vector<std::uint64_t> counts = positions(proof.result, 9);
    counts.back() += proof.left ? proof.left->solved : 0;
    EXPECT_EQ(counts, known.positions);
  }
}

TEST_F(CosetGpu, HasTheSameBitsAsTheProcessor) {
  CosetSolver gpu = solver(Metric::htm, CosetDevice::gpu);
  CosetSolver cpu = solver(Metric::htm, CosetDevice::cpu);
  for (int seed = 0; seed < 20; ++seed) {
    std::mt19937_64 random(seed);
    CosetRequest request;
    request.representative = random_cube(random);
    request.depth = 16;
    request.checksums = true;
    const CosetResult there = gpu.solve(request);
    const CosetResult here = cpu.solve(request);
    ASSERT_EQ(there.depths.size(), here.depths.size());
    for (std::size_t i = 0; i < here.depths.size(); ++i) {
      EXPECT_EQ(there.depths[i].checksum, here.depths[i].checksum) << seed << " " << i;
      EXPECT_EQ(there.depths[i].positions, here.depths[i].positions) << seed << " " << i;
      EXPECT_EQ(there.depths[i].ends, here.depths[i].ends) << seed << " " << i;
    }
  }
}

TEST_F(CosetGpu, HasTheSameBitsInQuarterTurns) {
  CosetSolver gpu = solver(Metric::qtm, CosetDevice::gpu);
  CosetSolver cpu = solver(Metric::qtm, CosetDevice::cpu);
  for (const char* representative : {"", "F1", "R1U1F3", "B3L1F1L2D1B2R1B1L3U2"}) {
    CosetRequest request;
    request.representative = after(representative);
    request.depth = 16;
    request.search_depth = 15;
    request.checksums = true;
    const CosetResult there = gpu.solve(request);
    const CosetResult here = cpu.solve(request);
    ASSERT_EQ(there.depths.size(), here.depths.size());
    for (std::size_t i = 0; i < here.depths.size(); ++i) {
      EXPECT_EQ(there.depths[i].checksum, here.depths[i].checksum) << representative << " " << i;
    }
  }
}

TEST_F(CosetGpu, KnowsWhatItReached) {
  CosetSolver gpu = solver(Metric::htm, CosetDevice::gpu);
  CosetRequest request;
  request.representative = after("R1U1F3");
  request.depth = 5;
  const CosetResult result = gpu.solve(request);
  const ReferenceCoset reference(Metric::htm, request.representative, 5);
  EXPECT_EQ(result.reached(), reference.reached().size());
  for (const Cube& element : reference.reached()) {
    ASSERT_TRUE(gpu.was_reached(compose(invert(element), request.representative)));
  }
  int left = 0;
  gpu.for_each_left([&](const Cube& cube) {
    EXPECT_FALSE(gpu.was_reached(cube));
    return ++left < 100;
  });
}

}  // namespace
}  // namespace gyre
