// One call of a kind fails, once: an allocation, a write, a sync or a rename. This program has its
// own versions of what C++ and the system give, which pass on to theirs; SQLite uses them too.
// Nothing fails unless it is armed, which is for processes that are forked for it.
#pragma once

#include <cstdint>

namespace gyre::test {

enum class FaultKind { allocation, write, sync, rename };

// From now on calls of this kind are counted, and the one of this number (from 1 on) fails; 0:
// none.
void arm_fault(FaultKind kind, std::uint64_t number);
// How many there were since.
[[nodiscard]] std::uint64_t disarm_fault();

}  // namespace gyre::test
