#include "table/chunk_codec.h"

#include "table/little_endian.h"

// For one parameter that zstd calls experimental: Huffman codes for literals, whatever else is
// set. Where a later zstd refuses it, chunks become longer and stay readable.
#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <new>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace gyre {
namespace {

// The first byte of a block.
enum class Method : std::uint8_t { stored = 0, frame = 1, gaps = 2 };

constexpr std::size_t kLengthBytes = 4;
constexpr std::size_t kFrameHead = 1 + kLengthBytes;
constexpr std::size_t kGapsHead = 2 + 3 * kLengthBytes;
// Up to three values for ten bytes, gaps are faster to write and to read than one frame, and
// smaller; above two for five they are larger (bench/table_compression.cpp has both kinds).
constexpr std::size_t kMaxValues = kBlockBytes * 3 / 10;
constexpr std::size_t kSamples = 4096;
constexpr std::size_t kContextBytes = std::size_t{600} << 10U;

// The most frequent byte of a sample, if there are few enough others.
bool find_frequent(std::span<const std::byte> block, std::byte& frequent) {
  std::array<std::uint32_t, 256> counts{};
  const std::size_t step = std::max<std::size_t>(1, block.size() / kSamples);
  std::size_t samples = 0;
  for (std::size_t i = 0; i < block.size(); i += step, ++samples) {
    ++counts[static_cast<std::size_t>(block[i])];
  }
  const auto most = std::max_element(counts.begin(), counts.end());
  frequent = static_cast<std::byte>(most - counts.begin());
  return (samples - *most) * kBlockBytes <= samples * kMaxValues;
}

// Bit i: whether byte i of 64 is another one.
std::uint64_t other_bytes(const std::byte* bytes, std::byte frequent) {
  std::uint64_t equal = 0;
#ifdef __SSE2__
  const __m128i all = _mm_set1_epi8(static_cast<char>(frequent));
  for (int i = 0; i < 4; ++i) {
    const __m128i part = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes) + i);
    const auto mask = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(part, all)));
    equal |= std::uint64_t{mask} << (16 * i);
  }
#else
  for (int i = 0; i < 64; ++i) equal |= std::uint64_t{bytes[i] == frequent} << i;
#endif
  return ~equal;
}

}  // namespace

std::size_t split_gaps(std::span<const std::byte> block, std::byte frequent,
                       std::span<std::byte> gaps, std::span<std::byte> values) {
  constexpr std::size_t kWord = 64;
  constexpr std::size_t kMaxGap = 255;
  assert(gaps.size() == values.size());
  std::size_t count = 0;
  std::size_t next = 0;  // the first byte that is not told yet
  const auto fill_to = [&](std::size_t position) {
    while (position - next > kMaxGap && count < values.size()) {
      gaps[count] = static_cast<std::byte>(kMaxGap);
      values[count++] = frequent;
      next += kMaxGap + 1;
    }
  };
  for (std::size_t word = 0; word < block.size(); word += kWord) {
    std::uint64_t others = 0;
    if (block.size() - word >= kWord) {
      others = other_bytes(block.data() + word, frequent);
    } else {
      for (std::size_t i = word; i < block.size(); ++i) {
        others |= std::uint64_t{block[i] != frequent} << (i - word);
      }
    }
    if (others == 0) continue;
    fill_to(word + static_cast<std::size_t>(std::countr_zero(others)));
    if (values.size() - count < kWord) return 0;
    for (; others != 0; others &= others - 1) {
      const std::size_t position = word + static_cast<std::size_t>(std::countr_zero(others));
      gaps[count] = static_cast<std::byte>(position - next);
      values[count++] = block[position];
      next = position + 1;
    }
  }
  if (next == block.size()) return count;
  fill_to(block.size() - 1);
  if (count == values.size()) return 0;
  gaps[count] = static_cast<std::byte>(block.size() - 1 - next);
  values[count++] = frequent;
  return count;
}

bool join_gaps(std::span<const std::byte> gaps, std::span<const std::byte> values,
               std::byte frequent, std::span<std::byte> block) {
  std::uint64_t total = gaps.size();
  for (const std::byte gap : gaps) total += static_cast<std::uint64_t>(gap);
  if (gaps.size() != values.size() || total != block.size()) return false;
  if (block.empty()) return true;
  // All gaps are known to stay within the block, so the loop need not ask.
  std::memset(block.data(), static_cast<int>(frequent), block.size());
  std::byte* to = block.data();
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    to += static_cast<std::size_t>(gaps[i]);
    *to++ = values[i];
  }
  return true;
}

// ---- encoding ----

void ChunkEncoder::Free::operator()(ZSTD_CCtx_s* context) const {
  ZSTD_freeCCtx(context);
}

ChunkEncoder::ChunkEncoder(std::size_t max_chunk_bytes)
    : context_(ZSTD_createCCtx()),
      // Whatever is already there, one more block fits, as two frames of its own length if need be.
      output_(max_chunk_bytes + 2 * ZSTD_compressBound(kBlockBytes) + kGapsHead),
      gaps_(kMaxValues),
      values_(kMaxValues) {
  if (!context_) throw std::bad_alloc();
  const auto set = [this](ZSTD_cParameter parameter, int value) {
    (void)ZSTD_CCtx_setParameter(context_.get(), parameter, value);
  };
  set(ZSTD_c_strategy, ZSTD_fast);
  set(ZSTD_c_targetLength, ZSTD_TARGETLENGTH_MAX);  // one look for a repetition in 128 KiB
  set(ZSTD_c_minMatch, 7);
  set(ZSTD_c_hashLog, ZSTD_HASHLOG_MIN);
  set(ZSTD_c_windowLog, 17);
  set(ZSTD_c_literalCompressionMode, ZSTD_ps_enable);
}

std::size_t ChunkEncoder::working_bytes(std::size_t max_chunk_bytes) {
  return max_chunk_bytes + 2 * ZSTD_compressBound(kBlockBytes) + 2 * kMaxValues + kContextBytes;
}

std::span<const std::byte> ChunkEncoder::encode(std::span<const std::byte> chunk) {
  size_ = 0;
  for (std::size_t at = 0; at < chunk.size(); at += kBlockBytes) {
    encode_block(chunk.subspan(at, std::min(kBlockBytes, chunk.size() - at)));
    if (size_ >= chunk.size()) return chunk;
  }
  return std::span(output_).first(size_);
}

std::size_t ChunkEncoder::put_frame(std::size_t at, std::span<const std::byte> from) {
  const std::size_t bytes = ZSTD_compress2(context_.get(), output_.data() + at, output_.size() - at,
                                           from.data(), from.size());
  // There is room, and no parameter is wrong: what is left is that zstd has no memory.
  if (ZSTD_isError(bytes) != 0) throw std::bad_alloc();
  return bytes;
}

void ChunkEncoder::put_length(std::size_t at, std::size_t length) {
  for (std::size_t i = 0; i < kLengthBytes; ++i) {
    output_[at + i] = static_cast<std::byte>(length >> (8 * i));
  }
}

bool ChunkEncoder::encode_gaps(std::span<const std::byte> block) {
  std::byte frequent{};
  if (!find_frequent(block, frequent)) return false;
  const std::size_t count = split_gaps(block, frequent, gaps_, values_);
  if (count == 0) return false;
  const std::size_t frames = size_ + kGapsHead;
  const std::size_t gap_bytes = put_frame(frames, std::span(gaps_).first(count));
  const std::size_t value_bytes = put_frame(frames + gap_bytes, std::span(values_).first(count));
  if (kGapsHead + gap_bytes + value_bytes > block.size()) return false;
  output_[size_] = static_cast<std::byte>(Method::gaps);
  output_[size_ + 1] = frequent;
  put_length(size_ + 2, count);
  put_length(size_ + 2 + kLengthBytes, gap_bytes);
  put_length(size_ + 2 + 2 * kLengthBytes, value_bytes);
  size_ = frames + gap_bytes + value_bytes;
  return true;
}

void ChunkEncoder::encode_block(std::span<const std::byte> block) {
  if (encode_gaps(block)) return;
  const std::size_t bytes = put_frame(size_ + kFrameHead, block);
  if (kFrameHead + bytes <= block.size()) {
    output_[size_] = static_cast<std::byte>(Method::frame);
    put_length(size_ + 1, bytes);
    size_ += kFrameHead + bytes;
    return;
  }
  output_[size_++] = static_cast<std::byte>(Method::stored);
  std::memcpy(output_.data() + size_, block.data(), block.size());
  size_ += block.size();
}

// ---- decoding ----

void ChunkDecoder::Free::operator()(ZSTD_DCtx_s* context) const {
  ZSTD_freeDCtx(context);
}

ChunkDecoder::ChunkDecoder()
    : context_(ZSTD_createDCtx()), gaps_(kBlockBytes), values_(kBlockBytes) {
  if (!context_) throw std::bad_alloc();
}

std::size_t ChunkDecoder::working_bytes() {
  return 2 * kBlockBytes + kContextBytes;
}

bool ChunkDecoder::decode(std::span<const std::byte> stored, std::span<std::byte> chunk) {
  for (std::size_t at = 0; at < chunk.size(); at += kBlockBytes) {
    const auto block = chunk.subspan(at, std::min(kBlockBytes, chunk.size() - at));
    if (!decode_block(stored, block)) return false;
  }
  return stored.empty();
}

bool ChunkDecoder::get_frame(std::span<const std::byte>& stored, std::size_t frame_bytes,
                             std::span<std::byte> to) {
  if (frame_bytes > stored.size()) return false;
  const std::size_t bytes =
      ZSTD_decompressDCtx(context_.get(), to.data(), to.size(), stored.data(), frame_bytes);
  stored = stored.subspan(frame_bytes);
  return bytes == to.size();  // an error is a number above all lengths
}

bool ChunkDecoder::decode_block(std::span<const std::byte>& stored, std::span<std::byte> block) {
  if (stored.empty()) return false;
  switch (static_cast<Method>(stored[0])) {
    case Method::stored: {
      if (stored.size() < 1 + block.size()) return false;
      std::memcpy(block.data(), stored.data() + 1, block.size());
      stored = stored.subspan(1 + block.size());
      return true;
    }
    case Method::frame: {
      if (stored.size() < kFrameHead) return false;
      const std::size_t bytes = number_at(stored, 1, kLengthBytes);
      stored = stored.subspan(kFrameHead);
      return get_frame(stored, bytes, block);
    }
    case Method::gaps: {
      if (stored.size() < kGapsHead) return false;
      const std::byte frequent = stored[1];
      const std::size_t count = number_at(stored, 2, kLengthBytes);
      const std::size_t gap_bytes = number_at(stored, 2 + kLengthBytes, kLengthBytes);
      const std::size_t value_bytes = number_at(stored, 2 + 2 * kLengthBytes, kLengthBytes);
      stored = stored.subspan(kGapsHead);
      if (count > block.size()) return false;
      const auto gaps = std::span(gaps_).first(count);
      const auto values = std::span(values_).first(count);
      return get_frame(stored, gap_bytes, gaps) && get_frame(stored, value_bytes, values) &&
             join_gaps(gaps, values, frequent, block);
    }
  }
  return false;
}

}  // namespace gyre
