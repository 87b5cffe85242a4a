// The automaton that knows commutation only. Canon depth is canonical_depth.cpp, counting is
// canonical_count.cpp.
#include "puzzle/canonical/canonical.h"

#include "base/stop.h"
#include "puzzle/canonical/making.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>

namespace gyre {
namespace {

using ClassSet = std::vector<std::uint64_t>;

bool holds(const ClassSet& set, int c) noexcept {
  return ((set[c / 64] >> (static_cast<unsigned>(c) % 64U)) & 1U) != 0;
}

void insert(ClassSet& set, int c) noexcept {
  set[c / 64] |= std::uint64_t{1} << (static_cast<unsigned>(c) % 64U);
}

// Whether two sets share a class above c.
bool share_above(const ClassSet& a, const ClassSet& b, int c) noexcept {
  std::size_t word = c / 64;
  const unsigned bit = static_cast<unsigned>(c) % 64U;
  if ((a[word] & b[word] & ~((std::uint64_t{2} << bit) - 1)) != 0) return true;
  for (++word; word < a.size(); ++word) {
    if ((a[word] & b[word]) != 0) return true;
  }
  return false;
}

// A state: the classes not blocked, and the run that the last move may continue.
struct Node {
  ClassSet set;
  int run_class = -1;  // -1: no run goes on
  bool forwards = true;
  int remaining = 0;

  [[nodiscard]] std::string key() const {
    std::string text(reinterpret_cast<const char*>(set.data()), set.size() * sizeof(set[0]));
    return text + fmt::format("{},{},{}", run_class, forwards, remaining);
  }
};

class CommutingBuilder {
 public:
  explicit CommutingBuilder(const MoveSet& moves) : moves_(moves) {
    const auto count = static_cast<int>(moves.classes().size());
    commutes_.assign(count, ClassSet((count + 63) / 64, 0));
    for (int a = 0; a < count; ++a) {
      for (int b = 0; b < count; ++b) {
        if (a == b || moves.commutes(a, b)) insert(commutes_[a], b);
      }
    }
    // For each class the lesser ones that commute with the very same classes.
    lesser_kin_.assign(count, ClassSet(commutes_[0].size(), 0));
    for (int a = 0; a < count; ++a) {
      for (int b = 0; b < a; ++b) {
        if (commutes_[a] == commutes_[b]) insert(lesser_kin_[a], b);
      }
    }
  }

  [[nodiscard]] Node start() const { return {ClassSet(commutes_[0].size(), 0)}; }

  [[nodiscard]] bool allows(const Node& node, const Move& move) const {
    const int c = move.move_class;
    if (node.run_class == c) return node.forwards == (move.amount > 0);
    return !holds(node.set, c) && !share_above(node.set, commutes_[c], c);
  }

  [[nodiscard]] Node after(const Node& node, const Move& move) const {
    const int c = move.move_class;
    Node next = node;
    if (node.run_class == c) {
      --next.remaining;
    } else {
      for (std::size_t word = 0; word < next.set.size(); ++word) {
        next.set[word] &= commutes_[c][word] & ~lesser_kin_[c][word];
      }
      insert(next.set, c);
      next.run_class = c;
      next.forwards = move.amount > 0;
      const int order = moves_.classes()[c].order;
      const int longest = next.forwards ? order / 2 : (order - 1) / 2;
      next.remaining = static_cast<int>(power_weight(moves_.metric(), longest)) - 1;
    }
    // Runs that cannot go on are all alike.
    if (next.remaining == 0) {
      next.run_class = -1;
      next.forwards = true;
    }
    return next;
  }

 private:
  const MoveSet& moves_;
  std::vector<ClassSet> commutes_;  // with itself too
  std::vector<ClassSet> lesser_kin_;
};

}  // namespace

CanonicalAutomaton::CanonicalAutomaton(const PuzzleDefinition& definition, const MoveSet& moves,
                                       const CanonicalOptions& options)
    : move_count_(moves.size()), mask_words_((moves.size() + 63) / 64) {
  if (options.depth < 0 || options.depth > kMaxCanonDepth) {
    throw Error(
        fmt::format("a canon depth of {}; 0 to {} is possible", options.depth, kMaxCanonDepth));
  }
  if (options.depth == 0) {
    build_commuting(moves, options);
  } else {
    build_depth(definition, moves, options);
  }
}

void CanonicalAutomaton::build_commuting(const MoveSet& moves, const CanonicalOptions& options) {
  const CommutingBuilder builder(moves);
  std::vector<Node> nodes{builder.start()};
  std::unordered_map<std::string, std::uint32_t> places{{nodes[0].key(), 0}};
  const std::size_t class_words = nodes[0].set.size();
  // Table, mask, node, its key twice over with what a hash map adds.
  const std::uint64_t bytes_a_state =
      sizeof(std::uint32_t) * move_count_ + 8 * mask_words_ + 24 * class_words + 200;
  for (std::size_t state = 0; state < nodes.size(); ++state) {
    throw_if_stopped(options.stop, kMakingAutomaton);
    if (nodes.size() * bytes_a_state > options.memory_bytes) {
      throw Error(
          fmt::format("the canonical automaton has more than {} states, too many for {} MiB; "
                      "choose fewer moves or give more memory",
                      nodes.size(), options.memory_bytes >> 20U));
    }
    allowed_.resize(allowed_.size() + mask_words_, 0);
    table_.resize(table_.size() + move_count_, 0);
    for (int m = 0; m < move_count_; ++m) {
      const Move& move = moves.moves()[m];
      if (!builder.allows(nodes[state], move)) continue;
      Node next = builder.after(nodes[state], move);
      const auto [place, is_new] =
          places.emplace(next.key(), static_cast<std::uint32_t>(nodes.size()));
      table_[state * move_count_ + m] = place->second;
      allowed_[state * mask_words_ + m / 64] |= std::uint64_t{1}
                                                << (static_cast<unsigned>(m) % 64U);
      if (is_new) nodes.push_back(std::move(next));
    }
    link_.push_back(static_cast<std::uint32_t>(state));
  }
}

bool CanonicalAutomaton::accepts(const std::vector<int>& sequence) const noexcept {
  int state = kStart;
  for (const int move : sequence) {
    state = next(state, move);
    if (state < 0) return false;
  }
  return true;
}

}  // namespace gyre
