// The files that the server serves, put into the library at build time by tools/embed_web.cmake:
// web/, the bundle of the 3D player if it could be built, and docs/openapi.json.
#pragma once

#include <string_view>
#include <vector>

namespace gyre::serve {

struct EmbeddedWebFile {
  std::string_view path;  // "/app.js"
  std::string_view bytes;
  std::string_view gzip_bytes;
};

[[nodiscard]] std::vector<EmbeddedWebFile> embedded_web_files();

}  // namespace gyre::serve
