// What the command line can ask, a request and a program can ask: the options that --help lists are
// fields of docs/openapi.json and options of the C interface, but for those that are about files
// and output of the process that asks.
#include "front/texts/option_texts.h"

#include <gtest/gtest.h>
#include <gyre/base/error.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

namespace gyre {
namespace {

using Names = std::set<std::string>;

struct CloseProgram {
  void operator()(std::FILE* file) const { ::pclose(file); }
};

std::string help_of(const std::string& command) {
  const std::string line = std::string(GYRE_PROGRAM) + " " + command + " --help";
  const std::unique_ptr<std::FILE, CloseProgram> program(::popen(line.c_str(), "r"));
  std::string text;
  std::array<char, 4096> part{};
  while (const std::size_t got = std::fread(part.data(), 1, part.size(), program.get())) {
    text.append(part.data(), got);
  }
  return text;
}

// The names of the options as a field of a question is called.
Names options_of(const std::string& command) {
  std::map<std::string, std::string> others{{"to", "goal"},
                                            {"time", "seconds"},
                                            {"symmetric", "classes"},
                                            {"work_dir", "work_folder"},
                                            {"wca", "competition"}};
  if (command == "scramble") others["number"] = "count";
  const std::string help = help_of(command);
  const std::regex option(R"((^|\n) +(-[a-zA-Z],\s*)?--([a-z-]+))");
  Names names;
  for (std::sregex_iterator at(help.begin(), help.end(), option), end; at != end; ++at) {
    std::string name = (*at)[3];
    std::replace(name.begin(), name.end(), '-', '_');
    const auto other = others.find(name);
    names.insert(other == others.end() ? name : other->second);
  }
  return names;
}

// In both directions: what is an exception by now, too, would be forgotten otherwise.
void expect_all(const Names& options, const Names& without,
                const std::function<bool(const std::string&)>& is_there) {
  for (const std::string& name : options) {
    EXPECT_EQ(is_there(name), without.count(name) == 0) << name;
  }
  for (const std::string& name : without) EXPECT_EQ(options.count(name), 1U) << name;
}

Names joined(Names names, const Names& more) {
  names.insert(more.begin(), more.end());
  return names;
}

const Names kOutput{"help", "json", "quiet"};

TEST(SameQuestions, AreFieldsOfARequest) {
  std::ifstream file(std::string(GYRE_SOURCE_DIR) + "/docs/openapi.json");
  const auto schemas = nlohmann::json::parse(file)["components"]["schemas"];
  const auto fields_of = [&](const std::string& schema) {
    return [&fields = schemas[schema]["properties"]](const std::string& name) {
      return fields.contains(name);
    };
  };
  const auto is_field = fields_of("job_request");
  // The server's own, once for all jobs; and files that are not a client's.
  const Names running = joined(kOutput, {"threads", "memory", "cache", "max_file"});
  ASSERT_GT(options_of("solve").size(), 30U);
  expect_all(options_of("solve"),
             joined(running, {"checkpoint", "build", "no_verify", "keep_tables", "draw"}),
             is_field);
  expect_all(options_of("god"),
             joined(running, {"classes", "method", "checkpoint", "resume", "work_folder", "disk"}),
             is_field);
  expect_all(options_of("count"), running, is_field);
  expect_all(options_of("info"), joined(running, {"show_moves", "show_pieces"}), is_field);
  expect_all(options_of("plan"), joined(running, {"output", "anew"}), is_field);
  expect_all(options_of("check"), joined(running, {"draw"}), fields_of("check_request"));
  expect_all(options_of("scramble"), joined(running, {"positions"}),
             fields_of("scrambles_request"));
}

TEST(SameQuestions, AreOptionsOfAProgram) {
  const auto is_option = [](const std::string& name) {
    try {
      OptionTexts().set(name, "");
      return true;
    } catch (const Error&) {
      return false;
    }
  };
  // A program says which puzzle by a function.
  const Names output = joined(kOutput, {"puzzle"});
  expect_all(options_of("solve"), joined(output, {"draw"}), is_option);
  expect_all(options_of("god"), output, is_option);
  expect_all(options_of("check"), joined(output, {"draw"}), is_option);
  expect_all(options_of("scramble"), output, is_option);
}

}  // namespace
}  // namespace gyre
