// The handles of puzzles and options.
#pragma once

#include "front/puzzle/asked_puzzle.h"
#include "front/texts/option_texts.h"

#include <gyre/gyre.h>

#include <memory>

// NOLINTBEGIN(readability-identifier-naming): the names of gyre.h
struct gyre_options {
  gyre::OptionTexts texts;
};

struct gyre_puzzle {
  std::shared_ptr<const gyre::AskedPuzzle> asked;
};
// NOLINTEND(readability-identifier-naming)

namespace gyre::c {

// The texts of the options; none if these are null.
[[nodiscard]] const OptionTexts& texts_of(const gyre_options* options) noexcept;

}  // namespace gyre::c
