// Shortest solutions of the 3x3x3 where the cube's own table is to be made only for positions that
// need it: the general engine has a moment for each, and solves the near ones without any table.
#include "front/solve/cube_solving.h"

#include <algorithm>
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
    near_->prepare(caller, expected_positions);
    expected_positions_ = expected_positions;
  }
  [[nodiscard]] int at_once() const override { return near_->at_once(); }
  [[nodiscard]] const void* engine_object() const override {
    const std::lock_guard lock(mutex_);
    return is_ready_ ? far_->engine_object() : near_->engine_object();
  }
  [[nodiscard]] std::string table() const override {
    const std::lock_guard lock(mutex_);
    return is_ready_ ? far_->table() : "";
  }
  [[nodiscard]] std::string kind_of_missed() const override { return far_->kind_of_missed(); }

  [[nodiscard]] AskedPosition take(Scramble position) const override {
    AskedPosition both = far_->take(position);
    both.any = std::move(position);
    return both;
  }
  void check(const AskedPosition& position) const override { far_->check(position); }

  [[nodiscard]] SolveAnswer solve(const AskedPosition& position,
                                  const SolveCall& call) const override {
    SolveAnswer answer = near_->solve({std::nullopt, position.any}, call);
    if (answer.end != SearchEnd::time) return answer;
    {
      const std::lock_guard lock(mutex_);
      if (!is_ready_) far_->prepare(caller_of(call), expected_positions_);
      is_ready_ = true;
    }
    return far_->solve(position, call);
  }

 private:
  std::unique_ptr<Solving> near_;
  std::unique_ptr<Solving> far_;
  double expected_positions_ = 1;
  mutable std::mutex mutex_;
  mutable bool is_ready_ = false;  // far_
};

}  // namespace

std::unique_ptr<Solving> make_easy_first_solving(const SolveQuestion& question,
                                                 EngineSource& engines) {
  return std::make_unique<EasyFirstSolving>(question, engines);
}

}  // namespace gyre
