#include "format/move_resolver.h"

#include "format/lines.h"

#include <fmt/format.h>

#include <cassert>

namespace gyre {

bool MoveResolver::add(const std::string& name, Entry entry) {
  if (!index_.emplace(name, entries_.size()).second) return false;
  entry.name = name;
  names_.add(name, entry.done);
  entries_.push_back(std::move(entry));
  return true;
}

bool MoveResolver::add_action(const std::string& name, State action) {
  Entry entry;
  entry.action = std::move(action);
  entry.done = true;
  return add(name, std::move(entry));
}

bool MoveResolver::add_alg(const std::string& name, std::string text, SourcePlace place,
                           bool single) {
  Entry entry;
  entry.text = std::move(text);
  entry.place = std::move(place);
  entry.single = single;
  return add(name, std::move(entry));
}

const State& MoveResolver::action(const std::string& name) const {
  const Entry& entry = entries_[index_.at(name)];
  assert(entry.done);
  return entry.action;
}

void MoveResolver::read_terms(Entry& entry) const {
  const std::string& text = entry.text;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == ' ' || text[i] == '\t') {
      ++i;
      continue;
    }
    SourcePlace place = entry.place;
    place.column += static_cast<int>(i);
    const std::size_t length = names_.longest_prefix(std::string_view(text).substr(i));
    if (length == 0) {
      const std::size_t end = std::min(text.find_first_of(" \t", i), text.size());
      throw Error(place, fmt::format("{} is no move of {}", quoted(text.substr(i, end - i)),
                                     names_.listing()));
    }
    Term term{text.substr(i, length), 1};
    i += length;
    std::int64_t digits = 0;
    bool any = false;
    for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) {
      digits = digits * 10 + (text[i] - '0');
      any = true;
      if (digits > 1'000'000'000) throw Error(place, "this amount is above 1000000000");
    }
    if (any) term.amount = digits;
    if (i < text.size() && text[i] == '\'') {
      term.amount = -term.amount;
      ++i;
    }
    entry.terms.push_back(std::move(term));
  }
  if (entry.single && entry.terms.size() != 1) {
    throw Error(entry.place,
                fmt::format("{} is not one move; an alias stands for one move, MoveSequence for a "
                            "sequence",
                            quoted(text)));
  }
}

void MoveResolver::resolve() {
  for (Entry& entry : entries_) {
    if (!entry.done) read_terms(entry);
  }
  // A stack of our own: a chain of a million aliases must not become a million calls.
  struct Frame {
    std::size_t entry;
    std::size_t term;
  };
  std::vector<Frame> stack;
  for (std::size_t root = 0; root < entries_.size(); ++root) {
    if (entries_[root].done) continue;
    stack.push_back({root, 0});
    while (!stack.empty()) {
      Entry& entry = entries_[stack.back().entry];
      if (!entry.open) {
        entry.open = true;
        entry.action = identity_state(orbits_);
      }
      if (stack.back().term == entry.terms.size()) {
        entry.done = true;
        entry.open = false;
        stack.pop_back();
        continue;
      }
      const Term& term = entry.terms[stack.back().term];
      const std::size_t wanted = index_.at(term.name);
      const Entry& part = entries_[wanted];
      if (part.open) {
        throw Error(entry.place, fmt::format("move {} is defined by itself", part.name));
      }
      if (!part.done) {
        stack.push_back({wanted, 0});
        continue;
      }
      entry.action = compose(orbits_, entry.action, power(orbits_, part.action, term.amount));
      ++stack.back().term;
    }
  }
}

}  // namespace gyre
