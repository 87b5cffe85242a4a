// Tells the forms of a position apart by how they begin, and leaves the reading to the reader of
// that form.
#include "format/position.h"
#include <gyre/base/error.h>
#include <gyre/puzzle/sequence.h>
#include "base/text.h"
#include "format/compact.h"
#include "format/kpuzzle.h"

#include <fmt/format.h>

namespace gyre {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

// The first word of a text, past blank lines and # comment lines.
std::string_view first_word(std::string_view text) {
  for (;;) {
    const std::size_t start = text.find_first_not_of(kBlanks);
    if (start == std::string_view::npos) return {};
    text.remove_prefix(start);
    if (text[0] != '#') return text.substr(0, text.find_first_of(kBlanks));
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end);
  }
}

bool is_scramble_word(std::string_view word) {
  return word == "Scramble" || word == "ScrambleState" || word == "ScrambleAlg";
}

}  // namespace

Scramble read_position(const PuzzleDefinition& definition, std::string_view text,
                       const AlgSource& source, std::size_t max_moves) {
  const std::string_view word = first_word(text);
  if (word == "CPOS") {
    const std::size_t start = text.find("CPOS");
    const std::size_t end = text.find_last_not_of(kBlanks);
    return {"", read_compact(definition, text.substr(start, end + 1 - start),
                             {source.file, source.line, source.column + static_cast<int>(start)})};
  }
  if (!word.empty() && word[0] == '{') return {"", read_kpattern(definition, text, source.file)};
  if (is_scramble_word(word)) {
    const std::vector<Scramble> scrambles =
        read_scrambles(definition, text, source.file, max_moves);
    if (scrambles.size() != 1) {
      throw Error({source.file, source.line, source.column},
                  fmt::format("{} positions where one is expected", scrambles.size()));
    }
    return scrambles.front();
  }
  Alg alg = parse_alg(text, &definition.names(), source);
  try {
    check_expanded_length(alg, max_moves);
    State state = apply(definition, alg);
    return {"", std::move(state), std::move(alg)};
  } catch (const Error& error) {
    if (source.file.empty()) throw;
    throw Error({source.file, source.line, 0}, error.message());
  }
}

std::vector<Scramble> read_positions(const PuzzleDefinition& definition, std::string_view text,
                                     const std::string& file, const PositionReader& read_line) {
  if (is_scramble_word(first_word(text))) return read_scrambles(definition, text, file);
  if (const auto word = first_word(text); !word.empty() && word[0] == '{') {
    return {{file, read_kpattern(definition, text, file)}};
  }
  std::vector<Scramble> positions;
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view row = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (first_word(row).empty()) continue;
    const AlgSource source{file, line, 1};
    positions.push_back(read_line ? read_line(definition, row, source)
                                  : read_position(definition, row, source));
    positions.back().name = std::to_string(line);
  }
  return positions;
}

}  // namespace gyre
