// How options are spelled where a question comes from: --min-length on the command line,
// 'min_length' in a request, min_length for a program. What is refused is refused with one
// sentence, in which only these words differ.
#pragma once

#include <string>
#include <string_view>

namespace gyre {

struct Spelling {
  // option: as a field of a question is called, "min_length".
  std::string (*spell)(std::string_view option) = nullptr;

  [[nodiscard]] std::string operator()(std::string_view option) const {
    return spell == nullptr ? std::string(option) : spell(option);
  }
};

}  // namespace gyre
