#include "front/solve/phase_plans.h"

#include "base/seconds.h"
#include "general/phases/phase_plan_file.h"
#include "library/embedded.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

namespace gyre {
namespace {

// What all threads have worked: whether a plan is worth a file shall not depend on what else a
// machine does.
double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

std::optional<ChosenPlan> travelling_plan(const PuzzleDefinition& definition, const MoveSet& moves,
                                          const std::stop_token& stop) {
  const Digest digest = moves_digest(moves);
  for (const EmbeddedFile& file : embedded_plans()) {
    if (!may_be_plan_for(file.text, definition.digest(), digest)) continue;
    return ChosenPlan{
        read_phase_plan(file.text, "plans/" + file.name + ".json", definition, moves, stop),
        PlanOrigin::travelling, 0};
  }
  return std::nullopt;
}

TableOptions options_of(const PlanWish& wish, const EngineCaller& caller) {
  TableOptions options;
  options.memory = TableMemory::private_;
  options.work.threads = wish.threads;
  options.work.stop = caller.stop;
  if (caller.warning) {
    options.warning = [&caller](std::string_view text) { caller.warning(std::string(text)); };
  }
  return options;
}

std::optional<ChosenPlan> stored_plan(const PuzzleDefinition& definition, const MoveSet& moves,
                                      const PlanWish& wish, const EngineCaller& caller) {
  const TableKey key = phase_plan_key(definition, moves);
  if (wish.store == nullptr || !wish.store->holds(key)) return std::nullopt;
  const std::optional<Table> table = wish.store->open(key, options_of(wish, caller));
  if (!table) return std::nullopt;
  const std::string_view payload(reinterpret_cast<const char*>(table->payload().data()),
                                 table->payload().size());
  try {
    return ChosenPlan{
        read_phase_plan(payload.substr(0, payload.find('\0')), wish.store->path_of(key).string(),
                        definition, moves, caller.stop),
        PlanOrigin::stored, 0};
  } catch (const Error& error) {
    if (caller.stop.stop_requested()) throw;
    if (caller.warning) caller.warning(fmt::format("{}; a new one is looked for", error.what()));
    (void)wish.store->remove(key);
    return std::nullopt;
  }
}

void store_plan(const PuzzleDefinition& definition, const MoveSet& moves, const ChosenPlan& chosen,
                const PlanWish& wish, const EngineCaller& caller) {
  if (wish.store == nullptr || wish.store->folder().empty()) return;
  const TableKey key = phase_plan_key(definition, moves);
  const std::string text = write_phase_plan(definition, moves, chosen.plan);
  if (text.size() >= key.payload_bytes) return;  // it is found again each time
  std::vector<std::byte> payload(key.payload_bytes);
  std::memcpy(payload.data(), text.data(), text.size());
  if (wish.anew) (void)wish.store->remove(key);
  (void)wish.store->store(key, payload, {}, chosen.seconds, true, options_of(wish, caller));
}

}  // namespace

ChosenPlan choose_phase_plan(const PuzzleDefinition& definition, const MoveSet& moves,
                             const PlanWish& wish, const EngineCaller& caller) {
  // Where rules forbid positions, sets of moves make no groups.
  if (!definition.illegal().empty()) return {};
  if (!wish.anew) {
    if (auto plan = travelling_plan(definition, moves, caller.stop)) return *plan;
    if (auto plan = stored_plan(definition, moves, wish, caller)) return *plan;
  }
  ChosenPlan chosen;
  const auto begun = std::chrono::steady_clock::now();
  const double processor_begun = processor_seconds();
  PhasePlanOptions options;
  options.threads = wish.threads;
  options.stop = caller.stop;
  try {
    chosen.plan = find_phase_plan(definition, moves, options);
  } catch (const Error&) {
    // Positions that cannot be counted, since pieces that look alike are tied together, leave no
    // way to compare sets of moves.
    if (caller.stop.stop_requested()) throw;
  }
  chosen.seconds = seconds_since(begun);
  if (wish.anew || processor_seconds() - processor_begun >= wish.least_stored_seconds) {
    store_plan(definition, moves, chosen, wish, caller);
  }
  return chosen;
}

}  // namespace gyre
