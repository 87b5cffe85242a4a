// Reading a certificate back, strictly: what does not add up is refused, before anybody believes
// the rest. Whether it is true of the cube is for check.cpp. Nothing is used of what finds
// distances, so that a fault there cannot hide here.
#include "cube3/core/metric_facts.h"
#include "cube3/proof/certificate.h"
#include "cube3/proof/certificate_fields.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace gyre::cube3 {
namespace {

using FieldsJson = CertificateFields::Json;

// Solutions of single positions are never longer, in any metric.
constexpr int kLongestRecorded = 40;
constexpr std::uint64_t kAnyNumber = std::uint64_t{1} << 62U;

// "R U2 F'" and nothing else.
std::optional<std::vector<FaceTurn>> read_turns(const std::string& text) {
  std::map<std::string, FaceTurn> turns;
  for (int index = 0; index < kMoves; ++index) {
    const FaceTurn turn = FaceTurn::from_index(index);
    turns[turn.name()] = turn;
  }
  std::vector<FaceTurn> moves;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const auto found = turns.find(text.substr(begin, end - begin));
    if (found == turns.end()) return std::nullopt;
    moves.push_back(found->second);
    begin = end + 1;
  }
  return moves;
}

// In H all pieces are oriented, and the four edges of the middle slice are in it.
bool is_in_subgroup(const Cube& cube) noexcept {
  constexpr int kFirstMiddleEdge = 8;
  for (int slot = 0; slot < kCorners; ++slot) {
    if (cube.corner_ori(slot) != 0) return false;
  }
  for (int slot = 0; slot < kEdges; ++slot) {
    if (cube.edge_ori(slot) != 0) return false;
    if ((slot >= kFirstMiddleEdge) != (cube.edge_perm(slot) >= kFirstMiddleEdge)) return false;
  }
  return true;
}

bool is_same_coset(const Cube& a, const Cube& b) noexcept {
  return is_in_subgroup(compose(a, invert(b)));
}

class CertificateReader {
 public:
  explicit CertificateReader(const std::string& file) : file_(file) {}

  CosetCertificate read(const FieldsJson& object) {
    const CertificateFields fields(
        object, "the certificate", file_,
        {"format", "version", "coset", "metric", "options", "depths", "exact_depth", "left",
         "solved", "proved_within", "end", "device", "gpu", "threads", "memory_bytes", "table",
         "program", "seconds"});
    read_circumstances(fields);
    read_plan(fields);
    read_coset(fields.any("coset"));
    read_depths(fields.list("depths"));
    if (fields.small("exact_depth", kLongestCoset) != result().exact_depth()) {
      fields.fail(fmt::format("the depths are exact up to {}, not as 'exact_depth' says",
                              result().exact_depth()));
    }
    if (fields.number("left") != result().left()) {
      fields.fail(fmt::format("'left' must be {}: the depths reach {} of {} positions",
                              result().left(), result().reached(), kCosetPositions));
    }
    if (!fields.any("solved").is_null()) read_left(fields.any("solved"));
    const std::optional<int> proved = proof().proved_within();
    if (fields.small_or_null("proved_within", kLongestRecorded) != proved) {
      fields.fail(fmt::format("'proved_within' must be {}, by the depths and what was solved",
                              proved ? fmt::format("{}", *proved) : "null"));
    }
    return std::move(certificate_);
  }

 private:
  [[nodiscard]] CosetProof& proof() noexcept { return certificate_.proof; }
  [[nodiscard]] CosetResult& result() noexcept { return certificate_.proof.result; }
  [[noreturn]] void refuse(const std::string& what) const { throw Error(SourcePlace{file_}, what); }

  void read_circumstances(const CertificateFields& fields) {
    certificate_.program = fields.text("program");
    certificate_.device = fields.text("device");
    certificate_.gpu = fields.truth("gpu");
    certificate_.threads = fields.small("threads", 1 << 20);
    certificate_.memory_bytes = fields.number("memory_bytes", kAnyNumber);
    const CertificateFields table(fields.any("table"), "'table'", file_,
                                  {"name", "digest", "checksum"});
    certificate_.table_name = table.text("name");
    certificate_.table_digest = table.text("digest");
    certificate_.table_checksum = table.hex_number("checksum");
    proof().seconds = fields.seconds("seconds");
    if (fields.text("end") != "done") fields.fail("'end' must be done: the run was not finished");
  }

  void read_plan(const CertificateFields& fields) {
    const std::optional<Metric> metric = find_metric(fields.text("metric"));
    if (!metric) fields.fail("'metric' must be " + metric_names(" or "));
    proof().metric = *metric;
    const CertificateFields options(fields.any("options"), "'options'", file_,
                                    {"depth", "search_depth", "last_share", "within"});
    CosetPlan& plan = proof().plan;
    plan.depth = options.small("depth", kLongestCoset);
    plan.search_depth = options.small("search_depth", kLongestCoset);
    plan.last_share = options.share("last_share");
    plan.within = options.small_or_null("within", kLongestCoset);
    plan.solve_left = !fields.any("solved").is_null() || plan.within;
  }

  void read_coset(const FieldsJson& object) {
    const CertificateFields fields(
        object, "'coset'", file_,
        {"given", "position", "class", "twist", "flip", "slice", "cosets"});
    certificate_.given = fields.text("given");
    proof().representative = fields.position("position", cubes_);
    CosetClass& said = certificate_.kind;
    said.index = fields.number("class", kCosetClassCount - 1);
    said.twist = fields.small("twist", 2186);
    said.flip = fields.small("flip", 2047);
    said.slice = fields.small("slice", 494);
    said.cosets = fields.small("cosets", 16);
    const CosetClass kind = coset_class_of(proof().representative);
    if (kind.index != said.index || kind.twist != said.twist || kind.flip != said.flip ||
        kind.slice != said.slice || kind.cosets != said.cosets) {
      fields.fail(fmt::format(
          "the coset of the position is of class {} (twist {}, flip {}, slice {}, {} cosets), not "
          "what 'coset' says",
          kind.index, kind.twist, kind.flip, kind.slice, kind.cosets));
    }
  }

  void read_depths(const FieldsJson& list) {
    std::uint64_t reached = 0;
    std::uint64_t odd = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const CertificateFields fields(list[i], fmt::format("depth {}", i), file_,
                                     {"depth", "positions", "reached", "exact", "ends", "checksum",
                                      "spread_seconds", "search_seconds"});
      const CosetDepth depth = read_depth(fields);
      if (depth.depth != static_cast<int>(i)) {
        fields.fail(fmt::format("depth {} stands where depth {} should", depth.depth, i));
      }
      reached += depth.positions;
      if (reached != depth.reached) {
        fields.fail(fmt::format("the positions up to depth {} are {} together, not {}", i, reached,
                                depth.reached));
      }
      if (depth.searched) check_exact(fields, depth);
      odd += i % 2 == 1 ? depth.positions : 0;
      result().depths.push_back(depth);
    }
    if (list.empty()) refuse("'depths' is empty");
    if (result().depths[0].positions != (is_in_subgroup(proof().representative) ? 1U : 0U)) {
      refuse("depth 0 must have 1 position in the coset of the solved cube, and 0 in others");
    }
    // Half of the positions are odd permutations, and a quarter turn is one.
    if (facts_of(proof().metric).length_step == 2 &&
        std::max(odd, reached - odd) > kCosetPositions / 2) {
      refuse("more than half of the positions are at depths of one parity, which cannot be in " +
             std::string(to_string(proof().metric)));
    }
    const int last = result().depths.back().depth;
    const int asked = proof().plan.depth;
    if (last > asked || (last < asked && reached < kCosetPositions)) {
      refuse(fmt::format("the last depth is {}, with {} positions left; {} was asked for", last,
                         kCosetPositions - reached, asked));
    }
  }

  [[nodiscard]] static CosetDepth read_depth(const CertificateFields& fields) {
    CosetDepth depth;
    depth.depth = fields.small("depth", kLongestCoset);
    depth.positions = fields.number("positions");
    depth.reached = fields.number("reached");
    depth.searched = fields.truth("exact");
    depth.ends = fields.number("ends", kAnyNumber);
    depth.checksum = fields.hex_number("checksum");
    depth.spread_seconds = fields.seconds("spread_seconds");
    depth.search_seconds = fields.seconds("search_seconds");
    return depth;
  }

  void check_exact(const CertificateFields& fields, const CosetDepth& depth) {
    const CosetPlan& plan = proof().plan;
    // Once all are reached, there is nothing to search.
    const bool all = depth.reached == kCosetPositions;
    if (!all && depth.depth > plan.search_depth) {
      fields.fail(fmt::format("depth {} cannot be exact: it was searched up to depth {}",
                              depth.depth, plan.search_depth));
    }
    if (!all && depth.depth > 0 && depth.depth == plan.search_depth && plan.last_share < 1) {
      fields.fail(
          fmt::format("depth {} cannot be exact: only a part of it was searched", depth.depth));
    }
    if (depth.depth > 0 && !result().depths.back().searched) {
      fields.fail(fmt::format("depth {} cannot be exact: the one before is not", depth.depth));
    }
  }

  void read_left(const FieldsJson& object) {
    const CertificateFields fields(
        object, "'solved'", file_,
        {"bound", "positions", "unsolved", "lengths", "seconds", "solutions"});
    LeftSolved& left = proof().left.emplace();
    left.bound = fields.small("bound", kLongestCoset + 1);
    left.solved = fields.number("positions");
    left.unsolved = fields.number("unsolved");
    left.seconds = fields.seconds("seconds");
    if (left.solved + left.unsolved != result().left()) {
      fields.fail(
          fmt::format("{} positions were solved one by one and {} were not, but {} were left",
                      left.solved, left.unsolved, result().left()));
    }
    read_lengths(fields, left);
    const FieldsJson& solutions = fields.list("solutions");
    const std::uint64_t wanted = left.solved <= kMostRecordedSolutions ? left.solved : 0;
    if (solutions.size() != wanted) {
      fields.fail(fmt::format("'solved' has {} solutions, not {}", solutions.size(), wanted));
    }
    std::map<int, std::uint64_t> lengths;
    std::set<Cube> seen;
    for (std::size_t i = 0; i < solutions.size(); ++i) {
      SolvedPosition solved = read_solution(solutions[i], i + 1, seen);
      ++lengths[length_of(proof().metric, solved.solution)];
      left.solutions.push_back(std::move(solved));
    }
    if (wanted != 0 && lengths != left.lengths) {
      fields.fail("the lengths of 'solved' are not those of its solutions");
    }
  }

  void read_lengths(const CertificateFields& fields, LeftSolved& left) {
    std::uint64_t sum = 0;
    for (const FieldsJson& entry : fields.list("lengths")) {
      const CertificateFields length(entry, "a length of 'solved'", file_, {"length", "positions"});
      const int moves = length.small("length", kLongestRecorded);
      const std::uint64_t positions = length.number("positions");
      if (moves <= result().exact_depth()) {
        fields.fail(
            fmt::format("a position that was left has a solution of {} moves, but all of up "
                        "to {} were searched",
                        moves, result().exact_depth()));
      }
      if (positions == 0 || !left.lengths.emplace(moves, positions).second) {
        fields.fail(
            fmt::format("the length {} of 'solved' has no positions or stands twice", moves));
      }
      sum += positions;
    }
    if (sum != left.solved) {
      fields.fail(
          fmt::format("the lengths of 'solved' are of {} positions, not {}", sum, left.solved));
    }
  }

  [[nodiscard]] SolvedPosition read_solution(const FieldsJson& object, std::size_t number,
                                             std::set<Cube>& seen) {
    const CertificateFields entry(object, fmt::format("solution {}", number), file_,
                                  {"position", "solution", "length"});
    SolvedPosition solved;
    solved.position = entry.position("position", cubes_);
    const std::optional<std::vector<FaceTurn>> moves = read_turns(entry.text("solution"));
    if (!moves) entry.fail(fmt::format("solution {} is no sequence of face turns", number));
    solved.solution = *moves;
    if (!is_same_coset(solved.position, proof().representative)) {
      entry.fail(fmt::format("solution {} is of a position of another coset", number));
    }
    if (!seen.insert(solved.position).second) {
      entry.fail(fmt::format("solution {} is of a position that has one already", number));
    }
    if (replay(solved.position, solved.solution) != Cube{}) {
      entry.fail(fmt::format("solution {} does not solve its position", number));
    }
    const int length = length_of(proof().metric, solved.solution);
    const int said = entry.small("length", kLongestRecorded);
    if (length != said) {
      entry.fail(fmt::format("solution {} has {} moves, not {}", number, length, said));
    }
    return solved;
  }

  const std::string& file_;
  CompactCubes cubes_;
  CosetCertificate certificate_;
};

}  // namespace

CosetCertificate read_certificate(const std::string& text, const std::string& name) {
  const auto refuse = [&](const std::string& what) { throw Error(SourcePlace{name}, what); };
  FieldsJson object;
  try {
    object = FieldsJson::parse(text);
  } catch (const FieldsJson::parse_error& error) {
    refuse(fmt::format("no JSON: byte {} makes no sense", error.byte));
  }
  // The version comes first, because it says what the rest means.
  if (!object.is_object() || !object.contains("format") || !object.contains("version") ||
      object["format"] != kCertificateFormat) {
    refuse("no certificate of a coset (gyre coset --certificate FILE writes one)");
  }
  if (object["version"] != kCertificateVersion) {
    refuse(fmt::format("a certificate of version {}; this program reads version {}",
                       object["version"].dump(), kCertificateVersion));
  }
  return CertificateReader(name).read(object);
}

}  // namespace gyre::cube3
