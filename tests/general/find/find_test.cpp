// Finding algorithms: against a search that tries every sequence of moves in the plain form, and
// for algorithms that cubers know.
#include "general/find/collect.h"
#include "general/find/context.h"
#include "general/find/plain.h"

#include <gyre/base/error.h>
#include <gyre/general/find.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>
#include "puzzle/symmetry/symmetry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace gyre {
namespace {

using Letters = std::vector<int>;
using Keys = std::set<Letters>;

std::string bytes_of(const State& state) {
  return {state.bytes.begin(), state.bytes.end()};
}

// Every sequence, every image, every order of commuting moves: nothing is clever here.
class NaiveFind {
 public:
  NaiveFind(const PuzzleDefinition& definition, const MoveSet& moves, const FindOptions& options)
      : definition_(definition),
        options_(options),
        letters_(htm(definition, moves)),
        quarter_(moves.metric() == Metric::qtm),
        group_(definition, letters_) {}

  [[nodiscard]] Keys run(int max_length) {
    max_length_ = max_length;
    extend({}, 0);
    return keys_;
  }

  // One word for all that count as the same algorithm.
  [[nodiscard]] Letters key(const Letters& word) const {
    Letters least;
    for (const Letters& image : images(word)) {
      const Letters first = *orders(image).begin();
      if (least.empty() || first < least) least = first;
    }
    return least;
  }

  [[nodiscard]] Letters letters_of(const Alg& alg) const {
    Letters word;
    for (const MoveToken& token : expand(alg)) {
      const State action = action_of(definition_, token);
      for (int i = 0; i < letters_.size(); ++i) {
        if (letters_.moves()[i].action == action) {
          word.push_back(i);
          break;
        }
      }
    }
    return word;
  }

 private:
  static MoveSet htm(const PuzzleDefinition& definition, const MoveSet& moves) {
    std::string names;
    for (const MoveClass& cls : moves.classes()) names += cls.name + " ";
    return {definition, Metric::htm, names};
  }

  [[nodiscard]] int move_class(int letter) const { return letters_.moves()[letter].move_class; }

  [[nodiscard]] std::vector<Letters> images(const Letters& word) const {
    std::vector<Letters> all;
    Letters back;
    for (auto i = word.rbegin(); i != word.rend(); ++i) {
      back.push_back(letters_.moves()[*i].inverse);
    }
    std::vector<Letters> sources{word};
    if (group_.inversion()) sources.push_back(back);
    for (const Letters& source : sources) {
      for (int g = 0; g < group_.size(); ++g) {
        Letters image;
        for (const int letter : source) image.push_back(group_.move_image(g, letter));
        all.push_back(image);
      }
    }
    return all;
  }

  // All words that swaps of neighbours make.
  [[nodiscard]] Keys orders(const Letters& word) const {
    Keys all{word};
    std::vector<Letters> open{word};
    while (!open.empty()) {
      const Letters now = open.back();
      open.pop_back();
      for (std::size_t i = 0; i + 1 < now.size(); ++i) {
        if (!letters_.commutes(move_class(now[i]), move_class(now[i + 1]))) continue;
        Letters other = now;
        std::swap(other[i], other[i + 1]);
        if (all.insert(other).second) open.push_back(other);
      }
    }
    return all;
  }

  [[nodiscard]] State position(const Letters& word) const {
    State state = definition_.solved();
    for (const int letter : word) {
      state = compose(definition_.orbits(), state, letters_.moves()[letter].action);
    }
    return state;
  }

  [[nodiscard]] bool blocked(const Letters& word) const {
    if (definition_.illegal().empty()) return false;
    std::vector<MoveToken> tokens;
    for (const int letter : word) {
      tokens.push_back(expand(parse_alg(letters_.moves()[letter].name, &definition_.names()))[0]);
    }
    try {
      (void)apply(definition_, from_moves(tokens));
      return false;
    } catch (const Error&) {
      return true;
    }
  }

  [[nodiscard]] bool meets(const Letters& word) const {
    const State state = position(word);
    if (options_.target) return state == *options_.target;
    const OrbitList& orbits = definition_.orbits();
    const int wrong = pieces_out_of_place(orbits, definition_.solved(), state);
    if (wrong == 0 || (options_.pieces && wrong > *options_.pieces)) return false;
    if (!options_.only) return true;
    std::size_t slot = 0;
    for (int k = 0; k < orbits.size(); ++k) {
      for (int i = 0; i < orbits[k].pieces; ++i, ++slot) {
        const int perm = orbits.perm_offset(k) + i;
        const int ori = orbits.ori_offset(k) + i;
        if ((state.bytes[perm] != definition_.solved().bytes[perm] ||
             state.bytes[ori] != definition_.solved().bytes[ori]) &&
            !(*options_.only)[slot]) {
          return false;
        }
      }
    }
    return true;
  }

  [[nodiscard]] bool fits(const Letters& word) const {
    if (options_.free_class.empty()) return meets(word);
    const int free = move_class(letters_.find(options_.free_class));
    for (const Letters& order : orders(word)) {
      if (move_class(order.front()) == free || move_class(order.back()) == free) return false;
    }
    std::vector<Letters> turns{{}};
    for (int i = 0; i < letters_.size(); ++i) {
      if (move_class(i) == free) turns.push_back({i});
    }
    for (const Letters& before : turns) {
      for (const Letters& after : turns) {
        Letters whole = before;
        whole.insert(whole.end(), word.begin(), word.end());
        whole.insert(whole.end(), after.begin(), after.end());
        if (meets(whole)) return true;
      }
    }
    return false;
  }

  [[nodiscard]] std::string least_effect(const Letters& word) const {
    std::string least;
    for (const Letters& image : images(word)) {
      const std::string state = bytes_of(position(image));
      if (least.empty() || state < least) least = state;
    }
    return least;
  }

  [[nodiscard]] bool needless(const Letters& word) const {
    for (const Letters& order : orders(word)) {
      if (order.size() < 3 || letters_.moves()[order.front()].inverse != order.back()) continue;
      if (least_effect(Letters(order.begin() + 1, order.end() - 1)) == least_effect(word)) {
        return true;
      }
    }
    return false;
  }

  void extend(const Letters& word, int length) {
    if (!word.empty() && fits(word) && !blocked(word)) {
      bool merges = false;
      for (const Letters& order : orders(word)) {
        for (std::size_t i = 0; i + 1 < order.size(); ++i) {
          merges = merges || move_class(order[i]) == move_class(order[i + 1]);
        }
      }
      if (!merges && !needless(word)) keys_.insert(key(word));
    }
    for (int letter = 0; letter < letters_.size(); ++letter) {
      const int cost = quarter_ ? std::abs(letters_.moves()[letter].amount) : 1;
      if (length + cost > max_length_) continue;
      if (!word.empty() && move_class(word.back()) == move_class(letter)) continue;
      Letters longer = word;
      longer.push_back(letter);
      extend(longer, length + cost);
    }
  }

  const PuzzleDefinition& definition_;
  const FindOptions& options_;
  MoveSet letters_;
  bool quarter_;
  SymmetryGroup group_;
  int max_length_ = 0;
  Keys keys_;
};

struct Sample {
  const char* puzzle;
  const char* moves;
  int max_length;
  std::function<void(const PuzzleDefinition&, FindOptions&)> goal;
};

auto few(int pieces) {
  return [pieces](const PuzzleDefinition&, FindOptions& options) { options.pieces = pieces; };
}

auto only(const char* word, const char* free_class = "") {
  return [=](const PuzzleDefinition& definition, FindOptions& options) {
    options.only = slots_of(definition, word);
    options.free_class = free_class;
  };
}

auto make_case(const char* alg, const char* free_class = "") {
  return [=](const PuzzleDefinition& definition, FindOptions& options) {
    options.target = apply(definition, parse_alg(alg, &definition.names()));
    options.free_class = free_class;
  };
}

std::vector<Sample> samples() {
  return {
      {"3x3x3", "U,R", 7, few(12)},
      {"3x3x3", "U,R2", 8, few(8)},
      {"3x3x3", "", 3, few(13)},
      {"3x3x3", "", 4, only("U")},
      {"3x3x3", "U,R,F", 6, only("U", "U")},
      {"3x3x3", "U,R,F", 6, make_case("R U R' F' R' U'", "F")},
      {"3x3x3", "U,R", 6, make_case("U R2 U R2 U R2", "U")},
      {"3x3x3", "U2,D2,R2,L2", 6, make_case("U2 R2 U2 R2 U2 R2")},
      {"2x2x2", "U,R,F", 6, few(4)},
      {"2x2x2", "U,R", 7, make_case("R U R' U' R U")},
      {"pyraminx", "U,L,R,B", 5, few(5)},
      {"pyraminx", "", 3, few(6)},
      {"skewb", "", 6, few(6)},
      {"dino", "", 4, few(5)},
      {"megaminx", "U,R,F,L", 4, few(14)},
      {"megaminx", "U,R", 4, only("R")},
      {"helicopter", "", 3, few(8)},
      {"fto", "U,R,F", 3, few(20)},
      {"4x4x4", "U,R,2R", 4, few(18)},
      {"square1", "", 4, few(12)},
      {"topspin", "", 6, few(12)},
      {"2x2x2-layer", "", 4, few(4)},
      {"m12", "", 8, few(9)},
      {"clock", "", 2, few(6)},
      {"dino4", "", 3, few(6)},
  };
}

std::string text(const Keys& keys) {
  std::string all;
  for (const Letters& key : keys) {
    for (const int letter : key) all += std::to_string(letter) + " ";
    all += "\n";
  }
  return all;
}

TEST(Find, FindsWhatTryingAllSequencesFinds) {
  int with_results = 0;
  for (const Sample& sample : samples()) {
    const PuzzleDefinition definition = load_puzzle(sample.puzzle);
    for (const Metric metric : {Metric::htm, Metric::qtm}) {
      const MoveSet moves(definition, metric, sample.moves);
      FindOptions options;
      sample.goal(definition, options);
      SCOPED_TRACE(std::string(sample.puzzle) + " " + sample.moves + " " +
                   std::to_string(sample.max_length) + (metric == Metric::htm ? " htm" : " qtm"));
      NaiveFind naive(definition, moves, options);
      const Keys expected = naive.run(sample.max_length);
      with_results += expected.empty() ? 0 : 1;
      options.max_length = sample.max_length;
      options.methods = {FindMethod::plain};
      const bool halves_possible = definition.invertible() && definition.illegal().empty();
      for (const char* way : {"chosen", "directly", "by halves"}) {
        if (std::string(way) == "by halves" && !halves_possible) continue;
        SCOPED_TRACE(way);
        Keys found;
        std::size_t count = 0;
        int last = 0;
        options.found = [&](const FoundAlg& alg) {
          found.insert(naive.key(naive.letters_of(alg.alg)));
          ++count;
          EXPECT_LE(last, alg.length);
          last = alg.length;
        };
        if (std::string(way) == "chosen") {
          const FindResult result = find_algs(definition, moves, options);
          EXPECT_EQ(result.found, count);
          EXPECT_EQ(result.complete_length, sample.max_length);
        } else {
          FindContext context(definition, moves, options);
          FindCollector collector(context);
          PlainFind plain(context, collector);
          for (int length = 1; length <= sample.max_length; ++length) {
            std::string(way) == "directly" ? plain.run_directly(length)
                                           : plain.run_by_halves(length);
            collector.deliver();
            collector.set_complete_length(length);
          }
        }
        EXPECT_EQ(text(found), text(expected));
        EXPECT_EQ(count, found.size()) << "something is listed twice";
      }
    }
  }
  EXPECT_GE(with_results, 40);
}

std::vector<FoundAlg> find_all(const char* puzzle, const std::string& selection,
                               const std::function<void(FindOptions&)>& set) {
  const PuzzleDefinition definition = load_puzzle(puzzle);
  const MoveSet moves(definition, Metric::htm, selection);
  FindOptions options;
  std::vector<FoundAlg> all;
  options.found = [&](const FoundAlg& found) { all.push_back(found); };
  set(options);
  (void)find_algs(definition, moves, options);
  return all;
}

bool has(const std::vector<FoundAlg>& all, const std::string& alg) {
  return std::any_of(all.begin(), all.end(),
                     [&](const FoundAlg& found) { return print(found.alg) == alg; });
}

// How many pieces of each orbit are out of place.
std::vector<int> wrong_by_orbit(const PuzzleDefinition& definition, const State& state) {
  std::vector<int> counts;
  for (int k = 0; k < definition.orbits().size(); ++k) {
    int& count = counts.emplace_back(0);
    for (int i = 0; i < definition.orbits()[k].pieces; ++i) {
      const int perm = definition.orbits().perm_offset(k) + i;
      const int ori = definition.orbits().ori_offset(k) + i;
      count += state.bytes[perm] != definition.solved().bytes[perm] ||
                       state.bytes[ori] != definition.solved().bytes[ori]
                   ? 1
                   : 0;
    }
  }
  return counts;
}

TEST(Find, KnownThreeCyclesOfTheCube) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  const std::vector<FoundAlg> all = find_all("3x3x3", "", [](FindOptions& options) {
    options.pieces = 3;
    options.max_length = 8;
  });
  std::size_t least_edges = 100;
  std::size_t least_corners = 100;
  for (const FoundAlg& found : all) {
    const std::vector<int> wrong = wrong_by_orbit(cube, found.position);
    EXPECT_TRUE(wrong == std::vector<int>({3, 0}) || wrong == std::vector<int>({0, 3}));
    std::size_t& least = wrong[0] == 3 ? least_corners : least_edges;
    least = std::min(least, expand(found.alg).size());
  }
  EXPECT_EQ(least_corners, 8U);  // nothing shorter than a commutator of three and one
  EXPECT_EQ(least_edges, 6U);    // M' U2 M U2 and its kin
  EXPECT_TRUE(has(all, "U2 R' L F2 R L'"));
  EXPECT_TRUE(has(all, "U R U' L' U R' U' L"));  // Niklas
}

TEST(Find, SuneComesOutOfTheLastLayerAndOfItsCase) {
  const auto last_layer = [](FindOptions& options) {
    options.only = slots_of(load_puzzle("3x3x3"), "U");
    options.max_length = 7;
  };
  const std::vector<FoundAlg> all = find_all("3x3x3", "", last_layer);
  EXPECT_TRUE(has(all, "R U R' U R U2 R'"));
  EXPECT_TRUE(has(all, "F U R U' R' F'"));
  const std::vector<FoundAlg> sune = find_all("3x3x3", "", [](FindOptions& options) {
    const PuzzleDefinition cube = load_puzzle("3x3x3");
    options.target = apply(cube, parse_alg("R U R' U R U2 R'"));
    options.number = 1;
  });
  ASSERT_EQ(sune.size(), 1U);
  EXPECT_EQ(print(sune[0].alg), "R U R' U R U2 R'");
  EXPECT_EQ(sune[0].pieces, 7);
}

TEST(Find, CasesOfFourteenMovesAreQuick) {
  // The T permutation undoes itself: the sequence that cubers know and its inverse are one.
  const std::vector<FoundAlg> all = find_all("3x3x3", "U,R,F", [](FindOptions& options) {
    const PuzzleDefinition cube = load_puzzle("3x3x3");
    options.target = apply(cube, parse_alg("R U R' U' R' F R2 U' R' U' R U R' F'"));
    options.max_length = 14;
  });
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(print(all[0].alg), "F R U' R' U R U R2 F' R U R U' R'");
}

TEST(Find, CommutatorsConjugatesAndRepetitions) {
  for (const FindMethod method :
       {FindMethod::commutator, FindMethod::conjugate, FindMethod::repeat}) {
    SCOPED_TRACE(to_string(method));
    const PuzzleDefinition cube = load_puzzle("3x3x3");
    const std::vector<FoundAlg> all = find_all("3x3x3", "", [&](FindOptions& options) {
      if (method == FindMethod::conjugate) {
        options.only = slots_of(cube, "U");
      } else {
        options.pieces = 3;
      }
      options.methods = {method};
      options.max_length = 8;
    });
    ASSERT_FALSE(all.empty());
    std::set<std::string> forms;
    for (const FoundAlg& found : all) {
      EXPECT_EQ(found.method, method);
      forms.insert(found.form);
      // The form means the same as the moves.
      EXPECT_EQ(apply(cube, parse_alg(found.form)), apply(cube, found.alg)) << found.form;
    }
    switch (method) {
      case FindMethod::commutator:
        EXPECT_TRUE(forms.contains("[U R U', L']"));
        break;
      case FindMethod::conjugate:
        EXPECT_TRUE(forms.contains("[F: U R U' R']"));
        break;
      case FindMethod::repeat:
        EXPECT_TRUE(forms.contains("(U R2 U' L2)2"));
        break;
      case FindMethod::plain:
        break;
    }
  }
}

// Whatever the other methods find is also found by trying everything.
TEST(Find, PlainSearchFindsWhatProductsFind) {
  const auto set = [](std::vector<FindMethod> methods) {
    return [methods](FindOptions& options) {
      options.pieces = 6;
      options.max_length = 8;
      options.methods = methods;
    };
  };
  struct Chosen {
    const char* puzzle;
    const char* moves;
  };
  for (const Chosen& chosen :
       {Chosen{"pyraminx", "U,L,R,B"}, Chosen{"skewb", ""}, Chosen{"2x2x2", "U,R"}}) {
    const char* puzzle = chosen.puzzle;
    SCOPED_TRACE(puzzle);
    std::set<std::string> plain;
    for (const FoundAlg& found : find_all(puzzle, chosen.moves, set({FindMethod::plain}))) {
      plain.insert(print(found.alg));
    }
    const std::vector<FoundAlg> products =
        find_all(puzzle, chosen.moves,
                 set({FindMethod::repeat, FindMethod::commutator, FindMethod::conjugate}));
    EXPECT_FALSE(products.empty());
    for (const FoundAlg& found : products) {
      EXPECT_TRUE(plain.contains(print(found.alg))) << print(found.alg) << " " << found.form;
    }
  }
}

TEST(Find, ThreeCyclesOfTheMegaminx) {
  const std::vector<FoundAlg> all = find_all("megaminx", "", [](FindOptions& options) {
    options.pieces = 3;
    options.methods = {FindMethod::commutator};
    options.max_length = 8;
    options.number = 5;
  });
  ASSERT_EQ(all.size(), 5U);
  for (const FoundAlg& found : all) EXPECT_EQ(found.pieces, 3);
}

TEST(Find, OneForEachEffect) {
  const auto set = [](bool one) {
    return [one](FindOptions& options) {
      options.pieces = 3;
      options.max_length = 8;
      options.one_for_each_effect = one;
    };
  };
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  const SymmetryGroup group(cube, MoveSet(cube, Metric::htm));
  const auto effect = [&](const FoundAlg& found) {
    std::string least = bytes_of(found.position);
    for (const State& state : {found.position, group.invert_position(found.position)}) {
      for (int g = 0; g < group.size(); ++g) {
        least = std::min(least, bytes_of(group.conjugate_position(g, state)));
      }
    }
    return least;
  };
  std::set<std::string> all;
  for (const FoundAlg& found : find_all("3x3x3", "", set(false))) all.insert(effect(found));
  const std::vector<FoundAlg> each = find_all("3x3x3", "", set(true));
  std::set<std::string> once;
  for (const FoundAlg& found : each) once.insert(effect(found));
  EXPECT_EQ(all, once);
  EXPECT_EQ(each.size(), once.size());
}

TEST(Find, ScoresAsDocumented) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  const MoveSet moves(cube, Metric::htm);
  const auto score = [&](const std::string& alg) {
    std::vector<int> sequence;
    for (const MoveToken& token : expand(parse_alg(alg))) {
      sequence.push_back(moves.find(print(token)));
    }
    return comfort_score(cube, moves, sequence);
  };
  EXPECT_EQ(score("R U R' U R U2 R'"), 75);
  EXPECT_EQ(score("F R U R' U' F'"), 70);
  EXPECT_EQ(score("B"), 25);
  EXPECT_EQ(score("L2 D2"), 19 + 22);
  EXPECT_EQ(score("R U R2"), 10 + 10 + 15);      // R2 goes down again
  EXPECT_EQ(score("R U R U R"), 50 + 12);        // no wrist turns three quarters
  EXPECT_EQ(score("R' U R'"), 30 + 12);          // nor two down
  EXPECT_EQ(score("L U L"), 13 + 10 + 13 + 12);  // the left hand is mirrored
  EXPECT_EQ(score("L' U L'"), 13 + 10 + 13);

  const PuzzleDefinition skewb = load_puzzle("skewb");
  const MoveSet corners(skewb, Metric::htm);
  // Three turns of three classes, the third needs a new grip.
  const int per = 3;
  ASSERT_GE(corners.classes().size(), 3U);
  int firsts[per] = {-1, -1, -1};
  for (int i = 0; i < corners.size(); ++i) {
    const int cls = corners.moves()[i].move_class;
    if (cls < per && firsts[cls] < 0) firsts[cls] = i;
  }
  EXPECT_EQ(comfort_score(skewb, corners, {firsts[0], firsts[1], firsts[2]}), 30 + 15 + 8);
  EXPECT_EQ(comfort_score(skewb, corners, {firsts[0], firsts[1], firsts[0]}), 30 + 10);
}

TEST(Find, SaysWhatIsWrong) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  const MoveSet moves(cube, Metric::htm);
  const auto refused = [&](const std::function<void(FindOptions&)>& set) {
    FindOptions options;
    set(options);
    EXPECT_THROW((void)find_algs(cube, moves, options), Error);
  };
  refused([](FindOptions&) {});
  refused([&](FindOptions& options) {
    options.target = cube.solved();
    options.pieces = 3;
  });
  refused([&](FindOptions& options) {
    options.pieces = 3;
    options.free_class = "Q";
  });
  refused([&](FindOptions& options) {
    options.only = slots_of(cube, "F");
    options.free_class = "U";
  });
  refused([&](FindOptions& options) {
    options.target = cube.solved();
    options.target->bytes[0] = 1;
  });
  EXPECT_THROW((void)slots_of(cube, "WINGS"), Error);
  EXPECT_THROW((void)find_method("magic"), Error);
}

TEST(Find, StopsWhenAskedTo) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  const MoveSet moves(cube, Metric::htm);
  FindOptions options;
  options.pieces = 2;
  options.max_length = 30;
  options.seconds = 0.05;
  EXPECT_EQ(find_algs(cube, moves, options).end, FindResult::End::time);
  options.seconds.reset();
  std::stop_source stop;
  stop.request_stop();
  options.stop = stop.get_token();
  EXPECT_EQ(find_algs(cube, moves, options).end, FindResult::End::stopped);

  FindOptions many;
  many.pieces = 20;
  many.memory_bytes = 4'000'000;
  EXPECT_EQ(find_algs(cube, moves, many).end, FindResult::End::memory);
  many.at_once = true;
  many.number = 7;
  std::uint64_t count = 0;
  many.found = [&](const FoundAlg&) { ++count; };
  EXPECT_EQ(find_algs(cube, moves, many).end, FindResult::End::found);
  EXPECT_EQ(count, 7U);
}

}  // namespace
}  // namespace gyre
