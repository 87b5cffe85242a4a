#include "puzzle/group/action_group.h"

#include <gyre/base/error.h>

#include "base/random.h"
#include "puzzle/group/full_components.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace gyre {
namespace {

std::vector<QuotientPart> wanted_parts(const ComponentSplit& split, const std::vector<bool>& full) {
  std::vector<QuotientPart> wanted(split.size());
  for (int c = 0; c < split.size(); ++c) {
    if (full[c]) {
      wanted[c].sign = 0;
      if (split[c].orientations > 1) wanted[c].sum = 0;
    } else if (split[c].size() * split[c].orientations > 1) {
      wanted[c].pieces = 0;
    }
  }
  return wanted;
}

}  // namespace

QuotientLayout::QuotientLayout(const ComponentSplit& split, std::vector<QuotientPart> wanted)
    : parts_(std::move(wanted)) {
  const auto place = [&](int& first, int points) {
    if (first < 0) return;
    first = degree_;
    degree_ += points;
  };
  for (int c = 0; c < split.size(); ++c) {
    place(parts_[c].sign, 2);
    place(parts_[c].sum, split[c].orientations);
    place(parts_[c].pieces, split[c].size() * split[c].orientations);
  }
  if (degree_ > std::numeric_limits<std::uint16_t>::max()) {
    throw Error(fmt::format(
        "the moves tie so many pieces together that their group needs {} points; {} are possible",
        degree_, std::numeric_limits<std::uint16_t>::max()));
  }
}

std::optional<Permutation> QuotientLayout::image(const ComponentSplit& split,
                                                 const State& action) const {
  Permutation result(degree_);
  LocalAction local;
  for (int c = 0; c < split.size(); ++c) {
    if (!split.localize(c, action, local)) return std::nullopt;
    const QuotientPart& part = parts_[c];
    const int o = split[c].orientations;
    if (part.sign >= 0) {
      const int odd = sign_of(local);
      result[part.sign] = static_cast<std::uint16_t>(part.sign + odd);
      result[part.sign + 1] = static_cast<std::uint16_t>(part.sign + 1 - odd);
    }
    if (part.sum >= 0) {
      const int sum = twist_sum(split[c], local);
      for (int t = 0; t < o; ++t) {
        result[part.sum + t] = static_cast<std::uint16_t>(part.sum + (t + sum) % o);
      }
    }
    if (part.pieces >= 0) {
      for (int place = 0; place < split[c].size(); ++place) {
        for (int t = 0; t < o; ++t) {
          result[part.pieces + local.source[place] * o + t] =
              static_cast<std::uint16_t>(part.pieces + place * o + (t + local.twist[place]) % o);
        }
      }
    }
  }
  return result;
}

std::vector<Permutation> QuotientLayout::images(const ComponentSplit& split,
                                                const std::vector<State>& actions) const {
  std::vector<Permutation> result;
  for (const State& action : actions) result.push_back(*image(split, action));
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

ActionGroup::ActionGroup(const OrbitList& orbits, std::vector<State> actions,
                         const std::stop_token& stop)
    : actions_(std::move(actions)),
      split_(orbits, actions_),
      full_(find_full_components(split_, actions_, stop)),
      layout_(split_, wanted_parts(split_, full_)),
      quotient_(layout_.degree(), layout_.images(split_, actions_), {.stop = stop}) {}

ActionGroup::ActionGroup(const ActionGroup& other, std::vector<bool> full,
                         const std::stop_token& stop)
    : actions_(other.actions_),
      split_(other.split_),
      full_(std::move(full)),
      layout_(split_, wanted_parts(split_, full_)),
      quotient_(layout_.degree(), layout_.images(split_, actions_), {.stop = stop}) {}

BigInt kernel_order(const Component& component) {
  BigInt order = 1;
  for (int i = 3; i <= component.size(); ++i) order *= i;
  for (int i = 1; i < component.size(); ++i) order *= component.orientations;
  return order;
}

BigInt ActionGroup::order() const {
  BigInt order = quotient_.order();
  for (int c = 0; c < split_.size(); ++c) {
    if (full_[c]) order *= kernel_order(split_[c]);
  }
  return order;
}

bool ActionGroup::contains(const State& action) const {
  const std::optional<Permutation> image = layout_.image(split_, action);
  return image && quotient_.contains(*image);
}

State ActionGroup::random_action(Rng& rng) const {
  const Permutation image = quotient_.random_element(rng);
  State action = identity_state(split_.orbits());
  LocalAction local;
  for (int c = 0; c < split_.size(); ++c) {
    const Component& component = split_[c];
    const QuotientPart& part = layout_[c];
    const int o = component.orientations;
    const int n = component.size();
    local.source.assign(n, 0);
    local.twist.assign(n, 0);
    if (full_[c]) {
      const Permutation p = random_permutation(n, rng);
      local.source.assign(p.begin(), p.end());
      if (sign_of(local) != image[part.sign] - part.sign) {
        std::swap(local.source[0], local.source[1]);
      }
      if (o > 1) {
        int left = image[part.sum] - part.sum;
        for (int place = 1; place < n; ++place) {
          local.twist[place] = static_cast<int>(random_below(rng, static_cast<std::uint64_t>(o)));
          left += o - local.twist[place];
        }
        local.twist[0] = left % o;
      }
    } else if (part.pieces >= 0) {
      for (int source = 0; source < n; ++source) {
        const int to = image[part.pieces + source * o] - part.pieces;
        local.source[to / o] = source;
        local.twist[to / o] = to % o;
      }
    }
    split_.write(c, local, action);
  }
  return action;
}

}  // namespace gyre
