#include "coset_record.h"

#include <fmt/format.h>
#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <nlohmann/json.hpp>
#include "cube3/core/metric_facts.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <set>

namespace gyre::cli {
namespace {

using cube3::CosetDepth;
using cube3::Cube;
using cube3::FaceTurn;
using cube3::kCosetPositions;

std::string hex(std::uint64_t number) {
  return fmt::format("{:016x}", number);
}

[[noreturn]] void refuse(const std::string& file, const std::string& what) {
  throw Error(SourcePlace{file}, what);
}

// A part of a certificate: fields are asked for by name, all of them, and no others are there.
class Fields {
 public:
  Fields(const Json& object, std::string where, const std::string& file,
         std::initializer_list<const char*> names)
      : object_(object), where_(std::move(where)), file_(file) {
    if (!object.is_object()) fail(where_ + " is no object");
    for (const char* name : names) {
      if (!object.contains(name)) fail(fmt::format("{} has no '{}'", where_, name));
    }
    for (const auto& item : object.items()) {
      const std::string& name = item.key();
      const auto same = [&](const char* other) { return name == other; };
      if (std::none_of(names.begin(), names.end(), same)) {
        fail(fmt::format("{} has a '{}', which version {} does not know", where_, name,
                         kCertificateVersion));
      }
    }
  }

  [[noreturn]] void fail(const std::string& what) const { refuse(file_, what); }

  [[nodiscard]] std::uint64_t number(const char* name, std::uint64_t most = kCosetPositions) const {
    const Json& value = object_.at(name);
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most) {
      fail(fmt::format("{}: '{}' must be an integer from 0 to {}", where_, name, most));
    }
    return value.get<std::uint64_t>();
  }
  [[nodiscard]] int small(const char* name, int most) const {
    return static_cast<int>(number(name, static_cast<std::uint64_t>(most)));
  }
  [[nodiscard]] std::optional<int> small_or_null(const char* name, int most) const {
    if (object_.at(name).is_null()) return std::nullopt;
    return small(name, most);
  }
  [[nodiscard]] double seconds(const char* name) const {
    const Json& value = object_.at(name);
    if (!value.is_number() || value.get<double>() < 0) {
      fail(fmt::format("{}: '{}' must be a number of seconds", where_, name));
    }
    return value.get<double>();
  }
  [[nodiscard]] double share(const char* name) const {
    const Json& value = object_.at(name);
    if (!value.is_number() || !(value.get<double>() >= 0 && value.get<double>() <= 1)) {
      fail(fmt::format("{}: '{}' must be a number from 0 to 1", where_, name));
    }
    return value.get<double>();
  }
  [[nodiscard]] std::string text(const char* name) const {
    const Json& value = object_.at(name);
    if (!value.is_string()) fail(fmt::format("{}: '{}' must be a text", where_, name));
    return value.get<std::string>();
  }
  [[nodiscard]] bool truth(const char* name) const {
    const Json& value = object_.at(name);
    if (!value.is_boolean()) fail(fmt::format("{}: '{}' must be true or false", where_, name));
    return value.get<bool>();
  }
  [[nodiscard]] const Json& list(const char* name) const {
    const Json& value = object_.at(name);
    if (!value.is_array()) fail(fmt::format("{}: '{}' must be an array", where_, name));
    return value;
  }
  [[nodiscard]] const Json& any(const char* name) const { return object_.at(name); }
  [[nodiscard]] std::uint64_t hex_number(const char* name) const {
    const std::string digits = text(name);
    std::uint64_t value = 0;
    const char* end = digits.data() + digits.size();
    const auto [last, fault] = std::from_chars(digits.data(), end, value, 16);
    if (digits.size() != 16 || fault != std::errc() || last != end) {
      fail(fmt::format("{}: '{}' must be 16 hexadecimal digits", where_, name));
    }
    return value;
  }
  [[nodiscard]] Cube position(const char* name, const CompactCubes& cubes) const {
    Cube cube;
    try {
      cube = cubes.read(text(name));
    } catch (const Error& error) {
      fail(fmt::format("{}: '{}' is no position: {}", where_, name, error.message()));
    }
    try {
      require_possible(cube);
    } catch (const Error& error) {
      fail(fmt::format("{}: '{}': {}", where_, name, error.message()));
    }
    return cube;
  }

 private:
  const Json& object_;
  std::string where_;
  std::string file_;
};

// "R U2 F'" and nothing else.
std::optional<std::vector<FaceTurn>> read_turns(const std::string& text) {
  std::map<std::string, FaceTurn> turns;
  for (int index = 0; index < cube3::kMoves; ++index) {
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

Json coset_json(const CosetRecord& record, const CompactCubes& cubes) {
  return {{"given", record.given},       {"position", cubes.write(record.representative)},
          {"class", record.kind.index},  {"twist", record.kind.twist},
          {"flip", record.kind.flip},    {"slice", record.kind.slice},
          {"cosets", record.kind.cosets}};
}

Json depth_json(const CosetDepth& depth) {
  return {{"depth", depth.depth},
          {"positions", depth.positions},
          {"reached", depth.reached},
          {"exact", depth.searched},
          {"ends", depth.ends},
          {"checksum", hex(depth.checksum)},
          {"spread_seconds", depth.spread_seconds},
          {"search_seconds", depth.search_seconds}};
}

Json left_json(const RecordedLeft& left, const CompactCubes& cubes, Metric metric) {
  Json lengths = Json::array();
  for (const auto& [length, positions] : left.lengths) {
    lengths.push_back({{"length", length}, {"positions", positions}});
  }
  Json solutions = Json::array();
  for (const cube3::SolvedPosition& solved : left.solutions) {
    solutions.push_back({{"position", cubes.write(solved.position)},
                         {"solution", cube3::to_string(solved.solution)},
                         {"length", cube3::length_of(metric, solved.solution)}});
  }
  return {{"bound", left.bound},       {"positions", left.solved},
          {"unsolved", left.unsolved}, {"lengths", std::move(lengths)},
          {"seconds", left.seconds},   {"solutions", std::move(solutions)}};
}

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

void read_coset(const Json& object, const std::string& file, const CompactCubes& cubes,
                CosetRecord& record) {
  const Fields fields(object, "'coset'", file,
                      {"given", "position", "class", "twist", "flip", "slice", "cosets"});
  record.given = fields.text("given");
  record.representative = fields.position("position", cubes);
  record.kind.index = fields.number("class", cube3::kCosetClassCount - 1);
  record.kind.twist = fields.small("twist", 2186);
  record.kind.flip = fields.small("flip", 2047);
  record.kind.slice = fields.small("slice", 494);
  record.kind.cosets = fields.small("cosets", 16);
  const cube3::CosetClass kind = cube3::coset_class_of(record.representative);
  if (kind.index != record.kind.index || kind.twist != record.kind.twist ||
      kind.flip != record.kind.flip || kind.slice != record.kind.slice ||
      kind.cosets != record.kind.cosets) {
    fields.fail(fmt::format(
        "the coset of the position is of class {} (twist {}, flip {}, slice {}, {} cosets), not "
        "what 'coset' says",
        kind.index, kind.twist, kind.flip, kind.slice, kind.cosets));
  }
}

void read_depths(const Json& list, const std::string& file, CosetRecord& record) {
  std::uint64_t reached = 0;
  std::uint64_t odd = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Fields fields(list[i], fmt::format("depth {}", i), file,
                        {"depth", "positions", "reached", "exact", "ends", "checksum",
                         "spread_seconds", "search_seconds"});
    CosetDepth depth;
    depth.depth = fields.small("depth", cube3::kLongestCoset);
    depth.positions = fields.number("positions");
    depth.reached = fields.number("reached");
    depth.searched = fields.truth("exact");
    depth.ends = fields.number("ends", std::uint64_t{1} << 62U);
    depth.checksum = fields.hex_number("checksum");
    depth.spread_seconds = fields.seconds("spread_seconds");
    depth.search_seconds = fields.seconds("search_seconds");
    if (depth.depth != static_cast<int>(i)) {
      fields.fail(fmt::format("depth {} stands where depth {} should", depth.depth, i));
    }
    reached += depth.positions;
    if (reached != depth.reached) {
      fields.fail(fmt::format("the positions up to depth {} are {} together, not {}", i, reached,
                              depth.reached));
    }
    // Once all are reached, there is nothing to search.
    if (depth.searched && depth.depth > record.search_depth && reached < kCosetPositions) {
      fields.fail(fmt::format("depth {} cannot be exact: it was searched up to depth {}", i,
                              record.search_depth));
    }
    if (depth.searched && depth.depth > 0 && depth.depth == record.search_depth &&
        record.last_share < 1 && reached < kCosetPositions) {
      fields.fail(fmt::format("depth {} cannot be exact: only a part of it was searched", i));
    }
    if (depth.searched && i > 0 && !record.result.depths.back().searched) {
      fields.fail(fmt::format("depth {} cannot be exact: the one before is not", i));
    }
    odd += i % 2 == 1 ? depth.positions : 0;
    record.result.depths.push_back(depth);
  }
  if (list.empty()) refuse(file, "'depths' is empty");
  if (record.result.depths[0].positions != (is_in_subgroup(record.representative) ? 1U : 0U)) {
    refuse(file, "depth 0 must have 1 position in the coset of the solved cube, and 0 in others");
  }
  // Half of the positions are odd permutations, and so is every move where lengths go by two.
  if (cube3::facts_of(record.metric).length_step == 2 &&
      std::max(odd, reached - odd) > kCosetPositions / 2) {
    refuse(file,
           fmt::format("more than half of the positions are at depths of one parity, which cannot "
                       "be in {}",
                       to_string(record.metric)));
  }
  const int last = record.result.depths.back().depth;
  if (last > record.depth || (last < record.depth && reached < kCosetPositions)) {
    refuse(file, fmt::format("the last depth is {}, with {} positions left; {} was asked for", last,
                             kCosetPositions - reached, record.depth));
  }
}

RecordedLeft read_left(const Json& object, const std::string& file, const CompactCubes& cubes,
                       const CosetRecord& record) {
  const Fields fields(object, "'solved'", file,
                      {"bound", "positions", "unsolved", "lengths", "seconds", "solutions"});
  RecordedLeft left;
  left.bound = fields.small("bound", cube3::kLongestCoset + 1);
  left.solved = fields.number("positions");
  left.unsolved = fields.number("unsolved");
  left.seconds = fields.seconds("seconds");
  if (left.solved + left.unsolved != record.result.left()) {
    fields.fail(fmt::format("{} positions were solved one by one and {} were not, but {} were left",
                            left.solved, left.unsolved, record.result.left()));
  }
  std::uint64_t sum = 0;
  for (const Json& entry : fields.list("lengths")) {
    const Fields length(entry, "a length of 'solved'", file, {"length", "positions"});
    const int moves = length.small("length", 40);
    if (moves <= record.result.exact_depth()) {
      fields.fail(
          fmt::format("a position that was left has a solution of {} moves, but all of up "
                      "to {} were searched",
                      moves, record.result.exact_depth()));
    }
    sum += left.lengths[moves] = length.number("positions");
  }
  if (sum != left.solved) {
    fields.fail(
        fmt::format("the lengths of 'solved' are of {} positions, not {}", sum, left.solved));
  }
  const Json& solutions = fields.list("solutions");
  const std::uint64_t wanted = left.solved <= kMostRecordedSolutions ? left.solved : 0;
  if (solutions.size() != wanted) {
    fields.fail(fmt::format("'solved' has {} solutions, not {}", solutions.size(), wanted));
  }
  std::map<int, std::uint64_t> lengths;
  std::set<Cube> seen;
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    const Fields entry(solutions[i], fmt::format("solution {}", i + 1), file,
                       {"position", "solution", "length"});
    cube3::SolvedPosition solved;
    solved.position = entry.position("position", cubes);
    const std::optional<std::vector<FaceTurn>> moves = read_turns(entry.text("solution"));
    if (!moves) entry.fail(fmt::format("solution {} is no sequence of face turns", i + 1));
    solved.solution = *moves;
    if (!is_same_coset(solved.position, record.representative)) {
      entry.fail(fmt::format("solution {} is of a position of another coset", i + 1));
    }
    if (!seen.insert(solved.position).second) {
      entry.fail(fmt::format("solution {} is of a position that has one already", i + 1));
    }
    if (replay(solved.position, solved.solution) != Cube{}) {
      entry.fail(fmt::format("solution {} does not solve its position", i + 1));
    }
    const int length = cube3::length_of(record.metric, solved.solution);
    if (length != entry.small("length", 40)) {
      entry.fail(fmt::format("solution {} has {} moves, not {}", i + 1, length,
                             entry.small("length", 40)));
    }
    ++lengths[length];
    left.solutions.push_back(std::move(solved));
  }
  if (wanted != 0 && lengths != left.lengths) {
    fields.fail("the lengths of 'solved' are not those of its solutions");
  }
  return left;
}

}  // namespace

std::optional<int> CosetRecord::proved_within() const {
  if (result.stopped) return std::nullopt;
  int bound = 0;
  for (const CosetDepth& done : result.depths) {
    if (done.positions != 0) bound = done.depth;
  }
  if (result.left() == 0) return bound;
  if (!left || left->solved != result.left()) return std::nullopt;
  return std::max(bound, left->lengths.rbegin()->first);
}

bool is_in_subgroup(const Cube& cube) noexcept {
  constexpr int kFirstMiddleEdge = 8;
  for (int slot = 0; slot < cube3::kCorners; ++slot) {
    if (cube.corner_ori(slot) != 0) return false;
  }
  for (int slot = 0; slot < cube3::kEdges; ++slot) {
    if (cube.edge_ori(slot) != 0) return false;
    if ((slot >= kFirstMiddleEdge) != (cube.edge_perm(slot) >= kFirstMiddleEdge)) return false;
  }
  return true;
}

bool is_same_coset(const Cube& a, const Cube& b) noexcept {
  return is_in_subgroup(compose(a, invert(b)));
}

Json to_json(const CosetRecord& record, const CompactCubes& cubes) {
  Json depths = Json::array();
  for (const CosetDepth& depth : record.result.depths) depths.push_back(depth_json(depth));
  const bool whole = !record.result.stopped;
  return {{"coset", coset_json(record, cubes)},
          {"metric", to_string(record.metric)},
          {"options",
           {{"depth", record.depth},
            {"search_depth", record.search_depth},
            {"last_share", record.last_share},
            {"within", or_null(record.within)}}},
          {"depths", std::move(depths)},
          {"exact_depth", record.result.exact_depth()},
          {"left", record.result.left()},
          {"solved", record.left ? left_json(*record.left, cubes, record.metric) : Json(nullptr)},
          {"proved_within", or_null(record.proved_within())},
          {"end", whole ? "done" : "stopped"},
          {"device", record.device},
          {"gpu", record.gpu},
          {"threads", record.threads},
          {"memory_bytes", record.memory_bytes},
          {"table",
           {{"name", record.table_name},
            {"digest", record.table_digest},
            {"checksum", hex(record.table_checksum)}}},
          {"program", record.program},
          {"seconds", record.seconds}};
}

Json to_certificate(const CosetRecord& record, const CompactCubes& cubes) {
  Json certificate{{"format", kCertificateFormat}, {"version", kCertificateVersion}};
  certificate.update(to_json(record, cubes));
  return certificate;
}

CosetRecord read_certificate(const std::string& text, const std::string& name,
                             const CompactCubes& cubes) {
  Json object;
  try {
    object = Json::parse(text);
  } catch (const Json::parse_error& error) {
    refuse(name, fmt::format("no JSON: byte {} makes no sense", error.byte));
  }
  // First of all: what follows is what this version says.
  if (!object.is_object() || !object.contains("format") || !object.contains("version") ||
      object["format"] != kCertificateFormat) {
    refuse(name, "no certificate of a coset (gyre coset --certificate FILE writes one)");
  }
  if (object["version"] != kCertificateVersion) {
    refuse(name, fmt::format("a certificate of version {}; this program reads version {}",
                             json_text(object["version"]), kCertificateVersion));
  }
  const Fields fields(object, "the certificate", name,
                      {"format", "version", "coset", "metric", "options", "depths", "exact_depth",
                       "left", "solved", "proved_within", "end", "device", "gpu", "threads",
                       "memory_bytes", "table", "program", "seconds"});
  CosetRecord record;
  record.program = fields.text("program");
  record.device = fields.text("device");
  record.gpu = fields.truth("gpu");
  record.threads = fields.small("threads", 1 << 20);
  record.memory_bytes = fields.number("memory_bytes", std::uint64_t{1} << 62U);
  record.seconds = fields.seconds("seconds");
  const std::optional<Metric> metric = find_metric(fields.text("metric"));
  if (!metric) fields.fail(fmt::format("'metric' must be {}", metric_names(" or ")));
  record.metric = *metric;
  if (fields.text("end") != "done") fields.fail("'end' must be done: the run was not finished");
  const Fields options(fields.any("options"), "'options'", name,
                       {"depth", "search_depth", "last_share", "within"});
  record.depth = options.small("depth", cube3::kLongestCoset);
  record.search_depth = options.small("search_depth", cube3::kLongestCoset);
  record.last_share = options.share("last_share");
  record.within = options.small_or_null("within", cube3::kLongestCoset);
  const Fields table(fields.any("table"), "'table'", name, {"name", "digest", "checksum"});
  record.table_name = table.text("name");
  record.table_digest = table.text("digest");
  record.table_checksum = table.hex_number("checksum");
  read_coset(fields.any("coset"), name, cubes, record);
  read_depths(fields.list("depths"), name, record);
  if (fields.small("exact_depth", cube3::kLongestCoset) != record.result.exact_depth()) {
    fields.fail(fmt::format("the depths are exact up to {}, not as 'exact_depth' says",
                            record.result.exact_depth()));
  }
  if (fields.number("left") != record.result.left()) {
    fields.fail(fmt::format("'left' must be {}: the depths reach {} of {} positions",
                            record.result.left(), record.result.reached(), kCosetPositions));
  }
  if (!fields.any("solved").is_null()) {
    record.left = read_left(fields.any("solved"), name, cubes, record);
  }
  const std::optional<int> within = fields.small_or_null("proved_within", 40);
  if (within != record.proved_within()) {
    const std::optional<int> proved = record.proved_within();
    fields.fail(fmt::format("'proved_within' must be {}, by the depths and what was solved",
                            proved ? fmt::format("{}", *proved) : "null"));
  }
  return record;
}

}  // namespace gyre::cli
