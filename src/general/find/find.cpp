// The order of the search: lengths of the plain search as long as they are quick, so that the
// shortest algorithms come first and all of them; then whatever is cheapest of longer lengths,
// repetitions, commutators and conjugates.
#include <gyre/general/find.h>

#include "general/find/collect.h"
#include "general/find/context.h"
#include "general/find/plain.h"
#include "general/find/products.h"

#include <gyre/base/error.h>
#include <gyre/puzzle/sequence.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace gyre {
namespace {

// All lengths that the plain search does within this come before other methods.
constexpr double kQuickNanoseconds = 4e9;
// What would take longer than years is not a step.
constexpr double kMostNanoseconds = 1e18;
constexpr int kLongestPart = 12;  // of a commutator, a conjugate or a repetition
// Repetitions longer than this are not looked at unless a greater length is asked for.
constexpr int kLongestRepetition = 100;
// So that short algorithms come first even where long ones are as cheap, a step stands where one
// that takes this times kGrowth for each move of its length would.
constexpr double kLeastNanoseconds = 100;
constexpr double kGrowth = 1.4;

struct Step {
  FindMethod method = FindMethod::plain;
  int first = 0;   // the length; or of A, or of what is repeated
  int second = 0;  // of B; or how often
  double nanoseconds = 0;
};

class Finder {
 public:
  Finder(const PuzzleDefinition& definition, const MoveSet& moves, const FindOptions& options)
      : context_(definition, moves, options),
        collector_(context_),
        plain_(context_, collector_),
        products_(context_, collector_) {}

  FindResult run() {
    FindResult result;
    result.symmetries = context_.group.size_with_inversion();
    for (const Step& step : steps()) {
      if (context_.stop.look()) break;
      // Whatever is that short has been found.
      if (step.method != FindMethod::plain && written_length(step) <= result.complete_length) {
        continue;
      }
      run(step);
      const bool more = collector_.deliver();
      if (context_.stop.stopped() || !more) break;
      if (step.method == FindMethod::plain && step.first == result.complete_length + 1) {
        result.complete_length = step.first;
        collector_.set_complete_length(step.first);
      }
    }
    collector_.deliver();
    result.found = collector_.delivered();
    result.end = context_.end();
    if (context_.options.number && result.found >= *context_.options.number) {
      result.end = FindResult::End::found;
    }
    return result;
  }

 private:
  [[nodiscard]] bool uses(FindMethod method) const {
    const auto& methods = context_.options.methods;
    return std::find(methods.begin(), methods.end(), method) != methods.end();
  }

  // Of what a step makes, before anything cancels; the least of it.
  [[nodiscard]] static int written_length(const Step& step) {
    switch (step.method) {
      case FindMethod::plain:
        return step.first;
      case FindMethod::repeat:
        return step.first * step.second;
      case FindMethod::commutator:
        return 2 * (step.first + step.second);
      case FindMethod::conjugate:
        return 2 * step.first + step.second;
    }
    return 0;
  }

  [[nodiscard]] std::vector<Step> steps() const {
    std::vector<Step> quick;
    std::vector<Step> rest;
    const int longest = context_.options.max_length.value_or(kMostFindLength);
    if (uses(FindMethod::plain)) {
      double sum = 0;
      for (int length = 1; length <= longest; ++length) {
        const double cost = plain_.nanoseconds(length);
        if (cost > kMostNanoseconds) break;
        sum += cost;
        (sum <= kQuickNanoseconds ? quick : rest).push_back({FindMethod::plain, length, 0, cost});
      }
    }
    if (context_.definition.invertible()) add_products(rest, longest);
    const auto rank = [](const Step& step) {
      return std::max(step.nanoseconds,
                      kLeastNanoseconds * std::pow(kGrowth, written_length(step)));
    };
    std::stable_sort(rest.begin(), rest.end(),
                     [&](const Step& a, const Step& b) { return rank(a) < rank(b); });
    quick.insert(quick.end(), rest.begin(), rest.end());
    return quick;
  }

  void add_products(std::vector<Step>& rest, int longest) const {
    const auto add = [&](const Step& step) {
      if (written_length(step) <= longest && step.nanoseconds <= kMostNanoseconds) {
        rest.push_back(step);
      }
    };
    for (int a = 1; a <= kLongestPart; ++a) {
      const int most =
          std::min(longest, std::max(kLongestRepetition, context_.options.max_length.value_or(0)));
      for (int times = 2; uses(FindMethod::repeat) && a * times <= most; ++times) {
        add({FindMethod::repeat, a, times, products_.repeat_nanoseconds(a, times)});
      }
      for (int b = 1; b <= kLongestPart; ++b) {
        const double pairs = products_.pair_nanoseconds(a, b);
        if (uses(FindMethod::commutator) && b <= a && products_.fits(b)) {
          add({FindMethod::commutator, a, b, pairs});
        }
        if (uses(FindMethod::conjugate) && products_.fits(a)) {
          add({FindMethod::conjugate, a, b, pairs});
        }
      }
    }
  }

  void run(const Step& step) {
    switch (step.method) {
      case FindMethod::plain:
        return plain_.run(step.first);
      case FindMethod::repeat:
        return products_.repeat(step.first, step.second);
      case FindMethod::commutator:
        return products_.commutators(step.first, step.second);
      case FindMethod::conjugate:
        return products_.conjugates(step.first, step.second);
    }
  }

  FindContext context_;
  FindCollector collector_;
  PlainFind plain_;
  ProductFind products_;
};

struct MethodName {
  FindMethod method;
  std::string_view name;
};
constexpr MethodName kMethodNames[] = {{FindMethod::plain, "plain"},
                                       {FindMethod::repeat, "repeat"},
                                       {FindMethod::commutator, "commutator"},
                                       {FindMethod::conjugate, "conjugate"}};

}  // namespace

std::string_view to_string(FindMethod method) noexcept {
  for (const MethodName& known : kMethodNames) {
    if (known.method == method) return known.name;
  }
  return "";
}

FindMethod find_method(std::string_view name) {
  for (const MethodName& known : kMethodNames) {
    if (known.name == name) return known.method;
  }
  throw Error(fmt::format("'{}' is no method (methods: plain repeat commutator conjugate)", name));
}

const std::vector<FindMethod>& find_methods() {
  static const std::vector<FindMethod> all{FindMethod::plain, FindMethod::repeat,
                                           FindMethod::commutator, FindMethod::conjugate};
  return all;
}

std::vector<bool> slots_of(const PuzzleDefinition& definition, const std::string& word) {
  const OrbitList& orbits = definition.orbits();
  std::vector<bool> slots;
  const int named = orbits.find(word);
  if (named >= 0) {
    for (int k = 0; k < orbits.size(); ++k) slots.insert(slots.end(), orbits[k].pieces, k == named);
    return slots;
  }
  State action;
  try {
    action = action_of(definition, parse_alg(word, &definition.names()));
  } catch (const Error&) {
    std::string names;
    for (const Orbit& orbit : orbits) names += orbit.name + " ";
    throw Error(fmt::format("'{}' is neither an orbit nor a move of {} (orbits: {}; moves: {})",
                            word, definition.name(), names.substr(0, names.size() - 1),
                            definition.names().listed_names()));
  }
  for (int k = 0; k < orbits.size(); ++k) {
    for (int i = 0; i < orbits[k].pieces; ++i) {
      slots.push_back(action.bytes[orbits.perm_offset(k) + i] != i ||
                      action.bytes[orbits.ori_offset(k) + i] != 0);
    }
  }
  return slots;
}

FindResult find_algs(const PuzzleDefinition& definition, const MoveSet& moves,
                     const FindOptions& options) {
  std::optional<Finder> finder;
  try {
    finder.emplace(definition, moves, options);
  } catch (const Error&) {
    // Symmetries are looked for before anything is found.
    if (!options.stop.stop_requested()) throw;
    FindResult result;
    result.end = FindResult::End::stopped;
    return result;
  }
  return finder->run();
}

}  // namespace gyre
