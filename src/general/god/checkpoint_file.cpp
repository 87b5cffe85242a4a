#include "general/god/checkpoint_file.h"

#include "table/little_endian.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace gyre {
namespace {

constexpr std::string_view kMagic = "GyreGod\n";
constexpr std::uint32_t kCountVersion = 1;

std::vector<std::byte> encode_header(const CheckpointKey& key, std::uint32_t version) {
  std::vector<std::byte> out;
  append_text(out, kMagic);
  append_number(out, version, 8);
  append_number(out, key[0], 8);
  append_number(out, key[1], 8);
  append_number(out, XXH3_64bits(out.data(), out.size()), 8);
  return out;
}

}  // namespace

CheckpointWriter::CheckpointWriter(std::filesystem::path path, const CheckpointKey& key,
                                   int threads)
    : path_(std::move(path)), temporary_(path_.string() + ".new"), key_(key) {
  try {
    guarded([&] {
      file_ = File(temporary_, O_WRONLY | O_CREAT | O_TRUNC);
      file_.write_at(0, encode_header(key_, kCountVersion));
      stream_ = std::make_unique<CompressedWriter>(file_, kCheckpointHeaderBytes, threads);
    });
  } catch (...) {
    ::unlink(temporary_.c_str());
    throw;
  }
}

CheckpointWriter::~CheckpointWriter() {
  if (!committed_) ::unlink(temporary_.c_str());
}

void CheckpointWriter::fail(int error) const {
  const std::string text = fmt::format("{}: the checkpoint cannot be written: {}", path_.string(),
                                       std::generic_category().message(error));
  if (error == ENOSPC || error == EDQUOT || error == EFBIG) throw CheckpointRoom(text);
  throw Error(text);
}

template <class Work>
void CheckpointWriter::guarded(const Work& work) {
  try {
    work();
  } catch (const std::system_error& error) {
    fail(error.code().value());
  }
}

void CheckpointWriter::write(std::span<const std::byte> bytes) {
  guarded([&] { stream_->write(bytes); });
}

void CheckpointWriter::write_number(std::uint64_t number) {
  guarded([&] { stream_->write_number(number); });
}

void CheckpointWriter::commit() {
  guarded([&] {
    stream_->finish();
    file_.sync();
    if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail(errno);
    committed_ = true;
  });
  try {
    const std::filesystem::path folder = path_.parent_path();
    File(folder.empty() ? "." : folder, O_RDONLY | O_DIRECTORY).sync();
  } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch)
    // Not every file system can do that; then a power cut may bring the checkpoint before back.
  }
}

CheckpointReader::CheckpointReader(const std::filesystem::path& path, const CheckpointKey& key)
    : name_(path.string()) {
  try {
    // A pipe in place of the file must not keep us waiting.
    file_ = File(path, O_RDONLY | O_NONBLOCK);
    std::vector<std::byte> header(kCheckpointHeaderBytes);
    const bool whole = file_.is_regular() && file_.read_at(0, header) == header.size();
    if (!whole || !std::equal(header.begin(), header.begin() + 8,
                              encode_header(key, kCountVersion).begin())) {
      throw Error(fmt::format("{} is no checkpoint of gyre god", name_));
    }
    if (number_at(header, 32, 8) != XXH3_64bits(header.data(), 32)) fail();
    if (number_at(header, 8, 8) != kCountVersion) {
      throw Error(fmt::format("{} was written by another version of gyre (format {}, not {})",
                              name_, number_at(header, 8, 8), kCountVersion));
    }
    if (header != encode_header(key, kCountVersion)) {
      throw Error(fmt::format(
          "{} is the checkpoint of another count: the puzzle, its moves, the metric and the start "
          "must be the same",
          name_));
    }
    stream_ = std::make_unique<CompressedReader>(file_, kCheckpointHeaderBytes, name_);
  } catch (const std::system_error& error) {
    throw Error(fmt::format("{}: the checkpoint cannot be read: {}", name_,
                            std::generic_category().message(error.code().value())));
  }
}

void CheckpointReader::expect_end() {
  if (!stream_->at_end()) fail();
}

void CheckpointReader::fail() const {
  throw Error(fmt::format("{} is damaged; it cannot be used", name_));
}

}  // namespace gyre
