// Files that a person names: what can be read is read whole, and everything else is refused at
// once.
#include "base/read_file.h"
#include "base/text.h"
#include "support/error_of.h"
#include "support/temporary_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <string>
#include <thread>

namespace gyre {
namespace {

using test::error_of;

class ReadFile : public testing::Test {
 protected:
  std::string put(const std::string& bytes) {
    const std::string path = folder_.path() / "file";
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  static std::string refusal(const std::string& path, std::uint64_t most = kUsualFileBytes) {
    return error_of([&] { (void)read_file(path, most); });
  }
  test::TemporaryFolder folder_;
};

TEST_F(ReadFile, ReadsWhatIsThere) {
  EXPECT_EQ(read_file(put("R U\n")), "R U\n");
  EXPECT_EQ(read_file(put("")), "");
  EXPECT_EQ(read_file(put(std::string(kByteOrderMark) + "R")), "R");
  const std::string large(3'000'000, 'x');
  EXPECT_EQ(read_file(put(large)), large);
  // Files of the system say that they are empty.
  EXPECT_NE(read_file("/proc/self/status").find("VmPeak"), std::string::npos);
}

TEST_F(ReadFile, StopsAtItsSize) {
  const std::string path = put(std::string(10'000, 'x'));
  EXPECT_EQ(read_file(path, 10'000).size(), 10'000U);
  EXPECT_THROW((void)read_file(path, 9'999), FileTooLarge);
  EXPECT_EQ(refusal(path, 9'999), "the file '" + path + "' is larger than 9999 bytes");
  EXPECT_THROW((void)read_file("/proc/self/status", 10), FileTooLarge);
}

TEST_F(ReadFile, RefusesAtOnceWhatIsNoFile) {
  const std::string folder = folder_.path();
  EXPECT_EQ(refusal(folder), "'" + folder + "' is a directory; a file is needed");
  EXPECT_EQ(refusal("/dev/zero"), "'/dev/zero' is a device; a file is needed");
  EXPECT_EQ(refusal("/dev/urandom"), "'/dev/urandom' is a device; a file is needed");
  EXPECT_EQ(refusal(folder + "/none"), "there is no file '" + folder + "/none'");
  EXPECT_EQ(refusal("/proc/self/mem"),
            "the file '/proc/self/mem' cannot be read: Input/output error");
  const std::string pipe = folder + "/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(refusal(pipe),
            "'" + pipe + "' is a pipe that nothing is written into; a file is needed");
}

TEST_F(ReadFile, ReadsAPipeThatSomebodyWritesInto) {
  const std::string pipe = folder_.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  // Open for both, so that neither side waits for the other.
  std::fstream writer(pipe, std::ios::in | std::ios::out | std::ios::binary);
  writer << "R U R'" << std::flush;
  std::string text;
  std::jthread reader([&] { text = read_file(pipe); });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  writer << " U'\n" << std::flush;
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  writer.close();
  reader.join();
  EXPECT_EQ(text, "R U R' U'\n");
}

TEST(ControlCharacters, AreSeenAndWritten) {
  for (const std::string good : {"", "R U", "Ångström", "×'’", "日本"}) {
    EXPECT_FALSE(has_control_characters(good)) << good;
    EXPECT_EQ(without_control_characters(good), good);
  }
  EXPECT_TRUE(has_control_characters("a\nb"));
  EXPECT_TRUE(has_control_characters("\x7F"));
  EXPECT_TRUE(
      has_control_characters("\xC2\x9B"
                             "31m"))
      << "one that stands for two, in UTF-8";
  EXPECT_EQ(without_control_characters("a\x1B[31m\n"), "a\\x1b[31m\\x0a");
  EXPECT_EQ(without_control_characters("a\x1B\n\tb", true), "a\\x1b\n\tb");
  EXPECT_EQ(without_control_characters("\xC2\x9B"), "\\xc2\\x9b");
}

}  // namespace
}  // namespace gyre
