// TableFault: a file is not the table that it should be. The store turns it into a warning, moves
// the file aside and goes on; no other Error is a reason to distrust a file.
#pragma once

#include <gyre/base/error.h>

namespace gyre {

// The text continues a sentence that starts with the file: "is empty".
class TableFault : public Error {
 public:
  using Error::Error;
};

}  // namespace gyre
