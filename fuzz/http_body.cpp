// Any bytes as the body of a request to gyre serve: an Error, or something that can be worked with.
// The first byte chooses who reads it. Requests are planned and positions checked, but nothing is
// searched: how long a search takes is the client's wish. Words for the fuzzer are in
// http_body.dict
// (-dict=fuzz/http_body.dict).
#include <gyre/base/error.h>

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "serve/explore_jobs.h"
#include "serve/json_request.h"
#include "serve/pattern_request.h"

namespace {

using namespace gyre;
using namespace gyre::serve;

// Whole puzzles of this size are read in milliseconds.
constexpr std::size_t kMostBytes = 4'096;

void read_fields(std::string_view body) {
  const Json object = parse_request(body);
  RequestFields fields(object);
  (void)fields.text("puzzle", "");
  (void)fields.flag("detached");
  (void)fields.integer("count", 1, 1'000);
  (void)fields.number("seconds", 0, 1e9);
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || size > kMostBytes) return 0;
  const std::string_view body(reinterpret_cast<const char*>(data) + 1, size - 1);
  constexpr int kReaders = 3;
  try {
    switch (data[0] % kReaders) {
      case 0:
        read_fields(body);
        break;
      case 1:
        read_pattern(body);
        break;
      default:
        plan_any_job(body);
    }
  } catch (const Error&) {
    // As it should be.
  }
  return 0;
}
