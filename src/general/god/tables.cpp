// Counting in hash tables. Layer by layer: all neighbours of layer d that are in neither d - 1 nor
// d are layer d + 1, since every move can be undone. Of positions that are symmetric to each other
// only the least is held, and counts for as many as its class has. Tables are split by hash into
// shards: threads first make neighbours, sorted by shard, then each shard takes in its own, so
// nothing is locked.
#include "general/god/classes.h"
#include "general/shared/position_table.h"

#include <gyre/base/error.h>
#include "base/threads.h"
#include "puzzle/kernel/kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <numeric>

namespace gyre {
namespace {

// Neighbours that are made before the shards take them in: many enough that threads seldom wait for
// each other, and with their buffers an eighth of the memory at most.
constexpr std::size_t kMostRoundNeighbours = 1U << 21U;
constexpr std::size_t kLeastRoundNeighbours = 1U << 12U;
// Places of a table that one task looks through.
constexpr std::size_t kTaskPlaces = 512;

// Neighbours on their way to a shard.
struct Found {
  PackedBytes states;
  std::vector<std::uint64_t> hashes;
  std::vector<std::uint32_t> weights;  // positions in the class
};

struct Layer {
  explicit Layer(const StateKernel& kernel) : shards(kGodShards, PositionTable(kernel)) {}

  [[nodiscard]] std::size_t classes() const {
    return std::accumulate(shards.begin(), shards.end(), std::size_t{0},
                           [](std::size_t sum, const auto& shard) { return sum + shard.size(); });
  }
  [[nodiscard]] std::size_t bytes() const {
    return std::accumulate(shards.begin(), shards.end(), std::size_t{0},
                           [](std::size_t sum, const auto& shard) { return sum + shard.bytes(); });
  }
  void clear() {
    for (PositionTable& shard : shards) shard.clear();
  }

  std::vector<PositionTable> shards;
};

class TableGod : public GodSearch, public LayerStates {
 public:
  explicit TableGod(const GodTask& task)
      : options_(task.options),
        classes_(task),
        before_(classes_.kernel()),
        now_(classes_.kernel()),
        next_(classes_.kernel()) {
    PackedBytes start(classes_.bytes());
    const std::uint64_t hash = classes_.start(start.data()).hash;
    now_.shards[GodClasses::shard_of(hash)].insert(start.data(), hash);
  }

  [[nodiscard]] GodMethod method() const override { return GodMethod::tables; }
  [[nodiscard]] int symmetries() const override { return static_cast<int>(classes_.symmetries()); }
  [[nodiscard]] GodLayer last() const override { return {depth_, positions_, now_.classes()}; }

  Step advance(int depth) override {
    std::uint64_t positions = 0;
    const std::optional<Step> cut_short = expand(depth, positions);
    if (cut_short) {
      next_.clear();
      return *cut_short;
    }
    if (next_.classes() == 0) return Step::end;
    before_.clear();
    std::swap(before_, now_);
    std::swap(now_, next_);
    depth_ = depth + 1;
    positions_ = positions;
    return Step::layer;
  }

  [[nodiscard]] std::vector<State> antipodes(std::size_t most) const override {
    GodClasses::First first(classes_, most);
    for (const PositionTable& shard : now_.shards) {
      for (std::size_t place = 0; place < shard.places(); ++place) {
        if (shard.at(place) != nullptr) first.add(shard.at(place));
      }
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
    before_.clear();
    now_.clear();
    load_layers(in, classes_, [&](bool last, std::size_t shard, const std::uint8_t* state) {
      PositionTable& table = (last ? now_ : before_).shards[shard];
      table.insert(state, classes_.kernel().hash(state));
      if (table.size() % 4'096 == 0 && before_.bytes() + now_.bytes() > options_.memory_bytes) {
        throw Error(
            fmt::format("{} needs more memory than is allowed: give more with --memory, or "
                        "--method disk",
                        options_.checkpoint.string()));
      }
    });
  }

  [[nodiscard]] const LayerStates* states() const override { return this; }
  void for_shard(bool last, std::size_t shard,
                 const std::function<void(const std::uint8_t*)>& visit) const override {
    const PositionTable& table = (last ? now_ : before_).shards[shard];
    std::vector<const std::uint8_t*> states;
    states.reserve(table.size());
    for (std::size_t place = 0; place < table.places(); ++place) {
      if (table.at(place) != nullptr) states.push_back(table.at(place));
    }
    std::sort(states.begin(), states.end(), [&](const std::uint8_t* a, const std::uint8_t* b) {
      return classes_.kernel().compare(a, b) < 0;
    });
    for (const std::uint8_t* state : states) visit(state);
  }
  [[nodiscard]] std::uint64_t shard_size(bool last, std::size_t shard) const override {
    return (last ? now_ : before_).shards[shard].size();
  }

 private:
  // Fills next_ and says how many positions it has, or why it could not.
  std::optional<Step> expand(int depth, std::uint64_t& positions) {
    const std::size_t parents = now_.classes();
    const std::string what = fmt::format("depth {}", depth + 1);
    std::size_t done = 0;
    for (const auto& round : rounds()) {
      if (options_.stop.stop_requested()) return Step::stopped;
      if (!enough_memory()) return Step::memory;
      std::vector<std::array<Found, kGodShards>> found(round.size());
      parallel_for(round.size(), options_.threads,
                   [&](std::size_t task) { find_neighbours(round[task], found[task]); });
      std::atomic<std::uint64_t> more = 0;
      parallel_for(kGodShards, options_.threads,
                   [&](std::size_t shard) { more += take_in(shard, found); });
      positions += more;
      for (const Range& range : round) done += range.parents;
      if (options_.progress) options_.progress({what, done, parents});
    }
    return std::nullopt;
  }

  struct Range {
    std::size_t shard = 0;
    std::size_t from = 0;  // places of the shard's table
    std::size_t to = 0;
    std::size_t parents = 0;  // about
  };

  [[nodiscard]] std::vector<std::vector<Range>> rounds() const {
    std::vector<std::vector<Range>> out(1);
    std::size_t parents = 0;
    for (std::size_t shard = 0; shard < kGodShards; ++shard) {
      const PositionTable& table = now_.shards[shard];
      std::size_t left = table.size();
      for (std::size_t from = 0; from < table.places(); from += kTaskPlaces) {
        const std::size_t to = std::min(from + kTaskPlaces, table.places());
        const std::size_t here = to == table.places()
                                     ? left
                                     : std::min(left, table.size() * (to - from) / table.places());
        left -= here;
        out.back().push_back({shard, from, to, here});
        parents += here;
        if (parents * classes_.moves().size() < round_neighbours()) continue;
        parents = 0;
        out.emplace_back();
      }
    }
    return out;
  }

  // With what its vector may hold beside it.
  [[nodiscard]] std::size_t bytes_of_neighbour() const {
    return 2 * (classes_.bytes() + sizeof(std::uint64_t) + sizeof(std::uint32_t));
  }

  [[nodiscard]] std::size_t round_neighbours() const {
    return std::clamp<std::size_t>(options_.memory_bytes / 8 / bytes_of_neighbour(),
                                   kLeastRoundNeighbours, kMostRoundNeighbours);
  }

  // For one more round, whatever it finds.
  [[nodiscard]] bool enough_memory() const {
    const std::size_t neighbours =
        std::min(round_neighbours() + kTaskPlaces * classes_.moves().size(),
                 now_.classes() * classes_.moves().size());
    std::size_t bytes = before_.bytes() + now_.bytes() + next_.bytes();
    bytes += neighbours * bytes_of_neighbour();
    // Hashes spread evenly but for chance.
    const std::size_t to_a_shard = neighbours / kGodShards + neighbours / kGodShards / 4 + 64;
    for (const PositionTable& shard : next_.shards) bytes += shard.growth_bytes(to_a_shard);
    return bytes <= options_.memory_bytes;
  }

  void find_neighbours(const Range& range, std::array<Found, kGodShards>& found) const {
    const auto whole = static_cast<std::uint32_t>(classes_.symmetries());
    const PackedStates& moves = classes_.moves();
    PackedStates children(classes_.kernel().bytes(), moves.size());
    PackedBytes image(classes_.bytes());
    ClassForm::Scratch scratch = classes_.scratch();
    for (std::size_t place = range.from; place < range.to; ++place) {
      const std::uint8_t* parent = now_.shards[range.shard].at(place);
      if (parent == nullptr) continue;
      classes_.kernel().compose_many(parent, moves[0], moves.size(), children[0]);
      for (std::size_t i = 0; i < moves.size(); ++i) {
        if (!classes_.legal(children[i])) continue;
        const ClassForm::Image of = classes_.image(children[i], image.data(), scratch);
        Found& to = found[GodClasses::shard_of(of.hash)];
        to.states.insert(to.states.end(), image.begin(), image.end());
        to.hashes.push_back(of.hash);
        to.weights.push_back(whole / static_cast<std::uint32_t>(of.fixed_by));
      }
    }
  }

  std::uint64_t take_in(std::size_t shard,
                        const std::vector<std::array<Found, kGodShards>>& found) {
    std::uint64_t positions = 0;
    for (const auto& task : found) {
      const Found& mine = task[shard];
      for (std::size_t i = 0; i < mine.hashes.size(); ++i) {
        const std::uint8_t* state = mine.states.data() + i * classes_.bytes();
        const std::uint64_t hash = mine.hashes[i];
        if (before_.shards[shard].contains(state, hash)) continue;
        if (now_.shards[shard].contains(state, hash)) continue;
        if (next_.shards[shard].insert(state, hash)) positions += mine.weights[i];
      }
    }
    return positions;
  }

  const GodOptions& options_;
  GodClasses classes_;
  Layer before_;
  Layer now_;
  Layer next_;
  int depth_ = 0;
  std::uint64_t positions_ = 1;
};

}  // namespace

std::unique_ptr<GodSearch> make_table_search(const GodTask& task) {
  return std::make_unique<TableGod>(task);
}

}  // namespace gyre
