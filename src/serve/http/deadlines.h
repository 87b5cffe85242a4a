// Deadlines: work that may take only so long hears when its time is over. Looked at once a second
// or so, so that no thread need wait for the time to pass.
#pragma once

#include <chrono>
#include <list>
#include <memory>
#include <mutex>
#include <stop_token>

namespace gyre::serve {

// Any thread may call it.
class Deadlines {
 public:
  using Clock = std::chrono::steady_clock;

  // Stops `work` if it still lives when the time is over.
  class Watch {
   public:
    Watch(Deadlines& deadlines, std::shared_ptr<std::stop_source> work, Clock::duration time);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

   private:
    friend class Deadlines;
    Deadlines& deadlines_;
    std::shared_ptr<std::stop_source> work_;
    Clock::time_point end_;
    std::list<Watch*>::iterator place_;
  };

  // Stops what is overdue.
  void tidy();

 private:
  std::mutex mutex_;
  std::list<Watch*> watches_;
};

}  // namespace gyre::serve
