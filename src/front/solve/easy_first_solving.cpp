// Shortest solutions of the 3x3x3 where the cube's own table is to be made only for positions that
// need it: the general engine has a moment for each, and solves the near ones without any table.
#include "front/solve/cube_solving.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <utility>

namespace gyre {
namespace {

constexpr double kMoment = 1;  // seconds; most positions that the general engine ever solves

SolveQuestion question_of_a_moment(SolveQuestion question) {
  question.engine = "general";
  question.seconds = std::min(kMoment, question.seconds.value_or(kMoment));
  return question;
}

class EasyFirstSolving final : public Solving {
 public:
  EasyFirstSolving(const SolveQuestion& question, EngineSource& engines)
      : Solving(question),
        near_(make_general_solving(question_of_a_moment(question), engines)),
        far_(make_optimal_solving(question, engines)) {}

  [[nodiscard]] SolveEngine engine() const noexcept override { return far_->engine(); }
  void prepare(const EngineCaller& caller, double expected_positions) override {
    near_now()->prepare(caller, expected_positions);
    expected_positions_ = expected_positions;
  }
  [[nodiscard]] int at_once() const override { return 1; }
  [[nodiscard]] const void* engine_object() const override {
    const std::shared_ptr<Solving> near = near_now();
    return near ? near->engine_object() : far_->engine_object();
  }
  [[nodiscard]] std::string table() const override { return is_ready_ ? far_->table() : ""; }
  [[nodiscard]] std::string kind_of_missed() const override { return far_->kind_of_missed(); }

  [[nodiscard]] AskedPosition take(Scramble position) const override {
    AskedPosition both = far_->take(position);
    both.any = std::move(position);
    return both;
  }
  void check(const AskedPosition& position) const override { far_->check(position); }

  [[nodiscard]] SolveAnswer solve(const AskedPosition& position,
                                  const SolveCall& call) const override {
    if (is_ready_) return far_->solve(position, call);
    SolveAnswer answer;
    if (const std::shared_ptr<Solving> near = near_now()) {
      answer = near->solve({std::nullopt, position.any}, call);
      if (answer.end != SearchEnd::time) return answer;
    }
    if (make_ready(call)) return far_->solve(position, call);
    answer.end = SearchEnd::stopped;
    return answer;
  }

 private:
  [[nodiscard]] std::shared_ptr<Solving> near_now() const {
    const std::lock_guard lock(near_mutex_);
    return near_;
  }

  // False if it was stopped while another position had the table made.
  [[nodiscard]] bool make_ready(const SolveCall& call) const {
    constexpr std::chrono::milliseconds kLook{50};
    std::unique_lock lock(making_, std::defer_lock);
    while (!lock.try_lock_for(kLook)) {
      if (call.stop.stop_requested()) return false;
    }
    if (is_ready_) return true;
    {
      // With the table there is nothing that the general engine does better, and its memory may be
      // wanted for the table.
      const std::lock_guard near_lock(near_mutex_);
      near_.reset();
    }
    far_->prepare(caller_of(call), expected_positions_);
    is_ready_ = true;
    return true;
  }

  mutable std::mutex near_mutex_;
  mutable std::shared_ptr<Solving> near_;  // none once there is the table, or while it is made
  std::unique_ptr<Solving> far_;
  double expected_positions_ = 1;
  mutable std::timed_mutex making_;
  mutable std::atomic<bool> is_ready_ = false;  // far_
};

}  // namespace

std::unique_ptr<Solving> make_easy_first_solving(const SolveQuestion& question,
                                                 EngineSource& engines) {
  return std::make_unique<EasyFirstSolving>(question, engines);
}

}  // namespace gyre
