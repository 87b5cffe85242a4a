#include "general/find/products.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gyre {
namespace {

constexpr double kPairNanoseconds = 10;
// Pairs that are composed in one batch.
constexpr std::size_t kBatch = 256;
// After so many batches somebody looks at the clock.
constexpr std::size_t kBatchesToCheck = 64;
// Words up to this long are compared with all their images: longer ones have seldom any symmetry.
constexpr std::size_t kLeastLetters = 4;

}  // namespace

ProductFind::Words ProductFind::all_words(int cost) const {
  Words all(context_.kernel.bytes());
  FindContext& context = context_;
  FindWalk walk(context);
  PackedBytes identity(static_cast<std::size_t>(context.kernel.bytes()));
  context.words.element({}, identity.data());
  walk.run(
      FindTask{}, identity.data(), cost, cost,
      [](const std::uint8_t*, const Word&, int) { return true; },
      [&](const std::uint8_t*, const Word& word, int, int) { all.words.push_back(word); });
  all.elements.resize(all.words.size());
  for (std::size_t i = 0; i < all.words.size(); ++i) {
    context.words.element(all.words[i], all.elements[i]);
  }
  return all;
}

bool ProductFind::fits(int second) const {
  const double bytes = context_.words.count(second) *
                       (static_cast<double>(context_.kernel.bytes()) + sizeof(Word) + 32);
  return bytes < static_cast<double>(context_.options.memory_bytes) / 4;
}

double ProductFind::repeat_nanoseconds(int base, int times) const {
  return context_.words.count(base) / static_cast<double>(context_.goal_symmetries.size()) *
         kPairNanoseconds * times / 2;
}

double ProductFind::pair_nanoseconds(int first, int second) const {
  return context_.words.count(first) / static_cast<double>(context_.goal_symmetries.size()) *
         context_.words.count(second) * kPairNanoseconds;
}

template <class Body>
void ProductFind::for_each_least(int cost, const std::string& what, const Body& body) {
  const std::vector<FindTask> tasks = find_tasks(context_, cost, context_.goal_symmetries);
  PackedBytes identity(static_cast<std::size_t>(context_.kernel.bytes()));
  context_.words.element({}, identity.data());
  std::atomic<std::uint64_t> done = 0;
  std::mutex telling;
  parallel_for(tasks.size(), context_.options.threads, [&](std::size_t i) {
    if (context_.stop.look()) return;
    FindWalk walk(context_);
    walk.run(
        tasks[i], identity.data(), cost, cost,
        [](const std::uint8_t*, const Word&, int) { return true; },
        [&](const std::uint8_t* element, const Word& word, int, int) {
          if (word.size() <= kLeastLetters &&
              !context_.words.is_least(word, context_.group, context_.goal_symmetries)) {
            return;
          }
          body(word, element);
        });
    const std::uint64_t now = ++done;
    if (!context_.options.progress) return;
    const std::lock_guard lock(telling);
    context_.options.progress({what, now, tasks.size()});
  });
}

void ProductFind::repeat(int base, int times) {
  const StateKernel& kernel = context_.kernel;
  const auto bytes = static_cast<std::size_t>(kernel.bytes());
  for_each_least(base, fmt::format("sequences of {}, {} times", base, times),
                 [&](const Word& word, const std::uint8_t* element) {
                   const std::vector<const std::uint8_t*> turns(static_cast<std::size_t>(times),
                                                                element);
                   PackedBytes position(bytes);
                   kernel.replay(kernel.solved(), turns.data(), turns.size(), position.data());
                   if (context_.goal.match(position.data()) == nullptr) return;
                   Word whole;
                   for (int i = 0; i < times; ++i) {
                     whole.insert(whole.end(), word.begin(), word.end());
                   }
                   collector_.offer(std::move(whole), {FindMethod::repeat, word, {}, times});
                 });
}

// A B and B A differ in as many slots as [A, B] = A B (B A)^-1 moves: two products and a
// comparison decide about most pairs.
void ProductFind::commutators(int first, int second) {
  const StateKernel& kernel = context_.kernel;
  const FindGoal& goal = context_.goal;
  const auto bytes = static_cast<std::size_t>(kernel.bytes());
  const Words others = all_words(second);
  std::vector<int> moved;  // by each target
  for (const FindGoal::Target& target : goal.targets()) {
    moved.push_back(kernel.pieces_out_of_place(target.position.data()));
  }
  // A product within `most_wrong` slots of a target moves about as many pieces as that.
  const auto possible = [&](int slots) {
    return slots > 0 && std::any_of(moved.begin(), moved.end(), [&](int count) {
             return slots >= count - goal.most_wrong() && slots <= count + goal.most_wrong();
           });
  };
  std::vector<bool> is_possible(static_cast<std::size_t>(kernel.orbits().total_pieces()) + 1);
  for (std::size_t i = 0; i < is_possible.size(); ++i)
    is_possible[i] = possible(static_cast<int>(i));

  for_each_least(
      first, fmt::format("commutators of {} and {}", first, second),
      [&](const Word& word, const std::uint8_t* element) {
        PackedStates same(kernel.bytes(), kBatch);
        PackedStates there(kernel.bytes(), kBatch);
        PackedStates back(kernel.bytes(), kBatch);
        for (std::size_t i = 0; i < kBatch; ++i) std::copy_n(element, bytes, same[i]);
        PackedBytes inverse(bytes);
        PackedBytes product(bytes);
        PackedBytes position(bytes);
        for (std::size_t from = 0; from < others.words.size(); from += kBatch) {
          if (from / kBatch % kBatchesToCheck == 0 && context_.stop.look()) return;
          const std::size_t count = std::min(kBatch, others.words.size() - from);
          kernel.compose_many(element, others.elements[from], count, there[0]);
          kernel.compose_each(others.elements[from], same[0], count, back[0]);
          for (std::size_t i = 0; i < count; ++i) {
            if (!is_possible[kernel.differences(there[i], back[i])]) continue;
            const Word& other = others.words[from + i];
            // [A, B], and its inverse [B, A].
            for (const bool swapped : {false, true}) {
              kernel.invert(swapped ? there[i] : back[i], inverse.data());
              kernel.compose_moves(swapped ? back[i] : there[i], inverse.data(), product.data());
              kernel.compose(kernel.solved(), product.data(), position.data());
              if (goal.match(position.data()) == nullptr) continue;
              const Word& a = swapped ? other : word;
              const Word& b = swapped ? word : other;
              Word whole = a;
              whole.insert(whole.end(), b.begin(), b.end());
              for (const Word& part : {context_.words.inverse(a), context_.words.inverse(b)}) {
                whole.insert(whole.end(), part.begin(), part.end());
              }
              collector_.offer(std::move(whole), {FindMethod::commutator, a, b, 1});
              break;
            }
          }
        }
      });
}

void ProductFind::conjugates(int first, int second) {
  const StateKernel& kernel = context_.kernel;
  const FindGoal& goal = context_.goal;
  const auto bytes = static_cast<std::size_t>(kernel.bytes());
  const Words others = all_words(first);
  PackedStates inverses(kernel.bytes(), others.words.size());
  for (std::size_t i = 0; i < others.words.size(); ++i) {
    kernel.invert(others.elements[i], inverses[i]);
  }
  int least_moved = kernel.orbits().total_pieces();
  int most_moved = 0;
  for (const FindGoal::Target& target : goal.targets()) {
    const int moved = kernel.pieces_out_of_place(target.position.data());
    least_moved = std::min(least_moved, moved - goal.most_wrong());
    most_moved = std::max(most_moved, moved + goal.most_wrong());
  }
  for_each_least(
      second, fmt::format("conjugates of {} by {}", second, first),
      [&](const Word& word, const std::uint8_t* element) {
        PackedBytes product(bytes);
        PackedBytes position(bytes);
        // A conjugate moves as many pieces.
        kernel.compose(kernel.solved(), element, position.data());
        const int moved = kernel.pieces_out_of_place(position.data());
        if (moved < least_moved || moved > most_moved) return;
        for (std::size_t i = 0; i < others.words.size(); ++i) {
          if (i % (kBatch * kBatchesToCheck) == 0 && context_.stop.look()) return;
          kernel.compose_moves(others.elements[i], element, product.data());
          kernel.compose_moves(product.data(), inverses[i], product.data());
          kernel.compose(kernel.solved(), product.data(), position.data());
          if (goal.match(position.data()) == nullptr) continue;
          Word whole = others.words[i];
          const Word back = context_.words.inverse(whole);
          whole.insert(whole.end(), word.begin(), word.end());
          whole.insert(whole.end(), back.begin(), back.end());
          collector_.offer(std::move(whole), {FindMethod::conjugate, others.words[i], word, 1});
        }
      });
}

}  // namespace gyre
