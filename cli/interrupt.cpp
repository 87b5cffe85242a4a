// A signal handler may do next to nothing: it writes one byte into a pipe, and a thread that waits
// for it does the rest.
#include "interrupt.h"

#include "command.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace gyre::cli {
namespace {

constexpr std::array<int, 2> kSignals = {SIGINT, SIGTERM};

// What a handler can reach must be global.
std::array<int, 2> signal_pipe = {-1, -1};
volatile sig_atomic_t last_signal = 0;

void handle(int signal) {
  const int old = errno;
  // The second of either kind ends the process as it would without us, when this has returned.
  if (last_signal != 0) {
    (void)::signal(signal, SIG_DFL);
    (void)::raise(signal);
    errno = old;
    return;
  }
  last_signal = signal;
  const char byte = 1;
  (void)!::write(signal_pipe[1], &byte, 1);
  errno = old;
}

}  // namespace

Interrupt::Interrupt() {
  if (::pipe2(signal_pipe.data(), O_CLOEXEC) != 0) {
    throw MachineFault(std::string("no pipe is to be had: ") + std::strerror(errno));
  }
  last_signal = 0;
  watcher_ = std::jthread([this] {
    char byte = 0;
    ssize_t got = -1;
    do {
      got = ::read(signal_pipe[0], &byte, 1);
    } while (got < 0 && errno == EINTR);
    if (got == 1 && byte == 1) stop_.request_stop();
  });
  for (const int signal : kSignals) {
    struct sigaction now {};
    // A signal that is ignored (nohup, a background job of a script) stays ignored.
    if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = handle;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    ::sigaction(signal, &action, nullptr);
  }
}

Interrupt::~Interrupt() {
  for (const int signal : kSignals) {
    struct sigaction now {};
    if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == handle) {
      ::signal(signal, SIG_DFL);
    }
  }
  const char byte = 0;
  (void)!::write(signal_pipe[1], &byte, 1);
  watcher_.join();
  ::close(signal_pipe[0]);
  ::close(signal_pipe[1]);
}

int interrupted_status() noexcept {
  return last_signal == 0 ? 0 : 128 + last_signal;
}

}  // namespace gyre::cli
