#include "format/json_value.h"

#include "base/stop.h"
#include "format/lines.h"

#include <gyre/base/error.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <unordered_set>

namespace gyre {
namespace {

constexpr std::size_t kMaxDepth = 64;
// Some seconds, and half a gigabyte. A cube of 20 layers has less than a million.
constexpr std::size_t kMaxJsonValues = 5'000'000;

SourcePlace place_of_byte(std::string_view text, std::size_t byte, const std::string& file) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const std::size_t newline = before.rfind('\n');
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  return {file, static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1,
          static_cast<int>(before.size() - begin) + 1};
}

// Receives the events of nlohmann's parser, which itself needs no stack.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeBuilder(std::string_view text, const std::string& file, const std::stop_token& stop)
      : text_(text), file_(file), stop_(stop) {}

  bool null() override { return add({}); }
  bool boolean(bool value) override {
    JsonValue node;
    node.kind = JsonValue::Kind::boolean;
    node.integer = value ? 1 : 0;
    return add(std::move(node));
  }
  bool number_integer(number_integer_t value) override {
    JsonValue node;
    node.kind = JsonValue::Kind::integer;
    node.integer = value;
    return add(std::move(node));
  }
  bool number_unsigned(number_unsigned_t value) override {
    constexpr auto kMost = static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max());
    return number_integer(static_cast<std::int64_t>(std::min(value, kMost)));
  }
  bool number_float(number_float_t, const string_t&) override {
    JsonValue node;
    node.kind = JsonValue::Kind::real;
    return add(std::move(node));
  }
  bool string(string_t& value) override {
    JsonValue node;
    node.kind = JsonValue::Kind::string;
    node.string = std::move(value);
    return add(std::move(node));
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(JsonValue::Kind::object); }
  bool key(string_t& value) override {
    if (!open_.back().keys.insert(value).second) {
      throw Error({file_, 0, 0},
                  fmt::format("the key {} stands twice in one object", in_quotes(value)));
    }
    open_.back().value.keys.push_back(std::move(value));
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(JsonValue::Kind::array); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::json::exception& error) override {
    // The library's text carries its own place before the last ": ".
    std::string_view message = error.what();
    const std::size_t column = message.find("column ");
    if (column != std::string_view::npos) {
      message.remove_prefix(std::min(message.find(": ", column) + 2, message.size()));
    }
    throw Error(place_of_byte(text_, position == 0 ? 0 : position - 1, file_),
                fmt::format("this is no JSON: {}", message));
  }

  JsonValue take() { return std::move(root_); }

 private:
  struct Open {
    JsonValue value;
    std::unordered_set<std::string> keys;
  };

  bool open(JsonValue::Kind kind) {
    if (open_.size() == kMaxDepth) {
      throw Error({file_, 0, 0}, fmt::format("the JSON is nested more than {} deep", kMaxDepth));
    }
    open_.emplace_back().value.kind = kind;
    return true;
  }

  bool close() {
    JsonValue value = std::move(open_.back().value);
    open_.pop_back();
    return add(std::move(value));
  }

  bool add(JsonValue value) {
    constexpr std::size_t kValuesBetweenLooks = 4'096;
    if (++values_ > kMaxJsonValues) {
      throw Error({file_, 0, 0}, fmt::format("the JSON has more than {} values", kMaxJsonValues));
    }
    if (values_ % kValuesBetweenLooks == 0) throw_if_stopped(stop_, "reading " + file_);
    if (open_.empty()) {
      root_ = std::move(value);
    } else {
      open_.back().value.items.push_back(std::move(value));
    }
    return true;
  }

  std::string_view text_;
  const std::string& file_;
  const std::stop_token& stop_;
  std::size_t values_ = 0;
  std::vector<Open> open_;
  JsonValue root_;
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const noexcept {
  const auto place = std::find(keys.begin(), keys.end(), key);
  return place == keys.end() ? nullptr : &items[place - keys.begin()];
}

JsonValue read_json(std::string_view text, const std::string& file, const std::stop_token& stop) {
  TreeBuilder builder(text, file, stop);
  nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
  return builder.take();
}

std::string json_string(const std::string& text) {
  try {
    return nlohmann::json(text).dump();
  } catch (const nlohmann::json::exception&) {
    throw Error(fmt::format("the name {} is no UTF-8, which JSON needs", in_quotes(text)));
  }
}

}  // namespace gyre
