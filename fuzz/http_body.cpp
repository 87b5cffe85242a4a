// Any bytes as the body of a request to gyre serve: an Error, or something that can be worked with.
// The first byte chooses who reads it. Requests are planned and positions checked, but nothing is
// searched: how long a search takes is the client's wish. Words for the fuzzer are in
// fuzz/http_body.dict (-dict).
#include <gyre/base/error.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "serve/answers/picture_answers.h"
#include "serve/answers/puzzle_answers.h"
#include "serve/http/request.h"
#include "serve/jobs/explore_jobs.h"
#include "serve/jobs/pattern_request.h"

namespace {

using namespace gyre;
using namespace gyre::serve;

// Whole puzzles of this size are read in milliseconds.
constexpr std::size_t kMostBytes = 4'096;
constexpr int kAnswers = 6;

void read_fields(std::string_view body) {
  const Json object = parse_request(body);
  RequestFields fields(object);
  (void)fields.text("puzzle", "");
  (void)fields.flag("detached");
  (void)fields.integer("count", Range<int>{1, 1'000});
  (void)fields.number("seconds", Range<double>{0, 1e9});
  (void)fields.word("metric", {"htm", "qtm"}, "htm");
  (void)fields.texts("ignore", 100);
  fields.refuse_others();
}

void read_pattern(std::string_view body) {
  const PatternRequest request = read_pattern_request(body);
  request.definition.check_position(request.position);
  if (request.moves.size() == 0) std::abort();
  if (request.limits.min_length < 0 || request.limits.max_length < 0) std::abort();
  if (!request.definition.rotations().empty()) std::abort();
}

void plan_any_job(std::string_view body) {
  static MemoryBudget memory(std::uint64_t{64} << 20U);
  static Engines engines(memory, {}, 1);
  static PuzzleShelf shelf(4, std::uint64_t{16} << 20U);
  static WorkQueue quick(1, 1);
  const Json object = parse_request(body);
  RequestFields fields(object);
  // Names of the library lead to puzzles of any size; definitions are as large as their text.
  if (!fields.any("definition").is_object()) return;
  const JobPlan plan = plan_job(fields, {shelf, engines, quick}, false);
  if (plan.kind.empty() || plan.command.empty() || !plan.run) std::abort();
}

// Of answers about puzzles, one.
void ask_about_puzzle(std::string_view body, int which) {
  using Answer = Json (*)(const AskedPuzzle&, RequestFields&);
  constexpr Answer kCheck = [](const AskedPuzzle& puzzle, RequestFields& fields) {
    return check_position(puzzle, fields, {});
  };
  constexpr std::array<Answer, kAnswers> kAll = {
      describe_puzzle, puzzle_as_kpuzzle, describe_actions, describe_picture, play, kCheck};
  static PuzzleShelf shelf(4, std::uint64_t{64} << 20U);
  const Json object = parse_request(body);
  RequestFields fields(object);
  const Json& name = fields.any("puzzle");
  const bool is_small = name == "2x2x2" || name == "3x3x3" || name == "square1";
  if (!name.is_null() && !is_small) return;
  const std::shared_ptr<const AskedPuzzle> puzzle = shelf.find(fields);
  if (!kAll[which](*puzzle, fields).is_object()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || size > kMostBytes) return 0;
  const std::string_view body(reinterpret_cast<const char*>(data) + 1, size - 1);
  constexpr int kReaders = 3 + kAnswers;
  const int reader = data[0] % kReaders;
  try {
    switch (reader) {
      case 0:
        read_fields(body);
        break;
      case 1:
        read_pattern(body);
        break;
      case 2:
        plan_any_job(body);
        break;
      default:
        ask_about_puzzle(body, reader - 3);
    }
  } catch (const Error&) {
    // As it should be.
  }
  return 0;
}
