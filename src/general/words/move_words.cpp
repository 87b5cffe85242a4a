#include "general/words/move_words.h"

#include "base/arithmetic.h"
#include "puzzle/group/action_group.h"

#include <algorithm>
#include <set>
#include <string>

namespace gyre {
namespace {

// More loops than the group needs, so that words of them are short.
constexpr std::size_t kShortLoops = 300;

}  // namespace

MoveCanceller::MoveCanceller(const MoveSet& moves, bool rules) : moves_(moves), rules_(rules) {
  for (const MoveClass& move_class : moves.classes()) {
    by_amount_.emplace_back(static_cast<std::size_t>(move_class.order), -1);
  }
  for (int move = 0; move < moves.size(); ++move) {
    by_amount_[moves.moves()[move].move_class][amount_of(move)] = move;
  }
}

int MoveCanceller::amount_of(int move) const {
  const Move& turn = moves_.moves()[move];
  return modulo(turn.amount, moves_.classes()[turn.move_class].order);
}

void MoveCanceller::append(std::vector<Turns>& word, Turns turns) const {
  for (auto at = word.end(); at != word.begin();) {
    --at;
    if (at->move_class == turns.move_class) {
      at->amount = (at->amount + turns.amount) % moves_.classes()[turns.move_class].order;
      if (at->amount == 0) word.erase(at);
      return;
    }
    if (!moves_.commutes(at->move_class, turns.move_class)) break;
  }
  word.push_back(turns);
}

// As few moves as the set has for it: one, or turns by the unit one way round.
void MoveCanceller::write(const Turns& turns, std::vector<int>& moves) const {
  const std::vector<int>& known = by_amount_[turns.move_class];
  if (known[turns.amount] >= 0) {
    moves.push_back(known[turns.amount]);
    return;
  }
  const int order = static_cast<int>(known.size());
  const bool forwards = 2 * turns.amount <= order;
  moves.insert(moves.end(), forwards ? turns.amount : order - turns.amount,
               forwards ? known[1] : known[order - 1]);
}

void MoveCanceller::cancel_neighbours(std::vector<int>& moves) const {
  std::vector<int> result;
  for (const int move : moves) {
    const int move_class = moves_.moves()[move].move_class;
    if (result.empty() || moves_.moves()[result.back()].move_class != move_class) {
      result.push_back(move);
      continue;
    }
    const int order = moves_.classes()[move_class].order;
    const int amount = (amount_of(result.back()) + amount_of(move)) % order;
    if (amount == 0) {
      result.pop_back();
    } else if (by_amount_[move_class][amount] >= 0) {
      result.back() = by_amount_[move_class][amount];
    } else {
      result.push_back(move);
    }
  }
  moves = std::move(result);
}

void MoveCanceller::cancel(std::vector<int>& moves) const {
  if (rules_) {
    cancel_neighbours(moves);
    return;
  }
  std::vector<Turns> word;
  for (const int move : moves) append(word, {moves_.moves()[move].move_class, amount_of(move)});
  // What stood between two turns may be gone by now.
  for (std::size_t before = 0; before != word.size();) {
    before = word.size();
    std::vector<Turns> again;
    for (const Turns& turns : word) append(again, turns);
    word = std::move(again);
  }
  moves.clear();
  for (const Turns& turns : word) write(turns, moves);
}

std::vector<int> MoveCanceller::inverse(const std::vector<int>& moves) const {
  std::vector<int> result;
  for (auto move = moves.rbegin(); move != moves.rend(); ++move) {
    result.push_back(moves_.moves()[*move].inverse);
  }
  return result;
}

std::vector<Letter> letters_of_moves(const MoveSet& moves) {
  std::vector<Letter> letters;
  for (int move = 0; move < moves.size(); ++move) {
    letters.push_back({moves.moves()[move].action, {move}, moves.moves()[move].inverse});
  }
  return letters;
}

std::vector<Letter> letters_of_loops(const OrbitList& orbits, const ShapeGraph& graph,
                                     const MoveCanceller& canceller, const std::stop_token& stop) {
  std::vector<Letter> letters;
  std::vector<State> generators;
  std::set<std::string> known;
  std::optional<ActionGroup> group(ActionGroup(orbits, generators));
  const State identity = identity_state(orbits);
  graph.for_each_loop(
      [&](const State& action, const ShapeGraph::Loop& loop) {
        const bool needed = !group->contains(action);
        if (!needed && (letters.size() >= kShortLoops || action == identity)) return;
        if (needed) {
          generators.push_back(action);
          group.emplace(orbits, generators, stop);
        }
        if (!known.emplace(action.bytes.begin(), action.bytes.end()).second) return;
        const State back = invert(orbits, action);
        known.emplace(back.bytes.begin(), back.bytes.end());
        std::vector<int> way;
        for (const std::uint32_t step : graph.steps_of(loop)) way.push_back(static_cast<int>(step));
        canceller.cancel(way);
        const int index = static_cast<int>(letters.size());
        if (back == action) {
          letters.push_back({action, way, index});
        } else {
          letters.push_back({action, way, index + 1});
          letters.push_back({back, canceller.inverse(way), index});
        }
      },
      stop);
  return letters;
}

LetterWord inverse_word(const std::vector<Letter>& letters, const LetterWord& word) {
  LetterWord result;
  for (auto letter = word.rbegin(); letter != word.rend(); ++letter) {
    result.push_back(static_cast<std::uint16_t>(letters[*letter].inverse));
  }
  return result;
}

}  // namespace gyre
