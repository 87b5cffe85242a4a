// What all methods of finding share: the puzzle in packed form, the goal, its symmetries, and when
// to stop.
#pragma once

#include "general/find/goal.h"
#include "general/find/words.h"

#include <gyre/general/find.h>
#include "base/stop.h"
#include "base/threads.h"

#include <algorithm>
#include <atomic>

namespace gyre {

constexpr unsigned kFindNodesBetweenLooks = 1'024;

struct FindContext {
  FindContext(const PuzzleDefinition& puzzle, const MoveSet& moves, const FindOptions& wishes)
      : definition(puzzle),
        options(wishes),
        kernel(puzzle),
        words(puzzle, moves, kernel),
        group(puzzle, words.letters(), symmetry_options(wishes.symmetry, wishes.stop)),
        goal(puzzle, kernel, words, wishes),
        stop(wishes.stop, wishes.seconds) {
    for (int g = 0; g < group.size(); ++g) {
      if (goal.keeps(group, g)) goal_symmetries.push_back(g);
    }
  }

  const PuzzleDefinition& definition;
  const FindOptions& options;
  StateKernel kernel;
  FindWords words;
  SymmetryGroup group;
  FindGoal goal;
  std::vector<int> goal_symmetries;  // elements of the group that keep the goal
  Stop stop;

  // Ends the search from within: of several reasons the first stays.
  void end(FindResult::End reason) {
    FindResult::End none = FindResult::End::all;
    own_end_.compare_exchange_strong(none, reason);
    stop.stop();
  }
  [[nodiscard]] FindResult::End end() const {
    switch (stop.why()) {
      case Stop::Why::none:
        return FindResult::End::all;
      case Stop::Why::asked:
        return FindResult::End::stopped;
      case Stop::Why::time:
        return FindResult::End::time;
      case Stop::Why::inside:
        break;
    }
    return own_end_;
  }

 private:
  std::atomic<FindResult::End> own_end_ = FindResult::End::all;
};

// A prefix from which a thread goes on.
struct FindTask {
  Word word;
  int state = FindWords::kStart;
  int cost = 0;
};

// Prefixes whose continuations are all words that cost `least` or more; one of each set that is
// symmetric under `symmetries`, where it is known.
[[nodiscard]] inline std::vector<FindTask> find_tasks(const FindContext& context, int least,
                                                      const std::vector<int>& symmetries) {
  constexpr std::size_t kEnough = 1'000;
  constexpr int kMostLetters = 4;
  const FindWords& words = context.words;
  std::vector<FindTask> tasks(1);
  for (int letters = 0; letters < kMostLetters && tasks.size() < kEnough; ++letters) {
    int most = 0;
    for (const FindTask& task : tasks) most = std::max(most, task.cost);
    if (most + words.most_cost() >= least) break;
    std::vector<FindTask> longer;
    for (const FindTask& task : tasks) {
      const FindWords::Follow& follow = words.follow(task.state);
      for (std::size_t i = 0; i < follow.letters.size(); ++i) {
        FindTask next{task.word, static_cast<int>(follow.states[i]),
                      task.cost + words.cost(follow.letters[i])};
        next.word.push_back(follow.letters[i]);
        if (words.is_least(next.word, context.group, symmetries)) longer.push_back(std::move(next));
      }
    }
    tasks = std::move(longer);
  }
  return tasks;
}

// Visits all words that continue a task and cost from `least` to `most`, with the packed state that
// `start` becomes by them: visit(state, word, cost, automaton state). All children of a state are
// made in one batch. Several walks may share a context, one a thread.
class FindWalk {
 public:
  explicit FindWalk(FindContext& context) : context_(context), stop_(context.stop) {}

  // enter(state, cost) may refuse to go on from a state.
  template <class Enter, class Visit>
  void run(const FindTask& task, const std::uint8_t* start, int least, int most, Enter&& enter,
           Visit&& visit) {
    word_ = task.word;
    const auto bytes = static_cast<std::size_t>(context_.kernel.bytes());
    PackedBytes state(start, start + bytes);
    for (const std::uint16_t letter : word_) {
      context_.kernel.compose(state.data(), context_.words.action(letter), state.data());
    }
    if (task.cost >= least && task.cost <= most) visit(state.data(), word_, task.cost, task.state);
    descend(0, state.data(), task.state, task.cost, least, most, enter, visit);
  }

 private:
  template <class Enter, class Visit>
  void descend(std::size_t depth, const std::uint8_t* state, int at, int cost, int least, int most,
               Enter& enter, Visit& visit) {
    if (cost >= most) return;
    if (stop_.stopped()) return;
    const FindWords::Follow& follow = context_.words.follow(at);
    const std::size_t count = follow.letters.size();
    if (depth == levels_.size()) {
      levels_.emplace_back(context_.kernel.bytes(),
                           static_cast<std::size_t>(context_.words.letters().size()));
    }
    // levels_ may move its elements when it grows, but not their bytes.
    std::uint8_t* children = levels_[depth][0];
    const auto bytes = static_cast<std::size_t>(context_.kernel.bytes());
    context_.kernel.compose_many(state, follow.actions[0], count, children);
    for (std::size_t i = 0; i < count; ++i) {
      const int now = cost + context_.words.cost(follow.letters[i]);
      if (now > most) continue;
      const std::uint8_t* child = children + i * bytes;
      word_.push_back(follow.letters[i]);
      const int after = static_cast<int>(follow.states[i]);
      if (now >= least) visit(child, word_, now, after);
      if (now < most && enter(child, word_, now)) {
        descend(depth + 1, child, after, now, least, most, enter, visit);
      }
      word_.pop_back();
    }
  }

  FindContext& context_;
  Word word_;
  std::vector<PackedStates> levels_;
  StopCounter<kFindNodesBetweenLooks> stop_;
};

}  // namespace gyre
