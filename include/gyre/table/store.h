// TableStore: the folder where tables are kept between runs. Finds, verifies, makes, locks and
// publishes them; docs/table-format.md says what a file holds. A damaged file is moved aside and
// never believed; a cache that cannot be written means working from memory. It does not know what
// tables hold: a TableKey names one, and a TableRecipe says how it is made and recounted.
#pragma once

#include <gyre/base/api.h>
#include <gyre/base/progress.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace GYRE_API gyre {

class TableNames;

// Everything that changes the contents of a table, and nothing else. A file is found by the digest
// of its key, so a table made for other contents is never picked up.
struct TableKey {
  std::string name;  // "cube3-phase1-htm": letters, digits and '-'; the file is named after it
  // Raised whenever the same name would hold other bytes: another numbering, another encoding.
  int contents_version = 1;
  // What else the contents depend on, as text that a person can read: "metric=htm".
  std::string parameters;
  std::uint64_t payload_bytes = 0;

  // The same on every machine.
  [[nodiscard]] std::array<std::uint8_t, 16> digest() const;
  bool operator==(const TableKey&) const = default;
};

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

// How a table is made and recounted, for whoever stores, lists and verifies tables without knowing
// what they hold.
struct TableRecipe {
  TableKey key;
  std::string summary;  // for a person: "exact distances to H with move masks"
  // About how long it takes on two cores of 2023: what a person is told beforehand.
  double rough_seconds = 0;
  // The bytes that are taken beside the payload while it is made.
  std::uint64_t working_bytes = 0;
  // It is stored compressed, which is worth it for large tables without order in them of which most
  // entries are alike. Then the file cannot be mapped, and every process has a copy of its own.
  bool compress = false;
  // It takes longer than a minute to make: generate is given a checkpoint, to go on from after a
  // kill.
  bool resumable = false;
  // Fills the payload, which is zero and aligned to a page, with bytes that depend on the key only,
  // and says the counts. When stopped, it returns early and the payload is thrown away.
  std::function<DepthCounts(std::span<std::byte> payload, const TableWork& work)> generate;
  // The counts, from the payload alone.
  std::function<DepthCounts(std::span<const std::byte> payload, const TableWork& work)> recount;
};

enum class TableMemory {
  // The file mapped read-only: opens at once, one copy for all processes. One that is compressed
  // cannot be mapped and is read as below.
  shared,
  private_  // a copy in huge pages where the system allows: random reads are several times faster
};

struct TableOptions {
  bool verify = true;  // check the checksum of every chunk
  TableMemory memory = TableMemory::shared;
  // A table that cannot be stored is not made: an Error takes the place of the warning.
  bool must_store = false;
  TableWork work;
  // At least this long lies between the checkpoints of a table that is resumable; longer if saving
  // one takes long. 0: saved whenever the recipe asks.
  double checkpoint_seconds = 60;
  // One sentence for a person without a full stop, at most once for each fault: the cache cannot be
  // written, a file was damaged and moved aside, another process is building and is waited for.
  std::function<void(std::string_view)> warning;
};

// The bytes of a table for as long as a copy of this lives. Copies share the bytes.
class Table {
 public:
  Table() = default;
  // owner keeps the payload alive.
  Table(std::shared_ptr<const void> owner, std::span<const std::byte> payload, DepthCounts counts,
        bool huge_pages)
      : owner_(std::move(owner)),
        payload_(payload),
        counts_(std::move(counts)),
        huge_pages_(huge_pages) {}

  [[nodiscard]] std::span<const std::byte> payload() const noexcept { return payload_; }
  [[nodiscard]] const DepthCounts& counts() const noexcept { return counts_; }
  // The checksum of all bytes of the payload, which are read for it.
  [[nodiscard]] std::uint64_t checksum() const noexcept;
  // Whether huge pages were asked for and given by the system.
  [[nodiscard]] bool huge_pages() const noexcept { return huge_pages_; }

 private:
  std::shared_ptr<const void> owner_;
  std::span<const std::byte> payload_;
  DepthCounts counts_;
  bool huge_pages_ = false;
};

struct StoredTable {
  std::filesystem::path path;
  std::string name;
  std::string parameters;  // of its key
  std::uint64_t file_bytes = 0;
  std::uint64_t payload_bytes = 0;
  double build_seconds = 0;
  DepthCounts counts;
  bool compressed = false;
  double write_seconds = 0;  // compressing, writing and syncing; known of compressed tables only
  std::string fault;         // why it will not be used; empty if its header is sound
  // Moved aside, or not finished: of use to nobody but who looks for the reason, or who builds an
  // unfinished table again.
  bool leftover = false;
};

class TableStore {
 public:
  // Nothing is made or written before a table is. An empty path means that there is no folder: with
  // a warning, every table is made anew and used from memory.
  explicit TableStore(std::filesystem::path folder);
  // GYRE_CACHE, or gyre under XDG_CACHE_HOME, or .cache/gyre under HOME. Throws Error if none is
  // set.
  [[nodiscard]] static std::filesystem::path default_folder();

  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }
  [[nodiscard]] std::filesystem::path path_of(const TableKey& key) const;
  // Whether a file with this key and a sound header is there; reads nothing else.
  [[nodiscard]] bool holds(const TableKey& key) const;
  // What its header shows to be wrong with the file that should have this key, as the end of a
  // sentence that starts with the path ("is cut off: ..."); nothing if it is sound or not there.
  [[nodiscard]] std::optional<std::string> fault(const TableKey& key) const;

  // The stored table, or nothing if there is none. A file that fails its checks is moved aside, and
  // a warning says so.
  [[nodiscard]] std::optional<Table> open(const TableKey& key,
                                          const TableOptions& options = {}) const;
  // The stored table; made and stored if there is none. Of several processes one makes it and the
  // others wait. If it cannot be stored, it is used from memory. A resumable one whose making was
  // stopped or killed goes on from its last checkpoint. Throws Error if there is not enough memory
  // or the work was stopped.
  [[nodiscard]] Table open_or_make(const TableRecipe& recipe,
                                   const TableOptions& options = {}) const;
  // The same, but made anew even if it is stored; the new file then takes the place of the old. It
  // is made from the beginning, and what was unfinished is removed first.
  [[nodiscard]] Table remake(const TableRecipe& recipe, const TableOptions& options = {}) const;
  // Stores a payload that is already in memory, under the same rules as the others: all of it or
  // nothing is seen, whenever this process is killed. True if it is stored now; one that was
  // already stored stays, since the same key means the same bytes. False if that cannot be, and a
  // warning says why (with must_store an Error); or without a warning if another process is storing
  // it at this moment, or the work was stopped. Throws Error if the key cannot be stored anywhere
  // or says another size.
  bool store(const TableKey& key, std::span<const std::byte> payload, const DepthCounts& counts,
             double build_seconds, bool compress, const TableOptions& options = {}) const;
  // Makes a table in memory only and never stores it.
  [[nodiscard]] static Table make(const TableRecipe& recipe, const TableOptions& options = {});

  [[nodiscard]] std::vector<StoredTable> list() const;
  // Checks header, length and all checksums, and recounts the depths if a recipe is given. Gives
  // the fault, or nothing; no file is moved.
  [[nodiscard]] std::optional<std::string> verify(const std::filesystem::path& path,
                                                  const TableRecipe* recipe,
                                                  const TableWork& work = {}) const;
  // Removes a table, what stopped and killed builds of it have left and what was moved aside. False
  // if there was nothing. Throws Error if a file cannot be removed.
  bool remove(const TableKey& key) const;
  // The same for all tables of this name, whatever else is in their keys.
  bool remove(std::string_view name) const;
  // The same for all files in the folder that are tables or were meant to be; others stay. The
  // paths of what was removed.
  std::vector<std::filesystem::path> remove_all() const;

 private:
  [[nodiscard]] Table make_and_store(const TableRecipe& recipe, const TableOptions& options,
                                     bool anew) const;
  bool remove_files(const TableNames& names) const;

  std::filesystem::path folder_;
};

}  // namespace gyre
