#include "c/edge.h"

#include <gyre/base/api.h>

#include <cstdlib>
#include <cstring>

namespace gyre::c {
namespace {

// Long enough for a sentence with a path in it. A fixed size: telling of a lack of memory needs
// none.
constexpr std::size_t kErrorBytes = 1024;
thread_local char last_error[kErrorBytes] = "";

}  // namespace

gyre_status fail(gyre_status status, const char* why) noexcept {
  std::strncpy(last_error, why, kErrorBytes - 1);
  return status;
}

void forget_error() noexcept {
  last_error[0] = '\0';
}

char* copy_text(const std::string& text) {
  // free() knows no size, and a caller may have no C++.
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) throw std::bad_alloc();
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

}  // namespace gyre::c

int gyre_abi_version(void) {
  return GYRE_ABI_VERSION;
}

const char* gyre_version(void) {
  // version() is a literal, which ends in a zero byte.
  return gyre::version().data();
}

const char* gyre_last_error(void) {
  return gyre::c::last_error;
}

void gyre_text_free(char* text) {
  std::free(text);
}

gyre_stop* gyre_stop_create(void) {
  try {
    return new gyre_stop;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void gyre_stop_request(gyre_stop* stop) {
  if (stop != nullptr) stop->source.request_stop();
}

void gyre_stop_destroy(gyre_stop* stop) {
  delete stop;
}
