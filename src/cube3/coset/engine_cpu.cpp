#include "base/stop.h"
#include "cube3/coset/checksum.h"
#include "cube3/coset/engine.h"
#include "cube3/coset/search_run.h"
#include "cube3/coset/spread.h"

#include <gyre/base/error.h>
#include "base/cpu.h"
#include "base/huge_pages.h"
#include "base/memory.h"
#include "base/threads.h"
#include "cube3/coset/device.h"
#include "cube3/tables/tables.h"

#include <fmt/format.h>
#include <atomic>
#include <cstring>
#include <optional>
#include <utility>

namespace gyre::cube3 {
namespace {

// In half turns the bitmap of the depth before has nothing more to say once it has been spread, so
// that its memory takes the places that wait to be set. In quarter turns it is still wanted: a half
// turn leads two depths on.
constexpr std::size_t kRoomInQuarterTurns = std::size_t{512} << 20U;
// What the ends, the layout and the stacks take, with room to spare.
constexpr std::size_t kOtherBytes = std::size_t{64} << 20U;

// So many new positions spread one by one as quickly as the whole bitmap.
constexpr std::size_t kFew = 3'000'000;

std::size_t table_bytes(Metric metric) {
  std::size_t bytes = 0;
  for (const TableRecipe& recipe : two_phase_recipes(metric)) bytes += recipe.key.payload_bytes;
  return bytes;
}

std::size_t needed_bytes(Metric metric) {
  return 2 * kCosetBytes + table_bytes(metric) + kOtherBytes +
         (counts_units(metric) ? kRoomInQuarterTurns : 0);
}

TwoPhaseOptions private_tables(const CosetOptions& options) {
  TwoPhaseOptions tables = two_phase_options(options);
  tables.table.memory = TableMemory::private_;
  return tables;
}

class Bitmap {
 public:
  explicit Bitmap(int threads) : buffer_(kCosetBytes + kSpreadSlack) { clear(threads); }

  void clear(int threads) {
    parallel_for(kCosetGroups, threads,
                 [&](std::size_t group) { std::memset(this->group(group), 0, kGroupBytes); });
  }
  [[nodiscard]] std::span<std::byte> bytes() noexcept { return buffer_.bytes().first(kCosetBytes); }
  [[nodiscard]] std::uint8_t* data() noexcept {
    return reinterpret_cast<std::uint8_t*>(buffer_.bytes().data());
  }
  [[nodiscard]] const std::uint8_t* data() const noexcept {
    return reinterpret_cast<const std::uint8_t*>(buffer_.bytes().data());
  }
  [[nodiscard]] std::uint8_t* page(std::uint32_t page) noexcept {
    return data() + page * kPageBytes;
  }
  [[nodiscard]] std::uint8_t* group(std::size_t group) noexcept {
    return data() + group * kGroupBytes;
  }

 private:
  HugeBuffer buffer_;
};

class CpuCosetEngine final : public CosetEngine {
 public:
  explicit CpuCosetEngine(const CosetOptions& options)
      : metric_(options.metric),
        threads_(thread_count(options.threads)),
        level_(cpu_level()),
        two_phase_(private_tables(options)),
        tables_(two_phase_, options.threads),
        spread_tables_(tables_.layout),
        kernel_(spread_kernel(level_)),
        now_(threads_),
        other_(threads_),
        memory_(threads_) {
    if (counts_units(metric_)) room_ = HugeBuffer(kRoomInQuarterTurns);
  }

  std::uint64_t begin(const Cube& representative) override {
    roots_.emplace(tables_, representative);
    now_.clear(threads_);
    // In quarter turns this is the bitmap of the depth before, which is empty too.
    if (counts_units(metric_)) other_.clear(threads_);
    set_ = 0;
    fresh_.clear();
    few_ = !counts_units(metric_);
    if (Coset::of(representative) != Coset{}) return 0;
    const CosetPlace place = layout().place(representative);
    fresh_ = {place};
    now_.page(place.page)[place.bit / 8] |= static_cast<std::uint8_t>(1U << (place.bit % 8));
    set_ = 1;
    return set_;
  }

  std::uint64_t spread() override {
    if (set_ == 0) return 0;
    if (few_) return spread_few();
    counts_units(metric_) ? spread_half_turns_in_place() : spread_half_turns();
    std::atomic<std::uint64_t> count = 0;
    parallel_for(kCosetGroups, threads_, [&](std::size_t group) {
      count += kernel_.turns(now_.group(group), other_.group(group), !counts_units(metric_));
    });
    std::swap(now_, other_);
    set_ = count;
    return set_;
  }

  Search search(int depth, double share, const ProgressCallback& progress,
                const std::stop_token& stop) override {
    Search result;
    Kernel kernel{*this, roots_->tasks(tables_, depth, share), {}, {}, {}, {}};
    if (roots_->uses_symmetry(depth)) kernel.images = roots_->images();
    kernel.bins.emplace(now_.bytes(), counts_units(metric_) ? room_.bytes() : other_.bytes(),
                        threads_);
    if (few_) kernel.bins->keep_fresh(kFew - fresh_.size());
    Stop when(stop);
    Driver<Kernel>::Events events;
    const std::string what = fmt::format("depth {}", depth);
    if (progress) {
      events.progress = [&](const Driver<Kernel>::Length& length) {
        progress({what, length.finished, length.tasks});
      };
    }
    const auto report =
        Driver<Kernel>(kernel, threads_, when, events).search(depth, ~std::uint64_t{0}).first;
    kernel.bins->finish(threads_);
    result.complete = report.complete;
    result.fresh = kernel.bins->fresh();
    result.ends = kernel.ends;
    set_ += result.fresh;
    few_ = few_ && kernel.bins->take_fresh(fresh_);
    return result;
  }

  std::uint64_t checksum() const override {
    std::atomic<std::uint64_t> sum = 0;
    parallel_for(kCosetGroups, threads_, [&](std::size_t group) {
      constexpr std::size_t kWords = kGroupBytes / sizeof(std::uint64_t);
      const std::uint8_t* bytes = now_.data() + group * kGroupBytes;
      std::uint64_t part = 0;
      for (std::size_t i = 0; i < kWords; ++i) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes + i * sizeof(word), sizeof(word));
        part += mixed_word(word, group * kWords + i);
      }
      sum += part;
    });
    return sum;
  }

  bool holds(const CosetPlace& place) const override {
    const std::uint8_t byte = now_.data()[place.page * kPageBytes + place.bit / 8];
    return (byte >> (place.bit % 8) & 1U) != 0;
  }

  void copy_group(int group, std::uint8_t* bytes) const override {
    std::memcpy(bytes, now_.data() + group * kGroupBytes, kGroupBytes);
  }

  const Table& table() const noexcept override { return two_phase_.big()->phase1; }
  const CosetLayout& layout() const noexcept override { return tables_.layout; }
  Metric metric() const noexcept override { return metric_; }
  std::string device() const override {
    return fmt::format("{} thread{}, {}", threads_, threads_ == 1 ? "" : "s", to_string(level_));
  }
  bool uses_gpu() const noexcept override { return false; }
  int threads() const noexcept override { return threads_; }
  std::uint64_t memory_bytes() const noexcept override { return needed_bytes(metric_); }

 private:
  struct Kernel {
    using Found = NothingFound;

    CpuCosetEngine& engine;
    std::vector<Node> tasks;
    std::vector<CosetImage> images;
    std::optional<CosetBins> bins;
    std::atomic<std::uint64_t> ends = 0;
    std::atomic<int> workers = 0;

    static bool prepare(int /*length*/, const Stop& /*stop*/) { return true; }
    [[nodiscard]] std::size_t split(int /*length*/) const { return tasks.size(); }
    void work(CosetBoard& board) {
      const int worker = workers++;
      const CosetSearchRun run{engine.tables_,       tasks, images, engine.memory_[worker],
                               bins->writer(worker), board, ends};
      engine.level_ == CpuLevel::portable ? run_coset_search_portable(run)
                                          : run_coset_search_avx2(run);
    }
  };

  // While few were reached at the depth before, only what moves make of those is set.
  std::uint64_t spread_few() {
    CosetBins bins(now_.bytes(), other_.bytes(), threads_);
    bins.keep_fresh(kFew);
    parallel_for(threads_, threads_, [&](std::size_t worker) {
      CosetWriter& writer = bins.writer(static_cast<int>(worker));
      for (std::size_t i = worker; i < fresh_.size(); i += threads_) {
        const CosetPlace place = fresh_[i];
        for (int t = 0; t < kHalfTurns; ++t) {
          const CosetPlace image = layout().half_turned(place, t);
          writer.put(image.page, image.bit);
        }
        for (std::uint32_t turns = 1; turns < 4; ++turns) {
          writer.put((place.page & ~3U) | ((place.page + turns) & 3U), place.bit);
          writer.put((place.page & ~12U) | ((place.page + 4 * turns) & 12U), place.bit);
        }
      }
    });
    bins.finish(threads_);
    fresh_.clear();
    few_ = bins.take_fresh(fresh_);
    set_ += bins.fresh();
    return set_;
  }

  void spread_half_turns() {
    parallel_for(kSideSets, threads_, [&](std::size_t set) {
      for (int i = 0; i < kSidePages; ++i) {
        const std::uint32_t page = layout().side_set(static_cast<int>(set))[i];
        kernel_.half_turns(spread_tables_, now_.data(), now_.page(page), page, other_.page(page),
                           true);
      }
    });
  }

  // Spreads the bitmap of the depth before the last, which becomes that of the next.
  void spread_half_turns_in_place() {
    parallel_for(kSideSets, threads_, [&](std::size_t set) {
      thread_local std::vector<SideSet> images(1);
      const std::uint16_t* pages = layout().side_set(static_cast<int>(set));
      for (int i = 0; i < kSidePages; ++i) {
        kernel_.half_turns(spread_tables_, other_.data(), nullptr, pages[i],
                           images[0].page[i].data(), false);
      }
      for (int i = 0; i < kSidePages; ++i) {
        std::memcpy(other_.page(pages[i]), images[0].page[i].data(), kPageBytes);
      }
    });
  }
  struct alignas(64) SideSet {
    std::array<std::array<std::uint8_t, kPageBytes>, kSidePages> page;
  };

  Metric metric_;
  int threads_;
  CpuLevel level_;
  TwoPhaseTables two_phase_;
  CosetSearchTables tables_;
  SpreadTables spread_tables_;
  SpreadKernel kernel_;
  Bitmap now_;
  Bitmap other_;
  HugeBuffer room_;
  std::vector<CosetSearchMemory> memory_;
  std::optional<CosetRoots> roots_;
  std::uint64_t set_ = 0;
  // What was reached at the last depth and not before, if that is little enough to be kept.
  bool few_ = false;
  std::vector<CosetPlace> fresh_;
};

}  // namespace

std::uint64_t coset_memory_bytes(Metric metric) {
  return needed_bytes(metric);
}

void check_cpu_memory(const CosetOptions& options) {
  const std::size_t needed = needed_bytes(options.metric);
  if (needed > options.memory_bytes) {
    throw Error(fmt::format("a coset takes {} of memory, and {} are allowed", size_text(needed),
                            size_text(options.memory_bytes)));
  }
  if (const std::uint64_t free = available_memory_bytes(); needed > free) {
    throw Error(fmt::format("a coset takes {} of memory, and this machine has {} free",
                            size_text(needed), size_text(free)));
  }
}

std::unique_ptr<CosetEngine> make_cpu_coset_engine(const CosetOptions& options) {
  check_cpu_memory(options);
  return std::make_unique<CpuCosetEngine>(options);
}

}  // namespace gyre::cube3
