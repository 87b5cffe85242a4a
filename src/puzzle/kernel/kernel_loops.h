// The functions of a kernel, written once over the operations of an instruction set. Each set gives
// RegisterOps for states that stay in registers and MemoryOps for longer ones; the instances differ
// in their template argument, so that code of one set is never merged with that of another.
#pragma once

#include "puzzle/kernel/kernel_tables.h"

namespace gyre::detail {

using Byte = std::uint8_t;

// Orbit by orbit, for states of any length.
void invert_bytes(const KernelTables& tables, const Byte* a, Byte* out) noexcept;

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
  static void conjugate(const KernelTables& t, const Byte* a, const PackedSymmetry& symmetry,
                        Byte* out) {
    const Ops ops(t);
    Block state = ops.load(a);
    if (symmetry.negate) state = ops.negate(state);
    Block image = state;
    for (int part = 0; part < Ops::kParts; ++part) {
      ops.conjugate_part(part, state, symmetry, image);
    }
    ops.store(out, image);
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
      for (; part < Ops::kParts && order == 0; ++part) {
        ops.conjugate_part(part, state, symmetries[s], image);
        order = ops.order_of_part(part, image, best);
      }
      if (order > 0) continue;
      if (order == 0) {
        ++least.count;
        continue;
      }
      for (; part < Ops::kParts; ++part) ops.conjugate_part(part, state, symmetries[s], image);
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
