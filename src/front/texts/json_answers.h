// Answers and events as JSON, with the fields that docs/json.md and docs/http.md name: for the
// server, for the C interface and through it for other languages, and for --json.
#pragma once

#include <gyre/puzzle/state.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace gyre {

class PuzzleDefinition;
class Solving;
struct CheckAnswer;
struct GodLayer;
struct GodResult;
struct MovePart;
struct PiecePart;
struct PlanFacts;
struct PuzzleFacts;
struct SolutionEvent;
struct SolveAnswer;
struct SolvedLength;

using Json = nlohmann::ordered_json;

// An object that takes so many fields without a move of those it has: that would copy them, with
// all that is below them.
[[nodiscard]] Json object_for(std::size_t fields);
// The text on one line. Bytes that are no UTF-8 (names and comments may hold any) become U+FFFD.
[[nodiscard]] std::string text_of(const Json& json);

// What comes of solving.
[[nodiscard]] Json answer_json(const Solving& solving, const SolveAnswer& answer);
[[nodiscard]] Json solution_json(const SolutionEvent& event);
[[nodiscard]] Json length_json(const SolvedLength& length);

[[nodiscard]] Json check_json(const CheckAnswer& answer);

// The chain of phases, as gyre plan --json prints it behind puzzle and metric.
[[nodiscard]] Json plan_json(const PlanFacts& facts);

// What comes of God's algorithm.
[[nodiscard]] Json layer_json(const GodLayer& layer);
// How it ended: end, symmetries, method, gods_number where all was counted, antipodes.
[[nodiscard]] Json god_end_json(const PuzzleDefinition& definition, const GodResult& result);
// The same with its layers.
[[nodiscard]] Json god_json(const PuzzleDefinition& definition, const GodResult& result);

// The facts as gyre info --json prints them: what is not known is left out.
[[nodiscard]] Json facts_json(const PuzzleFacts& facts);
// As gyre info --show-moves and --show-pieces print them.
[[nodiscard]] Json move_parts_json(const OrbitList& orbits, const std::vector<MovePart>& parts);
[[nodiscard]] Json piece_parts_json(const OrbitList& orbits, const std::vector<PiecePart>& parts);
// The facts of the group alone, for a server that has described the puzzle before: what is not
// known is null.
[[nodiscard]] Json group_json(const PuzzleFacts& facts);

}  // namespace gyre
