// Positions as people have them on their way to the engines: forms, holding, goals, pictures.
#include <gtest/gtest.h>
#include <gyre/base/error.h>
#include <gyre/general/god.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/puzzle_group.h>
#include <gyre/puzzle/sequence.h>
#include "front/puzzle/drawable_puzzle.h"
#include "front/puzzle/ignored_pieces.h"
#include "front/puzzle/position_forms.h"
#include "front/solve/general_solving.h"
#include "front/solve/words.h"
#include "puzzle/definition/modify.h"

#include <string>
#include <vector>

namespace gyre {
namespace {

State after(const PuzzleDefinition& definition, const std::string& moves) {
  return apply(definition, parse_alg(moves, &definition.names()));
}

SolverOptions small() {
  SolverOptions options;
  options.memory_bytes = 64U << 20U;
  options.threads = 1;
  return options;
}

class SolvedByFront {
 public:
  SolvedByFront(const PuzzleDefinition& definition, const std::string& moves,
                std::vector<State> goals = {})
      : forms_(definition),
        solving_(definition, MoveSet(definition, Metric::htm, moves), std::move(goals), small()) {}

  // The first solution as it is shown; `goal` is where it leads.
  std::string operator()(const std::string& text, bool inverse = false) {
    const GeneralPosition position = solving_.take(forms_.read(text));
    SolveHooks hooks;
    std::vector<Solution> heard;
    hooks.solution = [&](const Solution& solution) { heard.push_back(solution); };
    const SolveResult result = solving_.solve(position, {}, hooks);
    EXPECT_EQ(heard, result.solutions);
    if (result.solutions.empty()) return "none";
    goal = result.solutions[0].start;
    return solving_.finished(result.solutions[0], position, inverse);
  }

  std::size_t goal = 0;

 private:
  PositionForms forms_;
  GeneralSolving solving_;
};

TEST(PositionForms, ReadsEveryFormOfTheSamePosition) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  const PositionForms forms(cube);
  ASSERT_NE(forms.facelets(), nullptr);
  const State state = after(cube, "R U F");
  EXPECT_EQ(forms.read("R U F").state, state);
  EXPECT_EQ(forms.read(forms.facelets()->write(state)).state, state);
  EXPECT_TRUE(forms.read(forms.facelets()->write(state)).alg.nodes.empty());

  const PuzzleDefinition pyraminx = load_puzzle("pyraminx");
  const PositionForms other(pyraminx);
  EXPECT_EQ(other.facelets(), nullptr);
  EXPECT_EQ(other.read("U L' R").state, after(pyraminx, "U L' R"));
}

TEST(PositionForms, ImpossibleStickersSayWhich) {
  const PuzzleDefinition cube = load_puzzle("4x4x4");
  const PositionForms forms(cube);
  std::string text = forms.facelets()->write(cube.solved());
  text[0] = 'D';
  try {
    (void)forms.read(text);
    FAIL() << "impossible stickers were read";
  } catch (const ImpossibleFacelets& fault) {
    ASSERT_FALSE(fault.reading().faults.empty());
    EXPECT_EQ(fault.reading().faces.size(), 96U);
  }
}

TEST(HeldPosition, RotationsAreToldApart) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  const PositionForms forms(cube);
  const HeldPosition plain = hold(cube, forms.read("R U"));
  EXPECT_TRUE(plain.turn.nodes.empty());
  EXPECT_EQ(plain.position, after(cube, "R U"));
  const HeldPosition turned = hold(cube, forms.read("x R U"));
  EXPECT_EQ(print(turned.turn), "x");
  // What x brings to the top is the front.
  EXPECT_EQ(turned.position, after(cube, "R F"));
}

TEST(GeneralSolving, SolutionIsForThePuzzleAsItIsHeld) {
  const PuzzleDefinition cube = load_puzzle("2x2x2");
  SolvedByFront solve(cube, "");
  EXPECT_EQ(solve("R U"), "U' R'");
  EXPECT_EQ(solve("R U", true), "R U");
  const PuzzleDefinition full = load_puzzle("3x3x3");
  SolvedByFront held(full, "U,D,F,B,L,R");
  EXPECT_EQ(held("R U x"), "B' R'");
  EXPECT_EQ(held("R U x", true), "R U");
  SolvedByFront restricted(full, "U,R");
  EXPECT_EQ(restricted("R U R"), "R' U' R'");
  EXPECT_THROW((void)restricted("R U x"), Error);
}

TEST(GeneralSolving, NearestOfSeveralGoals) {
  const PuzzleDefinition cube = load_puzzle("2x2x2");
  SolvedByFront solve(cube, "", {after(cube, "R2 U2 R2"), after(cube, "R U F")});
  EXPECT_EQ(solve("R U"), "F");
  EXPECT_EQ(solve.goal, 1U);
  EXPECT_EQ(solve("R2 U2"), "R2");
  EXPECT_EQ(solve.goal, 0U);
}

TEST(GeneralSolving, NearestOfSeveralGoalsWherePiecesLookAlike) {
  const PuzzleDefinition cube = load_puzzle("4x4x4");
  ASSERT_FALSE(cube.invertible());
  SolvedByFront solve(cube, "U,R", {after(cube, "R U R"), after(cube, "U")});
  EXPECT_EQ(solve("U2"), "U'");
  EXPECT_EQ(solve.goal, 1U);
  EXPECT_EQ(solve("R U"), "R");
  EXPECT_EQ(solve.goal, 0U);
}

TEST(GeneralSolving, AnyHold) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  const std::vector<State> goals = hold_any_way(cube, {cube.solved()});
  EXPECT_EQ(goals.size(), 24U);
  EXPECT_THROW((void)hold_any_way(load_puzzle("dino4"), {}), Error);
}

TEST(GeneralSolving, UnsolvableIsRefusedWithAReason) {
  const PuzzleDefinition cube = load_puzzle("2x2x2");
  SolvedByFront solve(cube, "U");
  try {
    (void)solve("R");
    FAIL() << "R was solved by U";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find("this position cannot be solved: "), 0U);
  }
}

TEST(DrawablePuzzle, ChangedPuzzleHasAPictureOnlyWhereItLooksTheSame) {
  const PuzzleDefinition plain = load_puzzle("4x4x4");
  const DrawablePuzzle as_it_is(plain, nullptr, load_picture("4x4x4"));
  EXPECT_TRUE(as_it_is.picture.has_value());

  DefinitionChanges apart;
  apart.distinguish_all = true;
  const DrawablePuzzle told_apart(change_definition(plain, apart), &plain, load_picture("4x4x4"));
  ASSERT_TRUE(told_apart.picture.has_value());
  const Scramble position{"", after(told_apart.definition, "R U")};
  EXPECT_EQ(told_apart.place(position), as_it_is.place({"", after(plain, "R U")}));

  DefinitionChanges less;
  less.no_orientation = true;
  const DrawablePuzzle forgetful(change_definition(plain, less), &plain, load_picture("4x4x4"));
  EXPECT_FALSE(forgetful.picture.has_value());
  EXPECT_EQ(&forgetful.drawn(), &forgetful.definition);
}

// The cross of the 3x3x3: four edges matter.
class Cross : public testing::Test {
 protected:
  static std::vector<PieceHome> ignored() {
    return find_ignored_pieces(load_puzzle("3x3x3"), &picture(), "corners UF UR UB UL FR FL BR BL");
  }
  static const PuzzlePicture& picture() {
    static const PuzzlePicture looks = load_picture("3x3x3").value();
    return looks;
  }
  static PuzzleDefinition make_partial() {
    DefinitionChanges changes;
    changes.ignore = ignored();
    return change_definition(load_puzzle("3x3x3"), changes);
  }

  const PuzzleDefinition plain = load_puzzle("3x3x3");
  const PuzzleDefinition partial = make_partial();
};

TEST_F(Cross, HasItsPositions) {
  EXPECT_EQ(ignored().size(), 16U);
  EXPECT_EQ(PuzzleGroup(partial).states(), 190'080);
}

TEST_F(Cross, PositionsAreReadInEveryForm) {
  const PositionForms forms(partial, plain);
  ASSERT_NE(forms.facelets(), nullptr);
  const State cross = after(partial, "R U F D");
  EXPECT_EQ(forms.read("R U F D").state, cross);
  EXPECT_EQ(forms.read(forms.facelets()->write(after(plain, "R U F D"))).state, cross);
  // What happens to the other pieces does not matter.
  EXPECT_EQ(forms.read("R U R' U'").state, after(partial, "R U R' U'"));
  EXPECT_EQ(forms.read("U R2").state, forms.read("R2").state);
  EXPECT_NE(forms.read_plain("U R2").state, forms.read_plain("R2").state);
}

TEST_F(Cross, IsSolved) {
  const PositionForms forms(partial, plain);
  GeneralSolving solving(partial, MoveSet(partial, Metric::htm), {}, small());
  const auto length = [&](const std::string& text) {
    const SolveResult result = solving.solve(solving.take(forms.read(text)), {});
    return result.solutions.at(0).moves.size();
  };
  EXPECT_EQ(length("R U R' U'"), 0U);
  EXPECT_EQ(length("R U F"), 2U);
  EXPECT_EQ(length(forms.facelets()->write(after(plain, "R U F"))), 2U);
}

TEST_F(Cross, IsDrawnWithTheRestGrey) {
  DrawablePuzzle puzzle(plain, nullptr, picture());
  const State placed = puzzle.place({"", plain.solved()});
  const std::string all = puzzle.svg(placed, {});
  puzzle.ignore(ignored());
  const std::string some = puzzle.svg(placed, {});
  EXPECT_NE(all, some);
  EXPECT_EQ(all.find("#5c5c5c"), std::string::npos);
  DrawOptions one;
  one.highlight = {{0, 0}};
  EXPECT_NE(some, puzzle.svg(placed, one));
}

TEST(IgnoredPieces, MiddlesThatNothingMovesAreNone) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  const PuzzlePicture picture = load_picture("3x3x3").value();
  EXPECT_THROW((void)find_ignored_pieces(cube, &picture, "U"), Error);
  EXPECT_EQ(find_ignored_pieces(cube, &picture, "U UF").size(), 1U);
  EXPECT_EQ(find_ignored_pieces(cube, nullptr, "EDGES:1").size(), 1U);
  EXPECT_THROW((void)find_ignored_pieces(cube, nullptr, "UF"), Error);
}

// As docs/json.md and docs/openapi.json list them.
TEST(SearchEnd, ACountOfPositionsSaysWhyItEnded) {
  const auto word = [](GodResult::End end) {
    GodResult result;
    result.end = end;
    return word_of_end(result);
  };
  EXPECT_EQ(word(GodResult::End::all), "all");
  EXPECT_EQ(word(GodResult::End::max_depth), "max_depth");
  EXPECT_EQ(word(GodResult::End::memory), "memory");
  EXPECT_EQ(word(GodResult::End::disk), "disk");
  EXPECT_EQ(word(GodResult::End::stopped), "stopped");
}

TEST(Library, NamedPuzzlesAndTextsWithoutFiles) {
  EXPECT_EQ(load_named_puzzle("c f 1/3").digest(), load_puzzle("c f 1/3").digest());
  EXPECT_EQ(load_named_puzzle("sq1").digest(), load_puzzle("square1").digest());
  EXPECT_EQ(load_named_puzzle("4x4x4 blocks").digest(), load_puzzle("4x4x4 blocks").digest());
  try {
    (void)load_named_puzzle("megamnix");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "there is no puzzle 'megamnix'; did you mean megaminx?");
  }
  const std::string file = std::string(GYRE_SOURCE_DIR) + "/puzzles/m12.tws";
  EXPECT_EQ(load_puzzle(file).digest(), load_named_puzzle("m12").digest());
  EXPECT_THROW((void)load_named_puzzle(file), Error);
}

}  // namespace
}  // namespace gyre
