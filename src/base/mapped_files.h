// Files that are mapped into memory, by where they lie: somebody may cut one short while it is in
// use, or its disk may fail, and then the system knows nothing better than a signal (SIGBUS) that
// ends the process. A program that calls name_mapped_faults() says which file it was before it
// ends.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace gyre {

// Remembers the name of a mapped file for as long as it lives. Of very many at a time not all are
// remembered.
class MappedFileName {
 public:
  MappedFileName(std::span<const std::byte> bytes, std::string_view name) noexcept;
  ~MappedFileName();
  MappedFileName(const MappedFileName&) = delete;
  MappedFileName& operator=(const MappedFileName&) = delete;

 private:
  int slot_;
};

// For programs, never for the library by itself: signals belong to the process. What was printed
// but not flushed is lost, as with any signal that kills; the status is 1.
void name_mapped_faults();

}  // namespace gyre
