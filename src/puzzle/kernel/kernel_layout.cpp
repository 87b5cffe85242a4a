// Where each orbit stands in a packed state: an assignment of orbits to bytes that keeps states
// short and lets one shuffle of 16, 32 or 64 bytes serve as many orbits as possible. It follows
// from the orbits alone, so that packed bytes mean the same on every processor.
#include "puzzle/kernel/kernel.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>
#include <optional>

namespace gyre {
namespace {

constexpr int kVectorBytes = 64;

// Whether orientations fit above `bits` bits of piece. The sum of two must fit before it is
// reduced; where the orientations fill the byte exactly, the carry out of it reduces by itself.
bool orientation_fits(int orientations, int bits) {
  const int room = 1 << (8 - bits);
  return 2 * (orientations - 1) < room || orientations == room;
}

int bits_for(int pieces) {
  return std::bit_width(static_cast<unsigned>(pieces - 1));
}

// The bits of the smallest aligned window around the bytes [first, first + count).
int window_bits_at(int first, int count) {
  return std::bit_width(static_cast<unsigned>(first) ^ static_cast<unsigned>(first + count - 1));
}

std::uint64_t byte_mask(int first, int count) {
  const std::uint64_t ones = count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  return ones << first;
}

// narrow: the smallest window in the first vector with room, which suits processors whose shuffles
// are short. dense: the first free bytes, which wastes less.
enum class Policy { narrow, dense };

class Packer {
 public:
  Packer(Policy policy, int vector_bytes, std::size_t max_vectors)
      : policy_(policy), vector_bytes_(vector_bytes), max_vectors_(max_vectors) {}

  // False if there is no room.
  bool add(OrbitPlace& place, bool separate_ori) {
    for (std::size_t v = 0; v < max_vectors_; ++v) {
      if (v == used_.size()) used_.push_back(0);
      const std::optional<int> at = find_room(used_[v], place, separate_ori);
      if (!at) continue;
      used_[v] |= byte_mask(*at, place.pieces);
      place.window_bits = window_bits_at(*at, place.pieces);
      place.offset = static_cast<int>(v) * vector_bytes_ + *at;
      place.window = place.offset >> place.window_bits << place.window_bits;
      return true;
    }
    return false;
  }
  [[nodiscard]] int vectors() const { return static_cast<int>(used_.size()); }

 private:
  [[nodiscard]] std::optional<int> find_room(std::uint64_t used, const OrbitPlace& place,
                                             bool separate_ori) const {
    std::optional<int> best;
    int best_bits = 0;
    for (int at = 0; at + place.pieces <= vector_bytes_; ++at) {
      if ((used & byte_mask(at, place.pieces)) != 0) continue;
      const int bits = window_bits_at(at, place.pieces);
      if (!separate_ori && !orientation_fits(place.orientations, bits)) continue;
      if (!best || bits < best_bits) {
        best = at;
        best_bits = bits;
        if (policy_ == Policy::dense) break;
      }
    }
    return best;
  }

  Policy policy_;
  int vector_bytes_;
  std::size_t max_vectors_;
  std::vector<std::uint64_t> used_;
};

struct Packing {
  int vectors = 0;
  std::vector<OrbitPlace> places;
};

// Places the orbits of at most 64 pieces, in the given order; nothing if they need more room.
std::optional<Packing> try_pack(Policy policy, int vector_bytes, std::size_t max_vectors,
                                std::vector<OrbitPlace> places, const std::vector<int>& order,
                                const std::vector<bool>& separate_ori) {
  Packer packer(policy, vector_bytes, max_vectors);
  for (const int k : order) {
    if (!packer.add(places[k], separate_ori[k])) return std::nullopt;
  }
  return Packing{packer.vectors(), std::move(places)};
}

}  // namespace

StateLayout::StateLayout(const OrbitList& orbits) {
  std::vector<bool> separate_ori;
  for (const Orbit& orbit : orbits) {
    OrbitPlace place;
    place.pieces = orbit.pieces;
    place.orientations = orbit.orientations;
    places_.push_back(place);
    separate_ori.push_back(!orientation_fits(orbit.orientations, bits_for(orbit.pieces)));
  }

  // Orbits of more than 64 pieces take two or four whole vectors each and stand first. Among the
  // others, those whose orientations stand apart come first, so that few vectors need companions.
  std::vector<int> large;
  std::vector<int> small;
  for (int k = 0; k < orbits.size(); ++k) {
    (places_[k].pieces > kVectorBytes ? large : small).push_back(k);
  }
  const auto larger = [&](int a, int b) { return places_[a].pieces > places_[b].pieces; };
  const auto before = [&](int a, int b) {
    if (separate_ori[a] != separate_ori[b]) return static_cast<bool>(separate_ori[a]);
    return larger(a, b);
  };
  std::stable_sort(large.begin(), large.end(), larger);
  std::stable_sort(small.begin(), small.end(), before);

  const bool any_separate =
      std::find(separate_ori.begin(), separate_ori.end(), true) != separate_ori.end();
  if (large.empty() && !any_separate) {
    for (const int block : {16, 32}) {
      for (const Policy policy : {Policy::narrow, Policy::dense}) {
        if (auto packing = try_pack(policy, block, 1, places_, small, separate_ori)) {
          places_ = std::move(packing->places);
          bytes_ = block;
          return;
        }
      }
    }
  }

  int vectors = 0;
  for (const int k : large) {
    places_[k].window_bits = bits_for(places_[k].pieces);
    places_[k].offset = places_[k].window = vectors * kVectorBytes;
    vectors += (1 << places_[k].window_bits) / kVectorBytes;
  }
  if (!small.empty()) {
    auto narrow =
        try_pack(Policy::narrow, kVectorBytes, small.size(), places_, small, separate_ori);
    auto dense = try_pack(Policy::dense, kVectorBytes, small.size(), places_, small, separate_ori);
    assert(narrow && dense);  // there is a vector for each orbit
    Packing& best = dense->vectors < narrow->vectors ? *dense : *narrow;
    places_ = std::move(best.places);
    for (const int k : small) {
      places_[k].offset += vectors * kVectorBytes;
      places_[k].window += vectors * kVectorBytes;
    }
    vectors += best.vectors;
  }

  // Companions repeat the places of the vectors they belong to, behind all of those.
  std::vector<int> companion_of(vectors, -1);
  for (int k = 0; k < orbits.size(); ++k) {
    if (!separate_ori[k]) continue;
    const int first = places_[k].window / kVectorBytes;
    const int last = (places_[k].window + (1 << places_[k].window_bits) - 1) / kVectorBytes;
    for (int v = first; v <= last; ++v) companion_of[v] = 0;
  }
  for (int& companion : companion_of) {
    if (companion == 0) companion = vectors++;
  }
  for (int k = 0; k < orbits.size(); ++k) {
    if (!separate_ori[k]) continue;
    const int vector = places_[k].offset / kVectorBytes;
    places_[k].companion = places_[k].offset + (companion_of[vector] - vector) * kVectorBytes;
  }
  bytes_ = vectors * kVectorBytes;
}

}  // namespace gyre
