#include "format/derived.h"

#include "puzzle/definition/evaluate.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace gyre {
namespace {

struct Parsed {
  Alg alg;
  std::vector<std::string> names;
};

std::optional<Parsed> parse_definition(const MoveNames& names, const std::string& text,
                                       bool one_move) {
  const auto known = [&](const std::string& name) { return names.contains(name); };
  Parsed parsed;
  if (one_move && known(text)) {
    parsed.alg.nodes.emplace_back().move.family = text;
    parsed.names.push_back(text);
    return parsed;
  }
  try {
    parsed.alg = parse_alg(text, &names, {}, [&](const MoveToken& move, const SourcePlace&) {
      const auto parts = literal_parts(move, known);
      if (parts.empty()) throw Error("no such layers");
      for (const MoveToken& part : parts) parsed.names.push_back(part.family);
    });
  } catch (const Error&) {
    return std::nullopt;
  }
  const auto& nodes = parsed.alg.nodes;
  const bool is_one = nodes.size() == 1 && nodes[0].kind == AlgNode::Kind::move &&
                      std::none_of(text.begin(), text.end(),
                                   [](char c) { return static_cast<unsigned char>(c) <= 0x20; });
  if (one_move && !is_one) return std::nullopt;
  return parsed;
}

}  // namespace

std::vector<bool> writable_derived(const PuzzleDefinition& definition, bool one_move) {
  const std::vector<DerivedMove>& derived = definition.derived();
  // While a file is read, its dialect is not known.
  const MoveNames names = definition.names().without_dialect();
  std::unordered_map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < derived.size(); ++i) index.emplace(derived[i].name, i);
  std::vector<std::optional<Parsed>> parsed(derived.size());
  std::vector<int> missing(derived.size(), 0);
  std::vector<std::vector<std::size_t>> users(derived.size());
  std::vector<std::size_t> ready;
  for (std::size_t i = 0; i < derived.size(); ++i) {
    parsed[i] = parse_definition(names, derived[i].definition, one_move);
    if (!parsed[i]) continue;
    for (const std::string& name : parsed[i]->names) {
      if (const auto place = index.find(name); place != index.end()) {
        ++missing[i];
        users[place->second].push_back(i);
      }
    }
    if (missing[i] == 0) ready.push_back(i);
  }
  // An index of our own: action_of would search all names for each move.
  std::unordered_map<std::string, const State*> actions;
  for (const auto* list : {&definition.moves(), &definition.rotations()}) {
    for (const BaseMove& move : *list) actions.emplace(move.name, &move.action);
  }
  for (const DerivedMove& move : derived) actions.emplace(move.name, &move.action);
  const auto makes_its_action = [&](std::size_t i) {
    AlgEvaluator evaluator(
        definition.orbits(),
        [&](const std::string& name) {
          const auto place = actions.find(name);
          return place == actions.end() ? nullptr : place->second;
        },
        [](const MoveToken& move) { throw Error(fmt::format("no move {}", print(move))); });
    State action = identity_state(definition.orbits());
    evaluator.apply(parsed[i]->alg, action);
    return action == derived[i].action;
  };
  // From the moves upwards; what stands in a circle, or on something that cannot be written, is
  // never reached.
  std::vector<bool> writable(derived.size(), false);
  while (!ready.empty()) {
    const std::size_t i = ready.back();
    ready.pop_back();
    if (!makes_its_action(i)) continue;
    writable[i] = true;
    for (const std::size_t user : users[i]) {
      if (--missing[user] == 0) ready.push_back(user);
    }
  }
  return writable;
}

}  // namespace gyre
