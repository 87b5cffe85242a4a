#include <gyre/base/error.h>

namespace gyre {

std::string SourcePlace::prefix() const {
  std::string text = file;
  for (const int number : {line, column}) {
    if (number == 0) break;
    if (!text.empty()) text += ':';
    text += std::to_string(number);
  }
  return text.empty() ? text : text + ": ";
}

Error::Error(SourcePlace place, std::string_view message)
    : std::runtime_error(place.prefix() + std::string(message)),
      place_(std::move(place)),
      message_(message) {}

}  // namespace gyre
