#include "serve/http/deadlines.h"

#include <utility>
#include <vector>

namespace gyre::serve {

Deadlines::Watch::Watch(Deadlines& deadlines, std::shared_ptr<std::stop_source> work,
                        Clock::duration time)
    : deadlines_(deadlines), work_(std::move(work)), end_(Clock::now() + time) {
  const std::lock_guard lock(deadlines_.mutex_);
  place_ = deadlines_.watches_.insert(deadlines_.watches_.end(), this);
}

Deadlines::Watch::~Watch() {
  const std::lock_guard lock(deadlines_.mutex_);
  deadlines_.watches_.erase(place_);
}

void Deadlines::tidy() {
  // Stopped without the lock: whoever hears it may end, and with it its watch.
  std::vector<std::shared_ptr<std::stop_source>> overdue;
  {
    const std::lock_guard lock(mutex_);
    for (const Watch* watch : watches_) {
      if (watch->end_ <= Clock::now()) overdue.push_back(watch->work_);
    }
  }
  for (const auto& work : overdue) work->request_stop();
}

}  // namespace gyre::serve
