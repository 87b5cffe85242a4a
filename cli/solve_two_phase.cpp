// gyre solve through the two-phase engine of the 3x3x3: short solutions, improved for as long as
// allowed; one position on all threads, or a stream of them, one a thread.
#include "cube_session.h"
#include "cube_tables.h"
#include "solve_options.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/cube3/solver.h>
#include <nlohmann/json.hpp>
#include "cube3/core/metric_facts.h"

namespace gyre::cli {
namespace {

constexpr double kNoLimit = 1e9;

int most_moves(const SolveOptions& options) {
  return options.max_length.value_or(cube3::TwoPhaseLimits{}.max_length);
}

std::string why_none(const SolveOptions& options, bool proved) {
  return fmt::format("no solution of {} moves or fewer {}", most_moves(options),
                     proved ? "exists" : "was found in the time");
}

struct ShortAnswer : CubeAnswer {
  bool optimal = false;
  double seconds = 0;
};

// Prints a text at once; empty where improvements wait for their turn in the stream.
using Print = std::function<void(const std::string&)>;

class TwoPhaseSolving {
 public:
  TwoPhaseSolving(const SolveOptions& options, const CubeSession& session,
                  const Cube3Solver& solver)
      : options_(options), session_(session), solver_(solver) {
    const bool single = session.single();
    limits_.target_length = options.target;
    // A target that every position reaches is limit enough.
    const int always = cube3::facts_of(options.common.metric()).god_number;
    const bool reachable = options.target >= always && most_moves(options) >= always;
    limits_.seconds = options.seconds.value_or(reachable ? kNoLimit : single ? 1.0 : 0.01);
    limits_.max_length = most_moves(options);
    limits_.threads = single ? options.common.threads : 1;
  }

  // Nothing if it was stopped before there was a solution.
  [[nodiscard]] std::optional<ShortAnswer> answer(const CubeTask& task, const std::stop_token& stop,
                                                  const Print& print = {}) const {
    ShortAnswer answer;
    std::vector<cube3::TwoPhaseSolution> solutions;
    if (options_.number > 1) {
      solutions = solver_.solve_several(task.question.cube(), options_.number, limits_, stop);
    } else {
      cube3::SolutionCallback improved;
      if (options_.all_shorter) {
        improved = [&](const cube3::TwoPhaseSolution& better) {
          const std::string line = improvement_line(task, better);
          if (print) {
            print(line);
          } else {
            answer.text += line;
          }
          answer.length = better.length;
          answer.found = true;
        };
      }
      solutions.push_back(solver_.solve(task.question.cube(), limits_, improved, stop));
    }
    const bool told = answer.found;  // as an improvement
    const bool proved_none = !solutions.empty() && solutions[0].optimal;
    std::erase_if(solutions,
                  [](const cube3::TwoPhaseSolution& solution) { return !solution.found; });
    answer.found = !solutions.empty();
    if (!answer.found) {
      if (stop.stop_requested()) return std::nullopt;
      answer.optimal = proved_none;
      answer.text += none_line(task, answer);
      return answer;
    }
    answer.length = solutions[0].length;
    answer.optimal = solutions[0].optimal;
    answer.seconds = solutions[0].seconds;
    std::vector<std::string> found;
    for (const cube3::TwoPhaseSolution& solution : solutions) {
      found.push_back(session_.finished(task, solution.moves));
    }
    answer.moves = found[0];
    answer.position = task.question.position();
    if (options_.common.json) {
      answer.text += json_line(task, solutions, found);
    } else if (!told) {
      for (const std::string& moves : found) answer.text += text_line(task, moves);
    }
    return answer;
  }

 private:
  std::string text_line(const CubeTask& task, const std::string& text) const {
    return session_.text_line(task, text, options_.number > 1 || options_.all_shorter);
  }

  std::string improvement_line(const CubeTask& task, const cube3::TwoPhaseSolution& better) const {
    const std::string moves = session_.finished(task, better.moves);
    if (!options_.common.json) return text_line(task, moves);
    Json line = CubeSession::json_head(task);
    line["improvement"] = true;
    line["solution"] = moves;
    line["length"] = better.length;
    line["metric"] = options_.common.metric_name;
    return json_text(line) + "\n";
  }

  std::string json_line(const CubeTask& task, const std::vector<cube3::TwoPhaseSolution>& solutions,
                        const std::vector<std::string>& found) const {
    Json line = CubeSession::json_head(task);
    line["solution"] = found[0];
    line["length"] = solutions[0].length;
    line["metric"] = options_.common.metric_name;
    line["optimal"] = solutions[0].optimal;
    if (options_.number > 1) {
      Json list = Json::array();
      for (std::size_t i = 0; i < found.size(); ++i) {
        list.push_back({{"solution", found[i]}, {"length", solutions[i].length}});
      }
      line["solutions"] = std::move(list);
    }
    line["seconds"] = solutions[0].seconds;
    line["nodes"] = solutions[0].nodes;
    return json_text(line) + "\n";
  }

  // A comment, which is a sequence without moves: a stream keeps one line a position, and nobody
  // takes it for a solution.
  std::string none_line(const CubeTask& task, const ShortAnswer& answer) const {
    const std::string why = why_none(options_, answer.optimal);
    if (!options_.common.json) return session_.single() ? "" : text_line(task, "// " + why);
    Json line = CubeSession::json_head(task);
    line["solution"] = nullptr;
    line["length"] = nullptr;
    line["metric"] = options_.common.metric_name;
    line["optimal"] = answer.optimal;
    line["note"] = why;
    return json_text(line) + "\n";
  }

  const SolveOptions& options_;
  const CubeSession& session_;
  const Cube3Solver& solver_;
  cube3::TwoPhaseLimits limits_;
};

// Status 1 if there was no solution.
int solve_single_shortly(const SolveOptions& options, const CubeSession& session,
                         const TwoPhaseSolving& solving) {
  std::optional<ShortAnswer> answer;
  const auto engine = [&](const CubeTask& task,
                          const std::stop_token& stop) -> std::optional<CubeAnswer> {
    answer = solving.answer(task, stop, [](const std::string& line) {
      out(line);
      flush();
    });
    return answer;
  };
  if (!session.answer_single(engine)) return 1;
  out(answer->text);
  flush();
  if (!answer->found) {
    if (!options.common.json) note("gyre: " + why_none(options, answer->optimal));
    return 1;
  }
  if (!options.common.quiet && !options.common.json) {
    note(fmt::format("{} move{}{}, {:.3f} s", answer->length, answer->length == 1 ? "" : "s",
                     answer->optimal ? " (optimal)" : "", answer->seconds));
  }
  session.draw(*answer);
  return 0;
}

}  // namespace

int solve_in_two_phases(const SolveOptions& options, const PuzzleDefinition& definition) {
  if (options.all_shorter && options.number > 1) {
    throw Error(
        "-n and --all-shorter exclude each other: one lists different solutions, the "
        "other each that is shorter than all before");
  }
  CubeSession session(options, definition);
  CubeTables wish;
  wish.build = options.build;
  wish.verify = !options.no_verify;
  // Many cubes are worth a copy in huge pages.
  wish.copy = session.many();
  return session.run([&] {
    const Cube3Solver solver = make_cube_solver(options.common, wish, session.interrupt().token());
    const TwoPhaseSolving solving(options, session, solver);
    if (session.single()) return solve_single_shortly(options, session, solving);
    return session.answer_stream(
        [&](const CubeTask& task, const std::stop_token& stop) -> std::optional<CubeAnswer> {
          return solving.answer(task, stop);
        },
        options.common.threads, fmt::format("of {} moves or fewer", most_moves(options)));
  });
}

}  // namespace gyre::cli
