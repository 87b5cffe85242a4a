// Compressed tables: the codec of a chunk alone, and the store with files that are compressed:
// damage, killed processes and full disks as for plain ones (store_test, kill_test).
#include "support/table_fixture.h"
#include "table/chunk_codec.h"

#include <gyre/base/error.h>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <map>
#include <random>
#include <thread>

namespace gyre {
namespace {

using Bytes = std::vector<std::byte>;

// Two-bit entries, each not 3 with this chance in 65,536, in no order.
Bytes entries(std::size_t bytes, unsigned others, unsigned seed = 1) {
  std::mt19937_64 random(seed);
  Bytes result(bytes);
  for (std::byte& byte : result) {
    const std::uint64_t draw = random();
    unsigned value = 0;
    for (unsigned k = 0; k < 4; ++k) {
      const auto share = static_cast<unsigned>(draw >> (16 * k)) & 0xFFFFU;
      value |= (share >= others ? 3U : share % 8 == 0 ? 1U : 2U) << (2 * k);
    }
    byte = static_cast<std::byte>(value);
  }
  return result;
}

Bytes noise(std::size_t bytes, unsigned seed = 1) {
  std::mt19937_64 random(seed);
  Bytes result(bytes);
  for (std::byte& byte : result) byte = static_cast<std::byte>(random());
  return result;
}

constexpr std::size_t kMaxChunk = std::size_t{2} << 20U;

// The bytes stored; the decoder gives the chunk back.
std::size_t round_trip(std::span<const std::byte> chunk) {
  ChunkEncoder encoder(kMaxChunk);
  ChunkDecoder decoder;
  const auto stored = encoder.encode(chunk);
  if (stored.size() == chunk.size()) {
    EXPECT_EQ(stored.data(), chunk.data()) << "as long as the chunk, and not the chunk";
    return stored.size();
  }
  EXPECT_LT(stored.size(), chunk.size());
  Bytes back(chunk.size(), std::byte{0xA5});
  EXPECT_TRUE(decoder.decode(stored, back));
  EXPECT_TRUE(std::equal(back.begin(), back.end(), chunk.begin()));
  return stored.size();
}

TEST(ChunkCodec, EveryMixComesBack) {
  for (const unsigned others : {0U, 1U, 10U, 500U, 3'000U, 7'000U, 15'000U, 30'000U, 65'535U}) {
    for (const std::size_t size :
         {std::size_t{1}, std::size_t{63}, std::size_t{64}, std::size_t{65}, std::size_t{1000},
          kBlockBytes - 1, kBlockBytes, kBlockBytes + 1, kMaxChunk - 17, kMaxChunk}) {
      SCOPED_TRACE(testing::Message() << others << " of 65536, " << size << " bytes");
      (void)round_trip(entries(size, others));
    }
  }
}

TEST(ChunkCodec, ComesNearTheEntropy) {
  const auto ratio = [](unsigned others) {
    return static_cast<double>(kMaxChunk) /
           static_cast<double>(round_trip(entries(kMaxChunk, others)));
  };
  // Entries other than 3 are 1 with chance 1/8. Their entropy allows 6.37, 3.57, 1.61 and 23.2; a
  // Huffman code for each byte alone cannot reach 5.3 in the first line and 8 in the last.
  EXPECT_GT(ratio(3'277), 6.15);   // 5 %
  EXPECT_GT(ratio(7'209), 3.40);   // 11 %
  EXPECT_GT(ratio(29'491), 1.58);  // 45 %
  EXPECT_GT(ratio(655), 22.0);     // 1 %
  EXPECT_GT(ratio(0), 1000.0);
}

TEST(ChunkCodec, NoiseIsStoredAsItIs) {
  EXPECT_EQ(round_trip(noise(kMaxChunk)), kMaxChunk);
  EXPECT_EQ(round_trip(noise(1)), 1U);
}

TEST(ChunkCodec, BlocksOfAllKindsInOneChunk) {
  Bytes chunk = entries(3 * kBlockBytes, 3'000);
  const Bytes middle = noise(kBlockBytes);
  std::copy(middle.begin(), middle.end(), chunk.begin() + kBlockBytes);
  const Bytes last = entries(kBlockBytes, 30'000);
  std::copy(last.begin(), last.end(), chunk.begin() + 2 * kBlockBytes);
  const std::size_t bytes = round_trip(chunk);
  EXPECT_GT(bytes, kBlockBytes);
  EXPECT_LT(bytes, 2 * kBlockBytes);
}

// The sample meets one byte only and the block holds many others: gaps do not fit.
TEST(ChunkCodec, SampleThatMisleads) {
  Bytes chunk = noise(kBlockBytes);
  const std::size_t step = kBlockBytes / 4096;
  for (std::size_t i = 0; i < chunk.size(); i += step) chunk[i] = std::byte{0xFF};
  (void)round_trip(chunk);
}

TEST(ChunkCodec, OneEncoderForManyChunks) {
  ChunkEncoder encoder(kMaxChunk);
  ChunkDecoder decoder;
  for (const unsigned others : {30'000U, 0U, 3'000U, 65'535U, 10U}) {
    const Bytes chunk = entries(300'000, others, others);
    const auto stored = encoder.encode(chunk);
    ASSERT_LT(stored.size(), chunk.size());
    Bytes back(chunk.size());
    ASSERT_TRUE(decoder.decode(stored, back));
    ASSERT_EQ(back, chunk);
    ChunkEncoder fresh(kMaxChunk);
    const auto again = fresh.encode(chunk);
    EXPECT_TRUE(std::equal(again.begin(), again.end(), stored.begin(), stored.end()))
        << "the bytes depend on what the encoder did before";
  }
}

RC_GTEST_PROP(ChunkCodec, GapsOfAnyBytes, (const std::vector<std::uint16_t>& lengths)) {
  // Runs of one byte of any length, others between them.
  Bytes block;
  for (const std::uint16_t length : lengths) {
    block.insert(block.end(), length % 700, std::byte{7});
    block.push_back(static_cast<std::byte>(length >> 8U));
  }
  Bytes gaps(block.size() + 64);
  Bytes values(block.size() + 64);
  const std::size_t count = split_gaps(block, std::byte{7}, gaps, values);
  RC_ASSERT((count == 0) == block.empty());
  Bytes back(block.size());
  RC_ASSERT(
      join_gaps(std::span(gaps).first(count), std::span(values).first(count), std::byte{7}, back));
  RC_ASSERT(back == block);
  if (!block.empty()) {
    back.pop_back();
    RC_ASSERT(!join_gaps(std::span(gaps).first(count), std::span(values).first(count), std::byte{7},
                         back));
  }
}

TEST(ChunkCodec, GapsThatDoNotFit) {
  const Bytes block = noise(1000);
  Bytes gaps(500);
  Bytes values(500);
  EXPECT_EQ(split_gaps(block, std::byte{0}, gaps, values), 0U);
}

// The decoder meets what a checksum does not keep out: files of other programs.
TEST(ChunkCodec, WhatNoEncoderWrites) {
  ChunkEncoder encoder(kMaxChunk);
  ChunkDecoder decoder;
  std::mt19937_64 random(5);
  for (const unsigned others : {1'000U, 30'000U}) {
    const Bytes chunk = entries(300'000, others);
    const auto span = encoder.encode(chunk);
    const Bytes stored(span.begin(), span.end());
    Bytes back(chunk.size());
    ASSERT_TRUE(decoder.decode(stored, back));
    EXPECT_FALSE(decoder.decode({}, back));
    for (std::size_t cut = 0; cut < stored.size(); cut += 1 + cut / 3) {
      EXPECT_FALSE(decoder.decode(std::span(stored).first(cut), back)) << cut;
    }
    Bytes longer = stored;
    longer.push_back(std::byte{0});
    EXPECT_FALSE(decoder.decode(longer, back));
    EXPECT_FALSE(decoder.decode(stored, std::span(back).first(back.size() - 1)));
    Bytes wider(chunk.size() + 1);
    EXPECT_FALSE(decoder.decode(stored, wider));
    // Any byte may be another one: false, or another chunk, but nothing outside of the memory.
    for (int i = 0; i < 300; ++i) {
      Bytes damaged = stored;
      const std::size_t at = i < 100 ? static_cast<std::size_t>(i) : random() % stored.size();
      damaged[at] ^= static_cast<std::byte>(1 + random() % 255);
      (void)decoder.decode(damaged, back);
    }
    Bytes unknown = stored;
    unknown[0] = std::byte{3};
    EXPECT_FALSE(decoder.decode(unknown, back));
  }
}

// ---- the store ----

constexpr std::uint64_t kBytes = 5'000'123;  // three chunks, the last one short

// One in twenty entries is not 3.
const Bytes& payload_of(std::uint64_t bytes = kBytes) {
  static std::map<std::uint64_t, Bytes> made;
  const auto [found, fresh] = made.try_emplace(bytes);
  if (fresh) found->second = entries(bytes, 3'277);
  return found->second;
}

TableRecipe compressed_recipe(std::uint64_t bytes = kBytes, const std::string& name = "test") {
  TableRecipe recipe = test_recipe(bytes, name);
  recipe.compress = true;
  recipe.generate = [](std::span<std::byte> payload, const TableWork&) {
    const Bytes& made = payload_of(payload.size());
    std::copy(made.begin(), made.end(), payload.begin());
    return test_counts(payload);
  };
  return recipe;
}

bool holds_payload(const Table& table, std::uint64_t bytes = kBytes) {
  const Bytes& should = payload_of(bytes);
  return std::equal(table.payload().begin(), table.payload().end(), should.begin(), should.end()) &&
         table.counts() == test_counts(should);
}

class CompressedTable : public TableTest {
 protected:
  [[nodiscard]] bool store_payload(const TableStore& to, const TableOptions& wanted,
                                   bool compress = true) const {
    const Bytes& payload = payload_of();
    return to.store(compressed_recipe().key, payload, test_counts(payload), 1.5, compress, wanted);
  }
};

TEST_F(CompressedTable, MadeStoredAndFound) {
  const TableRecipe recipe = compressed_recipe();
  EXPECT_TRUE(holds_payload(store().open_or_make(recipe, options())));
  EXPECT_EQ(files(), std::vector<std::string>{store().path_of(recipe.key).filename()});
  EXPECT_LT(fs::file_size(store().path_of(recipe.key)), kBytes / 6);
  TableRecipe not_again = recipe;
  not_again.generate = [](std::span<std::byte>, const TableWork&) -> DepthCounts {
    throw std::logic_error("made twice");
  };
  for (const TableMemory memory : {TableMemory::shared, TableMemory::private_}) {
    for (const bool verify : {true, false}) {
      TableOptions wanted = options(memory);
      wanted.verify = verify;
      const Table table = store().open_or_make(not_again, wanted);
      EXPECT_TRUE(holds_payload(table));
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(table.payload().data()) % 4096, 0U);
    }
  }
  EXPECT_EQ(store().verify(store().path_of(recipe.key), &recipe), std::nullopt);
  EXPECT_EQ(store().verify(store().path_of(recipe.key), nullptr), std::nullopt);
  EXPECT_TRUE(warnings_.empty()) << warnings_[0];
}

TEST_F(CompressedTable, EverySize) {
  for (const std::uint64_t bytes :
       {1U, 100U, 4096U, 2'097'151U, 2'097'152U, 2'097'153U, 4'194'304U}) {
    (void)store().open_or_make(compressed_recipe(bytes), options());
    const auto table = store().open(compressed_recipe(bytes).key, options());
    ASSERT_TRUE(table) << bytes;
    EXPECT_TRUE(holds_payload(*table, bytes)) << bytes;
  }
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(CompressedTable, BytesDoNotDependOnTheThreads) {
  const TableRecipe recipe = compressed_recipe(40'000'000);
  std::vector<std::vector<char>> made;
  for (const int threads : {1, 2, 7}) {
    TableOptions wanted = options();
    wanted.work.threads = threads;
    (void)store().open_or_make(recipe, wanted);
    made.push_back(read_bytes(store().path_of(recipe.key)));
    // The times it took, and the checksum of the header that holds them.
    for (const int at : {56, 88, 112}) std::fill_n(made.back().begin() + at, 8, '\0');
    EXPECT_TRUE(store().remove(recipe.key));
  }
  EXPECT_EQ(made[0], made[1]);
  EXPECT_EQ(made[0], made[2]);
}

TEST_F(CompressedTable, NoiseTakesHardlyMoreThanItself) {
  TableRecipe recipe = test_recipe();  // its bytes are noise enough
  recipe.compress = true;
  recipe.generate = [](std::span<std::byte> payload, const TableWork&) {
    const Bytes made = noise(payload.size());
    std::copy(made.begin(), made.end(), payload.begin());
    return test_counts(payload);
  };
  const Table table = store().open_or_make(recipe, options());
  EXPECT_EQ(fs::file_size(store().path_of(recipe.key)), 4096 + kTestBytes);
  const auto again = store().open(recipe.key, options());
  ASSERT_TRUE(again);
  EXPECT_TRUE(std::equal(table.payload().begin(), table.payload().end(), again->payload().begin(),
                         again->payload().end()));
  EXPECT_EQ(store().verify(store().path_of(recipe.key), nullptr), std::nullopt);
}

TEST_F(CompressedTable, List) {
  EXPECT_TRUE(store_payload(store(), options()));
  const std::vector<StoredTable> tables = store().list();
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].fault, "");
  EXPECT_EQ(tables[0].name, "test");
  EXPECT_EQ(tables[0].parameters, "step=1");
  EXPECT_TRUE(tables[0].compressed);
  EXPECT_EQ(tables[0].payload_bytes, kBytes);
  EXPECT_EQ(tables[0].file_bytes, fs::file_size(tables[0].path));
  EXPECT_EQ(tables[0].build_seconds, 1.5);
  EXPECT_GT(tables[0].write_seconds, 0.0);
  EXPECT_LT(tables[0].write_seconds, 60.0);
  EXPECT_EQ(tables[0].counts, test_counts(payload_of()));
}

// ---- store: a payload that is in memory already ----

TEST_F(CompressedTable, StoredFromMemory) {
  for (const bool compress : {true, false}) {
    EXPECT_TRUE(store_payload(store(), options(), compress));
    const auto table = store().open(compressed_recipe().key, options());
    ASSERT_TRUE(table);
    EXPECT_TRUE(holds_payload(*table));
    EXPECT_EQ(files().size(), 1U);
    EXPECT_EQ(store().list()[0].compressed, compress);
    // What is there stays.
    const fs::path path = store().path_of(compressed_recipe().key);
    fs::create_hard_link(path, folder_ / "old");
    EXPECT_TRUE(store_payload(store(), options(), compress));
    EXPECT_TRUE(fs::equivalent(path, folder_ / "old"));
    fs::remove(folder_ / "old");
    EXPECT_TRUE(store().remove(compressed_recipe().key));
  }
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(CompressedTable, StoringInTheWrongPlaceIsAWarning) {
  std::ofstream(folder_ / "file") << "text";
  EXPECT_FALSE(store_payload(TableStore(folder_ / "file"), options()));
  EXPECT_EQ(the_warning(),
            "table test cannot be stored in " + (folder_ / "file").string() + ": Not a directory");
  EXPECT_FALSE(store_payload(TableStore(fs::path()), options()));
  EXPECT_EQ(the_warning(),
            "table test cannot be stored: there is no folder for tables (expected --cache "
            "DIR, or the variable HOME)");
  TableOptions must = options();
  must.must_store = true;
  EXPECT_THROW((void)store_payload(TableStore(folder_ / "file"), must), Error);
  const Bytes& payload = payload_of(100);
  EXPECT_THROW((void)store().store(compressed_recipe(99).key, payload, {}, 0, true), Error);
  EXPECT_TRUE(files().empty());
}

TEST_F(CompressedTable, StoringCanBeStopped) {
  for (const int threads : {1, 2, 5}) {
    std::stop_source stop;
    TableOptions wanted = options();
    wanted.work.threads = threads;
    wanted.work.stop = stop.get_token();
    wanted.work.progress = [&](const ProgressEvent& event) {
      EXPECT_LE(event.done, event.total);
      stop.request_stop();
    };
    const TableRecipe recipe = compressed_recipe(30'000'000);
    const Bytes& payload = payload_of(30'000'000);
    EXPECT_FALSE(store().store(recipe.key, payload, {}, 0, true, wanted));
    EXPECT_TRUE(files().empty());
  }
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(CompressedTable, ReadingAndCheckingCanBeStopped) {
  EXPECT_TRUE(store_payload(store(), options()));
  std::stop_source stop;
  TableOptions wanted = options();
  wanted.work.threads = 1;
  wanted.work.stop = stop.get_token();
  std::string seen;
  wanted.work.progress = [&](const ProgressEvent& event) {
    seen = event.what;
    stop.request_stop();
  };
  EXPECT_THROW((void)store().open(compressed_recipe().key, wanted), Error);
  EXPECT_EQ(seen, "reading test");
  EXPECT_THROW((void)store().verify(store().path_of(compressed_recipe().key), nullptr, wanted.work),
               Error);
  EXPECT_EQ(files().size(), 1U);
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(CompressedTable, NotEnoughMemoryToRead) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizer itself needs more address space than the limit leaves";
#endif
  const std::uint64_t bytes = std::uint64_t{1} << 29U;
  TableRecipe recipe = compressed_recipe(bytes);
  recipe.generate = [](std::span<std::byte>, const TableWork&) { return DepthCounts{}; };
  (void)store().open_or_make(recipe, options());
  EXPECT_EQ(in_process([&] {
              const rlimit limit{bytes, bytes};
              if (setrlimit(RLIMIT_AS, &limit) != 0) return 1;
              try {
                (void)store().open(recipe.key, options());
                return 2;
              } catch (const Error& error) {
                return std::string(error.what()).find("memory") != std::string::npos ? 0 : 3;
              }
            }),
            0);
  EXPECT_TRUE(store().holds(recipe.key)) << "moved aside for no fault of its own";
}

TEST_F(CompressedTable, WorkingMemoryIsBounded) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizer itself needs memory";
#endif
  constexpr std::uint64_t kLarge = 100'000'000;
  constexpr std::uint64_t kBound = std::uint64_t{32} << 20U;
  const Bytes payload = entries(kLarge, 30'000);  // hardly compressed: long chunks
  const TableKey key = compressed_recipe(kLarge).key;
  TableOptions wanted;
  wanted.work.threads = 64;
  const auto within = [&](std::uint64_t bytes, const std::function<bool()>& work) {
    return in_process([&] {
      const std::uint64_t before = peak_bytes();
      if (!work()) return 1;
      return peak_bytes() - before <= bytes ? 0 : 2;
    });
  };
  EXPECT_EQ(within(kBound, [&] { return store().store(key, payload, {}, 0, true, wanted); }), 0);
  EXPECT_EQ(within(kBound + kLarge, [&] { return store().open(key, wanted).has_value(); }), 0);
  EXPECT_EQ(
      within(kBound, [&] { return !store().verify(store().path_of(key), nullptr, wanted.work); }),
      0);
}

// ---- damage ----

TEST_F(CompressedTable, DamageIsSeenNamedMovedAsideAndMadeAnew) {
  const TableRecipe recipe = compressed_recipe();
  const fs::path path = store().path_of(recipe.key);
  (void)store().open_or_make(recipe, options());
  const std::uint64_t size = fs::file_size(path);
  const auto cut = [&](std::uint64_t bytes) {
    return [=](const fs::path& file) { fs::resize_file(file, bytes); };
  };
  const auto bit = [](std::uint64_t at) {
    return [=](const fs::path& file) { flip_bit(file, at); };
  };
  struct Case {
    std::function<void(const fs::path&)> damage;
    std::string fault;
  };
  const std::vector<Case> cases = {
      {cut(0), "is empty"},
      {cut(100), "ends within its header, after 100 bytes"},
      {cut(300), "is cut off: it has 300 bytes instead of "},
      {cut(size - 1), "is cut off: it has "},
      {cut(size + 1), "is too long: it has "},
      {bit(8), "has format version 18 (this program reads versions 1 and 2)"},
      {bit(97), "has a damaged header: its checksum is wrong"},
      {bit(113), "has a damaged header: its checksum is wrong"},
      {bit(180), "has damaged checksums (in bytes 168 to 4095)"},
      {bit(4000), "has damaged checksums (in bytes 168 to 4095)"},
      {bit(4096), "is damaged: wrong checksum in bytes 4096 to "},
      {bit(size - 1), "(chunk 3 of 3)"},
  };
  for (const Case& damage : cases) {
    for (const TableMemory memory : {TableMemory::shared, TableMemory::private_}) {
      (void)store().open_or_make(recipe, options());
      ASSERT_EQ(fs::file_size(path), size);
      damage.damage(path);
      ASSERT_TRUE(warnings_.empty());
      EXPECT_TRUE(store().verify(path, nullptr));
      EXPECT_TRUE(store().verify(path, &recipe));
      EXPECT_TRUE(holds_payload(store().open_or_make(recipe, options(memory))));
      const std::string warning = the_warning();
      EXPECT_NE(warning.find(damage.fault), std::string::npos) << warning;
      EXPECT_NE(warning.find("; it was moved to "), std::string::npos) << warning;
      EXPECT_EQ(files().size(), 2U);
      EXPECT_EQ(store().verify(path, &recipe), std::nullopt);
      EXPECT_TRUE(store().remove(recipe.key));
    }
  }
}

TEST_F(CompressedTable, WithoutChecksumsDamageIsSeenByTheDecoderOrNotAtAll) {
  EXPECT_TRUE(store_payload(store(), options()));
  const TableKey key = compressed_recipe().key;
  TableOptions blind = options();
  blind.verify = false;
  flip_bit(store().path_of(key), 4096);  // what kind of block it is
  EXPECT_FALSE(store().open(key, blind));
  EXPECT_NE(the_warning().find("is damaged: data that cannot be decompressed in bytes 4096 to "),
            std::string::npos);
}

TEST_F(CompressedTable, RemoveByName) {
  EXPECT_FALSE(store().remove("test"));
  EXPECT_TRUE(store_payload(store(), options()));
  (void)store().open_or_make(test_recipe(1000, "test"));
  (void)store().open_or_make(test_recipe(1000, "test-2"));
  const fs::path path = store().path_of(compressed_recipe().key);
  std::ofstream(path.string() + ".damaged-1") << "x";
  std::ofstream(cache() / "test.table") << "of somebody else";
  EXPECT_TRUE(store().remove("test"));
  EXPECT_EQ(files(),
            (std::vector<std::string>{store().path_of(test_recipe(1000, "test-2").key).filename(),
                                      "test.table"}));
  EXPECT_FALSE(store().remove("test"));
}

// ---- disks and limits ----

TEST_F(CompressedTable, FileLimit) {
  // The file has 0.8 MB; a write past the limit would be a signal.
  EXPECT_EQ(in_process([&] {
              const rlimit limit{400'000, 400'000};
              if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
              if (store_payload(store(), options())) return 2;
              return the_warning().find("File too large") != std::string::npos ? 0 : 3;
            }),
            0);
  EXPECT_TRUE(files().empty());
  // Room for what is stored is enough, whatever the payload has.
  EXPECT_EQ(in_process([&] {
              const rlimit limit{1'000'000, 1'000'000};
              if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
              return store_payload(store(), options()) ? 0 : 2;
            }),
            0);
  EXPECT_EQ(files().size(), 1U);
}

TEST_F(CompressedTable, FullDisk) {
  const int enough = on_small_disk("2m", [&] { return store_payload(store(), options()) ? 0 : 1; });
  if (enough == kSkip) GTEST_SKIP() << "cannot mount a small disk";
  EXPECT_EQ(enough, 0);
  EXPECT_EQ(
      on_small_disk("2m",
                    [&] {
                      std::ofstream(cache() / "filler") << std::string(1'600'000, 'x');
                      if (store_payload(store(), options())) return 1;
                      if (the_warning().find("No space left on device") == std::string::npos)
                        return 2;
                      if (files() != std::vector<std::string>{"filler"}) return 3;
                      // A table that is made is used all the same.
                      if (!holds_payload(store().open_or_make(compressed_recipe(), options())))
                        return 4;
                      if (the_warning().find("it is used from memory") == std::string::npos)
                        return 5;
                      return files() == std::vector<std::string>{"filler"} ? 0 : 6;
                    }),
      0);
}

// ---- the command line ----

TEST_F(CompressedTable, CommandsKnowTablesWithoutARecipe) {
  const TableKey key{"general-3x3x3-htm-d9", 1, "puzzle=3x3x3 metric=htm depth=9", kBytes};
  ASSERT_TRUE(store().store(key, payload_of(), {1, 18}, 2.04, true));
  const std::string path = store().path_of(key);
  const std::string cache_option = " --cache " + cache().string();
  const std::string listed = gyre("table list" + cache_option);
  EXPECT_NE(listed.find(
                "\ngeneral-3x3x3-htm-d9     stored        6 MB  made in 2.0 s  6.2:1, written in "),
            std::string::npos)
      << listed;
  EXPECT_NE(listed.find(" s  " + path + "\n0\n"), std::string::npos) << listed;

  const std::string json = gyre("table list --json" + cache_option);
  const std::size_t line = json.find("{\"name\":\"general-3x3x3-htm-d9\"");
  ASSERT_NE(line, std::string::npos) << json;
  const auto object = nlohmann::json::parse(json.substr(line, json.find('\n', line) - line));
  EXPECT_EQ(object["stored"], true);
  EXPECT_EQ(object["compressed"], true);
  EXPECT_EQ(object["parameters"], key.parameters);
  EXPECT_EQ(object["payload_bytes"], kBytes);
  EXPECT_EQ(object["file_bytes"], fs::file_size(path));
  EXPECT_NEAR(object["ratio"], 6.19, 0.05);
  EXPECT_EQ(object["build_seconds"], 2.04);
  EXPECT_GT(object["write_seconds"], 0);
  EXPECT_EQ(object["counts"], (std::vector<std::string>{"1", "18"}));

  const std::string sound = "general-3x3x3-htm-d9     is sound\n0\n";
  EXPECT_EQ(gyre("table verify -q" + cache_option), sound);
  EXPECT_EQ(gyre("table verify -q general-3x3x3-htm-d9" + cache_option), sound);
  EXPECT_EQ(gyre("table path general-3x3x3-htm-d9" + cache_option), path + "\n0\n");
  const std::string unknown = gyre("table verify general-3x3x3-htm-d10" + cache_option);
  EXPECT_TRUE(
      unknown.starts_with("gyre: there is no table 'general-3x3x3-htm-d10' (tables: two-phase "
                          "optimal cube3-phase1-htm cube3-phase2-htm "))
      << unknown;
  EXPECT_TRUE(unknown.ends_with(" general-3x3x3-htm-d9)\n2\n")) << unknown;
  flip_bit(path, 5000);
  const std::string damaged = gyre("table verify -q general-3x3x3-htm-d9" + cache_option);
  EXPECT_EQ(damaged.rfind(path + " is damaged: wrong checksum in bytes 4096 to ", 0), 0U)
      << damaged;
  EXPECT_EQ(damaged.substr(damaged.size() - 3), "\n1\n");
  EXPECT_EQ(gyre("table remove general-3x3x3-htm-d9" + cache_option),
            "general-3x3x3-htm-d9 removed\n0\n");
  EXPECT_TRUE(files().empty());
}

// ---- killed ----

class CompressedTableKill : public CompressedTable {
 protected:
  static constexpr std::uint64_t kKillBytes = 16'000'000;
  static constexpr int kKillChunks = 8;

  void SetUp() override { payload_ = payload_of(kKillBytes); }
  [[nodiscard]] bool store_it(const TableOptions& wanted) const {
    return store().store(compressed_recipe(kKillBytes).key, payload_, {}, 0, true, wanted);
  }
  void expect_recovery() {
    const TableRecipe recipe = compressed_recipe(kKillBytes);
    bool published = false;
    for (const StoredTable& stored : store().list()) {
      if (stored.leftover) continue;
      published = true;
      EXPECT_EQ(stored.fault, "");
      EXPECT_EQ(store().verify(stored.path, nullptr), std::nullopt);
    }
    EXPECT_TRUE(store_it(options()));
    EXPECT_TRUE(warnings_.empty()) << warnings_[0];
    const auto table = store().open(recipe.key, options());
    ASSERT_TRUE(table);
    EXPECT_TRUE(std::equal(table->payload().begin(), table->payload().end(), payload_.begin(),
                           payload_.end()));
    if (!published) {
      EXPECT_EQ(files(), std::vector<std::string>{store().path_of(recipe.key).filename()});
    }
  }

  Bytes payload_;
};

TEST_F(CompressedTableKill, WhileStoringAfterEachChunk) {
  for (int chunk = 1; chunk <= kKillChunks; ++chunk) {
    const int status = in_process([&] {
      TableOptions wanted;
      int seen = 0;
      wanted.work.progress = [&](const ProgressEvent& event) {
        if (event.what == "storing test" && ++seen == chunk) kill(getpid(), SIGKILL);
      };
      return store_it(wanted) ? 0 : 1;
    });
    ASSERT_EQ(status, 128 + SIGKILL);
    ASSERT_EQ(files().size(), 2U) << "the lock and what was written";
    if (chunk % 4 != 0) continue;  // the next one to be killed has these leftovers to remove
    expect_recovery();
    store().remove_all();
  }
}

TEST_F(CompressedTableKill, AtAnyMoment) {
  using Clock = std::chrono::steady_clock;
  const auto make = [&] { return store_it({}) ? 0 : 1; };
  const auto started = Clock::now();
  ASSERT_EQ(in_process(make), 0);
  const auto whole =
      std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - started).count();
  std::mt19937_64 random(1);  // NOLINT: the same moments each time
  int killed = 0;
  for (int round = 0; round < 30; ++round) {
    store().remove_all();
    const pid_t child = start_process(make);
    std::this_thread::sleep_for(
        std::chrono::microseconds(random() % static_cast<std::uint64_t>(whole)));
    kill(child, SIGKILL);
    if (wait_for(child) != 0) ++killed;
    expect_recovery();
  }
  EXPECT_GT(killed, 5);
}

TEST_F(CompressedTableKill, OfTwoThatStoreOneDoes) {
  int ready[2];
  int go[2];
  ASSERT_EQ(pipe(ready), 0);
  ASSERT_EQ(pipe(go), 0);
  const pid_t first = start_process([&] {
    TableOptions wanted;
    bool told = false;
    wanted.work.threads = 1;
    wanted.work.progress = [&](const ProgressEvent&) {
      if (told) return;
      told = true;
      char byte = 0;
      (void)!write(ready[1], "x", 1);
      (void)!read(go[0], &byte, 1);
    };
    return store_it(wanted) ? 0 : 1;
  });
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_FALSE(store_it(options())) << "two are writing it";
  EXPECT_TRUE(warnings_.empty());
  EXPECT_FALSE(store().remove("test")) << "removed what is being written";
  ASSERT_EQ(write(go[1], "x", 1), 1);
  EXPECT_EQ(wait_for(first), 0);
  for (const int end : {ready[0], ready[1], go[0], go[1]}) close(end);
  expect_recovery();
}

}  // namespace
}  // namespace gyre
