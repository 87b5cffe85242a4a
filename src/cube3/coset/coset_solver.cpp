#include <gyre/cube3/coset.h>

#include "cube3/coset/engine.h"
#include "cube3/tables/phase1_coset.h"

#include <gyre/base/error.h>
#include "base/seconds.h"
#include "cube3/tables/tables.h"

#include <fmt/format.h>
#include <bit>
#include <chrono>
#include <cstring>

namespace gyre {

using namespace cube3;

namespace {

void check_depth(const char* what, int depth) {
  if (depth >= 0 && depth <= kLongestCoset) return;
  throw Error(fmt::format("a {} of {} moves (expected 0 to {})", what, depth, kLongestCoset));
}

}  // namespace

int CosetResult::exact_depth() const noexcept {
  int exact = -1;
  for (const CosetDepth& depth : depths) {
    if (!depth.searched) break;
    exact = depth.depth;
  }
  return exact;
}

CosetSolver::CosetSolver(const CosetOptions& options) : engine_(make_coset_engine(options)) {}
CosetSolver::~CosetSolver() = default;
CosetSolver::CosetSolver(CosetSolver&&) noexcept = default;
CosetSolver& CosetSolver::operator=(CosetSolver&&) noexcept = default;

CosetResult CosetSolver::solve(const CosetRequest& request,
                               const std::function<void(const CosetDepth&)>& done,
                               const ProgressCallback& progress, const std::stop_token& stop) {
  check_depth("depth", request.depth);
  check_depth("search depth", request.search_depth);
  if (!(request.last_share >= 0 && request.last_share <= 1)) {
    throw Error(fmt::format("a share of {} (expected 0 to 1)", request.last_share));
  }
  require_possible(request.representative);
  const auto begun = std::chrono::steady_clock::now();
  CosetResult result;
  representative_ = std::make_unique<Cube>(request.representative);
  const std::uint64_t first = engine_->begin(request.representative);
  std::uint64_t before = 0;
  for (int depth = 0; depth <= request.depth && before < kCosetPositions; ++depth) {
    CosetDepth report;
    report.depth = depth;
    auto part_begun = std::chrono::steady_clock::now();
    // In H itself the solved position is there from the beginning.
    report.reached = depth == 0 ? first : engine_->spread();
    report.spread_seconds = seconds_since(part_begun);
    // What can be reached has been: the search of a full coset finds nothing.
    report.searched = depth == 0 || report.reached == kCosetPositions;
    if (!report.searched && depth <= request.search_depth) {
      part_begun = std::chrono::steady_clock::now();
      const double share = depth == request.search_depth ? request.last_share : 1;
      const CosetEngine::Search search = engine_->search(depth, share, progress, stop);
      report.search_seconds = seconds_since(part_begun);
      report.reached += search.fresh;
      report.ends = search.ends;
      report.searched = search.complete && share >= 1;
      if (!search.complete) {
        result.stopped = true;
        break;
      }
    }
    // A depth is exact only if those before it are.
    if (!result.depths.empty() && !result.depths.back().searched) report.searched = false;
    report.positions = report.reached - before;
    before = report.reached;
    if (request.checksums) report.checksum = engine_->checksum();
    result.depths.push_back(report);
    if (done) done(report);
    if (stop.stop_requested()) {
      result.stopped = depth < request.depth && before < kCosetPositions;
      break;
    }
  }
  result.seconds = seconds_since(begun);
  return result;
}

void CosetSolver::for_each_left(const std::function<bool(const Cube&)>& take) const {
  std::vector<std::uint8_t> bytes(kGroupBytes);
  for (int group = 0; group < kCosetGroups; ++group) {
    engine_->copy_group(group, bytes.data());
    for (std::size_t at = 0; at < kGroupBytes; at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data() + at, sizeof(word));
      for (std::uint64_t unset = ~word; unset != 0; unset &= unset - 1) {
        const std::uint64_t bit = 8 * at + std::countr_zero(unset);
        const CosetPlace place = {static_cast<std::uint32_t>(group * kGroupPages + bit / kPageBits),
                                  static_cast<std::uint32_t>(bit % kPageBits)};
        const Cube element = engine_->layout().element(place);
        if (!take(compose(invert(element), *representative_))) return;
      }
    }
  }
}

bool CosetSolver::was_reached(const Cube& cube) const {
  if (representative_ == nullptr || !why_impossible(cube).empty() ||
      Coset::of(cube) != Coset::of(*representative_)) {
    throw Error("this position is not in the coset that was solved last");
  }
  // The cube is h^-1 r, so h is r cube^-1.
  return engine_->holds(engine_->layout().place(compose(*representative_, invert(cube))));
}

Metric CosetSolver::metric() const noexcept {
  return engine_->metric();
}
std::string CosetSolver::device() const {
  return engine_->device();
}
bool CosetSolver::uses_gpu() const noexcept {
  return engine_->uses_gpu();
}
int CosetSolver::threads() const noexcept {
  return engine_->threads();
}
std::uint64_t CosetSolver::memory_bytes() const noexcept {
  return engine_->memory_bytes();
}
std::string CosetSolver::table_name() const {
  return two_phase_recipes(metric()).front().key.name;
}
std::string CosetSolver::table_digest() const {
  std::string text;
  for (const std::uint8_t byte : two_phase_recipes(metric()).front().key.digest()) {
    text += fmt::format("{:02x}", byte);
  }
  return text;
}
std::uint64_t CosetSolver::table_checksum() const {
  return engine_->table().checksum();
}

}  // namespace gyre
