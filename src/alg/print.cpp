// Alg to text, in the normal form, plain or in the dialect of a puzzle.
#include <gyre/alg/alg.h>

#include "alg/dialect.h"

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
  if (names_ != nullptr && move.amount == -1 && move.outer_layer == 0 && move.inner_layer == 0) {
    if (const std::string* backward = names_->backward_name(move.family)) {
      out_ += *backward;
      return;
    }
  }
  if (move.outer_layer != 0) out_ += std::to_string(move.outer_layer) + '-';
  if (move.inner_layer != 0) out_ += std::to_string(move.inner_layer);
  out_ += move.family;
  print_amount(move.amount);
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
// bracket does) is put on a new line if no newline stands there. On the square-1 a turn of the
// upper layer and one of the lower layer after it are one pair, and a slash stands close to a pair.
void Printer::print_alg(const Alg& alg, bool inside) {
  using Kind = AlgNode::Kind;
  using Part = SquareTurn::Part;
  const bool square1 = is(Dialect::Kind::square1);
  const auto turn_at = [&](std::size_t i) {
    const bool is_move = square1 && i < alg.nodes.size() && alg.nodes[i].kind == Kind::move;
    return is_move ? square_turn(names_->dialect(), alg.nodes[i].move) : SquareTurn{};
  };
  const AlgNode* before = nullptr;
  bool after_pair = false;
  for (std::size_t i = 0; i < alg.nodes.size(); ++i) {
    const SquareTurn turn = turn_at(i);
    if (turn.part != Part::none && turn.amount == 0) continue;
    const AlgNode& node = alg.nodes[i];
    if (before != nullptr && node.kind != Kind::newline) {
      if (before->kind == Kind::comment) out_ += '\n';
      const bool close = after_pair && turn.part == Part::slash;
      if (before->kind != Kind::comment && before->kind != Kind::newline && !close) out_ += ' ';
    }
    before = &node;
    after_pair = turn.part == Part::top || turn.part == Part::bottom;
    if (turn.part == Part::top && turn_at(i + 1).part == Part::bottom) {
      print_pair(turn.amount, turn_at(i + 1).amount);
      ++i;
    } else {
      print_node(node);
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
