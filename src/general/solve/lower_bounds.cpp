#include "general/solve/lower_bounds.h"

#include <gyre/base/error.h>
#include "base/stop.h"
#include "base/threads.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <mutex>

namespace gyre {
namespace {

// Entries for each class: many enough that chance collisions hardly count, as long as there is
// memory; fewer than kLeastEntriesPerClass would help nobody.
constexpr double kEntriesPerClass = 8;
constexpr double kLeastEntriesPerClass = 1.25;
// Layers go on for nothing until so many classes; beyond, only where sequences meet often.
constexpr std::size_t kCheapClasses = 20'000;
constexpr std::size_t kCheapBytes = 50'000'000;  // of neighbours
constexpr double kMeeting = 2;
// Of the memory, for the layers.
constexpr std::uint64_t kLayerShare = 4;
// Never asked for more: sequences are counted up to here.
constexpr int kMaxTableDepth = 200;

// Fills tables out of one class of the last layer after the other. One for each thread.
class Filler {
 public:
  Filler(const StateKernel& kernel, const ClassForm& form, const SearchMoves& moves,
         const ClassLayers& layers, std::vector<DepthTable>& levels)
      : kernel_(kernel),
        form_(form),
        moves_(moves),
        layers_(layers),
        levels_(levels),
        scratch_(form.scratch()),
        image_(static_cast<std::size_t>(kernel.bytes())),
        child_(image_) {
    const int depth = levels.front().depth() - layers.depth();
    for (int i = 0; i < depth; ++i) frames_.emplace_back(kernel.bytes(), moves.size());
  }

  // All canonical sequences out of a class of the last layer. What they lead to first must not be
  // in this layer or the one before.
  void fill_from(const std::uint8_t* start) {
    const SearchMoves::Followers all = moves_.after(SearchMoves::kStart);
    const int last = layers_.depth();
    for (std::size_t i = 0; i < all.moves.size(); ++i) {
      kernel_.compose(start, all.packed[i], child_.data());
      if (!moves_.legal(child_.data())) continue;
      const std::uint64_t hash = form_.image(child_.data(), image_.data(), scratch_).hash;
      if (layers_.contains(last, image_.data(), hash)) continue;
      if (last > 0 && layers_.contains(last - 1, image_.data(), hash)) continue;
      put(hash, last + 1);
      if (last + 1 < levels_.front().depth()) descend(child_.data(), all.next[i], last + 1);
    }
  }
  void finish() {
    for (std::size_t i = 0; i < kPending; ++i) put_pending({0, -1});
  }

 private:
  struct Frame {
    Frame(int bytes, std::size_t moves) : states(bytes, moves), hashes(moves) {}
    PackedStates states;
    std::vector<std::uint64_t> hashes;
    SearchMoves::Followers followers;
    std::size_t next = 0;
  };
  struct Pending {
    std::uint64_t hash = 0;
    int depth = -1;
  };
  // Entries on their way: looked up in memory before they are written.
  static constexpr std::size_t kPending = 64;

  void open(Frame& frame, const std::uint8_t* state, std::uint32_t automaton, int depth) {
    frame.followers = moves_.after(automaton);
    frame.next = 0;
    const std::size_t count = frame.followers.moves.size();
    if (count == 0) return;
    form_.children(state, frame.followers.packed.data(), count, frame.states[0],
                   frame.hashes.data(), scratch_);
    for (std::size_t i = 0; i < count; ++i) {
      if (moves_.has_rules() && !moves_.legal(frame.states[i])) continue;
      put(frame.hashes[i], depth);
    }
  }

  void descend(const std::uint8_t* state, std::uint32_t automaton, int depth) {
    const int deepest = levels_.front().depth();
    std::size_t top = 0;
    open(frames_[0], state, automaton, depth + 1);
    for (;;) {
      Frame& frame = frames_[top];
      const int here = depth + 1 + static_cast<int>(top);
      if (here >= deepest || frame.next == frame.followers.moves.size()) {
        if (top == 0) return;
        --top;
        continue;
      }
      const std::size_t i = frame.next++;
      if (moves_.has_rules() && !moves_.legal(frame.states[i])) continue;
      ++top;
      open(frames_[top], frame.states[i], frame.followers.next[i], here + 1);
    }
  }

  void put(std::uint64_t hash, int depth) {
    levels_.front().prefetch_to_write(hash);
    put_pending({hash, depth});
    for (std::size_t level = 1; level < levels_.size() && levels_[level].depth() >= depth;
         ++level) {
      levels_[level].put(hash, depth);
    }
  }
  void put_pending(const Pending& entry) {
    Pending& slot = pending_[at_];
    at_ = (at_ + 1) % kPending;
    if (slot.depth >= 0) levels_.front().put(slot.hash, slot.depth);
    slot = entry;
  }

  const StateKernel& kernel_;
  const ClassForm& form_;
  const SearchMoves& moves_;
  const ClassLayers& layers_;
  std::vector<DepthTable>& levels_;
  ClassForm::Scratch scratch_;
  PackedBytes image_;
  PackedBytes child_;
  std::vector<Frame> frames_;
  std::array<Pending, kPending> pending_{};
  std::size_t at_ = 0;
};

}  // namespace

std::uint64_t BoundTables::Shape::bytes() const noexcept {
  std::uint64_t sum = 0;
  for (const std::uint64_t bytes : level_bytes) sum += bytes;
  return sum;
}

BoundTables::BoundTables(const Shape& shape, int threads) : shape_(shape), buffer_(shape.bytes()) {
  payload_ = buffer_.bytes();
  constexpr std::size_t kPart = std::size_t{8} << 20U;
  const std::span<std::byte> all = buffer_.bytes();
  parallel_for((all.size() + kPart - 1) / kPart, threads, [&](std::size_t part) {
    const std::size_t from = part * kPart;
    std::memset(all.data() + from, DepthTable::kCleared, std::min(kPart, all.size() - from));
  });
  make_levels(all);
}

BoundTables::BoundTables(const Shape& shape, std::shared_ptr<const void> owner,
                         std::span<const std::byte> payload)
    : shape_(shape), owner_(std::move(owner)), payload_(payload) {
  // Never written to: no function of a filled table does.
  make_levels({const_cast<std::byte*>(payload.data()), payload.size()});
}

void BoundTables::make_levels(std::span<std::byte> bytes) {
  int depth = shape_.depth;
  for (const std::uint64_t size : shape_.level_bytes) {
    levels_.emplace_back(bytes.first(size), depth);
    bytes = bytes.subspan(size);
    depth -= 2;
  }
}

LowerBounds::LowerBounds(const StateKernel& kernel, const ClassForm& form, const SearchMoves& moves,
                         double positions, std::uint64_t memory_bytes, int threads)
    : kernel_(kernel),
      form_(form),
      moves_(moves),
      all_classes_(positions / static_cast<double>(form.symmetries())),
      memory_bytes_(memory_bytes),
      threads_(threads),
      layers_(kernel, form, moves),
      sequences_(moves.sequences(kMaxTableDepth)) {
  const auto is_cheap = [&] {
    const std::size_t classes = layers_.classes(layers_.depth());
    return classes < kCheapClasses &&
           classes * moves.size() * static_cast<std::size_t>(kernel.bytes()) < kCheapBytes;
  };
  Stop never;
  while (!layers_.all() && is_cheap() && layers_.depth() < kMaxTableDepth) {
    if (!layers_.expand(memory_bytes / kLayerShare, threads, never)) {
      layers_full_ = true;
      break;
    }
  }
  const std::optional<BoundTables::Shape> shape = shape_for(layers_.depth());
  if (!shape) {
    throw Error("there is not enough memory for a search (expected a greater --memory)");
  }
  small_ = filled(*shape, never, {});
  tables_ = small_;
}

double LowerBounds::classes_within(int depth) const {
  double sum = 0;
  for (int layer = 0; layer <= std::min(depth, layers_.depth()); ++layer) {
    sum += static_cast<double>(layers_.classes(layer));
  }
  const auto last = static_cast<double>(layers_.classes(layers_.depth()));
  for (int layer = layers_.depth() + 1; layer <= depth && !layers_.all(); ++layer) {
    sum += last * sequences_[layer] / sequences_[layers_.depth()];
  }
  return std::min(sum, std::max(all_classes_, static_cast<double>(layers_.classes(0))));
}

std::optional<BoundTables::Shape> LowerBounds::shape_for(int depth) const {
  if (depth > kMaxTableDepth) return std::nullopt;
  BoundTables::Shape shape;
  shape.depth = depth;
  std::uint64_t room = memory_bytes_ - std::min(memory_bytes_, layers_.bytes());
  shape.level_bytes.push_back(0);
  for (int level = depth - 2; level > 0; level -= 2) {
    const double entries = classes_within(level) * kEntriesPerClass;
    if (entries > 4 * static_cast<double>(memory_bytes_)) return std::nullopt;
    shape.level_bytes.push_back(DepthTable::bytes_for(static_cast<std::uint64_t>(entries)));
    room -= std::min(room, shape.level_bytes.back());
  }
  const double classes = classes_within(depth);
  const auto most = 4 * static_cast<double>(room - room % DepthTable::kLineBytes);
  if (!(classes * kLeastEntriesPerClass < most)) return std::nullopt;
  shape.level_bytes.front() = std::min(room / DepthTable::kLineBytes * DepthTable::kLineBytes,
                                       DepthTable::bytes_for(static_cast<std::uint64_t>(
                                           std::min(classes * kEntriesPerClass, 4 * most))));
  return shape;
}

// Where sequences meet often, each class is reached by many of them, and looking at each class once
// takes less; elsewhere sequences cost nothing to store. A puzzle that fits into memory as a whole
// is known completely some day.
bool LowerBounds::layers_pay() const {
  if (layers_full_ || layers_.all()) return false;
  // Tables of positions are half empty on average.
  const double record = 2.5 * (kernel_.bytes() + 1);
  if (all_classes_ * record < static_cast<double>(memory_bytes_) / kLayerShare) return true;
  const int depth = layers_.depth();
  const double positions =
      static_cast<double>(layers_.classes(depth)) * static_cast<double>(form_.symmetries());
  return layers_.classes(depth) < kCheapClasses || sequences_[depth] > kMeeting * positions;
}

double LowerBounds::cost_of_next() const {
  const int next = tables_->depth() + 1;
  const bool full = classes_within(tables_->depth()) >= all_classes_ && !layers_pay();
  if (tables_->complete() || full || next > kMaxTableDepth || !shape_for(next)) {
    return std::numeric_limits<double>::infinity();
  }
  if (next == layers_.depth() + 1 && layers_pay()) {
    return static_cast<double>(layers_.classes(layers_.depth())) *
           static_cast<double>(moves_.size());
  }
  return static_cast<double>(layers_.classes(layers_.depth())) * sequences_[next] /
         sequences_[layers_.depth()];
}

bool LowerBounds::grow(Stop& stop, const ProgressCallback& progress) {
  const int next = tables_->depth() + 1;
  if (next == layers_.depth() + 1 && layers_pay()) {
    if (!layers_.expand(memory_bytes_ / kLayerShare, threads_, stop)) {
      if (stop.look_after_pause()) return false;
      layers_full_ = true;
    }
  }
  const bool from_layers = layers_.depth() >= next || layers_.all();
  const std::optional<BoundTables::Shape> shape = shape_for(from_layers ? layers_.depth() : next);
  if (!shape) return true;
  tables_ = small_;
  std::shared_ptr<const BoundTables> grown = filled(*shape, stop, progress);
  if (!grown) return false;
  tables_ = std::move(grown);
  if (from_layers) small_ = tables_;
  return true;
}

std::shared_ptr<const BoundTables> LowerBounds::filled(const BoundTables::Shape& shape, Stop& stop,
                                                       const ProgressCallback& progress) const {
  auto tables = std::make_shared<BoundTables>(shape, threads_);
  std::vector<DepthTable>& levels = tables->levels_;
  for (int layer = 0; layer <= std::min(shape.depth, layers_.depth()); ++layer) {
    parallel_for(ClassLayers::kParts, threads_, [&](std::size_t part) {
      layers_.for_part(layer, part, [&](const std::uint8_t* image) {
        const std::uint64_t hash = kernel_.hash(image);
        for (DepthTable& level : levels) {
          if (level.depth() >= layer) level.put(hash, layer);
        }
      });
    });
  }
  tables->complete_ = layers_.all() && shape.depth >= layers_.depth();
  if (shape.depth <= layers_.depth() || layers_.all()) return tables;
  std::mutex mutex;
  std::uint64_t done = 0;
  std::atomic<std::size_t> next_part = 0;
  std::atomic<bool> gave_up = false;
  const auto threads = static_cast<std::size_t>(thread_count(threads_));
  parallel_for(threads, threads_, [&](std::size_t) {
    Filler filler(kernel_, form_, moves_, layers_, levels);
    for (;;) {
      const std::size_t part = next_part++;
      if (part >= ClassLayers::kParts) break;
      if (gave_up || stop.look_after_pause()) {
        gave_up = true;
        break;
      }
      layers_.for_part(layers_.depth(), part,
                       [&](const std::uint8_t* image) { filler.fill_from(image); });
      if (progress) {
        const std::lock_guard lock(mutex);
        progress({"table", ++done, ClassLayers::kParts});
      }
    }
    filler.finish();
  });
  return gave_up ? nullptr : tables;
}

}  // namespace gyre
