#include "serve/http/access.h"

#include "serve/http/request.h"

#include <fmt/format.h>
#include "base/text.h"

#include <algorithm>

namespace gyre::serve {
namespace {

// Without the port; brackets of an IPv6 address stay. All of it where what stands behind the name
// is no port: that is nobody's name.
std::string_view name_of(std::string_view host) {
  const std::size_t end = host.starts_with('[') ? host.find(']') + 1 : host.find(':');
  const std::string_view port = host.substr(std::min(end, host.size()));
  constexpr std::size_t kMostDigits = 5;
  const bool is_port =
      port.empty() || (port.size() > 1 && port.size() <= kMostDigits + 1 && port[0] == ':' &&
                       std::all_of(port.begin() + 1, port.end(), is_digit));
  return is_port ? host.substr(0, std::min(end, host.size())) : host;
}

// Takes as long for a wrong token as for the right one.
bool same_token(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return difference == 0;
}

bool is_interface(std::string_view path) {
  return path.starts_with("/v1/") || path.starts_with("/v0/");
}

}  // namespace

HttpResponse error_response(int status, const std::string& message, int line, int column) {
  Json error{{"message", message}};
  if (line > 0) error["line"] = line;
  if (column > 0) error["column"] = column;
  HttpResponse response;
  response.status = status;
  response.body =
      Json{{"error", std::move(error)}}.dump(-1, ' ', false, Json::error_handler_t::replace);
  return response;
}

Access::Access(bool loopback, std::string address, std::string token,
               std::vector<std::string> allowed_origins)
    : loopback_(loopback),
      address_(std::move(address)),
      token_(std::move(token)),
      allowed_origins_(std::move(allowed_origins)) {}

bool Access::is_our_name(std::string_view host) const {
  if (!loopback_) return true;
  const std::string name = to_lower(name_of(host));
  return name == "localhost" || name == "127.0.0.1" || name == "[::1]" || name == address_ ||
         name == fmt::format("[{}]", address_);
}

bool Access::is_allowed(std::string_view origin) const {
  return std::any_of(allowed_origins_.begin(), allowed_origins_.end(),
                     [&](const std::string& one) { return one == "*" || one == origin; });
}

bool Access::is_same_site(const HttpRequest& request, std::string_view origin) const {
  const std::string_view host = request.header("Host");
  return !host.empty() && (origin == fmt::format("http://{}", host) ||
                           // Behind a proxy that does the encryption.
                           (!loopback_ && origin == fmt::format("https://{}", host)));
}

bool Access::has_token(const HttpRequest& request) const {
  constexpr std::string_view kBearer = "bearer ";
  const std::string_view given = request.header("Authorization");
  return given.size() > kBearer.size() && to_lower(given.substr(0, kBearer.size())) == kBearer &&
         same_token(given.substr(kBearer.size()), token_);
}

std::optional<HttpResponse> Access::refuse(const HttpRequest& request) const {
  if (!is_our_name(request.header("Host"))) {
    return error_response(403, "this server answers as localhost and 127.0.0.1 only");
  }
  const std::string_view origin = request.header("Origin");
  const bool is_foreign = !origin.empty() && !is_same_site(request, origin) && !is_allowed(origin);
  if (request.method == "OPTIONS") {
    if (is_foreign) {
      return error_response(403, fmt::format("{} may not use this server (gyre serve "
                                             "--allow-origin allows it)",
                                             origin));
    }
    HttpResponse response;
    response.status = 204;
    response.headers = {{"Allow", "GET, HEAD, POST, DELETE, OPTIONS"}};
    if (!origin.empty()) {
      response.headers.emplace_back("Access-Control-Allow-Methods", "GET, POST, DELETE");
      response.headers.emplace_back("Access-Control-Allow-Headers",
                                    "Authorization, Content-Type, Last-Event-ID");
      response.headers.emplace_back("Access-Control-Max-Age", "600");
      if (!request.header("Access-Control-Request-Private-Network").empty()) {
        response.headers.emplace_back("Access-Control-Allow-Private-Network", "true");
      }
    }
    return response;
  }
  // Browsers say where a request comes from that has no Origin: a picture or a script of a page.
  // Its site may be another server of this machine. Links to the page are welcome.
  const std::string site = to_lower(request.header("Sec-Fetch-Site"));
  const bool is_embedded = origin.empty() && (site == "cross-site" || site == "same-site") &&
                           (is_interface(request.path) || request.method != "GET");
  if (is_embedded && !is_allowed("*")) {
    return error_response(
        403, "another web site may not use this server (gyre serve --allow-origin allows it)");
  }
  if (is_foreign && request.method != "GET") {
    return error_response(
        403,
        fmt::format("{} may not use this server (gyre serve --allow-origin allows it)", origin));
  }
  if (!token_.empty() && is_interface(request.path) && !has_token(request)) {
    HttpResponse response =
        error_response(401,
                       "a token is needed: Authorization: Bearer TOKEN, or open the page with "
                       "the link that gyre serve prints");
    response.headers = {{"WWW-Authenticate", "Bearer"}};
    return response;
  }
  return std::nullopt;
}

std::vector<std::pair<std::string, std::string>> Access::headers(const HttpRequest& request) const {
  std::vector<std::pair<std::string, std::string>> out = {
      {"Cross-Origin-Resource-Policy", "same-origin"}};
  const std::string_view origin = request.header("Origin");
  if (!origin.empty() && is_allowed(origin)) {
    out[0].second = "cross-origin";
    out.emplace_back("Access-Control-Allow-Origin", origin);
    out.emplace_back("Vary", "Origin");
  }
  return out;
}

}  // namespace gyre::serve
