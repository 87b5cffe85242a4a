// God's algorithm: how many positions of a puzzle need how many moves. Shown in docs/library.md;
// compiled and run by the tests.
#include <gyre/base/bigint.h>
#include <gyre/base/error.h>
#include <gyre/general/god.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/symmetry_use.h>

#include <iostream>

int main() {
  try {
    const gyre::PuzzleDefinition puzzle = gyre::load_puzzle("pyraminx");
    const gyre::MoveSet moves(puzzle, gyre::Metric::htm);
    gyre::GodOptions options;
    options.antipodes = 1;
    options.symmetry = gyre::SymmetryUse::rotations;  // mirrors are used, too, if nothing is said
    options.layer = [](const gyre::GodLayer& layer) {
      std::cout << layer.depth << " moves: " << layer.positions << " positions\n";
    };
    const gyre::GodResult result = gyre::count_positions(puzzle, moves, options);
    gyre::BigInt positions = 0;
    for (const gyre::GodLayer& layer : result.layers) positions += layer.positions;
    std::cout << positions << " together";
    if (result.end == gyre::GodResult::End::all) {
      std::cout << ": all that there are, " << result.antipodes.size() << " of the farthest kept";
    }
    std::cout << '\n';
    return 0;
  } catch (const gyre::Error& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
