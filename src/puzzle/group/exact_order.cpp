#include "puzzle/group/exact_order.h"

namespace gyre {

BigInt exact_order(const OrbitList& orbits, const State& a) {
  BigInt order = 1;
  for (const std::int64_t cycle : cycle_orders(orbits, a)) {
    order = boost::multiprecision::lcm(order, BigInt(cycle));
  }
  return order;
}

}  // namespace gyre
