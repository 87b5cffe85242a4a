// The server under everything at once that has ever brought it down: endless framing, a swarm of
// solutions, listeners that do not read, bodies that do not end, scrambles and slow clients. It
// keeps to its memory, and says how it is.
#include <gtest/gtest.h>

#include "support/http_client.h"
#include "support/served_program.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace gyre::test {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kMegabyte = 1'000'000;
constexpr std::uint64_t kMemory = 256 * kMegabyte;
// Of the program itself and of what is under way.
constexpr std::uint64_t kBeside = 200 * kMegabyte;

// Of three pieces there is no end of solutions. As it stands in JSON.
const char* const kSwarmInJson =
    "Name swarming\\nSet P 3 1\\nSolved\\nP\\n1 2 3\\nEnd\\nMove A\\nP\\n2 1 3\\nEnd\\nMove "
    "B\\nP\\n"
    "1 3 2\\nEnd\\nMove C\\nP\\n2 3 1\\nEnd\\n";

std::string post(const std::string& path, const std::string& body) {
  return fmt::format("POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n{}", path,
                     body.size(), body);
}

// Attackers, each with a thread, until they are destroyed.
class Crowd {
 public:
  explicit Crowd(int port) : port_(port) {}
  ~Crowd() { over_ = true; }
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

  // Again and again with a new connection.
  void add(std::function<void(RawClient&, const std::atomic<bool>&)> attack) {
    threads_.emplace_back([this, attack = std::move(attack)] {
      while (!over_) {
        RawClient client(port_);
        attack(client, over_);
        std::this_thread::sleep_for(5ms);
      }
    });
  }
  // So many connections that say something and then nothing, for as long as they are let.
  void add_silent(int count, const std::string& words) {
    threads_.emplace_back([this, count, words] {
      std::vector<std::unique_ptr<RawClient>> clients;
      for (int i = 0; i < count && !over_; ++i) {
        clients.push_back(std::make_unique<RawClient>(port_));
        (void)clients.back()->send(words);
      }
      while (!over_) std::this_thread::sleep_for(20ms);
    });
  }

 private:
  const int port_;
  std::atomic<bool> over_ = false;
  std::vector<std::jthread> threads_;
};

std::string start_batch(const ServedProgram& server, int rows) {
  std::string body = R"({"kind":"batch","puzzle":"2x2x2","detached":true,"positions":[)";
  for (int i = 0; i < rows; ++i) body += i == 0 ? "\"R U\"" : ",\"R U\"";
  RawClient client(server.port());
  (void)client.send(post("/v1/jobs", body + "]}"));
  const RawClient::Response response = client.read_response();
  EXPECT_EQ(response.status, 201) << response.body;
  return Json::parse(response.body).value("id", "");
}

void attack(Crowd& crowd, const std::string& batch) {
  // Endless framing of a body that holds nothing.
  for (int i = 0; i < 3; ++i) {
    crowd.add([](RawClient& client, const std::atomic<bool>& over) {
      (void)client.send(
          "POST /v1/puzzle HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5;");
      const std::string piece(100'000, 'x');
      while (!over && client.send(piece)) std::this_thread::sleep_for(1ms);
    });
  }
  // Swarms of solutions.
  crowd.add([](RawClient& client, const std::atomic<bool>&) {
    const std::string body = fmt::format(
        R"({{"kind":"solve","definition":{{"file":"s.tws","text":"{}"}},"position":"A",)"
        R"("min_length":900,"number":1000000,"detached":true}})",
        kSwarmInJson);
    (void)client.send(post("/v1/jobs", body));
    (void)client.read_response(2);
    std::this_thread::sleep_for(100ms);
  });
  // Listeners that never read.
  crowd.add_silent(
      300, fmt::format("GET /v1/jobs/{}/events HTTP/1.1\r\nHost: localhost\r\n\r\n", batch));
  // Bodies that never end.
  crowd.add_silent(
      100, "POST /v1/puzzle HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000000\r\n\r\n" +
               std::string(3'900'000, ' '));
  // Scrambles, four times as many as there may be; and whoever says next to nothing.
  for (int i = 0; i < 4; ++i) {
    crowd.add([](RawClient& client, const std::atomic<bool>&) {
      (void)client.send(post("/v1/scrambles", R"({"puzzle":"3x3x3","count":1000})"));
      (void)client.read_response(5);
    });
  }
  crowd.add_silent(700, "GET / HTTP/1.1\r\nHo");
}

TEST(ServeBudget, UnderAttackItKeepsToItsMemoryAndAnswers) {
  ServedProgram server({"--memory", "256M", "--connections", "600"});
  const std::string batch = start_batch(server, 20'000);
  ASSERT_FALSE(batch.empty());
  int asked = 0;
  int late = 0;
  {
    Crowd crowd(server.port());
    attack(crowd, batch);
    const Clock::time_point end = Clock::now() + 8s;
    while (Clock::now() < end) {
      const Clock::time_point begun = Clock::now();
      int status = 0;
      // Within the first half second there is nobody yet who has been slow.
      while (status != 200 && Clock::now() - begun < 5s) {
        RawClient client(server.port());
        (void)client.send("GET /v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n");
        status = client.read_response(5).status;
        if (status != 200) std::this_thread::sleep_for(50ms);
      }
      ++asked;
      late += Clock::now() - begun > 1s ? 1 : 0;
      EXPECT_EQ(status, 200);
      std::this_thread::sleep_for(100ms);
    }
  }
  EXPECT_GE(asked, 5);
  // This machine may have other work, too.
  EXPECT_LE(late, asked / 10) << "of " << asked;
  EXPECT_LT(server.peak_bytes(), kMemory * 105 / 100 + kBeside);
  const Clock::time_point ending = Clock::now();
  EXPECT_EQ(server.end(), 0);
  EXPECT_LT(Clock::now() - ending, 6s);
}

}  // namespace
}  // namespace gyre::test
