#include "front/puzzle/scrambling.h"

#include "cube3/core/metric_facts.h"
#include "general/scramble/competition.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <mutex>
#include <random>
#include <utility>

namespace gyre {

std::optional<std::vector<cube3::FaceTurn>> solve_within_god_number(const Cube3Solver& solver,
                                                                    const cube3::Cube& cube,
                                                                    const std::stop_token& stop) {
  const int length = cube3::facts_of(solver.metric()).god_number;
  // Only the length ends the search.
  cube3::TwoPhaseLimits limits;
  limits.target_length = length;
  limits.max_length = length;
  limits.seconds = std::numeric_limits<double>::infinity();
  cube3::TwoPhaseSolution solution = solver.solve(cube, limits, {}, stop);
  if (!solution.found) return std::nullopt;
  return std::move(solution.moves);
}

CubeScrambling cube_scrambling(std::function<Cube3Solver()> make) {
  struct Engine {
    std::once_flag made;
    std::optional<Cube3Solver> solver;
  };
  return [engine = std::make_shared<Engine>(), make = std::move(make)](
             const cube3::Cube& cube, const std::stop_token& stop) {
    std::call_once(engine->made, [&] { engine->solver.emplace(make()); });
    return solve_within_god_number(*engine->solver, cube, stop);
  };
}

ScrambleSolver scrambling_moves(CubeScrambling cube, const cube3::Conversion& conversion,
                                const MoveSet& moves) {
  std::vector<int> index_of;
  for (int move = 0; move < cube3::kMoves; ++move) {
    const std::vector<cube3::FaceTurn> turn = {cube3::FaceTurn::from_index(move)};
    index_of.push_back(moves.find(cube3::to_string(turn)));
  }
  return [cube = std::move(cube), &conversion, index_of = std::move(index_of)](
             const State& state, const std::stop_token& stop) -> std::optional<std::vector<int>> {
    const std::optional<std::vector<cube3::FaceTurn>> turns = cube(conversion.to_cube(state), stop);
    if (!turns) return std::nullopt;
    std::vector<int> found;
    for (const cube3::FaceTurn& turn : *turns) found.push_back(index_of[turn.index()]);
    return found;
  };
}

std::optional<ScrambleKind> parse_scramble_kind(std::string_view text) {
  for (const ScrambleKind kind : {ScrambleKind::random_state, ScrambleKind::random_move}) {
    if (to_string(kind) == text) return kind;
  }
  return std::nullopt;
}

const std::vector<std::string>& scramble_kinds() {
  static const std::vector<std::string> kinds = {"any",
                                                 std::string(to_string(ScrambleKind::random_state)),
                                                 std::string(to_string(ScrambleKind::random_move))};
  return kinds;
}

bool has_competition_form(const AskedPuzzle& puzzle) {
  return competition_form(puzzle.definition().name()) != nullptr;
}

int scrambles_of_attempt(const AskedPuzzle& puzzle) {
  const std::optional<CompetitionEvent> event = puzzle.event();
  return event ? event->cubes : 1;
}

std::uint64_t random_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32U) + device();
}

std::optional<std::uint64_t> parse_seed(std::string_view text) {
  std::uint64_t seed = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return seed;
}

void throw_scrambling_stopped() {
  throw Error("the making of scrambles was stopped");
}

void refuse_beside_positions(const AskedPuzzle& puzzle, const ScrambleWish& wish) {
  const Spelling& spell = wish.spelling;
  if (wish.maker.kind == ScrambleKind::random_move) {
    throw Error(
        fmt::format("{} are random states; leave out {}", spell("positions"), spell("kind")));
  }
  if (const auto event = puzzle.event(); event && !event->form.empty()) {
    throw Error(fmt::format("{} is a form of sequences; leave out {}, or take {} {}",
                            puzzle.option(), spell("positions"), spell("puzzle"), event->puzzle));
  }
  if (wish.maker.competition) {
    throw Error(fmt::format("{} is a form of sequences; leave out {}", spell("competition"),
                            spell("positions")));
  }
}

bool is_cube_scrambling(const AskedPuzzle& puzzle, const ScrambleWish& wish) {
  const bool has_form = wish.maker.competition || puzzle.event().has_value();
  const bool wants_moves = !has_form && wish.maker.kind == ScrambleKind::random_move;
  return wish.moves.empty() && puzzle.holding() != nullptr && !wants_moves;
}

ScrambleMaker make_scrambles(const AskedPuzzle& puzzle, const ScrambleWish& wish,
                             CubeScrambling cube) {
  const MoveSet moves = puzzle.move_set(wish.metric, wish.moves);
  ScrambleMakerOptions options = wish.maker;
  if (const std::optional<CompetitionEvent> event = puzzle.event()) {
    options.competition = true;
    options.event = event->form;
  }
  if (is_cube_scrambling(puzzle, wish)) {
    if (wish.metric != kCompetitionMetric) {
      throw Error(fmt::format("competitions count half turns as one move; leave out {}{}{}",
                              wish.spelling("metric"), wish.otherwise.empty() ? "" : ", ",
                              wish.otherwise));
    }
    // Of the 3x3x3, any random state has the form.
    if (!options.competition) options.kind.reset();
    options.competition = true;
    options.solver = scrambling_moves(std::move(cube), puzzle.holding()->conversion(), moves);
  }
  return {puzzle.definition(), moves, options};
}

}  // namespace gyre
