// HttpServer: HTTP/1.1 on sockets, for many clients at once on one thread that never waits for
// work. Decides who is let in; what a client then does is its connection's business
// (connection.h), and what is answered the handler's, on whatever threads it likes.
#pragma once

#include "serve/http/exchange.h"
#include "serve/http/limits.h"

#include <functional>
#include <memory>
#include <string>

namespace gyre::serve {

class HttpServer {
 public:
  // Listens from now on. port 0: any that is free. The handler is called on the server's thread and
  // must return at once. gate: asked when the head of a request has come, before its body is read.
  // Throws Error if the address cannot be had.
  HttpServer(const std::string& address, int port, const HttpLimits& limits, HttpHandler handler,
             HttpGate gate = {});
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  [[nodiscard]] int port() const noexcept;
  // Serves until stop() is called.
  void run();
  // It may be called from any thread. Connections are closed; exchanges stay valid, and their
  // answers go nowhere.
  void stop();
  // Has the server's thread call back again and again until stop().
  void every(double seconds, std::function<void()> callback);

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace gyre::serve
