// Scramble files. Decides what each block means on a definition; positions are checked against it.
#include "format/scramble.h"

#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/sequence.h>
#include "format/compact.h"

#include "base/text.h"
#include "format/block.h"
#include "format/lines.h"
#include "format/write_block.h"

#include <fmt/format.h>

namespace gyre {
namespace {

class ScrambleReader {
 public:
  ScrambleReader(const PuzzleDefinition& definition, std::string_view text, const std::string& file,
                 std::size_t max_moves)
      : definition_(definition),
        index_(index_orbits(definition.orbits())),
        text_(text),
        cursor_(text, file),
        file_(file),
        max_moves_(max_moves) {}

  std::vector<Scramble> read() {
    while (cursor_.next()) {
      const LineToken command = cursor_.tokens().front();
      if (command.text == "Scramble" || command.text == "ScrambleState") {
        read_position(command.text == "Scramble" ? 1 : 0);
      } else if (command.text == "ScrambleAlg") {
        read_sequence();
      } else if (command.text == "CPOS") {
        const std::string_view line = cursor_.rest_from(command);
        scrambles_.push_back({"noname", read_compact(definition_, line, cursor_.place(command))});
      } else {
        cursor_.fail(command,
                     fmt::format("{} is no command; expected Scramble, ScrambleState, ScrambleAlg "
                                 "or CPOS",
                                 in_quotes(command.text)));
      }
    }
    return std::move(scrambles_);
  }

 private:
  std::string read_name() const {
    cursor_.expect_tokens(2, fmt::format("{} NAME", cursor_.tokens().front().text));
    const LineToken& name = cursor_.tokens()[1];
    if (has_control_characters(name.text)) {
      cursor_.fail(name,
                   fmt::format("a position cannot be named {}; expected no control characters",
                               in_quotes(name.text)));
    }
    return std::string(name.text);
  }

  void read_position(int first) {
    std::string name = read_name();
    const SourcePlace place = cursor_.place(cursor_.tokens().front());
    const OrbitList& orbits = definition_.orbits();
    Block block = read_block(cursor_, orbits, index_, BlockKind::position, first);
    try {
      for (int k = 0; k < orbits.size(); ++k) to_identities(definition_, k, first, block);
      definition_.check_position(block.state);
    } catch (const Error& error) {
      throw Error(place, error.message());
    }
    scrambles_.push_back({std::move(name), std::move(block.state)});
  }

  // Spaces for lines that start with #, so that everything else keeps its place.
  static void blank_comments(std::string& lines) {
    bool at_start = true;
    bool in_comment = false;
    for (char& c : lines) {
      if (c == '\n') {
        at_start = true;
        in_comment = false;
        continue;
      }
      if (at_start && c == '#') in_comment = true;
      if (c != ' ' && c != '\t' && c != '\r') at_start = false;
      if (in_comment) c = ' ';
    }
  }

  void read_sequence() {
    std::string name = read_name();
    const SourcePlace opener = cursor_.place(cursor_.tokens().front());
    const std::size_t begin = cursor_.next_offset();
    const AlgSource source{file_, cursor_.line() + 1, 1};
    while (cursor_.next()) {
      const LineToken& first = cursor_.tokens().front();
      if (first.text != "End") continue;
      cursor_.expect_tokens(1, "End alone on its line");
      const auto end = static_cast<std::size_t>(first.text.data() - text_.data());
      std::string lines(text_.substr(begin, end - begin));
      blank_comments(lines);
      const Alg alg = parse_alg(lines, &definition_.names(), source);
      try {
        check_expanded_length(alg, max_moves_);
        scrambles_.push_back({std::move(name), apply(definition_, alg), alg});
      } catch (const Error& error) {
        throw Error({file_, source.line, 0}, error.message());
      }
      return;
    }
    throw Error(opener, "this ScrambleAlg block never ends; expected a line with End");
  }

  const PuzzleDefinition& definition_;
  OrbitIndex index_;
  std::string_view text_;
  LineCursor cursor_;
  const std::string& file_;
  std::size_t max_moves_;
  std::vector<Scramble> scrambles_;
};

}  // namespace

std::vector<Scramble> read_scrambles(const PuzzleDefinition& definition, std::string_view text,
                                     const std::string& file, std::size_t max_moves) {
  return ScrambleReader(definition, text, file, max_moves).read();
}

std::string write_scramble(const PuzzleDefinition& definition, const Scramble& scramble) {
  std::string out = fmt::format("ScrambleState {}\n", as_token(scramble.name));
  write_position(definition, scramble.state, 0, out);
  return out + "End\n";
}

}  // namespace gyre
