#include "serve/jobs/work_queue.h"

#include <sys/resource.h>
#include "base/threads.h"

namespace gyre::serve {

// On Linux a priority is a thread's own, and passed on.
void give_way() noexcept {
  constexpr int kPriority = 5;
  (void)::setpriority(PRIO_PROCESS, 0, kPriority);
}

WorkQueue::WorkQueue(int threads, std::size_t limit, Weight weight)
    : waiting_(limit), idle_(threads) {
  threads_ = start_threads(threads, [this, weight](int) {
    if (weight == Weight::heavy) give_way();
    work();
  });
  const std::lock_guard lock(mutex_);
  idle_ -= threads - static_cast<int>(threads_.size());
}

WorkQueue::~WorkQueue() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
    for (const auto& source : leisure_) source->request_stop();
  }
  changed_.notify_all();
  threads_.clear();
}

bool WorkQueue::add(std::function<void()> work, const std::string& client) {
  std::shared_ptr<std::stop_source> hurried;
  {
    const std::lock_guard lock(mutex_);
    if (!waiting_.add(client, std::move(work))) return false;
    if (static_cast<std::size_t>(idle_) < waiting_.size() && !leisure_.empty()) {
      hurried = std::move(leisure_.front());
      leisure_.pop_front();
    }
  }
  changed_.notify_one();
  if (hurried) hurried->request_stop();
  return true;
}

std::size_t WorkQueue::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

int WorkQueue::idle() const {
  const std::lock_guard lock(mutex_);
  return idle_;
}

void WorkQueue::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return leaving_ || !waiting_.empty(); });
    if (leaving_) return;
    --idle_;
    std::function<void()> next = waiting_.take();
    lock.unlock();
    try {
      next();
    } catch (...) {
      // Whoever waits for it finds out when nobody answers; the thread has other work.
    }
    next = nullptr;  // what it holds may be large, and is nobody's to wait for
    lock.lock();
    ++idle_;
  }
}

WorkQueue::Leisure::Leisure(WorkQueue& queue) : queue_(queue) {
  const std::lock_guard lock(queue_.mutex_);
  if (queue_.leaving_ || static_cast<std::size_t>(queue_.idle_) < queue_.waiting_.size()) {
    source_->request_stop();
  } else {
    queue_.leisure_.push_back(source_);
  }
}

WorkQueue::Leisure::~Leisure() {
  const std::lock_guard lock(queue_.mutex_);
  queue_.leisure_.remove(source_);
}

}  // namespace gyre::serve
