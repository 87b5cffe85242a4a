// gyre coset --check: a certificate from a file, and what the library's check of it comes to in
// words.
#include "coset_options.h"
#include "interrupt.h"
#include "optimal_tables.h"
#include "progress.h"

#include "base/seconds.h"
#include "base/text.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/cube3/coset.h>
#include <nlohmann/json.hpp>
#include "cube3/core/metric_facts.h"
#include "cube3/coset/device.h"
#include "cube3/proof/plan_words.h"
#include "front/solve/words.h"

#include <chrono>

namespace gyre::cli {
namespace {

using cube3::CertificateCheck;

std::string table_words(const CertificateCheck& found) {
  switch (found.table) {
    case CertificateCheck::TableState::not_stored:
      return "is not stored here";
    case CertificateCheck::TableState::sound:
      return "is sound";
    case CertificateCheck::TableState::damaged:
      return fmt::format("is damaged here: {}", found.table_fault);
  }
  return "";
}

class CosetCheck {
 public:
  explicit CosetCheck(const CosetCommand& command)
      : command_(command), options_(command.common), store_(command.common.store()) {}

  int run() {
    certificate_ = cube3::read_certificate(read_input(options_, command_.check), command_.check);
    options_.metric_name = to_string(certificate_.proof.metric);
    claimed_ = certificate_.proof.proved_within();
    // Before anything else takes its time.
    if (command_.full) cube3::check_device(again_options());
    begun_ = std::chrono::steady_clock::now();
    found_ = check_certificate(certificate_, check_options(), hooks());
    const double passed = seconds_since(begun_);
    options_.json ? print_json(passed) : print_text(passed);
    if (found_.stopped) return interrupt_.status();
    return found_.contradiction.empty() ? 0 : 1;
  }

 private:
  [[nodiscard]] cube3::CosetOptions again_options() const {
    const Metric metric = certificate_.proof.metric;
    const bool gpu = cube3::choose_device(coset_device(command_.device), metric).gpu;
    return coset_solver_options(command_, metric, gpu, store_, interrupt_.token());
  }

  [[nodiscard]] cube3::CertificateCheckOptions check_options() const {
    cube3::CertificateCheckOptions options;
    options.name = command_.check;
    options.samples = command_.samples;
    options.seed = command_.seed;
    options.threads = options_.threads;
    options.store = &store_;
    options.make_optimal = [this] {
      return make_optimal_solver(options_, {}, interrupt_.token()).solver;
    };
    options.full = command_.full;
    options.make_coset = [this](cube3::LeftOptions& beside) {
      const cube3::CosetOptions wanted = again_options();
      const bool gpu = wanted.device == cube3::CosetDevice::gpu;
      if (!options_.quiet && !options_.json) {
        note(fmt::format("making it again: {}",
                         about_time(cube3::rough_seconds(certificate_.proof.plan, wanted.metric,
                                                         gpu, options_.threads))));
      }
      CosetSolver solver(wanted);
      beside = left_options(solver, wanted);
      return solver;
    };
    return options;
  }

  [[nodiscard]] cube3::CertificateCheckHooks hooks() const {
    cube3::CertificateCheckHooks hooks;
    if (!options_.quiet && !options_.json) {
      hooks.distances = [](std::size_t positions, const OptimalSolver& solver) {
        note(fmt::format("finding the distance{} of {} position{} with table {}",
                         positions == 1 ? "" : "s", positions, positions == 1 ? "" : "s",
                         solver.table_name()));
      };
    }
    hooks.progress = progress_callback(options_);
    hooks.stop = interrupt_.token();
    return hooks;
  }

  [[nodiscard]] const char* verdict() const {
    if (!found_.contradiction.empty()) return "contradicted";
    if (found_.stopped) return "stopped";
    return found_.confirmed() ? "confirmed" : "not contradicted";
  }

  void print_json(double seconds) const {
    Json claimed = nullptr;
    if (claimed_) claimed = *claimed_;
    const auto& left = certificate_.proof.left;
    Json object{{"certificate", command_.check},
                {"verdict", verdict()},
                {"proved_within", claimed},
                {"replayed", left ? left->solutions.size() : 0},
                {"table", {{"name", certificate_.table_name}, {"note", table_words(found_)}}},
                {"recounted_depth", found_.recounted_depth},
                {"checksums_compared", found_.checksums_compared},
                {"symmetric_positions", found_.symmetric_tried},
                {"symmetric_solved", found_.symmetric_solved},
                {"random_positions", found_.tried},
                {"random_solved", found_.lengths.size()},
                {"length_probability", found_.length_probability},
                {"distances", found_.distances},
                {"distance_probability", found_.distance_probability},
                {"seed", command_.seed},
                {"made_again", found_.remade}};
    if (!found_.contradiction.empty()) object["note"] = found_.contradiction;
    object["end"] = found_.stopped ? "stopped" : "done";
    object["seconds"] = seconds;
    out_line(object);
  }

  void print_text(double seconds) const {
    out(fmt::format("{}: coset of {}, class {}, {}, exact to depth {}{}\n", command_.check,
                    certificate_.given.empty() ? "the solved position"
                                               : without_control_characters(certificate_.given),
                    grouped(certificate_.kind.index), options_.metric_name,
                    certificate_.proof.result.exact_depth(),
                    claimed_ ? fmt::format(", all within {}", *claimed_) : ""));
    out("the counts add up\n");
    const auto& left = certificate_.proof.left;
    if (left && !left->solutions.empty()) {
      out(fmt::format("{} solutions of single positions replayed\n",
                      grouped(left->solutions.size())));
    }
    out(fmt::format("table {} {}\n", certificate_.table_name, table_words(found_)));
    if (found_.recounted_depth >= 0) {
      out(fmt::format("depths 0 to {} counted again, {} checksums compared\n",
                      found_.recounted_depth, found_.checksums_compared));
    }
    if (found_.symmetric_tried != 0) {
      out(
          fmt::format("{} of {} symmetric positions, its own among them, solved in {} moves or "
                      "fewer\n",
                      found_.symmetric_solved, found_.symmetric_tried, *claimed_));
    }
    if (claimed_) {
      out(fmt::format("{} of {} random positions solved in {} moves or fewer (p = {:.2g})\n",
                      grouped(found_.lengths.size()), grouped(found_.tried), *claimed_,
                      found_.length_probability));
    } else {
      out(fmt::format("{} random positions solved, none too short for the counts (p = {:.2g})\n",
                      grouped(found_.lengths.size()), found_.length_probability));
    }
    if (!found_.distances.empty()) {
      const char* plural = found_.distances.size() == 1 ? "" : "s";
      out(fmt::format("distance{} of {} random position{}: {} (p = {:.2g})\n", plural,
                      found_.distances.size(), plural, fmt::join(found_.distances, " "),
                      found_.distance_probability));
    }
    if (found_.stopped) {
      out("interrupted\n");
    } else if (found_.contradiction.empty()) {
      out(fmt::format("{}, {:.1f} s\n",
                      found_.confirmed()
                          ? "confirmed: all of it was made again and is the same"
                          : "not contradicted by what was rechecked (--full makes it all again)",
                      seconds));
    } else {
      flush();
      note(fmt::format("gyre: {}: {}", command_.check, found_.contradiction));
    }
  }

  const CosetCommand& command_;
  CommonOptions options_;
  TableStore store_;
  Interrupt interrupt_;
  cube3::CosetCertificate certificate_;
  std::optional<int> claimed_;
  CertificateCheck found_;
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace

int check_coset(const CosetCommand& command) {
  return CosetCheck(command).run();
}

}  // namespace gyre::cli
