#include "general/phases/phase_space.h"

#include "base/memory.h"
#include "base/stop.h"
#include "base/threads.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <numeric>

namespace gyre {
namespace {

// A coordinate that many others can stand beside in a table.
constexpr double kHandyValues = 10'000;
// Few values leave the choice which of them stand together in a table.
constexpr double kGroupValues = 150;
// Its rows, with a number for each move, take so much at most.
constexpr std::size_t kMostRowBytes = 400'000'000;
// What runs fastest in a table should stay in a processor's own cache.
constexpr std::uint32_t kInnerValues = 40'000;

double log_of_choice(const ViewPart& part, const PhaseCoordinate::Choice& choice) {
  ViewPart seen = part;
  seen.pieces.clear();
  seen.modulus.clear();
  seen.colours = 0;
  int rest = 0;
  for (int c = 0; c < part.colours; ++c) {
    if (choice.colours[c] == 0) {
      rest += part.pieces[c];
      continue;
    }
    if (!choice.places && seen.colours > 0) {
      seen.pieces[0] += part.pieces[c];
      continue;
    }
    seen.pieces.push_back(part.pieces[c]);
    seen.modulus.push_back(choice.turns ? part.modulus[c] : 1);
    ++seen.colours;
  }
  if (rest > 0) {
    seen.pieces.push_back(rest);
    seen.modulus.push_back(1);
    ++seen.colours;
  }
  return seen.log_size();
}

}  // namespace

PhaseSpace::PhaseSpace(const PuzzleDefinition& definition, PhaseMoves moves, const PhaseMoves& left,
                       const PhaseSpaceOptions& options)
    : moves_(std::move(moves)),
      split_(definition.orbits(), moves_.generators()),
      view_(definition, split_, ComponentSplit(definition.orbits(), left.generators())) {
  choose_coordinates(definition, options);
  signs_ = PhaseSigns(definition, moves_, split_, left.generators(), coordinates_);
  choose_tables(options);
}

std::uint64_t PhaseSpace::bytes() const noexcept {
  std::uint64_t bytes = 0;
  for (const PhaseCoordinate& coordinate : coordinates_) bytes += coordinate.bytes();
  for (const Table& table : tables_) bytes += table.size;
  return bytes;
}

bool PhaseSpace::rank(const State& position, PhaseValues& values) const {
  for (std::size_t c = 0; c < coordinates_.size(); ++c) {
    values[c] = coordinates_[c].rank(position);
    if (values[c] == PhaseCoordinate::kNone) return false;
  }
  values.signs = signs_.of(position, coordinates_);
  return true;
}

PhaseSpace::Bound PhaseSpace::bound(const PhaseValues& values) const noexcept {
  Bound bound;
  for (const Table& table : tables_) {
    std::uint64_t index = 0;
    for (std::size_t i = 0; i < table.coordinates.size(); ++i) {
      index += std::uint64_t{table.strides[i]} * values[table.coordinates[i]];
    }
    const int distance = table.data()[index];
    bound.cost = std::max(bound.cost, distance);
    bound.sum += distance;
  }
  return bound;
}

void PhaseSpace::choose_coordinates(const PuzzleDefinition& definition,
                                    const PhaseSpaceOptions& options) {
  for (const Planned& planned :
       plan_coordinates(view_, moves_.size()).value_or(std::vector<Planned>{})) {
    if (!add(definition, planned, options)) {
      throw Error(fmt::format("a coordinate of a phase needs more than {} (expected more memory)",
                              size_text(options.memory_bytes)));
    }
  }
  if (coordinates_.size() > kMostPhaseCoordinates) {
    throw Error(fmt::format("a phase has {} coordinates (expected at most {})", coordinates_.size(),
                            kMostPhaseCoordinates));
  }
}

bool PhaseSpace::add(const PuzzleDefinition& definition, const Planned& planned,
                     const PhaseSpaceOptions& options) {
  const std::uint64_t left = options.memory_bytes - std::min(options.memory_bytes, bytes());
  const std::size_t most =
      std::min<std::uint64_t>(kMostRowBytes, left) /
      (sizeof(std::uint32_t) * static_cast<std::size_t>(std::max(moves_.size(), 1)));
  std::optional<PhaseCoordinate> made = PhaseCoordinate::enumerate(
      definition, *planned.part, planned.choice, moves_, most, options.stop);
  if (!made) return false;
  if (made->size() > 1) coordinates_.push_back(std::move(*made));
  return true;
}

// All coordinates of a view; nothing if there are none for all of it.
std::optional<std::vector<PhaseSpace::Planned>> PhaseSpace::plan_coordinates(const PhaseView& view,
                                                                             int moves) {
  std::vector<Planned> all;
  for (const ViewPart& part : view.parts()) {
    const std::optional<std::vector<PhaseCoordinate::Choice>> choices = choices_for(part, moves);
    if (!choices) return std::nullopt;
    for (const PhaseCoordinate::Choice& choice : *choices) {
      all.push_back({&part, choice, log_of_choice(part, choice)});
    }
  }
  return all;
}

std::optional<double> PhaseSpace::log_of_table(const PhaseView& view, int moves,
                                               const PhaseSpaceOptions& options) {
  const std::optional<std::vector<Planned>> planned = plan_coordinates(view, moves);
  if (!planned) return std::nullopt;
  std::vector<double> logs;
  for (const Planned& one : *planned) logs.push_back(one.log_size);
  std::sort(logs.rbegin(), logs.rend());
  const double most = std::log10(static_cast<double>(options.most_entries));
  double log_table = 0;
  for (const double log : logs) {
    if (log_table + log <= most) log_table += log;
  }
  return log_table;
}

// Everything in one coordinate where that is small, places and turns apart where that will do,
// otherwise colours in groups. Nothing if a colour alone has too many arrangements.
std::optional<std::vector<PhaseCoordinate::Choice>> PhaseSpace::choices_for(const ViewPart& part,
                                                                            int moves) {
  using Choice = PhaseCoordinate::Choice;
  const std::size_t colours = part.pieces.size();
  const double most =
      std::log10(static_cast<double>(kMostRowBytes) / (sizeof(std::uint32_t) * moves));
  Choice all{std::vector<char>(colours, 1), true, true};
  if (log_of_choice(part, all) < std::log10(kHandyValues)) return std::vector<Choice>{all};
  Choice places = all;
  places.turns = false;
  Choice turns = all;
  turns.places = false;
  const bool one_modulus =
      std::equal(part.modulus.begin() + 1, part.modulus.end(), part.modulus.begin());
  if (one_modulus && log_of_choice(part, places) < most && log_of_choice(part, turns) < most) {
    std::vector<Choice> both;
    if (colours > 1) both.push_back(places);
    if (part.modulus[0] > 1) both.push_back(turns);
    return both;
  }
  // The most numerous colour is what the others leave, unless its turns matter.
  std::vector<std::size_t> order(colours);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return part.pieces[a] < part.pieces[b]; });
  if (part.modulus[order.back()] == 1) order.pop_back();
  std::vector<Choice> groups;
  Choice group{std::vector<char>(colours, 0), true, true};
  const Choice none = group;
  for (const std::size_t colour : order) {
    Choice wider = group;
    wider.colours[colour] = 1;
    if (group.colours != none.colours && log_of_choice(part, wider) > std::log10(kGroupValues)) {
      groups.push_back(group);
      wider = none;
      wider.colours[colour] = 1;
    }
    group = wider;
  }
  groups.push_back(group);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (log_of_choice(part, groups[i]) < most) continue;
    Choice apart = groups[i];
    groups[i].turns = false;
    apart.places = false;
    if (log_of_choice(part, groups[i]) >= most) return std::nullopt;
    if (log_of_choice(part, apart) < most) groups.push_back(apart);
  }
  return groups;
}

// The coordinates of one table: those that are in none yet, then others, as far as it goes.
std::vector<int> PhaseSpace::choose_table(const std::vector<char>& covered,
                                          std::uint64_t most_entries) const {
  std::vector<int> order(coordinates_.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return coordinates_[a].size() > coordinates_[b].size(); });
  std::vector<int> chosen;
  std::uint64_t size = 1;
  for (const bool fresh : {true, false}) {
    for (const int c : order) {
      if ((covered[c] == 0) != fresh || size * coordinates_[c].size() > most_entries) continue;
      if (std::find(chosen.begin(), chosen.end(), c) != chosen.end()) continue;
      chosen.push_back(c);
      size *= coordinates_[c].size();
    }
  }
  return chosen;
}

// Each coordinate is in one table at least.
void PhaseSpace::choose_tables(const PhaseSpaceOptions& options) {
  // One coordinate alone is always a table.
  std::uint64_t most_entries = options.most_entries;
  for (const PhaseCoordinate& coordinate : coordinates_) {
    most_entries = std::max<std::uint64_t>(most_entries, coordinate.size());
  }
  std::vector<char> covered(coordinates_.size(), 0);
  while (std::find(covered.begin(), covered.end(), 0) != covered.end()) {
    std::vector<int> chosen = choose_table(covered, most_entries);
    for (const int c : chosen) covered[c] = 1;
    make_table(std::move(chosen), options);
  }
  // What cuts most is asked first.
  std::stable_sort(tables_.begin(), tables_.end(),
                   [](const Table& a, const Table& b) { return a.mean > b.mean; });
}

void PhaseSpace::make_table(std::vector<int> chosen, const PhaseSpaceOptions& options) {
  // The largest that fits the cache runs fastest.
  const auto inner = std::find_if(chosen.begin(), chosen.end(),
                                  [&](int c) { return coordinates_[c].size() <= kInnerValues; });
  if (inner != chosen.end()) std::rotate(inner, inner + 1, chosen.end());
  Table table;
  table.coordinates = std::move(chosen);
  table.strides.assign(table.coordinates.size(), 1);
  for (std::size_t i = table.coordinates.size() - 1; i > 0; --i) {
    table.strides[i - 1] = table.strides[i] * coordinates_[table.coordinates[i]].size();
  }
  table.size = std::uint64_t{table.strides[0]} * coordinates_[table.coordinates[0]].size();
  if (bytes() + table.size > options.memory_bytes) {
    throw Error(fmt::format("the tables of a phase need more than {} (expected more memory)",
                            size_text(options.memory_bytes)));
  }
  fill(table, options);
  tables_.push_back(std::move(table));
}

void PhaseSpace::fill(Table& table, const PhaseSpaceOptions& options) const {
  table.distances = HugeBuffer(table.size);
  auto* data = reinterpret_cast<std::uint8_t*>(table.distances.bytes().data());
  std::memset(data, kFar, table.size);
  data[0] = 0;
  // A move may cost several, so a layer without entries is no end yet.
  int dearest = 1;
  for (int m = 0; m < moves_.size(); ++m) dearest = std::max(dearest, moves_[m].cost);
  int empty = 0;
  for (int depth = 0; empty < dearest && depth < kFar - dearest; ++depth) {
    throw_if_stopped(options.stop, "making tables");
    empty = fill_layer(table, depth, options) ? 0 : empty + 1;
  }
  summarize(table);
}

void PhaseSpace::summarize(Table& table) {
  std::array<std::uint64_t, 256> count{};
  for (std::uint64_t i = 0; i < table.size; ++i) ++count[table.data()[i]];
  double sum = 0;
  for (std::size_t d = 0; d < kFar; ++d) {
    sum += static_cast<double>(count[d] * d);
    table.reached += count[d];
    if (count[d] > 0) table.greatest = static_cast<int>(d);
  }
  table.mean = sum / static_cast<double>(table.reached);
}

// Makes the children of all entries at a depth; false if there are none.
bool PhaseSpace::fill_layer(Table& table, int depth, const PhaseSpaceOptions& options) const {
  auto* data = reinterpret_cast<std::uint8_t*>(table.distances.bytes().data());
  const PhaseCoordinate& inner = coordinates_[table.coordinates.back()];
  const std::size_t rows = table.size / inner.size();
  const auto moves = static_cast<std::size_t>(moves_.size());
  std::atomic<bool> any = false;
  constexpr std::size_t kRowsAtOnce = 16;
  const std::size_t parts = (rows + kRowsAtOnce - 1) / kRowsAtOnce;
  parallel_for(parts, options.threads, [&](std::size_t part) {
    std::vector<std::uint32_t> base(moves);
    const std::size_t end = std::min(rows, (part + 1) * kRowsAtOnce);
    for (std::size_t row = part * kRowsAtOnce; row < end; ++row) {
      bool has_base = false;
      for (std::uint32_t v = 0; v < inner.size(); ++v) {
        // Other threads write bytes of deeper layers meanwhile.
        const std::atomic_ref<std::uint8_t> entry(data[row * inner.size() + v]);
        if (entry.load(std::memory_order_relaxed) != depth) continue;
        if (!has_base) {
          std::fill(base.begin(), base.end(), 0);
          std::uint64_t rest = row * inner.size();
          for (std::size_t i = 0; i + 1 < table.coordinates.size(); ++i) {
            const auto value = static_cast<std::uint32_t>(rest / table.strides[i]);
            rest %= table.strides[i];
            const std::uint32_t* from = coordinates_[table.coordinates[i]].row(value);
            for (std::size_t m = 0; m < moves; ++m) base[m] += from[m] * table.strides[i];
          }
          has_base = true;
        }
        if (!any) any = true;
        const std::uint32_t* from = inner.row(v);
        for (std::size_t m = 0; m < moves; ++m) {
          std::atomic_ref<std::uint8_t> child(data[base[m] + from[m]]);
          const auto wanted = static_cast<std::uint8_t>(depth + moves_[static_cast<int>(m)].cost);
          std::uint8_t old = child.load(std::memory_order_relaxed);
          while (old > wanted &&
                 !child.compare_exchange_weak(old, wanted, std::memory_order_relaxed)) {
          }
        }
      }
    }
  });
  return any;
}

}  // namespace gyre
