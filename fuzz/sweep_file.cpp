// Any bytes as the file of a sweep, and a sound one with some bytes changed: an Error, or rows and
// a report. The first byte chooses; of the others each three say which byte becomes what.
#include <gyre/base/error.h>

#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "cube3/sweep/sweep.h"
#include "table/file.h"

namespace {

using namespace gyre;
using namespace gyre::cube3;
namespace fs = std::filesystem;

class SweepFolder {
 public:
  SweepFolder() {
    std::string name = fs::temp_directory_path() / "gyre-fuzz-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
  }
  ~SweepFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  SweepFolder(const SweepFolder&) = delete;
  SweepFolder& operator=(const SweepFolder&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

const fs::path& sweep_path() {
  static const SweepFolder folder;
  static const fs::path path = folder.path() / "sweep.db";
  return path;
}

std::vector<std::byte> sound_sweep() {
  {
    SweepFile file = SweepFile::open(sweep_path());
    SweepTask task;
    task.plan.kind = SweepPlan::Kind::random;
    task.plan.count = 3;
    task.plan.seed = 7;
    task.within = false;
    task.depth = 4;
    file.create(task);
    file.begin_run({"fuzz", "table", "digest"});
    for_each_item(task.plan, [&](const SweepItem& item) {
      SweepRow row;
      row.position = item.position;
      row.coset = item.coset;
      row.representative = "made by hand";
      row.positions = {0, 0, 1, 2, 30};
      row.exact_depth = 4;
      row.left = kCosetPositions - 33;
      file.add(row);
      return item.position == 0;
    });
  }
  const File file(sweep_path(), O_RDONLY);
  std::vector<std::byte> bytes(file.size());
  if (file.read_at(0, bytes) != bytes.size()) std::abort();
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<std::byte> sound = sound_sweep();
  if (size == 0) return 0;
  std::vector<std::byte> bytes;
  if (data[0] % 2 == 0) {
    const auto rest = std::as_bytes(std::span(data, size)).subspan(1);
    bytes.assign(rest.begin(), rest.end());
  } else {
    bytes = sound;
    for (std::size_t i = 1; i + 2 < size; i += 3) {
      bytes[(data[i] + std::size_t{256} * data[i + 1]) % bytes.size()] = std::byte{data[i + 2]};
    }
  }
  File(sweep_path(), O_WRONLY | O_CREAT | O_TRUNC).write_at(0, bytes);
  try {
    const SweepFile file = SweepFile::read(sweep_path());
    if (!file.task()) return 0;
    (void)file.runs();
    file.for_each_row([](const SweepRow&) {});
    (void)report_of(file);
  } catch (const Error&) {
    // As it should be.
  }
  return 0;
}
