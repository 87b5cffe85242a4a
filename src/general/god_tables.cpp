// Counting in hash tables. Layer by layer: all neighbours of layer d that are in neither d - 1 nor
// d are layer d + 1, since every move can be undone. Of positions that are symmetric to each other
// only the least is held, and counts for as many as its class has. Tables are split by hash into
// shards: threads first make neighbours, sorted by shard, then each shard takes in its own, so
// nothing is locked.
#include "general/god_search.h"
#include "general/position_table.h"

#include <gyre/base/error.h>
#include <gyre/base/threads.h>
#include <gyre/puzzle/kernel.h>
#include <gyre/puzzle/symmetry.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <numeric>
#include <span>

namespace gyre {
namespace {

constexpr std::size_t kShards = 64;
// Neighbours that are made before the shards take them in: many enough that threads seldom wait for
// each other, and with their buffers an eighth of the memory at most.
constexpr std::size_t kMostRoundNeighbours = 1U << 21U;
constexpr std::size_t kLeastRoundNeighbours = 1U << 12U;
// Places of a table that one task looks through.
constexpr std::size_t kTaskPlaces = 512;

std::size_t shard_of(std::uint64_t hash) noexcept {
  return (hash >> 40U) % kShards;
}

// Neighbours on their way to a shard.
struct Found {
  PackedBytes states;
  std::vector<std::uint64_t> hashes;
  std::vector<std::uint32_t> weights;  // positions in the class
};

struct Layer {
  explicit Layer(const StateKernel& kernel) : shards(kShards, PositionTable(kernel)) {}

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

class TableGod : public GodSearch {
 public:
  explicit TableGod(const GodTask& task)
      : task_(task),
        options_(task.options),
        kernel_(task.definition),
        moves_(kernel_.bytes()),
        symmetries_(task.symmetric
                        ? PackedSymmetries(kernel_, task.group)
                        : PackedSymmetries(kernel_, std::vector<Symmetry>{task.group[0]})),
        before_(kernel_),
        now_(kernel_),
        next_(kernel_) {
    std::vector<State> actions;
    for (const Move& move : task.moves.moves()) actions.push_back(move.action);
    moves_ = kernel_.pack(actions);
    PackedBytes packed(kernel_.bytes());
    kernel_.pack(task.start, packed.data());
    PackedBytes least(kernel_.bytes());
    kernel_.least_image(packed.data(), symmetries_.all(), least.data());
    const std::uint64_t hash = kernel_.hash(least.data());
    now_.shards[shard_of(hash)].insert(least.data(), hash);
  }

  [[nodiscard]] GodMethod method() const override { return GodMethod::tables; }
  [[nodiscard]] int symmetries() const override { return static_cast<int>(symmetries_.size()); }
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
    std::vector<const std::uint8_t*> last = states_of(now_);
    const auto less = [&](const std::uint8_t* a, const std::uint8_t* b) {
      return kernel_.compare(a, b) < 0;
    };
    std::sort(last.begin(), last.end(), less);
    last.resize(std::min(last.size(), most));
    std::vector<State> out;
    out.reserve(last.size());
    for (const std::uint8_t* state : last) out.push_back(kernel_.unpack_position(state));
    return out;
  }

  void save(CheckpointWriter& out) const override {
    out.write_number(depth_);
    out.write_number(positions_);
    for (const Layer* layer : {&before_, &now_}) {
      out.write_number(layer->classes());
      for (const std::uint8_t* state : states_of(*layer)) {
        out.write(std::as_bytes(std::span(state, static_cast<std::size_t>(kernel_.bytes()))));
      }
    }
  }
  void load(CheckpointReader& in) override {
    depth_ = static_cast<int>(in.read_number());
    positions_ = in.read_number();
    PackedBytes state(kernel_.bytes());
    for (Layer* layer : {&before_, &now_}) {
      layer->clear();
      for (std::uint64_t left = in.read_number(); left != 0; --left) {
        in.read(std::as_writable_bytes(std::span(state)));
        const std::uint64_t hash = kernel_.hash(state.data());
        layer->shards[shard_of(hash)].insert(state.data(), hash);
      }
    }
  }

 private:
  [[nodiscard]] static std::vector<const std::uint8_t*> states_of(const Layer& layer) {
    std::vector<const std::uint8_t*> out;
    out.reserve(layer.classes());
    for (const PositionTable& shard : layer.shards) {
      for (std::size_t place = 0; place < shard.places(); ++place) {
        if (shard.at(place) != nullptr) out.push_back(shard.at(place));
      }
    }
    return out;
  }

  // Fills next_ and says how many positions it has, or why it could not.
  std::optional<Step> expand(int depth, std::uint64_t& positions) {
    const std::size_t parents = now_.classes();
    const std::string what = fmt::format("depth {}", depth + 1);
    std::size_t done = 0;
    for (const auto& round : rounds()) {
      if (options_.stop.stop_requested()) return Step::stopped;
      if (!enough_memory()) return Step::memory;
      std::vector<std::array<Found, kShards>> found(round.size());
      parallel_for(round.size(), options_.threads,
                   [&](std::size_t task) { find_neighbours(round[task], found[task]); });
      std::atomic<std::uint64_t> more = 0;
      parallel_for(kShards, options_.threads,
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
    for (std::size_t shard = 0; shard < kShards; ++shard) {
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
        if (parents * moves_.size() < round_neighbours()) continue;
        parents = 0;
        out.emplace_back();
      }
    }
    return out;
  }

  // With what its vector may hold beside it.
  [[nodiscard]] std::size_t bytes_of_neighbour() const {
    return 2 * (static_cast<std::size_t>(kernel_.bytes()) + sizeof(std::uint64_t) +
                sizeof(std::uint32_t));
  }

  [[nodiscard]] std::size_t round_neighbours() const {
    return std::clamp<std::size_t>(options_.memory_bytes / 8 / bytes_of_neighbour(),
                                   kLeastRoundNeighbours, kMostRoundNeighbours);
  }

  // For one more round, whatever it finds.
  [[nodiscard]] bool enough_memory() const {
    const std::size_t neighbours =
        std::min(round_neighbours() + kTaskPlaces * moves_.size(), now_.classes() * moves_.size());
    std::size_t bytes = before_.bytes() + now_.bytes() + next_.bytes();
    bytes += neighbours * bytes_of_neighbour();
    // Hashes spread evenly but for chance.
    const std::size_t to_a_shard = neighbours / kShards + neighbours / kShards / 4 + 64;
    for (const PositionTable& shard : next_.shards) bytes += shard.growth_bytes(to_a_shard);
    return bytes <= options_.memory_bytes;
  }

  void find_neighbours(const Range& range, std::array<Found, kShards>& found) const {
    const auto bytes = static_cast<std::size_t>(kernel_.bytes());
    const auto whole = static_cast<std::uint32_t>(symmetries_.size());
    PackedStates children(kernel_.bytes(), moves_.size());
    PackedBytes least(bytes);
    for (std::size_t place = range.from; place < range.to; ++place) {
      const std::uint8_t* parent = now_.shards[range.shard].at(place);
      if (parent == nullptr) continue;
      kernel_.compose_many(parent, moves_[0], moves_.size(), children[0]);
      for (std::size_t i = 0; i < moves_.size(); ++i) {
        if (!task_.definition.illegal().empty() &&
            !task_.definition.legal(kernel_.unpack_position(children[i]))) {
          continue;
        }
        const LeastImage image = kernel_.least_image(children[i], symmetries_.all(), least.data());
        const std::uint64_t hash = kernel_.hash(least.data());
        Found& to = found[shard_of(hash)];
        to.states.insert(to.states.end(), least.begin(), least.end());
        to.hashes.push_back(hash);
        to.weights.push_back(whole / static_cast<std::uint32_t>(image.count));
      }
    }
  }

  std::uint64_t take_in(std::size_t shard, const std::vector<std::array<Found, kShards>>& found) {
    std::uint64_t positions = 0;
    for (const auto& task : found) {
      const Found& mine = task[shard];
      for (std::size_t i = 0; i < mine.hashes.size(); ++i) {
        const std::uint8_t* state = mine.states.data() + i * kernel_.bytes();
        const std::uint64_t hash = mine.hashes[i];
        if (before_.shards[shard].contains(state, hash)) continue;
        if (now_.shards[shard].contains(state, hash)) continue;
        if (next_.shards[shard].insert(state, hash)) positions += mine.weights[i];
      }
    }
    return positions;
  }

  const GodTask& task_;
  const GodOptions& options_;
  StateKernel kernel_;
  PackedStates moves_;
  PackedSymmetries symmetries_;
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
