// NoThread: the Error of who gets no thread from the system, which no other input would mend.
#pragma once

#include <gyre/base/error.h>

#include <string>

namespace gyre {

class NoThread : public Error {
 public:
  explicit NoThread(const std::string& obstacle)
      : Error("no thread can be started: " + obstacle +
              " (is the system's limit on threads or on memory reached?)") {}
};

}  // namespace gyre
