// The file is one line of JSON with a checksum of the rest of it, so that a damaged one is never
// believed; docs/solving.md says what stands in it.
#include "general/solve/checkpoint.h"

#include <gyre/base/error.h>
#include "base/read_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>
#include <xxhash.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

namespace gyre {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSearchVersion = 1;

std::string hex(XXH128_hash_t hash) {
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string checksum(const std::string& text) {
  return hex(XXH3_128bits(text.data(), text.size()));
}

struct NoWholeNumber {};

// A number that the type can hold; JSON has others, which a cast would make anything of.
template <class Number>
Number whole(const Json& value) {
  if (value.is_number_unsigned() && std::in_range<Number>(value.get<std::uint64_t>())) {
    return static_cast<Number>(value.get<std::uint64_t>());
  }
  throw NoWholeNumber{};
}

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& why) {
  throw Error(fmt::format("'{}' {}; give another --checkpoint, or remove the file to begin anew",
                          file.string(), why));
}

// As nlohmann would write it, whose values want memory to give theirs back: where there is none,
// the process would end.
std::string text_of(const std::string& key, const SearchCheckpoint& checkpoint) {
  std::string solutions;
  for (const Solution& solution : checkpoint.solutions) {
    solutions += fmt::format(R"({}{{"start":{},"moves":[{}]}})", solutions.empty() ? "" : ",",
                             solution.start, fmt::join(solution.moves, ","));
  }
  const std::string contents = fmt::format(
      R"("gyre_checkpoint":{},"search":"{}","length":{},"tasks":{},"tasks_done":[{}],"nodes":{},)"
      R"("seconds":{},"solutions":[{}])",
      kSearchVersion, key, checkpoint.length, checkpoint.tasks,
      fmt::join(checkpoint.tasks_done, ","), checkpoint.nodes, Json(checkpoint.seconds).dump(),
      solutions);
  return fmt::format(R"({{{},"checksum":"{}"}})", contents, checksum("{" + contents + "}")) + "\n";
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
  const std::string text = text_of(key, checkpoint);
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
  const std::filesystem::file_status status = std::filesystem::status(file);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    errno = std::filesystem::is_directory(status) ? EISDIR : EINVAL;
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
  if (!std::filesystem::is_regular_file(file)) refuse(file, "is no regular file");
  // A search that keeps more solutions than this would have no memory either.
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30U;
  Json contents = Json::parse(read_file(file, kMostBytes), nullptr, false);
  if (!contents.is_object() || !contents.contains("gyre_checkpoint")) {
    refuse(file, "is no checkpoint of gyre");
  }
  try {
    if (contents["gyre_checkpoint"] != kSearchVersion) {
      refuse(file, "was written by another version of gyre");
    }
    const std::string sum = contents.value("checksum", "");
    contents.erase("checksum");
    if (sum != checksum(contents.dump())) refuse(file, "is damaged");
    if (contents["search"] != key) {
      refuse(file, "belongs to another search (another puzzle, position, move set or option)");
    }
    SearchCheckpoint checkpoint;
    checkpoint.length = whole<int>(contents.at("length"));
    checkpoint.tasks = whole<std::size_t>(contents.at("tasks"));
    for (const Json& word : contents.at("tasks_done")) {
      checkpoint.tasks_done.push_back(whole<std::uint64_t>(word));
    }
    checkpoint.nodes = whole<std::uint64_t>(contents.at("nodes"));
    contents.at("seconds").get_to(checkpoint.seconds);
    for (const Json& one : contents.at("solutions")) {
      Solution& solution = checkpoint.solutions.emplace_back();
      solution.start = whole<std::size_t>(one.at("start"));
      for (const Json& move : one.at("moves")) solution.moves.push_back(whole<int>(move));
    }
    return checkpoint;
  } catch (const Json::exception&) {
    refuse(file, "is damaged");
  } catch (const NoWholeNumber&) {
    refuse(file, "is damaged");
  }
}

void check_checkpoint(const std::filesystem::path& file, const SearchCheckpoint& checkpoint,
                      const Solver& solver, std::size_t positions) {
  const auto is_move = [&](int move) { return move >= 0 && move < solver.moves().size(); };
  bool sound = checkpoint.length >= 0 && checkpoint.length <= kMaxSolutionLength &&
               checkpoint.tasks / 64 <= checkpoint.tasks_done.size();
  for (const Solution& solution : checkpoint.solutions) {
    sound = sound && solution.start < positions &&
            solution.moves.size() <= static_cast<std::size_t>(kMaxSolutionLength) &&
            std::all_of(solution.moves.begin(), solution.moves.end(), is_move);
  }
  if (!sound) refuse(file, "is damaged");
}

}  // namespace gyre
