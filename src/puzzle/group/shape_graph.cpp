#include "puzzle/group/shape_graph.h"

#include "base/stop.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace gyre {
namespace {

constexpr std::string_view kShapeWork = "finding the shapes that the Illegal rules allow";

}  // namespace

ShapeGraph::ShapeGraph(const PuzzleDefinition& definition, std::vector<State> steps,
                       std::size_t max_shapes, const std::stop_token& stop)
    : orbits_(definition.orbits()), steps_(std::move(steps)) {
  for (const State& step : steps_) {
    const auto place = std::find(steps_.begin(), steps_.end(), invert(orbits_, step));
    inverse_.push_back(static_cast<std::size_t>(place - steps_.begin()));
  }
  for (int k = 0; k < orbits_.size(); ++k) {
    // Identities that stand in the same rules are of one kind.
    std::vector<std::vector<bool>> signature(definition.identities(k));
    bool any = false;
    for (const IllegalRule& rule : definition.illegal()) {
      if (rule.orbit != k) continue;
      any = true;
      for (auto& bits : signature) bits.push_back(false);
      for (const std::uint8_t identity : rule.identities) signature[identity].back() = true;
    }
    if (!any) continue;
    RuledOrbit ruled;
    ruled.orbit = k;
    std::map<std::vector<bool>, std::uint8_t> numbers;
    for (const auto& bits : signature) {
      ruled.kinds.push_back(
          numbers.emplace(bits, static_cast<std::uint8_t>(numbers.size())).first->second);
    }
    ruled.forbidden.assign(orbits_[k].pieces, std::vector<char>(numbers.size(), 0));
    for (const IllegalRule& rule : definition.illegal()) {
      if (rule.orbit != k) continue;
      for (const std::uint8_t identity : rule.identities) {
        ruled.forbidden[rule.slot][ruled.kinds[identity]] = 1;
      }
    }
    ruled_.push_back(std::move(ruled));
  }
  std::vector<const std::string*> shapes;
  const auto add = [&](std::string shape, Origin origin) {
    const auto [place, is_new] =
        index_.emplace(std::move(shape), static_cast<std::uint32_t>(shapes.size()));
    if (!is_new) return;
    if (shapes.size() >= max_shapes) {
      throw Error(
          fmt::format("the Illegal rules of {} allow more than {} shapes; that is too many "
                      "to count positions",
                      definition.name(), max_shapes));
    }
    shapes.push_back(&place->first);
    origins_.push_back(origin);
  };
  add(shape_of(definition.solved()), {});
  for (std::size_t from = 0; from < shapes.size(); ++from) {
    throw_if_stopped(stop, kShapeWork);
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      std::string next = moved(*shapes[from], steps_[s]);
      if (legal(next)) {
        add(std::move(next), {static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(s)});
      }
    }
  }
}

std::string ShapeGraph::shape_of(const State& position) const {
  std::string shape;
  for (const RuledOrbit& ruled : ruled_) {
    const int offset = orbits_.perm_offset(ruled.orbit);
    for (int slot = 0; slot < orbits_[ruled.orbit].pieces; ++slot) {
      shape.push_back(static_cast<char>(ruled.kinds[position.bytes[offset + slot]]));
    }
  }
  return shape;
}

std::string ShapeGraph::moved(const std::string& shape, const State& step) const {
  std::string result(shape.size(), 0);
  int first = 0;
  for (const RuledOrbit& ruled : ruled_) {
    const int offset = orbits_.perm_offset(ruled.orbit);
    const int pieces = orbits_[ruled.orbit].pieces;
    for (int slot = 0; slot < pieces; ++slot) {
      result[first + slot] = shape[first + step.bytes[offset + slot]];
    }
    first += pieces;
  }
  return result;
}

bool ShapeGraph::legal(const std::string& shape) const {
  int first = 0;
  for (const RuledOrbit& ruled : ruled_) {
    const int pieces = orbits_[ruled.orbit].pieces;
    for (int slot = 0; slot < pieces; ++slot) {
      if (ruled.forbidden[slot][static_cast<unsigned char>(shape[first + slot])] != 0) return false;
    }
    first += pieces;
  }
  return true;
}

std::optional<std::size_t> ShapeGraph::find(const State& position) const {
  const auto place = index_.find(shape_of(position));
  if (place == index_.end()) return std::nullopt;
  return place->second;
}

std::vector<std::uint32_t> ShapeGraph::steps_to(std::size_t shape) const {
  std::vector<std::uint32_t> steps;
  for (; shape != 0; shape = origins_[shape].from) steps.push_back(origins_[shape].step);
  std::reverse(steps.begin(), steps.end());
  return steps;
}

State ShapeGraph::way_to(std::size_t shape) const {
  State way = identity_state(orbits_);
  for (const std::uint32_t step : steps_to(shape)) way = compose(orbits_, way, steps_[step]);
  return way;
}

std::vector<std::uint32_t> ShapeGraph::steps_of(const Loop& loop) const {
  std::vector<std::uint32_t> steps = steps_to(loop.from);
  steps.push_back(static_cast<std::uint32_t>(loop.step));
  const std::vector<std::uint32_t> back = steps_to(loop.to);
  for (auto step = back.rbegin(); step != back.rend(); ++step) {
    steps.push_back(static_cast<std::uint32_t>(inverse_[*step]));
  }
  return steps;
}

std::vector<const std::string*> ShapeGraph::shapes() const {
  std::vector<const std::string*> shapes(size());
  for (const auto& [shape, number] : index_) shapes[number] = &shape;
  return shapes;
}

void ShapeGraph::for_each_step(const std::function<void(const Loop&)>& visit,
                               const std::stop_token& stop) const {
  const std::vector<const std::string*> all = shapes();
  for (std::size_t from = 0; from < size(); ++from) {
    throw_if_stopped(stop, kShapeWork);
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      const auto place = index_.find(moved(*all[from], steps_[s]));
      if (place != index_.end()) visit({from, s, place->second});
    }
  }
}

void ShapeGraph::for_each_loop(const std::function<void(const State&, const Loop&)>& visit,
                               const std::stop_token& stop) const {
  const std::vector<const std::string*> all = shapes();
  for (std::size_t from = 0; from < size(); ++from) {
    throw_if_stopped(stop, kShapeWork);
    const State way = way_to(from);
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      const auto place = index_.find(moved(*all[from], steps_[s]));
      if (place == index_.end()) continue;
      const std::size_t to = place->second;
      // The same edge backwards gives the inverse; edges of the tree give the identity.
      if (to < from || (to == from && inverse_[s] < s)) continue;
      if (to != 0 && origins_[to].from == from && origins_[to].step == s) continue;
      visit(compose(orbits_, compose(orbits_, way, steps_[s]), invert(orbits_, way_to(to))),
            {from, s, to});
    }
  }
}

}  // namespace gyre
