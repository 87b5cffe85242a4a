#include "general/words/word_solver.h"

#include <gyre/puzzle/puzzle_group.h>

#include "base/threads.h"

#include "general/words/component_solver.h"
#include "general/words/cycle_table.h"
#include "general/words/letter_actions.h"
#include "general/words/move_words.h"
#include "general/words/three_cycles.h"
#include "group/word_chain.h"
#include "puzzle/group/action_group.h"
#include "puzzle/group/position_set.h"
#include "puzzle/group/shape_graph.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

namespace gyre {
namespace {

// Beyond this many cycles of three a component is solved by a chain of words: a table of them would
// take hundreds of megabytes.
constexpr std::uint64_t kMostCycles = 40'000'000;

std::optional<ShapeGraph> shapes_of(const PuzzleDefinition& definition, const MoveSet& moves,
                                    const std::stop_token& stop) {
  if (definition.illegal().empty()) return std::nullopt;
  std::vector<State> steps;
  for (const Move& move : moves.moves()) steps.push_back(move.action);
  return ShapeGraph(definition, std::move(steps), PuzzleGroup::kMaxShapes, stop);
}

std::vector<State> actions_of(const std::vector<Letter>& letters) {
  std::vector<State> actions;
  for (std::size_t letter = 0; letter < letters.size(); ++letter) {
    // The inverse is in the group anyway.
    if (letters[letter].inverse >= static_cast<int>(letter)) {
      actions.push_back(letters[letter].action);
    }
  }
  return actions;
}

std::vector<bool> full_components(const ActionGroup& group) {
  std::vector<bool> full;
  for (int c = 0; c < group.split().size(); ++c) {
    full.push_back(group.full(c) &&
                   CycleTable::count(group.split()[c].size(), group.split()[c].orientations) <=
                       kMostCycles);
  }
  return full;
}

// The letters as generators of what can be seen of the group, each different one once.
struct VisibleGenerators {
  WordGenerators generators;
  std::vector<std::uint16_t> letters;  // by generator
};

VisibleGenerators visible_generators(const ActionGroup& group, const PositionSet& positions,
                                     const std::vector<Letter>& letters) {
  VisibleGenerators visible;
  std::map<Permutation, std::size_t> known;
  for (std::size_t letter = 0; letter < letters.size(); ++letter) {
    const Permutation image = *positions.layout().image(group.split(), letters[letter].action);
    if (is_identity(image)) continue;
    const auto [at, is_new] = known.emplace(image, visible.letters.size());
    const auto number = static_cast<std::uint16_t>(letter);
    if (is_new) {
      visible.letters.push_back(number);
      visible.generators.actions.push_back(image);
      visible.generators.cost.push_back(letters[letter].cost());
    } else if (letters[letter].cost() < visible.generators.cost[at->second]) {
      visible.letters[at->second] = number;
      visible.generators.cost[at->second] = letters[letter].cost();
    }
  }
  for (const Permutation& image : visible.generators.actions) {
    visible.generators.inverse.push_back(static_cast<std::uint16_t>(known.at(inverse(image))));
  }
  return visible;
}

}  // namespace

struct WordSolver::Data {
  Data(const PuzzleDefinition& puzzle, const MoveSet& move_set, const std::stop_token& stop,
       int threads)
      : definition(puzzle),
        moves(move_set),
        canceller(moves, !definition.illegal().empty()),
        graph(shapes_of(definition, moves, stop)),
        letters(graph ? letters_of_loops(definition.orbits(), *graph, canceller, stop)
                      : letters_of_moves(moves)) {
    const ActionGroup whole(definition.orbits(), actions_of(letters), stop);
    actions.emplace(whole.split(), letters);
    std::vector<bool> full = full_components(whole);
    ThreeCycles cycles = find_three_cycles(*actions, canceller, full, stop);
    for (std::size_t c = 0; c < full.size(); ++c) full[c] = !cycles.seeds[c].empty();
    group.emplace(whole, full, stop);
    positions.emplace(definition, *group, stop);
    visible = visible_generators(*group, *positions, letters);
    chain.emplace(positions->chain(), visible.generators, stop);
    // The last round first: its cycles may change what was served before.
    std::vector<int> order;
    for (int c = 0; c < group->split().size(); ++c) {
      if (full[c]) order.push_back(c);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return cycles.round[a] > cycles.round[b]; });
    tables.resize(order.size());
    parallel_for(order.size(), threads, [&](std::size_t i) {
      const int c = order[i];
      tables[i] = std::make_unique<const CycleTable>(*actions, c, group->split()[c].size(),
                                                     std::move(cycles.seeds[c]), stop);
    });
    for (std::size_t i = 0; i < order.size(); ++i) {
      components.push_back(
          {ComponentSolver(group->split(), order[i], definition.solved(), *tables[i]),
           cycles.round[order[i]] > 0});
    }
  }
  Data(const Data&) = delete;  // its parts refer to their neighbours
  Data& operator=(const Data&) = delete;

  // Takes the position to the solved shape; false if there is no way.
  bool to_solved_shape(State& position, std::vector<int>& way) const;
  void make(const LetterWord& word, State& state) const;
  void append(const LetterWord& word, std::vector<int>& way) const;
  void replay(const State& position, const std::vector<int>& way) const;

  PuzzleDefinition definition;
  MoveSet moves;
  MoveCanceller canceller;
  std::optional<ShapeGraph> graph;
  std::vector<Letter> letters;
  std::optional<LetterActions> actions;
  std::optional<ActionGroup> group;
  std::optional<PositionSet> positions;
  VisibleGenerators visible;
  std::optional<WordChain> chain;
  std::vector<std::unique_ptr<const CycleTable>> tables;
  struct Part {
    ComponentSolver solver;
    bool disturbs = false;  // other components, which come later
  };
  std::vector<Part> components;
};

bool WordSolver::Data::to_solved_shape(State& position, std::vector<int>& way) const {
  if (!graph) return true;
  if (!definition.legal(position)) return false;
  const std::optional<std::size_t> shape = graph->find(position);
  if (!shape) return false;
  std::vector<int> steps;
  for (const std::uint32_t step : graph->steps_to(*shape)) steps.push_back(static_cast<int>(step));
  way = canceller.inverse(steps);
  for (const int move : way) {
    position = compose(definition.orbits(), position, moves.moves()[move].action);
  }
  return true;
}

void WordSolver::Data::make(const LetterWord& word, State& state) const {
  State next;
  for (const std::uint16_t letter : word) {
    compose_into(definition.orbits(), state, letters[letter].action, next);
    std::swap(state, next);
  }
}

void WordSolver::Data::append(const LetterWord& word, std::vector<int>& way) const {
  for (const std::uint16_t letter : word) {
    way.insert(way.end(), letters[letter].moves.begin(), letters[letter].moves.end());
  }
}

void WordSolver::Data::replay(const State& position, const std::vector<int>& way) const {
  State state = position;
  State next;
  for (const int move : way) {
    compose_into(definition.orbits(), state, moves.moves()[move].action, next);
    std::swap(state, next);
    if (!definition.legal(state)) throw std::logic_error("a word breaks an Illegal rule");
  }
  if (state != definition.solved()) throw std::logic_error("a word does not solve");
}

WordSolver::WordSolver(const PuzzleDefinition& definition, const MoveSet& moves,
                       const std::stop_token& stop, int threads)
    : data_(std::make_shared<const Data>(definition, moves, stop, threads)) {}

std::optional<std::vector<int>> WordSolver::solve(const State& position,
                                                  const std::stop_token& stop) const {
  const Data& data = *data_;
  data.definition.check_position(position);
  State state = position;
  std::vector<int> way;
  if (!data.to_solved_shape(state, way)) return std::nullopt;
  const std::optional<Permutation> element = data.positions->visible_element(state, stop);
  if (!element) return std::nullopt;
  const std::optional<GeneratorWord> ties = data.chain->word(inverse(*element));
  if (!ties) throw std::logic_error("an element of the group has no word");
  LetterWord word;
  for (const std::uint16_t generator : *ties) word.push_back(data.visible.letters[generator]);
  data.make(word, state);
  for (const Data::Part& part : data.components) {
    LetterWord more;
    part.solver.solve(state, more, stop);
    if (part.disturbs) data.make(more, state);
    word.insert(word.end(), more.begin(), more.end());
  }
  data.append(word, way);
  data.canceller.cancel(way);
  data.replay(position, way);
  return way;
}

}  // namespace gyre
