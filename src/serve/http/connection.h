// HttpConnection: one client's requests, one after the other, each with its answer. Decides how
// long the client may take and how much it may send; who is let in is the server's business.
#pragma once

#include "serve/http/exchange.h"
#include "serve/http/limits.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <utility>

namespace gyre::serve {

// The way to the server's thread, for as long as there is one. Any thread may use it.
class Mailbox {
 public:
  explicit Mailbox(boost::asio::io_context& io) : io_(&io) {}

  template <class Work>
  void post(Work work) {
    const std::lock_guard lock(mutex_);
    if (io_ != nullptr) boost::asio::post(*io_, std::move(work));
  }
  void shut() {
    const std::lock_guard lock(mutex_);
    io_ = nullptr;
  }

 private:
  std::mutex mutex_;
  boost::asio::io_context* io_;
};

// Lives until it is closed and nothing of it is under way. The server's thread does all of it.
class HttpConnection {
 public:
  virtual ~HttpConnection() = default;
  // Either begins to read requests, or says that there are too many connections.
  virtual void start() = 0;
  virtual void refuse() = 0;
  virtual void close() = 0;
};

using HttpConnections = std::unordered_set<std::shared_ptr<HttpConnection>>;

// What connections know of their server.
struct HttpSurroundings {
  HttpLimits limits;
  HttpHandler handler;
  std::shared_ptr<Mailbox> mailbox;
  HttpConnections connections;  // that are not closed
};

// Keeps a reference, and takes itself out of `connections` when it is closed.
[[nodiscard]] std::shared_ptr<HttpConnection> make_connection(boost::asio::ip::tcp::socket socket,
                                                              HttpSurroundings& server);

[[nodiscard]] inline boost::asio::steady_timer::duration timer_duration(double seconds) {
  return std::chrono::duration_cast<boost::asio::steady_timer::duration>(
      std::chrono::duration<double>(seconds));
}

}  // namespace gyre::serve
