// Answers of the server about how a puzzle looks, and about positions: its picture, a sequence
// played move by move, and whether a position can exist. The fields are those of docs/http.md; see
// puzzle_answers.h.
#pragma once

#include "serve/answers/puzzle_shelf.h"
#include "serve/http/request.h"

#include <stop_token>

namespace gyre::serve {

// POST /v1/picture
[[nodiscard]] Json describe_picture(const AskedPuzzle& puzzle, RequestFields& fields);
// POST /v1/play
[[nodiscard]] Json play(const AskedPuzzle& puzzle, RequestFields& fields);
// POST /v1/check. A definition can be made so that the answer takes very long; stopped, it is that
// nobody can say.
[[nodiscard]] Json check_position(const AskedPuzzle& puzzle, RequestFields& fields,
                                  const std::stop_token& stop);

}  // namespace gyre::serve
