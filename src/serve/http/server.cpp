// One thread runs all connections (Boost.Asio and Boost.Beast).
#include "serve/http/server.h"

#include "serve/http/connection.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <unordered_map>
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

// Of an IPv6 address the half that stands for one network: the other half is free to whoever has
// it.
std::string address_key(const tcp::socket& socket) {
  ErrorCode error;
  const tcp::endpoint client = socket.remote_endpoint(error);
  if (error) return {};
  const asio::ip::address address = client.address();
  if (address.is_v4()) return address.to_string();
  const auto bytes = address.to_v6().to_bytes();
  return {bytes.begin(), bytes.begin() + bytes.size() / 2};
}

bool is_this_machine(const tcp::socket& socket) {
  ErrorCode error;
  const tcp::endpoint client = socket.remote_endpoint(error);
  return !error && client.address().is_loopback();
}

}  // namespace

struct HttpServer::Data {
  // Not io{1}, although one thread runs it: then what that thread posts itself can be overtaken by
  // what others post later, and an event of a job would come before its stream has begun.
  asio::io_context io;
  HttpSurroundings surroundings;
  tcp::acceptor acceptor{io};
  asio::steady_timer breath{io};  // before the next accept, when there are no sockets left
  struct Ticker {
    asio::steady_timer timer;
    double seconds;
    std::function<void()> callback;
    bool is_set = false;
  };
  std::vector<std::shared_ptr<Ticker>> tickers;
  std::unordered_map<std::string, int> clients;  // connections by address
  bool accepting = false;
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
      accepting = false;
      if (stopping) return;
      if (error) {
        // No sockets left, most likely: some will be closed soon.
        breath.expires_after(std::chrono::milliseconds(100));
        breath.async_wait([this](ErrorCode cancelled) {
          accepting = false;
          if (!cancelled && !stopping) accept();
        });
        accepting = true;
        return;
      }
      take(std::move(socket));
      accept();
    });
    accepting = true;
  }

  void take(tcp::socket socket) {
    // Those who are told to come back take a socket each for a moment; beyond as many again they
    // are closed without a word.
    const auto most = static_cast<std::size_t>(surroundings.limits.connections);
    if (surroundings.connections.size() >= 2 * most) return;
    const int most_of_one = surroundings.limits.connections_of_address;
    const std::string key = is_this_machine(socket) ? std::string() : address_key(socket);
    const bool is_limited = most_of_one > 0 && !key.empty();
    const bool is_too_many = is_limited && clients[key] >= most_of_one;
    const auto connection =
        make_connection(std::move(socket), surroundings, key, [this, is_limited, key] {
          if (!is_limited) return;
          const auto client = clients.find(key);
          if (--client->second == 0) clients.erase(client);
        });
    surroundings.connections.insert(connection);
    if (is_limited) ++clients[key];
    const bool has_room =
        surroundings.connections.size() <= most ||
        surroundings.close_slowest(HttpConnection::Wait::request, connection.get());
    if (is_too_many || !has_room) {
      connection->refuse();
    } else {
      connection->start();
    }
  }

  void tick(const std::shared_ptr<Ticker>& ticker) {
    ticker->timer.expires_after(timer_duration(ticker->seconds));
    ticker->timer.async_wait([this, ticker](ErrorCode error) {
      ticker->is_set = false;
      if (error || stopping) return;
      tick(ticker);
      ticker->callback();
    });
    ticker->is_set = true;
  }

  // Starts again what should be under way and is not, since a fault (no memory, most likely) ended
  // it.
  void revive() {
    if (stopping) return;
    if (!accepting) accept();
    for (const std::shared_ptr<Ticker>& ticker : tickers) {
      if (!ticker->is_set) tick(ticker);
    }
  }

  // A fault ends what it happened in, not the server.
  void run() {
    for (;;) {
      try {
        revive();
        io.run();
        return;
      } catch (...) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
    }
  }

  void shut() {
    if (stopping) return;
    stopping = true;
    ErrorCode ignored;
    acceptor.close(ignored);
    breath.cancel();
    for (const auto& ticker : tickers) ticker->timer.cancel();
    while (!surroundings.connections.empty()) {
      const std::shared_ptr<HttpConnection> connection = *surroundings.connections.begin();
      connection->close();
    }
  }
};

HttpServer::HttpServer(const std::string& address, int port, const HttpLimits& limits,
                       HttpHandler handler, HttpGate gate)
    : data_(std::make_unique<Data>()) {
  raise_file_limit();
  data_->surroundings.limits = limits;
  data_->surroundings.gate = std::move(gate);
  data_->surroundings.handler = std::move(handler);
  data_->surroundings.bodies->set_limit(std::max(limits.all_bodies_bytes, 4 * limits.body_bytes));
  data_->surroundings.unsent->set_limit(limits.unsent_bytes);
  data_->surroundings.mailbox = std::make_shared<Mailbox>(data_->io);
  data_->listen(address, port);
}

HttpServer::~HttpServer() {
  data_->surroundings.mailbox->shut();
}

int HttpServer::port() const noexcept {
  ErrorCode error;
  return data_->acceptor.local_endpoint(error).port();
}

void HttpServer::run() {
  data_->run();
}

void HttpServer::stop() {
  data_->surroundings.mailbox->post([data = data_.get()] { data->shut(); });
}

void HttpServer::every(double seconds, std::function<void()> callback) {
  data_->surroundings.mailbox->post([data = data_.get(), seconds, callback = std::move(callback)] {
    data->tickers.push_back(std::make_shared<Data::Ticker>(
        Data::Ticker{asio::steady_timer(data->io), seconds, callback}));
    data->tick(data->tickers.back());
  });
}

}  // namespace gyre::serve
