// What a puzzle is made of, one by one: what each move does to which pieces, and what each piece
// is.
#pragma once

#include "front/puzzle/asked_puzzle.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gyre {

struct MovePart {
  std::string name;        // of one turn of a class
  std::int64_t order = 0;  // so many turns do nothing
  int pieces = 0;          // that it moves or turns
  // By orbit, "(UFR UFL UBL UBR)": each place's piece comes to the next place; "(UF UR)+1": and
  // turned by one when it is back.
  struct Cycles {
    int orbit = 0;
    std::string text;
  };
  std::vector<Cycles> cycles;
};

struct PiecePart {
  int orbit = 0;
  int number = 1;                  // of its place in the orbit, from 1
  std::string name;                // by the faces it shows, or orbit and number
  std::optional<int> looks_like;   // the number of the first piece that looks the same, if another
  bool any_orientation = false;    // how it is turned does not matter
  std::vector<std::string> moves;  // that change its place
};

[[nodiscard]] std::vector<MovePart> move_parts(const AskedPuzzle& puzzle, const MoveSet& moves);
[[nodiscard]] std::vector<PiecePart> piece_parts(const AskedPuzzle& puzzle, const MoveSet& moves);

}  // namespace gyre
