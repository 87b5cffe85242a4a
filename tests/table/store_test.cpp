// The store: making, finding, sharing, damage, and folders that do not want to keep anything.
#include "base/mapped_files.h"
#include "support/table_fixture.h"

#include <gyre/base/error.h>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <sched.h>

#include <csignal>
#include <mutex>
#include <thread>

namespace gyre {
namespace {

TEST_F(TableTest, MadeStoredAndFound) {
  const TableRecipe recipe = test_recipe();
  EXPECT_FALSE(store().holds(recipe.key));
  EXPECT_FALSE(store().open(recipe.key, options()));
  EXPECT_FALSE(fs::exists(cache())) << "looking must not write";
  const Table made = store().open_or_make(recipe, options());
  EXPECT_TRUE(holds_test_bytes(made));
  EXPECT_TRUE(store().holds(recipe.key));
  EXPECT_EQ(files(), std::vector<std::string>{store().path_of(recipe.key).filename()});
  for (const TableMemory memory : {TableMemory::shared, TableMemory::private_}) {
    for (const bool verify : {true, false}) {
      TableOptions wanted = options(memory);
      wanted.verify = verify;
      const auto table = store().open(recipe.key, wanted);
      ASSERT_TRUE(table);
      EXPECT_TRUE(holds_test_bytes(*table));
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(table->payload().data()) % 4096, 0U);
    }
  }
  TableRecipe not_again = recipe;
  not_again.generate = [](std::span<std::byte>, const TableWork&) -> DepthCounts {
    throw std::logic_error("made twice");
  };
  EXPECT_TRUE(holds_test_bytes(store().open_or_make(not_again, options())));
  EXPECT_TRUE(warnings_.empty()) << warnings_[0];
}

TEST_F(TableTest, MadeAnew) {
  (void)store().open_or_make(test_recipe(), options());
  const fs::path path = store().path_of(test_recipe().key);
  fs::create_hard_link(path, folder_ / "old");
  int made = 0;
  TableRecipe recipe = test_recipe();
  recipe.generate = [&](std::span<std::byte> payload, const TableWork& work) {
    ++made;
    EXPECT_TRUE(store().holds(recipe.key)) << "the old one is there until the new one is";
    return test_recipe().generate(payload, work);
  };
  EXPECT_TRUE(holds_test_bytes(store().remake(recipe, options())));
  EXPECT_EQ(made, 1);
  EXPECT_FALSE(fs::equivalent(path, folder_ / "old"));
  EXPECT_EQ(files(), std::vector<std::string>{path.filename()});
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(TableTest, BytesDependOnTheKeyOnly) {
  std::vector<std::vector<char>> made;
  for (const int threads : {1, 2, 7}) {
    TableOptions wanted = options();
    wanted.work.threads = threads;
    (void)store().open_or_make(test_recipe(), wanted);
    made.push_back(read_bytes(store().path_of(test_recipe().key)));
    // The time it took, and the checksum of the header that holds it.
    std::fill_n(made.back().begin() + 56, 8, '\0');
    std::fill_n(made.back().begin() + 88, 8, '\0');
    EXPECT_TRUE(store().remove(test_recipe().key));
  }
  EXPECT_EQ(made[0], made[1]);
  EXPECT_EQ(made[0], made[2]);
}

TEST_F(TableTest, EverySize) {
  for (const std::uint64_t bytes : {1U, 4096U, 2'097'151U, 2'097'152U, 2'097'153U, 4'194'304U}) {
    (void)store().open_or_make(test_recipe(bytes), options());
    for (const TableMemory memory : {TableMemory::shared, TableMemory::private_}) {
      const auto table = store().open(test_recipe(bytes).key, options(memory));
      ASSERT_TRUE(table) << bytes;
      EXPECT_TRUE(holds_test_bytes(*table, bytes)) << bytes;
    }
  }
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(TableTest, AnotherVersionIsAnotherFile) {
  (void)store().open_or_make(test_recipe(), options());
  TableRecipe next = test_recipe();
  next.key.contents_version = 2;
  EXPECT_FALSE(store().open(next.key, options()));
  (void)store().open_or_make(next, options());
  EXPECT_EQ(files().size(), 2U);
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(TableTest, InMemoryOnly) {
  EXPECT_TRUE(holds_test_bytes(TableStore::make(test_recipe())));
  EXPECT_TRUE(files().empty());
}

// ---- damage ----

struct DamageCase {
  const char* name;
  std::function<void(const fs::path&)> damage;
  const char* fault;  // expected in the warning
};

std::function<void(const fs::path&)> flip(std::size_t at) {
  return [at](const fs::path& path) { flip_bit(path, at); };
}

std::function<void(const fs::path&)> resize(std::uint64_t bytes) {
  return [bytes](const fs::path& path) { fs::resize_file(path, bytes); };
}

std::function<void(const fs::path&)> replace_by(std::function<void(const fs::path&)> make) {
  return [make = std::move(make)](const fs::path& path) {
    fs::remove(path);
    make(path);
  };
}

constexpr std::uint64_t kOffset = 4096;  // of the payload in these tables

const std::vector<DamageCase>& damage_cases() {
  static const std::vector<DamageCase> kCases = {
      {"Empty", resize(0), "is empty"},
      {"CutInTheMagic", resize(5), "ends within its header, after 5 bytes"},
      {"CutInTheHeader", resize(100), "ends within its header, after 100 bytes"},
      {"CutInTheChecksums", resize(200), "is cut off: it has 200 bytes instead of 5004219"},
      {"CutByOneByte", resize(kOffset + kTestBytes - 1), "is cut off: it has 5004218 bytes"},
      {"OneByteTooLong", resize(kOffset + kTestBytes + 1), "is too long: it has 5004220 bytes"},
      {"BitInTheMagic", flip(1), "is no table of gyre"},
      {"BitInTheVersion", flip(8), "has format version 17 (this program reads versions 1 and 2)"},
      {"BitInTheHeader", flip(57), "has a damaged header: its checksum is wrong"},
      {"BitInTheCounts", flip(97), "has a damaged header: its checksum is wrong"},
      {"BitInTheChecksums", flip(151), "has damaged checksums (in bytes 144 to 4095)"},
      {"BitInThePadding", flip(4000), "has damaged checksums (in bytes 144 to 4095)"},
      {"BitInTheFirstChunk", flip(kOffset),
       "is damaged: wrong checksum in bytes 4096 to 2101247 (chunk 1 of 3)"},
      {"BitInTheLastChunk", flip(kOffset + kTestBytes - 1),
       "is damaged: wrong checksum in bytes 4198400 to 5004218 (chunk 3 of 3)"},
      {"BitsInTwoChunks",
       [](const fs::path& path) {
         flip(kOffset + 3'000'000)(path);
         flip(kOffset + 4'999'999)(path);
       },
       "wrong checksum in bytes 2101248 to 4198399 (chunk 2 of 3, and 1 more)"},
      {"ForeignFile",
       replace_by([](const fs::path& path) { std::ofstream(path) << std::string(9000, 'x'); }),
       "is no table of gyre"},
      {"OtherTable", replace_by([](const fs::path& path) {
         const TableStore other(path.parent_path().parent_path() / "other");
         (void)other.open_or_make(test_recipe(1000, "other"));
         fs::rename(other.path_of(test_recipe(1000, "other").key), path);
       }),
       "holds another table: other, contents version 1, parameters 'step=1', 1000 bytes (expected "
       "test, 1, 'step=1', 5000123)"},
      {"Folder", replace_by([](const fs::path& path) { fs::create_directory(path); }),
       "is no regular file"},
      {"Pipe", replace_by([](const fs::path& path) { ASSERT_EQ(mkfifo(path.c_str(), 0600), 0); }),
       "is no regular file"},
      {"Unreadable", replace_by([](const fs::path& path) {
         fs::create_symlink(path.filename(), path);  // leads to itself, forever
       }),
       "cannot be read (Too many levels of symbolic links)"},
  };
  return kCases;
}

class TableDamage : public TableTest, public testing::WithParamInterface<int> {
 protected:
  static const DamageCase& damage() { return damage_cases()[static_cast<std::size_t>(GetParam())]; }
};

TEST_P(TableDamage, IsSeenNamedMovedAsideAndMadeAnew) {
  const TableRecipe recipe = test_recipe();
  const fs::path path = store().path_of(recipe.key);
  const std::string name = path.filename();
  for (const TableMemory memory : {TableMemory::shared, TableMemory::private_}) {
    (void)store().open_or_make(recipe, options());
    damage().damage(path);
    ASSERT_TRUE(warnings_.empty());
    EXPECT_TRUE(store().verify(path, &recipe));
    const std::vector<StoredTable> listed = store().list();
    ASSERT_EQ(listed.size(), 1U);
    EXPECT_FALSE(store().open(recipe.key, options(memory)));
    const std::string warning = the_warning();
    EXPECT_NE(warning.find(damage().fault), std::string::npos) << warning;
    EXPECT_EQ(warning.rfind(path.string() + " ", 0), 0U) << warning;
    EXPECT_NE(warning.find("; it was moved to " + name + ".damaged-1"), std::string::npos)
        << warning;
    EXPECT_EQ(files(), std::vector<std::string>{name + ".damaged-1"});
    EXPECT_FALSE(store().open(recipe.key, options(memory)));
    EXPECT_TRUE(warnings_.empty()) << "said twice: " << warnings_[0];
    // The other way round: found damaged by whoever wants it made.
    fs::rename(path.string() + ".damaged-1", path);
    if (damage().name == std::string("Unreadable")) damage().damage(path);
    EXPECT_TRUE(holds_test_bytes(store().open_or_make(recipe, options(memory))));
    EXPECT_NE(the_warning().find(damage().fault), std::string::npos);
    EXPECT_EQ(files(), (std::vector<std::string>{name, name + ".damaged-1"}));
    EXPECT_FALSE(store().verify(path, &recipe));
    EXPECT_TRUE(store().remove(recipe.key));
    EXPECT_TRUE(files().empty());
  }
}

INSTANTIATE_TEST_SUITE_P(All, TableDamage,
                         testing::Range(0, static_cast<int>(damage_cases().size())),
                         [](const testing::TestParamInfo<int>& damage) {
                           return damage_cases()[static_cast<std::size_t>(damage.param)].name;
                         });

TEST_F(TableTest, PermissionDenied) {
  const TableRecipe recipe = test_recipe();
  (void)store().open_or_make(recipe);
  const fs::path path = store().path_of(recipe.key);
  ASSERT_EQ(chmod(path.c_str(), 0), 0);
  for (const fs::path& parent : {folder_, cache()}) ASSERT_EQ(chmod(parent.c_str(), 0777), 0);
  const int status = in_process([&] {
    constexpr int kNobody = 65534;  // permissions do not bind root
    if (geteuid() == 0 && setuid(kNobody) != 0) return 77;
    const bool good = holds_test_bytes(store().open_or_make(recipe, options()));
    return good && warnings_.size() == 1 &&
                   warnings_[0].find("cannot be read (Permission denied); it was moved to") !=
                       std::string::npos
               ? 0
               : 1;
  });
  if (status == 77) GTEST_SKIP() << "cannot become another user";
  EXPECT_EQ(status, 0);
}

TEST_F(TableTest, WithoutVerifyingOnlyTheChunksAreBelieved) {
  (void)store().open_or_make(test_recipe(), options());
  const fs::path path = store().path_of(test_recipe().key);
  TableOptions blind = options();
  blind.verify = false;
  flip(kOffset + 7)(path);
  EXPECT_TRUE(store().open(test_recipe().key, blind));
  flip(151)(path);
  EXPECT_FALSE(store().open(test_recipe().key, blind));
  EXPECT_NE(the_warning().find("damaged checksums"), std::string::npos);
}

TEST_F(TableTest, ThreeDamagedFilesAreKept) {
  const fs::path path = store().path_of(test_recipe().key);
  for (std::uint64_t size = 1; size <= 5; ++size) {
    (void)store().open_or_make(test_recipe(), options());
    fs::resize_file(path, size);
    EXPECT_FALSE(store().open(test_recipe().key, options()));
  }
  EXPECT_EQ(files().size(), 3U);
  EXPECT_EQ(fs::file_size(path.string() + ".damaged-1"), 1U);
  EXPECT_EQ(fs::file_size(path.string() + ".damaged-2"), 2U);
  EXPECT_EQ(fs::file_size(path.string() + ".damaged-3"), 5U);
}

TEST_F(TableTest, WhatCannotBeMovedAsideIsNotUsed) {
  const TableRecipe recipe = test_recipe();
  const fs::path path = store().path_of(recipe.key);
  (void)store().open_or_make(recipe, options());
  for (const int number : {1, 2, 3}) {
    fs::create_directories(fs::path(path.string() + ".damaged-" + std::to_string(number)) / "full");
  }
  flip(kOffset)(path);
  EXPECT_FALSE(store().open(recipe.key, options()));
  EXPECT_NE(the_warning().find("it cannot be moved aside (Is a directory) and is not used"),
            std::string::npos);
  EXPECT_TRUE(holds_test_bytes(store().open_or_make(recipe, options())));
  (void)the_warning();
  EXPECT_TRUE(holds_test_bytes(*store().open(recipe.key, options())));
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(TableTest, WhoHasMappedATableKeepsIt) {
  (void)store().open_or_make(test_recipe(), options());
  const auto mapped = store().open(test_recipe().key, options());
  const fs::path path = store().path_of(test_recipe().key);
  // Another one is published over it, and then that is removed.
  TableRecipe same_key = test_recipe();
  same_key.generate = [](std::span<std::byte> payload, const TableWork&) {
    std::fill(payload.begin(), payload.end(), std::byte{1});
    return test_counts(payload);
  };
  fs::rename(path, folder_ / "kept");
  (void)store().open_or_make(same_key, options());
  EXPECT_TRUE(holds_test_bytes(*mapped));
  fs::rename(folder_ / "kept", path);
  EXPECT_TRUE(store().remove(test_recipe().key));
  EXPECT_TRUE(holds_test_bytes(*mapped));
}

// ---- folders that cannot be written ----

TEST_F(TableTest, NoFolder) {
  const TableStore nowhere{fs::path()};
  EXPECT_FALSE(nowhere.holds(test_recipe().key));
  EXPECT_FALSE(nowhere.open(test_recipe().key, options()));
  EXPECT_TRUE(nowhere.list().empty());
  EXPECT_FALSE(nowhere.remove(test_recipe().key));
  EXPECT_TRUE(nowhere.remove_all().empty());
  EXPECT_TRUE(holds_test_bytes(nowhere.open_or_make(test_recipe(), options())));
  EXPECT_EQ(the_warning(),
            "table test cannot be stored: there is no folder for tables (expected --cache "
            "DIR, or the variable HOME); it is used from memory");
}

TEST_F(TableTest, FolderThatCannotBe) {
  std::ofstream(folder_ / "file") << "text";
  for (const fs::path& place :
       {folder_ / "file", folder_ / "file" / "cache", fs::path("/proc/gyre"), fs::path("/proc")}) {
    EXPECT_TRUE(holds_test_bytes(TableStore(place).open_or_make(test_recipe(), options())));
    const std::string warning = the_warning();
    EXPECT_EQ(warning.rfind("table test cannot be stored in " + place.string() + ": ", 0), 0U)
        << warning;
  }
  EXPECT_EQ(read_bytes(folder_ / "file").size(), 4U);
}

TEST_F(TableTest, WhatMustBeStoredIsNotMadeInVain) {
  std::ofstream(folder_ / "file") << "text";
  TableRecipe recipe = test_recipe();
  recipe.generate = [](std::span<std::byte>, const TableWork&) -> DepthCounts {
    ADD_FAILURE() << "made";
    return {};
  };
  TableOptions wanted = options();
  wanted.must_store = true;
  for (const fs::path& place : {folder_ / "file", fs::path()}) {
    try {
      (void)TableStore(place).open_or_make(recipe, wanted);
      ADD_FAILURE() << "no Error";
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()).rfind("table test cannot be stored", 0), 0U);
    }
  }
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(TableTest, FilesTooSmall) {
  // Known beforehand: nothing is tried, since a write past the limit is a signal.
  EXPECT_EQ(in_process([&] {
              const rlimit limit{1'000'000, 1'000'000};
              if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
              if (!holds_test_bytes(store().open_or_make(test_recipe(), options()))) return 2;
              return warnings_.size() == 1 &&
                             warnings_[0].find("6 MB are needed and files may have 1 MB at most") !=
                                 std::string::npos
                         ? 0
                         : 3;
            }),
            0);
  EXPECT_TRUE(files().empty());
  // Not known before the table is written.
  EXPECT_EQ(in_process([&] {
              TableRecipe recipe = test_recipe();
              recipe.generate = [](std::span<std::byte> payload, const TableWork& work) {
                const rlimit limit{3'000'000, 3'000'000};
                (void)std::signal(SIGXFSZ, SIG_IGN);
                if (setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(1);
                return test_recipe().generate(payload, work);
              };
              if (!holds_test_bytes(store().open_or_make(recipe, options()))) return 2;
              return warnings_.size() == 1 &&
                             warnings_[0].find("File too large") != std::string::npos
                         ? 0
                         : 3;
            }),
            0);
  EXPECT_TRUE(files().empty());
}

TEST_F(TableTest, FullDisk) {
  const auto fill = [this] { std::ofstream(cache() / "filler") << std::string(10'000'000, 'x'); };
  const auto clean = [this] { return files() == std::vector<std::string>{"filler"} ? 0 : 3; };
  const int known = on_small_disk("12m", [&] {
    fill();
    if (!holds_test_bytes(store().open_or_make(test_recipe(), options()))) return 1;
    if (the_warning().find("6 MB are needed and 3 MB are free") == std::string::npos) return 2;
    return clean();
  });
  if (known == kSkip) GTEST_SKIP() << "cannot mount a small disk";
  EXPECT_EQ(known, 0);
  EXPECT_EQ(on_small_disk("12m",
                          [&] {
                            TableRecipe recipe = test_recipe();
                            recipe.generate = [&](std::span<std::byte> payload,
                                                  const TableWork& work) {
                              fill();
                              return test_recipe().generate(payload, work);
                            };
                            if (!holds_test_bytes(store().open_or_make(recipe, options())))
                              return 1;
                            if (the_warning().find("No space left on device") == std::string::npos)
                              return 2;
                            return clean();
                          }),
            0);
}

TEST_F(TableTest, ReadOnlyDisk) {
  (void)store().open_or_make(test_recipe(), options());
  flip(kOffset)(store().path_of(test_recipe().key));
  (void)store().open_or_make(test_recipe(1000, "good"), options());
  const int status = in_process([&] {
    if (unshare(CLONE_NEWNS) != 0 ||
        mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        mount(cache().c_str(), cache().c_str(), nullptr, MS_BIND, nullptr) != 0 ||
        mount("none", cache().c_str(), nullptr, MS_BIND | MS_REMOUNT | MS_RDONLY, nullptr) != 0) {
      return kSkip;
    }
    const TableRecipe good = test_recipe(1000, "good");
    if (!holds_test_bytes(store().open_or_make(good, options()), 1000)) return 1;
    if (!warnings_.empty()) return 2;
    if (!holds_test_bytes(store().open_or_make(test_recipe(), options()))) return 3;
    if (warnings_.size() != 2) return 4;
    if (warnings_[0].find("cannot be moved aside (Read-only file system)") == std::string::npos) {
      return 5;
    }
    if (warnings_[1].find("Read-only file system; it is used from memory") == std::string::npos) {
      return 6;
    }
    return 0;
  });
  if (status == kSkip) GTEST_SKIP() << "cannot mount";
  EXPECT_EQ(status, 0);
}

// ---- memory ----

TEST_F(TableTest, TooBigForTheMemory) {
  TableRecipe recipe = test_recipe();
  recipe.key.payload_bytes = std::uint64_t{1} << 49U;
  recipe.generate = [](std::span<std::byte>, const TableWork&) -> DepthCounts {
    ADD_FAILURE() << "started";
    return {};
  };
  try {
    (void)store().open_or_make(recipe, options());
    ADD_FAILURE() << "made";
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_EQ(text.rfind("table test needs 562950.0 GB of memory to be made and ", 0), 0U) << text;
  }
  EXPECT_TRUE(files().empty());
}

TEST_F(TableTest, SystemRefusesMemory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizer itself needs more address space than the limit leaves";
#endif
  EXPECT_EQ(in_process([&] {
              const TableRecipe recipe = test_recipe(std::uint64_t{3} << 29U);
              const rlimit limit{std::uint64_t{1} << 30U, std::uint64_t{1} << 30U};
              if (setrlimit(RLIMIT_AS, &limit) != 0) return 1;
              try {
                (void)store().open_or_make(recipe, options());
                return 2;
              } catch (const Error& error) {
                return std::string(error.what()).find("memory") != std::string::npos ? 0 : 3;
              }
            }),
            0);
  EXPECT_TRUE(files().empty());
}

// ---- stopping ----

TEST_F(TableTest, StoppedWhileMaking) {
  std::stop_source stop;
  TableOptions wanted = options();
  wanted.work.stop = stop.get_token();
  TableRecipe recipe = test_recipe();
  recipe.generate = [&](std::span<std::byte>, const TableWork& work) -> DepthCounts {
    stop.request_stop();
    EXPECT_TRUE(work.stop.stop_requested());
    return {};
  };
  EXPECT_THROW((void)store().open_or_make(recipe, wanted), Error);
  EXPECT_THROW((void)TableStore::make(recipe, wanted), Error);
  EXPECT_TRUE(files().empty());
}

TEST_F(TableTest, StoppedWhileStoringAndReading) {
  for (const std::string part : {"storing test", "checking test", "reading test"}) {
    if (part != "storing test") (void)store().open_or_make(test_recipe(), options());
    std::stop_source stop;
    TableOptions wanted =
        options(part == "reading test" ? TableMemory::private_ : TableMemory::shared);
    wanted.work.threads = 1;
    wanted.work.stop = stop.get_token();
    wanted.work.progress = [&](const ProgressEvent& event) {
      EXPECT_LE(event.done, event.total);
      if (event.what == part) stop.request_stop();
    };
    EXPECT_THROW((void)store().open_or_make(test_recipe(), wanted), Error) << part;
    EXPECT_TRUE(warnings_.empty());
    EXPECT_EQ(files().size(), part == "storing test" ? 0U : 1U);
  }
}

TEST_F(TableTest, AnExceptionLeavesNothing) {
  TableRecipe recipe = test_recipe();
  recipe.generate = [&](std::span<std::byte>, const TableWork&) -> DepthCounts {
    EXPECT_EQ(files().size(), 1U) << "the lock";
    throw std::system_error(EAGAIN, std::generic_category());
  };
  EXPECT_THROW((void)store().open_or_make(recipe, options()), std::system_error);
  EXPECT_TRUE(files().empty());
  EXPECT_TRUE(warnings_.empty());
}

// ---- several at once ----

TEST_F(TableTest, OfManyThreadsOneMakesIt) {
  std::atomic<int> made = 0;
  TableRecipe recipe = test_recipe();
  recipe.generate = [&](std::span<std::byte> payload, const TableWork& work) {
    ++made;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return test_recipe().generate(payload, work);
  };
  std::atomic<int> good = 0;
  std::atomic<int> waited = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&] {
        TableOptions wanted;
        wanted.warning = [&](std::string_view text) {
          if (text.find("is making table test; waiting for it") != std::string_view::npos) ++waited;
        };
        if (holds_test_bytes(store().open_or_make(recipe, wanted))) ++good;
      });
    }
  }
  EXPECT_EQ(good, 8);
  EXPECT_EQ(made, 1);
  EXPECT_LE(waited, 7);
  EXPECT_EQ(files().size(), 1U);
}

// ---- listing, verifying, removing ----

TEST_F(TableTest, List) {
  (void)store().open_or_make(test_recipe(1000, "small"));
  (void)store().open_or_make(test_recipe());
  (void)store().open_or_make(test_recipe(2000, "third"));
  flip(200)(store().path_of(test_recipe(2000, "third").key));
  std::ofstream(cache() / "readme.txt") << "not ours";
  std::ofstream(cache() / "foreign.table") << "not ours either";
  const std::string partial = "test-0123456789abcdef.17-abcd.partial";
  std::ofstream(cache() / partial) << "half";
  const std::vector<StoredTable> tables = store().list();
  ASSERT_EQ(tables.size(), 5U);
  EXPECT_EQ(tables[0].name, "foreign");
  EXPECT_EQ(tables[0].fault, "is no table of gyre (its first eight bytes are others)");
  EXPECT_EQ(tables[1].name, "small");
  EXPECT_EQ(tables[1].fault, "");
  EXPECT_EQ(tables[1].payload_bytes, 1000U);
  EXPECT_EQ(tables[1].file_bytes, 5096U);
  EXPECT_EQ(tables[1].counts.size(), 4U);
  EXPECT_FALSE(tables[1].leftover);
  EXPECT_EQ(tables[2].path.filename(), partial);
  EXPECT_EQ(tables[2].fault, "is what a build that was killed has left");
  EXPECT_TRUE(tables[2].leftover);
  EXPECT_EQ(tables[3].path, store().path_of(test_recipe().key));
  EXPECT_GE(tables[3].build_seconds, 0.0);
  EXPECT_LT(tables[3].build_seconds, 60.0);
  EXPECT_EQ(tables[4].fault, "has damaged checksums (in bytes 144 to 4095)");
  // One under the name of another is found without a key.
  fs::copy_file(tables[1].path, cache() / "small-0000000000000000.table");
  EXPECT_NE(store().list()[1].fault.find("holds another table than its name says"),
            std::string::npos);
}

TEST_F(TableTest, VerifyRecounts) {
  const TableRecipe recipe = test_recipe();
  const fs::path path = store().path_of(recipe.key);
  EXPECT_EQ(store().verify(path, &recipe), "is not there");
  (void)store().open_or_make(recipe, options());
  EXPECT_EQ(store().verify(path, &recipe), std::nullopt);
  EXPECT_EQ(store().verify(path, nullptr), std::nullopt);
  TableRecipe other = recipe;
  other.key.contents_version = 9;
  EXPECT_NE(store().verify(path, &other).value_or("").find("holds another table"),
            std::string::npos);
  other = recipe;
  other.recount = [](std::span<const std::byte> payload, const TableWork&) {
    DepthCounts counts = test_counts(payload);
    counts.push_back(5);
    return counts;
  };
  EXPECT_EQ(store().verify(path, &other), "holds 5 entries at depth 4 and says that it holds 0");
  flip(kOffset)(path);
  EXPECT_NE(store().verify(path, nullptr).value_or("").find("chunk 1 of 3"), std::string::npos);
  EXPECT_EQ(files().size(), 1U) << "verifying moves nothing";
}

TEST_F(TableTest, Remove) {
  EXPECT_FALSE(store().remove(test_recipe().key));
  EXPECT_FALSE(fs::exists(cache()));
  (void)store().open_or_make(test_recipe());
  (void)store().open_or_make(test_recipe(1000, "other"));
  const fs::path path = store().path_of(test_recipe().key);
  std::ofstream(path.string() + ".damaged-2") << "x";
  std::ofstream(fs::path(path).replace_extension(".1-2.partial")) << "x";
  std::ofstream(cache() / "readme.txt") << "x";
  EXPECT_TRUE(store().remove(test_recipe().key));
  const std::string other = store().path_of(test_recipe(1000, "other").key).filename();
  EXPECT_EQ(files(), (std::vector<std::string>{other, "readme.txt"}));
  EXPECT_FALSE(store().remove(test_recipe().key));
}

TEST_F(TableTest, RemoveAll) {
  EXPECT_TRUE(store().remove_all().empty());
  (void)store().open_or_make(test_recipe());
  (void)store().open_or_make(test_recipe(1000, "other"));
  const fs::path path = store().path_of(test_recipe().key);
  std::ofstream(path.string() + ".damaged-2") << "x";
  std::ofstream(fs::path(path).replace_extension(".1-2.partial")) << "x";
  std::ofstream(fs::path(path).replace_extension(".lock")) << "x";
  std::ofstream(cache() / "readme.txt") << "x";
  EXPECT_EQ(store().remove_all().size(), 4U);
  EXPECT_EQ(files(), std::vector<std::string>{"readme.txt"});
}

// ---- where ----

TEST(TableFolder, FromTheEnvironment) {
  const auto folder_with = [](const char* own, const char* xdg, const char* home) {
    const auto set = [](const char* name, const char* value) {
      if (value == nullptr) {
        unsetenv(name);
      } else {
        setenv(name, value, 1);
      }
    };
    set("GYRE_CACHE", own);
    set("XDG_CACHE_HOME", xdg);
    set("HOME", home);
    return TableStore::default_folder();
  };
  EXPECT_EQ(in_process([&] {
              if (folder_with("/a", "/b", "/c") != "/a") return 1;
              if (folder_with("", "/b", "/c") != "/b/gyre") return 2;
              if (folder_with(nullptr, "relative", "/c") != "/c/.cache/gyre") return 3;
              if (folder_with(nullptr, nullptr, "/c") != "/c/.cache/gyre") return 4;
              try {
                (void)folder_with(nullptr, nullptr, nullptr);
                return 5;
              } catch (const Error&) {
                return 0;
              }
            }),
            0);
}

// A file that is cut short while it is mapped ends the process, which says which one it was.
TEST_F(TableTest, AMappedFileThatIsCutShortIsNamed) {
  (void)store().open_or_make(test_recipe(), options());
  const fs::path said = folder_ / "said";
  EXPECT_EQ(in_process([&] {
              const int file = ::open(said.c_str(), O_WRONLY | O_CREAT, 0600);
              if (file < 0 || ::dup2(file, STDERR_FILENO) < 0) return 2;
              name_mapped_faults();
              const auto mapped = store().open(test_recipe().key, options());
              // To a whole page, so that no zeros stand where bytes were.
              fs::resize_file(store().path_of(test_recipe().key), std::uintmax_t{1} << 20U);
              return mapped && holds_test_bytes(*mapped) ? 3 : 4;
            }),
            1);
  const std::vector<char> bytes = read_bytes(said);
  EXPECT_EQ(std::string(bytes.begin(), bytes.end()),
            "gyre: " + store().path_of(test_recipe().key).string() +
                " was cut short while it was in use, or its disk failed; start again to have it "
                "checked\n");
}

TEST_F(TableTest, AFaultIsKnownWithoutTouchingTheFile) {
  EXPECT_EQ(store().fault(test_recipe().key), std::nullopt);
  (void)store().open_or_make(test_recipe(), options());
  EXPECT_EQ(store().fault(test_recipe().key), std::nullopt);
  fs::resize_file(store().path_of(test_recipe().key), 1'000'000);
  EXPECT_EQ(store().fault(test_recipe().key).value_or("").substr(0, 15), "is cut off: it ");
  EXPECT_EQ(files().size(), 1U);
  EXPECT_EQ(TableStore({}).fault(test_recipe().key), std::nullopt);
}

}  // namespace
}  // namespace gyre
