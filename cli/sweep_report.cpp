// gyre sweep report: what a file of cosets tells about the whole cube, in words, as JSON and as a
// plot. The estimates are the library's.
#include "drawing.h"
#include "sweep_options.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <nlohmann/json.hpp>
#include "cube3/core/metric_facts.h"
#include "draw/plot.h"

#include <array>

namespace gyre::cli {
namespace {

// As 9.1365e16.
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

double seconds_left(const cube3::SweepReport& report) {
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

void print_report(const cube3::SweepReport& report) {
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
  if (report.task.plan.kind != cube3::SweepPlan::Kind::random) {
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

Json json_of(const cube3::SweepReport& report, const std::vector<cube3::SweepRun>& runs) {
  Json line = sweep_task_json(report.task);
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

std::string plot_of(const cube3::SweepReport& report) {
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

}  // namespace

Json sweep_task_json(const cube3::SweepTask& task) {
  Json line{{"plan", task.plan.text()}, {"planned", task.plan.count}};
  line["metric"] = to_string(task.metric);
  line[task.within ? "within" : "depth"] = task.depth;
  if (task.search_depth) line["search_depth"] = *task.search_depth;
  return line;
}

void report_sweep(const SweepCommand& command) {
  if (!command.picture.empty()) check_picture_path(command.picture);
  const cube3::SweepFile file = cube3::SweepFile::read(command.file);
  const cube3::SweepReport report = report_of(file);
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

}  // namespace gyre::cli
