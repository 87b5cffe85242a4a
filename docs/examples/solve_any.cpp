// The second example of solving in docs/library.md: the shortest solution of any puzzle. Compiled
// and run by the tests.
#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/general/solver.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>

#include <iostream>

int main() {
  try {
    const gyre::PuzzleDefinition puzzle = gyre::load_puzzle("pyraminx");
    const gyre::MoveSet moves(puzzle, gyre::Metric::htm);
    const gyre::Solver solver(puzzle, moves);
    const gyre::State position =
        gyre::apply(puzzle, gyre::parse_alg("U L' R B' U' l", &puzzle.names()));
    if (const gyre::Membership answer = solver.check(position); !answer.solvable) {
      std::cout << "it cannot be solved: " << answer.reasons.front() << '\n';
      return 1;
    }
    gyre::SolveHooks hooks;  // what happens on the way; a stop token ends the search
    hooks.length = [](const gyre::SearchedLength& done) {
      std::cout << "length " << done.length << ": " << done.nodes << " positions\n";
    };
    const gyre::SolveResult result = solver.solve(position, {}, hooks);
    for (const int move : result.solutions.at(0).moves) {
      std::cout << moves.moves()[static_cast<std::size_t>(move)].name << ' ';
    }
    std::cout << "solves it\n";
    return 0;
  } catch (const gyre::Error& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
