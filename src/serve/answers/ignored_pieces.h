// A puzzle of which some pieces do not matter, for partial goals: the field "ignore" of jobs.
#pragma once

#include "serve/answers/asked_puzzle.h"

#include <gyre/format/scramble.h>
#include <gyre/puzzle/definition.h>

#include <memory>
#include <string>
#include <vector>

namespace gyre::serve {

class PartialPuzzle {
 public:
  PartialPuzzle(std::shared_ptr<const AskedPuzzle> plain, PuzzleDefinition definition)
      : plain_(std::move(plain)),
        definition_(std::move(definition)),
        forms_(definition_, plain_->definition(), kMaxPositionMoves) {}
  PartialPuzzle(const PartialPuzzle&) = delete;
  PartialPuzzle& operator=(const PartialPuzzle&) = delete;

  // Ignored pieces of an orbit look alike in it and have any orientation.
  [[nodiscard]] const PuzzleDefinition& definition() const noexcept { return definition_; }
  // Reads positions of the puzzle as it was, and makes them positions of definition().
  [[nodiscard]] const PositionForms& forms() const noexcept { return forms_; }

 private:
  std::shared_ptr<const AskedPuzzle> plain_;
  PuzzleDefinition definition_;
  PositionForms forms_;
};

// pieces: as /v1/picture and --ignore name them. Throws Error that lists what there is.
[[nodiscard]] std::shared_ptr<const PartialPuzzle> ignore_pieces(
    const std::shared_ptr<const AskedPuzzle>& puzzle, const std::vector<std::string>& pieces);

}  // namespace gyre::serve
