// OpenLetters: what bits say of two words, against sets of places.
#include "general/words/open_letters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/random.h"
#include "support/words_reference.h"

namespace gyre {
namespace {

// What a letter does to the places that count.
using Doing = std::set<std::tuple<int, int, int>>;

Doing doing_of(const test::Words& words, const std::vector<bool>& ignored, int letter) {
  Doing doing;
  for (int place = 0; place < words.actions.places(); ++place) {
    const int to = words.actions.to(letter, place);
    const int twist = words.actions.twist(letter, place);
    if (ignored[words.actions.component_of(place)] || (to == place && twist == 0)) continue;
    doing.emplace(place, to, twist);
  }
  return doing;
}

std::set<int> places_of(const test::Words& words, const std::vector<bool>& ignored, int letter) {
  std::set<int> places;
  for (const auto& [place, to, twist] : doing_of(words, ignored, letter)) places.insert(place);
  return places;
}

// Where these meet the groups, one after the other.
void expect_meetings(const test::Words& words, const std::vector<bool>& ignored,
                     const OpenLetters& here, const std::set<int>& chosen, int most,
                     const std::vector<OpenLetters::Meeting>& found) {
  auto at = found.begin();
  for (std::size_t group = 0; group < here.groups().size(); ++group) {
    std::set<int> common;
    for (const int place : places_of(words, ignored, here.groups()[group][0])) {
      if (chosen.count(place) > 0) common.insert(place);
    }
    if (common.empty() || static_cast<int>(common.size()) > most) continue;
    ASSERT_NE(at, found.end());
    EXPECT_EQ(at->group, group);
    EXPECT_EQ(at->count, static_cast<int>(common.size()));
    EXPECT_EQ(common.count(at->place), 1U);
    ++at;
  }
  EXPECT_EQ(at, found.end());
}

void expect_as_sets_say(const test::Words& words, const std::vector<bool>& ignored, Rng& rng) {
  OpenLetters here(words.actions, ignored);
  std::vector<int> places;  // that count
  for (int place = 0; place < words.actions.places(); ++place) {
    if (!ignored[words.actions.component_of(place)]) places.push_back(place);
  }
  // One letter of each different doing, and of those that undo each other one.
  std::map<Doing, int> all;
  for (int letter = 0; letter < static_cast<int>(words.letters.size()); ++letter) {
    const Doing doing = doing_of(words, ignored, letter);
    if (!doing.empty()) all.emplace(doing, letter);
  }
  ASSERT_EQ(here.letters().size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const int letter = here.letters()[i];
    const Doing doing = doing_of(words, ignored, letter);
    EXPECT_EQ(all.at(doing), letter);
    std::set<int> support;
    for (const std::uint32_t number : here.support(i)) support.insert(places.at(number));
    EXPECT_EQ(support, places_of(words, ignored, letter));
    const int back = all.at(doing_of(words, ignored, words.letters[letter].inverse));
    const auto has_letter = [&](const OpenLetters::Group& group) {
      return std::find(group.begin(), group.end(), letter) != group.end();
    };
    EXPECT_EQ(std::count_if(here.groups().begin(), here.groups().end(), has_letter),
              back >= letter ? 1 : 0);
  }
  std::set<std::set<int>> supports;
  for (const OpenLetters::Group& group : here.groups()) {
    for (const std::uint16_t letter : group) {
      EXPECT_EQ(places_of(words, ignored, letter), places_of(words, ignored, group[0]));
    }
    EXPECT_TRUE(supports.insert(places_of(words, ignored, group[0])).second);
  }
  for (int trial = 0; trial < 30 && !places.empty(); ++trial) {
    std::set<int> chosen;
    for (std::uint64_t k = 0; k <= random_below(rng, 12); ++k) {
      chosen.insert(places[random_below(rng, places.size())]);
    }
    const OpenLetters::Places numbers = here.numbers_of({chosen.begin(), chosen.end()});
    std::vector<OpenLetters::Meeting> found;
    for (const int most : {1, 4}) {
      EXPECT_GE(here.find_meetings(numbers, most, found), 0);
      expect_meetings(words, ignored, here, chosen, most, found);
    }
    if (here.letters().empty()) continue;
    const std::size_t i = random_below(rng, here.letters().size());
    OpenLetters::Places turned;
    here.turn(numbers, i, turned);
    std::set<int> elsewhere;
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      elsewhere.insert(places[turned[k]]);
      EXPECT_EQ(places[turned[k]], words.actions.to(here.letters()[i], places[numbers[k]]));
    }
    EXPECT_GE(here.find_meetings_turned(numbers, i, 1, found), 0);
    expect_meetings(words, ignored, here, elsewhere, 1, found);
  }
}

TEST(OpenLetters, SayWhatSetsOfPlacesSay) {
  Rng rng(5);
  for (const char* name : {"2x2x2", "3x3x3", "6x6x6", "fto", "pyraminx", "m12"}) {
    const test::Words words(name);
    const auto components = static_cast<std::size_t>(words.group.split().size());
    for (const std::uint64_t chance : {0, 1, 2}) {
      std::vector<bool> ignored;
      for (std::size_t c = 0; c < components; ++c) ignored.push_back(random_below(rng, 3) < chance);
      expect_as_sets_say(words, ignored, rng);
    }
    expect_as_sets_say(words, std::vector<bool>(components, true), rng);
  }
}

TEST(OpenLetters, OfThoseThatDoTheSameTheCheapestStays) {
  // Where only corners count, a block of three layers of a 7x7x7 is its face.
  const test::Words words("7x7x7");
  std::vector<bool> ignored;
  for (int c = 0; c < words.group.split().size(); ++c) {
    ignored.push_back(words.group.split()[c].size() != 8);
  }
  const OpenLetters here(words.actions, ignored);
  EXPECT_EQ(here.letters().size(), 18U);
  EXPECT_EQ(here.groups().size(), 6U);
}

}  // namespace
}  // namespace gyre
