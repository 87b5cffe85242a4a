// HttpServer against clients that behave well and badly. What is answered is not its business: the
// handlers here do as the path says.
#include "serve/http/server.h"
#include "support/http_client.h"

#include <gyre/base/error.h>

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace gyre::serve {
namespace {

using namespace std::chrono_literals;

// More than the system's own buffers take.
constexpr std::size_t kHuge = 16'000'000;

HttpLimits small_limits() {
  HttpLimits limits;
  limits.body_bytes = 1'000;
  limits.header_bytes = 2'000;
  limits.connections = 20;
  limits.unsent_bytes = 10'000'000;
  return limits;
}

// Events as the test says.
class TestSource final : public EventSource {
 public:
  explicit TestSource(std::size_t endless_bytes = 0) : endless_bytes_(endless_bytes) {}
  void add(const std::string& events, bool last = false) {
    const std::lock_guard lock(mutex_);
    waiting_.events += events;
    waiting_.last = last;
  }
  Piece next(std::size_t /*bytes*/) override {
    if (endless_bytes_ != 0) return {std::string(endless_bytes_, 'x'), false};
    const std::lock_guard lock(mutex_);
    return std::exchange(waiting_, {});
  }

 private:
  const std::size_t endless_bytes_;
  std::mutex mutex_;
  Piece waiting_;
};

// Runs a server for as long as it lives.
class Running {
 public:
  explicit Running(const HttpLimits& limits = small_limits())
      : server_(
            "127.0.0.1", 0, limits,
            [this](HttpRequest request, std::shared_ptr<HttpExchange> exchange) {
              handle(std::move(request), exchange);
            },
            [](const HttpRequest& head) -> std::optional<HttpResponse> {
              if (head.path != "/guarded") return std::nullopt;
              HttpResponse refused;
              refused.status = 401;
              return refused;
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
    if (request.path == "/throw") throw std::bad_alloc();
    HttpResponse response;
    response.content_type = "text/plain";
    response.body = request.method + " " + request.path;
    for (const auto& [name, value] : request.query) response.body += " " + name + "=" + value;
    if (!request.body.empty()) response.body += " [" + request.body + "]";
    if (!request.header("x-word").empty()) {
      response.body += " " + std::string(request.header("x-word"));
    }
    if (request.path == "/large") response.body = std::string(3'000'000, 'x');
    if (request.path == "/huge") response.body = std::string(kHuge, 'x');
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

// What another program on the way might read as another request, or as two.
TEST(HttpServer, RefusesWhatCanBeReadInTwoWays) {
  Running running;
  const auto status_of = [&](const std::string& request) {
    RawClient client(running.port());
    client.send(request);
    const RawClient::Response response = client.read_response();
    EXPECT_NE(response.head.find("X-Content-Type-Options: nosniff\r\n"), std::string::npos);
    return response.status;
  };
  const std::string get = "GET / HTTP/1.1\r\n";
  const std::string post = "POST / HTTP/1.1\r\nHost: h\r\n";
  const std::string chunks = "2\r\nok\r\n0\r\n\r\n";
  EXPECT_EQ(status_of(get + "Host: h\r\n\r\n"), 200);
  EXPECT_EQ(status_of(get + "\r\n"), 400) << "no host";
  EXPECT_EQ(status_of("GET / HTTP/1.0\r\n\r\n"), 400) << "no host";
  EXPECT_EQ(status_of(get + "Host: h\r\nHost: h\r\n\r\n"), 400);
  EXPECT_EQ(status_of(get + "Host: h\r\nX: a\r\n b\r\n\r\n"), 400) << "folded";
  EXPECT_EQ(status_of(get + "Host: h\r\nX: a\n\tb\r\n\r\n"), 400) << "a bare line feed";
  EXPECT_EQ(status_of(post + "Content-Length: 2\r\nContent-Length: 2\r\n\r\nok"), 400);
  EXPECT_EQ(status_of(post + "Content-Length: 2, 2\r\n\r\nok"), 400);
  EXPECT_EQ(status_of(post + "Content-Length: +2\r\n\r\nok"), 400);
  EXPECT_EQ(status_of(post + "Content-Length:\r\n 2\r\n\r\nok"), 400) << "folded";
  EXPECT_EQ(status_of(post + "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n" + chunks),
            400);
  EXPECT_EQ(status_of(post + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks),
            400);
  EXPECT_EQ(
      status_of(post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks),
      400);
  EXPECT_EQ(status_of(post + "Transfer-Encoding: gzip, chunked\r\n\r\n" + chunks), 400);
  EXPECT_EQ(status_of(post + "Transfer-Encoding: identity\r\n\r\n"), 400);
  EXPECT_EQ(status_of("POST / HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks),
            400);
  EXPECT_EQ(status_of(post + "Transfer-Encoding: Chunked\r\n\r\n" + chunks), 200);
}

// What frames a body is as limited as a head.
TEST(HttpServer, BuffersNoEndlessFraming) {
  Running running;
  const std::string post = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string much(1'000'000, '0');
  std::string crumbs;
  for (int i = 0; i < 900; ++i) crumbs += "1;" + std::string(1'000, 'x') + "\r\nx\r\n";
  for (const std::string& framing : {"2;x=" + much, much + "2", "0\r\nA: " + much,
                                     "0\r\n" + std::string(1'000'000, 'a'), crumbs}) {
    RawClient client(running.port());
    client.send(post + framing);
    const int status = client.read_response(5).status;
    EXPECT_TRUE(status == 431 || status == 400) << status << " for " << framing.substr(0, 10);
  }
}

TEST(HttpServer, AsksTheGateBeforeAnyBody) {
  Running running;
  RawClient client(running.port());
  client.send("POST /guarded HTTP/1.1\r\nHost: h\r\nContent-Length: 900\r\n\r\n");
  EXPECT_EQ(client.read_response(5).status, 401);
  EXPECT_EQ(client.read_all(5), "");
  EXPECT_TRUE(client.closed()) << "nobody waits for the body";
  // Not even told to go on.
  RawClient asking(running.port());
  asking.send(
      "POST /guarded HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n");
  EXPECT_EQ(asking.read_response(5).status, 401);
  // Where there is no body the connection stays.
  RawClient other(running.port());
  other.send("GET /guarded HTTP/1.1\r\nHost: h\r\n\r\nGET /b HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(other.read_response(5).status, 401);
  EXPECT_EQ(other.read_response(5).body, "GET /b");
}

TEST(HttpServer, AFaultEndsItsConnectionOnly) {
  Running running;
  RawClient other(running.port());
  other.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(other.read_response().body, "GET /a");
  for (int i = 0; i < 10; ++i) {
    RawClient client(running.port());
    client.send("GET /throw HTTP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_EQ(client.read_all(5), "");
    EXPECT_TRUE(client.closed());
  }
  other.send("GET /b HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(other.read_response().body, "GET /b");
}

TEST(HttpServer, UnfinishedBodiesHaveOneRoomTogether) {
  HttpLimits limits = small_limits();
  limits.body_bytes = 100'000;
  limits.all_bodies_bytes = 400'000;
  limits.patience_seconds = 0.05;
  Running running(limits);
  const std::string head = "POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n";
  std::vector<std::unique_ptr<RawClient>> slow;
  for (int i = 0; i < 10; ++i) {
    slow.push_back(std::make_unique<RawClient>(running.port()));
    slow.back()->send(head + std::string(90'000, 'x'));
    std::this_thread::sleep_for(30ms);
  }
  std::this_thread::sleep_for(100ms);
  // The slowest gave way, and so they do for one that is quick.
  RawClient quick(running.port());
  quick.send(head + std::string(100'000, 'x'));
  EXPECT_EQ(quick.read_response(5).status, 200);
  int closed = 0;
  for (const auto& client : slow) {
    (void)client->read_all(0.01);
    closed += client->closed() ? 1 : 0;
  }
  EXPECT_GE(closed, 5) << "no more than there is room for";
  EXPECT_LE(closed, 9);
}

TEST(HttpServer, AnswersThatNobodyTakesHaveOneRoomTogether) {
  HttpLimits limits = small_limits();
  limits.unsent_bytes = 40'000'000;
  limits.patience_seconds = 0.05;
  Running running(limits);
  const std::string huge = "GET /huge HTTP/1.1\r\nHost: h\r\n\r\n";
  std::vector<std::unique_ptr<RawClient>> deaf;
  for (int i = 0; i < 6; ++i) {
    deaf.push_back(std::make_unique<RawClient>(running.port()));
    deaf.back()->send(huge);
    std::this_thread::sleep_for(150ms);
  }
  int whole = 0;
  for (const auto& client : deaf) whole += client->read_response().body.size() == kHuge ? 1 : 0;
  EXPECT_GE(whole, 1);
  EXPECT_LE(whole, 2) << "there is room for two of them";
  RawClient client(running.port());
  client.send(huge);
  EXPECT_EQ(client.read_response().body.size(), kHuge);
}

TEST(HttpServer, TheSlowestGoWhenThereAreTooMany) {
  HttpLimits limits = small_limits();
  limits.connections = 5;
  limits.patience_seconds = 0.1;
  Running running(limits);
  std::vector<std::unique_ptr<RawClient>> slow;
  for (int i = 0; i < 5; ++i) {
    slow.push_back(std::make_unique<RawClient>(running.port()));
    slow.back()->send("GET / HTTP/1.1\r\nHo");
  }
  std::this_thread::sleep_for(300ms);
  for (int i = 0; i < 5; ++i) {
    RawClient client(running.port());
    client.send("GET /x HTTP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_EQ(client.read_response(5).status, 200);
  }
  (void)slow[0]->read_all(5);
  EXPECT_TRUE(slow[0]->closed()) << "the slowest";
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
  limits.patience_seconds = 60;
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
  limits.patience_seconds = 60;
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
  const auto source = std::make_shared<TestSource>();
  exchange->begin_events({{"X-Own", "yes"}}, source);
  const std::string head = client.read_until("\r\n\r\n");
  EXPECT_NE(head.find("Content-Type: text/event-stream"), std::string::npos);
  EXPECT_NE(head.find("X-Own: yes\r\n"), std::string::npos);
  EXPECT_NE(head.find("X-Content-Type-Options: nosniff\r\n"), std::string::npos);
  source->add("data: 1\n\n");
  exchange->wake();
  EXPECT_EQ(client.read_until("\n\n"), "data: 1\n\n");
  source->add("data: 2\n\n");
  exchange->wake();
  source->add("data: 3\n\n", true);
  exchange->wake();
  EXPECT_EQ(client.read_all(), "data: 2\n\ndata: 3\n\n");
  EXPECT_TRUE(client.closed());
}

TEST(HttpServer, TheHeadOfEventsHasNoEvents) {
  Running running;
  RawClient client(running.port());
  client.send("HEAD /keep HTTP/1.1\r\nHost: h\r\n\r\n");
  const std::shared_ptr<HttpExchange> exchange = running.kept();
  ASSERT_TRUE(exchange);
  const auto source = std::make_shared<TestSource>();
  source->add("data: 1\n\n", true);
  exchange->begin_events({}, source);
  const std::string all = client.read_all();
  EXPECT_TRUE(client.closed());
  EXPECT_EQ(all.find("\r\n\r\n"), all.size() - 4) << all;
}

TEST(HttpServer, ASourceGoesWithItsClient) {
  Running running;
  auto client = std::make_unique<RawClient>(running.port());
  client->send("GET /keep HTTP/1.1\r\nHost: h\r\n\r\n");
  const std::shared_ptr<HttpExchange> exchange = running.kept();
  ASSERT_TRUE(exchange);
  auto source = std::make_shared<TestSource>();
  const std::weak_ptr<TestSource> watched = source;
  exchange->begin_events({}, std::move(source));
  client.reset();
  for (int i = 0; i < 10'000 && !watched.expired(); ++i) std::this_thread::sleep_for(1ms);
  EXPECT_TRUE(watched.expired());
}

TEST(HttpServer, CutsOffWhoDoesNotTakeEvents) {
  HttpLimits limits = small_limits();
  limits.write_seconds = 0.3;
  Running running(limits);
  RawClient client(running.port());
  client.send("GET /keep HTTP/1.1\r\nHost: h\r\n\r\n");
  const std::shared_ptr<HttpExchange> exchange = running.kept();
  ASSERT_TRUE(exchange);
  std::atomic<bool> gone = false;
  exchange->when_gone([&] { gone = true; });
  exchange->begin_events({}, std::make_shared<TestSource>(100'000));
  for (int i = 0; i < 10'000 && !gone; ++i) std::this_thread::sleep_for(1ms);
  EXPECT_TRUE(gone);
}

// Whoever takes longest to take its events goes when there is no room for those of others.
TEST(HttpServer, ListenersThatDoNotReadHaveOneRoomTogether) {
  HttpLimits limits = small_limits();
  limits.unsent_bytes = 1'000'000;
  limits.patience_seconds = 0.05;
  Running running(limits);
  std::vector<std::unique_ptr<RawClient>> clients;
  std::vector<std::shared_ptr<HttpExchange>> exchanges;
  std::atomic<int> gone = 0;
  for (int i = 0; i < 15; ++i) {
    clients.push_back(std::make_unique<RawClient>(running.port()));
    clients.back()->send("GET /keep HTTP/1.1\r\nHost: h\r\n\r\n");
    exchanges.push_back(running.kept());
    ASSERT_TRUE(exchanges.back());
    exchanges.back()->when_gone([&] { ++gone; });
    exchanges.back()->begin_events({}, std::make_shared<TestSource>(100'000));
    // Until the socket takes no more.
    std::this_thread::sleep_for(100ms);
  }
  EXPECT_GE(gone, 4);
  EXPECT_LE(gone, 7);
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
  exchange->wake();
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
