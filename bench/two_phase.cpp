// All bars of two-phase solving in one run, with the machine's random-read rate beside them, on a
// fixed set of uniformly random cubes (std::mt19937_64, seed 20). bench_two_phase [--cubes N
// (1000)] [--skip-second] [--small] [--metric qtm]
//   --skip-second   leaves out the second a cube, which takes N / threads seconds
//   --small         the small tables
// Tables are made in a temporary folder and removed. One thread unless the line says otherwise.
#include "cube3/tables/phase1_table.h"
#include "cube3/two_phase/tables.h"

#include <fmt/format.h>
#include <gyre/cube3/solver.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/huge_pages.h"
#include "base/threads.h"
#include "cube3/tables/tables.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace {

using gyre::Cube3Solver;
using gyre::Metric;
using namespace gyre::cube3;

constexpr int kCubesADefaultRun = 1'000;
constexpr std::uint64_t kReads = 20'000'000;
constexpr int kBatch = 32;

double now() {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(time).count();
}

template <class Work>
double seconds_of(const Work& work) {
  const double begun = now();
  work();
  return now() - begun;
}

struct Options {
  int cubes = kCubesADefaultRun;
  bool second = true;
  bool small = false;
  Metric metric = Metric::htm;
};

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--cubes" && i + 1 < argc) {
      options.cubes = std::atoi(argv[++i]);
    } else if (word == "--skip-second") {
      options.second = false;
    } else if (word == "--small") {
      options.small = true;
    } else if (word == "--metric" && i + 1 < argc) {
      options.metric = std::string_view(argv[++i]) == "qtm" ? Metric::qtm : Metric::htm;
    } else {
      fmt::print(stderr, "bench_two_phase: unknown '{}'\n", word);
      std::exit(2);
    }
  }
  return options;
}

void line(const std::string& what, const std::string& figure, const std::string& bar) {
  fmt::print("{:<52} {:>22} {:>14}\n", what, figure, bar);
  std::fflush(stdout);
}

// A cheap sequence of addresses that nothing can foresee, and that do not wait for each other.
struct Scatter {
  std::uint64_t state;
  std::uint64_t operator()() noexcept {
    state += 0x9E37'79B9'7F4A'7C15U;
    const std::uint64_t x = (state ^ state >> 32U) * 0xD6E8'FEB8'6659'FD93U;
    return x ^ x >> 32U;
  }
};

// Random reads of the table itself, so that pages and size are the same.
double read_rate(std::span<const std::uint32_t> table, int threads) {
  std::atomic<std::uint64_t> sum = 0;
  const double seconds = seconds_of([&] {
    gyre::parallel_for(threads, threads, [&](std::size_t thread) {
      Scatter scatter{thread};
      std::uint64_t own = 0;
      std::array<std::uint32_t, kBatch> places;
      for (std::uint64_t i = 0; i < kReads / kBatch; ++i) {
        for (std::uint32_t& place : places) {
          place = static_cast<std::uint32_t>((scatter() >> 32U) * table.size() >> 32U);
          __builtin_prefetch(table.data() + place);
        }
        for (const std::uint32_t place : places) own += table[place];
      }
      sum += own;
    });
  });
  if (sum == 1) fmt::print("\n");  // or the reads would not be done
  return static_cast<double>(kReads) * threads / seconds;
}

// Cosets to distances and masks, in batches: places first, then entries.
double lookup_rate(const BigTables& big, int threads) {
  std::atomic<std::uint64_t> sum = 0;
  const double seconds = seconds_of([&] {
    gyre::parallel_for(threads, threads, [&](std::size_t thread) {
      Scatter scatter{thread};
      std::uint64_t own = 0;
      std::array<Phase1Place, kBatch> places;
      const std::uint32_t* entries = big.phase1_entries();
      for (std::uint64_t i = 0; i < kReads / kBatch; ++i) {
        for (Phase1Place& place : places) {
          const std::uint64_t random = scatter();
          const Coset coset = {
              static_cast<std::uint16_t>((random >> 48U) * Twist::kSize >> 16U),
              static_cast<std::uint16_t>(random & 2'047U),
              static_cast<std::uint16_t>((random >> 16U & 0xFFFFU) * kSliceSlots >> 16U)};
          place = phase1_place(big.cosets, coset);
          __builtin_prefetch(entries + place.index);
        }
        for (const Phase1Place& place : places) {
          const Phase1Entry<Metric::htm> entry{entries[place.index]};
          own += entry.turns(10) + place.symmetry;
        }
      }
      sum += own;
    });
  });
  if (sum == 1) fmt::print("\n");
  return static_cast<double>(kReads) * threads / seconds;
}

struct Outcome {
  double mean_length = 0;
  double mean_ms = 0;
  double worst_ms = 0;
  double nodes_a_second = 0;
};

Outcome solve_all(const Cube3Solver& solver, const std::vector<Cube>& cubes,
                  const TwoPhaseLimits& limits, int threads) {
  std::vector<TwoPhaseSolution> solutions(cubes.size());
  const double seconds = seconds_of([&] {
    gyre::parallel_for(cubes.size(), threads,
                       [&](std::size_t i) { solutions[i] = solver.solve(cubes[i], limits); });
  });
  Outcome outcome;
  for (const TwoPhaseSolution& solution : solutions) {
    outcome.mean_length += solution.length;
    outcome.nodes_a_second += static_cast<double>(solution.nodes);
    outcome.worst_ms = std::max(outcome.worst_ms, solution.seconds * 1e3);
  }
  outcome.mean_length /= static_cast<double>(cubes.size());
  outcome.mean_ms = seconds * threads * 1e3 / static_cast<double>(cubes.size());
  outcome.nodes_a_second /= seconds * threads;
  return outcome;
}

void build_and_open(const gyre::TableStore& store, Metric metric) {
  const std::vector<std::string> build_bars = {"20 s", "2 s"};
  std::size_t which = 0;
  for (const gyre::TableRecipe& recipe : two_phase_recipes(metric)) {
    const double made = seconds_of([&] { (void)gyre::TableStore::make(recipe); });
    const double stored = seconds_of([&] { (void)store.open_or_make(recipe); });
    line(recipe.key.name + ": made, all threads", fmt::format("{:.2f} s", made), build_bars[which]);
    line(recipe.key.name + ": made and stored", fmt::format("{:.2f} s", stored), "");
    for (const bool shared : {true, false}) {
      for (const bool verify : {true, false}) {
        gyre::TableOptions options;
        options.verify = verify;
        options.memory = shared ? gyre::TableMemory::shared : gyre::TableMemory::private_;
        const double opened = seconds_of([&] { (void)store.open(recipe.key, options); });
        line(fmt::format("{}: opened, {}, {}", recipe.key.name, shared ? "mapped" : "huge pages",
                         verify ? "verified" : "not verified"),
             fmt::format("{:.3f} s", opened), which == 0 ? (verify ? "1 s" : "0.1 s") : "");
      }
    }
    ++which;
  }
}

// From the start of the process to its end, with nothing stored.
void cold_start() {
  const std::filesystem::path program =
      std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "gyre";
  if (!std::filesystem::exists(program)) return line("cold start", "no program beside me", "");
  std::vector<double> times;
  for (int i = 0; i < 5; ++i) {
    times.push_back(seconds_of([&] {
      const pid_t child = fork();
      if (child == 0) {
        setenv("GYRE_CACHE", "/nonexistent/gyre", 1);
        if (std::freopen("/dev/null", "w", stdout) == nullptr) _exit(126);
        execl(program.c_str(), "gyre", "solve", "--quiet", "--time", "0",
              "D2 F' R2 U' B2 L D' F2 U R' B' D2 L2 F U2 R B L' U F'", nullptr);
        _exit(127);
      }
      int status = 0;
      waitpid(child, &status, 0);
      if (status != 0) fmt::print(stderr, "gyre failed\n");
    }));
  }
  std::sort(times.begin(), times.end());
  line("first solution from a cold start, small tables", fmt::format("{:.3f} s", times[2]),
       "0.4 s");
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = read_options(argc, argv);
  const bool htm = options.metric == Metric::htm;
  std::string folder = std::filesystem::temp_directory_path() / "gyre-bench-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) return 1;
  const gyre::TableStore store(folder);
  line("what", "measured", "bar");
  TwoPhaseOptions solver_options;
  solver_options.metric = options.metric;
  if (!options.small) {
    build_and_open(store, options.metric);
    solver_options.store = &store;
    solver_options.table.memory = gyre::TableMemory::private_;
  }
  cold_start();
  double started = now();
  const Cube3Solver solver(solver_options);
  line(solver.uses_big_tables() ? "solver opened, verified, huge pages" : "small tables made",
       fmt::format("{:.3f} s", now() - started), options.small ? "0.3 s" : "");
  if (solver.uses_big_tables()) {
    std::vector<gyre::Table> tables;
    for (const gyre::TableRecipe& recipe : two_phase_recipes(options.metric)) {
      tables.push_back(*store.open(recipe.key, solver_options.table));
    }
    const BigTables big(MoveTables{}, options.metric, tables[0], tables[1]);
    line("table in huge pages", big.phase1.huge_pages() ? "yes" : "no", "");
    for (const int threads : {1, 2}) {
      const double reads =
          read_rate({big.phase1_entries(), big.phase1.payload().size() / 4}, threads);
      const double lookups = lookup_rate(big, threads);
      line(fmt::format("random reads of the phase-1 table, {} thread(s)", threads),
           fmt::format("{:.1f} M/s", reads / 1e6), "");
      line(fmt::format("batched lookups with mask, {} thread(s)", threads),
           fmt::format("{:.1f} M/s, {:.0f} %", lookups / 1e6, 100 * lookups / reads), "60 %");
    }
  }
  std::filesystem::remove_all(folder);

  std::mt19937_64 random(20);
  std::vector<Cube> cubes(options.cubes);
  for (Cube& cube : cubes) cube = random_cube(random);
  const auto bar = [&](const char* text) { return htm && !options.small ? text : ""; };
  // The first solves fill the caches.
  (void)solve_all(solver, cubes, {.target_length = htm ? 22 : 30, .seconds = 60}, 1);
  const std::vector<int> targets = htm ? std::vector{21, 20, 19} : std::vector{27, 26, 25};
  const std::vector<const char*> target_bars = {"0.05 ms", "0.4 ms", "8 ms"};
  for (std::size_t i = 0; i < targets.size() - (options.small ? 1 : 0); ++i) {
    const Outcome outcome =
        solve_all(solver, cubes, {.target_length = targets[i], .seconds = 60}, 1);
    line(fmt::format("{} moves or fewer, mean", targets[i]),
         fmt::format("{:.4f} ms", outcome.mean_ms), bar(target_bars[i]));
    line("", fmt::format("worst {:.1f} ms", outcome.worst_ms), "");
  }
  const std::vector<double> budgets = {0.001, 0.01, 0.1};
  const std::vector<const char*> length_bars = {"19.2", "18.7", "18.4"};
  for (std::size_t i = 0; i < budgets.size(); ++i) {
    const Outcome outcome = solve_all(solver, cubes, {.seconds = budgets[i]}, 1);
    line(fmt::format("mean length at {} ms ({:.2f} ms taken)", budgets[i] * 1e3, outcome.mean_ms),
         fmt::format("{:.3f}", outcome.mean_length), bar(length_bars[i]));
    line("", fmt::format("{:.1f} M nodes/s", outcome.nodes_a_second / 1e6), "");
  }
  if (options.second) {
    const int threads = gyre::thread_count(0);
    const Outcome outcome = solve_all(solver, cubes, {.seconds = 1}, threads);
    line(fmt::format("mean length at 1 s, one thread a cube, {} at once", threads),
         fmt::format("{:.3f}", outcome.mean_length), bar("18.1"));
    line("", fmt::format("{:.1f} M nodes/s", outcome.nodes_a_second / 1e6), "");
  }
}
