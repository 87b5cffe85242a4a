#include "table/chunks.h"

#include <gyre/base/error.h>
#include "base/threads.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <mutex>

namespace gyre {

void for_each_chunk(const TableHeader& header, std::string_view doing, const TableWork& work,
                    const std::function<void(std::uint64_t chunk)>& body) {
  const std::string what = fmt::format("{} {}", doing, header.key.name);
  std::mutex mutex;
  std::uint64_t done = 0;
  parallel_for(header.chunks(), work.threads, [&](std::size_t chunk) {
    if (work.stop.stop_requested()) throw Error(fmt::format("{} was stopped", what));
    body(chunk);
    if (!work.progress) return;
    const std::lock_guard lock(mutex);
    done += header.chunk_length(chunk);
    work.progress({what, done, header.key.payload_bytes});
  });
}

TableWork within_working_memory(const TableWork& work, std::size_t thread_bytes) {
  constexpr std::size_t kWorkingBytes = std::size_t{28} << 20U;
  TableWork result = work;
  result.threads = std::min(thread_count(work.threads),
                            std::max(1, static_cast<int>(kWorkingBytes / thread_bytes)));
  return result;
}

std::uint64_t chunk_checksum(std::span<const std::byte> chunk) noexcept {
  return XXH3_64bits(chunk.data(), chunk.size());
}

}  // namespace gyre
