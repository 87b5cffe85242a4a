// find_three_cycles: what it says its words do is what they do, and the first round finds as cheap
// ones as trying all of them does.
#include "general/words/three_cycles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>

#include "support/words_reference.h"

namespace gyre {
namespace {

std::vector<bool> full_of(const test::Words& words) {
  std::vector<bool> full;
  for (int c = 0; c < words.group.split().size(); ++c) full.push_back(words.group.full(c));
  return full;
}

// Even, with twists that add up to 0.
bool is_even(const test::Words& words, const LetterWord& word, int c) {
  const int first = words.actions.first(c);
  LocalAction local;
  int sum = 0;
  for (int place = first; place < words.last(c); ++place) {
    local.source.push_back(words.actions.follow(word, place, sum) - first);
  }
  return sign_of(local) == 0 && sum % words.actions.orientations(c) == 0;
}

void expect_what_they_say(const std::string& name, Metric metric, int least_rounds) {
  const test::Words words(name, metric);
  const std::vector<bool> full = full_of(words);
  const ThreeCycles found = find_three_cycles(words.actions, words.canceller, full);
  int rounds = 0;
  for (int c = 0; c < words.group.split().size(); ++c) {
    EXPECT_EQ(!found.seeds[c].empty(), full[c]) << name << ' ' << c;
    for (const CycleSeed& seed : found.seeds[c]) {
      EXPECT_TRUE(words.is_cycle(seed.word, c, seed.cycle)) << name << ' ' << c;
      EXPECT_EQ(words.cost_of(seed.word), seed.cost) << name << ' ' << c;
      rounds = std::max(rounds, found.round[c] + 1);
      for (int other = 0; other < words.group.split().size(); ++other) {
        if (other == c) continue;
        const bool is_served = !found.seeds[other].empty() && found.round[other] < found.round[c];
        if (is_served) {
          EXPECT_TRUE(is_even(words, seed.word, other)) << name << ' ' << c << ' ' << other;
          continue;
        }
        for (int place = words.actions.first(other); place < words.last(other); ++place) {
          int twist = 0;
          ASSERT_EQ(words.actions.follow(seed.word, place, twist), place) << name;
          ASSERT_EQ(twist % words.actions.orientations(other), 0) << name;
        }
      }
    }
  }
  EXPECT_GE(rounds, least_rounds) << name;
}

TEST(ThreeCycles, DoWhatIsSaidOfThem) {
  expect_what_they_say("3x3x3", Metric::htm, 1);
  expect_what_they_say("3x3x3", Metric::qtm, 1);
  expect_what_they_say("8x8x8", Metric::htm, 2);
  expect_what_they_say("fto", Metric::htm, 1);
  expect_what_they_say("gigaminx", Metric::htm, 2);
  expect_what_they_say("master-skewb", Metric::htm, 1);
  expect_what_they_say("helicopter", Metric::htm, 1);
}

// The cheapest cycle of a component that is the commutator of a conjugate and a letter, without a
// thought about how many places they share.
int least_by_trying(const test::Words& words, int c) {
  const auto& letters = words.letters;
  int least = std::numeric_limits<int>::max();
  const auto count = static_cast<std::uint16_t>(letters.size());
  for (std::uint16_t y = 0; y <= count; ++y) {
    for (std::uint16_t x = 0; x < count; ++x) {
      LetterWord a = {x};
      if (y < count) a = {static_cast<std::uint16_t>(letters[y].inverse), x, y};
      for (std::uint16_t b = 0; b < count; ++b) {
        LetterWord word = inverse_word(letters, a);
        word.push_back(static_cast<std::uint16_t>(letters[b].inverse));
        word.insert(word.end(), a.begin(), a.end());
        word.push_back(b);
        std::set<int> moved;
        bool twists = false;
        for (int place = 0; place < words.actions.places(); ++place) {
          int twist = 0;
          const int to = words.actions.follow(word, place, twist);
          const int o = words.actions.orientations(words.actions.component_of(place));
          if (to != place) moved.insert(place);
          twists = twists || (to == place && twist % o != 0);
          if (moved.size() > 3) break;
        }
        if (twists || moved.size() != 3) continue;
        if (words.actions.component_of(*moved.begin()) != c) continue;
        if (words.actions.component_of(*moved.rbegin()) != c) continue;
        least = std::min(least, words.cost_of(word));
      }
    }
  }
  return least;
}

TEST(ThreeCycles, OfTheFirstRoundAreAsCheapAsThoseFoundByTryingAll) {
  for (const char* name : {"3x3x3", "4x4x4", "pyraminx", "megaminx"}) {
    const test::Words words(name);
    const ThreeCycles found = find_three_cycles(words.actions, words.canceller, full_of(words));
    int compared = 0;
    for (int c = 0; c < words.group.split().size(); ++c) {
      if (found.seeds[c].empty() || found.round[c] > 0) continue;
      const int tried = least_by_trying(words, c);
      if (tried == std::numeric_limits<int>::max()) continue;  // longer words were needed
      int least = std::numeric_limits<int>::max();
      for (const CycleSeed& seed : found.seeds[c]) least = std::min(least, seed.cost);
      EXPECT_LE(least, tried) << name << ' ' << c;
      ++compared;
    }
    EXPECT_GT(compared, 0) << name;
  }
}

}  // namespace
}  // namespace gyre
