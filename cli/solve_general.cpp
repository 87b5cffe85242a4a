// gyre solve through the general engine: optimal solutions of any puzzle, one position after the
// other, each on all threads. What is printed has been replayed on the definition.
#include "drawing.h"
#include "interrupt.h"
#include "position_stream.h"
#include "positions.h"
#include "progress.h"
#include "solve_options.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/base/memory.h>
#include <gyre/front/search_end.h>
#include <gyre/general/checkpoint.h>
#include <gyre/general/goal.h>
#include <gyre/general/solver.h>
#include <gyre/puzzle/sequence.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <stdexcept>

namespace gyre::cli {
namespace {

// One goal where pieces look alike needs a puzzle of its own.
struct GoalSolver {
  PuzzleDefinition definition;
  MoveSet moves;
  std::unique_ptr<Solver> solver;
};

// A rotation that a scramble ends with, as the person holds the puzzle.
struct Held {
  State position;          // turned back
  State turn;              // the rotation
  std::vector<int> image;  // of each move, for who holds it turned
};

class GeneralSolving {
 public:
  GeneralSolving(const SolveOptions& options, const PuzzleDefinition& definition,
                 double expected_positions, const Interrupt& interrupt)
      : options_(options),
        definition_(definition),
        moves_(options.common.move_set(definition)),
        facts_(move_facts(definition)),
        forms_(definition),
        interrupt_(interrupt),
        chatty_(!options.common.quiet && !options.common.json && isatty(STDERR_FILENO) != 0) {
    for (const std::string& goal : options.goals) goals_.push_back(read_goal(goal));
    if (options.any_hold) hold_goals_any_way();
    SolverOptions solver_options;
    solver_options.memory_bytes = options.common.memory_bytes();
    solver_options.threads = options.common.threads;
    solver_options.expected_positions = expected_positions;
    solver_options.table_depth = options.table_depth;
    solver_options.store = std::make_shared<const TableStore>(options.common.store());
    solver_options.warning = [](std::string_view text) { note(fmt::format("gyre: {}", text)); };
    if (goals_.empty() || definition.invertible()) {
      add_solver(definition, solver_options);
    } else {
      if (goals_.size() > 1 && (options.number > 1 || options.all)) {
        throw Error("where pieces look alike, -n and --all go with one goal only");
      }
      if (goals_.size() > 1 && !options.checkpoint.empty()) {
        throw Error("where pieces look alike, --checkpoint goes with one goal only");
      }
      solver_options.memory_bytes /= goals_.size();
      for (const State& goal : goals_) add_solver(with_solved(definition, goal), solver_options);
    }
    if (chatty_) announce();
  }

  // Status. single: the only position there is.
  int answer(const PendingPosition& pending, bool single) {
    const Scramble read =
        pending.position ? *pending.position : forms_.read(pending.text, pending.source);
    try {
      return answer(pending, read, single);
    } catch (const Error& error) {
      throw Error(single && !pending.has_line ? error.message()
                                              : pending.prefix() + error.message());
    }
  }

 private:
  void add_solver(const PuzzleDefinition& definition, const SolverOptions& options) {
    MoveSet moves = options_.common.move_set(definition);
    auto solver = std::make_unique<Solver>(definition, moves, options);
    solvers_.push_back({definition, std::move(moves), std::move(solver)});
  }

  State read_goal(const std::string& text) const {
    try {
      return hold(definition_, forms_.read(text)).state;
    } catch (const Error& error) {
      throw Error(fmt::format("--to: {}", error.what()));
    }
  }

  // Each goal in all ways in which the whole puzzle can be held.
  void hold_goals_any_way() {
    if (!definition_.invertible()) {
      throw Error(
          "--any-hold needs a puzzle whose pieces are all different; give each goal with "
          "--to");
    }
    const OrbitList& orbits = definition_.orbits();
    std::vector<State> held = {identity_state(orbits)};
    for (std::size_t i = 0; i < held.size(); ++i) {
      for (const BaseMove& rotation : definition_.rotations()) {
        State next = compose(orbits, held[i], rotation.action);
        if (std::find(held.begin(), held.end(), next) == held.end()) {
          held.push_back(std::move(next));
        }
      }
    }
    std::vector<State> all;
    if (goals_.empty()) goals_.push_back(definition_.solved());
    for (const State& goal : goals_) {
      for (const State& turn : held) all.push_back(compose(orbits, goal, turn));
    }
    goals_ = std::move(all);
  }

  void announce() const {
    const SolverPlan plan = solvers_[0].solver->plan();
    note(fmt::format("{} symmetr{}{}; {} positions within {} moves are known{}", plan.symmetries,
                     plan.symmetries == 1 ? "y" : "ies", plan.inverse ? " and inversion" : "",
                     "all", plan.table_depth,
                     plan.complete ? ", and there are no others"
                                   : fmt::format("; tables grow with the search to at most {}",
                                                 size_text(plan.most_bytes))));
  }

  // Solutions are for the puzzle as it is held after the scramble.
  Held hold_turned(const Scramble& scramble) const {
    const HeldPosition held = hold(definition_, scramble);
    Held out;
    out.position = held.state;
    out.turn = action_of(definition_, held.rotation);
    const OrbitList& orbits = definition_.orbits();
    const State back = invert(orbits, out.turn);
    for (const Move& move : moves_.moves()) {
      const State image = compose(orbits, compose(orbits, back, move.action), out.turn);
      const auto same = [&](const Move& other) { return other.action == image; };
      const auto found = std::find_if(moves_.moves().begin(), moves_.moves().end(), same);
      if (found == moves_.moves().end()) {
        throw Error(fmt::format(
            "the scramble turns the whole puzzle, and then {} is none of the moves that the search "
            "may use; leave the rotation out, or choose moves that it takes to each other",
            move.name));
      }
      out.image.push_back(static_cast<int>(found - moves_.moves().begin()));
    }
    return out;
  }

  // The moves as they are printed, after their replay.
  std::string finished(const Solution& solution, const Scramble& scramble, const Held& held) const {
    const OrbitList& orbits = definition_.orbits();
    const State& goal = goals_.empty() ? definition_.solved() : goals_[solution.start];
    std::string text;
    State state;
    State wanted;
    const auto add = [&](const Move& move) {
      state = compose(orbits, state, move.action);
      text += (text.empty() ? "" : " ") + move.name;
    };
    if (options_.inverse) {
      // From the goal as the definition holds it.
      state = goal;
      wanted = held.position;
      for (auto move = solution.moves.rbegin(); move != solution.moves.rend(); ++move) {
        add(moves_.moves()[moves_.moves()[*move].inverse]);
      }
    } else {
      state = scramble.state;
      wanted = compose(orbits, goal, held.turn);
      for (const int move : solution.moves) add(moves_.moves()[held.image[move]]);
    }
    if (state != wanted) throw std::logic_error("a solution failed its replay: " + text);
    const Alg alg = parse_alg(text, &definition_.names());
    if (moves_.metric() == Metric::htm) return print(alg, definition_.names());
    // Quarter turns of one class are written as one.
    return print(from_moves(simplify(expand(alg), facts_)), definition_.names());
  }

  void refuse_unsolvable(const Solver& solver, const State& position) const {
    Membership membership;
    try {
      membership = solver.check(position);
    } catch (const Error&) {
      return;  // whether it can be solved takes too long to find out beforehand
    }
    if (membership.solvable) return;
    throw Error(
        fmt::format("this position cannot be solved: {}", fmt::join(membership.reasons, "; ")));
  }

  SolveLimits limits() const {
    SolveLimits limits;
    limits.min_length = options_.min_length;
    limits.max_length = options_.max_length.value_or(kMaxSolutionLength);
    limits.number = static_cast<std::uint64_t>(options_.number);
    limits.all_shortest = options_.all;
    limits.random_order = options_.random_order;
    limits.seconds = options_.seconds;
    return limits;
  }

  int answer(const PendingPosition& pending, const Scramble& scramble, bool single) {
    const Held held = hold_turned(scramble);
    lengths_.clear();
    SolveResult result;
    const auto print_now = [&](const Solution& solution) {
      if (options_.common.json) return;
      const bool named = !single && (options_.number > 1 || options_.all);
      out((named ? pending.name + ": " : "") + finished(solution, scramble, held) + "\n");
      flush();
    };
    if (solvers_.size() == 1) {
      std::vector<State> starts = {held.position};
      const Solver& solver = *solvers_[0].solver;
      if (!goals_.empty() && definition_.invertible()) {
        starts.clear();
        for (const State& goal : goals_) {
          starts.push_back(relative_to_goal(definition_, held.position, goal));
        }
      }
      std::vector<State> solvable;
      std::vector<std::size_t> goal_of;
      for (std::size_t i = 0; i < starts.size(); ++i) {
        try {
          refuse_unsolvable(solver, starts[i]);
          solvable.push_back(starts[i]);
          goal_of.push_back(i);
        } catch (const Error&) {
          // Of several goals some may be out of reach.
          if (i + 1 == starts.size() && solvable.empty()) throw;
        }
      }
      result = search(solver, solvable, limits(), [&](Solution solution) {
        solution.start = goal_of[solution.start];
        print_now(solution);
      });
      for (Solution& solution : result.solutions) solution.start = goal_of[solution.start];
    } else {
      result = nearest_goal(held.position);
      for (const Solution& solution : result.solutions) print_now(solution);
    }
    return report(pending, scramble, held, result, single);
  }

  // Goal after goal, each only for what is shorter than all before.
  SolveResult nearest_goal(const State& position) {
    std::optional<SolveResult> best;
    SolveLimits limits = this->limits();
    std::exception_ptr fault;
    for (std::size_t i = 0; i < solvers_.size(); ++i) {
      try {
        refuse_unsolvable(*solvers_[i].solver, position);
      } catch (const Error&) {
        fault = std::current_exception();
        continue;
      }
      SolveResult now = search(*solvers_[i].solver, {&position, 1}, limits, {});
      for (Solution& solution : now.solutions) solution.start = i;
      if (!now.solutions.empty()) {
        limits.max_length = static_cast<int>(now.solutions[0].moves.size()) - 1;
      }
      if (limits.seconds) limits.seconds = std::max(0.0, *limits.seconds - now.seconds);
      if (!best) {
        best = std::move(now);
        continue;
      }
      if (!now.solutions.empty()) best->solutions = now.solutions;
      // All goals are known as far as the least known.
      best->proved = std::min(best->proved, now.proved);
      best->optimal = best->optimal && now.optimal;
      best->nodes += now.nodes;
      best->seconds += now.seconds;
      const bool ended = now.end == SolveResult::End::stopped || now.end == SolveResult::End::time;
      if (ended) {
        best->end = now.end;
        best->optimal = false;
        break;
      }
      if (!best->solutions.empty()) best->end = SolveResult::End::found;
    }
    if (!best) std::rethrow_exception(fault);
    return *best;
  }

  SolveResult search(const Solver& solver, std::span<const State> starts, const SolveLimits& limits,
                     std::function<void(Solution)> found) {
    SolveHooks hooks;
    hooks.stop = interrupt_.token();
    hooks.progress = progress_callback(options_.common);
    hooks.solution = [&](const Solution& solution) {
      if (found) found(solution);
    };
    hooks.length = [&](const SearchedLength& length) {
      lengths_.push_back(length);
      if (!chatty_ || length.seconds < 1) return;
      note(fmt::format("length {}: {} positions in {:.1f} s, {:.0f} million a second{}",
                       length.length, grouped(std::to_string(length.nodes)), length.seconds,
                       static_cast<double>(length.nodes) / length.seconds / 1e6,
                       length.most_seconds > 0
                           ? fmt::format("; the next length takes {:.0f} to {:.0f} s",
                                         length.least_seconds, length.most_seconds)
                           : ""));
    };
    if (options_.checkpoint.empty()) return solver.solve_any(starts, limits, hooks);
    const std::string key = checkpoint_key(solver, starts, limits);
    const std::optional<SearchCheckpoint> resume = read_checkpoint(options_.checkpoint, key);
    if (resume && !options_.common.quiet) {
      note(fmt::format("going on with length {} of '{}'", resume->length, options_.checkpoint));
    }
    hooks.checkpoint = [&](const SearchCheckpoint& checkpoint) {
      write_checkpoint(options_.checkpoint, key, checkpoint);
    };
    if (resume && found) {
      for (const Solution& solution : resume->solutions) found(solution);
    }
    SolveResult result = solver.solve_any(starts, limits, hooks, resume ? &*resume : nullptr);
    const bool ended =
        result.end == SolveResult::End::found || result.end == SolveResult::End::none;
    if (ended) {
      std::error_code none;
      std::filesystem::remove(options_.checkpoint, none);
    }
    return result;
  }

  // What is known without a solution, or beside fewer than were asked for.
  std::string what_is_known(const SolveResult& result) const {
    const int greatest = options_.max_length.value_or(kMaxSolutionLength);
    const int proved = std::min(result.proved - 1, greatest);
    const bool some = !result.solutions.empty();
    const std::string from = result.optimal ? "" : fmt::format("{} to ", options_.min_length);
    const std::string less =
        proved < options_.min_length
            ? "nothing is proved yet"
            : fmt::format("no {}solution of {}{} moves{} exists", some ? "other " : "", from,
                          proved, from.empty() ? " or fewer" : "");
    return sentence_of_end(result, less);
  }

  int report(const PendingPosition& pending, const Scramble& scramble, const Held& held,
             const SolveResult& result, bool single) {
    const bool found = !result.solutions.empty();
    if (options_.common.json) {
      out_line(json(pending, scramble, held, result));
    } else if (!found && !single) {
      // A comment: a stream keeps one line a position, and nobody takes it for a solution.
      out("// " + what_is_known(result) + "\n");
    }
    flush();
    if (!options_.common.json && result.end != SolveResult::End::found) {
      if (single) note("gyre: " + what_is_known(result));
    } else if (single && !options_.common.quiet && !options_.common.json) {
      const std::size_t length = result.solutions[0].moves.size();
      const std::string count = result.solutions.size() == 1
                                    ? ""
                                    : fmt::format(" ({} solutions)", result.solutions.size());
      note(fmt::format("{} move{}{}{}, {} looked at, {:.3f} s", length, length == 1 ? "" : "s",
                       result.optimal ? " (optimal)" : "", count,
                       grouped(std::to_string(result.nodes)), result.seconds));
    }
    if (found && options_.picture) {
      const DrawablePuzzle puzzle(options_.common);
      DrawOptions draw;
      draw.caption = finished(result.solutions[0], scramble, held);
      draw.title = fmt::format("{}, solved by {}", puzzle.definition.name(), draw.caption);
      write_picture(*options_.picture, puzzle.svg(puzzle.place(scramble), draw));
    }
    return found ? 0 : 1;
  }

  Json json(const PendingPosition& pending, const Scramble& scramble, const Held& held,
            const SolveResult& result) const {
    Json line{{"name", pending.name}};
    if (pending.has_line) line["line"] = pending.source.line;
    const bool found = !result.solutions.empty();
    line["solution"] = nullptr;
    line["length"] = nullptr;
    Json list = Json::array();
    for (const Solution& solution : result.solutions) {
      Json one{{"solution", finished(solution, scramble, held)}, {"length", solution.moves.size()}};
      if (goals_.size() > 1 && !options_.any_hold) one["goal"] = solution.start + 1;
      list.push_back(std::move(one));
    }
    if (found) {
      line["solution"] = list[0]["solution"];
      line["length"] = list[0]["length"];
    }
    line["metric"] = options_.common.metric_name;
    // Without a solution: whether it is proved that there is none.
    line["optimal"] = found ? result.optimal : result.end == SolveResult::End::none;
    if (options_.number > 1 || options_.all || options_.goals.size() > 1) line["solutions"] = list;
    if (!found) line["note"] = what_is_known(result);
    line["end"] = word_of_end(result);
    line["proved"] = result.proved;
    line["seconds"] = result.seconds;
    line["nodes"] = result.nodes;
    Json lengths = Json::array();
    for (const SearchedLength& length : lengths_) {
      lengths.push_back(
          {{"length", length.length}, {"nodes", length.nodes}, {"seconds", length.seconds}});
    }
    line["lengths"] = std::move(lengths);
    return line;
  }

  const SolveOptions& options_;
  const PuzzleDefinition& definition_;
  MoveSet moves_;
  MoveFacts facts_;
  PositionForms forms_;
  const Interrupt& interrupt_;
  bool chatty_;  // a person watches
  std::vector<State> goals_;
  std::vector<GoalSolver> solvers_;
  std::vector<SearchedLength> lengths_;  // of the present position
};

}  // namespace

int solve_generally(const SolveOptions& options) {
  std::vector<std::string> arguments = options.positions;
  if (arguments.empty()) {
    if (isatty(STDIN_FILENO) != 0) {
      throw Error(
          "no position was given (right would be a sequence of moves, or - to type one a "
          "line)");
    }
    arguments.emplace_back("-");
  }
  const PuzzleDefinition definition = options.common.definition();
  const Interrupt interrupt;
  PositionStream positions(definition, arguments);
  const std::stop_callback on_interrupt(interrupt.token(), [&] { positions.cancel(); });
  std::vector<PendingPosition> first;
  const bool stream = positions.reads_stdin();
  // How many there are tells how big tables may be.
  constexpr std::size_t kLookAhead = 100;
  while (!stream && first.size() < kLookAhead) {
    std::optional<PendingPosition> position = positions.next();
    if (!position) break;
    first.push_back(std::move(*position));
  }
  if (!stream && first.empty()) throw Error("no position was given");
  const bool single = !stream && first.size() == 1;
  if (!single && options.picture) {
    throw Error("--draw makes a picture of one position: give one as an argument or in a file");
  }
  if (!options.checkpoint.empty()) {
    if (!single) {
      throw Error("--checkpoint is for one position: give one as an argument or in a file");
    }
    check_checkpoint_path(options.checkpoint);
  }
  int status = 0;
  try {
    GeneralSolving solving(options, definition, stream ? 10 : static_cast<double>(first.size()),
                           interrupt);
    for (const PendingPosition& position : first) {
      if (interrupt.happened()) break;
      status = std::max(status, solving.answer(position, single));
    }
    while (!single && !interrupt.happened()) {
      const std::optional<PendingPosition> position = positions.next();
      if (!position) break;
      status = std::max(status, solving.answer(*position, false));
    }
  } catch (const Error& error) {
    if (!interrupt.happened()) throw;
    note(fmt::format("gyre: {}", error.what()));
  }
  return interrupt.happened() ? interrupt.status() : status;
}

}  // namespace gyre::cli
