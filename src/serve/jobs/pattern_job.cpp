#include "serve/jobs/pattern_job.h"

#include "serve/jobs/job_caller.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include "cube3/core/conversion.h"
#include "cube3/core/metric_facts.h"
#include "front/solve/cube_question.h"

#include <algorithm>

namespace gyre::serve {
namespace {

Json none(const PatternRequest& request) {
  return {{"none", fmt::format("there is no solution of {} to {} moves", request.limits.min_length,
                               request.limits.max_length)}};
}

// The 3x3x3 with all of its moves has an engine of its own, which is worth its table for positions
// that the general one does not solve at once.
bool has_own_engine(const PatternRequest& request) {
  const std::size_t all = cube3::moves_of(request.moves.metric()).size();
  return cube3::is_cube3(request.definition) &&
         static_cast<std::size_t>(request.moves.size()) == all && request.limits.min_length == 0 &&
         !request.limits.random_order;
}

Json solve_generally(const PatternRequest& request, std::optional<double> seconds, Job& job,
                     Engines& engines) {
  const auto engine =
      engines.general({request.definition, request.moves, {}, request.table_depth}, caller_of(job));
  job.set_memory_bytes(engines.bytes_of(engine.get()));
  const GeneralPosition position = engine->solving.take({"", request.position});
  SolveLimits limits = request.limits;
  limits.seconds = seconds;
  SolveHooks hooks;
  hooks.stop = job.stop();
  hooks.pause = job.pause_switch();
  hooks.progress = job.progress_callback();
  const SolveResult result = engine->solving.solve(position, limits, hooks);
  if (!result.solutions.empty()) {
    return {{"alg", engine->solving.finished(result.solutions[0], position)}};
  }
  if (result.end == SolveResult::End::none) return none(request);
  return nullptr;
}

Json solve_cube(const PatternRequest& request, Job& job, Engines& engines) {
  const cube3::Holding holding(request.definition);
  const CubeGoal goal;
  const CubeQuestion question(holding, {"", request.position}, goal);
  const auto solver = engines.optimal(request.moves.metric(), caller_of(job));
  job.set_memory_bytes(engines.bytes_of(solver.get()));
  cube3::OptimalLimits limits;
  limits.max_length = std::min(request.limits.max_length, limits.max_length);
  cube3::OptimalHooks hooks;
  hooks.stop = job.stop();
  hooks.pause = job.pause_switch();
  hooks.progress = job.progress_callback();
  const cube3::OptimalResult result = solver->solve(question.cube(), limits, hooks);
  if (result.found()) return {{"alg", question.answer(result.solutions[0].moves, false)}};
  if (result.end == cube3::OptimalResult::End::none) return none(request);
  return nullptr;
}

Json run(const PatternRequest& request, Job& job, Engines& engines) {
  if (request.no_depth_left) return none(request);
  if (const auto why = why_unsolvable(request, job.stop())) return {{"none", *why}};
  if (!has_own_engine(request)) return solve_generally(request, std::nullopt, job, engines);
  constexpr double kAtOnce = 1;
  Json answer = solve_generally(request, kAtOnce, job, engines);
  if (answer.is_null() && !job.stop().stop_requested()) answer = solve_cube(request, job, engines);
  return answer;
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
