// Algs to algs: invert, expand, map.
#include <gyre/alg/alg.h>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace gyre {
namespace {

[[noreturn]] void refuse_length(std::size_t max_moves) {
  throw Error(fmt::format("written out, the sequence has more than {} moves", max_moves));
}

constexpr std::uint64_t kEndless = std::numeric_limits<std::uint64_t>::max();

std::uint64_t saturated_sum(std::uint64_t a, std::uint64_t b) noexcept {
  return a > kEndless - b ? kEndless : a + b;
}

std::uint64_t saturated_product(std::uint64_t a, std::uint64_t b) noexcept {
  return a != 0 && b > kEndless / a ? kEndless : a * b;
}

// Appends the moves of algs. Works on ranges of what was already written, so that each node is
// visited once however often brackets repeat it.
class Expander {
 public:
  explicit Expander(std::size_t max_moves) : max_moves_(max_moves) {}

  void append(const Alg& alg) {
    for (const AlgNode& node : alg.nodes) append(node);
  }

  [[nodiscard]] std::vector<MoveToken> take() { return std::move(moves_); }

 private:
  void append(const AlgNode& node) {
    const std::size_t begin = moves_.size();
    switch (node.kind) {
      case AlgNode::Kind::pause:
      case AlgNode::Kind::comment:
      case AlgNode::Kind::newline:
        return;
      case AlgNode::Kind::move:
        if (node.move.amount == 0) return;
        check_room(1);
        moves_.push_back(node.move);
        return;
      case AlgNode::Kind::group:
      case AlgNode::Kind::commutator:
      case AlgNode::Kind::conjugate:
        break;
    }
    if (node.amount == 0) return;
    append(node.first);
    if (node.kind != AlgNode::Kind::group) {
      const std::size_t middle = moves_.size();
      append(node.second);
      const std::size_t end = moves_.size();
      append_inverse(begin, middle);
      if (node.kind == AlgNode::Kind::commutator) append_inverse(middle, end);
    }
    if (node.amount < 0) invert_in_place(begin);
    const auto amount = static_cast<std::uint64_t>(node.amount);
    repeat(begin, node.amount < 0 ? -amount : amount);
  }

  void append_inverse(std::size_t begin, std::size_t end) {
    check_room(end - begin);
    for (std::size_t i = end; i-- > begin;) {
      MoveToken move = moves_[i];
      move.amount = -move.amount;
      moves_.push_back(std::move(move));
    }
  }

  void invert_in_place(std::size_t begin) {
    std::reverse(moves_.begin() + static_cast<std::ptrdiff_t>(begin), moves_.end());
    for (std::size_t i = begin; i < moves_.size(); ++i) moves_[i].amount = -moves_[i].amount;
  }

  void repeat(std::size_t begin, std::uint64_t times) {
    const std::size_t length = moves_.size() - begin;
    if (length == 0) return;
    if (times - 1 > max_moves_ / length) fail();
    check_room(length * (times - 1));
    moves_.reserve(begin + length * times);
    for (std::size_t i = 0; i < length * (times - 1); ++i) moves_.push_back(moves_[begin + i]);
  }

  void check_room(std::size_t more) const {
    if (moves_.size() + more > max_moves_) fail();
  }

  [[noreturn]] void fail() const { refuse_length(max_moves_); }

  std::size_t max_moves_;
  std::vector<MoveToken> moves_;
};

AlgNode invert_node(const AlgNode& node) {
  AlgNode out = node;
  switch (node.kind) {
    case AlgNode::Kind::move:
      out.move.amount = -node.move.amount;
      break;
    case AlgNode::Kind::group:
      out.first = invert(node.first);
      break;
    case AlgNode::Kind::commutator:
      std::swap(out.first, out.second);
      break;
    case AlgNode::Kind::conjugate:
      out.second = invert(node.second);
      break;
    case AlgNode::Kind::pause:
    case AlgNode::Kind::comment:
    case AlgNode::Kind::newline:
      break;
  }
  return out;
}

}  // namespace

std::uint64_t expanded_length(const Alg& alg) noexcept {
  std::uint64_t sum = 0;
  for (const AlgNode& node : alg.nodes) {
    const auto amount = static_cast<std::uint64_t>(node.amount);
    const std::uint64_t times = node.amount < 0 ? -amount : amount;
    switch (node.kind) {
      case AlgNode::Kind::move:
        sum = saturated_sum(sum, node.move.amount == 0 ? 0 : 1);
        break;
      case AlgNode::Kind::group:
        sum = saturated_sum(sum, saturated_product(times, expanded_length(node.first)));
        break;
      case AlgNode::Kind::commutator:
      case AlgNode::Kind::conjugate: {
        const std::uint64_t second = expanded_length(node.second);
        std::uint64_t once =
            saturated_sum(saturated_product(2, expanded_length(node.first)), second);
        if (node.kind == AlgNode::Kind::commutator) once = saturated_sum(once, second);
        sum = saturated_sum(sum, saturated_product(times, once));
        break;
      }
      case AlgNode::Kind::pause:
      case AlgNode::Kind::comment:
      case AlgNode::Kind::newline:
        break;
    }
  }
  return sum;
}

void check_expanded_length(const Alg& alg, std::size_t max_moves) {
  if (expanded_length(alg) > max_moves) refuse_length(max_moves);
}

bool Alg::operator==(const Alg& other) const {
  return nodes == other.nodes;
}

Alg invert(const Alg& alg) {
  using Kind = AlgNode::Kind;
  Alg out;
  std::vector<const AlgNode*> comments;
  const auto end_line = [&] {
    for (const AlgNode* comment : comments) out.nodes.push_back(*comment);
    comments.clear();
  };
  for (auto node = alg.nodes.rbegin(); node != alg.nodes.rend(); ++node) {
    if (node->kind == Kind::comment) {
      comments.push_back(&*node);
      continue;
    }
    if (node->kind == Kind::newline) end_line();
    out.nodes.push_back(invert_node(*node));
  }
  end_line();
  return out;
}

std::vector<MoveToken> expand(const Alg& alg, std::size_t max_moves) {
  Expander expander(max_moves);
  expander.append(alg);
  return expander.take();
}

Alg from_moves(const std::vector<MoveToken>& moves) {
  Alg alg;
  alg.nodes.reserve(moves.size());
  for (const MoveToken& move : moves) alg.nodes.emplace_back().move = move;
  return alg;
}

Alg map_moves(const Alg& alg, const std::function<MoveToken(const MoveToken&)>& image) {
  Alg out = alg;
  for (AlgNode& node : out.nodes) {
    if (node.kind == AlgNode::Kind::move) node.move = image(node.move);
    node.first = map_moves(node.first, image);
    node.second = map_moves(node.second, image);
  }
  return out;
}

}  // namespace gyre
