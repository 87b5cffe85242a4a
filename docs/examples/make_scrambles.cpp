// Scrambles of a puzzle: the same for the same seed, on every machine. Shown in docs/library.md;
// compiled and run by the tests.
#include <gyre/base/error.h>
#include <gyre/general/scramble_maker.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/move_set.h>

#include <iostream>
#include <random>

int main() {
  try {
    const gyre::PuzzleDefinition puzzle = gyre::load_puzzle("skewb");
    const gyre::MoveSet moves(puzzle, gyre::Metric::htm);
    const gyre::ScrambleMaker maker(puzzle, moves);
    std::cout << gyre::to_string(maker.kind()) << '\n';
    std::mt19937_64 random(1);  // the seed
    for (int i = 0; i < 3; ++i) {
      // A position is drawn first; the sequence that makes it depends on nothing else, so many
      // threads may write what one has drawn.
      const gyre::ScrambleMaker::Draw draw = maker.draw(random);
      std::cout << maker.write(draw).value() << '\n';
    }
    return 0;
  } catch (const gyre::Error& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
