// What the value of an option must be, and the sentence for one that is something else: for words
// on the command line, fields of a request and texts of a program alike. Decides no limits: each
// stands with the question that has it.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace gyre {

template <class Number>
struct Range {
  Number least{};
  Number most{};

  [[nodiscard]] bool holds(Number value) const noexcept {
    return value >= least && value <= most;  // a NaN is in no range
  }
};

constexpr Range<int> kThreadsRange{0, 1024};
constexpr const char* kMemoryAmount = "an amount like 4G or 500M";

// "a whole number from 0 to 40".
template <class Number>
[[nodiscard]] std::string text_of(const Range<Number>& range) {
  return fmt::format("a {}number from {} to {}", std::is_integral_v<Number> ? "whole " : "",
                     range.least, range.most);
}

// "one of ranked, tables, disk".
[[nodiscard]] inline std::string text_of_words(const std::vector<std::string>& words) {
  return fmt::format("one of {}", fmt::join(words, ", "));
}

// What comes behind the name of the option. got: as it was given, where that can be shown.
[[nodiscard]] inline std::string must_be(std::string_view right,
                                         const std::optional<std::string>& got) {
  return got ? fmt::format("must be {}, not '{}'", right, *got) : fmt::format("must be {}", right);
}

}  // namespace gyre
