// Where exceptions become statuses and sentences, and texts become the caller's. Nothing of the C
// interface throws beyond this.
#pragma once

#include <gyre/gyre.h>

#include <gyre/base/error.h>

#include <exception>
#include <new>
#include <stop_token>
#include <string>

// NOLINTBEGIN(readability-identifier-naming): the names of gyre.h
struct gyre_stop {
  std::stop_source source;
};
// NOLINTEND(readability-identifier-naming)

namespace gyre::c {

// Keeps the sentence for gyre_last_error.
gyre_status fail(gyre_status status, const char* why) noexcept;
void forget_error() noexcept;

// A callback threw; nobody here can know what.
struct CallbackThrew {};

// Runs a body that may throw. on_error: what an Error means; the body may change it as it goes.
template <class Body>
gyre_status guarded(const gyre_status& on_error, const Body& body) noexcept {
  try {
    const gyre_status status = body();
    if (status == GYRE_OK) forget_error();
    return status;
  } catch (const gyre::Error& error) {
    return fail(on_error, error.what());
  } catch (const std::bad_alloc&) {
    return fail(GYRE_FAULT, "not enough memory");
  } catch (const std::exception& error) {
    return fail(GYRE_FAULT, error.what());
  } catch (...) {
    return fail(GYRE_FAULT, "the callback threw an exception");
  }
}

// A copy that gyre_text_free frees.
[[nodiscard]] char* copy_text(const std::string& text);

}  // namespace gyre::c
