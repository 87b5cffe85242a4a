// The quick way to solve cubes from C: the library's types behind handles. Decides nothing.
#include "c/edge.h"

#include <gyre/base/error.h>
#include <gyre/cube3/solver.h>
#include <gyre/library/library.h>
#include <gyre/table/store.h>
#include "cube3/core/held.h"
#include "front/solve/words.h"

#include <cstring>
#include <optional>
#include <stop_token>
#include <string>

// NOLINTBEGIN(readability-identifier-naming): the names of gyre.h
struct gyre_cube3_solver {
  explicit gyre_cube3_solver(const gyre::cube3::TwoPhaseOptions& options)
      : definition(gyre::load_puzzle("3x3x3")), holding(definition), solver(options) {}

  gyre::PuzzleDefinition definition;
  gyre::cube3::Holding holding;
  gyre::Cube3Solver solver;
};
// NOLINTEND(readability-identifier-naming)

namespace {

using gyre::c::fail;
using gyre::c::guarded;

gyre_status write_text(const std::string& text, char* buffer, std::size_t buffer_bytes) {
  if (text.size() >= buffer_bytes) {
    return fail(GYRE_SMALL_BUFFER, "the buffer is too small (GYRE_CUBE3_TEXT_BYTES is enough)");
  }
  std::memcpy(buffer, text.c_str(), text.size() + 1);
  return GYRE_OK;
}

}  // namespace

gyre_cube3_options gyre_cube3_default_options(void) {
  gyre_cube3_options options = {};
  options.memory_bytes = gyre::cube3::TwoPhaseOptions{}.memory_bytes;
  options.verify = 1;
  return options;
}

gyre_status gyre_cube3_solver_create(const gyre_cube3_options* options,
                                     gyre_cube3_solver** solver) {
  if (solver == nullptr) return fail(GYRE_BAD_INPUT, "no place was given for the solver");
  *solver = nullptr;
  // gyre_metric counts them in their order.
  if (options != nullptr && static_cast<std::size_t>(options->metric) >= gyre::metrics().size()) {
    return fail(GYRE_BAD_INPUT, "there is no such metric (gyre_metric names them)");
  }
  return guarded(GYRE_FAULT, [&] {
    const gyre_cube3_options given = options != nullptr ? *options : gyre_cube3_default_options();
    gyre::cube3::TwoPhaseOptions wanted;
    wanted.metric = gyre::metrics()[given.metric];
    std::optional<gyre::TableStore> store;
    if (given.tables != GYRE_TABLES_SMALL) {
      store.emplace(given.cache != nullptr ? std::filesystem::path(given.cache)
                                           : gyre::TableStore::default_folder());
      wanted.store = &*store;
      wanted.build = given.tables == GYRE_TABLES_BUILD;
    }
    wanted.memory_bytes = given.memory_bytes;
    wanted.table.verify = given.verify != 0;
    wanted.table.memory = given.copy != 0 ? gyre::TableMemory::private_ : gyre::TableMemory::shared;
    wanted.table.work.threads = given.threads;
    *solver = new gyre_cube3_solver(wanted);
    return GYRE_OK;
  });
}

void gyre_cube3_solver_destroy(gyre_cube3_solver* solver) {
  delete solver;
}

int gyre_cube3_uses_big_tables(const gyre_cube3_solver* solver) {
  return solver != nullptr && solver->solver.uses_big_tables() ? 1 : 0;
}

gyre_cube3_limits gyre_cube3_default_limits(void) {
  const gyre::cube3::TwoPhaseLimits own;
  gyre_cube3_limits limits = {};
  limits.target_length = own.target_length;
  limits.seconds = own.seconds;
  limits.max_length = own.max_length;
  limits.threads = own.threads;
  return limits;
}

gyre_status gyre_cube3_solve(const gyre_cube3_solver* solver, const char* position,
                             const gyre_cube3_limits* limits, char* buffer, size_t buffer_bytes,
                             gyre_cube3_result* result) {
  if (solver == nullptr || position == nullptr || buffer == nullptr || buffer_bytes == 0) {
    return fail(GYRE_BAD_INPUT, "a solver, a position and a buffer are needed");
  }
  buffer[0] = '\0';
  if (result != nullptr) *result = {};
  return guarded(GYRE_BAD_INPUT, [&] {
    const gyre_cube3_limits given = limits != nullptr ? *limits : gyre_cube3_default_limits();
    const gyre::Scramble start = solver->holding.read(position);
    const gyre::cube3::HeldCube held = solver->holding.hold(start);
    // The wishes of the callback and of the caller's handle are one token for the solver.
    std::stop_source stop;
    const std::stop_callback relay(
        given.stop != nullptr ? given.stop->source.get_token() : std::stop_token{},
        [&] { stop.request_stop(); });
    const auto as_held = [&](const gyre::cube3::TwoPhaseSolution& solution) {
      return solver->holding.as_held(solution.moves, held.turn);
    };
    gyre::cube3::SolutionCallback improved;
    if (given.improved != nullptr) {
      improved = [&](const gyre::cube3::TwoPhaseSolution& better) {
        const std::string text = gyre::cube3::to_string(as_held(better));
        if (given.improved(given.user, text.c_str(), better.length) != 0) stop.request_stop();
      };
    }
    gyre::cube3::TwoPhaseLimits wanted;
    wanted.target_length = given.target_length;
    wanted.seconds = given.seconds;
    wanted.max_length = given.max_length;
    wanted.threads = given.threads;
    const gyre::cube3::TwoPhaseSolution solution =
        solver->solver.solve(held.position, wanted, improved, stop.get_token());
    if (result != nullptr) {
      *result = {solution.length, solution.optimal ? 1 : 0, solution.seconds, solution.nodes};
    }
    if (!solution.found) {
      const gyre::SearchEnd end = solution.optimal                    ? gyre::SearchEnd::none
                                  : stop.get_token().stop_requested() ? gyre::SearchEnd::stopped
                                                                      : gyre::SearchEnd::time;
      return fail(GYRE_NONE, gyre::why_none_was_found(end, wanted.max_length).c_str());
    }
    const std::vector<gyre::cube3::FaceTurn> moves = as_held(solution);
    if (!solver->holding.leads(start.state, moves, gyre::cube3::Cube{}, held.turn)) {
      return fail(GYRE_FAULT, "a solution failed its replay");
    }
    return write_text(gyre::cube3::to_string(moves), buffer, buffer_bytes);
  });
}
