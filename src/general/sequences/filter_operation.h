// What an operation of SequenceFilter needs, and what it gives.
#pragma once

#include "general/sequences/filter.h"

namespace gyre {

[[nodiscard]] inline bool is_unique(FilterOperation operation) noexcept {
  return operation == FilterOperation::unique || operation == FilterOperation::unique_symmetric;
}

// Operations that look at what a sequence does, from whatever position.
[[nodiscard]] inline bool takes_action(FilterOperation operation) noexcept {
  return operation == FilterOperation::order || operation == FilterOperation::conjugacy ||
         operation == FilterOperation::move;
}

// Operations that answer every line; a line without moves is the empty sequence.
[[nodiscard]] inline bool gives_value(FilterOperation operation) noexcept {
  return takes_action(operation) || operation == FilterOperation::position ||
         operation == FilterOperation::moves || operation == FilterOperation::wrong ||
         operation == FilterOperation::symmetry;
}

[[nodiscard]] inline bool writes_sequence(FilterOperation operation) noexcept {
  return operation == FilterOperation::simplify || operation == FilterOperation::canonical ||
         operation == FilterOperation::unrotate;
}

[[nodiscard]] inline bool needs_symmetry(FilterOperation operation) noexcept {
  return operation == FilterOperation::symmetry || operation == FilterOperation::unique_symmetric;
}

[[nodiscard]] inline bool needs_kernel(FilterOperation operation) noexcept {
  return operation == FilterOperation::position || operation == FilterOperation::wrong ||
         is_unique(operation) || needs_symmetry(operation);
}

[[nodiscard]] inline bool needs_rotations(FilterOperation operation) noexcept {
  return operation == FilterOperation::unrotate || operation == FilterOperation::canonical ||
         operation == FilterOperation::moves;
}

}  // namespace gyre
