// HttpServer against clients that behave well and badly. What is answered is not its business: the
// handlers here do as the path says.
#include "serve/http/server.h"
#include "support/http_client.h"

#include <gyre/base/error.h>

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace gyre::serve {
namespace {

using namespace std::chrono_literals;

HttpLimits small_limits() {
  HttpLimits limits;
  limits.body_bytes = 1'000;
  limits.header_bytes = 2'000;
  limits.connections = 20;
  limits.unsent_bytes = 1'000'000;
  return limits;
}

// Runs a server for as long as it lives.
class Running {
 public:
  explicit Running(const HttpLimits& limits = small_limits())
      : server_("127.0.0.1", 0, limits,
                [this](HttpRequest request, std::shared_ptr<HttpExchange> exchange) {
                  handle(std::move(request), exchange);
                }),
        port_(server_.port()),
        thread_([this] { server_.run(); }) {}
  ~Running() {
    server_.stop();
    thread_.join();
  }

  [[nodiscard]] int port() const { return port_; }
  // Of the last request to /keep.
  std::shared_ptr<HttpExchange> kept() {
    for (int i = 0; i < 10'000; ++i) {
      {
        const std::lock_guard lock(mutex_);
        if (kept_) return std::exchange(kept_, nullptr);
      }
      std::this_thread::sleep_for(1ms);
    }
    return nullptr;
  }
  HttpServer& server() { return server_; }

 private:
  void handle(HttpRequest request, const std::shared_ptr<HttpExchange>& exchange) {
    if (request.path == "/keep") {
      const std::lock_guard lock(mutex_);
      kept_ = exchange;
      return;
    }
    if (request.path == "/drop") return;
    HttpResponse response;
    response.content_type = "text/plain";
    response.body = request.method + " " + request.path;
    for (const auto& [name, value] : request.query) response.body += " " + name + "=" + value;
    if (!request.body.empty()) response.body += " [" + request.body + "]";
    if (!request.header("x-word").empty()) {
      response.body += " " + std::string(request.header("x-word"));
    }
    if (request.path == "/large") response.body = std::string(3'000'000, 'x');
    exchange->respond(std::move(response));
  }

  std::mutex mutex_;
  std::shared_ptr<HttpExchange> kept_;
  HttpServer server_;
  int port_;
  std::thread thread_;
};

TEST(PercentDecoded, DecodesOrRefuses) {
  EXPECT_EQ(percent_decoded("a%20b%2Fc"), "a b/c");
  EXPECT_EQ(percent_decoded("+"), "+");
  EXPECT_EQ(percent_decoded("%00"), std::string(1, '\0'));
  EXPECT_FALSE(percent_decoded("%2"));
  EXPECT_FALSE(percent_decoded("%zz"));
}

TEST(HttpServer, AnswersOneAfterTheOther) {
  Running running;
  RawClient client(running.port());
  client.send("GET /a%20b?x=1&y=%41&z HTTP/1.1\r\nHost: h\r\nX-Word: yes\r\n\r\n");
  RawClient::Response response = client.read_response();
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body, "GET /a b x=1 y=A z= yes");
  client.send("POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody");
  EXPECT_EQ(client.read_response().body, "POST /p [body]");
  client.send(
      "POST /p HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: "
      "chunked\r\n\r\n2\r\nbo\r\n2\r\ndy\r\n0\r\n\r\n");
  EXPECT_EQ(client.read_response().body, "POST /p [body]");
  // Of HEAD the head, with the length that the body would have.
  client.send("HEAD /a HTTP/1.1\r\nHost: h\r\n\r\nGET /b HTTP/1.1\r\nHost: h\r\n\r\n");
  const std::string head = client.read_until("\r\n\r\n");
  EXPECT_NE(head.find("Content-Length: 6\r\n"), std::string::npos) << head;
  EXPECT_EQ(client.read_response().body, "GET /b");
  client.send("GET /last HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(client.read_response().body, "GET /last");
  EXPECT_EQ(client.read_all(), "");
  EXPECT_TRUE(client.closed());
}

TEST(HttpServer, AnswersInOrderToAClientThatDoesNotWait) {
  Running running;
  RawClient client(running.port());
  std::string all;
  for (int i = 0; i < 50; ++i) {
    all += "GET /" + std::to_string(i) + " HTTP/1.1\r\nHost: h\r\n\r\n";
  }
  client.send(all);
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(client.read_response().body, "GET /" + std::to_string(i));
  }
}

TEST(HttpServer, SendsLargeAnswersWhole) {
  Running running;
  RawClient client(running.port());
  client.send("GET /large HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(client.read_response().body.size(), 3'000'000U);
}

TEST(HttpServer, TellsAClientToGoOn) {
  Running running;
  RawClient client(running.port());
  client.send("POST /p HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  EXPECT_EQ(client.read_until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("ok");
  EXPECT_EQ(client.read_response().body, "POST /p [ok]");
}

TEST(HttpServer, RefusesWhatIsTooLargeOrNoHttp) {
  Running running;
  const auto status_of = [&](const std::string& request) {
    RawClient client(running.port());
    client.send(request);
    const int status = client.read_response().status;
    EXPECT_EQ(client.read_all(), "");
    EXPECT_TRUE(client.closed());
    return status;
  };
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1001\r\n\r\n"), 413);
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n400\r\n" +
                      std::string(1'024, 'x') + "\r\n0\r\n\r\n"),
            413);
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999\r\n\r\n"),
            400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: h\r\nX: " + std::string(3'000, 'x') + "\r\n\r\n"),
            431);
  EXPECT_EQ(status_of("GET /" + std::string(3'000, 'x') + " HTTP/1.1\r\nHost: h\r\n\r\n"), 431);
  EXPECT_EQ(status_of("hello\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET /%zz HTTP/1.1\r\nHost: h\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET /a%00b HTTP/1.1\r\nHost: h\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET http://other/ HTTP/1.1\r\nHost: h\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/3.7\r\n\r\n"), 400);
  // And serves on.
  RawClient client(running.port());
  client.send("GET /on HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(client.read_response().body, "GET /on");
}

TEST(HttpServer, EndsSlowAndSilentClients) {
  HttpLimits limits = small_limits();
  limits.head_seconds = 0.3;
  limits.body_seconds = 0.3;
  Running running(limits);
  RawClient silent(running.port());
  RawClient half_a_head(running.port());
  RawClient half_a_body(running.port());
  half_a_head.send("GET / HT");
  half_a_body.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbo");
  EXPECT_EQ(half_a_head.read_response().status, 408);
  EXPECT_EQ(half_a_body.read_response().status, 408);
  EXPECT_EQ(silent.read_all(), "");
  EXPECT_TRUE(silent.closed());
  // One byte now and then does not help.
  RawClient dripping(running.port());
  const auto begun = std::chrono::steady_clock::now();
  for (int i = 0; i < 200; ++i) {
    if (!dripping.send("G")) break;
    std::this_thread::sleep_for(20ms);
    if (std::chrono::steady_clock::now() - begun > 15s) break;
  }
  EXPECT_EQ(dripping.read_all().substr(0, 12), "HTTP/1.1 408");
}

TEST(HttpServer, TellsTooManyToComeBackLater) {
  HttpLimits limits = small_limits();
  limits.connections = 3;
  Running running(limits);
  std::vector<std::unique_ptr<RawClient>> few;
  for (int i = 0; i < 3; ++i) {
    few.push_back(std::make_unique<RawClient>(running.port()));
    few.back()->send("GET /x HTTP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_EQ(few.back()->read_response().status, 200);
  }
  RawClient one_more(running.port());
  const RawClient::Response refused = one_more.read_response();
  EXPECT_EQ(refused.status, 503);
  EXPECT_NE(refused.head.find("Retry-After: "), std::string::npos);
  one_more.close();
  few.clear();
  // Room again, as soon as the server has heard of it.
  int status = 0;
  for (int i = 0; i < 200 && status != 200; ++i) {
    RawClient client(running.port());
    client.send("GET /x HTTP/1.1\r\nHost: h\r\n\r\n");
    status = client.read_response().status;
    if (status != 200) std::this_thread::sleep_for(10ms);
  }
  EXPECT_EQ(status, 200);
}

TEST(HttpServer, SurvivesAThousandConnections) {
  HttpLimits limits = small_limits();
  limits.connections = 400;
  Running running(limits);
  std::vector<std::unique_ptr<RawClient>> many;
  for (int i = 0; i < 1'000; ++i) many.push_back(std::make_unique<RawClient>(running.port()));
  int served = 0;
  int refused = 0;
  for (const auto& client : many) client->send("GET /x HTTP/1.1\r\nHost: h\r\n\r\n");
  for (const auto& client : many) {
    const int status = client->read_response().status;
    served += status == 200 ? 1 : 0;
    refused += status == 503 ? 1 : 0;
  }
  EXPECT_EQ(served, 400);
  EXPECT_GE(refused, 1) << "the others were told so, or closed at once";
  many.clear();
  RawClient client(running.port());
  client.send("GET /after HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_NE(client.read_response().status, 0);
}

TEST(HttpServer, HearsWhenAClientGoesAway) {
  Running running;
  auto client = std::make_unique<RawClient>(running.port());
  client->send("GET /keep HTTP/1.1\r\nHost: h\r\n\r\n");
  const std::shared_ptr<HttpExchange> exchange = running.kept();
  ASSERT_TRUE(exchange);
  std::atomic<int> gone = 0;
  exchange->when_gone([&] { ++gone; });
  std::this_thread::sleep_for(50ms);
  EXPECT_EQ(gone, 0);
  client.reset();
  for (int i = 0; i < 10'000 && gone == 0; ++i) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(gone, 1);
  // Who asks later is told at once; an answer goes nowhere.
  std::atomic<int> late = 0;
  exchange->when_gone([&] { ++late; });
  for (int i = 0; i < 10'000 && late == 0; ++i) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(late, 1);
  exchange->respond({});
}

TEST(HttpServer, AnAnswerFromAnotherThreadArrivesOnce) {
  Running running;
  RawClient client(running.port());
  client.send("GET /keep HTTP/1.1\r\nHost: h\r\n\r\nGET /next HTTP/1.1\r\nHost: h\r\n\r\n");
  std::shared_ptr<HttpExchange> exchange = running.kept();
  ASSERT_TRUE(exchange);
  std::atomic<bool> gone = false;
  exchange->when_gone([&] { gone = true; });
  HttpResponse response;
  response.body = "first";
  exchange->respond(response);
  exchange->respond(response);
  exchange.reset();
  EXPECT_EQ(client.read_response().body, "first");
  EXPECT_EQ(client.read_response().body, "GET /next");
  EXPECT_FALSE(gone);
}

TEST(HttpServer, ARequestThatNobodyAnswersIsClosed) {
  Running running;
  RawClient client(running.port());
  client.send("GET /drop HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(client.read_all(), "");
  EXPECT_TRUE(client.closed());
}

TEST(HttpServer, StreamsEvents) {
  Running running;
  RawClient client(running.port());
  client.send("GET /keep HTTP/1.1\r\nHost: h\r\n\r\n");
  const std::shared_ptr<HttpExchange> exchange = running.kept();
  ASSERT_TRUE(exchange);
  exchange->begin_events({{"X-Own", "yes"}});
  const std::string head = client.read_until("\r\n\r\n");
  EXPECT_NE(head.find("Content-Type: text/event-stream"), std::string::npos);
  EXPECT_NE(head.find("X-Own: yes\r\n"), std::string::npos);
  exchange->send("data: 1\n\n");
  EXPECT_EQ(client.read_until("\n\n"), "data: 1\n\n");
  exchange->send("data: 2\n\n");
  exchange->send("data: 3\n\n");
  exchange->end_events();
  EXPECT_EQ(client.read_all(), "data: 2\n\ndata: 3\n\n");
  EXPECT_TRUE(client.closed());
}

TEST(HttpServer, CutsOffWhoDoesNotTakeEvents) {
  Running running;
  RawClient client(running.port());
  client.send("GET /keep HTTP/1.1\r\nHost: h\r\n\r\n");
  const std::shared_ptr<HttpExchange> exchange = running.kept();
  ASSERT_TRUE(exchange);
  exchange->begin_events({});
  std::atomic<bool> gone = false;
  exchange->when_gone([&] { gone = true; });
  const std::string piece(100'000, 'x');
  for (int i = 0; i < 1'000 && !gone; ++i) {
    exchange->send(piece);
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_TRUE(gone);
}

TEST(HttpServer, StopsWithClientsAndOpenAnswers) {
  std::shared_ptr<HttpExchange> exchange;
  RawClient* client = nullptr;
  {
    Running running;
    client = new RawClient(running.port());
    client->send("GET /keep HTTP/1.1\r\nHost: h\r\n\r\n");
    exchange = running.kept();
    ASSERT_TRUE(exchange);
  }
  exchange->respond({});
  exchange->when_gone([] {});
  exchange.reset();
  EXPECT_EQ(client->read_all(), "");
  delete client;
}

TEST(HttpServer, RefusesAddressesThatCannotBe) {
  const auto listen = [](const std::string& address, int port) {
    const HttpServer server(address, port, {}, [](auto, auto) {});
  };
  EXPECT_THROW(listen("nowhere", 0), Error);
  EXPECT_THROW(listen("203.0.113.1", 0), Error);  // an address of nobody's
  const HttpServer first("127.0.0.1", 0, {}, [](auto, auto) {});
  try {
    listen("127.0.0.1", first.port());
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("cannot listen on 127.0.0.1 port"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace gyre::serve
