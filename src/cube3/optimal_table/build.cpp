// How the tables of optimal solving are made (table.h).
//
// The distances of all arrangements are found by breadth-first search in sets: one bit for each
// class of corners and arrangement of edges, S(d) being those within d moves. One move takes the
// set of a class, row by row, to that of another class (maps.h), so S(d + 1) of a class is
// its S(d) and what 18 other sets bring. Two sets are enough: S(d) and S(d + 1) change places until
// S(base) and S(base + 1) are there; what S(base + 2) adds is then marked in the first of the two
// where the second is empty, which is how the two bits of an entry mean four things.
//
// The sets of the classes that make up an orbit fit the place of the orbit's words. So a table with
// flips is made in its own memory, and turned into words orbit by orbit at the end. What one level
// costs: each set is read 18 times from beginning to end.
#include "cube3/optimal_table/table.h"

#include "cube3/optimal_table/maps.h"
#include "cube3/optimal_table/rows.h"
#include "cube3/tables/move_tables.h"
#include "cube3/tables/row_search.h"

#include "base/huge_pages.h"
#include "base/threads.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <mutex>
#include <stdexcept>

namespace gyre::cube3 {
namespace {

constexpr std::string_view kWhat = "distances for optimal solving";

// Where the sets of each class stand: two of set_bytes each.
struct SetPlaces {
  std::size_t set_bytes = 0;
  std::vector<std::byte*> first;  // by class

  [[nodiscard]] std::byte* set(int corner_class, int which) const noexcept {
    return first[corner_class] + static_cast<std::size_t>(which) * set_bytes;
  }
};

// Memory of threads, kept from one piece of work to the next.
template <class Value>
class SpareVectors {
 public:
  [[nodiscard]] std::vector<Value> take() {
    const std::lock_guard lock(mutex_);
    if (spare_.empty()) return {};
    std::vector<Value> taken = std::move(spare_.back());
    spare_.pop_back();
    return taken;
  }
  void give(std::vector<Value> vector) {
    const std::lock_guard lock(mutex_);
    spare_.push_back(std::move(vector));
  }

 private:
  std::mutex mutex_;
  std::vector<std::vector<Value>> spare_;
};

class OptimalBuilder {
 public:
  OptimalBuilder(Metric metric, const OptimalShape& shape, std::span<std::byte> payload,
                 const TableWork& work)
      : shape_(shape),
        payload_(payload),
        work_(work),
        moves_(moves_of(metric)),
        words_(shape.edges),
        maps_(shape.edges),
        functions_(row_functions()) {
    places_.set_bytes = kMiddleSlotChoices * row_bytes(shape.edges);
    place_sets();
    for (const int move : moves_) {
      for (int s = 0; s < kAxisSymmetries; ++s) {
        move_maps_.push_back(&maps_.add(action(FaceTurn::from_index(move)), s));
      }
    }
    for (unsigned turn = 0; turn < kWordPositions; ++turn) {
      Cube turns;
      for (unsigned i = 0; i < turn / kTurns; ++i) turns = turned(turns, FaceTurn{0, 1});
      for (unsigned i = 0; i < turn % kTurns; ++i) turns = turned(turns, FaceTurn{3, 1});
      turns_.push_back(turns);
      for (int s = 0; s < kAxisSymmetries; ++s) turn_maps_.push_back(&maps_.add(turns, s));
    }
    total_ = std::uint64_t(shape.base + 2) * CornerClasses::kCount + orbits_.count();
  }

  // S(base), S(base + 1) and S(base + 2), as described above. The cosets at each depth; those of
  // levels that a checkpoint had done are 0.
  DepthCounts search() {
    DepthCounts counts(shape_.base + 3, 0);
    std::optional<int> done;
    // Without flips the sets do not stand in the payload, and are made in seconds.
    TableCheckpoint* const checkpoint = shape_.edges.flips ? work_.checkpoint : nullptr;
    if (checkpoint != nullptr) done = checkpoint->load(payload_);
    if (!done) {
      const int solved = classes_.place(TopCorners::rank(Cube{})).number;
      const EdgeArrangement edges = arrangement_of(Cube{}, shape_.edges, words_.orders());
      // Solved edges look the same through every symmetry, so there is one bit to set.
      set_bit(places_.set(solved, which(0)), edges);
      counts[0] = classes_.size(solved);
    }
    finished_ = std::uint64_t(done.value_or(0)) * CornerClasses::kCount;
    filled_.assign(CornerClasses::kCount, done ? 1 : 0);
    filled_[classes_.place(TopCorners::rank(Cube{})).number] = 1;
    for (int level = done.value_or(0); level < shape_.base + 2 && !stopped(); ++level) {
      counts[level + 1] = next_level(level);
      if (checkpoint != nullptr && !stopped() && checkpoint->due()) {
        checkpoint->save(payload_, level + 1);
      }
    }
    return counts;
  }

  void make_words() {
    const std::size_t orbit_words = words_.count();
    parallel_for(orbits_.count(), work_.threads, [&](std::size_t orbit) {
      if (stopped()) return;
      std::vector<std::uint32_t> out = words_memory_.take();
      out.assign(orbit_words, 0);
      fill_orbit(static_cast<int>(orbit), out);
      std::memcpy(payload_.data() + orbit * orbit_words * sizeof(std::uint32_t), out.data(),
                  orbit_words * sizeof(std::uint32_t));
      words_memory_.give(std::move(out));
      tell();
    });
  }

 private:
  [[nodiscard]] bool stopped() const { return work_.stop.stop_requested(); }
  void tell() {
    const std::lock_guard lock(mutex_);
    ++finished_;
    if (work_.progress) work_.progress({kWhat, finished_, total_});
  }

  // S(base) stands in the first set.
  [[nodiscard]] int which(int level) const noexcept { return (shape_.base - level) & 1; }

  void place_sets() {
    places_.first.assign(CornerClasses::kCount, nullptr);
    if (!shape_.edges.flips) {
      buffer_ = HugeBuffer(2 * places_.set_bytes * CornerClasses::kCount);
      for (int number = 0; number < CornerClasses::kCount; ++number) {
        places_.first[number] = buffer_.bytes().data() + 2 * places_.set_bytes * number;
      }
      return;
    }
    const std::size_t orbit_bytes = words_.count() * sizeof(std::uint32_t);
    std::vector<int> taken(orbits_.count(), 0);
    for (int number = 0; number < CornerClasses::kCount; ++number) {
      const int orbit = orbits_.places()[classes_.first(number)].orbit();
      const std::size_t offset = 2 * places_.set_bytes * taken[orbit]++;
      if (offset + 2 * places_.set_bytes > orbit_bytes) {
        throw std::logic_error("the sets of an orbit have no room where its words will stand");
      }
      places_.first[number] = payload_.data() + orbit * orbit_bytes + offset;
    }
  }

  void set_bit(std::byte* set, const EdgeArrangement& edges) {
    const std::size_t row = maps_.row_of(edges.middle) * row_bytes(shape_.edges);
    unsigned bit = edges.order;
    if (shape_.edges.flips) bit = edges.order * shape_.edges.pair_values() * 256U;  // no flips
    set[row + bit / 8] |= std::byte{1} << (bit % 8);
  }

  // into |= what the maps bring there from a set.
  void spread(const std::vector<RowMap>& rows, const std::byte* from, std::byte* into) const {
    const std::size_t bytes = row_bytes(shape_.edges);
    for (std::size_t row = 0; row < rows.size(); ++row)
      spread_row(rows[row], from, into + row * bytes);
  }

  void spread_row(const RowMap& map, const std::byte* from, std::byte* into) const {
    const std::byte* source = from + map.row * row_bytes(shape_.edges);
    if (shape_.edges.flips) {
      functions_.spread(map, maps_.order_map(map.orders), shape_.edges, source, into);
      return;
    }
    std::uint32_t bits = 0;
    std::memcpy(&bits, source, sizeof(bits));
    if (bits == 0) return;
    const OrderBits& table = maps_.order_bits(map.orders);
    std::uint32_t have = 0;
    std::memcpy(&have, into, sizeof(have));
    have |= table[0][bits & 0xFFU] | table[1][bits >> 8U & 0xFFU] | table[2][bits >> 16U & 0xFFU];
    std::memcpy(into, &have, sizeof(have));
  }

  // From S(level) to S(level + 1): how many cosets are new.
  std::uint64_t next_level(int level) {
    const bool last = level == shape_.base + 1;
    std::vector<char> filled(CornerClasses::kCount, 0);
    std::atomic<std::uint64_t> found = 0;
    parallel_for(CornerClasses::kCount, work_.threads, [&](std::size_t index) {
      if (stopped()) return;
      const int number = static_cast<int>(index);
      std::vector<std::uint64_t> sums = sums_memory_.take();
      sums.assign((places_.set_bytes + 7) / 8, 0);
      auto* sum = reinterpret_cast<std::byte*>(sums.data());
      const Cube first = TopCorners::unrank(classes_.first(number));
      for (std::size_t m = 0; m < moves_.size(); ++m) {
        const int corners = TopCorners::rank(turned(first, FaceTurn::from_index(moves_[m])));
        const CornerClasses::Place place = classes_.place(corners);
        if (filled_[place.number] == 0) continue;
        spread(*move_maps_[m * kAxisSymmetries + place.symmetry],
               places_.set(place.number, which(level)), sum);
      }
      const std::uint64_t fresh = merge(number, level, last, sums);
      sums_memory_.give(std::move(sums));
      found += fresh * classes_.size(number);
      filled[number] = fresh != 0 || filled_[number] != 0 ? 1 : 0;
      tell();
    });
    filled_ = filled;
    return found;
  }

  std::uint64_t merge(int number, int level, bool last, const std::vector<std::uint64_t>& sums) {
    const std::byte* old = places_.set(number, which(level));
    std::byte* out = places_.set(number, which(level + 1));
    std::uint64_t fresh = 0;
    for (std::size_t i = 0; i < places_.set_bytes; i += 8) {
      const std::size_t bytes = std::min<std::size_t>(8, places_.set_bytes - i);
      std::uint64_t have = 0;
      std::memcpy(&have, old + i, bytes);
      const std::uint64_t added = sums[i / 8] & ~have;
      fresh += std::popcount(added);
      std::uint64_t result = have | added;
      if (last) {
        // S(base) stands there, within what we have: what is added can be told from it.
        std::memcpy(&result, out + i, bytes);
        result |= added;
      }
      std::memcpy(out + i, &result, bytes);
    }
    return fresh;
  }

  // The words of an orbit, from the sets of its classes.
  void fill_orbit(int orbit, std::vector<std::uint32_t>& out) const {
    const Cube first = TopCorners::unrank(orbits_.first(orbit));
    struct Source {
      const std::vector<RowMap>* rows;
      const std::byte* high;
      const std::byte* low;
    };
    std::array<Source, kWordPositions> sources{};
    for (unsigned turn = 0; turn < kWordPositions; ++turn) {
      const CornerClasses::Place place =
          classes_.place(TopCorners::rank(compose(first, turns_[turn])));
      sources[turn] = {turn_maps_[turn * kAxisSymmetries + place.symmetry],
                       places_.set(place.number, 0), places_.set(place.number, 1)};
    }
    const std::size_t bytes = row_bytes(shape_.edges);
    // By position in the word: a row of each of the two sets.
    std::vector<std::uint64_t> rows((2 * kWordPositions * bytes + 7) / 8);
    auto* high = reinterpret_cast<std::byte*>(rows.data());
    std::byte* low = high + kWordPositions * bytes;
    for (int row = 0; row < kMiddleSlotChoices; ++row) {
      std::fill(rows.begin(), rows.end(), 0);
      for (unsigned turn = 0; turn < kWordPositions; ++turn) {
        const Source& source = sources[turn];
        spread_row((*source.rows)[row], source.high, high + turn * bytes);
        spread_row((*source.rows)[row], source.low, low + turn * bytes);
      }
      const unsigned middle = maps_.middle_of(row);
      shape_.edges.flips ? flipped_words(middle, high, low, out)
                         : plain_words(middle, high, low, out);
    }
  }

  void plain_words(unsigned middle, const std::byte* high, const std::byte* low,
                   std::vector<std::uint32_t>& out) const {
    for (int order = 0; order < shape_.edges.orders; ++order) {
      const EdgeWords::Place place = words_.place(middle, 0, order);
      if (place.turns != 0) continue;
      std::uint32_t word = 0;
      for (unsigned turn = 0; turn < kWordPositions; ++turn) {
        std::uint32_t high_bits = 0;
        std::uint32_t low_bits = 0;
        std::memcpy(&high_bits, high + turn * sizeof(high_bits), sizeof(high_bits));
        std::memcpy(&low_bits, low + turn * sizeof(low_bits), sizeof(low_bits));
        word |= (high_bits >> static_cast<unsigned>(order) & 1U) << (turn + kWordPositions);
        word |= (low_bits >> static_cast<unsigned>(order) & 1U) << turn;
      }
      out[place.word] = word;
    }
  }

  // Bit i of byte k to bit k of byte i.
  static std::uint64_t transpose(std::uint64_t x) noexcept {
    std::uint64_t t = (x ^ x >> 7U) & 0x00AA'00AA'00AA'00AAU;
    x ^= t ^ t << 7U;
    t = (x ^ x >> 14U) & 0x0000'CCCC'0000'CCCCU;
    x ^= t ^ t << 14U;
    t = (x ^ x >> 28U) & 0x0000'0000'F0F0'F0F0U;
    return x ^ t ^ t << 28U;
  }

  // Eight words at a time: bytes of 32 rows, turned into words of 32 bits.
  void flipped_words(unsigned middle, const std::byte* high, const std::byte* low,
                     std::vector<std::uint32_t>& out) const {
    constexpr std::size_t kVector = kRowWords * sizeof(std::uint64_t);
    const std::size_t bytes = row_bytes(shape_.edges);
    std::array<std::uint16_t, 256> flips{};  // by slot
    for (unsigned number = 0; number < flips.size(); ++number) {
      unsigned left = number;
      for (unsigned bit = 0; bit < kEdges; ++bit) {
        if ((middle >> bit & 1U) != 0) continue;
        flips[number] |= static_cast<std::uint16_t>((left & 1U) << bit);
        left >>= 1U;
      }
    }
    const int pairs = shape_.edges.pair_values();
    for (int vector = 0; vector < shape_.edges.orders * pairs; ++vector) {
      const int order = vector / pairs;
      for (unsigned byte = 0; byte < kVector; ++byte) {
        std::array<std::uint64_t, 4> parts{};
        for (unsigned part = 0; part < 4; ++part) {
          const std::byte* from = (part < 2 ? low : high) + (part % 2) * 8 * bytes +
                                  static_cast<std::size_t>(vector) * kVector + byte;
          std::uint64_t gathered = 0;
          for (unsigned k = 0; k < 8; ++k) {
            gathered |= std::to_integer<std::uint64_t>(from[k * bytes]) << (8 * k);
          }
          parts[part] = transpose(gathered);
        }
        for (unsigned i = 0; i < 8; ++i) {
          const EdgeWords::Place place = words_.place(middle, flips[byte * 8 + i], order);
          if (place.turns != 0) continue;
          std::uint32_t word = 0;
          for (unsigned part = 0; part < 4; ++part) {
            word |= static_cast<std::uint32_t>(parts[part] >> (8 * i) & 0xFFU) << (8 * part);
          }
          out[place.word * pairs + vector % pairs] = word;
        }
      }
    }
  }

  const OptimalShape& shape_;
  std::span<std::byte> payload_;
  const TableWork& work_;
  std::vector<int> moves_;
  CornerClasses classes_;
  CornerOrbits orbits_;
  EdgeWords words_;
  EdgeMaps maps_;
  RowFunctions functions_;
  HugeBuffer buffer_;  // for shapes without flips
  SetPlaces places_;
  std::vector<const std::vector<RowMap>*> move_maps_;  // by move and symmetry
  std::vector<Cube> turns_;                            // by position in the word
  std::vector<const std::vector<RowMap>*> turn_maps_;  // by that and symmetry
  SpareVectors<std::uint64_t> sums_memory_;
  SpareVectors<std::uint32_t> words_memory_;
  std::vector<char> filled_;  // whether the set of a class has any bit
  std::mutex mutex_;
  std::uint64_t finished_ = 0;
  std::uint64_t total_ = 0;
};

// Classes of corners with the slots of the middle edges, for RowSearch.
class NearSpace {
 public:
  explicit NearSpace(Metric metric) : moves_(moves_of(metric)), maps_(EdgeShape{1, false}) {
    const auto add = [&](const Cube& cube, int symmetry) {
      for (const RowMap& map : maps_.add(cube, symmetry)) images_.push_back(map.row);
    };
    for (const int move : moves_) {
      for (int s = 0; s < kAxisSymmetries; ++s) add(action(FaceTurn::from_index(move)), s);
    }
    for (int s = 0; s < kAxisSymmetries; ++s) add(Cube{}, s);
    for (int number = 0; number < rows(); ++number) {
      const Cube first = TopCorners::unrank(classes_.first(number));
      for (const int move : moves_) {
        const int corners = TopCorners::rank(turned(first, FaceTurn::from_index(move)));
        targets_.push_back(classes_.place(corners));
      }
      std::uint16_t own = 0;
      for (int s = 0; s < kAxisSymmetries; ++s) {
        if (TopCorners::rank(conjugate(first, s)) == classes_.first(number)) {
          own |= static_cast<std::uint16_t>(1U << static_cast<unsigned>(s));
        }
      }
      symmetries_.push_back(own);
    }
  }

  [[nodiscard]] static int rows() { return CornerClasses::kCount; }
  [[nodiscard]] static int blocks() { return 1; }
  [[nodiscard]] static int block_size() { return kMiddleSlotChoices; }
  [[nodiscard]] int moves() const { return static_cast<int>(moves_.size()); }
  [[nodiscard]] static int weight(int /*move*/) { return 1; }
  [[nodiscard]] int row_size(int row) const { return classes_.size(row); }
  [[nodiscard]] BlockTarget target(int row, int /*block*/, int move) const {
    const CornerClasses::Place& place = targets_[row * moves_.size() + move];
    return {std::size_t{place.number} * kMiddleSlotChoices,
            images(move * kAxisSymmetries + place.symmetry), 0};
  }
  template <class Visit>
  void for_copies(std::size_t index, const Visit& visit) const {
    const std::size_t row = index / kMiddleSlotChoices;
    for (unsigned own = symmetries_[row] & ~1U; own != 0; own &= own - 1) {
      const int from = moves() * kAxisSymmetries + std::countr_zero(own);
      visit(row * kMiddleSlotChoices + images(from)[index % kMiddleSlotChoices]);
    }
  }

 private:
  [[nodiscard]] const std::uint16_t* images(int number) const {
    return images_.data() + static_cast<std::size_t>(number) * kMiddleSlotChoices;
  }

  std::vector<int> moves_;
  CornerClasses classes_;
  EdgeMaps maps_;
  std::vector<std::uint16_t> images_;
  std::vector<CornerClasses::Place> targets_;
  std::vector<std::uint16_t> symmetries_;
};

}  // namespace

DepthCounts make_optimal(Metric metric, const OptimalShape& shape, std::span<std::byte> payload,
                         const TableWork& work) {
  const OptimalLayout layout(EdgeWords(shape.edges).count());
  if (payload.size() != layout.payload_bytes) throw std::logic_error("a payload of another size");
  {
    OptimalBuilder builder(metric, shape, payload, work);
    builder.search();
    if (work.stop.stop_requested()) return {};
    builder.make_words();
  }
  if (work.stop.stop_requested()) return {};
  TableWork quiet;  // a moment, beside the rest
  quiet.threads = work.threads;
  quiet.stop = work.stop;
  // RowSearch starts from entry 0, which is the solved position: the first class and row.
  RowSearch(NearSpace(metric),
            std::span(reinterpret_cast<std::uint8_t*>(payload.data()) + layout.near_offset,
                      OptimalLayout::kNearBytes),
            quiet, kWhat)
      .run();
  return count_optimal(shape, payload, quiet);
}

DepthCounts count_cosets(Metric metric, const OptimalShape& shape, const TableWork& work) {
  HugeBuffer memory(OptimalLayout(EdgeWords(shape.edges).count()).payload_bytes);
  return OptimalBuilder(metric, shape, memory.bytes(), work).search();
}

}  // namespace gyre::cube3
