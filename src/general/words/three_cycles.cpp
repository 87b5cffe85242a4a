#include "general/words/three_cycles.h"

#include "base/random.h"
#include "base/stop.h"
#include "general/words/open_letters.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

namespace gyre {
namespace {

constexpr std::string_view kCycleWork = "finding cycles of three pieces";
constexpr std::size_t kMostSeeds = 48;
// In moves. Conjugates of a seed cost little more than the seed, and their costs fit into 16 bits.
constexpr int kMostCost = 30'000;
// Steps of place by place of one kind of words; a step takes nanoseconds.
constexpr std::int64_t kStepsOfKind = 300'000'000;
constexpr std::int64_t kStepsOfWord = 200;
// Four words of bits are looked at in a step; a group of letters takes three more.
constexpr std::int64_t kWordsOfStep = 4;
constexpr std::int64_t kStepsOfGroup = 3;
constexpr int kFewPlaces = 4;
constexpr std::int64_t kMostPower = 60;
// Words of letters whose powers are looked at, and how long such a power may get.
constexpr std::size_t kShortWords = 4'000;
constexpr int kRandomWords = 16'000;
constexpr std::uint64_t kLeastRandom = 4;
constexpr std::uint64_t kMostRandom = 16;
constexpr std::int64_t kMostPowerLetters = 5'000;
constexpr std::uint64_t kSeed = 3;

// How a first factor is made: of so many letters at its heart, X or [X, Y], turned by so many.
struct Kind {
  bool commutator = false;
  int turns = 0;
};
constexpr Kind kKinds[] = {{false, 0}, {false, 1}, {true, 0}, {false, 2},
                           {true, 1},  {false, 3}, {true, 2}};

class ThreeCycleSearch {
 public:
  ThreeCycleSearch(const LetterActions& actions, const MoveCanceller& canceller,
                   const std::vector<bool>& wanted, const std::stop_token& stop)
      : actions_(actions),
        letters_(actions.letters()),
        canceller_(canceller),
        stop_(stop),
        open_(wanted),
        ignored_(wanted.size(), false),
        here_(std::make_unique<OpenLetters>(actions, ignored_)),
        image_(static_cast<std::size_t>(actions.places()), 0),
        turned_(static_cast<std::size_t>(actions.places()), 0),
        marked_(static_cast<std::size_t>(actions.places()), 0) {
    result_.seeds.resize(wanted.size());
    result_.round.assign(wanted.size(), 0);
  }

  ThreeCycles find() {
    for (const OpenLetters::Group& group : here_->groups()) {
      for (const std::uint16_t letter : group) take_whole({letter});
    }
    close_those_found();
    while (any_open() && (search(false) || search(true) || search_powers())) {
      ++round_;
      for (std::size_t c = 0; c < ignored_.size(); ++c) {
        if (!result_.seeds[c].empty()) ignored_[c] = true;
      }
      if (any_open()) here_ = std::make_unique<OpenLetters>(actions_, ignored_);
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool any_open() const {
    return std::any_of(open_.begin(), open_.end(), [](bool open) { return open; });
  }

  // Kinds, until one gives some open component something: what is still open finds shorter words in
  // the next round. Whether any did.
  bool search(bool few) {
    few_ = few;
    for (const Kind& kind : kKinds) {
      steps_left_ = kStepsOfKind;
      for (const OpenLetters::Group& group : here_->groups()) {
        if (steps_left_ < 0) break;
        throw_if_stopped(stop_, kCycleWork);
        begin(kind, group);
      }
      if (close_those_found()) return true;
    }
    return false;
  }

  // Where all letters move almost everything: words of which a power leaves three pieces out of
  // place. All short ones, then random ones, which are less alike.
  bool search_powers() {
    steps_left_ = kStepsOfKind;
    std::vector<LetterWord> words = {{}};
    for (std::size_t at = 0; words.size() < kShortWords && at < words.size(); ++at) {
      throw_if_stopped(stop_, kCycleWork);
      for (std::size_t letter = 0; letter < letters_.size(); ++letter) {
        LetterWord longer = words[at];
        if (!extend(longer, static_cast<std::uint16_t>(letter))) continue;
        take_powers(longer);
        words.push_back(std::move(longer));
      }
    }
    Rng rng(kSeed);
    for (int i = 0; i < kRandomWords && steps_left_ > 0 && !letters_.empty(); ++i) {
      throw_if_stopped(stop_, kCycleWork);
      LetterWord word;
      const std::uint64_t length = kLeastRandom + random_below(rng, kMostRandom - kLeastRandom + 1);
      for (std::uint64_t k = 0; k < length; ++k) {
        (void)extend(word, static_cast<std::uint16_t>(random_below(rng, letters_.size())));
      }
      take_powers(word);
    }
    return close_those_found();
  }

  // False if the letter undoes the last one.
  bool extend(LetterWord& word, std::uint16_t letter) const {
    if (!word.empty() && word.back() == letters_[letter].inverse) return false;
    word.push_back(letter);
    return true;
  }

  void take_powers(const LetterWord& word) {
    most_power_ = kMostPowerLetters / static_cast<std::int64_t>(word.size());
    take_whole(word);
    most_power_ = kMostPower;
  }

  // What a word does to components that are served already must be even there, with twists that add
  // up to 0: the least power of which that is so.
  std::int64_t even_power(const LetterWord& word) {
    std::int64_t exponent = 1;
    for (std::size_t c = 0; c < open_.size(); ++c) {
      if (!ignored_[c]) continue;
      const int first = actions_.first(static_cast<int>(c));
      const int o = actions_.orientations(static_cast<int>(c));
      LocalAction local;
      int sum = 0;
      for (int place = first; place < end_of(static_cast<int>(c)); ++place) {
        local.source.push_back(actions_.follow(word, place, sum) - first);
      }
      if (sign_of(local) != 0) exponent = std::lcm(exponent, 2);
      exponent = std::lcm(exponent, o / std::gcd(sum, o));
    }
    return exponent;
  }

  bool close_those_found() {
    bool found = false;
    for (std::size_t c = 0; c < open_.size(); ++c) {
      if (!open_[c] || result_.seeds[c].empty()) continue;
      open_[c] = false;
      result_.round[c] = round_;
      found = true;
    }
    return found;
  }

  void begin(const Kind& kind, const OpenLetters::Group& group) {
    if (!kind.commutator) {
      std::vector<LetterWord> words;
      for (const std::uint16_t x : group) words.push_back({x});
      turn(words, here_->numbers_of(touched_by(words[0])), kind.turns);
      return;
    }
    for (const std::uint16_t x : group) {
      for (const OpenLetters::Group& others : here_->groups()) {
        for (const std::uint16_t y : others) {
          if (y == x || steps_left_ < 0) continue;
          const LetterWord word = commutator({x}, {y});
          turn({word}, here_->numbers_of(touched_by(word)), kind.turns);
        }
      }
    }
  }

  [[nodiscard]] LetterWord commutator(const LetterWord& a, const LetterWord& b) const {
    LetterWord word = inverse_word(letters_, a);
    const LetterWord back = inverse_word(letters_, b);
    word.insert(word.end(), back.begin(), back.end());
    word.insert(word.end(), a.begin(), a.end());
    word.insert(word.end(), b.begin(), b.end());
    return word;
  }

  // All conjugates by so many letters, of words that touch the same places. A conjugate by Y
  // touches the places where Y takes those that the word touches.
  void turn(const std::vector<LetterWord>& words, const OpenLetters::Places& support, int turns) {
    if (steps_left_ < 0) return;
    if (turns == 0) {
      pay(support, here_->find_meetings(support, most_places(), meetings_));
      take_meetings(words);
      return;
    }
    OpenLetters::Places turned;
    for (std::size_t i = 0; i < here_->letters().size() && steps_left_ >= 0; ++i) {
      const std::uint16_t letter = here_->letters()[i];
      if (turns > 1) {
        const std::vector<LetterWord> longer = conjugates(words, letter);
        if (longer.empty()) continue;
        here_->turn(support, i, turned);
        turn(longer, turned, turns - 1);
        continue;
      }
      pay(support, here_->find_meetings_turned(support, i, most_places(), meetings_));
      if (!meetings_.empty()) take_meetings(conjugates(words, letter));
    }
  }

  // Of those that the letter does not shorten.
  [[nodiscard]] std::vector<LetterWord> conjugates(const std::vector<LetterWord>& words,
                                                   std::uint16_t letter) const {
    const auto back = static_cast<std::uint16_t>(letters_[letter].inverse);
    std::vector<LetterWord> longer;
    for (const LetterWord& word : words) {
      if (letter == word.back() || back == word.back()) continue;
      LetterWord one = {back};
      one.insert(one.end(), word.begin(), word.end());
      one.push_back(letter);
      longer.push_back(std::move(one));
    }
    return longer;
  }

  // The places that count and that the word moves or twists; image_ and turned_ are right there.
  const std::vector<int>& touched_by(const LetterWord& word) {
    touched_.clear();
    candidates_.clear();
    for (const std::uint16_t letter : word) {
      for (const int place : actions_.support(letter)) {
        if (marked_[place] != 0 || ignored_[actions_.component_of(place)]) continue;
        marked_[place] = 1;
        candidates_.push_back(place);
      }
    }
    for (const int place : candidates_) {
      marked_[place] = 0;
      int twist = 0;
      const int to = actions_.follow(word, place, twist);
      twist %= actions_.orientations(actions_.component_of(place));
      if (to == place && twist == 0) continue;
      image_[place] = to;
      turned_[place] = twist;
      touched_.push_back(place);
    }
    steps_left_ -= kStepsOfWord + static_cast<std::int64_t>(candidates_.size() * (word.size() + 4));
    return touched_;
  }

  [[nodiscard]] int most_places() const noexcept { return few_ ? kFewPlaces : 1; }

  // For looking where words meet letters.
  void pay(const OpenLetters::Places& support, std::int64_t words_of_bits) {
    steps_left_ -= kStepsOfWord + static_cast<std::int64_t>(support.size()) +
                   words_of_bits / kWordsOfStep +
                   kStepsOfGroup * static_cast<std::int64_t>(here_->groups().size());
  }

  void take_meetings(const std::vector<LetterWord>& words) {
    for (const OpenLetters::Meeting& meeting : meetings_) {
      if (few_ != (meeting.count > 1)) continue;
      const int c = actions_.component_of(meeting.place);
      if (!few_ && !open_[c]) continue;
      for (const std::uint16_t letter : here_->groups()[meeting.group]) {
        for (const LetterWord& word : words) {
          if (few_) {
            take_whole(commutator(word, {letter}));
          } else {
            take_in_component(commutator(word, {letter}), c);
          }
        }
      }
    }
  }

  [[nodiscard]] int end_of(int c) const {
    return c + 1 < static_cast<int>(open_.size()) ? actions_.first(c + 1) : actions_.places();
  }

  // A word that is known to leave all other components alone.
  void take_in_component(const LetterWord& word, int c) {
    PieceCycle cycle;
    int moved = 0;
    int a = -1;
    const int first = actions_.first(c);
    const int o = actions_.orientations(c);
    for (int place = first; place < end_of(c); ++place) {
      int twist = 0;
      const int to = actions_.follow(word, place, twist);
      if (to == place && twist % o != 0) return;
      if (to != place && a < 0) a = place;
      moved += to != place ? 1 : 0;
    }
    steps_left_ -= static_cast<std::int64_t>((end_of(c) - first) * word.size());
    if (moved != 3) return;
    cycle.a = a;
    cycle.b = actions_.follow(word, cycle.a, cycle.to_b);
    cycle.c = actions_.follow(word, cycle.b, cycle.to_c);
    (void)actions_.follow(word, cycle.c, cycle.to_a);
    keep(c, cycle, word);
  }

  // A word that may do anything: looks for a power that takes three pieces round.
  void take_whole(const LetterWord& word) {
    struct Cycle {
      int start = 0;
      std::int64_t length = 0;
      std::int64_t order = 0;
      int twist = 0;
    };
    std::vector<Cycle> cycles;
    for (const int start : touched_by(word)) {
      if (marked_[start] != 0) continue;
      Cycle cycle{start, 0, 0, 0};
      for (int place = start; marked_[place] == 0; place = image_[place]) {
        marked_[place] = 1;
        ++cycle.length;
        cycle.twist += turned_[place];
      }
      const int o = actions_.orientations(actions_.component_of(start));
      cycle.twist %= o;
      cycle.order = cycle.length * (o / std::gcd(cycle.twist, o));
      cycles.push_back(cycle);
    }
    for (const int place : touched_) marked_[place] = 0;
    // Only one cycle has an order that 3 divides, or else no power leaves three pieces.
    const Cycle* three = nullptr;
    std::int64_t exponent = 1;
    for (const Cycle& cycle : cycles) {
      if (cycle.order % 3 == 0) {
        if (three != nullptr || cycle.length != 3) return;
        three = &cycle;
        exponent = std::lcm(exponent, cycle.order / 3);
      } else {
        exponent = std::lcm(exponent, cycle.order);
      }
      if (exponent > most_power_) return;
    }
    if (three == nullptr || exponent % 3 == 0) return;
    const int c = actions_.component_of(three->start);
    if (!open_[c]) return;
    exponent = std::lcm(exponent, even_power(word));
    if (exponent % 3 == 0 || exponent > most_power_) return;
    LetterWord power;
    for (std::int64_t i = 0; i < exponent; ++i) power.insert(power.end(), word.begin(), word.end());
    take_in_component(power, c);
  }

  void keep(int c, PieceCycle cycle, const LetterWord& word) {
    const int o = actions_.orientations(c);
    const int first = actions_.first(c);
    cycle.a -= first;
    cycle.b -= first;
    cycle.c -= first;
    for (int* twist : {&cycle.to_a, &cycle.to_b, &cycle.to_c}) *twist %= o;
    if ((cycle.to_a + cycle.to_b + cycle.to_c) % o != 0) return;
    std::vector<int> moves;
    for (const std::uint16_t letter : word) {
      moves.insert(moves.end(), letters_[letter].moves.begin(), letters_[letter].moves.end());
    }
    canceller_.cancel(moves);
    const int cost = static_cast<int>(moves.size());
    if (cost > kMostCost) return;
    std::vector<CycleSeed>& seeds = result_.seeds[c];
    for (CycleSeed& seed : seeds) {
      if (seed.cycle != cycle) continue;
      if (cost < seed.cost) seed = {cycle, word, cost};
      return;
    }
    if (seeds.size() < kMostSeeds) {
      seeds.push_back({cycle, word, cost});
      return;
    }
    const auto dearest =
        std::max_element(seeds.begin(), seeds.end(),
                         [](const CycleSeed& a, const CycleSeed& b) { return a.cost < b.cost; });
    if (cost < dearest->cost) *dearest = {cycle, word, cost};
  }

  const LetterActions& actions_;
  const std::vector<Letter>& letters_;
  const MoveCanceller& canceller_;
  const std::stop_token& stop_;
  ThreeCycles result_;
  std::vector<bool> open_;     // by component: looked for
  std::vector<bool> ignored_;  // by component: served already
  int round_ = 0;
  std::unique_ptr<OpenLetters> here_;  // of this round
  std::vector<int> image_;
  std::vector<int> turned_;
  std::vector<char> marked_;
  std::vector<int> touched_;
  std::vector<int> candidates_;
  std::vector<OpenLetters::Meeting> meetings_;
  std::int64_t steps_left_ = 0;
  std::int64_t most_power_ = kMostPower;
  bool few_ = false;  // meetings in few places, looked at whole
};

}  // namespace

ThreeCycles find_three_cycles(const LetterActions& actions, const MoveCanceller& canceller,
                              const std::vector<bool>& wanted, const std::stop_token& stop) {
  return ThreeCycleSearch(actions, canceller, wanted, stop).find();
}

}  // namespace gyre
