#include "general/beam/beam_search.h"

#include "general/shared/fingerprint_set.h"
#include "general/shared/search_moves.h"
#include "puzzle/kernel/kernel.h"

#include <gyre/base/error.h>
#include "base/memory.h"
#include "base/stop.h"
#include "base/threads.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <tuple>

namespace gyre {
namespace {

// A position that could go on.
struct BeamChild {
  std::uint16_t wrong = 0;
  std::uint16_t move = 0;
  std::uint32_t parent = 0;
  Fingerprint fingerprint{};

  // Of positions that are equally good the fingerprint chooses, which has no favourites.
  [[nodiscard]] auto rank() const noexcept { return std::tie(wrong, fingerprint, parent, move); }
};

// How a position of a length came about.
struct BeamStep {
  std::uint32_t parent = 0;
  std::uint16_t move = 0;
};

constexpr std::size_t kParentsATask = 256;
// Of the memory: what was seen and how it came about, and the children of one length.
constexpr std::uint64_t kShareOfMemory = 2;
constexpr std::uint64_t kBytesASeen = 64;  // while the set grows

// A position of the beam, with its children and one of those that go on.
std::uint64_t bytes_of_position(const MoveSet& moves, const StateKernel& kernel) {
  return static_cast<std::uint64_t>(moves.size()) * sizeof(BeamChild) +
         2 * static_cast<std::uint64_t>(kernel.bytes());
}

class Beam {
 public:
  Beam(const PuzzleDefinition& definition, const MoveSet& moves, const BeamLimits& limits)
      : moves_(moves),
        limits_(limits),
        kernel_(definition),
        search_moves_(definition, moves, kernel_),
        states_(kernel_.bytes()),
        stop_(limits.stop, limits.seconds, limits.pause.get()) {
    const std::uint64_t each = bytes_of_position(moves, kernel_);
    const std::uint64_t most = limits.memory_bytes / kShareOfMemory;
    if (limits.width > std::numeric_limits<std::uint32_t>::max() || limits.width > most / each) {
      throw Error(fmt::format("{} positions at a time take {}, and {} are allowed", limits.width,
                              size_text(each * limits.width), size_text(most)));
    }
  }

  BeamResult run(const State& position) {
    states_.resize(1);
    kernel_.pack(position, states_[0]);
    (void)seen_.insert(kernel_.fingerprint(states_[0]));
    result_.least_wrong = kernel_.pieces_out_of_place(states_[0]);
    if (result_.least_wrong == 0) {
      result_.end = BeamResult::End::found;
      return result_;
    }
    while (states_.size() > 0 && result_.length < limits_.max_length) {
      std::vector<BeamChild> children = extend();
      if (stop_.look_after_pause()) {
        result_.end =
            stop_.why() == Stop::Why::time ? BeamResult::End::time : BeamResult::End::stopped;
        return result_;
      }
      ++result_.length;
      if (choose(children)) return result_;
      if (limits_.progress) {
        limits_.progress({"beam", static_cast<std::uint64_t>(result_.length),
                          static_cast<std::uint64_t>(limits_.max_length)});
      }
    }
    return result_;
  }

 private:
  // All that one more move makes of the positions.
  std::vector<BeamChild> extend() {
    const std::size_t tasks = (states_.size() + kParentsATask - 1) / kParentsATask;
    const std::size_t most_of_task = kParentsATask * search_moves_.size();
    // Each task has its place, and the gaps are closed afterwards: so they stand once.
    std::vector<BeamChild> all(states_.size() * search_moves_.size());
    std::vector<std::size_t> made(tasks);
    parallel_for(tasks, limits_.threads, [&](std::size_t task) {
      if (stop_.look()) return;
      PackedBytes child(static_cast<std::size_t>(kernel_.bytes()));
      const std::size_t end = std::min(states_.size(), (task + 1) * kParentsATask);
      for (std::size_t parent = task * kParentsATask; parent < end; ++parent) {
        made[task] += extend(parent, child, all.data() + task * most_of_task + made[task]);
      }
    });
    std::size_t count = 0;
    for (std::size_t task = 0; task < tasks; ++task) {
      const auto first = all.begin() + static_cast<std::ptrdiff_t>(task * most_of_task);
      const auto place = all.begin() + static_cast<std::ptrdiff_t>(count);
      if (place != first) std::copy(first, first + static_cast<std::ptrdiff_t>(made[task]), place);
      count += made[task];
    }
    all.resize(count);
    result_.nodes += all.size();
    return all;
  }

  // Returns how many there are.
  std::size_t extend(std::size_t parent, PackedBytes& child, BeamChild* out) const {
    const BeamChild* const first = out;
    const int last = steps_.empty() ? -1 : moves_.moves()[steps_.back()[parent].move].move_class;
    for (std::size_t move = 0; move < search_moves_.size(); ++move) {
      if (moves_.moves()[move].move_class == last && !counts_units(moves_.metric())) continue;
      kernel_.compose(states_[parent], search_moves_[move], child.data());
      if (search_moves_.has_rules() && !search_moves_.legal(child.data())) continue;
      *out++ = {static_cast<std::uint16_t>(kernel_.pieces_out_of_place(child.data())),
                static_cast<std::uint16_t>(move), static_cast<std::uint32_t>(parent),
                kernel_.fingerprint(child.data())};
    }
    return static_cast<std::size_t>(out - first);
  }

  // The best that are new go on. True if one is solved.
  bool choose(std::vector<BeamChild>& children) {
    std::sort(children.begin(), children.end(),
              [](const BeamChild& a, const BeamChild& b) { return a.rank() < b.rank(); });
    PackedStates next(kernel_.bytes(), std::min(limits_.width, children.size()));
    std::vector<BeamStep>& steps = steps_.emplace_back();
    steps.reserve(std::min(limits_.width, children.size()));
    step_bytes_ += steps.capacity() * sizeof(BeamStep);
    const std::uint64_t most = limits_.memory_bytes / kShareOfMemory;
    if (step_bytes_ > most) {
      throw Error(fmt::format("{} positions at a time have no memory left after {} moves",
                              limits_.width, result_.length));
    }
    // Positions may come back after it has been emptied, which costs time only.
    if (seen_count_ > (most - step_bytes_) / kBytesASeen) {
      seen_ = FingerprintSet();
      seen_count_ = 0;
    }
    for (const BeamChild& child : children) {
      if (steps.size() == limits_.width) break;
      if (!seen_.insert(child.fingerprint)) continue;
      ++seen_count_;
      kernel_.compose(states_[child.parent], search_moves_[child.move], next[steps.size()]);
      steps.push_back({child.parent, child.move});
      result_.least_wrong = std::min<int>(result_.least_wrong, child.wrong);
      if (child.wrong == 0) {
        found(steps.size() - 1);
        return true;
      }
    }
    next.resize(steps.size());
    states_ = std::move(next);
    return false;
  }

  void found(std::size_t last) {
    result_.end = BeamResult::End::found;
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
      result_.moves.push_back((*step)[last].move);
      last = (*step)[last].parent;
    }
    std::reverse(result_.moves.begin(), result_.moves.end());
  }

  const MoveSet& moves_;
  const BeamLimits& limits_;
  StateKernel kernel_;
  SearchMoves search_moves_;
  PackedStates states_;                       // that go on
  std::vector<std::vector<BeamStep>> steps_;  // by length
  std::uint64_t step_bytes_ = 0;
  FingerprintSet seen_;
  std::uint64_t seen_count_ = 0;
  Stop stop_;
  BeamResult result_;
};

}  // namespace

std::uint64_t beam_bytes(const PuzzleDefinition& definition, const MoveSet& moves,
                         std::size_t width) {
  const std::uint64_t each = kShareOfMemory * bytes_of_position(moves, StateKernel(definition));
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  return width > kMost / each ? kMost : width * each;
}

BeamResult beam_search(const PuzzleDefinition& definition, const MoveSet& moves,
                       const State& position, const BeamLimits& limits) {
  definition.check_position(position);
  return Beam(definition, moves, limits).run(position);
}

}  // namespace gyre
