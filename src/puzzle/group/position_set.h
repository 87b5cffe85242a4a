// The positions that a group of actions makes of the solved one: how many, and which. Pieces that
// look alike and wild orientations make several elements of the group one position.
#pragma once

#include <gyre/puzzle/puzzle_group.h>

#include "puzzle/group/action_group.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gyre {

// In one component, the places whose pieces may stand for each other. Key: the identity, and the
// part of the orientation that the moves cannot change (its rest modulo the step), or kWildClass.
using ClassKey = std::pair<int, int>;
using PieceClasses = std::map<ClassKey, std::vector<int>>;
constexpr int kWildClass = -1;

// What the solved position hides.
struct Likeness {
  std::vector<PieceClasses> classes;  // by component
  std::vector<bool> free_sign;        // swapping pieces that look alike changes the sign
  std::vector<bool> free_sum;         // a wild piece takes any twist
};

// The classes of a component's places in a position.
[[nodiscard]] PieceClasses classes_of(const ComponentSplit& split, int c, const State& position);

class PositionSet {
 public:
  // Keeps references to both. Throws Error if it is stopped.
  PositionSet(const PuzzleDefinition& definition, const ActionGroup& group,
              const std::stop_token& stop = {});

  // Throws Error if look-alike pieces in components that are not full make it too long.
  [[nodiscard]] BigInt count() const;
  // position: one that PuzzleDefinition::check_position accepts. Throws Error as count() does, and
  // if it is stopped.
  [[nodiscard]] Membership membership(const State& position,
                                      const std::stop_token& stop = {}) const;

  // What can be seen of the group: the invariants of full components that look-alike and wild
  // pieces do not hide, and the other components as they are.
  [[nodiscard]] const QuotientLayout& layout() const noexcept { return layout_; }
  [[nodiscard]] const StabilizerChain& chain() const noexcept { return chain_; }
  [[nodiscard]] const Likeness& likeness() const noexcept { return likeness_; }
  // What can be seen of some element of the group that makes the position of the solved one, the
  // same every time; no value if there is none. Throws Error as membership() does.
  [[nodiscard]] std::optional<Permutation> visible_element(const State& position,
                                                           const std::stop_token& stop = {}) const;

 private:
  void color_points();
  [[nodiscard]] std::uint64_t node_limit() const noexcept;
  [[nodiscard]] BigInt count_by_enumeration() const;
  // An action that keeps the components and makes `position`; false, with reasons, if there is
  // none.
  bool find_action(const State& position, State& action, Membership& result) const;
  // image: of an action that makes the position, perhaps outside the group.
  [[nodiscard]] std::optional<Permutation> element_like(const Permutation& image,
                                                        const std::stop_token& stop) const;
  void check_sums(const std::vector<LocalAction>& locals, Membership& result) const;
  void check_signs(const std::vector<LocalAction>& locals, Membership& result) const;
  [[nodiscard]] std::string component_name(int c) const;

  const PuzzleDefinition& definition_;
  const ActionGroup& group_;
  Likeness likeness_;
  QuotientLayout layout_;  // what can be seen
  // The chain of the quotient that can be seen. Where nothing is hidden that is the group's own.
  std::unique_ptr<const StabilizerChain> own_chain_;
  const StabilizerChain& chain_;
  std::vector<std::uint32_t> colors_;  // by point of layout_: equal where pieces look alike
  bool all_distinct_ = true;           // no two points of one colour
};

}  // namespace gyre
