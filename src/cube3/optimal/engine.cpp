#include "cube3/optimal/engine.h"

#include "cube3/optimal/loop.h"
#include "cube3/optimal_table/table.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include "base/cpu.h"
#include "base/memory.h"
#include "base/threads.h"

#include <algorithm>
#include <utility>

namespace gyre::cube3 {
namespace {

class TableKernel final : public OptimalKernel {
 public:
  TableKernel(Metric metric, const OptimalShape& shape, std::span<const std::byte> payload)
      : bounds_(metric, shape, payload),
        run_(cpu_level() >= CpuLevel::avx2 ? run_optimal_avx2 : run_optimal_portable) {}

  [[nodiscard]] Metric metric() const noexcept override { return bounds_.metric; }
  [[nodiscard]] std::unique_ptr<OptimalMemory> make_memory() const override {
    return std::make_unique<OptimalWorkspace>();
  }
  [[nodiscard]] int lower_bound(const Cube& cube) const override {
    return bounds_.lower_bound(cube);
  }
  void work(OptimalBoard& board, OptimalMemory& memory) const override {
    run_(bounds_, board, static_cast<OptimalWorkspace&>(memory));
  }

 private:
  OptimalBounds bounds_;
  void (*run_)(const OptimalBounds&, OptimalBoard&, OptimalWorkspace&);
};

// Of the memory, for solutions at least.
constexpr std::uint64_t kSolutionShare = 8;

std::uint64_t payload_bytes(const OptimalShape& shape) {
  return OptimalLayout(EdgeWords(shape.edges).count()).payload_bytes;
}

TableRecipe recipe_of(Metric metric, const OptimalShape& shape) {
  TableRecipe recipe;
  recipe.key.name = fmt::format("cube3-optimal-{}-{}", shape.name, to_string(metric));
  recipe.key.parameters = fmt::format(
      "metric={} orders={} flips={} pairs={} base={}", to_string(metric), shape.edges.orders,
      shape.edges.flips ? "yes" : "no", shape.edges.pairs ? "yes" : "no", shape.base);
  recipe.key.payload_bytes = payload_bytes(shape);
  recipe.summary =
      "lower bounds for optimal solving: corners and edges as cosets that U and D keep";
  // Reading every set 18 times is what it costs, so time goes with size.
  constexpr double kSecondsOfByte = 18.0 / 1e9;
  recipe.rough_seconds = 2 + kSecondsOfByte * static_cast<double>(recipe.key.payload_bytes);
  // Maps, and for each thread the words of an orbit and a set.
  recipe.working_bytes = (std::uint64_t{64} << 20U) + static_cast<std::uint64_t>(thread_count(0)) *
                                                          recipe.key.payload_bytes / 2'000;
  recipe.resumable = recipe.rough_seconds > 20;  // a slow machine takes longer
  recipe.generate = [metric, shape](std::span<std::byte> payload, const TableWork& work) {
    return make_optimal(metric, shape, payload, work);
  };
  recipe.recount = [shape](std::span<const std::byte> payload, const TableWork& work) {
    return count_optimal(shape, payload, work);
  };
  return recipe;
}

// Of those that fit, the best; or, where nothing is to be made, the best that is stored.
std::size_t choose(const OptimalOptions& options, const std::vector<TableRecipe>& recipes) {
  const auto fits = [&](const TableRecipe& recipe) {
    return recipe.key.payload_bytes + kOptimalWorkingBytes <= options.memory_bytes;
  };
  if (!fits(recipes.front())) {
    throw Error(fmt::format(
        "optimal solving takes at least {} of memory, for its smallest table and the search",
        size_text(recipes.front().key.payload_bytes + kOptimalWorkingBytes)));
  }
  std::size_t best = 0;
  for (std::size_t i = 0; i < recipes.size(); ++i) {
    const bool there = options.store != nullptr && !options.store->folder().empty() &&
                       options.store->holds(recipes[i].key);
    if (fits(recipes[i]) && (options.build || there)) best = i;
  }
  return best;
}

}  // namespace

std::vector<TableRecipe> optimal_recipes(Metric metric) {
  std::vector<TableRecipe> recipes;
  for (const OptimalShape& shape : optimal_shapes(metric)) {
    recipes.push_back(recipe_of(metric, shape));
  }
  return recipes;
}

OptimalEngine make_optimal_engine(const OptimalOptions& options) {
  const std::vector<OptimalShape> shapes = optimal_shapes(options.metric);
  const std::vector<TableRecipe> recipes = optimal_recipes(options.metric);
  const std::size_t chosen = choose(options, recipes);
  TableOptions table = options.table;
  table.memory = TableMemory::private_;
  OptimalEngine engine;
  engine.table_name = recipes[chosen].key.name;
  engine.table = options.store == nullptr ? TableStore::make(recipes[chosen], table)
                                          : options.store->open_or_make(recipes[chosen], table);
  engine.kernel =
      std::make_unique<TableKernel>(options.metric, shapes[chosen], engine.table.payload());
  const std::uint64_t left =
      options.memory_bytes - recipes[chosen].key.payload_bytes - kOptimalWorkingBytes;
  engine.solution_bytes =
      options.solution_bytes.value_or(std::max(left, options.memory_bytes / kSolutionShare));
  return engine;
}

}  // namespace gyre::cube3
