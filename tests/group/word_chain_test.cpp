// Words for the elements of known groups: every element has one, and it makes the element.
#include "group/word_chain.h"
#include "base/random.h"

#include <gyre/base/error.h>

#include <gtest/gtest.h>

#include <set>

namespace gyre {
namespace {

Permutation of_cycles(int degree, const std::vector<std::vector<int>>& list) {
  Permutation p = identity_permutation(degree);
  for (const std::vector<int>& cycle : list) {
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      p[static_cast<std::size_t>(cycle[i])] =
          static_cast<std::uint16_t>(cycle[(i + 1) % cycle.size()]);
    }
  }
  return p;
}

WordGenerators with_inverses(const std::vector<Permutation>& given) {
  WordGenerators generators;
  for (const Permutation& p : given) {
    const auto at = static_cast<std::uint16_t>(generators.actions.size());
    generators.actions.push_back(p);
    generators.cost.push_back(1);
    if (inverse(p) == p) {
      generators.inverse.push_back(at);
      continue;
    }
    generators.inverse.push_back(static_cast<std::uint16_t>(at + 1));
    generators.actions.push_back(inverse(p));
    generators.inverse.push_back(at);
    generators.cost.push_back(1);
  }
  return generators;
}

std::vector<Permutation> mathieu12_generators() {
  return {of_cycles(12, {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}),
          of_cycles(12, {{2, 6, 10, 7}, {3, 9, 4, 5}}),
          of_cycles(12, {{0, 11}, {1, 10}, {2, 5}, {3, 7}, {4, 8}, {6, 9}})};
}

// On the projective line over the field of 23 elements (Conway): x + 1, 2 x, -1 / x, and
// x^3 / 9 for squares, 9 x^3 for others.
std::vector<Permutation> mathieu24_generators() {
  std::vector<Permutation> maps(4, identity_permutation(24));
  std::set<int> squares;
  for (int x = 0; x < 23; ++x) squares.insert(x * x % 23);
  for (int x = 0; x < 23; ++x) {
    maps[0][x] = static_cast<std::uint16_t>((x + 1) % 23);
    maps[1][x] = static_cast<std::uint16_t>(2 * x % 23);
    int reciprocal = 23;
    for (int y = 1; y < 23; ++y) {
      if (x * y % 23 == 22) reciprocal = y;
    }
    maps[2][x] = static_cast<std::uint16_t>(reciprocal);
    const int cube = x * x * x % 23;
    int image = 9 * cube % 23;
    if (squares.contains(x)) {
      for (int y = 0; y < 23; ++y) {
        if (9 * y % 23 == cube) image = y;
      }
    }
    maps[3][x] = static_cast<std::uint16_t>(image);
  }
  maps[2][23] = 0;
  return maps;
}

void expect_words_for_all(const std::vector<Permutation>& given, const char* order) {
  const int degree = static_cast<int>(given[0].size());
  const StabilizerChain chain(degree, given);
  ASSERT_EQ(chain.order(), BigInt(order));
  const WordGenerators generators = with_inverses(given);
  const WordChain words(chain, generators);
  Rng rng(3);
  int outside = 0;
  for (int i = 0; i < 200; ++i) {
    const Permutation wanted = chain.random_element(rng);
    const std::optional<GeneratorWord> word = words.word(wanted);
    ASSERT_TRUE(word.has_value());
    Permutation made = identity_permutation(degree);
    for (const std::uint16_t generator : *word) {
      made = compose(made, generators.actions[generator]);
    }
    ASSERT_EQ(made, wanted);
    const Permutation any = random_permutation(degree, rng);
    ASSERT_EQ(words.word(any).has_value(), chain.contains(any));
    outside += chain.contains(any) ? 0 : 1;
  }
  // Of the symmetric group on as many points hardly anything is in the group.
  if (chain.order() < 1'000'000'000) {
    EXPECT_GT(outside, 190);
  }
}

TEST(WordChain, MathieuGroups) {
  expect_words_for_all(mathieu12_generators(), "95040");
  expect_words_for_all(mathieu24_generators(), "244823040");
}

TEST(WordChain, SmallAndLargeGroups) {
  expect_words_for_all({of_cycles(7, {{0, 1, 2, 3, 4, 5, 6}})}, "7");
  expect_words_for_all({of_cycles(6, {{0, 1}}), of_cycles(6, {{2, 3}, {4, 5}})}, "4");
  // Blocks of two.
  expect_words_for_all({of_cycles(8, {{0, 1}}), of_cycles(8, {{0, 2}, {1, 3}}),
                        of_cycles(8, {{0, 2, 4, 6}, {1, 3, 5, 7}})},
                       "384");
  expect_words_for_all(
      {of_cycles(20, {{0, 1, 2}}),
       of_cycles(20, {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19}})},
      "1216451004088320000");
}

TEST(WordChain, OneElementGroupHasTheEmptyWord) {
  const WordChain words(StabilizerChain(5, {}), {});
  EXPECT_EQ(words.word(identity_permutation(5)), GeneratorWord{});
  EXPECT_FALSE(words.word(of_cycles(5, {{0, 1}})).has_value());
}

TEST(WordChain, CanBeStopped) {
  std::stop_source stop;
  stop.request_stop();
  const std::vector<Permutation> given = mathieu12_generators();
  const StabilizerChain chain(12, given);
  EXPECT_THROW(WordChain(chain, with_inverses(given), stop.get_token()), Error);
}

}  // namespace
}  // namespace gyre
