#include "puzzle/symmetry/colour_graph.h"

#include <algorithm>
#include <utility>

namespace gyre {
namespace {

// Roles of a neighbour; any distinct numbers.
constexpr ColourGraph::Colour kOut = 0x1000;
constexpr ColourGraph::Colour kIn = 0x2000;
constexpr ColourGraph::Colour kMoves = 0x3000;
constexpr ColourGraph::Colour kMember = 0x4000;
constexpr ColourGraph::Colour kAlike = 0x5000;
constexpr ColourGraph::Colour kPartner = 0x6000;

}  // namespace

void ColourGraph::connect(int vertices) {
  std::vector<std::vector<std::uint32_t>> of_vertex(static_cast<std::size_t>(vertices));
  std::uint32_t relation = 0;
  for (const Arc& arc : arcs_) {
    for (const int vertex : {arc.plus, arc.from}) of_vertex[vertex].push_back(relation);
    if (arc.to != arc.from) of_vertex[arc.to].push_back(relation);
    if (arc.minus >= 0 && arc.minus != arc.plus) of_vertex[arc.minus].push_back(relation);
    ++relation;
  }
  for (const Slot& slot : slots_) {
    for (const int vertex : {slot.slot, slot.orbit, slot.identity}) {
      of_vertex[vertex].push_back(relation);
    }
    ++relation;
  }
  for (const Partners& both : partners_) {
    for (const int vertex : {both.a, both.b}) of_vertex[vertex].push_back(relation);
    ++relation;
  }
  first_ = {0};
  for (const auto& list : of_vertex) {
    relations_.insert(relations_.end(), list.begin(), list.end());
    first_.push_back(relations_.size());
  }
  seen_.assign(of_vertex.size(), 0);
  is_touched_.assign(of_vertex.size(), 0);
  round_of_relation_.assign(relation, 0);
}

void ColourGraph::see(int vertex, Colour what) {
  seen_[vertex] += what;
  if (is_touched_[vertex] != 0) return;
  is_touched_[vertex] = 1;
  touched_.push_back(vertex);
}

void ColourGraph::look_along(std::size_t relation, const Colours& colours) {
  if (relation < arcs_.size()) {
    const Arc& arc = arcs_[relation];
    const Colour from = colours[arc.from] + arc.label;
    const Colour to = colours[arc.to] + arc.label;
    see(arc.plus, mix(kMoves, from, to));
    see(arc.from, mix(kOut, colours[arc.plus], to));
    see(arc.to, mix(kIn, colours[arc.plus], from));
    if (arc.minus >= 0 && arc.minus != arc.plus) {
      see(arc.minus, mix(kMoves, to, from));
      see(arc.to, mix(kOut, colours[arc.minus], from));
      see(arc.from, mix(kIn, colours[arc.minus], to));
    }
    return;
  }
  relation -= arcs_.size();
  if (relation < slots_.size()) {
    const Slot& slot = slots_[relation];
    see(slot.slot, mix(kMember, colours[slot.orbit], colours[slot.identity]));
    see(slot.orbit, mix(kMember, colours[slot.slot], 0));
    see(slot.identity, mix(kAlike, colours[slot.slot], 0));
    return;
  }
  const Partners& both = partners_[relation - slots_.size()];
  see(both.a, mix(kPartner, colours[both.b], 0));
  see(both.b, mix(kPartner, colours[both.a], 0));
}

void ColourGraph::look_around(const Colours& colours, const std::vector<int>& changed) {
  ++round_;
  for (const int vertex : changed) {
    for (std::size_t i = first_[vertex]; i < first_[vertex + 1]; ++i) {
      const std::uint32_t relation = relations_[i];
      if (round_of_relation_[relation] == round_) continue;
      round_of_relation_[relation] = round_;
      look_along(relation, colours);
      ++work_;
    }
  }
}

ColourGraph::Colour ColourGraph::changed_colour(Colour old, Colour seen) const noexcept {
  return mix_bits(seen + mix_bits(old));
}

void ColourGraph::forget() {
  for (const int vertex : touched_) {
    seen_[vertex] = 0;
    is_touched_[vertex] = 0;
  }
  touched_.clear();
}

ColourGraph::Steps ColourGraph::refine(Colours& colours, std::vector<int> changed) {
  Steps steps;
  std::unordered_map<Colour, std::size_t> sizes;
  for (const Colour colour : colours) ++sizes[colour];
  while (!changed.empty()) {
    look_around(colours, changed);
    std::sort(touched_.begin(), touched_.end(), [&](int a, int b) {
      return std::pair(colours[a], seen_[a]) < std::pair(colours[b], seen_[b]);
    });
    std::unordered_map<Colour, Colour>& kept = steps.kept.emplace_back();
    std::vector<std::pair<int, Colour>> changes;
    for (std::size_t begin = 0, end = 0; begin < touched_.size(); begin = end) {
      const Colour old = colours[touched_[begin]];
      while (end < touched_.size() && colours[touched_[end]] == old) ++end;
      // Sorted, so all saw the same if the first and the last did.
      const Colour seen = seen_[touched_[begin]];
      if (end - begin == sizes[old] && seen == seen_[touched_[end - 1]]) {
        kept.emplace(old, seen);
        continue;
      }
      for (std::size_t i = begin; i < end; ++i) {
        changes.emplace_back(touched_[i], changed_colour(old, seen_[touched_[i]]));
      }
    }
    forget();
    changed.clear();
    for (const auto& [vertex, colour] : changes) {
      --sizes[colours[vertex]];
      ++sizes[colour];
      colours[vertex] = colour;
      changed.push_back(vertex);
    }
  }
  for (const Colour colour : colours) steps.sum += mix_bits(colour);
  return steps;
}

ColourGraph::Colour ColourGraph::repeat(const Steps& steps, Colours& colours,
                                        std::vector<int> changed) {
  std::vector<std::pair<int, Colour>> changes;
  for (const auto& kept : steps.kept) {
    look_around(colours, changed);
    changes.clear();
    for (const int vertex : touched_) {
      const auto same = kept.find(colours[vertex]);
      if (same != kept.end() && same->second == seen_[vertex]) continue;
      changes.emplace_back(vertex, changed_colour(colours[vertex], seen_[vertex]));
    }
    forget();
    changed.clear();
    for (const auto& [vertex, colour] : changes) {
      colours[vertex] = colour;
      changed.push_back(vertex);
    }
  }
  Colour sum = 0;
  for (const Colour colour : colours) sum += mix_bits(colour);
  return sum;
}

}  // namespace gyre
