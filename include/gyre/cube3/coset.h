// Whole cosets of the subgroup H (U, D and half turns) of the 3x3x3: the distance of every one of
// their 19,508,428,800 positions, or a proof that all are within so many moves, and its
// certificate: what `gyre coset` and `gyre sweep` do.
//
// A sequence that takes a representative r into H, to an element h, solves the position h^-1 r. So
// there is a bit for each element of H, 2.4 GB. Sequences that end in a move of H need no search:
// they are the images of the bits that are set under the ten moves of H. The others are searched.
//
// Searching a depth completely costs about 13 times what the one before cost, and spreading costs
// the same at every depth: so a proof searches while that is cheap, spreads up to the bound, and
// solves the few positions that are left one by one. docs/examples/prove_coset.cpp makes a
// certificate and checks it.
#pragma once

#include <gyre/base/api.h>
#include <gyre/base/progress.h>
#include <gyre/cube3/cube.h>
#include <gyre/cube3/optimal.h>
#include <gyre/cube3/solver.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/table/store.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace GYRE_API gyre {

namespace cube3 {

// ---- the distances of a coset ----

constexpr std::uint64_t kCosetPositions = 19'508'428'800;
// No position is farther from solved, in half turns and in quarter turns.
constexpr int kLongestCoset = 26;

enum class CosetDevice { automatic, cpu, gpu };

struct CosetOptions {
  Metric metric = Metric::htm;
  CosetDevice device = CosetDevice::automatic;
  // Where the phase-1 table is kept. If it is not there, it is made.
  const TableStore* store = nullptr;
  TableOptions table;
  int threads = 0;  // 0: all
  // What the processor's memory may be filled with. Of a GPU, what is free counts.
  std::uint64_t memory_bytes = std::uint64_t{8} << 30U;
};

struct CosetRequest {
  // Any position of the coset.
  Cube representative;
  // Ends after this depth, or earlier when all positions have been reached.
  int depth = kLongestCoset;
  // Searches up to this depth; beyond, only moves of H spread what was found.
  int search_depth = kLongestCoset;
  // This part of the sequences of the last depth is searched, chosen as if at random. Below 1 that
  // depth is not exact, but what it reaches spreads.
  double last_share = 1;
  // A checksum of what has been reached is made as well, at each depth.
  bool checksums = false;
};

struct CosetDepth {
  int depth = 0;
  // All sequences up to this length were looked at, so `positions` is exactly those at this
  // distance. Otherwise it is how many more are known to be within it.
  bool searched = false;
  std::uint64_t positions = 0;  // reached at this depth and not before
  std::uint64_t reached = 0;    // so far
  std::uint64_t ends = 0;       // sequences into H that the search met
  double spread_seconds = 0;
  double search_seconds = 0;
  // The same on every device: a sum over the positions reached. 0 where it was not asked for.
  std::uint64_t checksum = 0;
};

struct CosetResult {
  // The complete depths, from 0 on.
  std::vector<CosetDepth> depths;
  // The stop token ended it early, within the depth after the last.
  bool stopped = false;
  double seconds = 0;

  [[nodiscard]] std::uint64_t reached() const noexcept {
    return depths.empty() ? 0 : depths.back().reached;
  }
  [[nodiscard]] std::uint64_t left() const noexcept { return kCosetPositions - reached(); }
  // The last depth up to which `positions` are exact.
  [[nodiscard]] int exact_depth() const noexcept;
};

class CosetEngine;

}  // namespace cube3

class CosetSolver {
 public:
  // Takes all memory that it needs. Throws Error if there is too little, no GPU, or no table.
  explicit CosetSolver(const cube3::CosetOptions& options);
  ~CosetSolver();
  CosetSolver(CosetSolver&&) noexcept;
  CosetSolver& operator=(CosetSolver&&) noexcept;

  // One call at a time. Throws Error if face turns cannot solve the representative, or for a depth
  // outside 0..kLongestCoset. done is called after each depth; progress within one.
  [[nodiscard]] cube3::CosetResult solve(
      const cube3::CosetRequest& request,
      const std::function<void(const cube3::CosetDepth&)>& done = {},
      const ProgressCallback& progress = {}, const std::stop_token& stop = {});

  // Hands out the positions that solve did not reach, in an order of their own, until `take`
  // returns false.
  void for_each_left(const std::function<bool(const cube3::Cube&)>& take) const;
  // Whether solve reached a position of its coset. Throws Error for one of another.
  [[nodiscard]] bool was_reached(const cube3::Cube& cube) const;

  [[nodiscard]] Metric metric() const noexcept;
  // "2 threads, avx512" or the name of a GPU.
  [[nodiscard]] std::string device() const;
  [[nodiscard]] bool uses_gpu() const noexcept;
  [[nodiscard]] int threads() const noexcept;
  // The bytes that it has taken of the processor's memory, or of the GPU's, with the phase-1 table.
  [[nodiscard]] std::uint64_t memory_bytes() const noexcept;
  // The phase-1 table's name in the store, the digest of its key, and the checksum of the bytes
  // that are in use, which are read for it.
  [[nodiscard]] std::string table_name() const;
  [[nodiscard]] std::string table_digest() const;
  [[nodiscard]] std::uint64_t table_checksum() const;

 private:
  std::unique_ptr<cube3::CosetEngine> engine_;
  std::unique_ptr<cube3::Cube> representative_;  // of the coset that was solved last
};

namespace cube3 {

// ---- all cosets ----

// The 138,639,780 classes of cosets under the 16 symmetries that keep the U-D axis, in the order of
// their first members.
constexpr std::uint64_t kCosetClassCount = 138'639'780;

struct CosetClass {
  std::uint64_t index = 0;
  // Twist 0..2186, flip 0..2047 and slots of the middle edges 0..494 of the first member.
  int twist = 0;
  int flip = 0;
  int slice = 0;
  // How many cosets it has: 16 divided by the symmetries of one.
  int cosets = 0;
};

// Throws Error for an index that is too large.
[[nodiscard]] CosetClass coset_class(std::uint64_t index);
[[nodiscard]] CosetClass coset_class_of(const Cube& cube);
// A position in the first member of the class.
[[nodiscard]] Cube coset_representative(const CosetClass& coset);

// ---- how far a coset is searched ----

// How much of the deepest usual depth is searched: CosetRequest::last_share.
[[nodiscard]] double usual_last_share(bool gpu) noexcept;

struct CosetPlan {
  // What was found is spread up to this depth.
  int depth = kLongestCoset;
  // Sequences are searched up to this depth, and of the last one this share (CosetRequest).
  int search_depth = kLongestCoset;
  double last_share = 1;
  // The bound, if all positions are to be proved within one. It is the depth then.
  std::optional<int> within;
  // What no depth reached is solved one by one. Always so for a bound.
  bool solve_left = false;
};

// The plan of a proof. Without a search depth, a bound that all positions meet is searched as is
// quickest on the device; a lower one completely, since only that tells what is left from what is
// farther. Throws Error for depths outside 0..kLongestCoset.
[[nodiscard]] CosetPlan plan_proof(Metric metric, int within, std::optional<int> search_depth,
                                   bool gpu);
// The plan that counts positions up to a depth, or all. Without a search depth, all depths are
// searched.
[[nodiscard]] CosetPlan plan_counts(std::optional<int> depth, std::optional<int> search_depth,
                                    bool solve_left);

// ---- solving what is left ----

// Two phases could not settle some positions, and the optimal solver takes them, one after the
// other with all its threads.
struct HandOver {
  std::uint64_t positions = 0;
  std::string table_name;
  std::uint64_t table_bytes = 0;
  // A table that is not stored is made first, in about table_seconds on two cores.
  bool table_stored = false;
  double table_seconds = 0;
};

// All may be empty. They are called from any thread, one call at a time.
struct CosetHooks {
  // Called after each depth.
  std::function<void(const CosetDepth&)> depth;
  // Called after the last depth, before anything that is left is solved; not after a stop.
  std::function<void(const CosetResult&)> searched;
  // Called before the optimal solver is made.
  std::function<void(const HandOver&)> hand_over;
  ProgressCallback progress;
  std::stop_token stop;
};

struct LeftOptions {
  Metric metric = kUsualMetric;
  // Where tables are kept; those that are not there are made. None: two phases use their small
  // tables, and the table of the optimal solver lives in memory only. It must outlive the solver.
  const TableStore* store = nullptr;
  TableOptions table;
  int threads = 0;  // 0: all
  // What the optimal solver may take. Its best table that fits is used; the smallest if none does.
  std::uint64_t memory_bytes = std::uint64_t{1} << 30U;
};

// Options with the memory that those of a coset solver leave beside the coset and the tables of two
// phases.
[[nodiscard]] LeftOptions left_options(const CosetSolver& solver, const CosetOptions& options);

// So many solutions fit a certificate; if there are more, it has none.
constexpr std::size_t kMostRecordedSolutions = 10'000;

struct LeftLimits {
  // Solutions of so many moves are looked for.
  int within = 20;
  // How long two phases have for a position at first. If more than a few resist, they get ten times
  // as long; if too many still do, sixty times.
  double seconds_each = 1;
  // One position that is proved to need more moves ends the work.
  bool ends_beyond = false;
  // So many solutions, and so many positions without one, are kept; all are counted. A certificate
  // needs the solutions of up to kMostRecordedSolutions.
  std::size_t keep = kMostRecordedSolutions;
};

struct SolvedPosition {
  Cube position;
  std::vector<FaceTurn> solution;
};

struct UnsolvedPosition {
  Cube position;
  // It is proved to need more moves; otherwise nobody knows.
  bool farther = false;
  std::optional<int> distance;
};

// Solutions stand in the order in which the positions came, whatever the number of threads.
struct LeftSolved {
  // This is LeftLimits::within. Positions that need more are solved optimally, so that their
  // solutions are longer.
  int bound = 0;
  std::uint64_t solved = 0;
  std::uint64_t unsolved = 0;
  // How many of the solved have a solution of each length.
  std::map<int, std::uint64_t> lengths;
  std::vector<SolvedPosition> solutions;
  std::vector<UnsolvedPosition> remaining;
  // How many the optimal solver was given.
  std::uint64_t handed_over = 0;
  bool stopped = false;
  double seconds = 0;
};

// Hands out positions until its taker returns false; as CosetSolver::for_each_left.
using PositionSource = std::function<void(const std::function<bool(const Cube&)>&)>;

// Solves positions one by one and replays each solution: in two phases, a position a thread, and
// what resists optimally, with all threads on one position. Makes no table before it is needed.
class LeftSolver {
 public:
  explicit LeftSolver(const LeftOptions& options);

  // count: how many there will be, for progress. They are taken a few thousand at a time, so there
  // may be billions. Throws Error if a table cannot be had.
  [[nodiscard]] LeftSolved solve(const PositionSource& left, std::uint64_t count,
                                 const LeftLimits& limits, const CosetHooks& hooks = {});

  [[nodiscard]] Metric metric() const noexcept { return options_.metric; }

 private:
  [[nodiscard]] const Cube3Solver& two_phase(const std::stop_token& stop);
  [[nodiscard]] const OptimalSolver& optimal(std::uint64_t positions, const CosetHooks& hooks);

  LeftOptions options_;
  std::unique_ptr<Cube3Solver> two_phase_;
  std::unique_ptr<OptimalSolver> optimal_;
};

// ---- a whole coset ----

struct CosetProofRequest {
  // Any position of the coset.
  Cube representative;
  CosetPlan plan;
  // Makes checksums of what each depth has reached, for a certificate that another run can be
  // compared with.
  bool checksums = false;
  std::size_t keep = kMostRecordedSolutions;  // LeftLimits::keep
};

struct CosetProof {
  Metric metric = kUsualMetric;
  Cube representative;
  CosetPlan plan;
  // It goes up to the depth of the plan, or ends earlier when nothing was left.
  CosetResult result;
  // Nothing if no position was left, if none was to be solved, or if all are known to be farther
  // than the bound.
  std::optional<LeftSolved> left;
  // A position that is farther than the bound, if there is one.
  std::optional<UnsolvedPosition> beyond;
  bool stopped = false;
  double seconds = 0;

  // All positions are proved to be within so many moves.
  [[nodiscard]] std::optional<int> proved_within() const;
  [[nodiscard]] bool proved() const { return proved_within().has_value(); }
};

// Does with a coset what the plan says. Throws Error if the two solvers count moves differently.
[[nodiscard]] CosetProof solve_coset(CosetSolver& solver, LeftSolver& left,
                                     const CosetProofRequest& request,
                                     const CosetHooks& hooks = {});
// The same with plan_proof on the solver's device, as is quickest there.
[[nodiscard]] CosetProof prove_within(CosetSolver& solver, LeftSolver& left,
                                      const Cube& representative, int within,
                                      const CosetHooks& hooks = {}, bool checksums = false);

// ---- certificates ----

// A proof or counts, and what they were made with (docs/coset.md).
struct CosetCertificate {
  std::string program;  // "gyre 0.1.0"
  std::string given;    // as the coset was asked for
  CosetClass kind;
  CosetProof proof;
  std::string device;
  bool gpu = false;
  int threads = 0;
  std::uint64_t memory_bytes = 0;
  // What CosetSolver says of its phase-1 table.
  std::string table_name;
  std::string table_digest;
  std::uint64_t table_checksum = 0;
};

// `solver` made the proof. Reads the whole phase-1 table for its checksum.
[[nodiscard]] CosetCertificate certificate_of(const CosetSolver& solver, CosetProof proof,
                                              std::string given);
// Writes the JSON of docs/coset.md. Throws Error for a proof that was stopped, or that has not kept
// the solutions that a certificate needs.
[[nodiscard]] std::string write_certificate(const CosetCertificate& certificate);
// `name` is that of the file, for errors. Throws Error if it is no certificate of this version, or
// contradicts itself: what does not add up is refused before anybody believes the rest.
[[nodiscard]] CosetCertificate read_certificate(const std::string& text, const std::string& name);

struct CertificateCheckOptions {
  // The name of the file, for errors.
  std::string name = "certificate";
  // So many random positions are solved optimally; each takes seconds to minutes.
  int samples = 8;
  // Makes the whole record again, with what make_coset gives: only then is all of it known to be
  // true. Takes as long as it took.
  bool full = false;
  // Makes the coset solver, in the metric of the certificate, for `full`, and says how what is left
  // may be solved. Empty: one with usual options and the tables of `store`.
  std::function<CosetSolver(LeftOptions&)> make_coset;
  // Where the random positions begin.
  std::uint64_t seed = 1;
  int threads = 0;  // 0: all
  // Where the phase-1 table may be; it is compared with the certificate, never made.
  const TableStore* store = nullptr;
  // Makes the optimal solver, in the metric of the certificate, when one is needed. Empty: one with
  // the best table that fits a gigabyte, from the store if it is there.
  std::function<OptimalSolver()> make_optimal;
};

struct CertificateCheckHooks {
  // Called when so many distances are about to be found.
  std::function<void(std::size_t positions, const OptimalSolver& solver)> distances;
  ProgressCallback progress;
  std::stop_token stop;
};

struct CertificateCheck {
  // What is known of the phase-1 table that made it.
  enum class TableState { not_stored, sound, damaged };
  TableState table = TableState::not_stored;
  std::string table_fault;  // of one that is damaged
  // The depths up to this were counted once more, otherwise than by what made the record, and
  // compared, with the checksums that it gives; -1: none.
  int recounted_depth = -1;
  // Depth 0 to recounted_depth of the record, whose checksums were compared.
  int checksums_compared = 0;
  // The certificate's own position, and others of its coset that are symmetric: how many were
  // tried, and how many were solved within the claimed length.
  std::size_t symmetric_tried = 0;
  std::size_t symmetric_solved = 0;
  // The whole record was made again and is the same.
  bool remade = false;
  // How many random positions are tried in two phases, and the lengths of the solutions that were
  // found: up to the claimed length, if one is claimed.
  std::size_t tried = 0;
  std::vector<int> lengths;
  // How likely solutions as short as these are, at least, if the counts are right.
  double length_probability = 1;
  // The distances of the samples, and how likely they are, at least.
  std::vector<int> distances;
  double distance_probability = 1;
  // What the cube contradicts, as a sentence without a full stop; empty if nothing does.
  std::string contradiction;
  bool stopped = false;

  // Nothing contradicts it. That is no proof: somebody who makes a false one with care, about a few
  // positions that are hard to find, gets as far.
  [[nodiscard]] bool not_contradicted() const noexcept { return contradiction.empty() && !stopped; }
  // All that it says was made again and came out the same.
  [[nodiscard]] bool confirmed() const noexcept { return remade && not_contradicted(); }
};

// Whether a certificate can be true. The depths that are cheap are counted once more; its own
// position, symmetric ones and random ones of the coset are solved otherwise than by what made it.
// One that is wrong about a good part of the positions is found out; one that is wrong about a few
// can only be found out by making it again (`full`). Throws Error if it was made with another table
// than this program would use.
[[nodiscard]] CertificateCheck check_certificate(const CosetCertificate& certificate,
                                                 const CertificateCheckOptions& options,
                                                 const CertificateCheckHooks& hooks = {});

}  // namespace cube3
}  // namespace gyre
