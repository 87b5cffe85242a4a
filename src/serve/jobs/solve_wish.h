// What a request to solve asks for, beside positions: its fields as front's question, and that
// question as the command line that asks the same.
#pragma once

#include "front/solve/solve_question.h"
#include "serve/answers/puzzle_shelf.h"
#include "serve/http/command_line.h"

namespace gyre::serve {

// Throws Error for what cannot be.
[[nodiscard]] SolveQuestion read_solve_question(RequestFields& fields, PuzzleShelf& shelf);

// The field "symmetry"; all if it is left out.
[[nodiscard]] SymmetryUse read_symmetry(RequestFields& fields);
// --symmetry, unless it is all.
void add_symmetry(CommandLine& line, SymmetryUse symmetry);

// gyre COMMAND for this puzzle and these moves.
[[nodiscard]] CommandLine puzzle_command(std::string_view command, const AskedPuzzle& puzzle,
                                         Metric metric, const std::string& moves);
// gyre solve, without a position.
[[nodiscard]] CommandLine solve_command(const SolveQuestion& question);

}  // namespace gyre::serve
