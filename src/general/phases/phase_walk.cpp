#include "general/phases/phase_walk.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace gyre {
namespace {

// A beam keeps so many times more positions than ends are wanted.
constexpr std::size_t kBeamWidth = 8;
constexpr std::size_t kLeastBeamWidth = 100;
constexpr std::size_t kMostBeamWidth = 400'000;
constexpr std::size_t kBeamGrowth = 4;
// One that puts a part right after the other finds nothing if it is narrow.
constexpr std::size_t kLeastWidthOfParts = 20'000;
// So many times more ends of a part than are kept are looked at.
constexpr std::size_t kChoiceOfParts = 8;
constexpr int kFurtherCostsOfPart = 1;
// A solution is looked for up to so many times the cost that is expected, and some.
constexpr double kSlack = 1.5;
constexpr int kSlackCosts = 6;
// A beam whose best has not become better for so many moves does not come nearer.
constexpr int kPatienceOfBeam = 8;
// From so many of its positions of each cost it may be gone on, and from so many it is.
constexpr std::size_t kNearestOfEachCost = 4;
constexpr std::size_t kClosePlaces = 12;
constexpr std::size_t kCloseWidth = 50'000;
// A move is worth so many hundredths of a decimal logarithm of rarity there.
constexpr int kScoreOfMove = 20;

}  // namespace

std::size_t PhaseWalk::width_for(std::size_t wanted) const {
  return std::clamp(wanted * kBeamWidth, near_.size() > 1 ? kLeastWidthOfParts : kLeastBeamWidth,
                    kMostBeamWidth);
}

std::vector<BeamPlace> PhaseWalk::search(std::vector<BeamPlace> places, std::size_t wanted,
                                         int shorter_than, int further_costs, const Found& found) {
  const std::size_t width = width_for(wanted);
  for (std::size_t n = 0; n + 1 < near_.size(); ++n) {
    std::vector<BeamPlace> next = put_part_right(n, places, width, shorter_than);
    if (next.empty()) return places;
    places = std::move(next);
  }
  if (follow_beam(near_.size() - 1, places, width, shorter_than, further_costs, found)) return {};
  return places;
}

std::vector<BeamPlace> PhaseWalk::put_part_right(std::size_t n, std::vector<BeamPlace>& places,
                                                 std::size_t width, int shorter_than) {
  std::vector<std::pair<int, BeamPlace>> ends;  // with what is left by the tables
  std::unordered_set<std::uint64_t> seen;
  (void)follow_beam(n, places, width, shorter_than, kFurtherCostsOfPart,
                    [&](const BeamPlace& from, const std::vector<int>& moves, int total) {
                      BeamPlace end = from;
                      walk(end, moves);
                      end.cost = total;
                      if (seen.insert(near_[n + 1]->key(end.values)).second) {
                        const int rest = space_.bound(end.values, tables_of(n + 1)).cost;
                        ends.emplace_back(total + rest, std::move(end));
                      }
                      return ends.size() < width * kChoiceOfParts ? PhaseBeam::Answer::taken
                                                                  : PhaseBeam::Answer::enough;
                    });
  std::stable_sort(ends.begin(), ends.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  if (ends.size() > width) ends.resize(width);
  std::vector<BeamPlace> best;
  for (auto& [total, place] : ends) best.push_back(std::move(place));
  return best;
}

bool PhaseWalk::follow_beam(std::size_t n, std::vector<BeamPlace>& places, std::size_t width,
                            int shorter_than, int further_costs, const Found& found) {
  bool any = false;
  bool is_close = false;  // the places are those that an earlier beam came nearest to
  while (!stop_.look()) {
    std::vector<BeamStart> starts;
    int most_cost = places[0].cost;
    for (const BeamPlace& place : places) {
      starts.push_back({&place.values, place.cost});
      most_cost = std::min(most_cost, place.cost);
    }
    most_cost += kSlackCosts + static_cast<int>(kSlack * options_.expected);
    PhaseBeam beam(space_, tables_of(n), *near_[n], options_.threads, stop_);
    beam.search(starts, is_close ? std::max(width, kCloseWidth) : width,
                std::min(most_cost, shorter_than - 1), further_costs, kPatienceOfBeam,
                [&](std::size_t start, const std::vector<int>& moves, int total) {
                  const PhaseBeam::Answer answer = found(places[start], moves, total);
                  any = any || answer != PhaseBeam::Answer::refused;
                  return answer;
                });
    nodes_ += beam.nodes();
    if (any) return true;
    // Of a phase without parts tables see enough for a wider beam to find an end.
    const bool is_widest = width == kMostBeamWidth;
    if (near_.size() == 1 && !is_widest) {
      width = std::min(width * kBeamGrowth, kMostBeamWidth);
      continue;
    }
    if (options_.can_end_otherwise) {
      std::vector<BeamPlace> next = nearest(places, beam);
      if (!next.empty()) places = std::move(next);
      if (is_close) return false;
      is_close = true;
      if (places.size() > kClosePlaces) places.resize(kClosePlaces);
      continue;
    }
    if (is_widest) return false;
    width = std::min(width * kBeamGrowth, kMostBeamWidth);
  }
  return false;
}

void PhaseWalk::walk(BeamPlace& place, const std::vector<int>& moves) const {
  PhaseValues stepped;
  for (const int m : moves) {
    space_.step(place.values, m, stepped);
    place.values = stepped;
    place.moves.push_back(m);
  }
}

std::vector<BeamPlace> PhaseWalk::nearest(const std::vector<BeamPlace>& places,
                                          const PhaseBeam& beam) const {
  std::vector<BeamPlace> next;
  for (const PhaseBeam::Reached& reached : beam.nearest(kNearestOfEachCost)) {
    BeamPlace place = places[reached.start];
    walk(place, reached.moves);
    place.cost = reached.cost;
    place.score = reached.score;
    next.push_back(std::move(place));
  }
  std::stable_sort(next.begin(), next.end(), [](const BeamPlace& a, const BeamPlace& b) {
    return a.score + kScoreOfMove * a.cost < b.score + kScoreOfMove * b.cost;
  });
  return next;
}

}  // namespace gyre
