// Options that are numbers in a range, or one of several words: what is refused is refused with
// front's sentence, which main() puts behind the name of the option.
#pragma once

#include "front/puzzle/values.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace gyre::cli {

// NaN is in no range, and neither is a word.
template <class Number>
CLI::Validator number_within(const Range<Number>& range) {
  const auto check = [range](std::string& text) -> std::string {
    Number number{};
    const bool is_number = CLI::detail::lexical_cast(text, number) && range.holds(number);
    return is_number ? "" : must_be(text_of(range), text);
  };
  return {check, CLI::Range(range.least, range.most).get_description()};
}

template <class Number>
CLI::Validator number_within(Number least, Number most) {
  return number_within(Range<Number>{least, most});
}

inline CLI::Validator word_among(const std::vector<std::string>& words) {
  const auto check = [words](std::string& text) -> std::string {
    const bool is_known = std::find(words.begin(), words.end(), text) != words.end();
    return is_known ? "" : must_be(text_of_words(words), text);
  };
  return {check, CLI::IsMember(words).get_description()};
}

}  // namespace gyre::cli
