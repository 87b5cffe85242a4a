// TableRecipe: how a table is made and recounted, for whoever stores, lists and verifies tables
// without knowing what they hold.
#pragma once

#include <gyre/base/api.h>
#include <gyre/base/progress.h>
#include <gyre/table/key.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace GYRE_API gyre {

// How many positions stand at each depth.
using DepthCounts = std::vector<std::uint64_t>;

// Where the making of a table that takes minutes leaves its state now and then, to go on from there
// after a kill.
class TableCheckpoint {
 public:
  virtual ~TableCheckpoint() = default;
  // Puts back what was saved last and gives its step; nothing, and the payload zero, if nothing
  // sound was saved.
  [[nodiscard]] virtual std::optional<int> load(std::span<std::byte> payload) = 0;
  // Whether so much time has passed since the last one that losing it would hurt more than saving.
  [[nodiscard]] virtual bool due() const = 0;
  // step: how far the making has come, a number of its own.
  virtual void save(std::span<const std::byte> payload, int step) = 0;
};

struct TableWork {
  int threads = 0;  // 0: all
  ProgressCallback progress;
  std::stop_token stop;
  TableCheckpoint* checkpoint = nullptr;  // null: nothing is saved
};

struct TableRecipe {
  TableKey key;
  std::string summary;  // for a person: "exact distances to H with move masks"
  // On two cores of 2023; what a person is told beforehand.
  double rough_seconds = 0;
  // Beside the payload, while it is made.
  std::uint64_t working_bytes = 0;
  // Stored compressed: worth it for large tables without order in them of which most entries are
  // alike. Then the file cannot be mapped, and every process has a copy of its own.
  bool compress = false;
  // For tables whose making takes longer than a minute: generate is given a checkpoint, to go on
  // from after a kill.
  bool resumable = false;
  // Fills the payload, which is zero and aligned to a page, with bytes that depend on the key only,
  // and says the counts. When stopped, it returns early and the payload is thrown away.
  std::function<DepthCounts(std::span<std::byte> payload, const TableWork& work)> generate;
  // The counts, from the payload alone.
  std::function<DepthCounts(std::span<const std::byte> payload, const TableWork& work)> recount;
};

}  // namespace gyre
