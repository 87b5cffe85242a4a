// OptimalScheduler: positions, lengths, tasks, threads and results of optimal solving. What happens
// at a node is the kernel's (kernel.h).
//
// Its own threads do the work; who asks for a solution sleeps. A thread takes the position that the
// fewest others are at, of several the oldest: so many positions have a thread each, and threads
// without one help with the others. It stays until all tasks of the length are handed out. The
// last one to leave a length opens the next.
//
// The answer is the same for every number of threads, table and kernel. Tasks stand in the order of
// their moves, and one that stands behind as many solutions as are wanted is dropped, but none
// before.
#pragma once

#include "cube3/optimal/engine.h"
#include "cube3/optimal/solution_room.h"
#include "cube3/optimal/tasks.h"

#include <gyre/cube3/optimal.h>

#include <array>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace gyre::cube3 {

// It is here for tests: the answer does not depend on it.
struct OptimalSplitting {
  bool use_symmetry = true;
  // First moves of each task, fewer only where solutions may be shorter; at most
  // OptimalTask::kMaxMoves. None: what suits the length.
  std::optional<int> prefix_moves;
};

class OptimalScheduler {
 public:
  // threads: 0: all. They are started when the first position comes.
  OptimalScheduler(OptimalEngine engine, int threads, const OptimalSplitting& splitting = {});
  OptimalScheduler(std::unique_ptr<const OptimalKernel> kernel, int threads,
                   const OptimalSplitting& splitting = {});
  // Nobody may be waiting for a solution.
  ~OptimalScheduler();
  OptimalScheduler(const OptimalScheduler&) = delete;
  OptimalScheduler& operator=(const OptimalScheduler&) = delete;

  // Answers as OptimalSolver::solve does.
  [[nodiscard]] OptimalResult solve(const Cube& cube, const OptimalLimits& limits,
                                    const OptimalHooks& hooks);

  [[nodiscard]] const OptimalEngine& engine() const noexcept { return engine_; }
  [[nodiscard]] int threads() const noexcept { return thread_count_; }

 private:
  class Job;

  void start_threads();
  void work();
  // The position that a free thread should take, if there is one.
  [[nodiscard]] Job* choose() const;
  // Waits until the job is over. Holds the lock on return.
  void await(Job& job, std::unique_lock<std::mutex>& lock);

  OptimalEngine engine_;
  int thread_count_;
  OptimalSplitting splitting_;
  SolutionRoom solutions_;
  // The tasks for positions without symmetries, by the number of their moves.
  std::array<std::vector<OptimalTask>, OptimalTask::kMaxMoves> plain_tasks_;
  std::mutex mutex_;  // guards all below, and of a job what says so
  std::condition_variable tasks_to_do_;
  std::vector<Job*> jobs_;  // the oldest first
  bool leaving_ = false;
  std::vector<std::jthread> workers_;
};

}  // namespace gyre::cube3
