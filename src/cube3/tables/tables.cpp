#include "cube3/tables/tables.h"

#include "cube3/tables/phase1_table.h"
#include "cube3/tables/phase2_table.h"

#include <fmt/format.h>

namespace gyre::cube3 {
namespace {

template <class Entry>
std::span<Entry> as(std::span<std::byte> payload) {
  return {reinterpret_cast<Entry*>(payload.data()), payload.size() / sizeof(Entry)};
}

template <class Entry>
std::span<const Entry> as(std::span<const std::byte> payload) {
  return {reinterpret_cast<const Entry*>(payload.data()), payload.size() / sizeof(Entry)};
}

TableRecipe recipe(const std::string& phase, Metric metric) {
  TableRecipe made;
  made.key.name = fmt::format("cube3-{}-{}", phase, to_string(metric));
  made.key.parameters = fmt::format("metric={}", to_string(metric));
  return made;
}

}  // namespace

std::vector<TableRecipe> two_phase_recipes(Metric metric) {
  TableRecipe phase1 = recipe("phase1", metric);
  phase1.key.payload_bytes = std::uint64_t{kPhase1Entries} * sizeof(std::uint32_t);
  phase1.summary = "exact distance from the subgroup <U, D, F2, B2, L2, R2> and move masks";
  phase1.rough_seconds = 6;
  phase1.working_bytes = kPhase1Entries;
  phase1.generate = [metric](std::span<std::byte> payload, const TableWork& work) {
    return make_phase1(metric, as<std::uint32_t>(payload), work);
  };
  phase1.recount = [](std::span<const std::byte> payload, const TableWork& work) {
    return count_phase1(as<std::uint32_t>(payload), work);
  };
  TableRecipe phase2 = recipe("phase2", metric);
  phase2.key.payload_bytes = kPhase2Bytes;
  phase2.summary = "distance inside that subgroup, whatever the order of the middle edges";
  phase2.rough_seconds = 2;
  phase2.working_bytes = kPhase2Entries;
  phase2.generate = [metric](std::span<std::byte> payload, const TableWork& work) {
    return make_phase2(metric, as<std::uint8_t>(payload), work);
  };
  phase2.recount = [](std::span<const std::byte> payload, const TableWork& work) {
    return count_phase2(as<std::uint8_t>(payload), work);
  };
  return {std::move(phase1), std::move(phase2)};
}

std::vector<TableRecipe> table_recipes() {
  std::vector<TableRecipe> all;
  for (const Metric metric : metrics()) {
    for (TableRecipe& one : two_phase_recipes(metric)) all.push_back(std::move(one));
  }
  return all;
}

}  // namespace gyre::cube3
