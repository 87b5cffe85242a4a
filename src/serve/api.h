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

  // Both are called on the server's thread and return at once. What is answered to a request when
  // its head has come, if it is refused; then the request, if it is not.
  [[nodiscard]] std::optional<HttpResponse> refuse(const HttpRequest& head) const;
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
  void answer_by(WorkQueue& threads, const Exchange& exchange,
                 std::function<Json(const std::stop_token&)> work,
                 std::optional<Deadlines::Clock::duration> time = std::nullopt);
  void answer_about_puzzle(HttpRequest request, const Exchange& exchange,
                           Json (*about)(const AskedPuzzle&, RequestFields&));
  void answer_table_removal(std::string name, const Exchange& exchange);
  void start_job(HttpRequest request, const Exchange& exchange);
  void solve_pattern(HttpRequest request, const Exchange& exchange);
  // Memory for what is made of a request until it is worked off. Throws if there is not so much.
  [[nodiscard]] MemoryBudget::Share share_for(const HttpRequest& request);
  void send_result(const HttpRequest& request, const Exchange& exchange, const Job& job);
  void stream_events(const HttpRequest& request, const Exchange& exchange,
                     const std::shared_ptr<Job>& job);
  [[nodiscard]] std::optional<std::vector<cube3::FaceTurn>> scramble_cube(
      const cube3::Cube& cube, const std::stop_token& stop);
  [[nodiscard]] Json status() const;
  void give_memory_back();

  const ServeOptions options_;
  Access access_;
  std::optional<WebFolder> folder_;
  MemoryBudget memory_;
  std::uint64_t most_used_ = 0;  // of it, since memory was given back to the system
  PuzzleShelf shelf_;
  Engines engines_;
  ScrambleDesk scrambles_;
  JobBoard board_;
  Deadlines deadlines_;
  // Light answers never wait for heavy ones: what anybody's puzzle may draw out has threads of its
  // own.
  WorkQueue light_;
  WorkQueue answers_;
  WorkQueue checking_;
  WorkQueue scrambling_;
  WorkQueue quick_;
};

}  // namespace gyre::serve
