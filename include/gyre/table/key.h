// TableKey: everything that changes the contents of a table, and nothing else. A file is found by
// the digest of its key, so a table made for other contents is never picked up.
#pragma once

#include <gyre/base/api.h>

#include <array>
#include <cstdint>
#include <string>

namespace GYRE_API gyre {

struct TableKey {
  std::string name;  // "cube3-phase1-htm": letters, digits and '-'; the file is named after it
  // Raised whenever the same name would hold other bytes: another numbering, another encoding.
  int contents_version = 1;
  // What else the contents depend on, as text that a person can read: "metric=htm".
  std::string parameters;
  std::uint64_t payload_bytes = 0;

  // The same on every machine.
  [[nodiscard]] std::array<std::uint8_t, 16> digest() const;
  bool operator==(const TableKey&) const = default;
};

}  // namespace gyre
