// The search for the least length of one position beside other work on it: on a thread of its own,
// held up while something else is to have the machine, and gone on with where it was. Says what it
// has proved, and how long it would take to prove more.
#pragma once

#include <gyre/base/progress.h>
#include <gyre/general/solver.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <thread>

namespace gyre {

class AnyProof {
 public:
  // Called from the proof's threads.
  struct Hooks {
    std::function<void(const Solution&)> solution;  // the shortest there is
    std::function<void(const SearchedLength&)> length;
    std::function<void()> ended;                    // with an answer
    std::function<void(std::string_view)> warning;  // SolveHooks
  };

  // The search begins at once. Longer solutions than max_length are of no use. References are kept.
  AnyProof(const Solver& solver, std::span<const State> starts, int max_length, Hooks hooks);
  ~AnyProof() { end(); }
  AnyProof(const AnyProof&) = delete;
  AnyProof& operator=(const AnyProof&) = delete;

  // It stands still, soon; or goes on.
  void hold(bool held);
  // Ends it for good. Waits until its threads are gone.
  void end();

  // Every solution is at least so long.
  [[nodiscard]] int proved() const noexcept { return proved_; }
  // About how long it takes to prove that nothing shorter than this exists; nothing while too
  // little is known.
  [[nodiscard]] std::optional<double> seconds_to(int length) const;
  // How it ended; nothing while it goes on.
  [[nodiscard]] std::optional<SolveResult::End> ended() const;
  // Whether it ended with an answer: the least length, or that there is no solution.
  [[nodiscard]] bool has_answer() const;
  // Returns after so many seconds, or when it has ended.
  void wait(double seconds);

  // After end().
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }
  [[nodiscard]] const std::exception_ptr& fault() const noexcept { return fault_; }

 private:
  void work();
  void take(SearchedLength length);

  const Solver& solver_;
  std::span<const State> starts_;
  SolveLimits limits_;
  Hooks hooks_;
  std::shared_ptr<PauseSwitch> pause_ = std::make_shared<PauseSwitch>();
  std::stop_source stop_;
  std::atomic<int> proved_ = 0;
  std::atomic<int> least_ = kMaxSolutionLength + 1;  // length of a solution that it has found
  std::uint64_t nodes_ = 0;
  mutable std::mutex mutex_;  // of the next ones
  std::condition_variable changed_;
  std::optional<SolveResult::End> end_;
  std::exception_ptr fault_;
  std::optional<SearchedLength> last_;
  std::chrono::steady_clock::duration held_before_{};  // when the last length was done
  std::jthread thread_;
};

}  // namespace gyre
