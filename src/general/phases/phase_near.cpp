#include "general/phases/phase_near.h"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>

namespace gyre {
namespace {

constexpr std::size_t kMostGoals = 200'000;
constexpr std::size_t kMostPlaces = 256;

std::uint32_t tag_of(std::uint64_t key) {
  const auto tag = static_cast<std::uint32_t>(key >> 32U);
  return tag == 0 ? 1 : tag;
}

}  // namespace

PhaseNear::PhaseNear(const PhaseSpace& space, std::size_t tables, std::size_t positions,
                     const std::stop_token& stop)
    : space_(space),
      looked_at_(space.coordinates().size(), 0),
      with_signs_(tables == space.tables().size()),
      row_(space.coordinates().size() + 1),
      positions_(positions) {
  for (std::size_t t = 0; t < tables; ++t) {
    for (const int c : space.tables()[t].coordinates) looked_at_[static_cast<std::size_t>(c)] = 1;
  }
  tags_.assign(std::bit_ceil(positions * 2 + 2), 0);
  costs_.assign(tags_.size(), 0);
  spread(stop);
}

std::uint64_t PhaseNear::key(const PhaseValues& values) const {
  std::uint64_t hash = with_signs_ ? values.signs : 0;
  std::array<std::uint8_t, kMostPlaces> partners{};
  std::size_t places = 0;
  int tie = -1;
  const auto close = [&] {
    if (tie >= 0) hash = XXH3_64bits_withSeed(partners.data(), places, hash);
    partners.fill(0);
    places = 0;
  };
  const std::vector<PhaseCoordinate>& coordinates = space_.coordinates();
  for (std::size_t c = 0; c < coordinates.size(); ++c) {
    if (looked_at_[c] == 0) continue;
    if (space_.tie_of(c) < 0) {
      hash = XXH3_64bits_withSeed(&values.of_coordinate[c], sizeof(std::uint32_t), hash);
      continue;
    }
    if (space_.tie_of(c) != tie) close();
    tie = space_.tie_of(c);
    const std::span<const std::uint8_t> one = coordinates[c].key(values[c]);
    places = one.size();
    for (std::size_t place = 0; place < places; ++place) partners[place] |= one[place];
  }
  close();
  return hash;
}

void PhaseNear::write(const PhaseValues& values, Rows& rows) const {
  rows.insert(rows.end(), values.of_coordinate.begin(),
              values.of_coordinate.begin() + static_cast<std::ptrdiff_t>(row_) - 1);
  rows.push_back(values.signs);
}

void PhaseNear::read(const Rows& rows, std::size_t index, PhaseValues& values) const {
  const std::uint32_t* row = rows.data() + index * row_;
  std::copy(row, row + row_ - 1, values.of_coordinate.begin());
  values.signs = static_cast<std::uint8_t>(row[row_ - 1]);
}

std::size_t PhaseNear::find(std::uint64_t key) const noexcept {
  const std::size_t mask = tags_.size() - 1;
  std::size_t at = key & mask;
  while (tags_[at] != 0 && tags_[at] != tag_of(key)) at = (at + 1) & mask;
  return at;
}

bool PhaseNear::insert(std::uint64_t key, int cost) {
  const std::size_t at = find(key);
  if (tags_[at] != 0) return false;
  tags_[at] = tag_of(key);
  costs_[at] = static_cast<std::uint8_t>(cost);
  ++count_;
  return true;
}

int PhaseNear::cost(std::uint64_t key) const noexcept {
  const std::size_t at = find(key);
  return tags_[at] == 0 ? kFar : costs_[at];
}

bool PhaseNear::add_goals(Rows& rows) {
  PhaseValues values;
  PhaseValues next;
  space_.rank_solved(values);
  (void)insert(key(values), 0);
  write(values, rows);
  // Half of the slots stay free, so that what is not there is not looked for without end.
  const std::size_t most = std::min(kMostGoals, positions_);
  for (std::size_t at = 0; at < rows.size() / row_; ++at) {
    read(rows, at, values);
    for (int m = 0; m < space_.moves().size(); ++m) {
      if (space_.left()[static_cast<std::size_t>(m)] == 0) continue;
      space_.step(values, m, next);
      if (!insert(key(next), 0)) continue;
      write(next, rows);
      if (count_ >= most) return false;
    }
  }
  return true;
}

void PhaseNear::spread(const std::stop_token& stop) {
  std::vector<Rows> layers(1);
  if (!add_goals(layers[0])) {
    std::vector<std::uint32_t>(1, 0).swap(tags_);
    std::vector<std::uint8_t>(1, 0).swap(costs_);
    return;
  }
  const PhaseMoves& moves = space_.moves();
  int dearest = 1;
  for (int m = 0; m < moves.size(); ++m) dearest = std::max(dearest, moves[m].cost);
  PhaseValues values;
  PhaseValues next;
  double growth = 2;
  for (std::size_t cost = 0; cost < layers.size() && cost + 1 < kFar; ++cost) {
    const std::size_t here = layers[cost].size() / row_;
    if (cost > 0 && !layers[cost - 1].empty()) {
      growth = std::max(2.0, static_cast<double>(layers[cost].size()) /
                                 static_cast<double>(layers[cost - 1].size()));
    }
    // What no further move is made from need not be kept.
    const bool is_last = static_cast<double>(here) * growth >
                         static_cast<double>(positions_ - std::min(positions_, count_)) / growth;
    for (std::size_t n = 0; n < here; ++n) {
      if (n % 4096 == 0) throw_if_stopped(stop, "making tables");
      read(layers[cost], n, values);
      for (int m = 0; m < moves.size(); ++m) {
        const std::size_t to = cost + static_cast<std::size_t>(moves[m].cost);
        space_.step(values, m, next);
        if (!insert(key(next), static_cast<int>(to))) continue;
        if (count_ >= positions_) return;
        if (is_last) continue;
        if (layers.size() <= to) layers.resize(to + 1);
        write(next, layers[to]);
      }
    }
    Rows().swap(layers[cost]);
  }
}

bool PhaseNear::append_way(PhaseValues values, std::vector<int>& moves) const {
  const std::size_t before = moves.size();
  int rest = cost(key(values));
  PhaseValues next;
  while (rest != kFar && rest > 0) {
    int found = -1;
    for (int m = 0; m < space_.moves().size() && found < 0; ++m) {
      const int left = rest - space_.moves()[m].cost;
      if (left < 0) continue;
      space_.step(values, m, next);
      if (cost(key(next)) == left) found = m;
    }
    if (found < 0) break;
    moves.push_back(found);
    rest -= space_.moves()[found].cost;
    values = next;
  }
  if (rest == 0) return true;
  moves.resize(before);
  return false;
}

}  // namespace gyre
