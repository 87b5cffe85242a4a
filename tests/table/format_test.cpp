// The container, from the words of docs/table-format.md: a file put together here by hand must be
// read, and what is written must be that file.
#include "support/table_fixture.h"
#include "table/fault.h"
#include "table/header.h"

#include <gtest/gtest.h>
#include <xxhash.h>

#include <array>
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

// The same payload in version 2, with other contents: 10,000 bytes of which few are not FF. Chunks
// of 4,096 bytes: gaps and values in zstd frames, the bytes as they are in a block, and the bytes
// as they are. Frames that hold their bytes unchanged can be put together by hand.
Bytes compressed_payload() {
  Bytes payload(10'000, std::byte{0xFF});
  payload[3] = std::byte{0xFB};
  payload[1000] = std::byte{0xBF};
  for (std::size_t i = 4096; i < payload.size(); ++i) payload[i] = test_byte(i);
  return payload;
}

// RFC 8878: magic, a descriptor (one segment, size in one byte), the size, one block that is the
// last and holds its bytes as they are.
Bytes raw_frame(const Bytes& content) {
  Bytes frame;
  put(frame, 0, 0xFD2FB528, 4);
  put(frame, 4, 0x20, 1);
  put(frame, 5, content.size(), 1);
  put(frame, 6, 1 | content.size() << 3U, 3);
  frame.insert(frame.end(), content.begin(), content.end());
  return frame;
}

Bytes compressed_file_by_hand() {
  const Bytes payload = compressed_payload();
  // 3 bytes FF before FB, 996 before BF, and 3,095 up to the end of the chunk.
  Bytes gaps;
  Bytes values;
  const auto add = [&](std::size_t gap, unsigned value) {
    put(gaps, gaps.size(), gap, 1);
    put(values, values.size(), value, 1);
  };
  add(3, 0xFB);
  for (int i = 0; i < 3; ++i) add(255, 0xFF);
  add(996 - 3 * 256, 0xBF);
  for (int i = 0; i < 12; ++i) add(255, 0xFF);
  add(3095 - 12 * 256 - 1, 0xFF);
  const Bytes gap_frame = raw_frame(gaps);
  const Bytes value_frame = raw_frame(values);
  std::array<Bytes, 3> chunks;
  put(chunks[0], 0, 2, 1);
  put(chunks[0], 1, 0xFF, 1);
  put(chunks[0], 2, gaps.size(), 4);
  put(chunks[0], 6, gap_frame.size(), 4);
  put(chunks[0], 10, value_frame.size(), 4);
  chunks[0].insert(chunks[0].end(), gap_frame.begin(), gap_frame.end());
  chunks[0].insert(chunks[0].end(), value_frame.begin(), value_frame.end());
  chunks[1].assign(payload.begin() + 4096, payload.begin() + 8192);
  chunks[2].assign(payload.begin() + 8192, payload.end());

  constexpr std::size_t kHeader = 168;  // 120 + 2 * 8 + 16 + 10, rounded up to 8
  const Bytes plain = file_by_hand();
  Bytes file(4096);
  std::copy_n(plain.begin(), 80, file.begin());  // what both versions have in common
  put(file, 8, 2, 4);
  put(file, 12, kHeader, 4);
  put(file, 96, 1, 4);
  put(file, 104, chunks[0].size() + 4096 + 1808, 8);
  put(file, 112, 250'000, 8);
  put(file, 120, 3, 8);
  put(file, 128, 9'997, 8);
  put(file, 136, "cube3-phase1-htm");
  put(file, 152, "metric=htm");
  for (std::size_t k = 0; k < chunks.size(); ++k) {
    put(file, kHeader + 16 * k, XXH3_64bits(chunks[k].data(), chunks[k].size()), 8);
    put(file, kHeader + 16 * k + 8, chunks[k].size(), 8);
  }
  put(file, 80, XXH3_64bits(file.data() + kHeader, 4096 - kHeader), 8);
  put(file, 88, XXH3_64bits(file.data(), kHeader), 8);
  for (const Bytes& chunk : chunks) file.insert(file.end(), chunk.begin(), chunk.end());
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

TEST(TableFormat, ReadsAndWritesCompressedOnesAsTheDocumentSays) {
  const Bytes file = compressed_file_by_hand();
  TableHeader header = decode_header(file);
  EXPECT_EQ(header.key, kKey);
  EXPECT_TRUE(header.compressed());
  EXPECT_EQ(header.build_microseconds, 1'500'000U);
  EXPECT_EQ(header.write_microseconds, 250'000U);
  EXPECT_EQ(header.counts, (DepthCounts{3, 9'997}));
  EXPECT_EQ(header.header_bytes(), 168U);
  EXPECT_EQ(header.payload_offset(), 4096U);
  EXPECT_EQ(header.file_bytes(), file.size());
  const auto chunks = decode_index(header, std::span(file).subspan(168, 4096 - 168));
  ASSERT_EQ(chunks.size(), 3U);
  EXPECT_EQ(chunks[0].offset, 4096U);
  EXPECT_EQ(chunks[0].bytes, 14U + 2 * (9 + 18));
  EXPECT_EQ(chunks[1].bytes, 4096U);
  EXPECT_EQ(chunks[2].offset, file.size() - 1808);
  header.index_checksum = 0;
  header.compressed_bytes = 0;
  EXPECT_EQ(encode_start(header, chunks), Bytes(file.begin(), file.begin() + 4096));
}

TEST(TableFormat, IndexOfCompressedOnesThatCannotBe) {
  const auto fault_with = [](std::size_t at, std::uint64_t value) {
    Bytes file = compressed_file_by_hand();
    put(file, at, value, 8);
    put(file, 80, XXH3_64bits(file.data() + 168, 4096 - 168), 8);
    put(file, 88, header_checksum(std::span(file).first(168)), 8);
    try {
      const TableHeader header = decode_header(file);
      (void)decode_index(header, std::span(file).subspan(168, 4096 - 168));
    } catch (const TableFault& fault) {
      return fault.message();
    }
    return std::string();
  };
  EXPECT_EQ(fault_with(176, 0), "has a wrong index: chunk 1 cannot have 0 bytes");
  EXPECT_EQ(fault_with(176, 4097), "has a wrong index: chunk 1 cannot have 4097 bytes");
  EXPECT_EQ(fault_with(208, 1809), "has a wrong index: chunk 3 cannot have 1809 bytes");
  EXPECT_EQ(fault_with(176, 67), "has a wrong index: the lengths of its chunks do not add up");
  EXPECT_EQ(fault_with(104, 1), "has a wrong index: the lengths of its chunks do not add up");
  EXPECT_NE(fault_with(104, 10'001).find("cannot be larger"), std::string::npos);
  EXPECT_NE(fault_with(96, 2).find("has encoding 2 (this program reads encoding 1)"),
            std::string::npos);
  EXPECT_NE(fault_with(96, 0).find("has encoding 0"), std::string::npos);
  EXPECT_NE(fault_with(96, 1 | std::uint64_t{1} << 32U).find("has encoding"), std::string::npos);
}

class TableFormatBits : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(PlainAndCompressed, TableFormatBits, testing::Bool());

TEST_P(TableFormatBits, EveryFlippedBitBeforeThePayloadIsSeen) {
  const Bytes file = GetParam() ? compressed_file_by_hand() : file_by_hand();
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
    testing::Values(Forgery{8, 3, 4, "format version 3 (this program reads versions 1 and 2)"},
                    Forgery{8, 0, 4, "format version 0"},
                    // The counts stand where version 2 says the encoding.
                    Forgery{8, 2, 4, "has encoding 3 (this program reads encoding 1)"},
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

TEST_F(TableByHand, OpensAsACompressedTable) {
  fs::create_directories(cache());
  write_bytes(store().path_of(kKey), chars(compressed_file_by_hand()));
  const Bytes should = compressed_payload();
  for (const TableMemory memory : {TableMemory::shared, TableMemory::private_}) {
    const auto table = store().open(kKey, options(memory));
    ASSERT_TRUE(table);
    EXPECT_TRUE(
        std::equal(table->payload().begin(), table->payload().end(), should.begin(), should.end()));
  }
  EXPECT_EQ(store().verify(store().path_of(kKey), nullptr), std::nullopt);
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
