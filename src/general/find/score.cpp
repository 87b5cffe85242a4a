// How uncomfortable a sequence is to turn, in tenths of an easy turn. docs/find.md explains the
// numbers; they are a rule of thumb, kept simple so that a person can check them.
#include "general/find/score.h"

#include <gyre/general/find.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace gyre {
namespace {

constexpr int kRegripTenths = 12;

// One hand on a face of the cube that it turns by the wrist: a quarter turn with the thumb going
// down to a half turn with it going up, then it must take a new grip.
class Wrist {
 public:
  // Tenths for taking a new grip. turns: upwards.
  int turn(int turns) {
    for (const int way : {turns, turns == 2 ? -2 : turns}) {
      if (at_ + way >= kLowest && at_ + way <= kHighest) {
        at_ += way;
        return 0;
      }
    }
    at_ = turns;
    return kRegripTenths;
  }

 private:
  static constexpr int kLowest = -1;
  static constexpr int kHighest = 2;
  int at_ = 0;
};

struct FaceCost {
  const char* name;
  int tenths;
};
constexpr std::array<FaceCost, 6> kFaces{
    {{"R", 10}, {"U", 10}, {"L", 13}, {"F", 15}, {"D", 15}, {"B", 25}}};
constexpr int kOtherLayerTenths = 20;

// Any other puzzle.
constexpr int kTurnTenths = 10;
constexpr int kFurtherTenths = 4;
constexpr int kNewGripTenths = 8;
constexpr int kClassTenths = 5;

bool is_cube(const PuzzleDefinition& definition) {
  return std::all_of(kFaces.begin(), kFaces.end(), [&](const FaceCost& face) {
    return std::any_of(
        definition.moves().begin(), definition.moves().end(),
        [&](const BaseMove& move) { return move.name == face.name && move.order <= 4; });
  });
}

}  // namespace

ComfortScore::ComfortScore(const PuzzleDefinition& definition, const MoveSet& moves)
    : cube_(is_cube(definition)), classes_(moves.classes().size()) {
  for (const Move& move : moves.moves()) {
    const MoveClass& cls = moves.classes()[move.move_class];
    const std::string& name = moves.base_moves()[cls.base].name;
    Letter& letter = letters_.emplace_back();
    letter.move_class = move.move_class;
    if (!cube_) {
      letter.tenths = kTurnTenths + kFurtherTenths * (std::abs(move.amount) - 1);
      continue;
    }
    const int turns = move.amount * cls.unit;
    const auto face = std::find_if(kFaces.begin(), kFaces.end(),
                                   [&](const FaceCost& f) { return f.name == name; });
    const int tenths = face == kFaces.end() ? kOtherLayerTenths : face->tenths;
    letter.tenths = std::abs(turns) == 2 ? tenths * 3 / 2 : tenths;
    if (name == "R") letter.right = turns;
    if (name == "L") letter.left = std::abs(turns) == 2 ? 2 : -turns;
  }
}

int ComfortScore::cube_score(std::span<const std::uint16_t> sequence) const {
  Wrist right;
  Wrist left;
  int sum = 0;
  for (const std::uint16_t index : sequence) {
    const Letter& letter = letters_[index];
    sum += letter.tenths;
    if (letter.right != 0) sum += right.turn(letter.right);
    if (letter.left != 0) sum += left.turn(letter.left);
  }
  return sum;
}

int ComfortScore::general_score(std::span<const std::uint16_t> sequence) const {
  int sum = 0;
  std::vector<bool> seen(classes_, false);
  // The two classes turned last, which the hands still hold.
  std::array<int, 2> held{-1, -1};
  for (const std::uint16_t index : sequence) {
    const Letter& letter = letters_[index];
    sum += letter.tenths;
    if (!seen[letter.move_class]) sum += kClassTenths;
    seen[letter.move_class] = true;
    if (letter.move_class == held[1]) continue;
    if (letter.move_class != held[0] && held[0] >= 0) sum += kNewGripTenths;
    held = {held[1], letter.move_class};
  }
  return sum;
}

int comfort_score(const PuzzleDefinition& definition, const MoveSet& moves,
                  const std::vector<int>& sequence) {
  const std::vector<std::uint16_t> word(sequence.begin(), sequence.end());
  return ComfortScore(definition, moves)(word);
}

}  // namespace gyre
