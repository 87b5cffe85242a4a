// Ctrl-C as a wish: the first SIGINT or SIGTERM asks the work to stop, so that what is known so far
// can be printed; the second ends the process as it always does.
#pragma once

#include <stop_token>
#include <thread>

namespace gyre::cli {

// The status that a shell gives to a process that the first such signal ended (130 for Ctrl-C); 0
// if none came. Also for who meets the Error of work that was stopped after its Interrupt is gone.
[[nodiscard]] int interrupted_status() noexcept;

// A process has one at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }
  [[nodiscard]] bool happened() const { return stop_.stop_requested(); }
  [[nodiscard]] int status() const noexcept { return interrupted_status(); }

 private:
  std::stop_source stop_;
  std::jthread watcher_;
};

}  // namespace gyre::cli
