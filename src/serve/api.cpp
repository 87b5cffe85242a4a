#include "serve/api.h"

#include "front/texts/json_answers.h"
#include "serve/answers/picture_answers.h"
#include "serve/answers/puzzle_answers.h"
#include "serve/jobs/explore_jobs.h"
#include "serve/jobs/pattern_job.h"

#include <fmt/format.h>
#include <gyre/base/api.h>
#include <gyre/base/error.h>
#include <malloc.h>
#include "base/cpu.h"
#include "base/threads.h"
#include "cube3/core/metric_facts.h"
#include "general/scramble/competition.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <new>

namespace gyre::serve {
namespace {

constexpr const char* kPageRules =
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

// Any puzzle that people turn is known in a tenth of a second.
constexpr std::chrono::seconds kCheckTime{5};

// Of the memory, for events and results of jobs at least.
constexpr std::uint64_t kAnswerShare = 8;
constexpr std::size_t kMostPuzzles = 32;
// Of the memory, for puzzles that are kept between requests at most; and no more than this.
constexpr std::uint64_t kPuzzleShare = 8;
constexpr std::uint64_t kMostPuzzleBytes = std::uint64_t{256} << 20U;
// A request takes so many times its body when it is read and held.
constexpr std::uint64_t kBytesOfBodyByte = 6;
constexpr std::size_t kSmallBody = std::size_t{16} << 10U;

std::uint64_t most_kept_bytes(const ServeOptions& options) {
  return std::min(options.memory_bytes / kPuzzleShare, kMostPuzzleBytes);
}

HttpResponse json_text_response(std::string text, int status = 200) {
  HttpResponse response;
  response.status = status;
  response.body = std::move(text);
  response.headers = {{"Cache-Control", "no-store"}};
  return response;
}

HttpResponse json_response(const Json& json) {
  return json_text_response(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

// The text of a job that has ended is sent as it is kept.
HttpResponse held_response(std::shared_ptr<const HeldText> held, std::string_view text) {
  HttpResponse response = json_text_response({});
  response.constant_body = text;
  response.keeps = std::move(held);
  return response;
}

HttpResponse job_response(const Job& job, int status = 200) {
  if (std::shared_ptr<const HeldText> held = job.ended_text()) {
    const std::string_view text = held->text;
    HttpResponse response = held_response(std::move(held), text);
    response.status = status;
    return response;
  }
  return json_text_response(text_of(job.json()), status);
}

HttpResponse text_response(int status, const std::string& text) {
  HttpResponse response;
  response.status = status;
  response.content_type = "text/plain; charset=utf-8";
  response.body = text;
  return response;
}

HttpResponse busy_response(const std::string& what) {
  HttpResponse response =
      error_response(503, fmt::format("too many {} wait; try again in a moment", what));
  response.headers = {{"Retry-After", "1"}};
  return response;
}

// An answer other than 200 that is no fault of the input.
class Refusal : public std::runtime_error {
 public:
  Refusal(int status, const std::string& message) : std::runtime_error(message), status_(status) {}
  [[nodiscard]] int status() const noexcept { return status_; }

 private:
  int status_;
};

// The answer to whatever is being thrown.
HttpResponse fault_response() {
  try {
    throw;
  } catch (const Refusal& refusal) {
    return error_response(refusal.status(), refusal.what());
  } catch (const Error& error) {
    return error_response(400, error.message(), error.place().line, error.place().column);
  } catch (const std::bad_alloc&) {
    return error_response(503, "there is not enough memory for this now");
  } catch (const std::exception& error) {
    return error_response(500, fmt::format("a fault of gyre: {}", error.what()));
  }
}

// Adds to every answer what belongs to all.
class WithHeaders final : public HttpExchange {
 public:
  using Headers = std::vector<std::pair<std::string, std::string>>;
  WithHeaders(std::shared_ptr<HttpExchange> exchange, Headers headers)
      : exchange_(std::move(exchange)), headers_(std::move(headers)) {}

  void respond(HttpResponse response) override {
    response.headers.insert(response.headers.end(), headers_.begin(), headers_.end());
    exchange_->respond(std::move(response));
  }
  void begin_events(Headers headers, std::shared_ptr<EventSource> source) override {
    headers.insert(headers.end(), headers_.begin(), headers_.end());
    exchange_->begin_events(std::move(headers), std::move(source));
  }
  void wake() override { exchange_->wake(); }
  void when_gone(std::function<void()> callback) override {
    exchange_->when_gone(std::move(callback));
  }
  [[nodiscard]] std::string client() const override { return exchange_->client(); }

 private:
  std::shared_ptr<HttpExchange> exchange_;
  Headers headers_;
};

// Stopped when the client goes away.
std::shared_ptr<std::stop_source> stopped_when_gone(HttpExchange& exchange) {
  auto source = std::make_shared<std::stop_source>();
  exchange.when_gone([source] { source->request_stop(); });
  return source;
}

void cancel_when_gone(HttpExchange& exchange, const std::shared_ptr<Job>& job) {
  exchange.when_gone([job] { (void)job->cancel(); });
}

std::size_t answer_threads() {
  return static_cast<std::size_t>(std::max(2, thread_count(0)));
}

void allow_only(std::string_view method, const HttpRequest& request) {
  if (request.method == method) return;
  throw Refusal(405, fmt::format("{} is for {} only", request.path, method));
}

}  // namespace

Api::Api(const ServeOptions& options)
    : options_(options),
      access_(is_loopback(options.address), options.address, options.token,
              options.allowed_origins),
      memory_(options.memory_bytes, options.memory_bytes / kAnswerShare),
      shelf_(kMostPuzzles, most_kept_bytes(options),
             [this](std::uint64_t bytes) -> std::shared_ptr<void> {
               std::optional<MemoryBudget::Share> share = memory_.take_now(bytes);
               if (!share) return nullptr;
               return std::make_shared<MemoryBudget::Share>(*std::move(share));
             }),
      engines_(memory_, options.tables, options.threads),
      scrambles_([this](const cube3::Cube& cube,
                        const std::stop_token& stop) { return scramble_cube(cube, stop); },
                 [this](const EngineCaller& caller, double seconds) {
                   // The engines outlive whoever makes scrambles, and keep their tables.
                   return any_scrambling(
                       std::shared_ptr<EngineSource>(std::shared_ptr<void>(), &engines_), caller,
                       {seconds, false});
                 },
                 engines_.search_bytes(), options.threads,
                 [this](std::uint64_t bytes, const std::stop_token& stop) {
                   return std::make_shared<MemoryBudget::Share>(
                       memory_.take(bytes, "tables for scrambles", stop));
                 }),
      board_({.at_once = options.jobs_at_once, .queue = options.queue}, &memory_),
      light_(1, options.queue),
      answers_(static_cast<int>(answer_threads()), options.queue, WorkQueue::Weight::heavy),
      checking_(static_cast<int>(answer_threads()), options.queue, WorkQueue::Weight::heavy),
      scrambling_(static_cast<int>(answer_threads()), options.queue, WorkQueue::Weight::heavy),
      quick_(thread_count(options.threads), options.queue) {
  if (!options.web_folder.empty()) folder_.emplace(options.web_folder);
  // Beside engines: what is soon made again, and what nobody has asked about for a while.
  memory_.add_reclaim([this] { return scrambles_.give_up_oldest(); });
  memory_.add_reclaim([this] { return shelf_.give_up_oldest(); });
  memory_.add_reclaim([this] { return board_.give_up_ended(); });
  // So that the first one who solves a 3x3x3 need not wait for it.
  (void)quick_.add([this] {
    try {
      (void)engines_.two_phase(kUsualMetric, {});
    } catch (const std::exception&) {
      // Whoever asks will be told.
    }
  });
}

Api::~Api() = default;

std::optional<std::vector<cube3::FaceTurn>> Api::scramble_cube(const cube3::Cube& cube,
                                                               const std::stop_token& stop) {
  // The small tables find the same on every machine.
  return solve_within_god_number(*engines_.small_two_phase(kCompetitionMetric, {stop, {}, {}, {}}),
                                 cube, stop);
}

bool Api::has_player() const {
  return serve::has_player();
}

void Api::tidy() {
  board_.tidy();
  deadlines_.tidy();
  give_memory_back();
}

// Once much less is used than before: the C library keeps what was many small things.
void Api::give_memory_back() {
  constexpr std::uint64_t kWorthIt = std::uint64_t{32} << 20U;
  const std::uint64_t used = memory_.used_bytes();
  most_used_ = std::max(most_used_, used);
  if (most_used_ - used < kWorthIt) return;
  most_used_ = used;
  (void)light_.add([] { (void)::malloc_trim(0); });
}

void Api::shut() {
  board_.cancel_all();
}

Json Api::status() const {
  const JobBoard::Load load = board_.load();
  return {
      {"version", version()},
      {"threads", thread_count(options_.threads)},
      {"cpu", to_string(cpu_level())},
      {"memory", {{"limit_bytes", memory_.limit_bytes()}, {"used_bytes", memory_.used_bytes()}}},
      {"jobs",
       {{"running", load.running},
        {"waiting", load.waiting},
        {"at_once", options_.jobs_at_once},
        {"queue", options_.queue}}},
      {"limits", {{"body_bytes", options_.body_bytes}, {"connections", options_.connections}}},
      {"player", has_player()},
      {"page", find_web_file("/") != nullptr || folder_.has_value()}};
}

std::optional<HttpResponse> Api::refuse(const HttpRequest& head) const {
  std::optional<HttpResponse> refusal = access_.refuse(head);
  if (!refusal) return std::nullopt;
  for (auto& header : access_.headers(head)) refusal->headers.push_back(std::move(header));
  return refusal;
}

void Api::handle(HttpRequest request, const Exchange& exchange) {
  const auto answered = std::make_shared<WithHeaders>(exchange, access_.headers(request));
  try {
    route(std::move(request), answered);
  } catch (...) {
    answered->respond(fault_response());
  }
}

void Api::route(HttpRequest request, const Exchange& exchange) {
  if (route_answer(request, exchange)) return;
  const std::string_view path = request.path;
  const bool is_get = request.method == "GET";
  if (path == "/v1/status") {
    allow_only("GET", request);
    exchange->respond(json_response(status()));
  } else if (path == "/v1/jobs") {
    if (is_get) {
      Json list = Json::array();
      for (const auto& job : board_.list()) list.push_back(job->json(false));
      exchange->respond(json_response({{"jobs", std::move(list)}}));
      return;
    }
    allow_only("POST", request);
    start_job(std::move(request), exchange);
  } else if (path.starts_with("/v1/jobs/")) {
    route_job(request, exchange, path.substr(sizeof("/v1/jobs/") - 1));
  } else if (path == "/v0/solve/pattern") {
    allow_only("POST", request);
    solve_pattern(std::move(request), exchange);
  } else if (is_get) {
    serve_file(request, exchange);
  } else {
    throw Refusal(path.starts_with("/v") && find_web_file(path) == nullptr ? 404 : 405,
                  fmt::format("there is nothing at {} for {}", path, request.method));
  }
}

bool Api::route_answer(HttpRequest& request, const Exchange& exchange) {
  struct AboutPuzzle {
    std::string_view path;
    Json (*answer)(const AskedPuzzle&, RequestFields&);
  };
  static constexpr std::array<AboutPuzzle, 5> kAboutPuzzles{{
      {"/v1/puzzle", describe_puzzle},
      {"/v1/puzzle/kpuzzle", puzzle_as_kpuzzle},
      {"/v1/puzzle/actions", describe_actions},
      {"/v1/picture", describe_picture},
      {"/v1/play", play},
  }};
  const std::string_view path = request.path;
  for (const AboutPuzzle& about : kAboutPuzzles) {
    if (path != about.path) continue;
    allow_only("POST", request);
    answer_about_puzzle(std::move(request), exchange, about.answer);
    return true;
  }
  if (path == "/v1/puzzles") {
    allow_only("GET", request);
    answer_by(light_, exchange, [](const std::stop_token&) { return list_puzzles(); });
  } else if (path == "/v1/check") {
    allow_only("POST", request);
    answer_by(
        checking_, exchange,
        [this, request = std::move(request)](const std::stop_token& stop) {
          const Json body = parse_request(request.body);
          RequestFields fields(body);
          const auto puzzle = read_changes(fields, shelf_.find(fields));
          return check_position(*puzzle, fields, stop);
        },
        kCheckTime);
  } else if (path == "/v1/scrambles") {
    allow_only("POST", request);
    // Tables for them may take a minute, which others need not wait for.
    answer_by(scrambling_, exchange,
              [this, request = std::move(request)](const std::stop_token& stop) {
                const Json body = parse_request(request.body);
                RequestFields fields(body);
                const auto puzzle = read_changes(fields, shelf_.find(fields));
                return scrambles_.answer(puzzle, fields, stop);
              });
  } else if (path == "/v1/tables") {
    allow_only("GET", request);
    answer_by(light_, exchange, [this](const std::stop_token&) { return list_tables(engines_); });
  } else if (path.starts_with("/v1/tables/")) {
    allow_only("DELETE", request);
    answer_table_removal(std::string(path.substr(sizeof("/v1/tables/") - 1)), exchange);
  } else {
    return false;
  }
  return true;
}

void Api::answer_table_removal(std::string name, const Exchange& exchange) {
  answer(exchange, [this, name = std::move(name)](const std::stop_token&) -> Json {
    if (engines_.uses_table(name)) {
      throw Refusal(409, fmt::format("a job uses the table {}; cancel it first", name));
    }
    if (!remove_table(name, engines_)) {
      throw Refusal(404, fmt::format("there is no table '{}'", name));
    }
    return {{"removed", true}};
  });
}

void Api::route_job(const HttpRequest& request, const Exchange& exchange, std::string_view rest) {
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const std::string id(rest.substr(0, slash));
  const std::string_view what = rest.substr(slash);
  const std::shared_ptr<Job> job = board_.find(id);
  if (!job) throw Refusal(404, fmt::format("there is no job '{}' (any more)", id));
  const auto is = [&](std::string_view method, std::string_view word) {
    return request.method == method && what == word;
  };
  const auto done = [&](bool could, std::string_view verb) {
    if (!could) {
      throw Refusal(409,
                    fmt::format("the job cannot be {}: it is {}{}", verb, to_string(job->state()),
                                job->plan().can_pause || has_ended(job->state())
                                    ? ""
                                    : ", and of a kind that cannot pause"));
    }
    exchange->respond(job_response(*job));
  };
  if (is("GET", "")) {
    exchange->respond(job_response(*job));
  } else if (is("GET", "/events")) {
    stream_events(request, exchange, job);
  } else if (is("GET", "/result")) {
    send_result(request, exchange, *job);
  } else if (is("POST", "/pause")) {
    done(job->pause(), "paused");
  } else if (is("POST", "/resume")) {
    done(job->resume(), "resumed");
  } else if (is("POST", "/cancel")) {
    done(job->cancel(), "cancelled");
  } else if (is("DELETE", "")) {
    (void)board_.forget(id);
    exchange->respond(json_response({{"removed", true}}));
  } else {
    const bool exists = what.empty() || what == "/events" || what == "/result" ||
                        what == "/pause" || what == "/resume" || what == "/cancel";
    throw Refusal(exists ? 405 : 404, fmt::format("a job has no {} {}", request.method, what));
  }
}

void Api::serve_file(const HttpRequest& request, const Exchange& exchange) {
  HttpResponse response;
  response.headers = {{"Cache-Control", "no-cache"},
                      {"Content-Security-Policy", kPageRules},
                      {"Referrer-Policy", "no-referrer"}};
  if (folder_) {
    if (std::optional<WebFolder::Loaded> file = folder_->read(request.path)) {
      response.content_type = file->content_type;
      response.body = std::move(file->bytes);
      exchange->respond(std::move(response));
      return;
    }
  }
  const WebFile* file = find_web_file(request.path);
  if (file == nullptr) throw Refusal(404, fmt::format("there is nothing at {}", request.path));
  response.content_type = file->content_type;
  response.headers.emplace_back("ETag", file->etag);
  response.headers.emplace_back("Vary", "Accept-Encoding");
  if (request.header("If-None-Match").find(file->etag) != std::string_view::npos) {
    response.status = 304;
  } else if (!file->gzip_bytes.empty() &&
             request.header("Accept-Encoding").find("gzip") != std::string_view::npos) {
    response.headers.emplace_back("Content-Encoding", "gzip");
    response.constant_body = file->gzip_bytes;
  } else {
    response.constant_body = file->bytes;
  }
  exchange->respond(std::move(response));
}

void Api::answer(const Exchange& exchange, std::function<Json(const std::stop_token&)> work,
                 std::optional<Deadlines::Clock::duration> time) {
  answer_by(answers_, exchange, std::move(work), time);
}

void Api::answer_by(WorkQueue& threads, const Exchange& exchange,
                    std::function<Json(const std::stop_token&)> work,
                    std::optional<Deadlines::Clock::duration> time) {
  const std::shared_ptr<std::stop_source> stop = stopped_when_gone(*exchange);
  auto answer_now = [this, exchange, stop, time, work = std::move(work)] {
    if (stop->stop_requested()) return;
    std::optional<Deadlines::Watch> watch;
    if (time) watch.emplace(deadlines_, stop, *time);
    try {
      exchange->respond(json_response(work(stop->get_token())));
    } catch (...) {
      exchange->respond(fault_response());
    }
  };
  const bool taken = threads.add(std::move(answer_now), exchange->client());
  if (!taken) exchange->respond(busy_response("requests"));
}

void Api::answer_about_puzzle(HttpRequest request, const Exchange& exchange,
                              Json (*about)(const AskedPuzzle&, RequestFields&)) {
  answer(exchange, [this, request = std::move(request), about](const std::stop_token&) {
    const Json body = parse_request(request.body);
    RequestFields fields(body);
    return about(*shelf_.find(fields), fields);
  });
}

void Api::start_job(HttpRequest request, const Exchange& exchange) {
  const std::optional<std::string> wait = request.query_value("wait");
  if (wait && *wait != "true" && *wait != "false") {
    throw Refusal(400, "'wait' must be true or false");
  }
  const bool waited = wait == "true";
  const std::stop_token gone = stopped_when_gone(*exchange)->get_token();
  // Who does not wait is not kept waiting either: making a puzzle may take a while.
  WorkQueue& threads = waited ? quick_ : answers_;
  auto start = [this, exchange, gone, waited, request = std::move(request)] {
    if (gone.stop_requested()) return;
    try {
      MemoryBudget::Share share = share_for(request);
      const Json body = parse_request(request.body);
      RequestFields fields(body);
      const bool detached = fields.flag("detached");
      JobPlan plan = plan_job(fields, {shelf_, engines_, quick_}, waited);
      plan.memory = std::move(share);
      if (waited && plan.is_quick) {
        const std::shared_ptr<Job> job = board_.make(std::move(plan));
        // The job is done before this thread does anything else, so the token that we have is
        // enough; another callback would wake the server's thread.
        const std::stop_callback cancel(gone, [&] { (void)job->cancel(); });
        board_.run_here(job);
        exchange->respond(job_response(*job));
        return;
      }
      const std::shared_ptr<Job> job =
          board_.add(std::move(plan), detached || waited, exchange->client());
      if (!job) {
        exchange->respond(busy_response("jobs"));
      } else if (waited) {
        cancel_when_gone(*exchange, job);
        job->when_ended([this, exchange](Job& ended) {
          exchange->respond(job_response(ended));
          // It has been delivered.
          (void)board_.forget(ended.id());
        });
      } else {
        exchange->respond(job_response(*job, 201));
      }
    } catch (...) {
      exchange->respond(fault_response());
    }
  };
  const bool taken = threads.add(std::move(start), exchange->client());
  if (!taken) exchange->respond(busy_response("jobs"));
}

void Api::solve_pattern(HttpRequest request, const Exchange& exchange) {
  const std::stop_token gone = stopped_when_gone(*exchange)->get_token();
  auto start = [this, exchange, gone, request = std::move(request)] {
    if (gone.stop_requested()) return;
    try {
      MemoryBudget::Share share = share_for(request);
      auto pattern = std::make_shared<const PatternRequest>(read_pattern_request(request.body));
      JobPlan plan = plan_pattern(std::move(pattern), engines_);
      plan.memory = std::move(share);
      const std::shared_ptr<Job> job = board_.add(std::move(plan), true, exchange->client());
      if (!job) {
        exchange->respond(busy_response("jobs"));
        return;
      }
      cancel_when_gone(*exchange, job);
      job->when_ended([this, exchange](Job& ended) {
        const Json all = ended.json();
        const Json& result = all["result"];
        if (!all["error"].is_null()) {
          exchange->respond(text_response(400, all["error"]["message"].get<std::string>()));
        } else if (result.is_object() && result.contains("alg")) {
          exchange->respond(json_response(result));
        } else if (result.is_object()) {
          exchange->respond(text_response(404, result["none"].get<std::string>()));
        } else {
          exchange->respond(error_response(503, "the search was stopped"));
        }
        (void)board_.forget(ended.id());
      });
    } catch (const Error& error) {
      exchange->respond(text_response(400, error.what()));
    } catch (...) {
      exchange->respond(fault_response());
    }
  };
  const bool taken = answers_.add(std::move(start), exchange->client());
  if (!taken) exchange->respond(busy_response("requests"));
}

MemoryBudget::Share Api::share_for(const HttpRequest& request) {
  if (request.body.size() <= kSmallBody) return {};
  std::optional<MemoryBudget::Share> share =
      memory_.take_now(kBytesOfBodyByte * request.body.size());
  if (!share) throw std::bad_alloc();
  return *std::move(share);
}

// All of it, or the part that Range names: "bytes=0-999999", one range.
void Api::send_result(const HttpRequest& request, const Exchange& exchange, const Job& job) {
  std::optional<HeldResult> result = job.result();
  if (!result) {
    throw Refusal(409, fmt::format("the job has no result yet: it is {}", to_string(job.state())));
  }
  const std::size_t size = result->text.size();
  const std::optional<ByteRange> range = parse_range(request.header("Range"), size);
  HttpResponse response = held_response(std::move(result->whole), result->text);
  response.headers.emplace_back("Accept-Ranges", "bytes");
  if (range && range->begin >= range->end) {
    response = error_response(416, fmt::format("the result has {} bytes", size));
    response.headers = {{"Content-Range", fmt::format("bytes */{}", size)}};
  } else if (range) {
    response.status = 206;
    response.constant_body = result->text.substr(range->begin, range->end - range->begin);
    response.headers.emplace_back(
        "Content-Range", fmt::format("bytes {}-{}/{}", range->begin, range->end - 1, size));
  }
  exchange->respond(std::move(response));
}

void Api::stream_events(const HttpRequest& request, const Exchange& exchange,
                        const std::shared_ptr<Job>& job) {
  const std::string_view header = request.header("Last-Event-ID");
  const std::string text = request.query_value("after").value_or(std::string(header));
  std::int64_t after = 0;
  if (!text.empty()) {
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), after);
    if (fault != std::errc() || end != text.data() + text.size() || after < 0) {
      throw Refusal(400, "the number of the last event must be a whole number");
    }
  }
  exchange->begin_events({{"X-Accel-Buffering", "no"}},
                         job->listen(after, [exchange] { exchange->wake(); }));
}

}  // namespace gyre::serve
