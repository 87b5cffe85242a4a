// Answers of gyre solve as lines: of text, one a solution, or of JSON, one a position
// (docs/json.md).
#pragma once

#include "command.h"
#include "position_stream.h"

#include "front/solve/solving.h"

#include <string>

namespace gyre::cli {

class SolveLines {
 public:
  // Keeps references. single: the only position there is; then no line names it.
  SolveLines(const Solving& solving, bool json, bool single)
      : solving_(solving), json_(json), single_(single) {}

  // A solution as one line of text. Where a position may have several, each names it.
  [[nodiscard]] std::string text(const PendingPosition& position, const std::string& moves) const;
  // One that is shorter than all before.
  [[nodiscard]] std::string improvement(const PendingPosition& position,
                                        const FoundSolution& better) const;
  // All of an answer. told: its solutions have been printed as they were found.
  [[nodiscard]] std::string answer(const PendingPosition& position, const SolveAnswer& answer,
                                   bool told) const;

 private:
  [[nodiscard]] Json head(const PendingPosition& position) const;
  [[nodiscard]] Json json(const PendingPosition& position, const SolveAnswer& answer) const;
  void add_proof(Json& line, const SolveAnswer& answer) const;

  const Solving& solving_;
  bool json_;
  bool single_;
};

// For a person: "20 moves (optimal), 0.031 s".
[[nodiscard]] std::string summary(const Solving& solving, const SolveAnswer& answer);
// About one length that was searched.
[[nodiscard]] std::string sentence_of(const SolvedLength& length);

}  // namespace gyre::cli
