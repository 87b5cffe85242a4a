// What clients may take: time, room, and how many there may be.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gyre::serve {

struct HttpLimits {
  std::uint64_t body_bytes = std::uint64_t{4} << 20U;
  std::uint32_t header_bytes = std::uint32_t{16} << 10U;
  // Connections beyond these are told to come back later.
  int connections = 2'000;
  // How long it may take until the head of a request is complete, counted from the answer before
  // it; until its body is; and until an answer is taken.
  double head_seconds = 60;
  double body_seconds = 30;
  double write_seconds = 30;
  // The most bytes of events that a client has not taken yet; who has more is cut off.
  std::size_t unsent_bytes = std::size_t{8} << 20U;
};

}  // namespace gyre::serve
