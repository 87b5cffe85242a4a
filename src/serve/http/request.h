// Fields of a request's JSON body, read with checks: each error names the field and what would be
// right, and a field that nobody asked for is an error too, so that a misspelt one is not silently
// without effect.
#pragma once

#include "front/puzzle/spelling.h"
#include "front/puzzle/values.h"

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gyre::serve {

using Json = nlohmann::ordered_json;

// Throws Error with line and column if the text is no JSON object.
[[nodiscard]] Json parse_request(std::string_view body);

// How front spells options in what it refuses.
[[nodiscard]] std::string spell_field(std::string_view option);
constexpr Spelling kRequestSpelling{spell_field};

// A field that is null counts as left out.
class RequestFields {
 public:
  // Keeps a reference to an object.
  explicit RequestFields(const Json& object);

  [[nodiscard]] std::optional<std::string> text(const std::string& name);
  [[nodiscard]] std::string text(const std::string& name, const std::string& otherwise);
  [[nodiscard]] std::string required_text(const std::string& name);
  [[nodiscard]] bool flag(const std::string& name, bool otherwise = false);
  [[nodiscard]] std::optional<std::int64_t> integer(const std::string& name,
                                                    const Range<std::int64_t>& range);
  [[nodiscard]] std::optional<int> integer(const std::string& name, const Range<int>& range);
  [[nodiscard]] std::optional<double> number(const std::string& name, const Range<double>& range);
  // A number, or its digits: JavaScript has no numbers of 64 bits.
  [[nodiscard]] std::optional<std::uint64_t> seed(const std::string& name);
  // One of `words`.
  [[nodiscard]] std::string word(const std::string& name, const std::vector<std::string>& words,
                                 const std::string& otherwise);
  [[nodiscard]] std::vector<std::string> texts(const std::string& name, std::size_t most);
  // Null if it was left out.
  [[nodiscard]] const Json& any(const std::string& name);

  // Throws Error for a field that was not asked for.
  void refuse_others() const;

 private:
  const Json& object_;
  std::vector<std::string> known_;
};

}  // namespace gyre::serve
