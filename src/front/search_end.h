// How a search that proves its answer ended, in words: for SolveResult and OptimalResult alike, and
// for counts of positions.
#pragma once

#include <string>
#include <string_view>

namespace gyre {

struct GodResult;

// For programs.
[[nodiscard]] std::string_view word_of_end(const GodResult& result);

template <class Result>
const char* word_of_end(const Result& result) {
  using End = typename Result::End;
  switch (result.end) {
    case End::found:
      return "found";
    case End::none:
      return "none";
    case End::time:
      return "time";
    case End::stopped:
      return "stopped";
  }
  return "";
}

// For a person: what is proved, after why there is no more. Nothing if all was found.
template <class Result>
std::string sentence_of_end(const Result& result, const std::string& proved) {
  using End = typename Result::End;
  switch (result.end) {
    case End::none:
      return proved;
    case End::time:
      return "the time is over: " + proved;
    case End::stopped:
      return "interrupted: " + proved;
    case End::found:
      break;
  }
  return "";
}

}  // namespace gyre
