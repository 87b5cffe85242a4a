#include "group/word_chain.h"

#include "base/stop.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

namespace gyre {
namespace {

constexpr std::size_t kShortWords = 20'000;
// Short words are fewer where permutations are long: so many points together.
constexpr std::size_t kShortWordPoints = 20'000'000;
// Of one level, in one round.
constexpr std::size_t kMostProducts = 4'000;
constexpr int kRounds = 6;
constexpr std::string_view kWordWork = "finding words for the group";
// Of all words that are kept: hundreds of megabytes.
constexpr std::size_t kMostLetters = 150'000'000;
constexpr int kNoLimit = std::numeric_limits<int>::max();

}  // namespace

WordChain::WordChain(const StabilizerChain& chain, WordGenerators generators,
                     const std::stop_token& stop)
    : generators_(std::move(generators)), degree_(chain.degree()) {
  const std::vector<std::uint16_t> base = chain.base();
  const std::vector<int> sizes = chain.orbit_sizes();
  for (std::size_t i = 0; i < base.size(); ++i) {
    Level level;
    level.base_point = base[i];
    level.orbit = static_cast<std::size_t>(sizes[i]);
    level.entry.assign(static_cast<std::size_t>(degree_), -1);
    levels_.push_back(std::move(level));
  }
  int dearest = 1;
  for (const int cost : generators_.cost) dearest = std::max(dearest, cost);
  // The limit rises, so that levels fill with short words before long ones are let in.
  int limit = 8 * dearest;
  const std::size_t words =
      std::min(kShortWords, kShortWordPoints / static_cast<std::size_t>(std::max(degree_, 1)));
  const std::vector<Element> short_ones = short_words(words, stop);
  for (int round = 0; round < kRounds; ++round, limit *= 2) {
    for (const Element& element : short_ones) offer(element, 0, limit, true);
    throw_if_stopped(stop, kWordWork);
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      offer_products(level, limit, stop);
    }
    if (complete() && round > 1) break;
  }
  for (std::size_t level = 0; level < levels_.size() && !complete(); ++level) {
    offer_schreier_generators(level, stop);
  }
}

bool WordChain::complete() const noexcept {
  return std::all_of(levels_.begin(), levels_.end(),
                     [](const Level& level) { return level.known == level.orbit; });
}

void WordChain::append(GeneratorWord& word, std::uint16_t generator, int& cost) const {
  if (!word.empty() && word.back() == generators_.inverse[generator]) {
    cost -= generators_.cost[word.back()];
    word.pop_back();
    return;
  }
  word.push_back(generator);
  cost += generators_.cost[generator];
}

WordChain::Element WordChain::product(const Element& a, const Element& b) const {
  Element result{compose(a.action, b.action), a.word, a.cost};
  for (const std::uint16_t generator : b.word) append(result.word, generator, result.cost);
  return result;
}

WordChain::Element WordChain::inverse_of(const Element& a) const {
  Element result{inverse(a.action), {}, a.cost};
  for (auto at = a.word.rbegin(); at != a.word.rend(); ++at) {
    result.word.push_back(generators_.inverse[*at]);
  }
  return result;
}

void WordChain::keep(Level& level, const Element& element, bool replaces) {
  const std::uint16_t point = element.action[level.base_point];
  std::int32_t& entry = level.entry[point];
  if (entry < 0) {
    letters_ += element.word.size();
    if (letters_ > kMostLetters) {
      throw Error(
          fmt::format("words for the group of {} points become too long to be kept", degree_));
    }
    entry = static_cast<std::int32_t>(level.elements.size());
    level.elements.push_back(element);
    ++level.known;
    return;
  }
  Element& old = level.elements[static_cast<std::size_t>(entry)];
  if (replaces && element.cost < old.cost) old = element;
}

void WordChain::offer(Element element, std::size_t level, int limit, bool replaces) {
  for (; level < levels_.size(); ++level) {
    if (element.cost > limit) return;
    Level& link = levels_[level];
    const std::uint16_t point = element.action[link.base_point];
    if (point == link.base_point) continue;
    const std::int32_t entry = link.entry[point];
    keep(link, inverse_of(element), replaces);
    if (entry < 0) {
      keep(link, element, replaces);
      return;
    }
    const Element before = link.elements[static_cast<std::size_t>(entry)];
    keep(link, element, replaces);
    element = product(element, inverse_of(before));
  }
}

// Breadth first, one for each element: where words are many, only the first of them.
std::vector<WordChain::Element> WordChain::short_words(std::size_t most,
                                                       const std::stop_token& stop) const {
  std::vector<Element> words = {{identity_permutation(degree_), {}, 0}};
  std::set<Permutation> known = {words[0].action};
  for (std::size_t at = 0; at < words.size() && words.size() < most; ++at) {
    if (at % 64 == 0) throw_if_stopped(stop, kWordWork);
    for (std::size_t g = 0; g < generators_.actions.size() && words.size() < most; ++g) {
      Permutation action = compose(words[at].action, generators_.actions[g]);
      if (!known.insert(action).second) continue;
      Element next{std::move(action), words[at].word, words[at].cost};
      append(next.word, static_cast<std::uint16_t>(g), next.cost);
      words.push_back(std::move(next));
    }
  }
  return words;
}

void WordChain::offer_products(std::size_t level, int limit, const std::stop_token& stop) {
  const std::size_t count = levels_[level].elements.size();
  std::size_t tried = 0;
  for (std::size_t i = 0; i < count && tried < kMostProducts; ++i) {
    throw_if_stopped(stop, kWordWork);
    for (std::size_t j = 0; j < count && tried < kMostProducts; ++j, ++tried) {
      offer(product(levels_[level].elements[i], levels_[level].elements[j]), level, limit, true);
    }
  }
}

// By Schreier's lemma the products t(x) g t(x g)^-1 generate the stabiliser of the level's base
// point, where g runs over what generates the level's group: for the first level the generators,
// then what was found of the level and those below. Nothing is replaced meanwhile, so that all
// products that were sifted stay products of entries.
void WordChain::offer_schreier_generators(std::size_t level, const std::stop_token& stop) {
  std::vector<Element> generators;
  if (level == 0) {
    for (std::size_t g = 0; g < generators_.actions.size(); ++g) {
      generators.push_back(
          {generators_.actions[g], {static_cast<std::uint16_t>(g)}, generators_.cost[g]});
    }
  } else {
    for (std::size_t below = level; below < levels_.size(); ++below) {
      const std::vector<Element>& elements = levels_[below].elements;
      generators.insert(generators.end(), elements.begin(), elements.end());
    }
  }
  for (const Element& generator : generators) offer(generator, level, kNoLimit, false);
  // Entries are added meanwhile.
  for (std::size_t at = 0; at < levels_[level].elements.size(); ++at) {
    throw_if_stopped(stop, kWordWork);
    for (const Element& generator : generators) {
      const Element entry = levels_[level].elements[at];
      offer(product(entry, generator), level, kNoLimit, false);
      if (complete()) return;
    }
  }
}

std::optional<GeneratorWord> WordChain::word(Permutation p) const {
  // p = u_k ... u_2 u_1, where u_i is the entry of level i.
  std::vector<const Element*> parts;
  for (const Level& level : levels_) {
    const std::uint16_t point = p[level.base_point];
    if (point == level.base_point) continue;
    const std::int32_t entry = level.entry[point];
    if (entry < 0) return std::nullopt;
    const Element& part = level.elements[static_cast<std::size_t>(entry)];
    parts.push_back(&part);
    p = compose(p, inverse(part.action));
  }
  if (!is_identity(p)) return std::nullopt;
  GeneratorWord result;
  int cost = 0;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    for (const std::uint16_t generator : (*part)->word) append(result, generator, cost);
  }
  return result;
}

}  // namespace gyre
