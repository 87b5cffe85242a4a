// What an Error says, for tests of refusals.
#pragma once

#include <gyre/base/error.h>

#include <functional>
#include <string>

namespace gyre::test {

// The text of the Error that the work throws, or "no error".
inline std::string error_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace gyre::test
