// A question to solve as a job: what front answers, as JSON and events.
#include "serve/jobs/solve_job.h"

#include "base/memory.h"
#include "base/threads.h"
#include "front/solve/solving.h"
#include "front/texts/json_answers.h"
#include "serve/jobs/job_caller.h"
#include "serve/jobs/solve_wish.h"

#include <fmt/format.h>
#include <gyre/base/error.h>

#include <algorithm>

namespace gyre::serve {
namespace {

constexpr std::size_t kMostPositions = 1'000'000;
// More solutions than these are in the result, but are not told one by one.
constexpr std::size_t kMostToldSolutions = 1'000;

// A position of many, which nobody watches.
SolveCall quiet_call(Job& job) {
  SolveCall call;
  call.is_alone = false;
  call.stop = job.stop();
  call.pause = job.pause_switch();
  call.events.warning = [&job](const std::string& text) { job.note(text); };
  return call;
}

// A position alone, told as it goes.
SolveCall told_call(Job& job) {
  SolveCall call = quiet_call(job);
  call.is_alone = true;
  call.tells_short_ones = true;
  call.events.solution = [&job, told = std::size_t{0}](const SolutionEvent& event) mutable {
    if (++told <= kMostToldSolutions) job.emit("solution", solution_json(event));
  };
  call.events.length = [&job](const SolvedLength& length) {
    job.emit("length", length_json(length));
  };
  call.events.progress = job.progress_callback();
  call.events.note = [&job](const std::string& text) { job.note(text); };
  return call;
}

// Of an answer as JSON, while its text is made.
MemoryBudget::Share share_for(const SolveAnswer& answer, MemoryBudget& memory) {
  constexpr std::size_t kFew = 1'000;
  constexpr std::uint64_t kBytesOfSolution = 500;
  if (answer.solutions.size() < kFew) return {};
  std::uint64_t bytes = 0;
  for (const FoundSolution& one : answer.solutions) bytes += kBytesOfSolution + one.moves.size();
  std::optional<MemoryBudget::Share> share = memory.take_now(bytes);
  if (!share) {
    throw Error(fmt::format(
        "{} solutions take {}, and there is not so much memory left (ask for fewer; gyre serve "
        "--memory allows more)",
        answer.solutions.size(), size_text(bytes)));
  }
  return *std::move(share);
}

void prepare(Solving& solving, Job& job, const Engines& engines, std::size_t positions) {
  solving.prepare(caller_of(job), static_cast<double>(positions));
  job.set_memory_bytes(engines.bytes_of(solving.engine_object()));
  const std::string table = solving.table();
  if (!table.empty()) job.note(fmt::format("using the table {}", table));
}

// What a batch came to so far; the rows are the job's.
class Rows {
 public:
  Rows(Job& job, std::size_t count) : job_(job), count_(count) {}

  void set(std::size_t index, const Json& row, bool solved, int length) {
    job_.emit_row(index, row);
    const std::lock_guard lock(mutex_);
    ++done_;
    if (solved) {
      ++solved_;
      moves_ += static_cast<std::uint64_t>(length);
    }
    job_.tell_progress({"positions", done_, count_});
  }
  [[nodiscard]] Json result() {
    const std::lock_guard lock(mutex_);
    Json out{{"solved", solved_}, {"missed", done_ - solved_}};
    out["mean_length"] =
        solved_ == 0 ? Json() : Json(static_cast<double>(moves_) / static_cast<double>(solved_));
    return out;
  }

 private:
  Job& job_;
  std::mutex mutex_;
  const std::size_t count_;
  std::uint64_t done_ = 0;
  std::uint64_t solved_ = 0;
  std::uint64_t moves_ = 0;
};

void solve_row(const Solving& solving, const std::string& position, std::size_t index, Job& job,
               Rows& rows) {
  Json row{{"number", index + 1}, {"position", position}, {"solution", nullptr},
           {"length", nullptr},   {"optimal", false},     {"seconds", nullptr},
           {"error", nullptr}};
  bool is_solved = false;
  int length = 0;
  try {
    const SolveAnswer answer = solving.solve(solving.read(position), quiet_call(job));
    if (job.stop().stop_requested() && !answer.found()) return;
    row["optimal"] = answer.optimal;
    row["seconds"] = answer.seconds;
    if (answer.found()) {
      is_solved = true;
      length = answer.solutions[0].length;
      row["solution"] = answer.solutions[0].moves;
      row["length"] = length;
    } else {
      row["error"] = answer.note;
    }
  } catch (const Error& error) {
    row["error"] = error.what();
  }
  rows.set(index, row, is_solved, length);
}

}  // namespace

JobPlan plan_solve(RequestFields& fields, const JobTools& tools, bool waited) {
  const SolveQuestion question = read_solve_question(fields, tools.shelf);
  const std::string position = fields.required_text("position");
  fields.refuse_others();
  const std::shared_ptr<Solving> solving = make_solving(question, tools.engines);
  constexpr double kQuickSeconds = 0.05;
  const bool has_limit = question.seconds || question.target != 0;
  const bool is_instant = solving->is_instant() && waited && !question.all_shorter;
  const bool at_leisure = is_instant && !has_limit;
  JobPlan plan;
  plan.kind = "solve";
  plan.command = solve_command(question).add(position).text();
  plan.can_pause = true;
  plan.is_quick =
      is_instant && (!has_limit || (question.seconds && *question.seconds <= kQuickSeconds) ||
                     (!question.seconds && reaches_target(question)));
  auto read = std::make_shared<const AskedPosition>(solving->read(position));
  solving->check(*read);
  plan.run = [read = std::move(read), solving, is_quick = plan.is_quick, at_leisure,
              &engines = tools.engines, &quick = tools.quick](Job& job) {
    prepare(*solving, job, engines, 1);
    SolveCall call = is_quick ? quiet_call(job) : told_call(job);
    if (at_leisure) {
      call.leisure = [&quick](const auto& work) {
        const WorkQueue::Leisure leisure(quick);
        work(leisure.token());
      };
    }
    const SolveAnswer answer = solving->solve(*read, call);
    const MemoryBudget::Share share = share_for(answer, engines.memory());
    return answer_json(*solving, answer);
  };
  return plan;
}

JobPlan plan_batch(RequestFields& fields, const JobTools& tools) {
  const SolveQuestion question = read_solve_question(fields, tools.shelf);
  auto positions =
      std::make_shared<const std::vector<std::string>>(fields.texts("positions", kMostPositions));
  fields.refuse_others();
  if (positions->empty()) throw Error("'positions' is missing: a list of texts");
  JobPlan plan;
  plan.kind = "batch";
  plan.command = solve_command(question).text() + " < positions.txt";
  plan.can_pause = true;
  const std::shared_ptr<Solving> solving = make_solving(question, tools.engines);
  plan.run = [positions, solving, &engines = tools.engines](Job& job) {
    prepare(*solving, job, engines, positions->size());
    Rows rows(job, positions->size());
    parallel_for(positions->size(), solving->at_once(), [&](std::size_t i) {
      job.pause_switch()->wait(job.stop());
      if (job.stop().stop_requested()) return;
      solve_row(*solving, (*positions)[i], i, job, rows);
    });
    return rows.result();
  };
  return plan;
}

}  // namespace gyre::serve
