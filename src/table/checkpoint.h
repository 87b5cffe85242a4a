// StoredCheckpoint: the state of a table that is being made, kept in the folder of tables until the
// table itself is there. A file of the same format as a table, compressed, under a name and a key
// of its own, so that nobody takes it for the table. Decides nothing about when a making goes on
// and when it begins anew.
#pragma once

#include "table/names.h"

#include <gyre/table/store.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace gyre {

class StoredCheckpoint final : public TableCheckpoint {
 public:
  // names and key are those of the table, whose lock is held while this lives. The making begins
  // now. warn takes a sentence for a person; the same one may come again and again.
  StoredCheckpoint(const TableNames& names, const TableKey& key, const TableOptions& options,
                   std::function<void(const std::string&)> warn);

  // A file that is not sound is removed, and a warning says so. Throws Error if stopped.
  [[nodiscard]] std::optional<int> load(std::span<std::byte> payload) override;
  [[nodiscard]] bool due() const override;
  // The file is replaced when the new one is on the disk. One that cannot be written is a
  // warning; where the work was stopped, the file stays as it was.
  void save(std::span<const std::byte> payload, int step) override;

  // What the file takes on the disk.
  [[nodiscard]] std::uint64_t file_bytes() const;
  // Whether there was one and is none now.
  bool remove();
  // How long the table took to make before what was loaded was saved.
  [[nodiscard]] std::chrono::microseconds earlier() const noexcept { return earlier_; }

 private:
  using Clock = std::chrono::steady_clock;

  const TableNames& names_;
  const TableKey key_;  // of the file
  const TableOptions& options_;
  std::function<void(const std::string&)> warn_;
  const Clock::time_point started_;
  Clock::time_point saved_;  // or tried to, or loaded
  std::chrono::duration<double> save_time_{0};
  std::chrono::microseconds earlier_{0};
};

}  // namespace gyre
