// The files of the page: those inside the program, found by their exact path, so that nothing else
// can be asked for; and, for those who work on the page, a folder on disk. What a request may send
// and which headers an answer gets is the server's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace gyre::serve {

struct WebFile {
  std::string_view path;  // "/app.js"
  std::string_view bytes;
  std::string_view gzip_bytes;  // empty where compressing gains nothing
  std::string_view content_type;
  std::string etag;  // with its quotes
};

// Null if there is none; "/" is "/index.html". It lives as long as the program.
[[nodiscard]] const WebFile* find_web_file(std::string_view path);

// Whether the bundle of the 3D player is inside: "/player/player.js".
[[nodiscard]] bool has_player();

// The content type, by the ending of a file's name.
[[nodiscard]] std::string_view content_type_of(std::string_view path);

// Larger files are not served out of a folder.
constexpr std::uint64_t kMostFolderFileBytes = std::uint64_t{64} << 20U;

// `gyre serve --web FOLDER`: each request reads the file anew, so that an edit shows at once.
class WebFolder {
 public:
  struct Loaded {
    std::string bytes;
    std::string_view content_type;
    std::string etag;  // with its quotes
  };

  // Throws Error if it is no folder that can be read.
  explicit WebFolder(const std::filesystem::path& folder);
  ~WebFolder();
  WebFolder(const WebFolder&) = delete;
  WebFolder& operator=(const WebFolder&) = delete;

  // Nothing for what is no plain file below the folder: parts that are empty, begin with a dot
  // (".." too) or are links are refused, wherever they lead. The bundle of the player is not below
  // web/: ask find_web_file after this.
  [[nodiscard]] std::optional<Loaded> read(std::string_view path) const;

 private:
  int folder_ = -1;
};

}  // namespace gyre::serve
