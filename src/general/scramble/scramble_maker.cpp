// Which way a puzzle is scrambled, and the ways from a position to a sequence.
#include <gyre/general/scramble_maker.h>

#include "general/scramble/commuting.h"
#include "general/scramble/competition.h"
#include "general/scramble/random_moves.h"
#include "general/scramble/step_distance.h"
#include "general/scramble/two_stage.h"
#include "general/sequences/cancel.h"
#include "general/sequences/vocabulary.h"

#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/general/solver.h>
#include <gyre/puzzle/puzzle_group.h>
#include <gyre/puzzle/sequence.h>
#include "base/random.h"
#include "puzzle/canonical/canonical.h"
#include "puzzle/symmetry/symmetry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace gyre {
namespace {

// Classes of positions under symmetry, up to which a shortest solution takes seconds at most: about
// so many times what a table holds that is made in a few seconds, times what a search looks at in
// one.
constexpr double kMostClasses = 5e10;
// The same for the two stages. Their tables hold what stage two needs; it is stage one that tells
// positions apart.
constexpr double kMostWithRules = 1e16;
// Random moves: how many times more than the fewest after which there could be as many sequences as
// positions. On the 4x4x4 to 7x7x7 these are about the lengths that competitions use.
constexpr double kLengthMargin = 1.2;
constexpr int kLengthWhereUnknown = 100;

// Of a sequence between given turns: so many first moves are tried, one after the other, before two
// are.
constexpr int kMostFirstMoves = 2;

std::uint64_t seed_of(const State& position) noexcept {
  std::uint64_t hash = 0xcbf29ce484222325U;  // FNV-1a
  for (const std::uint8_t byte : position.bytes) hash = (hash ^ byte) * 0x100000001b3U;
  return hash;
}

}  // namespace

std::string_view to_string(ScrambleKind kind) noexcept {
  return kind == ScrambleKind::random_state ? "random-state" : "random-move";
}

const std::vector<std::string>& competition_puzzles() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const CompetitionForm& form : competition_forms()) {
      if (form.event.empty()) list.emplace_back(form.puzzle);
    }
    return list;
  }();
  return names;
}

struct ScrambleMaker::Data {
  Data(const PuzzleDefinition& def, const MoveSet& set, const ScrambleMakerOptions& wish)
      : definition(def),
        options(wish),
        form(find_form(definition, set, options)),
        moves(form != nullptr && !form->moves.empty()
                  ? MoveSet(definition, kCompetitionMetric, form->moves)
                  : set),
        vocabulary(definition, moves),
        order(vocabulary, moves) {
    if (form != nullptr && form->hold_layers != 0) {
      holds = hold_turns(form->hold_layers, layers_of(*form));
    }
    if (form != nullptr && form->kind == CompetitionForm::Kind::wide) {
      turn_outer_blocks();
      return;
    }
    if (form != nullptr && form->kind == CompetitionForm::Kind::pochmann) {
      length = form->length;
      return;
    }
    const std::optional<BigInt> states = find_group();
    if (options.kind != ScrambleKind::random_move && states &&
        (choose_solver(*states) || ask_for_solver())) {
      kind = ScrambleKind::random_state;
      return;
    }
    if (form != nullptr && form->kind == CompetitionForm::Kind::blocks) {
      turn_outer_blocks();
      return;
    }
    if (form != nullptr) {
      throw std::logic_error("no way to make scrambles of a competition puzzle");
    }
    if (options.kind == ScrambleKind::random_state) {
      throw Error(fmt::format(
          "random states of {} cannot be made: {}", definition.name(),
          states ? "solving them would take too long" : "nobody knows how many there are"));
    }
    random_moves.emplace(definition, moves);
    length = length_for(states, set);
  }

  static int layers_of(const CompetitionForm& form) { return form.puzzle[0] - '0'; }

  void turn_outer_blocks() {
    length = form->length;
    random_moves.emplace(definition, outer_block_turns(layers_of(*form)));
  }

  bool ask_for_solver() {
    if (!options.find_solver) return false;
    options.solver =
        options.find_solver(definition, moves, options.kind == ScrambleKind::random_state);
    is_asked = static_cast<bool>(options.solver);
    return is_asked;
  }

  // As competitions count them.
  static bool is_every_move(const PuzzleDefinition& definition, const MoveSet& moves) {
    return moves.size() == MoveSet(definition, kCompetitionMetric).size() &&
           moves.base_moves().size() == definition.moves().size();
  }

  static const CompetitionForm* find_form(const PuzzleDefinition& definition, const MoveSet& moves,
                                          const ScrambleMakerOptions& options) {
    if (!options.competition) return nullptr;
    const CompetitionForm* form =
        competition_form(options.event.empty() ? definition.name() : options.event);
    if (form == nullptr || form->puzzle != definition.name()) {
      throw Error(fmt::format("competitions have no {}; there is a form for {}", definition.name(),
                              fmt::join(competition_puzzles(), ", ")));
    }
    if (moves.metric() != kCompetitionMetric || !is_every_move(definition, moves)) {
      throw Error(
          "a competition decides on the moves itself; leave out the choice of moves and the "
          "metric");
    }
    if (options.kind) {
      throw Error(
          "a competition decides itself whether states or moves are random; leave out the kind");
    }
    if (form->kind == CompetitionForm::Kind::shortest && !options.solver) {
      throw Error(fmt::format("scrambles of the {} for competitions take its own engine",
                              definition.name()));
    }
    return form;
  }

  // The number of positions, where it can be found.
  std::optional<BigInt> find_group() {
    try {
      group.emplace(definition, moves, options.stop);
      return group->states();
    } catch (const Error&) {
      if (options.stop.stop_requested()) throw;
      group.reset();
      return std::nullopt;
    }
  }

  bool choose_solver(const BigInt& states) {
    const double positions = states.convert_to<double>();
    if (options.solver) return true;
    if (CommutingMoves::fits(definition, moves)) {
      commuting.emplace(definition, moves);
      return true;
    }
    if (TwoStageSearch::fits(definition)) {
      // Small ones are solved by the shortest sequences.
      const bool all_moves =
          moves.metric() == kCompetitionMetric && is_every_move(definition, moves);
      const bool pairs = form != nullptr && form->kind == CompetitionForm::Kind::pairs;
      if (pairs) distance.emplace(definition, moves, form->least - 1);
      if (all_moves && positions > kMostClasses / 1e3 && positions <= kMostWithRules) {
        two_stage.emplace(definition, moves, options.progress, options.stop);
        return true;
      }
    }
    const SymmetryGroup symmetry(definition, moves,
                                 symmetry_options(SymmetryUse::all, options.stop));
    if (positions / symmetry.size() > kMostClasses) return false;
    SolverOptions solver_options;
    solver_options.memory_bytes = options.memory_bytes;
    solver_options.threads = options.threads;
    solver_options.expected_positions = options.expected;
    solver.emplace(definition, moves, solver_options);
    return true;
  }

  int length_for(const std::optional<BigInt>& states, const MoveSet& all) const {
    const CompetitionForm* known = competition_form(definition.name());
    if (known != nullptr && known->length > 0 && is_every_move(definition, all)) {
      return known->length;
    }
    if (!states) return kLengthWhereUnknown;
    try {
      CanonicalOptions canonical;
      canonical.memory_bytes = options.memory_bytes;
      canonical.threads = options.threads;
      canonical.stop = options.stop;
      const CanonicalAutomaton automaton(definition, moves, canonical);
      const int least =
          CanonicalCounts(automaton, options.threads, options.stop).lower_bound(*states);
      if (least < 0) return kLengthWhereUnknown;
      return static_cast<int>(std::ceil(kLengthMargin * least));
    } catch (const Error&) {
      if (options.stop.stop_requested()) throw;
      return kLengthWhereUnknown;
    }
  }

  // Fewer moves than the regulations ask for.
  bool too_easy(const State& position) const {
    if (form == nullptr) return false;
    if (distance) return distance->within(position);
    if (solver) {
      SolveLimits limits;
      limits.max_length = form->least - 1;
      return solver->solve(position, limits).end == SolveResult::End::found;
    }
    // At least two, then: no move solves it.
    if (position == definition.solved()) return true;
    const OrbitList& orbits = definition.orbits();
    return std::any_of(every_move.moves().begin(), every_move.moves().end(), [&](const Move& move) {
      return compose(orbits, position, move.action) == definition.solved();
    });
  }

  // What competitors of the clock have in hand at the end: turned over.
  State turned_over(const State& position) const {
    return compose(definition.orbits(), position,
                   action_of(definition, parse_alg("y2", &definition.names())));
  }
  bool by_pins() const { return form != nullptr && form->kind == CompetitionForm::Kind::pins; }

  Draw draw(Rng& rng) const {
    const std::string hold = holds.empty() ? "" : holds[random_below(rng, holds.size())];
    Draw drawn;
    do {
      if (kind == ScrambleKind::random_state) {
        drawn.position = group->random_state(rng);
      } else {
        drawn.sequence = draw_moves(rng, hold);
        drawn.position = apply(definition, parse_alg(drawn.sequence, &definition.names()));
      }
    } while (too_easy(drawn.position));
    if (by_pins()) drawn.position = turned_over(drawn.position);
    if (!hold.empty()) {
      drawn.sequence += (drawn.sequence.empty() ? "" : " ") + hold;
      drawn.position = compose(definition.orbits(), drawn.position, action(hold));
    }
    return drawn;
  }

  std::string draw_moves(Rng& rng, const std::string& hold) const {
    if (!random_moves) return random_pochmann(rng, length);
    for (;;) {
      std::string text = random_moves->draw(rng, length);
      if (hold.empty() || !meet(text.substr(text.rfind(' ') + 1), hold)) return text;
    }
  }

  [[nodiscard]] State action(std::string_view turns) const {
    return action_of(definition, parse_alg(turns, &definition.names()));
  }
  [[nodiscard]] State inverse_action(std::string_view turns) const {
    return action_of(definition, invert(parse_alg(turns, &definition.names())));
  }
  // Whether a turn would stand beside one of the same axis: the first of those.
  [[nodiscard]] bool meet(std::string_view turn, std::string_view turns) const {
    const std::string_view first = turns.substr(0, turns.find(' '));
    return commute(definition.orbits(), action(turn), action(first));
  }

  // Moves of the set, one after the other, as they are written.
  std::string written(const std::vector<int>& sequence) const {
    std::vector<Turn> turns;
    for (const int index : sequence) {
      const Move& move = moves.moves()[index];
      const MoveClass& one = moves.classes()[move.move_class];
      MoveToken token;
      token.family = moves.base_moves()[one.base].name;
      turns.push_back({vocabulary.find_unit(token), std::int64_t{one.unit} * move.amount});
    }
    std::vector<CanonicalOrder::Entry> entries;
    order.sort(turns, entries);
    std::string text;
    order.write(entries, text);
    return print(parse_alg(text, &definition.names()), definition.names());
  }

  std::string inverse_written(std::vector<int> solution) const {
    std::reverse(solution.begin(), solution.end());
    for (int& move : solution) move = moves.moves()[move].inverse;
    return written(solution);
  }

  std::string pins(const State& position) const {
    // Turning the clock over twice does nothing.
    const std::optional<std::vector<int>> amounts = commuting->amounts(turned_over(position));
    if (!amounts) throw std::logic_error("a position that the pins do not make");
    std::string text;
    bool back = false;
    for (std::size_t i = 0; i < amounts->size(); ++i) {
      std::string_view name = moves.classes()[i].name;
      if (name.starts_with('b')) {
        name.remove_prefix(1);
        if (!std::exchange(back, true)) text += "y2 ";
      }
      const std::int64_t steps = reduce_amount((*amounts)[i], moves.classes()[i].order);
      text += fmt::format("{}{}{} ", name, std::abs(steps), steps < 0 ? '-' : '+');
    }
    text.pop_back();
    return text;
  }

  // Tips turn alone: their classes commute with all others.
  bool is_tip(int move_class) const {
    for (int other = 0; other < static_cast<int>(moves.classes().size()); ++other) {
      if (!moves.commutes(move_class, other)) return false;
    }
    return true;
  }

  std::optional<std::string> by_search(const State& position, const std::stop_token& stop) const {
    SolveHooks hooks;
    hooks.stop = stop;
    hooks.progress = options.progress;
    SolveLimits limits;
    if (form != nullptr) {
      // Without tips, so many; with them, one more for each that is turned.
      const SolveResult shortest = solver->solve(position, limits, hooks);
      if (shortest.solutions.empty()) return std::nullopt;
      const std::vector<int>& known = shortest.solutions[0].moves;
      const auto tips = std::count_if(known.begin(), known.end(), [&](int move) {
        return is_tip(moves.moves()[move].move_class);
      });
      limits.min_length = form->length + static_cast<int>(tips);
      // Without this most sequences would end alike.
      limits.random_order = seed_of(position);
    }
    const SolveResult result = solver->solve(position, limits, hooks);
    if (result.solutions.empty()) return std::nullopt;
    return inverse_written(result.solutions[0].moves);
  }

  std::optional<std::string> sequence_to(const State& position, const std::stop_token& stop) const {
    if (by_pins()) return pins(position);
    if (commuting) {
      const std::optional<std::vector<int>> amounts = commuting->amounts(position);
      if (!amounts) throw std::logic_error("a position that the moves do not make");
      return turned(*amounts);
    }
    if (solver) return by_search(position, stop);
    const std::optional<std::vector<int>> solution =
        two_stage ? two_stage->solve(position, stop) : options.solver(position, stop);
    if (!solution) return std::nullopt;
    return inverse_written(*solution);
  }

  std::optional<std::string> sequence_of(const Draw& draw, const std::stop_token& stop) const {
    const bool is_plain = form == nullptr || (form->frame.empty() && draw.sequence.empty());
    if (is_plain) return sequence_to(draw.position, stop);
    if (form->kind == CompetitionForm::Kind::shortest) return framed(draw, stop);
    // Rotations merge with no turn.
    std::optional<std::string> text = sequence_to(
        compose(definition.orbits(), draw.position, inverse_action(draw.sequence)), stop);
    if (text) text->append(" ").append(draw.sequence);
    return text;
  }

  // The sequence between the frame, or before the turns that hold the puzzle. What stands beside
  // these is no turn of the same axis: a sequence that is, is replaced by one that begins in
  // another way.
  std::optional<std::string> framed(const Draw& draw, const std::stop_token& stop) const {
    const std::string before(form->frame);
    const std::string after = before.empty() ? draw.sequence : before;
    const OrbitList& orbits = definition.orbits();
    State position = compose(orbits, draw.position, inverse_action(after));
    position = compose(orbits, inverse_action(before), position);
    const std::string last_before = before.substr(before.rfind(' ') + 1);
    std::vector<int> first;  // moves that the sequence begins with
    for (;; next_first(first, seed_of(draw.position))) {
      if (!begins_well(first, first.size(), last_before)) continue;
      State rest = position;
      for (const int move : first) {
        rest = compose(orbits, moves.moves()[moves.moves()[move].inverse].action, rest);
      }
      std::optional<std::vector<int>> solution = options.solver(rest, stop);
      if (!solution) return std::nullopt;
      std::vector<int> sequence = first;
      for (auto move = solution->rbegin(); move != solution->rend(); ++move) {
        sequence.push_back(moves.moves()[*move].inverse);
      }
      if (!begins_well(sequence, first.size() + 1, last_before)) continue;
      if (!sequence.empty() && meet(moves.moves()[sequence.back()].name, after)) continue;
      std::string text = written(sequence);
      if (!before.empty()) text.insert(0, before + " ");
      return text.append(" ").append(after);
    }
  }

  // Whether no two of its first moves, nor the one before and the first, are of one axis.
  [[nodiscard]] bool begins_well(const std::vector<int>& sequence, std::size_t count,
                                 const std::string& before) const {
    if (sequence.empty()) return true;
    if (!before.empty() && meet(moves.moves()[sequence[0]].name, before)) return false;
    for (std::size_t i = 1; i < std::min(count, sequence.size()); ++i) {
      const int a = moves.moves()[sequence[i - 1]].move_class;
      const int b = moves.moves()[sequence[i]].move_class;
      if (moves.commutes(a, b)) return false;
    }
    return true;
  }

  // Each single move in an order of the position's own, then each two.
  void next_first(std::vector<int>& first, std::uint64_t seed) const {
    const int count = moves.size();
    const auto start = static_cast<int>(seed % static_cast<std::uint64_t>(count));
    for (std::size_t i = first.size(); i-- > 0;) {
      first[i] = (first[i] + 1) % count;
      if (first[i] != start) return;
    }
    if (first.size() == kMostFirstMoves) throw std::logic_error("no sequence fits between turns");
    first.assign(first.size() + 1, start);
  }

  std::string turned(const std::vector<int>& amounts) const {
    std::vector<CanonicalOrder::Entry> entries;
    for (std::size_t i = 0; i < amounts.size(); ++i) {
      if (amounts[i] != 0) entries.push_back({static_cast<int>(i), amounts[i]});
    }
    std::string text;
    order.write(entries, text);
    return print(parse_alg(text, &definition.names()), definition.names());
  }

  PuzzleDefinition definition;
  ScrambleMakerOptions options;
  const CompetitionForm* form;
  MoveSet moves;
  Vocabulary vocabulary;
  CanonicalOrder order;
  MoveSet every_move{definition, kCompetitionMetric};
  ScrambleKind kind = ScrambleKind::random_move;
  int length = 0;
  bool is_asked = false;  // for a solver: options.solver is what was found for these moves
  // One of these, and the group for random states.
  std::optional<PuzzleGroup> group;
  std::optional<RandomMoves> random_moves;
  std::optional<CommutingMoves> commuting;
  std::optional<TwoStageSearch> two_stage;
  std::optional<Solver> solver;
  std::optional<StepDistance> distance;
  std::vector<std::string> holds;  // sequences of turns, if one of them ends a scramble
};

ScrambleMaker::ScrambleMaker(const PuzzleDefinition& definition, const MoveSet& moves,
                             const ScrambleMakerOptions& options)
    : data_(std::make_shared<const Data>(definition, moves, options)) {}

ScrambleKind ScrambleMaker::kind() const noexcept {
  return data_->kind;
}

int ScrambleMaker::length() const noexcept {
  return data_->length;
}

bool ScrambleMaker::concurrent() const noexcept {
  // The tables of a search grow only while nobody else reads them, and who solves any puzzle does
  // so on all threads.
  return !data_->solver.has_value() && !data_->is_asked;
}

std::uint64_t ScrambleMaker::most_bytes() const noexcept {
  if (data_->solver) return data_->options.memory_bytes;
  return data_->two_stage ? data_->two_stage->bytes() : 0;
}

ScrambleMaker::Draw ScrambleMaker::draw(Rng& rng) const {
  return data_->draw(rng);
}

std::optional<std::string> ScrambleMaker::write(const Draw& draw,
                                                const std::stop_token& stop) const {
  const bool known = data_->kind == ScrambleKind::random_move;
  std::optional<std::string> text = known ? draw.sequence : data_->sequence_of(draw, stop);
  if (!text) {
    if (stop.stop_requested()) return std::nullopt;
    throw std::logic_error("a position without a solution");
  }
  const Alg alg = parse_alg(*text, &data_->definition.names());
  if (apply(data_->definition, alg) != draw.position) {
    throw std::logic_error(fmt::format("a scramble failed its replay: {}", *text));
  }
  return text;
}

}  // namespace gyre
