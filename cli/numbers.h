// Options that are numbers: within which range, and what is said of a word that is no number at
// all.
#pragma once

#include <CLI/CLI.hpp>

#include <cmath>
#include <string>
#include <type_traits>

namespace gyre::cli {

// Checks as `range` does, which is one of CLI11's and would say of a word that it is not in range.
// NaN and infinity are words, too.
template <class Number>
CLI::Validator number_check(const CLI::Validator& range) {
  const auto check = [range](std::string& text) -> std::string {
    Number number{};
    bool is_number = CLI::detail::lexical_cast(text, number);
    if constexpr (std::is_floating_point_v<Number>) {
      if (!is_number || !std::isfinite(number)) return "'" + text + "' is no number";
    } else {
      // Digits alone that cannot be read are too many.
      const std::size_t first = text.starts_with('-') ? 1 : 0;
      is_number = is_number || (text.size() > first &&
                                text.find_first_not_of("0123456789", first) == std::string::npos);
      if (!is_number) return "'" + text + "' is no whole number";
    }
    return range(text);
  };
  return {check, range.get_description()};
}

template <class Number>
CLI::Validator number_within(Number least, Number most) {
  return number_check<Number>(CLI::Range(least, most));
}

}  // namespace gyre::cli
