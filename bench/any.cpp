// Any position of any puzzle: how short the solutions of uniformly random positions are after given
// times, and how long preparing takes.
//   bench_any                        the puzzles for which there are bars
//   bench_any PUZZLE [SECONDS...]    one puzzle: lengths after each of these times (1 and 10)
// --positions N (20), --seed N (1), --metric NAME, --moves LIST, --fixed (the puzzle must end up as
// it is held; otherwise turned in any way where it has no fixed piece), --memory GB (4), --threads
// N (all), --each (a line for each position), --count MOVE (also how many turns of that move the
// solutions have: "/" counts the slashes of the square-1). PUZZLE is a name, a description or a
// file.
#include "base/memory.h"
#include "front/puzzle/asked_puzzle.h"
#include "front/solve/own_engines.h"
#include "front/solve/solving.h"
#include "puzzle/symmetry/symmetry.h"

#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include "base/random.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace gyre;
using Clock = std::chrono::steady_clock;

struct Row {
  std::string puzzle;
  std::vector<double> seconds = {1, 10};
  std::string metric = "htm";
  std::string moves;
  bool fixed = false;
};

struct Settings {
  int positions = 20;
  std::uint64_t seed = 1;
  std::uint64_t memory_bytes = std::uint64_t{4} << 30U;
  int threads = 0;
  bool each = false;
  std::string counted;  // a move
};

double seconds_since(Clock::time_point begun) {
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

struct Best {
  int length = 0;   // 0: none yet
  int counted = 0;  // turns of the move that is counted
};

// The best solution after each time.
std::vector<Best> best_of(const Solving& solving, const AskedPosition& position,
                          const std::vector<double>& seconds,
                          const std::function<int(const std::string&)>& count) {
  std::vector<Best> best(seconds.size());
  const auto begun = Clock::now();
  SolveCall call;
  call.events.solution = [&](const SolutionEvent& event) {
    const double passed = seconds_since(begun);
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      if (passed > seconds[i] + 0.05) continue;
      best[i] = {event.solution.length, count(event.solution.moves)};
    }
  };
  const SolveAnswer answer = solving.solve(position, call);
  if (answer.found()) {
    const FoundSolution& last = answer.solutions[0];
    best.back() = {last.length, count(last.moves)};
  }
  return best;
}

// How many turns of one move a sequence has.
std::function<int(const std::string&)> counter_of(const PuzzleDefinition& definition,
                                                  const std::string& move) {
  if (move.empty()) return [](const std::string&) { return 0; };
  const auto read = [&definition](const std::string& text) {
    return expand(parse_alg(text, &definition.names()));
  };
  const std::vector<MoveToken> wanted = read(move);
  if (wanted.size() != 1) throw Error("--count takes one move");
  return [read, family = wanted[0].family](const std::string& text) {
    const std::vector<MoveToken> tokens = read(text);
    return static_cast<int>(std::count_if(
        tokens.begin(), tokens.end(), [&](const MoveToken& one) { return one.family == family; }));
  };
}

void measure(const Row& row, const Settings& settings) {
  SolveQuestion question;
  PuzzleWish wish;
  wish.text = row.puzzle;
  question.puzzle = std::make_shared<const AskedPuzzle>(wish);
  question.metric = parse_metric(row.metric);
  question.moves = row.moves;
  question.seconds = row.seconds.back();
  question.engine = "phases";
  OwnEngineOptions engine_options;
  engine_options.memory_bytes = settings.memory_bytes;
  engine_options.threads = settings.threads;
  OwnEngines engines(std::move(engine_options));
  const PuzzleDefinition& definition = question.puzzle->definition();
  const MoveSet moves = question.puzzle->move_set(question.metric, row.moves);
  const PuzzleGroup group(definition, moves);
  const auto begun = Clock::now();
  const std::unique_ptr<Solving> solving = make_solving(question, engines);
  solving->prepare({});
  Rng rng(settings.seed);
  std::vector<double> sums(row.seconds.size(), 0);
  std::vector<int> worst(row.seconds.size(), 0);
  std::vector<int> missed(row.seconds.size(), 0);
  std::vector<double> counted(row.seconds.size(), 0);
  const auto count = counter_of(definition, settings.counted);
  double ready = 0;
  for (int i = -1; i < settings.positions; ++i) {
    Scramble scramble;
    scramble.state = group.random_state(rng);
    const AskedPosition position = solving->take(std::move(scramble));
    if (i < 0) {
      // The first one makes what all need, and then has its time.
      (void)solving->solve(position, {});
      ready = std::max(0.0, seconds_since(begun) - row.seconds.back());
      continue;
    }
    const std::vector<Best> best = best_of(*solving, position, row.seconds, count);
    for (std::size_t t = 0; t < best.size(); ++t) {
      sums[t] += best[t].length;
      counted[t] += best[t].counted;
      worst[t] = std::max(worst[t], best[t].length);
      if (best[t].length == 0) ++missed[t];
      if (!settings.each) continue;
      fmt::print("{}", best[t].length);
      if (!settings.counted.empty()) fmt::print(" ({} {})", best[t].counted, settings.counted);
      fmt::print("{}", t + 1 < best.size() ? " " : "\n");
    }
    std::fflush(stdout);
  }
  for (std::size_t t = 0; t < row.seconds.size(); ++t) {
    const int solved = settings.positions - missed[t];
    fmt::print(
        "{:<24} {:>6.4g} s  mean {:>6.1f}  greatest {:>4}  without {}  prepared in {:.1f} s\n",
        row.puzzle + (row.metric == "htm" ? "" : " " + row.metric), row.seconds[t],
        solved == 0 ? 0.0 : sums[t] / solved, worst[t], missed[t], ready);
    if (settings.counted.empty() || solved == 0) continue;
    fmt::print("{:<24} {:>6} {:>8.1f}  of {}\n", "", "", counted[t] / solved, settings.counted);
  }
  std::fflush(stdout);
}

const std::vector<Row>& documented_rows() {
  static const std::vector<Row> rows = {
      {"4x4x4", {1, 10}, "htm", "", false},         {"4x4x4 slices", {10, 60}, "qtm", "", true},
      {"5x5x5", {10, 60}, "htm", "", false},        {"6x6x6", {10, 60}, "htm", "", false},
      {"7x7x7", {10, 60}, "htm", "", false},        {"megaminx", {10, 60}, "htm", "", false},
      {"fto", {1, 10}, "htm", "", false},           {"square-1", {1}, "htm", "", false},
      {"clock", {1, 10}, "htm", "", false},         {"kilominx", {10, 60}, "htm", "", false},
      {"pentultimate", {10, 60}, "htm", "", false}, {"helicopter", {10, 60}, "htm", "", false},
      {"skewb-diamond", {1, 10}, "htm", "", false}};
  return rows;
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  Row row;
  std::vector<double> seconds;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto value = [&] { return std::string(i + 1 < argc ? argv[++i] : "0"); };
    if (word == "--positions") {
      settings.positions = std::atoi(value().c_str());
    } else if (word == "--seed") {
      settings.seed = std::strtoull(value().c_str(), nullptr, 10);
    } else if (word == "--memory") {
      settings.memory_bytes = std::strtoull(value().c_str(), nullptr, 10) << 30U;
    } else if (word == "--threads") {
      settings.threads = std::atoi(value().c_str());
    } else if (word == "--metric") {
      row.metric = value();
    } else if (word == "--moves") {
      row.moves = value();
    } else if (word == "--fixed") {
      row.fixed = true;
    } else if (word == "--count") {
      settings.counted = value();
    } else if (word == "--each") {
      settings.each = true;
    } else if (row.puzzle.empty()) {
      row.puzzle = word;
    } else {
      seconds.push_back(std::atof(word.c_str()));
    }
  }
  try {
    if (row.puzzle.empty()) {
      for (const Row& one : documented_rows()) measure(one, settings);
      return 0;
    }
    if (!seconds.empty()) row.seconds = seconds;
    measure(row, settings);
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  return 0;
}
