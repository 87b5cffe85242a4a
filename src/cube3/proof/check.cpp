// Whether a certificate can be true. What it says of itself has been compared when it was read.
// Here the cube is asked: random positions of the coset are solved by other programs than the one
// that made it, and by other tables: in two phases with the small tables that are made at every
// start, and optimally.
#include "cube3/proof/compact_cubes.h"
#include "cube3/proof/sample.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/cube3/coset.h>
#include "base/threads.h"
#include "cube3/tables/tables.h"

#include <limits>
#include <mutex>

namespace gyre::cube3 {
namespace {

// Random positions that are solved in two phases, and for how long each may take: if all are
// claimed to have a solution of some length, and if nothing is claimed.
constexpr std::size_t kQuickSamples = 1'000;
constexpr double kClaimedSeconds = 10;
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
        hooks_(hooks) {
    found_.tried = kQuickSamples;
  }

  CertificateCheck run() {
    try {
      compare_table();
      if (holds()) solve_quickly();
      if (holds()) solve_optimally();
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

  void solve_quickly() {
    // The small tables, because what made the certificate cannot have spoilt them.
    TwoPhaseOptions small;
    small.metric = proof_.metric;
    const Cube3Solver solver(small);
    TwoPhaseLimits limits;
    limits.target_length = claimed_.value_or(proof_.result.depths.back().depth);
    limits.max_length = claimed_.value_or(easy_length(proof_.metric));
    limits.seconds = claimed_ ? kClaimedSeconds : kUnclaimedSeconds;
    const std::vector<Cube> positions =
        random_positions(proof_.representative, kQuickSamples, options_.seed);
    std::vector<TwoPhaseSolution> solutions(positions.size());
    std::uint64_t done = 0;
    parallel_for(positions.size(), options_.threads, [&](std::size_t i) {
      if (!still_holds()) return;
      solutions[i] = solver.solve(positions[i], limits, {}, hooks_.stop);
      if (!solutions[i].found && solutions[i].optimal) {
        contradict(positions[i], fmt::format("needs more than {} moves", limits.max_length));
      }
      report("solving random positions", done, positions.size());
    });
    if (!holds()) return;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (solutions[i].found) {
        found_.lengths.push_back(solutions[i].length);
      } else {
        undecided_.push_back(positions[i]);
      }
    }
    // What was not found in time has a length beyond all depths, which is never too short.
    std::vector<int> lengths = found_.lengths;
    lengths.resize(positions.size(), std::numeric_limits<int>::max());
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
    std::vector<Cube> positions = random_positions(
        proof_.representative, static_cast<std::size_t>(options_.samples), options_.seed + 1);
    const std::size_t samples = positions.size();
    // They are claimed to be within the bound, and only this can tell.
    if (claimed_) positions.insert(positions.end(), undecided_.begin(), undecided_.end());
    if (positions.empty()) return;
    const OptimalSolver solver = make_optimal();
    if (hooks_.distances) hooks_.distances(positions.size(), solver);
    std::vector<int> distances(positions.size());
    std::uint64_t done = 0;
    parallel_for(positions.size(), solver.threads(), [&](std::size_t i) {
      if (!still_holds()) return;
      OptimalHooks watch;
      watch.stop = hooks_.stop;
      const OptimalResult result = solver.solve(positions[i], {}, watch);
      if (!result.found()) return;
      distances[i] = result.solutions[0].length;
      if (claimed_ && distances[i] > *claimed_) {
        contradict(positions[i], fmt::format("needs {} moves", distances[i]));
      }
      report("finding distances", done, positions.size());
    });
    if (!holds()) return;
    distances.resize(samples);
    found_.distances = distances;
    found_.distance_probability = Agreement(proof_.result).of_distances(distances);
    if (found_.distance_probability < kLeastProbability) {
      found_.contradiction =
          fmt::format("the distances of {} random positions do not fit the counts (p = {:.1e})",
                      samples, found_.distance_probability);
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
