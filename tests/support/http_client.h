// A client for tests that does what well-behaved libraries do not: half requests, several at once,
// silence.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <string_view>

namespace gyre {

class RawClient {
 public:
  explicit RawClient(int port) {
    socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ =
        ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  }
  ~RawClient() { close(); }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  [[nodiscard]] bool connected() const noexcept { return connected_; }
  void close() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }
  // False if the other side has closed.
  bool send(std::string_view text) {
    while (!text.empty()) {
      const ssize_t sent = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  // Reads until `end` has come, the other side closes, or the time is over.
  std::string read_until(std::string_view end, double seconds = 20) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    for (;;) {
      const std::size_t at = end.empty() ? std::string::npos : unread_.find(end);
      if (at != std::string::npos) return take(at + end.size());
      const std::chrono::duration<double> left = deadline - std::chrono::steady_clock::now();
      pollfd ready{socket_, POLLIN, 0};
      if (left.count() <= 0 || ::poll(&ready, 1, static_cast<int>(left.count() * 1000) + 1) <= 0) {
        return take(unread_.size());
      }
      char piece[65536];
      const ssize_t got = ::recv(socket_, piece, sizeof(piece), 0);
      if (got <= 0) {
        closed_ = true;
        return take(unread_.size());
      }
      unread_.append(piece, static_cast<std::size_t>(got));
    }
  }
  // Everything until the other side closes.
  std::string read_all(double seconds = 20) { return read_until("", seconds); }
  [[nodiscard]] bool closed() const noexcept { return closed_; }

  struct Response {
    int status = 0;
    std::string head;
    std::string body;
  };
  // A response with a Content-Length.
  Response read_response(double seconds = 20) {
    Response response;
    response.head = read_until("\r\n\r\n", seconds);
    if (response.head.size() > 12) response.status = std::atoi(response.head.c_str() + 9);
    constexpr std::string_view kLength = "Content-Length: ";
    const std::size_t at = response.head.find(kLength);
    if (at == std::string::npos) return response;
    const auto size =
        static_cast<std::size_t>(std::atoll(response.head.c_str() + at + kLength.size()));
    while (unread_.size() < size && !closed_) {
      char piece[65536];
      const ssize_t got = ::recv(socket_, piece, sizeof(piece), 0);
      if (got <= 0) {
        closed_ = true;
      } else {
        unread_.append(piece, static_cast<std::size_t>(got));
      }
    }
    response.body = take(std::min(size, unread_.size()));
    return response;
  }

 private:
  std::string take(std::size_t size) {
    std::string out = unread_.substr(0, size);
    unread_.erase(0, size);
    return out;
  }

  int socket_ = -1;
  bool connected_ = false;
  bool closed_ = false;
  std::string unread_;
};

}  // namespace gyre
