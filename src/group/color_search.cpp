// Elements of a chain that respect colourings, by backtracking over the images of the base points.
//
// A partial element is the coset of a stabiliser: the images of the first base points are chosen.
// It can be completed only if, for each orbit of the stabiliser of those points, the colours that
// the orbit has are the colours where the orbit is sent; most dead ends show there.
#include "group/stabilizer_chain.h"

#include <algorithm>
#include <numeric>

namespace gyre {

class ColorSearch {
 public:
  ColorSearch(const StabilizerChain& chain, std::vector<std::uint32_t> from,
              std::vector<std::uint32_t> to, std::uint64_t node_limit, std::stop_token stop = {})
      : chain_(chain),
        from_(std::move(from)),
        to_(std::move(to)),
        nodes_left_(node_limit),
        stop_(std::move(stop)) {
    find_orbits();
  }

  [[nodiscard]] bool out_of_nodes() const noexcept { return out_of_nodes_; }

  // An element of the stabiliser of the first `level` base points that respects the colours; if
  // `image` >= 0 it takes the level's base point there.
  bool find(int level, int image, Permutation& found) {
    const Permutation identity = identity_permutation(chain_.degree_);
    if (!orbits_match(level, identity)) return false;
    if (image < 0) return descend(level, identity, found);
    const auto& link = chain_.levels_[level];
    return try_image(level, link, static_cast<std::uint16_t>(image), identity, found);
  }

  // |H| for the subgroup H that respects the colours (from == to), level by level from below.
  BigInt count() {
    BigInt order = 1;
    std::vector<Permutation> generators;
    std::vector<int> mark(chain_.degree_);
    for (int l = static_cast<int>(chain_.levels_.size()) - 1; l >= 0; --l) {
      const auto& link = chain_.levels_[l];
      std::vector<std::uint16_t> orbit = {link.base_point};
      std::fill(mark.begin(), mark.end(), 0);
      mark[link.base_point] = 1;
      for (const std::uint16_t point : link.orbit) {
        if (mark[point] != 0 || from_[point] != to_[link.base_point]) continue;
        Permutation found;
        if (find(l, point, found)) {
          generators.push_back(std::move(found));
          spread(generators, orbit, mark, 1);
        } else {
          if (out_of_nodes_) return 0;
          // If no element reaches this point, none reaches its images under H either.
          std::vector<std::uint16_t> failed = {point};
          mark[point] = 2;
          spread(generators, failed, mark, 2);
        }
      }
      order *= orbit.size();
    }
    return order;
  }

 private:
  static void spread(const std::vector<Permutation>& generators, std::vector<std::uint16_t>& orbit,
                     std::vector<int>& mark, int value) {
    for (std::size_t i = 0; i < orbit.size(); ++i) {
      for (const Permutation& g : generators) {
        const std::uint16_t image = g[orbit[i]];
        if (mark[image] == value) continue;
        mark[image] = value;
        orbit.push_back(image);
      }
    }
  }

  // For each level the orbits of the stabiliser before it, as one list of points with their ends.
  struct Orbits {
    std::vector<std::uint16_t> points;
    std::vector<std::size_t> ends;
  };

  void find_orbits() {
    const int levels = static_cast<int>(chain_.levels_.size());
    orbits_.resize(levels + 1);
    std::vector<std::uint16_t> root(chain_.degree_);
    std::iota(root.begin(), root.end(), std::uint16_t{0});
    const auto find_root = [&](std::uint16_t x) {
      while (root[x] != x) x = root[x] = root[root[x]];
      return x;
    };
    std::size_t used = 0;
    for (int l = levels; l >= 0; --l) {
      while (used < chain_.strong_.size() && chain_.strong_[used].level >= l) {
        const Permutation& p = *chain_.strong_[used++].generator.permutation;
        for (int x = 0; x < chain_.degree_; ++x) {
          root[find_root(static_cast<std::uint16_t>(x))] = find_root(p[x]);
        }
      }
      Orbits& orbits = orbits_[l];
      orbits.points.resize(chain_.degree_);
      std::iota(orbits.points.begin(), orbits.points.end(), std::uint16_t{0});
      std::stable_sort(orbits.points.begin(), orbits.points.end(),
                       [&](auto a, auto b) { return find_root(a) < find_root(b); });
      for (std::size_t i = 1; i <= orbits.points.size(); ++i) {
        if (i == orbits.points.size() ||
            find_root(orbits.points[i]) != find_root(orbits.points[i - 1])) {
          orbits.ends.push_back(i);
        }
      }
    }
  }

  bool orbits_match(int level, const Permutation& partial) {
    const Orbits& orbits = orbits_[level];
    std::size_t begin = 0;
    for (const std::size_t end : orbits.ends) {
      if (end == begin + 1) {
        const std::uint16_t x = orbits.points[begin];
        if (from_[x] != to_[partial[x]]) return false;
      } else {
        have_.clear();
        want_.clear();
        for (std::size_t i = begin; i < end; ++i) {
          have_.push_back(from_[orbits.points[i]]);
          want_.push_back(to_[partial[orbits.points[i]]]);
        }
        std::sort(have_.begin(), have_.end());
        std::sort(want_.begin(), want_.end());
        if (have_ != want_) return false;
      }
      begin = end;
    }
    return true;
  }

  // partial has the base points before `level` where they shall be; its orbits match.
  bool descend(int level, const Permutation& partial, Permutation& found) {
    if (level == static_cast<int>(chain_.levels_.size())) {
      found = partial;  // orbits of the trivial stabiliser are points: all colours are right
      return true;
    }
    const auto& link = chain_.levels_[level];
    for (const std::uint16_t point : link.orbit) {
      if (from_[link.base_point] != to_[partial[point]]) continue;
      if (try_image(level, link, point, partial, found)) return true;
      if (out_of_nodes_) return false;
    }
    return false;
  }

  bool try_image(int level, const StabilizerChain::Level& link, std::uint16_t point,
                 const Permutation& partial, Permutation& found) {
    if (nodes_left_ == 0 || stop_.stop_requested()) {
      out_of_nodes_ = true;
      return false;
    }
    --nodes_left_;
    Permutation back = identity_permutation(chain_.degree_);
    chain_.divide(link, point, back);
    const Permutation next = compose(inverse(back), partial);
    return orbits_match(level + 1, next) && descend(level + 1, next, found);
  }

  const StabilizerChain& chain_;
  std::vector<std::uint32_t> from_;
  std::vector<std::uint32_t> to_;
  std::uint64_t nodes_left_;
  std::stop_token stop_;
  bool out_of_nodes_ = false;
  std::vector<Orbits> orbits_;
  std::vector<std::uint32_t> have_;  // scratch of orbits_match
  std::vector<std::uint32_t> want_;
};

std::optional<BigInt> StabilizerChain::color_stabilizer_order(
    const std::vector<std::uint32_t>& colors, std::uint64_t node_limit) const {
  ColorSearch search(*this, colors, colors, node_limit);
  BigInt order = search.count();
  if (search.out_of_nodes()) return std::nullopt;
  return order;
}

StabilizerChain::Found StabilizerChain::find_recoloring(const std::vector<std::uint32_t>& from,
                                                        const std::vector<std::uint32_t>& to,
                                                        std::uint64_t node_limit,
                                                        Permutation& element,
                                                        const std::stop_token& stop) const {
  ColorSearch search(*this, from, to, node_limit, stop);
  if (search.find(0, -1, element)) return Found::yes;
  return search.out_of_nodes() ? Found::limit : Found::no;
}

}  // namespace gyre
