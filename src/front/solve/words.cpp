#include "front/solve/words.h"

#include <gyre/general/god.h>

#include <fmt/format.h>

namespace gyre {

std::string moves_text(int count) {
  return fmt::format("{} move{}", count, count == 1 ? "" : "s");
}

std::string about_time(double seconds) {
  return fmt::format("about {:.0f} s on two cores", seconds);
}

std::string rough_time(double seconds) {
  constexpr double kMinute = 60;
  constexpr double kHour = 3600;
  if (seconds < 1) return "less than a second";
  if (seconds < 2 * kMinute) return fmt::format("about {:.0f} s", seconds);
  if (seconds < 2 * kHour) return fmt::format("about {:.0f} min", seconds / kMinute);
  return fmt::format("about {:.0f} h", seconds / kHour);
}

std::string_view to_string(SearchEnd end) noexcept {
  switch (end) {
    case SearchEnd::found:
      return "found";
    case SearchEnd::none:
      return "none";
    case SearchEnd::time:
      return "time";
    case SearchEnd::stopped:
      break;
  }
  return "stopped";
}

std::string_view word_of_end(const GodResult& result) {
  switch (result.end) {
    case GodResult::End::all:
      return "all";
    case GodResult::End::max_depth:
      return "max_depth";
    case GodResult::End::memory:
      return "memory";
    case GodResult::End::disk:
      return "disk";
    case GodResult::End::stopped:
      break;
  }
  return "stopped";
}

std::string sentence_of_end(SearchEnd end, bool found_some, int min_length, int proved) {
  if (end == SearchEnd::found) return "";
  std::string known =
      proved < min_length
          ? "nothing is proved yet"
          : fmt::format("no {}solution of {}{}{} exists", found_some ? "other " : "",
                        min_length == 0 ? "" : fmt::format("{} to ", min_length),
                        moves_text(proved), min_length == 0 ? " or fewer" : "");
  switch (end) {
    case SearchEnd::time:
      return "the time is over: " + known;
    case SearchEnd::stopped:
      return "interrupted: " + known;
    case SearchEnd::none:
    case SearchEnd::found:
      break;
  }
  return known;
}

std::string why_none_was_found(SearchEnd end, int max_length) {
  return fmt::format("no solution of {} or fewer {}", moves_text(max_length),
                     end == SearchEnd::none      ? "exists"
                     : end == SearchEnd::stopped ? "was found before it was stopped"
                                                 : "was found in the time");
}

}  // namespace gyre
