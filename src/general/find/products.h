// Algorithms made of shorter sequences: powers (A)n, commutators [A, B] and conjugates [A: B] that
// meet the goal. Only for puzzles whose pieces are all different.
#pragma once

#include "general/find/collect.h"
#include "general/find/context.h"

namespace gyre {

class ProductFind {
 public:
  ProductFind(FindContext& context, FindCollector& collector)
      : context_(context), collector_(collector) {}

  // This power of all sequences that cost `base`.
  void repeat(int base, int times);
  // [A, B] for all A that cost `first` and B that cost `second`, and their inverses.
  void commutators(int first, int second);
  // [A: B].
  void conjugates(int first, int second);

  // These are rough nanoseconds of one thread.
  [[nodiscard]] double repeat_nanoseconds(int base, int times) const;
  [[nodiscard]] double pair_nanoseconds(int first, int second) const;
  // Whether the second sequences of pairs fit into memory.
  [[nodiscard]] bool fits(int second) const;

 private:
  // All words of one cost with what they do.
  struct Words {
    explicit Words(int bytes) : elements(bytes) {}
    std::vector<Word> words;
    PackedStates elements;
  };
  [[nodiscard]] Words all_words(int cost) const;
  // Calls body(word, element) for each word of one cost, up to symmetries of the goal, on all
  // threads.
  template <class Body>
  void for_each_least(int cost, const std::string& what, const Body& body);

  FindContext& context_;
  FindCollector& collector_;
};

}  // namespace gyre
