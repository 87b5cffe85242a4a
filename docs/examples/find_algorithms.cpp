// Algorithms that move three pieces and leave all others alone. Shown in docs/library.md; compiled
// and run by the tests.
#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/general/find.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/move_set.h>

#include <iostream>

int main() {
  try {
    const gyre::PuzzleDefinition puzzle = gyre::load_puzzle("3x3x3");
    const gyre::MoveSet moves(puzzle, gyre::Metric::htm);
    gyre::FindOptions options;
    options.pieces = 3;
    options.methods = {gyre::FindMethod::commutator};
    options.max_length = 8;
    options.number = 3;
    options.found = [&](const gyre::FoundAlg& found) {
      std::cout << gyre::print(found.alg, puzzle.names()) << " is " << found.form << ": "
                << found.length << " moves, " << found.pieces << " pieces\n";
    };
    const gyre::FindResult result = gyre::find_algs(puzzle, moves, options);
    std::cout << result.found << " algorithms\n";
    return 0;
  } catch (const gyre::Error& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
