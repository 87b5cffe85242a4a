#include "format/move_resolver.h"

#include "base/stop.h"
#include "format/lines.h"
#include "puzzle/definition/evaluate.h"

#include <fmt/format.h>

#include <cassert>

namespace gyre {
namespace {

// A short file can ask for much work: many moves in sequences times many orbits. This is some
// seconds.
constexpr std::uint64_t kMaxWorkBytes = std::uint64_t{1} << 33U;

}  // namespace

void MoveResolver::add(const std::string& name, Entry entry) {
  [[maybe_unused]] const bool is_new = index_.emplace(name, entries_.size()).second;
  assert(is_new);
  entry.name = name;
  names_.add(name, true);
  entries_.push_back(std::move(entry));
}

void MoveResolver::add_action(const std::string& name, State action) {
  Entry entry;
  entry.action = std::move(action);
  entry.done = true;
  add(name, std::move(entry));
}

void MoveResolver::add_alg(const std::string& name, std::string text, SourcePlace place,
                           bool single) {
  Entry entry;
  entry.text = std::move(text);
  entry.place = std::move(place);
  entry.single = single;
  add(name, std::move(entry));
}

const State& MoveResolver::action(const std::string& name) const {
  const Entry& entry = entries_[index_.at(name)];
  assert(entry.done);
  return entry.action;
}

void MoveResolver::parse(Entry& entry) {
  const auto known = [&](const std::string& name) { return index_.contains(name); };
  if (entry.single && known(entry.text)) {
    // A name may hold characters that are no part of the notation, as / or a full stop.
    entry.alg.nodes.emplace_back().move.family = entry.text;
    entry.needs.push_back(index_.at(entry.text));
    return;
  }
  const auto visit = [&](const MoveToken& move, const SourcePlace& place) {
    throw_if_stopped(stop_, "reading a definition");
    const std::vector<MoveToken> parts = literal_parts(move, known);
    if (parts.empty()) {
      throw Error(place,
                  fmt::format("{} is no move of {}", in_quotes(print(move)), names_.listing()));
    }
    for (const MoveToken& part : parts) entry.needs.push_back(index_.at(part.family));
    work_bytes_ += (parts.size() + 1) * static_cast<std::uint64_t>(orbits_.state_bytes());
    if (work_bytes_ > kMaxWorkBytes) {
      throw Error(place, "the sequences are too long for a puzzle of this size");
    }
  };
  const SourcePlace& place = entry.place;
  const AlgSource source{place.file, place.line == 0 ? 1 : place.line,
                         place.column == 0 ? 1 : place.column};
  entry.alg = parse_alg(entry.text, &names_, source, visit);
  if (entry.single &&
      (entry.alg.nodes.size() != 1 || entry.alg.nodes[0].kind != AlgNode::Kind::move)) {
    throw Error(place, fmt::format("{} is not one move; an alias stands for one move, a "
                                   "MoveSequence for several",
                                   in_quotes(entry.text)));
  }
}

void MoveResolver::compute(Entry& entry) {
  throw_if_stopped(stop_, "reading a definition");
  AlgEvaluator evaluator(
      orbits_,
      [&](const std::string& name) {
        const auto place = index_.find(name);
        return place == index_.end() ? nullptr : &entries_[place->second].action;
      },
      [](const MoveToken&) { assert(false); });
  entry.action = identity_state(orbits_);
  evaluator.apply(entry.alg, entry.action);
  entry.done = true;
}

void MoveResolver::resolve() {
  for (Entry& entry : entries_) {
    if (!entry.done) parse(entry);
  }
  // A stack of our own: a chain of a million aliases must not become a million calls.
  struct Frame {
    std::size_t entry;
    std::size_t next_need;
  };
  std::vector<Frame> stack;
  for (std::size_t root = 0; root < entries_.size(); ++root) {
    if (entries_[root].done) continue;
    entries_[root].open = true;
    stack.push_back({root, 0});
    while (!stack.empty()) {
      Frame& frame = stack.back();
      Entry& entry = entries_[frame.entry];
      if (frame.next_need == entry.needs.size()) {
        compute(entry);
        entry.open = false;
        stack.pop_back();
        continue;
      }
      const std::size_t wanted = entry.needs[frame.next_need++];
      Entry& part = entries_[wanted];
      if (part.open) {
        throw Error(entry.place, fmt::format("move {} is defined by itself", part.name));
      }
      if (part.done) continue;
      part.open = true;
      stack.push_back({wanted, 0});
    }
  }
}

}  // namespace gyre
