#include "general/sequences/shorten.h"

#include "base/stop.h"
#include "general/sequences/cancel.h"
#include "general/sequences/rotations.h"
#include "general/sequences/vocabulary.h"
#include "general/shared/search_moves.h"

#include <gyre/base/error.h>
#include <gyre/general/solver.h>
#include <gyre/puzzle/sequence.h>
#include "puzzle/canonical/canonical.h"
#include "puzzle/kernel/kernel.h"
#include "puzzle/symmetry/symmetry.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

namespace gyre {
namespace {

// Sequences of a window for each symmetry, up to which it takes a moment.
constexpr double kWindowSequences = 2e11;
// The same where rules hold from where a window stands, so that windows can share no table.
constexpr double kRuledSequences = 1e6;
constexpr int kLengthsCounted = 64;
// Longer windows are asked only whether very few moves do the same, of which there are so many
// sequences for each symmetry; and only where the windows are not too many.
constexpr double kShortWaySequences = 1e5;
constexpr std::size_t kMostForLongWindows = 250;

// The puzzle with every piece told apart and without rules: its positions are what sequences do.
PuzzleDefinition told_apart(const PuzzleDefinition& definition) {
  PuzzleDefinition::Parts parts = definition.parts();
  parts.solved = identity_state(definition.orbits());
  parts.labels.clear();
  parts.illegal.clear();
  return PuzzleDefinition(std::move(parts));
}

}  // namespace

struct SequenceShortener::Data {
  Data(const PuzzleDefinition& def, const MoveSet& set, const ShortenOptions& wish)
      : definition(def),
        moves(set),
        options(wish),
        vocabulary(definition, moves),
        rotations(definition, vocabulary),
        order(vocabulary, moves),
        apart(told_apart(definition)),
        ruled(!definition.illegal().empty()),
        kernel(definition),
        search_moves(definition, moves, kernel) {
    const SymmetryGroup symmetry(apart, moves);
    if (!ruled) solver.emplace(apart, moves, solver_options());
    const double most = ruled ? kRuledSequences : kWindowSequences * symmetry.size();
    const std::vector<BigInt> sequences =
        CanonicalCounts(CanonicalAutomaton(apart, moves)).sequences(kLengthsCounted);
    // The least length of which there are too many.
    const auto beyond = [&](double limit) {
      const auto too_many =
          std::find_if(sequences.begin(), sequences.end(),
                       [&](const BigInt& count) { return count.convert_to<double>() > limit; });
      return too_many == sequences.end() ? kMaxSolutionLength
                                         : static_cast<int>(too_many - sequences.begin());
    };
    window = std::max(2, beyond(most));
    short_way = std::min(window, beyond(kShortWaySequences * symmetry.size())) - 1;
  }

  SolverOptions solver_options() const {
    SolverOptions wish;
    wish.memory_bytes = options.memory_bytes;
    wish.threads = options.threads;
    // Windows are many.
    wish.expected_positions = 10;
    return wish;
  }

  // One move for each turn, or as many as it counts.
  std::vector<int> as_moves(const std::vector<Turn>& turns) const {
    std::vector<CanonicalOrder::Entry> entries;
    order.sort(turns, entries);
    std::vector<int> list;
    for (const CanonicalOrder::Entry& entry : entries) {
      const std::int64_t amount =
          reduce_amount(entry.amount, moves.classes()[entry.move_class].order);
      if (amount == 0) continue;
      const std::int64_t each = amount / power_weight(moves.metric(), amount);
      for (std::int64_t done = 0; done != amount; done += each) {
        list.push_back(index_of(entry.move_class, each));
      }
    }
    return list;
  }

  int index_of(int move_class, std::int64_t amount) const {
    for (int i = 0; i < moves.size(); ++i) {
      const Move& move = moves.moves()[i];
      if (move.move_class == move_class && move.amount == amount) return i;
      // Of a class of order 2 in the quarter-turn metric there is but one.
      if (move.move_class == move_class && moves.classes()[move_class].order == 2) return i;
    }
    throw std::logic_error("a turn that is no move");
  }

  State action(const int* begin, const int* end) const {
    State state = identity_state(definition.orbits());
    for (const int* move = begin; move != end; ++move) {
      state = compose(definition.orbits(), state, moves.moves()[*move].action);
    }
    return state;
  }

  // Fewer moves that do what these do, if there are any.
  std::optional<std::vector<int>> way(const std::vector<int>& sequence, std::size_t begin,
                                      std::size_t end, std::size_t most_moves,
                                      const std::stop_token& stop, std::optional<double> seconds) {
    const OrbitList& orbits = definition.orbits();
    const State window_action = action(sequence.data() + begin, sequence.data() + end);
    const int most = static_cast<int>(std::min(end - begin - 1, most_moves));
    if (ruled) {
      const State from =
          compose(orbits, definition.solved(), action(sequence.data(), sequence.data() + begin));
      const State to = compose(orbits, from, window_action);
      // Turns that commute may stand for a moment where a rule is broken; such windows are left.
      if (!definition.legal(from) || !definition.legal(to)) return std::nullopt;
      return ruled_way(from, to, most, stop, seconds);
    }
    SolveLimits limits;
    limits.max_length = most;
    limits.seconds = seconds;
    SolveHooks hooks;
    hooks.stop = stop;
    const SolveResult result = solver->solve(invert(orbits, window_action), limits, hooks);
    if (result.solutions.empty()) return std::nullopt;
    return result.solutions[0].moves;
  }

  // All legal sequences of 0, 1, ... moves, without a table.
  std::optional<std::vector<int>> ruled_way(const State& from, const State& to, int most,
                                            const std::stop_token& stop,
                                            std::optional<double> seconds) const {
    PackedStates positions(kernel.bytes(), static_cast<std::size_t>(most) + 1);
    PackedBytes goal(static_cast<std::size_t>(kernel.bytes()));
    kernel.pack(from, positions[0]);
    kernel.pack(to, goal.data());
    Stop when(stop, seconds);
    std::vector<int> path;
    const std::function<bool(std::uint32_t, int)> walk = [&](std::uint32_t automaton, int left) {
      const std::size_t level = path.size();
      if (left == 0) return kernel.equal(positions[level], goal.data());
      if (left > 2 ? when.look() : when.stopped()) return false;
      const SearchMoves::Followers followers = search_moves.after(automaton);
      for (std::size_t i = 0; i < followers.moves.size(); ++i) {
        kernel.compose(positions[level], followers.packed[i], positions[level + 1]);
        if (!search_moves.legal(positions[level + 1])) continue;
        path.push_back(followers.moves[i]);
        if (walk(followers.next[i], left - 1)) return true;
        path.pop_back();
      }
      return false;
    };
    for (int length = 0; length <= most && !when.stopped(); ++length) {
      if (walk(SearchMoves::kStart, length)) return path;
    }
    return std::nullopt;
  }

  // Ways that come back to where they were are left out.
  void remove_loops(std::vector<int>& sequence) const {
    std::map<std::string, std::size_t> seen;  // moves before each position
    const auto key = [](const State& state) {
      return std::string(state.bytes.begin(), state.bytes.end());
    };
    State state = identity_state(definition.orbits());
    std::vector<int> kept;
    std::vector<std::string> keys = {key(state)};
    seen.emplace(keys[0], 0);
    for (const int move : sequence) {
      state = compose(definition.orbits(), state, moves.moves()[move].action);
      kept.push_back(move);
      std::string now = key(state);
      if (const auto before = seen.find(now); before != seen.end()) {
        kept.resize(before->second);
        while (keys.size() > kept.size() + 1) {
          seen.erase(keys.back());
          keys.pop_back();
        }
      } else {
        seen.emplace(now, kept.size());
        keys.push_back(std::move(now));
      }
    }
    sequence = std::move(kept);
  }

  void shorten(std::vector<int>& sequence, const std::stop_token& stop) {
    remove_loops(sequence);
    Stop when(stop, options.seconds);
    const std::size_t most = options.window    ? static_cast<std::size_t>(*options.window)
                             : options.seconds ? std::numeric_limits<std::size_t>::max()
                                               : static_cast<std::size_t>(window);
    if (options.solver && sequence.size() > std::min<std::size_t>(most, window) && !ruled) {
      const State all = action(sequence.data(), sequence.data() + sequence.size());
      // In the words of the definition: what the engine solves is a position.
      const State back =
          compose(definition.orbits(), definition.solved(), invert(definition.orbits(), all));
      const std::optional<std::vector<int>> known = options.solver(back, stop);
      if (known && known->size() < sequence.size()) sequence = *known;
    }
    std::set<std::vector<int>> shortest;  // windows that are known to be
    const bool long_windows = !ruled && !options.window && sequence.size() <= kMostForLongWindows;
    const std::size_t greatest = long_windows ? std::numeric_limits<std::size_t>::max() : most;
    for (std::size_t size = 2; size <= std::min(greatest, sequence.size()) && !when.look();) {
      const std::size_t most_moves = size <= most ? size : static_cast<std::size_t>(short_way);
      bool shorter = false;
      for (std::size_t begin = 0; begin + size <= sequence.size() && !when.look(); ++begin) {
        const auto first = sequence.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto last = first + static_cast<std::ptrdiff_t>(size);
        // Where rules hold, it matters where the window stands.
        if (!ruled && shortest.contains({first, last})) continue;
        const std::optional<std::vector<int>> better =
            way(sequence, begin, begin + size, most_moves, stop, when.seconds_left());
        if (!better) {
          if (!when.look()) shortest.insert({first, last});
          continue;
        }
        const auto at = sequence.erase(first, last);
        sequence.insert(at, better->begin(), better->end());
        shorter = true;
        break;
      }
      size = shorter ? 2 : size + 1;
    }
  }

  PuzzleDefinition definition;
  MoveSet moves;
  ShortenOptions options;
  Vocabulary vocabulary;
  RotationTable rotations;
  CanonicalOrder order;
  PuzzleDefinition apart;
  bool ruled;
  StateKernel kernel;  // with the rules
  SearchMoves search_moves;
  std::optional<Solver> solver;
  int window = 2;
  int short_way = 1;
};

SequenceShortener::SequenceShortener(const PuzzleDefinition& definition, const MoveSet& moves,
                                     const ShortenOptions& options)
    : data_(std::make_shared<Data>(definition, moves, options)) {}

std::vector<int> SequenceShortener::shorten(std::vector<int> moves,
                                            const std::stop_token& stop) const {
  data_->shorten(moves, stop);
  return moves;
}

std::string SequenceShortener::shorten(const Alg& alg, const std::stop_token& stop) const {
  Data& data = *data_;
  const PuzzleDefinition& definition = data.definition;
  // Refuses blocked moves.
  if (data.ruled) (void)apply(definition, alg);
  std::vector<Turn> turns;
  data.vocabulary.resolve(definition, expand(alg), turns);
  std::vector<Turn> unrotated;
  const int rotation = data.rotations.unrotate_to_base(turns, unrotated);
  std::vector<int> sequence = data.as_moves(unrotated);
  data.shorten(sequence, stop);
  turns.clear();
  for (const int index : sequence) {
    const Move& move = data.moves.moves()[index];
    const MoveClass& one = data.moves.classes()[move.move_class];
    MoveToken token;
    token.family = data.moves.base_moves()[one.base].name;
    turns.push_back({data.vocabulary.find_unit(token), std::int64_t{one.unit} * move.amount});
  }
  std::vector<CanonicalOrder::Entry> entries;
  data.order.sort(turns, entries);
  std::string text;
  data.order.write(entries, text);
  for (const Turn& turn : data.rotations.word(rotation)) data.vocabulary.append_name(turn, text);
  const Alg result = parse_alg(text, &definition.names());
  if (action_of(definition, result) != action_of(definition, alg)) {
    throw std::logic_error(fmt::format("a shortened sequence failed its replay: {}", text));
  }
  return print(result, definition.names());
}

}  // namespace gyre
