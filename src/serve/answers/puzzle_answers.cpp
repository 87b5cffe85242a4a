#include "serve/answers/puzzle_answers.h"

#include <gyre/library/library.h>
#include "format/kpuzzle.h"

#include <algorithm>
#include <vector>

namespace gyre::serve {
namespace {

// The cuts that make the puzzle; null if it was not made by any.
Json description_of(const AskedPuzzle& puzzle) {
  if (puzzle.is_file()) return nullptr;
  const std::string wanted = plain_name(puzzle.option());
  const auto is_wanted = [&](const std::string& name) { return plain_name(name) == wanted; };
  for (const LibraryEntry& entry : puzzle_library()) {
    if (is_wanted(entry.name) ||
        std::any_of(entry.aliases.begin(), entry.aliases.end(), is_wanted)) {
      return entry.description.empty() ? Json() : Json(entry.description);
    }
  }
  // Cuboids that are not listed, and options behind a name, have none; what else is no name is a
  // description.
  const std::string& text = puzzle.option();
  const bool solid_first = text.size() > 2 && text[1] == ' ';
  return solid_first ? Json(text) : Json();
}

template <class Moves>
Json names_of(const Moves& moves) {
  Json names = Json::array();
  for (const auto& move : moves) names.push_back(move.name);
  return names;
}

Json orbits_of(const PuzzleDefinition& definition) {
  Json list = Json::array();
  for (int k = 0; k < definition.orbits().size(); ++k) {
    const Orbit& orbit = definition.orbits()[k];
    list.push_back({{"name", orbit.name},
                    {"pieces", orbit.pieces},
                    {"orientations", orbit.orientations},
                    {"identities", definition.identities(k)}});
  }
  return list;
}

Json classes_of(const MoveSet& moves) {
  Json list = Json::array();
  for (const MoveClass& kind : moves.classes()) {
    list.push_back({{"name", kind.name}, {"order", kind.order}, {"moves", Json::array()}});
  }
  for (const Move& move : moves.moves()) list[move.move_class]["moves"].push_back(move.name);
  return list;
}

// Pieces go from each slot of a cycle to the next; `twisted` are the slots in which a piece arrives
// in another orientation. Slots count from 1.
Json orbit_action(const PuzzleDefinition& definition, int orbit, const State& action) {
  const int pieces = definition.orbits()[orbit].pieces;
  const std::uint8_t* from = action.bytes.data() + definition.orbits().perm_offset(orbit);
  std::vector<int> to(pieces);
  for (int slot = 0; slot < pieces; ++slot) to[from[slot]] = slot;
  Json cycles = Json::array();
  Json twisted = Json::array();
  std::vector<bool> seen(pieces, false);
  for (int start = 0; start < pieces; ++start) {
    if (from[pieces + start] != 0) twisted.push_back(start + 1);
    if (seen[start] || to[start] == start) continue;
    Json cycle = Json::array();
    for (int slot = start; !seen[slot]; slot = to[slot]) {
      seen[slot] = true;
      cycle.push_back(slot + 1);
    }
    cycles.push_back(std::move(cycle));
  }
  if (cycles.empty() && twisted.empty()) return nullptr;
  return {{"orbit", definition.orbits()[orbit].name},
          {"cycles", std::move(cycles)},
          {"twisted", std::move(twisted)}};
}

}  // namespace

const Json& list_puzzles() {
  static const Json answer = [] {
    Json list = Json::array();
    for (const LibraryEntry& entry : puzzle_library()) {
      list.push_back({{"name", entry.name},
                      {"aliases", entry.aliases},
                      {"family", entry.family},
                      {"summary", entry.summary},
                      {"description", entry.description}});
    }
    return Json{{"puzzles", std::move(list)}};
  }();
  return answer;
}

Json describe_puzzle(const AskedPuzzle& puzzle, RequestFields& fields) {
  const MoveSet moves = read_move_set(puzzle, fields);
  fields.refuse_others();
  const PuzzleDefinition& definition = puzzle.definition();
  const CubeFacelets* facelets = puzzle.forms().facelets();
  Json derived = Json::array();
  for (const DerivedMove& move : definition.derived()) {
    derived.push_back({{"name", move.name}, {"definition", move.definition}});
  }
  return {{"name", definition.name()},
          {"digest", to_hex(definition.digest())},
          {"cube3", puzzle.holding() != nullptr},
          {"competition", has_competition_form(puzzle)},
          {"facelets", facelets == nullptr ? Json() : Json(facelets->size())},
          {"picture", puzzle.picture() != nullptr},
          {"description", description_of(puzzle)},
          {"orbits", orbits_of(definition)},
          {"metric", to_string(moves.metric())},
          {"moves", names_of(moves.moves())},
          {"classes", classes_of(moves)},
          {"rotations", names_of(definition.rotations())},
          {"derived", std::move(derived)}};
}

Json puzzle_as_kpuzzle(const AskedPuzzle& puzzle, RequestFields& fields) {
  (void)read_move_set(puzzle, fields);
  fields.refuse_others();
  return Json::parse(write_kpuzzle(puzzle.definition()));
}

Json describe_actions(const AskedPuzzle& puzzle, RequestFields& fields) {
  const MoveSet moves = read_move_set(puzzle, fields);
  fields.refuse_others();
  const PuzzleDefinition& definition = puzzle.definition();
  Json actions = Json::array();
  for (const Move& move : moves.moves()) {
    // What a class does is said once, by its unit.
    if (move.amount != 1) continue;
    Json orbits = Json::array();
    for (int k = 0; k < definition.orbits().size(); ++k) {
      Json action = orbit_action(definition, k, move.action);
      if (!action.is_null()) orbits.push_back(std::move(action));
    }
    actions.push_back({{"move", move.name},
                       {"order", moves.classes()[move.move_class].order},
                       {"orbits", std::move(orbits)}});
  }
  return {{"actions", std::move(actions)}};
}

}  // namespace gyre::serve
