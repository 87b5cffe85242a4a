#include "general/god/ranked_space.h"

#include "base/arithmetic.h"

#include "base/threads.h"

#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <numeric>
#include <span>

namespace gyre {
namespace {

constexpr std::uint32_t kNone = Coordinate::kNone;
constexpr std::size_t kTaskValues = 4'096;

// Calls work(first, last) for ranges that cover 0 .. count - 1.
template <class Work>
void for_ranges(std::size_t count, int threads, const Work& work) {
  const std::size_t tasks = (count + kTaskValues - 1) / kTaskValues;
  parallel_for(tasks, threads, [&](std::size_t task) {
    work(task * kTaskValues, std::min(count, (task + 1) * kTaskValues));
  });
}

}  // namespace

std::size_t RankedSpace::TurnHash::operator()(
    const std::vector<std::uint8_t>& turn) const noexcept {
  std::uint64_t sum = 0;
  for (const std::uint8_t x : turn) sum = mix_bits(sum * 251 + x);
  return sum;
}

std::optional<RankedSpace> RankedSpace::make(RankedPlan plan, const MoveSet& moves,
                                             const SymmetryGroup& group, int threads,
                                             std::uint64_t memory_bytes) {
  RankedSpace space;
  space.plan_ = std::move(plan);
  if (!space.build(moves, group, threads, memory_bytes)) return std::nullopt;
  return space;
}

bool RankedSpace::build(const MoveSet& moves, const SymmetryGroup& group, int threads,
                        std::uint64_t memory_bytes) {
  moves_ = moves.size();
  const std::vector<Coordinate>& coordinates = *plan_.coordinates;
  rows_ = CoordinateProduct(coordinates, plan_.row);
  blocks_ = CoordinateProduct(coordinates, plan_.block);
  entries_ = CoordinateProduct(coordinates, plan_.entry);
  all_entries_ = entries_.size();
  choose_generators(group);

  const OrbitList& orbits = plan_.frame->orbits();
  entry_places_.assign(orbits.state_bytes(), -1);
  for (std::size_t place = 0; place < entries_.bytes().size(); ++place) {
    entry_places_[entries_.bytes()[place]] = static_cast<int>(place);
  }
  for (int orbit = 0; orbit < orbits.size(); ++orbit) {
    for (int slot = 0; slot < orbits[orbit].pieces; ++slot) {
      const int byte = orbits.ori_offset(orbit) + slot;
      const int piece = orbits.perm_offset(orbit) + slot;
      const std::vector<int>& of_row = rows_.bytes();
      if (entry_places_[byte] < 0 ||
          std::find(of_row.begin(), of_row.end(), piece) == of_row.end()) {
        continue;
      }
      turning_.push_back({entry_places_[byte], byte, orbits[orbit].orientations,
                          plan_.frame->split().component_of(orbit, slot)});
    }
  }
  turns_.emplace_back(entries_.bytes().size(), 0);
  turn_numbers_.emplace(turns_.front(), 0);

  bool sheets_fit = true;
  if (!number_entries(true) || !make_entry_tables(threads, sheets_fit)) return false;
  if (!sheets_fit && (!number_entries(false) || !make_entry_tables(threads, sheets_fit))) {
    return false;
  }
  if (!make_block_tables(threads) || !fold_rows(threads)) return false;
  if (turns_.size() * all_entries_ * sizeof(std::uint16_t) > memory_bytes / 4) return false;
  return make_turn_tables(threads);
}

// A few elements that make all others.
void RankedSpace::choose_generators(const SymmetryGroup& group) {
  elements_ = plan_.usable;
  assert(!elements_.empty() && elements_.front() == 0);
  std::vector<int> local(group.size(), -1);
  for (std::size_t i = 0; i < elements_.size(); ++i) local[elements_[i]] = static_cast<int>(i);
  for (const int element : elements_) inverses_.push_back(local[group.inverse(element)]);
  words_.resize(elements_.size());
  word_order_ = {0};
  std::vector<bool> made(elements_.size(), false);
  made[0] = true;
  for (std::size_t candidate = 1; candidate < elements_.size(); ++candidate) {
    if (made[candidate]) continue;
    generators_.push_back(static_cast<int>(candidate));
    times_.emplace_back();
    for (const int element : elements_) {
      times_.back().push_back(local[group.product(element, elements_[candidate])]);
    }
    // Everything that the generators so far make, each element from an earlier one.
    std::fill(made.begin(), made.end(), false);
    made[0] = true;
    word_order_ = {0};
    for (std::size_t i = 0; i < word_order_.size(); ++i) {
      const int element = word_order_[i];
      for (std::size_t g = 0; g < generators_.size(); ++g) {
        const int next = times_[g][element];
        if (made[next]) continue;
        made[next] = true;
        words_[next] = {element, static_cast<int>(g)};
        word_order_.push_back(next);
      }
    }
  }
}

std::vector<std::vector<std::uint32_t>> RankedSpace::generator_images(
    const CoordinateProduct& product, int threads) const {
  std::vector<std::vector<std::uint32_t>> out;
  const State& start = plan_.frame->start();
  std::atomic<bool> closed = true;
  for (const int generator : generators_) {
    const FramedSymmetry& symmetry = plan_.symmetries[elements_[generator]];
    std::vector<std::uint32_t>& images = out.emplace_back(product.size());
    for_ranges(product.size(), threads, [&](std::size_t first, std::size_t last) {
      State from = start;
      State to = start;
      for (std::size_t value = first; value < last; ++value) {
        product.write(static_cast<std::uint32_t>(value), from.bytes.data());
        symmetry.apply(product.bytes(), from.bytes.data(), to.bytes.data());
        images[value] = product.rank(to.bytes.data());
        if (images[value] == kNone) closed = false;
      }
    });
    if (!closed) return {};
  }
  return out;
}

std::vector<std::vector<std::uint32_t>> RankedSpace::element_images(
    std::vector<std::vector<std::uint32_t>> generators, std::size_t size) const {
  std::vector<std::vector<std::uint32_t>> out(elements_.size());
  out[0].resize(size);
  std::iota(out[0].begin(), out[0].end(), 0U);
  for (std::size_t i = 1; i < word_order_.size(); ++i) {
    const int element = word_order_[i];
    const std::vector<std::uint32_t>& before = out[words_[element].before];
    const std::vector<std::uint32_t>& then = generators[words_[element].generator];
    out[element].resize(size);
    for (std::size_t value = 0; value < size; ++value) out[element][value] = then[before[value]];
  }
  return out;
}

// False if there is no place for all of a sheet in its number.
bool RankedSpace::number_entries(bool sheets) {
  sheets_ = plan_.ties->sheets(sheets ? plan_.entry : std::vector<int>{});
  if (all_entries_ % sheets_.count != 0) return false;
  sheet_entries_ = all_entries_ / sheets_.count;
  number_of_.resize(all_entries_);
  value_of_.assign(all_entries_, kNone);
  std::vector<std::size_t> used(sheets_.count, 0);
  for (std::uint32_t value = 0; value < all_entries_; ++value) {
    const int colour = entries_.colour(sheets_, value);
    if (used[colour] >= sheet_entries_) return false;
    number_of_[value] = static_cast<std::uint32_t>(colour * sheet_entries_ + used[colour]++);
    value_of_[number_of_[value]] = value;
  }
  block_colours_.clear();
  for (std::uint32_t block = 0; block < blocks_.size(); ++block) {
    block_colours_.push_back(static_cast<std::uint8_t>(blocks_.colour(sheets_, block)));
  }
  return true;
}

bool RankedSpace::make_entry_tables(int threads, bool& sheets_fit) {
  std::vector<std::vector<std::uint32_t>> of_generators = generator_images(entries_, threads);
  if (of_generators.size() != generators_.size()) return false;
  const std::vector<std::vector<std::uint32_t>> images =
      element_images(std::move(of_generators), all_entries_);
  const std::size_t tables = elements_.size() * (moves_ + 1);
  entry_tables_.resize(tables * all_entries_);
  sheet_images_.resize(tables * sheets_.count);
  std::vector<std::vector<std::uint32_t>> moved(moves_ + 1);
  parallel_for(moved.size(), threads, [&](std::size_t move) {
    moved[move].resize(all_entries_);
    for (std::uint32_t value = 0; value < all_entries_; ++value) {
      moved[move][value] =
          static_cast<int>(move) == moves_ ? value : entries_.move(value, static_cast<int>(move));
    }
  });
  std::atomic<bool> fit = true;
  parallel_for(tables, threads, [&](std::size_t table) {
    const std::vector<std::uint32_t>& move = moved[table % (moves_ + 1)];
    const std::vector<std::uint32_t>& image = images[table / (moves_ + 1)];
    std::uint16_t* to = entry_tables_.data() + table * all_entries_;
    for (int from = 0; from < sheets_.count; ++from) {
      const std::size_t first = from * sheet_entries_;
      const std::size_t sheet = number_of_[image[move[value_of_[first]]]] / sheet_entries_;
      sheet_images_[table * sheets_.count + from] = static_cast<std::uint8_t>(sheet);
      for (std::size_t number = first; number < first + sheet_entries_; ++number) {
        const std::size_t place =
            number_of_[image[move[value_of_[number]]]] - sheet * sheet_entries_;
        if (place >= sheet_entries_) fit = false;
        to[number] = static_cast<std::uint16_t>(place);
      }
    }
  });
  sheets_fit = fit;
  return true;
}

bool RankedSpace::make_block_tables(int threads) {
  std::vector<std::vector<std::uint32_t>> of_generators = generator_images(blocks_, threads);
  if (of_generators.size() != generators_.size()) return false;
  const std::vector<std::vector<std::uint32_t>> images =
      element_images(std::move(of_generators), blocks_.size());
  const std::size_t tables = elements_.size() * (moves_ + 1);
  block_tables_.resize(tables * blocks_.size());
  parallel_for(tables, threads, [&](std::size_t table) {
    const int move = static_cast<int>(table % (moves_ + 1));
    const std::vector<std::uint32_t>& image = images[table / (moves_ + 1)];
    for (std::uint32_t block = 0; block < blocks_.size(); ++block) {
      block_tables_[table * blocks_.size() + block] =
          image[move == moves_ ? block : blocks_.move(block, move)];
    }
  });
  return true;
}

bool RankedSpace::fold_rows(int threads) {
  const std::vector<std::vector<std::uint32_t>> images = generator_images(rows_, threads);
  if (images.size() != generators_.size()) return false;
  const std::size_t size = rows_.size();
  std::vector<std::uint32_t> row_of(size, kNone);
  std::vector<std::uint16_t> from_first(size, 0);  // element that makes it of its row's value
  std::vector<std::uint32_t> queue;
  for (std::uint32_t value = 0; value < size; ++value) {
    if (row_of[value] != kNone) continue;
    const auto row = static_cast<std::uint32_t>(row_values_.size());
    row_values_.push_back(value);
    queue = {value};
    row_of[value] = row;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (std::size_t g = 0; g < generators_.size(); ++g) {
        const std::uint32_t next = images[g][queue[i]];
        if (row_of[next] != kNone) continue;
        row_of[next] = row;
        from_first[next] = static_cast<std::uint16_t>(times_[g][from_first[queue[i]]]);
        queue.push_back(next);
      }
    }
    row_sizes_.push_back(static_cast<std::uint32_t>(queue.size()));
    row_colours_.push_back(static_cast<std::uint8_t>(rows_.colour(sheets_, value)));
  }

  State buffer = plan_.frame->start();
  std::vector<std::uint32_t> seen_at(elements_.size());
  copies_from_.push_back(0);
  steps_.reserve(row_values_.size() * moves_);
  for (std::uint32_t row = 0; row < row_values_.size(); ++row) {
    const std::uint32_t value = row_values_[row];
    for (int move = 0; move < moves_; ++move) {
      const std::uint32_t moved = rows_.move(value, move);
      const int symmetry = inverses_[from_first[moved]];
      steps_.push_back({row_of[moved], static_cast<std::uint16_t>(symmetry),
                        turn_index(symmetry, moved, buffer.bytes.data())});
    }
    if (row_sizes_[row] < elements_.size()) {
      seen_at[0] = value;
      for (std::size_t i = 1; i < word_order_.size(); ++i) {
        const int element = word_order_[i];
        seen_at[element] = images[words_[element].generator][seen_at[words_[element].before]];
        if (seen_at[element] != value) continue;
        copies_.push_back({row, static_cast<std::uint16_t>(element),
                           turn_index(element, value, buffer.bytes.data())});
      }
    }
    copies_from_.push_back(copies_.size());
  }
  return true;
}

std::uint32_t RankedSpace::turn_index(int symmetry, std::uint32_t row_value, std::uint8_t* buffer) {
  const FramedSymmetry& element = plan_.symmetries[elements_[symmetry]];
  if (std::none_of(turning_.begin(), turning_.end(), [&](const Turning& turning) {
        return element.needs_pieces(turning.component);
      })) {
    return 0;
  }
  rows_.write(row_value, buffer);
  std::vector<std::uint8_t> turn(entries_.bytes().size(), 0);
  const std::uint8_t* start = plan_.frame->start().bytes.data();
  for (const Turning& turning : turning_) {
    turn[entry_places_[element.target(turning.byte)]] = static_cast<std::uint8_t>(
        modulo(element.piece_turn(turning.byte, buffer) - element.piece_turn(turning.byte, start),
               turning.orientations));
  }
  const auto [found, added] =
      turn_numbers_.emplace(turn, static_cast<std::uint32_t>(turns_.size()));
  if (added) turns_.push_back(std::move(turn));
  return found->second;
}

// Adding turns to the orientations of entries, number to number. closed becomes false if that leads
// to what is no value.
std::vector<std::uint16_t> RankedSpace::translation(const std::vector<std::uint8_t>& turn,
                                                    bool& closed) const {
  std::vector<std::uint16_t> out(all_entries_);
  State state = plan_.frame->start();
  for (std::size_t number = 0; number < all_entries_; ++number) {
    entries_.write(value_of_[number], state.bytes.data());
    for (const Turning& turning : turning_) {
      std::uint8_t& ori = state.bytes[turning.byte];
      if (ori == kWildOrientation) continue;
      ori = static_cast<std::uint8_t>((ori + turn[turning.place]) % turning.orientations);
    }
    const std::uint32_t value = entries_.rank(state.bytes.data());
    if (value == kNone) {
      closed = false;
      return out;
    }
    out[number] = static_cast<std::uint16_t>(number_of_[value]);
  }
  return out;
}

// Any turn is a chain of simple ones, in which one orientation gains what the next in the component
// loses: those are looked up once, and chains of tables are quick.
bool RankedSpace::make_turn_tables(int threads) {
  turn_tables_.resize(turns_.size());
  if (turns_.size() == 1) return true;
  const auto next_of = [&](std::size_t t) -> const Turning* {
    return t + 1 < turning_.size() && turning_[t + 1].component == turning_[t].component
               ? &turning_[t + 1]
               : nullptr;
  };
  // By position in turning_ and amount.
  std::vector<std::vector<std::vector<std::uint16_t>>> simple(turning_.size());
  std::atomic<bool> closed = true;
  parallel_for(turning_.size(), threads, [&](std::size_t t) {
    simple[t].resize(turning_[t].orientations);
    for (int amount = 1; amount < turning_[t].orientations; ++amount) {
      std::vector<std::uint8_t> turn(entries_.bytes().size(), 0);
      turn[turning_[t].place] = static_cast<std::uint8_t>(amount);
      const Turning* next = next_of(t);
      if (next != nullptr) {
        turn[next->place] = static_cast<std::uint8_t>(turning_[t].orientations - amount);
      }
      bool here = true;
      simple[t][amount] = translation(turn, here);
      if (!here) simple[t][amount].clear();
    }
  });
  parallel_for(turns_.size(), threads, [&](std::size_t index) {
    if (index == 0) return;
    std::vector<std::uint8_t> left = turns_[index];
    std::vector<std::uint16_t> table(all_entries_);
    std::iota(table.begin(), table.end(), std::uint16_t{0});
    bool by_chain = true;
    for (std::size_t t = 0; t < turning_.size() && by_chain; ++t) {
      const int amount = left[turning_[t].place];
      if (amount == 0) continue;
      const std::vector<std::uint16_t>& step = simple[t][amount];
      by_chain = !step.empty();
      if (!by_chain) break;
      for (std::uint16_t& number : table) number = step[number];
      const Turning* next = next_of(t);
      if (next != nullptr) {
        std::uint8_t& there = left[next->place];
        there = static_cast<std::uint8_t>((there + amount) % next->orientations);
      }
    }
    if (!by_chain) {
      bool here = true;
      table = translation(turns_[index], here);
      if (!here) closed = false;
    }
    // From a number to the place in its sheet; a sheet must stay together.
    for (int from = 0; from < sheets_.count && closed; ++from) {
      const std::size_t first = from * sheet_entries_;
      const std::size_t sheet = table[first] / sheet_entries_;
      for (std::size_t number = first; number < first + sheet_entries_; ++number) {
        if (table[number] / sheet_entries_ != sheet) closed = false;
        table[number] = static_cast<std::uint16_t>(table[number] - sheet * sheet_entries_);
      }
    }
    turn_tables_[index] = std::move(table);
  });
  turn_numbers_.clear();
  return closed;
}

State RankedSpace::state_at(std::size_t row, std::size_t block, std::size_t entry) const {
  State framed = plan_.frame->start();
  rows_.write(row_values_[row], framed.bytes.data());
  blocks_.write(static_cast<std::uint32_t>(block), framed.bytes.data());
  entries_.write(value_of_[sheet(row, block) * sheet_entries_ + entry], framed.bytes.data());
  return plan_.frame->out_of(framed);
}

std::uint64_t RankedSpace::signature() const {
  std::uint64_t sum = mix_bits(rows() + 1) ^ mix_bits(blocks() + 2) ^ mix_bits(entries() + 3);
  const auto add = [&](std::span<const std::uint32_t> numbers) {
    sum = XXH3_64bits_withSeed(numbers.data(), numbers.size_bytes(), sum);
  };
  add(row_values_);
  add(value_of_);
  for (const auto* product : {&rows_, &blocks_, &entries_}) {
    for (const int byte : product->bytes()) sum = mix_bits(sum + static_cast<unsigned>(byte));
  }
  return sum;
}

std::uint64_t RankedSpace::bytes() const noexcept {
  std::uint64_t sum = entry_tables_.size() * sizeof(std::uint16_t) +
                      block_tables_.size() * sizeof(std::uint32_t) + steps_.size() * sizeof(Step) +
                      copies_.size() * sizeof(Step) + turns_.size() * all_entries_ * 2 +
                      row_values_.size() * 17;
  for (const Coordinate& coordinate : *plan_.coordinates) {
    sum += std::uint64_t{coordinate.size()} * (40 + 4 * moves_);
  }
  return sum;
}

}  // namespace gyre
