// HttpConnection: one client's requests, one after the other, each with its answer. Decides how
// long the client may take and how much it may send; who is let in is the server's business.
#pragma once

#include "serve/http/exchange.h"
#include "serve/http/limits.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
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
  using Clock = std::chrono::steady_clock;
  // What may be waited for: a request, the rest of a body that takes room, or that an answer is
  // taken.
  enum class Wait { request, body, answer };

  virtual ~HttpConnection() = default;
  // Either begins to read requests, or says that there are too many connections.
  virtual void start() = 0;
  virtual void refuse() = 0;
  virtual void close() = 0;
  // Since when the client is waited for; nothing if it is not.
  [[nodiscard]] virtual std::optional<Clock::time_point> since(Wait wait) const = 0;
};

using HttpConnections = std::unordered_set<std::shared_ptr<HttpConnection>>;

// Room that many share: what they take together stays below a limit. From any thread.
class SharedRoom {
 public:
  explicit SharedRoom(std::uint64_t limit = 0) : limit_(limit) {}
  void set_limit(std::uint64_t limit) { limit_ = limit; }

  // A part of it, given back when it is destroyed. The room outlives it.
  class Part {
   public:
    explicit Part(std::shared_ptr<SharedRoom> room) : room_(std::move(room)) {}
    ~Part() { room_->used_ -= bytes_; }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    // False if there is not so much more; then it stays as it was.
    [[nodiscard]] bool grow_to(std::uint64_t bytes) {
      if (bytes <= bytes_) return true;
      const std::uint64_t more = bytes - bytes_;
      if (room_->used_.fetch_add(more) + more > room_->limit_) {
        room_->used_ -= more;
        return false;
      }
      bytes_ = bytes;
      return true;
    }

   private:
    std::shared_ptr<SharedRoom> room_;
    std::uint64_t bytes_ = 0;
  };

 private:
  std::uint64_t limit_;
  std::atomic<std::uint64_t> used_ = 0;
};

// What connections know of their server.
struct HttpSurroundings {
  HttpLimits limits;
  HttpGate gate;
  HttpHandler handler;
  std::shared_ptr<Mailbox> mailbox;
  HttpConnections connections;  // that are not closed
  // Bodies that are being sent or whose requests wait; answers that are not taken yet.
  std::shared_ptr<SharedRoom> bodies = std::make_shared<SharedRoom>();
  std::shared_ptr<SharedRoom> unsent = std::make_shared<SharedRoom>();

  // Closes the connection that has been waited for longest, if it has been so for a while. False if
  // there is none but `asking`.
  bool close_slowest(HttpConnection::Wait wait, const HttpConnection* asking);
};

// Keeps a reference, and takes itself out of `connections` when it is closed. client: as of
// HttpExchange. closed: called when it is closed.
[[nodiscard]] std::shared_ptr<HttpConnection> make_connection(boost::asio::ip::tcp::socket socket,
                                                              HttpSurroundings& server,
                                                              std::string client,
                                                              std::function<void()> closed);

[[nodiscard]] inline boost::asio::steady_timer::duration timer_duration(double seconds) {
  return std::chrono::duration_cast<boost::asio::steady_timer::duration>(
      std::chrono::duration<double>(seconds));
}

}  // namespace gyre::serve
