// What clients may take: time, room, and how many there may be.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gyre::serve {

struct HttpLimits {
  std::uint64_t body_bytes = std::uint64_t{4} << 20U;
  // Of one head, and of what a connection reads ahead: chunk sizes, their extensions and trailers
  // must fit in there too.
  std::uint32_t header_bytes = std::uint32_t{16} << 10U;
  // The most that all bodies together take that are being sent, or whose requests wait. At least
  // as much as two bodies.
  std::uint64_t all_bodies_bytes = std::uint64_t{64} << 20U;
  // The most that all answers and events together take that clients have not taken yet.
  std::uint64_t unsent_bytes = std::uint64_t{64} << 20U;
  // Connections beyond these are told to come back later, unless one of them has been silent for a
  // while: then that one goes.
  int connections = 2'000;
  int connections_of_address = 0;  // 0: as many as there are. This machine itself has no limit
  // How long it may take until the head of a request is complete, counted from the answer before
  // it; until its body is; and until an answer is taken.
  double head_seconds = 60;
  double body_seconds = 30;
  double write_seconds = 30;
  // Where there are too many, who has taken longer than this goes before who has not.
  double patience_seconds = 0.5;
};

}  // namespace gyre::serve
