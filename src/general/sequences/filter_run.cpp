// The pipeline around a filter: every thread reads a batch, prepares it, waits for its turn and
// finishes it.
#include "base/threads.h"
#include "general/sequences/filter.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace gyre {
namespace {

// Enough lines to make locking cheap, few enough to stay in the second-level cache.
constexpr std::size_t kBatchBytes = std::size_t{1} << 18U;
// A batch below this is input that comes slowly: a person or a program that waits for the answer.
constexpr std::size_t kSlowBytes = 4096;

class Pipeline {
 public:
  Pipeline(SequenceFilter& filter, const std::function<std::size_t(char*, std::size_t)>& read,
           const std::function<void(std::string_view)>& write)
      : filter_(filter), read_(read), write_(write) {}

  void work() {
    try {
      FilterBatch batch;
      while (step(batch)) {
      }
    } catch (...) {
      // The others must not wait for a turn that never comes.
      const std::lock_guard lock(order_mutex_);
      failed_ = true;
      changed_.notify_all();
      throw;
    }
  }

 private:
  // False at the end of the input.
  bool step(FilterBatch& batch) {
    std::unique_lock reading(read_mutex_);
    if (at_end_ || failed()) return false;
    fill(batch.input);
    if (batch.input.empty()) return false;
    const std::uint64_t turn = next_read_++;
    // Nobody may sit in a read while a person or a program waits for an answer, or an error.
    // (Behind a larger batch somebody may; an error then waits for the next input.)
    const bool slow = batch.input.size() < kSlowBytes;
    if (!slow) reading.unlock();
    filter_.prepare(batch);
    std::unique_lock lock(order_mutex_);
    changed_.wait(lock, [&] { return failed_ || next_finish_ == turn; });
    if (failed_) return false;
    filter_.finish(batch, write_);
    ++next_finish_;
    changed_.notify_all();
    return true;
  }

  // Whole lines: what was left over and the next bytes, up to the last newline in them.
  void fill(std::string& input) {
    input.swap(rest_);
    rest_.clear();
    for (std::size_t known = 0;;) {
      const std::size_t old = input.size();
      input.resize(old + kBatchBytes);
      const std::size_t got = read_(input.data() + old, kBatchBytes);
      input.resize(old + got);
      if (got == 0) {
        at_end_ = true;
        return;
      }
      const std::size_t newline = input.rfind('\n');
      if (newline != std::string::npos && newline >= known) {
        rest_.assign(input, newline + 1);
        input.resize(newline + 1);
        return;
      }
      known = input.size();
    }
  }

  bool failed() {
    const std::lock_guard lock(order_mutex_);
    return failed_;
  }

  SequenceFilter& filter_;
  const std::function<std::size_t(char*, std::size_t)>& read_;
  const std::function<void(std::string_view)>& write_;

  std::mutex read_mutex_;
  std::string rest_;
  std::uint64_t next_read_ = 0;
  bool at_end_ = false;

  std::mutex order_mutex_;
  std::condition_variable changed_;
  std::uint64_t next_finish_ = 0;
  bool failed_ = false;
};

}  // namespace

void run_filter(SequenceFilter& filter, const std::function<std::size_t(char*, std::size_t)>& read,
                const std::function<void(std::string_view)>& write, int threads) {
  Pipeline pipeline(filter, read, write);
  const int workers = thread_count(threads);
  parallel_for(static_cast<std::size_t>(workers), workers, [&](std::size_t) { pipeline.work(); });
}

}  // namespace gyre
