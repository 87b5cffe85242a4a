#include "puzzle/definition/dialect.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace gyre {
namespace {

const BaseMove* find_move(const PuzzleDefinition::Parts& parts, std::string_view name) {
  const auto place = std::find_if(parts.moves.begin(), parts.moves.end(),
                                  [&](const BaseMove& move) { return move.name == name; });
  return place == parts.moves.end() ? nullptr : &*place;
}

bool has_order(const PuzzleDefinition::Parts& parts, std::string_view name, int order) {
  const BaseMove* move = find_move(parts, name);
  return move != nullptr && move->order == order;
}

// The move that is written /; empty if there is none.
std::string find_slash(const PuzzleDefinition::Parts& parts) {
  constexpr std::string_view kSlash = "/";
  if (find_move(parts, kSlash) != nullptr) return std::string(kSlash);
  const auto place = std::find_if(parts.derived.begin(), parts.derived.end(),
                                  [&](const DerivedMove& move) { return move.name == kSlash; });
  return place == parts.derived.end() ? "" : place->definition;
}

// Two layers of twelve steps and a half turn called /. Names that begin like a number could not be
// told from the pairs of numbers.
bool is_square1(const PuzzleDefinition::Parts& parts, const std::string& slash) {
  const auto like_number = [](const auto& move) {
    return std::string_view("0123456789+-(),").find(move.name[0]) != std::string_view::npos;
  };
  return has_order(parts, "U", 12) && has_order(parts, "D", 12) && has_order(parts, slash, 2) &&
         std::none_of(parts.moves.begin(), parts.moves.end(), like_number) &&
         std::none_of(parts.rotations.begin(), parts.rotations.end(), like_number) &&
         std::none_of(parts.derived.begin(), parts.derived.end(), like_number);
}

// The pins that competitions name, each moving dials of twelve hours.
bool is_clock(const PuzzleDefinition::Parts& parts) {
  constexpr std::array<std::string_view, 9> kPins = {"UR", "DR", "DL", "UL", "U",
                                                     "R",  "D",  "L",  "ALL"};
  return std::all_of(kPins.begin(), kPins.end(),
                     [&](std::string_view pin) { return has_order(parts, pin, 12); });
}

// R-- for a derived R++ that it undoes.
void add_backward_names(const PuzzleDefinition::Parts& parts, MoveNames& names) {
  const OrbitList orbits(parts.orbits);
  for (const DerivedMove& move : parts.derived) {
    if (!move.name.ends_with("--")) continue;
    const std::string_view stem(move.name.data(), move.name.size() - 2);
    const std::string forward = fmt::format("{}++", stem);
    const auto place =
        std::find_if(parts.derived.begin(), parts.derived.end(),
                     [&](const DerivedMove& other) { return other.name == forward; });
    if (place != parts.derived.end() && invert(orbits, place->action) == move.action) {
      names.add_backward(move.name, forward);
    }
  }
}

}  // namespace

void add_dialect(const PuzzleDefinition::Parts& parts, MoveNames& names) {
  add_backward_names(parts, names);
  Dialect dialect;
  if (const std::string slash = find_slash(parts); is_square1(parts, slash)) {
    dialect.kind = Dialect::Kind::square1;
    dialect.top = 'U';
    dialect.bottom = 'D';
    dialect.slash = slash;
  } else if (is_clock(parts)) {
    dialect.kind = Dialect::Kind::clock;
    for (const BaseMove& move : parts.moves) dialect.turns.insert(move.name);
  }
  names.set_dialect(std::move(dialect));
}

}  // namespace gyre
