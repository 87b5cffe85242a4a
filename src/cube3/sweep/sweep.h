// Sweeps: many cosets, one after the other, each result a row in an SQLite file that is safe on the
// disk before the next coset begins. A sweep that was killed at any moment goes on where it was; no
// row is lost, none comes twice. docs/sweep.md says what the file holds.
#pragma once

#include <gyre/base/bigint.h>
#include <gyre/cube3/coset.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace gyre::cube3 {

// A plan of more random ones would take hours to draw.
constexpr std::uint64_t kMostRandomCosets = 1'000'000'000;

// Which cosets, in which order.
struct SweepPlan {
  enum class Kind {
    random,  // the cosets of random cubes: each coset of the 2,217,093,120 is as likely
    range,   // classes in the order of their numbers
    list     // of classes
  };
  Kind kind = Kind::random;
  std::uint64_t count = 0;
  std::uint64_t seed = 1;              // of random ones
  std::uint64_t first = 0;             // of a range
  std::vector<std::uint64_t> classes;  // of a list

  // "100 random cosets, seed 1", "classes 0 to 99", "a list of 12 classes".
  [[nodiscard]] std::string text() const;
  bool operator==(const SweepPlan&) const = default;
};

// What a sweep does. It is written into the file when that is made, and stays.
struct SweepTask {
  SweepPlan plan;
  Metric metric = Metric::htm;
  // Prove that all are within the depth: what is left is solved one by one.
  bool within = true;
  int depth = 20;
  // All depths up to here are searched completely. Without it a proof is made as is quickest
  // (plan_proof), which may make fewer depths exact on one device than on another.
  std::optional<int> search_depth;

  [[nodiscard]] std::string text() const;
  bool operator==(const SweepTask&) const = default;
};

// What is asked of a sweep. What is not said is as the file says, or where there is none yet: a
// proof that all are within God's number.
struct SweepWish {
  std::optional<SweepPlan> plan;
  bool seed_given = true;  // otherwise a plan of random cosets has the seed of the file
  std::optional<Metric> metric;
  std::optional<int> within;
  std::optional<int> depth;  // only counts, up to there
  std::optional<int> search_depth;
};
// What comes out has not been checked yet.
[[nodiscard]] SweepTask wished_task(const SweepWish& wish, const std::optional<SweepTask>& stored);

// Throws Error for a plan without cosets, with classes that do not exist, and for depths outside
// 0..kLongestCoset.
void check_task(const SweepTask& task);

struct SweepItem {
  std::uint64_t position = 0;  // in the plan
  CosetClass coset;
};

// Hands out the cosets in the order of the plan, until `take` returns false.
void for_each_item(const SweepPlan& plan, const std::function<bool(const SweepItem&)>& take);

struct SweepRow {
  std::uint64_t position = 0;
  CosetClass coset;
  std::string representative;            // facelets of a position in it
  std::vector<std::uint64_t> positions;  // by depth, as CosetDepth::positions
  int exact_depth = -1;                  // up to here they are exact
  std::uint64_t left = 0;                // not reached by searching and spreading
  std::uint64_t solved = 0;              // of those, one by one
  std::vector<std::string> unsolved;     // facelets of those that were not, up to a limit
  double seconds = 0;
  double solve_seconds = 0;  // of those, solving one by one

  bool operator==(const SweepRow&) const;
};

// Solves one coset as the task asks for. Gives no row if it was stopped.
[[nodiscard]] std::optional<SweepRow> sweep_coset(CosetSolver& solver, LeftSolver& left,
                                                  const SweepTask& task, const SweepItem& item,
                                                  const CosetHooks& hooks = {});

// Who makes rows, as is written beside them.
struct SweepRun {
  std::string device;
  std::string table_name;
  std::string table_digest;
};

class SweepFile {
 public:
  // To go on with a sweep or to begin one. One process at a time may have it open. Throws Error if
  // another has it, and for a file that is no sweep, of another version, or damaged. A file that
  // does not exist yet is not made before create().
  [[nodiscard]] static SweepFile open(const std::filesystem::path& path);
  // Opens a file to read what there is, also while another process adds to it.
  [[nodiscard]] static SweepFile read(const std::filesystem::path& path);
  ~SweepFile();
  SweepFile(SweepFile&&) noexcept;
  SweepFile& operator=(SweepFile&&) noexcept;

  // There is none if no sweep is in the file yet.
  [[nodiscard]] const std::optional<SweepTask>& task() const noexcept;
  // Makes the file. Called once, if there is no task.
  void create(const SweepTask& task);

  // Rows that are added from here on were made by this run.
  void begin_run(const SweepRun& run);
  // The row is safe on the disk when this returns. Throws Error if it is there already.
  void add(const SweepRow& row);

  [[nodiscard]] std::uint64_t done() const;
  // Says for each position of the plan whether there is a row.
  [[nodiscard]] std::vector<bool> done_positions() const;
  // Hands out the rows in the order of the plan.
  void for_each_row(const std::function<void(const SweepRow&)>& take) const;
  [[nodiscard]] std::vector<SweepRun> runs() const;

 private:
  class Store;
  explicit SweepFile(std::unique_ptr<Store> store);
  std::unique_ptr<Store> store_;
};

using SweepFunction = std::function<std::optional<SweepRow>(const SweepItem&)>;

// Solves what has no row yet, in the order of the plan. `solve` may return nothing when it was
// stopped. Returns whether all of the plan is done.
bool run_sweep(SweepFile& file, const SweepRun& run, const SweepFunction& solve,
               const std::function<void(const SweepRow&)>& stored = {},
               const std::stop_token& stop = {});

// How many positions of the whole cube there are of some kind, as a sample of cosets lets expect.
struct SweepEstimate {
  double positions = 0;
  // The 95 % confidence interval; nothing for fewer than two cosets, or if none was seen.
  std::optional<double> low;
  std::optional<double> high;
};

struct SweepDepth {
  int depth = 0;
  std::uint64_t positions = 0;  // in the cosets that are done
  // Whether this is the number at this distance in all of them. Otherwise it is how many became
  // known to be within it.
  bool exact = false;
  std::optional<SweepEstimate> estimate;  // where exact
  std::optional<BigInt> known;            // the number in the whole cube, where the world knows it
};

struct SweepReport {
  SweepTask task;
  std::uint64_t done = 0;
  double seconds = 0;  // of all cosets that are done
  std::uint64_t left = 0;
  std::uint64_t solved = 0;  // one by one
  // How many cosets have positions that are not proved within the depth.
  std::uint64_t unproved = 0;
  int exact_depth = -1;  // in all of them
  std::vector<SweepDepth> depths;
  // What is farther than exact_depth.
  std::optional<SweepEstimate> beyond;

  [[nodiscard]] double cosets_per_hour() const noexcept {
    return seconds > 0 ? 3600.0 * static_cast<double>(done) / seconds : 0;
  }
};

[[nodiscard]] SweepReport report_of(const SweepFile& file);

}  // namespace gyre::cube3
