// What a run of gyre coset found, as JSON: what --json prints, and with a format and a version what
// --certificate writes. Reading one back is strict: what does not add up is refused, before anybody
// believes the rest. Whether it is true of the cube is for coset_check.cpp.
#pragma once

#include "command.h"
#include "compact_cubes.h"

#include <gyre/cube3/coset_proof.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gyre::cli {

constexpr const char* kCertificateFormat = "gyre coset certificate";
constexpr int kCertificateVersion = 1;
// Up to so many positions that were solved one by one are in a record, with their solutions.
constexpr std::size_t kMostRecordedSolutions = 10'000;

// Positions that no depth reached.
struct RecordedLeft {
  // Solutions were looked for up to this length first; those that have none are at their distance.
  int bound = 0;
  std::uint64_t solved = 0;
  std::uint64_t unsolved = 0;
  std::map<int, std::uint64_t> lengths;  // of the solved
  // All, or none if there are more than kMostRecordedSolutions.
  std::vector<cube3::SolvedPosition> solutions;
  double seconds = 0;
};

struct CosetRecord {
  std::string program;
  std::string given;  // as the coset was asked for
  cube3::Cube representative;
  cube3::CosetClass kind;
  Metric metric = Metric::htm;
  // As asked for.
  int depth = 0;
  int search_depth = 0;
  double last_share = 1;  // of that depth
  std::optional<int> within;

  cube3::CosetResult result;
  std::optional<RecordedLeft> left;

  std::string device;
  bool gpu = false;
  int threads = 0;
  std::uint64_t memory_bytes = 0;
  std::string table_name;
  std::string table_digest;
  std::uint64_t table_checksum = 0;
  double seconds = 0;

  // All positions are proved to be within so many moves.
  [[nodiscard]] std::optional<int> proved_within() const;
};

// H: all oriented, and the four edges of the middle slice in it.
[[nodiscard]] bool is_in_subgroup(const cube3::Cube& cube) noexcept;
[[nodiscard]] bool is_same_coset(const cube3::Cube& a, const cube3::Cube& b) noexcept;

[[nodiscard]] Json to_json(const CosetRecord& record, const CompactCubes& cubes);
[[nodiscard]] Json to_certificate(const CosetRecord& record, const CompactCubes& cubes);
// `name` is that of the file, for errors. Throws Error if it is no certificate of this version, or
// contradicts itself.
[[nodiscard]] CosetRecord read_certificate(const std::string& text, const std::string& name,
                                           const CompactCubes& cubes);

}  // namespace gyre::cli
