// gyre coset --check: whether a record of a coset can be true. What it says of itself has been
// compared when it was read (coset_record.cpp). Here the cube is asked: random positions of the
// coset are solved by other programs than the one that made the record, and by other tables: in two
// phases with the small tables that are made at every start, and optimally. A record that is wrong
// about a good part of the positions is found out; one that is wrong about a few cannot be, but
// by doing it all again.
#include "coset_options.h"
#include "coset_record.h"
#include "cube_tables.h"
#include "interrupt.h"
#include "optimal_tables.h"
#include "progress.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/base/random.h>
#include <nlohmann/json.hpp>
#include "base/seconds.h"
#include "base/threads.h"
#include "cube3/tables/tables.h"
#include "format/position.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <mutex>

namespace gyre::cli {
namespace {

using cube3::CosetDepth;
using cube3::Cube;

// Random positions that are solved in two phases; and for how long each may take, if all are
// claimed to have a solution of that length, or else.
constexpr std::size_t kQuickSamples = 1'000;
constexpr double kClaimedSeconds = 10;
constexpr double kUnclaimedSeconds = 0.005;
// A record whose sample is less likely than this is refused: once in a million true records.
constexpr double kLeastProbability = 1e-6;

// ---- random positions ----

// Each of the 19,508,428,800 positions of H with the same probability.
Cube random_in_subgroup(Rng& rng) {
  std::vector<int> corners{0, 1, 2, 3, 4, 5, 6, 7};
  std::vector<int> outer{0, 1, 2, 3, 4, 5, 6, 7};
  std::vector<int> middle{8, 9, 10, 11};
  const auto shuffle = [&](std::vector<int>& pieces) {
    for (std::size_t i = pieces.size(); i > 1; --i) {
      std::swap(pieces[i - 1], pieces[random_below(rng, i)]);
    }
  };
  shuffle(corners);
  shuffle(outer);
  shuffle(middle);
  Cube cube;
  for (int slot = 0; slot < cube3::kCorners; ++slot) cube.set_corner(slot, corners[slot], 0);
  for (int slot = 0; slot < 8; ++slot) cube.set_edge(slot, outer[slot], 0);
  for (int slot = 8; slot < cube3::kEdges; ++slot) cube.set_edge(slot, middle[slot - 8], 0);
  if (has_odd_corners(cube) != has_odd_edges(cube)) {
    const int piece = cube.edge_perm(0);
    cube.set_edge(0, cube.edge_perm(1), 0);
    cube.set_edge(1, piece, 0);
  }
  return cube;
}

std::vector<Cube> random_positions(const Cube& representative, std::size_t count,
                                   std::uint64_t seed) {
  Rng rng(seed);
  std::vector<Cube> positions;
  for (std::size_t i = 0; i < count; ++i) {
    positions.push_back(compose(random_in_subgroup(rng), representative));
  }
  return positions;
}

// ---- what a sample says about the counts ----

double log_binomial(std::size_t n, std::size_t k, double p) {
  const auto a = static_cast<double>(n);
  const auto b = static_cast<double>(k);
  if (p <= 0) return k == 0 ? 0 : -std::numeric_limits<double>::infinity();
  if (p >= 1) return k == n ? 0 : -std::numeric_limits<double>::infinity();
  return std::lgamma(a + 1) - std::lgamma(b + 1) - std::lgamma(a - b + 1) + b * std::log(p) +
         (a - b) * std::log1p(-p);
}

// The probability of `least` or more, and of `most` or fewer, of n draws.
double upper_tail(std::size_t n, std::size_t least, double p) {
  double sum = 0;
  for (std::size_t k = least; k <= n; ++k) sum += std::exp(log_binomial(n, k, p));
  return std::min(sum, 1.0);
}

double lower_tail(std::size_t n, std::size_t most, double p) {
  double sum = 0;
  for (std::size_t k = 0; k <= most; ++k) sum += std::exp(log_binomial(n, k, p));
  return std::min(sum, 1.0);
}

// How many draws are within a depth is binomial, if the counts are right: at most so probable is
// what was seen at the depth where it is least so. Each comparison could have been the one, so the
// least of them counts as often as there are.
class Agreement {
 public:
  explicit Agreement(const CosetRecord& record) : record_(record) {}

  // Distances: they may be neither too short nor too long. Where the counts are lower bounds, only
  // too long.
  [[nodiscard]] double of_distances(const std::vector<int>& distances) const {
    return probability(distances, true, true);
  }
  // Lengths of solutions that need not be the shortest: they may not be too short.
  [[nodiscard]] double of_lengths(const std::vector<int>& lengths) const {
    return probability(lengths, true, false);
  }

 private:
  [[nodiscard]] double probability(const std::vector<int>& lengths, bool above, bool below) const {
    double least = 1;
    int comparisons = 0;
    for (const CosetDepth& depth : record_.result.depths) {
      const auto is_within = [&](int length) { return length <= depth.depth; };
      const auto seen =
          static_cast<std::size_t>(std::count_if(lengths.begin(), lengths.end(), is_within));
      const double share =
          static_cast<double>(depth.reached) / static_cast<double>(cube3::kCosetPositions);
      if (above && depth.searched) {
        least = std::min(least, upper_tail(lengths.size(), seen, share));
        ++comparisons;
      }
      if (below) {
        least = std::min(least, lower_tail(lengths.size(), seen, share));
        ++comparisons;
      }
    }
    return std::min(1.0, least * std::max(1, comparisons));
  }

  const CosetRecord& record_;
};

// ---- the check ----

struct Findings {
  std::string table;  // what is known of it
  std::vector<int> lengths;
  std::size_t undecided = 0;  // no solution of the claimed length was found in time
  std::vector<int> distances;
  double length_probability = 1;
  double distance_probability = 1;
  std::string contradiction;
  bool stopped = false;
};

class CosetCheck {
 public:
  explicit CosetCheck(const CosetCommand& command) : command_(command) {}

  int run() {
    record_ = read_certificate(read_file(command_.check), command_.check, cubes_);
    options_ = command_.common;
    options_.metric_name = to_string(record_.metric);
    claimed_ = record_.proved_within();
    begun_ = std::chrono::steady_clock::now();
    try {
      compare_table();
      solve_quickly();
      if (holds()) solve_optimally();
    } catch (const Error&) {
      if (!interrupt_.happened()) throw;
    }
    found_.stopped = interrupt_.happened();
    print();
    if (found_.stopped) return interrupt_.status();
    return found_.contradiction.empty() ? 0 : 1;
  }

 private:
  [[nodiscard]] bool holds() const {
    return found_.contradiction.empty() && !interrupt_.happened();
  }

  // The same key means the same bytes, so a record made with another table cannot be compared.
  void compare_table() {
    for (const TableRecipe& recipe : cube3::two_phase_recipes(record_.metric)) {
      if (recipe.key.name != record_.table_name) continue;
      std::string digest;
      for (const std::uint8_t byte : recipe.key.digest()) digest += fmt::format("{:02x}", byte);
      if (digest != record_.table_digest) {
        refuse(fmt::format("it was made with another table {}, of digest {}", record_.table_name,
                           record_.table_digest));
      }
      const TableStore store = options_.store();
      if (store.folder().empty() || !store.holds(recipe.key)) {
        found_.table = "is not stored here";
        return;
      }
      TableWork work;
      work.threads = options_.threads;
      work.stop = interrupt_.token();
      const std::optional<std::string> fault =
          store.verify(store.path_of(recipe.key), nullptr, work);
      found_.table = fault ? fmt::format("is damaged here: {}", *fault) : "is sound";
      const std::optional<Table> table = fault ? std::nullopt : store.open(recipe.key);
      if (table && table->checksum() != record_.table_checksum) {
        refuse(fmt::format("its table {} had other bytes than the one that is stored here",
                           record_.table_name));
      }
      return;
    }
    refuse(fmt::format("this program knows no table '{}'", record_.table_name));
  }

  [[noreturn]] void refuse(const std::string& why) const {
    throw Error(SourcePlace{command_.check}, why);
  }

  void contradict(const Cube& position, const std::string& what) {
    const std::scoped_lock lock(mutex_);
    if (found_.contradiction.empty()) {
      found_.contradiction = fmt::format("{} {}", cubes_.write(position), what);
    }
  }

  void solve_quickly() {
    // The small tables: what made the record cannot have spoilt them.
    CubeTables wish;
    wish.stored = false;
    const Cube3Solver solver = make_cube_solver(options_, wish, interrupt_.token());
    cube3::TwoPhaseLimits limits;
    const int deepest = record_.result.depths.back().depth;
    limits.target_length = claimed_.value_or(deepest);
    limits.max_length = claimed_.value_or(cube3::easy_length(record_.metric));
    limits.seconds = claimed_ ? kClaimedSeconds : kUnclaimedSeconds;
    const std::vector<Cube> positions =
        random_positions(record_.representative, kQuickSamples, command_.seed);
    std::vector<cube3::TwoPhaseSolution> solutions(positions.size());
    const ProgressCallback progress = progress_callback(options_);
    std::uint64_t done = 0;
    parallel_for(positions.size(), options_.threads, [&](std::size_t i) {
      if (!holds()) return;
      solutions[i] = solver.solve(positions[i], limits, {}, interrupt_.token());
      if (!solutions[i].found && solutions[i].optimal) {
        contradict(positions[i], fmt::format("needs more than {} moves", limits.max_length));
      }
      const std::scoped_lock lock(mutex_);
      if (progress) progress({"solving random positions", ++done, positions.size()});
    });
    if (!holds()) return;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (solutions[i].found) {
        found_.lengths.push_back(solutions[i].length);
      } else {
        ++found_.undecided;
        undecided_.push_back(positions[i]);
      }
    }
    // What was not found in time has a length beyond all depths, which is never too short.
    std::vector<int> lengths = found_.lengths;
    lengths.resize(positions.size(), std::numeric_limits<int>::max());
    found_.length_probability = Agreement(record_).of_lengths(lengths);
    if (found_.length_probability < kLeastProbability) {
      found_.contradiction = fmt::format(
          "{} random positions have shorter solutions than the counts allow (p = {:.1e})",
          found_.lengths.size(), found_.length_probability);
    }
  }

  void solve_optimally() {
    std::vector<Cube> positions = random_positions(
        record_.representative, static_cast<std::size_t>(command_.samples), command_.seed + 1);
    const std::size_t samples = positions.size();
    // They are claimed to be within the bound, and only this can tell.
    if (claimed_) positions.insert(positions.end(), undecided_.begin(), undecided_.end());
    if (positions.empty()) return;
    const OptimalSolver solver = make_optimal_solver(options_, {}, interrupt_.token()).solver;
    if (!options_.quiet && !options_.json) {
      note(fmt::format("finding the distance{} of {} random position{} with table {}",
                       positions.size() == 1 ? "" : "s", positions.size(),
                       positions.size() == 1 ? "" : "s", solver.table_name()));
    }
    std::vector<int> distances(positions.size());
    const ProgressCallback progress = progress_callback(options_);
    std::uint64_t done = 0;
    parallel_for(positions.size(), solver.threads(), [&](std::size_t i) {
      if (!holds()) return;
      cube3::OptimalHooks hooks;
      hooks.stop = interrupt_.token();
      const cube3::OptimalResult result = solver.solve(positions[i], {}, hooks);
      if (!result.found()) return;
      distances[i] = result.solutions[0].length;
      if (claimed_ && distances[i] > *claimed_) {
        contradict(positions[i], fmt::format("needs {} moves", distances[i]));
      }
      const std::scoped_lock lock(mutex_);
      if (progress) progress({"finding distances", ++done, positions.size()});
    });
    if (!holds()) return;
    found_.undecided = claimed_ ? 0 : found_.undecided;
    distances.resize(samples);
    found_.distances = distances;
    found_.distance_probability = Agreement(record_).of_distances(distances);
    if (found_.distance_probability < kLeastProbability) {
      found_.contradiction =
          fmt::format("the distances of {} random positions do not fit the counts (p = {:.1e})",
                      samples, found_.distance_probability);
    }
  }

  void print() const {
    const double passed = seconds_since(begun_);
    if (options_.json) {
      print_json(passed);
    } else {
      print_text(passed);
    }
  }

  void print_json(double seconds) const {
    Json claimed = nullptr;
    if (claimed_) claimed = *claimed_;
    Json object{{"certificate", command_.check},
                {"holds", found_.contradiction.empty() && !found_.stopped},
                {"proved_within", claimed},
                {"replayed", record_.left ? record_.left->solutions.size() : 0},
                {"table", {{"name", record_.table_name}, {"note", found_.table}}},
                {"random_positions", kQuickSamples},
                {"random_solved", found_.lengths.size()},
                {"length_probability", found_.length_probability},
                {"distances", found_.distances},
                {"distance_probability", found_.distance_probability},
                {"seed", command_.seed}};
    if (!found_.contradiction.empty()) object["note"] = found_.contradiction;
    object["end"] = found_.stopped ? "stopped" : "done";
    object["seconds"] = seconds;
    out_line(object);
  }

  void print_text(double seconds) const {
    const int exact = record_.result.exact_depth();
    out(fmt::format("{}: coset of {}, class {}, {}, exact to depth {}{}\n", command_.check,
                    record_.given.empty() ? "the solved position" : record_.given,
                    grouped(record_.kind.index), options_.metric_name, exact,
                    claimed_ ? fmt::format(", all within {}", *claimed_) : ""));
    out("the counts add up\n");
    if (record_.left && !record_.left->solutions.empty()) {
      out(fmt::format("{} solutions of single positions replayed\n",
                      grouped(record_.left->solutions.size())));
    }
    out(fmt::format("table {} {}\n", record_.table_name, found_.table));
    if (claimed_) {
      out(fmt::format("{} of {} random positions solved in {} moves or fewer (p = {:.2g})\n",
                      grouped(found_.lengths.size()), grouped(kQuickSamples), *claimed_,
                      found_.length_probability));
    } else {
      out(fmt::format("{} random positions solved, none too short for the counts (p = {:.2g})\n",
                      grouped(found_.lengths.size()), found_.length_probability));
    }
    if (!found_.distances.empty()) {
      const char* plural = found_.distances.size() == 1 ? "" : "s";
      out(fmt::format("distance{} of {} random position{}: {} (p = {:.2g})\n", plural,
                      found_.distances.size(), plural, fmt::join(found_.distances, " "),
                      found_.distance_probability));
    }
    if (found_.stopped) {
      out("interrupted\n");
    } else if (found_.contradiction.empty()) {
      out(fmt::format("nothing contradicts it, {:.1f} s\n", seconds));
    } else {
      flush();
      note(fmt::format("gyre: {}: {}", command_.check, found_.contradiction));
    }
  }

  const CosetCommand& command_;
  Interrupt interrupt_;
  CompactCubes cubes_;
  CosetRecord record_;
  CommonOptions options_;
  std::optional<int> claimed_;
  std::mutex mutex_;
  Findings found_;
  std::vector<Cube> undecided_;
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace

int check_coset(const CosetCommand& command) {
  return CosetCheck(command).run();
}

}  // namespace gyre::cli
