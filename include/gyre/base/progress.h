// How the library reports on long work without ever printing: it sends typed events, and whoever
// started the work draws a bar, writes JSON or ignores them.
#pragma once

#include <gyre/base/api.h>

#include <cstdint>
#include <functional>
#include <string_view>

namespace GYRE_API gyre {

// Work of a known size. done runs from 0 to total; what names the work ("canonical automaton"),
// detail says what has come of it so far ("31 moves, at least 9"); it may be empty.
struct ProgressEvent {
  std::string_view what;
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  std::string_view detail = {};
};

// May be empty. Called from any thread, one call at a time.
using ProgressCallback = std::function<void(const ProgressEvent&)>;

}  // namespace gyre
