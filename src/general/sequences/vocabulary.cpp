#include "general/sequences/vocabulary.h"

#include <gyre/base/error.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/sequence.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace gyre {
namespace {

// A word of more bytes is left to parse_alg; the eighth byte shows where the word ends.
constexpr std::size_t kLongestWord = 7;
constexpr std::uint64_t kMultiplier = 0x9E37'79B9'7F4A'7C15U;

std::uint64_t load(const char* text) {
  std::uint64_t value = 0;
  std::memcpy(&value, text, sizeof value);
  if constexpr (std::endian::native == std::endian::big) value = __builtin_bswap64(value);
  return value;
}

// The number of bytes before the first one that is a blank or control character; 8 if there is
// none. A borrow may mark bytes wrongly only above the first one.
unsigned word_length(std::uint64_t bytes) {
  constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101U;
  const std::uint64_t marks = (bytes - 0x21 * kOnes) & ~bytes & (0x80 * kOnes);
  return static_cast<unsigned>(std::countr_zero(marks)) / 8;
}

bool set_text(ShortText& text, const std::string& value) {
  if (value.size() > ShortText::kCapacity) return false;
  std::copy(value.begin(), value.end(), text.bytes.begin());
  text.size = static_cast<std::uint8_t>(value.size());
  return true;
}

bool is_family(const std::string& name) {
  return std::all_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

Unit::Kind derived_kind(const std::string& name) {
  if (name[0] >= '0' && name[0] <= '9') return Unit::Kind::slice;
  if (name.back() == 'w') return Unit::Kind::wide;
  const bool lower = name.size() == 1 && name[0] >= 'a' && name[0] <= 'z';
  return lower ? Unit::Kind::lower_wide : Unit::Kind::derived;
}

}  // namespace

Vocabulary::Vocabulary(const PuzzleDefinition& definition, const MoveSet& moves)
    : move_names_(definition.names()) {
  // What a dialect prints depends on the neighbours: that is left to print(alg, names).
  move_names_.set_dialect({});
  const auto add_base = [&](const std::vector<BaseMove>& list, Unit::Kind kind) {
    for (const BaseMove& move : list) {
      add_unit(definition.orbits(), MoveToken{0, 0, move.name, 1}, kind, move.action);
      units_.back().base = static_cast<int>(&move - list.data());
    }
  };
  add_base(moves.base_moves(), Unit::Kind::move);
  add_base(definition.rotations(), Unit::Kind::rotation);
  for (const DerivedMove& move : definition.derived()) {
    if (definition.names().forward_name(move.name) != nullptr) continue;  // read as the other
    add_unit(definition.orbits(), MoveToken{0, 0, move.name, 1}, derived_kind(move.name),
             move.action);
  }
  add_wide_units(definition);
  add_spellings(definition);
  build_table();
  constexpr std::int64_t kMostNames = 64;
  for (int u = 0; u < static_cast<int>(units_.size()); ++u) {
    std::vector<std::string>& names = names_.emplace_back();
    const std::int64_t order = units_[u].order;
    for (std::int64_t i = 0; i < order && order <= kMostNames; ++i) {
      names.push_back(name_of({u, reduce_amount(i, order)}) + ' ');
    }
  }
}

void Vocabulary::add_unit(const OrbitList& orbits, const MoveToken& token, Unit::Kind kind,
                          const State& action) {
  if (!unit_index_.emplace(print(token), static_cast<int>(units_.size())).second) return;
  Unit& unit = units_.emplace_back();
  unit.token = token;
  unit.kind = kind;
  unit.action = action;
  unit.order = state_order(orbits, action);
}

// r and Rw, 3r and 3Rw and so on, as far as the puzzle has the layers.
void Vocabulary::add_wide_units(const PuzzleDefinition& definition) {
  for (const BaseMove& move : definition.moves()) {
    if (!is_family(move.name)) continue;
    for (int layers = 2; definition.names().contains(std::to_string(layers) + move.name);
         ++layers) {
      MoveToken token{0, layers == 2 ? 0 : layers, move.name + 'w', 1};
      const State action = action_of(definition, token);
      add_unit(definition.orbits(), token, Unit::Kind::wide, action);
      if (move.name.size() != 1) continue;
      token.family.assign(1, static_cast<char>(move.name[0] - 'A' + 'a'));
      add_unit(definition.orbits(), token, Unit::Kind::lower_wide, action);
    }
  }
}

void Vocabulary::add_spellings(const PuzzleDefinition& definition) {
  constexpr std::int64_t kMostTurns = 9;
  for (const Unit& unit : units_) {
    const std::string name = print(unit.token);
    for (std::int64_t amount = 0; amount <= std::min(unit.order, kMostTurns); ++amount) {
      add_spelling(definition, name + std::to_string(amount));
      add_spelling(definition, name + std::to_string(amount) + '\'');
    }
    add_spelling(definition, name);
    add_spelling(definition, name + '\'');
  }
}

void Vocabulary::add_spelling(const PuzzleDefinition& definition, const std::string& text) {
  if (text.size() > kLongestWord) return;
  Alg alg;
  try {
    alg = parse_alg(text, &definition.names());
  } catch (const Error&) {
    return;  // a name with brackets in it, say, cannot be written in an alg
  }
  if (alg.nodes.size() != 1 || alg.nodes[0].kind != AlgNode::Kind::move) return;
  const MoveToken& move = alg.nodes[0].move;
  const int unit = find_unit(move);
  if (unit < 0 || !known_texts_.insert(text).second) return;
  const std::int64_t order = units_[unit].order;
  WrittenTurn spelling{{unit, move.amount}, reduce_amount(move.amount, order), {}, {}};
  if (move.amount != 0 && !set_text(spelling.normal, print(move, move_names_))) return;
  if (!set_text(spelling.inverse, print(inverse(move, order), move_names_))) return;
  spellings_.push_back(spelling);
  texts_.push_back(text);
}

MoveToken Vocabulary::inverse(const MoveToken& move, std::int64_t order) {
  MoveToken out = move;
  out.amount = 2 * std::abs(move.amount) == order ? std::abs(move.amount) : -move.amount;
  return out;
}

int Vocabulary::find_unit(const MoveToken& move) const {
  MoveToken unit = move;
  unit.amount = 1;
  const auto place = unit_index_.find(print(unit));
  return place == unit_index_.end() ? -1 : place->second;
}

void Vocabulary::resolve(const PuzzleDefinition& definition, const std::vector<MoveToken>& tokens,
                         std::vector<Turn>& turns) const {
  turns.clear();
  for (const MoveToken& token : tokens) {
    if (const int unit = find_unit(token); unit >= 0) {
      turns.push_back({unit, token.amount});
      continue;
    }
    for (const MoveToken& part : base_moves(definition, token)) {
      turns.push_back({find_unit(part), part.amount});
    }
  }
}

std::string Vocabulary::name_of(const Turn& turn) const {
  MoveToken move = units_[turn.unit].token;
  move.amount = turn.amount;
  return print(move, move_names_);
}

void Vocabulary::append_name(const Turn& turn, std::string& out) const {
  const std::vector<std::string>& names = names_[turn.unit];
  if (names.empty()) {
    out += name_of(turn);
    out += ' ';
  } else {
    out += names[turn.amount < 0 ? turn.amount + units_[turn.unit].order : turn.amount];
  }
}

void Vocabulary::build_table() {
  const std::size_t size = std::bit_ceil(4 * spellings_.size() + 2);
  slots_.assign(size, {});
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(size));
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    std::array<char, 8> bytes{};
    std::copy(texts_[i].begin(), texts_[i].end(), bytes.begin());
    const std::uint64_t key = load(bytes.data());
    std::size_t slot = (key * kMultiplier) >> shift_;
    while (slots_[slot].key != 0) slot = (slot + 1) & (size - 1);
    slots_[slot] = {key, static_cast<std::uint32_t>(i)};
  }
}

const char* Vocabulary::read_line(const char* text, std::vector<std::uint32_t>& out) const {
  out.clear();
  const std::size_t mask = slots_.size() - 1;
  for (;;) {
    if (*text == ' ' || *text == '\t' || *text == '\r') {
      ++text;
      continue;
    }
    if (*text == '\n') return text;
    const std::uint64_t bytes = load(text);
    const unsigned length = word_length(bytes);
    if (length == 0 || length > kLongestWord) return nullptr;
    const std::uint64_t key = bytes & ((std::uint64_t{1} << (8 * length)) - 1);
    std::size_t slot = (key * kMultiplier) >> shift_;
    while (slots_[slot].key != key) {
      if (slots_[slot].key == 0) return nullptr;
      slot = (slot + 1) & mask;
    }
    out.push_back(slots_[slot].spelling);
    text += length;
  }
}

}  // namespace gyre
