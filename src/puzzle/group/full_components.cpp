// The proof. G is the group, F the set of components that shall be full, R the others; all of F
// have n >= 5 places. The evidence, each piece shown by an element of G:
//
// 1. G acts on each component of F as Alt(n) or Sym(n). For n >= 8: the group is transitive, and
//    some element has a cycle whose length is a prime p with n/2 < p <= n - 3. A power of it is one
//    p-cycle; with p > n/2 no system of blocks is possible, so the action is primitive, and
//    Jordan's theorem gives Alt(n). For n < 8 by a chain.
// 2. No two components of F with the same n are linked. Let K be the last term of the derived
//    series of G. It projects onto Alt(n) on each component of F. Two simple projections are
//    independent, or one is the image of the other under an isomorphism; then every element of G
//    acts with the same order on both, because Sym(n) acts faithfully on Alt(n) by conjugation. So
//    one element that acts with two different orders proves independence. Subgroups of a product of
//    perfect groups that project onto each pair of factors are the whole product: K acts on F
//    (leaving twists aside) as the product of all Alt(n).
// 3. Twists. If some g in G, raised to the order of its permutation of component i, twists place a
//    by v(a) there, then K contains all twists of component i alone that are multiples of
//    d = v(a) - v(b) and add up to 0: for x, y in K that act as 3-cycles (a b c), (b e f) on i and
//    as mere twists elsewhere, [[g, x], y] is trivial elsewhere and twists b by d and e by -d; and
//    Alt(n) moves that to all pairs. Evidence: differences d whose gcd with the number of
//    orientations is 1.
// 4. F is independent of R. K acts trivially on components with n <= 4, because their groups are
//    soluble. For those of R with n >= 5: the elements of K that are trivial on R are a normal
//    subgroup of K; restricted to F it is all, unless it lies in a maximal normal subgroup, that
//    is, is trivial as permutations of some component i. An element g of G that is trivial on those
//    of R and permutes i shows that it is not: [g, K] is trivial on R and not on i. If the order of
//    g's permutation of i does not divide the order of g on R, a power of g is such an element.
#include "puzzle/group/full_components.h"

#include "group/stabilizer_chain.h"

#include "base/stop.h"
#include "group/random_walk.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>

namespace gyre {
namespace {

constexpr int kMinFullSize = 5;
constexpr int kMinJordanSize = 8;
// Fewer than one in a million components of 8 to 255 places shows no Jordan cycle in so many random
// elements (at least one in eleven has one); missing one costs time, not correctness.
constexpr int kTrials = 200;
constexpr std::uint64_t kSeed = 20;
constexpr std::string_view kActionWork = "finding what the moves do to each other's pieces";

bool is_prime(int n) {
  for (int d = 2; d * d <= n; ++d) {
    if (n % d == 0) return false;
  }
  return n > 1;
}

// What one element shows about one component.
struct Facts {
  std::uint64_t permutation_order = 1;
  std::uint64_t order = 1;  // with twists
  bool jordan_cycle = false;
  int twist_gcd = 0;  // of the differences of point 3, and of the effective orientations
};

// Orders fit: Landau's function is below 2^52 for 255 places, and there are 127 orientations.
Facts examine(const Component& component, const LocalAction& local) {
  Facts facts;
  const int n = component.size();
  std::vector<bool> seen(n, false);
  std::vector<std::pair<int, int>> cycles;  // length and twist once round
  for (int start = 0; start < n; ++start) {
    if (seen[start]) continue;
    int length = 0;
    int twist = 0;
    for (int place = start; !seen[place]; place = local.source[place]) {
      seen[place] = true;
      ++length;
      twist += local.twist[place];
    }
    twist %= component.orientations;
    cycles.emplace_back(length, twist);
    facts.permutation_order = std::lcm(facts.permutation_order, std::uint64_t(length));
    facts.order = std::lcm(
        facts.order,
        std::uint64_t(length) * (component.orientations / std::gcd(twist, component.orientations)));
    if (2 * length > n && length <= n - 3 && is_prime(length)) facts.jordan_cycle = true;
  }
  facts.twist_gcd = component.orientations;
  if (component.orientations > 1) {
    std::uint64_t first = 0;
    for (std::size_t i = 0; i < cycles.size(); ++i) {
      const auto rounds = facts.permutation_order / cycles[i].first % component.orientations;
      const std::uint64_t twist = rounds * cycles[i].second % component.orientations;
      if (i == 0) first = twist;
      const std::uint64_t difference = twist > first ? twist - first : first - twist;
      facts.twist_gcd = static_cast<int>(std::gcd(std::uint64_t(facts.twist_gcd), difference));
    }
  }
  return facts;
}

class Evidence {
 public:
  Evidence(const ComponentSplit& split, const std::vector<State>& actions,
           const std::stop_token& stop)
      : split_(split),
        actions_(actions),
        stop_(stop),
        alternating_(split.size(), false),
        twist_gcd_(split.size()),
        link_class_(split.size(), -1),
        full_(split.size(), false) {
    for (int c = 0; c < split_.size(); ++c) {
      twist_gcd_[c] = split_[c].orientations;
      if (split_[c].size() < kMinFullSize) continue;
      large_.push_back(c);
      link_class_[c] = split_[c].size();
      throw_if_stopped(stop_, kActionWork);
      if (split_[c].size() < kMinJordanSize) alternating_[c] = alternating_by_chain(c);
    }
  }

  std::vector<bool> collect() {
    if (large_.empty()) return full_;
    const OrbitList& orbits = split_.orbits();
    RandomWalk walk(
        actions_, identity_state(orbits),
        [&](const State& a, const State& b) { return compose(orbits, a, b); },
        [&](const State& a) { return invert(orbits, a); }, kSeed);
    for (int trial = 0; trial < kTrials && !settled(); ++trial) {
      throw_if_stopped(stop_, kActionWork);
      take(walk.next());
    }
    for (const int c : large_) {
      full_[c] = alternating_[c] && twist_gcd_[c] == 1 && !maybe_linked(c);
    }
    while (drop_dependent(walk)) {
    }
    return full_;
  }

 private:
  bool alternating_by_chain(int c) const {
    std::vector<Permutation> generators;
    LocalAction local;
    for (const State& action : actions_) {
      (void)split_.localize(c, action, local);
      generators.emplace_back(local.source.begin(), local.source.end());
    }
    BigInt half = 1;
    for (int i = 3; i <= split_[c].size(); ++i) half *= i;
    return StabilizerChain(split_[c].size(), generators).order() >= half;
  }

  Facts facts_of(int c, const State& element) {
    (void)split_.localize(c, element, local_);
    return examine(split_[c], local_);
  }

  void take(const State& element) {
    std::map<std::pair<int, std::uint64_t>, int> finer;
    for (const int c : large_) {
      const Facts facts = facts_of(c, element);
      if (facts.jordan_cycle) alternating_[c] = true;
      twist_gcd_[c] = std::gcd(twist_gcd_[c], facts.twist_gcd);
      const std::pair key(link_class_[c], facts.permutation_order);
      link_class_[c] = finer.emplace(key, static_cast<int>(finer.size())).first->second;
    }
  }

  // Another component that could be full too had the same order in every element.
  bool maybe_linked(int c) const {
    return std::any_of(large_.begin(), large_.end(), [&](int other) {
      return other != c && link_class_[other] == link_class_[c] && alternating_[other];
    });
  }

  bool settled() const {
    return std::all_of(large_.begin(), large_.end(), [&](int c) {
      return alternating_[c] && twist_gcd_[c] == 1 && !maybe_linked(c);
    });
  }

  // Point 4 for the present choice of F and R; true if F became smaller.
  template <class Walk>
  bool drop_dependent(Walk& walk) {
    std::vector<int> open;
    std::vector<int> rest;
    for (const int c : large_) (full_[c] ? open : rest).push_back(c);
    if (rest.empty()) return false;
    for (int trial = 0; trial < kTrials && !open.empty(); ++trial) {
      throw_if_stopped(stop_, kActionWork);
      const State& element = walk.next();
      std::vector<std::uint64_t> rest_orders;
      for (const int c : rest) rest_orders.push_back(facts_of(c, element).order);
      std::erase_if(open, [&](int c) {
        const std::uint64_t order = facts_of(c, element).permutation_order;
        std::uint64_t common = 1;  // gcd of `order` and the order on all of R
        for (const std::uint64_t other : rest_orders) {
          common = std::lcm(common, std::gcd(order, other));
        }
        return common != order;
      });
    }
    for (const int c : open) full_[c] = false;
    return !open.empty();
  }

  const ComponentSplit& split_;
  const std::vector<State>& actions_;
  const std::stop_token& stop_;
  std::vector<int> large_;
  std::vector<bool> alternating_;
  std::vector<int> twist_gcd_;
  std::vector<int> link_class_;
  std::vector<bool> full_;
  LocalAction local_;
};

}  // namespace

std::vector<bool> find_full_components(const ComponentSplit& split,
                                       const std::vector<State>& actions,
                                       const std::stop_token& stop) {
  return Evidence(split, actions, stop).collect();
}

}  // namespace gyre
