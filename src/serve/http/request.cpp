#include "serve/http/request.h"

#include "front/puzzle/scrambling.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gyre/base/error.h>

#include <algorithm>
#include <limits>

namespace gyre::serve {
namespace {

const Json kNull;

// Deeper JSON would overflow the stack of what walks it; and an object keeps its keys in order in a
// list, so that one with very many would take very long to read.
constexpr int kMostDepth = 64;
constexpr int kMostKeys = 2'000;

// Where a byte of a text stands.
SourcePlace place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const std::size_t line_begin = before.rfind('\n') + 1;
  return {"", static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1,
          static_cast<int>(before.size() - line_begin) + 1};
}

// A value that is not what it must be.
[[noreturn]] void refuse_value(const std::string& name, const std::string& right,
                               const Json& value) {
  std::optional<std::string> got;
  if (value.is_string()) got = value.get<std::string>();
  if (value.is_number() || value.is_boolean()) got = value.dump();
  throw Error(fmt::format("'{}' {}", name, must_be(right, got)));
}

[[noreturn]] void refuse(const std::string& name, const std::string& right) {
  throw Error(fmt::format("'{}' must be {}", name, right));
}

}  // namespace

Json parse_request(std::string_view body) {
  std::vector<int> keys;  // by depth, of the object that is open there
  const auto check = [&](int depth, Json::parse_event_t event, const Json&) {
    if (depth > kMostDepth) {
      throw Error(fmt::format("the body is nested more than {} deep", kMostDepth));
    }
    keys.resize(kMostDepth + 2);
    if (event == Json::parse_event_t::object_start) keys[depth + 1] = 0;
    if (event == Json::parse_event_t::key && ++keys[depth] > kMostKeys) {
      throw Error(fmt::format("an object of the body has more than {} fields", kMostKeys));
    }
    return true;
  };
  try {
    Json object = Json::parse(body, check);
    if (!object.is_object()) throw Error("the body must be a JSON object: {...}");
    return object;
  } catch (const Json::parse_error& error) {
    // Its own words carry a number of the library's; `byte` counts from 1.
    throw Error(place_of(body, error.byte == 0 ? 0 : error.byte - 1),
                "the body is no JSON: it cannot be read from here on");
  } catch (const Json::out_of_range&) {
    throw Error("the body holds a number that is too large");
  }
}

std::string spell_field(std::string_view option) {
  return fmt::format("'{}'", option);
}

RequestFields::RequestFields(const Json& object) : object_(object) {
  if (!object.is_object()) throw Error("the body must be a JSON object: {...}");
}

const Json& RequestFields::any(const std::string& name) {
  // Fields of a puzzle are asked for by more than one reader.
  if (std::find(known_.begin(), known_.end(), name) == known_.end()) known_.push_back(name);
  const auto field = object_.find(name);
  return field == object_.end() ? kNull : *field;
}

std::optional<std::string> RequestFields::text(const std::string& name) {
  const Json& field = any(name);
  if (field.is_null()) return std::nullopt;
  if (!field.is_string()) refuse(name, "a text");
  return field.get<std::string>();
}

std::string RequestFields::text(const std::string& name, const std::string& otherwise) {
  return text(name).value_or(otherwise);
}

std::string RequestFields::required_text(const std::string& name) {
  std::optional<std::string> given = text(name);
  if (!given) throw Error(fmt::format("'{}' is missing: a text", name));
  return *std::move(given);
}

bool RequestFields::flag(const std::string& name, bool otherwise) {
  const Json& field = any(name);
  if (field.is_null()) return otherwise;
  if (!field.is_boolean()) refuse(name, "true or false");
  return field.get<bool>();
}

std::optional<std::int64_t> RequestFields::integer(const std::string& name,
                                                   const Range<std::int64_t>& range) {
  const Json& field = any(name);
  if (field.is_null()) return std::nullopt;
  // A number beyond what is signed would come out negative.
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const bool is_beyond = field.is_number_unsigned() && field.get<std::uint64_t>() > kMost;
  if (!field.is_number_integer() || is_beyond || !range.holds(field.get<std::int64_t>())) {
    refuse_value(name, text_of(range), field);
  }
  return field.get<std::int64_t>();
}

std::optional<int> RequestFields::integer(const std::string& name, const Range<int>& range) {
  const std::optional<std::int64_t> read =
      integer(name, Range<std::int64_t>{range.least, range.most});
  return read ? std::optional(static_cast<int>(*read)) : std::nullopt;
}

std::optional<std::uint64_t> RequestFields::seed(const std::string& name) {
  const Json& field = any(name);
  if (field.is_null()) return std::nullopt;
  if (field.is_number_unsigned()) return field.get<std::uint64_t>();
  // A program may give 7 as a number that has a sign.
  if (field.is_number_integer() && field.get<std::int64_t>() >= 0) {
    return static_cast<std::uint64_t>(field.get<std::int64_t>());
  }
  std::optional<std::uint64_t> seed;
  if (field.is_string()) seed = parse_seed(field.get_ref<const std::string&>());
  if (!seed) refuse(name, text_of(kSeedRange) + ", or a text of its digits");
  return seed;
}

std::optional<double> RequestFields::number(const std::string& name, const Range<double>& range) {
  const Json& field = any(name);
  if (field.is_null()) return std::nullopt;
  if (!field.is_number() || !range.holds(field.get<double>())) {
    refuse_value(name, text_of(range), field);
  }
  return field.get<double>();
}

std::string RequestFields::word(const std::string& name, const std::vector<std::string>& words,
                                const std::string& otherwise) {
  const std::optional<std::string> given = text(name);
  if (!given) return otherwise;
  if (std::find(words.begin(), words.end(), *given) == words.end()) {
    refuse_value(name, text_of_words(words), *given);
  }
  return *given;
}

std::vector<std::string> RequestFields::texts(const std::string& name, std::size_t most) {
  const Json& field = any(name);
  if (field.is_null()) return {};
  const std::string right = fmt::format("a list of at most {} texts", most);
  if (!field.is_array() || field.size() > most) refuse(name, right);
  std::vector<std::string> out;
  for (const Json& item : field) {
    if (!item.is_string()) refuse(name, right);
    out.push_back(item.get<std::string>());
  }
  return out;
}

void RequestFields::refuse_others() const {
  for (const auto& [name, value] : object_.items()) {
    if (std::find(known_.begin(), known_.end(), name) == known_.end()) {
      throw Error(
          fmt::format("there is no field '{}' here (there are {})", name, fmt::join(known_, ", ")));
    }
  }
}

}  // namespace gyre::serve
