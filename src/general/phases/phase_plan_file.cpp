#include "general/phases/phase_plan_file.h"

#include "format/json_value.h"

#include <gyre/base/bigint.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/puzzle_group.h>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xxhash.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace gyre {
namespace {

constexpr int kPlanFormat = 1;
// Of the longest text that is stored: the chain of a puzzle with a thousand moves.
constexpr std::uint64_t kStoredPlanBytes = std::uint64_t{1} << 18U;
constexpr double kNothing = 1e-6;

std::string moves_digest_text(const MoveSet& moves) {
  return to_hex(moves_digest(moves));
}

// Chains are compared by this; the last digits must be those that the planner finds.
double log10_of_count(const BigInt& number) {
  const std::string digits = number.str();
  return std::log10(std::stod("0." + digits.substr(0, 15))) + static_cast<double>(digits.size());
}

BigInt states_of(const PuzzleDefinition& definition, const MoveSet& moves, const PhaseUnits& units,
                 const std::stop_token& stop) {
  const PhaseMoves phase_moves(definition, moves, units);
  return PuzzleGroup(definition, phase_moves.generators(), stop).states();
}

// Reads one plan; every complaint names its source.
class PlanReader {
 public:
  PlanReader(const std::string& source, const PuzzleDefinition& definition, const MoveSet& moves,
             const std::stop_token& stop)
      : source_(source), definition_(definition), moves_(moves), stop_(stop) {}

  std::optional<PhasePlan> read(std::string_view text) const {
    const JsonValue root = read_json(text, source_);
    if (root.kind != JsonValue::Kind::object) fail("is no plan (expected an object)");
    refuse_unknown(root, {"gyre_plan", "planner", "command", "puzzle", "digest", "metric", "moves",
                          "moves_digest", "phases"});
    if (integer(root, "gyre_plan") != kPlanFormat) {
      fail(fmt::format("has format {} (expected {})", integer(root, "gyre_plan"), kPlanFormat));
    }
    if (integer(root, "planner") != kPlannerVersion) {
      fail(fmt::format("was made by planner {} (expected {}; gyre plan --output makes a new one)",
                       integer(root, "planner"), kPlannerVersion));
    }
    if (root.find("command") != nullptr) (void)string(root, "command");
    const std::string& puzzle = string(root, "puzzle");
    if (string(root, "digest") != to_hex(definition_.digest())) {
      fail(fmt::format("is for another puzzle, {} (expected one for {}, digest {})", puzzle,
                       definition_.name(), to_hex(definition_.digest())));
    }
    const std::string all = units_text(moves_, all_units(moves_));
    if (string(root, "metric") != to_string(moves_.metric()) || string(root, "moves") != all ||
        string(root, "moves_digest") != moves_digest_text(moves_)) {
      fail(fmt::format("is for other moves, {} in {} (expected {} in {})", string(root, "moves"),
                       string(root, "metric"), all, to_string(moves_.metric())));
    }
    const JsonValue& phases = member(root, "phases", JsonValue::Kind::array, "an array");
    if (phases.items.empty()) return std::nullopt;
    return plan_of(phases);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Error(fmt::format("{}: the plan {}", source_, what));
  }

  void refuse_unknown(const JsonValue& object, const std::vector<std::string_view>& known) const {
    for (const std::string& key : object.keys) {
      if (std::find(known.begin(), known.end(), key) == known.end()) {
        fail(fmt::format("has an unknown key '{}' (expected {})", key, fmt::join(known, ", ")));
      }
    }
  }

  const JsonValue& member(const JsonValue& object, std::string_view key, JsonValue::Kind kind,
                          std::string_view expected) const {
    const JsonValue* value = object.find(key);
    if (value == nullptr) fail(fmt::format("has no '{}' (expected {})", key, expected));
    if (value->kind != kind) fail(fmt::format("has a wrong '{}' (expected {})", key, expected));
    return *value;
  }
  std::int64_t integer(const JsonValue& object, std::string_view key) const {
    return member(object, key, JsonValue::Kind::integer, "a whole number").integer;
  }
  const std::string& string(const JsonValue& object, std::string_view key) const {
    return member(object, key, JsonValue::Kind::string, "a string").string;
  }

  PhasePlan plan_of(const JsonValue& phases) const {
    PhasePlan plan;
    for (const JsonValue& phase : phases.items) {
      const std::size_t number = plan.steps.size() + 1;
      if (phase.kind != JsonValue::Kind::object) {
        fail(fmt::format("has a wrong phase {} (expected an object)", number));
      }
      refuse_unknown(phase, {"moves", "units", "positions", "expected"});
      PhaseStep step;
      step.units = units_of(phase, number);
      const bool follows = plan.steps.empty() ? step.units == all_units(moves_)
                                              : is_within(step.units, plan.steps.back().units);
      if (!follows) {
        fail(fmt::format(
            "has other moves in phase {} than {}", number,
            plan.steps.empty() ? "all (expected all in the first)" : "the phase before it has"));
      }
      step.expected = expected_of(phase, number);
      const BigInt states = states_of(definition_, moves_, step.units, stop_);
      if (string(phase, "positions") != states.str()) {
        fail(fmt::format("counts {} positions in phase {} (expected {})",
                         string(phase, "positions"), number, states.str()));
      }
      step.log_states = log10_of_count(states);
      plan.steps.push_back(std::move(step));
    }
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
      PhaseStep& step = plan.steps[i];
      // The phase after the last has no moves, and one position.
      const double next =
          i + 1 < plan.steps.size() ? plan.steps[i + 1].log_states : log10_of_count(BigInt(1));
      step.log_index = step.log_states - next;
      if (step.log_index < kNothing) {
        fail(fmt::format("puts nothing right in phase {} (expected fewer positions after it)",
                         i + 1));
      }
    }
    return plan;
  }

  PhaseUnits units_of(const JsonValue& phase, std::size_t number) const {
    const JsonValue& list = member(phase, "units", JsonValue::Kind::array, "an array of numbers");
    const std::size_t classes = moves_.classes().size();
    if (list.items.size() != classes) {
      fail(fmt::format("has {} units in phase {} (expected {})", list.items.size(), number,
                       classes));
    }
    PhaseUnits units;
    for (std::size_t c = 0; c < classes; ++c) {
      const JsonValue& unit = list.items[c];
      const std::vector<int> choices = unit_choices(moves_, static_cast<int>(c));
      if (unit.kind != JsonValue::Kind::integer ||
          std::find(choices.begin(), choices.end(), unit.integer) == choices.end()) {
        fail(fmt::format("has a wrong unit of {} in phase {} (expected {})",
                         moves_.classes()[c].name, number, fmt::join(choices, ", ")));
      }
      units.push_back(static_cast<int>(unit.integer));
    }
    const std::string text = units_text(moves_, units);
    if (string(phase, "moves") != text) {
      fail(fmt::format("says other moves than units in phase {}, {} (expected {})", number,
                       string(phase, "moves"), text));
    }
    return units;
  }

  double expected_of(const JsonValue& phase, std::size_t number) const {
    const std::string& text = string(phase, "expected");
    double value = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    constexpr double kMost = 1e6;
    if (error != std::errc() || end != text.data() + text.size() || !(value >= 0) ||
        value > kMost) {
      fail(fmt::format("expects '{}' moves of phase {} (expected a number from 0 to 1000000)", text,
                       number));
    }
    return value;
  }

  const std::string& source_;
  const PuzzleDefinition& definition_;
  const MoveSet& moves_;
  const std::stop_token& stop_;
};

}  // namespace

Digest moves_digest(const MoveSet& moves) {
  // Where no move has a half turn, metrics differ by nothing else.
  std::string bytes(to_string(moves.metric()));
  const auto add = [&](std::uint64_t number) {
    for (int i = 0; i < 8; ++i)
      bytes += static_cast<char>(number >> (8U * static_cast<unsigned>(i)));
  };
  add(static_cast<std::uint64_t>(moves.size()));
  for (const Move& move : moves.moves()) {
    add(static_cast<std::uint64_t>(move.move_class));
    add(static_cast<std::uint64_t>(static_cast<std::int64_t>(move.amount)));
    add(static_cast<std::uint64_t>(moves.classes()[move.move_class].order));
    add(move.action.bytes.size());
    bytes.append(reinterpret_cast<const char*>(move.action.bytes.data()), move.action.bytes.size());
  }
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

std::string write_phase_plan(const PuzzleDefinition& definition, const MoveSet& moves,
                             const std::optional<PhasePlan>& plan, const std::string& command) {
  std::string text =
      fmt::format("{{\n  \"gyre_plan\": {},\n  \"planner\": {},\n", kPlanFormat, kPlannerVersion);
  if (!command.empty()) text += fmt::format("  \"command\": {},\n", json_string(command));
  text += fmt::format("  \"puzzle\": {},\n  \"digest\": \"{}\",\n", json_string(definition.name()),
                      to_hex(definition.digest()));
  text += fmt::format("  \"metric\": \"{}\",\n  \"moves\": {},\n  \"moves_digest\": \"{}\",\n",
                      to_string(moves.metric()), json_string(units_text(moves, all_units(moves))),
                      moves_digest_text(moves));
  text += "  \"phases\": [";
  const char* separator = "\n";
  if (plan) {
    for (const PhaseStep& step : plan->steps) {
      // As many digits as it takes to read the same number again.
      text += fmt::format(
          "{}    {{\"moves\": {}, \"units\": [{}],\n     \"positions\": \"{}\", \"expected\": "
          "\"{}\"}}",
          separator, json_string(units_text(moves, step.units)), fmt::join(step.units, ","),
          states_of(definition, moves, step.units, {}).str(), step.expected);
      separator = ",\n";
    }
  }
  return text + (plan ? "\n  ]\n}\n" : "]\n}\n");
}

bool may_be_plan_for(std::string_view text, const Digest& puzzle, const Digest& moves) {
  return text.find('"' + to_hex(puzzle) + '"') != std::string_view::npos &&
         text.find('"' + to_hex(moves) + '"') != std::string_view::npos &&
         text.find(fmt::format("\"planner\": {},", kPlannerVersion)) != std::string_view::npos;
}

std::optional<PhasePlan> read_phase_plan(std::string_view text, const std::string& source,
                                         const PuzzleDefinition& definition, const MoveSet& moves,
                                         const std::stop_token& stop) {
  return PlanReader(source, definition, moves, stop).read(text);
}

TableKey phase_plan_key(const PuzzleDefinition& definition, const MoveSet& moves) {
  TableKey key;
  std::string name;
  for (const char c : definition.name()) {
    name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
  }
  key.name = fmt::format("plan-{}-{}", name.substr(0, 40), to_string(moves.metric()));
  key.contents_version = kPlannerVersion;
  key.parameters = fmt::format("puzzle={} moves={} format={}", to_hex(definition.digest()),
                               moves_digest_text(moves), kPlanFormat);
  key.payload_bytes = kStoredPlanBytes;
  return key;
}

}  // namespace gyre
