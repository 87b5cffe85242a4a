// Shortest sequences by order: every word of a length, one of each symmetric set as far as prefixes
// show it, and the least common multiple over its cycles. What is told is looked at in full.
#include <gyre/general/find.h>

#include "general/find/context.h"

#include <gyre/base/bigint.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/sequence.h>
#include "puzzle/definition/modify.h"
#include "puzzle/group/exact_order.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <numeric>
#include <set>
#include <unordered_set>
#include <utility>

namespace gyre {
namespace {

// Greater orders are computed with all their digits.
constexpr std::uint64_t kGreatestQuickOrder = std::uint64_t{1} << 62U;

PuzzleDefinition all_apart(const PuzzleDefinition& definition) {
  DefinitionChanges changes;
  changes.distinguish_all = true;
  return change_definition(definition, changes);
}

// What FindContext needs: a goal that every sequence meets.
FindOptions context_options(const PuzzleDefinition& definition, const OrderOptions& options) {
  FindOptions wish;
  wish.pieces = definition.orbits().total_pieces();
  wish.seconds = options.seconds;
  wish.symmetry = options.symmetry;
  wish.memory_bytes = options.memory_bytes;
  wish.threads = options.threads;
  wish.progress = options.progress;
  wish.stop = options.stop;
  return wish;
}

// The order of a packed action; kGreatestQuickOrder if it is that or more.
class PackedOrder {
 public:
  explicit PackedOrder(const StateKernel& kernel) : places_(kernel.layout().places()) {
    int most = 0;
    for (const OrbitPlace& place : places_) most = std::max(most, place.pieces);
    seen_.resize(static_cast<std::size_t>(most));
  }

  std::uint64_t operator()(const std::uint8_t* action) {
    std::uint64_t order = 1;
    for (const OrbitPlace& place : places_) {
      const unsigned mask = (1U << static_cast<unsigned>(place.window_bits)) - 1;
      std::fill_n(seen_.begin(), place.pieces, char{0});
      for (int first = 0; first < place.pieces; ++first) {
        if (seen_[first] != 0) continue;
        std::uint64_t length = 0;
        int twist = 0;
        for (int slot = first; seen_[slot] == 0;) {
          seen_[slot] = 1;
          ++length;
          const unsigned byte = action[place.offset + slot];
          twist += place.companion >= 0 ? action[place.companion + slot]
                                        : static_cast<int>(byte >> unsigned(place.window_bits));
          slot = static_cast<int>(byte & mask) - (place.offset - place.window);
        }
        const int turns = place.orientations / std::gcd(place.orientations, twist);
        const std::uint64_t cycle = length * static_cast<std::uint64_t>(turns);
        const std::uint64_t more = cycle / std::gcd(order, cycle);
        if (more >= kGreatestQuickOrder / order) return kGreatestQuickOrder;
        order *= more;
      }
    }
    return order;
  }

 private:
  const std::vector<OrbitPlace>& places_;
  std::vector<char> seen_;
};

class OrderFinder {
 public:
  OrderFinder(const PuzzleDefinition& definition, const MoveSet& moves, const OrderOptions& options)
      : definition_(definition),
        apart_(all_apart(definition)),
        options_(options),
        context_options_(context_options(apart_, options)),
        context_(apart_, moves, context_options_),
        identity_(static_cast<std::size_t>(context_.kernel.bytes())) {
    context_.kernel.pack(identity_state(apart_.orbits()), identity_.data());
    for (int g = 0; g < context_.group.size(); ++g) all_symmetries_.push_back(g);
    for (const Move& move : context_.words.letters().moves()) {
      tokens_.push_back(expand(parse_alg(move.name, &definition.names())).at(0));
    }
  }

  FindResult run() {
    FindResult result;
    result.symmetries = 2 * context_.group.size();
    const int longest = options_.max_length.value_or(kMostFindLength);
    for (int length = 1; length <= longest && !is_enough(); ++length) {
      std::vector<Hits> hits = search(length);
      if (context_.stop.stopped()) break;
      tell(std::move(hits), length);
      if (!is_enough()) result.complete_length = length;
    }
    result.found = told_;
    result.end = is_enough() ? FindResult::End::found : context_.end();
    return result;
  }

 private:
  using Hits = std::vector<std::pair<BigInt, Word>>;  // of one task, as they were met

  [[nodiscard]] bool is_enough() const { return options_.number && told_ >= *options_.number; }

  std::vector<Hits> search(int length) {
    const std::vector<FindTask> tasks = find_tasks(context_, length, all_symmetries_);
    std::vector<Hits> hits(tasks.size());
    std::atomic<std::uint64_t> done = 0;
    std::mutex telling;
    const std::string what = "length " + std::to_string(length);
    parallel_for(tasks.size(), options_.threads, [&](std::size_t i) {
      if (context_.stop.look()) return;
      walk(tasks[i], length, hits[i]);
      const std::uint64_t now = ++done;
      if (!options_.progress) return;
      const std::lock_guard lock(telling);
      options_.progress({what, now, tasks.size()});
    });
    return hits;
  }

  void walk(const FindTask& task, int length, Hits& hits) {
    PackedOrder order_of(context_.kernel);
    std::set<BigInt> met;
    std::unordered_set<std::uint64_t> quick;  // met already
    const auto enter = [](const std::uint8_t*, const Word&, int) { return true; };
    const auto visit = [&](const std::uint8_t* state, const Word& word, int, int) {
      const std::uint64_t order = order_of(state);
      const bool is_quick = order < kGreatestQuickOrder;
      if (options_.order) {
        if (order != *options_.order || !is_quick) return;
        if (options_.number && hits.size() >= *options_.number) return;
        if (is_first_of_kind(word) && is_legal(word)) hits.emplace_back(order, word);
        return;
      }
      if (is_quick && (known_quick_.count(order) != 0 || quick.count(order) != 0)) return;
      const BigInt exact = is_quick
                               ? BigInt(order)
                               : exact_order(apart_.orbits(), context_.kernel.unpack_move(state));
      if (known_.count(exact) != 0 || met.count(exact) != 0 || !is_legal(word)) return;
      met.insert(exact);
      if (is_quick) quick.insert(order);
      hits.emplace_back(exact, word);
    };
    FindWalk(context_).run(task, identity_.data(), length, length, enter, visit);
  }

  // Nothing that counts as the same comes before it or is shorter.
  [[nodiscard]] bool is_first_of_kind(const Word& word) const {
    const FindWords& words = context_.words;
    const int cost = words.cost(word);
    Word shifted = word;
    for (std::size_t i = 0; i < word.size(); ++i) {
      std::rotate(shifted.begin(), shifted.begin() + 1, shifted.end());
      Word normal = shifted;
      words.normalise(normal);
      if (words.cost(normal) < cost) return false;
      const Word back = words.inverse(normal);
      for (const int g : all_symmetries_) {
        if (words.image(normal, context_.group, g) < word) return false;
        if (words.image(back, context_.group, g) < word) return false;
      }
    }
    return true;
  }

  [[nodiscard]] Alg alg_of(const Word& word) const {
    std::vector<MoveToken> tokens;
    for (const std::uint16_t letter : word) tokens.push_back(tokens_[letter]);
    return from_moves(tokens);
  }

  [[nodiscard]] bool is_legal(const Word& word) const {
    if (definition_.illegal().empty()) return true;
    try {
      (void)apply(definition_, alg_of(word));
    } catch (const Error&) {
      return false;
    }
    return true;
  }

  void tell(std::vector<Hits> hits, int length) {
    if (options_.order) {
      for (const Hits& some : hits) {
        for (const auto& [order, word] : some) tell_one(order, word, length);
      }
      return;
    }
    std::map<BigInt, Word> first;
    for (Hits& some : hits) {
      for (auto& [order, word] : some) first.try_emplace(order, std::move(word));
    }
    for (const auto& [order, word] : first) {
      known_.insert(order);
      if (order < kGreatestQuickOrder) known_quick_.insert(order.convert_to<std::uint64_t>());
      tell_one(order, word, length);
    }
  }

  void tell_one(const BigInt& order, const Word& word, int length) {
    if (is_enough()) return;
    ++told_;
    if (options_.found) options_.found({alg_of(word), length, order.str()});
  }

  const PuzzleDefinition& definition_;
  const PuzzleDefinition apart_;
  const OrderOptions& options_;
  const FindOptions context_options_;
  FindContext context_;
  PackedBytes identity_;
  std::vector<int> all_symmetries_;
  std::vector<MoveToken> tokens_;  // by letter
  std::set<BigInt> known_;
  std::set<std::uint64_t> known_quick_;
  std::uint64_t told_ = 0;
};

}  // namespace

FindResult find_orders(const PuzzleDefinition& definition, const MoveSet& moves,
                       const OrderOptions& options) {
  return OrderFinder(definition, moves, options).run();
}

}  // namespace gyre
