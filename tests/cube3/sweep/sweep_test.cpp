// Sweeps with a made-up solver: what is stored, killed, resumed and summed up. Real cosets are in
// the slow test at the end.
#include "cube3/sweep/report.h"
#include "support/error_of.h"
#include "support/piped_program.h"
#include "support/table_fixture.h"
#include "support/temporary_folder.h"
#include "support/well_formed_xml.h"

#include <gyre/base/error.h>
#include "base/memory.h"
#include "base/random.h"
#include "cube3/core/notation.h"
#include "cube3/coset/device.h"
#include "cube3/sweep/sweep.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <thread>

namespace gyre::cube3 {
namespace {

using test::error_of;

// Counts that add up and differ from coset to coset.
SweepRow made_up(const SweepItem& item) {
  SweepRow row;
  row.position = item.position;
  row.coset = item.coset;
  row.representative = write_facelets(coset_representative(item.coset));
  const std::uint64_t first = 1'000'000 + item.coset.index % 1000;
  row.left = item.position % 3;
  row.solved = row.left;
  row.positions = {0, first, kCosetPositions - first - row.left};
  row.exact_depth = 1;
  row.seconds = 0.25 * static_cast<double>(item.position + 1);
  row.solve_seconds = 0.125;
  return row;
}

SweepTask random_task(std::uint64_t count, std::uint64_t seed = 7) {
  SweepTask task;
  task.plan.count = count;
  task.plan.seed = seed;
  return task;
}

SweepTask list_task(std::vector<std::uint64_t> classes) {
  SweepTask task;
  task.plan.kind = SweepPlan::Kind::list;
  task.plan.count = classes.size();
  task.plan.classes = std::move(classes);
  return task;
}

const SweepRun kRun = {"2 threads", "a table", "0123"};

std::vector<SweepRow> rows_of(const SweepFile& file) {
  std::vector<SweepRow> rows;
  file.for_each_row([&](const SweepRow& row) { rows.push_back(row); });
  return rows;
}

std::vector<SweepRow> expected_rows(const SweepPlan& plan) {
  std::vector<SweepRow> rows;
  for_each_item(plan, [&](const SweepItem& item) {
    rows.push_back(made_up(item));
    return true;
  });
  return rows;
}

class CosetSweep : public testing::Test {
 protected:
  [[nodiscard]] fs::path path(const std::string& name = "sweep.db") const {
    return folder_.path() / name;
  }
  // Without the folder, which has another name each time.
  [[nodiscard]] std::string error_at(const std::function<void()>& work) const {
    std::string text = error_of(work);
    const std::string prefix = folder_.path().string() + "/";
    for (std::size_t at = 0; (at = text.find(prefix)) != std::string::npos;) {
      text.erase(at, prefix.size());
    }
    return text;
  }
  // All that is left, or as many rows as asked for.
  bool sweep(const SweepTask& task, std::size_t at_most = 1'000'000) const {
    SweepFile file = SweepFile::open(path());
    if (!file.task()) file.create(task);
    std::size_t made = 0;
    return run_sweep(file, kRun, [&](const SweepItem& item) -> std::optional<SweepRow> {
      if (made++ == at_most) return std::nullopt;
      return made_up(item);
    });
  }
  [[nodiscard]] std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_.path())) {
      names.push_back(entry.path().filename());
    }
    return names;
  }

  test::TemporaryFolder folder_;
};

TEST_F(CosetSweep, KeepsItsTaskAndItsRows) {
  SweepTask range = random_task(4);
  range.plan.kind = SweepPlan::Kind::range;
  range.plan.first = kCosetClassCount - 4;
  range.metric = Metric::qtm;
  range.within = false;
  range.depth = 14;
  range.search_depth = 13;
  for (const SweepTask& task : {random_task(5), range, list_task({9, 3, 9})}) {
    EXPECT_TRUE(sweep(task));
    const SweepFile file = SweepFile::read(path());
    EXPECT_EQ(file.task(), task) << task.text();
    EXPECT_EQ(rows_of(file), expected_rows(task.plan));
    EXPECT_EQ(file.done(), task.plan.count);
    ASSERT_EQ(file.runs().size(), 1U);
    EXPECT_EQ(file.runs()[0].table_digest, "0123");
    fs::remove(path());
  }
}

TEST_F(CosetSweep, RowsKeepWhatWasNotSolved) {
  SweepFile file = SweepFile::open(path());
  file.create(list_task({12'345}));
  file.begin_run(kRun);
  for_each_item(file.task()->plan, [&](const SweepItem& item) {
    SweepRow row = made_up(item);
    row.positions.back() -= 2;
    row.left += 2;
    row.unsolved = {write_facelets(Cube{}), row.representative};
    file.add(row);
    EXPECT_EQ(rows_of(file), std::vector<SweepRow>{row});
    EXPECT_EQ(report_of(file).unproved, 1U);
    return true;
  });
}

TEST_F(CosetSweep, PlansAreTheSameEachTimeAndUniform) {
  const SweepPlan plan = random_task(2'000).plan;
  std::vector<std::uint64_t> first;
  std::vector<std::uint64_t> again;
  int high = 0;
  for_each_item(plan, [&](const SweepItem& item) {
    first.push_back(item.coset.index);
    high += item.coset.index >= kCosetClassCount / 2 ? 1 : 0;
    return true;
  });
  for_each_item(plan, [&](const SweepItem& item) {
    again.push_back(item.coset.index);
    return again.size() < 1'000;
  });
  ASSERT_EQ(first.size(), 2'000U);
  ASSERT_EQ(again.size(), 1'000U);
  EXPECT_TRUE(std::equal(again.begin(), again.end(), first.begin()));
  EXPECT_NEAR(high, 1'000, 150);
  Rng random(7);
  EXPECT_EQ(first[0], coset_class_of(random_cube(random)).index);
}

TEST_F(CosetSweep, StopsAndGoesOn) {
  const SweepTask task = random_task(9);
  EXPECT_FALSE(sweep(task, 4));
  EXPECT_EQ(SweepFile::read(path()).done(), 4U);
  EXPECT_FALSE(sweep(task, 0));
  EXPECT_EQ(SweepFile::read(path()).done(), 4U);
  EXPECT_TRUE(sweep(task));
  EXPECT_EQ(rows_of(SweepFile::read(path())), expected_rows(task.plan));
  EXPECT_TRUE(sweep(task, 0)) << "nothing is left to solve";
  EXPECT_EQ(SweepFile::read(path()).runs().size(), 3U) << "none for a run without work";
  EXPECT_EQ(files(), std::vector<std::string>{"sweep.db"});
}

TEST_F(CosetSweep, AStopTokenEndsItBetweenCosets) {
  SweepFile file = SweepFile::open(path());
  file.create(random_task(5));
  std::stop_source stop;
  const bool all = run_sweep(
      file, kRun, [](const SweepItem& item) { return made_up(item); },
      [&](const SweepRow& row) {
        if (row.position == 2) stop.request_stop();
      },
      stop.get_token());
  EXPECT_FALSE(all);
  EXPECT_EQ(file.done(), 3U);
}

TEST_F(CosetSweep, ARowComesOnce) {
  SweepFile file = SweepFile::open(path());
  file.create(random_task(5));
  file.begin_run(kRun);
  const std::vector<SweepRow> rows = expected_rows(file.task()->plan);
  file.add(rows[1]);
  EXPECT_THROW(file.add(rows[1]), Error);
  file.add(rows[0]);
  EXPECT_EQ(rows_of(file), std::vector<SweepRow>(rows.begin(), rows.begin() + 2));
}

TEST_F(CosetSweep, KilledWithinARowAndBetweenRows) {
  const SweepTask task = random_task(6);
  for (std::uint64_t place = 0; place < 6; ++place) {
    for (const bool within : {true, false}) {
      const int status = in_process([&] {
        SweepFile file = SweepFile::open(path());
        if (!file.task()) file.create(task);
        run_sweep(
            file, kRun,
            [&](const SweepItem& item) {
              if (within && item.position == place) ::kill(::getpid(), SIGKILL);
              return made_up(item);
            },
            [&](const SweepRow& row) {
              if (row.position == place) ::kill(::getpid(), SIGKILL);
            });
        return 0;
      });
      ASSERT_EQ(status, 128 + SIGKILL);
      ASSERT_EQ(SweepFile::read(path()).done(), place + (within ? 0 : 1));
    }
  }
  EXPECT_TRUE(sweep(task));
  EXPECT_EQ(rows_of(SweepFile::read(path())), expected_rows(task.plan));
}

TEST_F(CosetSweep, KilledAtAnyMoment) {
  const SweepTask task = random_task(60);
  Rng random(3);
  int killed = 0;
  std::uint64_t told = 0;  // by the child, through a pipe: what it believes to be safe
  for (;;) {
    int pipe[2];
    ASSERT_EQ(::pipe(pipe), 0);
    const pid_t child = start_process([&] {
      SweepFile file = SweepFile::open(path());
      if (!file.task()) file.create(task);
      run_sweep(
          file, kRun, [](const SweepItem& item) { return made_up(item); },
          [&](const SweepRow&) { (void)!::write(pipe[1], "x", 1); });
      return 0;
    });
    ::close(pipe[1]);
    // Longer each time, so that a slow disk gets to the end too.
    const auto longest = static_cast<std::uint64_t>(10'000 + 1'000 * killed);
    std::this_thread::sleep_for(std::chrono::microseconds(random_below(random, longest)));
    ::kill(child, SIGKILL);
    const int status = wait_for(child);
    std::array<char, 512> bytes{};
    for (ssize_t got = 0; (got = ::read(pipe[0], bytes.data(), bytes.size())) > 0;) {
      told += static_cast<std::uint64_t>(got);
    }
    ::close(pipe[0]);
    if (fs::exists(path())) {
      const SweepFile file = SweepFile::open(path());
      if (file.task()) {
        // One may have been stored and not yet told.
        ASSERT_GE(file.done(), told);
        ASSERT_LE(file.done(), told + 1);
        told = file.done();
        const std::vector<SweepRow> all = expected_rows(task.plan);
        ASSERT_EQ(rows_of(file), std::vector<SweepRow>(
                                     all.begin(), all.begin() + static_cast<std::ptrdiff_t>(told)));
      }
    }
    if (status == 0) break;
    ASSERT_EQ(status, 128 + SIGKILL);
    ASSERT_LT(++killed, 1'000);
  }
  EXPECT_GT(killed, 3);
  EXPECT_EQ(told, 60U);
}

TEST_F(CosetSweep, OneAtATimeButReportsMayLook) {
  SweepFile file = SweepFile::open(path());
  file.create(random_task(3));
  const int second = in_process([&] {
    const std::string text = error_at([&] { (void)SweepFile::open(path()); });
    const std::string expected =
        "another gyre sweep is working on 'sweep.db' (process " + std::to_string(::getppid()) + ")";
    if (SweepFile::read(path()).done() != 0) return 2;
    return text == expected ? 0 : 1;
  });
  EXPECT_EQ(second, 0);
  fs::create_symlink("sweep.db", path("other.db"));
  EXPECT_EQ(in_process([&] {
              return error_of([&] { (void)SweepFile::open(path("other.db")); }) == "no error" ? 1
                                                                                              : 0;
            }),
            0);
}

TEST_F(CosetSweep, WhatIsNoSweep) {
  EXPECT_EQ(error_at([&] { (void)SweepFile::read(path()); }), "there is no file 'sweep.db'");
  EXPECT_FALSE(SweepFile::open(path()).task().has_value());
  EXPECT_TRUE(files().empty()) << "opening makes nothing";
  std::ofstream(path()) << "";
  EXPECT_FALSE(SweepFile::open(path()).task().has_value()) << "an empty file may become one";
  EXPECT_EQ(error_at([&] { (void)SweepFile::read(path()); }), "'sweep.db' is empty");
  std::ofstream(path()) << "a text that is not short enough to be taken for a header of a file\n"
                        << std::string(1000, 'x');
  EXPECT_EQ(error_at([&] { (void)SweepFile::open(path()); }), "'sweep.db' is no sweep of gyre");
  EXPECT_EQ(error_at([&] { (void)SweepFile::read(path()); }), "'sweep.db' is no sweep of gyre");
  EXPECT_EQ(error_at([&] { (void)SweepFile::read(folder_.path()); }).substr(0, 1), "'");
  EXPECT_EQ(error_at([&] { (void)SweepFile::open(path("none/sweep.db")); }),
            "'none/sweep.db' cannot be written: No such file or directory");
}

// The 100 bytes of the header are big-endian: user_version at 60, application_id at 68.
TEST_F(CosetSweep, AnotherVersionAndAnotherProgram) {
  ASSERT_TRUE(sweep(random_task(2)));
  const auto write_at = [&](std::streamoff at, char byte) {
    std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(at);
    file.put(byte);
  };
  write_at(63, 9);
  EXPECT_EQ(error_at([&] { (void)SweepFile::open(path()); }),
            "'sweep.db' is a sweep in version 9 of the format; this gyre knows version 1");
  write_at(68, 1);
  EXPECT_EQ(error_at([&] { (void)SweepFile::open(path()); }), "'sweep.db' is no sweep of gyre");
}

TEST_F(CosetSweep, DamageIsNoticed) {
  ASSERT_TRUE(sweep(random_task(40)));
  const auto size = fs::file_size(path());
  fs::copy_file(path(), path("whole.db"));
  const std::vector<SweepRow> all = rows_of(SweepFile::read(path()));
  // Pages that are lost.
  fs::resize_file(path(), size / 2);
  EXPECT_NE(error_at([&] { (void)SweepFile::read(path()); }).find("'sweep.db' is damaged ("),
            std::string::npos);
  // Bytes that are wrong: an error, or in a place that says nothing; never other counts.
  Rng random(5);
  int noticed = 0;
  for (int round = 0; round < 300; ++round) {
    fs::copy_file(path("whole.db"), path(), fs::copy_options::overwrite_existing);
    const std::uint64_t at = random_below(random, size);
    {
      std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
      file.seekp(static_cast<std::streamoff>(at));
      file.write("\xA5\xA5\xA5\xA5\xA5\xA5\xA5\xA5", 8);
    }
    try {
      const SweepFile file = SweepFile::read(path());
      EXPECT_EQ(rows_of(file), all) << "byte " << at << " of round " << round;
      EXPECT_EQ(file.task(), random_task(40));
    } catch (const Error& error) {
      ++noticed;
      EXPECT_NE(std::string(error.what()).find("sweep.db"), std::string::npos);
    }
  }
  EXPECT_GT(noticed, 40);
}

TEST_F(CosetSweep, PlansThatMakeNoSense) {
  EXPECT_THROW(check_task(random_task(0)), Error);
  EXPECT_THROW(check_task(list_task({0, kCosetClassCount})), Error);
  SweepTask task = random_task(1);
  task.depth = kLongestCoset + 1;
  EXPECT_THROW(check_task(task), Error);
  task = random_task(11);
  task.plan.kind = SweepPlan::Kind::range;
  task.plan.first = kCosetClassCount - 10;
  EXPECT_THROW(check_task(task), Error);
  task.plan.count = 10;
  check_task(task);
}

// Three cosets with 10, 20 and 60 positions at depth 1: by hand, a mean of 30, a standard deviation
// of sqrt((400 + 100 + 900) / 2) = 26.4575, and the 97.5 % point of t with 2 degrees of freedom,
// 4.302653.
TEST_F(CosetSweep, ReportOfThree) {
  const std::array<std::uint64_t, 3> counts = {10, 20, 60};
  SweepFile file = SweepFile::open(path());
  file.create(random_task(5));
  run_sweep(file, kRun, [&](const SweepItem& item) -> std::optional<SweepRow> {
    if (item.position == 3) return std::nullopt;
    SweepRow row = made_up(item);
    const std::uint64_t count = counts.at(item.position) * 10'000'000;
    row.left = item.position;
    row.solved = item.position == 2 ? 1 : row.left;
    row.positions = {0, count, kCosetPositions - count - row.left};
    row.exact_depth = 1;
    row.seconds = 10;
    return row;
  });
  const SweepReport report = report_of(file);
  EXPECT_EQ(report.done, 3U);
  EXPECT_EQ(report.left, 3U);
  EXPECT_EQ(report.solved, 2U);
  EXPECT_EQ(report.unproved, 1U);
  EXPECT_DOUBLE_EQ(report.seconds, 30);
  EXPECT_DOUBLE_EQ(report.cosets_per_hour(), 360);
  EXPECT_EQ(report.exact_depth, 1);
  ASSERT_EQ(report.depths.size(), 3U);
  EXPECT_EQ(report.depths[0].positions, 0U);
  EXPECT_EQ(report.depths[0].known, BigInt(1));
  EXPECT_EQ(report.depths[1].positions, 900'000'000U);
  EXPECT_EQ(report.depths[1].known, BigInt(18));
  EXPECT_TRUE(report.depths[1].exact);
  EXPECT_FALSE(report.depths[2].exact);
  EXPECT_FALSE(report.depths[2].estimate.has_value());
  const double unit = kCubePositions * 1e7 / kCosetPositions;
  const SweepEstimate& estimate = report.depths[1].estimate.value();
  const double reach = 4.302652729911 * std::sqrt(700.0 / 3);
  EXPECT_NEAR(estimate.positions / unit, 30, 1e-9);
  EXPECT_EQ(estimate.low, 0) << "30 - 65.7 is no number of positions";
  EXPECT_NEAR(estimate.high.value() / unit, 30 + reach, 1e-6);
  // What is not at depth 0 or 1 is beyond: the same spread from the other side.
  const SweepEstimate& beyond = report.beyond.value();
  EXPECT_NEAR(beyond.positions + estimate.positions, kCubePositions, 1e6);
  EXPECT_NEAR(beyond.low.value() + estimate.high.value(), kCubePositions, 1e6);
}

// Classes are weighed by their cosets. Class 0 is H itself, one coset; by hand the weighted mean is
// (1 x 10 + w x 40) / (1 + w), and the variance 2 (1 (10 - m)^2 + w^2 (40 - m)^2) / (1 + w)^2.
TEST_F(CosetSweep, ReportOfClassesIsWeighted) {
  SweepFile file = SweepFile::open(path());
  file.create(list_task({0, 77'000'000}));
  run_sweep(file, kRun, [&](const SweepItem& item) {
    SweepRow row = made_up(item);
    const std::uint64_t count = item.position == 0 ? 10'000'000'000 : 4'000'000'000;
    row.left = row.solved = 0;
    row.positions = {0, count, kCosetPositions - count};
    row.exact_depth = 2;
    return row;
  });
  const SweepReport report = report_of(file);
  const double w = coset_class(77'000'000).cosets;
  ASSERT_EQ(w, 16);
  EXPECT_EQ(report.exact_depth, 2);
  EXPECT_FALSE(report.beyond.has_value()) << "all positions are counted";
  const double unit = kCubePositions * 1e9 / kCosetPositions;
  const double mean = (10 + w * 4) / (1 + w);
  const double error =
      std::sqrt(2 * (std::pow(10 - mean, 2) + w * w * std::pow(4 - mean, 2))) / (1 + w);
  const SweepEstimate& estimate = report.depths[1].estimate.value();
  EXPECT_NEAR(estimate.positions / unit, mean, 1e-9);
  // t with one degree of freedom: 12.7062.
  EXPECT_NEAR(estimate.high.value() / unit, std::min(19.5084288, mean + 12.7062047 * error), 1e-5);
}

TEST_F(CosetSweep, ReportOfOneAndOfNone) {
  SweepFile file = SweepFile::open(path());
  file.create(random_task(2));
  EXPECT_EQ(report_of(file).done, 0U);
  EXPECT_TRUE(report_of(file).depths.empty());
  EXPECT_EQ(report_of(file).cosets_per_hour(), 0);
  file.begin_run(kRun);
  file.add(expected_rows(file.task()->plan)[0]);
  const SweepReport report = report_of(file);
  EXPECT_GT(report.depths[1].estimate->positions, 0);
  EXPECT_FALSE(report.depths[1].estimate->low.has_value()) << "one coset has no spread";
}

// ---- the command, on files that the library made ----

TEST_F(CosetSweep, CommandComparesWhatIsAskedWithWhatIsStored) {
  const std::string file = path().string();
  ASSERT_TRUE(sweep(random_task(2)));
  const std::string done =
      "all 2 cosets are done; gyre sweep report " + file + " sums them up\n0\n";
  for (const char* options : {"", " --random 2", " --random 2 --seed 7", " --within 20",
                              " --metric htm", " --device cpu"}) {
    EXPECT_EQ(gyre("sweep " + file + options), done) << options;
  }
  const std::string stored = "2 random cosets, seed 7, htm, within 20";
  const std::vector<std::pair<std::string, std::string>> others = {
      {" --random 3", "3 random cosets, seed 7, htm, within 20"},
      {" --random 2 --seed 8", "2 random cosets, seed 8, htm, within 20"},
      {" --range 5..6", "classes 5 to 6, htm, within 20"},
      {" --metric qtm", "2 random cosets, seed 7, qtm, within 20"},
      {" --within 19", "2 random cosets, seed 7, htm, within 19, searched to 19"},
      {" --depth 20", "2 random cosets, seed 7, htm, to depth 20, searched to 20"},
      {" --search-depth 15", "2 random cosets, seed 7, htm, within 20, searched to 15"}};
  for (const auto& [options, asked] : others) {
    EXPECT_EQ(gyre("sweep " + file + options),
              "gyre: '" + file + "' is a sweep of " + stored + ", not of " + asked +
                  "; gyre sweep " + file +
                  " goes on with it, another sweep needs another file\n2\n");
  }
  EXPECT_EQ(rows_of(SweepFile::read(path())), expected_rows(random_task(2).plan));
}

TEST_F(CosetSweep, CommandComparesLists) {
  const std::string file = path().string();
  ASSERT_TRUE(sweep(list_task({17, 0})));
  std::ofstream(path("list")) << "# two\n17\n\nU F2 D'\n";  // a position of H: class 0
  EXPECT_EQ(gyre("sweep -q " + file + " --list " + path("list").string()),
            "all 2 cosets are done; gyre sweep report " + file + " sums them up\n0\n");
  std::ofstream(path("list")) << "0\n17\n";
  EXPECT_NE(gyre("sweep " + file + " --list " + path("list").string())
                .find("within 20, and another list was given; gyre sweep"),
            std::string::npos);
}

TEST_F(CosetSweep, CommandReports) {
  const std::string file = path().string();
  ASSERT_FALSE(sweep(random_task(5), 3));
  const std::string text = gyre("sweep report " + file);
  EXPECT_EQ(text.substr(0, text.find("depth  ")),
            "5 random cosets, seed 7, htm, within 20\n"
            "3 of 5 cosets done in 2 s, 7200.0 an hour; 2 left, about 1 s\n");
  EXPECT_NE(text.find("\n3 positions were left after depth 20, 3 solved one by one\n"
                      "all positions of these cosets are within 20 moves (htm)\n0\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find(" \n"), std::string::npos) << "no blanks at the ends of lines";
  const std::string svg = path("plot.svg").string();
  const std::string line = gyre("sweep report " + file + " --json --svg " + svg);
  const auto json = nlohmann::json::parse(line.substr(0, line.find('\n')));
  EXPECT_EQ(json["done"], 3);
  EXPECT_EQ(json["left_to_do"], 2);
  EXPECT_EQ(json["depths"].size(), 3U);
  EXPECT_EQ(json["depths"][1]["known"], "18");
  EXPECT_LT(json["depths"][1]["estimate"]["low"], json["depths"][1]["estimate"]["high"]);
  EXPECT_EQ(json["runs"][0]["device"], "2 threads");
  std::ifstream picture(svg);
  const std::string drawn((std::istreambuf_iterator<char>(picture)), {});
  EXPECT_EQ(test::XmlCheck(drawn).fault(), "");
  EXPECT_NE(drawn.find("<circle"), std::string::npos);
}

TEST_F(CosetSweep, CommandHasNothingToPlotYet) {
  SweepFile::open(path()).create(random_task(5));
  const std::string file = path().string();
  EXPECT_EQ(gyre("sweep report " + file + " --svg " + path("x.svg").string()),
            "5 random cosets, seed 7, htm, within 20\n0 of 5 cosets done\n"
            "gyre: there is nothing to plot: no coset of '" +
                file + "' is done yet\n2\n");
}

// Interrupted while the tables are made, before the first coset: the file is there and goes on.
TEST_F(CosetSweep, CommandInterruptedAtOnceGoesOn) {
  if (available_memory_bytes() < coset_memory_bytes(Metric::htm)) {
    GTEST_SKIP() << "a coset takes more memory than is available";
  }
  const std::string file = path().string();
  test::Program program({"sweep", file, "--random", "3", "--seed", "7", "--device", "cpu",
                         "--cache", path("cache").string()});
  ASSERT_EQ(program.read_error_line().substr(0, 17), "making a table of");
  program.signal(SIGINT);
  EXPECT_EQ(program.wait(), 128 + SIGINT);
  EXPECT_EQ(program.read_error_line(), "interrupted; gyre sweep " + file + " goes on");
  const SweepFile swept = SweepFile::read(path());
  EXPECT_EQ(swept.task(), random_task(3));
  EXPECT_EQ(swept.done(), 0U);
  EXPECT_TRUE(swept.runs().empty()) << "no coset was begun";
}

// Real cosets, to depth 12: a sweep whose program is killed after its first row, one that is
// interrupted, and one left in peace have the same counts. The first coset of the list is H, the
// others are the two whose counts are in the specification.
TEST_F(CosetSweep, SlowRealCosetsKilledAndResumed) {
  const std::string cache = path("cache").string();
  std::ofstream(path("list")) << "0\nB3L1F1L2D1B2R1B1L3U2\nL3F2R1D3U1B3U3F2U3\n";
  const std::string common = " --cache " + cache + " --device cpu -q --json ";
  const std::string whole = path("whole.db").string();
  const std::string parts = path("parts.db").string();
  const std::string plan = " --depth 12 --list " + path("list").string();
  EXPECT_TRUE(gyre("sweep " + whole + plan + common).ends_with("\n0\n"));
  {
    test::Program program({"sweep", parts, "--depth", "12", "--list", path("list").string(),
                           "--cache", cache, "--device", "cpu", "-q", "--json"});
    EXPECT_NE(program.read_line(600).find("\"position\":0"), std::string::npos);
    program.signal(SIGKILL);
    EXPECT_EQ(program.wait(), 128 + SIGKILL);
  }
  EXPECT_EQ(SweepFile::read(parts).done(), 1U);
  {
    test::Program program({"sweep", parts, "--cache", cache, "--device", "cpu", "-q"});
    EXPECT_NE(program.read_line(600).find("exact, to depth"), std::string::npos);
    program.signal(SIGINT);
    EXPECT_EQ(program.read_line(600),
              "interrupted: 1 of 3 cosets are done; gyre sweep " + parts + " goes on");
    EXPECT_EQ(program.wait(), 128 + SIGINT);
  }
  EXPECT_TRUE(gyre("sweep " + parts + common).ends_with("\n0\n"));
  const std::vector<SweepRow> expected = rows_of(SweepFile::read(whole));
  const std::vector<SweepRow> found = rows_of(SweepFile::read(parts));
  ASSERT_EQ(expected.size(), 3U);
  ASSERT_EQ(found.size(), 3U);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(found[i].positions, expected[i].positions);
  using Counts = std::vector<std::uint64_t>;
  EXPECT_EQ(found[0].positions, (Counts{1, 10, 67, 456, 3'079, 20'076, 125'218, 756'092, 4'331'124,
                                        23'639'531, 122'749'840, 582'017'108, 2'278'215'506}));
  EXPECT_EQ(found[1].positions, (Counts{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 14, 534, 11'657}));
  EXPECT_EQ(found[2].positions, (Counts{0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 283, 3'909, 50'440}));
}

// Parts that are drawn with a known mean lie in their interval about 95 times of 100.
TEST(CosetMean, IntervalsHoldTheTruthAsOftenAsTheySay) {
  Rng random(9);
  int inside = 0;
  constexpr int kRounds = 20'000;
  for (int round = 0; round < kRounds; ++round) {
    CosetMean mean;
    for (int coset = 0; coset < 8; ++coset) {
      double part = 0;  // a sum of twelve: nearly normal, with the mean 0.06
      for (int i = 0; i < 12; ++i)
        part += 0.01 * static_cast<double>(random_below(random, 1001)) / 1000;
      mean.add(1, part);
    }
    const SweepEstimate estimate = mean.of_cube();
    const double truth = kCubePositions * 0.06;
    inside += *estimate.low <= truth && truth <= *estimate.high ? 1 : 0;
  }
  EXPECT_NEAR(inside, kRounds * 0.95, kRounds * 0.007);
}

}  // namespace
}  // namespace gyre::cube3
