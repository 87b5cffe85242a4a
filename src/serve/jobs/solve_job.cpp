// Three engines answer, as in gyre solve: two phases (short solutions of the 3x3x3, each better one
// told at once), optimal (its shortest, proved) and general (the shortest of any puzzle). What is
// told has been replayed on the definition.
#include "serve/jobs/solve_job.h"

#include "serve/answers/ignored_pieces.h"
#include "serve/jobs/job_caller.h"
#include "serve/jobs/solve_wish.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include "base/seconds.h"
#include "base/threads.h"
#include "cube3/core/metric_facts.h"
#include "front/cube_question.h"
#include "front/search_end.h"

#include <algorithm>
#include <limits>
#include <variant>

namespace gyre::serve {
namespace {

constexpr double kNoLimit = 1e9;
constexpr std::size_t kMostPositions = 100'000;
// More solutions than these are in the result, but are not told one by one.
constexpr std::size_t kMostToldSolutions = 1'000;

struct Found {
  std::string solution;
  int length = 0;
};

// What became of one position.
struct Outcome {
  std::vector<Found> solutions;  // the shortest first
  bool optimal = false;          // no shorter one than the first; or proved that there is none
  std::string end;
  std::optional<int> proved;
  std::string note;  // why there is none, or fewer than were asked for
  double seconds = 0;
  std::uint64_t nodes = 0;
  std::string table;
};

Json result_json(const SolveWish& wish, const Outcome& outcome) {
  constexpr std::size_t kFields = 12;
  Json out = object_for(kFields);
  const bool found = !outcome.solutions.empty();
  out["solution"] = found ? Json(outcome.solutions[0].solution) : Json();
  out["length"] = found ? Json(outcome.solutions[0].length) : Json();
  out["metric"] = to_string(wish.metric);
  out["optimal"] = outcome.optimal;
  Json list = Json::array();
  for (const Found& one : outcome.solutions) {
    list.push_back({{"solution", one.solution}, {"length", one.length}});
  }
  out["solutions"] = std::move(list);
  out["end"] = outcome.end;
  out["proved"] = outcome.proved ? Json(*outcome.proved) : Json();
  out["note"] = outcome.note.empty() ? Json() : Json(outcome.note);
  out["seconds"] = outcome.seconds;
  out["nodes"] = outcome.nodes;
  out["engine"] = to_string(wish.engine);
  out["table"] = outcome.table.empty() ? Json() : Json(outcome.table);
  return out;
}

void tell_solution(Job& job, const Found& found, bool optimal, double seconds,
                   std::uint64_t nodes) {
  job.emit("solution", {{"solution", found.solution},
                        {"length", found.length},
                        {"optimal", optimal},
                        {"seconds", seconds},
                        {"nodes", nodes}});
}

// The next length takes between `least` and `most` seconds; both 0 if that is not known.
void tell_length(Job& job, int length, std::uint64_t solutions, std::uint64_t nodes, double seconds,
                 double least, double most) {
  Json data{{"length", length},
            {"solutions", solutions},
            {"nodes", nodes},
            {"seconds", seconds},
            {"rate", seconds > 0 ? static_cast<double>(nodes) / seconds : 0.0},
            {"next", nullptr}};
  if (most > 0) data["next"] = {{"least_seconds", least}, {"most_seconds", most}};
  job.emit("length", data);
}

// A position as an engine takes it: a cube as it is held, or what a definition makes of the text.
using ReadPosition = std::variant<CubeQuestion, Scramble>;

// A kind of engine with what it needs for one kind of question. From several threads at once.
class Solving {
 public:
  virtual ~Solving() = default;
  // Before the first position; may take long, and throws Error.
  virtual void prepare(Job& job) = 0;
  // Throws Error for a text that is no position. What is read refers to this.
  [[nodiscard]] virtual ReadPosition read(const std::string& position) const = 0;
  // Throws Error for one that cannot be solved, as far as that is seen at once.
  virtual void check(const ReadPosition& position) const = 0;
  // is_single: told as it goes, and on all threads.
  virtual Outcome solve(const ReadPosition& position, Job& job, bool is_single) const = 0;
  // Positions of a batch: so many at once.
  [[nodiscard]] virtual int at_once() const = 0;
};

class CubeSolving : public Solving {
 public:
  explicit CubeSolving(const SolveWish& wish) : wish_(wish), holding_(*wish.puzzle->holding()) {
    if (wish.goal) goal_ = named_goal(*wish.goal);
  }
  [[nodiscard]] ReadPosition read(const std::string& position) const override {
    return CubeQuestion(holding_, wish_.puzzle->forms().read(position), goal_);
  }
  void check(const ReadPosition& position) const override {
    require_possible(std::get<CubeQuestion>(position).cube());
  }

 protected:
  template <class Solution>
  [[nodiscard]] Found finished(const CubeQuestion& question, const Solution& solution) const {
    return {question.answer(solution.moves, wish_.inverse), solution.length};
  }

  const SolveWish wish_;

 private:
  [[nodiscard]] CubeGoal named_goal(const std::string& text) const {
    try {
      return {holding_, text};
    } catch (const Error& error) {
      throw Error(fmt::format("'goal': {}", error.what()));
    }
  }

  const cube3::Holding& holding_;
  CubeGoal goal_;
};

class TwoPhaseSolving final : public CubeSolving {
 public:
  // leisure: not null if nothing was said about time, and somebody waits for the answer.
  TwoPhaseSolving(const SolveWish& wish, Engines& engines, WorkQueue* leisure)
      : CubeSolving(wish), engines_(engines), leisure_(leisure) {}

  // A target that every position reaches is limit enough.
  [[nodiscard]] static bool reaches_target(const SolveWish& wish) {
    const int always = cube3::facts_of(wish.metric).god_number;
    return wish.target >= always && wish.max_length.value_or(always) >= always;
  }

  void prepare(Job& job) override {
    solver_ = engines_.two_phase(wish_.metric, caller_of(job));
    job.set_memory_bytes(engines_.bytes_of(solver_.get()));
  }

  [[nodiscard]] int at_once() const override { return thread_count(engines_.threads()); }

  Outcome solve(const ReadPosition& position, Job& job, bool is_single) const override {
    const auto& asked = std::get<CubeQuestion>(position);
    cube3::TwoPhaseLimits limits;
    limits.target_length = wish_.target;
    limits.max_length = wish_.max_length.value_or(limits.max_length);
    const bool is_alone = is_single || leisure_ != nullptr;
    const double improving = is_alone ? 1.0 : 0.01;
    limits.seconds = wish_.seconds.value_or(reaches_target(wish_) ? kNoLimit : improving);
    limits.threads = is_single ? engines_.threads() : 1;
    limits.pause = job.pause_switch();
    std::vector<cube3::TwoPhaseSolution> solutions;
    if (wish_.number > 1) {
      solutions = solver_->solve_several(asked.cube(), wish_.number, limits, job.stop());
    } else if (leisure_ != nullptr) {
      solutions.push_back(solve_at_leisure(asked.cube(), limits, job.stop()));
    } else {
      cube3::SolutionCallback improved;
      if (is_single) {
        improved = [&](const cube3::TwoPhaseSolution& better) {
          tell_solution(job, finished(asked, better), false, better.seconds, better.nodes);
        };
      }
      solutions.push_back(solver_->solve(asked.cube(), limits, improved, job.stop()));
    }
    return outcome_of(asked, solutions, limits, job);
  }

 private:
  // A good solution at once, and a better one while nobody waits for the thread.
  [[nodiscard]] cube3::TwoPhaseSolution solve_at_leisure(const cube3::Cube& cube,
                                                         const cube3::TwoPhaseLimits& limits,
                                                         const std::stop_token& stop) const {
    cube3::TwoPhaseLimits first = limits;
    first.target_length = cube3::facts_of(wish_.metric).good_length;
    first.seconds = 0.01;
    cube3::TwoPhaseSolution best = solver_->solve(cube, first, {}, stop);
    if (!best.found || best.optimal || stop.stop_requested()) return best;
    const WorkQueue::Leisure leisure(*leisure_);
    if (leisure.token().stop_requested()) return best;
    std::stop_source either;
    const std::stop_callback on_gone(stop, [&] { either.request_stop(); });
    const std::stop_callback on_hurry(leisure.token(), [&] { either.request_stop(); });
    cube3::TwoPhaseLimits better = limits;
    better.max_length = best.length - 1;
    const cube3::TwoPhaseSolution second = solver_->solve(cube, better, {}, either.get_token());
    const double seconds = best.seconds + second.seconds;
    const std::uint64_t nodes = best.nodes + second.nodes;
    // Nothing shorter exists.
    if (!second.found && second.optimal) best.optimal = true;
    if (second.found) best = second;
    best.seconds = seconds;
    best.nodes = nodes;
    return best;
  }

  [[nodiscard]] Outcome outcome_of(const CubeQuestion& asked,
                                   std::vector<cube3::TwoPhaseSolution>& solutions,
                                   const cube3::TwoPhaseLimits& limits, const Job& job) const {
    Outcome outcome;
    outcome.optimal = solutions.at(0).optimal;
    outcome.seconds = solutions[0].seconds;
    outcome.nodes = solutions[0].nodes;
    std::erase_if(solutions, [](const cube3::TwoPhaseSolution& one) { return !one.found; });
    for (const cube3::TwoPhaseSolution& one : solutions)
      outcome.solutions.push_back(finished(asked, one));
    const bool is_stopped = job.stop().stop_requested();
    outcome.end = !solutions.empty() ? "found"
                  : outcome.optimal  ? "none"
                  : is_stopped       ? "stopped"
                                     : "time";
    if (solutions.empty()) {
      outcome.note = fmt::format("no solution of {} moves or fewer {}", limits.max_length,
                                 outcome.optimal ? "exists"
                                 : is_stopped    ? "was found before it was stopped"
                                                 : "was found in the time");
    }
    return outcome;
  }

  Engines& engines_;
  WorkQueue* leisure_;  // null: the limits say how long
  std::shared_ptr<const Cube3Solver> solver_;
};

class OptimalSolving final : public CubeSolving {
 public:
  OptimalSolving(const SolveWish& wish, Engines& engines) : CubeSolving(wish), engines_(engines) {}

  void prepare(Job& job) override {
    quick_ = engines_.two_phase(wish_.metric, caller_of(job));
    solver_ = engines_.optimal(wish_.metric, caller_of(job));
    job.set_memory_bytes(engines_.bytes_of(solver_.get()));
    job.note(fmt::format("using the table {}", solver_->table_name()));
  }

  [[nodiscard]] int at_once() const override { return solver_->threads(); }

  Outcome solve(const ReadPosition& position, Job& job, bool is_single) const override {
    const auto& asked = std::get<CubeQuestion>(position);
    cube3::OptimalLimits limits;
    limits.max_length = std::min(wish_.max_length.value_or(limits.max_length), limits.max_length);
    limits.number = static_cast<std::uint64_t>(wish_.number);
    limits.all_shortest = wish_.all;
    limits.seconds = wish_.seconds;
    cube3::OptimalHooks hooks;
    hooks.stop = job.stop();
    hooks.pause = job.pause_switch();
    std::optional<cube3::OptimalLength> last;
    if (is_single) {
      tell_short_ones(asked, limits.max_length, job);
      hooks.progress = job.progress_callback();
      hooks.length = [&](const cube3::OptimalLength& length) {
        // What the last length brought more than the one before, the next will bring again.
        double more = 0;
        if (last && last->nodes > 0) {
          more = static_cast<double>(length.nodes) / static_cast<double>(last->nodes);
        }
        last = length;
        constexpr double kTooShort = 0.05;
        const bool is_known = more > 1 && length.seconds > kTooShort;
        tell_length(job, length.length, length.solutions, length.nodes, length.seconds,
                    is_known ? 0.5 * more * length.seconds : 0,
                    is_known ? 1.5 * more * length.seconds : 0);
      };
    }
    const cube3::OptimalResult result = solver_->solve(asked.cube(), limits, hooks);
    Outcome outcome;
    for (const cube3::OptimalSolution& one : result.solutions) {
      outcome.solutions.push_back(finished(asked, one));
    }
    outcome.optimal = result.found() ? result.solutions[0].length <= result.proved
                                     : result.end == cube3::OptimalResult::End::none;
    outcome.end = word_of_end(result);
    outcome.proved = result.proved;
    const int proved = std::min(result.proved - 1, limits.max_length);
    outcome.note = sentence_of_end(
        result, proved < 0
                    ? "nothing is proved yet"
                    : fmt::format("no {}solution of {} move{} or fewer exists",
                                  result.found() ? "other " : "", proved, proved == 1 ? "" : "s"));
    outcome.seconds = result.seconds;
    outcome.nodes = result.nodes;
    outcome.table = solver_->table_name();
    if (is_single) {
      const std::size_t told = std::min(outcome.solutions.size(), kMostToldSolutions);
      for (std::size_t i = 0; i < told; ++i) {
        const Found& one = outcome.solutions[i];
        tell_solution(job, one, outcome.optimal && one.length == outcome.solutions[0].length,
                      result.seconds, result.nodes);
      }
    }
    return outcome;
  }

 private:
  // A proof takes its time; something to look at meanwhile.
  void tell_short_ones(const CubeQuestion& asked, int max_length, Job& job) const {
    constexpr double kSeconds = 0.5;
    cube3::TwoPhaseLimits limits;
    limits.seconds = std::min(kSeconds, wish_.seconds.value_or(kSeconds));
    limits.max_length = std::min(max_length, limits.max_length);
    limits.threads = engines_.threads();
    limits.pause = job.pause_switch();
    const auto improved = [&](const cube3::TwoPhaseSolution& better) {
      tell_solution(job, finished(asked, better), false, better.seconds, better.nodes);
    };
    (void)quick_->solve(asked.cube(), limits, improved, job.stop());
  }

  Engines& engines_;
  std::shared_ptr<const Cube3Solver> quick_;
  std::shared_ptr<const OptimalSolver> solver_;
};

class GeneralPositions final : public Solving {
 public:
  GeneralPositions(const SolveWish& wish, Engines& engines)
      : wish_(wish),
        engines_(engines),
        partial_(wish.ignore.empty() ? nullptr : ignore_pieces(wish.puzzle, wish.ignore)),
        moves_(definition(), wish.metric, wish.moves) {
    if (wish.goal) {
      try {
        goals_.push_back(hold(definition(), forms().read(*wish.goal)).state);
      } catch (const Error& error) {
        throw Error(fmt::format("'goal': {}", error.what()));
      }
    }
  }

  void prepare(Job& job) override {
    engine_ = engines_.general(definition(), moves_, goals_, caller_of(job));
    job.set_memory_bytes(engines_.bytes_of(engine_.get()));
  }

  // All threads are at one position.
  [[nodiscard]] int at_once() const override { return 1; }

  [[nodiscard]] ReadPosition read(const std::string& position) const override {
    return forms().read(position);
  }
  // Only its group could tell, and that can take long.
  void check(const ReadPosition& position) const override { (void)position; }

  Outcome solve(const ReadPosition& position, Job& job, bool is_single) const override {
    const GeneralSolving& solving = engine_->solving;
    const TurnedPosition turned = solving.hold_turned(std::get<Scramble>(position));
    SolveLimits limits;
    limits.min_length = wish_.min_length;
    limits.max_length = wish_.max_length.value_or(kMaxSolutionLength);
    limits.number = static_cast<std::uint64_t>(wish_.number);
    limits.all_shortest = wish_.all;
    limits.seconds = wish_.seconds;
    SolveHooks hooks;
    hooks.stop = job.stop();
    hooks.pause = job.pause_switch();
    std::size_t told = 0;
    std::uint64_t nodes = 0;
    int shortest = std::numeric_limits<int>::max();
    const auto begun = Job::Clock::now();
    if (is_single) {
      hooks.progress = job.progress_callback();
      hooks.solution = [&](const Solution& solution) {
        const auto length = static_cast<int>(solution.moves.size());
        shortest = std::min(shortest, length);
        if (++told > kMostToldSolutions) return;
        const double passed = seconds_since(begun);
        // Shorter ones come first, so the first has the least length of all.
        tell_solution(job, {solving.finished(solution, turned, wish_.inverse), length},
                      wish_.min_length == 0 && length == shortest, passed, nodes);
      };
      hooks.length = [&](const SearchedLength& length) {
        nodes += length.nodes;
        tell_length(job, length.length, told, length.nodes, length.seconds, length.least_seconds,
                    length.most_seconds);
      };
    }
    const SolveResult result = solving.solve(turned, limits, hooks);
    Outcome outcome;
    for (const Solution& one : result.solutions) {
      outcome.solutions.push_back(
          {solving.finished(one, turned, wish_.inverse), static_cast<int>(one.moves.size())});
    }
    outcome.optimal = result.optimal;
    outcome.end = word_of_end(result);
    outcome.proved = result.proved;
    const int proved = std::min(result.proved - 1, limits.max_length);
    outcome.note = sentence_of_end(
        result,
        proved < limits.min_length
            ? "nothing is proved yet"
            : fmt::format(
                  "no {}solution of {}{} move{}{} exists", result.solutions.empty() ? "" : "other ",
                  limits.min_length == 0 ? "" : fmt::format("{} to ", limits.min_length), proved,
                  proved == 1 ? "" : "s", limits.min_length == 0 ? " or fewer" : ""));
    outcome.seconds = result.seconds;
    outcome.nodes = result.nodes;
    return outcome;
  }

 private:
  [[nodiscard]] const PuzzleDefinition& definition() const {
    return partial_ ? partial_->definition() : wish_.puzzle->definition();
  }
  [[nodiscard]] const PositionForms& forms() const {
    return partial_ ? partial_->forms() : wish_.puzzle->forms();
  }

  const SolveWish wish_;
  Engines& engines_;
  std::shared_ptr<const PartialPuzzle> partial_;  // null if no piece is ignored
  MoveSet moves_;
  std::vector<State> goals_;
  std::shared_ptr<const GeneralEngine> engine_;
};

std::shared_ptr<Solving> make_solving(const SolveWish& wish, Engines& engines, WorkQueue* leisure) {
  switch (wish.engine) {
    case SolveEngine::two_phase:
      return std::make_shared<TwoPhaseSolving>(wish, engines, leisure);
    case SolveEngine::optimal:
      return std::make_shared<OptimalSolving>(wish, engines);
    case SolveEngine::general:
      break;
  }
  return std::make_shared<GeneralPositions>(wish, engines);
}

// What a batch came to so far, and the rows in their order.
class Rows {
 public:
  Rows(Job& job, std::size_t count) : job_(job), rows_(count) {}

  void set(std::size_t index, Json row, bool solved, int length) {
    const std::lock_guard lock(mutex_);
    job_.emit("row", row);
    rows_[index] = std::move(row);
    ++done_;
    if (solved) {
      ++solved_;
      moves_ += static_cast<std::uint64_t>(length);
    }
    job_.tell_progress({"positions", done_, rows_.size()});
  }
  [[nodiscard]] Json result() {
    const std::lock_guard lock(mutex_);
    Json list = Json::array();
    for (Json& row : rows_) {
      if (!row.is_null()) list.push_back(std::move(row));
    }
    Json out{{"rows", std::move(list)}, {"solved", solved_}, {"missed", done_ - solved_}};
    out["mean_length"] =
        solved_ == 0 ? Json() : Json(static_cast<double>(moves_) / static_cast<double>(solved_));
    return out;
  }

 private:
  Job& job_;
  std::mutex mutex_;
  std::vector<Json> rows_;
  std::uint64_t done_ = 0;
  std::uint64_t solved_ = 0;
  std::uint64_t moves_ = 0;
};

}  // namespace

JobPlan plan_solve(RequestFields& fields, const JobTools& tools, bool waited) {
  const SolveWish wish = read_solve_wish(fields, tools.shelf);
  const std::string position = fields.required_text("position");
  fields.refuse_others();
  constexpr double kQuickSeconds = 0.05;
  const bool has_limit = wish.seconds || wish.target != 0;
  const bool is_two_phase = wish.engine == SolveEngine::two_phase && wish.number == 1;
  const bool at_leisure = is_two_phase && waited && !has_limit;
  JobPlan plan;
  plan.kind = "solve";
  plan.command = solve_command(wish).add(position).text();
  plan.can_pause = true;
  plan.is_quick = is_two_phase && waited &&
                  (!has_limit || (wish.seconds && *wish.seconds <= kQuickSeconds) ||
                   (!wish.seconds && TwoPhaseSolving::reaches_target(wish)));
  const std::shared_ptr<Solving> solving =
      make_solving(wish, tools.engines, at_leisure ? &tools.quick : nullptr);
  auto read = std::make_shared<const ReadPosition>(solving->read(position));
  solving->check(*read);
  const bool on_all_threads = !plan.is_quick;
  plan.run = [wish, read = std::move(read), solving, on_all_threads](Job& job) {
    solving->prepare(job);
    return result_json(wish, solving->solve(*read, job, on_all_threads));
  };
  return plan;
}

JobPlan plan_batch(RequestFields& fields, const JobTools& tools) {
  const SolveWish wish = read_solve_wish(fields, tools.shelf);
  auto positions =
      std::make_shared<const std::vector<std::string>>(fields.texts("positions", kMostPositions));
  fields.refuse_others();
  if (positions->empty()) throw Error("'positions' is missing: a list of texts");
  JobPlan plan;
  plan.kind = "batch";
  plan.command = solve_command(wish).text() + " < positions.txt";
  plan.can_pause = true;
  const std::shared_ptr<Solving> solving = make_solving(wish, tools.engines, nullptr);
  plan.run = [positions, solving](Job& job) {
    solving->prepare(job);
    Rows rows(job, positions->size());
    parallel_for(positions->size(), solving->at_once(), [&](std::size_t i) {
      job.pause_switch()->wait(job.stop());
      if (job.stop().stop_requested()) return;
      const std::string& position = (*positions)[i];
      Json row{{"number", i + 1},   {"position", position}, {"solution", nullptr},
               {"length", nullptr}, {"optimal", false},     {"seconds", nullptr},
               {"error", nullptr}};
      bool solved = false;
      int length = 0;
      try {
        const Outcome outcome = solving->solve(solving->read(position), job, false);
        if (job.stop().stop_requested() && outcome.solutions.empty()) return;
        row["optimal"] = outcome.optimal;
        row["seconds"] = outcome.seconds;
        if (outcome.solutions.empty()) {
          row["error"] = outcome.note;
        } else {
          solved = true;
          length = outcome.solutions[0].length;
          row["solution"] = outcome.solutions[0].solution;
          row["length"] = length;
        }
      } catch (const Error& error) {
        row["error"] = error.what();
      }
      rows.set(i, std::move(row), solved, length);
    });
    return rows.result();
  };
  return plan;
}

}  // namespace gyre::serve
