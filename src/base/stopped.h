// What long work does when nobody wants it any more.
#pragma once

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <stop_token>
#include <string_view>

namespace gyre {

// Throws Error if it is stopped. what: "finding the group".
inline void throw_if_stopped(const std::stop_token& stop, std::string_view what) {
  if (stop.stop_requested()) throw Error(fmt::format("{} was stopped", what));
}

}  // namespace gyre
