#include "general/shapes/shape_beam.h"

#include "base/threads.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace gyre {
namespace {

constexpr std::size_t kNodesAtOnce = 1024;
// Behind the first way to the goal so many moves more are made for a shorter one.
constexpr int kFurtherMoves = 2;
// The set of positions that were kept has at most so many, of 16 bytes and as many that are free;
// then it begins anew.
constexpr std::size_t kMostKept = 4'000'000;

}  // namespace

ShapeBeam::ShapeBeam(const ShapeSpace& space, const ShapeNear& near,
                     const std::vector<ShapeStart>& starts, int threads, Stop& stop)
    : space_(space), near_(near), starts_(starts), threads_(threads), stop_(stop) {}

std::optional<Solution> ShapeBeam::search(std::size_t width, int most_length) {
  levels_.assign(1, {});
  values_.clear();
  kept_.emplace();
  kept_count_ = 0;
  for (std::size_t i = 0; i < starts_.size(); ++i) {
    if (space_.bound(starts_[i].values) == 0) return Solution{starts_[i].start, starts_[i].moves};
    levels_[0].push_back({static_cast<std::uint32_t>(i), 0});
    values_.push_back(starts_[i].values);
  }
  std::optional<Solution> best;
  int last = most_length;
  for (int made = 1; made <= std::min(last, most_length) && !values_.empty(); ++made) {
    std::vector<Candidate> candidates = children(most_length - made);
    if (stop_.look_after_pause()) break;
    const auto end =
        std::min_element(candidates.begin(), candidates.end(),
                         [](const Candidate& a, const Candidate& b) { return a.rest < b.rest; });
    if (end != candidates.end() && end->rest <= most_length - made) {
      if (std::optional<Solution> found = solution_of(*end)) {
        if (!best) last = made + kFurtherMoves;
        best = std::move(found);
        most_length = made + end->rest - 1;
      }
    }
    keep(std::move(candidates), width);
  }
  return best;
}

std::vector<ShapeBeam::Candidate> ShapeBeam::children(int most_rest) {
  const std::size_t parts = (values_.size() + kNodesAtOnce - 1) / kNodesAtOnce;
  std::vector<std::vector<Candidate>> found(parts);
  parallel_for(parts, threads_, [&](std::size_t part) {
    if (stop_.look()) return;
    ShapeValues child;
    const std::size_t last = std::min(values_.size(), (part + 1) * kNodesAtOnce);
    for (std::size_t n = part * kNodesAtOnce; n < last; ++n) {
      const std::size_t end = space_.moves().first_edge(values_[n].shape + 1);
      for (std::size_t e = space_.moves().first_edge(values_[n].shape); e < end; ++e) {
        space_.step(values_[n], e, child);
        Candidate one;
        one.before = static_cast<std::uint32_t>(n);
        one.edge = static_cast<std::uint32_t>(e);
        if (rate(child, one) <= most_rest) found[part].push_back(one);
      }
    }
  });
  nodes_ += values_.size();
  std::vector<Candidate> all;
  for (const std::vector<Candidate>& of_part : found) {
    all.insert(all.end(), of_part.begin(), of_part.end());
  }
  return all;
}

int ShapeBeam::rate(const ShapeValues& position, Candidate& one) const {
  int bound = 0;
  for (const ShapeSpace::Table& table : space_.tables()) {
    const int distance = table.data()[ShapeSpace::entry(table, position)];
    bound = std::max(bound, distance);
    one.score += table.rarity[distance];
  }
  one.key = space_.key(position);
  if (bound <= near_.greatest()) one.rest = near_.distance(one.key);
  return bound;
}

void ShapeBeam::keep(std::vector<Candidate> candidates, std::size_t width) {
  const auto better = [](const Candidate& a, const Candidate& b) {
    return std::tie(a.score, a.key, a.before, a.edge) < std::tie(b.score, b.key, b.before, b.edge);
  };
  // Each position comes once from each neighbour that is here: more are looked at than are kept.
  constexpr std::size_t kChoice = 4;
  if (candidates.size() > kChoice * width) {
    std::nth_element(candidates.begin(),
                     candidates.begin() + static_cast<std::ptrdiff_t>(kChoice * width),
                     candidates.end(), better);
    candidates.resize(kChoice * width);
  }
  std::sort(candidates.begin(), candidates.end(), better);
  std::vector<ShapeValues> values;
  if (kept_count_ > kMostKept) {
    kept_.emplace();
    kept_count_ = 0;
  }
  levels_.emplace_back();
  for (const Candidate& one : candidates) {
    if (levels_.back().size() == width) break;
    if (!kept_->insert({one.key, ~one.key})) continue;
    ++kept_count_;
    levels_.back().push_back({one.before, space_.moves().edges()[one.edge].move});
    space_.step(values_[one.before], one.edge, values.emplace_back());
  }
  values_ = std::move(values);
}

std::optional<Solution> ShapeBeam::solution_of(const Candidate& end) const {
  Solution solution;
  solution.moves.push_back(space_.moves().edges()[end.edge].move);
  std::uint32_t node = end.before;
  for (std::size_t level = levels_.size() - 1; level > 0; --level) {
    solution.moves.push_back(levels_[level][node].move);
    node = levels_[level][node].before;
  }
  const ShapeStart& start = starts_[levels_[0][node].before];
  solution.start = start.start;
  solution.moves.insert(solution.moves.end(), start.moves.rbegin(), start.moves.rend());
  std::reverse(solution.moves.begin(), solution.moves.end());
  ShapeValues position;
  space_.step(values_[end.before], end.edge, position);
  if (!near_.append_way(position, solution.moves)) return std::nullopt;
  return solution;
}

}  // namespace gyre
