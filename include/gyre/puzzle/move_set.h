// MoveSet: which moves a search or a count may use, and what they cost. A run-time value: two
// searches in one process may use two metrics.
#pragma once

#include <gyre/base/api.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/metric.h>

#include <string>
#include <string_view>
#include <vector>

namespace GYRE_API gyre {

// A base move and the powers of it that are allowed: the multiples of `unit`.
struct MoveClass {
  std::string name;  // of the unit: "R", or "R2" where only half turns are allowed
  int base = 0;      // index into MoveSet::base_moves()
  int unit = 1;
  int order = 0;  // how many units do nothing
};

struct Move {
  std::string name;  // "U", "U2", "U'", "U2'"
  int move_class = 0;
  int amount = 1;   // in units, from -(order-1)/2 to order/2
  int inverse = 0;  // index of the inverse move in the MoveSet
  State action;
};

class MoveSet {
 public:
  // All moves of a definition.
  MoveSet(const PuzzleDefinition& definition, Metric metric);
  // selection: "U,R2,F"; a power restricts to its multiples. Another name of one move (/ of the
  // square-1) chooses that. A written turn that stands for several, as 2R does where Rw is a move,
  // is a move of its own, unless a rotation is among them (M) or the puzzle has Illegal rules.
  // Spaces also separate. Throws Error naming the moves that exist; empty means all.
  MoveSet(const PuzzleDefinition& definition, Metric metric, std::string_view selection);

  [[nodiscard]] Metric metric() const noexcept { return metric_; }
  // The moves of the definition, whether chosen or not, and behind them what a selection names
  // besides.
  [[nodiscard]] const std::vector<BaseMove>& base_moves() const noexcept { return bases_; }
  // One turn of a class by its unit.
  [[nodiscard]] State unit_action(const OrbitList& orbits, const MoveClass& of) const {
    return power(orbits, bases_[of.base].action, of.unit);
  }
  // Class after class in the order of the definition; in a class by amount: 1, 2, ..., -2, -1, as
  // far as the metric counts them one. A base move that does nothing is left out.
  [[nodiscard]] const std::vector<Move>& moves() const noexcept { return moves_; }
  [[nodiscard]] const std::vector<MoveClass>& classes() const noexcept { return classes_; }
  [[nodiscard]] int size() const noexcept { return static_cast<int>(moves_.size()); }
  // The index of the move with this name, or -1.
  [[nodiscard]] int find(std::string_view name) const noexcept;
  // commutes(i, j): every allowed power of class i commutes with every one of class j.
  [[nodiscard]] bool commutes(int class_a, int class_b) const noexcept {
    return commutes_[class_a * classes_.size() + class_b] != 0;
  }

 private:
  void build(const PuzzleDefinition& definition);

  Metric metric_;
  std::vector<BaseMove> bases_;
  std::vector<MoveClass> classes_;
  std::vector<Move> moves_;
  std::vector<char> commutes_;
};

// "U2'" for name U and amount -2.
[[nodiscard]] std::string power_name(const std::string& base, std::int64_t amount);
// The amount in -(order-1)/2 .. order/2 that equals `amount` modulo order.
[[nodiscard]] std::int64_t reduce_amount(std::int64_t amount, std::int64_t order) noexcept;

}  // namespace gyre
