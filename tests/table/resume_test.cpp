// Tables whose making goes on after a stop or a kill: what is saved, what is believed of it, and
// when it goes.
#include "support/table_fixture.h"

#include <gyre/base/error.h>

#include <gtest/gtest.h>
#include <signal.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <random>
#include <thread>

namespace gyre {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kSteps = 10;

// What each step leaves depends on what the one before has left.
void do_step(std::span<std::byte> payload, int step) {
  for (auto i = static_cast<std::size_t>(step); i < payload.size(); i += kSteps) {
    const unsigned before = i == 0 ? 0 : static_cast<unsigned>(payload[i - 1]);
    payload[i] = static_cast<std::byte>(static_cast<unsigned>(test_byte(i)) + before + 1);
  }
}

// "0123": the steps from one to another.
std::string steps(int from, int to) {
  std::string text;
  for (int step = from; step < to; ++step) text += static_cast<char>('0' + step);
  return text;
}

class TableResume : public TableTest {
 protected:
  // Saves after each step if that is due, and writes the step down where it outlives the process.
  // before(step, payload, work) may stop or kill.
  using Before = std::function<void(int, std::span<std::byte>, const TableWork&)>;
  [[nodiscard]] TableRecipe recipe(const Before& before = {},
                                   std::uint64_t bytes = kTestBytes) const {
    TableRecipe result = test_recipe(bytes);
    result.resumable = true;
    result.generate = [this, before](std::span<std::byte> payload, const TableWork& work) {
      int step = 0;
      if (work.checkpoint != nullptr) step = work.checkpoint->load(payload).value_or(0);
      if (step == 0) {
        EXPECT_TRUE(std::all_of(payload.begin(), payload.end(), [](std::byte b) {
          return b == std::byte{0};
        })) << "not zero at the beginning";
      }
      for (; step < kSteps; ++step) {
        if (before) before(step, payload, work);
        if (work.stop.stop_requested()) return DepthCounts{};
        do_step(payload, step);
        std::ofstream(log(), std::ios::app) << step;
        if (work.checkpoint != nullptr && work.checkpoint->due()) {
          work.checkpoint->save(payload, step + 1);
        }
      }
      return test_counts(payload);
    };
    return result;
  }
  [[nodiscard]] static Before kill_at(int fatal) {
    return [fatal](int step, std::span<std::byte>, const TableWork&) {
      if (step == fatal) kill(getpid(), SIGKILL);
    };
  }
  [[nodiscard]] fs::path log() const { return folder_ / "steps"; }
  // All steps since this was asked last, over all processes.
  [[nodiscard]] std::string logged() const {
    const std::vector<char> bytes = read_bytes(log());
    fs::remove(log());
    return {bytes.begin(), bytes.end()};
  }
  // Saves whenever it is asked.
  [[nodiscard]] TableOptions eager() {
    TableOptions result = options();
    result.checkpoint_seconds = 0;
    return result;
  }
  [[nodiscard]] fs::path table_path() const { return store().path_of(recipe().key); }
  [[nodiscard]] fs::path checkpoint_path() const {
    return table_path().replace_extension(".checkpoint");
  }
  // Leaves a checkpoint of this step, which is reached from the beginning.
  void stop_at(int last, int contents_version = 1, bool anew = false) {
    std::stop_source stop;
    TableOptions wanted = eager();
    wanted.work.stop = stop.get_token();
    TableRecipe stopping = recipe([&](int step, std::span<std::byte>, const TableWork&) {
      if (step == last) stop.request_stop();
    });
    stopping.key.contents_version = contents_version;
    EXPECT_THROW(
        (void)(anew ? store().remake(stopping, wanted) : store().open_or_make(stopping, wanted)),
        Error);
    EXPECT_EQ(logged(), steps(0, last));
  }
  void stop_at_while_remaking(int last) { stop_at(last, 1, true); }

  [[nodiscard]] static bool holds_all(const Table& table) {
    std::vector<std::byte> should(table.payload().size());
    for (int step = 0; step < kSteps; ++step) do_step(should, step);
    return std::equal(should.begin(), should.end(), table.payload().begin(),
                      table.payload().end()) &&
           table.counts() == test_counts(should);
  }
  // A making that is not disturbed does these steps, gives the right table, and leaves only that.
  void expect_made(const std::string& these) {
    EXPECT_TRUE(holds_all(store().open_or_make(recipe(), eager())));
    EXPECT_EQ(logged(), these);
    EXPECT_EQ(files(), std::vector<std::string>{table_path().filename()});
    const TableRecipe made = recipe();
    EXPECT_EQ(store().verify(table_path(), &made), std::nullopt);
  }
};

TEST_F(TableResume, StoppedAndMadeToTheEnd) {
  for (const bool compress : {false, true}) {
    stop_at(4);
    EXPECT_EQ(files(), std::vector<std::string>{checkpoint_path().filename()});
    EXPECT_FALSE(store().holds(recipe().key));
    EXPECT_FALSE(store().open(recipe().key, options()));
    TableRecipe wanted = recipe();
    wanted.compress = compress;
    EXPECT_TRUE(holds_all(store().open_or_make(wanted, eager())));
    EXPECT_EQ(logged(), steps(4, kSteps));
    EXPECT_EQ(files(), std::vector<std::string>{table_path().filename()});
    EXPECT_TRUE(store().remove(recipe().key));
  }
  EXPECT_TRUE(warnings_.empty()) << warnings_[0];
}

TEST_F(TableResume, TheTimeOfAllPartsIsTold) {
  const auto slow = [](int step, std::span<std::byte>, const TableWork&) {
    if (step == 2 || step == 6) std::this_thread::sleep_for(std::chrono::milliseconds(200));
    if (step == 5) throw Error("enough");
  };
  EXPECT_THROW((void)store().open_or_make(recipe(slow), eager()), Error);
  EXPECT_GE(store().list()[0].build_seconds, 0.2);
  (void)store().open_or_make(
      recipe([&](int step, std::span<std::byte> payload, const TableWork& work) {
        if (step != 5) slow(step, payload, work);
      }),
      eager());
  EXPECT_GE(store().list()[0].build_seconds, 0.4);
}

TEST_F(TableResume, EarlyStatesAreSmall) {
  TableOptions wanted = eager();
  std::vector<std::uint64_t> sizes;
  (void)store().open_or_make(
      recipe([&](int step, std::span<std::byte> payload, const TableWork& work) {
        if (step == 0) work.checkpoint->save(payload, 0);
        sizes.push_back(fs::file_size(checkpoint_path()));
      }),
      wanted);
  ASSERT_EQ(sizes.size(), kSteps);
  EXPECT_LT(sizes[0], 4096 + kTestBytes / 100);
  EXPECT_LT(sizes[1], kTestBytes / 4);
}

TEST_F(TableResume, WithoutAFileThereIsNoCheckpoint) {
  const Before none = [](int, std::span<std::byte>, const TableWork& work) {
    EXPECT_EQ(work.checkpoint, nullptr);
  };
  EXPECT_TRUE(holds_all(TableStore::make(recipe(none), eager())));
  EXPECT_TRUE(holds_all(TableStore(fs::path()).open_or_make(recipe(none), eager())));
  EXPECT_NE(the_warning().find("there is no folder for tables"), std::string::npos);
  EXPECT_TRUE(holds_all(TableStore("/proc").open_or_make(recipe(none), eager())));
  EXPECT_NE(the_warning().find("cannot be stored in /proc"), std::string::npos);
  TableRecipe quick = recipe(none);
  quick.resumable = false;
  EXPECT_TRUE(holds_all(store().open_or_make(quick, eager())));
  EXPECT_EQ(files(), std::vector<std::string>{table_path().filename()});
  EXPECT_TRUE(warnings_.empty());
}

// ---- when ----

TEST_F(TableResume, DueAfterAWhile) {
  EXPECT_EQ(TableOptions{}.checkpoint_seconds, 60);
  stop_at(0);
  EXPECT_TRUE(files().empty()) << "saved before it was asked";
  (void)store().open_or_make(recipe([&](int, std::span<std::byte>, const TableWork& work) {
                               EXPECT_FALSE(work.checkpoint->due());
                               EXPECT_FALSE(fs::exists(checkpoint_path()));
                             }),
                             options());
  store().remove_all();
  TableOptions wanted = options();
  wanted.checkpoint_seconds = 0.2;
  const auto started = Clock::now();
  (void)store().open_or_make(recipe([&](int step, std::span<std::byte>, const TableWork& work) {
                               if (step != 1) return;
                               while (!work.checkpoint->due()) std::this_thread::yield();
                               EXPECT_GE(Clock::now() - started, std::chrono::milliseconds(200));
                             }),
                             wanted);
}

// Saving takes a twentieth of the time at most, however large the table is.
TEST_F(TableResume, SlowSavesAreFewer) {
  TableOptions wanted = options();
  wanted.checkpoint_seconds = 0.001;
  wanted.work.threads = 1;
  std::string seen;
  wanted.work.progress = [&](const ProgressEvent& event) {
    if (seen.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    seen = event.what;
  };
  (void)store().open_or_make(
      recipe([&](int step, std::span<std::byte> payload, const TableWork& work) {
        if (step != 0) return;
        work.checkpoint->save(payload, 0);
        EXPECT_EQ(seen, "saving test");
        const auto saved = Clock::now();
        while (!work.checkpoint->due()) std::this_thread::yield();
        EXPECT_GE(Clock::now() - saved, std::chrono::milliseconds(990));
      }),
      wanted);
}

TEST_F(TableResume, ASaveThatIsStoppedKeepsTheLastOne) {
  std::stop_source stop;
  TableOptions wanted = eager();
  wanted.work.stop = stop.get_token();
  int saves = 0;
  wanted.work.progress = [&](const ProgressEvent& event) {
    if (event.what == "saving test" && event.done == event.total) ++saves;
    if (saves == 3) stop.request_stop();
  };
  EXPECT_THROW((void)store().open_or_make(recipe(), wanted), Error);
  // Of the third, everything had been written.
  EXPECT_EQ(logged(), steps(0, 3));
  EXPECT_EQ(files(), std::vector<std::string>{checkpoint_path().filename()});
  expect_made(steps(3, kSteps));
  store().remove_all();
  std::stop_source again;
  wanted.work.stop = again.get_token();
  saves = 0;
  wanted.work.progress = [&](const ProgressEvent& event) {
    if (event.what == "saving test" && event.done < event.total && ++saves == 5) {
      again.request_stop();  // with the first chunk of the third, of three chunks each
    }
  };
  wanted.work.threads = 1;
  EXPECT_THROW((void)store().open_or_make(recipe(), wanted), Error);
  EXPECT_EQ(logged(), steps(0, 3));
  EXPECT_EQ(files(), std::vector<std::string>{checkpoint_path().filename()});
  expect_made(steps(2, kSteps));
  EXPECT_TRUE(warnings_.empty()) << warnings_[0];
}

TEST_F(TableResume, LoadingCanBeStopped) {
  stop_at(4);
  std::stop_source stop;
  TableOptions wanted = eager();
  wanted.work.threads = 1;
  wanted.work.stop = stop.get_token();
  wanted.work.progress = [&](const ProgressEvent& event) {
    EXPECT_EQ(event.what, "reading test");
    stop.request_stop();
  };
  EXPECT_THROW((void)store().open_or_make(recipe(), wanted), Error);
  EXPECT_EQ(files(), std::vector<std::string>{checkpoint_path().filename()});
  EXPECT_TRUE(warnings_.empty()) << warnings_[0];
  expect_made(steps(4, kSteps));
}

// ---- kills ----

TEST_F(TableResume, KilledBetweenSteps) {
  for (int step = 0; step < kSteps; ++step) {
    EXPECT_EQ(in_process([&] {
                (void)store().open_or_make(recipe(kill_at(step)), eager());
                return 0;
              }),
              128 + SIGKILL);
    EXPECT_EQ(logged(), steps(0, step));
    expect_made(steps(step, kSteps));
    store().remove_all();
  }
  EXPECT_TRUE(warnings_.empty()) << warnings_[0];
}

TEST_F(TableResume, KilledAgainAndAgain) {
  for (int step = 1; step < kSteps; ++step) {
    EXPECT_EQ(in_process([&] {
                (void)store().open_or_make(recipe(kill_at(step)), eager());
                return 0;
              }),
              128 + SIGKILL);
  }
  EXPECT_EQ(logged(), steps(0, kSteps - 1)) << "each step once, in nine processes";
  expect_made(steps(kSteps - 1, kSteps));
}

TEST_F(TableResume, KilledWhileSaving) {
  // Three chunks a save, so that the ninth is the last of the third.
  for (int fatal = 1; fatal <= 9; ++fatal) {
    EXPECT_EQ(in_process([&] {
                TableOptions wanted = eager();
                int seen = 0;
                wanted.work.progress = [&](const ProgressEvent& event) {
                  if (event.what == "saving test" && ++seen == fatal) kill(getpid(), SIGKILL);
                };
                (void)store().open_or_make(recipe(), wanted);
                return 0;
              }),
              128 + SIGKILL);
    const int saved = (fatal - 1) / 3;
    EXPECT_EQ(logged(), steps(0, saved + 1));
    EXPECT_EQ(files().size(), saved == 0 ? 2U : 3U) << "the lock, what was cut off, and the last";
    expect_made(steps(saved, kSteps));
    store().remove_all();
  }
  EXPECT_TRUE(warnings_.empty()) << warnings_[0];
}

TEST_F(TableResume, KilledAtAnyMoment) {
  std::mt19937_64 random(1);  // NOLINT: the same moments each time
  const auto make = [&] {
    (void)store().open_or_make(recipe(), eager());
    return 0;
  };
  const auto started = Clock::now();
  ASSERT_EQ(in_process(make), 0);
  const auto whole =
      std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - started).count();
  int killed = 0;
  for (int round = 0; round < 20; ++round) {
    store().remove_all();
    for (int attempt = 0; attempt < 3; ++attempt) {
      const pid_t child = start_process(make);
      std::this_thread::sleep_for(
          std::chrono::microseconds(random() % static_cast<std::uint64_t>(whole)));
      kill(child, SIGKILL);
      if (wait_for(child) != 0) ++killed;
    }
    EXPECT_TRUE(holds_all(store().open_or_make(recipe(), eager())));
    const fs::path lock = table_path().replace_extension(".lock");
    fs::remove(lock);  // of who was killed after publishing
    EXPECT_EQ(files(), std::vector<std::string>{table_path().filename()});
  }
  EXPECT_GT(killed, 5);
  EXPECT_TRUE(warnings_.empty()) << warnings_[0];
}

TEST_F(TableResume, WhoWaitsGoesOnWhereTheKilledOneWas) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t maker = start_process([&] {
    (void)store().open_or_make(recipe([&](int step, std::span<std::byte>, const TableWork&) {
                                 if (step != 6) return;
                                 (void)!write(ready[1], "x", 1);
                                 for (;;) pause();
                               }),
                               eager());
    return 0;
  });
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  const std::vector<StoredTable> listed = store().list();
  ASSERT_EQ(listed.size(), 1U);
  EXPECT_EQ(listed[0].fault, "is an unfinished table that is being made");
  EXPECT_FALSE(store().remove(recipe().key));
  EXPECT_TRUE(store().remove_all().empty());
  EXPECT_TRUE(fs::exists(checkpoint_path()));
  TableOptions wanted = eager();
  wanted.warning = [&](std::string_view text) {
    warnings_.emplace_back(text);
    kill(maker, SIGKILL);
  };
  EXPECT_TRUE(holds_all(store().open_or_make(recipe(), wanted)));
  EXPECT_NE(the_warning().find("is making table test; waiting for it"), std::string::npos);
  EXPECT_EQ(wait_for(maker), 128 + SIGKILL);
  EXPECT_EQ(logged(), steps(0, kSteps));
  close(ready[0]);
  close(ready[1]);
}

// ---- what is not believed ----

TEST_F(TableResume, DamageMeansFromTheBeginning) {
  stop_at(4);
  const std::vector<char> sound = read_bytes(checkpoint_path());
  const std::uint64_t size = sound.size();
  const auto cut = [&](std::uint64_t bytes) {
    return [=, this] { fs::resize_file(checkpoint_path(), bytes); };
  };
  const auto bit = [&](std::uint64_t at) { return [=, this] { flip_bit(checkpoint_path(), at); }; };
  struct Case {
    std::function<void()> damage;
    std::string fault;
  };
  const std::vector<Case> cases = {
      {cut(0), "is empty"},
      {cut(100), "ends within its header, after 100 bytes"},
      {cut(size - 1), "is cut off: it has "},
      {bit(8), "has format version 18"},
      {bit(120), "has a damaged header: its checksum is wrong"},
      {bit(4000), "has damaged checksums (in bytes "},
      {bit(4096), "is damaged: wrong checksum in bytes 4096 to "},
      {bit(size - 1), "(chunk 3 of 3)"},
      {[&] { std::ofstream(checkpoint_path()) << std::string(9000, 'x'); }, "is no table of gyre"},
      {[&] {
         fs::remove(checkpoint_path());
         fs::create_directory(checkpoint_path());
       },
       "is no regular file"},
  };
  for (const Case& damage : cases) {
    write_bytes(checkpoint_path(), sound);
    damage.damage();
    expect_made(steps(0, kSteps));
    const std::string warning = the_warning();
    EXPECT_EQ(warning.rfind(checkpoint_path().string() + " ", 0), 0U) << warning;
    EXPECT_NE(warning.find(damage.fault), std::string::npos) << warning;
    EXPECT_NE(warning.find("; it was removed and table test is made from the beginning"),
              std::string::npos)
        << warning;
    store().remove_all();
  }
}

TEST_F(TableResume, WhatCannotBeRemovedIsInNobodysWay) {
  fs::create_directories(checkpoint_path() / "full");
  EXPECT_TRUE(holds_all(store().open_or_make(recipe(), eager())));
  EXPECT_EQ(logged(), steps(0, kSteps));
  EXPECT_EQ(warnings_,
            (std::vector<std::string>{
                checkpoint_path().string() +
                    " is no regular file; it cannot be removed and table test is made from the "
                    "beginning",
                "the unfinished table test cannot be saved in " + cache().string() +
                    ": Is a directory; its making goes on, and loses more if it is interrupted"}));
}

TEST_F(TableResume, OtherKeysAreOtherTables) {
  TableRecipe old = recipe();
  old.key.contents_version = 0;
  stop_at(4, old.key.contents_version);
  const fs::path of_old = store().path_of(old.key).replace_extension(".checkpoint");
  EXPECT_TRUE(holds_all(store().open_or_make(recipe(), eager())));
  EXPECT_EQ(logged(), steps(0, kSteps));
  EXPECT_TRUE(fs::exists(of_old)) << "not ours";
  EXPECT_TRUE(warnings_.empty());
  // Even under the name of the other.
  EXPECT_TRUE(store().remove(recipe().key));
  fs::rename(of_old, checkpoint_path());
  expect_made(steps(0, kSteps));
  EXPECT_NE(the_warning().find(" holds another table: test, contents version 0, parameters "
                               "'checkpoint of "),
            std::string::npos);
}

TEST_F(TableResume, NeitherIsTakenForTheOther) {
  stop_at(4);
  fs::rename(checkpoint_path(), table_path());
  EXPECT_FALSE(store().holds(recipe().key));
  EXPECT_TRUE(holds_all(store().open_or_make(recipe(), eager())));
  EXPECT_EQ(logged(), steps(0, kSteps));
  EXPECT_NE(the_warning().find(" holds another table: "), std::string::npos);
  store().remove_all();
  (void)store().open_or_make(recipe(), eager());
  (void)logged();
  fs::rename(table_path(), checkpoint_path());
  expect_made(steps(0, kSteps));
  EXPECT_NE(the_warning().find(" holds another table: "), std::string::npos);
}

// ---- making anew ----

TEST_F(TableResume, MadeAnewMeansFromTheBeginning) {
  stop_at(4);
  EXPECT_TRUE(holds_all(store().remake(recipe(), eager())));
  EXPECT_EQ(logged(), steps(0, kSteps));
  EXPECT_EQ(files(), std::vector<std::string>{table_path().filename()});
  stop_at_while_remaking(5);
  stop_at_while_remaking(3);
  EXPECT_TRUE(fs::exists(checkpoint_path()));
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(TableResume, WhoFindsTheTableRemovesWhatIsLeft) {
  (void)store().open_or_make(recipe(), eager());
  (void)logged();
  stop_at_while_remaking(5);
  const std::vector<StoredTable> listed = store().list();
  ASSERT_EQ(listed.size(), 2U);
  EXPECT_EQ(listed[0].fault, "is what the making of a table that is stored has left");
  EXPECT_TRUE(listed[0].leftover);
  EXPECT_EQ(listed[1].fault, "");
  expect_made("");
  EXPECT_TRUE(warnings_.empty());
}

// ---- disks and limits ----

TEST_F(TableResume, FullDisk) {
  const auto filler = cache() / "filler";
  const std::vector<char> filling(12'000'000, 'x');
  const int status = on_small_disk("12m", [&] {
    const Before full_for_a_while = [&](int step, std::span<std::byte>, const TableWork&) {
      if (step == 2) std::ofstream(filler).write(filling.data(), std::ssize(filling));
      if (step == 7) fs::remove(filler);
    };
    if (!holds_all(store().open_or_make(recipe(full_for_a_while), eager()))) return 1;
    if (the_warning() != "the unfinished table test cannot be saved in " + cache().string() +
                             ": No space left on device; its making goes on, and loses more if it "
                             "is interrupted") {
      return 2;
    }
    return files() == std::vector<std::string>{table_path().filename()} ? 0 : 4;
  });
  if (status == kSkip) GTEST_SKIP() << "cannot mount a small disk";
  EXPECT_EQ(status, 0);
}

// Where both do not fit, the table is worth more than its checkpoint.
TEST_F(TableResume, TheCheckpointMakesRoomForTheTable) {
  // The table takes 5 MB, and so does the checkpoint of the last step.
  const int status = on_small_disk("8m", [&] {
    TableOptions wanted = options();
    const Before save_once = [&](int step, std::span<std::byte> payload, const TableWork& work) {
      if (step == 9) work.checkpoint->save(payload, step);
    };
    if (!holds_all(store().open_or_make(recipe(save_once), wanted))) return 1;
    if (files() != std::vector<std::string>{table_path().filename()}) return 2;
    store().remove_all();
    // The same for who goes on: the room counts as free.
    try {
      (void)store().open_or_make(
          recipe([&](int step, std::span<std::byte> payload, const TableWork& work) {
            save_once(step, payload, work);
            if (step == 9) throw Error("enough");
          }),
          wanted);
      return 3;
    } catch (const Error&) {
      if (!fs::exists(checkpoint_path())) return 4;
    }
    fs::remove(log());
    if (!holds_all(store().open_or_make(recipe(), wanted))) return 5;
    if (logged() != "9") return 6;
    if (files() != std::vector<std::string>{table_path().filename()}) return 7;
    return warnings_.empty() ? 0 : 8;
  });
  if (status == kSkip) GTEST_SKIP() << "cannot mount a small disk";
  EXPECT_EQ(status, 0);
}

TEST_F(TableResume, FileLimit) {
  EXPECT_EQ(in_process([&] {
              TableRecipe small = recipe([](int, std::span<std::byte>, const TableWork&) {
                const rlimit limit{400'000, 400'000};
                if (setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(1);
              });
              small.compress = true;
              if (!holds_all(store().open_or_make(small, eager()))) return 2;
              if (warnings_.size() != 2) return 3;
              for (const std::string& warning : warnings_) {
                if (warning.find(": File too large; ") == std::string::npos) return 4;
              }
              return 0;
            }),
            0);
  EXPECT_TRUE(files().empty());
}

TEST_F(TableResume, NoSecondCopyInMemory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizer itself needs memory";
#endif
  constexpr std::uint64_t kLarge = 150'000'000;
  constexpr std::uint64_t kBeside = std::uint64_t{40} << 20U;
  for (const int last : {6, kSteps}) {  // saves, then loads and saves
    EXPECT_EQ(in_process([&] {
                const std::uint64_t before = peak_bytes();
                TableOptions wanted = options();
                wanted.work.threads = 8;
                try {
                  (void)store().open_or_make(
                      recipe(
                          [&](int step, std::span<std::byte> payload, const TableWork& work) {
                            if (step == 5 || step == 8) work.checkpoint->save(payload, step);
                            if (step == last) throw Error("enough");
                          },
                          kLarge),
                      wanted);
                } catch (const Error&) {
                  if (last == kSteps) return 1;
                }
                return peak_bytes() - before <= kLarge + kBeside ? 0 : 2;
              }),
              0)
        << last;
  }
  EXPECT_EQ(logged(), steps(0, 6) + steps(5, kSteps));
}

// ---- who lists and removes ----

TEST_F(TableResume, ListedAsWhatItIsAndRemoved) {
  stop_at(4);
  const std::vector<StoredTable> listed = store().list();
  ASSERT_EQ(listed.size(), 1U);
  EXPECT_EQ(listed[0].path, checkpoint_path());
  EXPECT_EQ(listed[0].name, "test");
  EXPECT_EQ(listed[0].file_bytes, fs::file_size(checkpoint_path()));
  EXPECT_EQ(listed[0].payload_bytes, kTestBytes);
  EXPECT_TRUE(listed[0].leftover);
  EXPECT_TRUE(listed[0].counts.empty());
  EXPECT_EQ(listed[0].fault, "is an unfinished table: building it again goes on from there");
  EXPECT_EQ(store().verify(checkpoint_path(), nullptr), std::nullopt);
  flip_bit(checkpoint_path(), 100);
  EXPECT_EQ(store().list()[0].fault, "has a damaged header: its checksum is wrong");
  EXPECT_TRUE(store().list()[0].leftover);
  EXPECT_TRUE(store().remove(recipe().key));
  EXPECT_TRUE(files().empty());
  stop_at(4);
  EXPECT_TRUE(store().remove("test"));
  EXPECT_TRUE(files().empty());
  stop_at(4);
  EXPECT_EQ(store().remove_all(), std::vector<fs::path>{checkpoint_path()});
  EXPECT_TRUE(files().empty());
  // Without the digits it is a file of somebody else.
  std::ofstream(cache() / "test.checkpoint") << "x";
  EXPECT_TRUE(store().list().empty());
  EXPECT_TRUE(store().remove_all().empty());
}

TEST_F(TableResume, CommandLine) {
  stop_at(4);
  const std::string cache_option = " --cache " + cache().string();
  const std::string listed = gyre("table list" + cache_option);
  EXPECT_NE(listed.find("\n" + checkpoint_path().string() + " ("), std::string::npos) << listed;
  EXPECT_NE(listed.find(") is an unfinished table: building it again goes on from there\n0\n"),
            std::string::npos)
      << listed;
  const std::string json = gyre("table list --json" + cache_option);
  const std::size_t line = json.find("{\"name\":\"test\"");
  ASSERT_NE(line, std::string::npos) << json;
  const auto object = nlohmann::json::parse(json.substr(line, json.find('\n', line) - line));
  EXPECT_EQ(object["stored"], false);
  EXPECT_EQ(object["leftover"], true);
  // Nobody uses it as a table, and who goes on checks it himself.
  EXPECT_EQ(gyre("table verify" + cache_option), "0\n");
  EXPECT_EQ(gyre("table path test" + cache_option), "0\n");
  EXPECT_EQ(gyre("table remove test" + cache_option), "test removed\n0\n");
  EXPECT_TRUE(files().empty());
  stop_at(4);
  EXPECT_EQ(gyre("table remove --all" + cache_option),
            checkpoint_path().string() + " removed\n0\n");
  EXPECT_TRUE(files().empty());
}

}  // namespace
}  // namespace gyre
