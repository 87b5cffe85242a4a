#include "table/table_file.h"

#include "table/chunk_codec.h"
#include "table/chunks.h"
#include "table/fault.h"

#include "base/huge_pages.h"
#include "base/memory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <system_error>

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22  // Linux 5.14; older ones refuse it, and pages come one by one
#endif

namespace gyre {
namespace {

bool is_shortage(int error) {
  return error == EMFILE || error == ENFILE || error == ENOMEM;
}

// Which chunks are damaged, whatever the order in which threads find them.
class Damage {
 public:
  explicit Damage(const std::vector<StoredChunk>& chunks) : chunks_(chunks) {}

  void add(std::uint64_t chunk, const std::string& why) {
    const std::lock_guard lock(mutex_);
    ++found_;
    if (found_ > 1 && chunk > first_) return;
    first_ = chunk;
    why_ = why;
  }
  void throw_if_any() const {
    if (found_ == 0) return;
    const StoredChunk& chunk = chunks_[first_];
    throw TableFault(fmt::format("is damaged: {} in bytes {} to {} (chunk {} of {}{})", why_,
                                 chunk.offset, chunk.offset + chunk.bytes - 1, first_ + 1,
                                 chunks_.size(),
                                 found_ > 1 ? fmt::format(", and {} more", found_ - 1) : ""));
  }

 private:
  const std::vector<StoredChunk>& chunks_;
  std::mutex mutex_;
  std::uint64_t found_ = 0;
  std::uint64_t first_ = 0;
  std::string why_;
};

constexpr const char* kWrongChecksum = "wrong checksum";
constexpr const char* kMissingData = "missing data";

// What a thread needs to read a compressed chunk.
struct ChunkReader {
  ChunkReader(std::size_t stored_bytes, std::size_t own_bytes)
      : stored(stored_bytes), own(own_bytes) {}
  std::vector<std::byte> stored;
  std::vector<std::byte> own;  // for a chunk that nobody wants to keep
  ChunkDecoder decoder;
};

// Brings the pages of a mapped chunk in at once instead of one fault for a few of them, and meets
// a disk that fails here, where it is an error code, instead of as a signal while they are read.
// The error, or 0.
int populate(std::span<const std::byte> chunk) {
  auto* start = const_cast<std::byte*>(chunk.data());
  if (::madvise(start, chunk.size(), MADV_POPULATE_READ) == 0) return 0;
  return errno == EFAULT || errno == EIO || errno == EHWPOISON ? errno : 0;
}

void check_length(const File& file, const TableHeader& header) {
  const std::uint64_t is = file.size();
  const std::uint64_t should = header.file_bytes();
  if (is < should) {
    throw TableFault(fmt::format("is cut off: it has {} bytes instead of {}", is, should));
  }
  if (is > should) {
    throw TableFault(fmt::format("is too long: it has {} bytes instead of {}", is, should));
  }
}

void check_key(const TableKey& is, const TableKey& should) {
  if (is == should) return;
  throw TableFault(fmt::format(
      "holds another table: {}, contents version {}, parameters '{}', {} bytes (expected {}, "
      "{}, '{}', {})",
      is.name, is.contents_version, is.parameters, is.payload_bytes, should.name,
      should.contents_version, should.parameters, should.payload_bytes));
}

}  // namespace

std::optional<TableFile> TableFile::open(const std::filesystem::path& path, const TableKey* key) {
  TableFile table;
  table.path_ = path;
  try {
    // A pipe in place of the file must not keep us waiting.
    table.file_ = File(path, O_RDONLY | O_NONBLOCK);
    if (!table.file_.is_regular()) throw TableFault("is no regular file");
    std::vector<std::byte> start(kMaxHeaderBytes);
    start.resize(table.file_.read_at(0, start));
    table.header_ = decode_header(start);
    if (key != nullptr) check_key(table.header_.key, *key);
    check_length(table.file_, table.header_);
    std::vector<std::byte> index(table.header_.payload_offset() - table.header_.header_bytes());
    index.resize(table.file_.read_at(table.header_.header_bytes(), index));
    if (index.size() != table.header_.payload_offset() - table.header_.header_bytes()) {
      throw TableFault("became shorter while it was read");
    }
    table.chunks_ = decode_index(table.header_, index);
  } catch (const std::system_error& error) {
    const int code = error.code().value();
    if (code == ENOENT || code == ENOTDIR) return std::nullopt;
    if (is_shortage(code)) {
      throw Error(fmt::format("{} cannot be opened: {}", path.string(), std::strerror(code)));
    }
    throw TableFault(fmt::format("cannot be read ({})", std::strerror(code)));
  }
  return table;
}

Table TableFile::map(bool verify, const TableWork& work) const {
  assert(!header_.compressed());
  std::shared_ptr<const FileMap> map;
  try {
    map = std::make_shared<const FileMap>(file_, header_.file_bytes(), path_.string());
  } catch (const std::system_error& error) {
    throw Error(fmt::format("table {} ({}) cannot be mapped: {}", header_.key.name,
                            size_text(header_.file_bytes()), std::strerror(error.code().value())));
  }
  const auto payload = map->bytes().subspan(header_.payload_offset());
  if (verify) {
    Damage damage(chunks_);
    for_each_chunk(header_, "checking", work, [&](std::uint64_t chunk) {
      const auto bytes = chunk_of(header_, payload, chunk);
      if (const int error = populate(bytes); error != 0) {
        damage.add(chunk, fmt::format("read error ({})", std::strerror(error)));
      } else if (chunk_checksum(bytes) != chunks_[chunk].checksum) {
        damage.add(chunk, kWrongChecksum);
      }
    });
    damage.throw_if_any();
  }
  return {map, payload, header_.counts, false};
}

Table TableFile::copy(bool verify, const TableWork& work) const {
  auto buffer = std::make_shared<HugeBuffer>(header_.key.payload_bytes);
  const std::span<std::byte> payload = buffer->bytes();
  read(payload, verify, work);
  const bool huge = buffer->huge();
  return {buffer, payload, header_.counts, huge};
}

void TableFile::read(std::span<std::byte> payload, bool verify, const TableWork& work) const {
  assert(payload.size() == header_.key.payload_bytes);
  if (header_.compressed()) {
    read_compressed("reading", verify, payload, work);
  } else {
    read_plain(verify, payload, work);
  }
}

void TableFile::check(const TableWork& work) const {
  if (!header_.compressed()) {
    (void)map(true, work);
    return;
  }
  read_compressed("checking", true, {}, work);
}

void TableFile::read_compressed(std::string_view doing, bool verify, std::span<std::byte> payload,
                                const TableWork& work) const {
  std::uint64_t longest = 0;
  for (const StoredChunk& chunk : chunks_) longest = std::max(longest, chunk.bytes);
  const std::size_t own_bytes = payload.empty() ? header_.chunk_bytes : 0;
  Pool<ChunkReader> readers([&] { return std::make_unique<ChunkReader>(longest, own_bytes); });
  Damage damage(chunks_);
  // Why a chunk cannot be had, or nothing.
  const auto read = [&](std::uint64_t chunk, ChunkReader& reader) -> std::string {
    const StoredChunk& where = chunks_[chunk];
    const std::span<std::byte> to = payload.empty()
                                        ? std::span(reader.own).first(header_.chunk_length(chunk))
                                        : chunk_of(header_, payload, chunk);
    const bool as_it_is = where.bytes == to.size();
    const auto stored = as_it_is ? to : std::span(reader.stored).first(where.bytes);
    try {
      if (file_.read_at(where.offset, stored) != stored.size()) return kMissingData;
    } catch (const std::system_error& error) {
      return fmt::format("read error ({})", std::strerror(error.code().value()));
    }
    if (verify && chunk_checksum(stored) != where.checksum) return kWrongChecksum;
    if (!as_it_is && !reader.decoder.decode(stored, to)) return "data that cannot be decompressed";
    return {};
  };
  const TableWork bounded =
      within_working_memory(work, longest + own_bytes + ChunkDecoder::working_bytes());
  for_each_chunk(header_, doing, bounded, [&](std::uint64_t chunk) {
    const std::string why = readers.with([&](ChunkReader& reader) { return read(chunk, reader); });
    if (!why.empty()) damage.add(chunk, why);
  });
  damage.throw_if_any();
}

void TableFile::read_plain(bool verify, std::span<std::byte> payload, const TableWork& work) const {
  Damage damage(chunks_);
  for_each_chunk(header_, "reading", work, [&](std::uint64_t chunk) {
    const auto bytes = chunk_of(header_, payload, chunk);
    try {
      if (file_.read_at(chunks_[chunk].offset, bytes) != bytes.size()) {
        damage.add(chunk, kMissingData);
      } else if (verify && chunk_checksum(bytes) != chunks_[chunk].checksum) {
        damage.add(chunk, kWrongChecksum);
      }
    } catch (const std::system_error& error) {
      damage.add(chunk, fmt::format("read error ({})", std::strerror(error.code().value())));
    }
  });
  damage.throw_if_any();
}

}  // namespace gyre
