// Cubes from 4x4x4 on, turned by blocks: R, Rw, 3Rw. The same puzzle turned by single layers stands
// beside it, and everything that can be typed does the same on both.
#include <gyre/general/god.h>
#include <gyre/general/solver.h>
#include <gyre/geometry/picture.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/puzzle_group.h>
#include <gyre/puzzle/sequence.h>
#include "base/random.h"
#include "front/puzzle/position_forms.h"
#include "general/sequences/filter.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gyre {
namespace {

PuzzleDefinition big_cube(int n, const char* option = "") {
  return load_puzzle(fmt::format("{0}x{0}x{0}{1}", n, option));
}

State after_alg(const PuzzleDefinition& cube, const std::string& text) {
  return action_of(cube, parse_alg(text, &cube.names()));
}

std::string base_moves_of(const PuzzleDefinition& cube, const std::string& text) {
  std::string out;
  for (const MoveToken& token : expand(parse_alg(text, &cube.names()))) {
    for (const MoveToken& part : base_moves(cube, token))
      out += (out.empty() ? "" : " ") + print(part);
  }
  return out;
}

TEST(Blocks, AreTheSamePuzzleAsSingleLayers) {
  for (int n = 4; n <= 9; ++n) {
    const PuzzleDefinition blocks = big_cube(n);
    const PuzzleDefinition layers = big_cube(n, " slices");
    EXPECT_EQ(blocks.orbits().state_bytes(), layers.orbits().state_bytes());
    EXPECT_EQ(blocks.solved(), layers.solved());
    ASSERT_EQ(blocks.rotations().size(), layers.rotations().size());
    for (std::size_t i = 0; i < blocks.rotations().size(); ++i) {
      EXPECT_EQ(blocks.rotations()[i].action, layers.rotations()[i].action);
    }
    for (const BaseMove& move : layers.moves()) {
      EXPECT_EQ(after_alg(blocks, move.name), move.action) << n << ' ' << move.name;
    }
    for (const BaseMove& move : blocks.moves()) {
      EXPECT_EQ(after_alg(layers, move.name), move.action) << n << ' ' << move.name;
    }
    EXPECT_EQ(PuzzleGroup(blocks).states(), PuzzleGroup(layers).states());
    EXPECT_EQ(PuzzleGroup(blocks).order(), PuzzleGroup(layers).order());
  }
}

TEST(Blocks, EveryFormThatLayersReadDoesTheSame) {
  for (int n = 4; n <= 7; ++n) {
    const PuzzleDefinition blocks = big_cube(n);
    const PuzzleDefinition layers = big_cube(n, " slices");
    std::vector<std::string> forms = {"x", "y'", "z2", "Lv", "Bv'"};
    if (n % 2 == 1) forms.insert(forms.end(), {"M", "E2", "S'"});
    for (const char face : std::string("UFRDBL")) {
      for (int last = 1; last <= n; ++last) {
        forms.push_back(fmt::format("{}{}", last, face));
        if (last > 1) forms.push_back(fmt::format("{}{}w2", last, face));
        if (last > 1) {
          forms.push_back(fmt::format("{}{}'", last, static_cast<char>(face - 'A' + 'a')));
        }
        for (int first = 1; first < last; ++first) {
          forms.push_back(fmt::format("{}-{}{}'", first, last, face));
          forms.push_back(fmt::format("{}-{}{}w", first, last, face));
        }
      }
      forms.push_back(fmt::format("{}", static_cast<char>(face - 'A' + 'a')));
    }
    SequenceFilter canonical(blocks, MoveSet(blocks, Metric::htm), FilterOperation::canonical);
    for (const std::string& form : forms) {
      const State action = after_alg(layers, form);
      EXPECT_EQ(after_alg(blocks, form), action) << n << ' ' << form;
      // What it is resolved into.
      EXPECT_EQ(after_alg(blocks, base_moves_of(blocks, form)), action) << n << ' ' << form;
      EXPECT_EQ(after_alg(blocks, canonical.apply(form)), action) << n << ' ' << form;
    }
  }
}

TEST(Blocks, RandomSequencesDoWhatTheirLayersDo) {
  Rng rng(20);
  for (const int n : {4, 5, 6}) {
    const PuzzleDefinition blocks = big_cube(n);
    const PuzzleDefinition layers = big_cube(n, " slices");
    const MoveSet moves(blocks, Metric::htm);
    for (int round = 0; round < 20; ++round) {
      std::string by_blocks;
      std::string by_layers;
      State state = blocks.solved();
      for (int i = 0; i < 30; ++i) {
        const Move& move = moves.moves()[random_below(rng, moves.moves().size())];
        by_blocks += move.name + ' ';
        const MoveToken token = expand(parse_alg(move.name, &blocks.names()))[0];
        const std::string name = blocks.moves()[moves.classes()[move.move_class].base].name;
        // R, Rw, 3Rw: so many layers, each by its own number.
        const int width = name.size() == 1 ? 1 : name.size() == 2 ? 2 : name[0] - '0';
        const char face = name[name.size() == 3 ? 1 : 0];
        for (int layer = 1; layer <= width; ++layer) {
          by_layers +=
              power_name(layer == 1 ? std::string(1, face) : fmt::format("{}{}", layer, face),
                         token.amount) +
              ' ';
        }
        state = compose(blocks.orbits(), state, move.action);
      }
      EXPECT_EQ(apply(layers, parse_alg(by_layers, &layers.names())), state) << by_blocks;
      EXPECT_EQ(apply(blocks, parse_alg(by_blocks, &blocks.names())), state) << by_blocks;
      EXPECT_EQ(apply(blocks, parse_alg(by_layers, &blocks.names())), state) << by_layers;
      EXPECT_EQ(apply(layers, parse_alg(by_blocks, &layers.names())), state) << by_blocks;
    }
  }
}

TEST(Blocks, AreWhatFormsAreResolvedInto) {
  const PuzzleDefinition four = big_cube(4);
  EXPECT_EQ(base_moves_of(four, "r Rw 2Rw 1-2R"), "Rw Rw Rw Rw");
  EXPECT_EQ(base_moves_of(four, "2R"), "Rw R'");
  EXPECT_EQ(base_moves_of(four, "2R'"), "R Rw'");
  EXPECT_EQ(base_moves_of(four, "3Rw 3l"), "L Rv R Rv'");
  EXPECT_EQ(base_moves_of(four, "2-3R"), "L Rv R'");
  const PuzzleDefinition five = big_cube(5);
  EXPECT_EQ(base_moves_of(five, "3R"), "Rw' Lw Rv");
  EXPECT_EQ(base_moves_of(five, "M"), "Lw' Rw Rv'");
  const PuzzleDefinition six = big_cube(6);
  EXPECT_EQ(base_moves_of(six, "2-3R"), "3Rw R'");
  EXPECT_EQ(base_moves_of(six, "3r"), "3Rw");
}

// The centres of an odd cube are what positions are counted from; an even one has none.
TEST(Blocks, OnlyWhatIsMoreThanHalfTurnsTheWhole) {
  const auto held = [](const PuzzleDefinition& cube, const std::string& text) {
    const Alg alg = parse_alg(text, &cube.names());
    return print(hold(cube, {"", apply(cube, alg), alg}).turn);
  };
  const PuzzleDefinition four = big_cube(4);
  EXPECT_EQ(held(four, "Rw 2R 3R Lw"), "");
  EXPECT_EQ(held(four, "3Rw"), "x");
  const PuzzleDefinition five = big_cube(5);
  EXPECT_EQ(held(five, "Rw 2R 4R Lw'"), "");
  EXPECT_EQ(held(five, "3Rw U M'"), "x2");
}

// By hand from the definition's moves, by the general counter, and on stickers by a program of its
// own (puzzles/4x4x4.expect). Less than there are sequences, since Rw Lw' turns the whole cube.
TEST(Blocks, PositionsAtEachDepth) {
  const PuzzleDefinition cube = big_cube(4);
  const MoveSet moves(cube, Metric::htm);
  std::map<std::string, int> depths;
  std::vector<State> layer = {cube.solved()};
  const auto key = [](const State& state) {
    return std::string(state.bytes.begin(), state.bytes.end());
  };
  depths.emplace(key(cube.solved()), 0);
  std::vector<std::uint64_t> counts = {1};
  std::vector<State> samples;
  for (int depth = 1; depth <= 3; ++depth) {
    std::vector<State> next;
    for (const State& state : layer) {
      for (const Move& move : moves.moves()) {
        State to = compose(cube.orbits(), state, move.action);
        if (depths.emplace(key(to), depth).second) next.push_back(std::move(to));
      }
    }
    counts.push_back(next.size());
    for (std::size_t i = 0; i < next.size(); i += next.size() / 12) samples.push_back(next[i]);
    layer = std::move(next);
  }
  EXPECT_EQ(counts, (std::vector<std::uint64_t>{1, 36, 1026, 28146}));
  GodOptions options;
  options.max_depth = 3;
  options.memory_bytes = std::uint64_t{256} << 20U;
  const GodResult counted = count_positions(cube, moves, options);
  ASSERT_EQ(counted.layers.size(), counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) EXPECT_EQ(counted.layers[i].positions, counts[i]);
  SolverOptions small;
  small.memory_bytes = std::uint64_t{64} << 20U;
  Solver solver(cube, moves, small);
  for (const State& sample : samples) {
    const SolveResult found = solver.solve(sample, {});
    ASSERT_EQ(found.solutions.size(), 1U);
    EXPECT_EQ(static_cast<int>(found.solutions[0].moves.size()), depths.at(key(sample)));
  }
}

// As files were written when single layers were the moves.
TEST(Blocks, ACubeOfAFileThatTurnsByLayersHasItsPicture) {
  PuzzleDefinition::Parts parts = big_cube(4, " slices").parts();
  parts.name = "4x4x4";
  EXPECT_TRUE(find_picture(PuzzleDefinition(parts)));
  EXPECT_TRUE(find_picture(big_cube(4)));
  std::swap(parts.moves[0].action, parts.moves[1].action);
  EXPECT_FALSE(find_picture(PuzzleDefinition(parts)));
}

TEST(Blocks, CountMovesOfEveryForm) {
  const PuzzleDefinition six = big_cube(6);
  const auto cost = [&](const char* text) {
    SequenceFilter filter(six, MoveSet(six, Metric::htm), FilterOperation::moves);
    return std::stoi(filter.apply(text));
  };
  for (const char* text : {"R", "Rw2", "3Rw'", "r", "3r", "1-3R", "4Rw", "5r2", "1-5R"}) {
    EXPECT_EQ(cost(text), 1) << text;
  }
  for (const char* text : {"2R", "3R2", "2-3R", "3-3r", "Rw Bw", "R2 Rw2"}) {
    EXPECT_EQ(cost(text), 2) << text;
  }
}

}  // namespace
}  // namespace gyre
