// The group that a list of actions generates: order, membership, uniformly random elements.
//
// Full components are known but for the sign of their permutation and the sum of their twists. So
// the group is the preimage of its image in a small quotient: those signs and sums, and the other
// components as they are. A stabiliser chain of the quotient answers everything.
#pragma once

#include "group/stabilizer_chain.h"

#include "base/random.h"
#include "puzzle/group/components.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace gyre {

// Where the invariants of each component stand among the points of a quotient; -1: left out.
struct QuotientPart {
  int sign = -1;    // two points
  int sum = -1;     // as many as effective orientations
  int pieces = -1;  // one for each place and effective orientation, place by place
};

class QuotientLayout {
 public:
  // wanted: the parts with any value but -1 where points are needed.
  QuotientLayout(const ComponentSplit& split, std::vector<QuotientPart> wanted);

  [[nodiscard]] int degree() const noexcept { return degree_; }
  [[nodiscard]] const QuotientPart& operator[](int c) const noexcept { return parts_[c]; }
  // No value if the action does not keep the components.
  [[nodiscard]] std::optional<Permutation> image(const ComponentSplit& split,
                                                 const State& action) const;
  [[nodiscard]] std::vector<Permutation> images(const ComponentSplit& split,
                                                const std::vector<State>& actions) const;

 private:
  std::vector<QuotientPart> parts_;
  int degree_ = 0;
};

class ActionGroup {
 public:
  // Throws Error if what is not full is too large for a chain, or if it is stopped.
  ActionGroup(const OrbitList& orbits, std::vector<State> actions,
              const std::stop_token& stop = {});
  // The same group, with some full components taken as they are (`full` says which are not).
  ActionGroup(const ActionGroup& other, std::vector<bool> full, const std::stop_token& stop = {});

  [[nodiscard]] const ComponentSplit& split() const noexcept { return split_; }
  [[nodiscard]] const std::vector<State>& actions() const noexcept { return actions_; }
  [[nodiscard]] bool full(int c) const noexcept { return full_[c]; }
  [[nodiscard]] const QuotientLayout& layout() const noexcept { return layout_; }
  [[nodiscard]] const StabilizerChain& quotient() const noexcept { return quotient_; }

  [[nodiscard]] BigInt order() const;
  [[nodiscard]] bool contains(const State& action) const;
  [[nodiscard]] State random_action(Rng& rng) const;

 private:
  std::vector<State> actions_;
  ComponentSplit split_;
  std::vector<bool> full_;
  QuotientLayout layout_;
  StabilizerChain quotient_;
};

// The actions of a full component with even permutation and twists that add up to 0:
// n!/2 * o^(n-1).
[[nodiscard]] BigInt kernel_order(const Component& component);

}  // namespace gyre
