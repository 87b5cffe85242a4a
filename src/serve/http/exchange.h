// HttpExchange: a request, and the way to answer it. All that those who answer see of HTTP; sockets
// are left out.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gyre::serve {

struct HttpRequest {
  std::string method;  // "GET"
  std::string path;    // percent-decoded, without what stands behind '?'
  std::vector<std::pair<std::string, std::string>> query;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  // What the body takes of the room for all bodies: given back with the last copy.
  std::shared_ptr<const void> held;

  // Path and query from what stands in the first line of a request; false if that is malformed.
  [[nodiscard]] bool set_target(std::string_view target);
  // The first of this name, in any case; empty if there is none.
  [[nodiscard]] std::string_view header(std::string_view name) const noexcept;
  [[nodiscard]] std::optional<std::string> query_value(std::string_view name) const;
};

struct HttpResponse {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  // Bytes that live as long as the program, or as `keeps` does, instead of `body`.
  std::string_view constant_body = {};
  std::shared_ptr<const void> keeps = nullptr;
  std::vector<std::pair<std::string, std::string>> headers = {};
};

// Events as they stand on the wire, taken as fast as the client takes them: nothing is kept for one
// client that others do not have too.
class EventSource {
 public:
  struct Piece {
    std::string events;  // whole ones, each with its empty line
    bool last = false;
  };
  virtual ~EventSource() = default;
  // What has come since the last call, of about so many bytes, and at least one event if there is
  // any. If there is none, HttpExchange::wake() is to be called when there is. The server's thread
  // calls it.
  [[nodiscard]] virtual Piece next(std::size_t bytes) = 0;
};

// One request that waits for its answer: either respond() or begin_events(). Any thread may answer.
// One that is dropped without an answer closes the connection.
class HttpExchange {
 public:
  virtual ~HttpExchange() = default;
  virtual void respond(HttpResponse response) = 0;
  // Server-sent events; `headers` beside the usual. The source is destroyed when the client has
  // gone or has all of them.
  virtual void begin_events(std::vector<std::pair<std::string, std::string>> headers,
                            std::shared_ptr<EventSource> source) = 0;
  // There is something to take from the source.
  virtual void wake() = 0;
  // Called once if the client goes away before the answer is complete, at once if it has gone. The
  // callback must not wait for anything.
  virtual void when_gone(std::function<void()> callback) = 0;
  // Who asks: an address, or the network of one of IPv6; empty if it is this machine itself.
  [[nodiscard]] virtual std::string client() const { return {}; }
};

// What is answered to a request of which only the head has come; nothing if it may go on. On the
// server's thread.
using HttpGate = std::function<std::optional<HttpResponse>(const HttpRequest&)>;
using HttpHandler = std::function<void(HttpRequest, std::shared_ptr<HttpExchange>)>;

// Which bytes a Range header asks for: from begin up to, not including, end. Empty where there are
// no such bytes.
struct ByteRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};
// Of one range of `size` bytes; nothing if the header is none, or asks for anything else: then all
// is answered.
[[nodiscard]] std::optional<ByteRange> parse_range(std::string_view header, std::size_t size);

// %20 and the like; nothing if it is malformed. '+' stays.
[[nodiscard]] std::optional<std::string> percent_decoded(std::string_view text);

}  // namespace gyre::serve
