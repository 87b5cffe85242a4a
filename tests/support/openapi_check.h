// Checks answers of the server against docs/openapi.json: the path, the method and the status must
// be described there, the content type and the body must be as described. Knows the words of JSON
// Schema that the file uses, and refuses a schema with any other, so that none is without effect.
// (Debian's validator for C++, libvalijson-dev, brings the whole of Qt with it.)
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gyre::test {

class OpenApi {
 public:
  using Json = nlohmann::json;

  explicit OpenApi(const std::string& file) {
    std::ifstream in(file);
    root_ = Json::parse(in);
  }
  explicit OpenApi(Json root) : root_(std::move(root)) {}

  [[nodiscard]] const Json& root() const { return root_; }

  // What is wrong with an answer; empty if nothing is. `path` without what stands behind '?'.
  [[nodiscard]] std::string fault(const std::string& method, const std::string& path, int status,
                                  const std::string& content_type, const std::string& body) {
    try {
      const std::string described = find_path(path);
      const Json& item = root_["paths"][described];
      if (!item.contains(method)) return fault_of_other_method(item, method, path, status, body);
      const Json& responses = item[method]["responses"];
      const std::string number = std::to_string(status);
      if (!responses.contains(number)) {
        return fmt::format("{} {}: status {} is not described: {}", method, path, status, body);
      }
      seen_.insert({method, described, number});
      const Json& response = resolved(responses[number]);
      return content_fault(response, fmt::format("{} {} {}", method, path, status), content_type,
                           body);
    } catch (const std::exception& error) {
      return error.what();
    }
  }

  // What is wrong with one server-sent event of a path; empty if nothing is.
  [[nodiscard]] std::string event_fault(const std::string& path, const std::string& event,
                                        const std::string& data) {
    try {
      const Json& events = root_["paths"][find_path(path)]["get"]["responses"]["200"]["content"]
                                ["text/event-stream"]["x-events"];
      if (!events.contains(event)) return fmt::format("the event {} is not described", event);
      seen_events_.insert(event);
      return schema_fault(events[event], Json::parse(data), "event " + event);
    } catch (const std::exception& error) {
      return error.what();
    }
  }

  // What is wrong with a value; empty if nothing is. `where` leads to it.
  [[nodiscard]] std::string schema_fault(const Json& given, const Json& value,
                                         const std::string& where) const {
    const Json& schema = resolved(given);
    for (const auto& [word, content] : schema.items()) {
      const std::string fault = word_fault(schema, word, content, value, where);
      if (!fault.empty()) return fault;
    }
    return "";
  }

  struct Answer {
    std::string method;
    std::string path;
    std::string status;
    auto operator<=>(const Answer&) const = default;
  };
  // The answers that are described, and those that fault() has been asked about.
  [[nodiscard]] std::set<Answer> described_answers() const {
    std::set<Answer> out;
    for (const auto& [path, item] : root_["paths"].items()) {
      for (const auto& [method, operation] : item.items()) {
        if (method == "parameters") continue;
        for (const auto& [status, response] : operation["responses"].items()) {
          out.insert({method, path, status});
        }
      }
    }
    return out;
  }
  [[nodiscard]] const std::set<Answer>& seen_answers() const { return seen_; }
  [[nodiscard]] const std::set<std::string>& seen_events() const { return seen_events_; }

 private:
  static std::vector<std::string> parts_of(const std::string& path) {
    std::vector<std::string> out(1);
    for (const char c : path) {
      if (c == '/') {
        out.emplace_back();
      } else {
        out.back() += c;
      }
    }
    return out;
  }

  // The path as it is described: with {name} for what varies.
  std::string find_path(const std::string& path) const {
    if (root_["paths"].contains(path)) return path;
    const std::vector<std::string> asked = parts_of(path);
    for (const auto& [described, item] : root_["paths"].items()) {
      const std::vector<std::string> parts = parts_of(described);
      const auto same = [](const std::string& part, const std::string& given) {
        return part == given || (part.starts_with('{') && !given.empty());
      };
      if (std::equal(parts.begin(), parts.end(), asked.begin(), asked.end(), same)) {
        return described;
      }
    }
    throw std::runtime_error(fmt::format("the path {} is not described", path));
  }

  // A method that a path does not have gets the 405 that its other methods describe.
  std::string fault_of_other_method(const Json& item, const std::string& method,
                                    const std::string& path, int status, const std::string& body) {
    if (status != 405) {
      return fmt::format("{} {}: not described, so 405 was due, not {}", method, path, status);
    }
    std::string fault;
    for (const auto& [other, operation] : item.items()) {
      if (other == "parameters") continue;
      seen_.insert({other, find_path(path), "405"});
      const Json& response = resolved(operation["responses"]["405"]);
      fault +=
          content_fault(response, fmt::format("{} {} 405", method, path), "application/json", body);
    }
    return fault;
  }

  std::string content_fault(const Json& response, const std::string& where,
                            const std::string& content_type, const std::string& body) const {
    if (!response.contains("content")) {
      return body.empty() ? "" : fmt::format("{}: a body where none is described", where);
    }
    const std::string kind = content_type.substr(0, content_type.find(';'));
    if (!response["content"].contains(kind)) {
      return fmt::format("{}: the content type {} is not described", where, kind);
    }
    const Json& content = response["content"][kind];
    if (!content.contains("schema")) return "";
    return schema_fault(content["schema"], Json::parse(body), where);
  }

  const Json& resolved(const Json& given) const {
    if (!given.contains("$ref")) return given;
    const auto text = given["$ref"].get<std::string>();
    if (!text.starts_with('#')) throw std::runtime_error("a $ref to elsewhere: " + text);
    return resolved(root_.at(Json::json_pointer(text.substr(1))));
  }

  static bool has_type(const Json& value, const std::string& type) {
    if (type == "null") return value.is_null();
    if (type == "boolean") return value.is_boolean();
    if (type == "string") return value.is_string();
    if (type == "array") return value.is_array();
    if (type == "object") return value.is_object();
    if (type == "number") return value.is_number();
    if (type == "integer") {
      return value.is_number_integer() ||
             (value.is_number() && value.get<double>() == std::floor(value.get<double>()));
    }
    throw std::runtime_error("unknown type " + type);
  }

  static std::string wrong(const std::string& where, const std::string& what, const Json& value) {
    return fmt::format("{}: {}: {}", where, what, value.dump().substr(0, 200));
  }

  std::string word_fault(const Json& schema, const std::string& word, const Json& content,
                         const Json& value, const std::string& where) const {
    if (word == "description") return "";
    if (word == "anyOf") return choice_fault(content, value, where);
    if (word == "items") return items_fault(content, value, where);
    if (word == "required") return required_fault(content, value, where);
    if (word == "properties") return properties_fault(content, value, where);
    if (word == "additionalProperties") return others_fault(schema, content, value, where);
    const std::string what = plain_fault(word, content, value, where);
    return what.empty() ? "" : wrong(where, what, value);
  }

  // Words that look at the value alone, not at what is in it.
  static std::string plain_fault(const std::string& word, const Json& content, const Json& value,
                                 const std::string& where) {
    if (word == "type") {
      const Json types = content.is_array() ? content : Json::array({content});
      const bool fits = std::any_of(types.begin(), types.end(), [&](const Json& type) {
        return has_type(value, type.get<std::string>());
      });
      return fits ? "" : "not of type " + content.dump();
    }
    if (word == "enum") {
      const bool found = std::find(content.begin(), content.end(), value) != content.end();
      return found ? "" : "not among " + content.dump();
    }
    if (word == "const") return value == content ? "" : "not " + content.dump();
    if (word == "minimum" || word == "maximum") {
      if (!value.is_number()) return "";
      const double number = value.get<double>();
      const auto bound = content.get<double>();
      return (word == "minimum" ? number >= bound : number <= bound) ? "" : "beyond " + word;
    }
    if (word == "minItems" || word == "maxItems") {
      if (!value.is_array()) return "";
      const auto bound = content.get<std::size_t>();
      return (word == "minItems" ? value.size() >= bound : value.size() <= bound)
                 ? ""
                 : "beyond " + word;
    }
    if (word == "pattern") {
      if (!value.is_string()) return "";
      return std::regex_search(value.get<std::string>(), std::regex(content.get<std::string>()))
                 ? ""
                 : "not as " + content.dump();
    }
    throw std::runtime_error(
        fmt::format("{}: the word {} is not known to this check", where, word));
  }

  std::string choice_fault(const Json& content, const Json& value, const std::string& where) const {
    std::string faults;
    for (const Json& one : content) {
      const std::string fault = schema_fault(one, value, where);
      if (fault.empty()) return "";
      faults += "\n  " + fault;
    }
    return wrong(where, "none of these fits" + faults + "\n", value);
  }

  std::string items_fault(const Json& content, const Json& value, const std::string& where) const {
    if (!value.is_array()) return "";
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::string fault = schema_fault(content, value[i], fmt::format("{}[{}]", where, i));
      if (!fault.empty()) return fault;
    }
    return "";
  }

  static std::string required_fault(const Json& content, const Json& value,
                                    const std::string& where) {
    if (!value.is_object()) return "";
    for (const Json& name : content) {
      if (!value.contains(name)) return wrong(where, "lacks " + name.dump(), value);
    }
    return "";
  }

  std::string properties_fault(const Json& content, const Json& value,
                               const std::string& where) const {
    if (!value.is_object()) return "";
    for (const auto& [name, inner] : content.items()) {
      if (!value.contains(name)) continue;
      const std::string fault = schema_fault(inner, value[name], where + "." + name);
      if (!fault.empty()) return fault;
    }
    return "";
  }

  std::string others_fault(const Json& schema, const Json& content, const Json& value,
                           const std::string& where) const {
    if (!value.is_object()) return "";
    for (const auto& [name, inner] : value.items()) {
      if (schema.contains("properties") && schema["properties"].contains(name)) continue;
      if (content.is_boolean()) {
        if (content.get<bool>()) continue;
        return wrong(where, fmt::format("'{}' is not described", name), value);
      }
      const std::string fault = schema_fault(content, inner, where + "." + name);
      if (!fault.empty()) return fault;
    }
    return "";
  }

  Json root_;
  std::set<Answer> seen_;
  std::set<std::string> seen_events_;
};

}  // namespace gyre::test
