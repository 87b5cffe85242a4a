// gyre solve --optimal: shortest solutions of the 3x3x3 with their proof. One position on all
// threads, its lengths told as they are done; or a stream of them, as many at once as there are
// threads.
#include "cube_session.h"
#include "optimal_tables.h"
#include "progress.h"
#include "solve_options.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/cube3/optimal.h>
#include <unistd.h>
#include <nlohmann/json.hpp>
#include "base/memory.h"
#include "front/search_end.h"

#include <algorithm>

namespace gyre::cli {
namespace {

int max_length(const SolveOptions& options) {
  return options.max_length.value_or(cube3::OptimalLimits{}.max_length);
}

// No shorter solution than the first exists; or none at all, if there is none.
bool is_optimal(const cube3::OptimalResult& result) {
  if (!result.found()) return result.end == cube3::OptimalResult::End::none;
  return result.solutions[0].length <= result.proved;
}

// Whether there is all that was asked for: one shortest solution is, even if another of its length
// would come first.
bool is_complete(const SolveOptions& options, const cube3::OptimalResult& result) {
  if (result.end == cube3::OptimalResult::End::found) return true;
  return result.found() && !options.all && options.number == 1;
}

// What is known without a solution, or beside fewer than were asked for.
std::string what_is_known(const SolveOptions& options, const cube3::OptimalResult& result) {
  const int proved = std::min(result.proved - 1, max_length(options));
  const std::string none =
      proved < 0 ? "nothing is proved yet"
                 : fmt::format("no {}solution of {} move{} or fewer exists",
                               result.found() ? "other " : "", proved, proved == 1 ? "" : "s");
  return sentence_of_end(result, none);
}

struct Answer : CubeAnswer {
  cube3::OptimalResult result;
};

class OptimalSolving {
 public:
  OptimalSolving(const SolveOptions& options, const CubeSession& session,
                 const OptimalSolver& solver)
      : options_(options), session_(session), solver_(solver) {
    limits_.max_length = max_length(options);
    limits_.number = static_cast<std::uint64_t>(options.number);
    limits_.all_shortest = options.all;
    limits_.seconds = options.seconds;
  }

  [[nodiscard]] Answer answer(const CubeTask& task, const cube3::OptimalHooks& hooks) const {
    Answer answer;
    answer.result = solver_.solve(task.question.cube(), limits_, hooks);
    const cube3::OptimalResult& result = answer.result;
    answer.found = result.found();
    std::vector<std::string> found;
    for (const cube3::OptimalSolution& solution : result.solutions) {
      found.push_back(session_.finished(task, solution.moves));
    }
    if (answer.found) {
      answer.length = result.solutions[0].length;
      answer.moves = found[0];
      answer.position = task.question.position();
    }
    if (options_.common.json) {
      answer.text = json_line(task, result, found);
      return answer;
    }
    for (const std::string& moves : found) answer.text += text_line(task, moves);
    // A comment: a stream keeps one line a position, and nobody takes it for a solution.
    if (!answer.found && !session_.single()) {
      answer.text = text_line(task, "// " + what_is_known(options_, result));
    }
    return answer;
  }

 private:
  std::string text_line(const CubeTask& task, const std::string& text) const {
    return session_.text_line(task, text, options_.number > 1 || options_.all);
  }

  std::string json_line(const CubeTask& task, const cube3::OptimalResult& result,
                        const std::vector<std::string>& found) const {
    Json line = CubeSession::json_head(task);
    line["solution"] = nullptr;
    line["length"] = nullptr;
    if (result.found()) {
      line["solution"] = found[0];
      line["length"] = result.solutions[0].length;
    }
    line["metric"] = options_.common.metric_name;
    line["optimal"] = is_optimal(result);
    if (options_.number > 1 || options_.all) {
      Json list = Json::array();
      for (std::size_t i = 0; i < found.size(); ++i) {
        list.push_back({{"solution", found[i]}, {"length", result.solutions[i].length}});
      }
      line["solutions"] = std::move(list);
    }
    if (!result.found()) line["note"] = what_is_known(options_, result);
    line["end"] = word_of_end(result);
    line["proved"] = result.proved;
    line["seconds"] = result.seconds;
    line["nodes"] = result.nodes;
    line["probes"] = result.probes;
    Json lengths = Json::array();
    for (const cube3::OptimalLength& length : result.lengths) {
      lengths.push_back({{"length", length.length},
                         {"solutions", length.solutions},
                         {"nodes", length.nodes},
                         {"probes", length.probes},
                         {"seconds", length.seconds}});
    }
    line["proof"] = {{"lengths", std::move(lengths)}};
    line["table"] = solver_.table_name();
    return json_text(line) + "\n";
  }

  const SolveOptions& options_;
  const CubeSession& session_;
  const OptimalSolver& solver_;
  cube3::OptimalLimits limits_;
};

void tell_length(const cube3::OptimalLength& length) {
  clear_bar();
  note(fmt::format("length {}: {}, {} nodes, {:.1f} s", length.length,
                   length.solutions == 0   ? "none"
                   : length.solutions == 1 ? "1 solution"
                                           : fmt::format("{} solutions", grouped(length.solutions)),
                   grouped(length.nodes), length.seconds));
}

// Status 1 if there was no solution, or fewer than were asked for.
int solve_single(const SolveOptions& options, const CubeSession& session,
                 const OptimalSolving& solving) {
  const bool chatty = !options.common.quiet && !options.common.json && isatty(STDERR_FILENO) != 0;
  Answer answer;
  const auto engine = [&](const CubeTask& task, const std::stop_token& stop) {
    cube3::OptimalHooks hooks;
    if (chatty) hooks.length = tell_length;
    hooks.progress = progress_callback(options.common);
    hooks.stop = stop;
    answer = solving.answer(task, hooks);
    return answer;
  };
  (void)session.answer_single(engine);
  if (chatty) clear_bar();
  out(answer.text);
  flush();
  const cube3::OptimalResult& result = answer.result;
  if (!options.common.json && !is_complete(options, result)) {
    note("gyre: " + what_is_known(options, result));
  } else if (!options.common.json && !options.common.quiet) {
    const std::size_t count = result.solutions.size();
    const bool is_first = result.end == cube3::OptimalResult::End::found;
    note(fmt::format("{} move{}{}{}{}, {:.3f} s", answer.length, answer.length == 1 ? "" : "s",
                     is_optimal(result) ? " (optimal)" : "",
                     count == 1 ? "" : fmt::format(" ({} solutions)", count),
                     is_first ? "" : "; there was no time to see whether it is the first of them",
                     result.seconds));
  }
  session.draw(answer);
  return is_complete(options, result) ? 0 : 1;
}

}  // namespace

int solve_optimally(const SolveOptions& options, const PuzzleDefinition& definition) {
  CubeSession session(options, definition);
  OptimalTables wish;
  wish.build = options.build;
  wish.verify = !options.no_verify;
  return session.run([&] {
    session.check_first();
    const OptimalSolver solver =
        make_optimal_solver(options.common, wish, session.interrupt().token()).solver;
    if (!options.common.quiet && !options.common.json) {
      note(fmt::format("table {} ({})", solver.table_name(),
                       size_text(solver.table_bytes().size())));
    }
    const OptimalSolving solving(options, session, solver);
    if (session.single()) return solve_single(options, session, solving);
    const auto engine = [&](const CubeTask& task,
                            const std::stop_token& stop) -> std::optional<CubeAnswer> {
      cube3::OptimalHooks hooks;
      hooks.stop = stop;
      Answer answer = solving.answer(task, hooks);
      if (answer.result.end == cube3::OptimalResult::End::stopped && !answer.found) {
        return std::nullopt;
      }
      return answer;
    };
    return session.answer_stream(
        engine, solver.threads(),
        options.seconds ? "in the time" : fmt::format("of {} moves or fewer", max_length(options)));
  });
}

}  // namespace gyre::cli
