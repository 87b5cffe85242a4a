#include "general/find/goal.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace gyre {

FindGoal::FindGoal(const PuzzleDefinition& definition, const StateKernel& kernel,
                   const FindWords& words, const FindOptions& options)
    : kernel_(kernel), words_(words) {
  const int slots = definition.orbits().total_pieces();
  may_differ_.assign(slots, true);
  if (options.target) {
    if (options.pieces || options.only) {
      throw Error("a case says what becomes of every piece; leave out the pieces and the orbits");
    }
    definition.check_position(*options.target);
    exact_ = true;
    base_ = *options.target;
  } else {
    if (!options.pieces && !options.only) {
      throw Error("say what to look for: few pieces, only some pieces, or a case");
    }
    base_ = definition.solved();
    if (options.only) may_differ_ = *options.only;
    may_differ_.resize(slots, false);
    least_wrong_ = 1;
  }
  may_differ_count_ = static_cast<int>(std::count(may_differ_.begin(), may_differ_.end(), true));
  if (!exact_) most_wrong_ = std::min(options.pieces.value_or(slots), may_differ_count_);
  std::vector<bool> fixed = may_differ_;
  fixed.flip();
  fixed_bytes_ = byte_mask(fixed);
  all_may_differ_ = exact_ || may_differ_count_ == slots;
  if (!options.free_class.empty()) set_free_class(definition, options.free_class);
  make_targets(definition, base_);
}

void FindGoal::set_free_class(const PuzzleDefinition& definition, const std::string& name) {
  const MoveSet& letters = words_.letters();
  const int letter = letters.find(name);
  if (letter < 0) {
    std::string names;
    for (const MoveClass& cls : letters.classes()) names += (names.empty() ? "" : " ") + cls.name;
    throw Error(fmt::format("'{}' is none of the moves that are searched: {}", name, names));
  }
  if (!definition.invertible()) {
    throw Error("free turns need a puzzle whose pieces are all different");
  }
  free_class_ = letters.moves()[letter].move_class;
  // Slots that may differ and slots that may not must stay what they are.
  const State& action = letters.moves()[letter].action;
  const OrbitList& orbits = definition.orbits();
  int first = 0;
  for (int k = 0; k < orbits.size(); ++k) {
    for (int i = 0; i < orbits[k].pieces; ++i) {
      const int from = action.bytes[orbits.perm_offset(k) + i];
      if (may_differ_[first + i] == may_differ_[first + from]) continue;
      throw Error(
          fmt::format("free turns of {} move pieces between those that may be out of place "
                      "and those that may not",
                      name));
    }
    first += orbits[k].pieces;
  }
}

void FindGoal::make_targets(const PuzzleDefinition& definition, const State& base) {
  std::vector<int> turns{-1};
  for (int letter = 0; letter < words_.letters().size(); ++letter) {
    if (words_.class_of(letter) == free_class_) turns.push_back(letter);
  }
  const auto bytes = static_cast<std::size_t>(kernel_.bytes());
  PackedBytes to_element(bytes);  // solved^-1
  PackedBytes element(bytes);
  PackedBytes packed(bytes);
  kernel_.pack(base, packed.data());
  if (definition.invertible()) {
    kernel_.invert(kernel_.solved(), to_element.data());
    kernel_.compose_moves(to_element.data(), packed.data(), element.data());
  }
  // Few free turns first, so that match() finds those.
  std::vector<std::pair<int, int>> pairs;
  for (const int before : turns) {
    for (const int after : turns) pairs.emplace_back(before, after);
  }
  std::stable_sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) {
    const auto count = [](const auto& p) {
      return (p.first >= 0 ? 1 : 0) + (p.second >= 0 ? 1 : 0);
    };
    return count(a) < count(b);
  });
  for (const auto& [before, after] : pairs) {
    Target target{packed, element, before, after};
    if (before >= 0) {
      kernel_.compose_moves(words_.inverse_action(before), element.data(), target.element.data());
    }
    if (after >= 0) {
      kernel_.compose_moves(target.element.data(), words_.inverse_action(after),
                            target.element.data());
    }
    if (definition.invertible()) {
      kernel_.compose(kernel_.solved(), target.element.data(), target.position.data());
    }
    const bool known = std::any_of(targets_.begin(), targets_.end(), [&](const Target& other) {
      return other.position == target.position;
    });
    if (!known) targets_.push_back(std::move(target));
  }
}

PackedBytes FindGoal::byte_mask(const std::vector<bool>& slots) const {
  PackedBytes mask(static_cast<std::size_t>(kernel_.bytes()), 0);
  std::size_t slot = 0;
  for (const OrbitPlace& place : kernel_.layout().places()) {
    for (int i = 0; i < place.pieces; ++i, ++slot) {
      if (!slots[slot]) continue;
      mask[place.offset + i] = 0xFF;
      if (place.companion >= 0) mask[place.companion + i] = 0xFF;
    }
  }
  return mask;
}

bool FindGoal::fixed_slots_agree(const std::uint8_t* a, const std::uint8_t* b) const noexcept {
  for (std::size_t i = 0; i < fixed_bytes_.size(); ++i) {
    if (((a[i] ^ b[i]) & fixed_bytes_[i]) != 0) return false;
  }
  return true;
}

bool FindGoal::keeps(const SymmetryGroup& group, int element) const {
  if (free_class_ >= 0) {
    for (int letter = 0; letter < words_.letters().size(); ++letter) {
      if (words_.class_of(letter) == free_class_ &&
          words_.class_of(group.move_image(element, letter)) != free_class_) {
        return false;
      }
    }
  }
  if (exact_) {
    // Where free turns are mapped to free turns, all targets are mapped to targets if one is.
    PackedBytes image(static_cast<std::size_t>(kernel_.bytes()));
    kernel_.pack(group.conjugate_position(element, base_), image.data());
    return std::any_of(targets_.begin(), targets_.end(),
                       [&](const Target& target) { return target.position == image; });
  }
  const Symmetry& symmetry = group[element];
  const OrbitList& orbits = kernel_.orbits();
  std::vector<int> first(orbits.size() + 1, 0);
  for (int k = 0; k < orbits.size(); ++k) first[k + 1] = first[k] + orbits[k].pieces;
  for (int k = 0; k < orbits.size(); ++k) {
    const OrbitSymmetry& orbit = symmetry.orbits[k];
    for (int i = 0; i < orbits[k].pieces; ++i) {
      if (may_differ_[first[k] + i] != may_differ_[first[orbit.target] + orbit.slot[i]]) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace gyre
