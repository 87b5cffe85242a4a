#include "table/checkpoint.h"

#include "table/fault.h"
#include "table/header.h"
#include "table/publish.h"
#include "table/table_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <new>
#include <system_error>
#include <utility>

namespace gyre {
namespace {

// Between two saves lies so many times what the last one took: a disk needs long for a large table,
// and not more than a twentieth of the time is to go into saving.
constexpr int kSavesBetween = 20;

// The digest stands for the parameters too, whose length leaves no room for more.
TableKey checkpoint_key(const TableKey& key) {
  TableKey result = key;
  result.parameters = fmt::format("checkpoint of {:02x}", fmt::join(key.digest(), ""));
  return result;
}

}  // namespace

StoredCheckpoint::StoredCheckpoint(const TableNames& names, const TableKey& key,
                                   const TableOptions& options,
                                   std::function<void(const std::string&)> warn)
    : names_(names),
      key_(checkpoint_key(key)),
      options_(options),
      warn_(std::move(warn)),
      started_(Clock::now()),
      saved_(started_) {}

std::optional<int> StoredCheckpoint::load(std::span<std::byte> payload) {
  assert(payload.size() == key_.payload_bytes);
  try {
    const std::optional<TableFile> file = TableFile::open(names_.checkpoint(), &key_);
    if (!file) return std::nullopt;
    const TableHeader& header = file->header();
    if (header.counts.size() != 1) throw TableFault("has a wrong header: it says no step");
    file->read(payload, true, options_.work);
    earlier_ = std::chrono::microseconds(header.build_microseconds);
    saved_ = Clock::now();
    return static_cast<int>(header.counts[0]);
  } catch (const TableFault& fault) {
    std::memset(payload.data(), 0, payload.size());
    warn_(fmt::format("{} {}; it {} and table {} is made from the beginning",
                      names_.checkpoint().string(), fault.message(),
                      remove() ? "was removed" : "cannot be removed", key_.name));
    return std::nullopt;
  }
}

bool StoredCheckpoint::due() const {
  if (options_.checkpoint_seconds <= 0) return true;
  const std::chrono::duration<double> interval(options_.checkpoint_seconds);
  return Clock::now() - saved_ >= std::max(interval, kSavesBetween * save_time_);
}

void StoredCheckpoint::save(std::span<const std::byte> payload, int step) {
  assert(payload.size() == key_.payload_bytes);
  const auto begun = Clock::now();
  TableHeader header;
  header.key = key_;
  header.encoding = TableEncoding::blocks;
  header.counts = {static_cast<std::uint64_t>(step)};
  header.build_microseconds = static_cast<std::uint64_t>(
      (earlier_ + std::chrono::duration_cast<std::chrono::microseconds>(begun - started_)).count());
  TableWork work = options_.work;
  const std::string what = fmt::format("saving {}", key_.name);
  if (options_.work.progress) {
    work.progress = [&](const ProgressEvent& event) {
      options_.work.progress({what, event.done, event.total});
    };
  }
  std::string obstacle;
  try {
    (void)publish(header, payload, names_.new_partial(), names_.checkpoint(), work);
  } catch (const std::system_error& error) {
    obstacle = std::strerror(error.code().value());
  } catch (const std::bad_alloc&) {
    obstacle = "there is not enough memory to write it";
  } catch (const Error&) {
    if (!work.stop.stop_requested()) throw;
  }
  if (!obstacle.empty()) {
    warn_(
        fmt::format("the unfinished table {} cannot be saved in {}: {}; its making goes on, and "
                    "loses more if it is interrupted",
                    key_.name, names_.checkpoint().parent_path().string(), obstacle));
  }
  saved_ = Clock::now();
  save_time_ = saved_ - begun;
}

std::uint64_t StoredCheckpoint::file_bytes() const {
  std::error_code error;
  const std::uint64_t bytes = std::filesystem::file_size(names_.checkpoint(), error);
  return error ? 0 : bytes;
}

bool StoredCheckpoint::remove() {
  std::error_code ignored;
  return std::filesystem::remove(names_.checkpoint(), ignored);
}

}  // namespace gyre
