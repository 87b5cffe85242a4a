// The functions of a kernel, written once over the operations of an instruction set. Each set gives
// RegisterOps for states that stay in registers and MemoryOps for longer ones; the instances differ
// in their template argument, so that code of one set is never merged with that of another.
#pragma once

#include "puzzle/kernel/kernel_tables.h"

namespace gyre::detail {

using Byte = std::uint8_t;

// Orbit by orbit, for states of any length.
void invert_bytes(const KernelTables& tables, const Byte* a, Byte* out) noexcept;

// Orbits change places, as a symmetry says that exchanges some.
inline void exchange_orbits(const PackedSymmetry& symmetry, Byte* state) noexcept {
  alignas(64) Byte room[kMaxPieces + 1];
  for (int i = 0; i < symmetry.exchange_count; ++i) {
    const OrbitMove& move = symmetry.exchange[i];
    const Byte* from = move.from == kOrbitRoom ? room : state + move.from;
    Byte* to = move.to == kOrbitRoom ? room : state + move.to;
    // Lengths that the compiler knows make copies of one or two instructions.
    switch (move.count) {
      case 16:
        std::memcpy(to, from, 16);
        break;
      case 32:
        std::memcpy(to, from, 32);
        break;
      case 64:
        std::memcpy(to, from, 64);
        break;
      default:
        std::memcpy(to, from, static_cast<std::size_t>(move.count));
    }
  }
}

// Ops holds its constants in registers: Block load(const Byte*), store(Byte*, Block),
// compose(Block, Block), negate(Block), invert(const Byte*, Byte*), differences(Block, Block), and
// conjugate_part and order_of_part for images under symmetries.
template <class Ops>
struct RegisterFunctions {
  using Block = typename Ops::Block;

  static void compose(const KernelTables& t, const Byte* a, const Byte* b, Byte* out) {
    const Ops ops(t);
    ops.store(out, ops.compose(ops.load(a), ops.load(b)));
  }
  static void compose_many(const KernelTables& t, const Byte* a, const Byte* moves,
                           std::size_t count, Byte* out) {
    const Ops ops(t);
    const Block state = ops.load(a);
    for (std::size_t i = 0; i < count; ++i) {
      ops.store(out + i * Ops::kBytes, ops.compose(state, ops.load(moves + i * Ops::kBytes)));
    }
  }
  static void compose_each(const KernelTables& t, const Byte* a, const Byte* b, std::size_t count,
                           Byte* out) {
    const Ops ops(t);
    for (std::size_t i = 0; i < count; ++i) {
      ops.store(out + i * Ops::kBytes,
                ops.compose(ops.load(a + i * Ops::kBytes), ops.load(b + i * Ops::kBytes)));
    }
  }
  static void replay(const KernelTables& t, const Byte* start, const Byte* const* moves,
                     std::size_t count, Byte* out) {
    const Ops ops(t);
    Block state = ops.load(start);
    for (std::size_t i = 0; i < count; ++i) state = ops.compose(state, ops.load(moves[i]));
    ops.store(out, state);
  }
  static void invert(const KernelTables& t, const Byte* a, Byte* out) { Ops(t).invert(a, out); }
  static int differences(const KernelTables& t, const Byte* a, const Byte* b) {
    const Ops ops(t);
    return ops.differences(ops.load(a), ops.load(b));
  }
  static Block image_of(const Ops& ops, Block state, const PackedSymmetry& symmetry) {
    if (symmetry.negate) state = ops.negate(state);
    Block image = state;
    if (symmetry.exchange_count == 0) {
      for (int part = 0; part < Ops::kParts; ++part) {
        ops.conjugate_part(part, state, symmetry, image);
      }
      return image;
    }
    alignas(64) Byte bytes[Ops::kBytes];
    ops.store(bytes, ops.compose_left(ops.load(symmetry.left), state));
    exchange_orbits(symmetry, bytes);
    return ops.compose(ops.load(bytes), ops.load(symmetry.right));
  }
  static void conjugate(const KernelTables& t, const Byte* a, const PackedSymmetry& symmetry,
                        Byte* out) {
    const Ops ops(t);
    ops.store(out, image_of(ops, ops.load(a), symmetry));
  }
  static LeastImage least_image(const KernelTables& t, const Byte* a,
                                const PackedSymmetry* symmetries, std::size_t count, Byte* out) {
    const Ops ops(t);
    const Block states[2] = {ops.load(a), ops.negate(ops.load(a))};
    LeastImage least;
    Block best = states[0];
    for (std::size_t s = 0; s < count; ++s) {
      const Block& state = states[symmetries[s].negate ? 1 : 0];
      Block image = state;
      // Most images are decided by their first vector; the rest is then never computed.
      int order = s == 0 ? -1 : 0;
      int part = 0;
      const bool exchange = symmetries[s].exchange_count != 0;
      if (exchange) image = image_of(ops, ops.load(a), symmetries[s]);
      for (; part < Ops::kParts && order == 0; ++part) {
        if (!exchange) ops.conjugate_part(part, state, symmetries[s], image);
        order = ops.order_of_part(part, image, best);
      }
      if (order > 0) continue;
      if (order == 0) {
        ++least.count;
        continue;
      }
      for (; part < Ops::kParts && !exchange; ++part) {
        ops.conjugate_part(part, state, symmetries[s], image);
      }
      best = image;
      least = {s, 1};
    }
    ops.store(out, best);
    return least;
  }

  static constexpr KernelFunctions all() {
    return {.compose = compose,
            .compose_many = compose_many,
            .compose_each = compose_each,
            .replay = replay,
            .invert = invert,
            .differences = differences,
            .conjugate = conjugate,
            .least_image = least_image};
  }
};

// Ops works from memory to memory: compose(a, b, out), compose_moves, compose_negated,
// differences(a, b); out may be a.
template <class Ops>
struct MemoryFunctions {
  static void compose(const KernelTables& t, const Byte* a, const Byte* b, Byte* out) {
    Ops(t).compose(a, b, out);
  }
  static void compose_many(const KernelTables& t, const Byte* a, const Byte* moves,
                           std::size_t count, Byte* out) {
    const Ops ops(t);
    const auto bytes = static_cast<std::size_t>(t.bytes);
    for (std::size_t i = 0; i < count; ++i) ops.compose(a, moves + i * bytes, out + i * bytes);
  }
  static void compose_each(const KernelTables& t, const Byte* a, const Byte* b, std::size_t count,
                           Byte* out) {
    const Ops ops(t);
    const auto bytes = static_cast<std::size_t>(t.bytes);
    for (std::size_t i = 0; i < count; ++i) {
      ops.compose(a + i * bytes, b + i * bytes, out + i * bytes);
    }
  }
  static void replay(const KernelTables& t, const Byte* start, const Byte* const* moves,
                     std::size_t count, Byte* out) {
    const Ops ops(t);
    if (out != start) std::memcpy(out, start, static_cast<std::size_t>(t.bytes));
    for (std::size_t i = 0; i < count; ++i) ops.compose(out, moves[i], out);
  }
  static int differences(const KernelTables& t, const Byte* a, const Byte* b) {
    return Ops(t).differences(a, b);
  }
  static void conjugate(const KernelTables& t, const Byte* a, const PackedSymmetry& symmetry,
                        Byte* out) {
    const Ops ops(t);
    if (symmetry.negate) {
      ops.compose_negated(symmetry.left, a, out);
    } else {
      ops.compose_moves(symmetry.left, a, out);
    }
    exchange_orbits(symmetry, out);
    ops.compose(out, symmetry.right, out);
  }

  static constexpr KernelFunctions all() {
    return {.compose = compose,
            .compose_many = compose_many,
            .compose_each = compose_each,
            .replay = replay,
            .invert = invert_bytes,
            .differences = differences,
            .conjugate = conjugate,
            .least_image = nullptr};
  }
};

}  // namespace gyre::detail
