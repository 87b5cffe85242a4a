#include "general/phases/phase_beam.h"

#include "base/threads.h"

#include <xxhash.h>

#include <algorithm>
#include <limits>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace gyre {
namespace {

constexpr std::size_t kNodesAtOnce = 64;
// More than are kept are looked at, since some are the same.
constexpr std::size_t kSpare = 2;
constexpr std::size_t kMostScores = 16384;
// So many positions that were kept are known, of 16 bytes and as many that are free.
constexpr std::size_t kMostSeen = 4'000'000;

}  // namespace

// Where it is full it begins anew: then a position may come again, which costs time only.
bool PhaseBeam::see(std::uint64_t key) {
  if (seen_count_ == kMostSeen) {
    seen_ = FingerprintSet();
    seen_count_ = 0;
  }
  if (!seen_.insert({key, ~key})) return false;
  ++seen_count_;
  return true;
}

PhaseBeam::PhaseBeam(const PhaseSpace& space, std::size_t tables, const PhaseNear& near,
                     int threads, Stop& stop)
    : space_(space),
      tables_(space.tables().data(), tables),
      with_signs_(tables == space.tables().size()),
      near_(near),
      threads_(threads),
      stop_(stop),
      row_(space.coordinates().size() + 1) {}

void PhaseBeam::search(std::span<const BeamStart> starts, std::size_t width, int most_cost,
                       int further_costs, int patience, const Found& found) {
  most_cost_ = most_cost;
  if (starts.empty() || most_cost < 0) return;
  least_cost_ = starts[0].cost;
  for (const BeamStart& start : starts) least_cost_ = std::min(least_cost_, start.cost);
  if (least_cost_ > most_cost) return;
  levels_.assign(static_cast<std::size_t>(most_cost - least_cost_) + 1, {});
  seen_ = FingerprintSet();
  seen_count_ = 0;
  ends_.assign(levels_.size(), {});
  int last = most_cost;
  int dearest = 1;
  for (int m = 0; m < space_.moves().size(); ++m) {
    dearest = std::max(dearest, space_.moves()[m].cost);
  }
  std::uint32_t best = std::numeric_limits<std::uint32_t>::max();
  int best_cost = most_cost;
  for (int cost = least_cost_; cost <= last && !stop_.look(); ++cost) {
    const int level = cost - least_cost_;
    add_starts(starts, level);
    const Answer answer = tell_ends(level, found);
    if (answer == Answer::enough) return;
    if (answer == Answer::taken) {
      last = std::min(last, cost + further_costs);
      further_costs = most_cost;  // counted from the first one
    }
    choose(level, width);
    for (const std::uint32_t score : levels_[level].scores) {
      if (score >= best) continue;
      best = score;
      best_cost = cost;
    }
    if (cost - best_cost >= patience) return;
    // Only the way back is needed of what no move leads here from.
    if (level >= dearest) std::vector<std::uint32_t>().swap(levels_[level - dearest].values);
    if (cost < last) expand(level);
  }
}

void PhaseBeam::add_starts(std::span<const BeamStart> starts, int level) {
  for (std::size_t s = 0; s < starts.size(); ++s) {
    if (starts[s].cost != level + least_cost_) continue;
    const PhaseSpace::Bound bound = space_.bound(*starts[s].values, tables_.size());
    if (bound.cost + starts[s].cost > most_cost_) continue;
    Node node;
    node.before = static_cast<std::uint32_t>(s);
    if (is_end(bound, starts[s].values->signs)) {
      ends_[level].push_back({node, {}});
      continue;
    }
    levels_[level].nodes.push_back(node);
    levels_[level].scores.push_back(static_cast<std::uint32_t>(bound.sum));
    const PhaseValues& values = *starts[s].values;
    levels_[level].values.insert(
        levels_[level].values.end(), values.of_coordinate.begin(),
        values.of_coordinate.begin() + static_cast<std::ptrdiff_t>(row_) - 1);
    levels_[level].values.push_back(values.signs);
  }
}

void PhaseBeam::read(const Level& level, std::size_t node, PhaseValues& values) const {
  const std::uint32_t* row = level.values.data() + node * row_;
  std::copy(row, row + row_ - 1, values.of_coordinate.begin());
  values.signs = static_cast<std::uint8_t>(row[row_ - 1]);
}

// The best of the candidates of a level become its nodes, beside the starts that are there.
void PhaseBeam::choose(int level, std::size_t width) {
  Level& here = levels_[level];
  std::vector<Candidate> candidates = std::move(here.candidates);
  here.candidates = {};
  // Sorted by score, in the order in which they came.
  std::vector<std::size_t> first(kMostScores + 1, 0);
  for (const Candidate& one : candidates)
    ++first[std::min<std::size_t>(one.score, kMostScores - 1) + 1];
  for (std::size_t s = 0; s < kMostScores; ++s) first[s + 1] += first[s];
  const std::size_t wanted = std::min(candidates.size(), width * kSpare);
  std::vector<const Candidate*> sorted(wanted);
  for (const Candidate& one : candidates) {
    std::size_t& at = first[std::min<std::size_t>(one.score, kMostScores - 1)];
    if (at < wanted) sorted[at] = &one;
    ++at;
  }
  std::vector<std::uint32_t> rows(wanted * row_);
  std::vector<std::uint64_t> hashes(wanted);
  parallel_for((wanted + kNodesAtOnce - 1) / kNodesAtOnce, threads_, [&](std::size_t part) {
    PhaseValues from;
    PhaseValues to;
    const std::size_t end = std::min(wanted, (part + 1) * kNodesAtOnce);
    for (std::size_t i = part * kNodesAtOnce; i < end; ++i) {
      const Node& node = sorted[i]->node;
      read(levels_[node.before_level], node.before, from);
      space_.step(from, node.move, to);
      std::uint32_t* row = rows.data() + i * row_;
      std::copy(to.of_coordinate.begin(),
                to.of_coordinate.begin() + static_cast<std::ptrdiff_t>(row_) - 1, row);
      row[row_ - 1] = to.signs;
      hashes[i] = near_.key(to);
    }
  });
  PhaseValues start;
  for (std::uint32_t n = 0; n < here.nodes.size(); ++n) {
    read(here, n, start);
    const std::uint64_t key = near_.key(start);
    if (see(key)) add_known_end(level, n, key);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < wanted && kept < width; ++i) {
    if (!see(hashes[i])) continue;
    ++kept;
    here.nodes.push_back(sorted[i]->node);
    here.scores.push_back(sorted[i]->score);
    here.values.insert(here.values.end(), rows.begin() + static_cast<std::ptrdiff_t>(i * row_),
                       rows.begin() + static_cast<std::ptrdiff_t>((i + 1) * row_));
    add_known_end(level, static_cast<std::uint32_t>(here.nodes.size() - 1), hashes[i]);
  }
}

void PhaseBeam::add_known_end(int level, std::uint32_t node, std::uint64_t key) {
  const int cost = near_.cost(key);
  const int total = level + cost;
  if (cost == PhaseNear::kFar || total >= static_cast<int>(ends_.size())) return;
  PhaseValues values;
  read(levels_[level], node, values);
  End end{levels_[level].nodes[node], {}};
  // A move that is left is no last one.
  if (!near_.append_way(values, end.rest) || end.rest.empty()) return;
  ends_[total].push_back(std::move(end));
}

void PhaseBeam::expand(int level) {
  const Level& here = levels_[level];
  const PhaseMoves& moves = space_.moves();
  const auto count = static_cast<std::size_t>(moves.size());
  struct Children {
    std::vector<std::pair<int, Candidate>> candidates;  // with their level
    std::vector<std::pair<int, Node>> ends;
  };
  const std::size_t parts = (here.nodes.size() + kNodesAtOnce - 1) / kNodesAtOnce;
  std::vector<Children> found(parts);
  parallel_for(parts, threads_, [&](std::size_t part) {
    if (stop_.look()) return;
    PhaseValues values;
    PhaseValues next;
    std::vector<std::uint32_t> entries(space_.tables().size() * count);
    const std::size_t end = std::min(here.nodes.size(), (part + 1) * kNodesAtOnce);
    for (std::size_t n = part * kNodesAtOnce; n < end; ++n) {
      read(here, n, values);
      space_.find_children(values, entries.data());
      const int last = here.nodes[n].move;
      for (int m = 0; m < moves.size(); ++m) {
        if (last >= 0 && !moves.may_follow(last, m)) continue;
        const int to = level + moves[m].cost;
        const int left = most_cost_ - least_cost_ - to;
        std::uint32_t sum = 0;
        int greatest = 0;
        for (std::size_t t = 0; t < tables_.size(); ++t) {
          const int distance = tables_[t].data()[entries[t * count + static_cast<std::size_t>(m)]];
          sum += tables_[t].rarity[static_cast<std::size_t>(distance)];
          greatest = std::max(greatest, distance);
        }
        if (greatest > left) continue;
        const Node node{static_cast<std::int16_t>(level), static_cast<std::int16_t>(m),
                        static_cast<std::uint32_t>(n)};
        if (sum == 0) {
          space_.step(values, m, next);
          if (next.signs == 0 || !with_signs_) {
            if (space_.left()[static_cast<std::size_t>(m)] == 0)
              found[part].ends.emplace_back(to, node);
            continue;
          }
        }
        found[part].candidates.push_back({to, {node, sum}});
      }
    }
  });
  nodes_ += here.nodes.size();
  for (Children& part : found) {
    for (auto& [to, candidate] : part.candidates) levels_[to].candidates.push_back(candidate);
    for (const auto& [to, end] : part.ends) ends_[to].push_back({end, {}});
    part = {};
  }
}

std::size_t PhaseBeam::path_of(Node node, std::vector<int>& moves) const {
  moves.clear();
  while (node.move != kIsStart) {
    moves.push_back(node.move);
    node = levels_[node.before_level].nodes[node.before];
  }
  std::reverse(moves.begin(), moves.end());
  return node.before;
}

std::vector<PhaseBeam::Reached> PhaseBeam::nearest(std::size_t of_each_cost) const {
  std::vector<Reached> out;
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    std::size_t starts = 0;
    std::size_t others = 0;
    // Those that were chosen stand in order of their scores.
    for (std::size_t n = 0; n < levels_[level].nodes.size(); ++n) {
      const Node& node = levels_[level].nodes[n];
      if (++(node.move == kIsStart ? starts : others) > of_each_cost) continue;
      Reached reached;
      reached.score = static_cast<int>(levels_[level].scores[n]);
      reached.start = path_of(node, reached.moves);
      reached.cost = static_cast<int>(level) + least_cost_;
      out.push_back(std::move(reached));
    }
  }
  return out;
}

PhaseBeam::Answer PhaseBeam::tell_ends(int level, const Found& found) {
  Answer all = Answer::refused;
  std::vector<int> moves;
  for (const End& end : ends_[level]) {
    const std::size_t start = path_of(end.node, moves);
    moves.insert(moves.end(), end.rest.begin(), end.rest.end());
    const Answer answer = found(start, moves, level + least_cost_);
    if (answer == Answer::enough) return answer;
    if (answer == Answer::taken) all = answer;
  }
  return all;
}

}  // namespace gyre
