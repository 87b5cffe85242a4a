#include <gyre/base/api.h>

namespace gyre {

std::string_view version() noexcept {
  return GYRE_VERSION;
}

}  // namespace gyre
