// A chain of phases as text, so that it can be kept and can travel: JSON that says for which moves
// of which puzzle it was found and by which planner. What is read is checked against the
// definition, and what can be computed from it is not believed but computed; docs/formats.md
// describes the keys.
#pragma once

#include "general/phases/phase_plan.h"

#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/table/store.h>

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace gyre {

// Raised whenever find_phase_plan would choose other steps for some puzzle, or PhaseSolver needs
// others: plans of another planner are not used.
constexpr int kPlannerVersion = 2;

// Digest of the moves that may be chosen, whatever they are called: the metric, their classes and
// what they do.
[[nodiscard]] Digest moves_digest(const MoveSet& moves);

// plan: none, if there is no chain for the puzzle, which is as dear to find out. command: what the
// plan was made with; may be empty.
[[nodiscard]] std::string write_phase_plan(const PuzzleDefinition& definition, const MoveSet& moves,
                                           const std::optional<PhasePlan>& plan,
                                           const std::string& command = {});

// Whether a text is a plan for this puzzle, these moves and this planner, as far as can be seen
// without reading all of it.
[[nodiscard]] bool may_be_plan_for(std::string_view text, const Digest& puzzle,
                                   const Digest& moves);

// What the text says; no value where it says that there is no chain. source: for errors. Throws
// Error if the text is no plan, a plan for something else, or one that the definition contradicts.
[[nodiscard]] std::optional<PhasePlan> read_phase_plan(std::string_view text,
                                                       const std::string& source,
                                                       const PuzzleDefinition& definition,
                                                       const MoveSet& moves,
                                                       const std::stop_token& stop = {});

// Under which key it is stored among the tables. Its payload is the text with zeros behind it.
[[nodiscard]] TableKey phase_plan_key(const PuzzleDefinition& definition, const MoveSet& moves);

}  // namespace gyre
