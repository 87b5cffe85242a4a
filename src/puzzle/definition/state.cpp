#include <gyre/puzzle/state.h>

#include <algorithm>
#include <numeric>

namespace gyre {

OrbitList::OrbitList(std::vector<Orbit> orbits) : orbits_(std::move(orbits)) {
  for (const Orbit& orbit : orbits_) {
    offsets_.push_back(state_bytes_);
    state_bytes_ += 2 * orbit.pieces;
  }
}

int OrbitList::find(const std::string& name) const noexcept {
  for (int orbit = 0; orbit < size(); ++orbit) {
    if (orbits_[orbit].name == name) return orbit;
  }
  return -1;
}

State identity_state(const OrbitList& orbits) {
  State state;
  state.bytes.reserve(orbits.state_bytes());
  for (const Orbit& orbit : orbits) {
    for (int slot = 0; slot < orbit.pieces; ++slot) {
      state.bytes.push_back(static_cast<std::uint8_t>(slot));
    }
    state.bytes.insert(state.bytes.end(), orbit.pieces, 0);
  }
  return state;
}

void compose_into(const OrbitList& orbits, const State& a, const State& b, State& out) {
  out.bytes.resize(a.bytes.size());
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    const int o = orbits[k].orientations;
    const std::uint8_t* from = a.bytes.data() + orbits.perm_offset(k);
    const std::uint8_t* move = b.bytes.data() + orbits.perm_offset(k);
    std::uint8_t* to = out.bytes.data() + orbits.perm_offset(k);
    if (o == 1) {  // most orbits of the puzzles whose states are long
      for (int slot = 0; slot < n; ++slot) {
        const int source = move[slot];
        to[slot] = from[source];
        to[n + slot] = from[n + source];
      }
      continue;
    }
    for (int slot = 0; slot < n; ++slot) {
      const int source = move[slot];
      to[slot] = from[source];
      const int ori = from[n + source];
      to[n + slot] = static_cast<std::uint8_t>(
          ori == kWildOrientation ? kWildOrientation : (ori + move[n + slot]) % o);
    }
  }
}

State compose(const OrbitList& orbits, const State& a, const State& b) {
  State out;
  compose_into(orbits, a, b, out);
  return out;
}

bool commute(const OrbitList& orbits, const State& a, const State& b) {
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    const std::uint8_t* x = a.bytes.data() + orbits.perm_offset(k);
    const std::uint8_t* y = b.bytes.data() + orbits.perm_offset(k);
    for (int slot = 0; slot < n; ++slot) {
      if (x[y[slot]] != y[x[slot]]) return false;
      if ((x[n + y[slot]] + y[n + slot] - y[n + x[slot]] - x[n + slot]) % orbits[k].orientations !=
          0) {
        return false;
      }
    }
  }
  return true;
}

State invert(const OrbitList& orbits, const State& a) {
  State out;
  out.bytes.resize(a.bytes.size());
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    const int o = orbits[k].orientations;
    const std::uint8_t* from = a.bytes.data() + orbits.perm_offset(k);
    std::uint8_t* to = out.bytes.data() + orbits.perm_offset(k);
    for (int slot = 0; slot < n; ++slot) {
      to[from[slot]] = static_cast<std::uint8_t>(slot);
      to[n + from[slot]] = static_cast<std::uint8_t>((o - from[n + slot]) % o);
    }
  }
  return out;
}

State power(const OrbitList& orbits, const State& a, std::int64_t exponent) {
  State base = exponent < 0 ? invert(orbits, a) : a;
  auto left =
      exponent < 0 ? -static_cast<std::uint64_t>(exponent) : static_cast<std::uint64_t>(exponent);
  State result = identity_state(orbits);
  for (; left != 0; left >>= 1U) {
    if ((left & 1U) != 0) result = compose(orbits, result, base);
    base = compose(orbits, base, base);
  }
  return result;
}

std::vector<std::int64_t> cycle_orders(const OrbitList& orbits, const State& a) {
  std::vector<std::int64_t> orders;
  std::vector<bool> seen;
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    const int o = orbits[k].orientations;
    const std::uint8_t* perm = a.bytes.data() + orbits.perm_offset(k);
    seen.assign(n, false);
    for (int start = 0; start < n; ++start) {
      if (seen[start]) continue;
      std::int64_t length = 0;
      int twist = 0;
      for (int slot = start; !seen[slot]; slot = perm[slot]) {
        seen[slot] = true;
        ++length;
        twist += perm[n + slot];
      }
      // Going once round the cycle twists each of its pieces by `twist`.
      orders.push_back(length * (o / std::gcd(twist % o, o)));
    }
  }
  std::sort(orders.begin(), orders.end());
  orders.erase(std::unique(orders.begin(), orders.end()), orders.end());
  return orders;
}

std::int64_t state_order(const OrbitList& orbits, const State& a) {
  constexpr std::int64_t kSaturated = std::int64_t{1} << 62;
  std::int64_t order = 1;
  for (const std::int64_t cycle : cycle_orders(orbits, a)) {
    const std::int64_t factor = cycle / std::gcd(order, cycle);
    if (order > kSaturated / factor) return kSaturated;
    order *= factor;
  }
  return order;
}

int pieces_out_of_place(const OrbitList& orbits, const State& solved, const State& state) {
  int wrong = 0;
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    const std::uint8_t* a = solved.bytes.data() + orbits.perm_offset(k);
    const std::uint8_t* b = state.bytes.data() + orbits.perm_offset(k);
    for (int slot = 0; slot < n; ++slot) {
      if (a[slot] != b[slot] || a[n + slot] != b[n + slot]) ++wrong;
    }
  }
  return wrong;
}

}  // namespace gyre
