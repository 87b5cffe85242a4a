// A step of either stage is a product of free turns and one counted move; its children are made all
// at once, and their entries are asked for meanwhile.
#include "general/scramble/two_stage.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace gyre {
namespace {

constexpr unsigned kDepthBits = 6;
constexpr int kMostDepth = (1 << kDepthBits) - 2;
// Linear probing stays short up to here.
constexpr double kMostFull = 0.75;
// Products of free turns; each position is turned by all of them.
constexpr std::size_t kMostFree = 1'024;
// Steps of stage two before the table is asked. The table knows so many positions that three are
// nearly always enough.
constexpr int kMostBeforeTable = 4;
// Steps of stage one beyond the fewest.
constexpr int kMostMore = 10;
constexpr std::size_t kMostCosets = 16;

std::uint32_t entry_of(std::uint64_t key, int depth) noexcept {
  return static_cast<std::uint32_t>(key << kDepthBits) | static_cast<std::uint32_t>(depth + 1);
}

bool same_position(std::uint32_t entry, std::uint64_t key) noexcept {
  return entry >> kDepthBits == static_cast<std::uint32_t>(key << kDepthBits) >> kDepthBits;
}

}  // namespace

struct TwoStageSearch::Scratch {
  explicit Scratch(int state_bytes, std::size_t free)
      : turned(state_bytes, free),
        positions(state_bytes),
        key(state_bytes, 1),
        shape(static_cast<std::size_t>(state_bytes)) {}

  PackedStates turned;
  PackedStates positions;  // of the children
  PackedStates key;
  PackedBytes shape;
  std::vector<Child> children;
};

// A search from one position.
struct TwoStageSearch::Walk {
  std::vector<std::unique_ptr<Scratch>> levels;  // by the steps made before
  std::size_t level = 0;
  std::vector<int> moves;
  std::stop_token stop;
  bool stopped = false;

  Scratch& scratch(const TwoStageSearch& search) {
    while (levels.size() <= level) {
      levels.push_back(std::make_unique<Scratch>(search.kernel_.bytes(), search.free_.size()));
    }
    return *levels[level];
  }

  // The children of the present level, each with its step in `moves`, until visit(child) is true.
  template <class Visit>
  bool any_child(const TwoStageSearch& search, const Visit& visit) {
    const Scratch& from = scratch(search);
    for (std::size_t i = 0; i < from.children.size(); ++i) {
      const std::size_t before = moves.size();
      search.add_step(from.children[i], moves);
      ++level;
      const bool found = visit(from.positions[i]);
      --level;
      if (found) return true;
      moves.resize(before);
    }
    return false;
  }
};

TwoStageSearch::TwoStageSearch(const PuzzleDefinition& definition, const MoveSet& moves,
                               const ProgressCallback& progress, const std::stop_token& stop,
                               std::uint64_t slots)
    : definition_(definition),
      move_set_(moves),
      kernel_(definition_),
      free_(kernel_.bytes()),
      counted_(kernel_.bytes()),
      shift_(64U - static_cast<unsigned>(std::countr_zero(std::bit_ceil(slots)))),
      buffer_(sizeof(std::uint32_t) * std::bit_ceil(slots)),
      slots_(reinterpret_cast<std::uint32_t*>(buffer_.bytes().data()), std::bit_ceil(slots)) {
  take_rules();
  choose_free();
  find_shapes(stop);
  find_group();
  find_cosets(stop);
  fill(progress, stop);
}

bool TwoStageSearch::fits(const PuzzleDefinition& definition) {
  return definition.invertible() && !definition.illegal().empty();
}

// Two pieces are of one kind if every rule names both or neither.
void TwoStageSearch::take_rules() {
  const OrbitList& orbits = definition_.orbits();
  for (int orbit = 0; orbit < orbits.size(); ++orbit) {
    const int pieces = orbits[orbit].pieces;
    const OrbitPlace& place = kernel_.layout().places()[static_cast<std::size_t>(orbit)];
    const auto identity_of = [&](unsigned byte) {
      const unsigned mask = (1U << static_cast<unsigned>(place.window_bits)) - 1;
      return static_cast<int>(byte & mask) - (place.offset - place.window);
    };
    std::map<std::vector<char>, std::uint8_t> kinds;
    std::vector<std::vector<char>> named(static_cast<std::size_t>(pieces));
    bool ruled = false;
    for (const IllegalRule& rule : definition_.illegal()) {
      if (rule.orbit != orbit) continue;
      ruled = true;
      Rule packed;
      packed.place = place.offset + rule.slot;
      for (int piece = 0; piece < pieces; ++piece) {
        const bool is_named = std::find(rule.identities.begin(), rule.identities.end(), piece) !=
                              rule.identities.end();
        named[static_cast<std::size_t>(piece)].push_back(is_named ? 1 : 0);
      }
      for (unsigned byte = 0; byte < 256; ++byte) {
        const int identity = identity_of(byte);
        if (identity < 0 || identity >= pieces) continue;
        packed.forbidden[byte] = named[static_cast<std::size_t>(identity)].back();
      }
      rules_.push_back(packed);
    }
    if (!ruled) continue;
    for (int slot = 0; slot < pieces; ++slot) {
      ShapePlace shape;
      shape.place = place.offset + slot;
      for (unsigned byte = 0; byte < 256; ++byte) {
        const int identity = identity_of(byte);
        if (identity < 0 || identity >= pieces) continue;
        shape.kind[byte] = kinds
                               .try_emplace(named[static_cast<std::size_t>(identity)],
                                            static_cast<std::uint8_t>(kinds.size()))
                               .first->second;
      }
      shape_places_.push_back(shape);
    }
  }
}

// Breadth first from the solved shape, free turns and all. A step can be undone, so the way there
// is as long as the way back.
void TwoStageSearch::find_shapes(const std::stop_token& stop) {
  const OrbitList& orbits = definition_.orbits();
  unsolved_ = invert(orbits, definition_.solved());
  const auto bytes = static_cast<std::size_t>(kernel_.bytes());
  Scratch scratch(kernel_.bytes(), free_.size());
  PackedBytes child(bytes);
  // All legal shapes that free turns make of a position; false if they are known.
  const auto add = [&](const std::uint8_t* position, int distance, PackedBytes& layer) {
    if (!legal(position) || shapes_.contains(shape_of(position, scratch))) return;
    for (std::size_t i = 0; i < free_.size(); ++i) {
      kernel_.compose(position, free_[i], scratch.key[0]);
      if (!legal(scratch.key[0])) continue;
      const PackedBytes turned(scratch.key[0], scratch.key[0] + bytes);
      const auto [shape, is_new] = shapes_.try_emplace(shape_of(turned.data(), scratch));
      if (!is_new) continue;
      shape->second.distance = distance;
      shape->second.way_back =
          invert(orbits, compose(orbits, unsolved_, kernel_.unpack_position(turned.data())));
      layer.insert(layer.end(), turned.begin(), turned.end());
    }
    if (shapes_.size() > kMostShapes) {
      throw Error(fmt::format("{} has more than {} shapes", definition_.name(), kMostShapes));
    }
  };
  PackedBytes layer;
  add(kernel_.solved(), 0, layer);
  const std::uint64_t solved = shape_of(kernel_.solved(), scratch);
  for (std::size_t i = 0; i * bytes < layer.size(); ++i) {
    Shape& shape = shapes_.at(shape_of(layer.data() + i * bytes, scratch));
    for (std::size_t k = 0; k < free_.size(); ++k) {
      kernel_.compose(layer.data() + i * bytes, free_[k], child.data());
      if (shape_of(child.data(), scratch) == solved) shape.back = k;
    }
  }
  for (int distance = 1; !layer.empty(); ++distance) {
    if (stop.stop_requested()) throw Error("interrupted");
    PackedBytes next;
    for (std::size_t i = 0; i * bytes < layer.size(); ++i) {
      for (std::size_t k = 0; k < counted_.size(); ++k) {
        kernel_.compose(layer.data() + i * bytes, counted_[k], child.data());
        add(child.data(), distance, next);
      }
    }
    layer = std::move(next);
  }
}

// Generated by the free turns that keep the solved shape, and by each step within it with a way
// back by free turns.
void TwoStageSearch::find_group() {
  const OrbitList& orbits = definition_.orbits();
  Scratch scratch(kernel_.bytes(), free_.size());
  const std::uint64_t solved = shape_of(kernel_.solved(), scratch);
  std::vector<State> loops;
  const auto add = [&](const std::uint8_t* position) {
    State loop = compose(orbits, unsolved_, kernel_.unpack_position(position));
    if (loop != identity_state(orbits)) loops.push_back(std::move(loop));
  };
  PackedBytes turned(static_cast<std::size_t>(kernel_.bytes()));
  PackedBytes child(turned.size());
  for (std::size_t i = 0; i < free_.size(); ++i) {
    kernel_.compose(kernel_.solved(), free_[i], turned.data());
    if (!legal(turned.data())) continue;
    if (shape_of(turned.data(), scratch) == solved) add(turned.data());
    for (std::size_t k = 0; k < counted_.size(); ++k) {
      kernel_.compose(turned.data(), counted_[k], child.data());
      if (!legal(child.data())) continue;
      const Shape& shape = shapes_.at(shape_of(child.data(), scratch));
      if (shape.distance != 0) continue;
      kernel_.compose(child.data(), free_[shape.back], child.data());
      add(child.data());
    }
  }
  PuzzleDefinition::Parts parts = definition_.parts();
  parts.illegal.clear();
  group_ = std::make_unique<const PuzzleGroup>(PuzzleDefinition(std::move(parts)), loops);
}

std::size_t TwoStageSearch::coset_of(const std::uint8_t* position, const Shape& shape) const {
  const OrbitList& orbits = definition_.orbits();
  const State loop = compose(orbits, compose(orbits, unsolved_, kernel_.unpack_position(position)),
                             shape.way_back);
  std::size_t coset = 0;
  while (coset < cosets_.size() &&
         !group_->contains_action(compose(orbits, loop, cosets_[coset]))) {
    ++coset;
  }
  return coset;
}

int TwoStageSearch::to_stage_two(const std::uint8_t* position, Scratch& scratch) const {
  const Shape& shape = shapes_.at(shape_of(position, scratch));
  const std::size_t coset = coset_of(position, shape);
  return coset < shape.to_stage_two.size() ? shape.to_stage_two[coset] : -1;
}

// If a position comes to the group of stage two by some moves, so does every one of its shape and
// right coset: hence one of each is enough, and a breadth-first search from solved finds them all.
void TwoStageSearch::find_cosets(const std::stop_token& stop) {
  const OrbitList& orbits = definition_.orbits();
  const auto bytes = static_cast<std::size_t>(kernel_.bytes());
  Scratch scratch(kernel_.bytes(), free_.size());
  const auto add = [&](const std::uint8_t* position, int distance, PackedBytes& layer) {
    for (std::size_t i = 0; i < free_.size(); ++i) {
      kernel_.compose(position, free_[i], scratch.turned[0]);
      if (!legal(scratch.turned[0])) continue;
      Shape& shape = shapes_.at(shape_of(scratch.turned[0], scratch));
      const std::size_t coset = coset_of(scratch.turned[0], shape);
      if (coset == cosets_.size()) {
        if (coset == kMostCosets) {
          throw Error(fmt::format("{} is not solved in two stages", definition_.name()));
        }
        cosets_.push_back(invert(
            orbits,
            compose(orbits, compose(orbits, unsolved_, kernel_.unpack_position(scratch.turned[0])),
                    shape.way_back)));
      }
      if (shape.to_stage_two.size() <= coset) shape.to_stage_two.resize(coset + 1, -1);
      if (shape.to_stage_two[coset] >= 0) continue;
      shape.to_stage_two[coset] = distance;
      layer.insert(layer.end(), scratch.turned[0], scratch.turned[0] + bytes);
    }
  };
  PackedBytes layer;
  add(kernel_.solved(), 0, layer);
  // Steps within the solved shape belong to stage two.
  PackedBytes child(bytes);
  for (int distance = 0; !layer.empty();) {
    if (stop.stop_requested()) throw Error("interrupted");
    PackedBytes next;
    for (std::size_t i = 0; i * bytes < layer.size(); ++i) {
      for (std::size_t k = 0; k < counted_.size(); ++k) {
        kernel_.compose(layer.data() + i * bytes, counted_[k], child.data());
        if (!legal(child.data())) continue;
        const Shape& shape = shapes_.at(shape_of(child.data(), scratch));
        const std::size_t coset = coset_of(child.data(), shape);
        const bool known = coset < shape.to_stage_two.size() && shape.to_stage_two[coset] >= 0;
        if (!known) add(child.data(), distance + 1, next);
      }
    }
    ++distance;
    layer = std::move(next);
  }
}

std::uint64_t TwoStageSearch::shape_of(const std::uint8_t* position,
                                       Scratch& scratch) const noexcept {
  std::uint8_t* kinds = scratch.shape.data();
  for (const ShapePlace& one : shape_places_) kinds[one.place] = one.kind[position[one.place]];
  return kernel_.hash(kinds);
}

// As many classes as commute with each other, those of high order first, each with a cycle of
// places as long as its order: where its least piece stands tells how far it is turned.
void TwoStageSearch::choose_free() {
  const OrbitList& orbits = definition_.orbits();
  const std::vector<MoveClass>& classes = move_set_.classes();
  std::vector<int> by_order(classes.size());
  std::iota(by_order.begin(), by_order.end(), 0);
  std::stable_sort(by_order.begin(), by_order.end(),
                   [&](int a, int b) { return classes[a].order > classes[b].order; });
  std::vector<State> products = {identity_state(orbits)};
  std::vector<char> taken(static_cast<std::size_t>(orbits.state_bytes()));
  for (const int index : by_order) {
    const MoveClass& one = classes[index];
    const auto clashes = [&](const FreeClass& other) {
      return !move_set_.commutes(index, other.move_class);
    };
    if (std::any_of(free_classes_.begin(), free_classes_.end(), clashes) ||
        products.size() * one.order > kMostFree) {
      continue;
    }
    const State unit = move_set_.unit_action(orbits, one);
    FreeClass found;
    for (int orbit = 0; orbit < orbits.size() && found.cycle.empty(); ++orbit) {
      const int offset = orbits.perm_offset(orbit);
      for (int slot = 0; slot < orbits[orbit].pieces && found.cycle.empty(); ++slot) {
        std::vector<int> cycle;
        int next = slot;
        do {
          cycle.push_back(next);
          next = unit.bytes[offset + next];
        } while (next != slot);
        // No other free class may move what tells this one's turns.
        const bool own = std::none_of(cycle.begin(), cycle.end(),
                                      [&](int place) { return taken[offset + place] != 0; });
        if (own && static_cast<int>(cycle.size()) == one.order) {
          const OrbitPlace& place = kernel_.layout().places()[orbit];
          found.mask = static_cast<std::uint8_t>((1U << place.window_bits) - 1);
          for (const int in_orbit : cycle) found.cycle.push_back(place.offset + in_orbit);
        }
      }
    }
    if (found.cycle.empty()) continue;
    found.move_class = index;
    found.stride = products.size();
    free_classes_.push_back(std::move(found));
    for (int orbit = 0; orbit < orbits.size(); ++orbit) {
      const int offset = orbits.perm_offset(orbit);
      for (int slot = 0; slot < orbits[orbit].pieces; ++slot) {
        if (unit.bytes[offset + slot] != slot) taken[offset + slot] = 1;
      }
    }
    const std::size_t before = products.size();
    for (std::size_t i = before; i < before * one.order; ++i) {
      products.push_back(compose(orbits, products[i - before], unit));
    }
  }
  free_ = kernel_.pack(products);
  std::vector<State> counted;
  for (int move = 0; move < move_set_.size(); ++move) {
    const auto is_free = [&](const FreeClass& free) {
      return free.move_class == move_set_.moves()[move].move_class;
    };
    if (std::any_of(free_classes_.begin(), free_classes_.end(), is_free)) continue;
    counted.push_back(move_set_.moves()[move].action);
    counted_moves_.push_back(move);
  }
  counted_ = kernel_.pack(counted);
}

bool TwoStageSearch::legal(const std::uint8_t* position) const noexcept {
  return std::all_of(rules_.begin(), rules_.end(),
                     [&](const Rule& rule) { return rule.forbidden[position[rule.place]] == 0; });
}

std::uint64_t TwoStageSearch::key_of(const std::uint8_t* position,
                                     Scratch& scratch) const noexcept {
  std::size_t turn = 0;
  for (const FreeClass& one : free_classes_) {
    std::size_t least = 0;
    for (std::size_t i = 1; i < one.cycle.size(); ++i) {
      if ((position[one.cycle[i]] & one.mask) < (position[one.cycle[least]] & one.mask)) least = i;
    }
    turn += least * one.stride;
  }
  kernel_.compose(position, free_[turn], scratch.key[0]);
  return kernel_.hash(scratch.key[0]);
}

void TwoStageSearch::make_children(const std::uint8_t* position, int most_distance,
                                   Scratch& scratch) const {
  scratch.children.clear();
  kernel_.compose_many(position, free_[0], free_.size(), scratch.turned[0]);
  const std::size_t most = free_.size() * counted_.size();
  if (scratch.positions.size() < most) scratch.positions.resize(most);
  for (std::size_t i = 0; i < free_.size(); ++i) {
    if (!legal(scratch.turned[i])) continue;
    for (std::size_t k = 0; k < counted_.size(); ++k) {
      std::uint8_t* child = scratch.positions[scratch.children.size()];
      kernel_.compose(scratch.turned[i], counted_[k], child);
      if (!legal(child)) continue;
      const auto shape = shapes_.find(shape_of(child, scratch));
      if (shape == shapes_.end() || shape->second.distance > most_distance) continue;
      const std::uint64_t key = key_of(child, scratch);
      const auto same = [&](const Child& other) { return other.key == key; };
      if (std::any_of(scratch.children.begin(), scratch.children.end(), same)) continue;
      __builtin_prefetch(&slots_[slot_of(key)]);
      scratch.children.push_back({key, static_cast<int>(i), static_cast<int>(k)});
    }
  }
}

int TwoStageSearch::depth_of(std::uint64_t key) const noexcept {
  for (std::size_t i = slot_of(key);; i = (i + 1) & (slots_.size() - 1)) {
    const std::uint32_t entry = slots_[i];
    if (entry == 0) return -1;
    if (same_position(entry, key)) return static_cast<int>(entry & ((1U << kDepthBits) - 1)) - 1;
  }
}

bool TwoStageSearch::insert(std::uint64_t key, int depth) noexcept {
  for (std::size_t i = slot_of(key);; i = (i + 1) & (slots_.size() - 1)) {
    const std::uint32_t entry = slots_[i];
    if (entry == 0) {
      slots_[i] = entry_of(key, depth);
      ++entries_;
      return true;
    }
    if (same_position(entry, key)) return false;
  }
}

void TwoStageSearch::fill(const ProgressCallback& progress, const std::stop_token& stop) {
  const auto most = static_cast<std::uint64_t>(static_cast<double>(slots_.size()) * kMostFull);
  const auto bytes = static_cast<std::size_t>(kernel_.bytes());
  Scratch scratch(kernel_.bytes(), free_.size());
  PackedBytes layer(kernel_.solved(), kernel_.solved() + bytes);
  insert(key_of(kernel_.solved(), scratch), 0);
  double growth = 1;
  while (depth_ < kMostDepth && !layer.empty()) {
    const std::size_t size = layer.size() / bytes;
    // A layer that would not fit is not begun. Layers grow ever more slowly.
    if (static_cast<double>(entries_) + static_cast<double>(size) * growth >
        static_cast<double>(most)) {
      break;
    }
    PackedBytes next;
    for (std::size_t i = 0; i < size; ++i) {
      make_children(layer.data() + i * bytes, 0, scratch);
      for (std::size_t k = 0; k < scratch.children.size(); ++k) {
        if (!insert(scratch.children[k].key, depth_ + 1)) continue;
        next.insert(next.end(), scratch.positions[k], scratch.positions[k] + bytes);
      }
      // What a part of a layer says is true, but its depth is not complete.
      if (entries_ + free_.size() * counted_.size() >= most) return;
      if (i % 4096 != 0) continue;
      if (stop.stop_requested()) throw Error("interrupted");
      if (progress) progress({"table", entries_, most});
    }
    const std::size_t found = next.size() / bytes;
    growth = static_cast<double>(found) / static_cast<double>(size);
    ++depth_;
    layer = std::move(next);
  }
  if (progress) progress({"table", most, most});
}

void TwoStageSearch::add_free(std::size_t index, std::vector<int>& moves) const {
  // By class, as the move set lists them.
  std::vector<std::pair<int, int>> turns;
  for (const FreeClass& one : free_classes_) {
    const auto order = one.cycle.size();
    const auto amount = reduce_amount(static_cast<std::int64_t>(index / one.stride % order),
                                      static_cast<std::int64_t>(order));
    if (amount != 0) turns.emplace_back(one.move_class, static_cast<int>(amount));
  }
  std::sort(turns.begin(), turns.end());
  for (const auto& [move_class, amount] : turns) {
    for (int move = 0; move < move_set_.size(); ++move) {
      const Move& known = move_set_.moves()[move];
      if (known.move_class == move_class && known.amount == amount) moves.push_back(move);
    }
  }
}

void TwoStageSearch::add_step(const Child& child, std::vector<int>& moves) const {
  add_free(static_cast<std::size_t>(child.free), moves);
  moves.push_back(counted_moves_[static_cast<std::size_t>(child.counted)]);
}

// Along entries of ever smaller depth, which a false entry does not have.
bool TwoStageSearch::descend(Walk& walk, const std::uint8_t* position, int depth) const {
  Scratch& scratch = walk.scratch(*this);
  if (depth == 0) {
    for (std::size_t i = 0; i < free_.size(); ++i) {
      kernel_.compose(position, free_[i], scratch.key[0]);
      if (!kernel_.equal(scratch.key[0], kernel_.solved())) continue;
      add_free(i, walk.moves);
      return true;
    }
    return false;
  }
  make_children(position, 0, scratch);
  return walk.any_child(*this, [&](const std::uint8_t* child) {
    const bool nearer = depth_of(key_of(child, walk.scratch(*this))) == depth - 1;
    return nearer && descend(walk, child, depth - 1);
  });
}

bool TwoStageSearch::reach_table(Walk& walk, const std::uint8_t* position, int left) const {
  if (left == 0) {
    const int depth = depth_of(key_of(position, walk.scratch(*this)));
    return depth >= 0 && descend(walk, position, depth);
  }
  make_children(position, 0, walk.scratch(*this));
  return walk.any_child(
      *this, [&](const std::uint8_t* child) { return reach_table(walk, child, left - 1); });
}

bool TwoStageSearch::reach_shape(Walk& walk, const std::uint8_t* position, int left) const {
  if (walk.stop.stop_requested()) walk.stopped = true;
  if (walk.stopped) return false;
  const int least = to_stage_two(position, walk.scratch(*this));
  if (least < 0 || least > left) return false;
  if (left == 0) {
    for (int steps = 0; steps <= kMostBeforeTable; ++steps) {
      if (reach_table(walk, position, steps)) return true;
    }
    return false;
  }
  make_children(position, left - 1, walk.scratch(*this));
  return walk.any_child(
      *this, [&](const std::uint8_t* child) { return reach_shape(walk, child, left - 1); });
}

std::optional<std::vector<int>> TwoStageSearch::solve(const State& position,
                                                      const std::stop_token& stop) const {
  Walk walk;
  walk.stop = stop;
  PackedBytes start(static_cast<std::size_t>(kernel_.bytes()));
  kernel_.pack(position, start.data());
  if (!shapes_.contains(shape_of(start.data(), walk.scratch(*this)))) return std::nullopt;
  const int least = to_stage_two(start.data(), walk.scratch(*this));
  if (least < 0) return std::nullopt;
  bool found = false;
  for (int steps = least; !found && !walk.stopped && steps <= least + kMostMore; ++steps) {
    found = reach_shape(walk, start.data(), steps);
  }
  if (!found) return std::nullopt;
  // Free turns are one step.
  State replayed = position;
  for (const int move : walk.moves) {
    const bool counted =
        std::find(counted_moves_.begin(), counted_moves_.end(), move) != counted_moves_.end();
    if (counted && !definition_.legal(replayed)) {
      throw std::logic_error("a solution breaks a rule");
    }
    replayed = compose(definition_.orbits(), replayed, move_set_.moves()[move].action);
  }
  if (replayed != definition_.solved()) throw std::logic_error("a solution does not solve");
  return walk.moves;
}

}  // namespace gyre
