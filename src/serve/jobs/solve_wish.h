// What a request to solve asks for, beside positions: read, checked, given to the engine that fits,
// and written as the command line that does the same.
#pragma once

#include "serve/answers/asked_puzzle.h"
#include "serve/http/command_line.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gyre::serve {

enum class SolveEngine { two_phase, optimal, general };

// "two-phase", "optimal", "general".
[[nodiscard]] std::string_view to_string(SolveEngine engine) noexcept;

struct SolveWish {
  std::shared_ptr<const AskedPuzzle> puzzle;
  Metric metric = Metric::htm;
  std::string moves;
  std::string engine_word;
  SolveEngine engine = SolveEngine::general;
  int number = 1;
  bool all = false;
  std::optional<double> seconds;
  int target = 0;
  int min_length = 0;
  std::optional<int> max_length;
  std::optional<std::string> goal;
  std::vector<std::string> ignore;
  bool inverse = false;
};

// Throws Error for what cannot be, or does not go together.
[[nodiscard]] SolveWish read_solve_wish(RequestFields& fields, PuzzleShelf& shelf);

// gyre solve, without a position.
[[nodiscard]] CommandLine solve_command(const SolveWish& wish);

}  // namespace gyre::serve
