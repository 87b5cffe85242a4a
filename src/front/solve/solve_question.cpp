#include "front/solve/solve_question.h"

#include "cube3/core/conversion.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>

namespace gyre {
namespace {

// Wishes that only some engines have: the name of one that was made, or nothing.

std::string wish_of_two_phase(const SolveQuestion& question) {
  if (question.target != 0) return question.spelling("target");
  return question.all_shorter ? question.spelling("all_shorter") : "";
}

std::string wish_of_stored(const SolveQuestion& question) {
  if (question.build) return question.spelling("build");
  return question.no_verify ? question.spelling("no_verify") : "";
}

std::string wish_of_cube3(const SolveQuestion& question) {
  std::string two_phase = wish_of_two_phase(question);
  return two_phase.empty() ? wish_of_stored(question) : two_phase;
}

// A wish beside a goal, where the goal is a subgroup; or nothing.
std::string wish_beside_subgroup(const SolveQuestion& question) {
  if (!question.goals.empty()) return question.spelling("goal");
  if (question.any_hold) return question.spelling("any_hold");
  if (!question.checkpoint.empty()) return question.spelling("checkpoint");
  if (question.inverse) return question.spelling("inverse");
  return question.target != 0 ? question.spelling("target") : "";
}

// A wish that a beam, which proves nothing and finds one solution, cannot meet; or nothing.
std::string wish_beside_beam(const SolveQuestion& question) {
  const Spelling& spell = question.spelling;
  if (question.optimal) return spell("optimal");
  if (question.all) return spell("all");
  if (question.number > 1) return spell("number");
  if (question.min_length != 0) return spell("min_length");
  if (question.random_order) return spell("random_order");
  if (question.table_depth != 0) return spell("table_depth");
  if (question.symmetry != SymmetryUse::all) return spell("symmetry");
  if (question.canon_depth != 0) return spell("canon_depth");
  if (!question.checkpoint.empty()) return spell("checkpoint");
  if (!question.into_subgroup.empty()) return spell("into_subgroup");
  if (question.any_hold) return spell("any_hold");
  if (question.goals.size() > 1) return "several " + spell("goal");
  const std::string cube3 = wish_of_cube3(question);
  if (!cube3.empty()) return cube3;
  return question.engine != "auto" ? spell("engine") : "";
}

// What is promised only by a search that looks at all lengths.
bool wants_proof(const SolveQuestion& question) {
  return !question.into_subgroup.empty() || question.optimal || question.all ||
         question.number > 1 || question.min_length != 0 || question.max_length ||
         question.random_order || question.table_depth != 0 || !question.checkpoint.empty() ||
         question.engine == "general" || question.symmetry != SymmetryUse::all ||
         question.canon_depth != 0 || question.engine == "optimal";
}

std::string wish_of_general(const SolveQuestion& question) {
  if (!question.moves.empty()) return question.spelling("moves");
  if (question.min_length != 0) return question.spelling("min_length");
  if (question.random_order) return question.spelling("random_order");
  if (question.table_depth != 0) return question.spelling("table_depth");
  if (question.symmetry != SymmetryUse::all) return question.spelling("symmetry");
  if (question.canon_depth != 0) return question.spelling("canon_depth");
  if (!question.into_subgroup.empty()) return question.spelling("into_subgroup");
  if (question.any_hold) return question.spelling("any_hold");
  if (!question.checkpoint.empty()) return question.spelling("checkpoint");
  return question.goals.size() > 1 ? "several " + question.spelling("goal") : "";
}

template <class Number>
void refuse_outside(const SolveQuestion& question, std::string_view option,
                    const std::optional<Number>& value, const Range<Number>& range) {
  if (!value || range.holds(*value)) return;
  throw Error(fmt::format("{} {}", question.spelling(option),
                          must_be(text_of(range), fmt::format("{}", *value))));
}

// For who has not read the numbers from texts, where they are refused with the same sentences.
void refuse_values(const SolveQuestion& question) {
  refuse_outside(question, "number", std::optional(question.number), kNumberRange);
  refuse_outside(question, "seconds", question.seconds, kSecondsRange);
  refuse_outside(question, "target", std::optional(question.target), kTargetRange);
  refuse_outside(question, "min_length", std::optional(question.min_length), kLengthRange);
  refuse_outside(question, "max_length", question.max_length, kLengthRange);
  refuse_outside(question, "table_depth", std::optional(question.table_depth), kTableDepthRange);
  if (question.beam != 0)
    refuse_outside(question, "beam", std::optional(question.beam), kBeamRange);
  refuse_outside(question, "canon_depth", std::optional(question.canon_depth), kCanonDepthRange);
  const std::vector<std::string>& words = engine_words();
  if (std::find(words.begin(), words.end(), question.engine) != words.end()) return;
  throw Error(fmt::format("{} {}", question.spelling("engine"),
                          must_be(text_of_words(words), question.engine)));
}

void refuse_contradictions(const SolveQuestion& question) {
  const Spelling& spell = question.spelling;
  if (question.all && question.number > 1) {
    throw Error(
        fmt::format("{} and {} exclude each other: one asks for so many, the other for all of the "
                    "least length",
                    spell("number"), spell("all")));
  }
  if (question.max_length && question.min_length > *question.max_length) {
    throw Error(
        fmt::format("no solution has at least {} and at most {} moves: the first is greater",
                    spell("min_length"), spell("max_length")));
  }
  if (question.all_shorter && question.number > 1) {
    throw Error(fmt::format(
        "{} and {} exclude each other: one lists different solutions, the other each that is "
        "shorter than all before",
        spell("number"), spell("all_shorter")));
  }
  if (const std::string wish = wish_beside_subgroup(question);
      !question.into_subgroup.empty() && !wish.empty()) {
    throw Error(fmt::format("{} and {} do not go together", spell("into_subgroup"), wish));
  }
  if (const std::string wish = wish_beside_beam(question); question.beam != 0 && !wish.empty()) {
    throw Error(fmt::format(
        "{} and {} do not go together: a beam proves nothing and finds one way to one goal",
        spell("beam"), wish));
  }
}

// The engines for any puzzle, after a look at what only others can do.
SolveEngine take_general(const SolveQuestion& question, bool is_cube, const std::string& why) {
  const bool proves = wants_proof(question);
  if (question.engine == "phases" && proves) {
    throw Error(fmt::format(
        "{} phases proves nothing, and something that needs a proof is asked for: leave it out",
        question.spelling("engine")));
  }
  const std::string cube3 = proves ? wish_of_cube3(question) : wish_of_stored(question);
  if (cube3.empty()) return proves ? SolveEngine::general : SolveEngine::phases;
  const std::string engine = question.spelling("engine");
  throw Error(fmt::format(
      "{} is for the 3x3x3's own engine, and {} takes the general one, whose solutions are optimal",
      cube3,
      question.puzzle->wish().changes_puzzle() ? "a puzzle that options change"
      : !is_cube                               ? question.puzzle->definition().name()
      : question.engine == "general"           ? engine + " general"
                                               : why));
}

}  // namespace

std::string_view to_string(SolveEngine engine) noexcept {
  switch (engine) {
    case SolveEngine::two_phase:
      return "two-phase";
    case SolveEngine::optimal:
      return "optimal";
    case SolveEngine::phases:
      return "phases";
    case SolveEngine::beam:
      return "beam";
    case SolveEngine::general:
      break;
  }
  return "general";
}

const std::vector<std::string>& engine_words() {
  static const std::vector<std::string> words = {"auto",    "cube3",   "two-phase",
                                                 "optimal", "general", "phases"};
  return words;
}

const std::vector<std::string>& symmetry_words() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> names;
    for (const SymmetryUse use : {SymmetryUse::all, SymmetryUse::rotations, SymmetryUse::none}) {
      names.emplace_back(to_string(use));
    }
    return names;
  }();
  return words;
}

SolveEngine choose_engine(const SolveQuestion& question) {
  refuse_values(question);
  refuse_contradictions(question);
  if (question.beam != 0) return SolveEngine::beam;
  const std::string general = wish_of_general(question);
  const bool is_cube = question.puzzle->holding() != nullptr;
  const bool is_own = question.engine == "cube3" || question.engine == "two-phase";
  // The 3x3x3 has engines of its own, as long as nothing is asked that only the general one can do.
  if (question.engine == "general" || question.engine == "phases" ||
      (!is_own && (!is_cube || !general.empty()))) {
    return take_general(question, is_cube, general);
  }
  const std::string engine = question.spelling("engine");
  if (!is_cube) {
    throw Error(fmt::format("{} {} is for the 3x3x3, not for {} (expected auto, general or phases)",
                            engine, question.engine, question.puzzle->definition().name()));
  }
  if (!general.empty()) {
    throw Error(
        fmt::format("{0} is for the general engine, not for the 3x3x3's own; leave it out, or take "
                    "{1} general",
                    general, engine));
  }
  const bool proves = question.optimal || question.all || question.engine == "optimal";
  if (!proves) return SolveEngine::two_phase;
  if (question.engine == "two-phase") {
    throw Error(fmt::format("{} two-phase proves nothing: leave it out, or {}", engine,
                            question.spelling(question.all ? "all" : "optimal")));
  }
  const std::string two_phase = wish_of_two_phase(question);
  if (!two_phase.empty()) {
    throw Error(fmt::format(
        "{} has no {}: it proves the least length, and finds nothing longer on the way",
        question.spelling(question.all && !question.optimal ? "all" : "optimal"), two_phase));
  }
  return SolveEngine::optimal;
}

}  // namespace gyre
