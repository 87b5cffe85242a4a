// The group of a puzzle under chosen moves: how many positions there are, whether a position can be
// solved and if not why, and uniformly random positions. All exact, with look-alike pieces, wild
// orientations and Illegal rules.
#pragma once

#include <gyre/base/api.h>
#include <gyre/base/bigint.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>

#include <cstdint>
#include <memory>
#include <random>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace GYRE_API gyre {

// Whether moves lead to a position. reasons: what is wrong, each a phrase without a full stop;
// empty exactly if solvable.
struct Membership {
  bool solvable = false;
  std::vector<std::string> reasons;
};

// Slots of an orbit that the moves connect.
struct GroupComponent {
  int orbit = 0;
  std::vector<int> slots;
  int orientations = 1;  // those that a piece can come back in
  // Every even permutation with twists that add up to nothing is possible here without touching any
  // other component.
  bool full = false;
};

// How the numbers were proved: from the structure alone (all components full, or too small to turn
// at all), by a stabiliser chain, or by a chain for what is not full.
enum class GroupProof { structure, chain, structure_and_chain };

[[nodiscard]] std::string_view to_string(GroupProof proof) noexcept;

class PuzzleGroup {
 public:
  // The group of all moves of the definition, in the half-turn metric.
  explicit PuzzleGroup(const PuzzleDefinition& definition, const std::stop_token& stop = {});
  // Throws Error if the definition has Illegal rules and more than kMaxShapes reachable shapes, or
  // if it is stopped: moves that tie many pieces together can take minutes.
  PuzzleGroup(const PuzzleDefinition& definition, const MoveSet& moves,
              const std::stop_token& stop = {});
  // The same for any actions; they must be moves of the definition's orbits. With Illegal rules
  // each action and its inverse is one step, and only what a step leads to must be legal.
  PuzzleGroup(const PuzzleDefinition& definition, const std::vector<State>& actions,
              const std::stop_token& stop = {});

  // How many arrangements the moves reach if all pieces are told apart and none is wild: without
  // Illegal rules, the order of the group.
  [[nodiscard]] BigInt order() const;
  // How many positions the moves reach. Throws Error where pieces that look alike in components
  // that are not full make the count too long to find.
  [[nodiscard]] BigInt states() const;

  // Throws Error if it is no position of the puzzle at all (PuzzleDefinition::check_position), or
  // as states() does, or if it is stopped.
  [[nodiscard]] Membership contains(const State& position, const std::stop_token& stop = {}) const;
  // Draws uniformly from the positions that the moves reach.
  [[nodiscard]] State random_state(std::mt19937_64& rng) const;
  // Whether the moves do this together. It can be asked without Illegal rules only.
  [[nodiscard]] bool contains_action(const State& action) const;

  // The components of the moves; with Illegal rules, of those that lead back to the solved shape.
  [[nodiscard]] const std::vector<GroupComponent>& components() const noexcept;
  [[nodiscard]] GroupProof proof() const noexcept;
  // Arrangements that the Illegal rules tell apart and legal moves reach; 1 without rules.
  [[nodiscard]] std::uint64_t shapes() const noexcept;

  static constexpr std::size_t kMaxShapes = 500'000;

 private:
  struct Data;
  std::shared_ptr<const Data> data_;
};

}  // namespace gyre
