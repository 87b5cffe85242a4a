#include "general/phases/phase_coordinate.h"

#include "base/stop.h"

#include <xxhash.h>

#include <algorithm>
#include <cstring>

namespace gyre {
namespace {

int modulo(int a, int b) {
  return (a % b + b) % b;
}

constexpr int kMostSymbols = 250;

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
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = XXH3_64bits(key, places_) & mask;
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

std::optional<PhaseCoordinate> PhaseCoordinate::enumerate(
    const PuzzleDefinition& definition, const ViewPart& part, const Choice& choice,
    const PhaseMoves& moves, std::size_t max_size, const std::stop_token& stop) {
  PhaseCoordinate made;
  made.part_ = part;
  made.moves_ = moves.size();
  made.number_symbols(definition, choice);
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
  std::vector<std::uint8_t> key(made.places_);
  for (std::uint32_t value = 0; value < made.size_; ++value) {
    if (value % 4096 == 0) throw_if_stopped(stop, "making coordinates");
    for (int m = 0; m < moves.size(); ++m) {
      const std::uint8_t* from = made.keys_.data() + value * made.places_;
      for (std::size_t place = 0; place < made.places_; ++place) {
        key[place] = maps[m][place][from[sources[m][place]]];
      }
      const std::size_t at = made.find(key.data());
      if (made.slots_[at] == 0) {
        if (made.size_ >= max_size) return std::nullopt;
        made.slots_[at] = ++made.size_;
        made.keys_.insert(made.keys_.end(), key.begin(), key.end());
        made.table_.push_back(made.size_ - 1);
        if (made.size_ * 2 > made.slots_.size()) made.grow();
      } else {
        made.table_.push_back(made.slots_[at] - 1);
      }
    }
  }
  return made;
}

std::uint32_t PhaseCoordinate::rank(const State& position) const {
  const std::vector<std::uint8_t> key = key_of(position);
  if (key.empty()) return kNone;
  const std::uint32_t found = slots_[find(key.data())];
  return found == 0 ? kNone : found - 1;
}

std::uint64_t PhaseCoordinate::bytes() const noexcept {
  return keys_.size() + (slots_.size() + table_.size()) * sizeof(std::uint32_t);
}

}  // namespace gyre
