// The one exception type for the world's faults: bad input, no memory, a damaged file. Our own bugs
// are assertions, not Errors. Thrown where the fault is seen, caught once, at the edge
// (cli/main.cpp).
#pragma once

#include <gyre/base/api.h>

#include <stdexcept>
#include <string>
#include <string_view>

namespace GYRE_API gyre {

// A place in a text. Lines and columns count from 1; 0 means unknown. Columns count bytes.
struct SourcePlace {
  std::string file;
  int line = 0;
  int column = 0;

  // "scramble.txt:3:7: ", or as much of it as is known; empty if nothing is.
  [[nodiscard]] std::string prefix() const;
};

class Error : public std::runtime_error {
 public:
  // message: what is wrong and what would be right, in one sentence without a final full stop.
  explicit Error(std::string_view message) : Error(SourcePlace{}, message) {}
  Error(SourcePlace place, std::string_view message);

  [[nodiscard]] const SourcePlace& place() const noexcept { return place_; }
  // The text without the place.
  [[nodiscard]] const std::string& message() const noexcept { return message_; }

 private:
  SourcePlace place_;
  std::string message_;
};

}  // namespace gyre
