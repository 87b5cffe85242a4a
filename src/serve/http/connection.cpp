// A connection reads the head of the next request while the answer to the last is still awaited,
// because that is how one hears that the client has gone.
#include "serve/http/connection.h"

#include <fmt/format.h>

#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gyre::serve {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using tcp = asio::ip::tcp;
using ErrorCode = boost::system::error_code;
using Parser = http::request_parser<http::string_body>;

std::string_view view(beast::string_view text) {
  return {text.data(), text.size()};
}

std::string error_body(std::string_view message) {
  return fmt::format("{{\"error\":{{\"message\":\"{}\"}}}}", message);
}

// All members are touched on the server's thread only.
class Connection final : public HttpConnection, public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, HttpSurroundings& server)
      : server_(server),
        limits_(server.limits),
        socket_(std::move(socket)),
        deadline_(socket_.get_executor()) {}

  void start() override {
    ErrorCode ignored;
    socket_.set_option(tcp::no_delay(true), ignored);
    set_deadline(limits_.head_seconds);
    read_head();
  }
  void refuse() override {
    reading_ = false;
    fail(503, "too many connections; try again in a moment", {{"Retry-After", "2"}});
  }
  void close() override {
    if (closed_) return;
    closed_ = true;
    ErrorCode ignored;
    socket_.shutdown(tcp::socket::shutdown_both, ignored);
    socket_.close(ignored);
    deadline_.cancel();
    tell_gone();
    server_.connections.erase(shared_from_this());
  }

  // Of the exchange that is being answered.
  void respond(std::uint64_t number, HttpResponse response) {
    if (closed_ || number != answering_ || answer_ != Answer::awaited) return;
    answer_ = Answer::writing;
    write_response(std::move(response));
  }
  void begin_events(std::uint64_t number,
                    const std::vector<std::pair<std::string, std::string>>& headers) {
    if (closed_ || number != answering_ || answer_ != Answer::awaited) return;
    answer_ = Answer::events;
    keep_alive_ = false;
    std::string head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n"
        "Cache-Control: no-store\r\nConnection: close\r\n";
    for (const auto& [name, value] : headers) head += fmt::format("{}: {}\r\n", name, value);
    unsent_ += head + "\r\n";
    flush_events();
  }
  void send(std::uint64_t number, const std::string& events) {
    if (closed_ || number != answering_ || answer_ != Answer::events) return;
    unsent_ += events;
    if (unsent_.size() > limits_.unsent_bytes) {
      close();
      return;
    }
    flush_events();
  }
  void end_events(std::uint64_t number) {
    if (closed_ || number != answering_ || answer_ != Answer::events) return;
    events_end_ = true;
    flush_events();
  }
  void when_gone(std::uint64_t number, std::function<void()> callback) {
    if (closed_ || number != answering_) {
      callback();
    } else if (answer_ == Answer::awaited || answer_ == Answer::events) {
      // All of them: what one thread posts need not come before what another posts later.
      gone_.push_back(std::move(callback));
    }
  }
  // Nobody will answer it any more.
  void abandon(std::uint64_t number) {
    if (!closed_ && number == answering_ && answer_ == Answer::awaited) close();
  }

 private:
  enum class Answer { none, awaited, writing, events };

  void tell_gone() {
    const std::vector<std::function<void()>> callbacks = std::exchange(gone_, {});
    for (const std::function<void()>& callback : callbacks) callback();
  }

  void set_deadline(double seconds) {
    deadline_.expires_after(timer_duration(seconds));
    deadline_.async_wait([self = shared_from_this()](ErrorCode error) {
      if (error || self->closed_) return;
      // Cancelled too late: a new one has been set.
      if (self->deadline_.expiry() > asio::steady_timer::clock_type::now()) return;
      self->overdue();
    });
  }

  void overdue() {
    // A request that has begun is told why; silence is just ended.
    const bool begun = buffer_.size() > 0 || (parser_ && parser_->is_header_done());
    if (answer_ == Answer::none && reading_ && begun) {
      reading_ = false;
      fail(408, "the request came too slowly");
    } else {
      close();
    }
  }

  void read_head() {
    parser_.emplace();
    parser_->header_limit(limits_.header_bytes);
    parser_->body_limit(limits_.body_bytes);
    reading_ = true;
    http::async_read_header(
        socket_, buffer_, *parser_,
        [self = shared_from_this()](ErrorCode error, std::size_t) { self->head_read(error); });
  }

  void head_read(ErrorCode error) {
    if (closed_ || !reading_) return;
    if (error) {
      read_failed(error);
      return;
    }
    if (answer_ != Answer::none) {
      // A client that does not wait for answers: this one waits for its turn.
      next_is_ready_ = true;
      return;
    }
    read_body();
  }

  void read_body() {
    set_deadline(limits_.body_seconds);
    if (view(parser_->get()[http::field::expect]) == "100-continue") {
      static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
      asio::async_write(socket_, asio::buffer(kContinue.data(), kContinue.size()),
                        [self = shared_from_this()](ErrorCode error, std::size_t) {
                          if (error) {
                            self->close();
                          } else if (!self->closed_) {
                            self->read_rest();
                          }
                        });
      return;
    }
    read_rest();
  }

  void read_rest() {
    http::async_read(
        socket_, buffer_, *parser_,
        [self = shared_from_this()](ErrorCode error, std::size_t) { self->request_read(error); });
  }

  void read_failed(ErrorCode error) {
    reading_ = false;
    // Nobody is left to take an answer: to this request or, if one is awaited, to the last.
    const bool is_gone =
        error == http::error::end_of_stream || error == http::error::partial_message ||
        error.category() != http::make_error_code(http::error::bad_value).category();
    if (answer_ != Answer::none || is_gone) {
      close();
    } else if (error == http::error::body_limit) {
      fail(413, fmt::format("the body is larger than the {} bytes that are allowed",
                            limits_.body_bytes));
    } else if (error == http::error::header_limit || error == http::error::buffer_overflow) {
      fail(431, fmt::format("the headers are larger than the {} bytes that are allowed",
                            limits_.header_bytes));
    } else {
      fail(400, "this is no HTTP/1.1 request");
    }
  }

  void request_read(ErrorCode error) {
    if (closed_ || !reading_) return;
    if (error) {
      read_failed(error);
      return;
    }
    deadline_.cancel();
    http::request<http::string_body> message = parser_->release();
    HttpRequest request;
    request.method = std::string(view(message.method_string()));
    const bool has_target = request.set_target(view(message.target()));
    for (const auto& field : message) {
      request.headers.emplace_back(view(field.name_string()), view(field.value()));
    }
    request.body = std::move(message.body());
    keep_alive_ = message.keep_alive();
    head_only_ = message.method() == http::verb::head;
    if (head_only_) request.method = "GET";
    if (!has_target) {
      reading_ = false;
      fail(400, "the path of the request is malformed");
      return;
    }
    answer_ = Answer::awaited;
    ++answering_;
    // Before the handler, which may answer at once.
    read_head();
    server_.handler(std::move(request), make_exchange());
  }

  [[nodiscard]] std::shared_ptr<HttpExchange> make_exchange();

  // An answer to a request that could not be read: nothing can follow.
  void fail(int status, const std::string& message,
            const std::vector<std::pair<std::string, std::string>>& headers = {}) {
    keep_alive_ = false;
    head_only_ = false;
    answer_ = Answer::writing;
    ++answering_;
    HttpResponse response;
    response.status = status;
    response.body = error_body(message);
    response.headers = headers;
    write_response(std::move(response));
  }

  void write_response(HttpResponse response) {
    gone_.clear();
    response_ = std::move(response);
    const std::string_view body = response_.constant_body.empty() ? std::string_view(response_.body)
                                                                  : response_.constant_body;
    head_ = fmt::format("HTTP/1.1 {} {}\r\nContent-Length: {}\r\n", response_.status,
                        view(http::obsolete_reason(static_cast<http::status>(response_.status))),
                        body.size());
    const auto add = [&](std::string_view name, std::string_view value) {
      head_.append(name).append(": ").append(value).append("\r\n");
    };
    if (!response_.content_type.empty() && response_.status != 204 && response_.status != 304) {
      add("Content-Type", response_.content_type);
    }
    for (const auto& [name, value] : response_.headers) add(name, value);
    head_ += keep_alive_ ? "\r\n" : "Connection: close\r\n\r\n";
    const bool bare = head_only_ || response_.status == 204 || response_.status == 304;
    const std::array<asio::const_buffer, 2> parts = {
        asio::buffer(head_), asio::buffer(body.data(), bare ? 0 : body.size())};
    set_deadline(limits_.write_seconds);
    asio::async_write(socket_, parts, [self = shared_from_this()](ErrorCode error, std::size_t) {
      self->response_written(error);
    });
  }

  void response_written(ErrorCode error) {
    if (closed_) return;
    if (error || !keep_alive_) {
      finish(error);
      return;
    }
    answer_ = Answer::none;
    response_ = {};
    if (next_is_ready_) {
      next_is_ready_ = false;
      read_body();
    } else {
      set_deadline(limits_.head_seconds);
    }
  }

  // What a client still sends is read for a moment: closing at once could make its system throw our
  // answer away.
  void finish(ErrorCode error) {
    if (error) {
      close();
      return;
    }
    ErrorCode ignored;
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
    constexpr double kLingerSeconds = 2;
    set_deadline(kLingerSeconds);
    if (!reading_) drain();
    // Else the read that is under way hears the end.
  }
  // Not into the buffer of requests: where a request was overdue, its read is still under way.
  void drain() {
    constexpr std::size_t kPiece = 4096;
    drained_.resize(kPiece);
    socket_.async_read_some(asio::buffer(drained_),
                            [self = shared_from_this()](ErrorCode error, std::size_t) {
                              if (self->closed_) return;
                              if (error) {
                                self->close();
                              } else {
                                self->drain();
                              }
                            });
  }

  void flush_events() {
    if (sending_) return;
    if (unsent_.empty()) {
      if (events_end_) finish({});
      return;
    }
    sending_ = true;
    being_sent_.clear();
    std::swap(being_sent_, unsent_);
    set_deadline(limits_.write_seconds);
    asio::async_write(socket_, asio::buffer(being_sent_),
                      [self = shared_from_this()](ErrorCode error, std::size_t) {
                        self->sending_ = false;
                        if (self->closed_) return;
                        self->deadline_.cancel();
                        if (error) {
                          self->close();
                        } else {
                          self->flush_events();
                        }
                      });
  }

  HttpSurroundings& server_;
  const HttpLimits& limits_;
  tcp::socket socket_;
  asio::steady_timer deadline_;
  beast::flat_buffer buffer_;
  std::vector<char> drained_;
  std::optional<Parser> parser_;
  bool reading_ = false;
  bool next_is_ready_ = false;  // the head of the next request has been read
  bool closed_ = false;
  Answer answer_ = Answer::none;
  std::uint64_t answering_ = 0;  // the number of the request that is being answered
  bool keep_alive_ = false;
  bool head_only_ = false;
  std::string head_;
  HttpResponse response_;
  std::vector<std::function<void()>> gone_;
  // Events.
  std::string unsent_;
  std::string being_sent_;
  bool sending_ = false;
  bool events_end_ = false;
};

// Hands everything over to the server's thread.
class ConnectionExchange final : public HttpExchange {
 public:
  ConnectionExchange(std::weak_ptr<Connection> connection, std::shared_ptr<Mailbox> mailbox,
                     std::uint64_t number)
      : connection_(std::move(connection)), mailbox_(std::move(mailbox)), number_(number) {}
  ConnectionExchange(const ConnectionExchange&) = delete;
  ConnectionExchange& operator=(const ConnectionExchange&) = delete;
  ~ConnectionExchange() override {
    if (answered_) return;
    post([number = number_](Connection& connection) { connection.abandon(number); });
  }

  void respond(HttpResponse response) override {
    answered_ = true;
    post([number = number_, response = std::move(response)](Connection& connection) mutable {
      connection.respond(number, std::move(response));
    });
  }
  void begin_events(std::vector<std::pair<std::string, std::string>> headers) override {
    answered_ = true;
    post([number = number_, headers = std::move(headers)](Connection& connection) {
      connection.begin_events(number, headers);
    });
  }
  void send(std::string events) override {
    post([number = number_, events = std::move(events)](Connection& connection) {
      connection.send(number, events);
    });
  }
  void end_events() override {
    post([number = number_](Connection& connection) { connection.end_events(number); });
  }
  void when_gone(std::function<void()> callback) override {
    mailbox_->post(
        [weak = connection_, number = number_, callback = std::move(callback)]() mutable {
          if (const std::shared_ptr<Connection> connection = weak.lock()) {
            connection->when_gone(number, std::move(callback));
          } else {
            callback();
          }
        });
  }

 private:
  template <class Work>
  void post(Work work) {
    mailbox_->post([weak = connection_, work = std::move(work)]() mutable {
      if (const std::shared_ptr<Connection> connection = weak.lock()) work(*connection);
    });
  }

  std::weak_ptr<Connection> connection_;
  std::shared_ptr<Mailbox> mailbox_;
  std::uint64_t number_;
  std::atomic<bool> answered_ = false;
};

std::shared_ptr<HttpExchange> Connection::make_exchange() {
  return std::make_shared<ConnectionExchange>(weak_from_this(), server_.mailbox, answering_);
}

}  // namespace

std::shared_ptr<HttpConnection> make_connection(tcp::socket socket, HttpSurroundings& server) {
  return std::make_shared<Connection>(std::move(socket), server);
}

}  // namespace gyre::serve
