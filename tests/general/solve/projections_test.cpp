// Projections: never above the true distance, and carried along as they are ranked.
#include "general/solve/projections.h"
#include "base/random.h"

#include <gtest/gtest.h>
#include <gyre/general/solver.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/puzzle_group.h>

#include <map>
#include <string>

namespace gyre {
namespace {

constexpr std::uint64_t kMemory = std::uint64_t{100} << 20U;

TEST(Projections, AreNeverAboveTheDistanceAndReachIt) {
  for (const char* name : {"2x2x2", "pyraminx", "skewb", "dino4"}) {
    const PuzzleDefinition definition = load_puzzle(name);
    for (const Metric metric : {Metric::htm, Metric::qtm}) {
      const MoveSet moves(definition, metric);
      // -1: all of them are wanted.
      const Projections projections(definition, moves, -1, kMemory);
      ASSERT_GT(projections.size(), 0U) << name;
      std::map<std::string, int> seen;
      std::vector<State> last = {definition.solved()};
      seen[std::string(last[0].bytes.begin(), last[0].bytes.end())] = 0;
      int nearest_equal = 0;
      for (int depth = 1; depth <= 4 && seen.size() < 3'000; ++depth) {
        std::vector<State> next;
        for (const State& state : last) {
          const std::vector<std::uint32_t> values = projections.values(state);
          std::vector<std::uint32_t> after(values.size());
          for (int m = 0; m < moves.size(); ++m) {
            State child = compose(definition.orbits(), state, moves.moves()[m].action);
            EXPECT_TRUE(projections.step(values.data(), m, 1'000, after.data()));
            EXPECT_EQ(after, projections.values(child));
            if (!seen.emplace(std::string(child.bytes.begin(), child.bytes.end()), depth).second) {
              continue;
            }
            int bound = 0;
            while (!projections.step(values.data(), m, bound, after.data())) ++bound;
            EXPECT_LE(bound, depth);
            nearest_equal += bound == depth ? 1 : 0;
            next.push_back(std::move(child));
          }
        }
        last = std::move(next);
      }
      EXPECT_GT(nearest_equal, 10) << name;
    }
  }
}

// A search that lives on projections: its tables are kept small. The same lengths with and without.
TEST(Projections, SlowSearchesFindTheSameLengths) {
  const PuzzleDefinition definition = load_puzzle("3x3x3");
  const MoveSet moves(definition, Metric::htm, "U,R");
  const PuzzleGroup group(definition, moves);
  SolverOptions small;
  small.memory_bytes = std::uint64_t{48} << 20U;
  SolverOptions large;
  large.memory_bytes = std::uint64_t{1} << 30U;
  const Solver with(definition, moves, small);
  const Solver without(definition, moves, large);
  Rng rng(11);
  for (int i = 0; i < 3; ++i) {
    const State state = group.random_state(rng);
    EXPECT_EQ(with.solve(state).solutions.at(0).moves.size(),
              without.solve(state).solutions.at(0).moves.size());
  }
}

}  // namespace
}  // namespace gyre
