// The container, from the words of docs/table-format.md: a file put together here by hand must be
// read, and what is written must be that file.
#include "table/fault.h"
#include "table/header.h"
#include "table_fixture.h"

#include <gtest/gtest.h>
#include <xxhash.h>

#include <cstring>

namespace gyre {
namespace {

using Bytes = std::vector<std::byte>;

void put(Bytes& to, std::size_t at, std::uint64_t value, int bytes) {
  if (to.size() < at + static_cast<std::size_t>(bytes)) to.resize(at + bytes);
  for (int i = 0; i < bytes; ++i) {
    to[at + static_cast<std::size_t>(i)] = static_cast<std::byte>(value >> (8 * i));
  }
}

void put(Bytes& to, std::size_t at, const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    put(to, at + i, static_cast<unsigned char>(text[i]), 1);
  }
}

const TableKey kKey{"cube3-phase1-htm", 7, "metric=htm", 10'000};

// Chunks of 4,096 bytes: three of them, payload at 4,096.
Bytes file_by_hand() {
  Bytes payload(10'000);
  for (std::size_t i = 0; i < payload.size(); ++i) payload[i] = test_byte(i);
  constexpr std::size_t kHeader = 144;  // 96 + 2 * 8 + 16 + 10, rounded up to 8
  Bytes file(4096);
  put(file, 0, "\x89GYRE\r\n\x1a");
  put(file, 8, 1, 4);
  put(file, 12, kHeader, 4);
  Bytes key;
  put(key, 0, 16, 8);
  put(key, 8, "cube3-phase1-htm");
  put(key, 24, 7, 8);
  put(key, 32, 10, 8);
  put(key, 40, "metric=htm");
  put(key, 50, 10'000, 8);
  const XXH128_hash_t digest = XXH3_128bits(key.data(), key.size());
  for (int i = 0; i < 8; ++i) {
    put(file, static_cast<std::size_t>(16 + i), digest.high64 >> (56 - 8 * i), 1);
    put(file, static_cast<std::size_t>(24 + i), digest.low64 >> (56 - 8 * i), 1);
  }
  put(file, 32, 10'000, 8);
  put(file, 40, 4096, 8);
  put(file, 48, 4096, 8);
  put(file, 56, 1'500'000, 8);
  put(file, 64, 7, 4);
  put(file, 68, 16, 4);
  put(file, 72, 10, 4);
  put(file, 76, 2, 4);
  put(file, 96, 3, 8);
  put(file, 104, 9'997, 8);
  put(file, 112, "cube3-phase1-htm");
  put(file, 128, "metric=htm");
  put(file, kHeader, XXH3_64bits(payload.data(), 4096), 8);
  put(file, kHeader + 8, XXH3_64bits(payload.data() + 4096, 4096), 8);
  put(file, kHeader + 16, XXH3_64bits(payload.data() + 8192, 1808), 8);
  put(file, 80, XXH3_64bits(file.data() + kHeader, 4096 - kHeader), 8);
  put(file, 88, XXH3_64bits(file.data(), kHeader), 8);
  file.insert(file.end(), payload.begin(), payload.end());
  return file;
}

std::vector<char> chars(const Bytes& bytes) {
  std::vector<char> result(bytes.size());
  std::memcpy(result.data(), bytes.data(), bytes.size());
  return result;
}

TEST(TableFormat, KeyDigest) {
  const auto hex = [](const TableKey& key) {
    std::string text;
    for (const std::uint8_t byte : key.digest()) {
      constexpr const char* kDigits = "0123456789abcdef";
      text += kDigits[byte >> 4U];
      text += kDigits[byte & 15U];
    }
    return text;
  };
  // Never to be changed: stored tables would no longer be found.
  EXPECT_EQ(hex(kKey), "812ad79e89879ee330945fadc13d7f24");
  for (const TableKey& other : {TableKey{"cube3-phase1-htn", 7, "metric=htm", 10'000},
                                TableKey{"cube3-phase1-htm", 8, "metric=htm", 10'000},
                                TableKey{"cube3-phase1-htm", 7, "metric=htn", 10'000},
                                TableKey{"cube3-phase1-htm", 7, "metric=htm", 10'001},
                                TableKey{"cube3-phase1-ht", 7, "mmetric=htm", 10'000}}) {
    EXPECT_NE(other.digest(), kKey.digest()) << other.name << other.parameters;
  }
}

TEST(TableFormat, ReadsWhatTheDocumentSays) {
  const Bytes file = file_by_hand();
  const TableHeader header = decode_header(file);
  EXPECT_EQ(header.key, kKey);
  EXPECT_EQ(header.build_microseconds, 1'500'000U);
  EXPECT_EQ(header.counts, (DepthCounts{3, 9'997}));
  EXPECT_EQ(header.header_bytes(), 144U);
  EXPECT_EQ(header.payload_offset(), 4096U);
  EXPECT_EQ(header.file_bytes(), file.size());
  EXPECT_EQ(header.chunks(), 3U);
  EXPECT_EQ(header.chunk_length(2), 1808U);
  EXPECT_EQ(decode_index(header, std::span(file).subspan(144, 4096 - 144)).size(), 3U);
}

TEST(TableFormat, WritesWhatTheDocumentSays) {
  const Bytes file = file_by_hand();
  TableHeader header = decode_header(file);
  const auto checksums = decode_index(header, std::span(file).subspan(144, 4096 - 144));
  header.index_checksum = 0;
  EXPECT_EQ(encode_start(header, checksums), Bytes(file.begin(), file.begin() + 4096));
}

TEST(TableFormat, EveryFlippedBitBeforeThePayloadIsSeen) {
  const Bytes file = file_by_hand();
  const auto is_sound = [](std::span<const std::byte> bytes) {
    try {
      const TableHeader header = decode_header(bytes);
      (void)decode_index(header, bytes.subspan(header.header_bytes(),
                                               header.payload_offset() - header.header_bytes()));
      return true;
    } catch (const TableFault&) {
      return false;
    }
  };
  ASSERT_TRUE(is_sound(file));
  for (std::size_t bit = 0; bit < std::size_t{8} * 4096; ++bit) {
    Bytes damaged = file;
    damaged[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
    ASSERT_FALSE(is_sound(damaged)) << "bit " << bit;
  }
}

TEST(TableFormat, EveryCutHeaderIsSeen) {
  const Bytes file = file_by_hand();
  for (std::size_t size = 0; size < 144; ++size) {
    EXPECT_THROW((void)decode_header(std::span(file).first(size)), TableFault) << size;
  }
  EXPECT_NO_THROW((void)decode_header(std::span(file).first(144)));
}

// A header whose checksum is right and whose fields are not: made by a program that is not ours.
struct Forgery {
  std::size_t at;
  std::uint64_t value;
  int bytes;
  const char* fault;
};

class Forged : public testing::TestWithParam<Forgery> {};

TEST_P(Forged, IsRefused) {
  Bytes file = file_by_hand();
  put(file, GetParam().at, GetParam().value, GetParam().bytes);
  put(file, 88, header_checksum(std::span(file).first(144)), 8);
  try {
    (void)decode_header(file);
    ADD_FAILURE() << "not refused";
  } catch (const TableFault& fault) {
    EXPECT_NE(fault.message().find(GetParam().fault), std::string::npos) << fault.message();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Fields, Forged,
    testing::Values(Forgery{8, 2, 4, "format version 2 (this program reads version 1)"},
                    Forgery{12, 95, 4, "cannot be 95 bytes long"},
                    Forgery{12, 65'544, 4, "cannot be 65544 bytes long"},
                    Forgery{12, 152, 4, "checksum"},  // another header than the one summed up
                    Forgery{16, 1, 8, "digest"}, Forgery{32, 0, 8, "size cannot be"},
                    Forgery{32, std::uint64_t{1} << 51U, 8, "size cannot be"},
                    Forgery{40, 8192, 8, "payload should start at byte 4096"},
                    Forgery{48, 4097, 8, "chunks cannot be 4097"},
                    Forgery{48, 2048, 8, "chunks cannot be 2048"},
                    Forgery{48, 0, 8, "chunks cannot be 0"},
                    Forgery{48, std::uint64_t{1} << 31U, 8, "chunks cannot be"},
                    Forgery{68, 15, 4, "padding is not zero"}, Forgery{68, 40, 4, "do not add up"},
                    Forgery{72, 0xFFFFFFFF, 4, "do not add up"},
                    Forgery{76, 0xFFFFFFFF, 4, "do not add up"},
                    Forgery{76, 0x20000002, 4, "do not add up"},  // 8 times that wraps in 32 bits
                    Forgery{112, '/', 1, "name, parameters or size cannot be"},
                    Forgery{128, '\n', 1, "name, parameters or size cannot be"},
                    Forgery{143, 1, 1, "padding is not zero"}));

class TableByHand : public TableTest {};

TEST_F(TableByHand, OpensAsATable) {
  fs::create_directories(cache());
  write_bytes(store().path_of(kKey), chars(file_by_hand()));
  for (const TableMemory memory : {TableMemory::shared, TableMemory::private_}) {
    const auto table = store().open(kKey, options(memory));
    ASSERT_TRUE(table);
    ASSERT_EQ(table->payload().size(), 10'000U);
    for (std::size_t i = 0; i < 10'000; ++i) ASSERT_EQ(table->payload()[i], test_byte(i));
  }
  EXPECT_TRUE(warnings_.empty());
}

TEST(TableFormat, KeysThatCannotBeStored) {
  EXPECT_EQ(why_no_key(kKey), "");
  TableKey key = kKey;
  for (const std::string name : {"", "a/b", "..", "a b", "\xc3\xa4"}) {
    key.name = name;
    EXPECT_NE(why_no_key(key), "") << name;
    EXPECT_THROW((void)TableStore("x").path_of(key), Error);
  }
  key = kKey;
  key.parameters = "a\nb";
  EXPECT_NE(why_no_key(key), "");
  key = kKey;
  key.payload_bytes = 0;
  EXPECT_NE(why_no_key(key), "");
}

}  // namespace
}  // namespace gyre
