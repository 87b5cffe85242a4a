// The kernels of a coset on a GPU: spreading, counting, searching. What happens at one node is in
// coset_device.h.
#pragma once

#include "cube3/coset/checksum.h"
#include "gpu/coset_device.h"

#include <cstdint>

namespace gyre::gpu {

constexpr int kThreads = 256;
constexpr unsigned kWarp = 32;
constexpr std::uint32_t kPageWords = cube3::kPageBits / 32;
constexpr std::uint32_t kRowWords = cube3::kRowBytes / 4;

struct SpreadPointers {
  const std::uint16_t* source_pages;                     // kHalfTurns a page
  const cube3::CosetLayout::BlockSource* block_sources;  // by half turn, turns to and from
  const std::uint8_t* row_sources;                       // kBlockRows an order
  const std::uint64_t* triple_sources;                   // by order
  const std::uint16_t* side_sets;                        // all pages, those of a set together
  std::array<TripleSwaps, cube3::kHalfTurns> swaps;
};

// A block of threads for each page, in the order of side sets, so that those under way together
// read the same pages from the cache; a thread makes four triples at a time, which are three words.
__global__ void __launch_bounds__(kThreads)
    half_turns_kernel(SpreadPointers p, const std::uint32_t* from, bool keep_own,
                      const std::uint32_t* own, std::uint32_t* to) {
  constexpr std::uint32_t kParts = cube3::kRowTriples / 4;
  constexpr std::uint32_t kUnits = cube3::kPageBlocks * cube3::kBlockRows * kParts;
  __shared__ std::uint64_t triples[cube3::kOrders];
  __shared__ std::uint8_t rows[cube3::kOrders * cube3::kBlockRows];
  for (unsigned i = threadIdx.x; i < cube3::kOrders * cube3::kBlockRows; i += blockDim.x) {
    rows[i] = p.row_sources[i];
    if (i < cube3::kOrders) triples[i] = p.triple_sources[i];
  }
  __syncthreads();
  const std::uint32_t page = p.side_sets[blockIdx.x];
  const std::uint32_t* pages[cube3::kHalfTurns];
  const cube3::CosetLayout::BlockSource* blocks[cube3::kHalfTurns];
#pragma unroll
  for (int t = 0; t < cube3::kHalfTurns; ++t) {
    const std::uint32_t source = p.source_pages[page * cube3::kHalfTurns + t];
    pages[t] = from + std::size_t{source} * kPageWords;
    blocks[t] = p.block_sources +
                ((t * cube3::kGroupPages + page % cube3::kGroupPages) * cube3::kGroupPages +
                 source % cube3::kGroupPages) *
                    cube3::kPageBlocks;
  }
  for (std::uint32_t unit = threadIdx.x; unit < kUnits; unit += blockDim.x) {
    const std::uint32_t row = unit / kParts;
    const std::uint32_t part = unit % kParts;
    const std::uint32_t block = row / cube3::kBlockRows;
    const std::uint32_t row_in_block = row % cube3::kBlockRows;
    std::uint32_t out[4] = {};
#pragma unroll
    for (int t = 0; t < cube3::kHalfTurns; ++t) {
      const cube3::CosetLayout::BlockSource source = blocks[t][block];
      const std::uint32_t* in = pages[t] + (source.block * cube3::kBlockRows +
                                            rows[source.rows * cube3::kBlockRows + row_in_block]) *
                                               kRowWords;
      const std::uint32_t four = static_cast<std::uint32_t>(triples[source.triples] >> (16 * part));
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const std::uint32_t byte = (four >> (4 * i) & 15U) * cube3::kTripleBytes;
        const std::uint32_t word = byte / 4;
        // The last triple ends with its word; what is read behind it is not used.
        const std::uint32_t bits = __funnelshift_r(in[word], in[word + 1], 8 * (byte % 4));
        out[i] |= p.swaps[t].apply(bits);
      }
    }
    const std::size_t at = std::size_t{page} * kPageWords + row * kRowWords + 3 * part;
    std::uint32_t words[3] = {out[0] | out[1] << 24U, out[1] >> 8U | out[2] << 16U,
                              out[2] >> 16U | out[3] << 8U};
#pragma unroll
    for (int i = 0; i < 3; ++i) to[at + i] = keep_own ? words[i] | own[at + i] : words[i];
  }
}

__device__ inline void add_to_count(unsigned long long* count, unsigned long long more) {
  for (int step = kWarp / 2; step > 0; step /= 2) more += __shfl_down_sync(~0U, more, step);
  if (threadIdx.x % kWarp == 0 && more != 0) atomicAdd(count, more);
}

__device__ inline uint4 either(const uint4& a, const uint4& b) {
  return {a.x | b.x, a.y | b.y, a.z | b.z, a.w | b.w};
}
__device__ inline unsigned bits_in(const uint4& a) {
  return __popc(a.x) + __popc(a.y) + __popc(a.z) + __popc(a.w);
}

// A thread for 16 bytes of each page of a group.
template <bool kHalf>
__global__ void __launch_bounds__(kThreads)
    turns_kernel(const uint4* from, uint4* to, unsigned long long* count) {
  constexpr std::uint32_t kPageUnits = cube3::kPageBytes / sizeof(uint4);
  constexpr std::uint32_t kUnits = kPageUnits * cube3::kCosetGroups;
  const std::uint32_t unit = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long more = 0;
  if (unit < kUnits) {
    const std::size_t at =
        std::size_t{unit / kPageUnits} * cube3::kGroupPages * kPageUnits + unit % kPageUnits;
    uint4 in[cube3::kGroupPages];
#pragma unroll
    for (int page = 0; page < cube3::kGroupPages; ++page) {
      in[page] = from[at + std::size_t{kPageUnits} * page];
    }
    // Of four pages in a row those that stand at even and odd places: see spreading on the
    // processor.
    uint4 up[4][2];
    uint4 down[4][2];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
#pragma unroll
      for (int odd = 0; odd < 2; ++odd) {
        up[i][odd] = either(in[4 * i + 1 - odd], in[4 * i + 3 - odd]);
        down[i][odd] = either(in[4 * (1 - odd) + i], in[4 * (3 - odd) + i]);
      }
      if (kHalf) {
        up[i][0] = up[i][1] = either(up[i][0], up[i][1]);
        down[i][0] = down[i][1] = either(down[i][0], down[i][1]);
      }
    }
#pragma unroll
    for (int page = 0; page < cube3::kGroupPages; ++page) {
      uint4* place = to + at + std::size_t{kPageUnits} * page;
      uint4 out = either(*place, either(up[page / 4][page % 2], down[page % 4][page / 4 % 2]));
      if (!kHalf) out = either(out, in[page]);
      *place = out;
      more += bits_in(out);
    }
  }
  add_to_count(count, more);
}

__global__ void __launch_bounds__(kThreads)
    count_kernel(const uint4* bits, std::uint32_t units, unsigned long long* count) {
  unsigned long long more = 0;
  for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < units;
       i += gridDim.x * blockDim.x) {
    more += bits_in(bits[i]);
  }
  add_to_count(count, more);
}

__global__ void __launch_bounds__(kThreads)
    checksum_kernel(const std::uint64_t* words, std::uint32_t units, unsigned long long* sum) {
  unsigned long long more = 0;
  for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < units;
       i += gridDim.x * blockDim.x) {
    more += cube3::mixed_word(words[i], i);
  }
  add_to_count(sum, more);
}

// Nodes of one level of a search. `count` goes on beyond `capacity`; then nodes are lost, and that
// part of the search must be done again in smaller pieces.
struct Level {
  DeviceNode* nodes;
  std::uint32_t* count;
  std::uint32_t capacity;
};

__device__ inline DeviceNode load_node(const DeviceNode* node) {
  const uint4 bits = *reinterpret_cast<const uint4*>(node);
  DeviceNode loaded;
  loaded.place = bits.x;
  loaded.corners = bits.y;
  loaded.edges_low = bits.z;
  loaded.edges_high = bits.w;
  return loaded;
}

// The nodes of the next level. The room for those of a warp is taken at once.
template <Metric metric>
__global__ void __launch_bounds__(kThreads)
    expand_kernel(DeviceTables tables, const DeviceNode* in, const std::uint32_t* in_count,
                  std::uint32_t in_capacity, Level out, int left) {
  const std::uint32_t count = min(*in_count, in_capacity);
  const unsigned lane = threadIdx.x % kWarp;
  for (std::uint32_t first = blockIdx.x * blockDim.x; first < count;
       first += gridDim.x * blockDim.x) {
    const std::uint32_t i = first + threadIdx.x;
    DeviceNode node;
    std::uint32_t turns = 0;
    if (i < count) {
      node = load_node(in + i);
      turns = turns_from<metric>(tables, node, left);
    }
    const std::uint32_t mine = __popc(turns);
    std::uint32_t sum = mine;
#pragma unroll
    for (int step = 1; step < static_cast<int>(kWarp); step *= 2) {
      const std::uint32_t before = __shfl_up_sync(~0U, sum, step);
      if (lane >= static_cast<unsigned>(step)) sum += before;
    }
    std::uint32_t place = 0;
    if (lane == kWarp - 1 && sum != 0) place = atomicAdd(out.count, sum);
    place = __shfl_sync(~0U, place, kWarp - 1) + sum - mine;
    for (; turns != 0; turns &= turns - 1, ++place) {
      if (place >= out.capacity) break;
      const DeviceNode next = successor<metric>(tables, node, move_of_bit(lowest_bit(turns)));
      *reinterpret_cast<uint4*>(out.nodes + place) = {next.place, next.corners, next.edges_low,
                                                      next.edges_high};
    }
  }
}

struct Ends {
  std::uint32_t* bitmap;
  bool look_first;  // most bits are set: reading is cheaper than setting
  const DeviceImage* images;
  int image_count;
  unsigned long long* count;
};

__device__ inline void put_bit(const DeviceTables& tables, const Ends& ends,
                               const DeviceSlots& slots) {
  const DevicePlace place = place_of(tables, slots);
  std::uint32_t* word = ends.bitmap + place.page * kPageWords + place.bit / 32;
  const std::uint32_t bit = 1U << (place.bit % 32);
  if (ends.look_first && (*word & bit) != 0) return;
  atomicOr(word, bit);
}

// kEnds: with CosetEnds::kLength moves left. Otherwise with one.
template <Metric metric, bool kEnds>
__global__ void __launch_bounds__(kThreads)
    end_kernel(DeviceTables tables, const DeviceNode* in, const std::uint32_t* in_count,
               std::uint32_t in_capacity, Ends ends) {
  const std::uint32_t count = min(*in_count, in_capacity);
  unsigned long long found = 0;
  const auto put = [&](const DeviceSlots& slots) {
    ++found;
    put_bit(tables, ends, slots);
    for (int i = 0; i < ends.image_count; ++i) {
      put_bit(tables, ends, image_of(slots, ends.images[i]));
    }
  };
  for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += gridDim.x * blockDim.x) {
    const DeviceNode node = load_node(in + i);
    if (kEnds) {
      complete<metric>(tables, node, put);
    } else {
      end_with_last_move<metric>(tables, node, put);
    }
  }
  __syncwarp();
  add_to_count(ends.count, found);
}

}  // namespace gyre::gpu
