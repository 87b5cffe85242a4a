#include "serve/server.h"

#include "serve/api.h"
#include "serve/http/server.h"

#include <fmt/format.h>
#include <gyre/base/error.h>

#include <boost/asio/ip/address.hpp>

#include <algorithm>

namespace gyre {

bool is_loopback(const std::string& address) {
  boost::system::error_code error;
  const auto ip = boost::asio::ip::make_address(address, error);
  return !error && ip.is_loopback();
}

struct Server::Data {
  explicit Data(const ServeOptions& options)
      : address(options.address),
        api(options),
        http(
            options.address, options.port, limits_of(options),
            [this](serve::HttpRequest request,
                   const std::shared_ptr<serve::HttpExchange>& exchange) {
              api.handle(std::move(request), exchange);
            },
            [this](const serve::HttpRequest& head) { return api.refuse(head); }) {
    http.every(1, [this] { api.tidy(); });
  }

  static serve::HttpLimits limits_of(const ServeOptions& options) {
    serve::HttpLimits limits;
    limits.body_bytes = options.body_bytes;
    limits.connections = options.connections;
    limits.connections_of_address = std::max(1, options.connections / 2);
    limits.head_seconds = 2 * options.client_seconds;
    limits.body_seconds = options.client_seconds;
    limits.write_seconds = options.client_seconds;
    return limits;
  }

  std::string address;
  serve::Api api;  // outlives the server, whose thread calls it
  serve::HttpServer http;
};

Server::Server(const ServeOptions& options) {
  if (options.token.empty() && !is_loopback(options.address)) {
    throw Error(fmt::format("other machines may reach {}, so a token is needed", options.address));
  }
  data_ = std::make_unique<Data>(options);
}

Server::~Server() = default;

std::string Server::url() const {
  const bool is_v6 = data_->address.find(':') != std::string::npos;
  return fmt::format("http://{}:{}/", is_v6 ? fmt::format("[{}]", data_->address) : data_->address,
                     data_->http.port());
}

bool Server::has_player() const {
  return data_->api.has_player();
}

void Server::run() {
  data_->http.run();
  data_->api.shut();
}

void Server::stop() {
  data_->http.stop();
}

}  // namespace gyre
