// The SQLite file of a sweep. The journal is SQLite's own rollback journal, and with synchronous =
// EXTRA a commit has reached the disk, its directory entry included, when it returns. A lock beside
// the file keeps a second sweep away; SQLite's locks would keep reports away too. SQLite notices
// damage to its own structure only, so the task and each row carry a checksum.
#include "base/sqlite.h"
#include "table/lock.h"

#include <gyre/base/api.h>
#include <gyre/base/error.h>
#include "cube3/core/metric_facts.h"
#include "cube3/sweep/sweep.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <system_error>
#include <utility>

namespace gyre::cube3 {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::int64_t kApplication = 0x67797253;  // "gyrS", in the header of the file
constexpr std::int64_t kSchema = 1;
constexpr const char* kUsual = "usual";  // the search depth of a task that says none

constexpr const char* kTables = R"(
CREATE TABLE sweep (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE listed (
  position INTEGER PRIMARY KEY,
  class INTEGER NOT NULL
) STRICT;
CREATE TABLE runs (
  run INTEGER PRIMARY KEY,
  begun TEXT NOT NULL,
  program TEXT NOT NULL,
  device TEXT NOT NULL,
  table_name TEXT NOT NULL,
  table_digest TEXT NOT NULL
) STRICT;
CREATE TABLE cosets (
  position INTEGER PRIMARY KEY,
  class INTEGER NOT NULL,
  twist INTEGER NOT NULL,
  flip INTEGER NOT NULL,
  slice INTEGER NOT NULL,
  class_size INTEGER NOT NULL,
  representative TEXT NOT NULL,
  positions TEXT NOT NULL,
  exact_depth INTEGER NOT NULL,
  left_over INTEGER NOT NULL,
  solved INTEGER NOT NULL,
  unsolved TEXT NOT NULL,
  seconds REAL NOT NULL,
  solve_seconds REAL NOT NULL,
  run INTEGER NOT NULL REFERENCES runs,
  checksum INTEGER NOT NULL
) STRICT;
)";

constexpr std::array<std::pair<SweepPlan::Kind, const char*>, 3> kKinds = {
    {{SweepPlan::Kind::random, "random"},
     {SweepPlan::Kind::range, "range"},
     {SweepPlan::Kind::list, "list"}}};

[[noreturn]] void throw_damaged(const fs::path& path, std::string_view why) {
  throw Error(
      fmt::format("'{}' is damaged ({}): move it aside and begin anew, or bring back a copy",
                  path.string(), why));
}

[[noreturn]] void throw_no_sweep(const fs::path& path) {
  throw Error(fmt::format("'{}' is no sweep of gyre", path.string()));
}

// A list as JSON, of numbers, or of facelets in quotes. Not by nlohmann: its values want memory to
// give theirs back, and where there is none the process would end.
template <class List>
std::string list_of(const List& items, const char* quote) {
  std::string text = "[";
  for (const auto& item : items) {
    text += fmt::format("{}{}{}{}", text.size() == 1 ? "" : ",", quote, item, quote);
  }
  return text + "]";
}

std::int64_t checksum_of(const std::string& text) {
  return static_cast<std::int64_t>(XXH3_64bits(text.data(), text.size()));
}

std::int64_t checksum_of(const SweepTask& task) {
  return checksum_of(fmt::format("{} {} {} {} {} {} {} {} {}", static_cast<int>(task.plan.kind),
                                 task.plan.count, task.plan.seed, task.plan.first,
                                 fmt::join(task.plan.classes, ","), static_cast<int>(task.metric),
                                 task.within, task.depth, task.search_depth.value_or(-1)));
}

std::int64_t checksum_of(const SweepRow& row) {
  return checksum_of(
      fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {} {}", row.position, row.coset.index,
                  row.coset.twist, row.coset.flip, row.coset.slice, row.coset.cosets,
                  row.representative, fmt::join(row.positions, ","), row.exact_depth, row.left,
                  row.solved, fmt::join(row.unsolved, ","), row.seconds, row.solve_seconds));
}

BuildLock take_lock(const fs::path& path) {
  int holder = 0;
  try {
    auto lock = BuildLock::try_take(lock_beside(path), holder);
    if (lock) return std::move(*lock);
  } catch (const std::system_error& error) {
    throw Error(fmt::format("'{}' cannot be written: {}", path.string(), error.code().message()));
  }
  throw Error(fmt::format("another gyre sweep is working on '{}'{}", path.string(),
                          holder == 0 ? "" : fmt::format(" (process {})", holder)));
}

}  // namespace

class SweepFile::Store {
 public:
  Store(fs::path path, std::optional<BuildLock> lock)
      : path_(std::move(path)), lock_(std::move(lock)) {
    std::error_code none;
    const fs::file_status status = fs::status(path_, none);
    if (!fs::exists(status)) {
      if (!lock_) throw Error(fmt::format("there is no file '{}'", path_.string()));
      return;
    }
    if (!fs::is_regular_file(status)) throw_no_sweep(path_);
    guarded([&] { load(); });
  }

  [[nodiscard]] const std::optional<SweepTask>& task() const noexcept { return task_; }

  void create(const SweepTask& task) {
    assert(!task_ && lock_);
    check_task(task);
    guarded([&] {
      if (!database_) connect(true);
      SqliteTransaction transaction(*database_);
      database_->run(kTables);
      for (const auto& [kind, name] : kKinds) {
        if (kind == task.plan.kind) set("plan", name);
      }
      set("count", std::to_string(task.plan.count));
      set("seed", std::to_string(task.plan.seed));
      set("first", std::to_string(task.plan.first));
      set("metric", std::string(to_string(task.metric)));
      set("goal", task.within ? "within" : "depth");
      set("depth", std::to_string(task.depth));
      set("search_depth", task.search_depth ? std::to_string(*task.search_depth) : kUsual);
      set("checksum", std::to_string(checksum_of(task)));
      set("program", std::string(version()));
      SqliteStatement listed(*database_, "INSERT INTO listed VALUES (?, ?)");
      for (std::size_t i = 0; i < task.plan.classes.size(); ++i) {
        listed.bind(static_cast<std::int64_t>(i));
        listed.bind(static_cast<std::int64_t>(task.plan.classes[i])).step();
        listed.reset();
      }
      database_->run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}",
                                 kApplication, kSchema));
      transaction.commit();
    });
    task_ = task;
  }

  void begin_run(const SweepRun& run) {
    guarded([&] {
      SqliteTransaction transaction(*database_);
      SqliteStatement insert(*database_,
                             "INSERT INTO runs VALUES (NULL, strftime('%Y-%m-%dT%H:%M:%SZ'), ?, ?, "
                             "?, ?)");
      insert.bind(version()).bind(run.device).bind(run.table_name).bind(run.table_digest).step();
      run_ = database_->last_row();
      transaction.commit();
    });
  }

  void add(const SweepRow& row) {
    assert(run_ != 0);
    guarded([&] {
      SqliteTransaction transaction(*database_);
      SqliteStatement insert(
          *database_, "INSERT INTO cosets VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
      insert.bind(static_cast<std::int64_t>(row.position));
      insert.bind(static_cast<std::int64_t>(row.coset.index));
      for (const int value : {row.coset.twist, row.coset.flip, row.coset.slice, row.coset.cosets}) {
        insert.bind(std::int64_t{value});
      }
      insert.bind(row.representative).bind(list_of(row.positions, ""));
      insert.bind(std::int64_t{row.exact_depth});
      insert.bind(static_cast<std::int64_t>(row.left));
      insert.bind(static_cast<std::int64_t>(row.solved)).bind(list_of(row.unsolved, "\""));
      insert.bind(row.seconds).bind(row.solve_seconds).bind(run_).bind(checksum_of(row)).step();
      transaction.commit();
    });
  }

  [[nodiscard]] std::uint64_t done() {
    std::uint64_t count = 0;
    if (!task_) return count;
    guarded([&] {
      count = static_cast<std::uint64_t>(database_->number("SELECT count(*) FROM cosets"));
    });
    return count;
  }

  [[nodiscard]] std::vector<bool> done_positions() {
    std::vector<bool> done(task_->plan.count);
    guarded([&] {
      SqliteStatement select(*database_, "SELECT position FROM cosets");
      while (select.step()) done[checked_position(select.number(0))] = true;
    });
    return done;
  }

  void for_each_row(const std::function<void(const SweepRow&)>& take) {
    guarded([&] {
      SqliteStatement select(
          *database_,
          "SELECT position, class, twist, flip, slice, class_size, representative, positions, "
          "exact_depth, left_over, solved, unsolved, seconds, solve_seconds, checksum FROM cosets "
          "ORDER BY "
          "position");
      while (select.step()) take(read_row(select));
    });
  }

  [[nodiscard]] std::vector<SweepRun> runs() {
    std::vector<SweepRun> all;
    guarded([&] {
      SqliteStatement select(*database_,
                             "SELECT device, table_name, table_digest FROM runs ORDER BY run");
      while (select.step()) all.push_back({select.text(0), select.text(1), select.text(2)});
    });
    return all;
  }

 private:
  // Says SQLite's faults in a person's words.
  template <class Work>
  void guarded(const Work& work) const {
    try {
      work();
    } catch (const SqliteFault& fault) {
      if (fault.no_database()) throw_no_sweep(path_);
      if (fault.damaged()) throw_damaged(path_, fault.what());
      throw Error(fmt::format("'{}' cannot be used: {}", path_.string(), fault.what()));
    }
  }

  void connect(bool create) {
    database_.emplace(path_, create);
    database_->run("PRAGMA synchronous = EXTRA; PRAGMA foreign_keys = ON");
  }

  void load() {
    connect(false);
    // This also rolls back what a killed process left half-way. A file without a page has no sweep
    // yet: it is empty, or its making was killed.
    if (database_->number("PRAGMA page_count") == 0) {
      if (!lock_) throw Error(fmt::format("'{}' is empty", path_.string()));
      return;
    }
    if (database_->number("PRAGMA application_id") != kApplication) throw_no_sweep(path_);
    const std::int64_t schema = database_->number("PRAGMA user_version");
    if (schema != kSchema) {
      throw Error(
          fmt::format("'{}' is a sweep in version {} of the format; this gyre knows "
                      "version {}",
                      path_.string(), schema, kSchema));
    }
    const std::string check = database_->text("PRAGMA quick_check(1)");
    if (check != "ok") throw_damaged(path_, check);
    task_ = read_task();
  }

  void set(const char* name, const std::string& value) {
    SqliteStatement(*database_, "INSERT INTO sweep VALUES (?, ?)")
        .bind(std::string_view(name))
        .bind(value)
        .step();
  }

  [[nodiscard]] std::string get(const char* name) {
    SqliteStatement select(*database_, "SELECT value FROM sweep WHERE name = ?");
    select.bind(std::string_view(name));
    if (!select.step()) throw_damaged(path_, fmt::format("it does not say its {}", name));
    return select.text(0);
  }

  [[nodiscard]] std::uint64_t get_number(const char* name) {
    const std::string text = get(name);
    try {
      std::size_t used = 0;
      const std::uint64_t number = std::stoull(text, &used);
      if (used == text.size()) return number;
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): said below
    }
    throw_damaged(path_, fmt::format("its {} is '{}'", name, text));
  }

  [[nodiscard]] Metric read_metric() {
    const std::string word = get("metric");
    const std::optional<Metric> metric = find_metric(word);
    if (!metric) throw_damaged(path_, fmt::format("its metric is '{}'", word));
    return *metric;
  }

  [[nodiscard]] SweepTask read_task() {
    SweepTask task;
    const std::string plan = get("plan");
    bool known = false;
    for (const auto& [kind, name] : kKinds) {
      if (plan != name) continue;
      task.plan.kind = kind;
      known = true;
    }
    if (!known) throw_damaged(path_, fmt::format("its plan is '{}'", plan));
    task.plan.count = get_number("count");
    task.plan.seed = get_number("seed");
    task.plan.first = get_number("first");
    task.metric = read_metric();
    task.within = get("goal") == "within";
    task.depth = static_cast<int>(std::min<std::uint64_t>(get_number("depth"), kTooDeep));
    if (get("search_depth") != kUsual) {
      task.search_depth =
          static_cast<int>(std::min<std::uint64_t>(get_number("search_depth"), kTooDeep));
    }
    SqliteStatement listed(*database_, "SELECT class FROM listed ORDER BY position");
    while (listed.step()) task.plan.classes.push_back(static_cast<std::uint64_t>(listed.number(0)));
    if (task.plan.kind == SweepPlan::Kind::list && task.plan.classes.size() != task.plan.count) {
      throw_damaged(path_, "its list is not complete");
    }
    if (get("checksum") != std::to_string(checksum_of(task))) {
      throw_damaged(path_, "the checksum of its task is wrong");
    }
    try {
      check_task(task);
    } catch (const Error& error) {
      throw_damaged(path_, error.message());
    }
    return task;
  }

  [[nodiscard]] std::uint64_t checked_position(std::int64_t position) const {
    if (position < 0 || static_cast<std::uint64_t>(position) >= task_->plan.count) {
      throw_damaged(path_,
                    fmt::format("a row has place {} in a plan of {}", position, task_->plan.count));
    }
    return static_cast<std::uint64_t>(position);
  }

  [[nodiscard]] SweepRow read_row(const SqliteStatement& select) const {
    SweepRow row;
    row.position = checked_position(select.number(0));
    const auto number = [&](int column) {
      return static_cast<std::uint64_t>(select.number(column));
    };
    const auto small = [&](int column) { return static_cast<int>(select.number(column)); };
    row.coset = {number(1), small(2), small(3), small(4), small(5)};
    row.representative = select.text(6);
    row.exact_depth = small(8);
    row.left = number(9);
    row.solved = number(10);
    row.seconds = select.real(12);
    row.solve_seconds = select.real(13);
    try {
      row.positions = Json::parse(select.text(7)).get<std::vector<std::uint64_t>>();
      row.unsolved = Json::parse(select.text(11)).get<std::vector<std::string>>();
    } catch (const Json::exception& error) {
      throw_damaged(path_, fmt::format("row {}: {}", row.position, error.what()));
    }
    if (select.number(14) != checksum_of(row)) {
      throw_damaged(path_, fmt::format("the checksum of row {} is wrong", row.position));
    }
    std::uint64_t reached = 0;
    for (const std::uint64_t positions : row.positions) reached += positions;
    if (reached + row.left != kCosetPositions || row.solved > row.left ||
        row.positions.size() > std::size_t{kLongestCoset} + 1) {
      throw_damaged(path_, fmt::format("row {}: its numbers contradict each other", row.position));
    }
    return row;
  }

  static constexpr std::uint64_t kTooDeep = kLongestCoset + 1;

  fs::path path_;
  std::optional<BuildLock> lock_;
  std::optional<SqliteDatabase> database_;
  std::optional<SweepTask> task_;
  std::int64_t run_ = 0;
};

SweepFile::SweepFile(std::unique_ptr<Store> store) : store_(std::move(store)) {}
SweepFile::~SweepFile() = default;
SweepFile::SweepFile(SweepFile&&) noexcept = default;
SweepFile& SweepFile::operator=(SweepFile&&) noexcept = default;

SweepFile SweepFile::open(const fs::path& path) {
  return SweepFile(std::make_unique<Store>(path, take_lock(path)));
}

SweepFile SweepFile::read(const fs::path& path) {
  return SweepFile(std::make_unique<Store>(path, std::nullopt));
}

const std::optional<SweepTask>& SweepFile::task() const noexcept {
  return store_->task();
}
void SweepFile::create(const SweepTask& task) {
  store_->create(task);
}
void SweepFile::begin_run(const SweepRun& run) {
  store_->begin_run(run);
}
void SweepFile::add(const SweepRow& row) {
  store_->add(row);
}
std::uint64_t SweepFile::done() const {
  return store_->done();
}
std::vector<bool> SweepFile::done_positions() const {
  return store_->done_positions();
}
void SweepFile::for_each_row(const std::function<void(const SweepRow&)>& take) const {
  store_->for_each_row(take);
}
std::vector<SweepRun> SweepFile::runs() const {
  return store_->runs();
}

}  // namespace gyre::cube3
