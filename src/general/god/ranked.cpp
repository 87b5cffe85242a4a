// Counting in a ranked space: see ranked_plan.h, ranked_space.h and ranked_search.h.
#include "general/god/classes.h"
#include "general/god/ranked_search.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

namespace gyre {
namespace {

class RankedGod : public GodSearch {
 public:
  RankedGod(const GodTask& task, RankedSpace space)
      : task_(task),
        space_(std::move(space)),
        search_(space_, task.options.threads, task.options.stop) {}

  [[nodiscard]] GodMethod method() const override { return GodMethod::ranked; }
  [[nodiscard]] int symmetries() const override { return space_.symmetries(); }
  [[nodiscard]] GodLayer last() const override {
    return {depth_, search_.last().positions, task_.options.classes ? search_.last().classes : 0};
  }
  Step advance(int depth) override {
    switch (search_.advance(task_.options.progress, fmt::format("depth {}", depth + 1))) {
      case RankedSearch::Step::stopped:
        return Step::stopped;
      case RankedSearch::Step::end:
        return Step::end;
      case RankedSearch::Step::layer:
        break;
    }
    depth_ = depth + 1;
    return Step::layer;
  }

  [[nodiscard]] std::vector<State> antipodes(std::size_t most) const override {
    const GodClasses classes(task_);
    GodClasses::First first(classes, most);
    PackedBytes packed(classes.bytes());
    search_.for_last([&](std::size_t row, std::size_t block, std::size_t entry) {
      classes.kernel().pack(space_.state_at(row, block, entry), packed.data());
      first.add(packed.data());
    });
    return first.take();
  }

  void save(CheckpointWriter& out) const override {
    out.write_number(space_.signature());
    out.write_number(static_cast<std::uint64_t>(depth_));
    out.write(search_.reached_plane());
    out.write(search_.fresh_plane());
  }
  void load(CheckpointReader& in) override {
    if (in.read_number() != space_.signature()) {
      throw Error(
          fmt::format("{} was made with another layout: give the --memory that it was made "
                      "with",
                      task_.options.checkpoint.string()));
    }
    depth_ = static_cast<int>(in.read_number());
    in.read(search_.reached_plane());
    in.read(search_.fresh_plane());
    search_.recount();
  }

 private:
  const GodTask& task_;
  RankedSpace space_;
  RankedSearch search_;
  int depth_ = 0;
};

}  // namespace

std::unique_ptr<GodSearch> make_ranked_search(const GodTask& task, GodPlan& plan) {
  RankedPlanOptions options;
  options.start = task.start;
  options.from_solved = task.symmetric;
  options.memory_bytes = task.options.memory_bytes;
  options.states = plan.positions;
  options.components = task.components;
  options.whole_group = task.options.classes;
  for (const bool closed_only : {false, true}) {
    options.closed_only = closed_only;
    std::optional<RankedPlan> ranked =
        plan_ranked(task.definition, task.moves, task.group, options);
    if (!ranked) continue;
    std::optional<RankedSpace> space =
        RankedSpace::make(std::move(*ranked), task.moves, task.group, task.options.threads,
                          task.options.memory_bytes);
    if (!space) continue;
    const std::uint64_t bytes = space->bytes() + RankedSearch::bytes(*space);
    if (bytes > task.options.memory_bytes) continue;
    plan.memory_bytes = bytes;
    return std::make_unique<RankedGod>(task, std::move(*space));
  }
  return nullptr;
}

}  // namespace gyre
