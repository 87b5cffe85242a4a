#include "general/shapes/shape_coordinate.h"

#include "base/stop.h"

#include <array>
#include <utility>

namespace gyre {
namespace {

constexpr std::string_view kNumbering = "numbering arrangements of pieces";
constexpr int kMostSymbols = 255;
constexpr std::uint32_t kLookEvery = 1024;

}  // namespace

std::string ShapeCoordinate::key_of(const State& position, std::size_t shape) const {
  const ShapeMoves::Component& component = moves_->components()[component_];
  const std::uint8_t* slots = component.slots.data() + shape * component.places;
  std::string key(component.places, 0);
  for (std::size_t a = 0; a < component.places; ++a) {
    const int identity = position.bytes[perm_offset_ + slots[a]];
    if (first_[identity] == 0) continue;
    const int turn = position.bytes[ori_offset_ + slots[a]];
    key[a] = static_cast<char>(first_[identity] + turn % modulus_[identity]);
  }
  return key;
}

std::optional<ShapeCoordinate> ShapeCoordinate::enumerate(const PuzzleDefinition& definition,
                                                          const ShapeMoves& moves, int component,
                                                          const std::vector<char>& tracked,
                                                          std::size_t max_size,
                                                          const std::stop_token& stop) {
  ShapeCoordinate out;
  const ShapeMoves::Component& here = moves.components()[component];
  out.moves_ = &moves;
  out.component_ = component;
  out.perm_offset_ = definition.orbits().perm_offset(here.orbit);
  out.ori_offset_ = definition.orbits().ori_offset(here.orbit);
  out.first_.assign(tracked.size(), 0);
  out.modulus_.assign(tracked.size(), 1);
  // What a turn by one makes of a symbol: the next of its piece.
  std::array<std::pair<int, int>, kMostSymbols + 1> piece_of{};  // the first symbol, how many
  int symbols = 1;
  for (std::size_t a = 0; a < here.places; ++a) {
    const int slot = here.slots[a];
    const int identity = definition.solved().bytes[out.perm_offset_ + slot];
    if (tracked[identity] == 0 || out.first_[identity] != 0) continue;
    const bool wild = definition.solved().bytes[out.ori_offset_ + slot] == kWildOrientation;
    const int modulus = wild ? 1 : here.orientations;
    if (symbols + modulus - 1 > kMostSymbols) return std::nullopt;
    out.first_[identity] = symbols;
    out.modulus_[identity] = modulus;
    for (int i = 0; i < modulus; ++i) piece_of[symbols + i] = {symbols, modulus};
    symbols += modulus;
  }
  std::vector<std::string> keys = {out.key_of(definition.solved(), 0)};
  out.numbers_.emplace(keys[0], 0);
  std::vector<std::vector<std::uint32_t>> rows(here.moves.size());
  std::string next(here.places, 0);
  for (std::uint32_t value = 0; value < keys.size(); ++value) {
    if (value % kLookEvery == 0) throw_if_stopped(stop, kNumbering);
    for (std::size_t m = 0; m < here.moves.size(); ++m) {
      const ShapeMoves::LocalMove& move = here.moves[m];
      for (std::size_t a = 0; a < here.places; ++a) {
        const int symbol = static_cast<unsigned char>(keys[value][move.source[a]]);
        const auto [first, modulus] = piece_of[symbol];
        next[a] =
            static_cast<char>(symbol == 0 ? 0 : first + (symbol - first + move.twist[a]) % modulus);
      }
      const auto [at, is_new] = out.numbers_.emplace(next, static_cast<std::uint32_t>(keys.size()));
      if (is_new) {
        if (keys.size() >= max_size) return std::nullopt;
        keys.push_back(next);
      }
      rows[m].push_back(at->second);
    }
  }
  out.size_ = static_cast<std::uint32_t>(keys.size());
  for (const std::vector<std::uint32_t>& row : rows) {
    out.table_.insert(out.table_.end(), row.begin(), row.end());
  }
  return out;
}

std::uint32_t ShapeCoordinate::rank(const State& position, std::size_t shape) const {
  const auto at = numbers_.find(key_of(position, shape));
  return at == numbers_.end() ? kNone : at->second;
}

std::uint64_t ShapeCoordinate::bytes() const noexcept {
  // A node of the map: its key, a number, a hash, a link; and its bucket.
  constexpr std::uint64_t kNode = 80;
  return table_.size() * sizeof(std::uint32_t) + numbers_.size() * kNode;
}

}  // namespace gyre
