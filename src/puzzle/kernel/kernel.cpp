// Packing, the tables that kernels read, and the choice of a kernel. The arithmetic itself is in
// kernel_vectors.h and kernel_ops_*.h.
#include "puzzle/kernel/kernel.h"

#include "puzzle/kernel/kernel_tables.h"

#define XXH_INLINE_ALL  // states are short: the call would cost as much as the hash
#include <xxhash.h>

#include <algorithm>
#include <cassert>

namespace gyre {
namespace detail {
namespace {

struct OwnedTables : KernelTables {
  StateLayout layout;
  PackedBytes mask_bytes;
  PackedBytes base_bytes;
  PackedBytes modulus_bytes;
  PackedBytes keep_bytes;
  std::vector<VectorRun> run_list;

  explicit OwnedTables(const StateLayout& where) : layout(where) {}
};

unsigned piece_mask(const OrbitPlace& place) {
  return (1U << static_cast<unsigned>(place.window_bits)) - 1;
}

// Groups neighbouring vectors that are composed alike.
std::vector<VectorRun> make_runs(const std::vector<OrbitPlace>& places, int bytes) {
  if (bytes % 64 != 0) return {};
  std::vector<VectorRun> vectors(static_cast<std::size_t>(bytes) / 64);
  std::size_t with_pieces = 0;
  for (std::size_t v = 0; v < vectors.size(); ++v)
    vectors[v] = {static_cast<int>(v), 1, 4, false, -1};
  for (const OrbitPlace& place : places) {
    const int last = (place.window + (1 << place.window_bits) - 1) / 64;
    for (int v = place.window / 64; v <= last; ++v) {
      VectorRun& vector = vectors[v];
      vector.window_bits = std::max(vector.window_bits, place.window_bits);
      if (place.companion >= 0) {
        vector.companion = (place.companion - place.offset) / 64 + v;
      } else if (place.orientations > 1) {
        vector.oriented = true;
      }
      with_pieces = std::max<std::size_t>(with_pieces, v + 1);
    }
  }
  std::vector<VectorRun> runs;
  for (std::size_t v = 0; v < with_pieces; ++v) {
    const VectorRun& now = vectors[v];
    if (!runs.empty()) {
      VectorRun& run = runs.back();
      const int expected = run.companion < 0 ? -1 : run.companion + run.count;
      if (run.window_bits == now.window_bits && run.oriented == now.oriented &&
          now.companion == expected) {
        ++run.count;
        continue;
      }
    }
    runs.push_back(now);
  }
  return runs;
}

std::shared_ptr<const OwnedTables> make_tables(const PuzzleDefinition& definition) {
  const OrbitList& orbits = definition.orbits();
  auto tables = std::make_shared<OwnedTables>(StateLayout(orbits));
  const std::vector<OrbitPlace>& places = tables->layout.places();
  const int bytes = tables->layout.bytes();
  tables->bytes = bytes;
  tables->mask_bytes.assign(bytes, 0);
  tables->modulus_bytes.assign(bytes, 0);
  tables->keep_bytes.assign(bytes, 0xFF);
  for (int i = 0; i < bytes; ++i) tables->base_bytes.push_back(static_cast<std::uint8_t>(i % 64));
  for (int k = 0; k < orbits.size(); ++k) {
    const OrbitPlace& place = places[k];
    const unsigned mask = piece_mask(place);
    tables->max_window_bits = std::max(tables->max_window_bits, place.window_bits);
    if (place.companion >= 0) tables->companions = true;
    if (place.window_bits > 6) {
      for (int i = 0; i < 1 << place.window_bits; ++i) {
        tables->base_bytes[place.window + i] = static_cast<std::uint8_t>(i);
      }
    }
    for (int slot = 0; slot < place.pieces; ++slot) {
      const int at = place.offset + slot;
      tables->mask_bytes[at] = static_cast<std::uint8_t>(mask);
      tables->base_bytes[at] =
          static_cast<std::uint8_t>(place.window_bits > 6 ? 0 : place.window % 64);
      if (place.orientations == 1) continue;
      if (place.companion >= 0) {
        tables->modulus_bytes[place.companion + slot] =
            static_cast<std::uint8_t>(place.orientations);
      } else {
        tables->modulus_bytes[at] = static_cast<std::uint8_t>(
            static_cast<unsigned>(place.orientations) << static_cast<unsigned>(place.window_bits));
      }
    }
    const std::uint8_t* identity = definition.solved().bytes.data() + orbits.perm_offset(k);
    const std::uint8_t* ori = definition.solved().bytes.data() + orbits.ori_offset(k);
    for (int slot = 0; slot < place.pieces; ++slot) {
      if (ori[slot] != kWildOrientation) continue;
      tables->wild = true;
      if (place.companion >= 0) {
        tables->keep_bytes[place.companion + identity[slot]] = 0;
      } else {
        tables->keep_bytes[place.offset + identity[slot]] = static_cast<std::uint8_t>(mask);
      }
    }
  }
  tables->run_list = make_runs(places, bytes);
  tables->index_mask = tables->mask_bytes.data();
  tables->base = tables->base_bytes.data();
  tables->modulus = tables->modulus_bytes.data();
  tables->keep = tables->keep_bytes.data();
  tables->runs = tables->run_list.data();
  tables->run_count = static_cast<int>(tables->run_list.size());
  tables->places = places.data();
  tables->place_count = static_cast<int>(places.size());
  return tables;
}

KernelFunctions functions_for(CpuLevel level, const KernelTables& tables) {
  switch (level) {
    case CpuLevel::avx512:
      return avx512_functions(tables);
    case CpuLevel::avx2:
      return avx2_functions(tables);
    case CpuLevel::portable:
      break;
  }
  return portable_functions(tables);
}

struct Piece {
  unsigned identity = 0;
  unsigned ori = 0;
};

Piece get(const OrbitPlace& place, const std::uint8_t* packed, int slot) noexcept {
  const unsigned byte = packed[place.offset + slot];
  const unsigned identity =
      (byte & piece_mask(place)) - static_cast<unsigned>(place.offset - place.window);
  return {identity, place.companion >= 0 ? packed[place.companion + slot]
                                         : byte >> static_cast<unsigned>(place.window_bits)};
}

// Puts a piece of the orbit `form` into a slot of the orbit `place`, which is packed alike.
void put_as(const OrbitPlace& form, const OrbitPlace& place, std::uint8_t* packed, int slot,
            Piece piece) noexcept {
  unsigned byte = piece.identity + static_cast<unsigned>(form.offset - form.window);
  if (place.companion >= 0) {
    packed[place.companion + slot] = static_cast<std::uint8_t>(piece.ori);
  } else {
    byte |= piece.ori << static_cast<unsigned>(form.window_bits);
  }
  packed[place.offset + slot] = static_cast<std::uint8_t>(byte);
}

void put(const OrbitPlace& place, std::uint8_t* packed, int slot, Piece piece) noexcept {
  put_as(place, place, packed, slot, piece);
}

bool is_wild(const KernelTables& tables, const OrbitPlace& place, unsigned identity) noexcept {
  const int at =
      (place.companion >= 0 ? place.companion : place.offset) + static_cast<int>(identity);
  return tables.keep[at] != 0xFF;
}

// ori modulo the orientations, also where it is negative.
unsigned reduce(int ori, int orientations) noexcept {
  const int rest = ori % orientations;
  return static_cast<unsigned>(rest < 0 ? rest + orientations : rest);
}

// identity[c] and shift[c] of a symmetry.
Piece left_of(const OrbitSymmetry& part, int orientations, std::size_t c) noexcept {
  // An orbit with look-alike pieces has fewer identities than slots; the rest is never looked up.
  if (c >= part.identity.size()) return {static_cast<unsigned>(c), 0};
  return {part.identity[c], reduce(part.shift[c], orientations)};
}

}  // namespace
}  // namespace detail

StateKernel::StateKernel(const PuzzleDefinition& definition, CpuLevel level)
    : level_(std::min(level, cpu_level())),
      orbits_(std::make_shared<const OrbitList>(definition.orbits())) {
  const auto tables = detail::make_tables(definition);
  layout_ = std::shared_ptr<const StateLayout>(tables, &tables->layout);
  tables_ = tables;
  functions_ = detail::functions_for(level_, *tables_);
  detail::KernelTables without_wild = *tables_;
  without_wild.wild = false;
  move_functions_ = detail::functions_for(level_, without_wild);
  solved_ = PackedBytes(static_cast<std::size_t>(bytes()));
  pack(definition.solved(), solved_.data());
}

void StateKernel::pack(const State& state, std::uint8_t* out) const noexcept {
  assert(static_cast<int>(state.bytes.size()) == orbits_->state_bytes());
  std::memset(out, 0, static_cast<std::size_t>(bytes()));
  for (int k = 0; k < orbits_->size(); ++k) {
    const OrbitPlace& place = layout_->places()[k];
    const std::uint8_t* perm = state.bytes.data() + orbits_->perm_offset(k);
    const std::uint8_t* ori = state.bytes.data() + orbits_->ori_offset(k);
    for (int slot = 0; slot < place.pieces; ++slot) {
      const unsigned turned = ori[slot] == kWildOrientation ? 0 : ori[slot];
      detail::put(place, out, slot, {perm[slot], turned});
    }
  }
}

PackedStates StateKernel::pack(std::span<const State> states) const {
  PackedStates packed(bytes(), states.size());
  for (std::size_t i = 0; i < states.size(); ++i) pack(states[i], packed[i]);
  return packed;
}

State StateKernel::unpack(const std::uint8_t* packed, bool position) const {
  State state;
  state.bytes.resize(static_cast<std::size_t>(orbits_->state_bytes()));
  for (int k = 0; k < orbits_->size(); ++k) {
    const OrbitPlace& place = layout_->places()[k];
    std::uint8_t* perm = state.bytes.data() + orbits_->perm_offset(k);
    std::uint8_t* ori = state.bytes.data() + orbits_->ori_offset(k);
    for (int slot = 0; slot < place.pieces; ++slot) {
      const detail::Piece piece = detail::get(place, packed, slot);
      perm[slot] = static_cast<std::uint8_t>(piece.identity);
      ori[slot] = position && detail::is_wild(*tables_, place, piece.identity)
                      ? kWildOrientation
                      : static_cast<std::uint8_t>(piece.ori);
    }
  }
  return state;
}

State StateKernel::unpack_position(const std::uint8_t* packed) const {
  return unpack(packed, true);
}

State StateKernel::unpack_move(const std::uint8_t* packed) const {
  return unpack(packed, false);
}

std::uint64_t StateKernel::hash(const std::uint8_t* a) const noexcept {
  return XXH3_64bits(a, static_cast<std::size_t>(bytes()));
}

Fingerprint StateKernel::fingerprint(const std::uint8_t* a) const noexcept {
  const XXH128_hash_t hash = XXH3_128bits(a, static_cast<std::size_t>(bytes()));
  return {hash.high64, hash.low64};
}

void StateKernel::conjugate_position(const std::uint8_t* a, const PackedSymmetry& symmetry,
                                     std::uint8_t* out) const noexcept {
  if (symmetry.general != nullptr) {
    conjugate_slowly(a, *symmetry.general, out);
  } else {
    functions_.conjugate(*tables_, a, symmetry, out);
  }
}

void StateKernel::conjugate_slowly(const std::uint8_t* a, const Symmetry& symmetry,
                                   std::uint8_t* out) const noexcept {
  std::memset(out, 0, static_cast<std::size_t>(bytes()));
  for (int k = 0; k < orbits_->size(); ++k) {
    const OrbitSymmetry& part = symmetry.orbits[k];
    const OrbitPlace& source = layout_->places()[k];
    const OrbitPlace& target = layout_->places()[part.target];
    const int o = target.orientations;
    for (int slot = 0; slot < source.pieces; ++slot) {
      const detail::Piece from = detail::get(source, a, slot);
      detail::Piece to = detail::left_of(part, o, from.identity);
      to.ori = detail::reduce(static_cast<int>(to.ori) + part.offset[slot] +
                                  part.multiplier * static_cast<int>(from.ori),
                              o);
      if (detail::is_wild(*tables_, target, to.identity)) to.ori = 0;
      detail::put(target, out, part.slot[slot], to);
    }
  }
}

LeastImage StateKernel::least_image(const std::uint8_t* a,
                                    std::span<const PackedSymmetry> symmetries,
                                    std::uint8_t* out) const {
  assert(!symmetries.empty());
  const bool general = std::any_of(symmetries.begin(), symmetries.end(),
                                   [](const PackedSymmetry& s) { return s.general != nullptr; });
  if (functions_.least_image != nullptr && !general) {
    return functions_.least_image(*tables_, a, symmetries.data(), symmetries.size(), out);
  }
  const auto size = static_cast<std::size_t>(bytes());
  PackedBytes best(size);
  PackedBytes image(size);
  LeastImage least;
  for (std::size_t s = 0; s < symmetries.size(); ++s) {
    conjugate_position(a, symmetries[s], image.data());
    const int order = s == 0 ? -1 : compare(image.data(), best.data());
    if (order == 0) ++least.count;
    if (order >= 0) continue;
    std::swap(best, image);
    least = {s, 1};
  }
  std::memcpy(out, best.data(), size);
  return least;
}

namespace {

// How many bytes from `place.offset` on move with an orbit: its whole window where no other orbit
// stands in it, since copies of such lengths are quicker.
int moved_bytes(const std::vector<OrbitPlace>& places, const OrbitPlace& place) {
  const int size = 1 << place.window_bits;
  const bool alone = place.offset == place.window && place.companion < 0 &&
                     std::none_of(places.begin(), places.end(), [&](const OrbitPlace& other) {
                       return &other != &place && other.offset < place.window + size &&
                              other.offset + other.pieces > place.window;
                     });
  return alone && size >= 16 && size <= 64 ? size : place.pieces;
}

// The moves that bring the bytes of every orbit to those of its target: along each cycle backwards,
// with a room for the last of it.
std::vector<OrbitMove> exchange_of(const std::vector<OrbitPlace>& places,
                                   const Symmetry& symmetry) {
  std::vector<OrbitMove> moves;
  std::vector<int> source(places.size());
  for (std::size_t k = 0; k < places.size(); ++k) {
    source[symmetry.orbits[k].target] = static_cast<int>(k);
  }
  std::vector<bool> done(places.size(), false);
  for (std::size_t first = 0; first < places.size(); ++first) {
    if (done[first] || source[first] == static_cast<int>(first)) continue;
    for (const bool companion : {false, true}) {
      if (companion && places[first].companion < 0) continue;
      const auto at = [&](int orbit) {
        return companion ? places[orbit].companion : places[orbit].offset;
      };
      int count = moved_bytes(places, places[first]);
      for (int to = source[first]; to != static_cast<int>(first); to = source[to]) {
        if (moved_bytes(places, places[to]) != count) count = places[to].pieces;
      }
      int to = static_cast<int>(first);
      moves.push_back({at(to), kOrbitRoom, count});
      for (; source[to] != static_cast<int>(first); to = source[to]) {
        done[to] = true;
        moves.push_back({at(source[to]), at(to), count});
      }
      done[to] = true;
      moves.push_back({kOrbitRoom, at(to), count});
    }
  }
  return moves;
}

}  // namespace

PackedSymmetries::PackedSymmetries(const StateKernel& kernel, std::vector<Symmetry> symmetries)
    : plain_(std::move(symmetries)), blocks_(kernel.bytes(), 2 * plain_.size()) {
  const std::vector<OrbitPlace>& places = kernel.layout().places();
  for (std::size_t s = 0; s < plain_.size(); ++s) {
    const Symmetry& symmetry = plain_[s];
    assert(symmetry.orbits.size() == places.size());
    std::uint8_t* left = blocks_[2 * s];
    std::uint8_t* right = blocks_[2 * s + 1];
    PackedSymmetry item;
    item.left = left;
    item.right = right;
    bool straight = false;
    bool exchange = false;
    bool general = false;
    for (std::size_t k = 0; k < places.size(); ++k) {
      const OrbitSymmetry& part = symmetry.orbits[k];
      const OrbitPlace& place = places[k];
      const OrbitPlace& target = places[part.target];
      const int o = place.orientations;
      if (part.target != static_cast<int>(k)) {
        exchange = true;
        general = general || target.window_bits != place.window_bits ||
                  (target.companion < 0) != (place.companion < 0);
      }
      // With one or two orientations both signs are the same.
      if (const unsigned u = detail::reduce(part.multiplier, o); o > 2) {
        if (u == 1) {
          straight = true;
        } else if (u == static_cast<unsigned>(o) - 1) {
          item.negate = true;
        } else {
          general = true;
        }
      }
      for (int i = 0; i < place.pieces; ++i) {
        detail::put_as(target, place, left, i, detail::left_of(part, o, i));
        detail::put(target, right, part.slot[i],
                    {static_cast<unsigned>(i), detail::reduce(part.offset[i], o)});
      }
    }
    if (general || (straight && item.negate)) {
      item.negate = false;
      item.general = &symmetry;
    } else if (exchange) {
      exchanges_.push_back(exchange_of(places, symmetry));
      item.exchange = exchanges_.back().data();
      item.exchange_count = static_cast<int>(exchanges_.back().size());
    }
    items_.push_back(item);
  }
}

PackedSymmetries::PackedSymmetries(const StateKernel& kernel, const SymmetryGroup& group)
    : PackedSymmetries(kernel, all_elements(group)) {}

}  // namespace gyre
