#include "serve/jobs/explore_jobs.h"

#include "serve/http/command_line.h"
#include "serve/jobs/job_caller.h"
#include "serve/jobs/solve_wish.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/cube3/optimal.h>
#include <gyre/general/god.h>
#include "base/seconds.h"
#include "front/puzzle/counting.h"
#include "front/puzzle/puzzle_facts.h"
#include "front/solve/cube_tables.h"
#include "front/solve/plan_facts.h"
#include "front/texts/json_answers.h"
#include "puzzle/canonical/canonical.h"

#include <algorithm>

namespace gyre::serve {
namespace {

constexpr std::int64_t kMostBytes = std::int64_t{1} << 50;

// A puzzle and the moves that may be used.
struct Subject {
  Subject(RequestFields& fields, PuzzleShelf& shelf)
      : puzzle(read_changes(fields, shelf.find(fields))),
        metric(read_metric(fields)),
        chosen(fields.text("moves", "")),
        moves(puzzle->move_set(metric, chosen)) {}

  [[nodiscard]] CommandLine command_line(std::string_view command) const {
    return puzzle_command(command, *puzzle, metric, chosen);
  }

  std::shared_ptr<const AskedPuzzle> puzzle;
  Metric metric;
  std::string chosen;
  MoveSet moves;
};

MemoryBudget::Share take_memory(Job& job, Engines& engines, std::uint64_t bytes,
                                const std::string& what) {
  MemoryBudget::Share share =
      engines.memory().take(bytes, what, job.stop(), [&] { job.note(waiting_sentence(bytes)); });
  job.set_memory_bytes(bytes);
  return share;
}

// What one client asks for takes memory only: disks are not its to fill.
Json run_god(const Subject& subject, GodOptions options, Job& job, Engines& engines) {
  const MemoryBudget::Share share = take_memory(job, engines, options.memory_bytes, "this count");
  options.threads = engines.threads();
  options.progress = job.progress_callback();
  options.stop = job.stop();
  options.plan = [&](const GodPlan& plan) { job.note(plan_sentence(plan)); };
  options.layer = [&](const GodLayer& layer) { job.emit("layer", layer_json(layer)); };
  const PuzzleDefinition& definition = subject.puzzle->definition();
  return god_json(definition, count_positions(definition, subject.moves, options));
}

Json run_count(const Subject& subject, int depth, int canon_depth, Job& job, Engines& engines) {
  const MemoryBudget::Share share = take_memory(job, engines, engines.search_bytes(), "this count");
  CanonicalOptions options;
  options.depth = canon_depth;
  options.memory_bytes = engines.search_bytes();
  options.threads = engines.threads();
  options.progress = job.progress_callback();
  options.stop = job.stop();
  const CanonicalAutomaton automaton(subject.puzzle->definition(), subject.moves, options);
  const CanonicalCounts counts(automaton, engines.threads(), job.stop());
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

Json run_plan(const Subject& subject, Job& job, Engines& engines) {
  return plan_json(plan_facts(engines, subject.puzzle->definition(), subject.puzzle->picture(),
                              subject.moves, caller_of(job)));
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
  GodOptions options;
  options.max_depth = fields.integer("max_depth", kGodDepthRange);
  const std::string from = fields.text("from", "");
  if (!from.empty()) {
    options.start =
        hold(subject->puzzle->definition(), subject->puzzle->forms().read(from)).position;
  }
  options.antipodes = fields.integer("antipodes", kAntipodesRange).value_or(0);
  options.symmetry = read_symmetry(fields);
  Engines& engines = tools.engines;
  options.memory_bytes = static_cast<std::uint64_t>(
      fields.integer("memory_bytes", Range<std::int64_t>{1 << 20U, kMostBytes})
          .value_or(static_cast<std::int64_t>(engines.memory().work_bytes() / 2)));
  fields.refuse_others();
  JobPlan plan;
  plan.kind = "god";
  CommandLine line = subject->command_line("god");
  if (options.max_depth) line.option("--max-depth", fmt::format("{}", *options.max_depth));
  line.option("--from", from);
  if (options.antipodes != 0) line.option("--antipodes", fmt::format("{}", options.antipodes));
  add_symmetry(line, options.symmetry);
  plan.command = line.text();
  plan.run = [subject, options, &engines](Job& job) {
    return run_god(*subject, options, job, engines);
  };
  return plan;
}

JobPlan plan_count(RequestFields& fields, const JobTools& tools) {
  constexpr int kDefaultDepth = 10;
  auto subject = std::make_shared<const Subject>(fields, tools.shelf);
  const auto depth = fields.integer("depth", Range<int>{0, 1'000}).value_or(kDefaultDepth);
  const int canon_depth = fields.integer("canon_depth", kCanonDepthRange).value_or(0);
  fields.refuse_others();
  JobPlan plan;
  plan.kind = "count";
  CommandLine line = subject->command_line("count").option("--depth", fmt::format("{}", depth));
  if (canon_depth != 0) line.option("--canon-depth", fmt::format("{}", canon_depth));
  plan.command = line.text();
  plan.run = [subject, depth, canon_depth, &engines = tools.engines](Job& job) {
    return run_count(*subject, depth, canon_depth, job, engines);
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

JobPlan plan_phases(RequestFields& fields, const JobTools& tools) {
  auto subject = std::make_shared<const Subject>(fields, tools.shelf);
  fields.refuse_others();
  JobPlan plan;
  plan.kind = "plan";
  plan.command = subject->command_line("plan").text();
  plan.run = [subject, &engines = tools.engines](Job& job) {
    return run_plan(*subject, job, engines);
  };
  return plan;
}

JobPlan plan_table(RequestFields& fields, const JobTools& tools) {
  const std::string name = fields.required_text("table");
  fields.refuse_others();
  const TableRecipe recipe = find_table(name);
  if (tools.engines.store().folder().empty()) {
    throw Error("there is no folder for tables (gyre serve --cache FOLDER names one)");
  }
  JobPlan plan;
  plan.kind = "table";
  plan.command = CommandLine("table build").add(name).text();
  plan.run = [recipe, &engines = tools.engines](Job& job) {
    return run_table(recipe, job, engines);
  };
  return plan;
}

JobPlan plan_job(RequestFields& fields, const JobTools& tools, bool waited) {
  const std::string kind =
      fields.word("kind", {"solve", "batch", "god", "count", "info", "plan", "table"}, "");
  if (kind == "solve") return plan_solve(fields, tools, waited);
  if (kind == "batch") return plan_batch(fields, tools);
  if (kind == "god") return plan_god(fields, tools);
  if (kind == "count") return plan_count(fields, tools);
  if (kind == "info") return plan_info(fields, tools);
  if (kind == "plan") return plan_phases(fields, tools);
  if (kind == "table") return plan_table(fields, tools);
  throw Error("'kind' is missing: one of solve, batch, god, count, info, plan, table");
}

Json list_tables(const Engines& engines) {
  Json list = Json::array();
  for (const ListedTable& table : gyre::list_tables(engines.store())) {
    Json row{{"name", nullptr},          {"summary", nullptr},    {"stored", table.is_sound()},
             {"bytes", nullptr},         {"file_bytes", nullptr}, {"rough_seconds", nullptr},
             {"build_seconds", nullptr}, {"fault", nullptr},      {"leftover", false}};
    if (table.recipe) {
      row["name"] = table.recipe->key.name;
      row["summary"] = table.recipe->summary;
      row["bytes"] = table.recipe->key.payload_bytes;
      row["rough_seconds"] = table.recipe->rough_seconds;
    }
    if (table.file) {
      const StoredTable& file = *table.file;
      row["file_bytes"] = file.file_bytes;
      row["build_seconds"] = file.build_seconds;
      if (!file.fault.empty()) row["fault"] = file.fault;
      // Those of other puzzles, of earlier versions, and what was left behind.
      if (!table.recipe) {
        row["name"] = file.name.empty() ? file.path.filename().string() : file.name;
        row["summary"] = file.parameters;
        row["stored"] = table.is_sound() && !file.leftover;
        row["bytes"] = file.payload_bytes;
        row["leftover"] = file.leftover;
      }
    }
    list.push_back(std::move(row));
  }
  return {{"folder", engines.store().folder().string()}, {"tables", std::move(list)}};
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
