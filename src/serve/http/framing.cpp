#include "serve/http/framing.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace gyre::serve {
namespace {

namespace http = boost::beast::http;
using ErrorCode = boost::system::error_code;

constexpr std::size_t kLeastRead = 4'096;
constexpr std::string_view kEndOfHead = "\r\n\r\n";
// A body in chunks of one byte is as much framing as anybody needs.
constexpr std::uint64_t kFramingOfByte = 8;
constexpr std::uint64_t kFramingAtLeast = std::uint64_t{64} << 10U;

std::string_view view_of(boost::beast::string_view text) {
  return {text.data(), text.size()};
}

// Lines that go on in the next one are read by some as two and by others as one.
bool has_folded_line(std::string_view head) {
  for (std::size_t at = 0; (at = head.find('\n', at)) != std::string_view::npos; ++at) {
    if (at == 0 || head[at - 1] != '\r') return true;
    if (at + 1 < head.size() && (head[at + 1] == ' ' || head[at + 1] == '\t')) return true;
  }
  return false;
}

}  // namespace

RequestReader::RequestReader(const HttpLimits& limits)
    : limits_(limits), buffer_(std::max<std::size_t>(limits.header_bytes, kLeastRead)) {
  next();
}

void RequestReader::next() {
  parser_.emplace();
  parser_->header_limit(limits_.header_bytes);
  parser_->body_limit(limits_.body_bytes);
  parser_->eager(true);
  request_ = {};
  looked_ = 0;
  body_raw_bytes_ = 0;
  head_done_ = false;
  wants_continue_ = false;
  // A connection that waits need not hold what its last body took.
  if (buffer_.size() == 0 && buffer_.capacity() > kLeastRead) buffer_.shrink_to_fit();
}

boost::asio::mutable_buffer RequestReader::room() {
  const std::size_t left = buffer_.max_size() - buffer_.size();
  const std::size_t wanted = head_done_ ? left : std::min(left, kLeastRead);
  return buffer_.prepare(wanted);
}

std::size_t RequestReader::body_capacity() const {
  return parser_->get().body().capacity();
}

RequestReader::Step RequestReader::fault(int status, std::string message) {
  status_ = status;
  message_ = std::move(message);
  return Step::fault;
}

RequestReader::Step RequestReader::fault_of(ErrorCode error) {
  if (error == http::error::body_limit) {
    return fault(413, fmt::format("the body is larger than the {} bytes that are allowed",
                                  limits_.body_bytes));
  }
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return fault(431, fmt::format("the headers are larger than the {} bytes that are allowed",
                                  limits_.header_bytes));
  }
  return fault(400, "this is no HTTP/1.1 request");
}

RequestReader::Step RequestReader::read_head() {
  const auto bytes = buffer_.cdata();
  const std::string_view text(static_cast<const char*>(bytes.data()), bytes.size());
  const std::size_t end = text.find(kEndOfHead, looked_);
  if (end == std::string_view::npos) {
    if (text.size() >= limits_.header_bytes) return fault_of(http::error::header_limit);
    looked_ = text.size() - std::min(text.size(), kEndOfHead.size() - 1);
    return Step::more;
  }
  if (has_folded_line(text.substr(0, end))) {
    return fault(400, "a header of the request is folded over several lines");
  }
  parser_->eager(false);
  ErrorCode error;
  buffer_.consume(parser_->put(buffer_.cdata(), error));
  if (error) return fault_of(error);
  if (!parser_->is_header_done()) return fault_of(http::error::bad_value);
  parser_->eager(true);
  head_done_ = true;
  return check_head();
}

RequestReader::Step RequestReader::check_head() {
  const auto& head = parser_->get();
  const auto count = [&](http::field name) { return head.count(name); };
  if (count(http::field::host) != 1) {
    return fault(400, "a request names its host in one Host header");
  }
  if (count(http::field::content_length) + count(http::field::transfer_encoding) > 1) {
    return fault(400, "the length of the body is given more than once");
  }
  const std::string_view length = view_of(head[http::field::content_length]);
  const bool is_number =
      std::all_of(length.begin(), length.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (count(http::field::content_length) == 1 && (length.empty() || !is_number)) {
    return fault(400, "Content-Length must be a number");
  }
  if (count(http::field::transfer_encoding) == 1) {
    if (head.version() < 11) return fault(400, "HTTP/1.0 has no Transfer-Encoding");
    if (to_lower(view_of(head[http::field::transfer_encoding])) != "chunked") {
      return fault(400, "of transfer encodings only 'chunked' is understood");
    }
  }
  keeps_alive_ = head.keep_alive();
  wants_continue_ = to_lower(view_of(head[http::field::expect])) == "100-continue";
  request_.method = std::string(view_of(head.method_string()));
  if (!request_.set_target(view_of(head.target()))) {
    return fault(400, "the path of the request is malformed");
  }
  for (const auto& field : head) {
    request_.headers.emplace_back(view_of(field.name_string()), view_of(field.value()));
  }
  return Step::done;
}

RequestReader::Step RequestReader::read_body() {
  while (!parser_->is_done()) {
    if (buffer_.size() == 0) return Step::more;
    ErrorCode error;
    const std::size_t used = parser_->put(buffer_.cdata(), error);
    buffer_.consume(used);
    body_raw_bytes_ += used;
    const std::uint64_t body = parser_->get().body().size();
    if (body_raw_bytes_ > kFramingOfByte * body + kFramingAtLeast) {
      return fault(400, "the chunks of the body hold next to nothing");
    }
    if (error == http::error::need_more) {
      // What frames a chunk, or the trailers, fits nowhere.
      if (buffer_.size() == buffer_.max_size()) return fault_of(http::error::buffer_overflow);
      return Step::more;
    }
    if (error) return fault_of(error);
  }
  request_.body = std::move(parser_->get().body());
  return Step::done;
}

}  // namespace gyre::serve
