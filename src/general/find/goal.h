// What an algorithm must do, for packed positions: differ from one of a few targets in at most so
// many slots, all of them among those that may. Without free turns there is one target: the solved
// position, or the case. With free turns x, y: the algorithm a meets the goal if x a y does, that
// is if a differs from x^-1 target y^-1 in the slots from which y takes those.
#pragma once

#include "general/find/words.h"

#include <gyre/general/find.h>
#include "puzzle/kernel/kernel.h"
#include "puzzle/symmetry/symmetry.h"

#include <vector>

namespace gyre {

class FindGoal {
 public:
  struct Target {
    PackedBytes position;
    PackedBytes element;  // solved element = position; only of invertible definitions
    int before = -1;      // letters that are free turns
    int after = -1;
  };

  FindGoal(const PuzzleDefinition& definition, const StateKernel& kernel, const FindWords& words,
           const FindOptions& options);

  [[nodiscard]] const std::vector<Target>& targets() const noexcept { return targets_; }
  // A target that this position meets, or null. The first are those with few free turns.
  [[nodiscard]] const Target* match(const std::uint8_t* position) const noexcept {
    for (const Target& target : targets_) {
      if (meets(position, target)) return &target;
    }
    return nullptr;
  }
  [[nodiscard]] bool meets(const std::uint8_t* position, const Target& target) const noexcept {
    const int wrong = kernel_.differences(position, target.position.data());
    return wrong >= least_wrong_ && wrong <= most_wrong_ &&
           (all_may_differ_ || fixed_slots_agree(position, target.position.data()));
  }
  // How many slots may differ from a target.
  [[nodiscard]] int least_wrong() const noexcept { return least_wrong_; }
  [[nodiscard]] int most_wrong() const noexcept { return most_wrong_; }
  // Which slots may differ, in the order of the orbits.
  [[nodiscard]] const std::vector<bool>& may_differ() const noexcept { return may_differ_; }
  [[nodiscard]] int may_differ_count() const noexcept { return may_differ_count_; }
  // The class of free turns, or -1.
  [[nodiscard]] int free_class() const noexcept { return free_class_; }

  // Whether a symmetry maps what meets the goal to what meets it.
  [[nodiscard]] bool keeps(const SymmetryGroup& group, int element) const;

  // The bytes of these slots: 0xFF, others 0.
  [[nodiscard]] PackedBytes byte_mask(const std::vector<bool>& slots) const;

 private:
  void set_free_class(const PuzzleDefinition& definition, const std::string& name);
  void make_targets(const PuzzleDefinition& definition, const State& base);
  [[nodiscard]] bool fixed_slots_agree(const std::uint8_t* a, const std::uint8_t* b) const noexcept;

  StateKernel kernel_;
  const FindWords& words_;
  std::vector<Target> targets_;
  State base_;
  bool exact_ = false;
  int least_wrong_ = 0;
  int most_wrong_ = 0;
  std::vector<bool> may_differ_;
  int may_differ_count_ = 0;
  bool all_may_differ_ = true;
  PackedBytes fixed_bytes_;  // a mask
  int free_class_ = -1;
};

}  // namespace gyre
