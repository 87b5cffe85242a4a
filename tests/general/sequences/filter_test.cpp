// Filters: golden lines, the short way against parse_alg, every operation against a simple one on
// plain states, and the pipeline.
#include "general/sequences/filter.h"
#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>
#include "format/compact.h"
#include "puzzle/canonical/canonical.h"
#include "puzzle/symmetry/symmetry.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <sstream>

namespace gyre {
namespace {

using Operation = FilterOperation;

const PuzzleDefinition& cube() {
  static const PuzzleDefinition definition = load_puzzle("3x3x3");
  return definition;
}

std::string filtered(const PuzzleDefinition& definition, Operation operation, std::string_view text,
                     Metric metric = Metric::htm, std::string_view selection = "",
                     bool fast = true) {
  SequenceFilter filter(definition, MoveSet(definition, metric, selection), operation);
  filter.set_fast(fast);
  return filter.apply(text);
}

std::string on_cube(Operation operation, std::string_view text) {
  return filtered(cube(), operation, text);
}

std::string error_of(Operation operation, std::string_view text, std::string_view selection = "") {
  try {
    return "no error: " + filtered(cube(), operation, text, Metric::htm, selection);
  } catch (const Error& error) {
    return error.what();
  }
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

State position_of(const PuzzleDefinition& definition, const std::string& line) {
  return apply(definition, parse_alg(line, &definition.names()));
}

TEST(Filter, Names) {
  EXPECT_EQ(filter_operations().size(), 15U);
  for (const Operation operation : filter_operations()) {
    EXPECT_EQ(filter_operation(to_string(operation)), operation);
  }
  try {
    (void)filter_operation("uniq");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "'uniq' is no operation on sequences; there are invert, simplify, expand, "
                 "canonical, order, position, conjugacy, move, moves, wrong, symmetry, unique, "
                 "unique-symmetric, "
                 "unrotate, shorten");
  }
}

TEST(Filter, GoldenLines) {
  EXPECT_EQ(on_cube(Operation::invert, "R U2 F'\n(R U2)3 // c\nRUR'\n"),
            "F U2 R'\n(U2 R')3 // c\nR U' R'\n");
  EXPECT_EQ(on_cube(Operation::invert, "R3 M2' x r"), "r' x' M2 R3'\n");
  EXPECT_EQ(on_cube(Operation::simplify, "R L R\nU U'\n[R, L] F3\nx x M M\n"),
            "R2 L\n\nF'\nx2 M2\n");
  EXPECT_EQ(on_cube(Operation::expand, "(R U)2 R0 // c\nR1 U0 F3\n"), "R U R U\nR F3\n");
  EXPECT_EQ(on_cube(Operation::canonical, "D U D' R\nL R L\n"), "U R\nR L2\n");
  EXPECT_EQ(on_cube(Operation::canonical, "y R\nr\nR R'\n"), "B y\nL x\n\n");
  EXPECT_EQ(on_cube(Operation::order, "R U\n[R, U]\nR R'\nx\n"), "105\n6\n1\n4\n");
  EXPECT_EQ(on_cube(Operation::moves, "R U2 F3 x\nM r2 R4\nR R R\n"), "3\n3\n3\n");
  EXPECT_EQ(filtered(cube(), Operation::moves, "R U2 F3 x\nM2\n", Metric::qtm), "4\n4\n");
  EXPECT_EQ(on_cube(Operation::wrong, "R\nR R'\n[R: U2] R\n"), "8\n0\n13\n");
  EXPECT_EQ(on_cube(Operation::unrotate, "x y x' R\nR y R y R y2\nM x\n"), "U z\nR B L\nM x\n");
  EXPECT_EQ(on_cube(Operation::unique, "R L\nU\nL R\n\nU5 // same\n\n"), "R L\nU\n\n\n");
  EXPECT_EQ(on_cube(Operation::unique_symmetric, "R U\nF U'\nU R\nR' U'\n"), "R U\nF U'\n");
  EXPECT_EQ(on_cube(Operation::symmetry, "R\nU2 D2 F2 B2 R2 L2\nR U\nR R'\n"), "4\n48\n1\n48\n");
  EXPECT_EQ(on_cube(Operation::position, "R U\n"),
            write_compact(cube(), position_of(cube(), "R U")) + '\n');
}

TEST(Filter, QuarterTurnsAndSelections) {
  EXPECT_EQ(filtered(cube(), Operation::canonical, "D2 U' F2", Metric::qtm), "U' D D F F\n");
  EXPECT_EQ(filtered(cube(), Operation::canonical, "R2 U R2'", Metric::htm, "U,R2"), "R2 U R2\n");
  EXPECT_EQ(error_of(Operation::canonical, "U\nU R", "U,R2"),
            "2:1: 'R' is not among the chosen moves (U R2)");
}

TEST(Filter, LinesWithoutMovesPass) {
  const std::string text = "\n  \n // note \n\r\n";
  for (const Operation operation : filter_operations()) EXPECT_EQ(on_cube(operation, ""), "");
  for (const Operation operation :
       {Operation::invert, Operation::simplify, Operation::expand, Operation::canonical,
        Operation::unique, Operation::unique_symmetric, Operation::unrotate, Operation::shorten}) {
    EXPECT_EQ(on_cube(operation, text), "\n\n// note\n\n") << to_string(operation);
  }
}

TEST(Filter, LinesWithoutMovesAreEmptySequencesWhereAValueIsAskedFor) {
  const std::string text = "\n // note \n";
  EXPECT_EQ(on_cube(Operation::order, text), "1\n1\n");
  EXPECT_EQ(on_cube(Operation::moves, text), "0\n0\n");
  EXPECT_EQ(on_cube(Operation::wrong, text), "0\n0\n");
  EXPECT_EQ(on_cube(Operation::symmetry, text), "48\n48\n");
  EXPECT_EQ(on_cube(Operation::position, text), on_cube(Operation::position, "R R'\nU0\n"));
}

TEST(Filter, OrdersAreExactHoweverLarge) {
  // Cycles of 3, 5, 7, ... 53 pieces: the order is the product of these primes.
  PuzzleDefinition::Parts parts;
  parts.name = "cycles";
  std::string expected = "16294579238595022365";  // 3 5 7 ... 53
  for (const int prime : {3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53}) {
    parts.orbits.push_back({"P" + std::to_string(prime), prime, 1});
  }
  parts.solved = identity_state(OrbitList(parts.orbits));
  for (std::size_t k = 0; k < parts.orbits.size(); ++k) {
    const OrbitList orbits(parts.orbits);
    State turn = identity_state(orbits);
    const auto perm = turn.bytes.begin() + orbits.perm_offset(static_cast<int>(k));
    std::rotate(perm, perm + 1, perm + parts.orbits[k].pieces);
    parts.moves.push_back({std::string(1, static_cast<char>('A' + k)), turn});
  }
  const PuzzleDefinition cycles(parts);
  EXPECT_EQ(filtered(cycles, Operation::order, "ABCDEFGHIJKLMNO"), expected + "\n");
}

TEST(Filter, LineEnds) {
  EXPECT_EQ(on_cube(Operation::unique, "R U\r\nR U\nR  U \r\n\tF"), "R U\n\tF\n");
  EXPECT_EQ(on_cube(Operation::invert, "R U\r\nF"), "U' R'\nF'\n");
}

TEST(Filter, ErrorsNameLineAndColumn) {
  for (const Operation operation : filter_operations()) {
    EXPECT_EQ(error_of(operation, "R U\n\nR Q2 U\n").substr(0, 4), "3:3:") << to_string(operation);
    EXPECT_EQ(error_of(operation, "R (7R)").substr(0, 4), "1:4:") << to_string(operation);
  }
  EXPECT_NE(error_of(Operation::invert, "R Q2").find("'Q2' is no move of 3x3x3"),
            std::string::npos);
  EXPECT_EQ(error_of(Operation::expand, "R\n((R)1000000)1000"),
            "2:1: written out, the sequence has more than 10000000 moves");
  // The position of the same line needs no writing out.
  EXPECT_EQ(on_cube(Operation::wrong, "((R)1000000)1000"), "0\n");
}

// Random words as people write them; style 0 keeps to the short way.
std::string random_line(const PuzzleDefinition& definition, std::mt19937_64& rng, int style) {
  std::vector<std::string> names;
  for (const BaseMove& move : definition.moves()) names.push_back(move.name);
  const std::size_t moves = names.size();
  for (const BaseMove& move : definition.rotations()) names.push_back(move.name);
  for (const DerivedMove& move : definition.derived()) names.push_back(move.name);
  static const std::vector<std::string> amounts = {"",   "'", "2", "",  "'", "3",
                                                   "2'", "0", "4", "1", "7"};
  std::string line;
  const std::size_t length = rng() % 16;
  for (std::size_t i = 0; i < length; ++i) {
    const bool any = style > 0 && rng() % 4 == 0;
    line += names[rng() % (any ? names.size() : moves)];
    line += amounts[rng() % (style > 0 ? amounts.size() : 3)];
    if (style < 2 || rng() % 3 != 0) line += rng() % 8 == 0 ? "  " : " ";
  }
  if (style == 3 && rng() % 2 == 0) line = "(" + line + ")2'";
  if (style == 3 && rng() % 4 == 0) line += "// c";
  return line;
}

// Puzzles of several kinds: rotations that move all, wide turns, orders 2 to 5, look-alike pieces.
const std::vector<std::string>& puzzles() {
  static const std::vector<std::string> names = {"2x2x2", "3x3x3", "4x4x4", "skewb", "megaminx"};
  return names;
}

TEST(Filter, ShortWayAgreesWithParser) {
  std::mt19937_64 rng(7);
  for (const std::string& name : puzzles()) {
    const PuzzleDefinition definition = load_puzzle(name);
    const MoveSet moves(definition, Metric::htm);
    std::string text;
    for (int i = 0; i < 300; ++i) text += random_line(definition, rng, i % 2) + '\n';
    for (const Operation operation : filter_operations()) {
      if (operation == Operation::shorten) continue;  // it has no short way
      SequenceFilter fast(definition, moves, operation);
      SequenceFilter slow(definition, moves, operation);
      slow.set_fast(false);
      EXPECT_EQ(fast.apply(text), slow.apply(text)) << name << ' ' << to_string(operation);
    }
  }
}

TEST(Filter, SequencesKeepTheirEffect) {
  std::mt19937_64 rng(8);
  for (const std::string& name : puzzles()) {
    const PuzzleDefinition definition = load_puzzle(name);
    const OrbitList& orbits = definition.orbits();
    const MoveSet moves(definition, Metric::htm);
    std::string text;
    // A turn by 0 in front, so that no line is empty.
    const std::string nothing = definition.moves()[0].name + "0 ";
    for (int i = 0; i < 200; ++i) text += nothing + random_line(definition, rng, i % 4) + '\n';
    const std::vector<std::string> lines = lines_of(text);
    const auto action = [&](const std::string& line) {
      return action_of(definition, parse_alg(line, &definition.names()));
    };
    for (const Operation operation : {Operation::invert, Operation::simplify, Operation::expand,
                                      Operation::canonical, Operation::unrotate}) {
      const std::vector<std::string> out =
          lines_of(SequenceFilter(definition, moves, operation).apply(text));
      ASSERT_EQ(out.size(), lines.size());
      for (std::size_t i = 0; i < lines.size(); ++i) {
        State expected = action(lines[i]);
        if (operation == Operation::invert) expected = gyre::invert(orbits, expected);
        ASSERT_EQ(action(out[i]), expected)
            << name << ' ' << to_string(operation) << ": " << lines[i] << " -> " << out[i];
      }
    }
  }
}

TEST(Filter, SimplifyIsThatOfTheNotation) {
  std::mt19937_64 rng(9);
  for (const char* name : {"3x3x3", "4x4x4"}) {
    const PuzzleDefinition definition = load_puzzle(name);
    const MoveFacts facts = move_facts(definition);
    std::string text;
    for (int i = 0; i < 40; ++i) text += "U0 " + random_line(definition, rng, i % 4) + '\n';
    const std::vector<std::string> lines = lines_of(text);
    const std::vector<std::string> out = lines_of(filtered(definition, Operation::simplify, text));
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const Alg alg = parse_alg(lines[i], &definition.names());
      EXPECT_EQ(out[i], print(from_moves(simplify(expand(alg), facts)))) << lines[i];
    }
  }
}

// Brute force: of all orders that swaps of commuting neighbours reach the automaton accepts one.
TEST(Filter, CanonicalIsTheOrderThatTheAutomatonAccepts) {
  std::mt19937_64 rng(10);
  for (const char* name : {"3x3x3", "4x4x4", "megaminx"}) {
    const PuzzleDefinition definition = load_puzzle(name);
    const MoveSet moves(definition, Metric::htm);
    const CanonicalAutomaton automaton(definition, moves);
    SequenceFilter canonical(definition, moves, Operation::canonical);
    for (int round = 0; round < 60; ++round) {
      std::vector<int> sequence;
      std::string text;
      for (int i = 0; i < 6; ++i) {
        sequence.push_back(static_cast<int>(rng() % moves.size()));
        text += moves.moves()[sequence.back()].name + ' ';
      }
      std::set<std::vector<int>> reached = {sequence};
      std::vector<std::vector<int>> open = {sequence};
      bool meets = false;
      while (!open.empty()) {
        const std::vector<int> next = open.back();
        open.pop_back();
        for (std::size_t i = 0; i + 1 < next.size(); ++i) {
          const int a = moves.moves()[next[i]].move_class;
          const int b = moves.moves()[next[i + 1]].move_class;
          meets |= a == b;
          if (a == b || !moves.commutes(a, b)) continue;
          std::vector<int> swapped = next;
          std::swap(swapped[i], swapped[i + 1]);
          if (reached.insert(swapped).second) open.push_back(swapped);
        }
      }
      const std::string got = canonical.apply(text);
      if (meets) {
        EXPECT_LT(lines_of(filtered(definition, Operation::expand, got))[0].size(), text.size());
        continue;
      }
      std::vector<std::string> accepted;
      for (const std::vector<int>& order : reached) {
        if (!automaton.accepts(order)) continue;
        std::string line;
        for (const int move : order) line += moves.moves()[move].name + ' ';
        line.back() = '\n';
        accepted.push_back(line);
      }
      EXPECT_EQ(accepted, std::vector<std::string>{got}) << name << ": " << text;
    }
  }
}

TEST(Filter, CanonicalSequencesAreThoseOfTheAutomaton) {
  std::mt19937_64 rng(14);
  for (const char* name : {"3x3x3", "4x4x4", "megaminx"}) {
    const PuzzleDefinition definition = load_puzzle(name);
    for (const Metric metric : {Metric::htm, Metric::qtm}) {
      const MoveSet moves(definition, metric);
      const CanonicalAutomaton automaton(definition, moves);
      SequenceFilter canonical(definition, moves, Operation::canonical);
      for (int round = 0; round < 300; ++round) {
        std::string text;
        for (int i = 0; i < 10; ++i) text += moves.moves()[rng() % moves.size()].name + ' ';
        const std::string out = canonical.apply(text);
        std::vector<int> sequence;
        std::istringstream words(out);
        for (std::string word; words >> word;) sequence.push_back(moves.find(word));
        EXPECT_TRUE(automaton.accepts(sequence)) << name << ": " << text << "-> " << out;
      }
    }
  }
}

TEST(Filter, UnrotateLeavesRotationsAtTheEnd) {
  std::mt19937_64 rng(11);
  std::string text;
  for (int i = 0; i < 300; ++i) text += "U0 " + random_line(cube(), rng, 1) + '\n';
  for (const std::string& line : lines_of(on_cube(Operation::unrotate, text))) {
    int rotations = 0;
    for (const MoveToken& move : expand(parse_alg(line, &cube().names()))) {
      if (is_rotation_name(move.family)) {
        ++rotations;
      } else {
        EXPECT_EQ(rotations, 0) << line;
      }
    }
    EXPECT_LE(rotations, 2) << line;
  }
}

TEST(Filter, PositionsAgreeWithPlainStates) {
  std::mt19937_64 rng(12);
  for (const std::string& name : puzzles()) {
    const PuzzleDefinition definition = load_puzzle(name);
    const MoveSet moves(definition, Metric::htm);
    const SymmetryGroup group(definition, moves);
    std::string text;
    // Few short lines, so that positions repeat.
    std::vector<std::string> lines;
    for (int i = 0; i < 150; ++i) {
      std::string line;
      for (int k = 0; k < 1 + i % 3; ++k) {
        line += moves.moves()[rng() % moves.size()].name + ' ';
      }
      lines.push_back(line);
      text += line + '\n';
    }
    const auto key = [](const State& state) {
      return std::string(state.bytes.begin(), state.bytes.end());
    };
    std::string wrong;
    std::string symmetry;
    std::string compact;
    std::string unique;
    std::string unique_symmetric;
    std::set<std::string> seen;
    std::set<std::string> seen_symmetric;
    for (const std::string& line : lines) {
      const State position = position_of(definition, line);
      wrong += fmt::format("{}\n",
                           pieces_out_of_place(definition.orbits(), definition.solved(), position));
      compact += write_compact(definition, position) + '\n';
      if (seen.insert(key(position)).second) unique += line + '\n';
      int fixed = 0;
      bool is_new = true;
      for (int s = 0; s < group.size(); ++s) {
        const State image = group.conjugate_position(s, position);
        fixed += image == position ? 1 : 0;
        is_new &= !seen_symmetric.contains(key(image));
      }
      seen_symmetric.insert(key(position));
      if (is_new) unique_symmetric += line + '\n';
      symmetry += fmt::format("{}\n", fixed);
    }
    const auto run = [&](Operation operation) {
      return SequenceFilter(definition, moves, operation).apply(text);
    };
    EXPECT_EQ(run(Operation::wrong), wrong) << name;
    EXPECT_EQ(run(Operation::position), compact) << name;
    EXPECT_EQ(run(Operation::unique), unique) << name;
    EXPECT_EQ(run(Operation::unique_symmetric), unique_symmetric) << name;
    EXPECT_EQ(run(Operation::symmetry), symmetry) << name;
  }
}

// Feeds a text in pieces of random size, up to `most` bytes.
std::string streamed(SequenceFilter& filter, const std::string& text, int threads,
                     std::size_t most) {
  std::mt19937_64 rng(threads);
  std::size_t place = 0;
  std::string out;
  run_filter(
      filter,
      [&](char* buffer, std::size_t size) {
        const std::size_t count = std::min({size, 1 + rng() % most, text.size() - place});
        std::copy_n(text.data() + place, count, buffer);
        place += count;
        return count;
      },
      [&](std::string_view part) { out += part; }, threads);
  return out;
}

TEST(FilterRun, EqualsOneBatch) {
  std::mt19937_64 rng(13);
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += random_line(cube(), rng, i % 50 == 0 ? 3 : 0) + '\n';
  text += "R U F";
  const MoveSet moves(cube(), Metric::htm);
  for (const Operation operation : {Operation::invert, Operation::unique}) {
    const std::string expected = SequenceFilter(cube(), moves, operation).apply(text);
    for (const int threads : {1, 2, 5}) {
      for (const std::size_t most :
           {std::size_t{100}, std::size_t{100'000}, std::size_t{1} << 22U}) {
        SequenceFilter filter(cube(), moves, operation);
        EXPECT_EQ(streamed(filter, text, threads, most), expected) << threads << ' ' << most;
      }
    }
  }
}

TEST(FilterRun, ErrorComesAfterTheOutputBeforeIt) {
  std::string text;
  for (int i = 0; i < 30'000; ++i) text += i == 20'000 ? "R U Q\n" : "R U F\n";
  for (const int threads : {1, 3}) {
    SequenceFilter filter(cube(), MoveSet(cube(), Metric::htm), Operation::invert, {"in.txt"});
    std::string out;
    std::size_t place = 0;
    try {
      run_filter(
          filter,
          [&](char* buffer, std::size_t size) {
            const std::size_t count = std::min(size, text.size() - place);
            std::copy_n(text.data() + place, count, buffer);
            place += count;
            return count;
          },
          [&](std::string_view part) { out += part; }, threads);
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()).substr(0, 16), "in.txt:20001:5: ");
    }
    EXPECT_EQ(out.size(), 20'000 * std::string("F' U' R'\n").size());
  }
}

TEST(FilterRun, FaultsOfReaderAndWriterReachTheCaller) {
  SequenceFilter filter(cube(), MoveSet(cube(), Metric::htm), Operation::invert);
  const auto bad_read = [](char*, std::size_t) -> std::size_t { throw Error("no disk"); };
  EXPECT_THROW(run_filter(
                   filter, bad_read, [](std::string_view) {}, 3),
               Error);
  std::string text(1 << 20, '\n');
  std::size_t place = 0;
  const auto read = [&](char* buffer, std::size_t size) {
    const std::size_t count = std::min(size, text.size() - place);
    std::copy_n(text.data() + place, count, buffer);
    place += count;
    return count;
  };
  EXPECT_THROW(run_filter(
                   filter, read, [](std::string_view) { throw Error("full"); }, 3),
               Error);
}

}  // namespace
}  // namespace gyre
