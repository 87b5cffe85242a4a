// Packed states: the form in which searches hold positions and moves, and the kernels that work on
// it. One block of bytes holds all orbits; a byte holds a piece and its orientation where both fit,
// so that one shuffle moves several orbits. docs/state-kernels.md explains the layout.
//
// The layout follows from the orbits alone, never from the processor: packed bytes, their order,
// hashes and fingerprints are the same on every machine. The plain form (puzzle/state.h) stays the
// reference; the tests hold every kernel against it.
//
// A StateKernel is made once for a search. Loops that need more than one call for a batch include
// puzzle/kernel/kernel_ops_{avx2,avx512,portable}.h and are compiled once for each instruction set.
#pragma once

#include <gyre/puzzle/definition.h>
#include "base/cpu.h"
#include "puzzle/symmetry/symmetry.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <vector>

namespace gyre {

// Where an orbit stands in a packed block. Slot i is byte `offset + i`. Its low `window_bits` bits
// hold the piece, counted from the byte `window` (a multiple of 2^window_bits), so that shuffles
// need no correction; the orientation stands above them, or, if it does not fit there, in the byte
// `companion + i`.
struct OrbitPlace {
  int pieces = 0;
  int orientations = 1;
  int offset = 0;
  int window = 0;
  int window_bits = 0;
  int companion = -1;  // -1: the orientation is in the byte itself
};

class StateLayout {
 public:
  explicit StateLayout(const OrbitList& orbits);

  // The size of a packed state: 16, 32 or a multiple of 64.
  [[nodiscard]] int bytes() const noexcept { return bytes_; }
  [[nodiscard]] const std::vector<OrbitPlace>& places() const noexcept { return places_; }

 private:
  int bytes_ = 0;
  std::vector<OrbitPlace> places_;
};

// Cache-line aligned storage, so that no packed state lies across two lines.
template <class T>
struct CacheAligned {
  using value_type = T;
  CacheAligned() = default;
  template <class U>
  explicit CacheAligned(const CacheAligned<U>& /*other*/) noexcept {}
  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{64}));
  }
  void deallocate(T* place, std::size_t /*count*/) noexcept {
    ::operator delete (place, std::align_val_t{64});
  }
  bool operator==(const CacheAligned&) const noexcept { return true; }
};
using PackedBytes = std::vector<std::uint8_t, CacheAligned<std::uint8_t>>;

// An array of packed states or moves, one after the other.
class PackedStates {
 public:
  explicit PackedStates(int state_bytes, std::size_t count = 0)
      : stride_(static_cast<std::size_t>(state_bytes)), bytes_(stride_ * count) {}

  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size() / stride_; }
  void resize(std::size_t count) { bytes_.resize(count * stride_); }
  [[nodiscard]] std::uint8_t* operator[](std::size_t i) noexcept {
    return bytes_.data() + i * stride_;
  }
  [[nodiscard]] const std::uint8_t* operator[](std::size_t i) const noexcept {
    return bytes_.data() + i * stride_;
  }

 private:
  std::size_t stride_;
  PackedBytes bytes_;
};

namespace detail {
struct KernelTables;
}  // namespace detail

// Bytes of a state that change their place as a whole; kOrbitRoom stands for a room beside it.
struct OrbitMove {
  int from = 0;
  int to = 0;
  int count = 0;
};
constexpr int kOrbitRoom = -1;

// One symmetry prepared for a kernel; what it points at belongs to PackedSymmetries. The image of a
// is left * a * right: left relabels the pieces, right moves the slots. negate turns all
// orientations round first. Where orbits are exchanged, left gives the pieces as they are named in
// the orbit that they go to, and between the two products `exchange` moves the bytes there, one
// move after the other. A symmetry that multiplies orientations in a way that one flag cannot say,
// or exchanges orbits that are packed in different forms, has `general` set and takes a slow path.
struct PackedSymmetry {
  const std::uint8_t* left = nullptr;
  const std::uint8_t* right = nullptr;
  bool negate = false;
  const OrbitMove* exchange = nullptr;
  int exchange_count = 0;
  const Symmetry* general = nullptr;
};

// The least of the images of a state.
struct LeastImage {
  std::size_t symmetry = 0;  // the first symmetry that leads to it
  // How many symmetries lead to it. Where they are a group, so many fix the state.
  int count = 0;
};

namespace detail {

// One kernel's functions. States are bytes of KernelTables::bytes; `out` may be `a` but must not
// overlap it in another way, nor b.
struct KernelFunctions {
  void (*compose)(const KernelTables&, const std::uint8_t* a, const std::uint8_t* b,
                  std::uint8_t* out) = nullptr;
  void (*compose_many)(const KernelTables&, const std::uint8_t* a, const std::uint8_t* moves,
                       std::size_t count, std::uint8_t* out) = nullptr;
  void (*compose_each)(const KernelTables&, const std::uint8_t* a, const std::uint8_t* b,
                       std::size_t count, std::uint8_t* out) = nullptr;
  void (*replay)(const KernelTables&, const std::uint8_t* start, const std::uint8_t* const* moves,
                 std::size_t count, std::uint8_t* out) = nullptr;
  void (*invert)(const KernelTables&, const std::uint8_t* a, std::uint8_t* out) = nullptr;
  int (*differences)(const KernelTables&, const std::uint8_t* a, const std::uint8_t* b) = nullptr;
  void (*conjugate)(const KernelTables&, const std::uint8_t* a, const PackedSymmetry& symmetry,
                    std::uint8_t* out) = nullptr;
  // Null where states are not held in registers: then StateKernel conjugates one after the other.
  LeastImage (*least_image)(const KernelTables&, const std::uint8_t* a,
                            const PackedSymmetry* symmetries, std::size_t count,
                            std::uint8_t* out) = nullptr;
};

}  // namespace detail

using Fingerprint = std::array<std::uint64_t, 2>;

// Copies share the tables. All functions may be called from several threads at once.
class StateKernel {
 public:
  // level: the best instructions to use; more than the processor has is not used.
  explicit StateKernel(const PuzzleDefinition& definition, CpuLevel level = cpu_level());

  [[nodiscard]] CpuLevel level() const noexcept { return level_; }
  [[nodiscard]] const StateLayout& layout() const noexcept { return *layout_; }
  [[nodiscard]] int bytes() const noexcept { return layout_->bytes(); }
  [[nodiscard]] const OrbitList& orbits() const noexcept { return *orbits_; }
  // The tables, for loops that are compiled with the kernels (kernel_ops_avx2.h and its siblings).
  [[nodiscard]] const detail::KernelTables& tables() const noexcept { return *tables_; }

  // The solved position of the definition.
  [[nodiscard]] const std::uint8_t* solved() const noexcept { return solved_.data(); }

  // Positions and moves alike; a wild orientation is held as 0. Bytes that hold no piece are 0.
  void pack(const State& state, std::uint8_t* out) const noexcept;
  [[nodiscard]] PackedStates pack(std::span<const State> states) const;
  // The plain form: of a position with its wildcards, of a move without any.
  [[nodiscard]] State unpack_position(const std::uint8_t* packed) const;
  [[nodiscard]] State unpack_move(const std::uint8_t* packed) const;

  // A position, then a move. Here and below `out` may be `a`, but must not overlap b.
  void compose(const std::uint8_t* a, const std::uint8_t* b, std::uint8_t* out) const noexcept {
    functions_.compose(*tables_, a, b, out);
  }
  // Two moves: as compose, but no piece is wild.
  void compose_moves(const std::uint8_t* a, const std::uint8_t* b,
                     std::uint8_t* out) const noexcept {
    move_functions_.compose(*tables_, a, b, out);
  }
  // All children of a position: out[i] = a moves[i]. The arrays must not overlap.
  void compose_many(const std::uint8_t* a, const std::uint8_t* moves, std::size_t count,
                    std::uint8_t* out) const noexcept {
    functions_.compose_many(*tables_, a, moves, count, out);
  }
  // out[i] = a[i] b[i].
  void compose_each(const std::uint8_t* a, const std::uint8_t* b, std::size_t count,
                    std::uint8_t* out) const noexcept {
    functions_.compose_each(*tables_, a, b, count, out);
  }
  // A position after a sequence of moves; it stays in registers where it fits there.
  void replay(const std::uint8_t* start, const std::uint8_t* const* moves, std::size_t count,
              std::uint8_t* out) const noexcept {
    functions_.replay(*tables_, start, moves, count, out);
  }
  // a: a move, or a position whose pieces are all different and not wild. out must not be a.
  void invert(const std::uint8_t* a, std::uint8_t* out) const noexcept {
    functions_.invert(*tables_, a, out);
  }

  // The order of packed bytes (of memcmp), which is not that of the plain form.
  [[nodiscard]] int compare(const std::uint8_t* a, const std::uint8_t* b) const noexcept {
    return std::memcmp(a, b, static_cast<std::size_t>(bytes()));
  }
  [[nodiscard]] bool equal(const std::uint8_t* a, const std::uint8_t* b) const noexcept {
    return compare(a, b) == 0;
  }
  // XXH3 of the packed bytes.
  [[nodiscard]] std::uint64_t hash(const std::uint8_t* a) const noexcept;
  [[nodiscard]] Fingerprint fingerprint(const std::uint8_t* a) const noexcept;

  // Slots in which two positions differ; and those of a position that differ from solved().
  [[nodiscard]] int differences(const std::uint8_t* a, const std::uint8_t* b) const noexcept {
    return functions_.differences(*tables_, a, b);
  }
  [[nodiscard]] int pieces_out_of_place(const std::uint8_t* a) const noexcept {
    return differences(a, solved());
  }

  // The image under a symmetry: conjugate_position of puzzle/symmetry/symmetry.h. out must not be
  // a.
  void conjugate_position(const std::uint8_t* a, const PackedSymmetry& symmetry,
                          std::uint8_t* out) const noexcept;
  // The least image of a position (in the order of compare) under any of `symmetries`, of which
  // there must be at least one. Where they are a group, all positions that are symmetric to each
  // other have the same. out must not be a.
  LeastImage least_image(const std::uint8_t* a, std::span<const PackedSymmetry> symmetries,
                         std::uint8_t* out) const;

 private:
  [[nodiscard]] State unpack(const std::uint8_t* packed, bool position) const;
  void conjugate_slowly(const std::uint8_t* a, const Symmetry& symmetry,
                        std::uint8_t* out) const noexcept;

  CpuLevel level_;
  std::shared_ptr<const OrbitList> orbits_;
  std::shared_ptr<const StateLayout> layout_;
  std::shared_ptr<const detail::KernelTables> tables_;
  detail::KernelFunctions functions_;
  detail::KernelFunctions move_functions_;  // for which no piece is wild
  PackedBytes solved_;
};

// A list of symmetries prepared for the kernels of one definition.
class PackedSymmetries {
 public:
  PackedSymmetries(const StateKernel& kernel, std::vector<Symmetry> symmetries);
  // All elements of a group, in its order.
  PackedSymmetries(const StateKernel& kernel, const SymmetryGroup& group);
  PackedSymmetries(const PackedSymmetries&) = delete;
  PackedSymmetries& operator=(const PackedSymmetries&) = delete;
  PackedSymmetries(PackedSymmetries&&) = default;
  PackedSymmetries& operator=(PackedSymmetries&&) = default;
  ~PackedSymmetries() = default;

  [[nodiscard]] std::size_t size() const noexcept { return items_.size(); }
  [[nodiscard]] const PackedSymmetry& operator[](std::size_t i) const noexcept { return items_[i]; }
  [[nodiscard]] std::span<const PackedSymmetry> all() const noexcept { return items_; }

 private:
  std::vector<Symmetry> plain_;
  PackedStates blocks_;
  std::vector<std::vector<OrbitMove>> exchanges_;  // of those that exchange orbits
  std::vector<PackedSymmetry> items_;
};

}  // namespace gyre
