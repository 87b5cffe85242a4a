#include <gyre/general/scramble_maker.h>

#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/general/solver.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/puzzle_group.h>
#include <gyre/puzzle/sequence.h>
#include "format/compact.h"
#include "format/tws.h"

#include "base/random.h"
#include "general/scramble/random_moves.h"
#include "general/scramble/step_distance.h"
#include "support/tied_orbits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

namespace gyre {
namespace {

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> list;
  for (std::string word; in >> word;) list.push_back(word);
  return list;
}

ScrambleMaker maker_of(const PuzzleDefinition& definition, bool competition,
                       std::string_view moves = "") {
  ScrambleMakerOptions options;
  options.competition = competition;
  options.expected = 1'000;
  options.memory_bytes = std::uint64_t{256} << 20U;
  options.threads = 1;
  return ScrambleMaker(definition, MoveSet(definition, Metric::htm, moves), options);
}

// So many seeds: each makes what was drawn, by a sequence that can be read, again when asked again.
// check(position, sequence) looks at each.
template <class Check>
void try_seeds(const std::string& puzzle, bool competition, int seeds, const Check& check) {
  const PuzzleDefinition definition = load_puzzle(puzzle);
  const ScrambleMaker maker = maker_of(definition, competition);
  ASSERT_EQ(maker.kind(), ScrambleKind::random_state);
  for (int seed = 0; seed < seeds; ++seed) {
    Rng rng(static_cast<std::uint64_t>(seed));
    const ScrambleMaker::Draw draw = maker.draw(rng);
    const std::optional<std::string> sequence = maker.write(draw);
    ASSERT_TRUE(sequence);
    const State made = apply(definition, parse_alg(*sequence, &definition.names()));
    ASSERT_EQ(made, draw.position) << *sequence;
    // The inverse solves it.
    const Alg inverse = invert(parse_alg(*sequence, &definition.names()));
    ASSERT_EQ(compose(definition.orbits(), made, action_of(definition, inverse)),
              definition.solved());
    if (seed % 100 == 0) {
      EXPECT_EQ(maker.write(draw), sequence);
    }
    check(draw.position, *sequence);
  }
}

// That nothing shorter solves it is asked of another solver, in the moves of the whole puzzle.
class LeastMoves {
 public:
  LeastMoves(const std::string& puzzle, std::string_view moves, int least)
      : definition_(load_puzzle(puzzle)),
        solver_(definition_, MoveSet(definition_, Metric::htm, moves), options()),
        least_(least) {}

  void check(const State& position) const {
    SolveLimits limits;
    limits.max_length = least_ - 1;
    EXPECT_EQ(solver_.solve(position, limits).end, SolveResult::End::none);
  }

 private:
  static SolverOptions options() {
    SolverOptions options;
    options.memory_bytes = std::uint64_t{256} << 20U;
    options.threads = 1;
    return options;
  }

  PuzzleDefinition definition_;
  Solver solver_;
  int least_;
};

TEST(ScrambleMaker, Pocket) {
  try_seeds("2x2x2", false, 1'000, [](const State& /*position*/, const std::string& sequence) {
    EXPECT_LE(words(sequence).size(), 11U);
  });
}

TEST(ScrambleMaker, PocketForCompetitions) {
  const LeastMoves least("2x2x2", "U,R,F", 4);
  try_seeds("2x2x2", true, 1'000, [&](const State& position, const std::string& sequence) {
    EXPECT_EQ(words(sequence).size(), 11U);
    for (const std::string& word : words(sequence)) {
      EXPECT_NE(std::string("URF").find(word[0]), std::string::npos);
    }
    least.check(position);
  });
}

TEST(ScrambleMaker, Pyraminx) {
  try_seeds("pyraminx", false, 1'000, [](const State& /*position*/, const std::string& sequence) {
    EXPECT_LE(words(sequence).size(), 15U);
  });
}

TEST(ScrambleMaker, PyraminxForCompetitions) {
  const LeastMoves least("pyraminx", "", 6);
  try_seeds("pyraminx", true, 1'000, [&](const State& position, const std::string& sequence) {
    const std::vector<std::string> list = words(sequence);
    const auto is_tip = [](const std::string& word) { return std::islower(word[0]) != 0; };
    const auto tips = std::find_if(list.begin(), list.end(), is_tip);
    EXPECT_EQ(tips - list.begin(), 11) << sequence;
    EXPECT_TRUE(std::all_of(tips, list.end(), is_tip)) << sequence;
    least.check(position);
  });
}

TEST(ScrambleMaker, Skewb) {
  try_seeds("skewb", false, 1'000, [](const State& /*position*/, const std::string& sequence) {
    EXPECT_LE(words(sequence).size(), 11U);
  });
}

TEST(ScrambleMaker, SkewbForCompetitions) {
  const LeastMoves least("skewb", "", 7);
  try_seeds("skewb", true, 1'000, [&](const State& position, const std::string& sequence) {
    EXPECT_EQ(words(sequence).size(), 11U);
    least.check(position);
  });
}

void try_square1(int seeds) {
  const PuzzleDefinition definition = load_puzzle("square1");
  const StepDistance ten(definition, MoveSet(definition, Metric::htm), 10);
  try_seeds("square1", true, seeds, [&](const State& position, const std::string& sequence) {
    EXPECT_LE(std::count(sequence.begin(), sequence.end(), '/'), 18);
    EXPECT_EQ(sequence.find("()"), std::string::npos);
    EXPECT_FALSE(ten.within(position));
  });
}

TEST(ScrambleMaker, Square1) {
  try_square1(100);
}

TEST(ScrambleMaker, Square1Slow) {
  try_square1(1'000);
}

TEST(ScrambleMaker, Clock) {
  try_seeds("clock", false, 1'000, [](const State& /*position*/, const std::string& sequence) {
    EXPECT_LE(words(sequence).size(), 30U);
  });
}

TEST(ScrambleMaker, ClockForCompetitions) {
  const std::vector<std::string> pins = {"UR",  "DR", "DL", "UL", "U", "R", "D",  "L",
                                         "ALL", "y2", "U",  "R",  "D", "L", "ALL"};
  std::map<std::string, int> amounts;
  try_seeds("clock", true, 1'000, [&](const State& /*position*/, const std::string& sequence) {
    const std::vector<std::string> list = words(sequence);
    ASSERT_EQ(list.size(), pins.size());
    for (std::size_t i = 0; i < pins.size(); ++i) {
      EXPECT_EQ(list[i].substr(0, pins[i].size()), pins[i]);
      if (pins[i] != "y2") ++amounts[list[i].substr(pins[i].size())];
    }
  });
  EXPECT_EQ(amounts.size(), 12U);  // 5- to 6+, and 0+
}

// Positions of 1x3x3: 192, of which each comes up as often as any other.
TEST(ScrambleMaker, RandomStatesAreUniform) {
  const PuzzleDefinition definition = load_puzzle("1x3x3");
  const ScrambleMaker maker = maker_of(definition, false);
  std::map<std::string, int> counts;
  Rng rng(2024);
  constexpr int kDraws = 19'200;
  for (int i = 0; i < kDraws; ++i) {
    const std::optional<std::string> sequence = maker.write(maker.draw(rng));
    ++counts[write_compact(definition,
                           apply(definition, parse_alg(*sequence, &definition.names())))];
  }
  ASSERT_EQ(counts.size(), 192U);
  double chi_square = 0;
  for (const auto& [state, count] : counts) {
    const double expected = kDraws / 192.0;
    chi_square += (count - expected) * (count - expected) / expected;
  }
  // 191 degrees of freedom: mean 191, standard deviation 19.5.
  EXPECT_GT(chi_square, 191 - 4 * 19.5);
  EXPECT_LT(chi_square, 191 + 4 * 19.5);
}

// With look-alike pieces and wild orientations: 5,670 positions.
TEST(ScrambleMaker, RandomStatesThatLookAlikeAreUniform) {
  const PuzzleDefinition definition = load_puzzle("2x2x2-layer");
  const ScrambleMaker maker = maker_of(definition, false);
  std::map<std::string, int> counts;
  Rng rng(5);
  constexpr int kDraws = 567'000;
  for (int i = 0; i < kDraws; ++i) ++counts[write_compact(definition, maker.draw(rng).position)];
  ASSERT_EQ(counts.size(), 5'670U);
  double chi_square = 0;
  for (const auto& [state, count] : counts) chi_square += (count - 100.0) * (count - 100.0) / 100;
  // 5,669 degrees of freedom: standard deviation 106.5.
  EXPECT_GT(chi_square, 5'669 - 4 * 106.5);
  EXPECT_LT(chi_square, 5'669 + 4 * 106.5);
  for (int i = 0; i < 200; ++i) EXPECT_TRUE(maker.write(maker.draw(rng)));
}

TEST(ScrambleMaker, KindFollowsFromTheDefinition) {
  const auto kind = [](const std::string& puzzle, std::string_view moves = "") {
    return maker_of(load_puzzle(puzzle), false, moves).kind();
  };
  for (const std::string puzzle : {"tetraminx", "dino", "2x2x3", "m24", "redi-cube", "square1"}) {
    EXPECT_EQ(kind(puzzle), ScrambleKind::random_state) << puzzle;
  }
  EXPECT_EQ(kind("3x3x3", "U,R"), ScrambleKind::random_state);
  EXPECT_EQ(kind("megaminx", "U,D"), ScrambleKind::random_state);
  for (const std::string puzzle : {"3x3x3", "4x4x4", "fto", "kilominx", "gigaminx"}) {
    EXPECT_EQ(kind(puzzle), ScrambleKind::random_move) << puzzle;
  }
}

TEST(ScrambleMaker, RandomMoves) {
  for (const std::string puzzle : {"4x4x4", "fto", "kilominx", "5x5x5"}) {
    const PuzzleDefinition definition = load_puzzle(puzzle);
    const ScrambleMaker maker = maker_of(definition, false);
    Rng rng(3);
    for (int i = 0; i < 100; ++i) {
      const ScrambleMaker::Draw draw = maker.draw(rng);
      const std::string sequence = maker.write(draw).value();
      const auto tokens = expand(parse_alg(sequence, &definition.names()));
      EXPECT_EQ(static_cast<int>(tokens.size()), maker.length());
      // Nothing cancels.
      EXPECT_EQ(simplify(tokens, move_facts(definition)).size(), tokens.size());
      EXPECT_EQ(apply(definition, parse_alg(sequence, &definition.names())), draw.position);
    }
  }
  EXPECT_EQ(maker_of(load_puzzle("5x5x5"), false).length(), 60);
  // Enough for as many sequences as there are positions.
  EXPECT_GE(maker_of(load_puzzle("fto"), false).length(), 22);
}

TEST(ScrambleMaker, LegalMovesWhereThereAreRules) {
  const PuzzleDefinition definition = load_puzzle("square1");
  const RandomMoves moves(definition, MoveSet(definition, Metric::htm));
  Rng rng(4);
  for (int i = 0; i < 100; ++i) {
    const std::string text = moves.draw(rng, 40);
    EXPECT_EQ(words(text).size(), 40U);
    EXPECT_NO_THROW((void)apply(definition, parse_alg(text, &definition.names())));
  }
}

TEST(ScrambleMaker, BigCubesForCompetitions) {
  EXPECT_EQ(outer_block_turns(4),
            (std::vector<std::string>{"U", "R", "F", "D", "L", "B", "Uw", "Rw", "Fw"}));
  EXPECT_EQ(outer_block_turns(6).size(), 15U);
  EXPECT_EQ(outer_block_turns(7).size(), 18U);
  for (const auto& [puzzle, length] : std::map<std::string, std::size_t>{
           {"4x4x4", 40}, {"5x5x5", 60}, {"6x6x6", 80}, {"7x7x7", 100}}) {
    const PuzzleDefinition definition = load_puzzle(puzzle);
    const ScrambleMaker maker = maker_of(definition, true);
    EXPECT_EQ(maker.kind(), ScrambleKind::random_move);
    Rng rng(1);
    const std::string sequence = maker.write(maker.draw(rng)).value();
    EXPECT_EQ(words(sequence).size(), length);
    EXPECT_NE(sequence.find('w'), std::string::npos);
  }
}

TEST(ScrambleMaker, MegaminxForCompetitions) {
  const ScrambleMaker maker = maker_of(load_puzzle("megaminx"), true);
  Rng rng(1);
  for (int i = 0; i < 20; ++i) {
    const std::vector<std::string> list = words(maker.write(maker.draw(rng)).value());
    ASSERT_EQ(list.size(), 77U);
    for (std::size_t k = 0; k < list.size(); ++k) {
      const std::size_t column = k % 11;
      if (column == 10) {
        EXPECT_EQ(list[k], list[k - 1] == "D++" ? "U" : "U'");
      } else {
        EXPECT_EQ(list[k].substr(0, 1), column % 2 == 0 ? "R" : "D");
      }
    }
  }
}

TEST(ScrambleMaker, RefusesFormsThatDoNotExist) {
  const PuzzleDefinition fto = load_puzzle("fto");
  try {
    (void)maker_of(fto, true);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "competitions have no fto; there is a form for 2x2x2, 3x3x3, 4x4x4, 5x5x5, 6x6x6, "
                 "7x7x7, megaminx, pyraminx, skewb, square1, clock");
  }
  EXPECT_THROW((void)maker_of(load_puzzle("skewb"), true, "U,R"), Error);
}

// Tables of another size and other threads find the same sequence.
TEST(ScrambleMaker, DependsOnThePositionAlone) {
  const PuzzleDefinition definition = load_puzzle("2x2x3");
  const MoveSet moves(definition, Metric::htm);
  ScrambleMakerOptions small;
  small.memory_bytes = std::uint64_t{64} << 20U;
  small.threads = 1;
  ScrambleMakerOptions big;
  big.memory_bytes = std::uint64_t{512} << 20U;
  big.threads = 3;
  big.expected = 1e6;
  const ScrambleMaker first(definition, moves, small);
  const ScrambleMaker second(definition, moves, big);
  Rng rng(11);
  for (int i = 0; i < 30; ++i) {
    const ScrambleMaker::Draw draw = first.draw(rng);
    EXPECT_EQ(first.write(draw), second.write(draw));
  }
}

TEST(ScrambleMaker, CanBeStopped) {
  const PuzzleDefinition definition = load_puzzle("square1");
  const ScrambleMaker maker = maker_of(definition, false);
  Rng rng(1);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(maker.write(maker.draw(rng), stop.get_token()));
}

TEST(ScrambleMaker, IsStoppedWhileItFindsTheGroup) {
  const PuzzleDefinition tied = read_tws(test::tied_orbits(), "tied.tws");
  test::stop_soon([&](const std::stop_token& soon) {
    ScrambleMakerOptions options;
    options.stop = soon;
    EXPECT_THROW(ScrambleMaker(tied, MoveSet(tied, Metric::htm), options), Error);
  });
}

}  // namespace
}  // namespace gyre
