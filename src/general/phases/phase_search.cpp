#include "general/phases/phase_search.h"

namespace gyre {

PhaseSearch::PhaseSearch(const PhaseSpace& space, Stop& stop) : space_(space), stop_(stop) {}

bool PhaseSearch::search(const PhaseValues& values, int cost, const Found& found) {
  const std::size_t tables = space_.tables().size();
  while (entries_.size() < static_cast<std::size_t>(cost)) {
    entries_.emplace_back(tables * static_cast<std::size_t>(space_.moves().size()));
  }
  found_ = &found;
  path_.clear();
  if (space_.bound(values).cost > cost) return true;
  if (cost == 0) return values.signs != 0 || found({});
  return visit(values, cost, -1);
}

bool PhaseSearch::visit(const PhaseValues& values, int rest, int last) {
  ++nodes_;
  if (stop_.stopped()) return false;
  const PhaseMoves& moves = space_.moves();
  const int count = moves.size();
  std::uint32_t* entries = entries_[path_.size()].data();
  const std::vector<PhaseSpace::Table>& tables = space_.tables();
  space_.find_children(values, entries);
  for (int m = 0; !tables.empty() && m < count; ++m) {
    __builtin_prefetch(tables[0].data() + entries[m]);
  }
  for (int m = 0; m < count; ++m) {
    if (last >= 0 && !moves.may_follow(last, m)) continue;
    const int left = rest - moves[m].cost;
    if (left < 0) continue;
    bool near = true;
    for (std::size_t t = 0; near && t < tables.size(); ++t) {
      near = tables[t].data()[entries[t * static_cast<std::size_t>(count) + m]] <= left;
    }
    if (!near) continue;
    if (left == 0) {
      if (space_.left()[m] != 0) continue;
      PhaseValues next;
      space_.step(values, m, next);
      if (next.signs != 0) continue;
      path_.push_back(m);
      const bool more = (*found_)(path_);
      path_.pop_back();
      if (!more) return false;
      continue;
    }
    PhaseValues next;
    space_.step(values, m, next);
    path_.push_back(m);
    const bool more = visit(next, left, m);
    path_.pop_back();
    if (!more) return false;
  }
  return true;
}

}  // namespace gyre
