// A file that is there whole or not at all: written under a temporary name beside its own, synced,
// renamed. A link stays one; pipes and devices, which no rename can replace, are written as they
// are.
#pragma once

#include <string>
#include <string_view>

namespace gyre::cli {

// Throws Error if there is no place for such a file; the disk may still be full later. Called
// before the work, so that none is lost.
void check_file_place(const std::string& path);

class FileReplacement {
 public:
  // Throws Error if it cannot be written, as the others do; MachineFault if the disk is full.
  explicit FileReplacement(std::string path);
  // Without a commit, nothing has changed.
  ~FileReplacement();
  FileReplacement(const FileReplacement&) = delete;
  FileReplacement& operator=(const FileReplacement&) = delete;

  void write(std::string_view bytes);
  void commit();

 private:
  [[noreturn]] void give_up();

  std::string path_;
  std::string target_;
  std::string temporary_;  // empty: written in place
  int file_ = -1;
};

// Writes all bytes at once.
void replace_file(const std::string& path, std::string_view bytes);

}  // namespace gyre::cli
