// Whole cosets of the 3x3x3, as gyre coset solves them: how long a spreading pass takes, a complete
// search of each depth, and a proof that all positions are within 20; beside it what the machine's
// memory gives, which bounds the passes.
//
//   bench_coset [--device cpu|gpu] [--cosets N] [--first SEED] [--depth N] [--search-depth N]
//               [--threads N]
//
// Cosets are those of random_cube with seeds FIRST, FIRST + 1, ... (default 20 from 1); every one
// is searched up to the search depth (default 16) and spread up to the depth (default 20). Tables
// come from where gyre keeps them.
#include <gyre/base/error.h>
#include <gyre/cube3/coset.h>
#include "base/huge_pages.h"
#include "base/threads.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace gyre;
using Clock = std::chrono::steady_clock;

struct Wishes {
  cube3::CosetDevice device = cube3::CosetDevice::cpu;
  int cosets = 20;
  int first = 1;
  int depth = 20;
  int search_depth = 16;
  int threads = 0;
};

double seconds_since(Clock::time_point begun) {
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

// Bytes a second that can be copied within memory, counted as read and written.
double copy_rate(int threads) {
  constexpr std::size_t kBytes = std::size_t{1} << 30U;
  constexpr std::size_t kPart = std::size_t{4} << 20U;
  HugeBuffer from(kBytes);
  HugeBuffer to(kBytes);
  double best = 0;
  for (int round = 0; round < 4; ++round) {
    const Clock::time_point begun = Clock::now();
    parallel_for(kBytes / kPart, threads, [&](std::size_t i) {
      std::memcpy(to.bytes().data() + i * kPart, from.bytes().data() + i * kPart, kPart);
    });
    // The first round takes the pages.
    if (round != 0) best = std::max(best, 2.0 * kBytes / seconds_since(begun));
  }
  return best;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

void run(const Wishes& wishes) {
  const TableStore store(TableStore::default_folder());
  const double rate = copy_rate(wishes.threads);
  cube3::CosetOptions options;
  options.device = wishes.device;
  options.store = &store;
  options.threads = wishes.threads;
  const Clock::time_point begun = Clock::now();
  CosetSolver solver(options);
  fmt::print("{}, {:.2f} GB, ready after {:.1f} s\n", solver.device(), solver.memory_bytes() / 1e9,
             seconds_since(begun));
  if (!solver.uses_gpu())
    fmt::print("memory is copied at {:.1f} GB/s, read and written\n", rate / 1e9);
  std::vector<double> spreads;
  std::map<int, std::vector<double>> searches;
  std::map<int, std::vector<double>> ends;
  std::vector<double> wholes;
  std::uint64_t left = 0;
  for (int i = 0; i < wishes.cosets; ++i) {
    std::mt19937_64 random(wishes.first + i);
    cube3::CosetRequest request;
    request.representative = cube3::random_cube(random);
    request.depth = wishes.depth;
    request.search_depth = wishes.search_depth;
    const cube3::CosetResult result = solver.solve(request);
    for (const cube3::CosetDepth& depth : result.depths) {
      if (depth.reached != depth.positions) spreads.push_back(depth.spread_seconds);
      if (depth.search_seconds == 0) continue;
      searches[depth.depth].push_back(depth.search_seconds);
      ends[depth.depth].push_back(static_cast<double>(depth.ends));
    }
    wholes.push_back(result.seconds);
    left += result.left();
    fmt::print("coset {}: {:.2f} s, {} left\n", wishes.first + i, result.seconds, result.left());
    std::fflush(stdout);
  }
  // Half turns read the bitmap and write another; turns of U and D read both and write one.
  constexpr double kSpreadBytes = 5 * 2'438'553'600.0;
  const double spread = median(spreads);
  fmt::print("spreading: {:.4f} s a pass (median), {:.1f} GB/s of memory", spread,
             kSpreadBytes / spread / 1e9);
  if (!solver.uses_gpu())
    fmt::print(", {:.0f} % of what copying gives", 100 * kSpreadBytes / spread / rate);
  fmt::print("\n");
  for (const auto& [depth, seconds] : searches) {
    if (depth < 13) continue;
    fmt::print(
        "depth {}: {:.3f} s on average, at most {:.3f}; {:.1f} million ends, {:.1f} a second\n",
        depth, mean(seconds), *std::max_element(seconds.begin(), seconds.end()),
        mean(ends[depth]) / 1e6, mean(ends[depth]) / mean(seconds) / 1e6);
  }
  fmt::print("within {}: {:.2f} s a coset on average, at most {:.2f}; {} positions left\n",
             wishes.depth, mean(wholes), *std::max_element(wholes.begin(), wholes.end()), left);
}

int number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0) {
    throw Error(fmt::format("'{}' is no number", text));
  }
  return value;
}

}  // namespace

int main(int count, char** words) {
  try {
    Wishes wishes;
    const std::vector<std::string_view> all(words + 1, words + count);
    for (std::size_t i = 0; i + 1 < all.size(); i += 2) {
      const std::string_view value = all[i + 1];
      if (all[i] == "--device") {
        wishes.device = value == "gpu" ? cube3::CosetDevice::gpu : cube3::CosetDevice::cpu;
      } else if (all[i] == "--cosets") {
        wishes.cosets = std::max(1, number(value));
      } else if (all[i] == "--first") {
        wishes.first = number(value);
      } else if (all[i] == "--depth") {
        wishes.depth = number(value);
      } else if (all[i] == "--search-depth") {
        wishes.search_depth = number(value);
      } else if (all[i] == "--threads") {
        wishes.threads = number(value);
      } else {
        throw Error(fmt::format("'{}' is no option", all[i]));
      }
    }
    run(wishes);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_coset: {}\n", error.what());
    return 2;
  }
}
