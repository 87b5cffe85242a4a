// The file docs/openapi.json itself, and the check that other tests hold answers against.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "front/solve/solve_question.h"
#include "support/openapi_check.h"

namespace gyre::test {
namespace {

using Json = nlohmann::json;

const std::string kFile = std::string(GYRE_SOURCE_DIR) + "/docs/openapi.json";

std::string fault(const Json& schema, const Json& value) {
  const OpenApi api(Json::object());
  try {
    return api.schema_fault(schema, value, "");
  } catch (const std::exception& error) {
    return error.what();
  }
}

TEST(OpenApiCheck, WordsOfSchemas) {
  EXPECT_EQ(fault({{"type", "integer"}}, 3), "");
  EXPECT_EQ(fault({{"type", "integer"}}, 3.0), "");
  EXPECT_NE(fault({{"type", "integer"}}, 3.5), "");
  EXPECT_NE(fault({{"type", "integer"}}, "3"), "");
  EXPECT_EQ(fault({{"type", {"integer", "null"}}}, nullptr), "");
  EXPECT_NE(fault({{"type", {"integer", "null"}}}, false), "");
  EXPECT_EQ(fault({{"type", "integer"}, {"minimum", 1}, {"maximum", 2}}, 2), "");
  EXPECT_NE(fault({{"minimum", 1}}, 0), "");
  EXPECT_NE(fault({{"maximum", 2}}, 3), "");
  EXPECT_NE(fault({{"enum", {"a", "b"}}}, "c"), "");
  EXPECT_NE(fault({{"const", true}}, false), "");
  EXPECT_NE(fault({{"pattern", "^[0-9]+$"}}, "12a"), "");
  EXPECT_EQ(fault({{"pattern", "^[0-9]+$"}}, "12"), "");
  EXPECT_NE(fault({{"items", {{"type", "string"}}}}, {"a", 1}), "");
  EXPECT_NE(fault({{"minItems", 2}}, {1}), "");
  EXPECT_NE(fault({{"maxItems", 0}}, {1}), "");
  EXPECT_NE(fault({{"required", {"a"}}}, {{"b", 1}}), "");
  const Json closed{{"properties", {{"a", {{"type", "string"}}}}}, {"additionalProperties", false}};
  EXPECT_EQ(fault(closed, {{"a", "x"}}), "");
  EXPECT_NE(fault(closed, {{"a", 1}}), "");
  EXPECT_NE(fault(closed, {{"a", "x"}, {"b", 1}}), "");
  EXPECT_NE(fault({{"additionalProperties", {{"type", "string"}}}}, {{"a", 1}}), "");
  const Json either{{"anyOf", {{{"type", "null"}}, {{"type", "string"}}}}};
  EXPECT_EQ(fault(either, "x"), "");
  EXPECT_NE(fault(either, 1), "");
  EXPECT_NE(fault({{"uniqueItems", true}}, 1), "");
}

// What is named where no C++ reaches is named as it is there.
TEST(OpenApi, NamesMetricsAndEnginesAsTheyAre) {
  std::ifstream file(kFile);
  const Json schemas = Json::parse(file)["components"]["schemas"];
  Json names = Json::array();
  for (const Metric metric : metrics()) names.push_back(to_string(metric));
  EXPECT_EQ(schemas["metric"]["enum"], names);
  EXPECT_EQ(schemas["job_request"]["properties"]["engine"]["enum"], Json(engine_words()));
  EXPECT_EQ(schemas["job_request"]["properties"]["symmetry"]["enum"], Json(symmetry_words()));
}

TEST(OpenApiCheck, Answers) {
  OpenApi api(kFile);
  const std::string error = R"({"error": {"message": "x"}})";
  EXPECT_EQ(api.fault("get", "/v1/jobs/17", 404, "application/json", error), "");
  EXPECT_NE(api.fault("get", "/v1/jobs/17", 404, "text/plain", error), "");
  EXPECT_NE(api.fault("get", "/v1/jobs/17", 418, "application/json", error), "");
  EXPECT_NE(api.fault("get", "/v1/jobs/17/18", 404, "application/json", error), "");
  EXPECT_NE(api.fault("get", "/v1/jobs/17", 404, "application/json", R"({"error": "x"})"), "");
  EXPECT_NE(api.fault("get", "/v1/jobs/17", 404, "application/json", "{"), "");
  EXPECT_EQ(api.fault("put", "/v1/jobs/17", 405, "application/json", error), "");
  EXPECT_NE(api.fault("put", "/v1/jobs/17", 404, "application/json", error), "");
  EXPECT_EQ(api.fault("get", "/", 304, "", ""), "");
  EXPECT_NE(api.fault("get", "/", 304, "", "x"), "");
  EXPECT_EQ(api.event_fault("/v1/jobs/17/events", "note", R"({"text": "x"})"), "");
  EXPECT_NE(api.event_fault("/v1/jobs/17/events", "note", R"({"text": "x", "y": 1})"), "");
  EXPECT_NE(api.event_fault("/v1/jobs/17/events", "news", R"({"text": "x"})"), "");
  EXPECT_EQ(api.seen_events(), (std::set<std::string>{"note"}));
  EXPECT_EQ(api.seen_answers().count({"get", "/v1/jobs/{id}", "404"}), 1U);
}

// Every path and every field of ours is also in the text for people.
TEST(OpenApi, IsWhatTheDocumentationSays) {
  const OpenApi api(kFile);
  std::ifstream in(std::string(GYRE_SOURCE_DIR) + "/docs/http.md");
  const std::string text(std::istreambuf_iterator<char>(in), {});
  for (const auto& [path, item] : api.root()["paths"].items()) {
    const std::string plain = path.substr(0, path.find('{'));
    EXPECT_NE(text.find(plain), std::string::npos) << path;
  }
  for (const auto& [name, schema] : api.root()["components"]["schemas"].items()) {
    if (!schema.contains("properties") || name == "kpuzzle") continue;
    for (const auto& [field, inner] : schema["properties"].items()) {
      EXPECT_NE(text.find(field), std::string::npos) << name << "." << field;
    }
  }
}

// An object that somebody may add a field to without telling is one of the JavaScript world's.
TEST(OpenApi, OurObjectsAreClosed) {
  const OpenApi api(kFile);
  const std::set<std::string> theirs{"kpuzzle", "kpattern", "pattern_request", "pattern_or_inside"};
  for (const auto& [name, schema] : api.root()["components"]["schemas"].items()) {
    if (!schema.contains("properties") || theirs.count(name) == 1) continue;
    EXPECT_EQ(schema.value("additionalProperties", true), false) << name;
  }
}

}  // namespace
}  // namespace gyre::test
