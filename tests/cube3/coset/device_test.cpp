// Which device a coset is solved on, for GPUs that this machine need not have.
#include "cube3/coset/device.h"
#include "support/error_of.h"

#include <gyre/cube3/coset.h>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace gyre::cube3 {
namespace {

using test::error_of;

constexpr std::uint64_t kGpuBytes = 7'700'000'000;

// Half turns fit, quarter turns do not.
GpuOffer small_gpu(Metric metric) {
  if (metric == Metric::qtm)
    return {"a coset takes 11 GB of the GPU's memory, and 8 GB are free", 0};
  return {"", kGpuBytes};
}

GpuOffer no_gpu(Metric /*metric*/) {
  return {"there is none", 0};
}

TEST(ChosenDevice, AutomaticAsksForTheMetricThatIsWanted) {
  const ChosenDevice half = choose_device(CosetDevice::automatic, Metric::htm, small_gpu);
  EXPECT_TRUE(half.gpu);
  EXPECT_EQ(half.memory_bytes, kGpuBytes) << "what the GPU says, not what a processor would take";
  const ChosenDevice quarter = choose_device(CosetDevice::automatic, Metric::qtm, small_gpu);
  EXPECT_FALSE(quarter.gpu);
  EXPECT_EQ(quarter.memory_bytes, coset_memory_bytes(Metric::qtm));
  EXPECT_FALSE(choose_device(CosetDevice::automatic, Metric::htm, no_gpu).gpu);
}

TEST(ChosenDevice, AWishForAGpuIsGrantedOrRefused) {
  EXPECT_TRUE(choose_device(CosetDevice::gpu, Metric::htm, small_gpu).gpu);
  EXPECT_EQ(error_of([] { (void)choose_device(CosetDevice::gpu, Metric::qtm, small_gpu); }),
            "a coset takes 11 GB of the GPU's memory, and 8 GB are free");
}

TEST(ChosenDevice, AWishForTheProcessorAsksNoGpu) {
  const auto never = [](Metric) -> GpuOffer { throw std::logic_error("it was asked"); };
  const ChosenDevice device = choose_device(CosetDevice::cpu, Metric::qtm, never);
  EXPECT_FALSE(device.gpu);
  EXPECT_EQ(device.memory_bytes, coset_memory_bytes(Metric::qtm));
}

TEST(ChosenDevice, WhatIsMissingIsSaidBeforehand) {
  CosetOptions options;
  options.device = CosetDevice::cpu;
  options.memory_bytes = 1'000'000'000;
  EXPECT_NE(error_of([&] { check_device(options); }).find("and 1.0 GB are allowed"),
            std::string::npos);
}

}  // namespace
}  // namespace gyre::cube3
