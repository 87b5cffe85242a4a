// PuzzleGroup against known counts, against a plain stabiliser chain over all stickers, against
// brute force on random small puzzles, and against GAP.
#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/puzzle_group.h>
#include "format/tws.h"
#include "group/stabilizer_chain.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>

#include "base/random.h"
#include "support/gap_oracle.h"
#include "support/small_puzzles.h"
#include "support/tied_orbits.h"

namespace gyre {
namespace {

BigInt states_of(const PuzzleDefinition& definition, const std::string& moves = "") {
  return PuzzleGroup(definition, MoveSet(definition, Metric::htm, moves)).states();
}

BigInt factorial(int n) {
  BigInt result = 1;
  for (int i = 2; i <= n; ++i) result *= i;
  return result;
}

// Positions of one puzzle have the same length; compared as text, because g++ 12 warns about the
// vector's own comparison.
struct ByBytes {
  static std::string_view text(const State& state) {
    return {reinterpret_cast<const char*>(state.bytes.data()), state.bytes.size()};
  }
  bool operator()(const State& a, const State& b) const { return text(a) < text(b); }
};
using StateSet = std::set<State, ByBytes>;

// The action on all points (orbit, slot, orientation), with nothing clever.
Permutation on_stickers(const OrbitList& orbits, const State& action) {
  Permutation p;
  int first = 0;
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    const int o = orbits[k].orientations;
    p.resize(first + n * o);
    for (int slot = 0; slot < n; ++slot) {
      const int source = action.bytes[orbits.perm_offset(k) + slot];
      const int turn = action.bytes[orbits.ori_offset(k) + slot];
      for (int t = 0; t < o; ++t) {
        p[first + source * o + t] = static_cast<std::uint16_t>(first + slot * o + (t + turn) % o);
      }
    }
    first += n * o;
  }
  return p;
}

std::vector<Permutation> sticker_generators(const PuzzleDefinition& definition) {
  std::vector<Permutation> generators;
  for (const BaseMove& move : definition.moves()) {
    generators.push_back(on_stickers(definition.orbits(), move.action));
  }
  return generators;
}

BigInt plain_order(const PuzzleDefinition& definition) {
  const std::vector<Permutation> generators = sticker_generators(definition);
  return StabilizerChain(static_cast<int>(generators[0].size()), generators).order();
}

// All positions that legal moves reach, or nothing if there are more than `limit`.
StateSet enumerate(const PuzzleDefinition& definition, const MoveSet& moves, std::size_t limit) {
  StateSet seen = {definition.solved()};
  std::vector<State> queue = {definition.solved()};
  while (!queue.empty()) {
    const State state = queue.back();
    queue.pop_back();
    for (const Move& move : moves.moves()) {
      State next = compose(definition.orbits(), state, move.action);
      if (!definition.legal(next) || !seen.insert(next).second) continue;
      if (seen.size() > limit) return {};
      queue.push_back(std::move(next));
    }
  }
  return seen;
}

// A position with the right pieces anywhere and turned anyhow.
State random_arrangement(const PuzzleDefinition& definition, Rng& rng) {
  State action = test::random_action(definition.parts().orbits, rng);
  return compose(definition.orbits(), definition.solved(), action);
}

State swap_slots(const PuzzleDefinition& definition, State state, int orbit, int a, int b) {
  const int perm = definition.orbits().perm_offset(orbit);
  const int ori = definition.orbits().ori_offset(orbit);
  std::swap(state.bytes[perm + a], state.bytes[perm + b]);
  std::swap(state.bytes[ori + a], state.bytes[ori + b]);
  return state;
}

State twist_slot(const PuzzleDefinition& definition, State state, int orbit, int slot, int by) {
  std::uint8_t& ori = state.bytes[definition.orbits().ori_offset(orbit) + slot];
  ori = static_cast<std::uint8_t>((ori + by) % definition.orbits()[orbit].orientations);
  return state;
}

const char* const kCubeStates = "43252003274489856000";

TEST(PuzzleGroup, TheCubeAndItsSubgroups) {
  const PuzzleDefinition cube = test::hand_made_cube();
  EXPECT_EQ(states_of(cube), BigInt(kCubeStates));
  EXPECT_EQ(states_of(cube, "U,R"), 73'483'200);
  EXPECT_EQ(states_of(cube, "U,R,F"), BigInt("170659735142400"));
  EXPECT_EQ(states_of(cube, "U2,R2"), 12);
  EXPECT_EQ(states_of(cube, "U,D,F2,B2,L2,R2"), BigInt("19508428800"));
  EXPECT_EQ(states_of(cube, "U2,D2,F2,B2,L2,R2"), 663'552);
  EXPECT_EQ(states_of(cube, "U"), 4);
  EXPECT_EQ(states_of(cube, "U,D"), 16);
  EXPECT_EQ(states_of(cube, "U,F,R,D,B"), BigInt(kCubeStates));
}

TEST(PuzzleGroup, SaysHowItWasProved) {
  const PuzzleDefinition cube = test::hand_made_cube();
  const PuzzleGroup whole(cube);
  EXPECT_EQ(whole.proof(), GroupProof::structure);
  EXPECT_EQ(to_string(whole.proof()), "structure");
  ASSERT_EQ(whole.components().size(), 2U);
  EXPECT_TRUE(whole.components()[0].full);
  EXPECT_EQ(whole.components()[0].orientations, 3);
  EXPECT_EQ(whole.shapes(), 1U);
  // The six corners of <U, R> move as PGL(2, 5); its seven edges are full.
  const PuzzleGroup two(cube, MoveSet(cube, Metric::htm, "U,R"));
  EXPECT_EQ(two.proof(), GroupProof::structure_and_chain);
  for (const GroupComponent& component : two.components()) {
    EXPECT_EQ(component.full, component.orbit == 1 && component.slots.size() == 7);
  }
  const PuzzleGroup squares(cube, MoveSet(cube, Metric::htm, "U2,D2,F2,B2,L2,R2"));
  EXPECT_EQ(squares.proof(), GroupProof::chain);
}

TEST(PuzzleGroup, ReasonsOnTheCube) {
  const PuzzleDefinition cube = test::hand_made_cube();
  const PuzzleGroup group(cube);
  EXPECT_TRUE(group.contains(cube.solved()).solvable);
  EXPECT_TRUE(group.contains(cube.solved()).reasons.empty());

  Membership answer = group.contains(swap_slots(cube, cube.solved(), 1, 3, 7));
  EXPECT_FALSE(answer.solvable);
  EXPECT_EQ(answer.reasons, (std::vector<std::string>{"parity: the permutations of CORNERS and "
                                                      "EDGES must be both even or both odd"}));
  // Two wrongs that make it right again.
  EXPECT_TRUE(
      group.contains(swap_slots(cube, swap_slots(cube, cube.solved(), 1, 3, 7), 0, 0, 5)).solvable);

  answer = group.contains(twist_slot(cube, cube.solved(), 0, 2, 1));
  EXPECT_EQ(answer.reasons,
            (std::vector<std::string>{"the orientation sum of CORNERS is 1, must be 0 modulo 3"}));
  answer = group.contains(twist_slot(
      cube, swap_slots(cube, twist_slot(cube, cube.solved(), 0, 2, 2), 0, 0, 1), 1, 4, 1));
  EXPECT_EQ(answer.reasons,
            (std::vector<std::string>{"the orientation sum of CORNERS is 2, must be 0 modulo 3",
                                      "the orientation sum of EDGES is 1, must be 0 modulo 2",
                                      "parity: the permutations of CORNERS and EDGES must be both "
                                      "even or both odd"}));

  const PuzzleGroup two(cube, MoveSet(cube, Metric::htm, "U,R"));
  answer = two.contains(swap_slots(cube, cube.solved(), 1, 5, 6));
  EXPECT_FALSE(answer.solvable);
  EXPECT_EQ(answer.reasons[0], "piece 7 of EDGES can never reach slot 6 with these moves");
  answer = two.contains(twist_slot(cube, twist_slot(cube, cube.solved(), 1, 0, 1), 1, 1, 1));
  EXPECT_EQ(answer.reasons[0],
            "piece 1 of EDGES can never stand in slot 1 like that with these "
            "moves");
  // A three-cycle of corners is even, but not in PGL(2, 5).
  answer = two.contains(swap_slots(cube, swap_slots(cube, cube.solved(), 0, 0, 1), 0, 1, 2));
  EXPECT_EQ(answer.reasons,
            (std::vector<std::string>{"it is not in the group that these moves generate"}));
  EXPECT_THROW((void)group.contains(State{}), Error);
}

TEST(PuzzleGroup, LookAlikePiecesMendParity) {
  PuzzleDefinition::Parts parts = test::hand_made_cube().parts();
  // Two edges look alike: any swap of two other edges can be mended by swapping these.
  parts.solved.bytes[16 + 11] = 10;
  const PuzzleDefinition cube(parts);
  const PuzzleGroup group(cube);
  EXPECT_TRUE(group.contains(swap_slots(cube, cube.solved(), 1, 3, 7)).solvable);
  EXPECT_EQ(group.states(), BigInt(kCubeStates));  // twice as many arrangements, halved
  EXPECT_EQ(group.order(), BigInt(kCubeStates));
  EXPECT_FALSE(group.contains(twist_slot(cube, cube.solved(), 1, 0, 1)).solvable);
  // A wild corner takes up any twist.
  parts.solved.bytes[8 + 4] = kWildOrientation;
  const PuzzleDefinition wild(parts);
  EXPECT_EQ(states_of(wild), BigInt(kCubeStates));
  EXPECT_TRUE(PuzzleGroup(wild).contains(twist_slot(wild, wild.solved(), 0, 0, 1)).solvable);
}

TEST(PuzzleGroup, OnlyTheFacesOfTheCubeTold) {
  // All corners alike and wild, edges alike: what is left is how the edges are flipped.
  PuzzleDefinition::Parts parts = test::hand_made_cube().parts();
  for (int i = 0; i < 8; ++i) {
    parts.solved.bytes[i] = 0;
    parts.solved.bytes[8 + i] = kWildOrientation;
  }
  for (int i = 0; i < 12; ++i) parts.solved.bytes[16 + i] = 0;
  EXPECT_EQ(states_of(PuzzleDefinition(parts)), 2048);
}

TEST(PuzzleGroup, RandomPositionsOfASmallGroupComeEquallyOften) {
  const PuzzleDefinition cube = test::hand_made_cube();
  const PuzzleGroup group(cube, MoveSet(cube, Metric::htm, "U2,R2"));
  Rng rng(3);
  std::map<State, int, ByBytes> seen;
  for (int i = 0; i < 12'000; ++i) ++seen[group.random_state(rng)];
  ASSERT_EQ(seen.size(), 12U);
  double chi_square = 0;
  for (const auto& [state, count] : seen) chi_square += (count - 1e3) * (count - 1e3) / 1e3;
  EXPECT_LT(chi_square, 31.26);  // 11 degrees of freedom, one in a thousand
}

TEST(PuzzleGroup, RandomPositionsOfTheCubeAreSolvableAndReproducible) {
  const PuzzleDefinition cube = test::hand_made_cube();
  const PuzzleGroup group(cube);
  const std::vector<Permutation> generators = sticker_generators(cube);
  const StabilizerChain plain(static_cast<int>(generators[0].size()), generators);
  Rng rng(7);
  Rng again(7);
  std::vector<int> first_corner(24, 0);
  for (int i = 0; i < 2'400; ++i) {
    const State state = group.random_state(rng);
    EXPECT_EQ(state, group.random_state(again));
    ASSERT_TRUE(plain.contains(on_stickers(cube.orbits(), state)));
    ++first_corner[state.bytes[0] * 3 + state.bytes[8]];
  }
  for (const int count : first_corner) EXPECT_NEAR(count, 100, 50);
}

TEST(PuzzleGroup, MembershipOfTheCubeEqualsThePlainChain) {
  const PuzzleDefinition cube = test::hand_made_cube();
  for (const char* moves : {"", "U,R", "U,R,F", "U,D,F2,B2,L2,R2", "U2,D2,F2,B2,L2,R2"}) {
    const MoveSet set(cube, Metric::htm, moves);
    const PuzzleGroup group(cube, set);
    std::vector<Permutation> generators;
    for (const Move& move : set.moves()) {
      generators.push_back(on_stickers(cube.orbits(), move.action));
    }
    const StabilizerChain plain(48, generators);
    EXPECT_EQ(group.order(), plain.order()) << moves;
    Rng rng(9);
    int inside = 0;
    for (int i = 0; i < 200; ++i) {
      State state = group.random_state(rng);
      for (std::uint64_t change = random_below(rng, 3); change > 0; --change) {
        const int orbit = static_cast<int>(rng() % 2);
        const int pieces = cube.orbits()[orbit].pieces;
        state = swap_slots(cube, state, orbit, static_cast<int>(rng() % pieces),
                           static_cast<int>(rng() % pieces));
        state = twist_slot(cube, state, orbit, static_cast<int>(rng() % pieces),
                           static_cast<int>(rng() % 2));
      }
      const bool expected = plain.contains(on_stickers(cube.orbits(), state));
      const Membership answer = group.contains(state);
      ASSERT_EQ(answer.solvable, expected) << moves;
      ASSERT_EQ(answer.reasons.empty(), expected);
      ASSERT_EQ(group.contains_action(state), expected);
      inside += expected ? 1 : 0;
    }
    EXPECT_GT(inside, 50);
    EXPECT_LT(inside, 190);
  }
}

// Random puzzles of all the kinds that could go wrong: linked orbits, imprimitive actions, twists
// that depend on the permutation, orbits that fall apart, single pieces.
class LinkedPuzzle {
 public:
  LinkedPuzzle(std::uint64_t seed, int max_pieces) : rng_(seed), max_pieces_(max_pieces) {}

  Rng& rng() { return rng_; }
  int below(int bound) { return static_cast<int>(random_below(rng_, std::uint64_t(bound))); }

  PuzzleDefinition make(bool told_apart, bool rules) {
    PuzzleDefinition::Parts parts;
    parts.name = "random";
    const int orbits = 1 + below(3);
    for (int k = 0; k < orbits; ++k) {
      // Equal sizes are likely, so that orbits can be linked.
      const int pieces = k > 0 && below(2) == 0 ? parts.orbits[0].pieces : 1 + below(max_pieces_);
      const int orientations = std::max(1 + below(4), pieces == 1 ? 2 : 1);
      parts.orbits.push_back({"ORBIT" + std::to_string(k), pieces, orientations});
    }
    const int moves = 1 + below(3);
    const int style = below(5);
    for (int m = 0; m < moves; ++m) {
      BaseMove move{std::string(1, static_cast<char>('A' + m)), {}};
      // A first move that does nothing is no puzzle; style 2 on single pieces offers only those.
      std::int64_t order = 0;
      for (int attempt = 0; order == 0 || order > 60 || (m == 0 && order == 1); ++attempt) {
        move.action = action(parts.orbits, attempt < 20 ? style : 0);
        order = state_order(OrbitList(parts.orbits), move.action);
      }
      parts.moves.push_back(move);
    }
    parts.solved = identity_state(OrbitList(parts.orbits));
    if (!told_apart) merge_identities(parts);
    if (rules) add_rules(parts);
    return PuzzleDefinition(std::move(parts));
  }

 private:
  // style 0: anything; 1: all orbits of one size move alike; 2: sparse; 3: twists equal the parity;
  // 4: blocks of two.
  State action(const std::vector<Orbit>& orbits, int style) {
    const OrbitList list(orbits);
    State state = test::random_action(orbits, rng_);
    for (int k = 0; k < list.size(); ++k) {
      const int n = list[k].pieces;
      std::uint8_t* perm = state.bytes.data() + list.perm_offset(k);
      std::uint8_t* ori = perm + n;
      if (style == 1 && k > 0 && n == list[0].pieces) {
        std::copy(state.bytes.begin(), state.bytes.begin() + n, perm);
      }
      if (style == 2) {
        for (int i = 0; i < n; ++i) {
          perm[i] = static_cast<std::uint8_t>(i);
          if (below(2) == 0) ori[i] = 0;
        }
        for (int swaps = below(4); swaps > 0; --swaps) std::swap(perm[below(n)], perm[below(n)]);
      }
      if (style == 3) {
        int inversions = 0;
        for (int i = 0; i < n; ++i) {
          inversions +=
              static_cast<int>(std::count_if(perm, perm + i, [&](int p) { return p > perm[i]; }));
        }
        const int odd = inversions % 2;
        for (int i = 0; i < n; ++i) ori[i] = static_cast<std::uint8_t>(odd % list[k].orientations);
      }
      if (style == 4 && n % 2 == 0) {
        const Permutation blocks = random_permutation(n / 2, rng_);
        for (int i = 0; i < n / 2; ++i) {
          const int flip = below(2);
          perm[2 * i] = static_cast<std::uint8_t>(2 * blocks[i] + flip);
          perm[2 * i + 1] = static_cast<std::uint8_t>(2 * blocks[i] + 1 - flip);
        }
      }
    }
    return state;
  }

  void merge_identities(PuzzleDefinition::Parts& parts) {
    const OrbitList list(parts.orbits);
    for (int k = 0; k < list.size(); ++k) {
      const int n = list[k].pieces;
      const int kinds = 1 + below(std::min(n, 4));
      std::uint8_t* identity = parts.solved.bytes.data() + list.perm_offset(k);
      std::vector<bool> wild(n);
      for (int i = 0; i < n; ++i) {
        wild[i] = below(4) == 0;
        identity[i] = static_cast<std::uint8_t>(i < kinds ? i : below(kinds));
      }
      for (int i = n - 1; i > 0; --i) std::swap(identity[i], identity[below(i + 1)]);
      for (int i = 0; i < n; ++i) {
        identity[n + i] = wild[identity[i]]
                              ? kWildOrientation
                              : static_cast<std::uint8_t>(below(list[k].orientations));
      }
    }
  }

  void add_rules(PuzzleDefinition::Parts& parts) {
    const OrbitList list(parts.orbits);
    for (int r = 1 + below(3); r > 0; --r) {
      IllegalRule rule;
      rule.orbit = below(list.size());
      const std::uint8_t* identity = parts.solved.bytes.data() + list.perm_offset(rule.orbit);
      const int n = list[rule.orbit].pieces;
      rule.slot = below(n);
      for (int i = 0; i < n; ++i) {
        if (identity[i] != identity[rule.slot] && below(2) == 0) {
          rule.identities.push_back(identity[i]);
        }
      }
      if (!rule.identities.empty()) parts.illegal.push_back(rule);
    }
  }

  Rng rng_;
  int max_pieces_;
};

TEST(PuzzleGroup, OrdersOfRandomPuzzlesEqualThePlainChain) {
  int full = 0;
  int other = 0;
  for (std::uint64_t seed = 0; seed < 250; ++seed) {
    LinkedPuzzle source(seed, 12);
    const PuzzleDefinition definition = source.make(true, false);
    const PuzzleGroup group(definition);
    ASSERT_EQ(group.order(), plain_order(definition)) << "seed " << seed;
    ASSERT_EQ(group.states(), group.order()) << "seed " << seed;
    (group.proof() == GroupProof::chain ? other : full) += 1;
  }
  EXPECT_GT(full, 60);
  EXPECT_GT(other, 60);
}

void compare_with_brute_force(bool told_apart, bool rules, int max_pieces, std::uint64_t seeds,
                              int at_least) {
  constexpr std::size_t kLimit = 5'000;
  std::map<GroupProof, int> compared;
  int solvable = 0;
  int unsolvable = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    LinkedPuzzle source(seed, max_pieces);
    const PuzzleDefinition definition = source.make(told_apart, rules);
    const MoveSet moves(definition, Metric::htm);
    const StateSet all = enumerate(definition, moves, kLimit);
    if (all.empty()) continue;
    const PuzzleGroup group(definition, moves);
    ++compared[group.proof()];
    ASSERT_EQ(group.states(), all.size()) << "seed " << seed;
    for (int i = 0; i < 20; ++i) {
      ASSERT_TRUE(all.contains(group.random_state(source.rng()))) << "seed " << seed;
      const State any = random_arrangement(definition, source.rng());
      const Membership answer = group.contains(any);
      ASSERT_EQ(answer.solvable, all.contains(any)) << "seed " << seed;
      ASSERT_EQ(answer.reasons.empty(), answer.solvable) << "seed " << seed;
      (answer.solvable ? solvable : unsolvable) += 1;
    }
    int step = 0;
    for (const State& state : all) {
      if (++step % 7 != 0) continue;
      ASSERT_TRUE(group.contains(state).solvable) << "seed " << seed;
    }
  }
  EXPECT_GT(compared[GroupProof::chain], at_least);
  if (max_pieces > 5) {
    EXPECT_GT(compared[GroupProof::structure], at_least / 10);
    EXPECT_GT(compared[GroupProof::structure_and_chain], at_least / 10);
  }
  EXPECT_GT(solvable, at_least);
  EXPECT_GT(unsolvable, at_least);
}

TEST(PuzzleGroup, RandomPuzzlesEqualBruteForce) {
  compare_with_brute_force(true, false, 5, 300, 100);
}

TEST(PuzzleGroup, RandomPuzzlesWithLookAlikesEqualBruteForce) {
  compare_with_brute_force(false, false, 10, 400, 100);
}

TEST(PuzzleGroup, RandomPuzzlesWithIllegalRulesEqualBruteForce) {
  compare_with_brute_force(true, true, 5, 300, 100);
}

TEST(PuzzleGroup, RandomPuzzlesWithRulesAndLookAlikesEqualBruteForce) {
  compare_with_brute_force(false, true, 8, 500, 150);
}

TEST(PuzzleGroup, LinkedOrbitsAreNotCountedTwice) {
  // Two orbits of 24 that move alike, and a third that is free of them.
  PuzzleDefinition::Parts parts;
  parts.name = "linked";
  parts.orbits = {{"ONE", 24, 1}, {"TWO", 24, 1}, {"FREE", 20, 2}};
  parts.solved = identity_state(OrbitList(parts.orbits));
  Rng rng(4);
  for (const char* name : {"A", "B"}) {
    BaseMove move{name, {}};
    do {
      move.action = test::random_action(parts.orbits, rng);
    } while (state_order(OrbitList(parts.orbits), move.action) > 5'000);
    std::copy(move.action.bytes.begin(), move.action.bytes.begin() + 48,
              move.action.bytes.begin() + 48);
    parts.moves.push_back(move);
  }
  const PuzzleDefinition definition(parts);
  const PuzzleGroup group(definition);
  EXPECT_EQ(group.proof(), GroupProof::structure_and_chain);
  EXPECT_TRUE(group.components()[2].full);
  EXPECT_EQ(group.order(), plain_order(definition));
}

TEST(PuzzleGroup, IllegalRulesTellWhy) {
  // Five in a ring, two turns of three; the first piece must not leave the first three slots.
  PuzzleDefinition::Parts parts;
  parts.name = "bandaged";
  parts.orbits = {{"RING", 5, 1}};
  parts.solved = identity_state(OrbitList(parts.orbits));
  parts.moves = {{"A", test::make_action(parts.orbits, {{{1, 2, 0, 3, 4}, {0, 0, 0, 0, 0}}})},
                 {"B", test::make_action(parts.orbits, {{{0, 1, 3, 4, 2}, {0, 0, 0, 0, 0}}})}};
  parts.illegal = {{0, 3, {0}}, {0, 4, {0}}};
  const PuzzleDefinition definition(parts);
  const PuzzleGroup group(definition);
  EXPECT_EQ(group.shapes(), 3U);
  const auto all = enumerate(definition, MoveSet(definition, Metric::htm), 1000);
  EXPECT_EQ(group.states(), all.size());
  const Membership answer = group.contains(swap_slots(definition, definition.solved(), 0, 0, 4));
  EXPECT_EQ(answer.reasons, (std::vector<std::string>{"piece 1 of RING must not stand in slot 5"}));
  EXPECT_THROW((void)group.contains_action(definition.solved()), Error);
  std::map<State, int, ByBytes> seen;
  Rng rng(1);
  const int rounds = 200 * static_cast<int>(all.size());
  for (int i = 0; i < rounds; ++i) ++seen[group.random_state(rng)];
  EXPECT_EQ(seen.size(), all.size());
  for (const auto& [state, count] : seen) EXPECT_NEAR(count, 200, 85);
}

// 8 corners, for odd sizes 12 edges, 24 wings for each inner pair of layers, and 24 centres for
// each orbit of them, four of a colour. Without a fixed piece (even sizes) each position counts in
// all 24 orientations in space.
BigInt cube_states(int size) {
  const int pairs = (size - 2) / 2;
  BigInt count = factorial(8) * 2187;
  if (size % 2 == 1) count *= factorial(12) * 1024;
  for (int i = 0; i < pairs; ++i) count *= factorial(24);
  const int centre_orbits = pairs * pairs + (size % 2 == 1 ? pairs : 0);
  BigInt alike = 1;
  for (int i = 0; i < 6; ++i) alike *= factorial(4);
  for (int i = 0; i < centre_orbits; ++i) count *= factorial(24) / alike;
  return count;
}

TEST(PuzzleGroup, BigCubesHaveAsManyPositionsAsTheFormulaSays) {
  EXPECT_EQ(cube_states(3), BigInt(kCubeStates));
  for (const int size : {2, 3, 4, 5, 6, 7, 20}) {
    const std::string name = fmt::format("{0}x{0}x{0}", size);
    const PuzzleGroup group(load_puzzle(name));
    EXPECT_EQ(group.states(), cube_states(size)) << name;
    EXPECT_EQ(group.proof(), GroupProof::structure) << name;
  }
  EXPECT_EQ(cube_states(7),
            BigInt("195005511837313078353291267540197487949049926920434345671521329123232327061354"
                   "691800652787127558533606823285517191373112999936000000000000000000000000000000"
                   "00000"));
}

TEST(PuzzleGroup, Megaminx) {
  EXPECT_EQ(PuzzleGroup(load_puzzle("megaminx")).states(),
            BigInt("100669616553523347122516032313645505168688116411019768627200000000000"));
}

// puzzles/NAME.expect: lines of a key and a value, with the sources of the numbers.
TEST(PuzzleGroup, LibraryPuzzlesHaveTheirKnownNumbersOfPositions) {
  int checked = 0;
  for (const std::string& name : puzzle_names()) {
    std::ifstream file(fmt::format("{}/puzzles/{}.expect", GYRE_SOURCE_DIR, name));
    if (!file) continue;
    const PuzzleGroup group(load_puzzle(name));
    std::string line;
    while (std::getline(file, line)) {
      std::istringstream words(line);
      std::string key;
      std::string value;
      words >> key >> value;
      if (key == "states") {
        EXPECT_EQ(group.states().str(), value) << name;
        ++checked;
      } else if (key == "shapes") {
        EXPECT_EQ(std::to_string(group.shapes()), value) << name;
      }
    }
  }
  EXPECT_GT(checked, 10);
}

TEST(PuzzleGroup, LibraryPuzzlesEqualThePlainChain) {
  constexpr std::size_t kMaxStickers = 250;
  int compared = 0;
  for (const std::string& name : puzzle_names()) {
    const PuzzleDefinition definition = load_puzzle(name);
    if (!definition.illegal().empty()) continue;
    if (sticker_generators(definition)[0].size() > kMaxStickers) continue;
    EXPECT_EQ(PuzzleGroup(definition).order(), plain_order(definition)) << name;
    ++compared;
  }
  EXPECT_GT(compared, 3);
}

TEST(PuzzleGroup, SlowThe20x20x20EqualsThePlainChain) {
  const PuzzleDefinition definition = load_puzzle("20x20x20");
  EXPECT_EQ(PuzzleGroup(definition).order(), plain_order(definition));
}

TEST(PuzzleGroup, RandomPositionsOfAllLibraryPuzzlesAreContained) {
  for (const std::string& name : puzzle_names()) {
    const PuzzleDefinition definition = load_puzzle(name);
    const PuzzleGroup group(definition);
    Rng rng(5);
    for (int i = 0; i < 3; ++i) {
      EXPECT_TRUE(group.contains(group.random_state(rng)).solvable) << name;
    }
  }
}

TEST(PuzzleGroup, CanBeStopped) {
  const PuzzleDefinition tied = read_tws(test::tied_orbits(), "tied.tws");
  test::stop_soon(
      [&](const std::stop_token& soon) { EXPECT_THROW(PuzzleGroup(tied, soon), Error); });
  std::stop_source before;
  before.request_stop();
  for (const char* name : {"3x3x3", "square1"}) {
    EXPECT_THROW(PuzzleGroup(load_puzzle(name), before.get_token()), Error) << name;
  }
}

TEST(PuzzleGroup, OrdersEqualThoseOfGap) {
  std::vector<std::vector<Permutation>> groups = {sticker_generators(test::hand_made_cube())};
  std::vector<BigInt> orders = {PuzzleGroup(test::hand_made_cube()).order()};
  for (std::uint64_t seed = 1000; seed < 1030; ++seed) {
    LinkedPuzzle source(seed, 20);
    const PuzzleDefinition definition = source.make(true, false);
    groups.push_back(sticker_generators(definition));
    orders.push_back(PuzzleGroup(definition).order());
  }
  const auto judged = gap_orders(groups);
  if (!judged) GTEST_SKIP() << "GAP is not installed";
  EXPECT_EQ(orders, *judged);
}

}  // namespace
}  // namespace gyre
