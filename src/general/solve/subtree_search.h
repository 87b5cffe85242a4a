// search_subtrees: the nodes of the general solver. Each thread walks through several subtrees in
// turn: the children of a node are made and hashed and their table entries asked for; while those
// come from memory, the next subtree is worked on. Stacks are explicit, so a search may stop at any
// node.
#pragma once

#include "general/shared/search_moves.h"
#include "general/solve/lower_bounds.h"
#include "general/solve/projections.h"
#include "puzzle/kernel/class_form.h"
#include "search/driver.h"

#include <gyre/general/solver.h>
#include "puzzle/kernel/kernel.h"

#include <cstdint>
#include <vector>

namespace gyre {

// All that a search reads and that does not change while it runs.
struct SubtreeSpace {
  const StateKernel& kernel;
  const ClassForm& form;
  const SearchMoves& moves;
  const BoundTables& tables;
  const Projections& projections;
  bool inverse = false;  // whether the bounds of inverse positions hold too
  bool solved_is_identity = true;
};

struct SubtreeTask {
  std::size_t start = 0;             // index of the position
  std::vector<std::uint16_t> moves;  // made before
  std::uint32_t automaton = SearchMoves::kStart;
};

// The positions that a search starts from.
struct SubtreeStarts {
  PackedStates states;
  std::vector<std::vector<std::uint32_t>> values;  // of the projections
};

// Works on tasks of the board until there are none. length: of the solutions that are looked for.
void search_subtrees(const SubtreeSpace& space, const SubtreeStarts& starts,
                     const std::vector<SubtreeTask>& tasks, int length, TaskBoard<Solution>& board);

}  // namespace gyre
