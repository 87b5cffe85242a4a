// What the tests of the table room share: a folder of their own, a small recipe, damage, small
// disks, and processes that may die.
#pragma once

#include <gyre/table/store.h>
#include "base/threads.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace gyre {

namespace fs = std::filesystem;

// Three chunks, the last one short.
constexpr std::uint64_t kTestBytes = 5'000'123;

inline std::byte test_byte(std::uint64_t index) {
  return static_cast<std::byte>((index * 0x9E3779B97F4A7C15U) >> 53U);
}

inline DepthCounts test_counts(std::span<const std::byte> payload) {
  DepthCounts counts(4);
  for (const std::byte b : payload) ++counts[static_cast<unsigned>(b) % counts.size()];
  return counts;
}

inline TableRecipe test_recipe(std::uint64_t bytes = kTestBytes, const std::string& name = "test") {
  TableRecipe recipe;
  recipe.key = {name, 1, "step=1", bytes};
  recipe.summary = "bytes of a function";
  recipe.generate = [](std::span<std::byte> payload, const TableWork& work) {
    constexpr std::size_t kPart = 100'000;
    parallel_for((payload.size() + kPart - 1) / kPart, work.threads, [&](std::size_t part) {
      const std::size_t end = std::min(payload.size(), (part + 1) * kPart);
      for (std::size_t i = part * kPart; i < end; ++i) payload[i] = test_byte(i);
    });
    return test_counts(payload);
  };
  recipe.recount = [](std::span<const std::byte> payload, const TableWork&) {
    return test_counts(payload);
  };
  return recipe;
}

inline bool holds_test_bytes(const Table& table, std::uint64_t bytes = kTestBytes) {
  if (table.payload().size() != bytes) return false;
  for (std::size_t i = 0; i < bytes; ++i) {
    if (table.payload()[i] != test_byte(i)) return false;
  }
  return table.counts() == test_counts(table.payload());
}

inline void flip_bit(const fs::path& path, std::uint64_t at) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(static_cast<std::streamoff>(at));
  const int old = file.get();
  file.seekp(static_cast<std::streamoff>(at));
  file.put(static_cast<char>(old ^ 16));
}

// What gyre prints, both streams, and its exit status on a line of its own.
inline std::string gyre(const std::string& arguments) {
  const std::string command = std::string(GYRE_PROGRAM) + " " + arguments + " 2>&1; echo $?";
  std::string text;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "cannot run " + command;
  std::array<char, 4096> part{};
  while (fgets(part.data(), part.size(), pipe) != nullptr) text += part.data();
  pclose(pipe);
  return text;
}

// The most memory that this process has had, without what the file cache holds.
inline std::uint64_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

// Runs body in a process of its own. Its exit status is what body returns; an exception is 99.
inline pid_t start_process(const std::function<int()>& body) {
  const pid_t child = fork();
  if (child != 0) return child;
  int status = 99;
  try {
    status = body();
  } catch (const std::exception& error) {
    (void)!write(STDERR_FILENO, error.what(), std::char_traits<char>::length(error.what()));
  }
  _exit(status);
}

// The exit status, or 128 and the signal that killed it.
inline int wait_for(pid_t child) {
  int raw = 0;
  if (waitpid(child, &raw, 0) != child) return -1;
  return WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
}

inline int in_process(const std::function<int()>& body) {
  return wait_for(start_process(body));
}

class TableTest : public testing::Test {
 protected:
  TableTest() : folder_(fs::temp_directory_path() / ("gyre-table-" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~TableTest() override { fs::remove_all(folder_); }

  [[nodiscard]] fs::path cache() const { return folder_ / "cache"; }
  [[nodiscard]] TableStore store() const { return TableStore(cache()); }
  [[nodiscard]] TableOptions options(TableMemory memory = TableMemory::shared) {
    TableOptions result;
    result.memory = memory;
    result.warning = [this](std::string_view text) { warnings_.emplace_back(text); };
    return result;
  }
  // The names of all files in the cache.
  [[nodiscard]] std::vector<std::string> files() const {
    std::vector<std::string> names;
    if (fs::exists(cache())) {
      for (const auto& entry : fs::directory_iterator(cache())) {
        names.push_back(entry.path().filename());
      }
    }
    std::sort(names.begin(), names.end());
    return names;
  }
  [[nodiscard]] std::string the_warning() {
    const std::string text = warnings_.size() == 1 ? warnings_[0] : "";
    EXPECT_EQ(warnings_.size(), 1U) << testing::PrintToString(warnings_);
    warnings_.clear();
    return text;
  }

  // Runs body in a process of its own where the cache is an empty disk of this size ("12m"). kSkip
  // if that cannot be.
  static constexpr int kSkip = 77;
  [[nodiscard]] int on_small_disk(const std::string& size, const std::function<int()>& body) const {
    return in_process([&] {
      fs::create_directories(cache());
      if (unshare(CLONE_NEWNS) != 0 ||
          mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
          mount("none", cache().c_str(), "tmpfs", 0, ("size=" + size).c_str()) != 0) {
        return kSkip;
      }
      return body();
    });
  }

  fs::path folder_;
  std::vector<std::string> warnings_;
};

inline std::vector<char> read_bytes(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void write_bytes(const fs::path& path, const std::vector<char>& bytes) {
  std::ofstream(path, std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace gyre
