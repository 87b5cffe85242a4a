// Alg to text, in the normal form, plain or in the dialect of a puzzle.
#include <gyre/alg/alg.h>

#include "alg/dialect.h"

#include <algorithm>

namespace gyre {
namespace {

std::uint64_t size_of(std::int64_t amount) {
  const auto value = static_cast<std::uint64_t>(amount);
  return amount < 0 ? -value : value;
}

class Printer {
 public:
  // names: null for the plain form.
  explicit Printer(const MoveNames* names) : names_(names) {}

  void print_alg(const Alg& alg, bool inside);
  void print_move(const MoveToken& move);

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  [[nodiscard]] bool is(Dialect::Kind kind) const {
    return names_ != nullptr && names_->dialect().kind == kind;
  }

  void print_amount(std::int64_t amount) {
    if (amount != 1 && amount != -1) out_ += std::to_string(size_of(amount));
    if (amount < 0) out_ += '\'';
  }

  void print_pair(std::int64_t top, std::int64_t bottom) {
    out_ += '(' + std::to_string(top) + ',' + std::to_string(bottom) + ')';
  }

  void print_node(const AlgNode& node);
  // Repeats a name that ends in a sign: R++2 is written nowhere else.
  void print_repeated(const std::string& name, std::int64_t amount);
  // The turns of a square-1's layers from node i on; returns the node after them.
  std::size_t print_square_turns(const Alg& alg, std::size_t i);
  [[nodiscard]] SquareTurn square_turn_at(const Alg& alg, std::size_t i) const;

  const MoveNames* names_;
  std::string out_;
};

void Printer::print_move(const MoveToken& move) {
  if (is(Dialect::Kind::clock) && is_clock_turn(names_->dialect(), move)) {
    out_ += move.family + std::to_string(size_of(move.amount)) + (move.amount < 0 ? '-' : '+');
    return;
  }
  if (is(Dialect::Kind::square1)) {
    const Dialect& dialect = names_->dialect();
    const SquareTurn turn = square_turn(dialect, move);
    switch (turn.part) {
      case SquareTurn::Part::top:
        return print_pair(turn.amount, 0);
      case SquareTurn::Part::bottom:
        return print_pair(0, turn.amount);
      case SquareTurn::Part::slash:
        out_ += turn.amount == 0 ? "(0,0)" : "/";
        return;
      case SquareTurn::Part::none:
        break;
    }
  }
  if (names_ != nullptr && move.outer_layer == 0 && move.inner_layer == 0) {
    const std::string* backward = move.amount < 0 ? names_->backward_name(move.family) : nullptr;
    if (backward != nullptr && move.amount == -1) {
      out_ += *backward;
      return;
    }
    if (ends_in_sign(move.family) && move.amount != 1 && move.amount != -1) {
      print_repeated(backward != nullptr ? *backward : move.family,
                     backward != nullptr ? -move.amount : move.amount);
      return;
    }
  }
  if (move.outer_layer != 0) out_ += std::to_string(move.outer_layer) + '-';
  if (move.inner_layer != 0) out_ += std::to_string(move.inner_layer);
  out_ += move.family;
  print_amount(move.amount);
}

void Printer::print_repeated(const std::string& name, std::int64_t amount) {
  constexpr std::int64_t kMostTimes = 4;
  if (amount < 1 || amount > kMostTimes) {
    out_ += '(' + name + ')';
    print_amount(amount);
    return;
  }
  for (std::int64_t i = 0; i < amount; ++i) out_ += (i == 0 ? "" : " ") + name;
}

SquareTurn Printer::square_turn_at(const Alg& alg, std::size_t i) const {
  const bool is_move = is(Dialect::Kind::square1) && i < alg.nodes.size() &&
                       alg.nodes[i].kind == AlgNode::Kind::move;
  return is_move ? square_turn(names_->dialect(), alg.nodes[i].move) : SquareTurn{};
}

// Turns of the two layers commute, so the first of the one stands with the first of the other.
// Amounts are not added: that is simplifying.
std::size_t Printer::print_square_turns(const Alg& alg, std::size_t i) {
  using Part = SquareTurn::Part;
  std::vector<std::int64_t> top;
  std::vector<std::int64_t> bottom;
  for (;; ++i) {
    const SquareTurn turn = square_turn_at(alg, i);
    if (turn.part == Part::none || (turn.part == Part::slash && turn.amount != 0)) break;
    if (turn.amount != 0) (turn.part == Part::top ? top : bottom).push_back(turn.amount);
  }
  const std::size_t pairs = std::max(top.size(), bottom.size());
  for (std::size_t k = 0; k < pairs; ++k) {
    if (k > 0) out_ += ' ';
    print_pair(k < top.size() ? top[k] : 0, k < bottom.size() ? bottom[k] : 0);
  }
  return i;
}

void Printer::print_node(const AlgNode& node) {
  switch (node.kind) {
    case AlgNode::Kind::move:
      print_move(node.move);
      return;
    case AlgNode::Kind::pause:
      out_ += '.';
      return;
    case AlgNode::Kind::comment:
      out_ += "//" + node.text;
      return;
    case AlgNode::Kind::newline:
      out_ += '\n';
      return;
    case AlgNode::Kind::group:
      out_ += '(';
      print_alg(node.first, true);
      out_ += ')';
      break;
    case AlgNode::Kind::commutator:
    case AlgNode::Kind::conjugate:
      out_ += '[';
      print_alg(node.first, true);
      out_ += node.kind == AlgNode::Kind::commutator ? ", " : ": ";
      print_alg(node.second, true);
      out_ += ']';
      break;
  }
  print_amount(node.amount);
}

// A comment swallows the rest of its line, so whatever follows it (inside brackets at least the
// bracket does) is put on a new line if no newline stands there. On the square-1 turns of the
// layers that meet are pairs, and a slash stands close to a pair.
void Printer::print_alg(const Alg& alg, bool inside) {
  using Kind = AlgNode::Kind;
  using Part = SquareTurn::Part;
  const AlgNode* before = nullptr;
  bool after_pair = false;
  for (std::size_t i = 0; i < alg.nodes.size();) {
    const SquareTurn turn = square_turn_at(alg, i);
    if (turn.part != Part::none && turn.amount == 0) {
      ++i;
      continue;
    }
    const AlgNode& node = alg.nodes[i];
    if (before != nullptr && node.kind != Kind::newline) {
      if (before->kind == Kind::comment) out_ += '\n';
      const bool close = after_pair && turn.part == Part::slash;
      if (before->kind != Kind::comment && before->kind != Kind::newline && !close) out_ += ' ';
    }
    before = &node;
    after_pair = turn.part == Part::top || turn.part == Part::bottom;
    if (after_pair) {
      i = print_square_turns(alg, i);
    } else {
      print_node(node);
      ++i;
    }
  }
  if (inside && before != nullptr && before->kind == Kind::comment) out_ += '\n';
}

template <class Print>
std::string print_with(const MoveNames* names, const Print& print_it) {
  Printer printer(names);
  print_it(printer);
  return printer.take();
}

}  // namespace

std::string print(const Alg& alg) {
  return print_with(nullptr, [&](Printer& printer) { printer.print_alg(alg, false); });
}

std::string print(const MoveToken& move) {
  return print_with(nullptr, [&](Printer& printer) { printer.print_move(move); });
}

std::string print(const Alg& alg, const MoveNames& names) {
  return print_with(&names, [&](Printer& printer) { printer.print_alg(alg, false); });
}

std::string print(const MoveToken& move, const MoveNames& names) {
  return print_with(&names, [&](Printer& printer) { printer.print_move(move); });
}

}  // namespace gyre
