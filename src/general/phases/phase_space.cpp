#include "general/phases/phase_space.h"

#include "general/phases/phase_whole.h"

#include "base/memory.h"
#include "base/stop.h"
#include "base/threads.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>
#include <unordered_set>

namespace gyre {
namespace {

// A coordinate that many others can stand beside in a table.
constexpr double kHandyValues = 10'000;
// Few values leave the choice which of them stand together in a table.
constexpr double kGroupValues = 150;
// Its rows, with a number for each move, take so much at most.
constexpr std::size_t kMostRowBytes = 400'000'000;
// Pieces with their partners, as many at a time as there are no more arrangements of.
constexpr double kTieValues = 300'000;
// So many goals of several coordinates are looked at together.
constexpr double kMostJointGoals = 2'000'000;
// Of a decimal logarithm.
constexpr double kRarities = 100;
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

std::vector<char> which_are_left(const PhaseMoves& moves, const PhaseMoves& left) {
  std::vector<char> is_left;
  for (int m = 0; m < moves.size(); ++m) {
    bool found = false;
    for (int k = 0; k < left.size(); ++k) found = found || left[k].action == moves[m].action;
    is_left.push_back(found ? 1 : 0);
  }
  return is_left;
}

// All pieces of a tie where that is not too much, otherwise as many at a time as can be.
std::vector<std::vector<int>> groups_of(const ViewTie& tie) {
  const auto pieces = static_cast<int>(tie.homes.size());
  const double most = std::log10(kTieValues);
  int at_once = pieces;
  if (tie.log_size_of(pieces) > most) {
    at_once = std::max(1, pieces / 2);
    while (at_once > 1 && tie.log_size_of(at_once) > most) --at_once;
  }
  std::vector<std::vector<int>> groups;
  for (int first = 0; first < pieces; first += at_once) {
    std::vector<int> group(static_cast<std::size_t>(at_once));
    // The last one takes some again, so that it has as many.
    std::iota(group.begin(), group.end(), std::min(first, pieces - at_once));
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace

PhaseSpace::PhaseSpace(const PuzzleDefinition& definition, PhaseMoves moves, const PhaseMoves& left,
                       const PhaseSpaceOptions& options)
    : moves_(std::move(moves)),
      left_(which_are_left(moves_, left)),
      keep_(definition, moves_.generators()),
      view_(definition, keep_, MovesKeep(definition, left.generators())) {
  choose_coordinates(definition, options);
  signs_ = PhaseSigns(definition, moves_, keep_.split, left.generators(), coordinates_);
  (void)rank(definition.solved(), solved_);
  choose_tables(options);
}

std::uint64_t PhaseSpace::bytes() const noexcept {
  std::uint64_t bytes = 0;
  for (std::size_t c = 0; c < coordinates_.size(); ++c) {
    const bool is_shared = std::any_of(
        coordinates_.begin(), coordinates_.begin() + static_cast<std::ptrdiff_t>(c),
        [&](const PhaseCoordinate& one) { return one.is_numbered_as(coordinates_[c]); });
    if (!is_shared) bytes += coordinates_[c].bytes();
  }
  for (std::size_t t = 0; t < tables_.size(); ++t) {
    const bool is_shared =
        std::any_of(tables_.begin(), tables_.begin() + static_cast<std::ptrdiff_t>(t),
                    [&](const Table& table) { return table.distances == tables_[t].distances; });
    if (!is_shared) bytes += tables_[t].size;
  }
  return bytes;
}

void PhaseSpace::find_children(const PhaseValues& values, std::uint32_t* entries) const noexcept {
  const auto count = static_cast<std::size_t>(moves_.size());
  for (const Table& table : tables_) {
    for (std::size_t i = 0; i < table.coordinates.size(); ++i) {
      const int c = table.coordinates[i];
      const std::uint32_t* row = coordinates_[c].row(values[c]);
      const std::uint32_t stride = table.strides[i];
      if (i == 0) {
        for (std::size_t m = 0; m < count; ++m) entries[m] = row[m] * stride;
      } else {
        for (std::size_t m = 0; m < count; ++m) entries[m] += row[m] * stride;
      }
    }
    entries += count;
  }
}

bool PhaseSpace::rank(const State& position, PhaseValues& values) const {
  for (std::size_t c = 0; c < coordinates_.size(); ++c) {
    values[c] = coordinates_[c].rank(position);
    if (values[c] == PhaseCoordinate::kNone) return false;
  }
  const std::optional<std::uint8_t> signs = signs_.of(position, coordinates_);
  values.signs = signs.value_or(0);
  return signs.has_value();
}

PhaseSpace::Bound PhaseSpace::bound(const PhaseValues& values, std::size_t tables) const noexcept {
  Bound bound;
  for (std::size_t t = 0; t < tables; ++t) {
    const Table& table = tables_[t];
    std::uint64_t index = 0;
    for (std::size_t i = 0; i < table.coordinates.size(); ++i) {
      index += std::uint64_t{table.strides[i]} * values[table.coordinates[i]];
    }
    const int distance = table.data()[index];
    bound.cost = std::max(bound.cost, distance);
    bound.sum += table.rarity[distance];
  }
  return bound;
}

// Two parts of which each says nothing may say something together: what is left of the moves may
// turn both in one way only.
std::map<const ViewPart*, bool> PhaseSpace::choose_exact(const PuzzleDefinition& definition,
                                                         const PhaseSpaceOptions& options) {
  struct Exact {
    const ViewPart* part = nullptr;
    PhaseCoordinate coordinate;
    bool is_wanted = false;
  };
  std::vector<Exact> found;
  for (const std::vector<ViewPart>* parts : {&view_.parts(), &view_.plain_parts()}) {
    for (const ViewPart& part : *parts) {
      bool says_more = false;
      std::optional<PhaseCoordinate> made = PhaseCoordinate::enumerate_exactly(
          definition, part, moves_, left_, says_more, options.stop);
      if (made) found.push_back({&part, std::move(*made), says_more});
    }
  }
  for (Exact& a : found) {
    for (Exact& b : found) {
      const double goals = static_cast<double>(a.coordinate.goals().size()) *
                           static_cast<double>(b.coordinate.goals().size());
      if (&a >= &b || (a.is_wanted && b.is_wanted) || goals > kMostJointGoals) continue;
      const std::size_t joint =
          joint_goals({&a.coordinate, &b.coordinate}, {b.coordinate.size(), 1}).size();
      if (static_cast<double>(joint) < goals) a.is_wanted = b.is_wanted = true;
    }
  }
  std::map<const ViewPart*, bool> exact;
  for (Exact& one : found) {
    exact[one.part] = one.is_wanted;
    if (one.is_wanted) coordinates_.push_back(std::move(one.coordinate));
  }
  return exact;
}

std::vector<std::uint64_t> PhaseSpace::joint_goals(
    const std::vector<const PhaseCoordinate*>& coordinates,
    const std::vector<std::uint64_t>& strides) const {
  std::vector<std::uint64_t> goals = {0};
  std::unordered_set<std::uint64_t> seen = {0};
  for (std::size_t at = 0; at < goals.size(); ++at) {
    for (int m = 0; m < moves_.size(); ++m) {
      if (left_[static_cast<std::size_t>(m)] == 0) continue;
      std::uint64_t rest = goals[at];
      std::uint64_t entry = 0;
      for (std::size_t i = 0; i < coordinates.size(); ++i) {
        const auto value = static_cast<std::uint32_t>(rest / strides[i]);
        rest %= strides[i];
        entry += coordinates[i]->row(value)[m] * strides[i];
      }
      if (seen.insert(entry).second) goals.push_back(entry);
    }
  }
  return goals;
}

void PhaseSpace::choose_coordinates(const PuzzleDefinition& definition,
                                    const PhaseSpaceOptions& options) {
  std::map<const ViewPart*, bool> exact = choose_exact(definition, options);
  std::vector<Planned> all =
      plan_coordinates(view_, moves_.size()).value_or(std::vector<Planned>{});
  std::erase_if(all, [&](const Planned& planned) {
    const auto& moduli = planned.part->modulus;
    const bool has_turns = planned.choice.turns &&
                           std::any_of(moduli.begin(), moduli.end(), [](int m) { return m > 1; });
    return exact[planned.part] && !has_turns;
  });
  const std::size_t most = most_values(options);
  std::vector<std::optional<PhaseCoordinate>> made(all.size());
  parallel_for(all.size(), options.threads, [&](std::size_t i) {
    made[i] = PhaseCoordinate::enumerate(definition, *all[i].part, all[i].choice, moves_, most,
                                         options.stop);
  });
  replace_by_whole(definition, all, made, options.stop);
  for (std::optional<PhaseCoordinate>& coordinate : made) {
    if (!coordinate || bytes() + coordinate->bytes() > options.memory_bytes) {
      throw Error(fmt::format("a coordinate of a phase needs more than {} (expected more memory)",
                              size_text(options.memory_bytes)));
    }
    if (coordinate->size() > 1) coordinates_.push_back(std::move(*coordinate));
  }
  tie_of_.assign(coordinates_.size(), -1);
  choose_ties(definition, options);
  if (coordinates_.size() > kMostPhaseCoordinates) {
    throw Error(fmt::format("a phase has {} coordinates (expected at most {})", coordinates_.size(),
                            kMostPhaseCoordinates));
  }
}

void PhaseSpace::replace_by_whole(const PuzzleDefinition& definition, std::vector<Planned>& planned,
                                  std::vector<std::optional<PhaseCoordinate>>& made,
                                  const std::stop_token& stop) {
  std::map<const ViewPart*, SeveralCoordinates> together;
  for (std::size_t i = 0; i < planned.size(); ++i) together[planned[i].part].add(made[i]);
  for (auto& [part, whole] : whole_coordinates(definition, together, moves_, keep_.split, stop)) {
    std::size_t left = 0;
    for (std::size_t i = 0; i < planned.size(); ++i) {
      if (planned[i].part != part) std::swap(made[left++], made[i]);
    }
    std::erase_if(planned,
                  [&, replaced = part](const Planned& one) { return one.part == replaced; });
    made.resize(left);
    coordinates_.push_back(std::move(whole));
  }
}

void PhaseSpace::choose_ties(const PuzzleDefinition& definition, const PhaseSpaceOptions& options) {
  for (std::size_t t = 0; t < view_.ties().size(); ++t) {
    const ViewTie& tie = view_.ties()[t];
    const std::size_t first = coordinates_.size();
    for (const std::vector<int>& group : groups_of(tie)) {
      std::optional<PhaseCoordinate> made;
      for (std::size_t c = first; c < coordinates_.size() && !made; ++c) {
        made = coordinates_[c].with_pieces(definition, tie, group);
      }
      if (!made) {
        made = PhaseCoordinate::enumerate_tie(definition, tie, group, moves_, left_,
                                              most_values(options), options.stop);
      }
      if (!made) {
        throw Error(fmt::format("a coordinate of a phase needs more than {} (expected more memory)",
                                size_text(options.memory_bytes)));
      }
      if (made->size() == made->goals().size()) continue;
      coordinates_.push_back(std::move(*made));
      tie_of_.push_back(static_cast<int>(t));
    }
  }
}

std::size_t PhaseSpace::most_values(const PhaseSpaceOptions& options) const {
  const std::uint64_t left = options.memory_bytes - std::min(options.memory_bytes, bytes());
  return std::min<std::uint64_t>(kMostRowBytes, left) /
         (sizeof(std::uint32_t) * static_cast<std::size_t>(std::max(moves_.size(), 1)));
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

std::optional<std::vector<double>> PhaseSpace::log_sizes(const PhaseView& view, int moves) {
  const std::optional<std::vector<Planned>> planned = plan_coordinates(view, moves);
  if (!planned) return std::nullopt;
  std::vector<double> logs;
  for (const Planned& one : *planned) logs.push_back(one.log_size);
  for (const ViewTie& tie : view.ties()) {
    for (const std::vector<int>& group : groups_of(tie)) {
      logs.push_back(tie.log_size_of(static_cast<int>(group.size())));
    }
  }
  std::sort(logs.rbegin(), logs.rend());
  return logs;
}

std::optional<double> PhaseSpace::log_of_table(const PhaseView& view, int moves,
                                               const PhaseSpaceOptions& options) {
  const std::optional<std::vector<double>> logs = log_sizes(view, moves);
  if (!logs) return std::nullopt;
  const double most = std::log10(static_cast<double>(options.most_entries));
  double log_table = 0;
  for (const double log : *logs) {
    if (log_table + log <= most) log_table += log;
  }
  return log_table;
}

std::uint64_t PhaseSpace::least_bytes(const PhaseView& view, int moves) {
  // A key, its slots and its row; then the entry of the table.
  const double bytes_of_value = 40 + 4.0 * moves;
  double bytes = 0;
  for (const double log : log_sizes(view, moves).value_or(std::vector<double>{})) {
    bytes += std::pow(10, log) * bytes_of_value;
  }
  return static_cast<std::uint64_t>(bytes);
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
  // What belongs together is asked together.
  std::vector<int> joined;
  std::uint64_t size = 1;
  for (std::size_t c = 0; c < coordinates_.size(); ++c) {
    const PhaseCoordinate& coordinate = coordinates_[c];
    if (coordinate.is_about_tie() || coordinate.goals().size() == 1) continue;
    if (size * coordinate.size() > most_entries) continue;
    size *= coordinate.size();
    joined.push_back(static_cast<int>(c));
  }
  if (joined.size() > 1) {
    for (const int c : joined) covered[c] = 1;
    make_table(std::move(joined), options);
  }
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
  if (!share(table)) {
    fill(table, options);
    summarize(table);
  }
  tables_.push_back(std::move(table));
}

// Takes the distances of a table that has the same ones.
bool PhaseSpace::share(Table& table) const {
  for (const Table& other : tables_) {
    const bool alike =
        std::equal(table.coordinates.begin(), table.coordinates.end(), other.coordinates.begin(),
                   other.coordinates.end(),
                   [&](int a, int b) { return coordinates_[a].is_numbered_as(coordinates_[b]); });
    if (!alike) continue;
    table.distances = other.distances;
    table.reached = other.reached;
    table.mean = other.mean;
    table.greatest = other.greatest;
    table.rarity = other.rarity;
    return true;
  }
  return false;
}

// All goals of pairs; of the others only what belongs together, as far as that is not too much.
std::vector<std::uint64_t> PhaseSpace::goals_of(const Table& table) const {
  std::vector<const PhaseCoordinate*> joined;
  std::vector<std::uint64_t> strides;
  std::vector<std::size_t> apart;
  std::uint64_t size = 1;
  for (std::size_t i = 0; i < table.coordinates.size(); ++i) {
    const PhaseCoordinate& coordinate = coordinates_[table.coordinates[i]];
    if (coordinate.is_about_tie() || size * coordinate.goals().size() > kMostJointGoals) {
      apart.push_back(i);
      continue;
    }
    size *= coordinate.goals().size();
    joined.push_back(&coordinate);
    strides.push_back(1);
  }
  // Dense numbers for those that are joined, then the table's.
  for (std::size_t i = joined.size(); i-- > 1;) strides[i - 1] = strides[i] * joined[i]->size();
  std::vector<std::uint64_t> goals;
  for (const std::uint64_t dense : joint_goals(joined, strides)) {
    std::uint64_t rest = dense;
    std::uint64_t entry = 0;
    std::size_t next = 0;
    for (std::size_t i = 0; i < table.coordinates.size(); ++i) {
      if (std::find(apart.begin(), apart.end(), i) != apart.end()) continue;
      entry += rest / strides[next] * table.strides[i];
      rest %= strides[next++];
    }
    goals.push_back(entry);
  }
  for (const std::size_t i : apart) {
    std::vector<std::uint64_t> wider;
    for (const std::uint64_t entry : goals) {
      for (const std::uint32_t value : coordinates_[table.coordinates[i]].goals()) {
        wider.push_back(entry + std::uint64_t{table.strides[i]} * value);
      }
    }
    goals = std::move(wider);
  }
  return goals;
}

void PhaseSpace::fill(Table& table, const PhaseSpaceOptions& options) const {
  auto buffer = std::make_shared<HugeBuffer>(table.size);
  auto* data = reinterpret_cast<std::uint8_t*>(buffer->bytes().data());
  std::memset(data, kFar, table.size);
  for (const std::uint64_t entry : goals_of(table)) data[entry] = 0;
  // A move may cost several, so a layer without entries is no end yet.
  int dearest = 1;
  for (int m = 0; m < moves_.size(); ++m) dearest = std::max(dearest, moves_[m].cost);
  int empty = 0;
  for (int depth = 0; empty < dearest && depth < kFar - dearest; ++depth) {
    throw_if_stopped(options.stop, "making tables");
    empty = fill_layer(table, data, depth, options) ? 0 : empty + 1;
  }
  table.distances = std::move(buffer);
}

void PhaseSpace::summarize(Table& table) {
  std::array<std::uint64_t, 256> count{};
  for (std::uint64_t i = 0; i < table.size; ++i) ++count[table.data()[i]];
  double sum = 0;
  for (std::size_t d = 0; d < kFar; ++d) {
    sum += static_cast<double>(count[d] * d);
    table.reached += count[d];
    // 0 is for what is there.
    if (d > 0) {
      table.rarity[d] = static_cast<std::uint16_t>(
          1 + std::lround(kRarities * std::log10(static_cast<double>(table.reached) /
                                                 static_cast<double>(count[0]))));
    }
    if (count[d] > 0) table.greatest = static_cast<int>(d);
  }
  table.mean = sum / static_cast<double>(table.reached);
}

// Makes the children of all entries at a depth; false if there are none.
bool PhaseSpace::fill_layer(const Table& table, std::uint8_t* data, int depth,
                            const PhaseSpaceOptions& options) const {
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
