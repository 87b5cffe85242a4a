// Shortest sequences by order, against all sequences of small lengths.
#include <gyre/general/find.h>

#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>
#include "puzzle/group/exact_order.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace gyre {
namespace {

// By order: the least length.
std::map<std::string, int> naive_orders(const PuzzleDefinition& puzzle, const MoveSet& moves,
                                        int max_length) {
  std::map<std::string, int> orders;
  std::vector<State> layer = {identity_state(puzzle.orbits())};
  for (int length = 1; length <= max_length; ++length) {
    std::vector<State> next;
    for (const State& state : layer) {
      for (const Move& move : moves.moves()) {
        next.push_back(compose(puzzle.orbits(), state, move.action));
        orders.try_emplace(exact_order(puzzle.orbits(), next.back()).str(), length);
      }
    }
    layer = std::move(next);
  }
  orders.erase("1");
  return orders;
}

std::vector<FoundOrder> found_orders(const PuzzleDefinition& puzzle, const MoveSet& moves,
                                     OrderOptions options) {
  std::vector<FoundOrder> all;
  options.found = [&](const FoundOrder& one) { all.push_back(one); };
  (void)find_orders(puzzle, moves, options);
  return all;
}

TEST(Orders, EachWithItsLeastLength) {
  for (const char* name : {"2x2x2", "pyraminx", "skewb"}) {
    const PuzzleDefinition puzzle = load_puzzle(name);
    for (const Metric metric : {Metric::htm, Metric::qtm}) {
      const MoveSet moves(puzzle, metric);
      constexpr int kLength = 3;
      for (const SymmetryUse use : {SymmetryUse::all, SymmetryUse::none}) {
        OrderOptions options;
        options.max_length = kLength;
        options.symmetry = use;
        std::map<std::string, int> lengths;
        for (const FoundOrder& one : found_orders(puzzle, moves, options)) {
          EXPECT_TRUE(lengths.emplace(one.order, one.length).second) << one.order;
          EXPECT_EQ(exact_order(puzzle.orbits(), action_of(puzzle, one.alg)).str(), one.order);
        }
        EXPECT_EQ(lengths, naive_orders(puzzle, moves, kLength)) << name;
      }
    }
  }
}

TEST(Orders, OneOrderOnly) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  const MoveSet moves(cube, Metric::htm);
  OrderOptions options;
  options.order = 105;
  options.max_length = 2;
  const std::vector<FoundOrder> all = found_orders(cube, moves, options);
  // R U and its images, inverses and shifts are one.
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(exact_order(cube.orbits(), action_of(cube, all[0].alg)), 105);
  EXPECT_EQ(all[0].length, 2);
  options.symmetry = SymmetryUse::none;
  EXPECT_GT(found_orders(cube, moves, options).size(), 1U);
}

TEST(Orders, SameForEveryNumberOfThreads) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  const MoveSet moves(cube, Metric::htm);
  OrderOptions options;
  options.max_length = 4;
  const auto texts = [&](int threads) {
    options.threads = threads;
    std::vector<std::string> all;
    for (const FoundOrder& one : found_orders(cube, moves, options)) {
      all.push_back(one.order + " " + print(one.alg, cube.names()));
    }
    return all;
  };
  EXPECT_EQ(texts(1), texts(4));
}

// Some orders have more than 64 bits.
TEST(Orders, OfLargePuzzles) {
  const PuzzleDefinition cube = load_puzzle("15x15x15");
  const MoveSet moves(cube, Metric::htm, "R,3Rw,5Rw,7Rw,U,2Uw,4Uw,6Uw");
  OrderOptions options;
  options.max_length = 3;
  options.seconds = 20;
  for (const FoundOrder& one : found_orders(cube, moves, options)) {
    EXPECT_EQ(exact_order(cube.orbits(), action_of(cube, one.alg)).str(), one.order);
  }
}

}  // namespace
}  // namespace gyre
