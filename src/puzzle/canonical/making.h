// How the making of an automaton is called where it is stopped.
#pragma once

namespace gyre {

constexpr const char* kMakingAutomaton = "making the canonical automaton";
constexpr const char* kCountingSequences = "counting canonical sequences";

}  // namespace gyre
