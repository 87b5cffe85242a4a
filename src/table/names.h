// The names of the files in the folder of tables, as docs/table-format.md lists them.
#pragma once

#include <gyre/table/store.h>

#include <filesystem>
#include <optional>
#include <string>

namespace gyre {

enum class TableFileKind { table, lock, partial, checkpoint, damaged };

// How many damaged files of one table are kept; the last is replaced by later ones.
constexpr int kMaxDamaged = 3;

class TableNames {
 public:
  // Throws Error if the key cannot be stored.
  TableNames(const std::filesystem::path& folder, const TableKey& key);
  // The names that belong to the same table as this file, which has a kind.
  explicit TableNames(const std::filesystem::path& file);

  [[nodiscard]] std::filesystem::path table() const { return with(".table"); }
  [[nodiscard]] std::filesystem::path lock() const { return with(".lock"); }
  [[nodiscard]] std::filesystem::path checkpoint() const { return with(".checkpoint"); }
  [[nodiscard]] std::filesystem::path damaged(int number) const;
  // It is another one each time.
  [[nodiscard]] std::filesystem::path new_partial() const;
  // "cube3-phase1-htm-0123456789abcdef".
  [[nodiscard]] const std::string& stem() const noexcept { return stem_; }
  // The stem without the digits.
  [[nodiscard]] std::string name() const;
  // Whether a file in the folder belongs to this table.
  [[nodiscard]] bool owns(const std::filesystem::path& file) const;

 private:
  [[nodiscard]] std::filesystem::path with(const std::string& ending) const;

  std::filesystem::path folder_;
  std::string stem_;
};

// Nothing if the file is none of ours.
[[nodiscard]] std::optional<TableFileKind> kind_of(const std::filesystem::path& file);

}  // namespace gyre
