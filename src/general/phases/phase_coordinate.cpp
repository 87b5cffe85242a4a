#include "general/phases/phase_coordinate.h"

#include "base/arithmetic.h"
#include "base/stop.h"

#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>

namespace gyre {
namespace {

constexpr int kMostSymbols = 250;
constexpr int kMostSigns = 8;
constexpr double kMostExactValues = 60'000;
// Places are bits of a word where signs are counted.
constexpr std::size_t kMostSignedPlaces = 64;

}  // namespace

void PhaseCoordinate::number_symbols(const PuzzleDefinition& definition, const Choice& choice) {
  perm_offset_ = definition.orbits().perm_offset(part_.orbit);
  ori_offset_ = definition.orbits().ori_offset(part_.orbit);
  places_ = part_.slots.size();
  kind_of_.assign(static_cast<std::size_t>(part_.colours), -1);
  for (int c = 0; c < part_.colours; ++c) {
    if (choice.colours[c] == 0) continue;
    const int modulus = choice.turns ? part_.modulus[c] : 1;
    if (!choice.places && !kinds_.empty() && kinds_[0].modulus == modulus) {
      kind_of_[c] = 0;
      continue;
    }
    kind_of_[c] = static_cast<int>(kinds_.size());
    kinds_.push_back({symbols_, modulus});
    symbols_ += modulus;
  }
}

void PhaseCoordinate::number_signs(const PuzzleDefinition& definition, const Choice& choice) {
  sign_of_symbol_.assign(static_cast<std::size_t>(symbols_), -1);
  sign_of_colour_.assign(static_cast<std::size_t>(part_.colours), -1);
  if (!choice.places || places_ > kMostSignedPlaces) return;
  order_.assign(part_.colour.size(), -1);
  std::vector<int> different(static_cast<std::size_t>(part_.colours), 0);
  for (std::size_t place = 0; place < places_; ++place) {
    const int identity = definition.solved().bytes[perm_offset_ + part_.slots[place]];
    if (order_[identity] >= 0) continue;
    order_[identity] = static_cast<std::int16_t>(place);
    ++different[part_.colour[identity]];
  }
  int signs = 0;
  all_signs_ = true;
  for (int c = 0; c < part_.colours; ++c) {
    if (part_.pieces[c] == 1) continue;
    const bool counts = kind_of_[c] >= 0 && different[c] == part_.pieces[c] && signs < kMostSigns;
    if (!counts) {
      all_signs_ = false;
      continue;
    }
    const Kind& kind = kinds_[kind_of_[c]];
    for (int t = 0; t < kind.modulus; ++t) {
      sign_of_symbol_[kind.first + t] = static_cast<std::int8_t>(signs);
    }
    sign_of_colour_[c] = static_cast<std::int8_t>(signs++);
  }
  if (signs == 0) all_signs_ = false;
}

// Which colours come into another order: each piece is counted against those that have been seen
// and came from behind it.
std::uint8_t PhaseCoordinate::sign_change(const std::uint8_t* key,
                                          const std::vector<std::uint16_t>& source) const {
  std::array<std::uint64_t, kMostSigns> seen{};
  unsigned change = 0;
  for (std::size_t place = 0; place < places_; ++place) {
    const int sign = sign_of_symbol_[key[source[place]]];
    if (sign < 0) continue;
    const auto odd = static_cast<unsigned>(std::popcount(seen[sign] >> source[place])) & 1U;
    change ^= odd << static_cast<unsigned>(sign);
    seen[sign] |= std::uint64_t{1} << source[place];
  }
  return static_cast<std::uint8_t>(change);
}

std::uint8_t PhaseCoordinate::signs(const State& position) const {
  if (order_.empty()) return 0;
  std::array<std::uint64_t, kMostSigns> seen{};
  unsigned signs = 0;
  for (const int slot : part_.slots) {
    const int identity = position.bytes[perm_offset_ + slot];
    const int sign = sign_of_colour_[part_.colour[identity]];
    if (sign < 0) continue;
    const auto odd = static_cast<unsigned>(std::popcount(seen[sign] >> order_[identity])) & 1U;
    signs ^= odd << static_cast<unsigned>(sign);
    seen[sign] |= std::uint64_t{1} << order_[identity];
  }
  return static_cast<std::uint8_t>(signs);
}

void PhaseCoordinate::map_signs(const std::array<std::uint8_t, 256>& map) {
  std::uint8_t any = 0;
  for (std::uint8_t& sign : numbers_->signs) any |= sign = map[sign];
  if (any == 0) std::vector<std::uint8_t>().swap(numbers_->signs);
}

std::vector<std::uint8_t> PhaseCoordinate::key_of(const State& position) const {
  if (tie_) return key_of_tie(position);
  std::vector<std::uint8_t> key(places_, 0);
  for (std::size_t place = 0; place < places_; ++place) {
    const int slot = part_.slots[place];
    const int identity = position.bytes[perm_offset_ + slot];
    const int colour = part_.colour[identity];
    if (colour < 0) return {};
    if (kind_of_[colour] < 0) continue;
    const Kind& kind = kinds_[kind_of_[colour]];
    const int turned =
        position.bytes[ori_offset_ + slot] - part_.gauge[place] - part_.zero[identity];
    key[place] = static_cast<std::uint8_t>(kind.first + modulo(turned, kind.modulus));
  }
  return key;
}

// What a move makes of each symbol that comes to each place.
std::vector<std::vector<std::uint8_t>> PhaseCoordinate::symbol_maps(const State& action) const {
  std::vector<std::vector<std::uint8_t>> maps(places_);
  for (std::size_t place = 0; place < places_; ++place) {
    const int slot = part_.slots[place];
    const auto from = std::lower_bound(part_.slots.begin(), part_.slots.end(),
                                       int{action.bytes[perm_offset_ + slot]});
    const int turn = action.bytes[ori_offset_ + slot] - part_.gauge[place] +
                     part_.gauge[from - part_.slots.begin()];
    maps[place].assign(static_cast<std::size_t>(symbols_), 0);
    for (const Kind& kind : kinds_) {
      for (int t = 0; t < kind.modulus; ++t) {
        maps[place][kind.first + t] =
            static_cast<std::uint8_t>(kind.first + modulo(t + turn, kind.modulus));
      }
    }
  }
  return maps;
}

void PhaseCoordinate::choose_tie(const PuzzleDefinition& definition, const ViewTie& tie,
                                 const std::vector<int>& pieces) {
  const OrbitList& orbits = definition.orbits();
  const State& solved = definition.solved();
  TieChoice choice;
  choice.tie = tie;
  choice.perm_offset = orbits.perm_offset(tie.other_orbit);
  choice.ori_offset = orbits.ori_offset(tie.other_orbit);
  perm_offset_ = orbits.perm_offset(tie.orbit);
  choice.piece_of.assign(static_cast<std::size_t>(definition.identities(tie.orbit)), -1);
  for (const int piece : pieces) {
    choice.piece_of[solved.bytes[perm_offset_ + tie.homes[piece]]] = piece;
  }
  for (const int home : tie.partner_slots) {
    choice.partner_of.push_back(solved.bytes[choice.perm_offset + home]);
    choice.solved_turn.push_back(solved.bytes[choice.ori_offset + home]);
  }
  choice.other_place.assign(static_cast<std::size_t>(orbits[tie.other_orbit].pieces), -1);
  for (std::size_t place = 0; place < tie.other_slots.size(); ++place) {
    choice.other_place[tie.other_slots[place]] = static_cast<int>(place);
  }
  places_ = tie.slots.size();
  symbols_ = 1 + static_cast<int>(tie.other_slots.size()) * (tie.turns ? tie.orientations : 1);
  tie_ = std::move(choice);
}

// Each place holds where the partner of its piece is, and how that is turned.
std::vector<std::uint8_t> PhaseCoordinate::key_of_tie(const State& position) const {
  const ViewTie& tie = tie_->tie;
  std::array<int, 256> where{};  // by identity of the other orbit: its place + 1
  for (std::size_t place = 0; place < tie.other_slots.size(); ++place) {
    where[position.bytes[tie_->perm_offset + tie.other_slots[place]]] = static_cast<int>(place) + 1;
  }
  std::vector<std::uint8_t> key(places_, 0);
  for (std::size_t place = 0; place < places_; ++place) {
    const int piece = tie_->piece_of[position.bytes[perm_offset_ + tie.slots[place]]];
    if (piece < 0) continue;
    const int other = where[tie_->partner_of[piece]] - 1;
    if (other < 0) return {};
    int symbol = other;
    if (tie.turns) {
      const int turned = position.bytes[tie_->ori_offset + tie.other_slots[other]] -
                         tie_->solved_turn[piece] + tie.partner_turns[piece];
      symbol = other * tie.orientations + modulo(turned, tie.orientations);
    }
    key[place] = static_cast<std::uint8_t>(symbol + 1);
  }
  return key;
}

std::vector<std::vector<std::uint8_t>> PhaseCoordinate::tie_symbol_maps(const State& action) const {
  const ViewTie& tie = tie_->tie;
  const int turns = tie.turns ? tie.orientations : 1;
  std::vector<std::uint8_t> map(static_cast<std::size_t>(symbols_), 0);
  for (std::size_t place = 0; place < tie.other_slots.size(); ++place) {
    const int slot = tie.other_slots[place];
    const int from = tie_->other_place[action.bytes[tie_->perm_offset + slot]];
    const int turn = tie.turns ? action.bytes[tie_->ori_offset + slot] : 0;
    for (int t = 0; t < turns; ++t) {
      map[1 + from * turns + t] =
          static_cast<std::uint8_t>(1 + static_cast<int>(place) * turns + modulo(t + turn, turns));
    }
  }
  return std::vector<std::vector<std::uint8_t>>(places_, map);
}

std::size_t PhaseCoordinate::Numbers::find(const std::uint8_t* key) const noexcept {
  return find(key, XXH3_64bits(key, places));
}

std::size_t PhaseCoordinate::Numbers::find(const std::uint8_t* key,
                                           std::uint64_t hash) const noexcept {
  const std::size_t mask = slots.size() - 1;
  std::size_t at = hash & mask;
  while (slots[at] != 0 && std::memcmp(keys.data() + (slots[at] - 1) * places, key, places) != 0) {
    at = (at + 1) & mask;
  }
  return at;
}

std::uint32_t PhaseCoordinate::Numbers::rank(const std::vector<std::uint8_t>& key) const noexcept {
  if (key.empty()) return kNone;
  const std::uint32_t found = slots[find(key.data())];
  if (found == 0) return kNone;
  return merged.empty() ? found - 1 : merged[found - 1];
}

void PhaseCoordinate::Numbers::grow() {
  slots.assign(std::max<std::size_t>(slots.size() * 2, 1024), 0);
  for (std::uint32_t value = 0; value < size; ++value) {
    slots[find(keys.data() + value * places)] = value + 1;
  }
}

// Wherever the moves that are left take the goal.
void PhaseCoordinate::Numbers::find_goals(const std::vector<char>& left) {
  std::vector<char> seen(size, 0);
  seen[goals[0]] = 1;
  for (std::size_t at = 0; at < goals.size(); ++at) {
    const std::uint32_t* row = table.data() + static_cast<std::size_t>(goals[at]) * moves;
    for (std::size_t m = 0; m < moves; ++m) {
      if (left[m] == 0 || std::exchange(seen[row[m]], 1) != 0) continue;
      goals.push_back(row[m]);
    }
  }
}

// What a move that is left makes of the goal is as good as the goal, and so is what other moves
// make of both.
void PhaseCoordinate::Numbers::merge(const std::vector<char>& left) {
  std::vector<std::uint32_t> parent(size);
  std::iota(parent.begin(), parent.end(), 0U);
  const auto find_root = [&](std::uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  std::vector<std::uint32_t> image(size);
  std::vector<std::uint32_t> queue;
  for (std::size_t l = 0; l < moves; ++l) {
    if (left[l] == 0) continue;
    std::fill(image.begin(), image.end(), kNone);
    image[0] = table[l];
    queue.assign(1, 0);
    for (std::size_t at = 0; at < queue.size(); ++at) {
      const std::uint32_t* from = table.data() + queue[at] * moves;
      const std::uint32_t* to = table.data() + image[queue[at]] * moves;
      for (std::size_t m = 0; m < moves; ++m) {
        if (image[from[m]] != kNone) continue;
        image[from[m]] = to[m];
        queue.push_back(from[m]);
      }
    }
    // The smaller one is the root, so that the goal's is 0.
    for (std::uint32_t v = 0; v < size; ++v) {
      const std::uint32_t a = find_root(v);
      const std::uint32_t b = find_root(image[v]);
      parent[std::max(a, b)] = std::min(a, b);
    }
  }
  merged.assign(size, 0);
  std::vector<std::uint32_t> rows;
  std::vector<std::uint32_t> roots;
  for (std::uint32_t v = 0; v < size; ++v) {
    if (find_root(v) != v) continue;
    merged[v] = static_cast<std::uint32_t>(roots.size());
    roots.push_back(v);
  }
  for (std::uint32_t v = 0; v < size; ++v) merged[v] = merged[find_root(v)];
  for (const std::uint32_t root : roots) {
    for (std::size_t m = 0; m < moves; ++m) rows.push_back(merged[table[root * moves + m]]);
  }
  table = std::move(rows);
  size = static_cast<std::uint32_t>(roots.size());
  goals = {0};
}

// All values that the moves lead to, value after value. What the moves make of one is looked up
// together, so that the misses overlap.
void PhaseCoordinate::visit_all(const State& solved, const KeyMaps& maps, std::size_t max_size,
                                const std::stop_token& stop) {
  numbers_ = std::make_shared<Numbers>();
  Numbers& numbers = *numbers_;
  numbers.places = places_;
  numbers.moves = maps.sources.size();
  numbers.grow();
  numbers.keys = key_of(solved);
  numbers.size = 1;
  numbers.slots[numbers.find(numbers.keys.data())] = 1;
  const std::size_t moves = numbers.moves;
  const bool has_signs = std::any_of(sign_of_symbol_.begin(), sign_of_symbol_.end(),
                                     [](int sign) { return sign >= 0; });
  std::vector<std::uint8_t> keys(places_ * moves);
  std::vector<std::uint64_t> hashes(moves);
  for (std::uint32_t value = 0; value < numbers.size && numbers.size < max_size; ++value) {
    if (value % 4096 == 0) throw_if_stopped(stop, "making coordinates");
    const std::uint8_t* from = numbers.keys.data() + value * places_;
    for (std::size_t m = 0; m < moves; ++m) {
      std::uint8_t* key = keys.data() + m * places_;
      for (std::size_t place = 0; place < places_; ++place) {
        key[place] = maps.symbols[m][place][from[maps.sources[m][place]]];
      }
      hashes[m] = XXH3_64bits(key, places_);
      __builtin_prefetch(&numbers.slots[hashes[m] & (numbers.slots.size() - 1)]);
      if (has_signs) numbers.signs.push_back(sign_change(from, maps.sources[m]));
    }
    for (std::size_t m = 0; m < moves; ++m) {
      const std::uint32_t near = numbers.slots[hashes[m] & (numbers.slots.size() - 1)];
      if (near != 0) __builtin_prefetch(numbers.keys.data() + (near - 1) * places_);
    }
    for (std::size_t m = 0; m < moves; ++m) {
      const std::uint8_t* key = keys.data() + m * places_;
      const std::size_t at = numbers.find(key, hashes[m]);
      if (numbers.slots[at] != 0) {
        numbers.table.push_back(numbers.slots[at] - 1);
        continue;
      }
      numbers.slots[at] = ++numbers.size;
      numbers.keys.insert(numbers.keys.end(), key, key + places_);
      numbers.table.push_back(numbers.size - 1);
      if (numbers.size * 2 > numbers.slots.size()) numbers.grow();
    }
  }
}

namespace {

// By place: the place that its piece comes from.
std::vector<std::uint16_t> sources_of(const std::vector<int>& slots, int perm_offset,
                                      const State& action) {
  std::vector<std::uint16_t> sources;
  for (const int slot : slots) {
    const auto from =
        std::lower_bound(slots.begin(), slots.end(), int{action.bytes[perm_offset + slot]});
    sources.push_back(static_cast<std::uint16_t>(from - slots.begin()));
  }
  return sources;
}

}  // namespace

std::optional<PhaseCoordinate> PhaseCoordinate::enumerate(
    const PuzzleDefinition& definition, const ViewPart& part, const Choice& choice,
    const PhaseMoves& moves, std::size_t max_size, const std::stop_token& stop) {
  PhaseCoordinate made;
  made.part_ = part;
  made.number_symbols(definition, choice);
  made.number_signs(definition, choice);
  if (made.symbols_ > kMostSymbols) return std::nullopt;
  KeyMaps maps;
  for (int m = 0; m < moves.size(); ++m) {
    maps.sources.push_back(sources_of(part.slots, made.perm_offset_, moves[m].action));
    maps.symbols.push_back(made.symbol_maps(moves[m].action));
  }
  made.visit_all(definition.solved(), maps, max_size, stop);
  if (made.size() >= max_size) return std::nullopt;
  return made;
}

std::optional<PhaseCoordinate> PhaseCoordinate::enumerate_exactly(
    const PuzzleDefinition& definition, const ViewPart& part, const PhaseMoves& moves,
    const std::vector<char>& left, bool& says_more, const std::stop_token& stop) {
  ViewPart fine = part;
  const int offset = definition.orbits().perm_offset(part.orbit);
  std::fill(fine.colour.begin(), fine.colour.end(), std::int16_t{-1});
  fine.pieces.clear();
  for (const int slot : part.slots) {
    std::int16_t& colour = fine.colour[definition.solved().bytes[offset + slot]];
    if (colour < 0) {
      colour = static_cast<std::int16_t>(fine.pieces.size());
      fine.pieces.push_back(0);
    }
    ++fine.pieces[colour];
  }
  fine.colours = static_cast<int>(fine.pieces.size());
  fine.modulus.assign(fine.pieces.size(), 1);
  if (fine.colours == part.colours || fine.log_size() > std::log10(kMostExactValues)) {
    return std::nullopt;
  }
  const Choice choice{std::vector<char>(fine.pieces.size(), 1), true, false};
  const auto most = static_cast<std::size_t>(2 * kMostExactValues);
  std::optional<PhaseCoordinate> made = enumerate(definition, fine, choice, moves, most, stop);
  if (!made) return std::nullopt;
  const bool all_different = fine.colours == static_cast<int>(part.slots.size());
  if (all_different) {
    made->numbers_->merge(left);
  } else {
    made->numbers_->find_goals(left);
  }
  // How many arrangements the colours tell apart.
  ViewPart coarse = part;
  std::fill(coarse.modulus.begin(), coarse.modulus.end(), 1);
  const double more = std::log10(static_cast<double>(made->size())) -
                      std::log10(static_cast<double>(made->goals().size())) - coarse.log_size();
  constexpr double kWorthIt = 0.1;
  says_more = more >= kWorthIt;
  return made;
}

std::optional<PhaseCoordinate> PhaseCoordinate::enumerate_tie(
    const PuzzleDefinition& definition, const ViewTie& tie, const std::vector<int>& pieces,
    const PhaseMoves& moves, const std::vector<char>& left, std::size_t max_size,
    const std::stop_token& stop) {
  PhaseCoordinate made;
  made.choose_tie(definition, tie, pieces);
  if (made.symbols_ > kMostSymbols) return std::nullopt;
  KeyMaps maps;
  for (int m = 0; m < moves.size(); ++m) {
    maps.sources.push_back(sources_of(tie.slots, made.perm_offset_, moves[m].action));
    maps.symbols.push_back(made.tie_symbol_maps(moves[m].action));
  }
  made.visit_all(definition.solved(), maps, max_size, stop);
  if (made.size() >= max_size) return std::nullopt;
  made.numbers_->find_goals(left);
  return made;
}

std::optional<PhaseCoordinate> PhaseCoordinate::with_pieces(const PuzzleDefinition& definition,
                                                            const ViewTie& tie,
                                                            const std::vector<int>& pieces) const {
  PhaseCoordinate made;
  made.choose_tie(definition, tie, pieces);
  made.numbers_ = numbers_;
  const std::uint32_t solved = made.rank(definition.solved());
  if (std::find(goals().begin(), goals().end(), solved) == goals().end()) return std::nullopt;
  return made;
}

std::uint32_t PhaseCoordinate::rank(const State& position) const {
  return numbers_->rank(key_of(position));
}

std::uint64_t PhaseCoordinate::bytes() const noexcept {
  return numbers_->keys.size() + numbers_->signs.size() +
         (numbers_->slots.size() + numbers_->table.size()) * sizeof(std::uint32_t);
}

}  // namespace gyre
