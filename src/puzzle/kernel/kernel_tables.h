// What the kernels of all instruction sets read: the layout spread out into one constant for each
// byte. Made once by StateKernel; the kernels never ask the layout itself.
#pragma once

#include "puzzle/kernel/kernel.h"

namespace gyre::detail {

// Vectors of 64 bytes, one after the other, that are composed in the same way.
struct VectorRun {
  int first = 0;
  int count = 0;  // a multiple of 2 for window_bits 7, of 4 for 8
  int window_bits =
      4;  // 4 to 8: the longest distance, as a power of two, that a byte may come from
  bool oriented = false;  // some byte of the vectors themselves carries an orientation
  int companion = -1;     // first of the vectors with the orientations that do not fit
};

// Arrays have `bytes` entries. A byte without a piece has mask 0, modulus 0 and its own place as
// base, so that composing leaves it 0. Pointers, because files compiled for one instruction set
// must not instantiate templates of the standard library: the linker might keep their copy for all.
struct KernelTables {
  int bytes = 0;
  int max_window_bits = 4;  // rounded up to 4, 5, 6, 7 or 8
  bool wild = false;        // some piece of the solved state is wild
  bool companions = false;
  const std::uint8_t* index_mask = nullptr;  // the bits of the piece
  const std::uint8_t* base = nullptr;        // the window's place in its vectors
  const std::uint8_t* modulus = nullptr;     // at the orientation's bits; 0 where none or 256
  const std::uint8_t* keep = nullptr;        // looked up by piece: clears what is wild
  const VectorRun* runs = nullptr;
  int run_count = 0;
  const OrbitPlace* places = nullptr;
  int place_count = 0;
};

// The functions of one instruction set for these tables. A set that the compiler was not asked for
// returns the portable ones.
[[nodiscard]] KernelFunctions portable_functions(const KernelTables& tables) noexcept;
[[nodiscard]] KernelFunctions avx2_functions(const KernelTables& tables) noexcept;
[[nodiscard]] KernelFunctions avx512_functions(const KernelTables& tables) noexcept;

}  // namespace gyre::detail
