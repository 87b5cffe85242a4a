// Words for the elements of a permutation group: which generators, one after the other, make an
// element. A table of short words leads from each base point of a stabiliser chain to each point of
// its orbit (Minkwitz, "An algorithm for solving the factorization problem in permutation groups",
// 1998): short words are sifted first, and a shorter word that does the same takes the place of a
// longer one. Not the shortest words; some word for every element.
#pragma once

#include "group/permutation.h"
#include "group/stabilizer_chain.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace gyre {

// Indices of generators, left to right.
using GeneratorWord = std::vector<std::uint16_t>;

struct WordGenerators {
  std::vector<Permutation> actions;
  std::vector<std::uint16_t> inverse;  // of each, the index of its inverse
  std::vector<int> cost;               // of each, at least 1
};

class WordChain {
 public:
  // chain: of the same group. Throws Error if words become too long, or if it is stopped.
  WordChain(const StabilizerChain& chain, WordGenerators generators,
            const std::stop_token& stop = {});

  // No value if p is not in the group.
  [[nodiscard]] std::optional<GeneratorWord> word(Permutation p) const;

 private:
  struct Element {
    Permutation action;
    GeneratorWord word;
    int cost = 0;
  };
  struct Level {
    std::uint16_t base_point = 0;
    std::size_t orbit = 0;  // so many points, the base point among them
    std::size_t known = 1;
    std::vector<std::int32_t> entry;  // by point: index into elements, or -1
    std::vector<Element> elements;
  };

  [[nodiscard]] bool complete() const noexcept;
  [[nodiscard]] Element product(const Element& a, const Element& b) const;
  [[nodiscard]] Element inverse_of(const Element& a) const;
  void append(GeneratorWord& word, std::uint16_t generator, int& cost) const;
  // Sifts an element that fixes the base points before `level`; what is new stays, and what is
  // shorter if it may replace others. Nothing dearer than the limit is kept.
  void offer(Element element, std::size_t level, int limit, bool replaces);
  void keep(Level& level, const Element& element, bool replaces);
  [[nodiscard]] std::vector<Element> short_words(std::size_t most,
                                                 const std::stop_token& stop) const;
  void offer_products(std::size_t level, int limit, const std::stop_token& stop);
  // Fills this level and the next for sure, whatever the words cost.
  void offer_schreier_generators(std::size_t level, const std::stop_token& stop);

  WordGenerators generators_;
  int degree_;
  std::vector<Level> levels_;
  std::size_t letters_ = 0;  // of all words when they came in
};

}  // namespace gyre
