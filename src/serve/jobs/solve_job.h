// The jobs that solve: one position, or a batch of them.
#pragma once

#include "serve/answers/puzzle_shelf.h"
#include "serve/jobs/engines.h"
#include "serve/jobs/jobs.h"
#include "serve/jobs/work_queue.h"

#include <memory>

namespace gyre::serve {

// What jobs are made with. All of it outlives them.
struct JobTools {
  PuzzleShelf& shelf;
  Engines& engines;
  // The threads that quick jobs run on: a solve without a limit goes on improving while nobody
  // waits for them.
  WorkQueue& quick;
};

// The plan of a job of kind solve or batch. Reads positions, so that what cannot be solved is an
// Error before there is a job. waited: the client waits for the answer.
[[nodiscard]] JobPlan plan_solve(RequestFields& fields, const JobTools& tools, bool waited);
[[nodiscard]] JobPlan plan_batch(RequestFields& fields, const JobTools& tools);

}  // namespace gyre::serve
