// HttpServer: HTTP/1.1 on sockets, for many clients at once on one thread that never waits for
// work. Decides how long a client may take and how much it may send; what is answered is the
// handler's business, on whatever threads it likes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gyre::serve {

struct HttpLimits {
  std::uint64_t body_bytes = std::uint64_t{4} << 20U;
  std::uint32_t header_bytes = std::uint32_t{16} << 10U;
  // More are told to come back later.
  int connections = 2'000;
  // Until the head of a request is complete, counted from the answer before it; until its body is;
  // and until an answer is taken.
  double head_seconds = 60;
  double body_seconds = 30;
  double write_seconds = 30;
  // Of events that a client has not taken yet; who has more is cut off.
  std::size_t unsent_bytes = std::size_t{8} << 20U;
};

struct HttpRequest {
  std::string method;  // "GET"
  std::string path;    // percent-decoded, without what stands behind '?'
  std::vector<std::pair<std::string, std::string>> query;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;

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

// One request that waits for its answer: either respond() or begin_events(). From any thread. One
// that is dropped without an answer closes the connection.
class HttpExchange {
 public:
  virtual ~HttpExchange() = default;
  virtual void respond(HttpResponse response) = 0;
  // Server-sent events; `headers` beside the usual.
  virtual void begin_events(std::vector<std::pair<std::string, std::string>> headers) = 0;
  // As it stands on the wire: whole events, each with its empty line.
  virtual void send(std::string events) = 0;
  virtual void end_events() = 0;
  // Called once if the client goes away before the answer is complete, at once if it has gone. The
  // callback must not wait for anything.
  virtual void when_gone(std::function<void()> callback) = 0;
};

using HttpHandler = std::function<void(HttpRequest, std::shared_ptr<HttpExchange>)>;

class HttpServer {
 public:
  // Listens from now on. port 0: any that is free. The handler is called on the server's thread and
  // must return at once. Throws Error if the address cannot be had.
  HttpServer(const std::string& address, int port, const HttpLimits& limits, HttpHandler handler);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  [[nodiscard]] int port() const noexcept;
  // Until stop().
  void run();
  // From any thread. Connections are closed; exchanges stay valid, and their answers go nowhere.
  void stop();
  // Of the server's thread, again and again until stop().
  void every(double seconds, std::function<void()> callback);

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

// %20 and the like; nothing if it is malformed. '+' stays.
[[nodiscard]] std::optional<std::string> percent_decoded(std::string_view text);

}  // namespace gyre::serve
