// CycleTable: every cycle of three pieces has a word that makes it, for the least cost that plain
// relaxation over all cycles and all letters finds.
#include "general/words/cycle_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "support/words_reference.h"

namespace gyre {
namespace {

using Key = std::tuple<int, int, int, int, int, int>;

// From its least place on.
Key key_of(PieceCycle z) {
  while (z.a > z.b || z.a > z.c) z = {z.b, z.c, z.a, z.to_b, z.to_c, z.to_a};
  return {z.a, z.b, z.c, z.to_a, z.to_b, z.to_c};
}

std::vector<PieceCycle> all_cycles(int size, int o) {
  std::vector<PieceCycle> all;
  for (int a = 0; a < size; ++a) {
    for (int b = a + 1; b < size; ++b) {
      for (int c = a + 1; c < size; ++c) {
        for (int twists = 0; b != c && twists < o * o; ++twists) {
          const int to_b = twists / o;
          const int to_c = twists % o;
          all.push_back({a, b, c, (2 * o - to_b - to_c) % o, to_b, to_c});
        }
      }
    }
  }
  return all;
}

// The same cycle on places that a letter has taken elsewhere.
PieceCycle conjugate(const test::Words& words, int c, const PieceCycle& z, int letter) {
  const int first = words.actions.first(c);
  const int o = words.actions.orientations(c);
  const auto to = [&](int place) { return words.actions.to(letter, first + place) - first; };
  const auto twist = [&](int place) { return words.actions.twist(letter, first + place); };
  const auto modulo = [&](int value) { return (value % o + o) % o; };
  return {to(z.a),
          to(z.b),
          to(z.c),
          modulo(z.to_a + twist(z.a) - twist(z.c)),
          modulo(z.to_b + twist(z.b) - twist(z.a)),
          modulo(z.to_c + twist(z.c) - twist(z.b))};
}

std::map<Key, int> least_costs(const test::Words& words, int c,
                               const std::vector<CycleSeed>& seeds) {
  std::map<Key, int> costs;
  const int o = words.actions.orientations(c);
  for (const CycleSeed& seed : seeds) {
    const PieceCycle& z = seed.cycle;
    const PieceCycle back{z.a, z.c, z.b, (o - z.to_b) % o, (o - z.to_a) % o, (o - z.to_c) % o};
    for (const PieceCycle& cycle : {z, back}) {
      const auto at = costs.emplace(key_of(cycle), seed.cost).first;
      at->second = std::min(at->second, seed.cost);
    }
  }
  const std::vector<PieceCycle> all = all_cycles(words.group.split()[c].size(), o);
  for (bool changes = true; changes;) {
    changes = false;
    for (const PieceCycle& cycle : all) {
      const auto known = costs.find(key_of(cycle));
      if (known == costs.end()) continue;
      for (std::size_t letter = 0; letter < words.letters.size(); ++letter) {
        const int cost = known->second + 2 * words.letters[letter].cost();
        const Key key = key_of(conjugate(words, c, cycle, static_cast<int>(letter)));
        const auto [at, is_new] = costs.emplace(key, cost);
        if (!is_new && at->second <= cost) continue;
        at->second = cost;
        changes = true;
      }
    }
  }
  return costs;
}

void expect_least(const std::string& name) {
  const test::Words words(name);
  std::vector<bool> full;
  for (int c = 0; c < words.group.split().size(); ++c) full.push_back(words.group.full(c));
  const ThreeCycles found = find_three_cycles(words.actions, words.canceller, full);
  int tables = 0;
  for (int c = 0; c < words.group.split().size(); ++c) {
    if (!full[c]) continue;
    const int size = words.group.split()[c].size();
    const int o = words.actions.orientations(c);
    const CycleTable table(words.actions, c, size, found.seeds[c]);
    const std::map<Key, int> least = least_costs(words, c, found.seeds[c]);
    const std::vector<PieceCycle> all = all_cycles(size, o);
    EXPECT_EQ(CycleTable::different(size, o), all.size());
    EXPECT_GE(CycleTable::count(size, o), all.size());
    ASSERT_EQ(least.size(), all.size()) << name << ' ' << c;
    for (const PieceCycle& cycle : all) {
      ASSERT_EQ(table.cost(cycle), least.at(key_of(cycle))) << name << ' ' << c;
      const LetterWord word = table.word(cycle);
      ASSERT_TRUE(words.is_cycle(word, c, cycle)) << name << ' ' << c;
      ASSERT_LE(words.cost_of(word), table.cost(cycle)) << name << ' ' << c;
    }
    ++tables;
  }
  EXPECT_GT(tables, 0);
}

TEST(CycleTable, HasTheLeastCostOfEachCycle) {
  expect_least("3x3x3");     // with twists
  expect_least("5x5x5");     // later rounds
  expect_least("pyraminx");  // few pieces
  expect_least("fto");
}

TEST(CycleTable, CanBeStopped) {
  const test::Words words("3x3x3");
  const std::vector<bool> full(static_cast<std::size_t>(words.group.split().size()), true);
  const ThreeCycles found = find_three_cycles(words.actions, words.canceller, full);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_ANY_THROW(CycleTable(words.actions, 0, words.group.split()[0].size(), found.seeds[0],
                              stop.get_token()));
}

}  // namespace
}  // namespace gyre
