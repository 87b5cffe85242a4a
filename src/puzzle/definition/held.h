// A position as a person holds the puzzle: a sequence may have turned the whole of it.
#pragma once

namespace gyre {

// The position turned back to how the definition holds it, and how the sequence that made it had
// turned the whole. One that was given otherwise stands as it is.
template <class Position, class Turn>
struct Held {
  Position position;
  Turn turn{};
};

}  // namespace gyre
