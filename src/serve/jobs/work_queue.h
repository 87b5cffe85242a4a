// WorkQueue: threads that do short work in the order of a FairLine. Work that could go on
// usefully (a solution that gets shorter) hears when others wait.
#pragma once

#include "serve/jobs/fair_line.h"

#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace gyre::serve {

// The calling thread, and those that it starts, give way to others of the process from now on.
void give_way() noexcept;

class WorkQueue {
 public:
  // heavy: the work may take long, and gives way to the server's thread and to what is light.
  enum class Weight { light, heavy };

  // limit: how many may wait.
  WorkQueue(int threads, std::size_t limit, Weight weight = Weight::light);
  // Ends the waiting work without doing it; what is being done is waited for.
  ~WorkQueue();
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  // False if too many wait already, or too many of this client. What the work throws ends that work
  // only.
  [[nodiscard]] bool add(std::function<void()> work, const std::string& client = {});
  [[nodiscard]] std::size_t waiting() const;
  // Threads without work.
  [[nodiscard]] int idle() const;

  // For work that is being done and could end at any time: a token that is stopped as soon as
  // somebody waits for the thread.
  class Leisure {
   public:
    explicit Leisure(WorkQueue& queue);
    ~Leisure();
    Leisure(const Leisure&) = delete;
    Leisure& operator=(const Leisure&) = delete;
    [[nodiscard]] std::stop_token token() const { return source_->get_token(); }

   private:
    WorkQueue& queue_;
    std::shared_ptr<std::stop_source> source_ = std::make_shared<std::stop_source>();
  };

 private:
  void work();

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  FairLine<std::function<void()>> waiting_;
  std::list<std::shared_ptr<std::stop_source>> leisure_;  // the oldest first
  int idle_;
  bool leaving_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace gyre::serve
