// POST /v0/solve/pattern, as the twsearch server of the JavaScript world takes it: a definition and
// a pattern in, the shortest alg out. This reads the body and says beforehand whether there is a
// solution at all; who searches, and the answer, is the server's. What each field means is in
// docs/http.md.
#pragma once

#include <gyre/general/solver.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/state.h>

#include <optional>
#include <string>
#include <string_view>

namespace gyre::serve {

struct PatternRequest {
  // Made for this search: its solved state is the goal (startPattern, else the defaultPattern), its
  // moves are those that may be used (rotations and derived moves among them, if they were named),
  // and it has no rotations of its own. It is the 3x3x3 (cube3::is_cube3) exactly if a solver of
  // the 3x3x3 answers the same request.
  PuzzleDefinition definition;
  MoveSet moves;
  std::string chosen;  // the moves as MoveSet takes them
  State position;
  SolveLimits limits;
  // Tables filled up to here before the first search (SolverOptions::table_depth).
  int table_depth = 0;
  bool check_before_solve = true;
  // maxDepth 0, or a minDepth above what maxDepth allows: no solution, and nothing to search.
  bool no_depth_left = false;
};

// Tables are never asked to be filled deeper than this: memory ends sooner on any puzzle.
constexpr int kMostTableDepth = 100;

// Throws Error: what is wrong, and where in the body.
[[nodiscard]] PatternRequest read_pattern_request(std::string_view body);

// Why no sequence of the moves leads to the goal; nothing if one does, or if the client did not
// want to know (checkBeforeSolve: never). A solution may still be longer than maxDepth allows.
// Throws Error if it is stopped.
[[nodiscard]] std::optional<std::string> why_unsolvable(const PatternRequest& request,
                                                        const std::stop_token& stop = {});

}  // namespace gyre::serve
