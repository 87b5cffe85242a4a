// The operations on one line, by the short way (known names and blanks) or through parse_alg, and
// the batches. Which way is taken must not show in the output.
#include "general/sequences/filter.h"

#include "general/sequences/cancel.h"
#include "general/sequences/conjugacy.h"
#include "general/sequences/filter_operation.h"
#include "general/sequences/rotations.h"
#include "general/sequences/vocabulary.h"
#include "general/shared/fingerprint_set.h"

#include <gyre/puzzle/sequence.h>
#include "format/compact.h"
#include "format/scramble.h"
#include "format/tws.h"
#include "puzzle/group/exact_order.h"
#include "puzzle/kernel/kernel.h"
#include "puzzle/symmetry/symmetry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace gyre {
namespace {

using Operation = FilterOperation;

std::string_view trim_line(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t begin = std::min(line.find_first_not_of(kBlanks), line.size());
  line.remove_prefix(begin);
  return line.substr(0, line.find_last_not_of(kBlanks) + 1);
}

// Ends a line of names each followed by a space.
void end_names(std::string& out, std::size_t line_begin) {
  if (out.size() > line_begin) {
    out.back() = '\n';
  } else {
    out += '\n';
  }
}

// Memory that lines share, one for each batch in work.
struct Scratch {
  explicit Scratch(std::size_t state_bytes) : state(state_bytes), image(state_bytes) {}

  std::vector<std::uint32_t> spellings;
  std::vector<Turn> turns;
  std::vector<Turn> moves;
  std::vector<CanonicalOrder::Entry> entries;
  std::vector<const std::uint8_t*> actions;
  PackedBytes state;
  PackedBytes image;
  bool is_within = true;  // the limit of wrong pieces
};

}  // namespace

struct SequenceFilter::Impl {
  Impl(const PuzzleDefinition& def, const MoveSet& set, FilterOperation op, FilterOptions opts)
      : definition(def),
        moves(set),
        operation(op),
        options(std::move(opts)),
        vocabulary(definition, moves),
        canceller(definition, vocabulary),
        dialect(definition.names().dialect().kind != Dialect::Kind::plain),
        blockable(needs_kernel(operation) && !definition.illegal().empty()),
        fast(may_be_fast()) {
    if (operation == Operation::shorten) {
      shortener = std::make_unique<SequenceShortener>(definition, moves, options.shorten);
    }
    if (needs_rotations(operation)) {
      rotations = std::make_unique<RotationTable>(definition, vocabulary);
      canonical = std::make_unique<CanonicalOrder>(vocabulary, moves);
    }
    if (operation == Operation::moves) find_costs();
    if (operation == Operation::conjugacy) {
      classes = std::make_unique<ConjugacyClasses>(definition, moves);
    }
    if (needs_symmetry(operation)) {
      SymmetryOptions symmetry_options;
      symmetry_options.mirrors = options.mirrors;
      symmetry = std::make_unique<SymmetryGroup>(definition, moves, symmetry_options);
    }
    if (needs_kernel(operation)) {
      kernel = std::make_unique<StateKernel>(definition);
      if (symmetry) images = std::make_unique<PackedSymmetries>(*kernel, *symmetry);
      pack_actions();
    }
  }

  [[nodiscard]] bool may_be_fast() const {
    return !dialect && !blockable && operation != Operation::shorten;
  }

  // One packed action for each turn of each unit of moderate order.
  void pack_actions() {
    constexpr std::int64_t kMostPacked = 64;
    std::vector<State> actions;
    for (const Unit& unit : vocabulary.units()) {
      first_action.push_back(unit.order <= kMostPacked ? static_cast<int>(actions.size()) : -1);
      if (unit.order > kMostPacked) continue;
      State action = identity_state(definition.orbits());
      for (std::int64_t i = 0; i < unit.order; ++i) {
        actions.push_back(action);
        action = compose(definition.orbits(), action, unit.action);
      }
    }
    packed = std::make_unique<PackedStates>(kernel->pack(actions));
    for (const WrittenTurn& spelling : vocabulary.spellings()) {
      spelling_action.push_back(packed_action({spelling.turn.unit, spelling.reduced}));
    }
  }

  // amount: in the reduced range. Null for a unit of high order.
  [[nodiscard]] const std::uint8_t* packed_action(const Turn& turn) const {
    if (first_action[turn.unit] < 0) return nullptr;
    const std::int64_t order = vocabulary.units()[turn.unit].order;
    return (
        *packed)[first_action[turn.unit] + (turn.amount < 0 ? turn.amount + order : turn.amount)];
  }

  [[nodiscard]] Scratch make_scratch() const {
    return Scratch(kernel ? static_cast<std::size_t>(kernel->bytes()) : 0);
  }

  // Whether lines are passed on or left out.
  [[nodiscard]] bool selects() const noexcept {
    return is_unique(operation) || (operation == Operation::wrong && options.at_most);
  }
  // Whether a position has not had as many sequences yet as it may have.
  bool is_wanted(FingerprintSet::Key key) {
    constexpr std::uint64_t kNext = 0x9E37'79B9'7F4A'7C15;
    for (int i = 0; i < options.at_most.value_or(1); ++i) {
      if (seen.insert(key)) return true;
      key[0] += kNext;
      key[1] ^= key[0];
    }
    return false;
  }

  // The short way. spellings is not empty.
  void fast_line(Scratch& scratch, FilterBatch& batch) const;
  void slow_line(std::string_view line, Scratch& scratch, FilterBatch& batch) const;
  // The position of an alg without brackets; false if it has some, or unusual turns.
  bool replay_flat(const Alg& alg, Scratch& scratch) const;
  // From scratch.turns.
  void write_turns(Scratch& scratch, std::string& out) const;
  // From the packed position in scratch.state.
  void take_position(Scratch& scratch, FilterBatch& batch) const;
  void take_action(const State& action, std::string& out) const;
  [[nodiscard]] std::int64_t cost(const Turn& turn) const;
  void find_costs();
  [[nodiscard]] Alg parse(std::string_view line) const;

  // Copies, so that a filter may outlive what it was made from; vocabulary and the tables refer to
  // each other by reference, and an Impl never moves.
  const PuzzleDefinition definition;
  const MoveSet moves;
  const FilterOperation operation;
  const FilterOptions options;
  const Vocabulary vocabulary;
  const Canceller canceller;
  std::unique_ptr<RotationTable> rotations;
  std::unique_ptr<CanonicalOrder> canonical;
  std::unique_ptr<SequenceShortener> shortener;
  std::unique_ptr<ConjugacyClasses> classes;
  std::unique_ptr<SymmetryGroup> symmetry;
  std::unique_ptr<StateKernel> kernel;
  std::unique_ptr<PackedSymmetries> images;
  std::unique_ptr<PackedStates> packed;
  std::vector<int> first_action;  // by unit
  std::vector<const std::uint8_t*> spelling_action;
  std::vector<std::vector<std::int64_t>> costs;  // [unit][amount mod order]
  // The short way knows the common notation only.
  const bool dialect;
  // Positions are made by apply(), which refuses moves that the puzzle's rules block.
  const bool blockable;
  bool fast;

  // Belongs to finish().
  FingerprintSet seen;
  std::uint64_t lines_done = 0;
};

void SequenceFilter::Impl::fast_line(Scratch& scratch, FilterBatch& batch) const {
  const std::vector<WrittenTurn>& spellings = vocabulary.spellings();
  std::string& out = batch.output_;
  if (operation == Operation::invert || operation == Operation::expand) {
    // Copies whole blocks and cuts off what is too much.
    const std::size_t begin = out.size();
    out.resize(begin + scratch.spellings.size() * (ShortText::kCapacity + 1) + 1);
    char* place = out.data() + begin;
    const auto append = [&](const ShortText& text) {
      std::memcpy(place, text.bytes.data(), ShortText::kCapacity);
      place += text.size;
      *place++ = ' ';
    };
    if (operation == Operation::invert) {
      for (auto i = scratch.spellings.rbegin(); i != scratch.spellings.rend(); ++i) {
        append(spellings[*i].inverse);
      }
    } else {
      for (const std::uint32_t i : scratch.spellings) {
        if (spellings[i].normal.size > 0) append(spellings[i].normal);
      }
    }
    out.resize(static_cast<std::size_t>(place - out.data()));
    end_names(out, begin);
    return;
  }
  if (kernel) {
    scratch.actions.clear();
    for (const std::uint32_t i : scratch.spellings) {
      scratch.actions.push_back(spelling_action[i]);
    }
    if (std::find(scratch.actions.begin(), scratch.actions.end(), nullptr) ==
        scratch.actions.end()) {
      kernel->replay(kernel->solved(), scratch.actions.data(), scratch.actions.size(),
                     scratch.state.data());
      take_position(scratch, batch);
      return;
    }
  }
  scratch.turns.clear();
  for (const std::uint32_t i : scratch.spellings) scratch.turns.push_back(spellings[i].turn);
  if (kernel) {
    State state = definition.solved();
    for (const Turn& turn : scratch.turns) {
      const State& unit = vocabulary.units()[turn.unit].action;
      state = compose(definition.orbits(), state, power(definition.orbits(), unit, turn.amount));
    }
    kernel->pack(state, scratch.state.data());
    take_position(scratch, batch);
    return;
  }
  write_turns(scratch, out);
}

void SequenceFilter::Impl::write_turns(Scratch& scratch, std::string& out) const {
  const std::size_t begin = out.size();
  const auto append_rotations = [&](int rotation) {
    for (const Turn& turn : rotations->word(rotation)) vocabulary.append_name(turn, out);
  };
  switch (operation) {
    case Operation::simplify:
      canceller.simplify(scratch.turns);
      for (const Turn& turn : scratch.turns) vocabulary.append_name(turn, out);
      break;
    case Operation::canonical: {
      const int rotation = rotations->unrotate_to_base(scratch.turns, scratch.moves);
      canonical->sort(scratch.moves, scratch.entries);
      canonical->write(scratch.entries, out);
      append_rotations(rotation);
      break;
    }
    case Operation::unrotate: {
      const int rotation = rotations->unrotate(scratch.turns, scratch.moves);
      for (const Turn& turn : scratch.moves) {
        if (turn.amount != 0) out += vocabulary.name_of(turn) + ' ';
      }
      append_rotations(rotation);
      break;
    }
    case Operation::moves: {
      std::int64_t count = 0;
      for (const Turn& turn : scratch.turns) {
        const std::int64_t order = vocabulary.units()[turn.unit].order;
        const std::int64_t amount = reduce_amount(turn.amount, order);
        const std::vector<std::int64_t>& known = costs[turn.unit];
        count +=
            known.empty() ? cost({turn.unit, amount}) : known[amount < 0 ? amount + order : amount];
      }
      out += std::to_string(count) + ' ';
      break;
    }
    case Operation::order:
    case Operation::conjugacy:
    case Operation::move: {
      const OrbitList& orbits = definition.orbits();
      State action = identity_state(orbits);
      State next;
      for (const Turn& turn : scratch.turns) {
        const Unit& unit = vocabulary.units()[turn.unit];
        const std::int64_t amount = reduce_amount(turn.amount, unit.order);
        compose_into(orbits, action, amount == 1 ? unit.action : power(orbits, unit.action, amount),
                     next);
        std::swap(action, next);
      }
      take_action(action, out);
      return;
    }
    default:
      break;
  }
  end_names(out, begin);
  if (dialect && writes_sequence(operation)) {
    const Alg alg = parse_alg(std::string_view(out).substr(begin), &definition.names());
    out.resize(begin);
    out += print(alg, definition.names());
  }
}

void SequenceFilter::Impl::take_action(const State& action, std::string& out) const {
  const OrbitList& orbits = definition.orbits();
  if (operation == Operation::order) {
    out += exact_order(orbits, action).str() + '\n';
  } else if (operation == Operation::conjugacy) {
    out += classes->text_of(action) + '\n';
  } else {
    out += write_move_block(orbits, "Sequence", action);
  }
}

// A wide turn costs the base moves that it merges to: r on the 3x3x3 one, M two.
std::int64_t SequenceFilter::Impl::cost(const Turn& turn) const {
  std::vector<Turn> base;
  (void)rotations->unrotate_to_base({turn}, base);
  canceller.simplify(base);
  std::int64_t sum = 0;
  for (const Turn& move : base) {
    const int base_index = vocabulary.units()[move.unit].base;
    const auto cls = std::find_if(moves.classes().begin(), moves.classes().end(),
                                  [&](const MoveClass& c) { return c.base == base_index; });
    const bool in_units = cls != moves.classes().end() && move.amount % cls->unit == 0;
    sum += power_weight(moves.metric(), in_units ? move.amount / cls->unit : move.amount);
  }
  return sum;
}

// A unit whose rotations do not map moves to moves has no entry; using it is then an error.
void SequenceFilter::Impl::find_costs() {
  constexpr std::int64_t kMostKnown = 64;
  for (int u = 0; u < static_cast<int>(vocabulary.units().size()); ++u) {
    std::vector<std::int64_t>& known = costs.emplace_back();
    const std::int64_t order = vocabulary.units()[u].order;
    if (order > kMostKnown) continue;
    try {
      for (std::int64_t i = 0; i < order; ++i) known.push_back(cost({u, i}));
    } catch (const Error&) {
      known.clear();
    }
  }
}

void SequenceFilter::Impl::take_position(Scratch& scratch, FilterBatch& batch) const {
  std::string& out = batch.output_;
  const std::uint8_t* state = scratch.state.data();
  switch (operation) {
    case Operation::position: {
      const State position = kernel->unpack_position(state);
      if (options.block_text) {
        out += write_scramble(definition, {"position", position});
      } else {
        out += write_compact(definition, position) + '\n';
      }
      break;
    }
    case Operation::wrong: {
      const int wrong = kernel->pieces_out_of_place(state);
      if (options.at_most) {
        scratch.is_within = wrong <= *options.at_most;
      } else {
        out += std::to_string(wrong) + '\n';
      }
      break;
    }
    case Operation::symmetry:
      out += std::to_string(kernel->least_image(state, images->all(), scratch.image.data()).count) +
             '\n';
      break;
    case Operation::unique:
      batch.keys_.push_back(kernel->fingerprint(state));
      break;
    case Operation::unique_symmetric:
      (void)kernel->least_image(state, images->all(), scratch.image.data());
      batch.keys_.push_back(kernel->fingerprint(scratch.image.data()));
      break;
    default:
      break;
  }
}

Alg SequenceFilter::Impl::parse(std::string_view line) const {
  const MoveVisitor must_exist = [&](const MoveToken& move, const SourcePlace& place) {
    if (vocabulary.find_unit(move) >= 0) return;
    try {
      (void)action_of(definition, move);
    } catch (const Error& error) {
      throw Error(place, error.message());
    }
  };
  return parse_alg(line, &definition.names(), {options.file, 1, 1}, must_exist);
}

bool SequenceFilter::Impl::replay_flat(const Alg& alg, Scratch& scratch) const {
  scratch.actions.clear();
  for (const AlgNode& node : alg.nodes) {
    if (node.kind == AlgNode::Kind::pause || node.kind == AlgNode::Kind::comment) continue;
    if (node.kind != AlgNode::Kind::move) return false;
    const int unit = vocabulary.find_unit(node.move);
    if (unit < 0) return false;
    const std::int64_t amount = reduce_amount(node.move.amount, vocabulary.units()[unit].order);
    scratch.actions.push_back(packed_action({unit, amount}));
    if (scratch.actions.back() == nullptr) return false;
  }
  kernel->replay(kernel->solved(), scratch.actions.data(), scratch.actions.size(),
                 scratch.state.data());
  return true;
}

void SequenceFilter::Impl::slow_line(std::string_view line, Scratch& scratch,
                                     FilterBatch& batch) const {
  std::string& out = batch.output_;
  const Alg alg = parse(line);
  if (kernel) {
    if (blockable || !replay_flat(alg, scratch)) {
      kernel->pack(gyre::apply(definition, alg), scratch.state.data());
    }
    take_position(scratch, batch);
    return;
  }
  switch (operation) {
    case Operation::invert: {
      const Alg inverse = map_moves(gyre::invert(alg), [&](const MoveToken& move) {
        MoveToken written = move;
        written.amount = -move.amount;
        const int unit = vocabulary.find_unit(move);
        MoveToken one = move;
        one.amount = 1;
        const std::int64_t order =
            unit >= 0 ? vocabulary.units()[unit].order
                      : state_order(definition.orbits(), action_of(definition, one));
        return Vocabulary::inverse(written, order);
      });
      out += print(inverse, definition.names()) + '\n';
      return;
    }
    case Operation::expand:
      out += print(from_moves(expand(alg)), definition.names()) + '\n';
      return;
    case Operation::simplify: {
      const std::vector<MoveToken> tokens = expand(alg);
      const auto known = [&](const MoveToken& token) { return vocabulary.find_unit(token) >= 0; };
      if (!std::all_of(tokens.begin(), tokens.end(), known)) {
        out +=
            print(from_moves(gyre::simplify(tokens, move_facts(definition))), definition.names()) +
            '\n';
        return;
      }
      break;
    }
    case Operation::order:
    case Operation::conjugacy:
    case Operation::move:
      take_action(action_of(definition, alg), out);
      return;
    case Operation::shorten:
      out += shortener->shorten(alg) + '\n';
      return;
    case Operation::moves:
      // A turn that the vocabulary does not know costs what its parts merge to, like all others.
      scratch.turns.clear();
      for (const MoveToken& token : expand(alg)) {
        vocabulary.resolve(definition, {token}, scratch.moves);
        canceller.simplify(scratch.moves);
        scratch.turns.insert(scratch.turns.end(), scratch.moves.begin(), scratch.moves.end());
      }
      write_turns(scratch, out);
      return;
    default:
      break;
  }
  vocabulary.resolve(definition, expand(alg), scratch.turns);
  write_turns(scratch, out);
}

SequenceFilter::SequenceFilter(const PuzzleDefinition& definition, const MoveSet& moves,
                               FilterOperation operation, FilterOptions options)
    : impl_(std::make_unique<Impl>(definition, moves, operation, std::move(options))) {}

SequenceFilter::~SequenceFilter() = default;
SequenceFilter::SequenceFilter(SequenceFilter&&) noexcept = default;
SequenceFilter& SequenceFilter::operator=(SequenceFilter&&) noexcept = default;

void SequenceFilter::set_fast(bool fast) noexcept {
  impl_->fast = fast && impl_->may_be_fast();
}

void SequenceFilter::prepare(FilterBatch& batch) const {
  const Impl& impl = *impl_;
  batch.output_.clear();
  batch.lines_ = 0;
  batch.error_.reset();
  batch.kept_.clear();
  batch.keys_.clear();
  if (batch.input.empty()) return;
  if (batch.input.back() != '\n') batch.input += '\n';
  const std::size_t size = batch.input.size();
  batch.input.append(Vocabulary::kPadding, '\n');
  const char* const begin = batch.input.data();
  const bool selects = impl.selects();
  Scratch scratch = impl.make_scratch();
  try {
    for (const char* place = begin; place < begin + size;) {
      const char* end = impl.fast ? impl.vocabulary.read_line(place, scratch.spellings) : nullptr;
      const bool fast = end != nullptr && !scratch.spellings.empty();
      if (end == nullptr)
        end = static_cast<const char*>(
            std::memchr(place, '\n', static_cast<std::size_t>(begin + size - place)));
      std::string_view line(place, static_cast<std::size_t>(end - place));
      bool has_moves = fast;
      if (fast) {
        impl.fast_line(scratch, batch);
      } else if (const std::string_view trimmed = trim_line(line);
                 !gives_value(impl.operation) && (trimmed.empty() || trimmed.starts_with("//"))) {
        if (!selects) batch.output_.append(trimmed).append(1, '\n');
        line = trimmed;
      } else {
        impl.slow_line(line, scratch, batch);
        has_moves = true;
      }
      if (selects && scratch.is_within) {
        if (line.ends_with('\r')) line.remove_suffix(1);
        const auto first = static_cast<std::size_t>(line.data() - begin);
        batch.kept_.push_back({first, line.size(), has_moves && is_unique(impl.operation)});
        if (!has_moves || !is_unique(impl.operation)) batch.keys_.emplace_back();
      }
      ++batch.lines_;
      place = end + 1;
    }
  } catch (const Error& error) {
    SourcePlace where = error.place();
    where.file = impl.options.file;
    where.line = static_cast<int>(batch.lines_ + 1);
    if (where.column == 0) where.column = 1;
    batch.error_.emplace(std::move(where), error.message());
  }
}

void SequenceFilter::finish(FilterBatch& batch,
                            const std::function<void(std::string_view)>& write) {
  Impl& impl = *impl_;
  if (impl.selects()) {
    constexpr std::size_t kAhead = 16;
    const std::size_t count = batch.kept_.size();
    for (std::size_t i = 0; i < std::min(kAhead, count); ++i) impl.seen.prefetch(batch.keys_[i]);
    for (std::size_t i = 0; i < count; ++i) {
      if (i + kAhead < count) impl.seen.prefetch(batch.keys_[i + kAhead]);
      const FilterBatch::Line& line = batch.kept_[i];
      if (line.has_key && !impl.is_wanted(batch.keys_[i])) continue;
      batch.output_.append(batch.input, line.begin, line.size).append(1, '\n');
    }
  }
  if (!batch.output_.empty()) write(batch.output_);
  if (batch.error_) {
    SourcePlace place = batch.error_->place();
    place.line += static_cast<int>(impl.lines_done);
    throw Error(std::move(place), batch.error_->message());
  }
  impl.lines_done += batch.lines_;
}

std::string SequenceFilter::apply(std::string_view text) {
  FilterBatch batch;
  batch.input = text;
  std::string out;
  prepare(batch);
  finish(batch, [&](std::string_view part) { out += part; });
  return out;
}

}  // namespace gyre
