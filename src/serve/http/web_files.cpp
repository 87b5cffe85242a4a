#include "serve/http/web_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gyre/base/error.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <map>
#include <utility>

#include "serve/http/embedded_web.h"

namespace gyre::serve {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kContentTypes{{
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".ico", "image/x-icon"},
    {".txt", "text/plain; charset=utf-8"},
    {".md", "text/plain; charset=utf-8"},
    {".woff2", "font/woff2"},
    {".wasm", "application/wasm"},
}};

std::string etag_of(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return fmt::format("\"{:016x}{:016x}\"", hash.high64, hash.low64);
}

std::string_view without_shorthand(std::string_view path) {
  return path == "/" ? "/index.html" : path;
}

std::map<std::string_view, WebFile> load_embedded() {
  std::map<std::string_view, WebFile> files;
  for (const EmbeddedWebFile& file : embedded_web_files()) {
    const bool gains = file.gzip_bytes.size() < file.bytes.size();
    files[file.path] = {file.path, file.bytes, gains ? file.gzip_bytes : std::string_view(),
                        content_type_of(file.path), etag_of(file.bytes)};
  }
  return files;
}

// Closes a file that may not be open.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  [[nodiscard]] int get() const noexcept { return number_; }

 private:
  int number_;
};

// Opens a path below a folder part by part, so that no link on the way is followed: a check
// before opening could be overtaken by a change of the folder.
Descriptor open_below(int folder, std::string_view path) {
  Descriptor at(::dup(folder));
  while (at.get() >= 0 && path.starts_with('/')) {
    path.remove_prefix(1);
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string part(path.substr(0, end));
    path.remove_prefix(end);
    if (part.empty() || part.front() == '.' || part.find('\0') != std::string::npos) {
      return Descriptor(-1);
    }
    // O_NONBLOCK: a pipe in the folder must not hold up the server.
    const int kind = path.empty() ? O_NONBLOCK : O_DIRECTORY;
    at = Descriptor(::openat(at.get(), part.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | kind));
  }
  return path.empty() ? std::move(at) : Descriptor(-1);
}

}  // namespace

const WebFile* find_web_file(std::string_view path) {
  static const std::map<std::string_view, WebFile> files = load_embedded();
  const auto file = files.find(without_shorthand(path));
  return file == files.end() ? nullptr : &file->second;
}

bool has_player() {
  return find_web_file("/player/player.js") != nullptr;
}

std::string_view content_type_of(std::string_view path) {
  for (const auto& [ending, type] : kContentTypes) {
    if (path.ends_with(ending)) return type;
  }
  return "application/octet-stream";
}

WebFolder::WebFolder(const std::filesystem::path& folder)
    : folder_(::open(folder.c_str(), O_RDONLY | O_CLOEXEC | O_DIRECTORY)) {
  if (folder_ < 0) {
    throw Error(
        fmt::format("{}: no folder of web files: {}", folder.string(), std::strerror(errno)));
  }
}

WebFolder::~WebFolder() {
  ::close(folder_);
}

std::optional<WebFolder::Loaded> WebFolder::read(std::string_view path) const {
  path = without_shorthand(path);
  const Descriptor file = open_below(folder_, path);
  struct stat about {};
  if (file.get() < 0 || ::fstat(file.get(), &about) != 0 || !S_ISREG(about.st_mode) ||
      static_cast<std::uint64_t>(about.st_size) > kMostFolderFileBytes) {
    return std::nullopt;
  }
  Loaded out;
  out.bytes.resize(static_cast<std::size_t>(about.st_size));
  std::size_t done = 0;
  while (done < out.bytes.size()) {
    const ssize_t count = ::read(file.get(), out.bytes.data() + done, out.bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    done += static_cast<std::size_t>(count);
  }
  out.bytes.resize(done);
  out.content_type = content_type_of(path);
  out.etag = etag_of(out.bytes);
  return out;
}

}  // namespace gyre::serve
