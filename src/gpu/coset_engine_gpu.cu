// A coset on a GPU: the table, the bitmaps, the search, all of it there.
//
// The search goes level by level: a kernel makes of the nodes with so many moves left those with
// one less, down to those whose ends are read off. Levels do not fit memory as a whole, so it is
// done in chunks of nodes at a middle level (kLadder moves left), each of which goes down the rest
// of the way without the processor looking at it. Above that level there are few nodes.
#include "cube3/coset/engine.h"
#include "cube3/coset/search_run.h"
#include "gpu/coset_kernels.cuh"
#include "gpu/device_memory.cuh"

#include <gyre/base/error.h>
#include "base/memory.h"
#include "cube3/core/with_metric.h"
#include "cube3/coset/device.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

namespace gyre::gpu {
namespace {

using namespace cube3;

// From here on down a chunk runs without the processor.
constexpr int kLadder = 12;
constexpr std::uint32_t kMostNodes = 32U << 20U;
constexpr std::uint32_t kLeastNodes = 2U << 20U;
// A chunk's levels stay below this part of their room, as far as can be foreseen.
constexpr double kFill = 0.6;
// Chunks under way before their counts are looked at.
constexpr int kChunksAtOnce = 32;
// Levels above the ladder.
constexpr std::uint32_t kUpperNodes = 8U << 20U;
constexpr std::size_t kBitmapSlack = 256;

std::size_t fixed_bytes(Metric metric) {
  const std::size_t bitmaps = (counts_units(metric) ? 3 : 2) * (kCosetBytes + kBitmapSlack);
  return bitmaps + kPhase1Entries * sizeof(std::uint32_t) + (std::size_t{48} << 20U);
}
std::size_t ladder_bytes(std::uint32_t nodes) {
  return (kLadder - CosetEnds::kLength) * sizeof(DeviceNode) * std::size_t{nodes};
}
constexpr std::size_t kUpperBytes = 4 * sizeof(DeviceNode) * std::size_t{kUpperNodes};
// The driver's own, kernels.
constexpr std::size_t kReserve = std::size_t{512} << 20U;

std::size_t taken_bytes(Metric metric, std::uint32_t nodes) {
  return fixed_bytes(metric) + ladder_bytes(nodes) + kUpperBytes;
}

std::uint32_t nodes_that_fit(Metric metric, std::size_t free) {
  std::uint32_t nodes = kMostNodes;
  while (nodes > kLeastNodes && taken_bytes(metric, nodes) + kReserve > free) {
    nodes /= 2;
  }
  return nodes;
}

class GpuCosetEngine final : public CosetEngine {
 public:
  GpuCosetEngine(const CosetOptions& options, std::size_t free_bytes)
      : metric_(options.metric),
        capacity_(nodes_that_fit(metric_, free_bytes)),
        two_phase_(two_phase_options(options)),
        tables_(two_phase_, options.threads),
        host_(tables_),
        now_(kCosetBytes + kBitmapSlack),
        other_(kCosetBytes + kBitmapSlack),
        numbers_(kNumbers) {
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, 0));
    name_ = properties.name;
    blocks_ = static_cast<unsigned>(properties.multiProcessorCount) * 8;
    if (counts_units(metric_)) before_ = DeviceMemory<std::uint8_t>(kCosetBytes + kBitmapSlack);
    upload_tables();
    upload_spreading();
    for (auto& level : ladder_) level = DeviceMemory<DeviceNode>(capacity_);
  }

  std::uint64_t begin(const Cube& representative) override {
    roots_.emplace(tables_, representative);
    now_.clear();
    // Two depths before the first, in quarter turns.
    if (counts_units(metric_)) other_.clear();
    std::vector<DeviceImage> images;
    for (const CosetImage& image : roots_->images()) {
      images.push_back({DeviceSlots::of(image.from), DevicePerm::of(image.to)});
    }
    images_ = DeviceMemory<DeviceImage>(images);
    image_count_ = static_cast<int>(images.size());
    set_ = 0;
    if (Coset::of(representative) != Coset{}) return 0;
    const CosetPlace place = layout().place(representative);
    const auto bit = static_cast<std::uint8_t>(1U << (place.bit % 8));
    check(cudaMemcpy(now_.data() + place.page * kPageBytes + place.bit / 8, &bit, 1,
                     cudaMemcpyHostToDevice));
    set_ = 1;
    return set_;
  }

  std::uint64_t spread() override {
    if (set_ == 0) return 0;
    numbers_.clear();
    constexpr unsigned kUnits = kCosetBytes / kGroupPages / sizeof(uint4);
    constexpr unsigned kTurnBlocks = (kUnits + kThreads - 1) / kThreads;
    if (counts_units(metric_)) {
      // A half turn leads two depths on.
      half_turns_kernel<<<kCosetPages, kThreads>>>(spreading_, words(other_), false, nullptr,
                                                   words(before_));
      turns_kernel<false><<<kTurnBlocks, kThreads>>>(units(now_), units(before_), numbers_.data());
    } else {
      half_turns_kernel<<<kCosetPages, kThreads>>>(spreading_, words(now_), true, words(now_),
                                                   words(other_));
      turns_kernel<true><<<kTurnBlocks, kThreads>>>(units(now_), units(other_), numbers_.data());
    }
    check(cudaGetLastError());
    if (counts_units(metric_)) std::swap(other_, before_);
    std::swap(now_, other_);
    set_ = numbers_.copy()[0];
    return set_;
  }

  Search search(int depth, double share, const ProgressCallback& progress,
                const std::stop_token& stop) override {
    Search result;
    const std::vector<Node> tasks = roots_->tasks(tables_, depth, share);
    numbers_.clear();
    ends_ = {reinterpret_cast<std::uint32_t*>(now_.data()), set_ > kCosetPositions / 2,
             images_.data(), roots_->uses_symmetry(depth) ? image_count_ : 0, numbers_.data() + 1};
    what_ = "depth " + std::to_string(depth);
    progress_ = &progress;
    stop_ = &stop;
    stopped_ = stop.stop_requested();
    if (!tasks.empty() && !stopped_) {
      std::vector<DeviceNode> roots;
      for (const Node& node : tasks) roots.push_back(DeviceNode::of(node));
      const DeviceMemory<DeviceNode> nodes(roots);
      descend(nodes.data(), static_cast<std::uint32_t>(roots.size()), tasks.front().left(), 0, 1);
    }
    constexpr unsigned kUnits = kCosetBytes / sizeof(uint4);
    count_kernel<<<blocks_, kThreads>>>(units(now_), kUnits, numbers_.data());
    check(cudaGetLastError());
    const std::vector<unsigned long long> numbers = numbers_.copy();
    result.complete = !stopped_;
    result.fresh = numbers[0] - set_;
    result.ends = numbers[1];
    set_ = numbers[0];
    return result;
  }

  std::uint64_t checksum() const override {
    DeviceMemory<unsigned long long> sum(1);
    sum.clear();
    checksum_kernel<<<blocks_, kThreads>>>(reinterpret_cast<const std::uint64_t*>(now_.data()),
                                           static_cast<std::uint32_t>(kCosetBytes / 8), sum.data());
    check(cudaGetLastError());
    return sum.copy()[0];
  }

  bool holds(const CosetPlace& place) const override {
    std::uint8_t byte = 0;
    check(cudaMemcpy(&byte, now_.data() + place.page * kPageBytes + place.bit / 8, 1,
                     cudaMemcpyDeviceToHost));
    return (byte >> (place.bit % 8) & 1U) != 0;
  }

  void copy_group(int group, std::uint8_t* bytes) const override {
    check(
        cudaMemcpy(bytes, now_.data() + group * kGroupBytes, kGroupBytes, cudaMemcpyDeviceToHost));
  }

  const Table& table() const noexcept override { return two_phase_.big()->phase1; }
  const CosetLayout& layout() const noexcept override { return tables_.layout; }
  Metric metric() const noexcept override { return metric_; }
  std::string device() const override { return name_; }
  bool uses_gpu() const noexcept override { return true; }
  int threads() const noexcept override { return 1; }
  std::uint64_t memory_bytes() const noexcept override { return taken_bytes(metric_, capacity_); }

 private:
  static constexpr int kLadderLevels = kLadder - CosetEnds::kLength;
  static constexpr std::size_t kNumbers = 2;

  static std::uint32_t* words(DeviceMemory<std::uint8_t>& bitmap) {
    return reinterpret_cast<std::uint32_t*>(bitmap.data());
  }
  static uint4* units(DeviceMemory<std::uint8_t>& bitmap) {
    return reinterpret_cast<uint4*>(bitmap.data());
  }

  void upload_tables() {
    device_ = host_.tables();
    for (const HostTables::Part& part : host_.parts(device_)) {
      DeviceMemory<std::uint8_t>& memory = parts_.emplace_back(part.bytes);
      check(cudaMemcpy(memory.data(), part.data, part.bytes, cudaMemcpyHostToDevice));
      *part.pointer = memory.data();
    }
  }

  void upload_spreading() {
    std::vector<std::uint16_t> source_pages;
    for (std::uint32_t page = 0; page < kCosetPages; ++page) {
      for (int t = 0; t < kHalfTurns; ++t) {
        source_pages.push_back(static_cast<std::uint16_t>(layout().source_page(page, t)));
      }
    }
    const CosetLayout::BlockSource* blocks = layout().block_sources(0, 0, 0);
    std::vector<std::uint8_t> rows;
    for (int order = 0; order < kOrders; ++order) {
      rows.insert(rows.end(), layout().row_sources(order).begin(),
                  layout().row_sources(order).end());
    }
    const TripleSources triples = triple_sources(layout());
    spreading_.source_pages = keep(source_pages.data(), source_pages.size());
    spreading_.block_sources =
        keep(blocks, std::size_t{kHalfTurns} * kGroupPages * kGroupPages * kPageBlocks);
    spreading_.row_sources = keep(rows.data(), rows.size());
    spreading_.triple_sources = keep(triples.data(), triples.size());
    spreading_.side_sets = keep(layout().side_set(0), std::size_t{kCosetPages});
    for (int t = 0; t < kHalfTurns; ++t) spreading_.swaps[t] = TripleSwaps::of(layout(), t);
  }
  template <class T>
  const T* keep(const T* data, std::size_t count) {
    DeviceMemory<std::uint8_t>& memory = parts_.emplace_back(count * sizeof(T));
    check(cudaMemcpy(memory.data(), data, count * sizeof(T), cudaMemcpyHostToDevice));
    return reinterpret_cast<const T*>(memory.data());
  }

  void expand(const DeviceNode* in, const std::uint32_t* in_count, std::uint32_t in_capacity,
              const Level& out, int left) {
    auto* kernel = cube3::with_metric(
        metric_, [](auto constant) { return &expand_kernel<decltype(constant)::value>; });
    kernel<<<blocks_, kThreads>>>(device_, in, in_count, in_capacity, out, left);
  }
  void end(const DeviceNode* in, const std::uint32_t* in_count, std::uint32_t in_capacity,
           int left) {
    const bool reads_off = left == CosetEnds::kLength;
    auto* kernel = cube3::with_metric(metric_, [&](auto constant) {
      constexpr Metric kMetric = decltype(constant)::value;
      return reads_off ? &end_kernel<kMetric, true> : &end_kernel<kMetric, false>;
    });
    kernel<<<blocks_, kThreads>>>(device_, in, in_count, in_capacity, ends_);
  }

  // The progress from `begin` on, `width` of the whole.
  void descend(const DeviceNode* nodes, std::uint32_t count, int left, double begin, double width) {
    const int last = left < CosetEnds::kLength ? 1 : CosetEnds::kLength;
    if (left <= kLadder) return run_ladder(nodes, count, left, last, begin, width);
    auto [place, made] = upper_.try_emplace(left);
    if (made) place->second = DeviceMemory<DeviceNode>(kUpperNodes);
    DeviceMemory<DeviceNode>& next = place->second;
    DeviceMemory<std::uint32_t> counts(2);
    const std::uint32_t chunk = kUpperNodes / kMoves;
    for (std::uint32_t at = 0; at < count && !stopped_; at += chunk) {
      const std::uint32_t now = std::min(chunk, count - at);
      counts.set({now, 0});
      expand(nodes + at, counts.data(), now, {next.data(), counts.data() + 1, kUpperNodes}, left);
      check(cudaGetLastError());
      descend(next.data(), counts.copy()[1], left - 1, begin + width * at / count,
              width * now / count);
    }
  }

  // Chunks of nodes go down to their ends one after another; each begins when the one before has
  // ended, and the processor looks now and then. One that did not fit is done again in halves.
  void run_ladder(const DeviceNode* nodes, std::uint32_t count, int left, int last, double begin,
                  double width) {
    struct Chunk {
      std::uint32_t at;
      std::uint32_t count;
    };
    std::vector<Chunk> again;
    std::uint32_t size = std::min<std::uint32_t>(first_chunk(left), capacity_);
    std::uint32_t at = 0;
    std::vector<Chunk> batch;
    while ((at < count || !again.empty()) && !stopped_) {
      batch.clear();
      while (batch.size() < kChunksAtOnce && (at < count || !again.empty())) {
        Chunk chunk{};
        if (!again.empty()) {
          chunk = again.back();
          again.pop_back();
        } else {
          chunk = {at, std::min(size, count - at)};
          at += chunk.count;
        }
        batch.push_back(chunk);
        if (!known_size_[left]) break;  // how much a node becomes is seen from the first chunk
      }
      const std::vector<std::uint32_t> counts = run_chunks(nodes, batch, left, last);
      for (std::size_t i = 0; i < batch.size(); ++i) {
        const std::uint32_t* levels = counts.data() + i * kCounts;
        const std::uint32_t most = *std::max_element(levels + 1, levels + kCounts);
        if (most > capacity_) {
          const std::uint32_t half = std::max(1U, batch[i].count / 2);
          again.push_back({batch[i].at, half});
          if (batch[i].count > half) again.push_back({batch[i].at + half, batch[i].count - half});
          size = std::max(1U, size / 2);
        } else if (!known_size_[left] && batch[i].count >= kSample) {
          known_size_[left] = true;
          const double each = std::max(1.0, double(most) / batch[i].count);
          size_[left] = static_cast<std::uint32_t>(
              std::clamp(kFill * capacity_ / each, 1.0, double(capacity_)));
        }
      }
      if (known_size_[left]) size = size_[left];
      stopped_ = stop_->stop_requested();
      if (*progress_) {
        constexpr std::uint64_t kWhole = 1'000'000;
        (*progress_)(
            {what_, static_cast<std::uint64_t>(kWhole * (begin + width * at / count)), kWhole});
      }
    }
  }
  // Before anything is known: a ladder of so many levels makes so much of a node in half turns.
  [[nodiscard]] std::uint32_t first_chunk(int left) const {
    double most = 1;
    for (int i = left; i > CosetEnds::kLength; --i) most *= i > 10 ? 13.4 : i > 9 ? 6 : 2;
    return static_cast<std::uint32_t>(std::max(64.0, kFill * capacity_ / most / 4));
  }

  static constexpr int kCounts = kLadder + 1;
  static constexpr std::uint32_t kSample = 32;
  template <class Chunk>
  std::vector<std::uint32_t> run_chunks(const DeviceNode* nodes, const std::vector<Chunk>& batch,
                                        int left, int last) {
    std::vector<std::uint32_t> begun(batch.size() * kCounts);
    for (std::size_t i = 0; i < batch.size(); ++i) begun[i * kCounts] = batch[i].count;
    DeviceMemory<std::uint32_t> counts(begun);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      std::uint32_t* count = counts.data() + i * kCounts;
      const DeviceNode* in = nodes + batch[i].at;
      std::uint32_t in_capacity = batch[i].count;
      for (int now = left; now > last; --now) {
        DeviceMemory<DeviceNode>& level = ladder_[now % kLadderLevels];
        expand(in, count, in_capacity, {level.data(), count + 1, capacity_}, now);
        in = level.data();
        in_capacity = capacity_;
        ++count;
      }
      end(in, count, in_capacity, last);
    }
    check(cudaGetLastError());
    return counts.copy();
  }

  Metric metric_;
  std::uint32_t capacity_;
  TwoPhaseTables two_phase_;
  CosetSearchTables tables_;
  HostTables host_;
  DeviceTables device_;
  SpreadPointers spreading_{};
  std::vector<DeviceMemory<std::uint8_t>> parts_;
  DeviceMemory<std::uint8_t> now_;
  DeviceMemory<std::uint8_t> other_;
  DeviceMemory<std::uint8_t> before_;
  DeviceMemory<unsigned long long> numbers_;
  std::array<DeviceMemory<DeviceNode>, kLadderLevels> ladder_;
  std::map<int, DeviceMemory<DeviceNode>> upper_;
  DeviceMemory<DeviceImage> images_;
  int image_count_ = 0;
  std::optional<CosetRoots> roots_;
  std::uint64_t set_ = 0;
  std::string name_;
  unsigned blocks_ = 0;
  // Of the search under way.
  Ends ends_{};
  std::string what_;
  const ProgressCallback* progress_ = nullptr;
  const std::stop_token* stop_ = nullptr;
  bool stopped_ = false;
  std::array<bool, kLadder + 1> known_size_{};
  std::array<std::uint32_t, kLadder + 1> size_{};
};

// The bytes that are free on the first GPU, or why there is none.
std::string look_for_gpu(std::size_t& free) {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error != cudaSuccess || count == 0) {
    const char* why = error != cudaSuccess ? cudaGetErrorString(error) : "there is none";
    return std::string("no GPU can be used: ") + why;
  }
  std::size_t total = 0;
  if (const cudaError_t fault = cudaMemGetInfo(&free, &total); fault != cudaSuccess) {
    return std::string("the GPU cannot be used: ") + cudaGetErrorString(fault);
  }
  return {};
}

std::string why_too_small(Metric metric, std::size_t free) {
  const std::size_t needed = taken_bytes(metric, kLeastNodes) + kReserve;
  if (needed <= free) return {};
  return "a coset takes " + size_text(needed) + " of the GPU's memory, and " + size_text(free) +
         " are free";
}

}  // namespace
}  // namespace gyre::gpu

namespace gyre::cube3 {

GpuOffer ask_gpu(Metric metric) {
  std::size_t free = 0;
  GpuOffer offer;
  offer.why_not = gpu::look_for_gpu(free);
  if (offer.why_not.empty()) offer.why_not = gpu::why_too_small(metric, free);
  if (offer.why_not.empty()) {
    offer.memory_bytes = gpu::taken_bytes(metric, gpu::nodes_that_fit(metric, free));
  }
  return offer;
}

std::unique_ptr<CosetEngine> make_gpu_coset_engine(const CosetOptions& options) {
  std::size_t free = 0;
  std::string why = gpu::look_for_gpu(free);
  if (why.empty()) why = gpu::why_too_small(options.metric, free);
  if (!why.empty()) throw Error(why);
  return std::make_unique<gpu::GpuCosetEngine>(options, free);
}

}  // namespace gyre::cube3
