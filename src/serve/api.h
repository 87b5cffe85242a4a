// Api: which path is answered by what, and on which threads. What takes a moment is done by the
// threads for answers, quick jobs by those for quick jobs, long ones by the board's.
#pragma once

#include "serve/answers/puzzle_shelf.h"
#include "serve/answers/scramble_answers.h"
#include "serve/http/access.h"
#include "serve/http/deadlines.h"
#include "serve/http/exchange.h"
#include "serve/http/web_files.h"
#include "serve/jobs/engines.h"
#include "serve/jobs/jobs.h"
#include "serve/jobs/solve_job.h"
#include "serve/jobs/work_queue.h"

#include "serve/server.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace gyre::serve {

class Api {
 public:
  explicit Api(const ServeOptions& options);
  ~Api();
  Api(const Api&) = delete;
  Api& operator=(const Api&) = delete;

  // It is called on the server's thread and returns at once.
  void handle(HttpRequest request, const std::shared_ptr<HttpExchange>& exchange);
  // Every second or so, on the server's thread.
  void tidy();
  // Ends all work; called before the server is destroyed.
  void shut();
  [[nodiscard]] bool has_player() const;

 private:
  using Exchange = std::shared_ptr<HttpExchange>;

  void route(HttpRequest request, const Exchange& exchange);
  // Whether it is a path that the threads for answers answer.
  bool route_answer(HttpRequest& request, const Exchange& exchange);
  void route_job(const HttpRequest& request, const Exchange& exchange, std::string_view rest);
  void serve_file(const HttpRequest& request, const Exchange& exchange);
  // Work for the threads for answers; the stop token hears when the client goes away, and when the
  // time that the work may take is over.
  void answer(const Exchange& exchange, std::function<Json(const std::stop_token&)> work,
              std::optional<Deadlines::Clock::duration> time = std::nullopt);
  void answer_about_puzzle(HttpRequest request, const Exchange& exchange,
                           Json (*about)(const AskedPuzzle&, RequestFields&));
  void answer_table_removal(std::string name, const Exchange& exchange);
  void start_job(HttpRequest request, const Exchange& exchange);
  void solve_pattern(HttpRequest request, const Exchange& exchange);
  void stream_events(const HttpRequest& request, const Exchange& exchange,
                     const std::shared_ptr<Job>& job);
  [[nodiscard]] std::optional<std::vector<cube3::FaceTurn>> scramble_cube(
      const cube3::Cube& cube, const std::stop_token& stop);
  [[nodiscard]] Json status() const;

  const ServeOptions options_;
  Access access_;
  std::optional<WebFolder> folder_;
  PuzzleShelf shelf_;
  MemoryBudget memory_;
  Engines engines_;
  ScrambleDesk scrambles_;
  JobBoard board_;
  Deadlines deadlines_;
  WorkQueue answers_;
  WorkQueue quick_;
};

}  // namespace gyre::serve
