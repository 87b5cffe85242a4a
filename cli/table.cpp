// gyre table: the stored tables. Lists, builds, verifies and removes them and says where they are;
// what a table holds is the business of its recipe.
#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/cube3/optimal.h>
#include <gyre/table/store.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include "base/memory.h"
#include "base/seconds.h"
#include "cube3/tables/tables.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <set>

#include "command.h"
#include "interrupt.h"
#include "numbers.h"
#include "optimal_tables.h"
#include "progress.h"
#include "table_names.h"

#include "front/solve/cube_tables.h"
#include "front/solve/words.h"

namespace gyre::cli {
namespace {

struct TableCommand {
  CommonOptions common;
  std::vector<std::string> names;
  bool all = false;
  bool force = false;
};

// What names stand for. A table is known here by its recipe; those that other commands make for
// their puzzles (general-...) are known by the files that are stored.
struct Chosen {
  std::vector<TableRecipe> recipes;
  std::vector<StoredTable> files;  // that no recipe stands for
};

// To be made the best that fits, otherwise those of which there is anything, damaged or unfinished
// ones too; if there are none, the best again.
std::vector<TableRecipe> optimal_tables(const TableCommand& command, const TableStore* stored) {
  std::vector<TableRecipe> tables;
  if (stored != nullptr) {
    const std::vector<StoredTable> files = stored->list();
    for (const TableRecipe& recipe : cube3::optimal_recipes(command.common.metric())) {
      const std::string stem = stored->path_of(recipe.key).stem().string();
      const auto is_of_it = [&](const StoredTable& file) {
        return file.path.filename().string().starts_with(stem);
      };
      if (std::any_of(files.begin(), files.end(), is_of_it)) tables.push_back(recipe);
    }
  }
  if (tables.empty()) {
    tables.push_back(best_optimal_table(command.common.metric(), command.common.memory_bytes(),
                                        fmt::format("--memory {} allows", command.common.memory)));
  }
  return tables;
}

// stored: where to look for names that have no recipe; may be left out.
Chosen chosen_tables(const TableCommand& command, const TableStore* stored) {
  const std::vector<TableRecipe> known = known_tables();
  std::vector<StoredTable> files;  // listed when a name asks for it
  Chosen chosen;
  const auto choose = [&](const TableRecipe& recipe) {
    const auto same = [&](const TableRecipe& other) { return other.key == recipe.key; };
    if (std::none_of(chosen.recipes.begin(), chosen.recipes.end(), same)) {
      chosen.recipes.push_back(recipe);
    }
  };
  const auto choose_files = [&](const std::string& name) {
    bool found = false;
    if (files.empty() && stored != nullptr) files = stored->list();
    for (const StoredTable& file : files) {
      if (file.name != name) continue;
      found = true;
      const auto same = [&](const StoredTable& other) { return other.path == file.path; };
      if (std::none_of(chosen.files.begin(), chosen.files.end(), same)) {
        chosen.files.push_back(file);
      }
    }
    return found;
  };
  for (const std::string& name : command.names) {
    if (name == kTwoPhaseTables) {
      for (const TableRecipe& recipe : cube3::two_phase_recipes(command.common.metric())) {
        choose(recipe);
      }
      continue;
    }
    if (name == kOptimalTables) {
      for (const TableRecipe& recipe : optimal_tables(command, stored)) choose(recipe);
      continue;
    }
    const auto found = std::find_if(known.begin(), known.end(), [&](const TableRecipe& recipe) {
      return recipe.key.name == name;
    });
    if (found != known.end()) {
      choose(*found);
    } else if (!choose_files(name)) {
      std::vector<std::string> names = {kTwoPhaseTables, kOptimalTables};
      for (const TableRecipe& recipe : known) names.push_back(recipe.key.name);
      for (const StoredTable& file : files) {
        const bool is_listed = std::count(names.begin(), names.end(), file.name) != 0;
        if (!file.leftover && !is_listed) names.push_back(file.name);
      }
      throw Error(no_table(name, names));
    }
  }
  return chosen;
}

std::vector<TableRecipe> chosen_recipes(const TableCommand& command) {
  return chosen_tables(command, nullptr).recipes;
}

// An Error where no folder is named anywhere: for actions that are of no use without one.
TableStore store_with_folder(const CommonOptions& options) {
  if (options.cache.empty()) (void)TableStore::default_folder();
  return options.store();
}

TableWork work_of(const CommonOptions& options) {
  TableWork work;
  work.threads = options.threads;
  work.progress = progress_callback(options);
  return work;
}

Json counts_json(const DepthCounts& counts) {
  Json list = Json::array();
  for (const std::uint64_t count : counts) list.push_back(std::to_string(count));
  return list;
}

// ---- list ----

double ratio_of(const StoredTable& stored) {
  return static_cast<double>(stored.payload_bytes) / static_cast<double>(stored.file_bytes);
}

void add_stored(Json& line, const StoredTable& stored) {
  line["build_seconds"] = stored.build_seconds;
  line["compressed"] = stored.compressed;
  if (stored.compressed) {
    line["ratio"] = ratio_of(stored);
    line["write_seconds"] = stored.write_seconds;
  }
  line["counts"] = counts_json(stored.counts);
}

// "  made in 31.4 s  6.4:1, written in 1.2 s  /path": how a line about a sound file ends.
std::string stored_text(const StoredTable& stored) {
  std::string text = fmt::format("{:<14}", fmt::format("made in {:.1f} s", stored.build_seconds));
  if (stored.compressed) {
    text += fmt::format(" {:.1f}:1, written in {:.1f} s ", ratio_of(stored), stored.write_seconds);
  }
  return text + " " + stored.path.string();
}

void print_known(const TableRecipe& recipe, const StoredTable* stored, bool json) {
  const bool sound = stored != nullptr && stored->fault.empty();
  if (json) {
    Json line{{"name", recipe.key.name},
              {"stored", sound},
              {"summary", recipe.summary},
              {"payload_bytes", recipe.key.payload_bytes}};
    if (stored != nullptr) {
      line["path"] = stored->path.string();
      line["file_bytes"] = stored->file_bytes;
    }
    if (sound) {
      add_stored(line, *stored);
    } else if (stored != nullptr) {
      line["fault"] = stored->fault;
    }
    out_line(line);
    return;
  }
  const char* state = stored == nullptr ? "not stored" : sound ? "stored" : "damaged";
  const std::string rest =
      sound ? stored_text(*stored)
            : fmt::format("{:<14} {}", fmt::format("about {:.0f} s", recipe.rough_seconds),
                          stored != nullptr ? stored->path.string() : recipe.summary);
  out(fmt::format("{:<24} {:<10} {:>7}  {}\n", recipe.key.name, state,
                  size_text(recipe.key.payload_bytes), rest));
  if (stored != nullptr && !sound) out(fmt::format("  {}\n", stored->fault));
}

// A table that another command has made and will find again by itself.
void print_made_by_others(const StoredTable& stored, bool json) {
  if (!json) {
    out(fmt::format("{:<24} {:<10} {:>7}  {}\n", stored.name, "stored",
                    size_text(stored.payload_bytes), stored_text(stored)));
    return;
  }
  Json line{{"name", stored.name},
            {"stored", true},
            {"parameters", stored.parameters},
            {"payload_bytes", stored.payload_bytes},
            {"path", stored.path.string()},
            {"file_bytes", stored.file_bytes}};
  add_stored(line, stored);
  out_line(line);
}

// A file that is of no use to this program.
void print_other(const StoredTable& stored, bool json) {
  if (json) {
    out_line({{"name", stored.name},
              {"stored", false},
              {"path", stored.path.string()},
              {"file_bytes", stored.file_bytes},
              {"leftover", stored.leftover},
              {"fault", stored.fault}});
  } else {
    out(fmt::format("{} ({}) {}\n", stored.path.string(), size_text(stored.file_bytes),
                    stored.fault));
  }
}

void list(const TableCommand& command) {
  for (const ListedTable& table : list_tables(command.common.store())) {
    if (table.recipe) {
      print_known(*table.recipe, table.file ? &*table.file : nullptr, command.common.json);
    } else if (table.is_sound()) {
      print_made_by_others(*table.file, command.common.json);
    } else {
      print_other(*table.file, command.common.json);
    }
  }
}

// ---- build ----

void announce(const TableStore& store, const std::vector<TableRecipe>& recipes, bool force) {
  std::uint64_t disk_bytes = 0;
  std::uint64_t memory_bytes = 0;
  double seconds = 0;
  for (const TableRecipe& recipe : recipes) {
    if (!force && store.holds(recipe.key)) continue;
    disk_bytes += recipe.key.payload_bytes;
    memory_bytes = std::max(memory_bytes, recipe.key.payload_bytes + recipe.working_bytes);
    seconds += recipe.rough_seconds;
  }
  if (disk_bytes == 0) return;
  note(fmt::format("making tables in {}: {} of disk, {} of memory, {}", store.folder().string(),
                   size_text(disk_bytes), size_text(memory_bytes), about_time(seconds)));
}

void build_one(const TableCommand& command, const TableStore& store, const TableRecipe& recipe,
               const std::stop_token& stop) {
  bool made = false;
  TableRecipe watched = recipe;
  watched.generate = [&](std::span<std::byte> payload, const TableWork& work) {
    made = true;
    return recipe.generate(payload, work);
  };
  TableOptions options;
  options.must_store = true;
  options.work = work_of(command.common);
  options.work.stop = stop;
  options.warning = [](std::string_view text) { note(fmt::format("gyre: {}", text)); };
  const auto started = std::chrono::steady_clock::now();
  const Table table =
      command.force ? store.remake(watched, options) : store.open_or_make(watched, options);
  const double seconds = seconds_since(started);
  const std::string path = store.path_of(recipe.key).string();
  if (command.common.json) {
    out_line({{"name", recipe.key.name},
              {"made", made},
              {"path", path},
              {"payload_bytes", recipe.key.payload_bytes},
              {"seconds", seconds},
              {"counts", counts_json(table.counts())}});
  } else {
    out(fmt::format("{:<24} {:<10} {:>7}  {}\n", recipe.key.name, made ? "made" : "was stored",
                    size_text(recipe.key.payload_bytes), path));
  }
  flush();
}

void build(TableCommand command) {
  if (command.names.empty()) command.names = {kTwoPhaseTables};
  const std::vector<TableRecipe> recipes = chosen_recipes(command);
  const TableStore store = store_with_folder(command.common);
  if (!command.common.quiet) announce(store, recipes, command.force);
  const Interrupt interrupt;
  try {
    for (const TableRecipe& recipe : recipes) build_one(command, store, recipe, interrupt.token());
  } catch (const Error& error) {
    // What was asked for is right: it is the disk or the memory that fails.
    if (!interrupt.happened()) throw MachineFault(error.what());
  }
  if (interrupt.happened()) throw CLI::RuntimeError(interrupt.status());
}

// ---- verify ----

bool verify_one(const TableCommand& command, const TableStore& store,
                const std::filesystem::path& path, const std::string& name,
                const TableRecipe* recipe) {
  const auto started = std::chrono::steady_clock::now();
  const std::optional<std::string> fault = store.verify(path, recipe, work_of(command.common));
  if (command.common.json) {
    Json line{{"name", name}, {"path", path.string()}, {"sound", !fault}};
    if (fault) line["fault"] = *fault;
    line["seconds"] = seconds_since(started);
    out_line(line);
  } else if (fault) {
    out(fmt::format("{} {}\n", path.string(), *fault));
  } else {
    out(fmt::format("{:<24} is sound\n", name));
  }
  flush();
  return !fault;
}

// Named tables must be there; otherwise all that is there is checked, but for what was moved aside
// and what is not finished: nobody uses that.
void verify(const TableCommand& command) {
  const TableStore store = store_with_folder(command.common);
  bool good = true;
  if (!command.names.empty()) {
    const Chosen chosen = chosen_tables(command, &store);
    for (const TableRecipe& recipe : chosen.recipes) {
      good &= verify_one(command, store, store.path_of(recipe.key), recipe.key.name, &recipe);
    }
    for (const StoredTable& stored : chosen.files) {
      if (stored.leftover) continue;
      good &= verify_one(command, store, stored.path, stored.name, nullptr);
    }
  } else {
    for (const ListedTable& table : list_tables(store)) {
      if (!table.file || table.file->leftover) continue;
      good &= verify_one(command, store, table.file->path, table.file->name,
                         table.recipe ? &*table.recipe : nullptr);
    }
  }
  if (!good) throw CLI::RuntimeError(1);
}

// ---- remove ----

void remove(const TableCommand& command) {
  if (command.all == !command.names.empty()) {
    throw Error("say which tables to remove, or --all (gyre table list shows them)");
  }
  const TableStore store = command.common.store();
  const auto print = [&](const char* field, const std::string& what, bool removed) {
    if (command.common.json) {
      out_line({{field, what}, {"removed", removed}});
    } else {
      out(fmt::format("{} {}\n", what, removed ? "removed" : "was not stored"));
    }
  };
  const Chosen chosen = chosen_tables(command, &store);
  try {
    if (command.all) {
      for (const std::filesystem::path& path : store.remove_all()) {
        print("path", path.string(), true);
      }
    }
    for (const TableRecipe& recipe : chosen.recipes) {
      print("name", recipe.key.name, store.remove(recipe.key));
    }
    std::set<std::string> names;
    for (const StoredTable& stored : chosen.files) {
      if (names.insert(stored.name).second) print("name", stored.name, store.remove(stored.name));
    }
  } catch (const Error& error) {
    throw MachineFault(error.what());
  }
}

// ---- path ----

void path(const TableCommand& command) {
  const TableStore store = store_with_folder(command.common);
  if (command.names.empty()) {
    if (command.common.json) {
      out_line({{"path", store.folder().string()}});
    } else {
      out(store.folder().string() + "\n");
    }
  }
  const auto print = [&](const std::string& name, const std::string& file) {
    if (command.common.json) {
      out_line({{"name", name}, {"path", file}});
    } else {
      out(file + "\n");
    }
  };
  const Chosen chosen = chosen_tables(command, &store);
  for (const TableRecipe& recipe : chosen.recipes) {
    print(recipe.key.name, store.path_of(recipe.key).string());
  }
  for (const StoredTable& stored : chosen.files) {
    if (!stored.leftover) print(stored.name, stored.path.string());
  }
}

// ---- the command line ----

CLI::App* add_action(CLI::App& table, const std::string& name, const std::string& description,
                     const std::string& example, TableCommand& command) {
  CLI::App* action = table.add_subcommand(name, description);
  action->footer("Examples:\n" + example);
  const char* running = "Running";
  action->add_flag("--json", command.common.json, "One JSON object a line (docs/json.md)")
      ->group(running);
  add_cache_option(*action, command.common.cache);
  return action;
}

void add_names(CLI::App& action, TableCommand& command, const std::string& help) {
  action.add_option("name", command.names, help);
  add_metric_option(action, command.common.metric_name,
                    fmt::format("Whose tables {} and {} mean", kTwoPhaseTables, kOptimalTables))
      ->capture_default_str();
}

void add_work(CLI::App& action, TableCommand& command) {
  const char* running = "Running";
  action.add_option("--threads", command.common.threads, "Threads to use; 0 means all")
      ->check(number_within(kThreadsRange))
      ->group(running);
  action.add_flag("-q,--quiet", command.common.quiet, "No progress and no notes")->group(running);
}

}  // namespace

void add_table(CLI::App& program) {
  CLI::App* table = program.add_subcommand("table", "List, build, verify and remove stored tables");
  table->require_subcommand(1);
  table->footer(
      "Examples:\n"
      "  gyre table build two-phase\n"
      "  gyre table list\n"
      "  gyre table verify\n"
      "gyre table ACTION --help shows the options of an action.");
  auto command = std::make_shared<TableCommand>();

  CLI::App* action = add_action(*table, "list", "What is stored, and what could be",
                                "  gyre table list --json", *command);
  action->callback([command] { list(*command); });

  action = add_action(*table, "build", "Make tables and store them",
                      "  gyre table build two-phase\n"
                      "  gyre table build --metric qtm\n"
                      "  gyre table build optimal --memory 8G\n"
                      "  gyre table build --force cube3-phase2-htm",
                      *command);
  add_names(
      *action, *command,
      fmt::format("Tables (gyre table list), or {0} for all that solving wants, or {1} for the "
                  "best for solve --optimal that fits --memory [{0}]",
                  kTwoPhaseTables, kOptimalTables));
  action->add_flag("--force", command->force, "Make them anew even if they are stored");
  add_work(*action, *command);
  add_memory_option(*action, command->common,
                    fmt::format("What {} may take when it is used", kOptimalTables));
  action->callback([command] { build(*command); });

  action = add_action(*table, "verify", "Check every byte of stored tables and recount them",
                      "  gyre table verify\n"
                      "  gyre table verify cube3-phase2-htm",
                      *command);
  add_names(*action, *command, "Tables [all that are stored]");
  add_work(*action, *command);
  action->callback([command] { verify(*command); });

  action =
      add_action(*table, "remove", "Remove stored tables, and what damage and killed builds left",
                 "  gyre table remove cube3-phase2-htm\n"
                 "  gyre table remove --all",
                 *command);
  add_names(*action, *command, "Tables");
  action->add_flag("--all", command->all, "All tables in the folder");
  action->callback([command] { remove(*command); });

  action = add_action(*table, "path", "Print the folder of the tables, or the file of a table",
                      "  gyre table path\n"
                      "  gyre table path cube3-phase1-htm",
                      *command);
  add_names(*action, *command, "Tables");
  action->callback([command] { path(*command); });
}

}  // namespace gyre::cli
