#include "puzzle/symmetry/automorphism_search.h"
#include "puzzle/symmetry/closure.h"
#include "puzzle/symmetry/symmetry_element.h"

#include "base/stop.h"
#include "puzzle/symmetry/symmetry.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <string>
#include <unordered_map>

namespace gyre {
namespace {

struct SymmetryRules {
  using Element = Symmetry;

  [[nodiscard]] Symmetry identity() const { return identity_symmetry(*orbits); }
  [[nodiscard]] Symmetry multiply(const Symmetry& a, const Symmetry& b) const {
    return gyre::multiply(*orbits, a, b);
  }
  [[nodiscard]] std::string key(const Symmetry& s) const {
    return symmetry_key(*orbits, *blocks, s);
  }

  const OrbitList* orbits = nullptr;
  const SlotBlocks* blocks = nullptr;
};
using SymmetryClosure = Closure<SymmetryRules>;

// What symmetries do to the moves: image[m] is the index of the conjugate of move m.
struct MoveImageRules {
  using Element = std::vector<std::int32_t>;

  [[nodiscard]] Element identity() const {
    Element image(moves);
    std::iota(image.begin(), image.end(), 0);
    return image;
  }
  [[nodiscard]] Element multiply(const Element& a, const Element& b) const {
    Element image;
    image.reserve(moves);
    for (const std::int32_t move : a) image.push_back(b[static_cast<std::size_t>(move)]);
    return image;
  }
  [[nodiscard]] std::string key(const Element& image) const {
    return {reinterpret_cast<const char*>(image.data()), image.size() * sizeof(std::int32_t)};
  }

  std::size_t moves = 0;
};

// Finds moves by what they do. Moves of two names that do the same are told apart by their order,
// so that images of moves stay one-to-one.
class MoveFinder {
 public:
  explicit MoveFinder(const MoveSet& moves) : moves_(&moves) {
    for (int m = 0; m < moves.size(); ++m) {
      std::vector<int>& same = places_[key(moves.moves()[m].action)];
      rank_.push_back(same.size());
      same.push_back(m);
    }
  }

  // The index of the conjugate of move m, or -1.
  [[nodiscard]] int image(const OrbitList& orbits, const Symmetry& s, int m) const {
    const State& action = moves_->moves()[m].action;
    const auto place = places_.find(key(conjugate(orbits, s, action)));
    if (place == places_.end()) return -1;
    if (place->second.size() != places_.at(key(action)).size()) return -1;
    return place->second[rank_[m]];
  }

 private:
  [[nodiscard]] static std::string key(const State& state) {
    return {state.bytes.begin(), state.bytes.end()};
  }

  const MoveSet* moves_;
  std::unordered_map<std::string, std::vector<int>> places_;
  std::vector<std::size_t> rank_;
};

// Units without those that equal another or the inverse of another.
std::vector<State> distinct_units(const OrbitList& orbits, const std::vector<const State*>& all) {
  std::vector<State> units;
  for (const State* action : all) {
    if (*action == identity_state(orbits)) continue;
    const State inverse = invert(orbits, *action);
    if (std::none_of(units.begin(), units.end(),
                     [&](const State& unit) { return unit == *action || unit == inverse; })) {
      units.push_back(*action);
    }
  }
  return units;
}

State rotation_state(const OrbitList& orbits, const Symmetry& s) {
  State state;
  state.bytes.resize(orbits.state_bytes());
  for (int k = 0; k < orbits.size(); ++k) {
    const OrbitSymmetry& part = s.orbits[k];
    for (int slot = 0; slot < orbits[k].pieces; ++slot) {
      state.bytes[orbits.perm_offset(k) + part.slot[slot]] = static_cast<std::uint8_t>(slot);
      state.bytes[orbits.ori_offset(k) + part.slot[slot]] = part.offset[slot];
    }
  }
  return state;
}

// The elements of a SymmetryGroup and how they follow from each other.
struct BuiltGroup {
  explicit BuiltGroup(const SymmetryClosure& closure)
      : elements(closure.elements()), generators(closure.generators()), tree(closure.tree()) {}
  BuiltGroup(const OrbitList& orbits, const ClosureTree& from, std::vector<Symmetry> by)
      : generators(std::move(by)), tree(from) {
    elements.push_back(identity_symmetry(orbits));
    for (std::size_t e = 1; e < tree.parents.size(); ++e) {
      const auto& [parent, generator] = tree.parents[e];
      elements.push_back(multiply(orbits, elements[parent], generators[generator]));
    }
  }

  std::vector<Symmetry> elements;
  std::vector<Symmetry> generators;
  ClosureTree tree;
  std::size_t rotations = 1;  // the first elements
};

class Builder {
 public:
  Builder(const PuzzleDefinition& definition, const MoveSet& moves, const SymmetryOptions& options)
      : definition_(definition),
        orbits_(definition.orbits()),
        options_(options),
        finder_(moves),
        moves_(moves),
        max_elements_(std::clamp(options.max_elements, 1, 65'535)) {
    for (const Move& move : moves.moves()) {
      if (move.amount == 1) units_.push_back(&move.action);
    }
  }

  [[nodiscard]] bool complete() const noexcept { return complete_; }
  [[nodiscard]] const MoveFinder& finder() const noexcept { return finder_; }

  BuiltGroup build(const SlotBlocks& blocks) {
    SymmetryClosure whole({&orbits_, &blocks}, options_.stop);
    if (definition_.rotations().empty()) {
      return options_.mirrors ? automorphisms(std::move(whole)) : BuiltGroup(whole);
    }
    for (const BaseMove& rotation : definition_.rotations()) {
      if (!options_.rotations) break;
      if (!whole.add(symmetry_of_rotation(orbits_, rotation.action), max_elements_)) {
        complete_ = false;
      }
    }
    const std::size_t whole_rotations = whole.size();
    std::vector<const State*> all_units;
    for (const BaseMove& move : definition_.moves()) all_units.push_back(&move.action);
    if (options_.mirrors) add_mirror(whole, all_units, [](const Symmetry&) { return true; });

    SymmetryClosure group({&orbits_, &blocks}, options_.stop);
    const auto keep = [&](std::size_t from, std::size_t to) {
      for (std::size_t e = from; e < to; ++e) {
        throw_if_stopped(options_.stop, kFindingSymmetries);
        Symmetry s = whole.elements()[e];
        if (!group.contains(s) && keeps_moves(s) && fit_to_positions(definition_, s)) {
          group.add(s, max_elements_);
        }
      }
    };
    keep(0, whole_rotations);
    const std::size_t rotations = group.size();
    keep(whole_rotations, whole.size());
    if (options_.mirrors && group.size() == rotations && units_.size() < all_units.size()) {
      // A subset of the moves may have mirrors that the whole puzzle lacks.
      add_mirror(group, units_, [&](const Symmetry& s) { return keeps_moves(s); });
    }
    BuiltGroup built(group);
    built.rotations = rotations;
    return built;
  }

 private:
  [[nodiscard]] bool keeps_moves(const Symmetry& s) const {
    for (int m = 0; m < moves_.size(); ++m) {
      if (moves_.moves()[m].amount == 1 && finder_.image(orbits_, s, m) < 0) return false;
    }
    return true;
  }

  template <class Accept>
  void add_mirror(SymmetryClosure& group, const std::vector<const State*>& units, Accept&& accept) {
    // Even the shortest search looks at every slot under every rotation so many times.
    constexpr std::uint64_t kLeastRounds = 10;
    const std::size_t doubled = 2 * group.size();
    if (doubled > max_elements_ ||
        group.size() * orbits_.total_pieces() * kLeastRounds > options_.max_work / 2) {
      complete_ = false;
      return;
    }
    AutomorphismProblem problem;
    problem.definition = &definition_;
    problem.stop = options_.stop;
    problem.units = distinct_units(orbits_, units);
    for (std::size_t e = 1; e < group.size(); ++e) {
      problem.normalised.push_back(rotation_state(orbits_, group.elements()[e]));
    }
    // Not all directions need turn round: a middle slice named after the left face keeps its own.
    for (const bool reverse : {true, false}) {
      problem.reverse = reverse;
      AutomorphismSearch search(problem, options_.max_work / 2);
      const auto found = search.find([&](const Symmetry& s) {
        if (group.contains(s) || !accept(s)) return false;
        SymmetryClosure bigger = group;
        if (!bigger.add(s, doubled)) return false;
        group = std::move(bigger);
        return true;
      });
      if (found) return;
      if (search.exhausted()) complete_ = false;
    }
  }

  BuiltGroup automorphisms(SymmetryClosure group) {
    AutomorphismProblem problem;
    problem.definition = &definition_;
    problem.stop = options_.stop;
    problem.units = distinct_units(orbits_, units_);
    AutomorphismSearch search(problem, options_.max_work / 2);
    AutomorphismSearch::Generators found = search.generators(max_elements_);
    complete_ = !search.exhausted();
    if (found.whole) {
      for (const auto* list : {&found.keeping, &found.moving}) {
        for (const Symmetry& s : *list) {
          if (keeps_moves(s) && !group.add(s, max_elements_)) complete_ = false;
        }
      }
      return BuiltGroup(group);
    }
    if (found.ways > max_elements_) {
      // Those first that exchange no orbits: they are quicker to use.
      problem.keep_orbits = true;
      AutomorphismSearch narrow(std::move(problem), options_.max_work / 2);
      const std::vector<Symmetry> first = narrow.generators(max_elements_).moving;
      found.moving.insert(found.moving.begin(), first.begin(), first.end());
    }
    return up_to_moves(found.moving);
  }

  // The group in which symmetries count as one that do the same to all moves.
  BuiltGroup up_to_moves(const std::vector<Symmetry>& generators) {
    Closure<MoveImageRules> images(MoveImageRules{moves_.moves().size()}, options_.stop);
    std::vector<Symmetry> used;
    for (const Symmetry& s : generators) {
      std::vector<std::int32_t> image;
      for (int m = 0; m < moves_.size(); ++m) image.push_back(finder_.image(orbits_, s, m));
      if (std::count(image.begin(), image.end(), -1) != 0 || images.contains(image)) continue;
      if (images.add(image, max_elements_)) {
        used.push_back(s);
      } else {
        complete_ = false;
      }
    }
    return BuiltGroup(orbits_, images.tree(), std::move(used));
  }

  const PuzzleDefinition& definition_;
  const OrbitList& orbits_;
  const SymmetryOptions& options_;
  MoveFinder finder_;
  const MoveSet& moves_;
  std::size_t max_elements_;
  std::vector<const State*> units_;
  bool complete_ = true;
};

SlotBlocks blocks_of(const PuzzleDefinition& definition, const MoveSet& moves) {
  std::vector<const State*> actions;
  if (definition.rotations().empty()) {
    for (const Move& move : moves.moves()) actions.push_back(&move.action);
  } else {
    for (const BaseMove& move : definition.moves()) actions.push_back(&move.action);
    for (const BaseMove& move : definition.rotations()) actions.push_back(&move.action);
  }
  return {definition.orbits(), definition.solved(), actions};
}

}  // namespace

SymmetryGroup::SymmetryGroup(const PuzzleDefinition& definition, const MoveSet& moves,
                             const SymmetryOptions& options)
    : orbits_(definition.orbits()),
      solved_(definition.solved()),
      inversion_(definition.invertible() && definition.illegal().empty()),
      move_count_(moves.moves().size()) {
  const SlotBlocks blocks = blocks_of(definition, moves);
  Builder builder(definition, moves, options);
  BuiltGroup group = builder.build(blocks);
  // A search that was stopped has found fewer.
  throw_if_stopped(options.stop, kFindingSymmetries);
  rotations_ = static_cast<int>(group.rotations);
  complete_ = builder.complete();
  elements_ = std::move(group.elements);
  for (Symmetry& s : elements_) {
    [[maybe_unused]] const bool fits = fit_to_positions(definition, s);
    assert(fits);
  }
  const std::size_t size = elements_.size();
  products_.resize(size * size);
  inverses_.resize(size);
  for (std::size_t a = 0; a < size; ++a) {
    std::uint16_t* row = products_.data() + a * size;
    row[0] = static_cast<std::uint16_t>(a);
    for (std::size_t b = 1; b < size; ++b) {
      const auto& [parent, generator] = group.tree.parents[b];
      row[b] = static_cast<std::uint16_t>(group.tree.right[generator][row[parent]]);
    }
    for (std::size_t b = 0; b < size; ++b) {
      if (row[b] == 0) inverses_[a] = static_cast<std::uint16_t>(b);
    }
  }
  std::vector<std::vector<std::int32_t>> generator_images;
  for (const Symmetry& s : group.generators) {
    std::vector<std::int32_t>& images = generator_images.emplace_back();
    for (int m = 0; m < moves.size(); ++m) {
      images.push_back(builder.finder().image(orbits_, s, m));
      assert(images.back() >= 0);
    }
  }
  move_images_.resize(size * move_count_);
  for (std::size_t m = 0; m < move_count_; ++m) move_images_[m] = static_cast<std::int32_t>(m);
  for (std::size_t e = 1; e < size; ++e) {
    const auto& [parent, generator] = group.tree.parents[e];
    const std::vector<std::int32_t>& images = generator_images[generator];
    for (std::size_t m = 0; m < move_count_; ++m) {
      move_images_[e * move_count_ + m] = images[move_images_[parent * move_count_ + m]];
    }
  }
}

std::vector<Symmetry> all_elements(const SymmetryGroup& group) {
  std::vector<Symmetry> elements;
  for (int i = 0; i < group.size(); ++i) elements.push_back(group[i]);
  return elements;
}

State SymmetryGroup::invert_position(const State& position) const {
  assert(inversion_);
  return compose(orbits_, solved_, compose(orbits_, invert(orbits_, position), solved_));
}

}  // namespace gyre
