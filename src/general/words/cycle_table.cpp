#include "general/words/cycle_table.h"

#include "base/stop.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

namespace gyre {

namespace {

// So many times as many dearer cycles are few.
constexpr std::uint64_t kWorthPulling = 4;

}  // namespace

CycleTable::CycleTable(const LetterActions& actions, int c, int size, std::vector<CycleSeed> seeds,
                       const std::stop_token& stop)
    : letters_(actions.letters()),
      size_(size),
      orientations_(actions.orientations(c)),
      seeds_(std::move(seeds)) {
  std::size_t places = 0;
  for (int a = 0; a < size_; ++a) {
    start_.push_back(places);
    const auto above = static_cast<std::size_t>(size_ - 1 - a);
    places += above * above;
  }
  cost_.assign(places * orientations_ * orientations_, kUnknown);
  last_.assign(cost_.size(), 0);
  find_steps(actions, c);
  complete_seeds();
  fill(stop);
}

std::uint64_t CycleTable::count(int size, int orientations) noexcept {
  const auto n = static_cast<std::uint64_t>(size);
  const auto o = static_cast<std::uint64_t>(orientations);
  return n * (n - 1) * (2 * n - 1) / 6 * o * o;
}

std::uint64_t CycleTable::different(int size, int orientations) noexcept {
  const auto n = static_cast<std::uint64_t>(size);
  const auto o = static_cast<std::uint64_t>(orientations);
  return n < 3 ? 0 : n * (n - 1) * (n - 2) / 3 * o * o;
}

PieceCycle CycleTable::least_first(const PieceCycle& z) noexcept {
  if (z.b < z.a && z.b < z.c) return {z.b, z.c, z.a, z.to_b, z.to_c, z.to_a};
  if (z.c < z.a && z.c < z.b) return {z.c, z.a, z.b, z.to_c, z.to_a, z.to_b};
  return z;
}

PieceCycle CycleTable::cycle_of(const Key& key) const noexcept {
  const auto [a, b, c, to_b, to_c] = key;
  return {a, b, c, (2 * orientations_ - to_b - to_c) % orientations_, to_b, to_c};
}

PieceCycle CycleTable::conjugate(const PieceCycle& z, const Step& s) const noexcept {
  const int o = orientations_;
  // Most components have no twists, and three divisions take longer than all else here.
  if (o == 1) return least_first({s.to[z.a], s.to[z.b], s.to[z.c], 0, 0, 0});
  const int ta = s.twist[z.a];
  const int tb = s.twist[z.b];
  const int tc = s.twist[z.c];
  return least_first({s.to[z.a], s.to[z.b], s.to[z.c], (z.to_a + ta - tc + o) % o,
                      (z.to_b + tb - ta + o) % o, (z.to_c + tc - tb + o) % o});
}

// Letters that do the same in this component are one step, by the cheapest of them.
void CycleTable::find_steps(const LetterActions& actions, int c) {
  // As text, because g++ 12 warns about the comparison of such vectors.
  const auto key_of = [](const Step& step) {
    std::string key(step.to.begin(), step.to.end());
    key.append(step.twist.begin(), step.twist.end());
    return key;
  };
  std::map<std::string, std::size_t> known;
  const int first = actions.first(c);
  for (std::size_t letter = 0; letter < letters_.size(); ++letter) {
    Step step{static_cast<std::uint16_t>(letter), {}, {}};
    bool idle = true;
    for (int place = 0; place < size_; ++place) {
      const int to = actions.to(static_cast<int>(letter), first + place) - first;
      const int twist = actions.twist(static_cast<int>(letter), first + place);
      step.to.push_back(static_cast<std::uint8_t>(to));
      step.twist.push_back(static_cast<std::uint8_t>(twist));
      if (to != place || twist != 0) idle = false;
    }
    if (idle) continue;
    const auto [at, is_new] = known.emplace(key_of(step), steps_.size());
    if (is_new) {
      steps_.push_back(std::move(step));
    } else if (letters_[letter].cost() < letters_[steps_[at->second].letter].cost()) {
      steps_[at->second].letter = static_cast<std::uint16_t>(letter);
    }
  }
  for (const Step& step : steps_) {
    Step back = step;
    for (int place = 0; place < size_; ++place) {
      back.to[step.to[place]] = static_cast<std::uint8_t>(place);
      back.twist[step.to[place]] =
          static_cast<std::uint8_t>((orientations_ - step.twist[place]) % orientations_);
    }
    inverse_.push_back(static_cast<std::uint16_t>(known.at(key_of(back))));
  }
}

// Both ways round.
void CycleTable::complete_seeds() {
  const std::size_t given = seeds_.size();
  const int o = orientations_;
  for (std::size_t i = 0; i < given; ++i) {
    const PieceCycle& z = seeds_[i].cycle;
    const PieceCycle back{z.a, z.c, z.b, (o - z.to_b) % o, (o - z.to_a) % o, (o - z.to_c) % o};
    seeds_.push_back({back, inverse_word(letters_, seeds_[i].word), seeds_[i].cost});
  }
}

// Whether some step leads to this cycle from one of that cost, which all are known by now.
bool CycleTable::pull(const PieceCycle& z, int cost, int more) {
  for (std::size_t step = 0; step < steps_.size(); ++step) {
    if (cost_[index_of(conjugate(z, steps_[step]))] != cost) continue;
    const std::size_t index = index_of(z);
    cost_[index] = static_cast<std::uint16_t>(cost + more);
    last_[index] = inverse_[step];
    return true;
  }
  return false;
}

void CycleTable::pull_all(int cost, int more, std::vector<Key>& reached, std::uint64_t& unknown) {
  const int o = orientations_;
  for (int a = 0; a < size_; ++a) {
    for (int b = a + 1; b < size_; ++b) {
      for (int c = a + 1; c < size_; ++c) {
        for (int twists = 0; b != c && twists < o * o; ++twists) {
          const Key key{static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b),
                        static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(twists / o),
                        static_cast<std::uint8_t>(twists % o)};
          const PieceCycle z = cycle_of(key);
          const int before = cost_[index_of(z)];
          if (before <= cost + more || !pull(z, cost, more)) continue;
          if (before == kUnknown) --unknown;
          reached.push_back(key);
        }
      }
    }
  }
}

// Cost after cost. Where the cycles that are dearer than what one step more costs are few beside
// those of a cost, steps are followed back from the dearer ones, each until one is found: mostly
// that is soon.
void CycleTable::fill(const std::stop_token& stop) {
  // By cost: cycles that may have been reached for less since.
  std::vector<std::vector<Key>> open;
  std::uint64_t unknown = different(size_, orientations_);
  const auto reach = [&](const PieceCycle& z, int cost, std::size_t last) {
    const std::size_t index = index_of(z);
    if (cost >= cost_[index]) return;
    if (cost_[index] == kUnknown) --unknown;
    cost_[index] = static_cast<std::uint16_t>(cost);
    last_[index] = static_cast<std::uint16_t>(last);
    if (static_cast<std::size_t>(cost) >= open.size()) open.resize(cost + 1);
    open[cost].push_back({static_cast<std::uint8_t>(z.a), static_cast<std::uint8_t>(z.b),
                          static_cast<std::uint8_t>(z.c), static_cast<std::uint8_t>(z.to_b),
                          static_cast<std::uint8_t>(z.to_c)});
  };
  for (std::size_t i = 0; i < seeds_.size(); ++i) {
    reach(least_first(seeds_[i].cycle), seeds_[i].cost, steps_.size() + i);
  }
  std::size_t least_step = kUnknown;
  std::size_t greatest_step = 0;
  for (const Step& step : steps_) {
    const auto more = static_cast<std::size_t>(2 * letters_[step.letter].cost());
    least_step = std::min(least_step, more);
    greatest_step = std::max(greatest_step, more);
  }
  for (std::size_t cost = 0; cost < open.size(); ++cost) {
    throw_if_stopped(stop, "finding cycles of three pieces");
    // Most cycles are among the dearest, and from them nothing gets cheaper.
    const auto is_over = [&] { return unknown == 0 && open.size() <= cost + least_step + 1; };
    if (is_over()) return;
    const auto count_dearer = [&] {
      std::uint64_t dearer = unknown;
      for (std::size_t more = cost + least_step + 1; more < open.size(); ++more) {
        dearer += open[more].size();
      }
      return dearer;
    };
    if (!open[cost].empty() && least_step == greatest_step &&
        count_dearer() < kWorthPulling * open[cost].size()) {
      if (open.size() <= cost + least_step) open.resize(cost + least_step + 1);
      pull_all(static_cast<int>(cost), static_cast<int>(least_step), open[cost + least_step],
               unknown);
      std::vector<Key>().swap(open[cost]);
      continue;
    }
    for (std::size_t i = 0; i < open[cost].size(); ++i) {
      if (is_over()) return;
      const PieceCycle z = cycle_of(open[cost][i]);
      if (cost_[index_of(z)] != cost) continue;
      for (std::size_t step = 0; step < steps_.size(); ++step) {
        const int more = 2 * letters_[steps_[step].letter].cost();
        reach(conjugate(z, steps_[step]), static_cast<int>(cost) + more, step);
      }
    }
    std::vector<Key>().swap(open[cost]);
  }
}

LetterWord CycleTable::word(const PieceCycle& cycle) const {
  PieceCycle z = least_first(cycle);
  LetterWord after;  // last step first
  std::size_t last = last_[index_of(z)];
  if (cost_[index_of(z)] == kUnknown) throw std::logic_error("a cycle of three is missing");
  while (last < steps_.size()) {
    after.push_back(steps_[last].letter);
    z = conjugate(z, steps_[inverse_[last]]);
    last = last_[index_of(z)];
  }
  const LetterWord& heart = seeds_[last - steps_.size()].word;
  LetterWord word;
  for (const std::uint16_t letter : after) {
    word.push_back(static_cast<std::uint16_t>(letters_[letter].inverse));
  }
  word.insert(word.end(), heart.begin(), heart.end());
  word.insert(word.end(), after.rbegin(), after.rend());
  return word;
}

}  // namespace gyre
