#include "general/find/plain.h"

#include "base/stop.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>

namespace gyre {
namespace {

// Measured, and rough: they only choose the way.
constexpr double kDirectNanoseconds = 5;
constexpr double kStoreNanoseconds = 30;
constexpr double kLookUpNanoseconds = 40;
constexpr double kCandidateNanoseconds = 30;

// Of the slots that the mask chooses.
std::uint64_t masked_hash(const std::uint8_t* state, const std::uint8_t* mask,
                          std::size_t bytes) noexcept {
  std::uint64_t hash = 0x9E3779B97F4A7C15U;
  for (std::size_t i = 0; i < bytes; i += 8) {
    std::uint64_t word = 0;
    std::uint64_t bits = 0;
    std::memcpy(&word, state + i, 8);
    std::memcpy(&bits, mask + i, 8);
    hash = (hash ^ (word & bits)) * 0xD6E8FEB86659FD93U;
    hash ^= hash >> 32U;
  }
  return hash * 0x9FB21C651E98DF25U;
}

}  // namespace

// Words under the hash of their slots, bucket after bucket.
struct PlainFind::Table {
  struct Entry {
    std::uint64_t hash = 0;
    std::uint64_t code = 0;  // letters, one more than their number, the first lowest
  };
  unsigned shift = 63;
  std::unique_ptr<std::atomic<std::uint32_t>[]> starts;  // of each bucket, and the end
  std::vector<Entry> entries;

  [[nodiscard]] std::size_t bucket(std::uint64_t hash) const noexcept { return hash >> shift; }
  static constexpr double kBytesOfEntry = sizeof(Entry) + 2 * sizeof(std::uint32_t);
};

PlainFind::PlainFind(FindContext& context, FindCollector& collector)
    : context_(context), collector_(collector) {
  const MoveSet& letters = context.words.letters();
  const State identity = identity_state(context.definition.orbits());
  for (const Move& move : letters.moves()) {
    most_moved_ = std::max(most_moved_,
                           pieces_out_of_place(context.definition.orbits(), identity, move.action));
  }
  letter_bits_ = static_cast<unsigned>(std::bit_width(static_cast<unsigned>(letters.size())));
  if (context.definition.invertible() && context.definition.illegal().empty()) make_parts();
}

void PlainFind::make_parts() {
  const FindGoal& goal = context_.goal;
  const OrbitList& orbits = context_.definition.orbits();
  const bool exact = goal.least_wrong() == 0;
  const int most_wrong = goal.most_wrong();
  const int free = exact ? 0 : goal.may_differ_count();
  // With as many parts as slots that may differ, or more, only the others are sure to agree.
  const int part_count = exact || most_wrong >= free ? 1 : most_wrong + 1;
  for (int part = 0; part < part_count; ++part) {
    std::vector<bool> slots(goal.may_differ().size(), false);
    int seen = 0;
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
      if (exact || !goal.may_differ()[slot]) {
        slots[slot] = true;
        continue;
      }
      if (part_count > 1) slots[slot] = seen * part_count / free == part;
      ++seen;
    }
    double ways = 1;
    std::size_t slot = 0;
    for (int k = 0; k < orbits.size(); ++k) {
      int left = orbits[k].pieces;
      for (int i = 0; i < orbits[k].pieces; ++i, ++slot) {
        if (slots[slot]) ways *= static_cast<double>(left--) * orbits[k].orientations;
      }
    }
    parts_.push_back(goal.byte_mask(slots));
    part_ways_.push_back(ways);
  }
}

double PlainFind::direct_nanoseconds(int length) const {
  return context_.words.count(length) / static_cast<double>(context_.goal_symmetries.size()) *
         static_cast<double>(context_.goal.targets().size()) * kDirectNanoseconds;
}

PlainFind::Plan PlainFind::plan_by_halves(int length) const {
  Plan best{-1, std::numeric_limits<double>::infinity()};
  const FindWords& words = context_.words;
  const auto targets = static_cast<double>(context_.goal.targets().size());
  for (int stored = 0; stored < length; ++stored) {
    if (static_cast<unsigned>(stored) * letter_bits_ > 64 || parts_.empty()) break;
    double entries = 0;
    for (int cost = stored - words.most_cost() + 1; cost <= stored; ++cost) {
      entries += words.count(cost);
    }
    const double bytes = entries * Table::kBytesOfEntry;
    if (bytes > static_cast<double>(context_.options.memory_bytes) / 2 ||
        entries > std::numeric_limits<std::uint32_t>::max()) {
      break;
    }
    double walked = 0;
    for (int cost = length - stored; cost < length - stored + words.most_cost(); ++cost) {
      walked += words.count(cost);
    }
    walked *= targets / static_cast<double>(context_.goal_symmetries.size());
    double sum = 0;
    for (const double ways : part_ways_) {
      sum += 2 * entries * kStoreNanoseconds +
             walked * (kLookUpNanoseconds + kCandidateNanoseconds * entries / ways);
    }
    if (sum < best.nanoseconds) best = {stored, sum};
  }
  return best;
}

PlainFind::Plan PlainFind::plan(int length) const {
  const Plan halves = plan_by_halves(length);
  const double direct = direct_nanoseconds(length);
  return halves.nanoseconds < direct ? halves : Plan{-1, direct};
}

double PlainFind::nanoseconds(int length) const {
  return plan(length).nanoseconds;
}

void PlainFind::run(int length) {
  const Plan chosen = plan(length);
  if (chosen.stored_cost < 0) {
    run_directly(length);
  } else {
    run_by_halves(length, chosen.stored_cost);
  }
}

void PlainFind::run_directly(int length) {
  const FindGoal& goal = context_.goal;
  const StateKernel& kernel = context_.kernel;
  const std::vector<FindTask> tasks = find_tasks(context_, length, context_.goal_symmetries);
  const bool rules = !context_.definition.illegal().empty();
  std::atomic<std::uint64_t> done = 0;
  const std::string what = "length " + std::to_string(length);
  std::mutex telling;
  parallel_for(tasks.size(), context_.options.threads, [&](std::size_t i) {
    if (context_.stop.look()) return;
    FindWalk walk(context_);
    const auto enter = [&](const std::uint8_t* state, const Word& word, int cost) {
      // Between two turns that do not commute the position must keep the rules.
      if (rules && word.size() > 1 && !context_.words.commute(word.end()[-2], word.back())) {
        PackedBytes between(static_cast<std::size_t>(kernel.bytes()));
        kernel.compose(state, context_.words.inverse_action(word.back()), between.data());
        if (!context_.definition.legal(kernel.unpack_position(between.data()))) return false;
      }
      // The turns that are left change at most so many slots.
      const int left = length - cost;
      const int reach = goal.most_wrong() + left * most_moved_;
      return std::any_of(goal.targets().begin(), goal.targets().end(),
                         [&](const FindGoal::Target& target) {
                           return kernel.differences(state, target.position.data()) <= reach;
                         });
    };
    const auto visit = [&](const std::uint8_t* state, const Word& word, int /*cost*/,
                           int /*after*/) {
      if (goal.match(state) != nullptr) collector_.offer(word, {});
    };
    walk.run(tasks[i], kernel.solved(), length, length, enter, visit);
    const std::uint64_t now = ++done;
    if (!context_.options.progress) return;
    const std::lock_guard lock(telling);
    context_.options.progress({what, now, tasks.size()});
  });
}

PlainFind::Table PlainFind::make_table(const PackedBytes& mask, int least, int most) {
  const StateKernel& kernel = context_.kernel;
  const auto bytes = static_cast<std::size_t>(kernel.bytes());
  PackedBytes identity(bytes);
  context_.words.element({}, identity.data());
  const std::vector<FindTask> tasks = find_tasks(context_, least, {});
  const auto walk_all = [&](const auto& visit) {
    parallel_for(tasks.size(), context_.options.threads, [&](std::size_t i) {
      FindWalk walk(context_);
      walk.run(
          tasks[i], identity.data(), least, most,
          [](const std::uint8_t*, const Word&, int) { return true; },
          [&](const std::uint8_t* state, const Word& word, int /*cost*/, int /*after*/) {
            visit(masked_hash(state, mask.data(), bytes), word);
          });
    });
  };
  double expected = 1;
  for (int cost = least; cost <= most; ++cost) expected += context_.words.count(cost);
  const unsigned bits = std::clamp(
      static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(expected))), 1U, 31U);
  Table table;
  table.shift = 64 - bits;
  const std::size_t buckets = std::size_t{1} << bits;
  table.starts = std::make_unique<std::atomic<std::uint32_t>[]>(buckets + 1);
  walk_all([&](std::uint64_t hash, const Word& /*word*/) {
    table.starts[table.bucket(hash)].fetch_add(1, std::memory_order_relaxed);
  });
  // Each start is first the end of its bucket; filling moves it down.
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i <= buckets; ++i) {
    sum += table.starts[i].load(std::memory_order_relaxed);
    table.starts[i].store(sum, std::memory_order_relaxed);
  }
  table.entries.resize(sum);
  walk_all([&](std::uint64_t hash, const Word& word) {
    std::uint64_t code = 0;
    for (std::size_t i = word.size(); i-- > 0;) code = code << letter_bits_ | (word[i] + 1U);
    // A halt may let one pass see more than the other.
    const std::uint32_t end =
        table.starts[table.bucket(hash)].fetch_sub(1, std::memory_order_relaxed);
    if (end != 0 && end <= sum) table.entries[end - 1] = {hash, code};
  });
  return table;
}

// One task of words A, walked with x = A^-1 target, which grows from the left by inverse turns;
// where A is long enough, what is stored under the hash of x is joined to it.
class PlainFind::HalfWalk {
 public:
  // walked: the least that a word A costs. All is kept as references.
  HalfWalk(PlainFind& find, const Table& table, const PackedBytes& mask, int length, int walked)
      : find_(find),
        context_(find.context_),
        table_(table),
        mask_(mask),
        length_(length),
        walked_(walked),
        bytes_(static_cast<std::size_t>(find.context_.kernel.bytes())),
        other_(bytes_),
        stop_(find.context_.stop) {}

  void run(const FindGoal::Target& target, const FindTask& task) {
    PackedBytes state = target.element;
    PackedBytes next(bytes_);
    for (const std::uint16_t letter : task.word) {
      context_.kernel.compose_moves(context_.words.inverse_action(letter), state.data(),
                                    next.data());
      state.swap(next);
    }
    word_ = task.word;
    descend(0, state.data(), task.state, task.cost);
  }

 private:
  void descend(std::size_t depth, const std::uint8_t* state, int at, int cost) {
    if (stop_.stopped()) return;
    const FindWords& words = context_.words;
    const FindWords::Follow& follow = words.follow(at);
    const std::size_t count = follow.letters.size();
    if (depth == levels_.size()) {
      levels_.emplace_back(context_.kernel.bytes(),
                           static_cast<std::size_t>(words.letters().size()));
      hashes_.emplace_back(static_cast<std::size_t>(words.letters().size()));
    }
    std::uint8_t* children = levels_[depth][0];
    std::uint64_t* keys = hashes_[depth].data();
    // All buckets are asked for before the first is read.
    for (std::size_t i = 0; i < count; ++i) {
      std::uint8_t* child = children + i * bytes_;
      context_.kernel.compose_moves(words.inverse_action(follow.letters[i]), state, child);
      if (cost + words.cost(follow.letters[i]) < walked_) continue;
      keys[i] = masked_hash(child, mask_.data(), bytes_);
      __builtin_prefetch(&table_.starts[table_.bucket(keys[i])]);
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (cost + words.cost(follow.letters[i]) < walked_) continue;
      const std::uint32_t start = table_.starts[table_.bucket(keys[i])];
      if (start < table_.entries.size()) __builtin_prefetch(&table_.entries[start]);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const int now = cost + words.cost(follow.letters[i]);
      const std::uint8_t* child = children + i * bytes_;
      word_.push_back(follow.letters[i]);
      if (now < walked_) {
        descend(depth + 1, child, static_cast<int>(follow.states[i]), now);
      } else if (now <= length_) {
        probe(child, keys[i], static_cast<int>(follow.states[i]), now);
      }
      word_.pop_back();
    }
  }

  void probe(const std::uint8_t* state, std::uint64_t hash, int at, int cost) {
    const std::size_t bucket = table_.bucket(hash);
    const std::uint32_t end = table_.starts[bucket + 1];
    for (std::uint32_t i = table_.starts[bucket]; i < end; ++i) {
      if (table_.entries[i].hash == hash) join(state, table_.entries[i].code, at, cost);
    }
  }

  // Whether an earlier part agrees too.
  [[nodiscard]] bool found_before(const std::uint8_t* state) const {
    for (const PackedBytes& earlier : find_.parts_) {
      if (&earlier == &mask_) return false;
      bool agrees = true;
      for (std::size_t i = 0; i < bytes_ && agrees; ++i) {
        agrees = ((state[i] ^ other_[i]) & earlier[i]) == 0;
      }
      if (agrees) return true;
    }
    return false;
  }

  // Whether the stored half fits: in length, as a normal word, and in all slots.
  void join(const std::uint8_t* state, std::uint64_t code, int at, int cost) {
    const std::uint64_t letter_mask = (std::uint64_t{1} << find_.letter_bits_) - 1;
    const std::size_t walked_letters = word_.size();
    for (; code != 0; code >>= find_.letter_bits_) {
      const int letter = static_cast<int>(code & letter_mask) - 1;
      at = context_.words.next(at, letter);
      if (at < 0) break;
      cost += context_.words.cost(letter);
      word_.push_back(static_cast<std::uint16_t>(letter));
    }
    if (code == 0 && cost == length_) offer(state, walked_letters);
    word_.resize(walked_letters);
  }

  void offer(const std::uint8_t* state, std::size_t walked_letters) {
    const FindWords& words = context_.words;
    std::copy_n(words.action(word_[walked_letters < word_.size() ? walked_letters : 0]), bytes_,
                other_.data());
    if (walked_letters == word_.size()) words.element({}, other_.data());
    for (std::size_t i = walked_letters + 1; i < word_.size(); ++i) {
      context_.kernel.compose_moves(other_.data(), words.action(word_[i]), other_.data());
    }
    const FindGoal& goal = context_.goal;
    if (context_.kernel.differences(state, other_.data()) > goal.most_wrong()) return;
    if (found_before(state)) return;
    // The whole word decides: also slots that must agree, and that something is done.
    PackedBytes position(bytes_);
    words.element(word_, other_.data());
    context_.kernel.compose(context_.kernel.solved(), other_.data(), position.data());
    if (goal.match(position.data()) != nullptr) find_.collector_.offer(word_, {});
  }

  PlainFind& find_;
  FindContext& context_;
  const Table& table_;
  const PackedBytes& mask_;
  int length_;
  int walked_;
  std::size_t bytes_;
  Word word_;
  std::vector<PackedStates> levels_;
  std::vector<std::vector<std::uint64_t>> hashes_;
  PackedBytes other_;
  StopCounter<kFindNodesBetweenLooks> stop_;
};

void PlainFind::run_by_halves(int length) {
  run_by_halves(length, std::max(0, plan_by_halves(length).stored_cost));
}

void PlainFind::run_by_halves(int length, int stored_cost) {
  const int walked = length - stored_cost;
  const int least = std::max(0, stored_cost - context_.words.most_cost() + 1);
  const std::vector<FindTask> tasks = find_tasks(context_, walked, context_.goal_symmetries);
  const std::uint64_t total = tasks.size() * context_.goal.targets().size() * parts_.size();
  std::atomic<std::uint64_t> done = 0;
  const std::string what = "length " + std::to_string(length);
  std::mutex telling;
  for (const PackedBytes& mask : parts_) {
    if (context_.stop.look()) return;
    const Table table = make_table(mask, least, stored_cost);
    if (context_.stop.stopped()) return;
    for (const FindGoal::Target& target : context_.goal.targets()) {
      parallel_for(tasks.size(), context_.options.threads, [&](std::size_t i) {
        if (context_.stop.look()) return;
        HalfWalk(*this, table, mask, length, walked).run(target, tasks[i]);
        const std::uint64_t now = ++done;
        if (!context_.options.progress) return;
        const std::lock_guard lock(telling);
        context_.options.progress({what, now, total});
      });
    }
  }
}

}  // namespace gyre
