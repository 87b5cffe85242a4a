#include "progress.h"
#include "base/seconds.h"

#include <fmt/format.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <memory>

namespace gyre::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kEmptyLine = "\r\033[K";

struct Meter {
  Clock::time_point started = Clock::now();
  Clock::time_point shown;
  std::string what;

  // Whether to show this event now. Work that is done within half a second is never shown; of other
  // work the last event always is.
  bool due(const ProgressEvent& event, std::chrono::milliseconds pause) {
    constexpr std::chrono::milliseconds kQuick(500);
    const auto now = Clock::now();
    if (what != event.what) {
      what = event.what;
      started = now;
    }
    if (now - started < kQuick || (event.done < event.total && now - shown < pause)) return false;
    shown = now;
    return true;
  }
};

void draw_bar(Meter& meter, const ProgressEvent& event) {
  // A line that is broken could not be renewed.
  const int width = event.detail.empty() ? 30 : 10;
  const double part =
      event.total == 0 ? 1.0 : static_cast<double>(event.done) / static_cast<double>(event.total);
  const double passed = seconds_of(meter.shown - meter.started);
  const auto full = static_cast<int>(part * width);
  std::string left;
  if (part > 0.02 && part < 1 && passed > 1) {
    left = fmt::format(", about {:.0f} s left", passed / part - passed);
  }
  std::string bar = fmt::format(
      "{}{}{}{} [{}{}] {:3.0f} %{}", kEmptyLine, event.what, event.detail.empty() ? "" : ": ",
      event.detail, std::string(full, '='), std::string(width - full, ' '), 100 * part, left);
  // A finished bar leaves the line to what comes next.
  if (event.done >= event.total) bar += kEmptyLine;
  std::fputs(bar.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace

ProgressCallback progress_callback(const CommonOptions& options) {
  if (options.quiet) return {};
  auto meter = std::make_shared<Meter>();
  if (options.json) {
    return [meter](const ProgressEvent& event) {
      if (!meter->due(event, std::chrono::milliseconds(400))) return;
      Json line{{"progress", event.what}, {"done", event.done}, {"total", event.total}};
      if (!event.detail.empty()) line["detail"] = event.detail;
      note(json_text(line));
    };
  }
  if (isatty(STDERR_FILENO) == 0) return {};
  return [meter](const ProgressEvent& event) {
    if (meter->due(event, std::chrono::milliseconds(100))) draw_bar(*meter, event);
  };
}

void clear_bar() {
  std::fputs(kEmptyLine, stderr);
  std::fflush(stderr);
}

}  // namespace gyre::cli
