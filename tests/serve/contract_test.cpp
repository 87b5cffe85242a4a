// The server as docs/http.md and docs/openapi.json describe it: every path, method and status that
// can be brought about is asked for, and every answer must be as described. What an answer says is
// tested where it is made; here a few values show that it is the right one.
#include <gtest/gtest.h>

#include "support/served_program.h"
#include "support/tied_orbits.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include "base/threads.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <set>
#include <string>
#include <thread>

namespace gyre::test {
namespace {

const std::string kApi = std::string(GYRE_SOURCE_DIR) + "/docs/openapi.json";
const char* const kSuperflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
const char* const kTiny = R"(Name tiny
Set CORNERS 3 1
Solved
CORNERS
1 2 3
End
Move A
CORNERS
2 3 1
End
)";

const char* const kSwarming = R"(Name swarming
Set P 3 1
Solved
P
1 2 3
End
Move A
P
2 1 3
End
Move B
P
1 3 2
End
Move C
P
2 3 1
End
)";

// A search that nobody lives to see the end of, and that needs no table on disk.
Json endless_job() {
  return {{"kind", "solve"},
          {"puzzle", "3x3x3"},
          {"engine", "general"},
          {"position", kSuperflip},
          {"detached", true}};
}

// A question that takes all the time there is for it.
Json endless_question() {
  return {{"definition", {{"file", "tied.tws"}, {"text", tied_orbits()}}}, {"position", "A B"}};
}

int answer_threads() {
  return std::max(2, thread_count(0));
}

std::string upper_case(std::string method) {
  for (char& c : method) c = static_cast<char>(std::toupper(c));
  return method;
}

std::string start_job(CheckedClient& client, const Json& job) {
  const Answer answer = client.post("/v1/jobs", job);
  EXPECT_EQ(answer.status, 201) << answer.body;
  return answer.json().value("id", "");
}

class ServeContract : public testing::Test {
 protected:
  void SetUp() override { api = std::make_unique<OpenApi>(kApi); }

  std::unique_ptr<OpenApi> api;
};

void ask_about_puzzles(CheckedClient& client) {
  const Json cube{{"puzzle", "3x3x3"}};
  EXPECT_GT(client.get("/v1/puzzles").json()["puzzles"].size(), 50U);
  const Json puzzle = client.post("/v1/puzzle", cube).json();
  EXPECT_EQ(puzzle["cube3"], true);
  EXPECT_EQ(puzzle["facelets"], 3);
  EXPECT_EQ(puzzle["moves"].size(), 18U);
  const Json tiny{{"definition", {{"file", "tiny.tws"}, {"text", kTiny}}}};
  EXPECT_EQ(client.post("/v1/puzzle", tiny).json()["name"], "tiny");
  EXPECT_EQ(client.post("/v1/puzzle", {{"puzzle", "2x2x2"}, {"metric", "qtm"}, {"moves", "U,R"}})
                .json()["moves"]
                .size(),
            4U);
  EXPECT_EQ(client.post("/v1/puzzle/kpuzzle", cube).json()["orbits"].size(), 2U);
  EXPECT_EQ(client.post("/v1/puzzle/actions", cube).json()["actions"].size(), 6U);
  EXPECT_EQ(client.post("/v1/picture", cube).json()["stickers"].size(), 54U);
  EXPECT_EQ(client.post("/v1/picture", tiny).json()["stickers"].size(), 0U);
  Json play{{"puzzle", "3x3x3"}, {"position", "F"}, {"alg", "R U2 R'"}};
  EXPECT_EQ(client.post("/v1/play", play).json()["frames"].size(), 4U);
  play = tiny;
  play["alg"] = "A A";
  EXPECT_EQ(client.post("/v1/play", play).json()["drawings"].size(), 3U);
  Json check{{"puzzle", "3x3x3"}, {"position", "R U"}};
  EXPECT_EQ(client.post("/v1/check", check).json()["solvable"], true);
  check["position"] = "RUUUUUUUUURRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
  EXPECT_EQ(client.post("/v1/check", check).json()["solvable"], false);
  // Of a puzzle that is changed: only corners count.
  const Json corners{{"puzzle", "3x3x3"}, {"omit", {"EDGES"}}, {"position", "R U"}};
  EXPECT_EQ(client.post("/v1/check", corners).json()["solvable"], true);
  EXPECT_EQ(client.post("/v1/check", corners).json()["colours"].size(), 54U);
  const Json changed =
      client.post("/v1/scrambles", {{"puzzle", "2x2x2"}, {"no_orientation", true}, {"seed", 1}})
          .json();
  EXPECT_EQ(changed["kind"], "random-state") << changed;
  EXPECT_EQ(client.post("/v1/scrambles", {{"puzzle", "3x3x3"}, {"count", 3}, {"seed", 1}})
                .json()["scrambles"]
                .size(),
            3U);
}

void run_jobs(CheckedClient& client) {
  const auto waited = [&](const Json& job) {
    const Answer answer = client.post("/v1/jobs?wait=true", job);
    EXPECT_EQ(answer.status, 200) << answer.body;
    const Json out = answer.json();
    EXPECT_EQ(out.value("state", ""), "finished") << out.dump();
    return out.value("result", Json());
  };
  Json solve{{"kind", "solve"}, {"puzzle", "3x3x3"}, {"position", "R U F"}};
  EXPECT_NE(waited(solve)["solution"], nullptr);
  solve["engine"] = "optimal";
  EXPECT_EQ(waited(solve)["length"], 3);
  EXPECT_EQ(waited(solve)["optimal"], true);
  EXPECT_EQ(waited({{"kind", "solve"}, {"puzzle", "pyraminx"}, {"position", "U L"}})["length"], 2);
  const Json batch = waited(
      {{"kind", "batch"}, {"puzzle", "2x2x2"}, {"positions", Json::array({"R U", "Q", "F2"})}});
  EXPECT_EQ(batch["rows"].size(), 3U);
  EXPECT_EQ(batch["solved"], 2);
  EXPECT_NE(batch["rows"][1]["error"], nullptr);
  EXPECT_EQ(waited({{"kind", "solve"}, {"puzzle", "2x2x2"}, {"position", "R U"}, {"beam", 500}})
                .value("engine", ""),
            "beam");
  const Json god = waited({{"kind", "god"}, {"puzzle", "pyraminx"}, {"max_depth", 3}});
  EXPECT_EQ(god["layers"].size(), 4U);
  EXPECT_EQ(god["end"], "max_depth");
  EXPECT_EQ(waited({{"kind", "count"}, {"puzzle", "3x3x3"}, {"depth", 2}})["sequences"],
            Json::array({"1", "18", "243"}));
  EXPECT_EQ(waited({{"kind", "info"}, {"puzzle", "2x2x2"}})["group_order"].is_string(), true);
  const Json plan = waited({{"kind", "plan"}, {"puzzle", "2x2x3"}});
  ASSERT_EQ(plan["phases"].size(), 1U);
  EXPECT_EQ(plan["phases"][0]["table_greatest"], 14);
  EXPECT_EQ(waited({{"kind", "plan"}, {"puzzle", "dogic"}})["phases"], Json::array());
  EXPECT_EQ(waited({{"kind", "table"}, {"table", "cube3-optimal-37mb-htm"}})["table"],
            "cube3-optimal-37mb-htm");
}

std::vector<ServerEvent> listen(CheckedClient& client, const Json& job) {
  const Answer answer = client.post("/v1/jobs", job);
  EXPECT_EQ(answer.status, 201) << answer.body;
  const std::string path = fmt::format("/v1/jobs/{}/events", answer.json().value("id", ""));
  std::vector<ServerEvent> events = client.events(path);
  int number = 0;
  for (const ServerEvent& event : events) {
    EXPECT_EQ(event.number, event.name == "progress" ? 0 : ++number) << event.name;
  }
  EXPECT_FALSE(events.empty());
  if (!events.empty()) {
    EXPECT_EQ(events.back().name, "end");
    // Later on only those behind a number.
    const auto later = client.events(fmt::format("{}?after={}", path, number - 1));
    EXPECT_EQ(later.size(), 1U);
  }
  return events;
}

// A result that is not in the last event: whole, in parts, and after the event before the last.
void fetch_a_large_result(CheckedClient& client) {
  std::string nothing;
  for (int i = 0; i < 40; ++i) nothing += " F F'";
  Json positions = Json::array();
  for (int i = 0; i < 300; ++i) positions.push_back((i % 2 == 0 ? "R U" : "F2 R") + nothing);
  const std::vector<ServerEvent> events =
      listen(client, {{"kind", "batch"}, {"puzzle", "2x2x2"}, {"positions", positions}});
  ASSERT_FALSE(events.empty());
  const Json end = events.back().data;
  EXPECT_EQ(end["state"], "finished");
  EXPECT_TRUE(end["result"].is_null());
  const std::string path = end.value("result_at", "");
  EXPECT_EQ(path, fmt::format("/v1/jobs/{}/result", end.value("id", "")));
  const Answer whole = client.get(path);
  EXPECT_EQ(whole.json()["rows"].size(), 300U);
  EXPECT_EQ(whole.json()["solved"], 300);
  EXPECT_EQ(whole.json()["rows"][299]["number"], 300);
  EXPECT_EQ(client.get("/v1/jobs/" + end.value("id", "")).json()["result"], whole.json());
  std::string parts;
  while (parts.size() < whole.body.size()) {
    const Answer part =
        client.send("GET", path, "",
                    {{"Range", fmt::format("bytes={}-{}", parts.size(), parts.size() + 29'999)}});
    ASSERT_EQ(part.status, 206);
    ASSERT_FALSE(part.body.empty());
    parts += part.body;
  }
  EXPECT_EQ(parts, whole.body);
  EXPECT_EQ(client.send("GET", path, "", {{"Range", "bytes=99999999-"}}).status, 416);
}

void watch_jobs(CheckedClient& client) {
  listen(client, {{"kind", "solve"},
                  {"puzzle", "3x3x3"},
                  {"engine", "optimal"},
                  {"metric", "qtm"},
                  {"position", "R U F D L2 B U' F R"}});
  listen(client, {{"kind", "solve"}, {"puzzle", "megaminx"}, {"position", "U R F L"}});
  listen(client, {{"kind", "batch"}, {"puzzle", "3x3x3"}, {"positions", {"R U", "F2 D"}}});
  listen(client, {{"kind", "god"}, {"puzzle", "2x2x2"}});
  listen(client, {{"kind", "plan"}, {"puzzle", "2x2x3"}});
}

// Of a puzzle that phases solve.
Json endless_scrambles() {
  return {{"puzzle", "helicopter"}, {"count", 1'000}, {"seconds", 600}};
}

// Drawn for a while: pictures of a puzzle with many stickers.
Json long_play() {
  std::string alg;
  for (int i = 0; i < 600; ++i) alg += "U ";
  return {{"puzzle", "12x12x12"}, {"alg", alg}};
}

// All threads for answers, for checks and for scrambles are busy and one request waits (--queue 1):
// others are refused.
void ask_in_a_crowd(ServedProgram& server, OpenApi& api) {
  std::atomic<bool> over = false;
  std::vector<std::jthread> crowd;
  const std::vector<std::pair<std::string, Json>> questions = {
      {"/v1/check", endless_question()},
      {"/v1/scrambles", endless_scrambles()},
      {"/v1/play", long_play()}};
  for (std::size_t i = 0; i < questions.size() * static_cast<std::size_t>(answer_threads() + 2);
       ++i) {
    crowd.emplace_back([&, asked = questions[i % questions.size()]] {
      const std::string question = asked.second.dump();
      httplib::Client client("127.0.0.1", server.port());
      client.set_read_timeout(120);
      while (!over) {
        (void)client.Post(asked.first, question, "application/json");
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
    });
  }
  CheckedClient client(server, api);
  for (const OpenApi::Answer& answer : api.described_answers()) {
    if (answer.status != "503") continue;
    int status = 0;
    // Until the crowd is there, and has got its places back when one of them has its answer.
    for (int i = 0; i < 1'000 && status != 503; ++i) {
      status = client.send(upper_case(answer.method), answer.path, R"({"puzzle": "3x3x3"})").status;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_EQ(status, 503) << answer.method << answer.path;
  }
  over = true;
  EXPECT_EQ(server.end(), 0);
}

// Whether the server has the page.
bool ask_for_what_stays(CheckedClient& client, const OpenApi& api) {
  EXPECT_EQ(client.get("/v1/openapi.json").json(), api.root());
  EXPECT_EQ(client
                .send("GET", "/v1/openapi.json", "",
                      {{"If-None-Match", client.get("/v1/openapi.json").header("ETag")}})
                .status,
            304);
  const Json status = client.get("/v1/status").json();
  const bool page = status["page"] == true;
  EXPECT_EQ(client.get("/").status, page ? 200 : 404);
  if (page) {
    EXPECT_EQ(
        client.send("GET", "/", "", {{"If-None-Match", client.get("/").header("ETag")}}).status,
        304);
  }
  return page;
}

// The job, from its beginning to its end.
void follow_job(CheckedClient& client, const std::string& job) {
  EXPECT_EQ(client.get(job + "/events?after=x").status, 400);
  EXPECT_EQ(client.get(job + "/result").status, 409) << "not yet";
  client.events(job + "/events", [](const ServerEvent& event) { return event.name == "length"; });
  EXPECT_EQ(client.send("POST", job + "/pause").json()["state"], "paused");
  EXPECT_EQ(client.send("POST", job + "/resume").json()["state"], "running");
  EXPECT_EQ(client.send("POST", job + "/cancel").status, 200);
  const std::vector<ServerEvent> events = client.events(job + "/events");
  EXPECT_EQ(events.back().data["state"], "cancelled");
  EXPECT_EQ(client.get(job).json()["state"], "cancelled");
  for (const char* verb : {"/pause", "/resume", "/cancel"}) {
    EXPECT_EQ(client.send("POST", job + verb).status, 409) << verb;
  }
}

// Methods that a path does not have, while there is a job; and what there is no more after it.
void ask_what_is_not_there(CheckedClient& client, const OpenApi& api, const std::string& id) {
  const std::string job = "/v1/jobs/" + id;
  for (const auto& [path, item] : api.root()["paths"].items()) {
    std::string asked = path;
    if (const std::size_t at = asked.find("{id}"); at != std::string::npos) {
      asked.replace(at, 4, id);
    }
    EXPECT_EQ(client.send("PUT", asked, "{}").status, 405) << path;
  }
  EXPECT_EQ(client.send("DELETE", job).json()["removed"], true);
  for (const auto& [method, what] :
       std::vector<std::pair<std::string, std::string>>{{"GET", ""},
                                                        {"DELETE", ""},
                                                        {"GET", "/events"},
                                                        {"GET", "/result"},
                                                        {"POST", "/pause"},
                                                        {"POST", "/resume"},
                                                        {"POST", "/cancel"}}) {
    EXPECT_EQ(client.send(method, job + what).status, 404) << method << what;
  }
}

// Tables: one in use, one that is removed, one that is not there.
void remove_tables(CheckedClient& client) {
  const std::string table = "/v1/tables/cube3-optimal-37mb-htm";
  Json search{{"kind", "solve"},
              {"puzzle", "3x3x3"},
              {"engine", "optimal"},
              {"position", kSuperflip},
              {"detached", true}};
  const std::string busy = start_job(client, search);
  const Json tables = client.get("/v1/tables").json()["tables"];
  EXPECT_TRUE(std::any_of(tables.begin(), tables.end(), [](const Json& one) {
    return one["name"] == "cube3-optimal-37mb-htm" && one["stored"] == true;
  }));
  // The search takes the table that is there; wait until it does.
  client.events("/v1/jobs/" + busy + "/events", [&](const ServerEvent& event) {
    return event.name == "length" || event.name == "end";
  });
  EXPECT_EQ(client.send("DELETE", table).status, 409);
  EXPECT_EQ(client.send("DELETE", "/v1/jobs/" + busy).status, 200);
  int removed = 409;
  for (int i = 0; i < 100 && removed == 409; ++i) {
    removed = client.send("DELETE", table).status;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_EQ(removed, 200);
  EXPECT_EQ(client.send("DELETE", table).status, 404);
}

Json pattern_of_a_2x2x2(CheckedClient& client) {
  const Json definition = client.post("/v1/puzzle/kpuzzle", {{"puzzle", "2x2x2"}}).json();
  return {{"definition", definition}, {"pattern", definition["defaultPattern"]}};
}

void ask_with_patterns(CheckedClient& client) {
  Json pattern = pattern_of_a_2x2x2(client);
  EXPECT_EQ(client.post("/v0/solve/pattern", pattern).json()["alg"], "");
  pattern["searchArgs"]["maxDepth"] = 0;
  EXPECT_EQ(client.post("/v0/solve/pattern", pattern).status, 404);
  EXPECT_EQ(client.post("/v0/solve/pattern", Json::object()).status, 400);
}

// What every body can be wrong in.
void send_wrong_bodies(CheckedClient& client, const ServedProgram& server, OpenApi& api) {
  for (const auto& [path, item] : api.root()["paths"].items()) {
    if (!item.contains("post") || !item["post"].contains("requestBody")) continue;
    EXPECT_EQ(client.send("POST", path, "{").status, 400) << path;
    EXPECT_EQ(client.send("POST", path, "[]").status, 400) << path;
    EXPECT_EQ(client.send("POST", path, "").status, 400) << path;
    EXPECT_EQ(
        client.send("POST", path, R"({"puzzle": "3x3x3", "pzzle": 1, "kind": "solve"})").status,
        400)
        << path;
    EXPECT_EQ(client.send("POST", path, R"({"puzzle": "no such puzzle", "kind": "info"})").status,
              400)
        << path;
    const std::string large(5'000'000, ' ');
    CheckedClient other(server, api);  // which the server may close
    EXPECT_EQ(other.send("POST", path, large).status, 413) << path;
  }
  const Json fault = client.post("/v1/check", {{"puzzle", "3x3x3"}, {"position", "R Q"}}).json();
  EXPECT_EQ(fault["error"]["column"], 3);
}

// Under a name that is not this server's, and from another web site.
void ask_from_elsewhere(CheckedClient& client, const OpenApi& api) {
  for (const auto& [path, item] : api.root()["paths"].items()) {
    for (const auto& [method, operation] : item.items()) {
      if (method == "parameters") continue;
      const std::string upper = upper_case(method);
      EXPECT_EQ(client.send(upper, path, "{}", {{"Host", "evil.example"}}).status, 403) << path;
      const Answer foreign = client.send(upper, path, "{}", {{"Origin", "http://evil.example"}});
      if (upper != "GET") {
        EXPECT_EQ(foreign.status, 403) << path;
      }
      EXPECT_EQ(foreign.header("Access-Control-Allow-Origin"), "") << path;
    }
  }
}

void ask_with_a_token(const std::filesystem::path& folder, OpenApi& api) {
  std::ofstream(folder / "token") << "a-token-that-is-long\n";
  const ServedProgram guarded({"--token-file", (folder / "token").string()});
  CheckedClient stranger(guarded, api);
  CheckedClient liar(guarded, api, {{"Authorization", "Bearer a-token-that-is-lang"}});
  CheckedClient friendly(guarded, api, {{"Authorization", "Bearer a-token-that-is-long"}});
  for (const auto& [path, item] : api.root()["paths"].items()) {
    for (const auto& [method, operation] : item.items()) {
      if (method == "parameters" || !operation["responses"].contains("401")) continue;
      const std::string upper = upper_case(method);
      EXPECT_EQ(stranger.send(upper, path, "{}").status, 401) << path;
      EXPECT_EQ(liar.send(upper, path, "{}").status, 401) << path;
    }
  }
  EXPECT_EQ(friendly.get("/v1/status").status, 200);
}

void ask_for_too_many_jobs(const Json& pattern, OpenApi& api) {
  const ServedProgram small({"--jobs", "1", "--queue", "1"});
  CheckedClient crowd(small, api);
  // Until one runs and one waits; a job may also be refused because another is being read.
  const Json full{{"running", 1}, {"waiting", 1}, {"at_once", 1}, {"queue", 1}};
  for (int i = 0; i < 100 && crowd.get("/v1/status").json()["jobs"] != full; ++i) {
    (void)crowd.post("/v1/jobs", endless_job());
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  const Answer refused = crowd.post("/v1/jobs", endless_job());
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.header("Retry-After"), "1");
  EXPECT_EQ(crowd.post("/v0/solve/pattern", pattern).status, 503);
}

void expect_nothing_left_out(const OpenApi& api, bool page) {
  std::set<OpenApi::Answer> missing;
  for (const OpenApi::Answer& answer : api.described_answers()) {
    if (api.seen_answers().count(answer) == 0) missing.insert(answer);
  }
  std::set<OpenApi::Answer> expected;
  if (page) {
    expected.insert({"get", "/", "404"});
  } else {
    expected.insert({"get", "/", "200"});
    expected.insert({"get", "/", "304"});
  }
  for (const OpenApi::Answer& answer : missing) {
    EXPECT_EQ(expected.count(answer), 1U) << answer.method << answer.path << answer.status;
  }
}

TEST_F(ServeContract, EveryAnswerIsAsDescribed) {
  // So little memory that optimal solving takes the smallest of its tables.
  const ServedProgram server({"--threads", "2", "--memory", "400M"});
  CheckedClient client(server, *api);
  const bool page = ask_for_what_stays(client, *api);
  ask_about_puzzles(client);
  run_jobs(client);
  watch_jobs(client);
  fetch_a_large_result(client);
  EXPECT_EQ(api->seen_events(), (std::set<std::string>{"state", "note", "progress", "length",
                                                       "solution", "row", "layer", "end"}));
  const std::string id = start_job(client, endless_job());
  EXPECT_EQ(client.get("/v1/jobs").json()["jobs"][0]["id"], id);
  follow_job(client, "/v1/jobs/" + id);
  ask_what_is_not_there(client, *api, id);
  remove_tables(client);
  ask_with_patterns(client);
  send_wrong_bodies(client, server, *api);
  ask_from_elsewhere(client, *api);
  ask_with_a_token(server.folder(), *api);
  ask_for_too_many_jobs(pattern_of_a_2x2x2(client), *api);
  ServedProgram crowded({"--queue", "1"});
  ask_in_a_crowd(crowded, *api);
  expect_nothing_left_out(*api, page);
}

TEST_F(ServeContract, AClientThatGoesAwayEndsItsJob) {
  const ServedProgram server;
  CheckedClient client(server, *api);
  {
    httplib::Client leaving("127.0.0.1", server.port());
    leaving.set_read_timeout(1);
    Json job = endless_job();
    job.erase("detached");
    EXPECT_FALSE(leaving.Post("/v1/jobs?wait=true", job.dump(), "application/json"));
  }
  int running = 1;
  for (int i = 0; i < 600 && running != 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    running = client.get("/v1/status").json()["jobs"]["running"].get<int>();
  }
  EXPECT_EQ(running, 0);
}

TEST_F(ServeContract, AQuestionThatTakesTooLongHoldsNoThread) {
  const ServedProgram server;
  CheckedClient client(server, *api);
  // Its time is over.
  const Json answer = client.post("/v1/check", endless_question()).json();
  EXPECT_TRUE(answer["solvable"].is_null());
  EXPECT_NE(answer["reason"].get<std::string>().find("takes longer"), std::string::npos);
  // Its client has gone.
  std::vector<std::jthread> leaving;
  for (int i = 0; i < answer_threads(); ++i) {
    leaving.emplace_back([&] {
      httplib::Client gone("127.0.0.1", server.port());
      gone.set_read_timeout(0, 300'000);
      EXPECT_FALSE(gone.Post("/v1/check", endless_question().dump(), "application/json"));
    });
  }
  leaving.clear();
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_EQ(client.get("/v1/puzzles").status, 200);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(3));
}

TEST_F(ServeContract, OnlyTheFilesOfThePageAreServed) {
  const ServedProgram server;
  httplib::Client client("127.0.0.1", server.port());
  client.set_follow_location(false);
  for (const std::string path :
       {"/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd", "//etc/passwd",
        "/bundle/package.json", "/player/", "/index.html/", "/v1", "/v1/", "/v2/status",
        "/%00index.html", "/v1/jobs/../status"}) {
    const httplib::Result result = client.Get(path);
    ASSERT_TRUE(result) << path;
    EXPECT_GE(result->status, 400) << path;
    EXPECT_LT(result->status, 500) << path;
    EXPECT_NE(result->get_header_value("Content-Type"), "text/html") << path;
  }
}

TEST_F(ServeContract, AllowsTheOriginsThatItWasToldTo) {
  const ServedProgram server({"--allow-origin", "https://timer.example"});
  CheckedClient client(server, *api);
  const httplib::Headers from{{"Origin", "https://timer.example"}};
  Json definition = client.post("/v1/puzzle/kpuzzle", {{"puzzle", "2x2x2"}}).json();
  const Json pattern{{"definition", definition}, {"pattern", definition["defaultPattern"]}};
  const Answer answer = client.send("POST", "/v0/solve/pattern", pattern.dump(), from);
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.header("Access-Control-Allow-Origin"), "https://timer.example");
  EXPECT_EQ(
      client
          .send("POST", "/v0/solve/pattern", pattern.dump(), {{"Origin", "https://other.example"}})
          .status,
      403);
  httplib::Client browser("127.0.0.1", server.port());
  const httplib::Result question =
      browser.Options("/v0/solve/pattern", {{"Origin", "https://timer.example"},
                                            {"Access-Control-Request-Method", "POST"},
                                            {"Access-Control-Request-Headers", "content-type"}});
  ASSERT_TRUE(question);
  EXPECT_EQ(question->status, 204);
  EXPECT_EQ(question->get_header_value("Access-Control-Allow-Origin"), "https://timer.example");
}

// Of three pieces there are no end of long solutions: what is found counts, and a wish to stop is
// heard.
Json swarming_job(int number) {
  return {{"kind", "solve"},  {"definition", {{"file", "tiny.tws"}, {"text", kSwarming}}},
          {"position", "A"},  {"min_length", 900},
          {"number", number}, {"detached", true}};
}

TEST_F(ServeContract, SolutionsCountAgainstTheMemory) {
  const ServedProgram server({"--memory", "128M"});
  CheckedClient client(server, *api);
  const std::string id = start_job(client, swarming_job(1'000'000));
  const std::vector<ServerEvent> events = client.events("/v1/jobs/" + id + "/events");
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events.back().data["state"], "failed");
  EXPECT_NE(events.back().data["error"].dump().find("of memory"), std::string::npos)
      << events.back().data["error"];
  EXPECT_LT(server.peak_bytes(), std::uint64_t{328} << 20U);
  // A few are no trouble.
  const Json few = client.post("/v1/jobs?wait=true", swarming_job(10)).json();
  EXPECT_EQ(few["result"]["solutions"].size(), 10U) << few;
}

TEST_F(ServeContract, ASwarmOfSolutionsCanBeCancelled) {
  ServedProgram server({"--memory", "2G"});
  CheckedClient client(server, *api);
  const std::string id = start_job(client, swarming_job(1'000'000));
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  const auto begun = std::chrono::steady_clock::now();
  (void)client.send("POST", "/v1/jobs/" + id + "/cancel");
  (void)client.events("/v1/jobs/" + id + "/events");
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(5));
  (void)start_job(client, swarming_job(1'000'000));
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  const auto ending = std::chrono::steady_clock::now();
  EXPECT_EQ(server.end(), 0);
  EXPECT_LT(std::chrono::steady_clock::now() - ending, std::chrono::seconds(6));
}

// Work of each kind that takes longer than anybody waits.
std::vector<Json> long_jobs() {
  return {endless_job(),
          {{"kind", "solve"},
           {"puzzle", "3x3x3"},
           {"beam", 200'000},
           {"position", kSuperflip},
           {"detached", true}},
          {{"kind", "count"}, {"puzzle", "4x4x4"}, {"canon_depth", 5}, {"detached", true}},
          {{"kind", "plan"}, {"puzzle", "emperor-pyraminx"}, {"metric", "qtm"}, {"detached", true}},
          {{"kind", "god"}, {"puzzle", "3x3x3"}, {"symmetry", "none"}, {"detached", true}}};
}

TEST_F(ServeContract, EveryKindOfWorkCanBeCancelled) {
  const ServedProgram server({"--memory", "2G"});
  CheckedClient client(server, *api);
  for (const Json& asked : long_jobs()) {
    SCOPED_TRACE(asked.dump());
    const std::string id = start_job(client, asked);
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_EQ(client.send("POST", "/v1/jobs/" + id + "/cancel").status, 200);
    const std::vector<ServerEvent> events = client.events("/v1/jobs/" + id + "/events");
    ASSERT_FALSE(events.empty());
    EXPECT_EQ(events.back().data["state"], "cancelled");
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(5));
  }
}

TEST_F(ServeContract, EndsWellWhileJobsRun) {
  ServedProgram server({"--memory", "2G", "--jobs", "5"});
  CheckedClient client(server, *api);
  for (const Json& asked : long_jobs()) start_job(client, asked);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  const auto ending = std::chrono::steady_clock::now();
  EXPECT_EQ(server.end(), 0);
  EXPECT_LT(std::chrono::steady_clock::now() - ending, std::chrono::seconds(6));
}

}  // namespace
}  // namespace gyre::test
