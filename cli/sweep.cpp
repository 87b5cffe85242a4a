// gyre sweep: many cosets into one file, and what they tell. What is asked, how it is compared with
// what the file was made for, and what is printed; the file is the library's.
#include "command.h"
#include "cube_tables.h"
#include "drawing.h"
#include "interrupt.h"
#include "numbers.h"
#include "progress.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include <unistd.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include "base/memory.h"
#include "base/text.h"
#include "cube3/core/held.h"
#include "cube3/core/metric_facts.h"
#include "cube3/sweep/sweep.h"
#include "cube3/tables/tables.h"
#include "draw/plot.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <map>
#include <memory>
#include <utility>

namespace gyre::cli {
namespace {

using cube3::SweepFile;
using cube3::SweepPlan;
using cube3::SweepReport;
using cube3::SweepRow;
using cube3::SweepTask;

const std::map<std::string, cube3::CosetDevice> kDevices = {{"auto", cube3::CosetDevice::automatic},
                                                            {"cpu", cube3::CosetDevice::cpu},
                                                            {"gpu", cube3::CosetDevice::gpu}};

struct SweepCommand {
  CommonOptions common;
  std::string file;
  std::optional<std::uint64_t> random;
  std::optional<std::uint64_t> seed;
  std::string range;
  std::string list;
  std::optional<int> within;
  std::optional<int> depth;
  std::optional<int> search_depth;
  std::string metric;  // empty: as the file says, or the usual one
  std::string device = "auto";
  std::string picture;
};

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
    throw Error(
        fmt::format("--range: '{}' is no range (right would be 0..99: both are swept)", text));
  }
  if (*last >= cube3::kCosetClassCount) {
    throw Error(fmt::format("--range: there is no coset class {} (right would be 0 to {})", *last,
                            cube3::kCosetClassCount - 1));
  }
  plan.kind = SweepPlan::Kind::range;
  plan.first = *first;
  plan.count = *last - *first + 1;
}

// A class or a position a line.
void read_list(const std::string& path, SweepPlan& plan) {
  std::ifstream file(path);
  if (!file) throw Error(fmt::format("--list: '{}' cannot be read", path));
  const PuzzleDefinition definition = load_puzzle("3x3x3");
  const cube3::Holding holding(definition);
  plan.kind = SweepPlan::Kind::list;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (number == 1) drop_byte_order_mark(line);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (line.empty() || line.front() == '#') continue;
    if (const auto index = whole_number(line)) {
      if (*index >= cube3::kCosetClassCount) {
        throw Error({path, number, 1},
                    fmt::format("there is no coset class {} (right would be 0 to {})", *index,
                                cube3::kCosetClassCount - 1));
      }
      plan.classes.push_back(*index);
      continue;
    }
    const cube3::Cube cube = holding.hold(holding.read(line, {path, number, 1})).position;
    require_possible(cube, {path, number, 0});
    plan.classes.push_back(cube3::coset_class_of(cube).index);
  }
  if (file.bad()) throw Error(fmt::format("--list: '{}' cannot be read", path));
  if (plan.classes.empty()) throw Error(fmt::format("--list: there is no coset in '{}'", path));
  plan.count = plan.classes.size();
}

// The task with what the options say, and the rest as it was.
SweepTask wished(const SweepCommand& command, const std::optional<SweepTask>& stored) {
  SweepTask task = stored.value_or(SweepTask{});
  if (command.random || !command.range.empty() || !command.list.empty()) {
    SweepPlan plan;
    if (command.random) {
      plan.count = *command.random;
      // A seed that was not said is the one that was used.
      if (stored && stored->plan.kind == SweepPlan::Kind::random) plan.seed = stored->plan.seed;
      if (command.seed) plan.seed = *command.seed;
    } else if (!command.range.empty()) {
      read_range(command.range, plan);
    } else {
      read_list(command.list, plan);
    }
    task.plan = plan;
  }
  if (!command.metric.empty()) task.metric = parse_metric(command.metric);
  const bool depths_said = command.within || command.depth;
  if (command.within || (!stored && !command.depth)) {
    task.within = true;
    task.depth = command.within.value_or(cube3::facts_of(task.metric).god_number);
  } else if (command.depth) {
    task.within = false;
    task.depth = *command.depth;
  }
  if (command.search_depth) {
    task.search_depth = *command.search_depth;
  } else if (!stored ||
             (depths_said && (task.within != stored->within || task.depth != stored->depth))) {
    task.search_depth.reset();
    const int god_number = cube3::facts_of(task.metric).god_number;
    if (!task.within || task.depth < god_number) task.search_depth = task.depth;
  }
  return task;
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
  SweepTask task = wished(command, file.task());
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

Json json_of(const SweepTask& task) {
  Json line{{"plan", task.plan.text()}, {"planned", task.plan.count}};
  line["metric"] = to_string(task.metric);
  line[task.within ? "within" : "depth"] = task.depth;
  if (task.search_depth) line["search_depth"] = *task.search_depth;
  return line;
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
      note(fmt::format("interrupted; gyre sweep {} goes on", command_.file));
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
    if (!complete) {
      CommonOptions common = command_.common;
      common.metric_name = to_string(task_.metric);
      // The file is made when all else is there, so that a fault leaves none behind.
      CosetSolver solver = make_solver(common);
      const Cube3Solver single = make_cube_solver(common, {}, interrupt_.token());
      if (!file.task()) file.create(task_);
      say_begin(solver);
      complete = run_rows(file, solver, single);
    }
    return finish(before, complete);
  }

  [[nodiscard]] CosetSolver make_solver(const CommonOptions& common) const {
    const TableStore store = common.store();
    const TableRecipe recipe = cube3::two_phase_recipes(task_.metric).front();
    // Too little memory is said by the solver, before anything is made.
    const bool enough = cube3::coset_memory_bytes(task_.metric) <= common.memory_bytes();
    if (enough && !common.quiet && !json_ && !store.holds(recipe.key)) {
      note(fmt::format("making a table of {}: about {:.0f} s on two cores",
                       size_text(recipe.key.payload_bytes), recipe.rough_seconds));
    }
    cube3::CosetOptions options;
    options.metric = task_.metric;
    options.device = kDevices.at(command_.device);
    options.store = &store;
    options.threads = common.threads;
    options.memory_bytes = common.memory_bytes();
    options.table.work.threads = common.threads;
    options.table.work.progress = progress_callback(common);
    options.table.work.stop = interrupt_.token();
    options.table.warning = [](std::string_view text) { note(fmt::format("gyre: {}", text)); };
    return CosetSolver(options);
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

  bool run_rows(SweepFile& file, CosetSolver& solver, const Cube3Solver& single) {
    const ProgressCallback progress = progress_callback(command_.common);
    const auto report = [&] {
      if (progress) progress({"sweep", done_, task_.plan.count});
    };
    report();
    const cube3::SweepRun run{solver.device(), solver.table_name(), solver.table_digest()};
    const bool complete = run_sweep(
        file, run,
        [&](const cube3::SweepItem& item) {
          return sweep_coset(solver, single, task_, item, progress, interrupt_.token());
        },
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
      Json line = json_of(task_);
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
  std::uint64_t done_ = 0;
  std::uint64_t unproved_ = 0;  // of those that were done now
};

// ---- the report ----

// 9.1365e16
std::string estimate_text(double value) {
  return value == 0 ? "0" : fmt::format("{:.4e}", value);
}

std::string interval_text(const cube3::SweepEstimate& estimate) {
  if (!estimate.low) return "-";
  return fmt::format("{} .. {}", estimate_text(*estimate.low), estimate_text(*estimate.high));
}

std::string duration_text(double seconds) {
  constexpr double kMinute = 60;
  constexpr double kHour = 3600;
  constexpr double kDay = 24 * kHour;
  if (seconds < 2 * kMinute) return fmt::format("{:.0f} s", seconds);
  if (seconds < 2 * kHour) return fmt::format("{:.0f} min", seconds / kMinute);
  if (seconds < 2 * kDay) return fmt::format("{:.1f} h", seconds / kHour);
  return fmt::format("{:.1f} days", seconds / kDay);
}

double seconds_left(const SweepReport& report) {
  if (report.done == 0) return 0;
  return report.seconds / static_cast<double>(report.done) *
         static_cast<double>(report.task.plan.count - report.done);
}

void print_line(const std::array<std::string, 5>& columns) {
  std::string line = fmt::format("{:>5}  {:>23}  {:>11}  {:<25}  {:>26}", columns[0], columns[1],
                                 columns[2], columns[3], columns[4]);
  line.erase(line.find_last_not_of(' ') + 1);
  out(line + "\n");
}

void print_report(const SweepReport& report) {
  const std::uint64_t planned = report.task.plan.count;
  out(fmt::format("{}\n", report.task.text()));
  out(fmt::format("{} of {} cosets done", grouped(report.done), grouped(planned)));
  if (report.done != 0) {
    out(fmt::format(" in {}, {:.1f} an hour", duration_text(report.seconds),
                    report.cosets_per_hour()));
  }
  if (report.done != 0 && report.done != planned) {
    out(fmt::format("; {} left, about {}", grouped(planned - report.done),
                    duration_text(seconds_left(report))));
  }
  out("\n");
  if (report.done == 0) return;
  print_line({"depth", "in these cosets", "whole cube", "95 % interval", "known"});
  bool seen = false;
  std::uint64_t beyond = report.done * cube3::kCosetPositions;
  for (const cube3::SweepDepth& depth : report.depths) {
    seen = seen || depth.positions != 0;
    if (depth.exact) beyond -= depth.positions;
    if (!seen) continue;
    print_line({std::to_string(depth.depth),
                (depth.exact ? "" : "within: ") + grouped(depth.positions),
                depth.estimate ? estimate_text(depth.estimate->positions) : "",
                depth.estimate ? interval_text(*depth.estimate) : "",
                depth.known ? grouped(depth.known->str()) : ""});
  }
  if (report.beyond) {
    print_line({fmt::format("> {}", report.exact_depth), grouped(beyond),
                estimate_text(report.beyond->positions), interval_text(*report.beyond), ""});
  }
  if (report.task.plan.kind != SweepPlan::Kind::random) {
    out("these classes were chosen, not drawn: the interval says how they differ from each "
        "other\n");
  }
  if (!report.task.within) return;
  out(fmt::format("{} positions were left after depth {}, {} solved one by one\n",
                  grouped(report.left), report.task.depth, grouped(report.solved)));
  out(report.unproved == 0
          ? fmt::format("all positions of these cosets are within {} moves ({})\n",
                        report.task.depth, to_string(report.task.metric))
          : fmt::format("{} cosets have positions that were not solved in {} moves ({})\n",
                        grouped(report.unproved), report.task.depth,
                        to_string(report.task.metric)));
}

Json json_of(const cube3::SweepEstimate& estimate) {
  Json json{{"positions", estimate.positions}};
  if (estimate.low) json["low"] = *estimate.low;
  if (estimate.high) json["high"] = *estimate.high;
  return json;
}

Json json_of(const SweepReport& report, const std::vector<cube3::SweepRun>& runs) {
  Json line = json_of(report.task);
  line["done"] = report.done;
  line["left_to_do"] = report.task.plan.count - report.done;
  line["seconds"] = report.seconds;
  line["cosets_per_hour"] = report.cosets_per_hour();
  line["seconds_left"] = seconds_left(report);
  line["exact_depth"] = report.exact_depth;
  line["left"] = report.left;
  line["solved"] = report.solved;
  line["unproved"] = report.unproved;
  line["depths"] = Json::array();
  for (const cube3::SweepDepth& depth : report.depths) {
    Json entry{{"depth", depth.depth},
               {"positions", std::to_string(depth.positions)},
               {"exact", depth.exact}};
    if (depth.estimate) entry["estimate"] = json_of(*depth.estimate);
    if (depth.known) entry["known"] = depth.known->str();
    line["depths"].push_back(std::move(entry));
  }
  if (report.beyond) line["beyond"] = json_of(*report.beyond);
  line["runs"] = Json::array();
  for (const cube3::SweepRun& run : runs) {
    line["runs"].push_back(
        {{"device", run.device}, {"table", run.table_name}, {"table_digest", run.table_digest}});
  }
  return line;
}

std::string plot_of(const SweepReport& report) {
  LogPlot plot;
  plot.title =
      fmt::format("Positions of the 3x3x3 by distance ({})", to_string(report.task.metric));
  plot.caption =
      fmt::format("{} of {}; bars: 95 % confidence", grouped(report.done), report.task.text());
  plot.x_name = "moves";
  plot.y_name = "positions in the whole cube";
  plot.points_name = "estimated from the sample";
  plot.reference_name = "known";
  for (const cube3::SweepDepth& depth : report.depths) {
    if (depth.known)
      plot.reference.push_back({depth.depth, depth.known->convert_to<double>(), {}, {}});
    if (!depth.estimate) continue;
    plot.points.push_back(
        {depth.depth, depth.estimate->positions, depth.estimate->low, depth.estimate->high});
  }
  return plot_svg(plot);
}

void report(const SweepCommand& command) {
  if (!command.picture.empty()) check_picture_path(command.picture);
  const SweepFile file = SweepFile::read(command.file);
  const SweepReport report = report_of(file);
  if (command.common.json) {
    out_line(json_of(report, file.runs()));
  } else {
    print_report(report);
  }
  if (command.picture.empty()) return;
  if (report.done == 0) {
    throw Error(
        fmt::format("there is nothing to plot: no coset of '{}' is done yet", command.file));
  }
  write_picture(command.picture, plot_of(report));
}

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
      ->check(CLI::IsMember({"auto", "cpu", "gpu"}))
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
  summary->callback([options] { report(*options); });

  command->callback([options, command, summary, file] {
    if (command->got_subcommand(summary)) return;
    if (file->empty()) {
      throw Error("no file was given (right would be gyre sweep FILE.db --random 100)");
    }
    if (const int status = SweepWork(*options).run(); status != 0) throw CLI::RuntimeError(status);
  });
}

}  // namespace gyre::cli
