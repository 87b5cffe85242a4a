// RequestReader: the bytes of a connection as requests, head first, then body. Decides which bytes
// are a request, and refuses whatever another program on the way might read otherwise; never holds
// more than its limits say. Sockets, time and who may ask are left out.
#pragma once

#include "serve/http/exchange.h"
#include "serve/http/limits.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/buffers_range.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace gyre::serve {

// A body that grows as it comes, not as its sender promises.
struct GrowingBody {
  using value_type = std::string;
  class reader {
   public:
    template <bool isRequest, class Fields>
    reader(boost::beast::http::header<isRequest, Fields>& /*head*/, value_type& body)
        : body_(body) {}
    template <class Length>
    void init(const Length& /*promised*/, boost::system::error_code& error) {
      error = {};
    }
    template <class Buffers>
    std::size_t put(const Buffers& buffers, boost::system::error_code& error) {
      error = {};
      std::size_t size = 0;
      for (const auto buffer : boost::beast::buffers_range_ref(buffers)) {
        body_.append(static_cast<const char*>(buffer.data()), buffer.size());
        size += buffer.size();
      }
      return size;
    }
    void finish(boost::system::error_code& error) { error = {}; }

   private:
    value_type& body_;
  };
};

class RequestReader {
 public:
  // more: bytes are missing; fault: this is no request, see status().
  enum class Step { more, done, fault };

  // Keeps a reference.
  explicit RequestReader(const HttpLimits& limits);

  // Where the next bytes go, and how many have come. There is room unless a step has failed.
  [[nodiscard]] boost::asio::mutable_buffer room();
  void took(std::size_t bytes) { buffer_.commit(bytes); }

  // The head of the next request: done when request() has it.
  [[nodiscard]] Step read_head();
  // The rest of it, into request().body.
  [[nodiscard]] Step read_body();
  // Makes ready for the next one, whose first bytes may be there already.
  void next();

  // Whether bytes of a request have come that is not complete.
  [[nodiscard]] bool has_begun() const noexcept { return buffer_.size() > 0 || head_done_; }
  // Whether more is expected after the head.
  [[nodiscard]] bool has_body() const { return !parser_->is_done(); }
  [[nodiscard]] bool wants_continue() const noexcept { return wants_continue_; }
  [[nodiscard]] bool keeps_alive() const noexcept { return keeps_alive_; }
  // What the body takes now.
  [[nodiscard]] std::size_t body_capacity() const;
  [[nodiscard]] HttpRequest& request() noexcept { return request_; }

  // Of the answer to a fault, and its sentence.
  [[nodiscard]] int status() const noexcept { return status_; }
  [[nodiscard]] const std::string& message() const noexcept { return message_; }

 private:
  using Parser = boost::beast::http::request_parser<GrowingBody>;

  [[nodiscard]] Step fault(int status, std::string message);
  [[nodiscard]] Step fault_of(boost::system::error_code error);
  [[nodiscard]] Step check_head();

  const HttpLimits& limits_;
  boost::beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  HttpRequest request_;
  std::size_t looked_ = 0;  // so far the end of the head has been looked for in vain
  std::uint64_t body_raw_bytes_ = 0;
  bool head_done_ = false;
  bool keeps_alive_ = false;
  bool wants_continue_ = false;
  int status_ = 0;
  std::string message_;
};

}  // namespace gyre::serve
