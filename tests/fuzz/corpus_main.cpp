// Runs every file of fuzz/corpus once through the fuzz target that its folder is named after,
// without libFuzzer, so that any compiler builds it: what was a finding once stays mended. A target
// without seeds, and a folder without a target, are faults. Usage: corpus_test FOLDER
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>

#include "fuzz_targets.h"  // made by CMake: GYRE_FUZZ_TARGETS(X)

#define GYRE_DECLARE(name) extern "C" int fuzz_##name(const std::uint8_t* data, std::size_t size);
GYRE_FUZZ_TARGETS(GYRE_DECLARE)
#undef GYRE_DECLARE

namespace {

namespace fs = std::filesystem;
using Target = int (*)(const std::uint8_t*, std::size_t);

const std::map<std::string, Target>& targets() {
  static const std::map<std::string, Target> all = {
#define GYRE_NAME(name) {#name, fuzz_##name},
      GYRE_FUZZ_TARGETS(GYRE_NAME)
#undef GYRE_NAME
  };
  return all;
}

int run_folder(const fs::path& folder, Target target) {
  int seeds = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    // Said beforehand: what fails ends the process.
    std::cout << entry.path().string() << std::endl;
    (void)target(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    ++seeds;
  }
  return seeds;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const fs::path corpus = argv[1];
  bool good = true;
  for (const auto& [name, target] : targets()) {
    if (!fs::is_directory(corpus / name) || run_folder(corpus / name, target) == 0) {
      std::cerr << "fuzz target " << name << " has no seeds in " << corpus.string() << '\n';
      good = false;
    }
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(corpus)) {
    if (targets().contains(entry.path().filename().string())) continue;
    std::cerr << entry.path().string() << " belongs to no fuzz target\n";
    good = false;
  }
  return good ? 0 : 1;
}
