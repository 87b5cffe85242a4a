// Whether a certificate can be true. What it says of itself has been compared when it was read.
// Here the cube is asked. The first depths are counted once more (recount.h). The certificate's own
// position, symmetric ones and random ones of the coset are solved by other programs than the one
// that made it, and by other tables: in two phases with the small tables that are made at every
// start, and optimally. If all of it is to be known, the record is made again.
#include "cube3/proof/compact_cubes.h"
#include "cube3/proof/recount.h"
#include "cube3/proof/sample.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/cube3/coset.h>
#include "base/threads.h"
#include "cube3/tables/tables.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>

namespace gyre::cube3 {
namespace {

// Random positions that are solved in two phases, and for how long each may take: if all are
// claimed to have a solution of some length, and if nothing is claimed.
constexpr std::size_t kQuickSamples = 1'000;
// Beside them, its own position and symmetric ones.
constexpr std::size_t kSymmetricSamples = 100;
constexpr double kClaimedSeconds = 10;
// If so many resist, the claim is in doubt, and the optimal solver is asked about them before
// others take their time.
constexpr int kMostResisting = 8;
constexpr double kUnclaimedSeconds = 0.005;
// A certificate whose sample is less likely than this is refused. That happens to one in a million
// that are true.
constexpr double kLeastProbability = 1e-6;

class CertificateChecking {
 public:
  CertificateChecking(const CosetCertificate& certificate, const CertificateCheckOptions& options,
                      const CertificateCheckHooks& hooks)
      : certificate_(certificate),
        proof_(certificate.proof),
        claimed_(certificate.proof.proved_within()),
        options_(options),
        hooks_(hooks) {}

  CertificateCheck run() {
    try {
      compare_table();
      recount();
      if (holds()) solve_quickly();
      if (holds()) solve_optimally();
      if (holds() && options_.full) make_again();
    } catch (const Error&) {
      // Making a table ends so when it is stopped.
      if (!hooks_.stop.stop_requested()) throw;
    }
    found_.stopped = hooks_.stop.stop_requested();
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool holds() const {
    return found_.contradiction.empty() && !hooks_.stop.stop_requested();
  }

  [[noreturn]] void refuse(const std::string& why) const {
    throw Error(SourcePlace{options_.name}, why);
  }

  [[nodiscard]] TableRecipe recipe_of_table() const {
    for (const TableRecipe& recipe : two_phase_recipes(proof_.metric)) {
      if (recipe.key.name == certificate_.table_name) return recipe;
    }
    refuse(fmt::format("this program knows no table '{}'", certificate_.table_name));
  }

  // The same key means the same bytes, so a certificate of another table cannot be compared.
  void compare_table() {
    const TableRecipe recipe = recipe_of_table();
    std::string digest;
    for (const std::uint8_t byte : recipe.key.digest()) digest += fmt::format("{:02x}", byte);
    if (digest != certificate_.table_digest) {
      refuse(fmt::format("it was made with another table {}, of digest {}", certificate_.table_name,
                         certificate_.table_digest));
    }
    const TableStore* store = options_.store;
    if (store == nullptr || store->folder().empty() || !store->holds(recipe.key)) return;
    TableWork work;
    work.threads = options_.threads;
    work.stop = hooks_.stop;
    const std::optional<std::string> fault =
        store->verify(store->path_of(recipe.key), nullptr, work);
    found_.table =
        fault ? CertificateCheck::TableState::damaged : CertificateCheck::TableState::sound;
    found_.table_fault = fault.value_or("");
    const std::optional<Table> table = fault ? std::nullopt : store->open(recipe.key);
    if (table && table->checksum() != certificate_.table_checksum) {
      refuse(fmt::format("its table {} had other bytes than the one that is stored here",
                         certificate_.table_name));
    }
  }

  void contradict(const Cube& position, const std::string& what) {
    const std::scoped_lock lock(mutex_);
    if (found_.contradiction.empty()) {
      found_.contradiction = fmt::format("{} {}", CompactCubes().write(position), what);
    }
  }

  // Whether nothing has contradicted it yet, for threads that might.
  [[nodiscard]] bool still_holds() {
    const std::scoped_lock lock(mutex_);
    return holds();
  }

  void report(const char* what, std::uint64_t& done, std::uint64_t total) {
    const std::scoped_lock lock(mutex_);
    ++done;
    if (hooks_.progress) hooks_.progress({what, done, total});
  }

  void contradict(const std::string& what) { found_.contradiction = what; }

  void recount() {
    RecountLimits limits;
    limits.depth = proof_.result.depths.back().depth;
    if (hooks_.progress) hooks_.progress({"recounting the first depths", 0, 1});
    const std::vector<CosetDepth> counted =
        recount_depths(proof_.representative, proof_.metric, limits, hooks_.stop);
    if (hooks_.progress) hooks_.progress({"recounting the first depths", 1, 1});
    for (std::size_t i = 0; holds() && i < counted.size(); ++i) compare_depth(counted[i]);
  }

  // is: what was counted here, which is exact.
  void compare_depth(const CosetDepth& is) {
    const CosetDepth& said = proof_.result.depths[static_cast<std::size_t>(is.depth)];
    if (said.searched && said.positions != is.positions) {
      return contradict(fmt::format("{} positions are at depth {}, not {}", is.positions, is.depth,
                                    said.positions));
    }
    if (said.reached > is.reached) {
      return contradict(fmt::format("{} positions are within {} moves, not {}", is.reached,
                                    is.depth, said.reached));
    }
    found_.recounted_depth = is.depth;
    if (!said.searched || said.checksum == 0) return;
    if (said.checksum != is.checksum) {
      return contradict(fmt::format("the checksum of depth {} is {:016x}, not {:016x}", is.depth,
                                    is.checksum, said.checksum));
    }
    ++found_.checksums_compared;
  }

  void make_again() {
    LeftOptions beside;
    CosetSolver solver = make_coset(beside);
    LeftSolver left(beside);
    CosetProofRequest request;
    request.representative = proof_.representative;
    request.plan = proof_.plan;
    request.checksums = true;
    CosetHooks hooks;
    hooks.progress = hooks_.progress;
    hooks.stop = hooks_.stop;
    const CosetProof made = solve_coset(solver, left, request, hooks);
    if (made.stopped) return;
    compare_made(made);
    found_.remade = found_.contradiction.empty();
  }

  [[nodiscard]] CosetSolver make_coset(LeftOptions& beside) const {
    if (options_.make_coset) return options_.make_coset(beside);
    CosetOptions wanted;
    wanted.metric = proof_.metric;
    wanted.store = options_.store;
    wanted.threads = options_.threads;
    CosetSolver solver(wanted);
    beside = left_options(solver, wanted);
    return solver;
  }

  void compare_made(const CosetProof& made) {
    const std::vector<CosetDepth>& said = proof_.result.depths;
    if (made.result.depths.size() != said.size()) {
      return contradict(fmt::format("made again, it has {} depths, not {}",
                                    made.result.depths.size(), said.size()));
    }
    for (std::size_t depth = 0; depth < said.size(); ++depth) {
      const CosetDepth& is = made.result.depths[depth];
      if (is.positions != said[depth].positions || is.searched != said[depth].searched) {
        return contradict(fmt::format("made again, depth {} has {} positions{}, not {}{}", depth,
                                      is.positions, is.searched ? " exactly" : "",
                                      said[depth].positions,
                                      said[depth].searched ? " exactly" : ""));
      }
      if (said[depth].checksum != 0 && is.checksum != said[depth].checksum) {
        return contradict(fmt::format("made again, depth {} has the checksum {:016x}, not {:016x}",
                                      depth, is.checksum, said[depth].checksum));
      }
    }
    const std::optional<int> proved = made.proved_within();
    if (claimed_ && (!proved || *proved > *claimed_)) {
      contradict(fmt::format("made again, all are proved to be within {}, not {}",
                             proved ? fmt::format("{} moves", *proved) : "no bound", *claimed_));
    }
  }

  void solve_quickly() {
    // The small tables, because what made the certificate cannot have spoilt them.
    TwoPhaseOptions small;
    small.metric = proof_.metric;
    const Cube3Solver solver(small);
    TwoPhaseLimits limits;
    limits.target_length = claimed_.value_or(proof_.result.depths.back().depth);
    limits.max_length = claimed_.value_or(easy_length(proof_.metric));
    limits.seconds = claimed_ ? kClaimedSeconds : kUnclaimedSeconds;
    // The symmetric ones first: they tell most, and what is random about them is no part of the
    // statistics.
    std::vector<Cube> positions;
    if (claimed_) {
      positions = symmetric_positions(proof_.representative, kSymmetricSamples, options_.seed + 2);
    }
    const std::size_t symmetric = positions.size();
    const std::vector<Cube> random =
        random_positions(proof_.representative, kQuickSamples, options_.seed);
    positions.insert(positions.end(), random.begin(), random.end());
    std::vector<TwoPhaseSolution> solutions(positions.size());
    std::uint64_t done = 0;
    std::vector<char> tried(positions.size(), 0);
    std::atomic<int> resisting = 0;
    parallel_for(positions.size(), options_.threads, [&](std::size_t i) {
      if (!still_holds() || resisting >= kMostResisting) return;
      tried[i] = 1;
      solutions[i] = solver.solve(positions[i], limits, {}, hooks_.stop);
      if (claimed_ && !solutions[i].found) ++resisting;
      if (!solutions[i].found && solutions[i].optimal) {
        contradict(positions[i], fmt::format("needs more than {} moves", limits.max_length));
      }
      report("solving positions", done, positions.size());
    });
    if (!holds()) return;
    const auto half = tried.begin() + static_cast<std::ptrdiff_t>(symmetric);
    found_.symmetric_tried = static_cast<std::size_t>(std::count(tried.begin(), half, 1));
    found_.tried = static_cast<std::size_t>(std::count(half, tried.end(), 1));
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (tried[i] == 0) continue;
      if (!solutions[i].found) {
        undecided_.push_back(positions[i]);
      } else if (i < symmetric) {
        ++found_.symmetric_solved;
      } else {
        found_.lengths.push_back(solutions[i].length);
      }
    }
    // What was not found in time has a length beyond all depths, which is never too short.
    std::vector<int> lengths = found_.lengths;
    lengths.resize(found_.tried, std::numeric_limits<int>::max());
    found_.length_probability = Agreement(proof_.result).of_lengths(lengths);
    if (found_.length_probability < kLeastProbability) {
      found_.contradiction = fmt::format(
          "{} random positions have shorter solutions than the counts allow (p = {:.1e})",
          found_.lengths.size(), found_.length_probability);
    }
  }

  [[nodiscard]] OptimalSolver make_optimal() const {
    if (options_.make_optimal) return options_.make_optimal();
    OptimalOptions wanted;
    wanted.metric = proof_.metric;
    wanted.store = options_.store;
    wanted.build = true;
    wanted.threads = options_.threads;
    wanted.table.work.threads = options_.threads;
    wanted.table.work.progress = hooks_.progress;
    wanted.table.work.stop = hooks_.stop;
    return OptimalSolver(wanted);
  }

  void solve_optimally() {
    // Those that resisted are claimed to be within the bound, and only this can tell.
    std::vector<Cube> positions;
    if (claimed_) positions = undecided_;
    const std::size_t resisted = positions.size();
    const std::vector<Cube> random = random_positions(
        proof_.representative, static_cast<std::size_t>(options_.samples), options_.seed + 1);
    positions.insert(positions.end(), random.begin(), random.end());
    if (positions.empty()) return;
    const OptimalSolver solver = make_optimal();
    if (hooks_.distances) hooks_.distances(positions.size(), solver);
    std::vector<int> distances(positions.size());
    std::uint64_t done = 0;
    parallel_for(positions.size(), solver.threads(), [&](std::size_t i) {
      if (!still_holds()) return;
      OptimalHooks watch;
      watch.stop = hooks_.stop;
      OptimalLimits limits;
      if (i < resisted) limits.max_length = *claimed_;
      const OptimalResult result = solver.solve(positions[i], limits, watch);
      if (hooks_.stop.stop_requested()) return;
      if (!result.found()) {
        return contradict(positions[i], fmt::format("needs more than {} moves", *claimed_));
      }
      distances[i] = result.solutions[0].length;
      if (claimed_ && distances[i] > *claimed_) {
        contradict(positions[i], fmt::format("needs {} moves", distances[i]));
      }
      report("finding distances", done, positions.size());
    });
    if (!holds()) return;
    distances.erase(distances.begin(), distances.begin() + static_cast<std::ptrdiff_t>(resisted));
    found_.distances = distances;
    found_.distance_probability = Agreement(proof_.result).of_distances(distances);
    if (found_.distance_probability < kLeastProbability) {
      found_.contradiction =
          fmt::format("the distances of {} random positions do not fit the counts (p = {:.1e})",
                      random.size(), found_.distance_probability);
    }
  }

  const CosetCertificate& certificate_;
  const CosetProof& proof_;
  std::optional<int> claimed_;
  const CertificateCheckOptions& options_;
  const CertificateCheckHooks& hooks_;
  CertificateCheck found_;
  std::vector<Cube> undecided_;
  std::mutex mutex_;  // of contradictions, counts and calls to progress
};

}  // namespace

CertificateCheck check_certificate(const CosetCertificate& certificate,
                                   const CertificateCheckOptions& options,
                                   const CertificateCheckHooks& hooks) {
  return CertificateChecking(certificate, options, hooks).run();
}

}  // namespace gyre::cube3
