// Alg to text, in the normal form.
#include <gyre/alg/alg.h>

namespace gyre {
namespace {

void print_amount(std::int64_t amount, std::string& out) {
  if (amount != 1 && amount != -1) {
    const auto value = static_cast<std::uint64_t>(amount);
    out += std::to_string(amount < 0 ? -value : value);
  }
  if (amount < 0) out += '\'';
}

void print_move(const MoveToken& move, std::string& out) {
  if (move.outer_layer != 0) out += std::to_string(move.outer_layer) + '-';
  if (move.inner_layer != 0) out += std::to_string(move.inner_layer);
  out += move.family;
  print_amount(move.amount, out);
}

void print_alg(const Alg& alg, bool inside, std::string& out);

void print_node(const AlgNode& node, std::string& out) {
  switch (node.kind) {
    case AlgNode::Kind::move:
      print_move(node.move, out);
      return;
    case AlgNode::Kind::pause:
      out += '.';
      return;
    case AlgNode::Kind::comment:
      out += "//" + node.text;
      return;
    case AlgNode::Kind::newline:
      out += '\n';
      return;
    case AlgNode::Kind::group:
      out += '(';
      print_alg(node.first, true, out);
      out += ')';
      break;
    case AlgNode::Kind::commutator:
    case AlgNode::Kind::conjugate:
      out += '[';
      print_alg(node.first, true, out);
      out += node.kind == AlgNode::Kind::commutator ? ", " : ": ";
      print_alg(node.second, true, out);
      out += ']';
      break;
  }
  print_amount(node.amount, out);
}

// A comment swallows the rest of its line, so whatever follows it (inside brackets at least the
// bracket does) is put on a new line if no newline stands there.
void print_alg(const Alg& alg, bool inside, std::string& out) {
  using Kind = AlgNode::Kind;
  for (std::size_t i = 0; i < alg.nodes.size(); ++i) {
    const AlgNode& node = alg.nodes[i];
    if (i > 0 && node.kind != Kind::newline) {
      const Kind before = alg.nodes[i - 1].kind;
      if (before == Kind::comment) out += '\n';
      if (before != Kind::comment && before != Kind::newline) out += ' ';
    }
    print_node(node, out);
  }
  if (inside && !alg.nodes.empty() && alg.nodes.back().kind == Kind::comment) out += '\n';
}

}  // namespace

std::string print(const Alg& alg) {
  std::string out;
  print_alg(alg, false, out);
  return out;
}

std::string print(const MoveToken& move) {
  std::string out;
  print_move(move, out);
  return out;
}

}  // namespace gyre
