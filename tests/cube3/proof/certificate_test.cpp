// Certificates made, written, read back and checked by a program, without the command line.
// tests/cli/coset_command_test.cpp has each way in which one can contradict itself.
#include "support/error_of.h"
#include "support/temporary_folder.h"

#include <gyre/cube3/coset.h>
#include "base/memory.h"
#include "cube3/coset/device.h"
#include "cube3/tables/tables.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace gyre::cube3 {
namespace {

using test::error_of;

// Positions of H at depth 0 to 6, all moves allowed.
const std::vector<std::uint64_t> kCounts = {1, 10, 67, 456, 3'079, 20'076, 125'218};

// A true one of H, made by hand.
CosetCertificate made_by_hand(const std::vector<std::uint64_t>& counts = kCounts) {
  CosetCertificate certificate;
  certificate.program = "gyre 0.1.0";
  certificate.kind = coset_class_of({});
  CosetProof& proof = certificate.proof;
  const int last = static_cast<int>(counts.size()) - 1;
  proof.plan = plan_counts(last, last, false);
  std::uint64_t reached = 0;
  for (const std::uint64_t count : counts) {
    CosetDepth depth;
    depth.depth = static_cast<int>(proof.result.depths.size());
    depth.positions = count;
    depth.reached = reached += count;
    depth.searched = true;
    proof.result.depths.push_back(depth);
  }
  certificate.device = "by hand";
  const TableKey key = two_phase_recipes(Metric::htm).front().key;
  certificate.table_name = key.name;
  for (const std::uint8_t byte : key.digest()) {
    certificate.table_digest += fmt::format("{:02x}", byte);
  }
  return certificate;
}

// All positions within the bound of 20, two of them solved one by one.
CosetCertificate with_solutions() {
  std::vector<std::uint64_t> counts = kCounts;
  counts.resize(20, 0);
  counts.push_back(kCosetPositions - 148'907 - 2);
  CosetCertificate certificate = made_by_hand(counts);
  CosetProof& proof = certificate.proof;
  proof.plan.search_depth = 6;
  proof.plan.within = 20;
  for (std::size_t depth = 7; depth < counts.size(); ++depth) {
    proof.result.depths[depth].searched = false;
  }
  LeftSolved& left = proof.left.emplace();
  left.bound = 20;
  left.solved = 2;
  left.lengths[12] = 2;
  constexpr FaceTurn kF2{1, 2};
  constexpr FaceTurn kR2{2, 2};
  for (const FaceTurn turn : {FaceTurn{0, 1}, FaceTurn{3, 1}}) {
    SolvedPosition solved;
    for (int repeat = 0; repeat < 3; ++repeat) {
      for (const FaceTurn move : {kR2, turn, kF2, turn}) {
        solved.position = turned(solved.position, move);
        solved.solution.insert(solved.solution.begin(), move.inverse());
      }
    }
    left.solutions.push_back(solved);
  }
  return certificate;
}

// The text with one part of it exchanged, which must be there.
std::string tampered(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string refusal(const std::string& text) {
  return error_of([&] { (void)read_certificate(text, "c.json"); });
}

CertificateCheckOptions without_samples() {
  CertificateCheckOptions options;
  options.name = "c.json";
  options.samples = 0;
  return options;
}

TEST(CosetCertificate, IsReadBackAsItWasWritten) {
  for (const CosetCertificate& certificate : {made_by_hand(), with_solutions()}) {
    const std::string text = write_certificate(certificate);
    const CosetCertificate read = read_certificate(text, "c.json");
    EXPECT_EQ(write_certificate(read), text);
    EXPECT_EQ(read.proof.proved_within(), certificate.proof.proved_within());
  }
}

TEST(CosetCertificate, ATamperedOneIsRefused) {
  const std::string text = write_certificate(with_solutions());
  EXPECT_EQ(refusal(text), "no error");
  EXPECT_EQ(refusal(tampered(text, "\"positions\": 456", "\"positions\": 457")),
            "c.json: the positions up to depth 3 are 535 together, not 534");
  EXPECT_EQ(refusal(tampered(text, "\"proved_within\": 20", "\"proved_within\": 19")),
            "c.json: 'proved_within' must be 20, by the depths and what was solved");
  EXPECT_EQ(refusal(tampered(text, "U' F2 U' R2", "U' F2 U R2")),
            "c.json: solution 1 does not solve its position");
  EXPECT_EQ(refusal(tampered(text, "\"version\": 1", "\"version\": 2")),
            "c.json: a certificate of version 2; this program reads version 1");
  EXPECT_EQ(refusal(text.substr(0, text.size() / 2)).substr(0, 23), "c.json: no JSON: byte 2");
  CosetCertificate twice = with_solutions();
  twice.proof.left->lengths = {{12, 2}, {13, 0}};
  EXPECT_EQ(refusal(write_certificate(twice)),
            "c.json: the length 13 of 'solved' has no positions or stands twice");
}

TEST(CosetCertificate, WhatIsNotFinishedHasNone) {
  CosetCertificate stopped = made_by_hand();
  stopped.proof.stopped = true;
  EXPECT_EQ(error_of([&] { (void)write_certificate(stopped); }),
            "a coset that was stopped has no certificate");
  CosetCertificate bare = with_solutions();
  bare.proof.left->solutions.pop_back();
  EXPECT_EQ(error_of([&] { (void)write_certificate(bare); }),
            "a certificate needs the 2 solutions of single positions, and 1 were kept");
}

TEST(CosetCertificate, TheCubeAgreesOrContradicts) {
  std::uint64_t done = 0;
  CertificateCheckHooks hooks;
  hooks.progress = [&](const ProgressEvent& event) { done = event.done; };
  const CertificateCheck check = check_certificate(with_solutions(), without_samples(), hooks);
  EXPECT_TRUE(check.not_contradicted()) << check.contradiction;
  EXPECT_FALSE(check.confirmed()) << "nothing was made again";
  EXPECT_GE(check.recounted_depth, 6);
  EXPECT_EQ(check.checksums_compared, 0) << "it has none";
  EXPECT_GT(check.symmetric_tried, 10U);
  EXPECT_EQ(check.symmetric_solved, check.symmetric_tried);
  EXPECT_EQ(check.table, CertificateCheck::TableState::not_stored);
  EXPECT_EQ(check.tried, 1'000U);
  EXPECT_EQ(check.lengths.size(), 1'000U);
  EXPECT_EQ(done, 1'000U + check.symmetric_tried);
  EXPECT_TRUE(check.distances.empty());
  // All within 6 moves adds up, and is false.
  std::vector<std::uint64_t> counts = kCounts;
  counts.back() = kCosetPositions - 23'689;
  const CosetCertificate wrong = read_certificate(write_certificate(made_by_hand(counts)), "c");
  const CertificateCheck refuted = check_certificate(wrong, without_samples());
  EXPECT_FALSE(refuted.not_contradicted());
  EXPECT_EQ(refuted.contradiction, "125218 positions are at depth 6, not 19508405111");
  // One of another table cannot be compared.
  CosetCertificate other = made_by_hand();
  other.table_digest = "00";
  EXPECT_EQ(error_of([&] { (void)check_certificate(other, without_samples()); }),
            "c.json: it was made with another table cube3-phase1-htm, of digest 00");
  // Stopped, it says nothing.
  std::stop_source stop;
  stop.request_stop();
  hooks.stop = stop.get_token();
  EXPECT_TRUE(check_certificate(with_solutions(), without_samples(), hooks).stopped);
}

// With a real coset, whose table is made first. (A quick one is in coset_command_test.cpp.)
TEST(CosetCertificate, SlowOfARealCoset) {
  if (available_memory_bytes() < coset_memory_bytes(Metric::htm)) {
    GTEST_SKIP() << "a coset takes more memory than is available";
  }
  const test::TemporaryFolder folder;
  const TableStore store(folder.path());
  CosetOptions options;
  options.device = CosetDevice::cpu;
  options.store = &store;
  CosetSolver solver(options);
  const LeftOptions beside = left_options(solver, options);
  EXPECT_EQ(beside.memory_bytes, options.memory_bytes - solver.memory_bytes());
  LeftSolver left(beside);
  CosetProofRequest request;
  request.plan = plan_counts(6, std::nullopt, false);
  request.checksums = true;
  const CosetProof proof = solve_coset(solver, left, request);
  ASSERT_EQ(proof.result.depths.size(), kCounts.size());
  for (std::size_t depth = 0; depth < kCounts.size(); ++depth) {
    EXPECT_EQ(proof.result.depths[depth].positions, kCounts[depth]);
    EXPECT_NE(proof.result.depths[depth].checksum, 0U);
  }
  EXPECT_FALSE(proof.left.has_value()) << "none was to be solved";
  EXPECT_FALSE(proof.beyond.has_value());
  const std::string text = write_certificate(certificate_of(solver, proof, ""));
  CertificateCheckOptions check_options = without_samples();
  check_options.store = &store;
  const CertificateCheck check = check_certificate(read_certificate(text, "c.json"), check_options);
  EXPECT_TRUE(check.not_contradicted()) << check.contradiction;
  EXPECT_EQ(check.checksums_compared, 7);
  EXPECT_EQ(check.table, CertificateCheck::TableState::sound);
  EXPECT_NE(refusal(tampered(text, "\"reached\": 534", "\"reached\": 535")), "no error");
  // Bytes of another table under the same key.
  CosetCertificate other = read_certificate(text, "c.json");
  ++other.table_checksum;
  EXPECT_EQ(error_of([&] { (void)check_certificate(other, check_options); }),
            "c.json: its table cube3-phase1-htm had other bytes than the one that is stored here");
  // A bound that is searched completely needs no solving to be disproved.
  const CosetProof far = prove_within(solver, left, {}, 2);
  EXPECT_FALSE(far.proved());
  EXPECT_FALSE(far.left.has_value());
  ASSERT_TRUE(far.beyond.has_value());
  EXPECT_FALSE(solver.was_reached(far.beyond->position));
  EXPECT_EQ(far.beyond->distance, std::nullopt);
  // A hook may look at what is left before it is solved, and stop it.
  std::stop_source stop;
  CosetHooks hooks;
  hooks.stop = stop.get_token();
  hooks.searched = [&](const CosetResult& result) {
    EXPECT_EQ(result.left(), kCosetPositions - 78);
    stop.request_stop();
  };
  request.plan = plan_counts(2, std::nullopt, true);
  const CosetProof cut = solve_coset(solver, left, request, hooks);
  EXPECT_TRUE(cut.stopped);
  EXPECT_FALSE(cut.result.stopped);
  EXPECT_FALSE(cut.left.has_value());
}

}  // namespace
}  // namespace gyre::cube3
