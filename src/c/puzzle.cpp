// Questions about any puzzle: options and texts in, front's answers out. Decides nothing.
#include "c/puzzle.h"

#include "base/random.h"
#include "c/caller.h"
#include "format/compact.h"
#include "front/puzzle/check.h"
#include "front/puzzle/counting.h"
#include "front/puzzle/drawable_puzzle.h"
#include "front/puzzle/puzzle_facts.h"
#include "front/texts/text_questions.h"
#include "general/scramble/competition.h"

#include <utility>

namespace gyre::c {
namespace {

const OptionTexts kNoOptions;

gyre_status load(PuzzleWish wish, gyre_puzzle** puzzle) {
  *puzzle = new gyre_puzzle{std::make_shared<const AskedPuzzle>(std::move(wish))};
  return GYRE_OK;
}

// What cannot be answered at all.
gyre_status refuse_nothing() noexcept {
  return fail(GYRE_BAD_INPUT, "a puzzle and a place for the answer are needed");
}

Json scramble_positions(const AskedPuzzle& puzzle, const ScramblesWish& wish, Rng& rng,
                        const Caller& caller) {
  const PuzzleGroup group(puzzle.definition(),
                          puzzle.move_set(wish.scrambles.metric, wish.scrambles.moves),
                          caller.stop());
  Json list = Json::array();
  for (std::int64_t i = 0; i < wish.count; ++i) {
    list.push_back(write_compact(puzzle.definition(), group.random_state(rng)));
  }
  return list;
}

ScrambleMaker maker_for(const AskedPuzzle& puzzle, const ScramblesWish& wish,
                        const Caller& caller) {
  ScrambleWish scrambles = wish.scrambles;
  scrambles.maker.progress = caller.progress();
  scrambles.maker.stop = caller.stop();
  OwnEngineOptions engines;
  engines.store = wish.running.store;
  engines.memory_bytes = wish.running.memory_bytes;
  engines.memory_given = wish.running.memory_given;
  engines.threads = wish.running.threads;
  engines.limit_name = wish.running.limit_name;
  scrambles.maker.find_solver = any_scrambling(std::make_shared<OwnEngines>(std::move(engines)),
                                               caller.for_engines(), {wish.seconds});
  CubeTableWish tables;
  tables.memory_bytes = wish.running.memory_bytes;
  tables.threads = wish.running.threads;
  tables.limit_name = wish.running.limit_name;
  // A seed means the same scrambles on every machine, whatever is stored there.
  tables.stored = !wish.seed;
  const auto make = [store = wish.running.store, tables, from = caller.for_engines()] {
    return make_two_phase_solver(kCompetitionMetric, store, tables, from);
  };
  return make_scrambles(puzzle, scrambles, cube_scrambling(make));
}

Json scramble(const AskedPuzzle& puzzle, const ScramblesWish& wish, const Caller& caller) {
  const std::uint64_t seed = wish.seed.value_or(random_seed());
  Rng rng(seed);
  if (wish.positions) {
    refuse_beside_positions(puzzle, wish.scrambles);
    return {{"kind", to_string(ScrambleKind::random_state)},
            {"seed", std::to_string(seed)},
            {"positions", scramble_positions(puzzle, wish, rng, caller)}};
  }
  const ScrambleMaker maker = maker_for(puzzle, wish, caller);
  Json list = Json::array();
  const std::int64_t number = wish.count * scrambles_of_attempt(puzzle);
  for (std::int64_t i = 0; i < number; ++i) {
    std::optional<std::string> sequence = maker.write(maker.draw(rng), caller.stop());
    if (!sequence || caller.stop().stop_requested()) throw_scrambling_stopped();
    list.push_back(*std::move(sequence));
  }
  return {{"kind", to_string(maker.kind())},
          {"seed", std::to_string(seed)},
          {"scrambles", std::move(list)}};
}

Json god(const AskedPuzzle& puzzle, GodWish wish, const Caller& caller) {
  GodOptions& options = wish.god;
  options.stop = caller.stop();
  options.progress = caller.progress();
  options.plan = [&](const GodPlan& plan) { caller.note(plan_sentence(plan)); };
  options.layer = [&](const GodLayer& layer) { caller.tell("layer", layer_json(layer)); };
  const MoveSet moves = puzzle.move_set(wish.running.metric, wish.running.moves);
  choose_disk(puzzle.definition(), moves, wish.disk, options);
  return god_json(puzzle.definition(), count_with_checkpoint(puzzle.definition(), moves, options));
}

CheckAnswer check(const AskedPuzzle& puzzle, const char* position, const RunningWish& wish,
                  const std::stop_token& stop) {
  try {
    const Scramble read = puzzle.forms().read_plain(position);
    if (wish.moves.empty()) {
      return check_solvable(puzzle, puzzle.group(stop), true, read, stop);
    }
    const PuzzleGroup group(puzzle.definition(), puzzle.move_set(wish.metric, wish.moves), stop);
    return check_solvable(puzzle, group, false, read, stop);
  } catch (const ImpossibleFacelets& impossible) {
    return check_impossible(impossible);
  }
}

std::string draw(const AskedPuzzle& puzzle, const char* position, DrawWish wish) {
  const DrawablePuzzle drawable = make_drawable(puzzle.wish());
  if (!wish.highlight.empty()) wish.draw.highlight = drawable.find(wish.highlight);
  State placed = drawable.drawn().solved();
  Alg moves;
  if (position != nullptr) {
    const Scramble read = PositionForms(drawable.definition).read(position);
    placed = drawable.place(read);
    moves = read.alg;
  }
  wish.draw.title = picture_title(drawable.definition, moves);
  return drawable.svg(placed, wish.draw);
}

}  // namespace

const OptionTexts& texts_of(const gyre_options* options) noexcept {
  return options != nullptr ? options->texts : kNoOptions;
}

}  // namespace gyre::c

gyre_options* gyre_options_create(void) {
  try {
    return new gyre_options;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void gyre_options_destroy(gyre_options* options) {
  delete options;
}

gyre_status gyre_options_set(gyre_options* options, const char* name, const char* value) {
  if (options == nullptr || name == nullptr) {
    return gyre::c::fail(GYRE_BAD_INPUT, "options and the name of one are needed");
  }
  return gyre::c::guarded(GYRE_BAD_INPUT, [&] {
    if (value != nullptr) {
      options->texts.set(name, value);
    } else {
      options->texts.unset(name);
    }
    return GYRE_OK;
  });
}

gyre_status gyre_puzzle_load(const char* name, const gyre_options* options, gyre_puzzle** puzzle) {
  if (name == nullptr || puzzle == nullptr) {
    return gyre::c::fail(GYRE_BAD_INPUT, "a name and a place for the puzzle are needed");
  }
  *puzzle = nullptr;
  return gyre::c::guarded(GYRE_BAD_INPUT, [&] {
    return gyre::c::load(gyre::read_puzzle_wish(gyre::c::texts_of(options), name, std::nullopt),
                         puzzle);
  });
}

gyre_status gyre_puzzle_read(const char* definition, const char* file, const gyre_options* options,
                             gyre_puzzle** puzzle) {
  if (definition == nullptr || puzzle == nullptr) {
    return gyre::c::fail(GYRE_BAD_INPUT, "a definition and a place for the puzzle are needed");
  }
  *puzzle = nullptr;
  return gyre::c::guarded(GYRE_BAD_INPUT, [&] {
    const char* called = file != nullptr ? file : "puzzle.tws";
    return gyre::c::load(gyre::read_puzzle_wish(gyre::c::texts_of(options), called, definition),
                         puzzle);
  });
}

void gyre_puzzle_destroy(gyre_puzzle* puzzle) {
  delete puzzle;
}

gyre_status gyre_info(const gyre_puzzle* puzzle, const gyre_options* options, const gyre_call* call,
                      char** json) {
  if (json != nullptr) *json = nullptr;
  if (puzzle == nullptr || json == nullptr) return gyre::c::refuse_nothing();
  return gyre::c::answer(call, [&](const gyre::c::Caller& caller) {
    const gyre::RunningWish wish = gyre::read_running_wish(gyre::c::texts_of(options), "info");
    gyre::FactsLimits limits;
    limits.memory_bytes = wish.memory_bytes;
    limits.threads = wish.threads;
    limits.stop = caller.stop();
    limits.note = [&](const std::string& text) { caller.note(text); };
    const auto asked = gyre::AskedPuzzle::for_moves(puzzle->asked, wish.moves);
    *json = gyre::c::copy_text(gyre::text_of(gyre::facts_json(
        gyre::PuzzleFacts(*asked, asked->move_set(wish.metric, wish.moves), limits))));
    return GYRE_OK;
  });
}

gyre_status gyre_check(const gyre_puzzle* puzzle, const char* position, const gyre_options* options,
                       const gyre_call* call, char** json) {
  if (json != nullptr) *json = nullptr;
  if (puzzle == nullptr || position == nullptr || json == nullptr) {
    return gyre::c::fail(GYRE_BAD_INPUT,
                         "a puzzle, a position and a place for the answer are needed");
  }
  return gyre::c::answer(call, [&](const gyre::c::Caller& caller) {
    const gyre::RunningWish wish = gyre::read_running_wish(gyre::c::texts_of(options), "check");
    const auto asked = gyre::AskedPuzzle::for_moves(puzzle->asked, wish.moves);
    *json = gyre::c::copy_text(
        gyre::text_of(gyre::check_json(gyre::c::check(*asked, position, wish, caller.stop()))));
    return GYRE_OK;
  });
}

gyre_status gyre_scramble(const gyre_puzzle* puzzle, const gyre_options* options,
                          const gyre_call* call, char** json) {
  if (json != nullptr) *json = nullptr;
  if (puzzle == nullptr || json == nullptr) return gyre::c::refuse_nothing();
  return gyre::c::answer(call, [&](const gyre::c::Caller& caller) {
    const gyre::ScramblesWish wish = gyre::read_scrambles_wish(gyre::c::texts_of(options));
    const auto asked = gyre::AskedPuzzle::for_moves(puzzle->asked, wish.scrambles.moves);
    *json = gyre::c::copy_text(gyre::text_of(gyre::c::scramble(*asked, wish, caller)));
    return GYRE_OK;
  });
}

gyre_status gyre_god(const gyre_puzzle* puzzle, const gyre_options* options, const gyre_call* call,
                     char** json) {
  if (json != nullptr) *json = nullptr;
  if (puzzle == nullptr || json == nullptr) return gyre::c::refuse_nothing();
  return gyre::c::answer(call, [&](const gyre::c::Caller& caller) {
    gyre::GodWish wish = gyre::read_god_wish(gyre::c::texts_of(options), *puzzle->asked);
    const auto asked = gyre::AskedPuzzle::for_moves(puzzle->asked, wish.running.moves);
    *json = gyre::c::copy_text(gyre::text_of(gyre::c::god(*asked, std::move(wish), caller)));
    return GYRE_OK;
  });
}

gyre_status gyre_draw(const gyre_puzzle* puzzle, const char* position, const gyre_options* options,
                      char** svg) {
  if (svg != nullptr) *svg = nullptr;
  if (puzzle == nullptr || svg == nullptr) return gyre::c::refuse_nothing();
  return gyre::c::guarded(GYRE_BAD_INPUT, [&] {
    *svg = gyre::c::copy_text(
        gyre::c::draw(*puzzle->asked, position, gyre::read_draw_wish(gyre::c::texts_of(options))));
    return GYRE_OK;
  });
}
