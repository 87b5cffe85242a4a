// Any bytes as a checkpoint. Of a count: as the file, and with the right header and checksums as
// what it holds, so that the count goes on from it: an Error, or a count that ends. Of a search: as
// the file, and with the right key and checksum. The first byte chooses.
#include <gyre/base/error.h>
#include <gyre/general/god.h>
#include <gyre/general/solver.h>
#include <gyre/library/library.h>

#include <fcntl.h>
#include <unistd.h>
#include <xxhash.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "general/god/checkpoint_file.h"
#include "general/god/compressed_stream.h"
#include "general/solve/checkpoint.h"
#include "table/file.h"

namespace {

using namespace gyre;
namespace fs = std::filesystem;

// A folder of this process, gone at the end.
class FuzzFolder {
 public:
  FuzzFolder() {
    std::string name = fs::temp_directory_path() / "gyre-fuzz-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
  }
  ~FuzzFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  FuzzFolder(const FuzzFolder&) = delete;
  FuzzFolder& operator=(const FuzzFolder&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

const fs::path& checkpoint_path() {
  static const FuzzFolder folder;
  static const fs::path path = folder.path() / "checkpoint";
  return path;
}

void write_bytes(std::span<const std::byte> bytes) {
  const File file(checkpoint_path(), O_WRONLY | O_CREAT | O_TRUNC);
  file.write_at(0, bytes);
}

const PuzzleDefinition& puzzle() {
  static const PuzzleDefinition definition = load_puzzle("2x2x2");
  return definition;
}

const MoveSet& moves() {
  static const MoveSet set(puzzle(), Metric::htm, "U,R2");
  return set;
}

GodOptions god_options(GodMethod method) {
  GodOptions options;
  options.method = method;
  options.memory_bytes = std::uint64_t{32} << 20U;
  options.work_folder = checkpoint_path().parent_path();
  options.disk_bytes = std::uint64_t{8} << 20U;
  options.threads = 1;
  options.max_depth = 3;
  options.checkpoint = checkpoint_path();
  return options;
}

// The header that a checkpoint of this count has.
const std::vector<std::byte>& header_of(GodMethod method) {
  static std::array<std::vector<std::byte>, 3> headers;
  std::vector<std::byte>& header = headers[static_cast<std::size_t>(method)];
  if (header.empty()) {
    fs::remove(checkpoint_path());
    GodOptions options = god_options(method);
    options.max_depth = 0;
    (void)count_positions(puzzle(), moves(), options);
    header.resize(kCheckpointHeaderBytes);
    if (File(checkpoint_path(), O_RDONLY).read_at(0, header) != header.size()) std::abort();
  }
  return header;
}

void go_on_counting(GodMethod method) {
  GodOptions options = god_options(method);
  options.resume = true;
  try {
    (void)count_positions(puzzle(), moves(), options);
  } catch (const Error&) {
    // As it should be.
  }
}

void as_count(GodMethod method, std::span<const std::byte> bytes, bool as_it_is) {
  if (as_it_is) {
    write_bytes(bytes);
  } else {
    const std::vector<std::byte>& header = header_of(method);
    const File file(checkpoint_path(), O_WRONLY | O_CREAT | O_TRUNC);
    file.write_at(0, header);
    CompressedWriter stream(file, kCheckpointHeaderBytes);
    stream.write_number(static_cast<std::uint64_t>(method));
    stream.write(bytes);
    stream.finish();
  }
  go_on_counting(method);
}

void as_search(std::span<const std::byte> bytes, bool as_it_is) {
  using Json = nlohmann::ordered_json;
  static const Solver solver(puzzle(), moves(), {});
  static const State position =
      compose(puzzle().orbits(), puzzle().solved(), moves().moves()[0].action);
  const std::string key = checkpoint_key(solver, {&position, 1}, {});
  std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!as_it_is) {
    Json contents = Json::parse(text, nullptr, false);
    if (!contents.is_object()) return;
    contents.erase("checksum");
    contents["gyre_checkpoint"] = 1;
    contents["search"] = key;
    try {
      const std::string rest = contents.dump();
      const XXH128_hash_t hash = XXH3_128bits(rest.data(), rest.size());
      std::array<char, 33> digits{};
      std::snprintf(digits.data(), digits.size(), "%016llx%016llx",
                    static_cast<unsigned long long>(hash.high64),
                    static_cast<unsigned long long>(hash.low64));
      contents["checksum"] = digits.data();
      text = contents.dump();
    } catch (const Json::exception&) {
      return;  // no UTF-8
    }
  }
  write_bytes(std::as_bytes(std::span(text)));
  try {
    const auto checkpoint = read_checkpoint(checkpoint_path(), key);
    check_checkpoint(checkpoint_path(), *checkpoint, solver, 1);
    SolveLimits limits;
    limits.max_length = 3;
    (void)solver.solve(position, limits, {}, &*checkpoint);
  } catch (const Error&) {
    // As it should be.
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kMostBytes = 65'536;
  if (size == 0 || size > kMostBytes) return 0;
  const auto bytes = std::as_bytes(std::span(data, size)).subspan(1);
  const bool as_it_is = data[0] % 2 == 0;
  switch (data[0] / 2 % 4) {
    case 0:
      as_count(GodMethod::ranked, bytes, as_it_is);
      break;
    case 1:
      as_count(GodMethod::tables, bytes, as_it_is);
      break;
    case 2:
      as_count(GodMethod::disk, bytes, as_it_is);
      break;
    default:
      as_search(bytes, as_it_is);
  }
  return 0;
}
