// A pattern as front's question: which engine answers it, and what is proved, is decided there.
#include "serve/jobs/pattern_job.h"

#include "front/solve/solving.h"
#include "serve/jobs/job_caller.h"

#include <fmt/format.h>
#include <gyre/base/error.h>

#include <utility>

namespace gyre::serve {
namespace {

SolveQuestion question_of(const PatternRequest& request) {
  SolveQuestion question;
  question.puzzle = std::make_shared<const AskedPuzzle>(request.definition);
  question.spelling = kRequestSpelling;
  question.metric = request.moves.metric();
  // All moves are no choice of moves: then the 3x3x3 has engines of its own.
  const MoveSet all(request.definition, question.metric);
  if (request.moves.size() != all.size()) question.moves = request.chosen;
  question.optimal = true;
  question.easy_first = true;
  question.min_length = request.limits.min_length;
  if (request.limits.max_length < kMaxSolutionLength) {
    question.max_length = request.limits.max_length;
  }
  question.random_order = request.limits.random_order;
  // Where an engine has tables of its own, none are to be filled.
  if (choose_engine(question) == SolveEngine::general) question.table_depth = request.table_depth;
  return question;
}

Json solve(const PatternRequest& request, Job& job, Engines& engines) {
  const std::unique_ptr<Solving> solving = make_solving(question_of(request), engines);
  const AskedPosition position = solving->take({"", request.position});
  solving->prepare(caller_of(job));
  job.set_memory_bytes(engines.bytes_of(solving->engine_object()));
  SolveCall call;
  call.stop = job.stop();
  call.pause = job.pause_switch();
  call.events.progress = job.progress_callback();
  call.events.note = [&job](const std::string& text) { job.note(text); };
  call.events.warning = call.events.note;
  const SolveAnswer answer = solving->solve(position, call);
  if (answer.found()) return {{"alg", answer.solutions[0].moves}};
  if (answer.end == SearchEnd::none) return {{"none", answer.note}};
  return nullptr;
}

Json run(const PatternRequest& request, Job& job, Engines& engines) {
  if (request.no_depth_left) {
    return {{"none", "no length is at least 'minDepth' and below 'maxDepth'"}};
  }
  if (const auto why = why_unsolvable(request, job.stop())) return {{"none", *why}};
  return solve(request, job, engines);
}

}  // namespace

JobPlan plan_pattern(std::shared_ptr<const PatternRequest> request, Engines& engines) {
  JobPlan plan;
  plan.kind = "pattern";
  plan.can_pause = true;
  plan.run = [request = std::move(request), &engines](Job& job) {
    return run(*request, job, engines);
  };
  return plan;
}

}  // namespace gyre::serve
