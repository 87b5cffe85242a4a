// Canon depth n. The words that are first for their effect, by length and then by order, are one
// for each effect; a factor of such a word is such a word. So they are found length by length: a
// word w m is a candidate if w is first and w m without its first move is, and it is first unless a
// candidate before it, or a shorter word, has its effect. The states are the first words of up to n
// moves; the words of n + 1 moves only say what each state allows.
//
// Those last words are too many to keep (115 million for the pentultimate and n = 4), and even
// their hashes may be. So hashes are made several times if need be, each time those of one part of
// the range, sorted in buckets, and equal ones are confirmed by comparing effects.
#include "puzzle/canonical/word_hash.h"

#include <gyre/base/error.h>
#include "base/stop.h"
#include "base/threads.h"
#include "puzzle/canonical/canonical.h"
#include "puzzle/canonical/making.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <numeric>

namespace gyre {
namespace {

// All first words found so far, in order, the empty word first.
struct Words {
  std::vector<std::uint32_t> parent;
  std::vector<std::uint32_t> last;    // move
  std::vector<std::uint32_t> suffix;  // the word without its first move; the empty word: itself
  std::vector<std::uint32_t> first_child;
  std::vector<std::uint64_t> allowed;   // masks: which moves make a first word of this one
  std::vector<std::uint32_t> level{0};  // where the words of each length start, and the end

  [[nodiscard]] std::uint32_t size() const noexcept {
    return static_cast<std::uint32_t>(parent.size());
  }
};

template <class Visit>
void for_each_bit(const std::uint64_t* mask, int words, Visit&& visit) {
  for (int word = 0; word < words; ++word) {
    for (std::uint64_t bits = mask[word]; bits != 0; bits &= bits - 1) {
      visit(64 * word + std::countr_zero(bits));
    }
  }
}

std::uint64_t count_bits(const std::vector<std::uint64_t>& masks, std::size_t from) {
  std::uint64_t count = 0;
  for (std::size_t i = from; i < masks.size(); ++i) count += std::popcount(masks[i]);
  return count;
}

// The order of the moves by which words are compared. Any order is right; the branching factor
// depends on it in the third digit. Classes that commute with the very same classes stand together,
// which is better (2x2x2, n = 2: 11.8098, against 11.8307 for U F R D B L) and makes it the same
// wherever a definition lists the opposite face. In a class the last amount comes first, U' U2 U:
// for n = 5 on the 2x2x2 of our library this gives the specification's 6.2356 (from a definition
// that is its mirror image) and not 6.2354.
std::vector<int> letters_of(const MoveSet& moves) {
  const auto classes = static_cast<int>(moves.classes().size());
  const auto kin = [&](int a, int b) {
    if (!moves.commutes(a, b)) return false;
    for (int c = 0; c < classes; ++c) {
      if (moves.commutes(a, c) != moves.commutes(b, c)) return false;
    }
    return true;
  };
  std::vector<int> eldest(classes);  // the first class of the same kin
  for (int c = 0; c < classes; ++c) {
    eldest[c] = c;
    for (int other = 0; eldest[c] == c && other < c; ++other) {
      if (eldest[other] == other && kin(other, c)) eldest[c] = other;
    }
  }
  std::vector<int> letters(moves.size());
  std::iota(letters.begin(), letters.end(), 0);
  std::sort(letters.begin(), letters.end(), [&](int a, int b) {
    const int class_a = moves.moves()[a].move_class;
    const int class_b = moves.moves()[b].move_class;
    if (class_a == class_b) return a > b;
    return std::pair(eldest[class_a], class_a) < std::pair(eldest[class_b], class_b);
  });
  return letters;
}

// Moves are letters here: numbers in the order of letters_of.
class DepthBuilder {
 public:
  DepthBuilder(const OrbitList& orbits, const MoveSet& moves, const std::vector<int>& letters,
               const CanonicalOptions& options)
      : moves_(moves),
        letters_(letters),
        options_(options),
        hash_(orbits, moves),
        mask_words_((moves.size() + 63) / 64),
        workers_(thread_count(options.threads)) {}

  Words build() {
    words_.parent = words_.last = words_.suffix = {0};
    words_.level.push_back(1);
    for (int length = 1; length <= options_.depth + 1; ++length) {
      throw_if_stopped(options_.stop, kMakingAutomaton);
      propose();
      strike_out(length > options_.depth);
      if (length <= options_.depth) add_level(length);
    }
    return std::move(words_);
  }

 private:
  static constexpr std::uint32_t kChunk = 512;
  static constexpr std::size_t kFlush = 32;
  static constexpr std::size_t kPart = 512;
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};

  // A hash and where it came from in one number: high bits of the hash, then the id. Ids are in the
  // order of words: words found before have their index, candidates come after those.
  struct Bucket {
    std::mutex mutex;
    std::vector<std::uint64_t> entries;
  };

  struct Range {
    std::uint64_t first = 0;  // bucket numbers of this pass
    std::uint64_t count = 0;
    std::uint64_t all = 0;  // of all passes
  };

  [[nodiscard]] std::uint32_t top_first() const { return words_.level[words_.level.size() - 2]; }

  // Candidates for the last words found: what their suffix allows.
  void propose() {
    words_.allowed.resize(std::size_t{words_.size()} * mask_words_, 0);
    for (std::uint32_t w = top_first(); w < words_.size(); ++w) {
      std::uint64_t* mask = words_.allowed.data() + std::size_t{w} * mask_words_;
      if (w == 0) {
        for (int m = 0; m < moves_.size(); ++m) {
          mask[m / 64] |= std::uint64_t{1} << (static_cast<unsigned>(m) % 64U);
        }
      } else {
        const std::uint64_t* from =
            words_.allowed.data() + std::size_t{words_.suffix[w]} * mask_words_;
        std::copy(from, from + mask_words_, mask);
      }
    }
  }

  void add_level(int length) {
    const std::uint32_t first = top_first();
    const std::uint32_t end = words_.size();
    const std::uint64_t count = end + count_bits(words_.allowed, std::size_t{first} * mask_words_);
    // Words, masks of the automaton, and one row of targets for each word that can be extended.
    const std::uint64_t bytes = count * (20 + 16 * mask_words_) +
                                (length < options_.depth ? count : end) * 4 * moves_.size();
    if (bytes > options_.memory_bytes || count >= (std::uint64_t{1} << 31U)) {
      throw Error(fmt::format(
          "canon depth {} has {} states for words of up to {} moves alone, which need {} MiB of "
          "{} MiB; choose a smaller depth or give more memory",
          options_.depth, count, length, bytes >> 20U, options_.memory_bytes >> 20U));
    }
    words_.first_child.resize(end, 0);
    words_.parent.reserve(count);
    words_.last.reserve(count);
    words_.suffix.reserve(count);
    for (std::uint32_t w = first; w < end; ++w) {
      words_.first_child[w] = words_.size();
      for_each_bit(words_.allowed.data() + std::size_t{w} * mask_words_, mask_words_, [&](int m) {
        const std::uint32_t suffix = w == 0 ? 0 : child(words_.suffix[w], m);
        words_.parent.push_back(w);
        words_.last.push_back(static_cast<std::uint32_t>(m));
        words_.suffix.push_back(suffix);
      });
    }
    words_.level.push_back(words_.size());
  }

  [[nodiscard]] std::uint32_t child(std::uint32_t w, int m) const {
    const std::uint64_t* mask = words_.allowed.data() + std::size_t{w} * mask_words_;
    std::uint32_t rank = 0;
    for (int word = 0; word < m / 64; ++word) rank += std::popcount(mask[word]);
    const std::uint64_t below = (std::uint64_t{1} << (static_cast<unsigned>(m) % 64U)) - 1;
    return words_.first_child[w] + rank + std::popcount(mask[m / 64] & below);
  }

  // Room for working out effects, one for each thread.
  struct Scratch {
    std::vector<std::uint32_t> letters;
    Effect spare;
  };

  void effect_of(std::uint32_t w, Effect& effect, Scratch& scratch) const {
    scratch.letters.clear();
    for (; w != 0; w = words_.parent[w]) scratch.letters.push_back(words_.last[w]);
    effect = hash_.identity();
    for (auto letter = scratch.letters.rbegin(); letter != scratch.letters.rend(); ++letter) {
      extend(effect, *letter, scratch);
    }
  }

  void extend(Effect& effect, std::uint64_t letter, Scratch& scratch) const {
    hash_.apply(letters_[letter], effect, scratch.spare);
    std::swap(effect, scratch.spare);
  }

  void effect_of_id(std::uint64_t id, Effect& effect, Scratch& scratch) const {
    if (id < words_.size()) {
      effect_of(static_cast<std::uint32_t>(id), effect, scratch);
      return;
    }
    id -= words_.size();
    effect_of(static_cast<std::uint32_t>(top_first() + id / moves_.size()), effect, scratch);
    extend(effect, id % moves_.size(), scratch);
  }

  // Strikes from the masks of the last words the moves that do not make a first word.
  void strike_out(bool last) {
    const std::uint32_t first = top_first();
    const std::uint32_t shorter =
        words_.level.size() > 2 ? words_.level[words_.level.size() - 3] : 0;
    const std::uint64_t entries =
        count_bits(words_.allowed, std::size_t{first} * mask_words_) + words_.size() - shorter;
    id_bits_ = std::bit_width(words_.size() + std::uint64_t{words_.size() - first} * moves_.size());
    const std::uint64_t budget =
        std::max(options_.memory_bytes / 4,
                 options_.memory_bytes -
                     std::min<std::uint64_t>(options_.memory_bytes,
                                             words_.size() * (20ULL + 16 * mask_words_)));
    // An entry takes 8 bytes, and a little more for buckets that are fuller than others.
    const std::uint64_t passes = std::max<std::uint64_t>(1, (entries * 9 + budget - 1) / budget);
    const std::uint64_t buckets = std::clamp<std::uint64_t>(entries / passes / 262'144, 1, 512);
    const std::uint64_t chunks = (words_.size() - first + kChunk - 1) / kChunk;
    std::vector<Bucket> store(buckets);
    std::uint64_t done = 0;
    std::mutex progress_mutex;
    const auto report = [&] {
      if (!last || !options_.progress) return;
      const std::lock_guard lock(progress_mutex);
      options_.progress({"canonical automaton", ++done, passes * (chunks + buckets)});
    };
    for (std::uint64_t pass = 0; pass < passes; ++pass) {
      const Range range{pass * buckets, buckets, passes * buckets};
      const auto expected = static_cast<std::size_t>(entries / range.all);
      for (Bucket& bucket : store) {
        bucket.entries.clear();
        bucket.entries.reserve(expected + expected / 32 + 64);
      }
      std::atomic<std::uint64_t> next{0};
      parallel_for(workers_, workers_, [&](std::size_t worker) {
        Collector collector(*this, range, store);
        if (worker == 0) collector.add_words(shorter, first);
        for (std::uint64_t chunk = next++; chunk < chunks; chunk = next++) {
          if (options_.stop.stop_requested()) return;
          const auto from = static_cast<std::uint32_t>(first + chunk * kChunk);
          collector.add_candidates(from, std::min(from + kChunk, words_.size()));
          report();
        }
        collector.flush_all();
      });
      parallel_for(buckets, workers_, [&](std::size_t b) {
        if (options_.stop.stop_requested()) return;
        strike_equals(store[b].entries);
        report();
      });
      throw_if_stopped(options_.stop, kMakingAutomaton);
    }
  }

  // One thread's entries on their way into the buckets.
  class Collector {
   public:
    Collector(const DepthBuilder& builder, const Range& range, std::vector<Bucket>& store)
        : builder_(builder),
          range_(range),
          store_(store),
          pending_(range.count * kFlush),
          pending_count_(range.count, 0) {}

    void add_words(std::uint32_t from, std::uint32_t to) {
      Effect effect;
      for (std::uint32_t w = from; w < to; ++w) {
        builder_.effect_of(w, effect, scratch_);
        add(builder_.hash_.hash(effect), w);
      }
    }

    // The words themselves and their candidates.
    void add_candidates(std::uint32_t from, std::uint32_t to) {
      const WordHash& hash = builder_.hash_;
      const Words& words = builder_.words_;
      const int mask_words = builder_.mask_words_;
      Effect above;
      Effect effect;
      std::uint32_t parent = ~std::uint32_t{0};
      for (std::uint32_t w = from; w < to; ++w) {
        if (words.parent[w] != parent) {
          parent = words.parent[w];
          builder_.effect_of(parent, above, scratch_);
        }
        effect = above;
        if (w != 0) builder_.extend(effect, words.last[w], scratch_);
        const std::uint64_t own = hash.hash(effect);
        add(own, w);
        const std::uint64_t first_id =
            words.size() + std::uint64_t{w - builder_.top_first()} * builder_.moves_.size();
        int move_class = -1;
        std::uint64_t rest = 0;
        for_each_bit(words.allowed.data() + std::size_t{w} * mask_words, mask_words, [&](int m) {
          const int move = builder_.letters_[m];
          const int c = builder_.moves_.moves()[move].move_class;
          if (c != move_class) {
            move_class = c;
            rest = own - hash.touched_before(c, effect);
          }
          add(rest + hash.touched_after(move, effect), first_id + m);
        });
      }
    }

    void flush_all() {
      for (std::uint64_t b = 0; b < range_.count; ++b) flush(b);
    }

   private:
    void add(std::uint64_t plain, std::uint64_t id) {
      const std::uint64_t mixed = WordHash::mixed(plain);
      const std::uint64_t bucket = ((mixed >> 32U) * range_.all >> 32U) - range_.first;
      if (bucket >= range_.count) return;
      pending_[bucket * kFlush + pending_count_[bucket]] = mixed << builder_.id_bits_ | id;
      if (++pending_count_[bucket] == kFlush) flush(bucket);
    }

    void flush(std::uint64_t bucket) {
      const auto from = pending_.begin() + static_cast<std::ptrdiff_t>(bucket * kFlush);
      const std::lock_guard lock(store_[bucket].mutex);
      store_[bucket].entries.insert(store_[bucket].entries.end(), from,
                                    from + pending_count_[bucket]);
      pending_count_[bucket] = 0;
    }

    const DepthBuilder& builder_;
    Range range_;
    std::vector<Bucket>& store_;
    std::vector<std::uint64_t> pending_;
    std::vector<std::uint8_t> pending_count_;
    Scratch scratch_;
  };

  // Strikes the candidates among the entries whose effect another entry with a lower id has.
  void strike_equals(const std::vector<std::uint64_t>& entries) {
    // First by the high bits of the hash into parts that fit into the fastest cache, then each part
    // through a small hash table.
    const unsigned part_bits =
        std::min<unsigned>(std::bit_width(entries.size() / kPart), 64 - id_bits_);
    const auto part_of = [&](std::uint64_t entry) {
      return part_bits == 0 ? 0 : entry >> (64 - part_bits);
    };
    std::vector<std::uint32_t> start((std::size_t{1} << part_bits) + 1, 0);
    for (const std::uint64_t entry : entries) ++start[part_of(entry) + 1];
    std::partial_sum(start.begin(), start.end(), start.begin());
    std::vector<std::uint64_t> sorted(entries.size());
    std::vector<std::uint32_t> place(start.begin(), start.end() - 1);
    for (const std::uint64_t entry : entries) sorted[place[part_of(entry)]++] = entry;
    std::vector<std::uint64_t> table;
    Confirmer confirmer(*this);
    for (std::size_t part = 0; part + 1 < start.size(); ++part) {
      const std::size_t count = start[part + 1] - start[part];
      const std::size_t slots = std::bit_ceil(2 * count + 1);
      table.assign(slots, kEmpty);
      for (std::size_t i = start[part]; i < start[part + 1]; ++i) {
        std::uint64_t entry = sorted[i];
        // The bits above the id that chose the part are the same for all; those next to it differ.
        std::size_t slot = (entry >> id_bits_) & (slots - 1);
        for (; table[slot] != kEmpty; slot = (slot + 1) & (slots - 1)) {
          if ((table[slot] ^ entry) >> id_bits_ != 0) continue;
          if (!confirmer.equal(table[slot] & id_mask(), entry & id_mask())) continue;
          // The first word stays in the table, the other is struck out.
          if (entry < table[slot]) std::swap(entry, table[slot]);
          strike(entry & id_mask());
          break;
        }
        if (table[slot] == kEmpty) table[slot] = entry;
      }
    }
  }

  [[nodiscard]] std::uint64_t id_mask() const noexcept {
    return (std::uint64_t{1} << id_bits_) - 1;
  }

  // Compares effects exactly.
  class Confirmer {
   public:
    explicit Confirmer(const DepthBuilder& builder) : builder_(builder) {}

    [[nodiscard]] bool equal(std::uint64_t id, std::uint64_t other) {
      builder_.effect_of_id(id, first_, scratch_);
      builder_.effect_of_id(other, second_, scratch_);
      return first_ == second_;
    }

   private:
    const DepthBuilder& builder_;
    Effect first_;
    Effect second_;
    Scratch scratch_;
  };

  void strike(std::uint64_t id) {
    // Words found before are first, and come before all candidates.
    id -= words_.size();
    const std::uint64_t w = top_first() + id / moves_.size();
    const auto m = static_cast<unsigned>(id % moves_.size());
    std::atomic_ref<std::uint64_t> mask(words_.allowed[w * mask_words_ + m / 64]);
    mask.fetch_and(~(std::uint64_t{1} << (m % 64U)), std::memory_order_relaxed);
  }

  const MoveSet& moves_;
  const std::vector<int>& letters_;
  const CanonicalOptions& options_;
  WordHash hash_;
  int mask_words_;
  int workers_;
  unsigned id_bits_ = 0;
  Words words_;
};

}  // namespace

void CanonicalAutomaton::build_depth(const PuzzleDefinition& definition, const MoveSet& moves,
                                     const CanonicalOptions& options) {
  const std::vector<int> letters = letters_of(moves);
  Words words = DepthBuilder(definition.orbits(), moves, letters, options).build();
  // The words of the full length share the rows of their suffixes.
  const std::uint32_t full = words.level[options.depth];
  link_.resize(words.size());
  for (std::uint32_t w = 0; w < words.size(); ++w) link_[w] = w < full ? w : words.suffix[w];
  allowed_ = std::move(words.allowed);
  table_.assign(std::size_t{full} * move_count_, 0);
  std::vector<std::uint64_t> mask(mask_words_);
  for (std::uint32_t w = 0; w < words.size(); ++w) {
    std::uint64_t* own = allowed_.data() + std::size_t{w} * mask_words_;
    std::fill(mask.begin(), mask.end(), 0);
    std::uint32_t child = w < full ? words.first_child[w] : 0;
    for_each_bit(own, mask_words_, [&](int letter) {
      const int m = letters[letter];
      mask[m / 64] |= std::uint64_t{1} << (static_cast<unsigned>(m) % 64U);
      if (w < full) table_[std::size_t{w} * move_count_ + m] = child++;
    });
    std::copy(mask.begin(), mask.end(), own);
  }
}

}  // namespace gyre
