#include "front/texts/json_answers.h"

#include "format/compact.h"
#include "front/puzzle/check.h"
#include "front/puzzle/counting.h"
#include "front/puzzle/puzzle_facts.h"
#include "front/puzzle/puzzle_parts.h"
#include "front/solve/plan_facts.h"
#include "front/solve/solving.h"

#include <gyre/general/god.h>

#include <cmath>
#include <utility>

namespace gyre {
namespace {

Json symmetries_json(const SymmetryGroup& symmetries) {
  return {{"rotations", symmetries.rotations()},
          {"with_mirrors", symmetries.size()},
          {"with_inversion", symmetries.size_with_inversion()},
          {"complete", symmetries.complete()}};
}

}  // namespace

Json object_for(std::size_t fields) {
  Json object = Json::object();
  object.get_ref<Json::object_t&>().reserve(fields);
  return object;
}

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json answer_json(const Solving& solving, const SolveAnswer& answer) {
  constexpr std::size_t kFields = 14;
  Json out = object_for(kFields);
  out["solution"] = answer.found() ? Json(answer.solutions[0].moves) : Json();
  out["length"] = answer.found() ? Json(answer.solutions[0].length) : Json();
  out["metric"] = to_string(solving.question().metric);
  out["optimal"] = answer.optimal;
  Json list = Json::array();
  const bool has_goals = solving.question().goals.size() > 1 && !solving.question().any_hold;
  for (const FoundSolution& one : answer.solutions) {
    list.push_back({{"solution", one.moves}, {"length", one.length}});
    if (has_goals) list.back()["goal"] = one.goal + 1;
  }
  out["solutions"] = std::move(list);
  out["end"] = to_string(answer.end);
  out["proved"] = answer.proved ? Json(*answer.proved) : Json();
  if (solving.gives_bounds()) {
    out["lower_bound"] = *answer.proved;
    out["phases"] = answer.phases;
  }
  out["note"] = answer.note.empty() ? Json() : Json(answer.note);
  out["seconds"] = answer.seconds;
  out["nodes"] = answer.nodes;
  out["engine"] = to_string(solving.engine());
  const std::string table = solving.table();
  out["table"] = table.empty() ? Json() : Json(table);
  return out;
}

Json solution_json(const SolutionEvent& event) {
  return {{"solution", event.solution.moves},
          {"length", event.solution.length},
          {"optimal", event.optimal},
          {"seconds", event.seconds},
          {"nodes", event.nodes}};
}

Json length_json(const SolvedLength& length) {
  const double rate = length.seconds > 0 ? static_cast<double>(length.nodes) / length.seconds : 0.0;
  Json data{{"length", length.length},
            {"solutions", length.solutions},
            {"nodes", length.nodes},
            {"seconds", length.seconds},
            {"rate", rate},
            {"next", nullptr}};
  if (length.most_seconds > 0) {
    data["next"] = {{"least_seconds", length.least_seconds}, {"most_seconds", length.most_seconds}};
  }
  return data;
}

Json check_json(const CheckAnswer& answer) {
  Json faults = Json::array();
  for (const FaceletFault& fault : answer.faults) {
    faults.push_back({{"message", fault.message}, {"facelets", fault.facelets}});
  }
  return {{"solvable", answer.solvable},
          {"reason", answer.solvable ? Json() : Json(answer.reason)},
          {"faults", std::move(faults)}};
}

Json layer_json(const GodLayer& layer) {
  return {{"depth", layer.depth},
          {"positions", std::to_string(layer.positions)},
          {"classes", layer.classes == 0 ? Json() : Json(std::to_string(layer.classes))}};
}

namespace {

// As many digits as mean something.
double hundredths(double value) {
  constexpr double kHundredths = 100;
  return std::round(value * kHundredths) / kHundredths;
}

}  // namespace

Json plan_json(const PlanFacts& facts) {
  Json phases = Json::array();
  for (const PhaseFacts& phase : facts.phases) {
    phases.push_back({{"moves", phase.moves},
                      {"goals", phase.goals},
                      {"log10_positions", hundredths(phase.log_positions)},
                      {"expected", hundredths(phase.expected)},
                      {"table_mean", hundredths(phase.table_mean)},
                      {"table_greatest", phase.table_greatest},
                      {"exact", phase.is_exact},
                      {"bytes", phase.bytes}});
  }
  return {{"phases", std::move(phases)},
          {"expected", hundredths(facts.expected)},
          {"bytes", facts.bytes},
          {"seconds", facts.seconds},
          {"origin", to_string(facts.origin)}};
}

Json god_end_json(const PuzzleDefinition& definition, const GodResult& result) {
  Json out{{"end", word_of_end(result)},
           {"symmetries", result.symmetries},
           {"method", to_string(result.method)}};
  if (result.end == GodResult::End::all) out["gods_number"] = result.layers.back().depth;
  out["antipodes"] = Json::array();
  for (const State& state : result.antipodes) {
    out["antipodes"].push_back(write_compact(definition, state));
  }
  return out;
}

Json god_json(const PuzzleDefinition& definition, const GodResult& result) {
  Json layers = Json::array();
  for (const GodLayer& layer : result.layers) layers.push_back(layer_json(layer));
  Json out{{"layers", std::move(layers)}, {"positions", positions_of(result).str()}};
  out.update(god_end_json(definition, result));
  return out;
}

Json facts_json(const PuzzleFacts& facts) {
  Json out;
  out["puzzle"] = facts.definition.name();
  out["digest"] = to_hex(facts.definition.digest());
  out["orbits"] = Json::array();
  for (int k = 0; k < facts.definition.orbits().size(); ++k) {
    const Orbit& orbit = facts.definition.orbits()[k];
    out["orbits"].push_back({{"name", orbit.name},
                             {"pieces", orbit.pieces},
                             {"orientations", orbit.orientations},
                             {"identities", facts.definition.identities(k)}});
  }
  out["metric"] = to_string(facts.moves.metric());
  out["moves"] = Json::array();
  for (const Move& move : facts.moves.moves()) out["moves"].push_back(move.name);
  out["symmetries"] = symmetries_json(facts.symmetries);
  out["states"] = facts.states.str();
  if (facts.up_to_rotation) out["states_up_to_rotation"] = facts.up_to_rotation->str();
  if (facts.definition.illegal().empty()) out["group_order"] = facts.group.order().str();
  out["proof"] = to_string(facts.group.proof());
  if (facts.at_least) out["gods_number_at_least"] = *facts.at_least;
  return out;
}

Json move_parts_json(const OrbitList& orbits, const std::vector<MovePart>& parts) {
  Json list = Json::array();
  for (const MovePart& part : parts) {
    Json cycles = Json::object();
    for (const MovePart::Cycles& some : part.cycles) cycles[orbits[some.orbit].name] = some.text;
    list.push_back({{"name", part.name},
                    {"order", part.order},
                    {"pieces", part.pieces},
                    {"cycles", std::move(cycles)}});
  }
  return list;
}

Json piece_parts_json(const OrbitList& orbits, const std::vector<PiecePart>& parts) {
  Json list = Json::array();
  for (const PiecePart& part : parts) {
    list.push_back({{"orbit", orbits[part.orbit].name},
                    {"number", part.number},
                    {"name", part.name},
                    {"looks_like", part.looks_like ? Json(*part.looks_like) : Json()},
                    {"any_orientation", part.any_orientation},
                    {"moves", part.moves}});
  }
  return list;
}

Json group_json(const PuzzleFacts& facts) {
  Json out{
      {"states", facts.states.str()}, {"states_up_to_rotation", nullptr}, {"group_order", nullptr}};
  if (facts.up_to_rotation) out["states_up_to_rotation"] = facts.up_to_rotation->str();
  if (facts.definition.illegal().empty()) out["group_order"] = facts.group.order().str();
  out["proof"] = to_string(facts.group.proof());
  out["symmetries"] = symmetries_json(facts.symmetries);
  out["gods_number_at_least"] = facts.at_least ? Json(*facts.at_least) : Json();
  return out;
}

}  // namespace gyre
