#include "cube3/two_phase.h"

#include <algorithm>
#include <stdexcept>

namespace gyre::cube3 {
namespace {

// Which faces may turn after a face: not the same again, and of two opposite ones only the second
// after the first, since they commute.
constexpr bool may_follow(int face, int last_face) noexcept {
  return face != last_face && face + 3 != last_face;
}

constexpr std::uint64_t kNodesBetweenLooks = 512;

}  // namespace

TwoPhase::TwoPhase(const SmallTables& tables, const Cube& cube, const SolveLimits& limits,
                   const SolutionCallback& improved, const std::stop_token& stop, int phase2_limit)
    : tables_(tables),
      cube_(cube),
      limits_(limits),
      improved_(improved),
      stop_(stop),
      begun_(std::chrono::steady_clock::now()),
      phase2_limit_(phase2_limit) {
  for (const bool inverse : {false, true}) {
    View view;
    view.cube = inverse ? invert(cube) : cube;
    view.inverse = inverse;
    for (view.rotations = 0; view.rotations < 3; ++view.rotations) {
      view.twist = Twist::rank(view.cube);
      view.flip = Flip::rank(view.cube);
      view.slice_slots = SliceSlots::rank(view.cube);
      // Symmetric positions look the same from several sides.
      const bool seen = std::any_of(views_.begin(), views_.end(),
                                    [&](const View& other) { return other.cube == view.cube; });
      if (!seen) views_.push_back(view);
      view.cube = rotate_urf(view.cube);
    }
  }
}

Solution TwoPhase::run() {
  best_length_ = std::min(limits_.max_length, kMaxLength - 1) + 1;
  // No solution is shorter than this.
  int proved = 0;
  for (const View& view : views_) proved = std::max(proved, phase1_bound(view));
  for (int depth = 0; proved < best_length_ && !stopped_; ++depth) {
    for (const View& view : views_) {
      if (phase1_bound(view) > depth) continue;
      start(view);
      halted_ = false;
      phase1(view.twist, view.flip, view.slice_slots, 0, depth);
      if (stopped_) break;
      proved = std::max(proved, std::min(depth + 1, best_length_));
      if (proved >= best_length_) break;
    }
  }
  best_.optimal = proved >= best_length_;
  best_.seconds = elapsed();
  best_.nodes = nodes_;
  return best_;
}

int TwoPhase::phase1_bound(const View& view) const noexcept {
  return std::max({tables_.twist_flip(view.twist, view.flip),
                   tables_.twist_slice(view.twist, view.slice_slots),
                   tables_.flip_slice(view.flip, view.slice_slots)});
}

void TwoPhase::start(const View& view) {
  view_ = &view;
  rest_[0].corners = static_cast<std::uint16_t>(CornerPerm::rank(view.cube));
  rest_[0].middle = static_cast<std::uint16_t>(FourEdges<8>::rank(view.cube));
  rest_[0].top = static_cast<std::uint16_t>(FourEdges<0>::rank(view.cube));
  rest_[0].bottom = static_cast<std::uint16_t>(FourEdges<4>::rank(view.cube));
  known_ = 0;
}

void TwoPhase::phase1(int twist, int flip, int slice, int depth, int left) {
  count_node();
  if (left == 0) {
    finish(depth);
    return;
  }
  const int last_face = depth == 0 ? kNoFace : moves_[depth - 1] / 3;
  const std::uint16_t* twists = tables_.twist.row(twist);
  const std::uint16_t* flips = tables_.flip.row(flip);
  const std::uint16_t* slices = tables_.slice_slots.row(slice);
  for (int move = 0; move < kMoves; ++move) {
    if (!may_follow(move / 3, last_face)) {
      move += 2;
      continue;
    }
    const int next_twist = twists[move];
    const int next_flip = flips[move];
    const int next_slice = slices[move];
    // The largest table last: it is the one that misses the cache.
    int bound = tables_.flip_slice(next_flip, next_slice);
    if (bound < left) bound = tables_.twist_slice(next_twist, next_slice);
    if (bound < left) bound = tables_.twist_flip(next_twist, next_flip);
    if (bound >= left) {
      // Turns of one face are one move apart, so their bounds differ by one at most.
      if (bound > left) move += 2 - move % 3;
      continue;
    }
    moves_[depth] = static_cast<std::uint8_t>(move);
    known_ = std::min(known_, depth);
    phase1(next_twist, next_flip, next_slice, depth + 1, left - 1);
    if (halted_) return;
  }
}

bool TwoPhase::worth_finishing(int depth) const noexcept {
  int entered = depth;
  while (entered > 0 && is_h_move(moves_[entered - 1])) --entered;
  // If H was entered earlier, phase 2 was tried from there; it left out only what is longer.
  return entered == depth || best_length_ - 1 - entered > phase2_limit_;
}

void TwoPhase::finish(int depth) {
  if (!worth_finishing(depth)) return;
  const int limit = std::min(phase2_limit_, best_length_ - 1 - depth);
  const auto end = static_cast<std::size_t>(depth);
  for (std::size_t at = known_; at < end; ++at) {
    const int move = moves_[at];
    const Rest& from = rest_[at];
    rest_[at + 1] = {
        tables_.corner_perm.row(from.corners)[move], tables_.four_edges.row(from.middle)[move],
        tables_.four_edges.row(from.top)[move], tables_.four_edges.row(from.bottom)[move]};
  }
  known_ = depth;
  const Rest& rest = rest_[depth];
  int bound = tables_.corner_slice(rest.corners, rest.middle);
  if (bound > limit) return;
  const int edges = EdgePerm::merge(rest.bottom, rest.top);
  bound = std::max(bound, tables_.edge_slice(edges, rest.middle));
  for (int length = bound; length <= limit; ++length) {
    if (phase2(rest.corners, edges, rest.middle, depth, length)) {
      record(depth + length);
      halted_ = halted_ || best_length_ <= depth;
      return;
    }
    if (halted_) return;
  }
}

bool TwoPhase::phase2(int corners, int edges, int middle, int depth, int left) {
  // The bounds are 0 only where the coordinates are.
  if (left == 0) return true;
  count_node();
  if (halted_) return false;
  const int last_face = depth == 0 ? kNoFace : moves_[depth - 1] / 3;
  for (std::size_t k = 0; k < kHMoves.size(); ++k) {
    const int move = kHMoves[k];
    if (!may_follow(move / 3, last_face)) continue;
    const int next_corners = tables_.corner_perm.row(corners)[move];
    const int next_middle = tables_.four_edges.row(middle)[move];
    if (tables_.corner_slice(next_corners, next_middle) >= left) continue;
    const int next_edges = tables_.edge_perm.row(edges)[k];
    if (tables_.edge_slice(next_edges, next_middle) >= left) continue;
    moves_[depth] = static_cast<std::uint8_t>(move);
    if (phase2(next_corners, next_edges, next_middle, depth + 1, left - 1)) return true;
    if (halted_) return false;
  }
  return false;
}

void TwoPhase::record(int length) {
  std::vector<FaceTurn> moves;
  for (int i = 0; i < length; ++i) moves.push_back(FaceTurn::from_index(moves_[i]));
  if (view_->inverse) {
    std::reverse(moves.begin(), moves.end());
    for (FaceTurn& move : moves) move = move.inverse();
  }
  for (int turn = view_->rotations; turn < 3 && turn != 0; ++turn) {
    for (FaceTurn& move : moves) move = rotate_urf(move);
  }
  if (replay(cube_, moves) != Cube{}) {
    throw std::logic_error("the two-phase search made a sequence that does not solve");
  }
  best_.found = true;
  best_.moves = std::move(moves);
  best_.length = best_length_ = length;
  best_.seconds = elapsed();
  best_.nodes = nodes_;
  if (improved_) improved_(best_);
  if (length <= limits_.target_length) stopped_ = halted_ = true;
}

void TwoPhase::count_node() {
  if (++nodes_ % kNodesBetweenLooks != 0) return;
  const bool awaited = !best_.found && limits_.max_length >= kEasyLength;
  if (stop_.stop_requested() || (!awaited && elapsed() >= limits_.seconds)) {
    stopped_ = halted_ = true;
  }
}

double TwoPhase::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
}

}  // namespace gyre::cube3
