#include "cube3/proof/certificate.h"

#include "cube3/core/metric_facts.h"
#include "cube3/proof/compact_cubes.h"

#include <fmt/format.h>
#include <gyre/base/api.h>
#include <gyre/base/error.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace gyre::cube3 {
namespace {

using CertificateJson = nlohmann::ordered_json;

std::string sixteen_digits(std::uint64_t number) {
  return fmt::format("{:016x}", number);
}

CertificateJson coset_json(const CosetCertificate& certificate, const CompactCubes& cubes) {
  const CosetClass& kind = certificate.kind;
  return {{"given", certificate.given}, {"position", cubes.write(certificate.proof.representative)},
          {"class", kind.index},        {"twist", kind.twist},
          {"flip", kind.flip},          {"slice", kind.slice},
          {"cosets", kind.cosets}};
}

CertificateJson depth_json(const CosetDepth& depth) {
  return {{"depth", depth.depth},
          {"positions", depth.positions},
          {"reached", depth.reached},
          {"exact", depth.searched},
          {"ends", depth.ends},
          {"checksum", sixteen_digits(depth.checksum)},
          {"spread_seconds", depth.spread_seconds},
          {"search_seconds", depth.search_seconds}};
}

CertificateJson left_json(const CosetProof& proof, const CompactCubes& cubes) {
  const LeftSolved& left = *proof.left;
  CertificateJson lengths = CertificateJson::array();
  for (const auto& [length, positions] : left.lengths) {
    lengths.push_back({{"length", length}, {"positions", positions}});
  }
  CertificateJson solutions = CertificateJson::array();
  if (left.solved <= kMostRecordedSolutions) {
    for (const SolvedPosition& solved : left.solutions) {
      solutions.push_back({{"position", cubes.write(solved.position)},
                           {"solution", to_string(solved.solution)},
                           {"length", length_of(proof.metric, solved.solution)}});
    }
  }
  return {{"bound", left.bound},
          {"positions", left.solved},
          // What a stop kept from being tried is not solved either.
          {"unsolved", proof.result.left() - left.solved},
          {"lengths", std::move(lengths)},
          {"seconds", left.seconds},
          {"solutions", std::move(solutions)}};
}

CertificateJson or_null(const std::optional<int>& value) {
  return value ? CertificateJson(*value) : CertificateJson(nullptr);
}

}  // namespace

CertificateJson to_json(const CosetCertificate& certificate) {
  const CompactCubes cubes;
  const CosetProof& proof = certificate.proof;
  CertificateJson depths = CertificateJson::array();
  for (const CosetDepth& depth : proof.result.depths) depths.push_back(depth_json(depth));
  return {{"coset", coset_json(certificate, cubes)},
          {"metric", to_string(proof.metric)},
          {"options",
           {{"depth", proof.plan.depth},
            {"search_depth", proof.plan.search_depth},
            {"last_share", proof.plan.last_share},
            {"within", or_null(proof.plan.within)}}},
          {"depths", std::move(depths)},
          {"exact_depth", proof.result.exact_depth()},
          {"left", proof.result.left()},
          {"solved", proof.left ? left_json(proof, cubes) : CertificateJson(nullptr)},
          {"proved_within", or_null(proof.proved_within())},
          {"end", proof.stopped ? "stopped" : "done"},
          {"device", certificate.device},
          {"gpu", certificate.gpu},
          {"threads", certificate.threads},
          {"memory_bytes", certificate.memory_bytes},
          {"table",
           {{"name", certificate.table_name},
            {"digest", certificate.table_digest},
            {"checksum", sixteen_digits(certificate.table_checksum)}}},
          {"program", certificate.program},
          {"seconds", proof.seconds}};
}

CosetCertificate certificate_of(const CosetSolver& solver, CosetProof proof, std::string given) {
  CosetCertificate certificate;
  certificate.program = fmt::format("gyre {}", version());
  certificate.given = std::move(given);
  certificate.kind = coset_class_of(proof.representative);
  certificate.proof = std::move(proof);
  certificate.device = solver.device();
  certificate.gpu = solver.uses_gpu();
  certificate.threads = solver.threads();
  certificate.memory_bytes = solver.memory_bytes();
  certificate.table_name = solver.table_name();
  certificate.table_digest = solver.table_digest();
  certificate.table_checksum = solver.table_checksum();
  return certificate;
}

std::string write_certificate(const CosetCertificate& certificate) {
  const CosetProof& proof = certificate.proof;
  if (proof.stopped) throw Error("a coset that was stopped has no certificate");
  if (proof.left && proof.left->solved <= kMostRecordedSolutions &&
      proof.left->solutions.size() != proof.left->solved) {
    throw Error(
        fmt::format("a certificate needs the {} solutions of single positions, and {} were "
                    "kept",
                    proof.left->solved, proof.left->solutions.size()));
  }
  CertificateJson object{{"format", kCertificateFormat}, {"version", kCertificateVersion}};
  object.update(to_json(certificate));
  // The words in which the coset was given may hold any bytes.
  return object.dump(1, ' ', false, CertificateJson::error_handler_t::replace) + "\n";
}

}  // namespace gyre::cube3
