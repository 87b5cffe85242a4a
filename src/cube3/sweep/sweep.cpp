#include "cube3/sweep/sweep.h"
#include <gyre/base/error.h>
#include "base/random.h"
#include "cube3/core/metric_facts.h"

#include <fmt/format.h>

#include <cassert>

namespace gyre::cube3 {
namespace {

void check_depth(const char* what, int depth) {
  if (depth >= 0 && depth <= kLongestCoset) return;
  throw Error(fmt::format("{} {} makes no sense (expected 0 to {})", what, depth, kLongestCoset));
}

}  // namespace

std::string SweepPlan::text() const {
  switch (kind) {
    case Kind::random:
      return fmt::format("{} random coset{}, seed {}", count, count == 1 ? "" : "s", seed);
    case Kind::range:
      return fmt::format("classes {} to {}", first, first + count - 1);
    case Kind::list:
      return fmt::format("a list of {} class{}", count, count == 1 ? "" : "es");
  }
  return "";
}

std::string SweepTask::text() const {
  return fmt::format("{}, {}, {} {}{}", plan.text(), to_string(metric),
                     within ? "within" : "to depth", depth,
                     search_depth ? fmt::format(", searched to {}", *search_depth) : "");
}

SweepTask wished_task(const SweepWish& wish, const std::optional<SweepTask>& stored) {
  SweepTask task = stored.value_or(SweepTask{});
  if (wish.plan) {
    task.plan = *wish.plan;
    const bool is_known = stored && stored->plan.kind == SweepPlan::Kind::random;
    if (is_known && task.plan.kind == SweepPlan::Kind::random && !wish.seed_given) {
      task.plan.seed = stored->plan.seed;
    }
  }
  if (wish.metric) task.metric = *wish.metric;
  const int god_number = facts_of(task.metric).god_number;
  const bool depths_said = wish.within || wish.depth;
  if (wish.within || (!stored && !wish.depth)) {
    task.within = true;
    task.depth = wish.within.value_or(god_number);
  } else if (wish.depth) {
    task.within = false;
    task.depth = *wish.depth;
  }
  const bool is_as_stored =
      stored && (!depths_said || (task.within == stored->within && task.depth == stored->depth));
  if (wish.search_depth) {
    task.search_depth = *wish.search_depth;
  } else if (!is_as_stored) {
    task.search_depth.reset();
    if (!task.within || task.depth < god_number) task.search_depth = task.depth;
  }
  return task;
}

void check_task(const SweepTask& task) {
  const SweepPlan& plan = task.plan;
  if (plan.count == 0) throw Error("a sweep needs at least one coset");
  check_depth(task.within ? "a bound of" : "a depth of", task.depth);
  if (task.search_depth) check_depth("a search depth of", *task.search_depth);
  const auto check_class = [](std::uint64_t index) { (void)coset_class(index); };
  switch (plan.kind) {
    case SweepPlan::Kind::random:
      if (plan.count > kMostRandomCosets) {
        throw Error(fmt::format("{} random cosets are too many (expected at most {})", plan.count,
                                kMostRandomCosets));
      }
      break;
    case SweepPlan::Kind::range:
      check_class(plan.first);
      if (plan.count > kCosetClassCount - plan.first) check_class(kCosetClassCount);
      break;
    case SweepPlan::Kind::list:
      assert(plan.count == plan.classes.size());
      for (const std::uint64_t index : plan.classes) check_class(index);
      break;
  }
}

void for_each_item(const SweepPlan& plan, const std::function<bool(const SweepItem&)>& take) {
  Rng random(plan.seed);
  for (std::uint64_t position = 0; position < plan.count; ++position) {
    SweepItem item{position, {}};
    switch (plan.kind) {
      case SweepPlan::Kind::random:
        item.coset = coset_class_of(random_cube(random));
        break;
      case SweepPlan::Kind::range:
        item.coset = coset_class(plan.first + position);
        break;
      case SweepPlan::Kind::list:
        item.coset = coset_class(plan.classes[position]);
        break;
    }
    if (!take(item)) return;
  }
}

bool SweepRow::operator==(const SweepRow& other) const {
  return position == other.position && coset.index == other.coset.index &&
         coset.twist == other.coset.twist && coset.flip == other.coset.flip &&
         coset.slice == other.coset.slice && coset.cosets == other.coset.cosets &&
         representative == other.representative && positions == other.positions &&
         exact_depth == other.exact_depth && left == other.left && solved == other.solved &&
         unsolved == other.unsolved && seconds == other.seconds &&
         solve_seconds == other.solve_seconds;
}

bool run_sweep(SweepFile& file, const SweepRun& run, const SweepFunction& solve,
               const std::function<void(const SweepRow&)>& stored, const std::stop_token& stop) {
  const SweepTask& task = file.task().value();
  const std::vector<bool> done = file.done_positions();
  bool begun = false;
  bool complete = true;
  for_each_item(task.plan, [&](const SweepItem& item) {
    if (done[item.position]) return true;
    complete = false;
    if (stop.stop_requested()) return false;
    if (!begun) file.begin_run(run);
    begun = true;
    const std::optional<SweepRow> row = solve(item);
    if (!row) return false;
    assert(row->position == item.position);
    file.add(*row);
    complete = true;
    if (stored) stored(*row);
    return true;
  });
  return complete;
}

}  // namespace gyre::cube3
