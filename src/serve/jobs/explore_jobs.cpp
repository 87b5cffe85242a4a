#include "serve/jobs/explore_jobs.h"

#include "serve/http/command_line.h"
#include "serve/jobs/job_caller.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/cube3/optimal.h>
#include <gyre/general/god.h>
#include "base/memory.h"
#include "base/seconds.h"
#include "front/puzzle/counting.h"
#include "front/puzzle/puzzle_facts.h"
#include "front/solve/cube_tables.h"
#include "front/texts/json_answers.h"
#include "puzzle/canonical/canonical.h"

#include <algorithm>

namespace gyre::serve {
namespace {

constexpr std::int64_t kMostBytes = std::int64_t{1} << 50;

// A puzzle and the moves that may be used.
struct Subject {
  Subject(RequestFields& fields, PuzzleShelf& shelf)
      : puzzle(shelf.find(fields)),
        metric(read_metric(fields)),
        chosen(fields.text("moves", "")),
        moves(puzzle->move_set(metric, chosen)) {}

  [[nodiscard]] CommandLine command_line(std::string_view command) const {
    CommandLine line(command);
    if (puzzle->option() != "3x3x3") line.option("-p", puzzle->option());
    if (metric != kUsualMetric) line.option("--metric", to_string(metric));
    return line.option("--moves", chosen);
  }

  std::shared_ptr<const AskedPuzzle> puzzle;
  Metric metric;
  std::string chosen;
  MoveSet moves;
};

MemoryBudget::Share take_memory(Job& job, Engines& engines, std::uint64_t bytes,
                                const std::string& what) {
  MemoryBudget::Share share = engines.memory().take(bytes, what, job.stop(), [&] {
    job.note(fmt::format("waiting for {} of memory that other jobs use", size_text(bytes)));
  });
  job.set_memory_bytes(bytes);
  return share;
}

Json run_god(const Subject& subject, std::optional<int> max_depth, std::uint64_t bytes, Job& job,
             Engines& engines) {
  const MemoryBudget::Share share = take_memory(job, engines, bytes, "this count");
  GodOptions options;
  options.max_depth = max_depth;
  options.memory_bytes = bytes;
  options.threads = engines.threads();
  options.progress = job.progress_callback();
  options.stop = job.stop();
  options.plan = [&](const GodPlan& plan) { job.note(plan_sentence(plan)); };
  options.layer = [&](const GodLayer& layer) { job.emit("layer", layer_json(layer)); };
  return god_json(count_positions(subject.puzzle->definition(), subject.moves, options));
}

Json run_count(const Subject& subject, int depth, Job& job, Engines& engines) {
  const MemoryBudget::Share share = take_memory(job, engines, engines.search_bytes(), "this count");
  CanonicalOptions options;
  options.memory_bytes = engines.search_bytes();
  options.threads = engines.threads();
  options.progress = job.progress_callback();
  const CanonicalAutomaton automaton(subject.puzzle->definition(), subject.moves, options);
  const CanonicalCounts counts(automaton, engines.threads());
  Json sequences = Json::array();
  for (const BigInt& number : counts.sequences(depth)) sequences.push_back(number.str());
  return {{"automaton_states", automaton.states()},
          {"branching_factor", counts.branching_factor()},
          {"sequences", std::move(sequences)}};
}

Json run_info(const Subject& subject, Job& job, Engines& engines) {
  const MemoryBudget::Share share = take_memory(job, engines, engines.search_bytes(), "this");
  FactsLimits limits;
  limits.memory_bytes = engines.search_bytes();
  limits.threads = engines.threads();
  limits.stop = job.stop();
  limits.note = [&job](const std::string& text) { job.note(text); };
  return group_json(PuzzleFacts(*subject.puzzle, subject.moves, limits));
}

std::optional<TableRecipe> find_recipe(const std::string& name) {
  for (TableRecipe& recipe : known_tables()) {
    if (recipe.key.name == name) return std::move(recipe);
  }
  return std::nullopt;
}

Json run_table(const TableRecipe& recipe, Job& job, Engines& engines) {
  const std::uint64_t bytes = recipe.key.payload_bytes + recipe.working_bytes;
  const MemoryBudget::Share share = take_memory(job, engines, bytes, "making this table");
  TableOptions options = table_options(caller_of(job), engines.threads());
  options.must_store = true;
  const auto begun = Job::Clock::now();
  const Table table = engines.store().open_or_make(recipe, options);
  const double passed = seconds_since(begun);
  // Whoever solves next shall use it.
  (void)engines.give_up_idle(true);
  return {{"table", recipe.key.name}, {"bytes", table.payload().size()}, {"seconds", passed}};
}

}  // namespace

JobPlan plan_god(RequestFields& fields, const JobTools& tools) {
  auto subject = std::make_shared<const Subject>(fields, tools.shelf);
  std::optional<int> max_depth;
  if (const auto depth = fields.integer("max_depth", 0, 10'000)) {
    max_depth = static_cast<int>(*depth);
  }
  Engines& engines = tools.engines;
  const auto bytes = static_cast<std::uint64_t>(
      fields.integer("memory_bytes", 1 << 20U, kMostBytes)
          .value_or(static_cast<std::int64_t>(engines.memory().limit_bytes() / 2)));
  fields.refuse_others();
  JobPlan plan;
  plan.kind = "god";
  CommandLine line = subject->command_line("god");
  if (max_depth) line.option("--max-depth", fmt::format("{}", *max_depth));
  plan.command = line.text();
  plan.run = [subject, max_depth, bytes, &engines](Job& job) {
    return run_god(*subject, max_depth, bytes, job, engines);
  };
  return plan;
}

JobPlan plan_count(RequestFields& fields, const JobTools& tools) {
  constexpr int kDefaultDepth = 10;
  auto subject = std::make_shared<const Subject>(fields, tools.shelf);
  const auto depth = static_cast<int>(fields.integer("depth", 0, 1'000).value_or(kDefaultDepth));
  fields.refuse_others();
  JobPlan plan;
  plan.kind = "count";
  plan.command = subject->command_line("count").option("--depth", fmt::format("{}", depth)).text();
  plan.run = [subject, depth, &engines = tools.engines](Job& job) {
    return run_count(*subject, depth, job, engines);
  };
  return plan;
}

JobPlan plan_info(RequestFields& fields, const JobTools& tools) {
  auto subject = std::make_shared<const Subject>(fields, tools.shelf);
  fields.refuse_others();
  JobPlan plan;
  plan.kind = "info";
  plan.command = subject->command_line("info").text();
  plan.run = [subject, &engines = tools.engines](Job& job) {
    return run_info(*subject, job, engines);
  };
  return plan;
}

JobPlan plan_table(RequestFields& fields, const JobTools& tools) {
  const std::string name = fields.required_text("table");
  fields.refuse_others();
  const std::optional<TableRecipe> recipe = find_recipe(name);
  if (!recipe) throw Error(fmt::format("there is no table '{}' (GET /v1/tables lists them)", name));
  if (tools.engines.store().folder().empty()) {
    throw Error("there is no folder for tables (gyre serve --cache FOLDER names one)");
  }
  JobPlan plan;
  plan.kind = "table";
  plan.command = CommandLine("table build").add(name).text();
  plan.run = [recipe, &engines = tools.engines](Job& job) {
    return run_table(*recipe, job, engines);
  };
  return plan;
}

JobPlan plan_job(RequestFields& fields, const JobTools& tools, bool waited) {
  const std::string kind =
      fields.word("kind", {"solve", "batch", "god", "count", "info", "table"}, "");
  if (kind == "solve") return plan_solve(fields, tools, waited);
  if (kind == "batch") return plan_batch(fields, tools);
  if (kind == "god") return plan_god(fields, tools);
  if (kind == "count") return plan_count(fields, tools);
  if (kind == "info") return plan_info(fields, tools);
  if (kind == "table") return plan_table(fields, tools);
  throw Error("'kind' is missing: one of solve, batch, god, count, info, table");
}

Json list_tables(const Engines& engines) {
  const TableStore& store = engines.store();
  Json list = Json::array();
  std::vector<StoredTable> files;
  if (!store.folder().empty()) files = store.list();
  for (const TableRecipe& recipe : known_tables()) {
    Json row{{"name", recipe.key.name},  {"summary", recipe.summary},
             {"stored", false},          {"bytes", recipe.key.payload_bytes},
             {"file_bytes", nullptr},    {"rough_seconds", recipe.rough_seconds},
             {"build_seconds", nullptr}, {"fault", nullptr},
             {"leftover", false}};
    const auto is_its_file = [&](const StoredTable& file) {
      return file.path == store.path_of(recipe.key);
    };
    const auto file = std::find_if(files.begin(), files.end(), is_its_file);
    if (file != files.end()) {
      row["stored"] = file->fault.empty();
      row["file_bytes"] = file->file_bytes;
      row["build_seconds"] = file->build_seconds;
      if (!file->fault.empty()) row["fault"] = file->fault;
      files.erase(file);
    }
    list.push_back(std::move(row));
  }
  // Those of other puzzles, of earlier versions, and what was left behind.
  for (const StoredTable& file : files) {
    list.push_back({{"name", file.name.empty() ? file.path.filename().string() : file.name},
                    {"summary", file.parameters},
                    {"stored", file.fault.empty() && !file.leftover},
                    {"bytes", file.payload_bytes},
                    {"file_bytes", file.file_bytes},
                    {"rough_seconds", nullptr},
                    {"build_seconds", file.build_seconds},
                    {"fault", file.fault.empty() ? Json() : Json(file.fault)},
                    {"leftover", file.leftover}});
  }
  return {{"folder", store.folder().string()}, {"tables", std::move(list)}};
}

bool remove_table(const std::string& name, Engines& engines) {
  if (engines.store().folder().empty()) return false;
  if (engines.uses_table(name)) {
    throw Error(fmt::format("a job uses the table {} now; cancel it first", name));
  }
  (void)engines.give_up_idle(true);
  return engines.store().remove(name);
}

}  // namespace gyre::serve
