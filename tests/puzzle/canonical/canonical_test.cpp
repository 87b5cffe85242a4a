// CanonicalAutomaton and CanonicalCounts: the tables of the specification, and brute force: the
// automaton must accept exactly one sequence of each set of sequences that commutation (or, with a
// canon depth, effect) makes equal.
#include "puzzle/canonical/canonical.h"
#include "support/error_of.h"
#include "support/test_cubes.h"

#include <gyre/base/error.h>
#include <gyre/library/library.h>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <chrono>
#include <cmath>
#include <map>
#include <mutex>
#include <set>
#include <string>

namespace gyre {
namespace {

CanonicalAutomaton with_depth(const PuzzleDefinition& definition, const MoveSet& moves, int depth,
                              std::uint64_t memory_bytes = std::uint64_t{2} << 30U,
                              int threads = 0) {
  CanonicalOptions options;
  options.depth = depth;
  options.memory_bytes = memory_bytes;
  options.threads = threads;
  return {definition, moves, options};
}

void expect_row(const PuzzleDefinition& definition, int depth, int states, double branching) {
  const MoveSet moves(definition, Metric::htm);
  const CanonicalAutomaton automaton = with_depth(definition, moves, depth);
  EXPECT_EQ(automaton.states(), states);
  EXPECT_NEAR(CanonicalCounts(automaton).branching_factor(), branching, 0.00005);
}

// The number of sequences of each length, by walking the automaton.
std::vector<std::uint64_t> walked_counts(const CanonicalAutomaton& automaton, int max_length) {
  std::vector<std::uint64_t> counts(max_length + 1, 0);
  const auto walk = [&](auto&& self, int state, int length) -> void {
    ++counts[length];
    if (length == max_length) return;
    for (int m = 0; m < automaton.moves(); ++m) {
      const int next = automaton.next(state, m);
      if (next >= 0) self(self, next, length + 1);
    }
  };
  walk(walk, CanonicalAutomaton::kStart, 0);
  return counts;
}

std::vector<std::uint64_t> counted(const CanonicalAutomaton& automaton, int max_length) {
  std::vector<std::uint64_t> counts;
  for (const BigInt& n : CanonicalCounts(automaton).sequences(max_length)) {
    counts.push_back(static_cast<std::uint64_t>(n));
  }
  return counts;
}

// Two swaps that alternate: two sequences of each length, however many positions there are.
TEST(CanonicalCounts, LowerBoundEndsWhereFewSequencesAreCanonical) {
  PuzzleDefinition::Parts parts;
  parts.name = "reflections";
  parts.orbits = {{"A", 3, 1}};
  parts.solved = identity_state(OrbitList(parts.orbits));
  parts.moves = {{"A", {{1, 0, 2, 0, 0, 0}}}, {"B", {{0, 2, 1, 0, 0, 0}}}};
  const PuzzleDefinition definition(parts);
  const CanonicalAutomaton automaton(definition, MoveSet(definition, Metric::htm));
  const CanonicalCounts counts(automaton);
  EXPECT_EQ(counts.lower_bound(6), 3);
  EXPECT_EQ(counts.lower_bound(BigInt(1) << 64), CanonicalCounts::kMaxLowerBound);
}

TEST(Canonical, TableOf2x2x2) {
  const PuzzleDefinition cube = load_puzzle("2x2x2");
  expect_row(cube, 0, 7, 13.3485);
  expect_row(cube, 1, 19, 13.3485);
  expect_row(cube, 2, 262, 11.8098);
  expect_row(cube, 3, 3'136, 10.1869);
  expect_row(cube, 4, 31'136, 8.0426);
  expect_row(cube, 5, 236'552, 6.2356);
}

TEST(Canonical, TableOfPentultimate) {
  const PuzzleDefinition pentultimate = load_puzzle("pentultimate");
  expect_row(pentultimate, 0, 13, 41.9089);
  expect_row(pentultimate, 1, 49, 41.9089);
  expect_row(pentultimate, 2, 2'065, 40.2458);
  expect_row(pentultimate, 3, 83'065, 38.0152);
}

TEST(Canonical, TableOfPentultimateSlow) {
  expect_row(load_puzzle("pentultimate"), 4, 3'138'180, 35.0140);
}

TEST(Canonical, BigCubesMergeSlices) {
  for (const char* name : {"20x20x20 slices", "20x20x20"}) {
    const PuzzleDefinition cube = load_puzzle(name);
    const MoveSet moves(cube, Metric::htm);
    EXPECT_EQ(CanonicalAutomaton(cube, moves).states(), 61) << name;
  }
}

// Where a definition lists the opposite face does not matter.
TEST(Canonical, DepthDoesNotDependOnTheOrderOfKin) {
  PuzzleDefinition::Parts parts = test::cube_parts(false);
  std::swap(parts.moves[1], parts.moves[3]);  // U D R F B L
  expect_row(PuzzleDefinition(std::move(parts)), 2, 262, 11.8098);
  expect_row(test::cube2(), 3, 3'136, 10.1869);
}

TEST(Canonical, Cube3) {
  const PuzzleDefinition cube = test::cube3();
  const MoveSet moves(cube, Metric::htm);
  const CanonicalAutomaton automaton(cube, moves);
  EXPECT_EQ(automaton.states(), 7);
  const CanonicalCounts counts(automaton);
  EXPECT_NEAR(counts.branching_factor(), 6 + 3 * std::sqrt(6.0), 1e-7);  // 13.348469
  EXPECT_EQ(counted(automaton, 5), (std::vector<std::uint64_t>{1, 18, 243, 3240, 43254, 577368}));
  // The classical bound: 43 quintillion positions need 18 moves.
  EXPECT_EQ(counts.lower_bound(BigInt("43252003274489856000")), 18);
  const MoveSet quarter(cube, Metric::qtm);
  const CanonicalAutomaton quarter_automaton(cube, quarter);
  EXPECT_EQ(counted(quarter_automaton, 4), (std::vector<std::uint64_t>{1, 12, 114, 1068, 10011}));
  EXPECT_EQ(CanonicalCounts(quarter_automaton).lower_bound(BigInt("43252003274489856000")), 21);
}

// Exactly as many positions as sequences, and one more: floating point cannot tell, and must know.
TEST(CanonicalCounts, LowerBoundsAreExact) {
  for (const char* name : {"3x3x3", "megaminx", "7x7x7"}) {
    const PuzzleDefinition definition = load_puzzle(name);
    const MoveSet moves(definition, Metric::htm);
    const CanonicalAutomaton automaton(definition, moves);
    const CanonicalCounts counts(automaton);
    BigInt total = 0;
    int length = 0;
    for (const BigInt& more : counts.sequences(60)) {
      total += more;
      EXPECT_EQ(counts.lower_bound(total), length) << name;
      EXPECT_EQ(counts.lower_bound(total + 1), length + 1) << name;
      EXPECT_EQ(counts.lower_bound(total + total / 1000 + 1), length + 1) << name;
      ++length;
    }
  }
}

TEST(Canonical, QuarterTurnRuns) {
  const PuzzleDefinition cube = test::cube3();
  const MoveSet moves(cube, Metric::qtm);
  const CanonicalAutomaton automaton(cube, moves);
  const int u = moves.find("U");
  const int back = moves.find("U'");
  const int d = moves.find("D");
  const int r = moves.find("R");
  EXPECT_TRUE(automaton.accepts({u, u}));
  EXPECT_TRUE(automaton.accepts({back}));
  EXPECT_FALSE(automaton.accepts({back, back}));
  EXPECT_FALSE(automaton.accepts({u, u, u}));
  EXPECT_FALSE(automaton.accepts({u, back}));
  EXPECT_FALSE(automaton.accepts({back, u}));
  EXPECT_TRUE(automaton.accepts({u, u, d, d}));
  EXPECT_FALSE(automaton.accepts({u, d, u}));
  EXPECT_FALSE(automaton.accepts({d, u}));
  EXPECT_TRUE(automaton.accepts({u, u, r, u, u}));
}

// Lengths far beyond one machine word, against sums of the same recurrence in exact integers.
TEST(Canonical, LongCountsAreExact) {
  const PuzzleDefinition cube = test::cube3();
  const MoveSet moves(cube, Metric::htm);
  const auto counts = CanonicalCounts(CanonicalAutomaton(cube, moves)).sequences(200);
  // c(n) = 12 c(n-1) + 18 c(n-2) from n = 3 on.
  for (std::size_t n = 3; n < counts.size(); ++n) {
    ASSERT_TRUE(counts[n] == 12 * counts[n - 1] + 18 * counts[n - 2]) << n;
  }
}

TEST(Canonical, FiniteLanguages) {
  const PuzzleDefinition cube = test::cube3();
  const MoveSet moves(cube, Metric::htm, "U,D");
  const CanonicalAutomaton automaton(cube, moves);
  EXPECT_EQ(counted(automaton, 4), (std::vector<std::uint64_t>{1, 6, 9, 0, 0}));
  const CanonicalCounts counts(automaton);
  EXPECT_EQ(counts.branching_factor(), 0);
  EXPECT_EQ(counts.lower_bound(BigInt(16)), 2);
  EXPECT_EQ(counts.lower_bound(BigInt(17)), -1);
  // Deeper than the group has elements for.
  const CanonicalAutomaton deep = with_depth(cube, moves, 6);
  EXPECT_EQ(deep.states(), 16);
  EXPECT_EQ(counted(deep, 4), (std::vector<std::uint64_t>{1, 6, 9, 0, 0}));
}

TEST(Canonical, TooLittleMemoryIsSaid) {
  const PuzzleDefinition cube = test::cube2();
  const MoveSet moves(cube, Metric::htm);
  EXPECT_THROW(with_depth(cube, moves, 5, 100'000), Error);
  EXPECT_THROW(with_depth(cube, moves, -1), Error);
}

TEST(Canonical, PassesAndThreadsDoNotMatter) {
  const PuzzleDefinition cube = test::cube2();
  const MoveSet moves(cube, Metric::htm);
  const CanonicalAutomaton one = with_depth(cube, moves, 4);
  const CanonicalAutomaton many = with_depth(cube, moves, 4, 3'000'000, 4);
  ASSERT_EQ(one.states(), many.states());
  for (int state = 0; state < one.states(); ++state) {
    for (int m = 0; m < moves.size(); ++m) ASSERT_EQ(one.next(state, m), many.next(state, m));
  }
}

TEST(Canonical, ProgressReachesItsTotal) {
  const PuzzleDefinition cube = test::cube2();
  CanonicalOptions options;
  options.depth = 3;
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  options.progress = [&](const ProgressEvent& event) {
    done = std::max(done, event.done);
    total = event.total;
  };
  const CanonicalAutomaton automaton(cube, MoveSet(cube, Metric::htm), options);
  EXPECT_GT(total, 0U);
  EXPECT_EQ(done, total);
}

// Every sequence of up to n + 1 moves is accepted exactly if no sequence before it, by length and
// then by order, has its effect. For move sets that list kin together.
void check_depth_by_force(const PuzzleDefinition& definition, const MoveSet& moves, int depth) {
  const CanonicalAutomaton automaton = with_depth(definition, moves, depth);
  std::vector<int> letters;
  for (int c = 0; c < static_cast<int>(moves.classes().size()); ++c) {
    for (int m = moves.size() - 1; m >= 0; --m) {
      if (moves.moves()[m].move_class == c) letters.push_back(m);
    }
  }
  std::set<std::string> seen;
  const auto text = [](const State& s) { return std::string(s.bytes.begin(), s.bytes.end()); };
  std::vector<std::pair<std::vector<int>, State>> level{{{}, identity_state(definition.orbits())}};
  seen.insert(text(level[0].second));
  for (int length = 1; length <= depth + 1; ++length) {
    std::vector<std::pair<std::vector<int>, State>> next;
    for (const auto& [word, state] : level) {
      for (const int m : letters) {
        std::vector<int> longer = word;
        longer.push_back(m);
        State effect = compose(definition.orbits(), state, moves.moves()[m].action);
        const bool first = seen.insert(text(effect)).second;
        ASSERT_EQ(automaton.accepts(longer), first);
        if (first) next.emplace_back(std::move(longer), std::move(effect));
      }
    }
    level = std::move(next);
  }
}

TEST(Canonical, DepthAgainstBruteForce) {
  PuzzleDefinition::Parts parts = test::cube_parts(false);
  std::vector<BaseMove> paired;
  for (const int i : {0, 3, 1, 4, 2, 5}) paired.push_back(parts.moves[i]);
  parts.moves = paired;
  const PuzzleDefinition cube(std::move(parts));
  check_depth_by_force(cube, MoveSet(cube, Metric::htm), 3);
  check_depth_by_force(cube, MoveSet(cube, Metric::qtm), 4);
  check_depth_by_force(cube, MoveSet(cube, Metric::htm, "U,R2"), 6);
}

// A puzzle in which just the wanted pairs of classes commute: each class is made of cycles of its
// order, one of its own, and one for each class that it must not commute with, which share a piece.
PuzzleDefinition puzzle_with(const std::vector<int>& orders,
                             const std::vector<std::vector<bool>>& commute) {
  const auto count = static_cast<int>(orders.size());
  std::vector<std::vector<std::vector<int>>> cycles(count);
  int pieces = 0;
  const auto cycle_from = [&](int c, std::vector<int> slots) {
    while (static_cast<int>(slots.size()) < orders[c]) slots.push_back(pieces++);
    cycles[c].push_back(slots);
  };
  for (int a = 0; a < count; ++a) {
    cycle_from(a, {});
    for (int b = 0; b < a; ++b) {
      if (commute[a][b]) continue;
      const int shared = pieces++;
      cycle_from(a, {shared});
      cycle_from(b, {shared});
    }
  }
  PuzzleDefinition::Parts parts;
  parts.name = "cycles";
  parts.orbits.push_back({"PIECES", pieces, 1});
  parts.solved = identity_state(OrbitList(parts.orbits));
  for (int c = 0; c < count; ++c) {
    State action = parts.solved;
    for (const auto& cycle : cycles[c]) {
      for (std::size_t i = 0; i < cycle.size(); ++i) {
        action.bytes[cycle[i]] = static_cast<std::uint8_t>(cycle[(i + 1) % cycle.size()]);
      }
    }
    const std::string name{static_cast<char>('A' + c / 26), static_cast<char>('a' + c % 26)};
    parts.moves.push_back({name, action, 0});
  }
  return PuzzleDefinition(std::move(parts));
}

// The normal form of Foata: layers of commuting powers, each as early as it can be. Two words are
// equal by commutation and the orders of the classes exactly if their layers are.
using Layers = std::vector<std::map<int, int>>;

Layers normal_form(const MoveSet& moves, const std::vector<std::pair<int, int>>& powers) {
  Layers layers;
  for (const auto& [c, amount] : powers) {
    std::size_t place = layers.size();
    while (place > 0) {
      const auto& below = layers[place - 1];
      if (below.contains(c)) break;
      bool blocked = false;
      for (const auto& [other, unused] : below) blocked = blocked || !moves.commutes(c, other);
      if (blocked) break;
      --place;
    }
    if (place > 0 && layers[place - 1].contains(c)) {
      const int order = moves.classes()[c].order;
      int& sum = layers[place - 1][c];
      sum = (sum + amount) % order;
      if (sum < 0) sum += order;
      if (sum != 0) continue;
      // What stood above may come down.
      layers[place - 1].erase(c);
      std::vector<std::pair<int, int>> flat;
      for (const auto& layer : layers) flat.insert(flat.end(), layer.begin(), layer.end());
      layers = normal_form(moves, flat);
    } else {
      if (place == layers.size()) layers.emplace_back();
      const int order = moves.classes()[c].order;
      layers[place][c] = ((amount % order) + order) % order;
    }
  }
  return layers;
}

Layers extended(const MoveSet& moves, const Layers& layers, const Move& move) {
  std::vector<std::pair<int, int>> flat;
  for (const auto& layer : layers) flat.insert(flat.end(), layer.begin(), layer.end());
  flat.emplace_back(move.move_class, move.amount);
  return normal_form(moves, flat);
}

// Elements by length, and for each the number of accepted sequences of that length that make it.
void check_by_force(const PuzzleDefinition& definition, Metric metric, int max_length) {
  const MoveSet moves(definition, metric);
  const CanonicalAutomaton automaton(definition, moves);
  std::set<Layers> seen{{}};
  std::set<Layers> level{{}};
  std::vector<std::uint64_t> elements{1};
  for (int length = 1; length <= max_length; ++length) {
    std::set<Layers> next;
    for (const Layers& element : level) {
      for (const Move& move : moves.moves()) {
        Layers longer = extended(moves, element, move);
        if (!seen.contains(longer)) next.insert(std::move(longer));
      }
    }
    seen.insert(next.begin(), next.end());
    elements.push_back(next.size());
    level = std::move(next);
  }
  RC_ASSERT(walked_counts(automaton, max_length) == elements);
  RC_ASSERT(counted(automaton, max_length) == elements);
  // And no two accepted sequences make the same element.
  std::set<Layers> made;
  std::uint64_t accepted = 0;
  const auto walk = [&](auto&& self, int state, int length, const Layers& layers) -> void {
    made.insert(layers);
    ++accepted;
    if (length == max_length) return;
    automaton.for_each_next(state, [&](int m, int next) {
      self(self, next, length + 1, extended(moves, layers, moves.moves()[m]));
    });
  };
  walk(walk, CanonicalAutomaton::kStart, 0, {});
  RC_ASSERT(made.size() == accepted);
}

RC_GTEST_PROP(CanonicalProperty, CountsAgainstBruteForce, ()) {
  const int count = *rc::gen::inRange(1, 6);
  std::vector<int> orders;
  for (int c = 0; c < count; ++c) orders.push_back(*rc::gen::inRange(2, 7));
  std::vector<std::vector<bool>> commute(count, std::vector<bool>(count, true));
  for (int a = 0; a < count; ++a) {
    for (int b = 0; b < a; ++b) commute[a][b] = commute[b][a] = *rc::gen::arbitrary<bool>();
  }
  const PuzzleDefinition puzzle = puzzle_with(orders, commute);
  const MoveSet moves(puzzle, Metric::htm);
  for (int a = 0; a < count; ++a) {
    for (int b = 0; b < a; ++b) RC_ASSERT(moves.commutes(a, b) == commute[a][b]);
  }
  check_by_force(puzzle, Metric::htm, 3);
  check_by_force(puzzle, Metric::qtm, 4);
}

TEST(Canonical, MoreThan64Classes) {
  constexpr int kClasses = 100;
  std::vector<std::vector<bool>> commute(kClasses, std::vector<bool>(kClasses, true));
  // The first and the last are in different words of a set of classes.
  const std::vector<int> orders(kClasses, 2);
  commute[0][99] = commute[99][0] = false;
  const PuzzleDefinition puzzle = puzzle_with(orders, commute);
  const MoveSet moves(puzzle, Metric::htm);
  const CanonicalAutomaton automaton(puzzle, moves);
  // Sequences of two: all ordered pairs of the two that do not commute, unordered ones of the rest.
  EXPECT_EQ(counted(automaton, 2), (std::vector<std::uint64_t>{1, 100, 100 * 99 / 2 + 1}));
  EXPECT_EQ(automaton.mask_words(), 2);
}

TEST(Canonical, CanBeStopped) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  const MoveSet moves(cube, Metric::htm);
  std::stop_source stop;
  const CanonicalAutomaton whole(cube, moves);
  const CanonicalCounts counts(whole, 1, stop.get_token());
  stop.request_stop();
  CanonicalOptions options;
  options.stop = stop.get_token();
  for (const int depth : {0, 2}) {
    options.depth = depth;
    EXPECT_EQ(test::error_of([&] { (void)CanonicalAutomaton(cube, moves, options); }),
              "making the canonical automaton was stopped");
  }
  const std::string stopped = "counting canonical sequences was stopped";
  EXPECT_EQ(test::error_of([&] { (void)counts.sequences(3); }), stopped);
  EXPECT_EQ(test::error_of([&] { (void)counts.branching_factor(); }), stopped);
  EXPECT_EQ(test::error_of([&] { (void)counts.lower_bound(1'000'000); }), stopped);
}

// In the midst of a depth that takes seconds.
TEST(Canonical, StopsSoon) {
  const PuzzleDefinition cube = load_puzzle("4x4x4");
  const MoveSet moves(cube, Metric::htm);
  std::stop_source stop;
  CanonicalOptions options;
  options.depth = 4;
  options.stop = stop.get_token();
  std::chrono::steady_clock::time_point asked;
  std::once_flag once;
  options.progress = [&](const ProgressEvent&) {
    std::call_once(once, [&] {
      asked = std::chrono::steady_clock::now();
      stop.request_stop();
    });
  };
  EXPECT_THROW((void)CanonicalAutomaton(cube, moves, options), Error);
  EXPECT_LT(std::chrono::steady_clock::now() - asked, std::chrono::seconds(5));
}

}  // namespace
}  // namespace gyre
