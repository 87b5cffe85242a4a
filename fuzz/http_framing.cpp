// Any bytes as a connection of gyre serve: requests, or a fault. They come in pieces as the first
// byte says, and must be the same requests whatever the pieces; nothing is held beyond the limits.
#include "serve/http/framing.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace {

using gyre::serve::HttpLimits;
using gyre::serve::RequestReader;

constexpr std::size_t kMostBytes = 16'384;

HttpLimits small_limits() {
  HttpLimits limits;
  limits.header_bytes = 4'096;
  limits.body_bytes = 2'000;
  return limits;
}

// What was read, as one text.
std::string read_in_pieces(std::string_view bytes, std::size_t piece) {
  static const HttpLimits limits = small_limits();
  RequestReader reader(limits);
  std::string out;
  bool in_body = false;
  for (;;) {
    const RequestReader::Step step = in_body ? reader.read_body() : reader.read_head();
    if (step == RequestReader::Step::fault) {
      if (reader.status() < 400 || reader.message().empty()) std::abort();
      return out + "fault " + std::to_string(reader.status());
    }
    if (step == RequestReader::Step::more) {
      if (bytes.empty()) return out;
      const auto room = reader.room();
      const std::size_t size = std::min({bytes.size(), room.size(), piece});
      if (size == 0) std::abort();
      std::memcpy(room.data(), bytes.data(), size);
      reader.took(size);
      bytes.remove_prefix(size);
      continue;
    }
    const auto& request = reader.request();
    if (!in_body) {
      if (!request.path.starts_with('/') || request.header("Host").data() == nullptr) std::abort();
      out += request.method + " " + request.path + "\n";
      in_body = true;
      continue;
    }
    if (request.body.size() > limits.body_bytes) std::abort();
    out += "[" + request.body + "]\n";
    in_body = false;
    reader.next();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || size > kMostBytes) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string whole = read_in_pieces(bytes, kMostBytes);
  if (read_in_pieces(bytes, data[0] % 64U + 1U) != whole) std::abort();
  return 0;
}
