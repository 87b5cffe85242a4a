// One thread runs all connections (Boost.Asio and Boost.Beast).
#include "serve/http/server.h"

#include "serve/http/connection.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <sys/resource.h>

#include <chrono>
#include <utility>
#include <vector>

namespace gyre::serve {
namespace {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;
using ErrorCode = boost::system::error_code;

// As many sockets as the system lets us have.
void raise_file_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  (void)setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

struct HttpServer::Data {
  // Not io{1}, although one thread runs it: then what that thread posts itself can be overtaken by
  // what others post later, and an event of a job would come before its stream has begun.
  asio::io_context io;
  HttpSurroundings surroundings;
  tcp::acceptor acceptor{io};
  asio::steady_timer breath{io};  // before the next accept, when there are no sockets left
  std::vector<std::shared_ptr<asio::steady_timer>> timers;
  bool stopping = false;

  void listen(const std::string& address, int port) {
    const std::string where = fmt::format("{} port {}", address, port);
    ErrorCode error;
    const auto ip = asio::ip::make_address(address, error);
    if (error) {
      throw Error(fmt::format("'{}' is no address (expected 127.0.0.1, ::1 or 0.0.0.0)", address));
    }
    const tcp::endpoint endpoint(ip, static_cast<unsigned short>(port));
    const auto check = [&] {
      if (error) throw Error(fmt::format("cannot listen on {}: {}", where, error.message()));
    };
    acceptor.open(endpoint.protocol(), error);
    check();
    acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    acceptor.bind(endpoint, error);
    check();
    constexpr int kBacklog = 4'096;  // the system takes less if it wants to
    acceptor.listen(kBacklog, error);
    check();
  }

  void accept() {
    acceptor.async_accept([this](ErrorCode error, tcp::socket socket) {
      if (stopping) return;
      if (error) {
        // No sockets left, most likely: some will be closed soon.
        breath.expires_after(std::chrono::milliseconds(100));
        breath.async_wait([this](ErrorCode cancelled) {
          if (!cancelled && !stopping) accept();
        });
        return;
      }
      take(std::move(socket));
      accept();
    });
  }

  void take(tcp::socket socket) {
    // Those who are told to come back take a socket each for a moment; beyond as many again they
    // are closed without a word.
    const auto most = static_cast<std::size_t>(surroundings.limits.connections);
    const std::size_t now = surroundings.connections.size();
    if (now >= 2 * most) return;
    const auto connection = make_connection(std::move(socket), surroundings);
    surroundings.connections.insert(connection);
    if (now >= most) {
      connection->refuse();
    } else {
      connection->start();
    }
  }

  void tick(const std::shared_ptr<asio::steady_timer>& timer, double seconds,
            const std::function<void()>& callback) {
    timer->expires_after(timer_duration(seconds));
    timer->async_wait([this, timer, seconds, callback](ErrorCode error) {
      if (error || stopping) return;
      callback();
      tick(timer, seconds, callback);
    });
  }

  void shut() {
    if (stopping) return;
    stopping = true;
    ErrorCode ignored;
    acceptor.close(ignored);
    breath.cancel();
    for (const auto& timer : timers) timer->cancel();
    const HttpConnections open = surroundings.connections;
    for (const auto& connection : open) connection->close();
  }
};

HttpServer::HttpServer(const std::string& address, int port, const HttpLimits& limits,
                       HttpHandler handler)
    : data_(std::make_unique<Data>()) {
  raise_file_limit();
  data_->surroundings.limits = limits;
  data_->surroundings.handler = std::move(handler);
  data_->surroundings.mailbox = std::make_shared<Mailbox>(data_->io);
  data_->listen(address, port);
  data_->accept();
}

HttpServer::~HttpServer() {
  data_->surroundings.mailbox->shut();
}

int HttpServer::port() const noexcept {
  ErrorCode error;
  return data_->acceptor.local_endpoint(error).port();
}

void HttpServer::run() {
  data_->io.run();
}

void HttpServer::stop() {
  data_->surroundings.mailbox->post([data = data_.get()] { data->shut(); });
}

void HttpServer::every(double seconds, std::function<void()> callback) {
  data_->surroundings.mailbox->post([data = data_.get(), seconds, callback = std::move(callback)] {
    data->timers.push_back(std::make_shared<asio::steady_timer>(data->io));
    data->tick(data->timers.back(), seconds, callback);
  });
}

}  // namespace gyre::serve
