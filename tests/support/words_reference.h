// The letters of a puzzle's moves, and what a word of them does, followed place by place.
#pragma once

#include "general/words/letter_actions.h"
#include "general/words/move_words.h"
#include "puzzle/group/action_group.h"

#include <gyre/library/library.h>

#include <string>
#include <vector>

namespace gyre::test {

struct Words {
  explicit Words(const std::string& name, Metric metric = Metric::htm)
      : definition(load_puzzle(name)),
        moves(definition, metric),
        canceller(moves, false),
        letters(letters_of_moves(moves)),
        group(definition.orbits(), actions_of(letters)),
        actions(group.split(), letters) {}
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;

  static std::vector<State> actions_of(const std::vector<Letter>& letters) {
    std::vector<State> actions;
    for (const Letter& letter : letters) actions.push_back(letter.action);
    return actions;
  }
  [[nodiscard]] int last(int c) const { return actions.first(c) + group.split()[c].size(); }
  // Whether the word takes three pieces of a component round, as the cycle says, and leaves all
  // other pieces of it alone.
  [[nodiscard]] bool is_cycle(const LetterWord& word, int c, const PieceCycle& cycle) const {
    const int first = actions.first(c);
    const int o = actions.orientations(c);
    for (int place = first; place < last(c); ++place) {
      int twist = 0;
      const int to = actions.follow(word, place, twist) - first;
      const int from = place - first;
      const int wanted = from == cycle.a   ? cycle.b
                         : from == cycle.b ? cycle.c
                         : from == cycle.c ? cycle.a
                                           : from;
      const int turned = from == cycle.a   ? cycle.to_b
                         : from == cycle.b ? cycle.to_c
                         : from == cycle.c ? cycle.to_a
                                           : 0;
      if (to != wanted || (twist - turned) % o != 0) return false;
    }
    return true;
  }
  [[nodiscard]] int cost_of(const LetterWord& word) const {
    std::vector<int> way;
    for (const std::uint16_t letter : word) {
      way.insert(way.end(), letters[letter].moves.begin(), letters[letter].moves.end());
    }
    canceller.cancel(way);
    return static_cast<int>(way.size());
  }

  PuzzleDefinition definition;
  MoveSet moves;
  MoveCanceller canceller;
  std::vector<Letter> letters;
  ActionGroup group;
  LetterActions actions;
};

}  // namespace gyre::test
