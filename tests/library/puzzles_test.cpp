// Every .expect file under puzzles/ against the puzzle of that name: counts that others published
// or that were derived by hand. Layers are counted by the simplest breadth-first search there is.
#include "library/embedded.h"

#include <gyre/base/bigint.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/puzzle_group.h>
#include "library/quoted_states.h"
#include "puzzle/canonical/canonical.h"
#include "puzzle/symmetry/symmetry.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <unordered_set>

namespace gyre {
namespace {

const std::filesystem::path kPuzzles = std::filesystem::path(GYRE_SOURCE_DIR) / "puzzles";

struct Expectation {
  std::string key;
  std::string selection;  // what follows an @
  std::string value;
};

std::vector<Expectation> read_expectations(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::vector<Expectation> out;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t space = line.find(' ');
    Expectation item{line.substr(0, space), "", line.substr(std::min(space, line.size() - 1) + 1)};
    if (const std::size_t at = item.key.find('@'); at != std::string::npos) {
      item.selection = item.key.substr(at + 1);
      item.key.resize(at);
    }
    out.push_back(std::move(item));
  }
  return out;
}

std::vector<std::string> expected_puzzles() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kPuzzles)) {
    if (entry.path().extension() == ".expect") names.push_back(entry.path().stem());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// Positions at distance 0, 1, ...: as many layers as wanted, but no layer is begun once `budget`
// moves have been tried.
std::vector<std::uint64_t> count_layers(const PuzzleDefinition& definition, const MoveSet& moves,
                                        std::size_t wanted, std::uint64_t budget) {
  const auto key = [](const State& state) {
    return std::string(state.bytes.begin(), state.bytes.end());
  };
  std::unordered_set<std::string> seen{key(definition.solved())};
  std::vector<State> layer{definition.solved()};
  std::vector<std::uint64_t> counts;
  std::uint64_t tried = 0;
  State next;
  while (!layer.empty()) {
    counts.push_back(layer.size());
    if (counts.size() == wanted || tried + layer.size() * moves.size() > budget) break;
    std::vector<State> further;
    for (const State& state : layer) {
      for (const Move& move : moves.moves()) {
        compose_into(definition.orbits(), state, move.action, next);
        ++tried;
        if (definition.legal(next) && seen.insert(key(next)).second) further.push_back(next);
      }
    }
    layer = std::move(further);
  }
  return counts;
}

void check_layers(const PuzzleDefinition& definition, const MoveSet& moves,
                  const std::string& value, std::uint64_t budget) {
  std::vector<std::uint64_t> wanted;
  std::istringstream words(value);
  for (std::uint64_t count = 0; words >> count;) wanted.push_back(count);
  ASSERT_GE(wanted.size(), 2U);
  const std::vector<std::uint64_t> counted = count_layers(definition, moves, wanted.size(), budget);
  ASSERT_GE(counted.size(), 2U);
  wanted.resize(std::min(wanted.size(), counted.size()));
  EXPECT_EQ(counted, wanted);
}

constexpr std::uint64_t kQuickMoves = 400'000;
constexpr std::uint64_t kSlowMoves = 60'000'000;

void check(const PuzzleDefinition& definition, const Expectation& item, std::uint64_t budget) {
  SCOPED_TRACE(definition.name() + ": " + item.key + "@" + item.selection);
  const bool qtm = item.key.ends_with("_qtm");
  const MoveSet moves(definition, qtm ? Metric::qtm : Metric::htm, item.selection);
  if (item.key.starts_with("layers")) {
    check_layers(definition, moves, item.value, budget);
  } else if (item.key == "states") {
    EXPECT_EQ(PuzzleGroup(definition, moves).states(), BigInt(item.value));
  } else if (item.key == "states_up_to_rotation") {
    const PuzzleGroup group(definition, moves);
    EXPECT_EQ(quoted_states(definition.name(), definition, moves, group), BigInt(item.value));
  } else if (item.key == "shapes") {
    EXPECT_EQ(std::to_string(PuzzleGroup(definition, moves).shapes()), item.value);
  } else if (item.key == "moves") {
    EXPECT_EQ(std::to_string(moves.size()), item.value);
  } else if (item.key == "move_classes") {
    EXPECT_EQ(std::to_string(moves.classes().size()), item.value);
  } else if (item.key == "rotations") {
    SymmetryOptions options;
    options.mirrors = false;
    EXPECT_EQ(std::to_string(SymmetryGroup(definition, moves, options).rotations()), item.value);
  } else if (item.key == "symmetries") {
    const SymmetryGroup group(definition, moves);
    EXPECT_EQ(std::to_string(group.size()), item.value);
    EXPECT_TRUE(group.complete());
  } else if (item.key == "automaton_states") {
    const CanonicalAutomaton automaton(definition, moves);
    EXPECT_EQ(std::to_string(automaton.states()), item.value);
  } else if (item.key == "branching_factor") {
    const CanonicalAutomaton automaton(definition, moves);
    EXPECT_NEAR(CanonicalCounts(automaton).branching_factor(), std::stod(item.value), 6e-7);
  } else {
    ADD_FAILURE() << "no such key in puzzles/README.md";
  }
}

class Puzzles : public testing::TestWithParam<std::string> {};

TEST_P(Puzzles, GiveWhatTheirExpectFileSays) {
  const PuzzleDefinition definition = load_puzzle(GetParam());
  const auto items = read_expectations(kPuzzles / (GetParam() + ".expect"));
  const auto has = [&](const char* key) {
    return std::any_of(items.begin(), items.end(),
                       [&](const Expectation& item) { return item.key == key; });
  };
  EXPECT_TRUE(has("states") && has("states_up_to_rotation") && has("moves") && has("layers") &&
              has("rotations"));
  for (const Expectation& item : items) check(definition, item, kQuickMoves);
}

TEST_P(Puzzles, SlowLayersAllTheWay) {
  const PuzzleDefinition definition = load_puzzle(GetParam());
  for (const Expectation& item : read_expectations(kPuzzles / (GetParam() + ".expect"))) {
    if (item.key.starts_with("layers")) check(definition, item, kSlowMoves);
  }
}

INSTANTIATE_TEST_SUITE_P(Library, Puzzles, testing::ValuesIn(expected_puzzles()),
                         [](const testing::TestParamInfo<std::string>& puzzle) {
                           std::string name = puzzle.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           for (std::size_t at = 0; (at = name.find('+', at)) != name.npos;) {
                             name.replace(at, 1, "_and_");
                           }
                           return name;
                         });

TEST(PuzzleLibrary, EveryPuzzleHasExpectations) {
  std::vector<std::string> names = puzzle_names();
  std::sort(names.begin(), names.end());
  EXPECT_EQ(expected_puzzles(), names);
}

TEST(PuzzleLibrary, EmbedsTheFilesByteForByte) {
  std::set<std::string> embedded;
  for (const EmbeddedFile& puzzle : embedded_puzzles()) {
    embedded.insert(puzzle.name);
    std::ifstream in(kPuzzles / (puzzle.name + ".tws"), std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    EXPECT_EQ(puzzle.text, text.str()) << puzzle.name;
  }
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(kPuzzles)) {
    if (entry.path().extension() == ".tws") files.insert(entry.path().stem());
  }
  EXPECT_EQ(embedded, files);
}

}  // namespace
}  // namespace gyre
