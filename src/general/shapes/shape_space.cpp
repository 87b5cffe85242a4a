#include "general/shapes/shape_space.h"

#include "base/memory.h"
#include "base/stop.h"
#include "base/threads.h"

#include <gyre/base/error.h>
#include <gyre/puzzle/puzzle_group.h>

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <numeric>
#include <span>
#include <utility>

namespace gyre {
namespace {

constexpr std::string_view kFilling = "making the tables of shapes";
// Of one coordinate: its numbers take a hundred bytes each, and what moves do to them more.
constexpr std::size_t kMostValues = 500'000;
constexpr std::uint64_t kMostMoveEntries = 100'000'000;
constexpr double kRarities = 100;

}  // namespace

ShapeSpace::ShapeSpace(const PuzzleDefinition& definition, const MoveSet& moves,
                       const ShapeSpaceOptions& options)
    : definition_(definition),
      move_set_(moves),
      moves_(definition, moves, PuzzleGroup::kMaxShapes, options.stop) {
  std::uint64_t most = std::min(options.most_entries, options.memory_bytes);
  while (!choose(most, options)) {
    most /= 2;
    if (most < moves_.shapes()) {
      throw Error(fmt::format("the tables of the {} shapes of {} do not fit into {}",
                              moves_.shapes(), definition.name(), size_text(options.memory_bytes)));
    }
  }
  std::size_t done = 0;
  for (Table& table : tables_) {
    if (options.progress) options.progress({"tables of shapes", done++, tables_.size()});
    fill(table, options);
  }
}

bool ShapeSpace::choose(std::uint64_t most_entries, const ShapeSpaceOptions& options) {
  const std::uint64_t most_values = most_entries / moves_.shapes();
  if (!choose_coordinates(std::min<std::uint64_t>(most_values, kMostValues), options)) return false;
  choose_tables(most_entries);
  return bytes() + table_bytes() <= options.memory_bytes;
}

bool ShapeSpace::choose_coordinates(std::size_t most_values, const ShapeSpaceOptions& options) {
  coordinates_.clear();
  for (std::size_t c = 0; c < moves_.components().size(); ++c) {
    if (!add_coordinates(static_cast<int>(c), most_values, options)) return false;
  }
  return true;
}

// All pieces of the component in one, or in as few groups as can be.
bool ShapeSpace::add_coordinates(int component, std::size_t most_values,
                                 const ShapeSpaceOptions& options) {
  const ShapeMoves::Component& here = moves_.components()[component];
  const int offset = definition_.orbits().perm_offset(here.orbit);
  std::vector<int> identities;
  for (std::size_t a = 0; a < here.places; ++a) {
    identities.push_back(definition_.solved().bytes[offset + here.slots[a]]);
  }
  std::sort(identities.begin(), identities.end());
  identities.erase(std::unique(identities.begin(), identities.end()), identities.end());
  const auto by_moves = static_cast<std::size_t>(kMostMoveEntries / here.moves.size());
  const std::size_t most = std::min(most_values, by_moves);
  const std::size_t before = coordinates_.size();
  for (std::size_t groups = 1; groups <= identities.size(); ++groups) {
    coordinates_.erase(coordinates_.begin() + static_cast<std::ptrdiff_t>(before),
                       coordinates_.end());
    bool fits = true;
    for (std::size_t g = 0; fits && g < groups; ++g) {
      std::vector<char> tracked(definition_.identities(here.orbit), 0);
      for (std::size_t i = g * identities.size() / groups; i < (g + 1) * identities.size() / groups;
           ++i) {
        tracked[identities[i]] = 1;
      }
      auto coordinate =
          ShapeCoordinate::enumerate(definition_, moves_, component, tracked, most, options.stop);
      fits = coordinate.has_value();
      // One value says nothing.
      if (fits && coordinate->size() > 1) coordinates_.push_back(std::move(*coordinate));
    }
    if (fits) return coordinates_.size() <= kMostShapeCoordinates;
  }
  return false;
}

// Each begins with the largest coordinate that none has, and takes others along as there is room:
// first those that no table has.
void ShapeSpace::choose_tables(std::uint64_t most_entries) {
  tables_.clear();
  std::vector<int> order(coordinates_.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return coordinates_[a].size() > coordinates_[b].size(); });
  std::vector<char> covered(coordinates_.size(), 0);
  do {
    Table table;
    std::uint64_t size = moves_.shapes();
    const auto take = [&](bool once) {
      for (const int c : order) {
        const bool has = std::find(table.coordinates.begin(), table.coordinates.end(), c) !=
                         table.coordinates.end();
        if (has || (once && covered[c] != 0) || size * coordinates_[c].size() > most_entries) {
          continue;
        }
        table.coordinates.push_back(c);
        size *= coordinates_[c].size();
      }
    };
    take(true);
    take(false);
    for (const int c : table.coordinates) covered[c] = 1;
    std::reverse(table.coordinates.begin(), table.coordinates.end());
    table.strides.resize(table.coordinates.size());
    for (std::size_t i = table.coordinates.size(); i-- > 0;) {
      table.strides[i] = static_cast<std::uint32_t>(table.row);
      table.row *= coordinates_[table.coordinates[i]].size();
    }
    tables_.push_back(std::move(table));
  } while (std::find(covered.begin(), covered.end(), 0) != covered.end());
}

std::uint64_t ShapeSpace::table_bytes() const noexcept {
  std::uint64_t bytes = 0;
  for (const Table& table : tables_) bytes += moves_.shapes() * table.row;
  return bytes;
}

std::uint64_t ShapeSpace::bytes() const noexcept {
  std::uint64_t bytes = moves_.bytes();
  for (const ShapeCoordinate& coordinate : coordinates_) bytes += coordinate.bytes();
  for (const Table& table : tables_) bytes += table.distances.bytes().size();
  return bytes;
}

std::optional<ShapeValues> ShapeSpace::rank(const State& position) const {
  const std::optional<std::size_t> shape = moves_.shape_of(position);
  if (!shape) return std::nullopt;
  ShapeValues values;
  values.shape = static_cast<std::uint32_t>(*shape);
  for (std::size_t c = 0; c < coordinates_.size(); ++c) {
    values.of_coordinate[c] = coordinates_[c].rank(position, *shape);
    if (values.of_coordinate[c] == ShapeCoordinate::kNone) return std::nullopt;
  }
  return values;
}

std::uint64_t ShapeSpace::key(const ShapeValues& values) const noexcept {
  return XXH3_64bits_withSeed(values.of_coordinate.data(),
                              coordinates_.size() * sizeof(std::uint32_t), values.shape);
}

// One table, layer after layer.
class ShapeSpace::Filling {
 public:
  Filling(const ShapeSpace& space, Table& table)
      : space_(space),
        table_(table),
        data_(reinterpret_cast<std::uint8_t*>(table.distances.bytes().data())),
        new_at_(space.moves_.shapes(), -1) {
    std::memset(data_, kFar, size());
    data_[0] = 0;
    new_at_[0] = 0;
    unknown_ = size();
  }

  // What the moves make of all entries at a depth; false if there are none. Either these are moved,
  // or all that have none yet look for a neighbour among them, whichever is less work.
  bool fill_layer(int depth, const ShapeSpaceOptions& options) {
    const bool from_unknown = unknown_ < layer_;
    std::atomic<std::uint64_t> found = 0;
    parallel_for(space_.moves_.shapes(), options.threads, [&](std::size_t shape) {
      if (options.stop.stop_requested()) return;
      if (from_unknown) {
        found += find_neighbours(shape, depth);
      } else if (std::atomic_ref(new_at_[shape]).load(kRelaxed) >= depth) {
        found += move_layer(shape, depth);
      }
    });
    throw_if_stopped(options.stop, kFilling);
    // Of those that are moved, the layer itself is counted; of those that look, the next.
    layer_ = found;
    unknown_ -= std::min<std::uint64_t>(unknown_, found);
    return found > 0;
  }

  void summarize() {
    std::array<std::uint64_t, 256> count{};
    for (std::uint64_t i = 0; i < size(); ++i) ++count[data_[i]];
    double sum = 0;
    for (std::size_t d = 0; d < kFar; ++d) {
      sum += static_cast<double>(count[d] * d);
      table_.reached += count[d];
      if (d > 0) {
        table_.rarity[d] = static_cast<std::uint16_t>(
            1 + std::lround(kRarities * std::log10(static_cast<double>(table_.reached))));
      }
      if (count[d] > 0) table_.greatest = static_cast<int>(d);
    }
    table_.mean = sum / static_cast<double>(table_.reached);
  }

 private:
  static constexpr auto kRelaxed = std::memory_order_relaxed;

  [[nodiscard]] std::uint64_t size() const { return space_.moves_.shapes() * table_.row; }

  // Moves the entries of one shape that are at the depth; gives how many these are.
  std::uint64_t move_layer(std::size_t shape, int depth) {
    const std::span<const std::uint32_t> entries = entries_at(shape, depth);
    if (entries.empty()) return 0;
    const std::size_t end = space_.moves_.first_edge(shape + 1);
    for (std::size_t e = space_.moves_.first_edge(shape); e < end; ++e) {
      if (!move_entries(entries, e, depth + 1)) continue;
      std::atomic_ref(new_at_[space_.moves_.edges()[e].to]).store(depth + 1, kRelaxed);
    }
    return entries.size();
  }

  // The entries of one shape that have no value and a neighbour at the depth: gives how many.
  std::uint64_t find_neighbours(std::size_t shape, int depth) {
    std::span<std::uint32_t> entries = entries_at(shape, kFar);
    const std::size_t before = entries.size();
    const std::size_t end = space_.moves_.first_edge(shape + 1);
    for (std::size_t e = space_.moves_.first_edge(shape); e < end && !entries.empty(); ++e) {
      std::uint8_t* neighbours = data_ + space_.moves_.edges()[e].to * table_.row;
      std::size_t left = 0;
      for_each_moved(entries, e, [&](std::uint32_t entry, std::uint64_t neighbour) {
        // Other threads write bytes of the next layer meanwhile. Jumps that nobody foresees would
        // cost more than stores of what is there.
        const bool is_next = std::atomic_ref(neighbours[neighbour]).load(kRelaxed) == depth;
        std::atomic_ref(data_[shape * table_.row + entry])
            .store(static_cast<std::uint8_t>(is_next ? depth + 1 : kFar), kRelaxed);
        entries[left] = entry;
        left += is_next ? 0 : 1;
      });
      entries = entries.first(left);
    }
    if (entries.size() < before) new_at_[shape] = depth + 1;
    return before - entries.size();
  }

  // Those of one shape that have this value, until the next call on this thread. Other threads
  // write bytes of the next layer meanwhile.
  [[nodiscard]] std::span<std::uint32_t> entries_at(std::size_t shape, int value) {
    thread_local std::vector<std::uint32_t> entries;
    if (entries.size() < table_.row) entries.resize(table_.row);
    std::uint8_t* row = data_ + shape * table_.row;
    std::size_t count = 0;
    const auto look = [&](std::uint64_t i) {
      entries[count] = static_cast<std::uint32_t>(i);
      count += std::atomic_ref(row[i]).load(kRelaxed) == value ? 1 : 0;
    };
    // Most words of a layer have none.
    constexpr std::uint64_t kWord = sizeof(std::uint64_t);
    constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101;
    std::uint64_t i = 0;
    while (i < table_.row && reinterpret_cast<std::uintptr_t>(row + i) % kWord != 0) look(i++);
    for (; i + kWord <= table_.row; i += kWord) {
      std::atomic_ref word(*reinterpret_cast<std::uint64_t*>(row + i));
      const std::uint64_t different =
          word.load(kRelaxed) ^ (kOnes * static_cast<std::uint64_t>(value));
      if (((different - kOnes) & ~different & (kOnes << 7U)) == 0) continue;
      for (std::uint64_t k = 0; k < kWord; ++k) look(i + k);
    }
    while (i < table_.row) look(i++);
    return {entries.data(), count};
  }

  // Calls visit(entry, where the edge takes it).
  template <class Visit>
  void for_each_moved(std::span<const std::uint32_t> entries, std::size_t edge,
                      const Visit& visit) const {
    if (table_.coordinates.empty()) {
      for (const std::uint32_t entry : entries) visit(entry, entry);
      return;
    }
    const std::uint32_t* locals = space_.moves_.locals(edge);
    const auto row_of = [&](std::size_t i) {
      const ShapeCoordinate& coordinate = space_.coordinates_[table_.coordinates[i]];
      return coordinate.row(locals[coordinate.component()]);
    };
    const std::size_t last = table_.coordinates.size() - 1;
    const std::uint32_t line = space_.coordinates_[table_.coordinates[last]].size();
    const std::uint32_t* inner = row_of(last);
    // Entries from here up to there have the same values but for the last coordinate.
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t base = 0;
    for (const std::uint32_t entry : entries) {
      if (entry >= end) {
        begin = entry - entry % line;
        end = begin + line;
        base = 0;
        std::uint64_t rest = begin;
        for (std::size_t i = 0; i < last; ++i) {
          base += std::uint64_t{table_.strides[i]} * row_of(i)[rest / table_.strides[i]];
          rest %= table_.strides[i];
        }
      }
      visit(entry, base + inner[entry - begin]);
    }
  }

  // Whether something is new.
  bool move_entries(std::span<const std::uint32_t> entries, std::size_t edge, int depth) {
    std::uint8_t* target = data_ + space_.moves_.edges()[edge].to * table_.row;
    bool any = false;
    for_each_moved(entries, edge, [&](std::uint32_t /*entry*/, std::uint64_t to) {
      any |= add(target[to], depth);
    });
    return any;
  }

  // All who add to an entry in one layer add the same, and what is there is written again: jumps
  // that nobody foresees would cost more.
  static bool add(std::uint8_t& byte, int depth) {
    const std::atomic_ref entry(byte);
    const std::uint8_t old = entry.load(kRelaxed);
    const bool is_new = old == kFar;
    entry.store(is_new ? static_cast<std::uint8_t>(depth) : old, kRelaxed);
    return is_new;
  }

  const ShapeSpace& space_;
  Table& table_;
  std::uint8_t* data_;
  std::vector<int> new_at_;  // by shape: the last depth at which it got entries
  // Of the last layer, and what had no value before that, about.
  std::uint64_t layer_ = 0;
  std::uint64_t unknown_ = 0;
};

void ShapeSpace::fill(Table& table, const ShapeSpaceOptions& options) {
  table.distances = HugeBuffer(moves_.shapes() * table.row);
  Filling filling(*this, table);
  for (int depth = 0; depth + 1 < kFar && filling.fill_layer(depth, options); ++depth) {
  }
  filling.summarize();
}

}  // namespace gyre
