#include "general/shared/coordinate.h"

#include "base/arithmetic.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace gyre {
namespace {

std::vector<State> actions_of(const MoveSet& moves) {
  std::vector<State> actions;
  actions.reserve(moves.size());
  for (const Move& move : moves.moves()) actions.push_back(move.action);
  return actions;
}

}  // namespace

OrientationFrame::OrientationFrame(const PuzzleDefinition& definition, const MoveSet& moves,
                                   const State& start)
    : split_(definition.orbits(), actions_of(moves)) {
  const OrbitList& orbits = split_.orbits();
  for (int orbit = 0; orbit < orbits.size(); ++orbit) {
    gauges_.emplace_back(orbits[orbit].pieces, 0);
  }
  for (int c = 0; c < split_.size(); ++c) {
    const Component& component = split_[c];
    const int orbit = component.orbit;
    const int all = orbits[orbit].orientations;
    const std::uint8_t* perm = start.bytes.data() + orbits.perm_offset(orbit);
    const std::uint8_t* ori = start.bytes.data() + orbits.ori_offset(orbit);
    std::vector<int> zero(definition.identities(orbit), -1);
    bool agree = true;
    for (int place = 0; place < component.size(); ++place) {
      const int slot = component.slots[place];
      if (ori[slot] == kWildOrientation) continue;
      const int wanted = modulo(ori[slot] - component.gauge[place], all);
      int& of_piece = zero[perm[slot]];
      agree = agree && (of_piece < 0 || of_piece == wanted);
      of_piece = wanted;
    }
    // Pieces that look alike must have the same zero: which of them is where nobody knows.
    if (agree) {
      for (int place = 0; place < component.size(); ++place) {
        gauges_[orbit][component.slots[place]] = component.gauge[place];
      }
      for (int& piece : zero) piece = std::max(piece, 0);
    } else {
      std::fill(zero.begin(), zero.end(), 0);
    }
    pieces_.push_back(std::move(zero));
  }
  start_ = into(start);
  for (const Move& move : moves.moves()) {
    State action = move.action;
    for (int orbit = 0; orbit < orbits.size(); ++orbit) {
      const std::uint8_t* perm = action.bytes.data() + orbits.perm_offset(orbit);
      std::uint8_t* ori = action.bytes.data() + orbits.ori_offset(orbit);
      for (int slot = 0; slot < orbits[orbit].pieces; ++slot) {
        ori[slot] = static_cast<std::uint8_t>(
            modulo(ori[slot] - gauges_[orbit][slot] + gauges_[orbit][perm[slot]],
                   orbits[orbit].orientations));
      }
    }
    actions_.push_back(std::move(action));
  }
}

int OrientationFrame::zero(int orbit, int slot, int piece) const noexcept {
  return gauges_[orbit][slot] + pieces_[split_.component_of(orbit, slot)][piece];
}

State OrientationFrame::shifted(const State& position, int sign) const {
  const OrbitList& orbits = split_.orbits();
  State out = position;
  for (int orbit = 0; orbit < orbits.size(); ++orbit) {
    const std::uint8_t* perm = position.bytes.data() + orbits.perm_offset(orbit);
    std::uint8_t* ori = out.bytes.data() + orbits.ori_offset(orbit);
    for (int slot = 0; slot < orbits[orbit].pieces; ++slot) {
      if (ori[slot] == kWildOrientation) continue;
      ori[slot] = static_cast<std::uint8_t>(
          modulo(ori[slot] + sign * zero(orbit, slot, perm[slot]), orbits[orbit].orientations));
    }
  }
  return out;
}

State OrientationFrame::into(const State& position) const {
  return shifted(position, -1);
}

State OrientationFrame::out_of(const State& framed) const {
  return shifted(framed, 1);
}

std::vector<CoordinatePart> atomic_parts(const OrientationFrame& frame) {
  std::vector<CoordinatePart> parts;
  for (int c = 0; c < frame.split().size(); ++c) {
    const int orbit = frame.split()[c].orbit;
    if (frame.split()[c].size() > 1) parts.push_back({c, true, false});
    if (frame.orbits()[orbit].orientations > 1) parts.push_back({c, false, true});
  }
  return parts;
}

std::optional<Coordinate> Coordinate::enumerate(std::shared_ptr<const OrientationFrame> frame,
                                                const MoveSet& moves,
                                                std::vector<CoordinatePart> parts,
                                                std::size_t max_size) {
  Coordinate coordinate;
  coordinate.frame_ = std::move(frame);
  coordinate.parts_ = std::move(parts);
  coordinate.choose_bytes();
  if (!coordinate.fill(moves, max_size)) return std::nullopt;
  return coordinate;
}

void Coordinate::choose_bytes() {
  const OrbitList& orbits = frame_->orbits();
  for (const bool orientation : {false, true}) {
    if (orientation) turning_ = bytes_.size();
    for (const CoordinatePart& part : parts_) {
      if (!(orientation ? part.orientation : part.permutation)) continue;
      const Component& component = frame_->split()[part.component];
      const int orbit = component.orbit;
      for (const int slot : component.slots) {
        bytes_.push_back((orientation ? orbits.ori_offset(orbit) : orbits.perm_offset(orbit)) +
                         slot);
        modulus_.push_back(static_cast<std::uint8_t>(orientation ? orbits[orbit].orientations : 0));
      }
    }
  }
  stride_ = (bytes_.size() + 7) / 8 * 8;
}

Coordinate::KeyMove Coordinate::key_move(const State& action) const {
  std::vector<int> place_of_byte(action.bytes.size(), -1);
  for (std::size_t place = 0; place < bytes_.size(); ++place) {
    place_of_byte[bytes_[place]] = static_cast<int>(place);
  }
  const OrbitList& orbits = frame_->orbits();
  KeyMove out;
  for (const int byte : bytes_) {
    int orbit = 0;
    while (orbit + 1 < orbits.size() && orbits.perm_offset(orbit + 1) <= byte) ++orbit;
    const int perm = orbits.perm_offset(orbit);
    const int ori = orbits.ori_offset(orbit);
    const bool turns = byte >= ori;
    const int slot = byte - (turns ? ori : perm);
    const int source = place_of_byte[(turns ? ori : perm) + action.bytes[perm + slot]];
    assert(source >= 0);
    out.source.push_back(source);
    out.turn.push_back(turns ? action.bytes[ori + slot] : 0);
  }
  return out;
}

void Coordinate::apply(const KeyMove& move, const std::uint8_t* from,
                       std::uint8_t* to) const noexcept {
  for (std::size_t i = 0; i < turning_; ++i) to[i] = from[move.source[i]];
  for (std::size_t i = turning_; i < bytes_.size(); ++i) {
    const std::uint8_t old = from[move.source[i]];
    const unsigned sum = unsigned{old} + move.turn[i];
    to[i] = old == kWildOrientation
                ? old
                : static_cast<std::uint8_t>(sum >= modulus_[i] ? sum - modulus_[i] : sum);
  }
}

std::uint64_t Coordinate::hash(const std::uint8_t* key) const noexcept {
  std::uint64_t mixed = 0;
  for (std::size_t i = 0; i < stride_; i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, key + i, 8);
    mixed = mix_bits(mixed ^ word);
  }
  return mixed;
}

std::size_t Coordinate::find(const std::uint8_t* key, std::uint64_t hash) const noexcept {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  while (slots_[at] != 0 &&
         std::memcmp(keys_.data() + (slots_[at] - 1) * stride_, key, stride_) != 0) {
    at = (at + 1) & mask;
  }
  return at;
}

void Coordinate::grow() {
  slots_.assign(std::max<std::size_t>(64, slots_.size() * 2), 0);
  for (std::uint32_t value = 0; value < size_; ++value) {
    const std::uint8_t* key = keys_.data() + value * stride_;
    slots_[find(key, hash(key))] = value + 1;
  }
}

bool Coordinate::fill(const MoveSet& moves, std::size_t max_size) {
  grow();
  keys_.assign(stride_, 0);
  for (std::size_t i = 0; i < bytes_.size(); ++i) keys_[i] = frame_->start().bytes[bytes_[i]];
  slots_[find(keys_.data(), hash(keys_.data()))] = 1;
  size_ = 1;
  moves_ = moves.size();
  // Units only; what their powers do follows from the tables.
  const std::size_t classes = moves.classes().size();
  std::vector<KeyMove> units(classes);
  for (int m = 0; m < moves.size(); ++m) {
    if (moves.moves()[m].amount == 1) {
      units[moves.moves()[m].move_class] = key_move(frame_->actions()[m]);
    }
  }
  std::vector<std::vector<std::uint32_t>> steps(classes);
  std::vector<std::uint8_t> next(classes * stride_, 0);
  std::vector<std::uint64_t> hashes(classes);
  for (std::uint32_t value = 0; value < size_; ++value) {
    // Both reads of a large table are cache misses: let those of all moves be under way at once.
    for (std::size_t c = 0; c < classes; ++c) {
      apply(units[c], keys_.data() + value * stride_, next.data() + c * stride_);
      hashes[c] = hash(next.data() + c * stride_);
      __builtin_prefetch(&slots_[hashes[c] & (slots_.size() - 1)]);
    }
    for (std::size_t c = 0; c < classes; ++c) {
      const std::uint32_t likely = slots_[hashes[c] & (slots_.size() - 1)];
      if (likely != 0) __builtin_prefetch(keys_.data() + (likely - 1) * stride_);
    }
    for (std::size_t c = 0; c < classes; ++c) {
      const std::uint8_t* key = next.data() + c * stride_;
      const std::size_t at = find(key, hashes[c]);
      if (slots_[at] != 0) {
        steps[c].push_back(slots_[at] - 1);
        continue;
      }
      if (size_ >= max_size) return false;
      slots_[at] = ++size_;
      keys_.insert(keys_.end(), key, key + stride_);
      steps[c].push_back(size_ - 1);
      if (2 * std::size_t{size_} > slots_.size()) grow();
    }
  }
  table_.resize(static_cast<std::size_t>(moves_) * size_);
  for (int m = 0; m < moves_; ++m) {
    const Move& move = moves.moves()[m];
    const std::vector<std::uint32_t>& step = steps[move.move_class];
    std::uint32_t* to = table_.data() + static_cast<std::size_t>(m) * size_;
    for (std::uint32_t value = 0; value < size_; ++value) {
      std::uint32_t end = value;
      for (int i = 0; i < std::abs(move.amount); ++i) end = step[end];
      if (move.amount > 0) {
        to[value] = end;
      } else {
        to[end] = value;
      }
    }
  }
  return true;
}

std::uint32_t Coordinate::rank(const State& position) const {
  return rank_framed(frame_->into(position).bytes.data());
}

std::uint32_t Coordinate::rank_framed(const std::uint8_t* state) const noexcept {
  // As many bytes as two states of the largest orbits need.
  std::uint8_t buffer[64] = {};
  std::vector<std::uint8_t> long_key;
  std::uint8_t* key = buffer;
  if (stride_ > sizeof(buffer)) {
    long_key.assign(stride_, 0);
    key = long_key.data();
  }
  for (std::size_t i = 0; i < bytes_.size(); ++i) key[i] = state[bytes_[i]];
  return slots_[find(key, hash(key))] - 1;  // kNone where nothing is
}

void Coordinate::write_framed(std::uint32_t value, std::uint8_t* state) const noexcept {
  const std::uint8_t* key = keys_.data() + value * stride_;
  for (std::size_t i = 0; i < bytes_.size(); ++i) state[bytes_[i]] = key[i];
}

std::vector<std::uint8_t> Coordinate::distances() const {
  std::vector<std::uint8_t> out(size_, kUnreached);
  out[0] = 0;
  std::vector<std::uint32_t> layer = {0};
  for (int depth = 1; !layer.empty(); ++depth) {
    std::vector<std::uint32_t> further;
    for (const std::uint32_t value : layer) {
      for (int m = 0; m < moves_; ++m) {
        std::uint8_t& distance = out[move(value, m)];
        if (distance != kUnreached) continue;
        distance = static_cast<std::uint8_t>(std::min(depth, kUnreached - 1));
        further.push_back(move(value, m));
      }
    }
    layer = std::move(further);
  }
  return out;
}

}  // namespace gyre
