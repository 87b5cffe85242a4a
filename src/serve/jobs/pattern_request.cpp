#include "serve/jobs/pattern_request.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/puzzle_group.h>
#include "format/kpuzzle.h"

#include <algorithm>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "serve/http/request.h"

namespace gyre::serve {
namespace {

constexpr std::size_t kMostGenerators = 1'000;
constexpr std::int64_t kMostAmount = 1'000'000;

// A member that must be an object.
const Json& required_object(RequestFields& fields, const std::string& name) {
  const Json& value = fields.any(name);
  if (value.is_null()) throw Error(fmt::format("'{}' is missing: a JSON object", name));
  if (!value.is_object()) throw Error(fmt::format("'{}' must be a JSON object", name));
  return value;
}

// The orbits of a pattern, which clients send bare or, as the JavaScript class writes itself,
// inside "patternData". An orbit might have that name: then it holds pieces and not orbits.
const Json& pattern_data(const Json& pattern) {
  const auto inside = pattern.find("patternData");
  if (inside == pattern.end() || !inside->is_object() || inside->contains("pieces")) return pattern;
  return *inside;
}

struct SearchArguments {
  bool check_before_solve = true;
  bool random_start = false;
  int min_depth = 0;
  std::optional<int> max_depth;  // exclusive
  int table_depth = 0;
  Metric metric = Metric::htm;
  std::optional<std::vector<std::string>> generators;
};

int depth(RequestFields& fields, const std::string& name, int otherwise, int most) {
  const auto given =
      fields.integer(name, Range<std::int64_t>{0, std::numeric_limits<std::int64_t>::max()});
  return given ? static_cast<int>(std::min<std::int64_t>(*given, most)) : otherwise;
}

bool wants_check(RequestFields& fields) {
  std::string word = fields.text("checkBeforeSolve", "auto");
  std::transform(word.begin(), word.end(), word.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  if (word != "auto" && word != "always" && word != "never") {
    throw Error("'checkBeforeSolve' must be one of auto, always, never");
  }
  return word != "never";
}

SearchArguments read_arguments(const Json& object) {
  SearchArguments out;
  if (object.is_null()) return out;
  if (!object.is_object()) throw Error("'searchArgs' must be a JSON object");
  RequestFields fields(object);
  out.check_before_solve = wants_check(fields);
  out.random_start = fields.flag("randomStart");
  out.min_depth = depth(fields, "minDepth", 0, kMaxSolutionLength + 1);
  if (!fields.any("maxDepth").is_null()) {
    out.max_depth = depth(fields, "maxDepth", 0, kMaxSolutionLength + 1);
  }
  out.table_depth = depth(fields, "startPruneDepth", 0, kMostTableDepth);
  out.metric = fields.flag("quantumMetric") ? Metric::qtm : Metric::htm;
  if (!fields.any("generatorMoves").is_null()) {
    out.generators = fields.texts("generatorMoves", kMostGenerators);
    if (out.generators->empty()) {
      throw Error("'generatorMoves' names no move: leave it out for all moves of the definition");
    }
  }
  return out;
}

// A move of the definition and how often it is turned: "U2'" is U by -2.
struct Generator {
  std::string name;
  const State* action = nullptr;
  std::int64_t amount = 1;
};

std::vector<Generator> all_names(const PuzzleDefinition& definition) {
  std::vector<Generator> out;
  for (const auto* list : {&definition.moves(), &definition.rotations()}) {
    for (const BaseMove& move : *list) out.push_back({move.name, &move.action, 1});
  }
  for (const DerivedMove& move : definition.derived()) out.push_back({move.name, &move.action, 1});
  return out;
}

// The amount that follows a name: digits, then a prime, each of which may be missing.
std::optional<std::int64_t> read_amount(std::string_view text) {
  const bool back = text.ends_with('\'');
  if (back) text.remove_suffix(1);
  std::int64_t amount = text.empty() ? 1 : 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    amount = 10 * amount + (c - '0');
    if (amount > kMostAmount) return std::nullopt;
  }
  return back ? -amount : amount;
}

Generator find_generator(const PuzzleDefinition& definition, const std::string& item) {
  const std::vector<Generator> names = all_names(definition);
  const Generator* best = nullptr;
  for (const Generator& named : names) {
    if (!item.starts_with(named.name) || !read_amount(item.substr(named.name.size()))) continue;
    if (best == nullptr || named.name.size() > best->name.size()) best = &named;
  }
  if (best == nullptr) {
    std::vector<std::string> known;
    for (const Generator& named : names) known.push_back(named.name);
    throw Error(fmt::format("generatorMoves: '{}' is no move of {} (moves: {})", item,
                            definition.name(), fmt::join(known, " ")));
  }
  return {best->name, best->action, *read_amount(item.substr(best->name.size()))};
}

std::vector<Generator> find_generators(const PuzzleDefinition& definition,
                                       const std::optional<std::vector<std::string>>& items) {
  std::vector<Generator> out;
  if (items) {
    for (const std::string& item : *items) out.push_back(find_generator(definition, item));
    return out;
  }
  // All that the definition turns by itself: its rotations too, as the original searches them.
  out = all_names(definition);
  out.resize(out.size() - definition.derived().size());
  return out;
}

// Whether a move does what another does, or takes it back: then searching both finds each solution
// twice (Uw and u).
bool same_turns(const OrbitList& orbits, const State& a, const State& b) {
  return a == b || a == invert(orbits, b);
}

}  // namespace

PatternRequest read_pattern_request(std::string_view body) {
  const Json root = parse_request(body);
  RequestFields fields(root);
  // Fields that are not known are ignored: the original does, and clients send some.
  Json definition_json = required_object(fields, "definition");
  const Json& pattern_json = required_object(fields, "pattern");
  const Json& goal_json = fields.any("startPattern");
  const SearchArguments arguments = read_arguments(fields.any("searchArgs"));
  if (!goal_json.is_null()) {
    if (!goal_json.is_object()) throw Error("'startPattern' must be a JSON object");
    // The pattern and the goal need nothing in common with the default pattern: in both, other
    // pieces may look alike. The definition's own numbers for its pieces go with that pattern.
    definition_json["defaultPattern"] = pattern_data(goal_json);
    definition_json.erase("gyreLabels");
  }
  // The original searches what stands in "moves", and derived moves where they are asked for.
  if (!definition_json.contains("gyreRotations")) {
    definition_json["gyreRotations"] = Json::array();
  }
  const PuzzleDefinition whole = read_kpuzzle(definition_json.dump(), "definition");

  PuzzleDefinition::Parts parts = whole.parts();
  parts.moves.clear();
  parts.rotations.clear();
  parts.derived.clear();
  std::vector<std::string> chosen;
  for (const Generator& generator : find_generators(whole, arguments.generators)) {
    const auto known =
        std::find_if(parts.moves.begin(), parts.moves.end(), [&](const BaseMove& move) {
          return move.name == generator.name ||
                 same_turns(whole.orbits(), *generator.action, move.action);
        });
    if (known == parts.moves.end()) {
      parts.moves.push_back({generator.name, *generator.action, 0});
      chosen.push_back(power_name(generator.name, generator.amount));
    } else {
      chosen.push_back(power_name(known->name, generator.amount));
    }
  }
  PuzzleDefinition definition(std::move(parts));
  std::string selection = fmt::format("{}", fmt::join(chosen, ","));
  MoveSet moves(definition, arguments.metric, selection);
  State position = read_kpattern(definition, pattern_data(pattern_json).dump(), "pattern");

  PatternRequest out{std::move(definition), std::move(moves), std::move(selection),
                     std::move(position), SolveLimits{}};
  out.limits.min_length = std::min(arguments.min_depth, kMaxSolutionLength);
  if (arguments.max_depth) {
    out.no_depth_left = *arguments.max_depth == 0;
    out.limits.max_length = std::max(0, *arguments.max_depth - 1);
  }
  out.no_depth_left = out.no_depth_left || arguments.min_depth > out.limits.max_length;
  if (arguments.random_start) out.limits.random_order = std::random_device()();
  out.table_depth = arguments.table_depth;
  out.check_before_solve = arguments.check_before_solve;
  return out;
}

std::optional<std::string> why_unsolvable(const PatternRequest& request,
                                          const std::stop_token& stop) {
  if (!request.check_before_solve) return std::nullopt;
  const Membership membership =
      PuzzleGroup(request.definition, request.moves, stop).contains(request.position, stop);
  if (membership.solvable) return std::nullopt;
  return fmt::format("{}", fmt::join(membership.reasons, "; "));
}

}  // namespace gyre::serve
