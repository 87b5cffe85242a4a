// gyre solve: chooses the engine, and is the front of the 3x3x3's own: short solutions, improved
// for as long as allowed; one position on all threads, or a stream of them, one a thread, answers
// in order. What is printed has been replayed on the definition. The front of the general engine is
// solve_general.cpp.
#include "command.h"
#include "cube_tables.h"
#include "drawing.h"
#include "interrupt.h"
#include "ordered.h"
#include "position_stream.h"
#include "positions.h"
#include "solve_options.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/cube3/held.h>
#include <gyre/cube3/solver.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>

namespace gyre::cli {
namespace {

constexpr double kNoLimit = 1e9;

int max_length(const SolveOptions& options) {
  return options.max_length.value_or(cube3::SolveLimits{}.max_length);
}

// What there is to print about one position.
struct Answer {
  std::string text;    // whole lines
  bool found = false;  // in time and within the length
  int length = 0;      // of the shortest
  bool optimal = false;
  double seconds = 0;
  std::string moves;  // of the first solution
  Scramble position;  // as it was read
};

// Prints a text at once; empty where improvements wait for their turn in the stream.
using Print = std::function<void(const std::string&)>;

class Solving {
 public:
  Solving(const SolveOptions& options, const cube3::Holding& holding, const Cube3Solver& solver,
          bool single)
      : options_(options), holding_(holding), solver_(solver), single_(single) {
    limits_.target_length = options.target;
    // A target that every position reaches is limit enough.
    const int always = options.common.metric() == Metric::htm ? 20 : 26;
    const bool reachable = options.target >= always && max_length(options) >= always;
    limits_.seconds = options.seconds.value_or(reachable ? kNoLimit : single ? 1.0 : 0.01);
    limits_.max_length = max_length(options);
    limits_.threads = single ? options.common.threads : 1;
    if (!options.goals.empty()) read_goal();
  }

  // Nothing if it was stopped before there was a solution. Throws Error with the place.
  [[nodiscard]] std::optional<Answer> answer(const PendingPosition& pending,
                                             const std::stop_token& stop,
                                             const Print& print = {}) const {
    const Scramble position =
        pending.position ? *pending.position : holding_.read(pending.text, pending.source);
    try {
      return answer(pending, position, stop, print);
    } catch (const Error& error) {
      throw Error(single_ && !pending.has_line ? error.message()
                                               : pending.prefix() + error.message());
    }
  }

 private:
  // One solution on its way out.
  struct Found {
    std::string moves;
    int length = 0;
    bool optimal = false;
  };

  void read_goal() {
    try {
      goal_ = holding_.hold(holding_.read(options_.goals[0])).cube;
    } catch (const Error& error) {
      throw Error(fmt::format("--to: {}", error.what()));
    }
    const std::string reason = why_impossible(goal_);
    if (!reason.empty()) {
      throw Error(fmt::format("--to: face turns cannot reach this cube: {}", reason));
    }
    to_goal_ = invert(goal_);
  }

  std::optional<Answer> answer(const PendingPosition& pending, const Scramble& position,
                               const std::stop_token& stop, const Print& print) const {
    const cube3::HeldCube held = holding_.hold(position);
    // position S = goal exactly if (goal^-1 position) S = solved.
    const cube3::Cube cube = compose(to_goal_, held.cube);
    Answer answer;
    std::vector<cube3::Solution> solutions;
    if (options_.number > 1) {
      solutions = solver_.solve_several(cube, options_.number, limits_, stop);
    } else {
      cube3::SolutionCallback improved;
      if (options_.all_shorter) {
        improved = [&](const cube3::Solution& better) {
          const std::string line = improvement_line(pending, finish(better, position, held));
          if (print) {
            print(line);
          } else {
            answer.text += line;
          }
          answer.length = better.length;
          answer.found = true;
        };
      }
      solutions.push_back(solver_.solve(cube, limits_, improved, stop));
    }
    const bool told = answer.found;  // as an improvement
    const bool proved_none = !solutions.empty() && solutions[0].optimal;
    std::erase_if(solutions, [](const cube3::Solution& solution) { return !solution.found; });
    answer.found = !solutions.empty();
    if (!answer.found) {
      if (stop.stop_requested()) return std::nullopt;
      answer.optimal = proved_none;
      answer.text += none_line(pending, answer);
      return answer;
    }
    answer.length = solutions[0].length;
    answer.optimal = solutions[0].optimal;
    answer.seconds = solutions[0].seconds;
    std::vector<Found> found;
    for (const cube3::Solution& solution : solutions) {
      found.push_back(finish(solution, position, held));
    }
    answer.moves = found[0].moves;
    answer.position = position;
    if (options_.common.json) {
      answer.text += json_line(pending, solutions, found);
    } else if (!told) {
      for (const Found& one : found) answer.text += text_line(pending, one);
    }
    return answer;
  }

  // As it is to be printed, after its replay.
  Found finish(const cube3::Solution& solution, const Scramble& position,
               const cube3::HeldCube& held) const {
    std::vector<cube3::FaceTurn> moves;
    bool right = false;
    if (options_.inverse) {
      // From the goal as the definition holds it: a scramble starts there, however the position
      // that it makes was held.
      for (auto move = solution.moves.rbegin(); move != solution.moves.rend(); ++move) {
        moves.push_back(move->inverse());
      }
      right = holding_.leads(holding_.conversion().to_state(goal_), moves, held.cube, 0);
    } else {
      moves = holding_.as_held(solution.moves, held.rotation);
      right = holding_.leads(position.state, moves, goal_, held.rotation);
    }
    std::string text = cube3::to_string(moves);
    if (!right) throw std::logic_error("a solution failed its replay: " + text);
    return {std::move(text), solution.length, solution.optimal};
  }

  // Where a position may have several lines, each names it.
  std::string text_line(const PendingPosition& pending, const Found& found) const {
    const bool named = !single_ && (options_.number > 1 || options_.all_shorter);
    return (named ? pending.name + ": " : "") + found.moves + "\n";
  }

  std::string improvement_line(const PendingPosition& pending, const Found& found) const {
    if (!options_.common.json) return text_line(pending, found);
    Json line = head(pending);
    line["improvement"] = true;
    line["solution"] = found.moves;
    line["length"] = found.length;
    line["metric"] = metric_name();
    return json_text(line) + "\n";
  }

  std::string json_line(const PendingPosition& pending,
                        const std::vector<cube3::Solution>& solutions,
                        const std::vector<Found>& found) const {
    Json line = head(pending);
    line["solution"] = found[0].moves;
    line["length"] = found[0].length;
    line["metric"] = metric_name();
    line["optimal"] = found[0].optimal;
    if (options_.number > 1) {
      Json list = Json::array();
      for (const Found& one : found) {
        list.push_back({{"solution", one.moves}, {"length", one.length}});
      }
      line["solutions"] = std::move(list);
    }
    line["seconds"] = solutions[0].seconds;
    line["nodes"] = solutions[0].nodes;
    return json_text(line) + "\n";
  }

  // A comment, which is a sequence without moves: a stream keeps one line a position, and nobody
  // takes it for a solution.
  std::string none_line(const PendingPosition& pending, const Answer& answer) const {
    const std::string why = why_none(max_length(options_), answer.optimal);
    if (!options_.common.json) {
      return single_ ? "" : text_line(pending, {"// " + why, 0, false});
    }
    Json line = head(pending);
    line["solution"] = nullptr;
    line["length"] = nullptr;
    line["metric"] = metric_name();
    line["optimal"] = answer.optimal;
    line["note"] = why;
    return json_text(line) + "\n";
  }

  static Json head(const PendingPosition& pending) {
    Json line{{"name", pending.name}};
    if (pending.has_line) line["line"] = pending.source.line;
    return line;
  }

  [[nodiscard]] const char* metric_name() const {
    return solver_.metric() == Metric::qtm ? "qtm" : "htm";
  }

 public:
  static std::string why_none(int max_length, bool proved) {
    return fmt::format("no solution of {} moves or fewer {}", max_length,
                       proved ? "exists" : "was found in the time");
  }

 private:
  const SolveOptions& options_;
  const cube3::Holding& holding_;
  const Cube3Solver& solver_;
  bool single_;
  cube3::SolveLimits limits_;
  cube3::Cube goal_;
  cube3::Cube to_goal_;  // its inverse
};

// The position that was solved, with its solution below.
void draw_answer(const SolveOptions& options, const Answer& answer) {
  const DrawablePuzzle puzzle(options.common);
  DrawOptions draw;
  draw.title = fmt::format("{}, solved by {}", puzzle.definition.name(), answer.moves);
  draw.caption = answer.moves;
  write_picture(*options.picture, puzzle.svg(puzzle.place(answer.position), draw));
}

// Status 1 if there was no solution.
int solve_single(const SolveOptions& options, const Solving& solving,
                 const PendingPosition& position, const std::stop_token& stop) {
  const std::optional<Answer> answer = solving.answer(position, stop, [](const std::string& line) {
    out(line);
    flush();
  });
  if (!answer) return 1;
  out(answer->text);
  flush();
  if (!answer->found) {
    if (!options.common.json)
      note("gyre: " + Solving::why_none(max_length(options), answer->optimal));
    return 1;
  }
  if (!options.common.quiet && !options.common.json) {
    note(fmt::format("{} move{}{}, {:.3f} s", answer->length, answer->length == 1 ? "" : "s",
                     answer->optimal ? " (optimal)" : "", answer->seconds));
  }
  if (options.picture) draw_answer(options, *answer);
  return 0;
}

// What a stream came to, for the note at its end.
struct Summary {
  std::uint64_t found = 0;
  std::uint64_t missed = 0;
  std::uint64_t moves = 0;
};

int solve_stream(const SolveOptions& options, const Solving& solving, PositionStream& positions,
                 std::vector<PendingPosition> first, const Interrupt& interrupt) {
  const auto begun = std::chrono::steady_clock::now();
  Summary summary;
  using Work = OrderedWork<PendingPosition, Answer>;
  Work::Hooks hooks;
  hooks.work = [&](PendingPosition& position, const std::stop_token& stop) {
    return solving.answer(position, stop);
  };
  hooks.emit = [&](const Answer& answer) {
    out(answer.text);
    ++(answer.found ? summary.found : summary.missed);
    if (answer.found) summary.moves += static_cast<std::uint64_t>(answer.length);
  };
  hooks.flush = [] { flush(); };
  hooks.ended = [&] { positions.cancel(); };
  Work work(options.common.threads, hooks);
  const std::stop_callback on_interrupt(interrupt.token(), [&] { work.stop(); });
  const auto add = [&](PendingPosition position) {
    const std::size_t bytes = position.text.size();
    return work.add(std::move(position), bytes);
  };
  bool wanted = true;
  for (PendingPosition& position : first) wanted = wanted && add(std::move(position));
  // A fault of the input comes after the answers to what was read before it.
  std::exception_ptr fault;
  try {
    while (wanted) {
      std::optional<PendingPosition> position = positions.next();
      wanted = position && add(std::move(*position));
    }
  } catch (const Error&) {
    fault = std::current_exception();
  }
  work.finish();
  if (fault) std::rethrow_exception(fault);
  if (!options.common.quiet && !options.common.json) {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begun;
    const auto all = static_cast<double>(std::max<std::uint64_t>(1, summary.found));
    note(fmt::format("{} solved, {:.2f} moves on average, {:.3f} s{}", summary.found,
                     static_cast<double>(summary.moves) / all, passed.count(),
                     summary.missed == 0 ? ""
                                         : fmt::format("; {} without a solution of {} moves or "
                                                       "fewer",
                                                       summary.missed, max_length(options))));
  }
  return summary.missed == 0 ? 0 : 1;
}

// Options that only one engine has, as they were given.
std::string options_of_cube3(const SolveOptions& options) {
  if (options.target != 0) return "--target";
  if (options.all_shorter) return "--all-shorter";
  if (options.build) return "--build";
  return options.no_verify ? "--no-verify" : "";
}

std::string options_of_general(const SolveOptions& options) {
  if (!options.common.moves.empty()) return "--moves";
  if (options.min_length != 0) return "--min-length";
  if (options.all) return "--all";
  if (options.random_order) return "--random-order";
  if (options.table_depth != 0) return "--table-depth";
  if (options.any_hold) return "--any-hold";
  if (!options.checkpoint.empty()) return "--checkpoint";
  return options.goals.size() > 1 ? "several --to" : "";
}

// The 3x3x3 has an engine of its own, as long as nothing is asked that only the other can do.
bool takes_general(const SolveOptions& options, const PuzzleDefinition& definition) {
  const std::string general = options_of_general(options);
  const std::string cube3 = options_of_cube3(options);
  const bool is_cube = cube3::is_cube3(definition);
  if (options.engine == "cube3") {
    if (!general.empty()) {
      throw Error(
          fmt::format("the 3x3x3's own engine has no {}; leave it out, or take --engine "
                      "general",
                      general));
    }
    return false;
  }
  const bool takes = options.engine == "general" || !is_cube || !general.empty();
  if (takes && !cube3.empty()) {
    throw Error(
        fmt::format("{} is for the 3x3x3's own engine, and {} takes the general one, whose "
                    "solutions are optimal",
                    cube3,
                    !is_cube                      ? definition.name()
                    : options.engine == "general" ? "--engine general"
                                                  : general));
  }
  return takes;
}

int solve_cube3(const SolveOptions& options, const PuzzleDefinition& definition);

int solve(const SolveOptions& options) {
  if (options.all && options.number > 1) {
    throw Error(
        "-n and --all exclude each other: one asks for so many, the other for all of the "
        "least length");
  }
  if (options.max_length && options.min_length > *options.max_length) {
    throw Error(
        "no solution has at least --min-length and at most --max-length moves: the first is "
        "greater");
  }
  if (options.picture) check_picture_path(*options.picture);
  const PuzzleDefinition definition = options.common.definition();
  return takes_general(options, definition) ? solve_generally(options)
                                            : solve_cube3(options, definition);
}

int solve_cube3(const SolveOptions& options, const PuzzleDefinition& definition) {
  if (options.all_shorter && options.number > 1) {
    throw Error(
        "-n and --all-shorter exclude each other: one lists different solutions, the "
        "other each that is shorter than all before");
  }
  std::vector<std::string> arguments = options.positions;
  if (arguments.empty()) {
    if (isatty(STDIN_FILENO) != 0) {
      throw Error(
          "no position was given (right would be gyre solve \"R U F\", or - to type one a "
          "line)");
    }
    arguments.emplace_back("-");
  }
  const cube3::Holding holding(definition);
  const Interrupt interrupt;
  PositionStream positions(definition, arguments);
  // One position given as an argument or alone in a file has all threads and a second. Standard
  // input is a stream: whether a second line comes cannot be waited for.
  std::vector<PendingPosition> first;
  const bool stream = positions.reads_stdin();
  while (!stream && first.size() < 2) {
    std::optional<PendingPosition> position = positions.next();
    if (!position) break;
    first.push_back(std::move(*position));
  }
  if (!stream && first.empty()) throw Error("no position was given");
  const bool single = !stream && first.size() == 1;
  if (options.picture && !single) {
    throw Error("--draw makes a picture of one position: give one as an argument or in a file");
  }
  CubeTables wish;
  wish.build = options.build;
  wish.verify = !options.no_verify;
  // Many cubes are worth a copy in huge pages.
  wish.copy = stream || (!single && positions.reads_files());
  const auto run = [&] {
    const Cube3Solver solver = make_cube_solver(options.common, wish, interrupt.token());
    const Solving solving(options, holding, solver, single);
    return single ? solve_single(options, solving, first[0], interrupt.token())
                  : solve_stream(options, solving, positions, std::move(first), interrupt);
  };
  int status = 0;
  try {
    status = run();
  } catch (const Error&) {
    if (!interrupt.happened()) throw;
  }
  return interrupt.happened() ? interrupt.status() : status;
}

std::string check_time(const std::string& text) {
  return text.find_first_of("nN") == std::string::npos ? "" : "'" + text + "' is no time";
}

}  // namespace

void add_solve(CLI::App& program) {
  auto options = std::make_shared<SolveOptions>();
  CLI::App* command = add_command(
      program, "solve", "Solve: the 3x3x3 in few moves at once, any other puzzle in the fewest",
      "  gyre solve \"R U2 F' L D B2 R' U F\"\n"
      "  gyre solve --time 10 --all-shorter \"R U2 F' L D B2 R' U F\"\n"
      "  gyre solve --target 20 < scrambles.txt > solutions.txt\n"
      "  gyre solve -n 3 --json \"R U F\"\n"
      "  gyre solve --to \"M2 E2 S2\" \"R U F\"\n"
      "  gyre solve -p pyraminx \"U L' R B l\"\n"
      "  gyre solve -p megaminx --all \"R U F2\"\n"
      "  gyre solve --moves U,R \"R U R' U R U2 R'\"",
      options->common);
  command->add_option("position", options->positions,
                      std::string(kPositionHelp) + "; without any, stdin is read");
  command
      ->add_option("--engine", options->engine,
                   "auto: the 3x3x3's own where it can do what is asked; cube3; general: optimal "
                   "solutions of any puzzle")
      ->check(CLI::IsMember({"auto", "cube3", "general"}))
      ->capture_default_str();
  command
      ->add_option("--time", options->seconds,
                   "Seconds for each position. 3x3x3: to improve the solution [1 for one position, "
                   "0.01 for each of several; none with a --target that every position reaches]; "
                   "others: to find it [no limit]")
      ->check(CLI::Range(0.0, 1e9))
      ->check(check_time);
  command->add_option("--target", options->target, "3x3x3: stop at so many moves or fewer")
      ->check(CLI::Range(0, 40));
  command
      ->add_option("--max-length", options->max_length,
                   "Solutions of at most so many moves [3x3x3: 40]")
      ->check(CLI::Range(0, 1'000));
  command->add_option("--min-length", options->min_length, "Solutions of at least so many moves")
      ->check(CLI::Range(0, 1'000));
  command->add_option("-n,--number", options->number, "Different solutions for each position")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command->add_flag("--all", options->all, "All solutions of the least length");
  command->add_flag("--all-shorter", options->all_shorter,
                    "3x3x3: print each solution that is shorter than all before");
  command
      ->add_option("--to", options->goals,
                   "Lead to this position instead of the solved one; several times: to the nearest "
                   "of them")
      ->type_name("POSITION")
      ->allow_extra_args(false);
  command->add_flag(
      "--any-hold", options->any_hold,
      "The puzzle may end up turned as a whole in any way: for puzzles without a fixed "
      "piece");
  command
      ->add_option("--random-order", options->random_order,
                   "Try the moves in an order drawn from this seed: another of the solutions")
      ->type_name("SEED");
  command
      ->add_option("--checkpoint", options->checkpoint,
                   "Write now and then how far the search has come, and go on from there if the "
                   "file exists")
      ->type_name("FILE");
  command
      ->add_option(
          "--table-depth", options->table_depth,
          "Fill tables up to so many moves first, as far as memory allows: for hard or many "
          "positions")
      ->check(CLI::Range(0, 200));
  command->add_flag("--inverse", options->inverse,
                    "Print the way back: a sequence that makes the position");
  command->add_flag("--build", options->build,
                    "3x3x3: make the big tables if they are not stored: shorter solutions in less "
                    "time");
  command->add_flag("--no-verify", options->no_verify,
                    "3x3x3: trust the stored tables: opens sooner, believes a damaged file");
  command
      ->add_option("--draw", options->picture,
                   "Draw the position, with the solution below, into this .svg or .png")
      ->type_name("FILE");
  command->callback([options] {
    const int status = solve(*options);
    if (status != 0) throw CLI::RuntimeError(status);
  });
}

}  // namespace gyre::cli
