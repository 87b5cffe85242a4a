// Which way to count, and the loop that all ways share: report, save, go on, and change from tables
// in memory to the disk when memory ends.
#include "general/god/search.h"

#include <gyre/base/error.h>
#include <gyre/puzzle/puzzle_group.h>
#include "puzzle/symmetry/symmetry.h"
#include "table/lock.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <cerrno>
#include <cmath>
#include <optional>
#include <system_error>

namespace gyre {
namespace {

// A ranked space is not worth making where the depth allows only so small a part of it.
constexpr double kSmallPart = 0.02;

class God {
 public:
  God(const PuzzleDefinition& definition, const MoveSet& moves, const GodOptions& options)
      : options_(options),
        group_(definition, moves, symmetry_options(options.symmetry, options.stop)),
        task_{definition,
              moves,
              group_,
              options,
              options.start.value_or(definition.solved()),
              !options.start.has_value(),
              {}} {
    definition.check_position(task_.start);
    if (!definition.legal(task_.start)) {
      throw Error("the start is a position that the puzzle's rules do not allow");
    }
  }

  GodResult run() {
    const std::optional<BuildLock> lock = lock_checkpoint();
    if (options_.resume) {
      resume();
    } else {
      choose();
    }
    plan_.method = search_->method();
    plan_.symmetries = search_->symmetries();
    if (options_.plan) options_.plan(plan_);
    if (options_.layer) {
      for (const GodLayer& layer : result_.layers) options_.layer(layer);
    }
    if (result_.layers.empty()) add_layer();
    for (;;) {
      const int depth = result_.layers.back().depth;
      if (options_.max_depth && depth >= *options_.max_depth) {
        result_.end = GodResult::End::max_depth;
        break;
      }
      const GodSearch::Step step = search_->advance(depth);
      if (step == GodSearch::Step::layer) {
        add_layer();
        continue;
      }
      if (step == GodSearch::Step::memory && !options_.method && disk_allowed()) {
        search_ = make_disk_search(task_, search_.get());
        plan_.method = GodMethod::disk;
        if (options_.plan) options_.plan(plan_);
        continue;
      }
      result_.end = end_of(step);
      break;
    }
    if (result_.end == GodResult::End::all && options_.antipodes > 0) {
      result_.antipodes = search_->antipodes(static_cast<std::size_t>(options_.antipodes));
    }
    result_.method = search_->method();
    result_.symmetries = search_->symmetries();
    return std::move(result_);
  }

 private:
  [[nodiscard]] std::optional<BuildLock> lock_checkpoint() const {
    if (options_.checkpoint.empty()) return std::nullopt;
    int holder = 0;
    try {
      if (auto lock = BuildLock::try_take(lock_beside(options_.checkpoint), holder)) return lock;
    } catch (const std::system_error& error) {
      const int code = error.code().value();
      if (code == ENOSPC || code == EDQUOT) return std::nullopt;
      throw Error(fmt::format("{}: the checkpoint cannot be written: {}",
                              options_.checkpoint.string(), error.code().message()));
    }
    throw Error(fmt::format("another count is working on {}{}", options_.checkpoint.string(),
                            holder == 0 ? "" : fmt::format(" (process {})", holder)));
  }

  [[nodiscard]] static GodResult::End end_of(GodSearch::Step step) {
    switch (step) {
      case GodSearch::Step::memory:
        return GodResult::End::memory;
      case GodSearch::Step::disk:
        return GodResult::End::disk;
      case GodSearch::Step::stopped:
        return GodResult::End::stopped;
      default:
        return GodResult::End::all;
    }
  }

  void choose() {
    if (!options_.method || *options_.method == GodMethod::ranked) {
      count_states();
      // What is made in no time serves to say that it was stopped.
      if (options_.stop.stop_requested()) return make_unranked(false);
      if (options_.method || !shallow()) search_ = make_ranked_search(task_, plan_);
      if (options_.method && !search_) {
        throw Error(
            "the positions cannot be ranked within the memory: give more with --memory, or "
            "leave the choice of the method to the program");
      }
    }
    if (!search_) make_unranked(options_.method == GodMethod::disk);
  }

  void make_unranked(bool disk) {
    plan_.memory_bytes = options_.memory_bytes;
    if (disk && !disk_allowed()) throw Error("layers on disk need a folder: give --work-dir");
    search_ = disk ? make_disk_search(task_, nullptr) : make_table_search(task_);
  }
  [[nodiscard]] bool disk_allowed() const {
    return !options_.work_folder.empty() && options_.disk_bytes != 0;
  }

  // Only where that is quick: it serves the choice and the reader.
  void count_states() {
    if (!task_.definition.illegal().empty()) return;
    try {
      const PuzzleGroup group(task_.definition, task_.moves, options_.stop);
      task_.components = group.components();
      plan_.positions = group.states();
    } catch (const Error&) {
      plan_.positions.reset();
    }
  }

  // Whether the greatest depth lets only a small part of all positions be seen, now and later.
  [[nodiscard]] bool shallow() const {
    if (!options_.max_depth || !plan_.positions || !options_.checkpoint.empty()) return false;
    const double each =
        std::max(1.0, static_cast<double>(task_.moves.size()) *
                          (1 - 1.0 / static_cast<double>(task_.moves.classes().size() + 1)));
    return std::pow(each, *options_.max_depth) < kSmallPart * plan_.positions->convert_to<double>();
  }

  void add_layer() {
    result_.layers.push_back(search_->last());
    if (options_.layer) options_.layer(result_.layers.back());
    if (options_.checkpoint.empty()) return;
    try {
      save();
    } catch (const CheckpointRoom& error) {
      // Days of counting are worth more than what a kill would lose.
      if (options_.warning) {
        options_.warning(fmt::format("{}; the count goes on, and loses more if it is interrupted",
                                     error.what()));
      }
    }
  }

  void save() {
    CheckpointWriter out(options_.checkpoint, key(), options_.threads);
    out.write_number(static_cast<std::uint64_t>(search_->method()));
    out.write_number(result_.layers.size());
    for (const GodLayer& layer : result_.layers) {
      out.write_number(layer.positions);
      out.write_number(layer.classes);
    }
    search_->save(out);
    out.commit();
  }

  void resume() {
    if (options_.checkpoint.empty()) throw Error("there is no checkpoint to go on from");
    CheckpointReader in(options_.checkpoint, key());
    const std::uint64_t method = in.read_number();
    if (method > static_cast<std::uint64_t>(GodMethod::disk)) in.fail();
    const std::uint64_t layers = in.read_number();
    if (layers == 0 || layers > 1'000'000) in.fail();
    for (std::uint64_t depth = 0; depth < layers; ++depth) {
      GodLayer layer;
      layer.depth = static_cast<int>(depth);
      layer.positions = in.read_number();
      layer.classes = in.read_number();
      result_.layers.push_back(layer);
    }
    count_states();
    if (options_.method && (*options_.method == GodMethod::ranked) !=
                               (static_cast<GodMethod>(method) == GodMethod::ranked)) {
      throw Error(fmt::format("{} was made with the method {}", options_.checkpoint.string(),
                              to_string(static_cast<GodMethod>(method))));
    }
    if (static_cast<GodMethod>(method) == GodMethod::ranked) {
      search_ = make_ranked_search(task_, plan_);
      if (!search_) {
        throw Error(fmt::format("{} needs more memory than is allowed: give more with --memory",
                                options_.checkpoint.string()));
      }
    } else {
      // Both hold the same.
      make_unranked(options_.method.value_or(static_cast<GodMethod>(method)) == GodMethod::disk);
    }
    search_->load(in);
    in.expect_end();
    const GodLayer loaded = search_->last();
    if (loaded.depth != result_.layers.back().depth ||
        loaded.positions != result_.layers.back().positions) {
      in.fail();
    }
    plan_.resumed_depth = result_.layers.back().depth;
  }

  // Everything that changes what a checkpoint holds.
  [[nodiscard]] CheckpointKey key() const {
    std::string text = fmt::format("{} {} {}\n", to_hex(task_.definition.digest()),
                                   to_string(task_.moves.metric()), options_.classes);
    for (const Move& move : task_.moves.moves()) text += move.name + ' ';
    text += task_.symmetric ? "solved" : "from";
    for (const std::uint8_t byte : task_.start.bytes) text += fmt::format(" {}", byte);
    if (options_.symmetry != SymmetryUse::all) {
      text += fmt::format(" symmetry {}", to_string(options_.symmetry));
    }
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    return {hash.low64, hash.high64};
  }

  const GodOptions& options_;
  SymmetryGroup group_;
  GodTask task_;
  GodPlan plan_;
  std::unique_ptr<GodSearch> search_;
  GodResult result_;
};

}  // namespace

std::string_view to_string(GodMethod method) noexcept {
  switch (method) {
    case GodMethod::ranked:
      return "ranked";
    case GodMethod::tables:
      return "tables";
    case GodMethod::disk:
      return "disk";
  }
  return "";
}

GodResult count_positions(const PuzzleDefinition& definition, const MoveSet& moves,
                          const GodOptions& options) {
  std::optional<God> god;
  try {
    god.emplace(definition, moves, options);
  } catch (const Error&) {
    if (!options.stop.stop_requested()) throw;
    GodResult nothing;
    nothing.end = GodResult::End::stopped;
    return nothing;
  }
  return god->run();
}

}  // namespace gyre
