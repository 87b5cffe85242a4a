#include "serve/http/web_files.h"

#include <gtest/gtest.h>
#include <gyre/base/error.h>
#include <sys/stat.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <set>

#include "serve/http/embedded_web.h"
#include "support/temporary_folder.h"

namespace gyre::serve {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

std::string unzipped(const fs::path& file) {
  FILE* pipe = popen(("gzip -dc '" + file.string() + "'").c_str(), "r");
  std::string out;
  for (int byte = std::fgetc(pipe); byte != EOF; byte = std::fgetc(pipe)) {
    out.push_back(static_cast<char>(byte));
  }
  EXPECT_EQ(pclose(pipe), 0);
  return out;
}

TEST(WebFiles, AllOfWebIsInsideAndNothingElseOfIt) {
  const fs::path web = fs::path(GYRE_SOURCE_DIR) / "web";
  std::set<std::string> expected;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(web)) {
    const std::string path = "/" + entry.path().lexically_relative(web).string();
    if (!entry.is_regular_file() || path.starts_with("/bundle/")) continue;
    if (path.find("/.") != std::string::npos) continue;
    expected.insert(path);
    const WebFile* file = find_web_file(path);
    ASSERT_NE(file, nullptr) << path;
    EXPECT_EQ(file->path, path);
    EXPECT_TRUE(file->bytes == contents(entry.path())) << path;
  }
  for (const EmbeddedWebFile& file : embedded_web_files()) {
    if (file.path.starts_with("/player/") || file.path.starts_with("/v1/")) continue;
    EXPECT_EQ(expected.count(std::string(file.path)), 1U) << file.path;
  }
  EXPECT_EQ(find_web_file("/bundle/package.json"), nullptr);
}

TEST(WebFiles, TheCompressedBytesAreTheSame) {
  const test::TemporaryFolder folder;
  for (const EmbeddedWebFile& embedded : embedded_web_files()) {
    const WebFile* file = find_web_file(embedded.path);
    ASSERT_NE(file, nullptr);
    write(folder.path() / "x.gz", std::string(embedded.gzip_bytes));
    EXPECT_TRUE(unzipped(folder.path() / "x.gz") == file->bytes) << file->path;
    if (!file->gzip_bytes.empty()) {
      EXPECT_EQ(file->gzip_bytes.data(), embedded.gzip_bytes.data());
      EXPECT_LT(file->gzip_bytes.size(), file->bytes.size());
    }
  }
}

TEST(WebFiles, TagsDifferWhereBytesDo) {
  std::set<std::string> tags;
  std::set<std::string_view> bytes;
  for (const EmbeddedWebFile& file : embedded_web_files()) {
    bytes.insert(file.bytes);
    const std::string& tag = find_web_file(file.path)->etag;
    EXPECT_EQ(tag.size(), 34U);
    EXPECT_EQ(tag.front(), '"');
    EXPECT_EQ(tag.back(), '"');
    tags.insert(tag);
  }
  EXPECT_EQ(tags.size(), bytes.size());
}

TEST(WebFiles, PathsAreExact) {
  EXPECT_EQ(find_web_file("/"), find_web_file("/index.html"));
  for (const std::string path : {"", "index.html", "//index.html", "/./index.html", "/index.html/",
                                 "/../web/index.html", "/INDEX.HTML", "/web/index.html"}) {
    EXPECT_EQ(find_web_file(path), nullptr) << path;
  }
}

TEST(WebFiles, PlayerIsAModuleThatFetchesNothing) {
  const WebFile* player = find_web_file("/player/player.js");
  EXPECT_EQ(has_player(), player != nullptr);
  if (player == nullptr) GTEST_SKIP() << "built without the player";
  EXPECT_EQ(player->content_type, "text/javascript; charset=utf-8");
  EXPECT_NE(player->bytes.find("TwistyPlayer"), std::string_view::npos);
  // All of it is in one file: neither further modules nor workers are loaded.
  EXPECT_EQ(player->bytes.find("import("), std::string_view::npos);
  EXPECT_EQ(player->bytes.find("new Worker("), std::string_view::npos);
}

TEST(WebFiles, TheDescriptionOfTheInterfaceIsInside) {
  const WebFile* file = find_web_file("/v1/openapi.json");
  ASSERT_NE(file, nullptr);
  EXPECT_TRUE(file->bytes == contents(fs::path(GYRE_SOURCE_DIR) / "docs/openapi.json"));
  EXPECT_EQ(file->content_type, "application/json");
  EXPECT_FALSE(file->gzip_bytes.empty());
}

TEST(WebFiles, ContentTypes) {
  EXPECT_EQ(content_type_of("/index.html"), "text/html; charset=utf-8");
  EXPECT_EQ(content_type_of("/a/b.js"), "text/javascript; charset=utf-8");
  EXPECT_EQ(content_type_of("/a.css"), "text/css; charset=utf-8");
  EXPECT_EQ(content_type_of("/icon.svg"), "image/svg+xml");
  EXPECT_EQ(content_type_of("/v1/openapi.json"), "application/json");
  EXPECT_EQ(content_type_of("/js"), "application/octet-stream");
}

TEST(WebFolder, ReadsFilesAndSeesEdits) {
  const test::TemporaryFolder folder;
  write(folder.path() / "index.html", "<!doctype html>");
  write(folder.path() / "views/net.js", "1");
  const WebFolder web(folder.path());
  ASSERT_TRUE(web.read("/"));
  EXPECT_EQ(web.read("/")->bytes, "<!doctype html>");
  EXPECT_EQ(web.read("/")->content_type, "text/html; charset=utf-8");
  const std::string before = web.read("/views/net.js")->etag;
  write(folder.path() / "views/net.js", "2");
  EXPECT_EQ(web.read("/views/net.js")->bytes, "2");
  EXPECT_NE(web.read("/views/net.js")->etag, before);
}

TEST(WebFolder, RefusesWhatLeavesTheFolder) {
  const test::TemporaryFolder folder;
  const fs::path inside = folder.path() / "web";
  write(inside / "index.html", "x");
  write(inside / "sub/a.txt", "x");
  write(inside / ".hidden", "x");
  write(folder.path() / "secret.txt", "secret");
  write(folder.path() / "secrets/a.txt", "secret");
  fs::create_symlink("../secret.txt", inside / "link.txt");
  fs::create_symlink("index.html", inside / "within.html");
  fs::create_directory_symlink("../secrets", inside / "links");
  ASSERT_EQ(mkfifo((inside / "pipe").c_str(), 0600), 0);
  const WebFolder web(inside);
  ASSERT_TRUE(web.read("/sub/a.txt"));
  for (const std::string_view path :
       {std::string_view("/../secret.txt"), std::string_view("/sub/../../secret.txt"),
        std::string_view("/sub/../index.html"), std::string_view("/./index.html"),
        std::string_view("//index.html"), std::string_view("/sub//a.txt"),
        std::string_view("/link.txt"), std::string_view("/within.html"),
        std::string_view("/links/a.txt"), std::string_view("/.hidden"), std::string_view("/sub"),
        std::string_view("/sub/"), std::string_view("/pipe"), std::string_view("/none"),
        std::string_view(""), std::string_view("index.html"),
        std::string_view("/index.html\0.txt", 16), std::string_view("/index.html/a")}) {
    EXPECT_FALSE(web.read(path)) << path;
  }
  EXPECT_THROW(WebFolder(inside / "none"), Error);
  EXPECT_THROW(WebFolder(inside / "index.html"), Error);
}

}  // namespace
}  // namespace gyre::serve
