// Positions one after the other, from arguments, files and standard input, without reading more
// than the next one. Texts are handed on as they are: reading them is work for many threads.
//
// A file or standard input holds one position a line, unless its first line that is neither blank
// nor a # comment begins a Scramble, ScrambleState or ScrambleAlg block or a pattern of several
// lines: then it is read whole.
#pragma once

#include "format/scramble.h"

#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/definition.h>

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gyre::cli {

struct PendingPosition {
  std::string name;  // number of the line or of the argument, or the name in the file
  std::string text;
  AlgSource source;
  bool has_line = false;             // source.line is a line of a file or of standard input
  std::optional<Scramble> position;  // if it is already read; then there is no text

  // "stdin:3: "; for an argument "2: ".
  [[nodiscard]] std::string prefix() const;
};

// An Error about one position where answers are JSON: its line says so in place of an answer, and
// main prints it when all answers before it are out.
class BadPosition : public Error {
 public:
  BadPosition(const PendingPosition& position, const Error& error)
      : Error(error), name(position.name), line(position.has_line ? position.source.line : 0) {}

  std::string name;
  int line;  // 0: it does not come from a line
};

// Calls work(), which reads and answers the position. `json`: its Error leaves as a BadPosition.
template <class Work>
auto answer_position(const PendingPosition& position, bool json, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    if (json) throw BadPosition(position, error);
    throw;
  }
}

class PositionStream {
 public:
  // Keeps a reference. "-" is standard input. As with read_position_arguments, arguments that are
  // single moves are together one sequence.
  PositionStream(const PuzzleDefinition& definition, std::vector<std::string> arguments);
  ~PositionStream();
  PositionStream(const PositionStream&) = delete;
  PositionStream& operator=(const PositionStream&) = delete;

  // Waits for the next position; nothing at the end, or after cancel(). Throws Error.
  [[nodiscard]] std::optional<PendingPosition> next();
  // Wakes whoever waits in next(). From any thread, any number of times.
  void cancel() noexcept;

  // Whether standard input or a file is among the arguments.
  [[nodiscard]] bool reads_stdin() const noexcept;
  [[nodiscard]] bool reads_files() const noexcept;

 private:
  class Lines;

  bool open_next();
  [[nodiscard]] std::optional<PendingPosition> next_line();

  const PuzzleDefinition& definition_;
  std::vector<std::string> arguments_;
  std::size_t next_argument_ = 0;
  int wake_ = -1;  // readable once cancelled
  std::unique_ptr<Lines> lines_;
  std::deque<PendingPosition> ready_;
};

}  // namespace gyre::cli
