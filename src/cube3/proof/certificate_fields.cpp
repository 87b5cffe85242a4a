#include "cube3/proof/certificate_fields.h"

#include "cube3/proof/certificate.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

namespace gyre::cube3 {

CertificateFields::CertificateFields(const Json& object, std::string where, std::string file,
                                     std::initializer_list<const char*> names)
    : object_(object), where_(std::move(where)), file_(std::move(file)) {
  if (!object.is_object()) fail(where_ + " is no object");
  for (const char* name : names) {
    if (!object.contains(name)) fail(fmt::format("{} has no '{}'", where_, name));
  }
  for (const auto& item : object.items()) {
    const std::string& name = item.key();
    const auto same = [&](const char* other) { return name == other; };
    if (std::none_of(names.begin(), names.end(), same)) {
      fail(fmt::format("{} has a '{}', which version {} does not know", where_, name,
                       kCertificateVersion));
    }
  }
}

void CertificateFields::fail(const std::string& what) const {
  throw Error(SourcePlace{file_}, what);
}

std::uint64_t CertificateFields::number(const char* name, std::uint64_t most) const {
  const Json& value = object_.at(name);
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most) {
    fail(fmt::format("{}: '{}' must be an integer from 0 to {}", where_, name, most));
  }
  return value.get<std::uint64_t>();
}

int CertificateFields::small(const char* name, int most) const {
  return static_cast<int>(number(name, static_cast<std::uint64_t>(most)));
}

std::optional<int> CertificateFields::small_or_null(const char* name, int most) const {
  if (object_.at(name).is_null()) return std::nullopt;
  return small(name, most);
}

double CertificateFields::seconds(const char* name) const {
  const Json& value = object_.at(name);
  if (!value.is_number() || value.get<double>() < 0) {
    fail(fmt::format("{}: '{}' must be a number of seconds", where_, name));
  }
  return value.get<double>();
}

double CertificateFields::share(const char* name) const {
  const Json& value = object_.at(name);
  if (!value.is_number() || !(value.get<double>() >= 0 && value.get<double>() <= 1)) {
    fail(fmt::format("{}: '{}' must be a number from 0 to 1", where_, name));
  }
  return value.get<double>();
}

std::string CertificateFields::text(const char* name) const {
  const Json& value = object_.at(name);
  if (!value.is_string()) fail(fmt::format("{}: '{}' must be a text", where_, name));
  return value.get<std::string>();
}

bool CertificateFields::truth(const char* name) const {
  const Json& value = object_.at(name);
  if (!value.is_boolean()) fail(fmt::format("{}: '{}' must be true or false", where_, name));
  return value.get<bool>();
}

const CertificateFields::Json& CertificateFields::list(const char* name) const {
  const Json& value = object_.at(name);
  if (!value.is_array()) fail(fmt::format("{}: '{}' must be an array", where_, name));
  return value;
}

const CertificateFields::Json& CertificateFields::any(const char* name) const {
  return object_.at(name);
}

std::uint64_t CertificateFields::hex_number(const char* name) const {
  const std::string digits = text(name);
  std::uint64_t value = 0;
  const char* end = digits.data() + digits.size();
  const auto [last, fault] = std::from_chars(digits.data(), end, value, 16);
  if (digits.size() != 16 || fault != std::errc() || last != end) {
    fail(fmt::format("{}: '{}' must be 16 hexadecimal digits", where_, name));
  }
  return value;
}

Cube CertificateFields::position(const char* name, const CompactCubes& cubes) const {
  Cube cube;
  try {
    cube = cubes.read(text(name));
  } catch (const Error& error) {
    fail(fmt::format("{}: '{}' is no position: {}", where_, name, error.message()));
  }
  const std::string reason = why_impossible(cube);
  if (!reason.empty()) {
    fail(fmt::format("{}: '{}': face turns cannot solve this cube: {}", where_, name, reason));
  }
  return cube;
}

}  // namespace gyre::cube3
