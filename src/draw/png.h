// An SVG as pixels. Optional: needs librsvg, at build time its headers and at run time the library,
// which is loaded only when it is used, since it is large.
#pragma once

#include <string>

namespace gyre {

// Whether this program was built with it.
[[nodiscard]] bool has_png() noexcept;

// A PNG file of the size that the SVG says. Throws Error naming the Debian package if librsvg is
// missing.
[[nodiscard]] std::string make_png(const std::string& svg);

}  // namespace gyre
