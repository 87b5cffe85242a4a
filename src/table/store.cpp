// What the store does with files: what TableFile, publish and BuildLock make possible, put in order
// so that no fault of the folder keeps anybody from a table.
#include <gyre/table/store.h>

#include "table/checkpoint.h"
#include "table/chunks.h"
#include "table/fault.h"
#include "table/header.h"
#include "table/lock.h"
#include "table/names.h"
#include "table/publish.h"
#include "table/table_file.h"

#include <gyre/base/error.h>
#include "base/huge_pages.h"
#include "base/memory.h"

#include <dirent.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <set>
#include <system_error>
#include <utility>

namespace gyre {
namespace {

namespace fs = std::filesystem;

class Warnings {
 public:
  explicit Warnings(const TableOptions& options) : options_(options) {}
  void say(const std::string& text) {
    if (options_.warning && said_.insert(text).second) options_.warning(text);
  }

 private:
  const TableOptions& options_;
  std::set<std::string> said_;
};

std::string reason(const std::system_error& error) {
  return std::strerror(error.code().value());
}

// All files of ours in a folder, by name. Not with std::filesystem::directory_iterator, which ends
// the process where memory does.
std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  const auto fail = [&](int error) {
    throw Error(fmt::format("folder {} cannot be read: {}", folder.string(), std::strerror(error)));
  };
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), ::closedir);
  if (!open && errno != ENOENT) fail(errno);
  while (open) {
    errno = 0;
    const dirent* entry = ::readdir(open.get());
    if (entry == nullptr) {
      if (errno != 0) fail(errno);
      break;
    }
    fs::path file = folder / static_cast<const char*>(entry->d_name);
    if (kind_of(file)) files.push_back(std::move(file));
  }
  std::sort(files.begin(), files.end());
  return files;
}

// What a damaged file has become, as the end of a sentence. Only the lock's owner moves files:
// otherwise a slow process could move the new file of a quick one aside. faulty: which file is
// meant, whatever bears its name by now.
std::string move_aside(const TableNames& names, const FileIdentity& faulty, bool locked) {
  std::optional<BuildLock> lock;
  try {
    if (!locked) {
      lock = BuildLock::try_take(names.lock());
      if (!lock) return "another process is making it anew";
    }
  } catch (const std::system_error& error) {
    return fmt::format("it cannot be moved aside ({}) and is not used", reason(error));
  }
  if (identity_of(names.table()) != faulty) return "it has been replaced since";
  int number = 1;
  std::error_code ignored;
  while (number < kMaxDamaged && fs::exists(fs::symlink_status(names.damaged(number), ignored))) {
    ++number;
  }
  if (std::rename(names.table().c_str(), names.damaged(number).c_str()) != 0) {
    return fmt::format("it cannot be moved aside ({}) and is not used", std::strerror(errno));
  }
  return fmt::format("it was moved to {}", names.damaged(number).filename().string());
}

std::optional<Table> load(const TableNames& names, const TableKey& key, const TableOptions& options,
                          Warnings& warnings, bool locked) {
  const FileIdentity identity = identity_of(names.table());
  try {
    const std::optional<TableFile> file = TableFile::open(names.table(), &key);
    if (!file) return std::nullopt;
    const bool compressed = file->header().compressed();
    if (compressed || options.memory == TableMemory::private_) {
      const std::uint64_t available = available_memory_bytes();
      if (available >= key.payload_bytes) return file->copy(options.verify, options.work);
      if (compressed) {
        throw Error(fmt::format("table {} needs {} of memory to be read and {} are available",
                                key.name, size_text(key.payload_bytes), size_text(available)));
      }
      warnings.say(fmt::format(
          "there is not enough memory for a copy of table {} ({} wanted, {} available): its file "
          "is mapped instead, which is slower",
          key.name, size_text(key.payload_bytes), size_text(available)));
    }
    return file->map(options.verify, options.work);
  } catch (const TableFault& fault) {
    warnings.say(fmt::format("{} {}; {}", names.table().string(), fault.message(),
                             move_aside(names, identity, locked)));
    return std::nullopt;
  }
}

struct MadeTable {
  std::shared_ptr<const HugeBuffer> buffer;
  DepthCounts counts;
  std::uint64_t microseconds = 0;

  [[nodiscard]] Table table() const { return {buffer, buffer->bytes(), counts, buffer->huge()}; }
};

MadeTable generate(const TableRecipe& recipe, const TableWork& work) {
  const std::uint64_t needed = recipe.key.payload_bytes + recipe.working_bytes;
  const std::uint64_t available = available_memory_bytes();
  if (needed > available) {
    throw Error(fmt::format("table {} needs {} of memory to be made and {} are available",
                            recipe.key.name, size_text(needed), size_text(available)));
  }
  const auto started = std::chrono::steady_clock::now();
  auto buffer = std::make_shared<HugeBuffer>(recipe.key.payload_bytes);
  MadeTable made;
  made.counts = recipe.generate(buffer->bytes(), work);
  if (work.stop.stop_requested()) {
    throw Error(fmt::format("making table {} was stopped", recipe.key.name));
  }
  made.buffer = std::move(buffer);
  made.microseconds =
      static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(
                                     std::chrono::steady_clock::now() - started)
                                     .count());
  return made;
}

// Whether a file is used by nobody but who makes the table.
bool is_of_making(std::optional<TableFileKind> kind) {
  return kind == TableFileKind::partial || kind == TableFileKind::checkpoint;
}

void remove_file(const fs::path& path) {
  std::error_code error;
  fs::remove(path, error);
  if (error) throw Error(fmt::format("{} cannot be removed: {}", path.string(), error.message()));
}

// What killed builds have left. The lock is held, so nobody is writing them. One that cannot be
// removed is in nobody's way.
void remove_partials(const fs::path& folder, const TableNames& names) {
  try {
    for (const fs::path& file : files_in(folder)) {
      if (names.owns(file) && kind_of(file) == TableFileKind::partial) remove_file(file);
    }
  } catch (const Error&) {  // NOLINT(bugprone-empty-catch)
  }
}

// A checkpoint beside a table that is there: left by who was killed after publishing the table, or
// while making it anew. Whoever is making it anew now keeps his.
void remove_outlived_checkpoint(const TableNames& names) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(names.checkpoint(), error))) return;
  try {
    if (const auto lock = BuildLock::try_take(names.lock())) fs::remove(names.checkpoint(), error);
  } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): in nobody's way
  }
}

TableHeader header_of(const TableKey& key, bool compress, const DepthCounts& counts = {},
                      std::uint64_t build_microseconds = 0) {
  TableHeader header;
  header.key = key;
  header.encoding = compress ? TableEncoding::blocks : TableEncoding::plain;
  header.counts = counts;
  header.build_microseconds = build_microseconds;
  return header;
}

std::string why_not_stored(const TableKey& key, const fs::path& folder,
                           const std::string& obstacle) {
  return fmt::format("table {} cannot be stored{}: {}", key.name,
                     folder.empty() ? "" : " in " + folder.string(), obstacle);
}

constexpr const char* kNoFolder =
    "there is no folder for tables (expected --cache DIR, or the variable HOME)";

// The lock for making a table, in a folder that may have to be made too. Throws std::system_error
// if that cannot be, and Error if stopped.
BuildLock lock_to_make(const fs::path& folder, const TableNames& names, const TableKey& key,
                       const TableWork& work, Warnings& warnings) {
  fs::create_directories(folder);
  auto lock = BuildLock::take(names.lock(), work.stop, [&](int process) {
    warnings.say(
        process == 0
            ? fmt::format("another process is making table {}; waiting for it", key.name)
            : fmt::format("process {} is making table {}; waiting for it", process, key.name));
  });
  if (!lock) throw Error(fmt::format("waiting for table {} was stopped", key.name));
  return std::move(*lock);
}

// Writes a table that was made. Its checkpoint is worth less than the table by now and makes room
// on a full disk. Throws as publish does.
void publish_made(const TableHeader& header, const MadeTable& made, const TableNames& names,
                  StoredCheckpoint* checkpoint, const TableWork& work) {
  const auto write = [&] {
    (void)publish(header, made.buffer->bytes(), names.new_partial(), names.table(), work);
  };
  if (checkpoint == nullptr) return write();
  try {
    write();
  } catch (const std::system_error& error) {
    const int code = error.code().value();
    if ((code != ENOSPC && code != EDQUOT) || !checkpoint->remove()) throw;
    write();
  }
  checkpoint->remove();
}

// What a checkpoint is good for.
std::string use_of_checkpoint(const TableNames& names) {
  if (BuildLock::is_taken(names.lock())) return "is an unfinished table that is being made";
  std::error_code ignored;
  return fs::exists(names.table(), ignored)
             ? "is what the making of a table that is stored has left"
             : "is an unfinished table: building it again goes on from there";
}

StoredTable describe(const fs::path& path) {
  StoredTable stored;
  stored.path = path;
  stored.name = TableNames(path).name();
  std::error_code error;
  if (fs::is_regular_file(path, error)) stored.file_bytes = fs::file_size(path, error);
  const auto kind = kind_of(path);
  if (kind == TableFileKind::partial) {
    stored.leftover = true;
    stored.fault = BuildLock::is_taken(TableNames(path).lock())
                       ? "is being written"
                       : "is what a build that was killed has left";
    return stored;
  }
  try {
    const auto file = TableFile::open(path, nullptr);
    if (!file) throw TableFault("is no longer there");
    const TableHeader& header = file->header();
    stored.name = header.key.name;
    stored.payload_bytes = header.key.payload_bytes;
    stored.build_seconds = static_cast<double>(header.build_microseconds) * 1e-6;
    stored.counts = header.counts;
    stored.parameters = header.key.parameters;
    stored.compressed = header.compressed();
    stored.write_seconds = static_cast<double>(header.write_microseconds) * 1e-6;
    const std::string right = TableNames(path.parent_path(), header.key).table().filename();
    if (kind == TableFileKind::table && path.filename() != right) {
      stored.fault = fmt::format("holds another table than its name says (expected {})", right);
    }
  } catch (const TableFault& fault) {
    stored.fault = fault.message();
  }
  if (kind == TableFileKind::checkpoint) {
    stored.leftover = true;
    stored.counts.clear();  // a step stands in their place
    if (stored.fault.empty()) stored.fault = use_of_checkpoint(TableNames(path));
  }
  if (kind == TableFileKind::damaged) {
    stored.leftover = true;
    if (stored.fault.empty()) stored.fault = "failed a check";
    stored.fault += " and was moved aside";
  }
  return stored;
}

}  // namespace

std::uint64_t Table::checksum() const noexcept {
  return chunk_checksum(payload_);
}

fs::path TableStore::path_of(const TableKey& key) const {
  return TableNames(folder_, key).table();
}

bool TableStore::holds(const TableKey& key) const {
  if (folder_.empty()) return false;
  try {
    return TableFile::open(path_of(key), &key).has_value();
  } catch (const TableFault&) {
    return false;
  }
}

std::optional<std::string> TableStore::fault(const TableKey& key) const {
  if (folder_.empty()) return std::nullopt;
  try {
    (void)TableFile::open(path_of(key), &key);
    return std::nullopt;
  } catch (const TableFault& fault) {
    return fault.message();
  }
}

std::optional<Table> TableStore::open(const TableKey& key, const TableOptions& options) const {
  const TableNames names(folder_, key);
  if (folder_.empty()) return std::nullopt;
  Warnings warnings(options);
  return load(names, key, options, warnings, false);
}

Table TableStore::open_or_make(const TableRecipe& recipe, const TableOptions& options) const {
  return make_and_store(recipe, options, false);
}

Table TableStore::remake(const TableRecipe& recipe, const TableOptions& options) const {
  return make_and_store(recipe, options, true);
}

Table TableStore::make_and_store(const TableRecipe& recipe, const TableOptions& options,
                                 bool anew) const {
  const TableKey& key = recipe.key;
  const TableNames names(folder_, key);
  Warnings warnings(options);
  if (!folder_.empty() && !anew) {
    if (auto stored = load(names, key, options, warnings, false)) {
      remove_outlived_checkpoint(names);
      return std::move(*stored);
    }
  }
  std::string obstacle;  // to storing it
  std::optional<BuildLock> lock;
  std::optional<StoredCheckpoint> checkpoint;
  if (folder_.empty()) {
    obstacle = kNoFolder;
  } else {
    try {
      lock = lock_to_make(folder_, names, key, options.work, warnings);
    } catch (const std::system_error& error) {
      obstacle = reason(error);
    }
  }
  if (lock) {
    // Whom we have waited for may have made it.
    if (!anew) {
      if (auto stored = load(names, key, options, warnings, true)) return std::move(*stored);
    }
    remove_partials(folder_, names);
    if (recipe.resumable) {
      checkpoint.emplace(names, key, options, [&](const std::string& text) { warnings.say(text); });
      if (anew) checkpoint->remove();
    }
    // Of a compressed table, this much is known before it is made.
    obstacle = why_no_room(folder_, header_of(key, recipe.compress).file_bytes(),
                           checkpoint ? checkpoint->file_bytes() : 0);
    // Who waits for us would wait for nothing. Without the lock, the checkpoint is not ours.
    if (!obstacle.empty()) {
      checkpoint.reset();
      lock.reset();
    }
  }
  const auto say_obstacle = [&] {
    const std::string text = why_not_stored(key, folder_, obstacle);
    if (options.must_store) throw Error(text);
    warnings.say(text + "; it is used from memory");
  };
  if (!obstacle.empty()) say_obstacle();
  TableWork work = options.work;
  if (checkpoint) work.checkpoint = &*checkpoint;
  MadeTable made = generate(recipe, work);
  if (checkpoint) made.microseconds += static_cast<std::uint64_t>(checkpoint->earlier().count());
  if (obstacle.empty()) {
    try {
      publish_made(header_of(key, recipe.compress, made.counts, made.microseconds), made, names,
                   checkpoint ? &*checkpoint : nullptr, options.work);
    } catch (const std::system_error& error) {
      obstacle = reason(error);
      say_obstacle();
    }
  }
  return made.table();
}

bool TableStore::store(const TableKey& key, std::span<const std::byte> payload,
                       const DepthCounts& counts, double build_seconds, bool compress,
                       const TableOptions& options) const {
  const TableNames names(folder_, key);
  if (payload.size() != key.payload_bytes) {
    throw Error(fmt::format("table {} has {} bytes (expected {}, as its key says)", key.name,
                            payload.size(), key.payload_bytes));
  }
  std::string obstacle;
  if (folder_.empty()) {
    obstacle = kNoFolder;
  } else {
    try {
      fs::create_directories(folder_);
      const auto lock = BuildLock::try_take(names.lock());
      if (!lock) return false;
      if (holds(key)) return true;
      remove_partials(folder_, names);
      const TableHeader header =
          header_of(key, compress, counts, static_cast<std::uint64_t>(build_seconds * 1e6));
      obstacle = why_no_room(folder_, header.file_bytes());
      if (obstacle.empty()) {
        (void)publish(header, payload, names.new_partial(), names.table(), options.work);
        return true;
      }
    } catch (const std::system_error& error) {
      obstacle = reason(error);
    } catch (const std::bad_alloc&) {
      obstacle = "there is not enough memory to write it";
    } catch (const Error&) {
      if (!options.work.stop.stop_requested()) throw;
      return false;
    }
  }
  const std::string text = why_not_stored(key, folder_, obstacle);
  if (options.must_store) throw Error(text);
  Warnings(options).say(text);
  return false;
}

Table TableStore::make(const TableRecipe& recipe, const TableOptions& options) {
  return generate(recipe, options.work).table();
}

std::vector<StoredTable> TableStore::list() const {
  std::vector<StoredTable> tables;
  if (folder_.empty()) return tables;
  for (const fs::path& file : files_in(folder_)) {
    if (kind_of(file) != TableFileKind::lock) tables.push_back(describe(file));
  }
  return tables;
}

std::optional<std::string> TableStore::verify(const fs::path& path, const TableRecipe* recipe,
                                              const TableWork& work) const {
  try {
    const auto file = TableFile::open(path, recipe == nullptr ? nullptr : &recipe->key);
    if (!file) return "is not there";
    if (recipe == nullptr || !recipe->recount) {
      file->check(work);
      return std::nullopt;
    }
    const Table table =
        file->header().compressed() ? file->copy(true, work) : file->map(true, work);
    const DepthCounts counted = recipe->recount(table.payload(), work);
    if (work.stop.stop_requested()) {
      throw Error(fmt::format("checking {} was stopped", recipe->key.name));
    }
    const DepthCounts& should = table.counts();
    for (std::size_t depth = 0; depth < std::max(counted.size(), should.size()); ++depth) {
      const std::uint64_t is = depth < counted.size() ? counted[depth] : 0;
      const std::uint64_t said = depth < should.size() ? should[depth] : 0;
      if (is != said) {
        return fmt::format("holds {} entries at depth {} and says that it holds {}", is, depth,
                           said);
      }
    }
    return std::nullopt;
  } catch (const TableFault& fault) {
    return fault.message();
  }
}

bool TableStore::remove(const TableKey& key) const {
  const TableNames names(folder_, key);
  return !folder_.empty() && remove_files(names);
}

bool TableStore::remove(std::string_view name) const {
  if (folder_.empty()) return false;
  std::set<std::string> stems;
  bool removed = false;
  for (const fs::path& file : files_in(folder_)) {
    const TableNames names(file);
    // The digits belong to a name of ours.
    if (names.name() != name || names.stem() == name || !stems.insert(names.stem()).second) {
      continue;
    }
    removed |= remove_files(names);
  }
  return removed;
}

bool TableStore::remove_files(const TableNames& names) const {
  std::optional<BuildLock> lock;
  try {
    lock = BuildLock::try_take(names.lock());
  } catch (const std::system_error& error) {
    // Without a folder there is nothing. In a folder that cannot be written, removing says why.
    if (error.code().value() == ENOENT || error.code().value() == ENOTDIR) return false;
  }
  bool removed = false;
  for (const fs::path& file : files_in(folder_)) {
    const auto kind = kind_of(file);
    if (!names.owns(file) || kind == TableFileKind::lock) continue;
    if (is_of_making(kind) && !lock) continue;  // somebody is making it
    remove_file(file);
    removed = true;
  }
  return removed;
}

std::vector<fs::path> TableStore::remove_all() const {
  std::vector<fs::path> removed;
  if (folder_.empty()) return removed;
  for (const fs::path& file : files_in(folder_)) {
    const auto kind = kind_of(file);
    const TableNames names(file);
    // A file that only ends like ours is listed, since it lies in our folder, but is not ours to
    // remove.
    if (names.name() == names.stem()) continue;
    const bool taken = BuildLock::is_taken(names.lock());
    if (taken && (is_of_making(kind) || kind == TableFileKind::lock)) continue;
    if (kind == TableFileKind::lock) {
      // Not just the name: somebody may take it in this moment. Who gives a lock back removes it.
      (void)BuildLock::try_take(file);
      continue;
    }
    remove_file(file);
    removed.push_back(file);
  }
  return removed;
}

}  // namespace gyre
