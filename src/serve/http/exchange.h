// HttpExchange: a request, and the way to answer it. All that those who answer see of HTTP; sockets
// are left out.
#pragma once

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
  // Bytes that live as long as the program, instead of `body`.
  std::string_view constant_body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
};

// One request that waits for its answer: either respond() or begin_events(). Any thread may answer.
// One that is dropped without an answer closes the connection.
class HttpExchange {
 public:
  virtual ~HttpExchange() = default;
  virtual void respond(HttpResponse response) = 0;
  // Server-sent events; `headers` beside the usual.
  virtual void begin_events(std::vector<std::pair<std::string, std::string>> headers) = 0;
  // Sends events as they stand on the wire: whole ones, each with its empty line.
  virtual void send(std::string events) = 0;
  virtual void end_events() = 0;
  // Called once if the client goes away before the answer is complete, at once if it has gone. The
  // callback must not wait for anything.
  virtual void when_gone(std::function<void()> callback) = 0;
};

using HttpHandler = std::function<void(HttpRequest, std::shared_ptr<HttpExchange>)>;

// %20 and the like; nothing if it is malformed. '+' stays.
[[nodiscard]] std::optional<std::string> percent_decoded(std::string_view text);

}  // namespace gyre::serve
