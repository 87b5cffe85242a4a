// gyre coset as a whole: certificates that contradict themselves or the cube, and runs against
// known counts.
#include "support/temporary_folder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <gyre/cube3/coset.h>
#include <gyre/cube3/cube.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>
#include <sys/wait.h>
#include "base/memory.h"
#include "cube3/core/conversion.h"
#include "cube3/coset/device.h"
#include "cube3/proof/recount.h"
#include "cube3/tables/tables.h"
#include "format/compact.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace gyre {
namespace {

namespace fs = std::filesystem;
using cube3::CosetClass;
using cube3::CosetDepth;
using cube3::Cube;
using cube3::FaceTurn;
using cube3::kCosetPositions;
using cube3::recount_depths;
using Json = nlohmann::ordered_json;

// Positions of H at depth 0 to 6, all moves allowed.
const std::vector<std::uint64_t> kSubgroupCounts = {1, 10, 67, 456, 3'079, 20'076, 125'218};

struct Answer {
  int status = 0;
  std::string out;
  std::string err;
};

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class CosetCommand : public testing::Test {
 protected:
  // In the folder of the test, with its tables there.
  Answer run(const std::string& arguments) const {
    const std::string command = fmt::format("cd '{}' && GYRE_CACHE=cache '{}' {} > out 2> err",
                                            folder().string(), GYRE_PROGRAM, arguments);
    const int raw = std::system(command.c_str());
    return {WIFEXITED(raw) ? WEXITSTATUS(raw) : 128, text_of(folder() / "out"),
            text_of(folder() / "err")};
  }
  Answer check(const Json& certificate, const std::string& options = "--samples 0") const {
    std::ofstream(folder() / "record.json") << certificate.dump();
    return run("coset -q --check record.json " + options);
  }
  const fs::path& folder() const { return folder_.path(); }

 private:
  test::TemporaryFolder folder_;
};

std::string compact(const Cube& cube) {
  const PuzzleDefinition definition = load_puzzle("3x3x3");
  return write_compact(definition, cube3::Conversion(definition).to_state(cube));
}

// The first depths of H as they are.
const std::vector<CosetDepth>& true_depths() {
  static const std::vector<CosetDepth> depths = recount_depths({}, Metric::htm);
  return depths;
}

std::vector<std::uint64_t> true_counts() {
  std::vector<std::uint64_t> counts;
  for (const CosetDepth& depth : true_depths()) counts.push_back(depth.positions);
  return counts;
}

std::string checksum_of(int depth) {
  const auto place = static_cast<std::size_t>(depth);
  return place < true_depths().size() ? fmt::format("{:016x}", true_depths()[place].checksum)
                                      : "0123456789abcdef";
}

Json depth_of(int depth, std::uint64_t positions, std::uint64_t reached, bool exact) {
  return {{"depth", depth},
          {"positions", positions},
          {"reached", reached},
          {"exact", exact},
          {"ends", 0},
          {"checksum", checksum_of(depth)},
          {"spread_seconds", 1.0},
          {"search_seconds", 0.5}};
}

// The coset of the solved position with these counts, exact up to a depth.
Json certificate_of(const std::vector<std::uint64_t>& counts, int exact_depth) {
  const TableKey key = cube3::two_phase_recipes(Metric::htm).front().key;
  std::string digest;
  for (const std::uint8_t byte : key.digest()) digest += fmt::format("{:02x}", byte);
  Json depths = Json::array();
  std::uint64_t reached = 0;
  int last = 0;
  for (std::size_t depth = 0; depth < counts.size(); ++depth) {
    reached += counts[depth];
    const int number = static_cast<int>(depth);
    if (counts[depth] != 0) last = number;
    depths.push_back(depth_of(number, counts[depth], reached, number <= exact_depth));
  }
  const bool all = reached == kCosetPositions;
  return {{"format", "gyre coset certificate"},
          {"version", 1},
          {"coset",
           {{"given", ""},
            {"position", compact({})},
            {"class", 0},
            {"twist", 0},
            {"flip", 0},
            {"slice", 0},
            {"cosets", 1}}},
          {"metric", "htm"},
          {"options",
           {{"depth", counts.size() - 1},
            {"search_depth", exact_depth},
            {"last_share", 1},
            {"within", nullptr}}},
          {"depths", depths},
          {"exact_depth", exact_depth},
          {"left", kCosetPositions - reached},
          {"solved", nullptr},
          {"proved_within", all ? Json(last) : Json(nullptr)},
          {"end", "done"},
          {"device", "2 threads, portable"},
          {"gpu", false},
          {"threads", 2},
          {"memory_bytes", 5'600'000'000},
          {"table", {{"name", key.name}, {"digest", digest}, {"checksum", "0123456789abcdef"}}},
          {"program", "gyre 0.1.0"},
          {"seconds", 7.5}};
}

// True: all positions are within 20 moves. Two are solved one by one.
Json certificate_with_solutions() {
  std::vector<std::uint64_t> counts = kSubgroupCounts;
  counts.resize(20, 0);
  std::uint64_t reached = 0;
  for (const std::uint64_t count : counts) reached += count;
  counts.push_back(kCosetPositions - reached - 2);
  Json certificate = certificate_of(counts, 6);
  certificate["options"]["within"] = 20;
  Json solutions = Json::array();
  constexpr FaceTurn kF2{1, 2};
  constexpr FaceTurn kR2{2, 2};
  for (const FaceTurn turn : {FaceTurn{0, 1}, FaceTurn{3, 1}}) {  // U, D
    // Three times, all in H; its inverse solves it.
    const std::vector<FaceTurn> turns = {kR2, turn, kF2, turn};
    std::vector<FaceTurn> moves;
    for (int repeat = 0; repeat < 3; ++repeat)
      moves.insert(moves.end(), turns.begin(), turns.end());
    const Cube position = cube3::replay({}, moves);
    std::vector<FaceTurn> solution;
    for (auto move = moves.rbegin(); move != moves.rend(); ++move) {
      solution.push_back(move->inverse());
    }
    solutions.push_back({{"position", compact(position)},
                         {"solution", cube3::to_string(solution)},
                         {"length", solution.size()}});
  }
  certificate["solved"] = {
      {"bound", 20},    {"positions", 2},
      {"unsolved", 0},  {"lengths", Json::array({{{"length", 12}, {"positions", 2}}})},
      {"seconds", 0.1}, {"solutions", solutions}};
  certificate["proved_within"] = 20;
  return certificate;
}

TEST_F(CosetCommand, ATrueCertificateHolds) {
  const Answer answer = check(certificate_of(kSubgroupCounts, 6));
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_EQ(answer.err, "");
  EXPECT_NE(answer.out.find("coset of the solved position, class 0, htm, exact to depth 6"),
            std::string::npos)
      << answer.out;
  EXPECT_NE(answer.out.find("not contradicted by what was rechecked"), std::string::npos)
      << answer.out;
}

TEST_F(CosetCommand, SolutionsOfSinglePositionsAreReplayed) {
  const Json good = certificate_with_solutions();
  const Answer answer = check(good, "--samples 0 --json");
  ASSERT_EQ(answer.status, 0) << answer.err;
  const Json object = Json::parse(answer.out);
  EXPECT_EQ(object["verdict"], "not contradicted");
  EXPECT_GE(object["recounted_depth"], 6);
  EXPECT_EQ(object["checksums_compared"], 7);
  EXPECT_GT(object["symmetric_positions"], 10);
  EXPECT_EQ(object["symmetric_solved"], object["symmetric_positions"]);
  EXPECT_EQ(object["made_again"], false);
  EXPECT_EQ(object["replayed"], 2);
  EXPECT_EQ(object["random_solved"], 1'000);
  EXPECT_EQ(object["distances"], Json::array());

  const auto refused = [&](const std::function<void(Json&)>& change) {
    Json bad = good;
    change(bad["solved"]);
    const Answer said = check(bad);
    EXPECT_EQ(said.status, 2) << said.out;
    return said.err;
  };
  EXPECT_EQ(refused([](Json& solved) {
              solved["solutions"][1]["solution"] = solved["solutions"][0]["solution"];
            }),
            "gyre: record.json: solution 2 does not solve its position\n");
  EXPECT_EQ(refused([](Json& solved) { solved["solutions"][1] = solved["solutions"][0]; }),
            "gyre: record.json: solution 2 is of a position that has one already\n");
  EXPECT_EQ(refused([](Json& solved) {
              solved["solutions"][0]["position"] = compact(cube3::replay({}, {FaceTurn{2, 1}}));
            }),
            "gyre: record.json: solution 1 is of a position of another coset\n");
  EXPECT_EQ(refused([](Json& solved) { solved["solutions"][0]["solution"] = "R2 X"; }),
            "gyre: record.json: solution 1 is no sequence of face turns\n");
  EXPECT_EQ(refused([](Json& solved) { solved["solutions"].erase(1); }),
            "gyre: record.json: 'solved' has 1 solutions, not 2\n");
  EXPECT_EQ(refused([](Json& solved) { solved["unsolved"] = 1; }),
            "gyre: record.json: 2 positions were solved one by one and 1 were not, but 2 were "
            "left\n");
  EXPECT_EQ(refused([](Json& solved) { solved["lengths"][0]["length"] = 6; }),
            "gyre: record.json: a position that was left has a solution of 6 moves, but all of up "
            "to 6 were searched\n");
  EXPECT_EQ(refused([](Json& solved) { solved["lengths"][0]["length"] = 13; }),
            "gyre: record.json: the lengths of 'solved' are not those of its solutions\n");
}

TEST_F(CosetCommand, CertificatesThatContradictThemselvesAreRefused) {
  const Json good = certificate_of(kSubgroupCounts, 6);
  const auto refused = [&](const std::function<void(Json&)>& change) {
    Json bad = good;
    change(bad);
    const Answer answer = check(bad);
    EXPECT_EQ(answer.status, 2) << bad << answer.out;
    EXPECT_EQ(answer.out, "");
    EXPECT_EQ(answer.err.rfind("gyre: record.json: ", 0), 0U) << answer.err;
    return answer.err.substr(std::min<std::size_t>(19, answer.err.size()));
  };
  EXPECT_EQ(refused([](Json& bad) { bad = Json::array(); }),
            "no certificate of a coset (gyre coset --certificate FILE writes one)\n");
  for (const auto& [name, value] : good.items()) {
    if (name == "format" || name == "version") continue;
    const std::string missing = name;
    EXPECT_EQ(refused([&](Json& bad) { bad.erase(missing); }),
              fmt::format("the certificate has no '{}'\n", missing));
  }
  EXPECT_EQ(refused([](Json& bad) { bad["more"] = 1; }),
            "the certificate has a 'more', which version 1 does not know\n");
  EXPECT_EQ(refused([](Json& bad) { bad["depths"][3].erase("ends"); }), "depth 3 has no 'ends'\n");
  EXPECT_EQ(refused([](Json& bad) { bad["depths"][3]["positions"] = 455; }),
            "the positions up to depth 3 are 533 together, not 534\n");
  EXPECT_EQ(refused([](Json& bad) { bad["depths"][3]["positions"] = -1; }),
            "depth 3: 'positions' must be an integer from 0 to 19508428800\n");
  EXPECT_EQ(refused([](Json& bad) { bad["depths"][3]["checksum"] = "12"; }),
            "depth 3: 'checksum' must be 16 hexadecimal digits\n");
  EXPECT_EQ(refused([](Json& bad) { bad["depths"].erase(2); }),
            "depth 3 stands where depth 2 should\n");
  EXPECT_EQ(refused([](Json& bad) { bad["depths"].erase(6); }),
            "the last depth is 5, with 19508405111 positions left; 6 was asked for\n");
  EXPECT_EQ(refused([](Json& bad) { bad["depths"] = Json::array(); }), "'depths' is empty\n");
  EXPECT_EQ(refused([](Json& bad) { bad["depths"][4]["exact"] = false; }),
            "depth 5 cannot be exact: the one before is not\n");
  EXPECT_EQ(refused([](Json& bad) { bad["options"]["search_depth"] = 4; }),
            "depth 5 cannot be exact: it was searched up to depth 4\n");
  EXPECT_EQ(refused([](Json& bad) { bad["options"]["last_share"] = 0.5; }),
            "depth 6 cannot be exact: only a part of it was searched\n");
  EXPECT_EQ(refused([](Json& bad) { bad["options"]["last_share"] = 2; }),
            "'options': 'last_share' must be a number from 0 to 1\n");
  EXPECT_EQ(refused([](Json& bad) { bad["exact_depth"] = 5; }),
            "the depths are exact up to 6, not as 'exact_depth' says\n");
  EXPECT_EQ(refused([](Json& bad) { bad["left"] = 17; }),
            "'left' must be 19508279893: the depths reach 148907 of 19508428800 positions\n");
  EXPECT_EQ(refused([](Json& bad) { bad["proved_within"] = 20; }),
            "'proved_within' must be null, by the depths and what was solved\n");
  EXPECT_EQ(refused([](Json& bad) { bad["end"] = "stopped"; }),
            "'end' must be done: the run was not finished\n");
  EXPECT_EQ(refused([](Json& bad) { bad["metric"] = "stm"; }), "'metric' must be htm or qtm\n");
  EXPECT_EQ(refused([](Json& bad) { bad["table"]["digest"] = "00"; }),
            "it was made with another table cube3-phase1-htm, of digest 00\n");
  EXPECT_EQ(refused([](Json& bad) { bad["table"]["name"] = "t"; }),
            "this program knows no table 't'\n");
  EXPECT_EQ(refused([](Json& bad) { bad["coset"]["cosets"] = 2; }),
            "the coset of the position is of class 0 (twist 0, flip 0, slice 0, 1 cosets), not "
            "what 'coset' says\n");
  EXPECT_EQ(refused([](Json& bad) { bad["coset"]["position"] = "R U"; }).substr(0, 36),
            "'coset': 'position' is no position: ");
  Cube twisted;
  twisted.set_corner(0, 0, 1);
  EXPECT_EQ(refused([&](Json& bad) { bad["coset"]["position"] = compact(twisted); }).substr(0, 56),
            "'coset': 'position': face turns cannot solve this cube: ");
  // R is in another coset, whose class has other numbers.
  EXPECT_EQ(refused([](Json& bad) {
              bad["coset"]["position"] = compact(cube3::replay({}, {FaceTurn{2, 1}}));
            }).substr(0, 38),
            "the coset of the position is of class ");
}

TEST_F(CosetCommand, CertificatesThatTheCubeContradictsFail) {
  // Everything within 6 moves.
  std::vector<std::uint64_t> counts = kSubgroupCounts;
  counts.back() = kCosetPositions - 23'689;
  Answer answer = check(certificate_of(counts, 6));
  EXPECT_EQ(answer.status, 1) << answer.out;
  EXPECT_EQ(answer.err, "gyre: record.json: 125218 positions are at depth 6, not 19508405111\n");
  answer = check(certificate_of(counts, 6), "--samples 0 --json");
  EXPECT_EQ(answer.status, 1);
  EXPECT_EQ(Json::parse(answer.out)["verdict"], "contradicted");
  // What can be counted is right, and the rest is said to be a move farther.
  counts = true_counts();
  const int exact = static_cast<int>(counts.size()) - 1;
  counts.push_back(kCosetPositions - true_depths().back().reached);
  answer = check(certificate_of(counts, exact));
  EXPECT_EQ(answer.status, 1) << answer.out;
  EXPECT_NE(answer.err.find(fmt::format("needs more than {} moves", exact + 1)), std::string::npos)
      << answer.err;
  // One checksum is invented.
  Json invented = certificate_of(kSubgroupCounts, 6);
  invented["depths"][5]["checksum"] = "0123456789abcdef";
  answer = check(invented);
  EXPECT_EQ(answer.status, 1) << answer.out;
  EXPECT_NE(answer.err.find("the checksum of depth 5 is "), std::string::npos) << answer.err;
  // Nearly all at 20 moves: random positions have shorter solutions.
  counts = true_counts();
  counts.resize(20, 0);
  counts.push_back(kCosetPositions - true_depths().back().reached);
  answer = check(certificate_of(counts, 20));
  EXPECT_EQ(answer.status, 1) << answer.out;
  EXPECT_NE(answer.err.find("shorter solutions than the counts allow"), std::string::npos)
      << answer.err;
}

Cube superflip() {
  const PuzzleDefinition definition = load_puzzle("3x3x3");
  return cube3::Conversion(definition)
      .to_cube(apply(definition, parse_alg("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2")));
}

// That all positions of the superflip's coset are within so many moves: these first depths, exact,
// and all others at the last one.
Json forged_certificate(const std::vector<CosetDepth>& first, int within) {
  Json forged = certificate_of(kSubgroupCounts, 6);
  const CosetClass kind = coset_class_of(superflip());
  forged["coset"] = {{"given", "superflip"}, {"position", compact(superflip())},
                     {"class", kind.index},  {"twist", kind.twist},
                     {"flip", kind.flip},    {"slice", kind.slice},
                     {"cosets", kind.cosets}};
  forged["depths"] = Json::array();
  std::uint64_t reached = 0;
  for (int depth = 0; depth <= within; ++depth) {
    const auto place = static_cast<std::size_t>(depth);
    const bool exact = place < first.size();
    std::uint64_t positions = exact ? first[place].positions : 0;
    if (depth == within) positions = kCosetPositions - reached;
    forged["depths"].push_back(depth_of(depth, positions, reached += positions, exact));
    if (exact) forged["depths"].back()["checksum"] = fmt::format("{:016x}", first[place].checksum);
  }
  const int exact_depth = static_cast<int>(first.size()) - 1;
  forged["exact_depth"] = exact_depth;
  forged["options"] = {
      {"depth", within}, {"search_depth", exact_depth}, {"last_share", 1}, {"within", within}};
  forged["left"] = 0;
  forged["proved_within"] = within;
  return forged;
}

// The superflip needs 20 moves. Somebody says that its coset is within 19, with numbers of his own.
TEST_F(CosetCommand, AForgedCertificateIsFoundOut) {
  std::vector<CosetDepth> invented(13);
  for (std::size_t depth = 8; depth < invented.size(); ++depth) {
    invented[depth].positions = 10 * depth;
    invented[depth].checksum = 77 * depth;
  }
  const Answer answer = check(forged_certificate(invented, 19));
  EXPECT_EQ(answer.status, 1) << answer.out;
  EXPECT_NE(answer.err.find(" positions are "), std::string::npos) << answer.err;
}

// With honest first depths, which are cheap, and invented ones behind them that random positions do
// not contradict (nearly all need 17 or 18 moves), nothing is said but what was rechecked.
TEST_F(CosetCommand, SlowForgeryWithHonestFirstDepthsIsConfirmedInNothing) {
  const std::vector<CosetDepth> honest = recount_depths(superflip(), Metric::htm);
  ASSERT_GE(honest.size(), 8U);
  const Json forged = forged_certificate(honest, 20);
  const Answer told = check(forged, "--samples 0 --json");
  ASSERT_EQ(told.status, 0) << told.err;
  const Json object = Json::parse(told.out);
  EXPECT_EQ(object["verdict"], "not contradicted");
  EXPECT_EQ(object["recounted_depth"], honest.size() - 1);
  // A depth without positions has none.
  const auto checksums = std::count_if(honest.begin(), honest.end(),
                                       [](const CosetDepth& depth) { return depth.checksum != 0; });
  EXPECT_GE(checksums, 2);
  EXPECT_EQ(object["checksums_compared"], checksums);
  EXPECT_EQ(object["made_again"], false);
  EXPECT_EQ(object["distances"], Json::array());
  EXPECT_FALSE(object.contains("holds"));
  const Answer said = check(forged, "--samples 0");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("not contradicted by what was rechecked"), std::string::npos) << said.out;
  EXPECT_EQ(said.out.find("confirmed"), std::string::npos) << said.out;
  EXPECT_NE(said.out.find(" counted again, "), std::string::npos) << said.out;
}

bool has_memory() {
  return available_memory_bytes() > cube3::coset_memory_bytes(Metric::qtm);
}

// Of the solved coset, as a plain search over all positions finds them.
std::vector<std::uint64_t> subgroup_counts(Metric metric, int depth) {
  const auto is_in_subgroup = [](const Cube& cube) {
    bool in = true;
    for (int slot = 0; slot < cube3::kCorners; ++slot) in = in && cube.corner_ori(slot) == 0;
    for (int slot = 0; slot < cube3::kEdges; ++slot) {
      in = in && cube.edge_ori(slot) == 0 && (slot < 8) == (cube.edge_perm(slot) < 8);
    }
    return in;
  };
  std::set<Cube> seen = {Cube{}};
  std::vector<Cube> layer = {Cube{}};
  std::vector<std::uint64_t> counts = {1};
  while (static_cast<int>(counts.size()) <= depth) {
    std::vector<Cube> next;
    counts.push_back(0);
    for (const Cube& cube : layer) {
      for (int move = 0; move < cube3::kMoves; ++move) {
        const FaceTurn turn = FaceTurn::from_index(move);
        if (metric == Metric::qtm && turn.turns == 2) continue;
        const Cube image = turned(cube, turn);
        if (!seen.insert(image).second) continue;
        next.push_back(image);
        counts.back() += is_in_subgroup(image) ? 1 : 0;
      }
    }
    layer = std::move(next);
  }
  return counts;
}

// The only run that is not slow: on the processor, with a table of its own.
TEST_F(CosetCommand, ARunHasKnownCountsAndACertificateThatHolds) {
  if (!has_memory()) GTEST_SKIP() << "a coset takes more memory than is available";
  const Answer answer = run("coset '' --device cpu --depth 6 --json -q --certificate c.json");
  ASSERT_EQ(answer.status, 0) << answer.err;
  const Json object = Json::parse(answer.out);
  ASSERT_EQ(object["depths"].size(), kSubgroupCounts.size());
  std::set<std::string> checksums;
  for (std::size_t depth = 0; depth < kSubgroupCounts.size(); ++depth) {
    EXPECT_EQ(object["depths"][depth]["positions"], kSubgroupCounts[depth]);
    EXPECT_EQ(object["depths"][depth]["exact"], true);
    EXPECT_EQ(object["depths"][depth]["checksum"].get<std::string>().size(), 16U);
    checksums.insert(object["depths"][depth]["checksum"]);
  }
  EXPECT_EQ(checksums.size(), kSubgroupCounts.size());
  EXPECT_EQ(object["left"], kCosetPositions - 148'907);
  EXPECT_EQ(object["proved_within"], nullptr);
  EXPECT_EQ(object["gpu"], false);
  EXPECT_EQ(object["memory_bytes"], cube3::coset_memory_bytes());
  // The record is the same, with a head.
  Json certificate = Json::parse(text_of(folder() / "c.json"));
  EXPECT_EQ(certificate["format"], "gyre coset certificate");
  certificate.erase("format");
  certificate.erase("version");
  EXPECT_EQ(certificate, object);
  const Answer checked = run("coset --check c.json --samples 3 --memory 100M -q");
  EXPECT_EQ(checked.status, 0) << checked.err;
  EXPECT_NE(checked.out.find("table cube3-phase1-htm is sound\n"), std::string::npos)
      << checked.out;
  const Answer again = run("coset --check c.json --samples 0 --full --device cpu --json");
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(Json::parse(again.out)["verdict"], "confirmed");
  EXPECT_NE(checked.out.find("distances of 3 random positions: 1"), std::string::npos)
      << checked.out;
}

TEST_F(CosetCommand, SlowQuarterTurnsAgreeWithAPlainSearch) {
  if (!has_memory()) GTEST_SKIP() << "a coset takes more memory than is available";
  const std::vector<std::uint64_t> expected = subgroup_counts(Metric::qtm, 6);
  const Answer answer = run("coset '' --device cpu --metric qtm --depth 6 --json -q");
  ASSERT_EQ(answer.status, 0) << answer.err;
  const Json object = Json::parse(answer.out);
  for (std::size_t depth = 0; depth < expected.size(); ++depth) {
    EXPECT_EQ(object["depths"][depth]["positions"], expected[depth]) << depth;
  }
}

TEST_F(CosetCommand, SlowABoundThatIsTooLowIsDisproved) {
  if (!has_memory()) GTEST_SKIP() << "a coset takes more memory than is available";
  const Answer answer = run("coset '' --device cpu --within 2 -q");
  EXPECT_EQ(answer.status, 1) << answer.out;
  const std::string begin =
      "gyre: 19,508,428,722 positions need more than 2 moves; one of them is ";
  ASSERT_EQ(answer.err.rfind(begin, 0), 0U) << answer.err;
  // It is possible, and not within two moves.
  std::ofstream(folder() / "far") << answer.err.substr(begin.size());
  EXPECT_EQ(run("check far").status, 0);
  EXPECT_EQ(run("solve -q --engine general --max-length 2 far").status, 1);
}

TEST_F(CosetCommand, SlowPositionsThatAreLeftAreWrittenAndSolved) {
  if (!has_memory()) GTEST_SKIP() << "a coset takes more memory than is available";
  const Answer answer =
      run("coset --random 1 --device cpu --search-depth 15 --within 20 -q --json --left left.txt "
          "--certificate c.json");
  ASSERT_EQ(answer.status, 0) << answer.err;
  const Json object = Json::parse(answer.out);
  EXPECT_EQ(object["exact_depth"], 15);
  EXPECT_EQ(object["proved_within"], 20);
  EXPECT_EQ(object["left"], 714);
  EXPECT_EQ(object["solved"]["solutions"].size(), 714U);
  // The file has the same positions in the same order.
  std::istringstream left(text_of(folder() / "left.txt"));
  std::size_t number = 0;
  for (std::string line; std::getline(left, line); ++number) {
    ASSERT_LT(number, 714U);
    EXPECT_EQ(object["solved"]["solutions"][number]["position"], line);
  }
  EXPECT_EQ(number, 714U);
  const Answer solved = run("solve -q --target 20 left.txt");
  EXPECT_EQ(solved.status, 0) << solved.err;
  EXPECT_EQ(std::count(solved.out.begin(), solved.out.end(), '\n'), 714);
  const Answer checked = run("coset --check c.json --samples 1 -q");
  EXPECT_EQ(checked.status, 0) << checked.err;
  EXPECT_NE(checked.out.find("714 solutions of single positions replayed"), std::string::npos);
}

}  // namespace
}  // namespace gyre
