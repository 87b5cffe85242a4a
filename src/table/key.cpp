#include <gyre/table/store.h>

#include "table/little_endian.h"

#include <xxhash.h>

#include <algorithm>
#include <vector>

namespace gyre {

std::array<std::uint8_t, 16> TableKey::digest() const {
  std::vector<std::byte> text;
  append_number(text, name.size(), 8);
  append_text(text, name);
  append_number(text, static_cast<std::uint32_t>(contents_version), 8);
  append_number(text, parameters.size(), 8);
  append_text(text, parameters);
  append_number(text, payload_bytes, 8);
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(text.data(), text.size()));
  std::array<std::uint8_t, 16> digest{};
  std::copy(std::begin(canonical.digest), std::end(canonical.digest), digest.begin());
  return digest;
}

}  // namespace gyre
