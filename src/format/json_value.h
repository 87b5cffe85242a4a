// A JSON text as a tree, with what a KPuzzle needs and a general JSON library does not promise:
// keys in the order of the file, no key twice, limited depth, linear time. The text itself is read
// by nlohmann-json.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace gyre {

struct JsonValue {
  enum class Kind { null, boolean, integer, real, string, array, object };

  Kind kind = Kind::null;
  std::int64_t integer = 0;
  std::string string;
  std::vector<std::string> keys;  // object: as many as items
  std::vector<JsonValue> items;   // array, object

  // A member of an object, or null. Linear: not for objects with many keys.
  [[nodiscard]] const JsonValue* find(std::string_view key) const noexcept;
};

// Throws Error with file, line and column, for more values than any puzzle has, or if it is
// stopped.
[[nodiscard]] JsonValue read_json(std::string_view text, const std::string& file,
                                  const std::stop_token& stop = {});

// A string in quotes. Throws Error if it is no UTF-8.
[[nodiscard]] std::string json_string(const std::string& text);

}  // namespace gyre
