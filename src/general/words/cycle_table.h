// A word for every cycle of three pieces of one component: conjugates of the seeds by letters,
// those that cost the fewest moves first.
#pragma once

#include "general/words/letter_actions.h"
#include "general/words/three_cycles.h"

#include <array>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace gyre {

class CycleTable {
 public:
  // c: a full component; its seeds, at least one. Keeps a reference to the actions. Throws Error
  // if it is stopped.
  CycleTable(const LetterActions& actions, int c, int size, std::vector<CycleSeed> seeds,
             const std::stop_token& stop = {});

  // The length of the word in moves. cycle: twists that add up to 0, each from 0 on.
  [[nodiscard]] int cost(const PieceCycle& cycle) const noexcept {
    return cost_[index_of(least_first(cycle))];
  }
  [[nodiscard]] LetterWord word(const PieceCycle& cycle) const;

  // How many entries the table of such a component has, and how many cycles there are: twice those
  // of three places, with twists.
  [[nodiscard]] static std::uint64_t count(int size, int orientations) noexcept;
  [[nodiscard]] static std::uint64_t different(int size, int orientations) noexcept;

 private:
  static constexpr std::uint16_t kUnknown = 0xFFFF;
  // A letter's action on the component.
  struct Step {
    std::uint16_t letter = 0;
    std::vector<std::uint8_t> to;
    std::vector<std::uint8_t> twist;
  };

  [[nodiscard]] static PieceCycle least_first(const PieceCycle& cycle) noexcept;
  [[nodiscard]] std::size_t index_of(const PieceCycle& cycle) const noexcept {
    const std::size_t above = static_cast<std::size_t>(size_ - 1 - cycle.a);
    const std::size_t places = start_[cycle.a] +
                               static_cast<std::size_t>(cycle.b - cycle.a - 1) * above +
                               static_cast<std::size_t>(cycle.c - cycle.a - 1);
    return (places * orientations_ + cycle.to_b) * orientations_ + cycle.to_c;
  }
  using Key = std::array<std::uint8_t, 5>;  // a, b, c, to_b, to_c
  [[nodiscard]] PieceCycle cycle_of(const Key& key) const noexcept;
  // more: what every step adds.
  [[nodiscard]] bool pull(const PieceCycle& cycle, int cost, int more);
  void pull_all(int cost, int more, std::vector<Key>& reached, std::uint64_t& unknown);
  // S^-1 cycle S, its least place first.
  [[nodiscard]] PieceCycle conjugate(const PieceCycle& cycle, const Step& step) const noexcept;
  void find_steps(const LetterActions& actions, int c);
  void complete_seeds();
  void fill(const std::stop_token& stop);

  const std::vector<Letter>& letters_;
  int size_;
  int orientations_;
  std::vector<CycleSeed> seeds_;
  std::vector<Step> steps_;
  std::vector<std::uint16_t> inverse_;  // by step
  std::vector<std::size_t> start_;      // by least place
  std::vector<std::uint16_t> cost_;
  std::vector<std::uint16_t> last_;  // the step that it is a conjugate by, or past them a seed
};

}  // namespace gyre
