// Counting canonical sequences. The automaton of a large canon depth has millions of states, but
// few that differ in how many continuations they have; only those are kept apart.
#include <gyre/puzzle/canonical.h>

#include <algorithm>
#include <cstring>
#include <numeric>

namespace gyre {
namespace {

constexpr std::uint64_t mix(std::uint64_t x) noexcept {
  x ^= x >> 32U;
  x *= 0xd6e8feb86659fd93U;
  x ^= x >> 32U;
  x *= 0xd6e8feb86659fd93U;
  return x ^ (x >> 32U);
}

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
    for (std::size_t word = 0; word < words; ++word) hash = mix(hash + mask[word]);
    for (std::size_t slot = mix(hash) & (slots - 1);; slot = (slot + 1) & (slots - 1)) {
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

struct Edge {
  std::uint32_t target = 0;
  std::uint32_t count = 0;

  auto operator<=>(const Edge&) const = default;
};

struct Graph {
  std::vector<std::size_t> first;  // of each node, and the end
  std::vector<Edge> edges;

  [[nodiscard]] std::uint32_t size() const noexcept {
    return static_cast<std::uint32_t>(first.size() - 1);
  }
};

// Sorts targets and adds an edge for each distinct one.
void close_node(std::vector<std::uint32_t>& targets, Graph& graph) {
  std::sort(targets.begin(), targets.end());
  for (std::size_t i = 0, j = 0; i < targets.size(); i = j) {
    while (j < targets.size() && targets[j] == targets[i]) ++j;
    graph.edges.push_back({targets[i], static_cast<std::uint32_t>(j - i)});
  }
  graph.first.push_back(graph.edges.size());
  targets.clear();
}

Graph twin_graph(const CanonicalAutomaton& automaton, const Grouping& twins) {
  Graph graph;
  graph.first.push_back(0);
  std::vector<std::uint32_t> targets;
  for (const std::uint32_t state : twins.member) {
    automaton.for_each_next(static_cast<int>(state),
                            [&](int, int next) { targets.push_back(twins.group[next]); });
    close_node(targets, graph);
  }
  return graph;
}

Graph quotient(const Graph& graph, const Grouping& grouping) {
  Graph small;
  small.first.push_back(0);
  std::vector<std::uint32_t> targets;
  for (const std::uint32_t node : grouping.member) {
    for (std::size_t e = graph.first[node]; e < graph.first[node + 1]; ++e) {
      targets.insert(targets.end(), graph.edges[e].count, grouping.group[graph.edges[e].target]);
    }
    close_node(targets, small);
  }
  return small;
}

// Whether every node of a group has as many edges to each group as its representative has.
bool is_equitable(const Graph& graph, const Grouping& grouping, const Graph& small) {
  std::vector<std::uint32_t> count(small.size(), 0);
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    for (std::size_t e = graph.first[node]; e < graph.first[node + 1]; ++e) {
      count[grouping.group[graph.edges[e].target]] += graph.edges[e].count;
    }
    bool same = true;
    const std::uint32_t group = grouping.group[node];
    for (std::size_t e = small.first[group]; e < small.first[group + 1]; ++e) {
      std::uint32_t& have = count[small.edges[e].target];
      same = same && have == small.edges[e].count;
      have = 0;
    }
    for (std::size_t e = graph.first[node]; e < graph.first[node + 1]; ++e) {
      same = same && count[grouping.group[graph.edges[e].target]] == 0;
    }
    if (!same) return false;
  }
  return true;
}

// The coarsest partition in which the members of a group have equally many edges to each group,
// found by hashing.
Grouping group_equals(const Graph& graph) {
  const std::uint32_t size = graph.size();
  std::vector<std::uint64_t> colour(size, 1);
  std::vector<std::uint64_t> next(size);
  std::vector<std::uint64_t> sorted;
  for (std::size_t before = 1;;) {
    for (std::uint32_t node = 0; node < size; ++node) {
      std::uint64_t sum = 0;
      for (std::size_t e = graph.first[node]; e < graph.first[node + 1]; ++e) {
        sum += graph.edges[e].count * mix(colour[graph.edges[e].target]);
      }
      next[node] = mix(sum + 3 * mix(colour[node]));
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

}  // namespace

CanonicalCounts::CanonicalCounts(const CanonicalAutomaton& automaton) {
  const Grouping twins = group_twins(automaton);
  Graph graph = twin_graph(automaton, twins);
  start_ = twins.group[CanonicalAutomaton::kStart];
  const Grouping equals = group_equals(graph);
  Graph small = quotient(graph, equals);
  // Two hashes that collide would make the counts wrong; then the larger graph is used.
  if (is_equitable(graph, equals, small)) {
    start_ = equals.group[start_];
    graph = std::move(small);
  }
  first_edge_ = std::move(graph.first);
  edges_.reserve(graph.edges.size());
  for (const auto& edge : graph.edges) edges_.push_back({edge.target, edge.count});
}

namespace {

// One move further. Edge lists as in CanonicalCounts.
template <class Edges>
void advance(const std::vector<std::size_t>& first, const Edges& edges,
             const std::vector<BigInt>& now, std::vector<BigInt>& next) {
  next.assign(now.size(), 0);
  for (std::size_t node = 0; node < now.size(); ++node) {
    if (now[node].is_zero()) continue;
    for (std::size_t e = first[node]; e < first[node + 1]; ++e) {
      next[edges[e].target] += now[node] * edges[e].count;
    }
  }
}

}  // namespace

std::vector<BigInt> CanonicalCounts::sequences(int max_length) const {
  std::vector<BigInt> now(first_edge_.size() - 1, 0);
  std::vector<BigInt> next;
  now[start_] = 1;
  std::vector<BigInt> counts{1};
  for (int length = 1; length <= max_length; ++length) {
    advance(first_edge_, edges_, now, next);
    std::swap(now, next);
    counts.push_back(std::accumulate(now.begin(), now.end(), BigInt(0)));
  }
  return counts;
}

int CanonicalCounts::lower_bound(const BigInt& positions) const {
  std::vector<BigInt> now(first_edge_.size() - 1, 0);
  std::vector<BigInt> next;
  now[start_] = 1;
  BigInt total = 1;
  for (int length = 0;; ++length) {
    if (total >= positions) return length;
    advance(first_edge_, edges_, now, next);
    std::swap(now, next);
    const BigInt more = std::accumulate(now.begin(), now.end(), BigInt(0));
    if (more.is_zero()) return -1;
    total += more;
  }
}

// Tarjan's strongly connected components, without recursion.
std::vector<std::vector<std::uint32_t>> CanonicalCounts::components() const {
  const std::size_t size = first_edge_.size() - 1;
  std::vector<std::vector<std::uint32_t>> result;
  std::vector<std::uint32_t> number(size, 0);  // order of discovery; 0: not yet
  std::vector<std::uint32_t> low(size, 0);
  std::vector<char> waiting(size, 0);
  std::vector<std::size_t> edge(first_edge_.begin(), first_edge_.end() - 1);
  std::vector<std::uint32_t> path{start_};
  std::vector<std::uint32_t> open;
  std::uint32_t found = 0;
  while (!path.empty()) {
    const std::uint32_t node = path.back();
    if (number[node] == 0) {
      number[node] = low[node] = ++found;
      open.push_back(node);
      waiting[node] = 1;
    }
    if (edge[node] < first_edge_[node + 1]) {
      const std::uint32_t target = edges_[edge[node]].target;
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
  }
  return result;
}

double CanonicalCounts::branching_factor() const {
  constexpr double kPrecision = 1e-11;
  constexpr int kMaxRounds = 100'000;
  double best = 0;
  std::vector<std::int64_t> place(first_edge_.size(), -1);
  for (const std::vector<std::uint32_t>& component : components()) {
    for (std::size_t i = 0; i < component.size(); ++i) {
      place[component[i]] = static_cast<std::int64_t>(i);
    }
    // Power iteration on the matrix plus the identity, which cannot swing: the largest eigenvalue
    // lies between the least and the greatest growth of any entry (Collatz, Wielandt).
    std::vector<double> now(component.size(), 1.0);
    std::vector<double> next(component.size());
    for (int round = 0; round < kMaxRounds; ++round) {
      double low = 1e300;
      double high = 0;
      double scale = 0;
      for (std::size_t i = 0; i < component.size(); ++i) {
        double sum = 0;
        const std::uint32_t node = component[i];
        for (std::size_t e = first_edge_[node]; e < first_edge_[node + 1]; ++e) {
          const std::int64_t target = place[edges_[e].target];
          if (target >= 0) sum += edges_[e].count * now[target];
        }
        low = std::min(low, sum / now[i]);
        high = std::max(high, sum / now[i]);
        next[i] = sum + now[i];
        scale = std::max(scale, next[i]);
      }
      for (double& value : next) value /= scale;
      std::swap(now, next);
      if (high - low <= kPrecision * high || round + 1 == kMaxRounds) {
        best = std::max(best, (low + high) / 2);
        break;
      }
      if (high <= best) break;
    }
    for (const std::uint32_t node : component) place[node] = -1;
  }
  return best;
}

}  // namespace gyre
