// Counting canonical sequences. The automaton of a large canon depth has millions of states, but
// about half of them allow the same moves with the same targets as another; these are one.
#include "base/arithmetic.h"

#include "base/stop.h"
#include "base/threads.h"
#include "puzzle/canonical/canonical.h"
#include "puzzle/canonical/making.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <mutex>
#include <stop_token>
#include <utility>

namespace gyre {
namespace {

// A partition of 0, ..., size - 1.
struct Grouping {
  std::vector<std::uint32_t> group;   // of each item
  std::vector<std::uint32_t> member;  // one of each group, the least
};

// States that allow the same moves with the same targets: equal row, equal mask.
Grouping group_twins(const CanonicalAutomaton& automaton) {
  const auto states = static_cast<std::uint32_t>(automaton.states());
  const auto words = static_cast<std::size_t>(automaton.mask_words());
  Grouping twins;
  twins.group.resize(states);
  const std::size_t slots = std::bit_ceil(std::size_t{2} * states);
  std::vector<std::uint32_t> table(slots, 0);  // group + 1
  for (std::uint32_t state = 0; state < states; ++state) {
    const std::uint64_t* mask = automaton.allowed(static_cast<int>(state));
    const std::uint32_t* row = automaton.targets(static_cast<int>(state));
    auto hash = static_cast<std::uint64_t>(row - automaton.targets(0));
    for (std::size_t word = 0; word < words; ++word) hash = mix_bits(hash + mask[word]);
    for (std::size_t slot = mix_bits(hash) & (slots - 1);; slot = (slot + 1) & (slots - 1)) {
      if (table[slot] == 0) {
        twins.member.push_back(state);
        table[slot] = static_cast<std::uint32_t>(twins.member.size());
        twins.group[state] = table[slot] - 1;
        break;
      }
      const auto other = static_cast<int>(twins.member[table[slot] - 1]);
      if (automaton.targets(other) == row &&
          std::memcmp(automaton.allowed(other), mask, 8 * words) == 0) {
        twins.group[state] = table[slot] - 1;
        break;
      }
    }
  }
  return twins;
}

// Node n has edges to targets[first[n]], ..., targets[first[n + 1] - 1], with repetitions.
struct Graph {
  std::vector<std::size_t> first{0};
  std::vector<std::uint32_t> targets;

  [[nodiscard]] std::uint32_t size() const noexcept {
    return static_cast<std::uint32_t>(first.size() - 1);
  }
  void close_node() { first.push_back(targets.size()); }
};

Graph twin_graph(const CanonicalAutomaton& automaton, const Grouping& twins) {
  Graph graph;
  for (const std::uint32_t state : twins.member) {
    automaton.for_each_next(static_cast<int>(state),
                            [&](int, int next) { graph.targets.push_back(twins.group[next]); });
    graph.close_node();
  }
  return graph;
}

// Groups of nodes that have equally many edges to each group: the coarsest such partition, found by
// hashing, so that only a collision could make it wrong.
Grouping group_equals(const Graph& graph, const std::stop_token& stop) {
  const std::uint32_t size = graph.size();
  std::vector<std::uint64_t> colour(size, 1);
  std::vector<std::uint64_t> next(size);
  std::vector<std::uint64_t> sorted;
  for (std::size_t before = 1;;) {
    throw_if_stopped(stop, kCountingSequences);
    for (std::uint32_t node = 0; node < size; ++node) {
      std::uint64_t sum = 0;
      for (std::size_t e = graph.first[node]; e < graph.first[node + 1]; ++e) {
        sum += mix_bits(colour[graph.targets[e]]);
      }
      next[node] = mix_bits(sum + 3 * mix_bits(colour[node]));
    }
    std::swap(colour, next);
    sorted = colour;
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    if (sorted.size() == before) break;
    before = sorted.size();
  }
  Grouping grouping;
  grouping.group.resize(size);
  grouping.member.assign(sorted.size(), size);
  for (std::uint32_t node = 0; node < size; ++node) {
    const auto place = std::lower_bound(sorted.begin(), sorted.end(), colour[node]);
    const auto group = static_cast<std::uint32_t>(place - sorted.begin());
    grouping.group[node] = group;
    grouping.member[group] = std::min(grouping.member[group], node);
  }
  return grouping;
}

Graph quotient(const Graph& graph, const Grouping& grouping) {
  Graph small;
  for (const std::uint32_t node : grouping.member) {
    for (std::size_t e = graph.first[node]; e < graph.first[node + 1]; ++e) {
      small.targets.push_back(grouping.group[graph.targets[e]]);
    }
    std::sort(small.targets.begin() + static_cast<std::ptrdiff_t>(small.first.back()),
              small.targets.end());
    small.close_node();
  }
  return small;
}

// Whether every node has as many edges to each group as the member that stands for its group.
bool is_equitable(const Graph& graph, const Grouping& grouping, const Graph& small) {
  std::vector<std::uint32_t> groups;
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    groups.clear();
    for (std::size_t e = graph.first[node]; e < graph.first[node + 1]; ++e) {
      groups.push_back(grouping.group[graph.targets[e]]);
    }
    std::sort(groups.begin(), groups.end());
    const std::uint32_t group = grouping.group[node];
    const std::uint32_t* want = small.targets.data() + small.first[group];
    if (!std::equal(groups.begin(), groups.end(), want,
                    small.targets.data() + small.first[group + 1])) {
      return false;
    }
  }
  return true;
}

// Calls body(from, to) for ranges that make up [0, count), on several threads if it is worth it.
void for_ranges(std::size_t count, int threads,
                const std::function<void(std::size_t, std::size_t)>& body) {
  constexpr std::size_t kRange = 16'384;
  const std::size_t ranges = (count + kRange - 1) / kRange;
  parallel_for(ranges, threads, [&](std::size_t range) {
    body(range * kRange, std::min(count, (range + 1) * kRange));
  });
}

__extension__ typedef unsigned __int128 Wide;

// The number of paths of one length from every node, lengths in ascending order. Numbers of a fixed
// number of 64-bit limbs, least first, which grows as the length does.
class PathCounter {
 public:
  PathCounter(const std::vector<std::size_t>& first, const std::vector<std::uint32_t>& targets,
              int threads, std::stop_token stop)
      : first_(first),
        targets_(targets),
        threads_(threads),
        stop_(std::move(stop)),
        now_(first.size() - 1, 1) {
    std::size_t most = 1;
    for (std::size_t node = 0; node + 1 < first.size(); ++node) {
      most = std::max(most, first[node + 1] - first[node]);
    }
    bits_a_move_ = std::log2(static_cast<double>(most)) + 1e-9;
  }

  void lengthen() {
    throw_if_stopped(stop_, kCountingSequences);
    ++length_;
    const std::size_t nodes = first_.size() - 1;
    const auto wanted = 1 + static_cast<std::size_t>((length_ * bits_a_move_ + 1) / 64);
    if (wanted > limbs_) {
      next_.assign(nodes * wanted, 0);
      for (std::size_t node = 0; node < nodes; ++node) {
        std::copy_n(now_.begin() + static_cast<std::ptrdiff_t>(node * limbs_), limbs_,
                    next_.begin() + static_cast<std::ptrdiff_t>(node * wanted));
      }
      std::swap(now_, next_);
      limbs_ = wanted;
    }
    next_.resize(now_.size());
    for_ranges(nodes, threads_, [&](std::size_t from, std::size_t to) {
      for (std::size_t node = from; node < to; ++node) {
        Wide carry = 0;
        for (std::size_t limb = 0; limb < limbs_; ++limb) {
          Wide sum = carry;
          for (std::size_t e = first_[node]; e < first_[node + 1]; ++e) {
            sum += now_[targets_[e] * limbs_ + limb];
          }
          next_[node * limbs_ + limb] = static_cast<std::uint64_t>(sum);
          carry = sum >> 64U;
        }
      }
    });
    std::swap(now_, next_);
  }

  [[nodiscard]] BigInt paths(std::uint32_t node) const {
    BigInt number = 0;
    for (std::size_t limb = limbs_; limb-- > 0;) {
      number = (number << 64U) + now_[node * limbs_ + limb];
    }
    return number;
  }

 private:
  const std::vector<std::size_t>& first_;
  const std::vector<std::uint32_t>& targets_;
  int threads_;
  std::stop_token stop_;
  double bits_a_move_ = 0;
  double length_ = 0;
  std::size_t limbs_ = 1;
  std::vector<std::uint64_t> now_;
  std::vector<std::uint64_t> next_;
};

// Tarjan's strongly connected components of what start reaches, without recursion.
std::vector<std::vector<std::uint32_t>> components(const std::vector<std::size_t>& first,
                                                   const std::vector<std::uint32_t>& targets,
                                                   std::uint32_t start) {
  const std::size_t size = first.size() - 1;
  std::vector<std::vector<std::uint32_t>> result;
  std::vector<std::uint32_t> number(size, 0);  // order of discovery; 0: not yet
  std::vector<std::uint32_t> low(size, 0);
  std::vector<char> waiting(size, 0);
  std::vector<std::size_t> edge(first.begin(), first.end() - 1);
  std::vector<std::uint32_t> path{start};
  std::vector<std::uint32_t> open;
  std::uint32_t found = 0;
  while (!path.empty()) {
    const std::uint32_t node = path.back();
    if (number[node] == 0) {
      number[node] = low[node] = ++found;
      open.push_back(node);
      waiting[node] = 1;
    }
    if (edge[node] < first[node + 1]) {
      const std::uint32_t target = targets[edge[node]];
      if (number[target] == 0) {
        path.push_back(target);
        continue;
      }
      if (waiting[target] != 0) low[node] = std::min(low[node], low[target]);
      ++edge[node];
      continue;
    }
    path.pop_back();
    if (low[node] != number[node]) continue;
    std::vector<std::uint32_t>& component = result.emplace_back();
    do {
      component.push_back(open.back());
      waiting[open.back()] = 0;
      open.pop_back();
    } while (component.back() != node);
    // In the order of the graph, so that the iteration reads memory forwards.
    std::sort(component.begin(), component.end());
  }
  return result;
}

}  // namespace

CanonicalCounts::CanonicalCounts(const CanonicalAutomaton& automaton, int threads,
                                 std::stop_token stop)
    : threads_(threads), stop_(std::move(stop)) {
  // Above this, looking for equals costs more than it saves: in large automata nearly all differ.
  constexpr std::uint32_t kMaxCompared = 20'000;
  const Grouping twins = group_twins(automaton);
  Graph graph = twin_graph(automaton, twins);
  start_ = twins.group[CanonicalAutomaton::kStart];
  if (graph.size() <= kMaxCompared) {
    const Grouping equals = group_equals(graph, stop_);
    Graph small = quotient(graph, equals);
    if (is_equitable(graph, equals, small)) {
      start_ = equals.group[start_];
      graph = std::move(small);
    }
  }
  first_edge_ = std::move(graph.first);
  targets_ = std::move(graph.targets);
}

std::vector<BigInt> CanonicalCounts::sequences(int max_length) const {
  PathCounter counter(first_edge_, targets_, threads_, stop_);
  std::vector<BigInt> counts{1};
  for (int length = 1; length <= max_length; ++length) {
    counter.lengthen();
    counts.push_back(counter.paths(start_));
  }
  return counts;
}

int CanonicalCounts::lower_bound(const BigInt& positions) const {
  if (const auto bound = rounded_lower_bound(positions)) return *bound;
  PathCounter counter(first_edge_, targets_, threads_, stop_);
  BigInt total = 1;
  for (int length = 0;; ++length) {
    if (total >= positions || length == kMaxLowerBound) return length;
    counter.lengthen();
    const BigInt more = counter.paths(start_);
    if (more.is_zero()) return -1;
    total += more;
  }
}

// In floating point, which for numbers of thousands of digits is a hundred times faster. All terms
// are positive, so after L steps of at most D additions the relative error is below L D 2^-52: less
// than 1e-8 for D of a few thousand and L up to kMaxLowerBound. Numbers up to 2^52 are exact. No
// value if a comparison is too close to call.
std::optional<int> CanonicalCounts::rounded_lower_bound(const BigInt& positions) const {
  constexpr double kMargin = 1e-6;
  const std::size_t nodes = first_edge_.size() - 1;
  if (targets_.size() > nodes * 10'000) return std::nullopt;
  // positions = wanted * 2^wanted_exponent, with wanted in [1, 2).
  const auto wanted_exponent = static_cast<int>(boost::multiprecision::msb(positions));
  constexpr int kBits = 60;
  const double wanted =
      wanted_exponent <= kBits
          ? std::ldexp(positions.convert_to<double>(), -wanted_exponent)
          : std::ldexp(BigInt(positions >> (wanted_exponent - kBits)).convert_to<double>(), -kBits);
  std::vector<double> now(nodes, 1.0);
  std::vector<double> next(nodes);
  int exponent = 0;  // of all entries of now
  double total = 1;  // sequences so far, times 2^-total_exponent
  int total_exponent = 0;
  for (int length = 0;; ++length) {
    throw_if_stopped(stop_, kCountingSequences);
    if (length == kMaxLowerBound || length * targets_.size() > kMaxCountingWork) return length;
    const double ratio =
        std::ldexp(total / wanted, std::clamp(total_exponent - wanted_exponent, -2'000, 2'000));
    const bool exact = wanted_exponent < 52 && total_exponent + std::ilogb(total) < 52;
    if (!exact && std::abs(ratio - 1) < kMargin) return std::nullopt;
    if (ratio >= 1) return length;
    for_ranges(nodes, threads_, [&](std::size_t from, std::size_t to) {
      for (std::size_t node = from; node < to; ++node) {
        double sum = 0;
        for (std::size_t e = first_edge_[node]; e < first_edge_[node + 1]; ++e) {
          sum += now[targets_[e]];
        }
        next[node] = sum;
      }
    });
    // Every sequence that may follow somewhere may stand at the start: its entry is the greatest.
    const double more = next[start_];
    if (more == 0) return -1;
    const int grown = std::ilogb(more);
    for (double& entry : next) entry = std::ldexp(entry, -grown);
    std::swap(now, next);
    exponent += grown;
    total = std::ldexp(total, std::max(total_exponent - exponent, -2'000)) + now[start_];
    total_exponent = exponent;
  }
}

double CanonicalCounts::branching_factor() const {
  constexpr double kPrecision = 1e-10;
  constexpr int kMaxRounds = 100'000;
  double best = 0;
  std::vector<double> now(first_edge_.size() - 1, 0.0);  // 0 outside the component
  std::vector<double> next;
  for (const std::vector<std::uint32_t>& component : components(first_edge_, targets_, start_)) {
    // Power iteration on the matrix plus the identity, which cannot swing: the largest eigenvalue
    // lies between the least and the greatest growth of any entry (Collatz, Wielandt).
    for (const std::uint32_t node : component) now[node] = 1.0;
    next.resize(component.size());
    double low = 0;
    double high = 0;
    for (int round = 0; round < kMaxRounds; ++round) {
      throw_if_stopped(stop_, kCountingSequences);
      low = 1e300;
      high = 0;
      double scale = 0;
      std::mutex mutex;
      for_ranges(component.size(), threads_, [&](std::size_t from, std::size_t to) {
        double range_low = 1e300;
        double range_high = 0;
        double range_scale = 0;
        for (std::size_t i = from; i < to; ++i) {
          const std::uint32_t node = component[i];
          double sum = 0;
          for (std::size_t e = first_edge_[node]; e < first_edge_[node + 1]; ++e) {
            sum += now[targets_[e]];
          }
          range_low = std::min(range_low, sum / now[node]);
          range_high = std::max(range_high, sum / now[node]);
          next[i] = sum + now[node];
          range_scale = std::max(range_scale, next[i]);
        }
        const std::lock_guard lock(mutex);
        low = std::min(low, range_low);
        high = std::max(high, range_high);
        scale = std::max(scale, range_scale);
      });
      for (std::size_t i = 0; i < component.size(); ++i) now[component[i]] = next[i] / scale;
      if (high - low <= kPrecision * high || high <= best) break;
    }
    best = std::max(best, (low + high) / 2);
    for (const std::uint32_t node : component) now[node] = 0.0;
  }
  return best;
}

}  // namespace gyre
