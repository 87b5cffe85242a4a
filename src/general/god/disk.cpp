// Counting with layers on disk: what memory has no room for is sorted there in pieces and written,
// and the pieces are merged with the two layers before, which takes out what is known already.
//
// A state belongs to the shard of its hash, and every shard has its own files, so that shards can
// be sorted and merged by different threads. In a file states stand in ascending order of their
// bytes, each as what differs from the one before, compressed. Memory is what a piece takes while
// it is sorted, or the buffers of a merge; both are cut to the limit.
#include "general/god/classes.h"

#include <gyre/base/error.h>
#include "base/threads.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <optional>
#include <queue>
#include <system_error>

namespace gyre {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kChunkBytes = std::size_t{1} << 16U;
// Buffers of an open stream.
constexpr std::size_t kStreamBytes = 4 * kChunkBytes;
constexpr std::size_t kTaskParents = 256;

// A file without a name: the system takes its room back however this process ends.
File nameless_file(const fs::path& folder) {
  try {
    return {folder, O_RDWR | O_TMPFILE};
  } catch (const std::system_error& error) {
    const int code = error.code().value();
    if (code != EOPNOTSUPP && code != EISDIR && code != EINVAL) throw;
  }
  // Not every file system can do that: there it has a name for a moment.
  static std::atomic<unsigned> number = 0;
  for (;;) {
    const fs::path name = folder / fmt::format("gyre-god-{}-{}", ::getpid(), ++number);
    try {
      File file(name, O_RDWR | O_CREAT | O_EXCL);
      ::unlink(name.c_str());
      return file;
    } catch (const std::system_error& error) {
      if (error.code().value() != EEXIST) throw;
    }
  }
}

// Room on the disk that was used up; thrown by shards, caught by the layer.
struct DiskIsFull {};
struct Stopped {};

// Sorted states in a part of a file.
struct Section {
  std::uint64_t offset = 0;
  std::uint64_t states = 0;
};

class SectionWriter {
 public:
  SectionWriter(const File& file, std::uint64_t offset, std::size_t state_bytes)
      : stream_(file, offset, 1, kChunkBytes),
        section_{offset, 0},
        before_(state_bytes, 0),
        buffer_(kBufferBytes + state_bytes) {}

  // weight: positions in the class.
  void write(const std::uint8_t* state, std::uint16_t weight) {
    const std::size_t bytes = before_.size();
    std::size_t same = 0;
    while (same < bytes && same < 255 && state[same] == before_[same]) ++same;
    if (section_.states == 0) same = 0;
    const std::uint8_t head[3] = {static_cast<std::uint8_t>(same),
                                  static_cast<std::uint8_t>(weight & 0xFFU),
                                  static_cast<std::uint8_t>(weight >> 8U)};
    // In pieces of a few kilobytes, since these are a few bytes.
    if (used_ + sizeof(head) + bytes > buffer_.size()) flush();
    std::memcpy(buffer_.data() + used_, head, sizeof(head));
    std::memcpy(buffer_.data() + used_ + sizeof(head), state + same, bytes - same);
    used_ += sizeof(head) + bytes - same;
    std::memcpy(before_.data() + same, state + same, bytes - same);
    ++section_.states;
  }
  Section finish() {
    flush();
    stream_.finish();
    return section_;
  }
  [[nodiscard]] std::uint64_t stored_bytes() const { return stream_.stored_bytes(); }

 private:
  static constexpr std::size_t kBufferBytes = 8'192;

  void flush() {
    stream_.write(std::as_bytes(std::span(buffer_).first(used_)));
    used_ = 0;
  }

  CompressedWriter stream_;
  Section section_;
  PackedBytes before_;
  std::vector<std::uint8_t> buffer_;
  std::size_t used_ = 0;
};

class SectionReader {
 public:
  SectionReader(const File& file, const Section& section, std::size_t state_bytes)
      : stream_(file, section.offset, "a layer on disk"),
        left_(section.states),
        state_(state_bytes, 0) {}

  // False at the end.
  bool next() {
    if (left_ == 0) return false;
    --left_;
    std::uint8_t head[3];
    stream_.read(std::as_writable_bytes(std::span(head)));
    if (head[0] > state_.size()) throw Error("a layer on disk is damaged; it cannot be used");
    weight_ = static_cast<std::uint16_t>(head[1] | head[2] << 8U);
    stream_.read(std::as_writable_bytes(std::span(state_).subspan(head[0])));
    return true;
  }
  [[nodiscard]] const std::uint8_t* state() const { return state_.data(); }
  [[nodiscard]] std::uint16_t weight() const { return weight_; }

 private:
  CompressedReader stream_;
  std::uint64_t left_;
  PackedBytes state_;
  std::uint16_t weight_ = 0;
};

// The files of one layer, one for each shard.
class DiskLayer {
 public:
  explicit DiskLayer(const fs::path& folder) : sections_(kGodShards) {
    for (std::size_t shard = 0; shard < kGodShards; ++shard) {
      files_.push_back(nameless_file(folder));
    }
  }
  DiskLayer(const DiskLayer&) = delete;
  DiskLayer& operator=(const DiskLayer&) = delete;

  [[nodiscard]] const File& file(std::size_t shard) const { return files_[shard]; }
  [[nodiscard]] Section& section(std::size_t shard) { return sections_[shard]; }
  [[nodiscard]] const Section& section(std::size_t shard) const { return sections_[shard]; }
  // Gives back the room of a shard that is not needed any more.
  void cut(std::size_t shard) const {
    if (::ftruncate(files_[shard].descriptor(), 0) != 0) {
      throw std::system_error(errno, std::generic_category());
    }
  }
  [[nodiscard]] std::uint64_t classes() const {
    return std::accumulate(sections_.begin(), sections_.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const Section& s) { return sum + s.states; });
  }
  [[nodiscard]] std::uint64_t bytes() const {
    return std::accumulate(files_.begin(), files_.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const File& file) { return sum + file.size(); });
  }

 private:
  std::vector<File> files_;
  std::vector<Section> sections_;
};

// What is known of a neighbour before it is sorted.
struct SortKey {
  std::uint64_t prefix = 0;  // its first bytes, so that most comparisons read nothing else
  std::uint32_t index = 0;
  std::uint16_t weight = 0;  // 0: no neighbour
  std::uint16_t shard = 0;
};

std::uint64_t prefix_of(const std::uint8_t* state) {
  std::uint64_t prefix = 0;
  for (int i = 0; i < 8; ++i) prefix = prefix << 8U | state[i];
  return prefix;
}

class DiskGod : public GodSearch, public LayerStates {
 public:
  DiskGod(const GodTask& task, const GodSearch* before)
      : options_(task.options), classes_(task), folder_(task.options.work_folder) {
    before_ = std::make_unique<DiskLayer>(folder_);
    now_ = std::make_unique<DiskLayer>(folder_);
    if (before != nullptr) {
      adopt(*before);
    } else {
      PackedBytes start(classes_.bytes());
      const std::uint64_t hash = classes_.start(start.data()).hash;
      const std::size_t shard = GodClasses::shard_of(hash);
      SectionWriter writer(now_->file(shard), 0, classes_.bytes());
      writer.write(start.data(), 1);
      now_->section(shard) = writer.finish();
    }
  }

  [[nodiscard]] GodMethod method() const override { return GodMethod::disk; }
  [[nodiscard]] int symmetries() const override { return static_cast<int>(classes_.symmetries()); }
  [[nodiscard]] GodLayer last() const override { return {depth_, positions_, now_->classes()}; }

  Step advance(int depth) override {
    try {
      next_ = std::make_unique<DiskLayer>(folder_);
      const std::uint64_t positions = make_layer(depth);
      if (positions == 0) return Step::end;
      before_ = std::move(now_);
      now_ = std::move(next_);
      depth_ = depth + 1;
      positions_ = positions;
      return Step::layer;
    } catch (const DiskIsFull&) {
      return Step::disk;
    } catch (const Stopped&) {
      return Step::stopped;
    } catch (const std::system_error& error) {
      if (error.code().value() == ENOSPC || error.code().value() == EDQUOT) return Step::disk;
      throw Error(fmt::format("{}: {}", folder_.string(), error.code().message()));
    }
  }

  [[nodiscard]] std::vector<State> antipodes(std::size_t most) const override {
    GodClasses::First first(classes_, most);
    for (std::size_t shard = 0; shard < kGodShards; ++shard) {
      for_shard(true, shard, [&](const std::uint8_t* state) { first.add(state); });
    }
    return first.take();
  }

  void save(CheckpointWriter& out) const override {
    out.write_number(static_cast<std::uint64_t>(depth_));
    out.write_number(positions_);
    save_layers(*this, classes_.bytes(), out);
  }
  void load(CheckpointReader& in) override {
    depth_ = static_cast<int>(in.read_number());
    positions_ = in.read_number();
    std::optional<SectionWriter> writer;
    std::size_t open_shard = 0;
    bool open_last = false;
    const auto close = [&] {
      if (writer) (open_last ? *now_ : *before_).section(open_shard) = writer->finish();
      writer.reset();
    };
    for (std::size_t shard = 0; shard < kGodShards; ++shard) now_->section(shard) = {};
    load_layers(in, classes_, [&](bool last, std::size_t shard, const std::uint8_t* state) {
      if (!writer || last != open_last || shard != open_shard) {
        close();
        open_last = last;
        open_shard = shard;
        writer.emplace((last ? *now_ : *before_).file(shard), 0, classes_.bytes());
      }
      writer->write(state, 1);
    });
    close();
  }

  [[nodiscard]] const LayerStates* states() const override { return this; }
  void for_shard(bool last, std::size_t shard,
                 const std::function<void(const std::uint8_t*)>& visit) const override {
    const DiskLayer& layer = last ? *now_ : *before_;
    SectionReader reader(layer.file(shard), layer.section(shard), classes_.bytes());
    while (reader.next()) visit(reader.state());
  }
  [[nodiscard]] std::uint64_t shard_size(bool last, std::size_t shard) const override {
    return (last ? *now_ : *before_).section(shard).states;
  }

 private:
  void adopt(const GodSearch& search) {
    const GodLayer layer = search.last();
    depth_ = layer.depth;
    positions_ = layer.positions;
    for (const bool last : {false, true}) {
      DiskLayer& to = last ? *now_ : *before_;
      parallel_for(kGodShards, options_.threads, [&](std::size_t shard) {
        SectionWriter writer(to.file(shard), 0, classes_.bytes());
        search.states()->for_shard(last, shard,
                                   [&](const std::uint8_t* state) { writer.write(state, 1); });
        to.section(shard) = writer.finish();
      });
    }
  }

  // Neighbours of a piece that is sorted in memory.
  [[nodiscard]] std::size_t piece_neighbours() const {
    const std::size_t each = classes_.bytes() + sizeof(SortKey) * 2 + 2;
    const std::size_t least = classes_.moves().size() * kTaskParents;
    return std::clamp<std::size_t>(options_.memory_bytes * 3 / 4 / each, least,
                                   std::size_t{1} << 31U);
  }
  // Streams that one thread may merge at a time.
  [[nodiscard]] std::size_t merge_width() const {
    const std::size_t streams = options_.memory_bytes * 3 / 4 / kStreamBytes /
                                static_cast<std::size_t>(thread_count(options_.threads));
    return std::clamp<std::size_t>(streams, 8, 4'096);
  }

  std::uint64_t make_layer(int depth) {
    const std::string what = fmt::format("depth {}", depth + 1);
    const std::uint64_t parents = now_->classes();
    // Half of the progress is making neighbours, half is merging them.
    const auto report = [&](std::uint64_t done) {
      if (options_.progress) options_.progress({what, done, 2 * parents});
    };
    pieces_ = std::make_unique<DiskLayer>(folder_);
    piece_sections_.assign(kGodShards, {});
    piece_ends_.assign(kGodShards, 0);
    {
      const std::size_t most = piece_neighbours() / classes_.moves().size();
      PackedStates batch(classes_.kernel().bytes());
      std::size_t filled = 0;
      std::uint64_t done = 0;
      batch.resize(std::min<std::uint64_t>(most, parents));
      for (std::size_t shard = 0; shard < kGodShards; ++shard) {
        for_shard(true, shard, [&](const std::uint8_t* state) {
          std::memcpy(batch[filled++], state, classes_.bytes());
          if (filled < batch.size()) return;
          done += filled;
          sort_piece(batch, filled);
          filled = 0;
          report(done);
        });
      }
      if (filled != 0) sort_piece(batch, filled);
      report(parents);
    }
    std::atomic<std::uint64_t> positions = 0;
    parallel_for(kGodShards, options_.threads,
                 [&](std::size_t shard) { positions += merge_shard(shard); });
    pieces_.reset();
    report(2 * parents);
    return positions;
  }

  // Makes all neighbours of some states and adds them, sorted, to the pieces of their shards.
  void sort_piece(const PackedStates& parents, std::size_t count) {
    check();
    const PackedStates& moves = classes_.moves();
    const auto whole = static_cast<unsigned>(classes_.symmetries());
    PackedStates images(classes_.kernel().bytes(), count * moves.size());
    std::vector<SortKey> keys(count * moves.size());
    const std::size_t tasks = (count + kTaskParents - 1) / kTaskParents;
    parallel_for(tasks, options_.threads, [&](std::size_t task) {
      PackedStates children(classes_.kernel().bytes(), moves.size());
      ClassForm::Scratch scratch = classes_.scratch();
      const std::size_t last = std::min(count, (task + 1) * kTaskParents);
      for (std::size_t parent = task * kTaskParents; parent < last; ++parent) {
        classes_.kernel().compose_many(parents[parent], moves[0], moves.size(), children[0]);
        for (std::size_t i = 0; i < moves.size(); ++i) {
          const std::size_t index = parent * moves.size() + i;
          if (!classes_.legal(children[i])) continue;
          const ClassForm::Image of = classes_.image(children[i], images[index], scratch);
          keys[index] = {prefix_of(images[index]), static_cast<std::uint32_t>(index),
                         static_cast<std::uint16_t>(whole / static_cast<unsigned>(of.fixed_by)),
                         static_cast<std::uint16_t>(GodClasses::shard_of(of.hash))};
        }
      }
    });
    // By shard.
    std::vector<std::size_t> ends(kGodShards + 1, 0);
    for (const SortKey& key : keys) {
      if (key.weight != 0) ++ends[key.shard + 1];
    }
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    std::vector<SortKey> sorted(ends.back());
    std::vector<std::size_t> at(ends.begin(), ends.end() - 1);
    for (const SortKey& key : keys) {
      if (key.weight != 0) sorted[at[key.shard]++] = key;
    }
    keys = {};
    parallel_for(kGodShards, options_.threads, [&](std::size_t shard) {
      if (ends[shard] == ends[shard + 1]) return;
      const auto first = sorted.begin() + static_cast<std::ptrdiff_t>(ends[shard]);
      const auto last = sorted.begin() + static_cast<std::ptrdiff_t>(ends[shard + 1]);
      std::sort(first, last, [&](const SortKey& a, const SortKey& b) {
        if (a.prefix != b.prefix) return a.prefix < b.prefix;
        return classes_.kernel().compare(images[a.index], images[b.index]) < 0;
      });
      SectionWriter writer(pieces_->file(shard), piece_ends_[shard], classes_.bytes());
      const std::uint8_t* before = nullptr;
      for (auto key = first; key != last; ++key) {
        const std::uint8_t* state = images[key->index];
        if (before != nullptr && classes_.kernel().equal(before, state)) continue;
        before = state;
        writer.write(state, key->weight);
      }
      piece_sections_[shard].push_back(writer.finish());
      piece_ends_[shard] += writer.stored_bytes();
    });
  }

  // The states of the pieces of a shard that are in neither layer before, as a shard of the next
  // layer; says how many positions they are.
  std::uint64_t merge_shard(std::size_t shard) {
    std::vector<Section>& sections = piece_sections_[shard];
    // More than can be merged at a time: first some of them into one.
    while (sections.size() + 2 > merge_width()) {
      const std::size_t some = std::min(merge_width(), sections.size());
      std::vector<Source> sources;
      for (std::size_t i = 0; i < some; ++i) sources.push_back(piece(shard, sections[i]));
      SectionWriter writer(pieces_->file(shard), piece_ends_[shard], classes_.bytes());
      merge(std::move(sources), writer);
      sections.erase(sections.begin(), sections.begin() + static_cast<std::ptrdiff_t>(some));
      sections.push_back(writer.finish());
      piece_ends_[shard] += writer.stored_bytes();
    }
    std::vector<Source> sources;
    for (const DiskLayer* layer : {before_.get(), now_.get()}) {
      sources.push_back({std::make_unique<SectionReader>(layer->file(shard), layer->section(shard),
                                                         classes_.bytes()),
                         true});
    }
    for (const Section& section : sections) sources.push_back(piece(shard, section));
    SectionWriter writer(next_->file(shard), 0, classes_.bytes());
    const std::uint64_t positions = merge(std::move(sources), writer);
    next_->section(shard) = writer.finish();
    pieces_->cut(shard);
    return positions;
  }

  struct Source {
    std::unique_ptr<SectionReader> reader;
    bool known = false;  // its states are to be taken out
  };
  [[nodiscard]] Source piece(std::size_t shard, const Section& section) const {
    return {std::make_unique<SectionReader>(pieces_->file(shard), section, classes_.bytes()),
            false};
  }

  // Writes each state once that is in no known source; says how many positions they are.
  std::uint64_t merge(std::vector<Source> sources, SectionWriter& writer) const {
    const auto later = [&](const Source* a, const Source* b) {
      return classes_.kernel().compare(a->reader->state(), b->reader->state()) > 0;
    };
    std::vector<Source*> heap;
    for (Source& source : sources) {
      if (source.reader->next()) heap.push_back(&source);
    }
    std::make_heap(heap.begin(), heap.end(), later);
    std::uint64_t positions = 0;
    std::uint64_t steps = 0;
    PackedBytes state(classes_.bytes());
    while (!heap.empty()) {
      if (++steps % 65'536 == 0) check();
      std::memcpy(state.data(), heap.front()->reader->state(), state.size());
      const std::uint16_t weight = heap.front()->reader->weight();
      bool known = false;
      while (!heap.empty() &&
             classes_.kernel().equal(heap.front()->reader->state(), state.data())) {
        std::pop_heap(heap.begin(), heap.end(), later);
        known = known || heap.back()->known;
        if (heap.back()->reader->next()) {
          std::push_heap(heap.begin(), heap.end(), later);
        } else {
          heap.pop_back();
        }
      }
      if (known) continue;
      positions += weight;
      writer.write(state.data(), weight);
    }
    return positions;
  }

  // Room and patience.
  void check() const {
    if (options_.stop.stop_requested()) throw Stopped{};
    std::uint64_t bytes = 0;
    for (const DiskLayer* layer : {before_.get(), now_.get(), next_.get(), pieces_.get()}) {
      bytes += layer->bytes();
    }
    if (bytes > options_.disk_bytes) throw DiskIsFull{};
  }

  const GodOptions& options_;
  GodClasses classes_;
  fs::path folder_;
  std::unique_ptr<DiskLayer> before_;
  std::unique_ptr<DiskLayer> now_;
  std::unique_ptr<DiskLayer> next_;
  std::unique_ptr<DiskLayer> pieces_;
  std::vector<std::vector<Section>> piece_sections_;  // by shard
  std::vector<std::uint64_t> piece_ends_;             // where the next section of a shard goes
  int depth_ = 0;
  std::uint64_t positions_ = 1;
};

}  // namespace

std::unique_ptr<GodSearch> make_disk_search(const GodTask& task, const GodSearch* before) {
  try {
    return std::make_unique<DiskGod>(task, before);
  } catch (const std::system_error& error) {
    throw Error(fmt::format("{}: {}", task.options.work_folder.string(), error.code().message()));
  }
}

}  // namespace gyre
