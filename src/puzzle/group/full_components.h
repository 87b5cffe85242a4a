// Which components the moves scramble without restraint, proved by a few random elements.
#pragma once

#include "puzzle/group/components.h"

#include <stop_token>
#include <vector>

namespace gyre {

// A component is full if the group contains every action that touches only this component, is an
// even permutation there and has twists that add up to 0. The answer is always right for `true`; a
// component may be given as false although it is full, since luck decides what is found. Throws
// Error if it is stopped.
[[nodiscard]] std::vector<bool> find_full_components(const ComponentSplit& split,
                                                     const std::vector<State>& actions,
                                                     const std::stop_token& stop = {});

}  // namespace gyre
