#include "solve_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace gyre::cli {
namespace {

// Whether the question may bring several solutions of one position.
bool wants_several(const SolveQuestion& question) {
  return question.number > 1 || question.all;
}

}  // namespace

std::string SolveLines::text(const PendingPosition& position, const std::string& moves) const {
  const bool several = wants_several(solving_.question()) || solving_.question().all_shorter;
  return (!single_ && several ? position.name + ": " : "") + moves + "\n";
}

Json SolveLines::head(const PendingPosition& position) const {
  Json line{{"name", position.name}};
  if (position.has_line) line["line"] = position.source.line;
  return line;
}

std::string SolveLines::improvement(const PendingPosition& position,
                                    const FoundSolution& better) const {
  if (!json_) return text(position, better.moves);
  Json line = head(position);
  line["improvement"] = true;
  line["solution"] = better.moves;
  line["length"] = better.length;
  line["metric"] = to_string(solving_.question().metric);
  return json_text(line) + "\n";
}

std::string SolveLines::answer(const PendingPosition& position, const SolveAnswer& answer,
                               bool told) const {
  if (json_) return json_text(json(position, answer)) + "\n";
  std::string lines;
  if (!told) {
    for (const FoundSolution& one : answer.solutions) lines += text(position, one.moves);
  }
  // A comment, which is a sequence without moves: a stream keeps one line a position, and nobody
  // takes it for a solution.
  if (!answer.found() && !single_) lines = text(position, "// " + answer.note);
  return lines;
}

Json SolveLines::json(const PendingPosition& position, const SolveAnswer& answer) const {
  const SolveQuestion& question = solving_.question();
  Json line = head(position);
  line["solution"] = nullptr;
  line["length"] = nullptr;
  if (answer.found()) {
    line["solution"] = answer.solutions[0].moves;
    line["length"] = answer.solutions[0].length;
  }
  line["metric"] = to_string(question.metric);
  line["optimal"] = answer.optimal;
  if (wants_several(question) || question.goals.size() > 1) {
    Json list = Json::array();
    for (const FoundSolution& one : answer.solutions) {
      Json row{{"solution", one.moves}, {"length", one.length}};
      if (question.goals.size() > 1 && !question.any_hold) row["goal"] = one.goal + 1;
      list.push_back(std::move(row));
    }
    line["solutions"] = std::move(list);
  }
  if (!answer.found()) line["note"] = answer.note;
  if (answer.proved) {
    add_proof(line, answer);
  } else if (answer.found()) {
    line["seconds"] = answer.seconds;
    line["nodes"] = answer.nodes;
  }
  return line;
}

void SolveLines::add_proof(Json& line, const SolveAnswer& answer) const {
  line["end"] = to_string(answer.end);
  line["proved"] = *answer.proved;
  if (solving_.gives_bounds()) {
    line["lower_bound"] = *answer.proved;
    line["phases"] = answer.phases;
  }
  line["seconds"] = answer.seconds;
  line["nodes"] = answer.nodes;
  const bool has_table = !solving_.table().empty();
  if (has_table) line["probes"] = answer.probes;
  Json lengths = Json::array();
  for (const SolvedLength& length : answer.lengths) {
    Json row{{"length", length.length}};
    if (has_table) row["solutions"] = length.solutions;
    row["nodes"] = length.nodes;
    if (has_table) row["probes"] = length.probes;
    row["seconds"] = length.seconds;
    lengths.push_back(std::move(row));
  }
  if (!has_table) {
    line["lengths"] = std::move(lengths);
    return;
  }
  line["proof"] = {{"lengths", std::move(lengths)}};
  line["table"] = solving_.table();
}

std::string summary(const Solving& solving, const SolveAnswer& answer) {
  const std::size_t count = answer.solutions.size();
  return fmt::format(
      "{}{}{}{}{}, {:.3f} s", moves_text(answer.solutions[0].length),
      answer.optimal           ? " (optimal)"
      : solving.gives_bounds() ? fmt::format(" (at least {})", *answer.proved)
                               : "",
      count == 1 ? "" : fmt::format(" ({} solutions)", count),
      answer.end == SearchEnd::found ? ""
                                     : "; there was no time to see whether it is the first of them",
      solving.counts_work() ? fmt::format(", {} looked at", grouped(answer.nodes)) : "",
      answer.seconds);
}

std::string sentence_of(const SolvedLength& length) {
  const std::string found = length.solutions == 0   ? "none"
                            : length.solutions == 1 ? "1 solution"
                                                    : grouped(length.solutions) + " solutions";
  return fmt::format("length {}: {}, {} nodes in {:.1f} s{}", length.length, found,
                     grouped(length.nodes), length.seconds,
                     length.most_seconds > 0
                         ? fmt::format("; the next length takes {:.0f} to {:.0f} s",
                                       length.least_seconds, length.most_seconds)
                         : "");
}

}  // namespace gyre::cli
