// Solving any puzzle: a question that is prepared once, for positions from any thread.
#include "c/caller.h"
#include "c/puzzle.h"
#include "front/texts/text_questions.h"

#include <memory>
#include <utility>

// NOLINTBEGIN(readability-identifier-naming): the names of gyre.h
struct gyre_solver {
  explicit gyre_solver(gyre::SolveWish wish)
      : engines(std::move(wish.engines)),
        solving(gyre::make_solving(wish.question, engines)),
        many(wish.many) {}

  gyre::OwnEngines engines;
  std::unique_ptr<gyre::Solving> solving;  // refers to the engines
  bool many;
};
// NOLINTEND(readability-identifier-naming)

gyre_status gyre_solver_create(const gyre_puzzle* puzzle, const gyre_options* options,
                               const gyre_call* call, gyre_solver** solver) {
  if (solver != nullptr) *solver = nullptr;
  if (puzzle == nullptr || solver == nullptr) {
    return gyre::c::fail(GYRE_BAD_INPUT, "a puzzle and a place for the solver are needed");
  }
  gyre_status on_error = GYRE_BAD_INPUT;
  return gyre::c::answer(call, on_error, [&](const gyre::c::Caller& caller) {
    auto made = std::make_unique<gyre_solver>(
        gyre::read_solve_wish(gyre::c::texts_of(options), puzzle->asked));
    // From here on it is the machine that fails.
    on_error = GYRE_FAULT;
    constexpr double kMany = 10;
    made->solving->prepare(caller.for_engines(), made->many ? kMany : 1);
    if (caller.stop().stop_requested()) throw gyre::Error("the making of the solver was stopped");
    *solver = made.release();
    return GYRE_OK;
  });
}

void gyre_solver_destroy(gyre_solver* solver) {
  delete solver;
}

gyre_status gyre_solver_solve(const gyre_solver* solver, const char* position,
                              const gyre_call* call, char** json) {
  if (json != nullptr) *json = nullptr;
  if (solver == nullptr || position == nullptr || json == nullptr) {
    return gyre::c::fail(GYRE_BAD_INPUT,
                         "a solver, a position and a place for the answer are needed");
  }
  return gyre::c::answer(call, [&](const gyre::c::Caller& caller) {
    const gyre::AskedPosition asked = solver->solving->read(position);
    solver->solving->check(asked);
    const gyre::SolveAnswer answer =
        solver->solving->solve(asked, caller.for_solving(solver->many));
    caller.rethrow();
    *json = gyre::c::copy_text(gyre::text_of(gyre::answer_json(*solver->solving, answer)));
    return answer.found() ? GYRE_OK : gyre::c::fail(GYRE_NONE, answer.note.c_str());
  });
}
