// The file is one line of JSON with a checksum of the rest of it, so that a damaged one is never
// believed; docs/solving.md says what stands in it.
#include "general/solve/checkpoint.h"

#include <gyre/base/error.h>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace gyre {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSearchVersion = 1;

std::string hex(XXH128_hash_t hash) {
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string checksum(const Json& contents) {
  const std::string text = contents.dump();
  return hex(XXH3_128bits(text.data(), text.size()));
}

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& why) {
  throw Error(fmt::format("'{}' {}; give another --checkpoint, or remove the file to begin anew",
                          file.string(), why));
}

[[noreturn]] void cannot_write(const std::filesystem::path& file) {
  throw Error(fmt::format("the checkpoint '{}' cannot be written: {}", file.string(),
                          std::strerror(errno)));
}

}  // namespace

std::string checkpoint_key(const Solver& solver, std::span<const State> positions,
                           const SolveLimits& limits) {
  std::string text = to_hex(solver.definition().digest());
  for (const Move& move : solver.moves().moves()) text += " " + move.name;
  text += fmt::format(" {} {} {} {} {} {}", limits.number, to_string(solver.moves().metric()),
                      limits.min_length, limits.all_shortest, limits.random_order.has_value(),
                      limits.random_order.value_or(0));
  // Parts of the search are beginnings of these sequences.
  if (const int depth = solver.plan().canon_depth; depth > 0)
    text += fmt::format(" canon {}", depth);
  for (const State& state : positions) {
    text += '\n';
    text.append(state.bytes.begin(), state.bytes.end());
  }
  return hex(XXH3_128bits(text.data(), text.size()));
}

void write_checkpoint(const std::filesystem::path& file, const std::string& key,
                      const SearchCheckpoint& checkpoint) {
  Json contents{{"gyre_checkpoint", kSearchVersion},   {"search", key},
                {"length", checkpoint.length},         {"tasks", checkpoint.tasks},
                {"tasks_done", checkpoint.tasks_done}, {"nodes", checkpoint.nodes},
                {"seconds", checkpoint.seconds}};
  Json solutions = Json::array();
  for (const Solution& solution : checkpoint.solutions) {
    solutions.push_back({{"start", solution.start}, {"moves", solution.moves}});
  }
  contents["solutions"] = std::move(solutions);
  contents["checksum"] = checksum(contents);
  const std::string text = contents.dump() + "\n";
  const std::filesystem::path temporary = file.string() + ".new";
  const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) cannot_write(file);
  std::size_t written = 0;
  bool good = true;
  while (good && written < text.size()) {
    const ssize_t now = ::write(descriptor, text.data() + written, text.size() - written);
    if (now < 0 && errno == EINTR) continue;
    good = now > 0;
    if (good) written += static_cast<std::size_t>(now);
  }
  good = good && ::fsync(descriptor) == 0;
  const int fault = errno;
  ::close(descriptor);
  errno = fault;
  if (!good || ::rename(temporary.c_str(), file.c_str()) != 0) {
    const int why = errno;
    ::unlink(temporary.c_str());
    errno = why;
    cannot_write(file);
  }
}

void check_checkpoint_path(const std::filesystem::path& file) {
  if (std::filesystem::is_directory(file)) {
    errno = EISDIR;
    cannot_write(file);
  }
  const std::filesystem::path temporary = file.string() + ".new";
  const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) cannot_write(file);
  ::close(descriptor);
  ::unlink(temporary.c_str());
}

std::optional<SearchCheckpoint> read_checkpoint(const std::filesystem::path& file,
                                                const std::string& key) {
  if (!std::filesystem::exists(file)) return std::nullopt;
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  if (!in) refuse(file, "cannot be read");
  Json contents = Json::parse(text.str(), nullptr, false);
  if (!contents.is_object() || !contents.contains("gyre_checkpoint")) {
    refuse(file, "is no checkpoint of gyre");
  }
  try {
    if (contents["gyre_checkpoint"] != kSearchVersion) {
      refuse(file, "was written by another version of gyre");
    }
    const std::string sum = contents.value("checksum", "");
    contents.erase("checksum");
    if (sum != checksum(contents)) refuse(file, "is damaged");
    if (contents["search"] != key) {
      refuse(file, "belongs to another search (another puzzle, position, move set or option)");
    }
    SearchCheckpoint checkpoint;
    contents.at("length").get_to(checkpoint.length);
    contents.at("tasks").get_to(checkpoint.tasks);
    contents.at("tasks_done").get_to(checkpoint.tasks_done);
    contents.at("nodes").get_to(checkpoint.nodes);
    contents.at("seconds").get_to(checkpoint.seconds);
    for (const Json& one : contents.at("solutions")) {
      checkpoint.solutions.push_back({one.at("start"), one.at("moves")});
    }
    return checkpoint;
  } catch (const Json::exception&) {
    refuse(file, "is damaged");
  }
}

}  // namespace gyre
