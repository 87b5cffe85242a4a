// Packed states beside the plain byte loop: ns for one composition of independent states
// (throughput) and of a chain in which each waits for the one before (latency), and what the other
// operations cost. Usage: bench_state [PUZZLE...]
//
// Repetitions of all candidates are interleaved, and the fastest of each is shown: noise only ever
// adds time. The plain loop is written twice, as puzzle/state.h has it and as fast as one can write
// it without packing; ratios are to the faster one.
#include <gyre/library/library.h>
#include "puzzle/kernel/kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace gyre;

constexpr int kRepetitions = 60;

// Keeps the compiler from dropping what is computed only for its time.
void use(const void* pointer) {
  asm volatile("" : : "g"(pointer) : "memory");
}

struct Timed {
  std::string name;
  std::size_t calls;  // operations in one run
  std::function<void()> run;
  double best_ns = 1e18;
};

void measure(std::vector<Timed>& list) {
  using Clock = std::chrono::steady_clock;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    for (Timed& timed : list) {
      const auto start = Clock::now();
      timed.run();
      const std::chrono::duration<double, std::nano> time = Clock::now() - start;
      timed.best_ns = std::min(timed.best_ns, time.count() / static_cast<double>(timed.calls));
    }
  }
}

// The loop of puzzle/state.h on bare pointers.
void compose_plain(const OrbitList& orbits, const std::uint8_t* a, const std::uint8_t* b,
                   std::uint8_t* out) {
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    const int o = orbits[k].orientations;
    const int at = orbits.perm_offset(k);
    for (int slot = 0; slot < n; ++slot) {
      const int source = b[at + slot];
      out[at + slot] = a[at + source];
      const int ori = a[at + n + source];
      out[at + n + slot] = static_cast<std::uint8_t>(
          ori == kWildOrientation ? kWildOrientation : (ori + b[at + n + slot]) % o);
    }
  }
}

// The same without wildcards and division, and without orientations where there is only one.
void compose_tight(const OrbitList& orbits, const std::uint8_t* __restrict a,
                   const std::uint8_t* __restrict b, std::uint8_t* __restrict out) {
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    const int o = orbits[k].orientations;
    const int at = orbits.perm_offset(k);
    for (int slot = 0; slot < n; ++slot) out[at + slot] = a[at + b[at + slot]];
    if (o == 1) continue;
    for (int slot = 0; slot < n; ++slot) {
      const int ori = a[at + n + b[at + slot]] + b[at + n + slot];
      // Without a branch, which random states would mispredict.
      out[at + n + slot] = static_cast<std::uint8_t>(ori - (o & -static_cast<int>(ori >= o)));
    }
  }
}

State random_action(const OrbitList& orbits, std::mt19937_64& rng) {
  State state = identity_state(orbits);
  for (int k = 0; k < orbits.size(); ++k) {
    const auto perm = state.bytes.begin() + orbits.perm_offset(k);
    std::shuffle(perm, perm + orbits[k].pieces, rng);
    for (int i = 0; i < orbits[k].pieces; ++i) {
      state.bytes[orbits.ori_offset(k) + i] =
          static_cast<std::uint8_t>(rng() % orbits[k].orientations);
    }
  }
  return state;
}

// Arrays of states that stay in the first or second level cache, and how often they are gone
// through.
struct Load {
  explicit Load(const OrbitList& given) : orbits(given) {
    std::mt19937_64 rng(1);
    for (std::size_t i = 0; i < count; ++i) {
      a.push_back(random_action(orbits, rng));
      b.push_back(random_action(orbits, rng));
    }
  }

  const OrbitList& orbits;
  std::size_t plain_bytes = static_cast<std::size_t>(orbits.state_bytes());
  std::size_t count = std::clamp<std::size_t>(16'384 / plain_bytes, 4, 256);
  std::size_t passes = std::max<std::size_t>(1, 1'000'000 / (count * plain_bytes));
  std::vector<State> a;
  std::vector<State> b;
};

struct Candidates {
  std::vector<Timed> each;
  std::vector<Timed> chain;
  std::vector<Timed> other;
};

struct Plain {
  explicit Plain(const Load& load)
      : a(static_cast<int>(load.plain_bytes), load.count),
        b(static_cast<int>(load.plain_bytes), load.count),
        out(static_cast<int>(load.plain_bytes), load.count) {
    for (std::size_t i = 0; i < load.count; ++i) {
      std::copy(load.a[i].bytes.begin(), load.a[i].bytes.end(), a[i]);
      std::copy(load.b[i].bytes.begin(), load.b[i].bytes.end(), b[i]);
    }
  }

  PackedStates a;
  PackedStates b;
  PackedStates out;
};

template <class Loop>
void add_plain(const std::string& label, Loop loop, const Load& load, Plain& plain,
               Candidates& to) {
  const std::size_t calls = load.passes * load.count;
  to.each.push_back({label, calls, [&load, &plain, loop] {
                       for (std::size_t pass = 0; pass < load.passes; ++pass) {
                         for (std::size_t i = 0; i < load.count; ++i) {
                           loop(load.orbits, plain.a[i], plain.b[i], plain.out[i]);
                         }
                         use(plain.out[0]);
                       }
                     }});
  to.chain.push_back({label, calls, [&load, &plain, loop] {
                        std::copy(plain.a[0], plain.a[0] + load.plain_bytes, plain.out[0]);
                        for (std::size_t pass = 0; pass < load.passes; ++pass) {
                          for (std::size_t i = 0; i < load.count; ++i) {
                            loop(load.orbits, plain.out[i % 2], plain.b[i], plain.out[1 - i % 2]);
                          }
                          use(plain.out[0]);
                        }
                      }});
}

// Pointed to by the lambdas, so none may move.
struct Packed {
  Packed(const PuzzleDefinition& definition, CpuLevel level, const Load& load,
         const SymmetryGroup& group)
      : kernel(definition, level),
        a(kernel.pack(load.a)),
        b(kernel.pack(load.b)),
        out(kernel.bytes(), load.count),
        symmetries(kernel, group) {
    for (std::size_t i = 0; i < load.count; ++i) sequence.push_back(b[i]);
  }
  Packed(const Packed&) = delete;
  Packed& operator=(const Packed&) = delete;

  StateKernel kernel;
  PackedStates a;
  PackedStates b;
  PackedStates out;
  PackedSymmetries symmetries;
  std::vector<const std::uint8_t*> sequence;
};

void add_compositions(const std::string& label, const Load& load, Packed& p, Candidates& to) {
  const std::size_t calls = load.passes * load.count;
  to.each.push_back({label, calls, [&p, passes = load.passes, count = load.count] {
                       for (std::size_t pass = 0; pass < passes; ++pass) {
                         p.kernel.compose_each(p.a[0], p.b[0], count, p.out[0]);
                         use(p.out[0]);
                       }
                     }});
  to.chain.push_back({label, calls, [&p, passes = load.passes, count = load.count] {
                        for (std::size_t pass = 0; pass < passes; ++pass) {
                          p.kernel.replay(p.a[0], p.sequence.data(), count, p.out[0]);
                          use(p.out[0]);
                        }
                      }});
}

constexpr const char* kOthers[] = {"call", "invert", "hash", "fprint", "wrong", "conj", "least"};

// In the order of kOthers.
void add_others(const Load& load, Packed& p, std::vector<Timed>& to) {
  const auto add = [&](auto operation, std::size_t cost = 1) {
    const std::size_t runs = std::max<std::size_t>(5, load.passes / cost);
    to.push_back({"", runs * load.count, [&p, runs, count = load.count, operation] {
                    for (std::size_t run = 0; run < runs; ++run) {
                      for (std::size_t i = 0; i < count; ++i) operation(p, i);
                      use(p.out[0]);
                    }
                  }});
  };
  add([](Packed& q, std::size_t i) { q.kernel.compose(q.a[i], q.b[i], q.out[i]); });
  add([](Packed& q, std::size_t i) { q.kernel.invert(q.a[i], q.out[i]); });
  add([](Packed& q, std::size_t i) {
    const std::uint64_t hash = q.kernel.hash(q.a[i]);
    use(&hash);
  });
  add([](Packed& q, std::size_t i) {
    const Fingerprint fingerprint = q.kernel.fingerprint(q.a[i]);
    use(&fingerprint);
  });
  add([](Packed& q, std::size_t i) {
    const int wrong = q.kernel.pieces_out_of_place(q.a[i]);
    use(&wrong);
  });
  add([](Packed& q, std::size_t i) {
    q.kernel.conjugate_position(q.a[i], q.symmetries[i % q.symmetries.size()], q.out[i]);
  });
  add([](Packed& q, std::size_t i) { q.kernel.least_image(q.a[i], q.symmetries.all(), q.out[i]); },
      p.symmetries.size());
}

void print(const Candidates& times) {
  const double each_base = std::min(times.each[0].best_ns, times.each[1].best_ns);
  const double chain_base = std::min(times.chain[0].best_ns, times.chain[1].best_ns);
  fmt::print("  {:<9} {:>11} {:>7} {:>11} {:>7}", "compose", "ns each", "times", "ns chained",
             "times");
  for (const char* what : kOthers) fmt::print(" {:>8}", what);
  fmt::print("\n");
  constexpr std::size_t kOtherCount = std::size(kOthers);
  for (std::size_t i = 0; i < times.each.size(); ++i) {
    fmt::print("  {:<9} {:>11.2f} {:>7.1f} {:>11.2f} {:>7.1f}", times.each[i].name,
               times.each[i].best_ns, each_base / times.each[i].best_ns, times.chain[i].best_ns,
               chain_base / times.chain[i].best_ns);
    for (std::size_t j = 0; i >= 2 && j < kOtherCount; ++j) {
      fmt::print(" {:>8.1f}", times.other[(i - 2) * kOtherCount + j].best_ns);
    }
    fmt::print("\n");
  }
}

void bench(const std::string& name) {
  const PuzzleDefinition definition = load_puzzle(name);
  const Load load(definition.orbits());
  const SymmetryGroup symmetries(definition, MoveSet(definition, Metric::htm),
                                 symmetry_options(SymmetryUse::rotations));
  Candidates candidates;
  Plain plain(load);
  add_plain("plain", compose_plain, load, plain, candidates);
  add_plain("tight", compose_tight, load, plain, candidates);
  std::vector<std::unique_ptr<Packed>> kernels;
  for (const CpuLevel level : {CpuLevel::portable, CpuLevel::avx2, CpuLevel::avx512}) {
    if (level > cpu_level()) continue;
    kernels.push_back(std::make_unique<Packed>(definition, level, load, symmetries));
    add_compositions(std::string(to_string(level)), load, *kernels.back(), candidates);
    add_others(load, *kernels.back(), candidates.other);
  }
  measure(candidates.each);
  measure(candidates.chain);
  measure(candidates.other);
  fmt::print("{} ({} pieces, {} orbits, {} packed bytes, {} rotations)\n", name,
             load.orbits.total_pieces(), load.orbits.size(), kernels[0]->kernel.bytes(),
             kernels[0]->symmetries.size());
  print(candidates);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> names(argv + 1, argv + argc);
  if (names.empty()) names = {"2x2x2", "3x3x3", "4x4x4", "5x5x5", "megaminx", "20x20x20"};
  for (const std::string& name : names) bench(name);
}
