// The HTTP server behind gyre serve: the page, and the interface that docs/http.md describes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace gyre {

struct ServeOptions {
  std::string address = "127.0.0.1";
  int port = 2023;  // 0: any that is free
  // Whoever uses the interface must show it; empty: nobody need. An address that other machines can
  // reach wants one.
  std::string token;
  // Web sites that may use the server, "https://example.org" each, or "*" for all.
  std::vector<std::string> allowed_origins;
  // The memory for all jobs together, and what is kept between them.
  std::uint64_t memory_bytes = std::uint64_t{4} << 30U;
  int threads = 0;               // of one search; 0: all
  std::filesystem::path tables;  // the folder; empty: nothing is stored
  int jobs_at_once = 4;
  std::size_t queue = 1'000;  // requests and jobs that may wait
  std::uint64_t body_bytes = std::uint64_t{4} << 20U;
  int connections = 2'000;
  // How long it may take until the head of a request is complete, until its body is, and until an
  // answer is taken.
  double client_seconds = 30;
  std::filesystem::path web_folder;  // files of the page from here instead of those in the program
};

// Whether only this machine can reach the address.
[[nodiscard]] bool is_loopback(const std::string& address);

class Server {
 public:
  // Listens from now on. Throws Error if it cannot, or if the address needs a token.
  explicit Server(const ServeOptions& options);
  // Ends all jobs.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // "http://127.0.0.1:2023/"
  [[nodiscard]] std::string url() const;
  [[nodiscard]] bool has_player() const;  // the page's 3D player
  // Serves until stop().
  void run();
  // It may be called from any thread, and from a signal watcher.
  void stop();

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace gyre
