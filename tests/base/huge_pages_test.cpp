// Memory: how much there is, how it is said, and whether huge pages are what they claim to be.
#include "base/huge_pages.h"
#include <gyre/base/error.h>
#include "base/memory.h"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>
#include <utility>

namespace gyre {
namespace {

TEST(Memory, SizeText) {
  EXPECT_EQ(size_text(0), "0 bytes");
  EXPECT_EQ(size_text(9'999), "9999 bytes");
  EXPECT_EQ(size_text(10'000), "10 kB");
  EXPECT_EQ(size_text(999'001), "1000 kB");
  EXPECT_EQ(size_text(1'000'000), "1 MB");
  EXPECT_EQ(size_text(55'802'880), "56 MB");
  EXPECT_EQ(size_text(681'246'720), "682 MB");
  EXPECT_EQ(size_text(1'000'000'000), "1.0 GB");
  EXPECT_EQ(size_text(1'400'000'001), "1.5 GB");
  EXPECT_EQ(size_text(std::numeric_limits<std::uint64_t>::max()), "18446744073.8 GB");
}

TEST(Memory, Available) {
  const std::uint64_t bytes = available_memory_bytes();
  EXPECT_GT(bytes, std::uint64_t{1} << 20U);
  if (std::ifstream("/proc/meminfo").good()) {
    EXPECT_LT(bytes, std::uint64_t{1} << 50U);
  }
}

TEST(HugeBuffer, ZeroAlignedAndWritable) {
  for (const std::size_t size : {std::size_t{1}, std::size_t{5000}, kHugePageBytes - 1,
                                 kHugePageBytes, 3 * kHugePageBytes + 1}) {
    HugeBuffer buffer(size);
    const auto address = reinterpret_cast<std::uintptr_t>(buffer.bytes().data());
    EXPECT_EQ(address % (size < kHugePageBytes ? 4096 : kHugePageBytes), 0U) << size;
    ASSERT_EQ(buffer.bytes().size(), size);
    EXPECT_EQ(std::count(buffer.bytes().begin(), buffer.bytes().end(), std::byte{0}),
              static_cast<std::ptrdiff_t>(size));
    std::fill(buffer.bytes().begin(), buffer.bytes().end(), std::byte{7});
    HugeBuffer moved = std::move(buffer);
    EXPECT_EQ(moved.bytes().back(), std::byte{7});
    buffer = std::move(moved);
    EXPECT_EQ(buffer.bytes().size(), size);
  }
  EXPECT_TRUE(HugeBuffer().bytes().empty());
  EXPECT_TRUE(HugeBuffer(0).bytes().empty());
}

TEST(HugeBuffer, TooMuchIsAnError) {
  for (const std::size_t bytes : {std::size_t{1} << 62U, std::numeric_limits<std::size_t>::max()}) {
    EXPECT_THROW(HugeBuffer{bytes}, Error);
  }
}

TEST(HugeBuffer, SaysWhetherPagesAreHuge) {
  constexpr std::size_t kBytes = 8 * kHugePageBytes;
  const auto huge_when_filled = [] {
    HugeBuffer buffer(kBytes);
    EXPECT_FALSE(buffer.huge()) << "nothing has been touched";
    std::fill(buffer.bytes().begin(), buffer.bytes().end(), std::byte{1});
    return buffer.huge();
  };
  // A process that may not have any.
  const pid_t child = fork();
  if (child == 0) {
    if (prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0) != 0) _exit(77);
    _exit(huge_when_filled() ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  const bool could_forbid = WEXITSTATUS(status) != 77;
  EXPECT_TRUE(!could_forbid || WEXITSTATUS(status) == 0) << "huge where there are none";

  std::string mode;
  std::getline(std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled"), mode);
  if (mode.empty() || mode.find("[never]") != std::string::npos) {
    GTEST_SKIP() << "this system has no huge pages";
  }
  // One in eight small ones is too many, and fragmented memory may give them once in a while.
  bool huge = false;
  for (int attempt = 0; attempt < 20 && !huge; ++attempt) huge = huge_when_filled();
  EXPECT_TRUE(huge);
}

}  // namespace
}  // namespace gyre
