#include "general/phases/phase_coordinate.h"

#include "base/stop.h"

#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace gyre {
namespace {

int modulo(int a, int b) {
  return (a % b + b) % b;
}

constexpr int kMostSymbols = 250;
constexpr int kMostSigns = 8;
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
  for (std::uint8_t& sign : signs_) any |= sign = map[sign];
  if (any == 0) std::vector<std::uint8_t>().swap(signs_);
}

std::vector<std::uint8_t> PhaseCoordinate::key_of(const State& position) const {
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

std::size_t PhaseCoordinate::find(const std::uint8_t* key) const noexcept {
  return find(key, XXH3_64bits(key, places_));
}

std::size_t PhaseCoordinate::find(const std::uint8_t* key, std::uint64_t hash) const noexcept {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  while (slots_[at] != 0 &&
         std::memcmp(keys_.data() + (slots_[at] - 1) * places_, key, places_) != 0) {
    at = (at + 1) & mask;
  }
  return at;
}

void PhaseCoordinate::grow() {
  slots_.assign(std::max<std::size_t>(slots_.size() * 2, 1024), 0);
  for (std::uint32_t value = 0; value < size_; ++value) {
    slots_[find(keys_.data() + value * places_)] = value + 1;
  }
}

// All values that the moves lead to, value after value. What the moves make of one is looked up
// together, so that the misses overlap.
void PhaseCoordinate::visit_all(const std::vector<std::vector<std::uint16_t>>& sources,
                                const std::vector<std::vector<std::vector<std::uint8_t>>>& maps,
                                std::size_t max_size, const std::stop_token& stop) {
  const auto moves = static_cast<std::size_t>(moves_);
  const bool has_signs = std::any_of(sign_of_symbol_.begin(), sign_of_symbol_.end(),
                                     [](int sign) { return sign >= 0; });
  std::vector<std::uint8_t> keys(places_ * moves);
  std::vector<std::uint64_t> hashes(moves);
  for (std::uint32_t value = 0; value < size_ && size_ < max_size; ++value) {
    if (value % 4096 == 0) throw_if_stopped(stop, "making coordinates");
    const std::uint8_t* from = keys_.data() + value * places_;
    for (std::size_t m = 0; m < moves; ++m) {
      std::uint8_t* key = keys.data() + m * places_;
      for (std::size_t place = 0; place < places_; ++place) {
        key[place] = maps[m][place][from[sources[m][place]]];
      }
      hashes[m] = XXH3_64bits(key, places_);
      __builtin_prefetch(&slots_[hashes[m] & (slots_.size() - 1)]);
      if (has_signs) signs_.push_back(sign_change(from, sources[m]));
    }
    for (std::size_t m = 0; m < moves; ++m) {
      const std::uint32_t near = slots_[hashes[m] & (slots_.size() - 1)];
      if (near != 0) __builtin_prefetch(keys_.data() + (near - 1) * places_);
    }
    for (std::size_t m = 0; m < moves; ++m) {
      const std::uint8_t* key = keys.data() + m * places_;
      const std::size_t at = find(key, hashes[m]);
      if (slots_[at] != 0) {
        table_.push_back(slots_[at] - 1);
        continue;
      }
      slots_[at] = ++size_;
      keys_.insert(keys_.end(), key, key + places_);
      table_.push_back(size_ - 1);
      if (size_ * 2 > slots_.size()) grow();
    }
  }
}

std::optional<PhaseCoordinate> PhaseCoordinate::enumerate(
    const PuzzleDefinition& definition, const ViewPart& part, const Choice& choice,
    const PhaseMoves& moves, std::size_t max_size, const std::stop_token& stop) {
  PhaseCoordinate made;
  made.part_ = part;
  made.moves_ = moves.size();
  made.number_symbols(definition, choice);
  made.number_signs(definition, choice);
  if (made.symbols_ > kMostSymbols) return std::nullopt;
  std::vector<std::vector<std::uint16_t>> sources;
  std::vector<std::vector<std::vector<std::uint8_t>>> maps;
  for (int m = 0; m < moves.size(); ++m) {
    std::vector<std::uint16_t> source;
    for (const int slot : part.slots) {
      const auto from = std::lower_bound(part.slots.begin(), part.slots.end(),
                                         int{moves[m].action.bytes[made.perm_offset_ + slot]});
      source.push_back(static_cast<std::uint16_t>(from - part.slots.begin()));
    }
    sources.push_back(std::move(source));
    maps.push_back(made.symbol_maps(moves[m].action));
  }
  made.grow();
  const std::vector<std::uint8_t> start = made.key_of(definition.solved());
  made.keys_ = start;
  made.size_ = 1;
  made.slots_[made.find(start.data())] = 1;
  made.visit_all(sources, maps, max_size, stop);
  if (made.size_ >= max_size) return std::nullopt;
  return made;
}

std::uint32_t PhaseCoordinate::rank(const State& position) const {
  const std::vector<std::uint8_t> key = key_of(position);
  if (key.empty()) return kNone;
  const std::uint32_t found = slots_[find(key.data())];
  return found == 0 ? kNone : found - 1;
}

std::uint64_t PhaseCoordinate::bytes() const noexcept {
  return keys_.size() + signs_.size() + (slots_.size() + table_.size()) * sizeof(std::uint32_t);
}

}  // namespace gyre
