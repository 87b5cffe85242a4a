// The example of docs/library.md: read a puzzle, apply a sequence, ask its group. Compiled and run
// by the tests.
#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/metric.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/puzzle_group.h>
#include <gyre/puzzle/sequence.h>
#include <gyre/puzzle/state.h>

#include <iostream>

int main() {
  try {
    const gyre::PuzzleDefinition cube = gyre::load_puzzle("3x3x3");
    const gyre::Alg alg = gyre::parse_alg("[R, U]3 F2", &cube.names());
    const gyre::State state = gyre::apply(cube, alg);
    std::cout << gyre::print(gyre::invert(alg)) << " undoes it; "
              << gyre::pieces_out_of_place(cube.orbits(), cube.solved(), state)
              << " pieces are out of place\n";

    const gyre::MoveSet moves(cube, gyre::Metric::htm, "U,R,F");
    const gyre::PuzzleGroup group(cube, moves);
    std::cout << group.states() << " positions with U, R and F\n";
    return 0;
  } catch (const gyre::Error& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
