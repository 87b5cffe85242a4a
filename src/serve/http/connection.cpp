// A connection reads the head of the next request while the answer to the last is still awaited,
// because that is how one hears that the client has gone. Whatever goes wrong within it, memory
// that is not to be had too, closes it and nothing else.
#include "serve/http/connection.h"

#include "serve/http/framing.h"

#include <fmt/format.h>

#include <boost/asio/write.hpp>
#include <boost/beast/http/status.hpp>

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
namespace http = boost::beast::http;
using tcp = asio::ip::tcp;
using ErrorCode = boost::system::error_code;
using Headers = std::vector<std::pair<std::string, std::string>>;

// Smaller bodies and answers are not counted: as many as there are connections take little.
constexpr std::size_t kSmallBytes = std::size_t{16} << 10U;
// Of events that are taken from their source at once.
constexpr std::size_t kPieceBytes = std::size_t{32} << 10U;
// For every answer, whoever makes it.
constexpr std::string_view kEveryHead = "X-Content-Type-Options: nosniff\r\n";

std::string error_body(std::string_view message) {
  return fmt::format("{{\"error\":{{\"message\":\"{}\"}}}}", message);
}

// All members are touched on the server's thread only.
class Connection final : public HttpConnection, public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, HttpSurroundings& server, std::string client,
             std::function<void()> closed)
      : server_(server),
        limits_(server.limits),
        socket_(std::move(socket)),
        deadline_(socket_.get_executor()),
        reader_(server.limits),
        client_(std::move(client)),
        told_closed_(std::move(closed)) {}

  void start() override {
    keep_faults([&] {
      ErrorCode ignored;
      socket_.set_option(tcp::no_delay(true), ignored);
      waiting_since_ = Clock::now();
      set_deadline(limits_.head_seconds);
      read_more();
    });
  }
  void refuse() override {
    keep_faults([&] {
      fail(503, "too many connections; try again in a moment", {{"Retry-After", "2"}});
    });
  }
  void close() override {
    if (closed_) return;
    const auto self = shared_from_this();
    closed_ = true;
    ErrorCode ignored;
    socket_.shutdown(tcp::socket::shutdown_both, ignored);
    socket_.close(ignored);
    deadline_.cancel();
    body_room_.reset();
    unsent_room_.reset();
    source_.reset();
    response_ = {};
    try {
      tell_gone();
    } catch (...) {
      // Who is not told finds out when the answer goes nowhere.
    }
    server_.connections.erase(self);
    told_closed_();
  }
  [[nodiscard]] std::optional<Clock::time_point> since(Wait wait) const override {
    if (closed_) return std::nullopt;
    switch (wait) {
      case Wait::request:
        if (answer_ == Answer::none) return waiting_since_;
        break;
      case Wait::body:
        if (answer_ == Answer::none && body_room_) return waiting_since_;
        break;
      case Wait::answer:
        if (unsent_room_) return waiting_since_;
        break;
    }
    return std::nullopt;
  }

  // What `work` throws ends this connection.
  template <class Work>
  void keep_faults(const Work& work) {
    try {
      work();
    } catch (...) {
      close();
    }
  }

  // Of the exchange that is being answered.
  void respond(std::uint64_t number, HttpResponse response) {
    if (closed_ || number != answering_ || answer_ != Answer::awaited) return;
    answer_ = Answer::writing;
    write_response(std::move(response));
  }
  void begin_events(std::uint64_t number, const Headers& headers,
                    std::shared_ptr<EventSource> source) {
    if (closed_ || number != answering_ || answer_ != Answer::awaited) return;
    answer_ = Answer::events;
    keep_alive_ = false;
    // The system would hold megabytes for who does not read.
    constexpr int kSocketBytes = 128 * 1024;
    ErrorCode ignored;
    socket_.set_option(asio::socket_base::send_buffer_size(kSocketBytes), ignored);
    being_sent_ = fmt::format(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n"
        "Cache-Control: no-store\r\n{}Connection: close\r\n",
        kEveryHead);
    for (const auto& [name, value] : headers) {
      being_sent_.append(name).append(": ").append(value).append("\r\n");
    }
    being_sent_ += "\r\n";
    // Who asked for the head only gets no more.
    if (!head_only_) source_ = std::move(source);
    write_events();
  }
  void wake(std::uint64_t number) {
    if (closed_ || number != answering_ || answer_ != Answer::events) return;
    if (!sending_) send_events();
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
  // What the bytes that come are: of a head, of the body behind it, of a head that waits for its
  // turn, or nothing that anybody wants.
  enum class Reading { head, body, ready, nothing };

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
      self->keep_faults([&] { self->overdue(); });
    });
  }

  void overdue() {
    // A request that has begun is told why; silence is just ended.
    if (answer_ == Answer::none && reader_.has_begun()) {
      fail(408, "the request came too slowly");
    } else {
      close();
    }
  }

  // One read is always under way, but while a whole head waits for its turn.
  void read_more() {
    if (read_under_way_) return;
    read_under_way_ = true;
    socket_.async_read_some(
        reading_ == Reading::nothing ? asio::buffer(drained_) : asio::buffer(reader_.room()),
        [self = shared_from_this()](ErrorCode error, std::size_t bytes) {
          self->read_under_way_ = false;
          if (self->closed_) return;
          if (error) {
            // Nobody is left to take an answer.
            self->close();
            return;
          }
          self->keep_faults([&] { self->have_read(bytes); });
        });
  }

  void have_read(std::size_t bytes) {
    if (reading_ == Reading::nothing) {
      // Who sends a body that is too large reads the answer behind it; who goes on and on never
      // does.
      constexpr std::uint64_t kBodies = 4;
      constexpr std::uint64_t kAtLeast = std::uint64_t{2} << 20U;
      drained_bytes_ += bytes;
      if (drained_bytes_ > kBodies * limits_.body_bytes + kAtLeast) {
        close();
      } else {
        read_more();
      }
      return;
    }
    reader_.took(bytes);
    go_on();
  }

  void go_on() {
    if (reading_ == Reading::head) {
      const RequestReader::Step step = reader_.read_head();
      if (step == RequestReader::Step::more) {
        read_more();
      } else if (answer_ != Answer::none) {
        // A client that does not wait for answers: this one waits for its turn.
        reading_ = Reading::ready;
        ready_is_fault_ = step == RequestReader::Step::fault;
      } else {
        head_read(step == RequestReader::Step::fault);
      }
    } else if (reading_ == Reading::body) {
      read_body();
    }
  }

  void head_read(bool is_fault) {
    if (is_fault) {
      fail(reader_.status(), reader_.message());
      return;
    }
    HttpRequest& request = reader_.request();
    keep_alive_ = reader_.keeps_alive();
    head_only_ = request.method == "HEAD";
    if (head_only_) request.method = "GET";
    if (server_.gate) {
      if (std::optional<HttpResponse> refusal = server_.gate(request)) {
        refuse_request(*std::move(refusal));
        return;
      }
    }
    reading_ = Reading::body;
    if (!reader_.has_body()) {
      read_body();
      return;
    }
    waiting_since_ = Clock::now();
    set_deadline(limits_.body_seconds);
    if (reader_.wants_continue()) {
      static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
      asio::async_write(socket_, asio::buffer(kContinue.data(), kContinue.size()),
                        [self = shared_from_this()](ErrorCode error, std::size_t) {
                          if (self->closed_) return;
                          if (error) {
                            self->close();
                          } else {
                            self->keep_faults([&] { self->read_body(); });
                          }
                        });
      return;
    }
    read_body();
  }

  // Its body is not read: what follows it could not be told from it.
  void refuse_request(HttpResponse response) {
    answer_ = Answer::writing;
    ++answering_;
    if (reader_.has_body()) {
      keep_alive_ = false;
      reading_ = Reading::nothing;
    } else {
      begin_next();
    }
    write_response(std::move(response));
  }

  void read_body() {
    if (reading_ != Reading::body) return;
    const RequestReader::Step step = reader_.read_body();
    if (step == RequestReader::Step::fault) {
      fail(reader_.status(), reader_.message());
    } else if (!hold_body()) {
      fail(503, "too many requests are being sent; try again in a moment", {{"Retry-After", "1"}});
    } else if (step == RequestReader::Step::more) {
      read_more();
    } else {
      request_read();
    }
  }

  // False if the bodies of all take too much, and no other one is slower.
  bool hold_body() {
    const std::size_t size = std::max(reader_.body_capacity(), reader_.request().body.capacity());
    if (size <= kSmallBytes) return true;
    if (!body_room_) body_room_ = std::make_shared<SharedRoom::Part>(server_.bodies);
    while (!body_room_->grow_to(size)) {
      if (!server_.close_slowest(Wait::body, this)) return false;
    }
    return true;
  }

  void request_read() {
    deadline_.cancel();
    HttpRequest request = std::move(reader_.request());
    request.held = std::exchange(body_room_, nullptr);
    answer_ = Answer::awaited;
    ++answering_;
    // Before the handler, which may answer at once.
    begin_next();
    server_.handler(std::move(request), make_exchange());
  }

  // The next head, while this request is being answered.
  void begin_next() {
    reader_.next();
    reading_ = Reading::head;
    go_on();
  }

  [[nodiscard]] std::shared_ptr<HttpExchange> make_exchange();

  // An answer to a request that could not be read: nothing can follow.
  void fail(int status, const std::string& message, const Headers& headers = {}) {
    keep_alive_ = false;
    head_only_ = false;
    reading_ = Reading::nothing;
    body_room_.reset();
    answer_ = Answer::writing;
    ++answering_;
    HttpResponse response;
    response.status = status;
    response.body = error_body(message);
    response.headers = headers;
    write_response(std::move(response));
  }

  // Room for what the client has not taken. False if there is none.
  bool hold_unsent(std::size_t size) {
    unsent_room_.reset();
    if (size <= kSmallBytes) return true;
    unsent_room_ = std::make_unique<SharedRoom::Part>(server_.unsent);
    waiting_since_ = Clock::now();
    while (!unsent_room_->grow_to(size)) {
      if (!server_.close_slowest(Wait::answer, this)) return false;
    }
    return true;
  }

  void write_response(HttpResponse response) {
    gone_.clear();
    response_ = std::move(response);
    if (!hold_unsent(response_.body.capacity())) {
      unsent_room_.reset();
      response_ = {};
      response_.status = 503;
      response_.body = error_body("too many answers wait to be taken; try again in a moment");
      response_.headers = {{"Retry-After", "1"}};
    }
    const std::string_view body = response_.constant_body.empty() ? std::string_view(response_.body)
                                                                  : response_.constant_body;
    const auto reason = http::obsolete_reason(static_cast<http::status>(response_.status));
    head_ = fmt::format("HTTP/1.1 {} {}\r\nContent-Length: {}\r\n{}", response_.status,
                        std::string_view(reason.data(), reason.size()), body.size(), kEveryHead);
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
      self->keep_faults([&] { self->response_written(error); });
    });
  }

  void response_written(ErrorCode error) {
    if (closed_) return;
    unsent_room_.reset();
    response_ = {};
    if (error || !keep_alive_) {
      finish(error);
      return;
    }
    answer_ = Answer::none;
    waiting_since_ = Clock::now();
    if (reading_ == Reading::ready) {
      head_read(ready_is_fault_);
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
    reading_ = Reading::nothing;
    read_more();
  }

  // What the source has, unless something is on its way.
  void send_events() {
    if (!source_) {
      finish({});
      return;
    }
    EventSource::Piece piece = source_->next(kPieceBytes);
    if (piece.last) source_.reset();
    being_sent_ = std::move(piece.events);
    if (!being_sent_.empty()) {
      write_events();
    } else if (!source_) {
      finish({});
    }
  }
  void write_events() {
    if (!hold_unsent(being_sent_.capacity())) {
      // It may come back, and go on after the last event that it has.
      close();
      return;
    }
    sending_ = true;
    set_deadline(limits_.write_seconds);
    asio::async_write(socket_, asio::buffer(being_sent_),
                      [self = shared_from_this()](ErrorCode error, std::size_t) {
                        self->sending_ = false;
                        if (self->closed_) return;
                        self->deadline_.cancel();
                        self->unsent_room_.reset();
                        if (error) {
                          self->close();
                        } else {
                          self->keep_faults([&] { self->send_events(); });
                        }
                      });
  }

  HttpSurroundings& server_;
  const HttpLimits& limits_;
  tcp::socket socket_;
  asio::steady_timer deadline_;
  RequestReader reader_;
  const std::string client_;
  std::function<void()> told_closed_;
  Reading reading_ = Reading::head;
  bool read_under_way_ = false;
  bool ready_is_fault_ = false;
  bool closed_ = false;
  Answer answer_ = Answer::none;
  std::uint64_t answering_ = 0;  // the number of the request that is being answered
  bool keep_alive_ = false;
  bool head_only_ = false;
  Clock::time_point waiting_since_;
  std::shared_ptr<SharedRoom::Part> body_room_;
  std::unique_ptr<SharedRoom::Part> unsent_room_;
  std::string head_;
  HttpResponse response_;
  std::vector<std::function<void()>> gone_;
  // Events.
  std::shared_ptr<EventSource> source_;
  std::string being_sent_;
  bool sending_ = false;
  // What nobody wants goes here.
  std::array<char, 4096> drained_;
  std::uint64_t drained_bytes_ = 0;
};

// Hands everything over to the server's thread.
class ConnectionExchange final : public HttpExchange {
 public:
  ConnectionExchange(std::weak_ptr<Connection> connection, std::shared_ptr<Mailbox> mailbox,
                     std::uint64_t number, std::string client)
      : connection_(std::move(connection)),
        mailbox_(std::move(mailbox)),
        number_(number),
        client_(std::move(client)) {}
  ConnectionExchange(const ConnectionExchange&) = delete;
  ConnectionExchange& operator=(const ConnectionExchange&) = delete;
  ~ConnectionExchange() override {
    if (answered_) return;
    try {
      post([number = number_](Connection& connection) { connection.abandon(number); });
    } catch (...) {
      // Its client hears nothing, and goes when it has had enough of waiting.
    }
  }

  void respond(HttpResponse response) override {
    answered_ = true;
    post([number = number_, response = std::move(response)](Connection& connection) mutable {
      connection.respond(number, std::move(response));
    });
  }
  void begin_events(Headers headers, std::shared_ptr<EventSource> source) override {
    answered_ = true;
    post([number = number_, headers = std::move(headers),
          source = std::move(source)](Connection& connection) mutable {
      connection.begin_events(number, headers, std::move(source));
    });
  }
  void wake() override {
    post([number = number_](Connection& connection) { connection.wake(number); });
  }
  void when_gone(std::function<void()> callback) override {
    mailbox_->post(
        [weak = connection_, number = number_, callback = std::move(callback)]() mutable {
          if (const std::shared_ptr<Connection> connection = weak.lock()) {
            connection->keep_faults([&] { connection->when_gone(number, std::move(callback)); });
          } else {
            callback();
          }
        });
  }
  [[nodiscard]] std::string client() const override { return client_; }

 private:
  template <class Work>
  void post(Work work) {
    mailbox_->post([weak = connection_, work = std::move(work)]() mutable {
      if (const std::shared_ptr<Connection> connection = weak.lock()) {
        connection->keep_faults([&] { work(*connection); });
      }
    });
  }

  std::weak_ptr<Connection> connection_;
  std::shared_ptr<Mailbox> mailbox_;
  std::uint64_t number_;
  const std::string client_;
  std::atomic<bool> answered_ = false;
};

std::shared_ptr<HttpExchange> Connection::make_exchange() {
  return std::make_shared<ConnectionExchange>(weak_from_this(), server_.mailbox, answering_,
                                              client_);
}

}  // namespace

bool HttpSurroundings::close_slowest(HttpConnection::Wait wait, const HttpConnection* asking) {
  const auto late = HttpConnection::Clock::now() - timer_duration(limits.patience_seconds);
  std::shared_ptr<HttpConnection> slowest;
  std::optional<HttpConnection::Clock::time_point> first;
  for (const std::shared_ptr<HttpConnection>& connection : connections) {
    const auto since = connection->since(wait);
    if (connection.get() == asking || !since || *since > late) continue;
    if (!first || *since < *first) {
      first = since;
      slowest = connection;
    }
  }
  if (slowest) slowest->close();
  return slowest != nullptr;
}

std::shared_ptr<HttpConnection> make_connection(tcp::socket socket, HttpSurroundings& server,
                                                std::string client, std::function<void()> closed) {
  return std::make_shared<Connection>(std::move(socket), server, std::move(client),
                                      std::move(closed));
}

}  // namespace gyre::serve
