// All sequences of one length that meet the goal, in one of two ways. Directly: every word is
// walked, the last turns cut where a turn cannot put enough pieces in place. By halves: a word A B
// meets a target t in a set of slots exactly if B and A^-1 t agree there, so words B are stored
// under a hash of those slots and words A look them up. Where at most k pieces may be wrong, the
// slots are split into k + 1 parts, of which one must agree completely.
#pragma once

#include "general/find/collect.h"
#include "general/find/context.h"

#include <vector>

namespace gyre {

class PlainFind {
 public:
  PlainFind(FindContext& context, FindCollector& collector);

  // What a length costs by the better way, in nanoseconds of one thread; rough.
  [[nodiscard]] double nanoseconds(int length) const;
  void run(int length);

  // Tests take one way only.
  void run_directly(int length);
  void run_by_halves(int length);

 private:
  struct Plan {
    int stored_cost = -1;  // the most that a stored half costs; -1: directly
    double nanoseconds = 0;
  };
  struct Table;
  class HalfWalk;

  [[nodiscard]] Plan plan(int length) const;
  [[nodiscard]] Plan plan_by_halves(int length) const;
  [[nodiscard]] double direct_nanoseconds(int length) const;
  void run_by_halves(int length, int stored_cost);
  void make_parts();
  [[nodiscard]] Table make_table(const PackedBytes& mask, int least, int most);

  FindContext& context_;
  FindCollector& collector_;
  int most_moved_ = 0;  // slots that one turn changes
  // Sets of slots of which one must agree, as masks of bytes, and how many ways to fill each.
  std::vector<PackedBytes> parts_;
  std::vector<double> part_ways_;
  unsigned letter_bits_ = 1;
};

}  // namespace gyre
