// The general solver against the plainest one: breadth-first search over plain states.
#include "base/read_file.h"
#include "support/tied_orbits.h"

#include <gtest/gtest.h>
#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/base/progress.h>
#include <gyre/general/solver.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>
#include <unistd.h>
#include "base/random.h"
#include "format/position.h"
#include "format/tws.h"
#include "general/solve/checkpoint.h"
#include "general/solve/goal.h"
#include "puzzle/canonical/canonical.h"
#include "search/driver.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace gyre {
namespace {

namespace fs = std::filesystem;

SolverOptions small_options() {
  SolverOptions options;
  options.memory_bytes = std::uint64_t{64} << 20U;
  return options;
}

// Bytes as text: g++ 12 warns of comparing vectors of them.
std::string key_of(const State& state) {
  return {state.bytes.begin(), state.bytes.end()};
}
State state_of(const std::string& key) {
  return State{{key.begin(), key.end()}};
}

// All positions by distance, until there are `enough`; only complete layers.
std::map<std::string, int> plain_layers(const PuzzleDefinition& definition, const MoveSet& moves,
                                        std::size_t enough) {
  std::map<std::string, int> depth = {{key_of(definition.solved()), 0}};
  std::vector<State> last = {definition.solved()};
  for (int d = 1; !last.empty() && depth.size() < enough; ++d) {
    std::vector<State> next;
    for (const State& state : last) {
      for (const Move& move : moves.moves()) {
        State child = compose(definition.orbits(), state, move.action);
        if (!definition.legal(child)) continue;
        if (depth.emplace(key_of(child), d).second) next.push_back(std::move(child));
      }
    }
    last = std::move(next);
  }
  return depth;
}

State replay(const PuzzleDefinition& definition, const MoveSet& moves, State state,
             const std::vector<int>& sequence) {
  for (const int move : sequence) {
    state = compose(definition.orbits(), state, moves.moves()[move].action);
  }
  return state;
}

void expect_plain_lengths(const PuzzleDefinition& definition, const MoveSet& moves,
                          const SolverOptions& options, std::size_t enough, std::size_t samples) {
  const std::map<std::string, int> depth = plain_layers(definition, moves, enough);
  const Solver solver(definition, moves, options);
  const std::size_t step = 1 + depth.size() / samples;
  std::size_t i = 0;
  for (const auto& [key, moves_needed] : depth) {
    if (i++ % step != 0) continue;
    const State state = state_of(key);
    const SolveResult result = solver.solve(state);
    ASSERT_EQ(result.end, SolveResult::End::found) << definition.name();
    ASSERT_EQ(result.solutions.size(), 1U);
    EXPECT_EQ(static_cast<int>(result.solutions[0].moves.size()), moves_needed)
        << definition.name();
    EXPECT_EQ(result.proved, moves_needed);
    EXPECT_EQ(replay(definition, moves, state, result.solutions[0].moves), definition.solved());
  }
}

std::vector<std::string> definition_files() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(fs::path(GYRE_SOURCE_DIR) / "puzzles")) {
    if (entry.path().extension() == ".tws") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class EveryDefinition : public testing::TestWithParam<std::string> {};

TEST_P(EveryDefinition, NeedsAsManyMovesAsBreadthFirstSearchSays) {
  const fs::path file = fs::path(GYRE_SOURCE_DIR) / "puzzles" / (GetParam() + ".tws");
  const PuzzleDefinition definition = read_tws(read_file(file), file);
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    const MoveSet moves(definition, metric);
    expect_plain_lengths(definition, moves, small_options(), 3'000, 60);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Puzzles, EveryDefinition, testing::ValuesIn(definition_files()), [](const auto& test) {
      std::string name = test.param;
      std::replace_if(
          name.begin(), name.end(),
          [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
      return name;
    });

TEST(Solver, NamedPuzzlesNeedAsManyMovesAsBreadthFirstSearchSays) {
  for (const char* name : {"2x2x2", "3x3x3", "4x4x4", "megaminx", "fto", "pentultimate",
                           "helicopter", "dino", "redi-cube", "3x4x5"}) {
    const PuzzleDefinition definition = load_puzzle(name);
    expect_plain_lengths(definition, MoveSet(definition, Metric::htm), small_options(), 2'000, 40);
  }
}

// Tables that are grown far beyond what the positions need give the same lengths.
TEST(Solver, DeepTablesGiveTheSameLengths) {
  SolverOptions options = small_options();
  options.expected_positions = 1e6;
  for (const char* name : {"2x2x2", "pyraminx", "3x3x3", "dino4", "topspin"}) {
    const PuzzleDefinition definition = load_puzzle(name);
    expect_plain_lengths(definition, MoveSet(definition, Metric::htm), options, 30'000, 300);
    expect_plain_lengths(definition, MoveSet(definition, Metric::qtm), options, 10'000, 100);
  }
}

TEST(Solver, ASmallPuzzleIsKnownCompletely) {
  const PuzzleDefinition definition = load_puzzle("2x2x2");
  const MoveSet moves(definition, Metric::htm, "U,R,F");
  SolverOptions options;
  options.expected_positions = 1e9;
  const Solver solver(definition, moves, options);
  const PuzzleGroup group(definition, moves);
  Rng rng(5);
  std::map<std::size_t, int> lengths;
  for (int i = 0; i < 300; ++i) {
    ++lengths[solver.solve(group.random_state(rng)).solutions.at(0).moves.size()];
  }
  EXPECT_TRUE(solver.plan().complete);
  EXPECT_EQ(solver.plan().table_depth, 11);
  EXPECT_LE(lengths.rbegin()->first, 11U);
  // More than half of all positions need nine moves.
  EXPECT_GT(lengths[9], 100);
}

// Each sequence that leads to solved and that the canonical automaton accepts.
std::set<std::vector<int>> plain_solutions(const PuzzleDefinition& definition, const MoveSet& moves,
                                           const State& state, int length) {
  const CanonicalAutomaton automaton(definition, moves);
  std::set<std::vector<int>> found;
  std::vector<int> path;
  const auto walk = [&](const auto& self, const State& now, int at) -> void {
    if (static_cast<int>(path.size()) == length) {
      if (now == definition.solved()) found.insert(path);
      return;
    }
    automaton.for_each_next(at, [&](int move, int next) {
      path.push_back(move);
      self(self, compose(definition.orbits(), now, moves.moves()[move].action), next);
      path.pop_back();
    });
  };
  walk(walk, state, CanonicalAutomaton::kStart);
  return found;
}

TEST(Solver, AllShortestSolutionsAreAllThatPlainSearchFinds) {
  for (const char* name : {"2x2x2", "3x3x3", "pyraminx", "skewb"}) {
    const PuzzleDefinition definition = load_puzzle(name);
    const MoveSet moves(definition, Metric::htm);
    const Solver solver(definition, moves, small_options());
    Rng rng(3);
    for (int i = 0; i < 5; ++i) {
      State state = definition.solved();
      for (int k = 0; k < 4; ++k) {
        const Move& move = moves.moves()[random_below(rng, moves.moves().size())];
        state = compose(definition.orbits(), state, move.action);
      }
      SolveLimits limits;
      limits.all_shortest = true;
      const SolveResult result = solver.solve(state, limits);
      std::set<std::vector<int>> found;
      for (const Solution& solution : result.solutions) found.insert(solution.moves);
      EXPECT_EQ(found.size(), result.solutions.size());
      const int length = static_cast<int>(result.solutions.at(0).moves.size());
      EXPECT_EQ(found, plain_solutions(definition, moves, state, length)) << name;
      for (int shorter = 0; shorter < length; ++shorter) {
        EXPECT_TRUE(plain_solutions(definition, moves, state, shorter).empty());
      }
    }
  }
}

class Cube : public testing::Test {
 protected:
  Cube() : definition_(load_puzzle("3x3x3")), moves_(definition_, Metric::htm) {}

  State after(const std::string& alg) const {
    return apply(definition_, parse_alg(alg, &definition_.names()));
  }

  PuzzleDefinition definition_;
  MoveSet moves_;
};

constexpr const char* kTenMoves = "R U F' L2 D B R2 U' F D'";

TEST_F(Cube, NumberAndLengthsAreKept) {
  const Solver solver(definition_, moves_, small_options());
  SolveLimits limits;
  limits.number = 5;
  SolveResult result = solver.solve(after("R U R' U'"), limits);
  ASSERT_EQ(result.solutions.size(), 5U);
  EXPECT_EQ(result.solutions[0].moves.size(), 4U);
  for (std::size_t i = 1; i < 5; ++i) {
    EXPECT_GE(result.solutions[i].moves.size(), result.solutions[i - 1].moves.size());
  }
  limits = {};
  limits.min_length = 6;
  result = solver.solve(after("R U R' U'"), limits);
  EXPECT_GE(result.solutions.at(0).moves.size(), 6U);
  limits = {};
  limits.max_length = 3;
  result = solver.solve(after("R U R' U'"), limits);
  EXPECT_TRUE(result.solutions.empty());
  EXPECT_EQ(result.end, SolveResult::End::none);
  EXPECT_EQ(result.proved, 4);
}

TEST_F(Cube, ThreadsAndMemoryDoNotChangeTheAnswer) {
  std::vector<std::vector<Solution>> answers;
  for (const int threads : {1, 2, 5}) {
    for (const std::uint64_t megabytes : {16, 100}) {
      SolverOptions options;
      options.threads = threads;
      options.memory_bytes = megabytes << 20U;
      const Solver solver(definition_, moves_, options);
      SolveLimits limits;
      limits.number = 2;
      answers.push_back(solver.solve(after(kTenMoves), limits).solutions);
    }
  }
  for (const auto& answer : answers) EXPECT_EQ(answer, answers[0]);
}

TEST_F(Cube, ARandomOrderGivesEquallyShortSolutions) {
  const Solver solver(definition_, moves_, small_options());
  std::set<std::vector<int>> different;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    SolveLimits limits;
    limits.random_order = seed;
    const SolveResult result = solver.solve(after("R L U2 D2 F B R L"), limits);
    EXPECT_EQ(result.solutions.at(0).moves.size(), 8U);
    different.insert(result.solutions[0].moves);
  }
  EXPECT_GT(different.size(), 1U);
}

TEST_F(Cube, GoalsAreReached) {
  const Solver solver(definition_, moves_, small_options());
  const State from = after("R U F");
  const std::vector<State> goals = {after("F2 L D R2"), after("R U F D"), after("R2")};
  std::vector<State> starts;
  for (const State& goal : goals) starts.push_back(relative_to_goal(definition_, from, goal));
  const SolveResult result = solver.solve_any(starts);
  ASSERT_EQ(result.solutions.size(), 1U);
  EXPECT_EQ(result.solutions[0].start, 1U);
  EXPECT_EQ(replay(definition_, moves_, from, result.solutions[0].moves), goals[1]);
  // The same through a puzzle whose solved position is the goal.
  const PuzzleDefinition moved = with_solved(definition_, goals[0]);
  const MoveSet same(moved, Metric::htm);
  const SolveResult direct = Solver(moved, same, small_options()).solve(from);
  const SolveResult relative = solver.solve(starts[0]);
  EXPECT_EQ(direct.solutions.at(0).moves.size(), relative.solutions.at(0).moves.size());
  EXPECT_EQ(replay(moved, same, from, direct.solutions[0].moves), goals[0]);
}

TEST_F(Cube, TimeAndStopEndASearchWithWhatIsProved) {
  SolverOptions options = small_options();
  options.memory_bytes = std::uint64_t{8} << 20U;
  const Solver solver(definition_, moves_, options);
  const State superflip = after("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");
  SolveLimits limits;
  limits.seconds = 0.3;
  const SolveResult late = solver.solve(superflip, limits);
  EXPECT_EQ(late.end, SolveResult::End::time);
  EXPECT_GT(late.proved, 6);
  EXPECT_LT(late.seconds, 5);
  std::stop_source stop;
  SolveHooks hooks;
  hooks.stop = stop.get_token();
  hooks.length = [&](const SearchedLength& length) {
    if (length.length == 9) stop.request_stop();
  };
  const SolveResult stopped = solver.solve(superflip, {}, hooks);
  EXPECT_EQ(stopped.end, SolveResult::End::stopped);
  EXPECT_EQ(stopped.proved, 10);
}

TEST_F(Cube, AStoppedSearchGoesOnFromItsCheckpoint) {
  SolverOptions options = small_options();
  options.memory_bytes = std::uint64_t{8} << 20U;
  const State position = after("R U F' L2 D B R2 U' F D' L B2");
  const Solver solver(definition_, moves_, options);
  SolveHooks plain_hooks;
  std::map<int, std::uint64_t> nodes;
  plain_hooks.checkpoint = [](const SearchCheckpoint&) {};
  plain_hooks.length = [&](const SearchedLength& length) { nodes[length.length] = length.nodes; };
  const SolveResult whole = solver.solve(position, {}, plain_hooks);
  const fs::path file = fs::temp_directory_path() / ("gyre-checkpoint-" + std::to_string(getpid()));
  const std::string key = checkpoint_key(solver, {&position, 1}, {});
  // Stopped again and again, it must come to the same end, and search each part once.
  std::uint64_t rounds = 0;
  SolveResult result;
  do {
    std::stop_source stop;
    SolveHooks hooks;
    hooks.stop = stop.get_token();
    hooks.checkpoint = [&](const SearchCheckpoint& checkpoint) {
      write_checkpoint(file, key, checkpoint);
    };
    std::atomic<int> events = 0;
    hooks.progress = [&](const ProgressEvent&) {
      if (++events == 3) stop.request_stop();
    };
    const std::optional<SearchCheckpoint> resume = read_checkpoint(file, key);
    result = solver.solve(position, {}, hooks, resume ? &*resume : nullptr);
    ++rounds;
  } while (result.end == SolveResult::End::stopped && rounds < 1'000);
  EXPECT_GT(rounds, 3U);
  EXPECT_EQ(result.end, SolveResult::End::found);
  EXPECT_EQ(result.solutions, whole.solutions);
  EXPECT_EQ(result.proved, whole.proved);
  fs::remove(file);
}

TEST_F(Cube, AllSolutionsComeOutOfAContinuedSearchToo) {
  SolverOptions options = small_options();
  options.memory_bytes = std::uint64_t{8} << 20U;
  const Solver solver(definition_, moves_, options);
  const State position = after("R L U2 D2 F B R L U");
  SolveLimits limits;
  limits.all_shortest = true;
  const SolveResult whole = solver.solve(position, limits);
  ASSERT_GT(whole.solutions.size(), 1U);
  std::optional<SearchCheckpoint> last;
  SolveResult result;
  int rounds = 0;
  do {
    std::stop_source stop;
    SolveHooks hooks;
    hooks.stop = stop.get_token();
    hooks.checkpoint = [&](const SearchCheckpoint& checkpoint) { last = checkpoint; };
    std::atomic<int> events = 0;
    hooks.progress = [&](const ProgressEvent&) {
      if (++events == 2) stop.request_stop();
    };
    const std::optional<SearchCheckpoint> from = last;
    result = solver.solve(position, limits, hooks, from ? &*from : nullptr);
  } while (result.end == SolveResult::End::stopped && ++rounds < 1'000);
  EXPECT_GT(rounds, 3);
  EXPECT_EQ(result.solutions, whole.solutions);
}

TEST_F(Cube, ACheckpointThatDoesNotFitChangesNothing) {
  const Solver solver(definition_, moves_, small_options());
  const State position = after("R U F' L2 D B");
  const SolveResult whole = solver.solve(position);
  for (const int length : {3, 6, 7}) {
    for (const std::size_t tasks : {1U, 200U, 3'240U}) {
      SearchCheckpoint checkpoint;
      checkpoint.length = length;
      checkpoint.tasks = tasks;
      checkpoint.tasks_done.assign((tasks + 63) / 64, ~std::uint64_t{0});
      if (length == 6 && tasks == 3'240U) continue;  // that one says that nothing was found
      const SolveResult result = solver.solve(position, {}, {}, &checkpoint);
      // Whatever was done of length 7 is not done of 6; a false one must at least come to an end.
      EXPECT_EQ(result.end, SolveResult::End::found);
      if (length < 7) {
        EXPECT_EQ(result.solutions, whole.solutions);
      }
    }
  }
}

TEST_F(Cube, AMinimumLengthIsNoProof) {
  const Solver solver(definition_, moves_, small_options());
  SolveLimits limits;
  limits.min_length = 6;
  EXPECT_FALSE(solver.solve(after("R"), limits).optimal);
  EXPECT_TRUE(solver.solve(after("R")).optimal);
  limits.min_length = 1;
  EXPECT_TRUE(solver.solve(after("R U"), limits).optimal);
}

TEST_F(Cube, ForeignAndDamagedCheckpointsAreRefused) {
  const Solver solver(definition_, moves_, small_options());
  const State position = after("R U");
  const std::string key = checkpoint_key(solver, {&position, 1}, {});
  const fs::path file = fs::temp_directory_path() / ("gyre-checkpoint-" + std::to_string(getpid()));
  EXPECT_FALSE(read_checkpoint(file, key));
  SearchCheckpoint checkpoint;
  checkpoint.length = 7;
  checkpoint.tasks = 100;
  checkpoint.tasks_done = {5, ~std::uint64_t{0}};
  checkpoint.nodes = 11;
  checkpoint.solutions = {{0, {1, 2}}};
  write_checkpoint(file, key, checkpoint);
  EXPECT_EQ(read_checkpoint(file, key), checkpoint);
  const State other = after("R");
  EXPECT_THROW((void)read_checkpoint(file, checkpoint_key(solver, {&other, 1}, {})), Error);
  std::string text = read_file(file);
  for (std::size_t i = 0; i < text.size(); i += 7) {
    std::string damaged = text;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    std::ofstream(file) << damaged;
    EXPECT_THROW((void)read_checkpoint(file, key), Error) << i;
  }
  std::ofstream(file) << text.substr(0, text.size() / 2);
  EXPECT_THROW((void)read_checkpoint(file, key), Error);
  fs::remove(file);
}

TEST_F(Cube, ASearchCanBePaused) {
  SolverOptions options = small_options();
  options.memory_bytes = std::uint64_t{8} << 20U;
  const Solver solver(definition_, moves_, options);
  SolveHooks hooks;
  hooks.pause = std::make_shared<PauseSwitch>();
  std::stop_source stop;
  hooks.stop = stop.get_token();
  std::atomic<int> events = 0;
  hooks.progress = [&](const ProgressEvent&) { ++events; };
  SolveResult result;
  std::thread searching(
      [&] { result = solver.solve(after("R U F' L2 D B R2 U' F D' L B2 U2 R F"), {}, hooks); });
  while (events == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  hooks.pause->pause();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  const int before = events;
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_EQ(events, before);
  hooks.pause->resume();
  for (int i = 0; i < 5'000 && events == before; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_GT(events, before);
  stop.request_stop();
  searching.join();
}

TEST_F(Cube, APauseTakesNoneOfTheTime) {
  SolverOptions options = small_options();
  options.memory_bytes = std::uint64_t{8} << 20U;
  const Solver solver(definition_, moves_, options);
  SolveHooks hooks;
  hooks.pause = std::make_shared<PauseSwitch>();
  hooks.pause->pause();
  SolveLimits limits;
  limits.seconds = 0.2;
  std::atomic<bool> ended = false;
  SolveResult result;
  std::thread searching([&] {
    result = solver.solve(after("R U F' L2 D B R2 U' F D' L B2 U2 R F"), limits, hooks);
    ended = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(600));
  EXPECT_FALSE(ended);
  hooks.pause->resume();
  searching.join();
  EXPECT_EQ(result.end, SolveResult::End::time);
}

TEST_F(Cube, SeveralThreadsUseOneSolver) {
  const Solver solver(definition_, moves_, small_options());
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      Rng rng(static_cast<std::uint64_t>(t));
      for (int i = 0; i < 20; ++i) {
        State state = definition_.solved();
        for (int k = 0; k < 7; ++k) {
          const Move& move = moves_.moves()[random_below(rng, moves_.moves().size())];
          state = compose(definition_.orbits(), state, move.action);
        }
        const SolveResult result = solver.solve(state);
        if (result.solutions.size() == 1 && result.solutions[0].moves.size() <= 7) ++right;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 80);
}

TEST_F(Cube, WhatCannotBeSolvedIsSaidBefore) {
  const MoveSet some(definition_, Metric::htm, "U,R");
  const Solver solver(definition_, some, small_options());
  EXPECT_TRUE(solver.check(after("R U")).solvable);
  const Membership membership = solver.check(after("F"));
  EXPECT_FALSE(membership.solvable);
  EXPECT_FALSE(membership.reasons.empty());
}

// Of 23 slots that moves mix, 12 hold pieces that a rule sets apart: more shapes than are counted.
TEST(SolverCheck, SaysOnceFoundOutWhyThereIsNoGroup) {
  std::string turn;
  for (int slot = 2; slot <= 23; ++slot) turn += std::to_string(slot) + " ";
  const auto block = [](const std::string& head, const std::string& numbers) {
    return head + "\nPIECES\n" + numbers + "\nEnd\n";
  };
  const PuzzleDefinition definition = read_tws(
      "Name mixed\nSet PIECES 24 1\n" + block("Solved", "1 " + turn + "24") +
          block("Move A", turn + "1 24") + block("Move B", "2 1 " + turn.substr(2) + "24") +
          "Illegal PIECES 24 1 2 3 4 5 6 7 8 9 10 11 12\n",
      "mixed.tws");
  const auto begun = std::chrono::steady_clock::now();
  const Solver solver(definition, MoveSet(definition, Metric::htm), small_options());
  const auto made = std::chrono::steady_clock::now();
  constexpr int kTimes = 20;
  int said = 0;
  for (int i = 0; i < kTimes; ++i) {
    try {
      (void)solver.check(definition.solved());
    } catch (const Error& error) {
      said += error.message().find("too many to count positions") != std::string::npos ? 1 : 0;
    }
  }
  EXPECT_EQ(said, kTimes);
  EXPECT_LT(std::chrono::steady_clock::now() - made, made - begun)
      << "all of them together take less than finding it out once";
}

// Positions at known distances: the superflip's neighbours are too far for a test, these are not.
TEST_F(Cube, KnownDistances) {
  const Solver solver(definition_, moves_, small_options());
  const std::vector<std::pair<const char*, int>> known = {
      {"U2 D2 F2 B2 L2 R2", 6},                      // chessboard
      {"R L' F B' U D' R L'", 8},                    // six spots
      {"R U R' U R U2 R'", 7},                       // Sune
      {"R U R' U' R' F R2 U' R' U' R U R' F'", 14},  // T permutation: 14 is not its shortest
  };
  for (const auto& [alg, most] : known) {
    const SolveResult result = solver.solve(after(alg));
    EXPECT_LE(static_cast<int>(result.solutions.at(0).moves.size()), most) << alg;
  }
  EXPECT_EQ(solver.solve(after(known[0].first)).solutions[0].moves.size(), 6U);
  EXPECT_EQ(solver.solve(after(known[1].first)).solutions[0].moves.size(), 8U);
  EXPECT_EQ(solver.solve(after(known[2].first)).solutions[0].moves.size(), 7U);
}

// The same lengths, with less to look at where a few moves have many relations.
TEST(Solver, SymmetriesAndCanonDepthDoNotChangeLengths) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  const MoveSet moves(cube, Metric::htm, "U2,D2,R2,L2,F2,B2");
  const std::map<std::string, int> layers = plain_layers(cube, moves, 5'000);
  std::map<int, std::uint64_t> found;  // by canon depth
  for (const int canon_depth : {0, 3}) {
    for (const SymmetryUse use : {SymmetryUse::none, SymmetryUse::rotations, SymmetryUse::all}) {
      SolverOptions options;
      options.memory_bytes = std::uint64_t{64} << 20U;
      options.symmetry = use;
      options.canon_depth = canon_depth;
      const Solver solver(cube, moves, options);
      EXPECT_EQ(solver.plan().symmetries, use == SymmetryUse::none        ? 1
                                          : use == SymmetryUse::rotations ? 24
                                                                          : 48);
      int number = 0;
      for (const auto& [key, depth] : layers) {
        if (++number % 397 != 0) continue;
        const SolveResult result = solver.solve(state_of(key));
        ASSERT_EQ(static_cast<int>(result.solutions.at(0).moves.size()), depth);
      }
      // R2 L2 U2 D2 does what U2 D2 R2 L2 does, so the ways round to where they begin are fewer.
      SolveLimits round;
      round.min_length = 8;
      round.max_length = 8;
      round.all_shortest = true;
      found[canon_depth] += solver.solve(cube.solved(), round).solutions.size();
    }
  }
  EXPECT_LT(found[3], found[0]) << "of sequences that do the same one is left";
}

TEST(Solver, IsStoppedWhileItIsMade) {
  const PuzzleDefinition tied = read_tws(test::tied_orbits(), "tied.tws");
  test::stop_soon([&](const std::stop_token& soon) {
    SolverOptions options;
    options.stop = soon;
    EXPECT_THROW(Solver(tied, MoveSet(tied, Metric::htm), options), Error);
  });
}

// Three pieces, of which there is no end of long solutions.
PuzzleDefinition swarming() {
  return read_tws(
      "Name swarming\nSet P 3 1\nSolved\nP\n1 2 3\nEnd\nMove A\nP\n2 1 3\nEnd\nMove B\nP\n1 3 "
      "2\nEnd\nMove C\nP\n2 3 1\nEnd\n",
      "swarming.tws");
}

TEST(Solver, SolutionsCountAgainstTheMemory) {
  const PuzzleDefinition puzzle = swarming();
  const MoveSet moves(puzzle, Metric::htm);
  const Solver solver(puzzle, moves, small_options());
  SolveLimits limits;
  limits.min_length = 900;
  limits.number = 1'000'000;
  try {
    (void)solver.solve(puzzle.solved(), limits);
    FAIL() << "that would be gigabytes";
  } catch (const Error& error) {
    EXPECT_NE(error.message().find("so many solutions of 900 moves take more than the"),
              std::string::npos)
        << error.message();
  }
  // What one search held is there for the next.
  for (int i = 0; i < 5; ++i) {
    limits.number = 1'000;
    EXPECT_EQ(solver.solve(puzzle.solved(), limits).solutions.size(), 1'000U);
  }
}

TEST(Solver, ASwarmOfSolutionsCanBeStopped) {
  const PuzzleDefinition puzzle = swarming();
  SolverOptions options;
  options.memory_bytes = std::uint64_t{2} << 30U;
  const Solver solver(puzzle, MoveSet(puzzle, Metric::htm), options);
  SolveLimits limits;
  limits.min_length = 300;
  limits.number = 20'000;
  std::stop_source stop;
  SolveHooks hooks;
  hooks.stop = stop.get_token();
  int told = 0;
  // Whoever is told takes long.
  hooks.solution = [&](const Solution&) {
    if (++told == 10) stop.request_stop();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  const SolveResult result = solver.solve(puzzle.solved(), limits, hooks);
  EXPECT_EQ(result.end, SolveResult::End::stopped);
  EXPECT_GE(told, 10);
  EXPECT_LT(told, 5'000);
  EXPECT_EQ(result.solutions.size(), static_cast<std::size_t>(told));
}

// A thousand tasks that each find as much as all are to find.
TEST(TaskBoard, HoldsLittleMoreThanIsWanted) {
  Stop stop;
  constexpr std::uint64_t kWanted = 2'000;
  TaskBoard<int> board(1'000, {}, kWanted, stop);
  std::uint64_t held = 0;
  std::uint64_t most = 0;
  board.hold([&](int) { most = std::max(most, ++held); }, [&](int) { --held; });
  // From behind, so that those before make those behind unneeded.
  for (int task = 999; task >= 0; --task) {
    for (std::uint64_t i = 0; i < kWanted; ++i) {
      if (!board.found(static_cast<std::size_t>(task), task)) break;
    }
  }
  EXPECT_LE(most, 3 * kWanted);
  const std::vector<int> finds = board.take_finds();
  EXPECT_EQ(finds, std::vector<int>(kWanted, 0)) << "those of the first task";
}

}  // namespace
}  // namespace gyre
