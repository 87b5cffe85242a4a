// The order of an action, however large.
#pragma once

#include <gyre/base/bigint.h>
#include <gyre/puzzle/state.h>

namespace gyre {

// a is a move.
[[nodiscard]] BigInt exact_order(const OrbitList& orbits, const State& a);

}  // namespace gyre
