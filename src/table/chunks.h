// Work on all chunks of a table, on all threads: what reading, checking and writing share.
#pragma once

#include "table/header.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace gyre {

// Calls body(chunk) for each chunk, and starts them in their order. Reports progress as "<doing>
// <name>"; throws Error if stopped.
void for_each_chunk(const TableHeader& header, std::string_view doing, const TableWork& work,
                    const std::function<void(std::uint64_t chunk)>& body);

// The bytes of a chunk of this payload.
template <class Byte>
[[nodiscard]] std::span<Byte> chunk_of(const TableHeader& header, std::span<Byte> payload,
                                       std::uint64_t chunk) {
  return payload.subspan(chunk * header.chunk_bytes, header.chunk_length(chunk));
}

// The same work on no more threads than leave the memory that they all take, each this much, within
// what reading and writing a compressed table may have beside its payload.
[[nodiscard]] TableWork within_working_memory(const TableWork& work, std::size_t thread_bytes);

// Things that threads need for as long as they work on a chunk: made when none is free.
template <class Thing>
class Pool {
 public:
  explicit Pool(std::function<std::unique_ptr<Thing>()> make) : make_(std::move(make)) {}

  // Calls body(thing).
  template <class Body>
  auto with(const Body& body) {
    std::unique_ptr<Thing> thing = take();
    const GiveBack give_back{*this, thing};
    return body(*thing);
  }

 private:
  struct GiveBack {
    Pool& pool;
    std::unique_ptr<Thing>& thing;
    ~GiveBack() {
      const std::lock_guard lock(pool.mutex_);
      pool.free_.push_back(std::move(thing));
    }
  };

  std::unique_ptr<Thing> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<Thing> thing = std::move(free_.back());
        free_.pop_back();
        return thing;
      }
      // Giving back must not need memory.
      free_.reserve(++made_);
    }
    return make_();
  }

  std::function<std::unique_ptr<Thing>()> make_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Thing>> free_;
  std::size_t made_ = 0;
};

[[nodiscard]] std::uint64_t chunk_checksum(std::span<const std::byte> chunk) noexcept;

}  // namespace gyre
