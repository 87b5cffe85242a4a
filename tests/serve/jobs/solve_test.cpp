// The jobs themselves, without a server: what is asked becomes the right engine, command line,
// events and result. Solutions are replayed here with the library, not with what made them.
#include "cube3/tables/tables.h"
#include "format/kpuzzle.h"
#include "serve/http/access.h"
#include "serve/http/command_line.h"
#include "serve/jobs/explore_jobs.h"
#include "serve/jobs/pattern_job.h"
#include "support/temporary_folder.h"

#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <future>
#include <memory>
#include <span>
#include <thread>

namespace gyre::serve {
namespace {

using namespace std::chrono_literals;

class ServeJobs : public testing::Test {
 protected:
  ServeJobs()
      : memory_(std::uint64_t{1} << 30U), engines_(memory_, {}, 2), quick_(2, 100), board_({}) {}

  JobPlan plan(const Json& request, bool waited = false) {
    RequestFields fields(request);
    return plan_job(fields, {shelf_, engines_, quick_}, waited);
  }
  std::string fault(const Json& request) {
    try {
      (void)plan(request);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
  // Runs it to its end; `events`: all of them as they stand on the wire.
  Json run(const Json& request, std::string* events = nullptr, bool waited = false) {
    const std::shared_ptr<Job> job = board_.make(plan(request, waited));
    board_.run_here(job);
    if (events != nullptr) {
      const std::shared_ptr<JobListener> listener = job->listen(0, [] {});
      for (bool last = false; !last;) {
        const EventSource::Piece piece = listener->next(10'000);
        *events += piece.events;
        last = piece.last;
      }
    }
    return job->json();
  }

  PuzzleShelf shelf_;
  MemoryBudget memory_;
  Engines engines_;
  WorkQueue quick_;
  JobBoard board_;
};

bool solves(const std::string& puzzle, const std::string& position, const std::string& solution) {
  const PuzzleDefinition definition = load_puzzle(puzzle);
  const State state = apply(definition, parse_alg(position + " " + solution, &definition.names()));
  return state == definition.solved();
}

int count_of(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++count;
  return count;
}

TEST_F(ServeJobs, SolvesACubeInTwoPhasesAndTellsEachBetterOne) {
  const std::string scramble = "R U2 F' L D B2 R' U F D2 L2 B' R2 U' F2";
  std::string events;
  const Json job = run(
      {{"kind", "solve"}, {"puzzle", "3x3x3"}, {"position", scramble}, {"seconds", 0.3}}, &events);
  EXPECT_EQ(job["state"], "finished");
  EXPECT_EQ(job["command"], "gyre solve --time 0.3 \"" + scramble + "\"");
  const Json& result = job["result"];
  EXPECT_EQ(result["engine"], "two-phase");
  EXPECT_EQ(result["end"], "found");
  EXPECT_TRUE(solves("3x3x3", scramble, result["solution"].get<std::string>()));
  EXPECT_GE(count_of(events, "event: solution\n"), 1);
  EXPECT_NE(events.rfind(result["solution"].get<std::string>()), std::string::npos);
}

TEST_F(ServeJobs, AWaitingClientGetsAGoodSolutionAtOnceAndABetterOneAtLeisure) {
  const Json request{{"kind", "solve"},
                     {"puzzle", "3x3x3"},
                     {"position", "R U2 F' L D B2 R' U F D2 L2 B' R2 U' F2 L' D2 B R2 U F"}};
  const JobPlan waited = plan(request, true);
  EXPECT_TRUE(waited.is_quick);
  EXPECT_FALSE(plan(request, false).is_quick) << "a job of its own is improved for its second";
  const Json job = run(request, nullptr, true);
  EXPECT_TRUE(job["result"]["seconds"].get<double>() > 0.9 || job["result"]["optimal"]) << job;
  const int length = job["result"]["length"].get<int>();
  EXPECT_LE(length, cube3::easy_length(Metric::htm)) << "on a busy machine; on an idle one 21";
  // With somebody waiting for each thread there is no leisure.
  std::promise<void> go;
  const std::shared_future<void> gone = go.get_future().share();
  for (int i = 0; i < 6; ++i) ASSERT_TRUE(quick_.add([gone] { gone.wait(); }));
  while (quick_.waiting() > 4) std::this_thread::sleep_for(1ms);
  const auto begun = std::chrono::steady_clock::now();
  const Json hurried = run(request, nullptr, true);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begun;
  EXPECT_TRUE(hurried["result"]["solution"].is_string());
  EXPECT_LT(passed.count(), 0.9) << "not the second that one alone would get";
  go.set_value();
}

TEST_F(ServeJobs, QuickIsWhatEndsWithinAMoment) {
  Json request{{"kind", "solve"}, {"puzzle", "3x3x3"}, {"position", "R U F"}};
  const auto is_quick = [&](const Json& more) {
    Json asked = request;
    asked.update(more);
    return plan(asked, true).is_quick;
  };
  EXPECT_TRUE(is_quick({{"target", 20}}));
  EXPECT_TRUE(is_quick({{"seconds", 0.02}}));
  EXPECT_FALSE(is_quick({{"target", 18}}));
  EXPECT_FALSE(is_quick({{"seconds", 10}}));
  EXPECT_FALSE(is_quick({{"number", 5}}));
  EXPECT_FALSE(is_quick({{"engine", "optimal"}}));
  EXPECT_FALSE(is_quick({{"moves", "U,R"}}));
}

TEST_F(ServeJobs, SolvesAnyPuzzleOptimally) {
  std::string events;
  const Json job =
      run({{"kind", "solve"}, {"puzzle", "pyraminx"}, {"position", "U L' R B l"}}, &events);
  const Json& result = job["result"];
  EXPECT_EQ(job["command"], "gyre solve -p pyraminx \"U L' R B l\"");
  EXPECT_EQ(result["engine"], "phases");
  EXPECT_EQ(result["lower_bound"], result["length"]);
  EXPECT_EQ(result["optimal"], true);
  EXPECT_TRUE(solves("pyraminx", "U L' R B l", result["solution"].get<std::string>()));
  EXPECT_EQ(count_of(events, "event: solution\n"), 1);
  EXPECT_GE(count_of(events, "event: length\n"), 1);
  EXPECT_GT(job["memory_bytes"].get<std::uint64_t>(), 0U);
}

TEST_F(ServeJobs, AllSolutionsOfTheLeastLength) {
  const Json job =
      run({{"kind", "solve"}, {"puzzle", "2x2x2"}, {"position", "R2 U2 F2"}, {"all", true}});
  const Json& solutions = job["result"]["solutions"];
  ASSERT_GT(solutions.size(), 1U);
  for (const Json& one : solutions) {
    EXPECT_EQ(one["length"], solutions[0]["length"]);
    EXPECT_TRUE(solves("2x2x2", "R2 U2 F2", one["solution"].get<std::string>()));
  }
}

TEST_F(ServeJobs, IgnoredPiecesMayEndUpAnywhere) {
  const Json whole{{"kind", "solve"}, {"puzzle", "2x2x2"}, {"position", "U F R"}};
  Json partial = whole;
  partial["ignore"] = {"URF", "UFL", "ULB", "UBR"};
  EXPECT_EQ(run(whole)["result"]["length"], 3);
  const Json job = run(partial);
  EXPECT_EQ(job["result"]["length"], 2) << "the top may stay turned: " << job["result"];
  EXPECT_NE(job["command"].get<std::string>().find(" --ignore URF,UFL,ULB,UBR "), std::string::npos)
      << job["command"];
}

TEST_F(ServeJobs, LeadsToAnotherGoalAndBack) {
  const Json job = run({{"kind", "solve"},
                        {"puzzle", "3x3x3"},
                        {"position", "R"},
                        {"goal", "R U"},
                        {"seconds", 0.05}});
  EXPECT_EQ(job["result"]["solution"], "U");
  const Json inverse = run({{"kind", "solve"},
                            {"puzzle", "3x3x3"},
                            {"position", "R U"},
                            {"inverse", true},
                            {"seconds", 0.05}});
  EXPECT_EQ(inverse["result"]["solution"], "R U");
}

TEST_F(ServeJobs, ABatchHasARowForEachPosition) {
  std::string events;
  const Json job = run({{"kind", "batch"},
                        {"puzzle", "3x3x3"},
                        {"positions", {"R U F", "R Q F", "L2 D'"}},
                        {"seconds", 0.01}},
                       &events);
  const Json& result = job["result"];
  EXPECT_EQ(job["command"], "gyre solve --time 0.01 < positions.txt");
  ASSERT_EQ(result["rows"].size(), 3U);
  EXPECT_EQ(result["solved"], 2);
  EXPECT_EQ(result["missed"], 1);
  EXPECT_EQ(result["mean_length"], 2.5);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(result["rows"][i]["number"], i + 1);
  EXPECT_EQ(result["rows"][0]["solution"], "F' U' R'");
  EXPECT_TRUE(result["rows"][1]["solution"].is_null());
  EXPECT_NE(result["rows"][1]["error"].get<std::string>().find("'Q'"), std::string::npos);
  EXPECT_EQ(count_of(events, "event: row\n"), 3);
}

TEST_F(ServeJobs, CountsGodsAlgorithm) {
  std::string events;
  const Json job = run({{"kind", "god"}, {"puzzle", "2x2x2"}, {"moves", "U,R,F"}}, &events);
  const Json& result = job["result"];
  EXPECT_EQ(job["command"], "gyre god -p 2x2x2 --moves U,R,F");
  EXPECT_EQ(result["end"], "all");
  EXPECT_EQ(result["positions"], "3674160");
  ASSERT_EQ(result["layers"].size(), 12U);
  EXPECT_EQ(result["layers"][11]["positions"], "2644");
  EXPECT_EQ(count_of(events, "event: layer\n"), 12);
  const Json cut = run({{"kind", "god"}, {"puzzle", "3x3x3"}, {"max_depth", 3}});
  EXPECT_EQ(cut["result"]["layers"][3]["positions"], "3240");
  EXPECT_EQ(cut["result"]["end"], "max_depth");
}

TEST_F(ServeJobs, CountsSequencesAndExplainsGroups) {
  const Json count = run({{"kind", "count"}, {"puzzle", "3x3x3"}, {"depth", 3}});
  EXPECT_EQ(count["result"]["sequences"], Json({"1", "18", "243", "3240"}));
  EXPECT_NEAR(count["result"]["branching_factor"].get<double>(), 13.3484692, 1e-6);
  const Json info = run({{"kind", "info"}, {"puzzle", "3x3x3"}});
  EXPECT_EQ(info["result"]["states"], "43252003274489856000");
  EXPECT_EQ(info["result"]["symmetries"]["with_mirrors"], 48);
  EXPECT_EQ(info["result"]["gods_number_at_least"], 18);
}

TEST_F(ServeJobs, RefusesWhatMakesNoSense) {
  const Json base{{"kind", "solve"}, {"puzzle", "3x3x3"}, {"position", "R"}};
  const auto fault_with = [&](const Json& more) {
    Json asked = base;
    asked.update(more);
    return fault(asked);
  };
  EXPECT_EQ(fault(base), "");
  EXPECT_NE(fault({{"puzzle", "3x3x3"}}).find("'kind' is missing"), std::string::npos);
  EXPECT_NE(fault({{"kind", "dance"}}).find("one of solve, batch"), std::string::npos);
  EXPECT_NE(fault({{"kind", "solve"}, {"puzzle", "3x3x3"}}).find("'position' is missing"),
            std::string::npos);
  EXPECT_NE(fault_with({{"positon", "R"}}).find("there is no field 'positon'"), std::string::npos);
  EXPECT_NE(fault_with({{"position", "R Q2"}}).find("'Q2'"), std::string::npos);
  EXPECT_NE(fault_with({{"number", 0}}).find("'number' must be a whole number"), std::string::npos);
  EXPECT_NE(fault_with({{"seconds", -1}}).find("'seconds' must be a number"), std::string::npos);
  EXPECT_NE(fault_with({{"all", true}, {"number", 2}}).find("exclude each other"),
            std::string::npos);
  EXPECT_NE(fault_with({{"min_length", 5}, {"max_length", 4}}).find("greater"), std::string::npos);
  EXPECT_NE(fault_with({{"engine", "optimal"}, {"target", 20}}).find("'target'"),
            std::string::npos);
  EXPECT_NE(fault_with({{"puzzle", "pyraminx"}, {"engine", "two-phase"}}).find("for the 3x3x3"),
            std::string::npos);
  EXPECT_NE(fault_with({{"puzzle", "/etc/passwd"}}).find("no puzzle"), std::string::npos);
  EXPECT_NE(fault_with({{"moves", "Q"}}).find("Q"), std::string::npos);
  EXPECT_NE(fault_with({{"goal", "Q"}}).find("'goal'"), std::string::npos);
  // One corner twisted.
  const std::string twisted =
      fault_with({{"position", "UUUUUUUUFURRRRRRRRFFRFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"}});
  EXPECT_NE(twisted.find("twisted"), std::string::npos) << twisted;
  EXPECT_NE(fault({{"kind", "table"}, {"table", "nonsense"}}).find("there is no table"),
            std::string::npos);
  EXPECT_NE(fault({{"kind", "batch"}, {"puzzle", "3x3x3"}}).find("'positions' is missing"),
            std::string::npos);
}

// What gyre solve takes, a request takes; what it refuses is refused with its sentence.
TEST_F(ServeJobs, WishesAreThoseOfTheCommandLine) {
  const Json cube{{"kind", "solve"}, {"puzzle", "3x3x3"}, {"position", "R U"}};
  Json asked = cube;
  asked["engine"] = "optimal";
  asked["min_length"] = 2;
  EXPECT_EQ(run(asked)["result"]["engine"], "general");
  asked["engine"] = "two-phase";
  EXPECT_EQ(fault(asked),
            "'min_length' is for the general engine, not for the 3x3x3's own; leave it out, or "
            "take 'engine' general");
  asked = cube;
  asked["goal"] = {"R U F", "R U R"};
  asked["table_depth"] = 3;
  const Json result = run(asked)["result"];
  EXPECT_EQ(result["length"], 1);
  EXPECT_EQ(result["solutions"][0]["goal"], result["solution"] == "F" ? 1 : 2);
  asked["any_hold"] = true;
  asked["random_order"] = 7;
  EXPECT_EQ(plan(asked).command,
            "gyre solve --to \"R U F\" --to \"R U R\" --any-hold --random-order 7 --table-depth 3 "
            "\"R U\"");
}

TEST_F(ServeJobs, SearchesInOtherWaysAreAskedForAsOnTheCommandLine) {
  const Json small{{"kind", "solve"}, {"puzzle", "2x2x2"}, {"position", "R U F"}};
  Json asked = small;
  asked["beam"] = 2'000;
  Json job = run(asked);
  EXPECT_EQ(job["command"], "gyre solve -p 2x2x2 --beam 2000 \"R U F\"");
  EXPECT_EQ(job["result"]["engine"], "beam");
  EXPECT_EQ(job["result"]["end"], "found");
  asked["optimal"] = true;
  EXPECT_EQ(fault(asked),
            "'beam' and 'optimal' do not go together: a beam proves nothing and finds one way to "
            "one goal");
  asked = small;
  asked["into_subgroup"] = "U,R";
  asked["symmetry"] = "none";
  asked["canon_depth"] = 2;
  job = run(asked);
  EXPECT_EQ(job["command"],
            "gyre solve -p 2x2x2 --into-subgroup U,R --canon-depth 2 --symmetry none \"R U F\"");
  EXPECT_EQ(job["result"]["length"], 1) << job["result"];
  asked["symmetry"] = "some";
  EXPECT_EQ(fault(asked), "'symmetry' must be one of all, rotations, none, not 'some'");
  asked = small;
  asked["optimal"] = true;
  asked["random_order"] = "18446744073709551615";
  EXPECT_EQ(plan(asked).command,
            "gyre solve -p 2x2x2 --optimal --random-order 18446744073709551615 \"R U F\"");
  asked["random_order"] = -1;
  EXPECT_NE(fault(asked).find("'random_order' must be a whole number from 0"), std::string::npos);
}

// A beam has the memory of an engine to itself, so it has none that others have too.
TEST_F(ServeJobs, ABeamSharesNoEngine) {
  const Json plain{{"kind", "solve"}, {"puzzle", "2x2x2"}, {"position", "R U"}, {"optimal", true}};
  (void)run(plain);
  const std::uint64_t before = memory_.used_bytes();
  (void)run(plain);
  EXPECT_EQ(memory_.used_bytes(), before);
  (void)run({{"kind", "solve"}, {"puzzle", "2x2x2"}, {"position", "R U"}, {"beam", 9}});
  EXPECT_GT(memory_.used_bytes(), before);
}

TEST_F(ServeJobs, CountsAreAskedForAsOnTheCommandLine) {
  const Json job = run(
      {{"kind", "count"}, {"puzzle", "2x2x2"}, {"moves", "U,R"}, {"depth", 4}, {"canon_depth", 2}});
  EXPECT_EQ(job["command"], "gyre count -p 2x2x2 --moves U,R --depth 4 --canon-depth 2");
  const Json god = run({{"kind", "god"},
                        {"puzzle", "2x2x2"},
                        {"moves", "U,R,F"},
                        {"max_depth", 3},
                        {"symmetry", "none"}});
  EXPECT_EQ(god["command"], "gyre god -p 2x2x2 --moves U,R,F --max-depth 3 --symmetry none");
  EXPECT_EQ(god["result"]["symmetries"], 1);
}

TEST_F(ServeJobs, OptimalAndAllShorterAreFieldsToo) {
  Json asked{{"kind", "solve"}, {"puzzle", "pyraminx"}, {"position", "U L'"}, {"optimal", true}};
  EXPECT_EQ(run(asked)["result"]["engine"], "general");
  EXPECT_EQ(plan(asked).command, "gyre solve -p pyraminx --optimal \"U L'\"");
  asked["target"] = 3;
  EXPECT_EQ(fault(asked),
            "'target' is for the 3x3x3's own engine, and pyraminx takes the general one, whose "
            "solutions are optimal");
  const Json cube{
      {"kind", "solve"}, {"puzzle", "3x3x3"}, {"position", "R U"}, {"all_shorter", true}};
  EXPECT_FALSE(plan(cube, true).is_quick) << "each is to be told";
  std::string events;
  EXPECT_EQ(run(cube, &events)["command"], "gyre solve --all-shorter \"R U\"");
  EXPECT_GE(count_of(events, "event: solution\n"), 1);
}

TEST_F(ServeJobs, APuzzleIsChangedAsOnTheCommandLine) {
  const Json god{{"kind", "god"},
                 {"puzzle", "2x2x2"},
                 {"moves", "U,R,F"},
                 {"no_orientation", true},
                 {"antipodes", 1}};
  const Json job = run(god);
  EXPECT_EQ(job["command"], "gyre god -p 2x2x2 --moves U,R,F --no-orientation --antipodes 1");
  EXPECT_EQ(job["result"]["positions"], "5040");
  EXPECT_EQ(job["result"]["antipodes"].size(), 1U);
  EXPECT_EQ(job["result"]["gods_number"], job["result"]["layers"].size() - 1);
  Json solve{{"kind", "solve"},
             {"puzzle", "3x3x3"},
             {"position", "R U F"},
             {"omit", {"EDGES"}},
             {"no_orientation", {"CORNERS"}}};
  const Json solved = run(solve);
  EXPECT_EQ(solved["command"], "gyre solve --omit EDGES --no-orientation=CORNERS \"R U F\"");
  EXPECT_EQ(solved["result"]["engine"], "phases") << "it is the 3x3x3 no more";
  solve["omit"] = {"WINGS"};
  EXPECT_NE(fault(solve).find("WINGS"), std::string::npos) << fault(solve);
  solve["omit"] = "EDGES";
  EXPECT_NE(fault(solve).find("'omit' must be a list"), std::string::npos) << fault(solve);
}

// With the words of the command line and of programs; only the option is spelled otherwise.
TEST_F(ServeJobs, NumbersAndWordsAreRefusedWithTheSentencesOfAll) {
  Json asked{{"kind", "solve"}, {"puzzle", "3x3x3"}, {"position", "R"}, {"engine", "fast"}};
  EXPECT_EQ(fault(asked),
            "'engine' must be one of auto, cube3, two-phase, optimal, general, phases, not 'fast'");
  asked.erase("engine");
  asked["number"] = 0;
  EXPECT_EQ(fault(asked), "'number' must be a whole number from 1 to 1000000, not '0'");
  asked["number"] = Json::array();
  EXPECT_EQ(fault(asked), "'number' must be a whole number from 1 to 1000000");
  asked["number"] = nullptr;
  asked["nonsense"] = 1;
  const std::string fields = fault(asked);
  EXPECT_EQ(fields.find("moves"), fields.rfind("moves")) << "twice: " << fields;
}

// The 3x3x3 by its own engine, which needs no table for what is near.
TEST_F(ServeJobs, PatternsAreAnsweredInTheWordsOfAll) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  Json body{{"definition", Json::parse(write_kpuzzle(cube))}};
  body["pattern"] = Json::parse(write_kpattern(cube, apply(cube, parse_alg("R U"))));
  const auto answer = [&](const Json& arguments) {
    body["searchArgs"] = arguments;
    body["searchArgs"]["generatorMoves"] = {"U", "F", "R", "D", "B", "L"};
    auto request = std::make_shared<const PatternRequest>(read_pattern_request(body.dump()));
    const std::shared_ptr<Job> job = board_.make(plan_pattern(std::move(request), engines_));
    board_.run_here(job);
    return job->json()["result"];
  };
  EXPECT_EQ(answer(Json::object()), Json({{"alg", "U' R'"}}));
  EXPECT_EQ(answer({{"startPruneDepth", 3}}), Json({{"alg", "U' R'"}}));
  EXPECT_EQ(answer({{"maxDepth", 2}})["none"], "no solution of 1 move or fewer exists");
  EXPECT_EQ(answer({{"minDepth", 3}, {"maxDepth", 3}})["none"],
            "no length is at least 'minDepth' and below 'maxDepth'");
  const std::string longer = answer({{"minDepth", 3}})["alg"].get<std::string>();
  EXPECT_TRUE(solves("3x3x3", "R U", longer)) << longer;
  EXPECT_GE(count_of(longer, " "), 2) << longer;
}

TEST_F(ServeJobs, AStoppedSearchTellsWhatIsProved) {
  // The superflip, which takes long with any table, without the centres that nobody counts.
  const Json request{{"kind", "solve"},
                     {"puzzle", "3x3x3"},
                     {"engine", "general"},
                     {"position", "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"}};
  const std::shared_ptr<Job> job = board_.add(plan(request), true);
  for (int i = 0; i < 20'000 && job->state() == JobState::waiting; ++i) {
    std::this_thread::sleep_for(1ms);
  }
  std::this_thread::sleep_for(500ms);
  EXPECT_TRUE(job->cancel());
  for (int i = 0; i < 20'000 && !has_ended(job->state()); ++i) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(job->state(), JobState::cancelled);
  const Json result = job->json()["result"];
  EXPECT_EQ(result["end"], "stopped");
  EXPECT_EQ(result["note"].get<std::string>().find("interrupted: no solution of "), 0U)
      << result["note"];
}

TEST_F(ServeJobs, MemoryIsSharedAndEnginesAreKept) {
  const Json request{{"kind", "solve"}, {"puzzle", "pyraminx"}, {"position", "U"}};
  (void)run(request);
  const std::uint64_t used = memory_.used_bytes();
  EXPECT_GT(used, 0U);
  (void)run(request);
  EXPECT_EQ(memory_.used_bytes(), used) << "the same engine again";
  // What is only kept makes room.
  const Json job = run({{"kind", "god"},
                        {"puzzle", "2x2x2"},
                        {"moves", "U,R"},
                        {"memory_bytes", memory_.limit_bytes()}});
  EXPECT_EQ(job["state"], "finished");
  EXPECT_EQ(memory_.used_bytes(), 0U);
  const Json too_much = run({{"kind", "god"},
                             {"puzzle", "2x2x2"},
                             {"moves", "U,R"},
                             {"memory_bytes", memory_.limit_bytes() + 1}});
  EXPECT_EQ(too_much["state"], "failed");
  EXPECT_NE(too_much["error"]["message"].get<std::string>().find("--memory allows more"),
            std::string::npos);
}

TEST_F(ServeJobs, ABeamHasTheMemoryThatItNeeds) {
  const auto ask = [&](int beam) {
    return Json{{"kind", "solve"}, {"puzzle", "2x2x2"}, {"position", "R U F2 R'"}, {"beam", beam}};
  };
  const Json job = run(ask(800'000));
  EXPECT_EQ(job["state"], "finished") << job["error"];
  EXPECT_EQ(job["result"]["end"], "found");
  EXPECT_GT(job["memory_bytes"].get<std::uint64_t>(), engines_.search_bytes());
  EXPECT_LE(job["memory_bytes"].get<std::uint64_t>(), engines_.most_bytes());
  EXPECT_EQ(run(ask(100))["memory_bytes"], engines_.search_bytes());
  // Something is left for others.
  const Json too_wide = run(ask(100'000'000));
  EXPECT_EQ(too_wide["state"], "failed");
  EXPECT_NE(too_wide["error"]["message"].get<std::string>().find("are allowed"), std::string::npos)
      << too_wide["error"];
  // It waits for what others have.
  const std::uint64_t free = engines_.search_bytes();
  engines_.give_up_idle(true);
  auto other = std::make_optional(memory_.take(memory_.work_bytes() - free, "a job", {}));
  const std::shared_ptr<Job> waiting = board_.add(plan(ask(800'000)), true);
  std::this_thread::sleep_for(200ms);
  EXPECT_EQ(waiting->state(), JobState::running);
  other.reset();
  for (int i = 0; i < 20'000 && !has_ended(waiting->state()); ++i) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(waiting->json()["result"]["end"], "found");
}

// A sound file of this size; what it says is nonsense. Memory that is never written is never there.
void store_nonsense(const TableStore& store, const TableKey& key) {
  const std::unique_ptr<void, void (*)(void*)> zeros(std::calloc(key.payload_bytes, 1), std::free);
  const std::span payload(static_cast<const std::byte*>(zeros.get()), key.payload_bytes);
  ASSERT_TRUE(store.store(key, payload, {}, 0, true));
}

TEST(EnginesTables, AllThatATwoPhaseSolverReadsAreInUse) {
  const test::TemporaryFolder folder;
  MemoryBudget memory(std::uint64_t{4} << 30U);
  Engines engines(memory, folder.path(), 2);
  std::vector<std::string> names;
  for (const TableRecipe& recipe : cube3::two_phase_recipes(Metric::htm)) {
    store_nonsense(engines.store(), recipe.key);
    names.push_back(recipe.key.name);
  }
  ASSERT_EQ(names.size(), 2U);
  auto solver = engines.two_phase(Metric::htm, {});
  ASSERT_TRUE(solver->uses_big_tables());
  for (const std::string& name : names) EXPECT_TRUE(engines.uses_table(name)) << name;
  solver = nullptr;
  for (const std::string& name : names) EXPECT_FALSE(engines.uses_table(name)) << name;
}

TEST(EnginesTables, ThoseOfAnEngineThatIsBeingMadeAreInUse) {
  const test::TemporaryFolder folder;
  MemoryBudget memory(std::uint64_t{4} << 30U);
  Engines engines(memory, folder.path(), 2);
  std::stop_source stop;
  int used = 0;
  // It is made because it is not there; we have seen enough when that begins.
  const auto progress = [&](const ProgressEvent&) {
    for (const TableRecipe& recipe : cube3::optimal_recipes(Metric::htm)) {
      used += engines.uses_table(recipe.key.name) ? 1 : 0;
    }
    stop.request_stop();
  };
  EXPECT_THROW((void)engines.optimal(Metric::htm, {stop.get_token(), progress, {}, {}}), Error);
  EXPECT_GE(used, 1);
}

TEST(CommandLine, IsWhatAShellReadsBack) {
  EXPECT_EQ(shell_word("R"), "R");
  EXPECT_EQ(shell_word("R U'"), "\"R U'\"");
  EXPECT_EQ(shell_word(""), "\"\"");
  EXPECT_EQ(shell_word("a$(rm -rf)'b\""), "'a$(rm -rf)'\\''b\"'");
  EXPECT_EQ(shell_word("*"), "\"*\"");
  EXPECT_EQ(
      CommandLine("solve").option("-p", "my puzzle.tws").flag("--all", true).add("R U").text(),
      "gyre solve -p \"my puzzle.tws\" --all \"R U\"");
}

HttpRequest request_with(const std::string& method, const std::string& path,
                         std::vector<std::pair<std::string, std::string>> headers) {
  HttpRequest request;
  request.method = method;
  request.path = path;
  request.headers = std::move(headers);
  return request;
}

int refusal(const Access& access, const HttpRequest& request) {
  const std::optional<HttpResponse> response = access.refuse(request);
  return response ? response->status : 0;
}

TEST(Access, OnThisMachineOnlyUnderItsOwnNames) {
  const Access access(true, "127.0.0.1", "", {});
  for (const char* host : {"localhost:2023", "127.0.0.1:2023", "[::1]:2023", "LOCALHOST"}) {
    EXPECT_EQ(refusal(access, request_with("GET", "/", {{"Host", host}})), 0) << host;
  }
  for (const char* host :
       {"evil.example", "evil.example:2023", "localhost.evil.example", "127.0.0.1.evil.example",
        "[::1].evil.example", "localhost:evil.example", "localhost:2023.evil.example",
        "localhost:", "[::1", "[::1]2023", "localhost:123456", ""}) {
    EXPECT_EQ(refusal(access, request_with("GET", "/", {{"Host", host}})), 403) << host;
  }
}

TEST(Access, OtherSitesMayNotWrite) {
  const Access access(true, "127.0.0.1", "", {"https://timer.example"});
  const auto post = [&](const std::string& origin, const std::string& method = "POST") {
    return refusal(
        access, request_with(method, "/v1/jobs", {{"Host", "localhost:2023"}, {"Origin", origin}}));
  };
  EXPECT_EQ(post("http://localhost:2023"), 0);
  EXPECT_EQ(post("https://timer.example"), 0);
  EXPECT_EQ(post("https://evil.example"), 403);
  EXPECT_EQ(post("null"), 403);
  EXPECT_EQ(post("http://localhost:9999"), 403) << "another server of this machine";
  EXPECT_EQ(post("https://evil.example", "DELETE"), 403);
  EXPECT_EQ(post("https://evil.example", "OPTIONS"), 403);
  EXPECT_EQ(post("https://timer.example", "OPTIONS"), 204);
  const auto headers = access.headers(request_with(
      "POST", "/v1/jobs", {{"Host", "localhost"}, {"Origin", "https://timer.example"}}));
  EXPECT_NE(std::find(headers.begin(), headers.end(),
                      std::pair<std::string, std::string>("Access-Control-Allow-Origin",
                                                          "https://timer.example")),
            headers.end());
}

// Pictures and scripts of other sites come without an Origin; links do too.
TEST(Access, OtherSitesMayLinkToThePageOnly) {
  const Access access(true, "127.0.0.1", "", {"https://timer.example"});
  const auto from = [&](const std::string& method, const std::string& path,
                        const std::string& site) {
    return refusal(
        access, request_with(method, path, {{"Host", "localhost:2023"}, {"Sec-Fetch-Site", site}}));
  };
  for (const char* site : {"same-origin", "none", ""}) {
    EXPECT_EQ(from("GET", "/v1/status", site), 0) << site;
    EXPECT_EQ(from("POST", "/v1/jobs", site), 0) << site;
  }
  for (const char* site : {"cross-site", "same-site"}) {
    EXPECT_EQ(from("GET", "/", site), 0) << site;
    EXPECT_EQ(from("GET", "/v1/status", site), 403) << site;
    EXPECT_EQ(from("POST", "/v1/jobs", site), 403) << site;
  }
  EXPECT_EQ(refusal(access, request_with("GET", "/v1/status",
                                         {{"Host", "localhost"},
                                          {"Origin", "https://timer.example"},
                                          {"Sec-Fetch-Site", "cross-site"}})),
            0);
}

TEST(Access, ATokenOpensTheInterface) {
  const Access access(false, "0.0.0.0", "0123456789abcdef", {});
  const auto get = [&](const std::string& path, const std::string& authorization) {
    return refusal(
        access,
        request_with("GET", path, {{"Host", "example.org"}, {"Authorization", authorization}}));
  };
  EXPECT_EQ(get("/v1/status", "Bearer 0123456789abcdef"), 0);
  EXPECT_EQ(get("/v1/status", "bearer 0123456789abcdef"), 0);
  EXPECT_EQ(get("/v1/status", "Bearer 0123456789abcdee"), 401);
  EXPECT_EQ(get("/v1/status", "Bearer 0123456789abcdef0"), 401);
  EXPECT_EQ(get("/v1/status", "0123456789abcdef"), 401);
  EXPECT_EQ(get("/v1/status", ""), 401);
  EXPECT_EQ(get("/v0/solve/pattern", ""), 401);
  EXPECT_EQ(get("/", ""), 0) << "the files of the page hold no secrets";
}

}  // namespace
}  // namespace gyre::serve
