// Counts that end before they are done: stopped, killed or out of memory. What they leave behind is
// enough to go on with, or is refused.
#include "general/god/checkpoint_file.h"
#include "support/error_of.h"
#include "support/god_helpers.h"
#include "support/temporary_folder.h"
#include "table/file.h"
#include "table/lock.h"

#include <gyre/base/error.h>
#include <gyre/library/library.h>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <thread>

namespace gyre {
namespace {

namespace fs = std::filesystem;
using test::classes;
using test::Counts;
using test::positions;
using test::with_method;

class GodCheckpoint : public testing::TestWithParam<GodMethod> {
 protected:
  GodCheckpoint() : cube_(load_puzzle("2x2x2")), moves_(cube_, Metric::htm, "U,R2,F2") {
    options_ = with_method(GetParam());
    options_.checkpoint = folder_.path() / "checkpoint";
    options_.work_folder = folder_.path();
    options_.antipodes = 3;
  }

  [[nodiscard]] GodResult whole() const {
    GodOptions options = options_;
    options.checkpoint.clear();
    options.resume = false;
    return count_positions(cube_, moves_, options);
  }
  void expect_same_from_here() {
    options_.resume = true;
    options_.layer = nullptr;
    options_.stop = {};
    const GodResult resumed = count_positions(cube_, moves_, options_);
    const GodResult all = whole();
    EXPECT_EQ(positions(resumed), positions(all));
    EXPECT_EQ(classes(resumed), classes(all));
    EXPECT_EQ(resumed.antipodes, all.antipodes);
    EXPECT_EQ(resumed.end, GodResult::End::all);
    EXPECT_EQ(resumed.method, GetParam());
  }
  // Runs to this depth and stops there.
  void stop_at(int depth) {
    std::stop_source stop;
    options_.stop = stop.get_token();
    options_.layer = [&, depth](const GodLayer& layer) {
      if (layer.depth == depth) stop.request_stop();
    };
    EXPECT_EQ(count_positions(cube_, moves_, options_).end, GodResult::End::stopped);
    options_.layer = nullptr;
    options_.stop = {};
  }
  [[nodiscard]] std::string error_of_resuming() {
    options_.resume = true;
    try {
      (void)count_positions(cube_, moves_, options_);
    } catch (const Error& error) {
      return error.message();
    }
    return "none";
  }

  test::TemporaryFolder folder_;
  PuzzleDefinition cube_;
  MoveSet moves_;
  GodOptions options_;
};

INSTANTIATE_TEST_SUITE_P(Methods, GodCheckpoint,
                         testing::Values(GodMethod::ranked, GodMethod::tables, GodMethod::disk),
                         [](const auto& method) { return std::string(to_string(method.param)); });

TEST_P(GodCheckpoint, GoesOnAfterAStop) {
  for (const int depth : {0, 4, 8}) {
    options_.resume = false;
    stop_at(depth);
    expect_same_from_here();
  }
}

// A depth further than the checkpoint's, and the same again.
TEST_P(GodCheckpoint, DepthByDepth) {
  const Counts all = positions(whole());
  for (int depth = 0; depth < static_cast<int>(all.size()); ++depth) {
    options_.max_depth = depth;
    options_.resume = depth > 0;
    const GodResult result = count_positions(cube_, moves_, options_);
    EXPECT_EQ(positions(result), Counts(all.begin(), all.begin() + depth + 1));
    if (depth < static_cast<int>(all.size()) - 1) {
      EXPECT_EQ(result.end, GodResult::End::max_depth);
    }
  }
}

TEST_P(GodCheckpoint, LayersAreReportedAgain) {
  stop_at(5);
  options_.resume = true;
  std::vector<int> depths;
  std::optional<GodPlan> plan;
  options_.layer = [&](const GodLayer& layer) { depths.push_back(layer.depth); };
  options_.plan = [&](const GodPlan& told) { plan = told; };
  options_.max_depth = 7;
  (void)count_positions(cube_, moves_, options_);
  EXPECT_EQ(depths, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(plan->resumed_depth, 5);
}

// In a process of its own, which kills itself as if it were killed from outside.
TEST_P(GodCheckpoint, GoesOnAfterAKill) {
  for (int depth = 1; depth <= 10; depth += 3) {
    const pid_t child = fork();
    if (child == 0) {
      options_.resume = depth > 1;
      options_.threads = 1;
      options_.layer = [depth](const GodLayer& layer) {
        if (layer.depth == depth) ::kill(getpid(), SIGKILL);
      };
      (void)count_positions(cube_, moves_, options_);
      _exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
  }
  expect_same_from_here();
}

// At moments that nobody chose: while a checkpoint is written, too.
TEST_P(GodCheckpoint, GoesOnAfterAKillAtAnyMoment) {
  moves_ = MoveSet(cube_, Metric::htm, "U,R,F");
  std::mt19937_64 random(7);  // NOLINT: the same moments each time
  int killed = 0;
  for (int round = 0; round < 12; ++round) {
    const pid_t child = fork();
    if (child == 0) {
      options_.resume = fs::exists(options_.checkpoint);
      options_.threads = 1;
      (void)count_positions(cube_, moves_, options_);
      _exit(0);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5 + random() % 150));
    ::kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status)) ++killed;
  }
  EXPECT_GT(killed, 0);
  if (!fs::exists(options_.checkpoint)) stop_at(0);
  expect_same_from_here();
}

TEST_P(GodCheckpoint, ADamagedOneIsRefused) {
  stop_at(6);
  std::ifstream in(options_.checkpoint, std::ios::binary);
  const std::string good((std::istreambuf_iterator<char>(in)), {});
  const auto put = [&](const std::string& bytes) {
    std::ofstream(options_.checkpoint, std::ios::binary) << bytes;
  };
  std::mt19937_64 random(1);  // NOLINT
  for (int round = 0; round < 60; ++round) {
    std::string bad = good;
    const std::size_t at = round < 40 ? static_cast<std::size_t>(round) : random() % good.size();
    bad[at] = static_cast<char>(bad[at] ^ (1 << (random() % 8)));
    put(bad);
    EXPECT_NE(error_of_resuming(), "none") << at;
  }
  for (const std::size_t length : {std::size_t{0}, std::size_t{7}, std::size_t{39}, std::size_t{40},
                                   good.size() / 2, good.size() - 1}) {
    put(good.substr(0, length));
    EXPECT_NE(error_of_resuming(), "none") << length;
  }
  put(good);
  expect_same_from_here();
}

TEST_P(GodCheckpoint, OneOfOtherWorkIsRefused) {
  stop_at(3);
  const std::string wanted = "is the checkpoint of another count";
  const MoveSet mine = moves_;
  moves_ = MoveSet(cube_, Metric::qtm, "U,R2,F2");
  EXPECT_NE(error_of_resuming().find(wanted), std::string::npos);
  moves_ = MoveSet(cube_, Metric::htm, "U,R,F2");
  EXPECT_NE(error_of_resuming().find(wanted), std::string::npos);
  moves_ = mine;
  options_.start = compose(cube_.orbits(), cube_.solved(), mine.moves()[0].action);
  EXPECT_NE(error_of_resuming().find(wanted), std::string::npos);
  options_.start.reset();
  fs::remove(options_.checkpoint);
  EXPECT_NE(error_of_resuming().find("cannot be read"), std::string::npos);
  std::ofstream(options_.checkpoint) << "something else altogether, but long enough for a header";
  EXPECT_NE(error_of_resuming().find("is no checkpoint"), std::string::npos);
}

TEST_P(GodCheckpoint, AFolderThatIsNotThereIsAnError) {
  options_.checkpoint = folder_.path() / "nowhere" / "checkpoint";
  EXPECT_THROW((void)count_positions(cube_, moves_, options_), Error);
}

TEST(GodDisk, TakesOverWhenMemoryEnds) {
  const test::TemporaryFolder folder;
  const PuzzleDefinition pyraminx = load_puzzle("pyraminx");
  const MoveSet moves(pyraminx, Metric::htm, "U,L,R,B");
  const GodResult all = count_positions(pyraminx, moves);
  GodOptions options;
  options.work_folder = folder.path();
  options.memory_bytes = 300'000;  // not enough to rank, nor for the layers
  std::vector<GodMethod> told;
  options.plan = [&](const GodPlan& plan) { told.push_back(plan.method); };
  options.checkpoint = folder.path() / "checkpoint";
  const GodResult result = count_positions(pyraminx, moves, options);
  EXPECT_EQ(told, (std::vector<GodMethod>{GodMethod::tables, GodMethod::disk}));
  EXPECT_EQ(result.method, GodMethod::disk);
  EXPECT_EQ(positions(result), positions(all));
  EXPECT_EQ(classes(result), classes(all));
  // Nothing but the checkpoint is left, which the tables can read, too.
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
  options.resume = true;
  options.memory_bytes = 1'000'000'000;
  options.method = GodMethod::tables;
  EXPECT_EQ(positions(count_positions(pyraminx, moves, options)), positions(all));
}

TEST(GodDisk, EndsWhenItsRoomDoes) {
  const test::TemporaryFolder folder;
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  GodOptions options = with_method(GodMethod::disk);
  options.work_folder = folder.path();
  options.memory_bytes = 20'000'000;
  options.disk_bytes = 500'000;
  const GodResult result = count_positions(cube, MoveSet(cube, Metric::htm), options);
  EXPECT_EQ(result.end, GodResult::End::disk);
  ASSERT_GE(result.layers.size(), 5U);
  EXPECT_EQ(result.layers[4].positions, 43'239U);
  EXPECT_TRUE(fs::is_empty(folder.path()));
  options.work_folder = folder.path() / "nowhere";
  EXPECT_THROW((void)count_positions(cube, MoveSet(cube, Metric::htm), options), Error);
  options.work_folder.clear();
  EXPECT_THROW((void)count_positions(cube, MoveSet(cube, Metric::htm), options), Error);
}

// What a process takes at most while it counts, less what it takes anyway.
std::uint64_t memory_of(const std::function<void()>& work) {
  std::uint64_t peaks[2] = {0, 0};
  for (const bool working : {false, true}) {
    const pid_t child = fork();
    if (child == 0) {
      if (working) work();
      _exit(0);
    }
    int status = 0;
    rusage usage{};
    EXPECT_EQ(::wait4(child, &status, 0, &usage), child);
    EXPECT_TRUE(WIFEXITED(status));
    peaks[working ? 1 : 0] = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  }
  return peaks[1] - std::min(peaks[0], peaks[1]);
}

TEST(GodMemory, IsKeptByEveryMethod) {
  const test::TemporaryFolder folder;
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  const MoveSet moves(cube, Metric::htm);
  for (const GodMethod method : {GodMethod::tables, GodMethod::disk}) {
    GodOptions options = with_method(method);
    options.work_folder = folder.path();
    options.memory_bytes = 80'000'000;
    options.max_depth = 7;
    const std::uint64_t used = memory_of([&] { (void)count_positions(cube, moves, options); });
    EXPECT_LT(used, options.memory_bytes + (64U << 20U)) << to_string(method);
  }
  const PuzzleDefinition small = load_puzzle("2x2x2");
  std::uint64_t planned = 0;
  GodOptions options = with_method(GodMethod::ranked);
  options.plan = [&](const GodPlan& plan) { planned = plan.memory_bytes; };
  const MoveSet all(small, Metric::htm);
  (void)count_positions(small, all, options);
  EXPECT_LT(memory_of([&] { (void)count_positions(small, all, options); }), planned + (64U << 20U));
}

TEST(CompressedStream, GivesBackWhatItGot) {
  const test::TemporaryFolder folder;
  std::mt19937_64 random(5);  // NOLINT
  for (const std::size_t size : {0U, 1U, 100'000U, 3'000'000U}) {
    std::vector<std::byte> bytes(size);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() % 7);
    const CheckpointKey key = {1, size};
    const fs::path path = folder.path() / "stream";
    CheckpointWriter out(path, key, 2);
    for (std::size_t at = 0; at < size;) {
      const std::size_t part = std::min<std::size_t>(size - at, 1 + random() % 200'000);
      out.write(std::span(bytes).subspan(at, part));
      at += part;
    }
    out.write_number(size);
    out.commit();
    CheckpointReader in(path, key);
    std::vector<std::byte> back(size);
    in.read(back);
    EXPECT_EQ(back, bytes);
    EXPECT_EQ(in.read_number(), size);
    in.expect_end();
    EXPECT_THROW((void)in.read_number(), Error);
    EXPECT_THROW(CheckpointReader(path, {2, size}), Error);
  }
}

TEST_P(GodCheckpoint, OneCountAtATimeHasIt) {
  std::string said;
  options_.layer = [&](const GodLayer& layer) {
    if (layer.depth != 2) return;
    GodOptions other = options_;
    other.layer = nullptr;
    other.resume = true;
    said = test::error_of([&] { (void)count_positions(cube_, moves_, other); });
  };
  (void)count_positions(cube_, moves_, options_);
  EXPECT_EQ(said, "another count is working on " + options_.checkpoint.string() + " (process " +
                      std::to_string(getpid()) + ")");
  EXPECT_FALSE(fs::exists(lock_beside(options_.checkpoint)));
}

// The disk is full after some layers: the count goes on, and the last whole checkpoint stays.
TEST_P(GodCheckpoint, AFullDiskIsAWarning) {
  if (GetParam() == GodMethod::disk) GTEST_SKIP() << "its layers need the disk";
  int status = 0;
  const pid_t child = fork();
  if (child == 0) {
    (void)std::signal(SIGXFSZ, SIG_IGN);
    std::vector<std::string> warnings;
    options_.warning = [&](const std::string& text) { warnings.push_back(text); };
    options_.work_folder.clear();
    options_.threads = 1;
    options_.layer = [](const GodLayer& layer) {
      if (layer.depth != 4) return;
      // From here on no file can be longer than the checkpoint's header.
      const rlimit limit{41, 41};
      if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(1);
    };
    const GodResult result = count_positions(cube_, moves_, options_);
    if (result.end != GodResult::End::all) _exit(2);
    if (warnings.empty()) _exit(3);
    const bool named = warnings[0].find("the checkpoint cannot be written") != std::string::npos &&
                       warnings[0].find("the count goes on") != std::string::npos;
    _exit(named ? 0 : 4);
  }
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  expect_same_from_here();
}

TEST_P(GodCheckpoint, APipeInItsPlaceIsRefusedAtOnce) {
  ASSERT_EQ(::mkfifo(options_.checkpoint.c_str(), 0600), 0);
  EXPECT_NE(error_of_resuming().find("is no checkpoint of gyre god"), std::string::npos);
}

// What looks like one and holds what is no position. The checksums are right: anybody can make
// them.
TEST_P(GodCheckpoint, AForgedOneIsRefused) {
  if (GetParam() == GodMethod::ranked) GTEST_SKIP() << "every bit of it is a position";
  stop_at(3);
  std::vector<std::byte> header(kCheckpointHeaderBytes);
  {
    const File file(options_.checkpoint, O_RDONLY);
    ASSERT_EQ(file.read_at(0, header), header.size());
  }
  const File file(options_.checkpoint, O_WRONLY | O_TRUNC);
  file.write_at(0, header);
  CompressedWriter stream(file, kCheckpointHeaderBytes);
  for (const std::uint64_t number :
       {static_cast<std::uint64_t>(GetParam()), std::uint64_t{1}, std::uint64_t{1},
        std::uint64_t{1}, std::uint64_t{0}, std::uint64_t{1}}) {
    stream.write_number(number);
  }
  for (std::size_t shard = 0; shard < 64; ++shard) stream.write_number(1);
  stream.write(std::vector<std::byte>(1'000, std::byte{0xFF}));
  stream.finish();
  EXPECT_NE(error_of_resuming().find("is damaged"), std::string::npos);
}

TEST(GodDisk, AKillLeavesNothing) {
  const test::TemporaryFolder folder;
  const PuzzleDefinition cube = load_puzzle("2x2x2");
  const MoveSet moves(cube, Metric::htm);
  const pid_t child = fork();
  if (child == 0) {
    GodOptions options = with_method(GodMethod::disk);
    options.work_folder = folder.path();
    options.threads = 1;
    options.layer = [](const GodLayer& layer) {
      if (layer.depth == 4) ::kill(getpid(), SIGKILL);
    };
    (void)count_positions(cube, moves, options);
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(GodStop, BeforeAnythingIsMade) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  std::stop_source stop;
  stop.request_stop();
  GodOptions options;
  options.stop = stop.get_token();
  const GodResult result = count_positions(cube, MoveSet(cube, Metric::htm), options);
  EXPECT_EQ(result.end, GodResult::End::stopped);
  EXPECT_TRUE(result.layers.empty());
}

}  // namespace
}  // namespace gyre
