#include "general/words/component_solver.h"

#include "base/arithmetic.h"
#include "base/stop.h"

#include <algorithm>
#include <stdexcept>

namespace gyre {

ComponentSolver::ComponentSolver(const ComponentSplit& split, int c, const State& solved,
                                 const CycleTable& table)
    : split_(split), table_(table), c_(c), orientations_(split[c].orientations) {
  for (const auto& [key, places] : classes_of(split, c, solved)) {
    keys_.push_back(key);
    homes_.push_back(places);
    wild_.push_back(key.second == kWildClass ? 1 : 0);
  }
  solved_ = look_at(solved);
}

ComponentSolver::Look ComponentSolver::look_at(const State& position) const {
  const Component& component = split_[c_];
  const int all = orientations_ * component.step;
  const std::uint8_t* ori = position.bytes.data() + split_.orbits().ori_offset(component.orbit);
  Look look;
  look.kind.assign(component.size(), 0);
  look.turn.assign(component.size(), 0);
  for (const auto& [key, places] : classes_of(split_, c_, position)) {
    const auto kind = std::lower_bound(keys_.begin(), keys_.end(), key) - keys_.begin();
    for (const int place : places) {
      look.kind[place] = static_cast<int>(kind);
      if (key.second == kWildClass) continue;
      look.turn[place] =
          modulo(ori[component.slots[place]] - component.gauge[place], all) / component.step;
    }
  }
  return look;
}

int ComponentSolver::gain(const Look& look, const PieceCycle& z) const noexcept {
  int gain = 0;
  for (const int place : {z.a, z.b, z.c}) gain -= right(look, place) ? 1 : 0;
  gain += right(look.kind[z.a], twisted(look.turn[z.a], z.to_b), z.b) ? 1 : 0;
  gain += right(look.kind[z.b], twisted(look.turn[z.b], z.to_c), z.c) ? 1 : 0;
  gain += right(look.kind[z.c], twisted(look.turn[z.c], z.to_a), z.a) ? 1 : 0;
  return gain;
}

void ComponentSolver::turn_round(Look& look, const PieceCycle& z) const {
  const int kind = look.kind[z.c];
  const int turn = twisted(look.turn[z.c], z.to_a);
  look.kind[z.c] = look.kind[z.b];
  look.turn[z.c] = twisted(look.turn[z.b], z.to_c);
  look.kind[z.b] = look.kind[z.a];
  look.turn[z.b] = twisted(look.turn[z.a], z.to_b);
  look.kind[z.a] = kind;
  look.turn[z.a] = turn;
}

void ComponentSolver::make(const PieceCycle& cycle, Look& look, LetterWord& word) const {
  turn_round(look, cycle);
  const LetterWord part = table_.word(cycle);
  word.insert(word.end(), part.begin(), part.end());
}

void ComponentSolver::twists_home(const Look& look, int from, int to,
                                  std::vector<int>& twists) const {
  twists.clear();
  if (wild_[look.kind[from]] == 0) {
    twists.push_back(modulo(solved_.turn[to] - look.turn[from], orientations_));
    return;
  }
  for (int twist = 0; twist < orientations_; ++twist) twists.push_back(twist);
}

void ComponentSolver::chain_from(const Look& look, int place, int least_gain, Choice& best) const {
  std::vector<int> first_twists;
  std::vector<int> second_twists;
  for (const int home : homes_[look.kind[place]]) {
    if (home == place) continue;
    twists_home(look, place, home, first_twists);
    for (const int next : homes_[look.kind[home]]) {
      if (next == place || next == home) continue;
      twists_home(look, home, next, second_twists);
      for (const int to_b : first_twists) {
        for (const int to_c : second_twists) {
          Choice choice;
          choice.cycle = {place, home, next, modulo(-to_b - to_c, orientations_), to_b, to_c};
          choice.gain = gain(look, choice.cycle);
          if (choice.gain < least_gain) continue;
          choice.cost = table_.cost(choice.cycle);
          if (choice.better_than(best)) best = choice;
        }
      }
    }
  }
}

bool ComponentSolver::one_step(Look& look, LetterWord& word) const {
  Choice best;
  for (int place = 0; place < split_[c_].size(); ++place) {
    if (!right(look, place)) chain_from(look, place, 2, best);
  }
  if (best.gain <= 0) return false;
  make(best.cycle, look, word);
  return true;
}

// What is left are twisted pieces and pairs that are exchanged. A first cycle through the first of
// them, in all ways, then the best second one.
bool ComponentSolver::two_steps(Look& look, LetterWord& word, const std::stop_token& stop) const {
  const int n = split_[c_].size();
  int wrong = 0;
  while (wrong < n && right(look, wrong)) ++wrong;
  if (wrong == n) return false;
  Choice best;
  Choice second_of_best;
  for (int y = 0; y < n; ++y) {
    throw_if_stopped(stop, "solving by cycles of three pieces");
    for (int w = 0; w < n; ++w) {
      if (y == wrong || w == wrong || w == y) continue;
      for (int twists = 0; twists < orientations_ * orientations_; ++twists) {
        const int to_b = twists / orientations_;
        const int to_c = twists % orientations_;
        Choice both;
        both.cycle = {wrong, y, w, modulo(-to_b - to_c, orientations_), to_b, to_c};
        const int cost = table_.cost(both.cycle);
        // At most three pieces and one more get right.
        if (best.gain > 0 && cost * best.gain >= 4 * best.cost) continue;
        both.gain = gain(look, both.cycle);
        Look after = look;
        turn_round(after, both.cycle);
        Choice second;
        const int least_gain = std::max(1, 1 - both.gain);
        for (const int place : {wrong, y, w}) chain_from(after, place, least_gain, second);
        if (second.gain <= 0) continue;
        both.gain += second.gain;
        both.cost = cost + second.cost;
        if (!both.better_than(best)) continue;
        best = both;
        second_of_best = second;
      }
    }
  }
  if (best.gain <= 0) return false;
  make(best.cycle, look, word);
  make(second_of_best.cycle, look, word);
  return true;
}

void ComponentSolver::solve(const State& position, LetterWord& word,
                            const std::stop_token& stop) const {
  Look look = look_at(position);
  while (one_step(look, word) || two_steps(look, word, stop)) {
    throw_if_stopped(stop, "solving by cycles of three pieces");
  }
  for (int place = 0; place < split_[c_].size(); ++place) {
    if (!right(look, place)) throw std::logic_error("cycles of three pieces do not solve");
  }
}

}  // namespace gyre
