#include "general/sequences/rotations.h"

#include <gyre/base/error.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/sequence.h>

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace gyre {
namespace {

// As many as expand() allows.
constexpr std::size_t kMostMoves = 10'000'000;

std::string key_of(const State& state) {
  return {state.bytes.begin(), state.bytes.end()};
}

}  // namespace

RotationTable::RotationTable(const PuzzleDefinition& definition, const Vocabulary& vocabulary)
    : vocabulary_(vocabulary) {
  close(definition);
  find_images(definition);
  find_parts(definition);
}

// Breadth first, so that words are shortest; x, y and z are preferred to Rv, Uv and Fv, being what
// people write.
void RotationTable::close(const PuzzleDefinition& definition) {
  const OrbitList& orbits = definition.orbits();
  const std::vector<Unit>& units = vocabulary_.units();
  std::unordered_map<std::string, int> index;
  const auto add = [&](State element, std::vector<Turn> word) {
    const auto [place, is_new] = index.emplace(key_of(element), static_cast<int>(elements_.size()));
    if (!is_new) return;
    if (static_cast<int>(elements_.size()) == kMaxRotations) {
      throw Error(fmt::format("{} has more than {} rotations; they cannot be moved to the end",
                              definition.name(), kMaxRotations));
    }
    elements_.push_back(std::move(element));
    words_.push_back(std::move(word));
  };
  std::vector<std::pair<Turn, State>> generators;
  const auto add_generators = [&](bool aliases) {
    for (int u = 0; u < static_cast<int>(units.size()); ++u) {
      const bool base = units[u].kind == Unit::Kind::rotation;
      const bool alias = !base && units[u].kind != Unit::Kind::move &&
                         is_rotation_name(print(units[u].token)) &&
                         index.contains(key_of(units[u].action));
      if (aliases ? !alias : !base) continue;
      State action = units[u].action;
      for (std::int64_t turns = 1; turns < units[u].order; ++turns) {
        generators.push_back({{u, reduce_amount(turns, units[u].order)}, action});
        action = compose(orbits, action, units[u].action);
      }
    }
  };
  const auto run = [&] {
    elements_.clear();
    words_.clear();
    index.clear();
    add(identity_state(orbits), {});
    for (std::size_t done = 0; done < elements_.size(); ++done) {
      for (const auto& [turn, action] : generators) {
        std::vector<Turn> word = words_[done];
        word.push_back(turn);
        add(compose(orbits, elements_[done], action), std::move(word));
      }
    }
  };
  add_generators(false);
  run();
  const std::vector<std::pair<Turn, State>> base = std::exchange(generators, {});
  add_generators(true);
  generators.insert(generators.end(), base.begin(), base.end());
  run();

  unit_rotation_.assign(units.size(), -1);
  for (std::size_t u = 0; u < units.size(); ++u) {
    if (units[u].kind == Unit::Kind::move) continue;
    const auto place = index.find(key_of(units[u].action));
    if (place != index.end()) unit_rotation_[u] = place->second;
  }
  products_.resize(elements_.size() * elements_.size());
  for (std::size_t a = 0; a < elements_.size(); ++a) {
    for (std::size_t b = 0; b < elements_.size(); ++b) {
      products_[a * elements_.size() + b] =
          index.at(key_of(compose(orbits, elements_[a], elements_[b])));
    }
  }
}

// r m = (r m r^-1) r, so m becomes r m r^-1 in front of r.
void RotationTable::find_images(const PuzzleDefinition& definition) {
  constexpr std::int64_t kMostPowers = 24;
  const OrbitList& orbits = definition.orbits();
  const std::vector<Unit>& units = vocabulary_.units();
  std::unordered_map<std::string, Turn> named;
  const auto name_key = [](Unit::Kind kind, const State& action) {
    return static_cast<char>(kind) + key_of(action);
  };
  for (int u = 0; u < static_cast<int>(units.size()); ++u) {
    State action = units[u].action;
    for (std::int64_t turns = 1; turns < std::min(units[u].order, kMostPowers); ++turns) {
      named.try_emplace(name_key(units[u].kind, action),
                        Turn{u, reduce_amount(turns, units[u].order)});
      action = compose(orbits, action, units[u].action);
    }
  }
  images_.assign(elements_.size() * units.size(), Turn{-1, 1});
  for (std::size_t r = 0; r < elements_.size(); ++r) {
    const State back = invert(orbits, elements_[r]);
    for (int u = 0; u < static_cast<int>(units.size()); ++u) {
      Turn& image = images_[r * units.size() + u];
      if (r == 0) {
        image = {u, 1};
        continue;
      }
      const State moved = compose(orbits, compose(orbits, elements_[r], units[u].action), back);
      const auto place = named.find(name_key(units[u].kind, moved));
      if (place != named.end()) image = place->second;
    }
  }
}

void RotationTable::find_parts(const PuzzleDefinition& definition) {
  for (const Unit& unit : vocabulary_.units()) {
    std::vector<Turn>& parts = parts_.emplace_back();
    faults_.emplace_back();
    if (unit.kind == Unit::Kind::move || unit.kind == Unit::Kind::rotation) continue;
    try {
      for (const MoveToken& move : base_moves(definition, unit.token)) {
        parts.push_back({vocabulary_.find_unit(move), move.amount});
      }
    } catch (const Error& error) {
      faults_.back() = error.message();
    }
  }
}

int RotationTable::after(int rotation, const Turn& turn) const {
  const std::int64_t order = vocabulary_.units()[turn.unit].order;
  for (std::int64_t left = (turn.amount % order + order) % order; left > 0; --left) {
    rotation = products_[static_cast<std::size_t>(rotation) * elements_.size() +
                         unit_rotation_[turn.unit]];
  }
  return rotation;
}

void RotationTable::append(const Turn& turn, bool base_only, int& rotation,
                           std::vector<Turn>& moves) const {
  const std::vector<Unit>& units = vocabulary_.units();
  if (unit_rotation_[turn.unit] >= 0) {
    rotation = after(rotation, turn);
    return;
  }
  const std::vector<Turn>& parts = parts_[turn.unit];
  const Turn& image = images_[static_cast<std::size_t>(rotation) * units.size() + turn.unit];
  if (!faults_[turn.unit].empty() && (base_only || image.unit < 0)) {
    throw Error(faults_[turn.unit]);
  }
  if (image.unit >= 0 && (!base_only || parts.empty())) {
    moves.push_back({image.unit, image.amount * turn.amount});
    return;
  }
  if (parts.empty()) {
    std::string words;
    for (const Turn& part : words_[rotation]) words += vocabulary_.name_of(part) + ' ';
    throw Error(
        fmt::format("'{}{}' is no single move without the rotation: the rotations of this "
                    "puzzle do not map its moves to each other",
                    words, vocabulary_.name_of(turn)));
  }
  const std::int64_t amount = reduce_amount(turn.amount, units[turn.unit].order);
  for (std::int64_t i = 0; i < std::abs(amount); ++i) {
    if (moves.size() > kMostMoves) {
      throw Error(
          fmt::format("'{}' stands for more than {} moves", vocabulary_.name_of(turn), kMostMoves));
    }
    if (amount > 0) {
      for (const Turn& part : parts) append(part, base_only, rotation, moves);
    } else {
      for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        append({part->unit, -part->amount}, base_only, rotation, moves);
      }
    }
  }
}

int RotationTable::unrotate(const std::vector<Turn>& turns, std::vector<Turn>& moves) const {
  moves.clear();
  int rotation = 0;
  for (const Turn& turn : turns) append(turn, false, rotation, moves);
  return rotation;
}

int RotationTable::unrotate_to_base(const std::vector<Turn>& turns,
                                    std::vector<Turn>& moves) const {
  moves.clear();
  int rotation = 0;
  for (const Turn& turn : turns) append(turn, true, rotation, moves);
  return rotation;
}

}  // namespace gyre
