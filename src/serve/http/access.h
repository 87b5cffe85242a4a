// Access: who may ask. A server on this machine only is safe from other machines, but not from web
// sites that its user's browser shows; so a request must come under a name of this machine (a site
// can make its own name lead here), and what changes something must not come from a page of
// somebody else's. Who can be reached by other machines asks for a token.
#pragma once

#include "serve/http/exchange.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gyre::serve {

class Access {
 public:
  // loopback: only this machine reaches the server.
  Access(bool loopback, std::string address, std::string token,
         std::vector<std::string> allowed_origins);

  // The answer to a request that is refused, or to a browser's question whether it may ask.
  [[nodiscard]] std::optional<HttpResponse> refuse(const HttpRequest& request) const;
  // What every answer to this request carries.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> headers(
      const HttpRequest& request) const;

 private:
  [[nodiscard]] bool is_our_name(std::string_view host) const;
  [[nodiscard]] bool is_allowed(std::string_view origin) const;
  [[nodiscard]] bool is_same_site(const HttpRequest& request, std::string_view origin) const;
  [[nodiscard]] bool has_token(const HttpRequest& request) const;

  const bool loopback_;
  const std::string address_;
  const std::string token_;
  const std::vector<std::string> allowed_origins_;
};

// An error as every answer with a status of 400 or more has it.
[[nodiscard]] HttpResponse error_response(int status, const std::string& message, int line = 0,
                                          int column = 0);

}  // namespace gyre::serve
