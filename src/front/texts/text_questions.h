// Questions of who has only texts: each function reads the options of one question, and refuses
// those that it does not have.
#pragma once

#include "front/puzzle/asked_puzzle.h"
#include "front/puzzle/counting.h"
#include "front/puzzle/scrambling.h"
#include "front/solve/own_engines.h"
#include "front/solve/solve_question.h"
#include "front/texts/option_texts.h"

#include <gyre/draw/draw.h>
#include <gyre/general/god.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace gyre {

// How the puzzle is changed: omit, no_orientation, no_permutation, distinguish_all, ignore.
[[nodiscard]] PuzzleWish read_puzzle_wish(const OptionTexts& options, std::string text,
                                          std::optional<std::string> definition);

// The moves that may be used, and what the work may take: options of every question.
struct RunningWish {
  Metric metric = kUsualMetric;
  std::string moves;
  TableStore store = TableStore({});
  std::uint64_t memory_bytes = std::uint64_t{4} << 30U;
  bool memory_given = false;
  std::string limit_name;  // "memory 10M allows"
  int threads = 0;         // 0: all
};

// info and check have no others.
[[nodiscard]] RunningWish read_running_wish(const OptionTexts& options, std::string_view question);

struct SolveWish {
  SolveQuestion question;
  OwnEngineOptions engines;
  // Positions come one after the other or from many threads: each has a thread of its own.
  bool many = false;
};
[[nodiscard]] SolveWish read_solve_wish(const OptionTexts& options,
                                        std::shared_ptr<const AskedPuzzle> puzzle);

struct ScramblesWish {
  ScrambleWish scrambles;
  RunningWish running;
  std::int64_t count = 1;
  std::optional<std::uint64_t> seed;
  bool positions = false;  // instead of sequences
};
[[nodiscard]] ScramblesWish read_scrambles_wish(const OptionTexts& options);

struct GodWish {
  RunningWish running;
  GodOptions god;
  DiskWish disk;  // choose_disk
};
[[nodiscard]] GodWish read_god_wish(const OptionTexts& options, const AskedPuzzle& puzzle);

struct DrawWish {
  DrawOptions draw;
  std::string highlight;  // pieces by name
};
[[nodiscard]] DrawWish read_draw_wish(const OptionTexts& options);

}  // namespace gyre
