// Where the engines come from that answer questions: who makes them, who keeps them, and what is
// said meanwhile. A program that asks once makes its own (OwnEngines); a server shares them within
// one budget.
#pragma once

#include "front/solve/general_solving.h"
#include "general/phases/phase_solver.h"
#include "general/shapes/shape_solver.h"

#include <gyre/base/progress.h>
#include <gyre/cube3/optimal.h>
#include <gyre/cube3/solver.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/table/store.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace gyre {

// Who asks, and what is said to whom meanwhile. All may be empty.
struct EngineCaller {
  std::stop_token stop;
  ProgressCallback progress;
  std::function<void(const std::string&)> note;     // a sentence for a person
  std::function<void(const std::string&)> warning;  // the same, about something that is wrong
};

// These are for tables that are made because the caller wants them.
[[nodiscard]] TableOptions table_options(const EngineCaller& caller, int threads);

// A solver of any puzzle with the definition that it refers to.
struct GeneralEngine {
  GeneralEngine(const PuzzleDefinition& puzzle, const MoveSet& moves,
                const std::vector<State>& goals, const SolverOptions& options)
      : definition(puzzle), solving(definition, moves, goals, options) {}
  GeneralEngine(const GeneralEngine&) = delete;
  GeneralEngine& operator=(const GeneralEngine&) = delete;

  PuzzleDefinition definition;
  GeneralSolving solving;
};

// What the general engine is to be made for.
struct GeneralWish {
  const PuzzleDefinition& definition;
  const MoveSet& moves;
  const std::vector<State>& goals;  // as GeneralSolving takes them
  int table_depth = 0;              // tables are filled so far first
  double expected_positions = 1;
  SymmetryUse symmetry = SymmetryUse::all;
  int canon_depth = 0;
  // False: its memory is for what this caller does besides, so that nobody else has this engine.
  bool is_shared = true;
  // What the caller needs, if that is more than what a search is usually given; the source gives as
  // much of it as it may.
  std::uint64_t memory_bytes = 0;
};

// Where a chain of phases came from: found now, kept beside the tables by an earlier command, or
// part of the program.
enum class PlanOrigin { found, stored, travelling };

// These words are for programs.
[[nodiscard]] std::string_view to_string(PlanOrigin origin) noexcept;

// What finds short solutions of any position, and the definition that it refers to: a chain of
// phases with its tables, or where rules forbid positions, tables of shapes.
struct PhaseEngine {
  PhaseEngine(const PuzzleDefinition& puzzle, const MoveSet& set)
      : definition(puzzle), moves(set) {}
  PhaseEngine(const PhaseEngine&) = delete;
  PhaseEngine& operator=(const PhaseEngine&) = delete;

  PuzzleDefinition definition;
  MoveSet moves;
  std::optional<PhaseSolver> solver;  // none: there is no chain
  std::optional<ShapeSolver> shapes;  // instead
  PlanOrigin origin = PlanOrigin::found;

  [[nodiscard]] bool can_solve() const noexcept { return solver || shapes; }
  [[nodiscard]] std::uint64_t bytes() const noexcept;
  // As PhaseSolver::solve; nothing is found where it cannot solve.
  [[nodiscard]] PhaseResult solve(std::span<const State> positions, const PhaseLimits& limits,
                                  const PhaseHooks& hooks) const;
};

struct PlanWish;

// Chooses the chain (front/solve/phase_plans) and makes its tables, or those of shapes. Throws
// Error if stopped, or where tables do not fit the memory.
[[nodiscard]] std::shared_ptr<const PhaseEngine> make_phase_engine(
    const PuzzleDefinition& definition, const MoveSet& moves, const PlanWish& wish,
    const PhaseSolverOptions& options, const EngineCaller& caller);

// What phases are to be made for.
struct PhaseWish {
  const PuzzleDefinition& definition;
  const MoveSet& moves;
  int sharing = 1;  // so many of them share the memory
  // A chain is of no use whose solutions are long.
  bool without_words = false;
};

// Any thread may ask it. All throw Error if an engine cannot be had, or if the caller's stop ends
// its making.
class EngineSource {
 public:
  virtual ~EngineSource() = default;

  [[nodiscard]] virtual std::shared_ptr<const Cube3Solver> two_phase(
      Metric metric, const EngineCaller& caller) = 0;
  [[nodiscard]] virtual std::shared_ptr<const OptimalSolver> optimal(
      Metric metric, const EngineCaller& caller) = 0;
  [[nodiscard]] virtual std::shared_ptr<const GeneralEngine> general(
      const GeneralWish& wish, const EngineCaller& caller) = 0;
  [[nodiscard]] virtual std::shared_ptr<const PhaseEngine> phases(const PhaseWish& wish,
                                                                  const EngineCaller& caller) = 0;
  // Memory that the caller needs beside engines, until the pointer goes: waits for it where others
  // have it. what: "this". Of a source whose caller is alone nobody counts it.
  [[nodiscard]] virtual std::shared_ptr<const void> hold_memory(std::uint64_t /*bytes*/,
                                                                const std::string& /*what*/,
                                                                const EngineCaller& /*caller*/) {
    return nullptr;
  }
  // What one search may take that has no wish of its own.
  [[nodiscard]] virtual std::uint64_t search_bytes() const noexcept = 0;
  // The threads of one search; 0: all.
  [[nodiscard]] virtual int threads() const noexcept = 0;
};

}  // namespace gyre
