// Cancelling. A turn merges with an earlier one of its name only if it commutes with every turn in
// between: commuting is not transitive on all puzzles, so no shortcut by axes is taken.
#include <gyre/alg/alg.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace gyre {
namespace {

class Simplifier {
 public:
  explicit Simplifier(const MoveFacts& facts) : facts_(facts) {}

  // True if anything merged. One pass leaves nothing to merge on puzzles where a turn commutes with
  // what its powers commute with; elsewhere a merged turn may be free to travel further.
  bool pass(std::vector<MoveToken>& moves) {
    kept_.clear();
    bool merged = false;
    for (MoveToken& move : moves) merged |= insert(std::move(move));
    moves.clear();
    for (Entry& entry : kept_) moves.push_back(std::move(entry.move));
    return merged;
  }

 private:
  struct Entry {
    MoveToken move;
    int unit = 0;  // of the name
    int turn = 0;  // of name and amount
  };

  bool insert(MoveToken&& move) {
    Entry entry{std::move(move), 0, 0};
    entry.unit = unit_of(entry.move);
    if (!reduce(entry)) return false;
    for (std::size_t i = kept_.size(); i-- > 0;) {
      Entry& earlier = kept_[i];
      if (earlier.unit == entry.unit) {
        std::int64_t sum = 0;
        if (__builtin_add_overflow(earlier.move.amount, entry.move.amount, &sum)) break;
        earlier.move.amount = sum;
        if (!reduce(earlier)) kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(i));
        return true;
      }
      if (!commute(earlier, entry)) break;
    }
    kept_.push_back(std::move(entry));
    return false;
  }

  // Brings the amount into its range; false if nothing is left to turn.
  bool reduce(Entry& entry) {
    std::int64_t& amount = entry.move.amount;
    if (const std::int64_t order = orders_[entry.unit]; order > 0) {
      amount %= order;
      if (amount < 0) amount += order;
      if (amount > order / 2) amount -= order;
    }
    if (amount == 0) return false;
    entry.turn = turns_[entry.unit].try_emplace(amount, turn_count_).first->second;
    turn_count_ = std::max(turn_count_, entry.turn + 1);
    return true;
  }

  int unit_of(const MoveToken& move) {
    MoveToken unit = move;
    unit.amount = 1;
    const auto [place, is_new] = units_.try_emplace(print(unit), static_cast<int>(units_.size()));
    if (is_new) {
      orders_.push_back(facts_.order ? facts_.order(unit) : 0);
      turns_.emplace_back();
    }
    return place->second;
  }

  bool commute(const Entry& a, const Entry& b) {
    if (!facts_.commute) return false;
    const auto [low, high] = std::minmax(a.turn, b.turn);
    const auto key = (static_cast<std::uint64_t>(low) << 32U) | static_cast<std::uint64_t>(high);
    const auto [place, is_new] = commutes_.try_emplace(key, false);
    if (is_new) place->second = facts_.commute(a.move, b.move);
    return place->second;
  }

  const MoveFacts& facts_;
  std::vector<Entry> kept_;
  std::unordered_map<std::string, int> units_;
  std::vector<std::int64_t> orders_;                          // by unit
  std::vector<std::unordered_map<std::int64_t, int>> turns_;  // by unit, then amount
  int turn_count_ = 0;
  std::unordered_map<std::uint64_t, bool> commutes_;
};

}  // namespace

std::vector<MoveToken> simplify(const std::vector<MoveToken>& moves, const MoveFacts& facts) {
  std::vector<MoveToken> out = moves;
  Simplifier simplifier(facts);
  while (simplifier.pass(out)) {
  }
  return out;
}

}  // namespace gyre
