// Answers of the server about puzzles themselves: which there are, what one is, what its moves do.
// The fields are those of docs/http.md. Each function reads what is its own from the request, after
// PuzzleShelf::find() has read which puzzle it is, and refuses fields that nobody knows.
#pragma once

#include "serve/answers/puzzle_shelf.h"
#include "serve/http/request.h"

namespace gyre::serve {

// GET /v1/puzzles: made once.
[[nodiscard]] const Json& list_puzzles();

// POST /v1/puzzle
[[nodiscard]] Json describe_puzzle(const AskedPuzzle& puzzle, RequestFields& fields);
// POST /v1/puzzle/kpuzzle
[[nodiscard]] Json puzzle_as_kpuzzle(const AskedPuzzle& puzzle, RequestFields& fields);
// POST /v1/puzzle/actions
[[nodiscard]] Json describe_actions(const AskedPuzzle& puzzle, RequestFields& fields);

}  // namespace gyre::serve
