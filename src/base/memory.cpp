#include "base/memory.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include "base/seconds.h"
#include "base/text.h"
#include "base/threads.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <fstream>
#include <limits>
#include <optional>

namespace gyre {
namespace {

constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();

// The number behind a word in a file of words and numbers.
std::optional<std::uint64_t> number_after(const char* path, std::string_view word) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(word)) continue;
    const std::size_t digits = line.find_first_of("0123456789", word.size());
    if (digits != std::string::npos) return std::stoull(line.substr(digits));
  }
  return std::nullopt;
}

// What the control group that we see as the root may still take. Its use includes cached files,
// which the system drops when memory runs short.
std::uint64_t left_in_container() {
  const auto limit = number_after("/sys/fs/cgroup/memory.max", "");
  const auto used = number_after("/sys/fs/cgroup/memory.current", "");
  if (!limit || !used) return kUnknown;
  const std::uint64_t files = number_after("/sys/fs/cgroup/memory.stat", "file ").value_or(0);
  const std::uint64_t bound = *used > files ? *used - files : 0;
  return *limit > bound ? *limit - bound : 0;
}

}  // namespace

std::uint64_t available_memory_bytes() {
  const auto kib = number_after("/proc/meminfo", "MemAvailable:");
  return std::min(kib ? *kib * 1024 : kUnknown, left_in_container());
}

std::string size_text(std::uint64_t bytes) {
  constexpr std::uint64_t kMillion = 1'000'000;
  if (bytes < 10'000) return fmt::format("{} bytes", bytes);
  if (bytes < kMillion) return fmt::format("{} kB", (bytes + 999) / 1000);
  if (bytes < 1000 * kMillion) return fmt::format("{} MB", (bytes + kMillion - 1) / kMillion);
  const std::uint64_t tenths = (bytes - 1) / (100 * kMillion) + 1;
  return fmt::format("{}.{} GB", tenths / 10, tenths % 10);
}

std::optional<std::uint64_t> parse_memory(const std::string& text) {
  std::size_t used = 0;
  double number = 0;
  try {
    number = std::stod(text, &used);
  } catch (const std::exception&) {
    return std::nullopt;
  }
  std::string unit = to_lower(text.substr(used));
  if (unit.ends_with('b')) unit.pop_back();
  const std::size_t power = std::string(" kmgt").find(unit.empty() ? " " : unit);
  if (unit.size() > 1 || power == std::string::npos) return std::nullopt;
  for (std::size_t i = 0; i < power; ++i) number *= 1024;
  if (!(number >= 1 && number < 1e18)) return std::nullopt;
  return static_cast<std::uint64_t>(number);
}

void throw_too_many_solutions(int length, std::uint64_t bytes) {
  throw Error(
      fmt::format("so many solutions of {} moves take more than the {} of memory that there are "
                  "for them: ask for fewer, or allow more memory",
                  length, size_text(bytes)));
}

double random_reads_per_second(std::span<const std::byte> bytes, int threads, double seconds) {
  constexpr std::uint64_t kLine = 64;
  constexpr int kUnderWay = 32;  // more than a core has buffers for
  constexpr int kBetweenClocks = 4'096;
  const std::uint64_t lines = bytes.size() / kLine;
  if (lines == 0) return 0;
  using Clock = std::chrono::steady_clock;
  std::atomic<std::uint64_t> reads = 0;
  std::atomic<unsigned> sum = 0;  // so that the reads are not left out
  const Clock::time_point begun = Clock::now();
  const auto workers = static_cast<std::size_t>(thread_count(threads));
  parallel_for(workers, threads, [&](std::size_t worker) {
    std::uint64_t state = 0x9E37'79B9'7F4A'7C15U * (worker + 1);
    std::array<std::uint64_t, kUnderWay> line{};
    std::uint64_t done = 0;
    unsigned own_sum = 0;
    while (seconds_since(begun) < seconds) {
      for (int i = 0; i < kBetweenClocks; ++i) {
        // xorshift64: a few cycles, far below the time of a read.
        state ^= state << 13U;
        state ^= state >> 7U;
        state ^= state << 17U;
        std::uint64_t& slot = line[static_cast<std::size_t>(i % kUnderWay)];
        own_sum += std::to_integer<unsigned>(bytes[slot * kLine]);
        slot = static_cast<std::uint64_t>(static_cast<__uint128_t>(state) * lines >> 64U);
        __builtin_prefetch(&bytes[slot * kLine], 0, 0);
      }
      done += kBetweenClocks;
    }
    reads += done;
    sum += own_sum;
  });
  return static_cast<double>(reads) / seconds_since(begun);
}

}  // namespace gyre
