// TableFile: a stored table, read. Checks what docs/table-format.md says, in that order; decides
// nothing about what to do with a file that fails.
#pragma once

#include "table/file.h"
#include "table/header.h"

#include <gyre/table/store.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace gyre {

class TableFile {
 public:
  // Gives a file of which all but the chunks has been checked. key: what the file must hold, if
  // that is known. Nothing if there is no file; throws TableFault if it is not sound, Error if the
  // machine has no means left to open files.
  [[nodiscard]] static std::optional<TableFile> open(const std::filesystem::path& path,
                                                     const TableKey* key);

  [[nodiscard]] const TableHeader& header() const noexcept { return header_; }

  // The payload mapped (one that is not compressed), or read into memory of our own. With verify,
  // throws TableFault if a chunk is damaged. Throws Error if there is not enough memory or the work
  // was stopped.
  [[nodiscard]] Table map(bool verify, const TableWork& work) const;
  [[nodiscard]] Table copy(bool verify, const TableWork& work) const;
  // The same into memory of the caller's. Where it throws, the payload holds parts of the table.
  void read(std::span<std::byte> payload, bool verify, const TableWork& work) const;
  // Every chunk read, verified and forgotten. Throws as above.
  void check(const TableWork& work) const;

 private:
  TableFile() = default;
  void read_plain(bool verify, std::span<std::byte> payload, const TableWork& work) const;
  // Decompresses all chunks into the payload; if that is empty, each to be forgotten.
  void read_compressed(std::string_view doing, bool verify, std::span<std::byte> payload,
                       const TableWork& work) const;

  std::filesystem::path path_;
  File file_;
  TableHeader header_;
  std::vector<StoredChunk> chunks_;
};

}  // namespace gyre
