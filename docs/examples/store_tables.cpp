// Tables that are kept between runs: those of the solvers, and one of your own. Parts of this are
// shown in docs/library.md; compiled and run by the tests, which make only the small table.
#include <gyre/base/error.h>
#include <gyre/base/progress.h>
#include <gyre/cube3/optimal.h>
#include <gyre/cube3/solver.h>
#include <gyre/table/store.h>

#include <bit>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <span>
#include <string>

namespace {

gyre::Cube3Solver with_big_tables(const gyre::TableStore& store) {
  gyre::cube3::TwoPhaseOptions options;
  options.store = &store;  // the big tables, if they are stored
  options.build = true;    // and if they are not, make them
  return gyre::Cube3Solver(options);
}

gyre::OptimalSolver with_8_gigabytes(const gyre::TableStore& store) {
  gyre::cube3::OptimalOptions options;
  options.memory_bytes = std::uint64_t{8} << 30U;
  options.store = &store;  // the best that is stored and fits
  options.build = true;    // the best that fits, made if it is not stored
  options.table.work.progress = [](const gyre::ProgressEvent& event) {
    std::cerr << event.what << ": " << event.done << " of " << event.total << '\n';
  };
  return gyre::OptimalSolver(options);
}

// How many bits each 16-bit number has. Its counts are made twice, from what made it and from its
// bytes alone: so a store can verify it.
gyre::TableRecipe bit_counts() {
  const auto counted = [](std::span<const std::byte> payload) {
    gyre::DepthCounts counts(17);
    for (const std::byte bits : payload) ++counts[std::to_integer<std::size_t>(bits)];
    return counts;
  };
  gyre::TableRecipe recipe;
  recipe.key.name = "bit-counts";
  recipe.key.payload_bytes = 1U << 16U;
  recipe.summary = "how many bits a number of 16 bits has";
  recipe.generate = [counted](std::span<std::byte> payload, const gyre::TableWork&) {
    for (std::size_t number = 0; number < payload.size(); ++number) {
      payload[number] = static_cast<std::byte>(std::popcount(number));
    }
    return counted(payload);
  };
  recipe.recount = [counted](std::span<const std::byte> payload, const gyre::TableWork&) {
    return counted(payload);
  };
  return recipe;
}

void use_own_table(const gyre::TableStore& store) {
  const gyre::TableRecipe recipe = bit_counts();
  const gyre::Table table = store.open_or_make(recipe);  // from the file the next time
  std::cout << table.counts().at(8) << " numbers have eight bits\n";
  for (const gyre::StoredTable& stored : store.list()) {
    std::cout << stored.name << ": " << stored.file_bytes << " bytes; "
              << store.verify(stored.path, &recipe).value_or("it is sound") << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::string wish = argc < 2 ? "" : argv[1];
    if (wish.empty()) {
      const auto folder = std::filesystem::temp_directory_path() / "gyre-example-tables";
      use_own_table(gyre::TableStore(folder));
      std::filesystem::remove_all(folder);
      return 0;
    }
    const gyre::TableStore store(gyre::TableStore::default_folder());
    if (wish == "two-phase") return with_big_tables(store).uses_big_tables() ? 0 : 1;
    std::cout << with_8_gigabytes(store).table_name() << '\n';
    return 0;
  } catch (const gyre::Error& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
