// A program of somebody else's in C++: a class, a function and the one exception type.
#include <gyre/base/api.h>
#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/definition.h>

#include <cstdio>
#include <string>

int main() {
  const gyre::PuzzleDefinition puzzle = gyre::load_puzzle("2x2x2");
  try {
    (void)gyre::load_puzzle("no such puzzle");
    return 1;
  } catch (const gyre::Error& error) {
    std::printf("gyre %s: %d moves; %s\n", std::string(gyre::version()).c_str(),
                static_cast<int>(puzzle.moves().size()), error.what());
  }
  return puzzle.name() == "2x2x2" ? 0 : 1;
}
