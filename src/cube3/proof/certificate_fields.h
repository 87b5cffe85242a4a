// A part of a certificate whose fields are asked for by name. All that are named must be there, and
// no others; each is checked for its kind and its range. Whatever is wrong is an Error that names
// the file, the part and the field.
#pragma once

#include "cube3/proof/compact_cubes.h"

#include <gyre/cube3/coset.h>

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

namespace gyre::cube3 {

class CertificateFields {
 public:
  using Json = nlohmann::ordered_json;

  // Keeps a reference to the object. where: "'coset'", "depth 3".
  CertificateFields(const Json& object, std::string where, std::string file,
                    std::initializer_list<const char*> names);

  [[noreturn]] void fail(const std::string& what) const;

  [[nodiscard]] std::uint64_t number(const char* name, std::uint64_t most = kCosetPositions) const;
  [[nodiscard]] int small(const char* name, int most) const;
  [[nodiscard]] std::optional<int> small_or_null(const char* name, int most) const;
  [[nodiscard]] double seconds(const char* name) const;
  // The value of the field, which is from 0 to 1.
  [[nodiscard]] double share(const char* name) const;
  [[nodiscard]] std::string text(const char* name) const;
  [[nodiscard]] bool truth(const char* name) const;
  [[nodiscard]] const Json& list(const char* name) const;
  [[nodiscard]] const Json& any(const char* name) const;
  // Sixteen hexadecimal digits.
  [[nodiscard]] std::uint64_t hex_number(const char* name) const;
  // A compact position that face turns can solve.
  [[nodiscard]] Cube position(const char* name, const CompactCubes& cubes) const;

 private:
  const Json& object_;
  std::string where_;
  std::string file_;
};

}  // namespace gyre::cube3
