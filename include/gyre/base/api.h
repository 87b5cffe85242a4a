/* What the shared library promises. It shows nothing but what is declared with this word: its
 * headers say `namespace GYRE_API gyre {`, and gyre.h has it before each function. All else may
 * change with every version, and is called without a detour. For C and C++; for C++ it also says
 * which version the library is. */
#ifndef GYRE_BASE_API_H
#define GYRE_BASE_API_H

#ifdef __cplusplus
#include <string_view>

#define GYRE_API [[gnu::visibility("default")]]

namespace GYRE_API gyre {

// "0.1.0", as in CMakeLists.txt. For C: gyre_version() in gyre.h.
[[nodiscard]] std::string_view version() noexcept;

}  // namespace gyre
#else
#define GYRE_API __attribute__((visibility("default")))
#endif

#endif
