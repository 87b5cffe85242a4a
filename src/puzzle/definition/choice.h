// What the words of a selection of moves ("U,R2,Rw") name: one of the moves that are searched, or a
// move that is made of them.
#pragma once

#include <gyre/alg/alg.h>
#include <gyre/puzzle/definition.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gyre {

// Base move and power that a word such as "R2" or "2U'" names.
struct Choice {
  int base = 0;  // index into PuzzleDefinition::moves()
  std::int64_t amount = 1;
};

// Words are separated by commas or blanks. An empty selection has none. Throws Error where nothing
// stands before, behind or between commas: a move was forgotten, and all moves are not meant.
[[nodiscard]] std::vector<std::string> selection_words(std::string_view selection);
// What is said of such a selection.
[[nodiscard]] std::string no_list_of_moves(std::string_view selection);

// No value unless the word names one move, perhaps by another name, and perhaps an amount.
[[nodiscard]] std::optional<Choice> find_choice(const PuzzleDefinition& definition,
                                                const std::string& word);

// The moves and rotations that a single move written as in a sequence stands for; empty if it is
// none.
[[nodiscard]] std::vector<MoveToken> written_parts(const PuzzleDefinition& definition,
                                                   const std::string& word);

// Makes moves of some derived moves, by index. A derived move that is named as a power of such a
// move (U2 beside U), and is that power, is left out: the name says so by itself now.
void make_moves(const std::vector<bool>& chosen, PuzzleDefinition::Parts& parts);

// The same puzzle in which the derived moves that the selection names are moves, as far as moves
// alone make them: what leaves the whole puzzle turned would reach other positions, and a rule of
// the puzzle may block a move halfway. No value if there is none.
[[nodiscard]] std::optional<PuzzleDefinition> with_chosen_moves(const PuzzleDefinition& definition,
                                                                std::string_view selection);

}  // namespace gyre
