// Random states of puzzles that only phases or words solve.
#include "front/solve/scramble_solving.h"

#include "front/solve/own_engines.h"

#include <gtest/gtest.h>
#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace gyre {
namespace {

ScrambleMakerOptions with_phases(double seconds, EngineCaller caller = {}, bool holds = true) {
  OwnEngineOptions engines;
  engines.memory_bytes = std::uint64_t{1} << 30U;
  ScrambleMakerOptions options;
  options.memory_bytes = std::uint64_t{256} << 20U;
  options.stop = caller.stop;
  options.find_solver = any_scrambling(std::make_shared<OwnEngines>(std::move(engines)),
                                       std::move(caller), {seconds, holds});
  return options;
}

// How many moves the longest of a few has.
std::size_t longest(const PuzzleDefinition& definition, const ScrambleMaker& maker, int seeds) {
  EXPECT_EQ(maker.kind(), ScrambleKind::random_state);
  EXPECT_FALSE(maker.concurrent());
  std::size_t most = 0;
  for (int seed = 0; seed < seeds; ++seed) {
    Rng rng(static_cast<std::uint64_t>(seed));
    const ScrambleMaker::Draw draw = maker.draw(rng);
    const Alg alg = parse_alg(maker.write(draw).value(), &definition.names());
    EXPECT_EQ(apply(definition, alg), draw.position);
    most = std::max(most, expand(alg).size());
  }
  return most;
}

TEST(AnyScrambling, AlongPhases) {
  const PuzzleDefinition definition = load_puzzle("helicopter");
  const MoveSet moves(definition, Metric::htm);
  // Without any time the first solution is taken.
  for (const double seconds : {0.2, 0.0}) {
    const ScrambleMaker maker(definition, moves, with_phases(seconds));
    EXPECT_LT(longest(definition, maker, 3), 80U) << seconds;
  }
}

TEST(AnyScrambling, TablesThatAreNotHeldAreAskedForAgain) {
  const PuzzleDefinition definition = load_puzzle("helicopter");
  const ScrambleMaker maker(definition, MoveSet(definition, Metric::htm),
                            with_phases(0, {}, false));
  EXPECT_LT(longest(definition, maker, 2), 80U);
}

TEST(AnyScrambling, ByWordsIfThatIsWanted) {
  const PuzzleDefinition definition = load_puzzle("pentultimate");
  const MoveSet moves(definition, Metric::htm);
  ScrambleMakerOptions options = with_phases(0.1);
  EXPECT_EQ(ScrambleMaker(definition, moves, options).kind(), ScrambleKind::random_move);
  options.kind = ScrambleKind::random_state;
  (void)longest(definition, ScrambleMaker(definition, moves, options), 2);
}

TEST(AnyScrambling, CanBeStopped) {
  std::stop_source stop;
  stop.request_stop();
  EngineCaller caller;
  caller.stop = stop.get_token();
  const PuzzleDefinition definition = load_puzzle("helicopter");
  const MoveSet moves(definition, Metric::htm);
  EXPECT_THROW((void)ScrambleMaker(definition, moves, with_phases(1, caller)), Error);
  const ScrambleMaker maker(definition, moves, with_phases(1));
  Rng rng(1);
  EXPECT_FALSE(maker.write(maker.draw(rng), stop.get_token()));
}

TEST(AnyScrambling, FourLayersForCompetitionsSlow) {
  const PuzzleDefinition definition = load_puzzle("4x4x4");
  ScrambleMakerOptions options = with_phases(1);
  options.competition = true;
  const ScrambleMaker maker(definition, MoveSet(definition, Metric::htm), options);
  EXPECT_LT(longest(definition, maker, 5), 90U);
  Rng rng(9);
  const std::string text = maker.write(maker.draw(rng)).value();
  for (const char* other : {"Dw", "Lw", "Bw"}) {
    EXPECT_EQ(text.find(other), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace gyre
