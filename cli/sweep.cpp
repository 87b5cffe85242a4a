// gyre sweep: many cosets into one file. What is asked, how it is compared with what the file was
// made for, and what is printed; the file is the library's. What a file tells is for
// sweep_report.cpp.
#include "coset_left.h"
#include "coset_options.h"
#include "interrupt.h"
#include "numbers.h"
#include "progress.h"
#include "sweep_options.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include <unistd.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include "base/memory.h"
#include "base/read_file.h"
#include "base/text.h"
#include "cube3/core/held.h"
#include "cube3/core/metric_facts.h"
#include "cube3/coset/device.h"
#include "cube3/sweep/sweep.h"
#include "cube3/tables/tables.h"
#include "front/solve/cube_tables.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <sstream>
#include <utility>

namespace gyre::cli {
namespace {

using cube3::SweepFile;
using cube3::SweepPlan;
using cube3::SweepRow;
using cube3::SweepTask;

// ---- what is asked ----

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

void read_range(const std::string& text, SweepPlan& plan) {
  const std::size_t dots = text.find("..");
  const auto first = whole_number(std::string_view(text).substr(0, dots));
  const auto last = dots == std::string::npos
                        ? std::nullopt
                        : whole_number(std::string_view(text).substr(dots + 2));
  if (!first || !last || *first > *last) {
    throw Error(fmt::format("--range: '{}' is no range (expected 0..99: both are swept)", text));
  }
  if (*last >= cube3::kCosetClassCount) {
    throw Error(fmt::format("--range: there is no coset class {} (expected 0 to {})", *last,
                            cube3::kCosetClassCount - 1));
  }
  plan.kind = SweepPlan::Kind::range;
  plan.first = *first;
  plan.count = *last - *first + 1;
}

// Each line holds a class or a position.
void read_list(const std::string& path, SweepPlan& plan) {
  // Room for every class of cosets.
  constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30U;
  std::istringstream file(read_file(path, kMostBytes));
  const PuzzleDefinition definition = load_puzzle("3x3x3");
  const cube3::Holding holding(definition);
  plan.kind = SweepPlan::Kind::list;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (line.empty() || line.front() == '#') continue;
    if (const auto index = whole_number(line)) {
      if (*index >= cube3::kCosetClassCount) {
        throw Error({path, number, 1}, fmt::format("there is no coset class {} (expected 0 to {})",
                                                   *index, cube3::kCosetClassCount - 1));
      }
      plan.classes.push_back(*index);
      continue;
    }
    const cube3::Cube cube = holding.hold(holding.read(line, {path, number, 1})).position;
    require_possible(cube, {path, number, 0});
    plan.classes.push_back(cube3::coset_class_of(cube).index);
  }
  if (plan.classes.empty()) throw Error(fmt::format("--list: there is no coset in '{}'", path));
  plan.count = plan.classes.size();
}

cube3::SweepWish wish_of(const SweepCommand& command) {
  cube3::SweepWish wish;
  if (command.random) {
    wish.plan.emplace().count = *command.random;
    wish.seed_given = command.seed.has_value();
    if (command.seed) wish.plan->seed = *command.seed;
  } else if (!command.range.empty()) {
    read_range(command.range, wish.plan.emplace());
  } else if (!command.list.empty()) {
    read_list(command.list, wish.plan.emplace());
  }
  if (!command.metric.empty()) wish.metric = parse_metric(command.metric);
  wish.within = command.within;
  wish.depth = command.depth;
  wish.search_depth = command.search_depth;
  return wish;
}

// What is to be done: as the file says, or as the options say where there is none yet.
SweepTask task_for(const SweepCommand& command, const SweepFile& file) {
  const bool planned = command.random || !command.range.empty() || !command.list.empty();
  if (!file.task() && !planned) {
    throw Error(
        fmt::format("there is no sweep in '{}' yet: say which cosets (--random 100, --range 0..99 "
                    "or --list FILE)",
                    command.file));
  }
  const SweepTask task = cube3::wished_task(wish_of(command), file.task());
  cube3::check_task(task);
  if (file.task() && task != *file.task()) {
    const std::string asked = task.text();
    const std::string stored = file.task()->text();
    throw Error(fmt::format(
        "'{}' is a sweep of {}, {}; gyre sweep {} goes on with it, another "
        "sweep needs another file",
        command.file, stored,
        asked == stored ? "and another list was given" : fmt::format("not of {}", asked),
        command.file));
  }
  return task;
}

// ---- the sweep ----

std::string unproved_text(const SweepRow& row) {
  const std::uint64_t open = row.left - row.solved;
  return open == 0 ? "" : fmt::format("  {} not solved", grouped(open));
}

void print_head(const SweepTask& task) {
  out(fmt::format("{:>8}  {:>12}  {:>17}  {:>12}  {:>10}  {:>8}\n", "coset", "class",
                  "exact, to depth", "left", task.within ? "one by one" : "", "seconds"));
}

void print_row(const SweepTask& task, const SweepRow& row) {
  std::uint64_t exact = 0;
  for (int depth = 0; depth <= row.exact_depth; ++depth) exact += row.positions[depth];
  out(fmt::format(
      "{:>8}  {:>12}  {:>17}  {:>12}  {:>10}  {:>8.2f}{}\n", row.position, grouped(row.coset.index),
      fmt::format("{} {:>2}", grouped(exact), row.exact_depth), grouped(row.left),
      task.within ? grouped(row.solved) : "", row.seconds, task.within ? unproved_text(row) : ""));
  flush();  // the next may take a minute
}

Json json_of(const SweepRow& row) {
  return {{"position", row.position},
          {"class", row.coset.index},
          {"twist", row.coset.twist},
          {"flip", row.coset.flip},
          {"slice", row.coset.slice},
          {"class_size", row.coset.cosets},
          {"representative", row.representative},
          {"positions", row.positions},
          {"exact_depth", row.exact_depth},
          {"left", row.left},
          {"solved", row.solved},
          {"unsolved", row.unsolved},
          {"seconds", row.seconds}};
}

class SweepWork {
 public:
  explicit SweepWork(const SweepCommand& command)
      : command_(command),
        json_(command.common.json),
        bar_(!json_ && !command.common.quiet && isatty(STDERR_FILENO) != 0) {}

  int run() {
    try {
      return sweep();
    } catch (const Error&) {
      if (!interrupt_.happened()) throw;
    }
    if (!json_ && !command_.common.quiet) {
      note(made_ ? fmt::format("interrupted; gyre sweep {} goes on", command_.file)
                 : "interrupted");
    }
    return interrupt_.status();
  }

 private:
  int sweep() {
    SweepFile file = SweepFile::open(command_.file);
    task_ = task_for(command_, file);
    done_ = file.done();
    const std::uint64_t before = done_;
    bool complete = done_ == task_.plan.count;
    made_ = file.task().has_value();
    if (!complete) {
      const TableStore store = command_.common.store();
      const cube3::CosetOptions options = solver_options(store);
      // What can be known to be missing is said before there is a file. The tables are made after
      // it: that takes so long that it may be interrupted, and goes on from the file.
      cube3::check_device(options);
      if (!made_) file.create(task_);
      made_ = true;
      say_table(store);
      CosetSolver solver(options);
      cube3::LeftSolver left(left_options(solver, options));
      say_begin(solver);
      complete = run_rows(file, solver, left);
    }
    return finish(before, complete);
  }

  [[nodiscard]] cube3::CosetOptions solver_options(const TableStore& store) const {
    const CommonOptions& common = command_.common;
    cube3::CosetOptions options;
    options.metric = task_.metric;
    options.device = coset_device(command_.device);
    options.store = &store;
    options.threads = common.threads;
    options.memory_bytes = common.memory_bytes();
    options.table.work.threads = common.threads;
    options.table.work.progress = progress_callback(common);
    options.table.work.stop = interrupt_.token();
    options.table.warning = [](std::string_view text) { note(fmt::format("gyre: {}", text)); };
    return options;
  }

  void say_table(const TableStore& store) const {
    const TableRecipe recipe = cube3::two_phase_recipes(task_.metric).front();
    if (command_.common.quiet || json_ || store.holds(recipe.key)) return;
    note(making_sentence(store, recipe));
  }

  void say_begin(const CosetSolver& solver) const {
    if (!command_.common.quiet && !json_) {
      const std::string so_far = done_ == 0 ? "" : fmt::format(", {} are done", grouped(done_));
      note(fmt::format("{}{}: {}, {}", task_.text(), so_far, solver.device(),
                       size_text(solver.memory_bytes())));
    }
    if (!json_) print_head(task_);
    flush();
  }

  bool run_rows(SweepFile& file, CosetSolver& solver, cube3::LeftSolver& left) {
    const ProgressCallback progress = progress_callback(command_.common);
    const auto report = [&] {
      if (progress) progress({"sweep", done_, task_.plan.count});
    };
    report();
    cube3::CosetHooks hooks;
    hooks.progress = progress;
    hooks.stop = interrupt_.token();
    if (!json_ && !command_.common.quiet) {
      hooks.hand_over = [this](const cube3::HandOver& event) {
        if (bar_) clear_bar();
        note(hand_over_text(event));
      };
    }
    const cube3::SweepRun run{solver.device(), solver.table_name(), solver.table_digest()};
    const bool complete = run_sweep(
        file, run,
        [&](const cube3::SweepItem& item) { return sweep_coset(solver, left, task_, item, hooks); },
        [&](const SweepRow& row) {
          ++done_;
          if (row.left != row.solved) ++unproved_;
          if (bar_) clear_bar();
          if (json_) {
            out_line(json_of(row));
            flush();
          } else {
            print_row(task_, row);
          }
          report();
        },
        interrupt_.token());
    if (bar_) clear_bar();
    return complete;
  }

  [[nodiscard]] int finish(std::uint64_t before, bool complete) const {
    if (json_) {
      Json line = sweep_task_json(task_);
      line["done"] = done_;
      line["new"] = done_ - before;
      line["end"] = complete ? "all" : "stopped";
      out_line(line);
    } else if (complete) {
      out(fmt::format("all {} cosets are done; gyre sweep report {} sums them up\n", grouped(done_),
                      command_.file));
    } else {
      out(fmt::format("interrupted: {} of {} cosets are done; gyre sweep {} goes on\n",
                      grouped(done_), grouped(task_.plan.count), command_.file));
    }
    if (!complete) return interrupt_.status();
    return task_.within && unproved_ != 0 ? 1 : 0;
  }

  const SweepCommand& command_;
  bool json_;
  bool bar_;
  Interrupt interrupt_;
  SweepTask task_;
  bool made_ = false;  // the file, with its task
  std::uint64_t done_ = 0;
  std::uint64_t unproved_ = 0;  // of those that were done now
};

// ---- the options ----

void add_choice(CLI::App& command, SweepCommand& options) {
  const char* which = "Which cosets";
  CLI::Option* random =
      command.add_option("--random", options.random, "So many random ones, each as likely")
          ->type_name("N")
          ->group(which);
  command.add_option("--seed", options.seed, "Where the random ones begin [1]")
      ->type_name("N")
      ->needs(random)
      ->group(which);
  CLI::Option* range =
      command.add_option("--range", options.range, "The classes of these numbers, both included")
          ->type_name("A..B")
          ->excludes(random)
          ->group(which);
  command
      .add_option("--list", options.list,
                  "A file with the number of a class, or a position of a coset, on each line")
      ->type_name("FILE")
      ->excludes(random)
      ->excludes(range)
      ->group(which);
  const char* how = "How far";
  const std::string gods_numbers =
      by_metric([](Metric metric) { return cube3::facts_of(metric).god_number; });
  const auto depths = number_within(0, cube3::kLongestCoset);
  CLI::Option* within =
      command
          .add_option("--within", options.within,
                      fmt::format("Prove that all positions are within so many moves; what no "
                                  "depth reaches is solved one by one [{}]",
                                  gods_numbers))
          ->check(depths)
          ->group(how);
  command.add_option("--depth", options.depth, "Or only count, up to this depth")
      ->check(depths)
      ->excludes(within)
      ->group(how);
  command
      .add_option("--search-depth", options.search_depth,
                  fmt::format("Search up to this depth; beyond, only moves of H spread what was "
                              "found [as is quickest for --within {}; else all depths]",
                              gods_numbers))
      ->check(depths)
      ->group(how);
  add_metric_option(command, options.metric,
                    fmt::format("What counts as one move [{}]", to_string(kUsualMetric)))
      ->group(how);
}

}  // namespace

void add_sweep(CLI::App& program) {
  auto options = std::make_shared<SweepCommand>();
  options->common.memory = "8G";
  CLI::App* command = program.add_subcommand(
      "sweep", "3x3x3: many cosets, one after the other, into a file; goes on after a stop");
  command->footer(
      "Examples:\n"
      "  gyre sweep twenty.db --random 100 --seed 7\n"
      "  gyre sweep twenty.db                      goes on, with what the file was made for\n"
      "  gyre sweep report twenty.db --svg twenty.svg\n"
      "  gyre sweep counts.db --range 0..999 --depth 16");
  CLI::Option* file =
      command->add_option("file", options->file, "The file with the results")->type_name("FILE.db");
  add_choice(*command, *options);
  command->add_option("--device", options->device, "auto: a GPU if there is one that will do")
      ->check(word_among({"auto", "cpu", "gpu"}))
      ->capture_default_str()
      ->group("Running");
  add_running_options(*command, options->common, "Memory to stay within");

  CLI::App* summary = command->add_subcommand("report", "What is done, and what it tells");
  summary->footer(
      "Examples:\n"
      "  gyre sweep report twenty.db\n"
      "  gyre sweep report twenty.db --svg twenty.svg --json");
  summary->add_option("file", options->file, "The file with the results")
      ->type_name("FILE.db")
      ->required();
  summary
      ->add_option("--svg", options->picture,
                   "Also plot the positions by depth into this file; one that ends in .png makes "
                   "pixels")
      ->type_name("FILE.svg");
  summary->add_flag("--json", options->common.json, "One JSON object (docs/json.md)");
  summary->callback([options] { report_sweep(*options); });

  command->callback([options, command, summary, file] {
    if (command->got_subcommand(summary)) return;
    if (file->empty()) {
      throw Error("no file was given (expected gyre sweep FILE.db --random 100)");
    }
    if (const int status = SweepWork(*options).run(); status != 0) throw CLI::RuntimeError(status);
  });
}

}  // namespace gyre::cli
