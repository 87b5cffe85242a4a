#pragma once

#include <gyre/base/api.h>

#include <string_view>

namespace GYRE_API gyre {

// "0.1.0", as in CMakeLists.txt.
[[nodiscard]] std::string_view version() noexcept;

}  // namespace gyre
