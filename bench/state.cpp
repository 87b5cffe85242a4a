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
#include <random>

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

void bench(const std::string& name) {
  const PuzzleDefinition definition = load_puzzle(name);
  const OrbitList& orbits = definition.orbits();
  const auto plain_bytes = static_cast<std::size_t>(orbits.state_bytes());
  const SymmetryGroup symmetries(definition, MoveSet(definition, Metric::htm),
                                 SymmetryOptions{.mirrors = false});
  std::mt19937_64 rng(1);

  // Three arrays of states that stay in the first or second level cache.
  const std::size_t count = std::clamp<std::size_t>(16'384 / plain_bytes, 4, 256);
  std::vector<State> a;
  std::vector<State> b;
  for (std::size_t i = 0; i < count; ++i) {
    a.push_back(random_action(orbits, rng));
    b.push_back(random_action(orbits, rng));
  }
  const std::size_t passes = std::max<std::size_t>(1, 1'000'000 / (count * plain_bytes));
  const std::size_t calls = passes * count;

  std::vector<Timed> each;
  std::vector<Timed> chain;
  std::vector<Timed> other;

  PackedStates plain_a(static_cast<int>(plain_bytes), count);
  PackedStates plain_b(static_cast<int>(plain_bytes), count);
  PackedStates plain_out(static_cast<int>(plain_bytes), count);
  for (std::size_t i = 0; i < count; ++i) {
    std::copy(a[i].bytes.begin(), a[i].bytes.end(), plain_a[i]);
    std::copy(b[i].bytes.begin(), b[i].bytes.end(), plain_b[i]);
  }
  const auto add_plain = [&](const std::string& label, auto loop) {
    each.push_back({label, calls, [&, loop] {
                      for (std::size_t pass = 0; pass < passes; ++pass) {
                        for (std::size_t i = 0; i < count; ++i) {
                          loop(orbits, plain_a[i], plain_b[i], plain_out[i]);
                        }
                        use(plain_out[0]);
                      }
                    }});
    chain.push_back({label, calls, [&, loop] {
                       std::copy(plain_a[0], plain_a[0] + plain_bytes, plain_out[0]);
                       for (std::size_t pass = 0; pass < passes; ++pass) {
                         for (std::size_t i = 0; i < count; ++i) {
                           loop(orbits, plain_out[i % 2], plain_b[i], plain_out[1 - i % 2]);
                         }
                         use(plain_out[0]);
                       }
                     }});
  };
  add_plain("plain", compose_plain);
  add_plain("tight", compose_tight);

  // Pointed to by the lambdas, so none may move.
  struct Packed {
    StateKernel kernel;
    PackedStates a;
    PackedStates b;
    PackedStates out;
    PackedSymmetries symmetries;
    std::vector<const std::uint8_t*> sequence;
  };
  std::vector<std::unique_ptr<Packed>> kernels;
  for (const CpuLevel level : {CpuLevel::portable, CpuLevel::avx2, CpuLevel::avx512}) {
    if (level > cpu_level()) continue;
    const StateKernel kernel(definition, level);
    kernels.push_back(std::make_unique<Packed>(Packed{kernel,
                                                      kernel.pack(a),
                                                      kernel.pack(b),
                                                      PackedStates(kernel.bytes(), count),
                                                      PackedSymmetries(kernel, symmetries),
                                                      {}}));
    Packed& p = *kernels.back();
    for (std::size_t i = 0; i < count; ++i) p.sequence.push_back(p.b[i]);
    const std::string label(to_string(level));
    each.push_back({label, calls, [&p, passes, count] {
                      for (std::size_t pass = 0; pass < passes; ++pass) {
                        p.kernel.compose_each(p.a[0], p.b[0], count, p.out[0]);
                        use(p.out[0]);
                      }
                    }});
    chain.push_back({label, calls, [&p, passes, count] {
                       for (std::size_t pass = 0; pass < passes; ++pass) {
                         p.kernel.replay(p.a[0], p.sequence.data(), count, p.out[0]);
                         use(p.out[0]);
                       }
                     }});
    const auto add_other = [&](const std::string& what, auto operation, std::size_t cost = 1) {
      const std::size_t runs = std::max<std::size_t>(5, passes / cost);
      other.push_back({label + " " + what, runs * count, [&p, runs, count, operation] {
                         for (std::size_t run = 0; run < runs; ++run) {
                           for (std::size_t i = 0; i < count; ++i) operation(p, i);
                           use(p.out[0]);
                         }
                       }});
    };
    add_other("call", [](Packed& q, std::size_t i) { q.kernel.compose(q.a[i], q.b[i], q.out[i]); });
    add_other("invert", [](Packed& q, std::size_t i) { q.kernel.invert(q.a[i], q.out[i]); });
    add_other("hash", [](Packed& q, std::size_t i) {
      const std::uint64_t hash = q.kernel.hash(q.a[i]);
      use(&hash);
    });
    add_other("fingerprint", [](Packed& q, std::size_t i) {
      const Fingerprint fingerprint = q.kernel.fingerprint(q.a[i]);
      use(&fingerprint);
    });
    add_other("wrong", [](Packed& q, std::size_t i) {
      const int wrong = q.kernel.pieces_out_of_place(q.a[i]);
      use(&wrong);
    });
    add_other("conjugate", [](Packed& q, std::size_t i) {
      q.kernel.conjugate_position(q.a[i], q.symmetries[i % q.symmetries.size()], q.out[i]);
    });
    add_other(
        "least",
        [](Packed& q, std::size_t i) {
          q.kernel.least_image(q.a[i], q.symmetries.all(), q.out[i]);
        },
        p.symmetries.size());
  }
  measure(each);
  measure(chain);
  measure(other);

  const double each_base = std::min(each[0].best_ns, each[1].best_ns);
  const double chain_base = std::min(chain[0].best_ns, chain[1].best_ns);
  fmt::print("{} ({} pieces, {} orbits, {} packed bytes, {} rotations)\n", name,
             orbits.total_pieces(), orbits.size(), kernels[0]->kernel.bytes(),
             kernels[0]->symmetries.size());
  fmt::print("  {:<9} {:>11} {:>7} {:>11} {:>7}", "compose", "ns each", "times", "ns chained",
             "times");
  constexpr const char* kOthers[] = {"call", "invert", "hash", "fprint", "wrong", "conj", "least"};
  for (const char* what : kOthers) fmt::print(" {:>8}", what);
  fmt::print("\n");
  constexpr std::size_t kOtherCount = std::size(kOthers);
  for (std::size_t i = 0; i < each.size(); ++i) {
    fmt::print("  {:<9} {:>11.2f} {:>7.1f} {:>11.2f} {:>7.1f}", each[i].name, each[i].best_ns,
               each_base / each[i].best_ns, chain[i].best_ns, chain_base / chain[i].best_ns);
    for (std::size_t j = 0; i >= 2 && j < kOtherCount; ++j) {
      fmt::print(" {:>8.1f}", other[(i - 2) * kOtherCount + j].best_ns);
    }
    fmt::print("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> names(argv + 1, argv + argc);
  if (names.empty()) names = {"2x2x2", "3x3x3", "4x4x4", "5x5x5", "megaminx", "20x20x20"};
  for (const std::string& name : names) bench(name);
}
