// The line that jobs stand in, the threads that run them, and what is remembered of those that
// ended.
#include "serve/jobs/jobs.h"
#include "serve/jobs/work_queue.h"

#include <fmt/format.h>
#include "base/seconds.h"
#include "base/threads.h"

#include <algorithm>
#include <random>
#include <utility>

namespace gyre::serve {

JobBoard::JobBoard(const JobLimits& limits, MemoryBudget* memory)
    : limits_(limits), memory_(memory), line_(limits.queue) {
  threads_ = start_threads(limits.at_once, [this](int) {
    give_way();
    work();
  });
}

JobBoard::~JobBoard() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
    line_.clear();
  }
  cancel_all();
  changed_.notify_all();
  threads_.clear();
}

void JobBoard::cancel_all() {
  for (const std::shared_ptr<Job>& job : list()) (void)job->cancel();
}

// Not to be guessed: a link to a job is as good as the right to look at it.
std::string JobBoard::new_id() {
  static thread_local std::mt19937_64 random{[] {
    std::random_device device;
    std::seed_seq seed{device(), device(), device(), device()};
    return std::mt19937_64(seed);
  }()};
  return fmt::format("{:016x}", random());
}

std::shared_ptr<Job> JobBoard::make(JobPlan plan) {
  auto job = std::make_shared<Job>(new_id(), std::move(plan), memory_);
  const std::lock_guard lock(mutex_);
  jobs_.push_back(job);
  return job;
}

std::shared_ptr<Job> JobBoard::add(JobPlan plan, bool detached, const std::string& client) {
  auto job = std::make_shared<Job>(new_id(), std::move(plan), memory_);
  job->is_detached = detached;
  {
    const std::lock_guard lock(mutex_);
    if (leaving_) return nullptr;
    jobs_.push_back(job);
    const auto place = line_.add(client, job);
    if (!place) {
      jobs_.pop_back();
      return nullptr;
    }
    job->tell_waiting(place.before);
    // Those behind it wait longer now.
    if (place.before + 1 < line_.size()) tell_line();
  }
  changed_.notify_one();
  return job;
}

void JobBoard::run_here(const std::shared_ptr<Job>& job) {
  {
    const std::lock_guard lock(mutex_);
    ++running_;
  }
  if (job->begin()) job->run();
  const std::lock_guard lock(mutex_);
  --running_;
  std::erase(jobs_, job);
}

void JobBoard::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return leaving_ || !line_.empty(); });
    if (leaving_) return;
    std::shared_ptr<Job> job = line_.take();
    ++running_;
    tell_line();
    lock.unlock();
    try {
      if (job->begin()) job->run();
    } catch (...) {
      // Not even its end could be told; the thread has other jobs.
    }
    job.reset();
    lock.lock();
    --running_;
  }
}

// Those at the front want to know how long it will be; far behind it does not matter.
void JobBoard::tell_line() {
  constexpr std::size_t kTold = 20;
  for (std::size_t i = 0; i < std::min(line_.size(), kTold); ++i) line_[i]->tell_waiting(i);
}

std::vector<std::shared_ptr<Job>> JobBoard::list() const {
  const std::lock_guard lock(mutex_);
  return {jobs_.rbegin(), jobs_.rend()};
}

std::shared_ptr<Job> JobBoard::find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  for (const std::shared_ptr<Job>& job : jobs_) {
    if (job->id() == id) return job;
  }
  return nullptr;
}

bool JobBoard::forget(const std::string& id) {
  const std::shared_ptr<Job> job = find(id);
  if (!job) return false;
  (void)job->cancel();
  const std::lock_guard lock(mutex_);
  std::erase(jobs_, job);
  line_.erase_if([&](const auto& one) { return one == job; });
  return true;
}

void JobBoard::tidy() {
  std::vector<std::shared_ptr<Job>> lonely;
  {
    const std::lock_guard lock(mutex_);
    const auto now = Job::Clock::now();
    if (seconds_of(now - last_heartbeat_) >= limits_.heartbeat_seconds) {
      last_heartbeat_ = now;
      for (const auto& job : jobs_) job->tell_nothing();
    }
    std::size_t ended = 0;
    std::size_t bytes = 0;
    for (auto job = jobs_.rbegin(); job != jobs_.rend(); ++job) {
      if (!has_ended((*job)->state())) {
        if (!(*job)->is_detached && (*job)->lonely_seconds() > limits_.lonely_seconds) {
          lonely.push_back(*job);
        }
        continue;
      }
      ++ended;
      bytes += (*job)->bytes();
      const bool is_heard = (*job)->ended_seconds() < limits_.lonely_seconds;
      if (!is_heard && (ended > limits_.remembered || bytes > limits_.remembered_bytes)) {
        job->reset();
      }
    }
    std::erase(jobs_, nullptr);
    line_.erase_if([](const auto& job) { return has_ended(job->state()); });
  }
  for (const auto& job : lonely) (void)job->cancel();
}

bool JobBoard::give_up_ended() {
  std::shared_ptr<Job> oldest;  // destroyed without the lock
  const std::lock_guard lock(mutex_);
  for (std::shared_ptr<Job>& job : jobs_) {
    if (!has_ended(job->state()) || job->lonely_seconds() < limits_.lonely_seconds ||
        job->ended_seconds() < limits_.lonely_seconds) {
      continue;
    }
    oldest = job;
    std::erase(jobs_, oldest);
    return true;
  }
  return false;
}

JobBoard::Load JobBoard::load() const {
  const std::lock_guard lock(mutex_);
  return {running_, static_cast<int>(line_.size())};
}

}  // namespace gyre::serve
