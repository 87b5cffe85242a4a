#pragma once

#include <string_view>

namespace gyre {

// "0.1.0", as in CMakeLists.txt.
[[nodiscard]] std::string_view version() noexcept;

}  // namespace gyre
