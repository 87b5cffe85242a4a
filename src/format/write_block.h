// What the writers of .tws and scramble files share.
#pragma once

#include <gyre/puzzle/definition.h>

#include <string>
#include <string_view>
#include <vector>

namespace gyre {

void append_numbers(const std::vector<int>& numbers, std::string& out);

// The lines of a position block, without the opening command and End. first: 0 or 1.
void write_position(const PuzzleDefinition& definition, const State& state, int first,
                    std::string& out);

// Text as one token, or in one line: what would break it becomes an underscore or a space.
[[nodiscard]] std::string as_token(std::string_view text);
[[nodiscard]] std::string as_line(std::string_view text);

}  // namespace gyre
