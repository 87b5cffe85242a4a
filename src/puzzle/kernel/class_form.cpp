// Makes the tables of ClassForm and chooses its keys; the loops are in class_loops.h.
#include "puzzle/kernel/class_form.h"

#include "base/arithmetic.h"
#include "puzzle/kernel/class_loops.h"
#include "puzzle/kernel/kernel_ops_portable.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <limits>

namespace gyre {
namespace {

using PortableLoops = detail::ClassLoops<portable::MemoryOps<false>>;

detail::ClassFunctions functions_for(CpuLevel level, const detail::KernelTables& tables) {
  switch (level) {
    case CpuLevel::avx512:
      return detail::avx512_class_functions(tables);
    case CpuLevel::avx2:
      return detail::avx2_class_functions(tables);
    case CpuLevel::portable:
      break;
  }
  return detail::portable_class_functions(tables);
}

// What a symmetry brings to one place: from where, and what becomes of each byte.
struct Brought {
  std::uint16_t source = 0;
  std::array<std::uint8_t, 256> image{};
};

// place: that of a slot's piece.
Brought brought_to(const StateKernel& kernel, const Symmetry& symmetry, int place) {
  const std::vector<OrbitPlace>& places = kernel.layout().places();
  Brought out;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const OrbitSymmetry& part = symmetry.orbits[k];
    const OrbitPlace& from = places[k];
    const OrbitPlace& to = places[static_cast<std::size_t>(part.target)];
    const int wanted = place - to.offset;
    if (wanted < 0 || wanted >= to.pieces) continue;
    const auto found =
        std::find(part.slot.begin(), part.slot.end(), static_cast<std::uint8_t>(wanted));
    assert(found != part.slot.end());
    const int slot = static_cast<int>(found - part.slot.begin());
    out.source = static_cast<std::uint16_t>(from.offset + slot);
    const int oris = from.companion >= 0 ? 1 : from.orientations;
    for (std::size_t c = 0; c < part.identity.size(); ++c) {
      for (int ori = 0; ori < oris; ++ori) {
        const auto byte = static_cast<std::size_t>(
            (static_cast<int>(c) + from.offset - from.window) | ori << from.window_bits);
        int value = part.identity[c] + to.offset - to.window;
        if (to.companion < 0) {
          const int turned =
              modulo(part.multiplier * ori + part.offset[slot] + part.shift[c], to.orientations);
          const bool wild = kernel.tables().keep[to.offset + part.identity[c]] != 0xFF;
          value |= (wild ? 0 : turned) << to.window_bits;
        }
        out.image[byte] = static_cast<std::uint8_t>(value);
      }
    }
    break;
  }
  return out;
}

}  // namespace

// All that could be the first key: a place, and what each symmetry brings there.
struct ClassForm::Key {
  int place = 0;
  int places = 0;                // from where symmetries bring something there, rounded up
  std::vector<Brought> brought;  // by symmetry
};

ClassForm::ClassForm(const StateKernel& kernel, std::vector<Symmetry> symmetries,
                     const PackedStates& samples)
    : kernel_(kernel),
      plain_(symmetries),
      symmetries_(kernel, std::move(symmetries)),
      functions_(functions_for(kernel.level(), kernel.tables())) {
  tables_.symmetries = symmetries_.all().data();
  tables_.symmetry_count = symmetries_.size();
  tables_.row_bits = 1;
  for (const OrbitPlace& place : kernel.layout().places()) {
    const int oris = place.companion >= 0 ? 1 : place.orientations;
    const int greatest =
        (oris - 1) << place.window_bits | (place.offset - place.window + place.pieces - 1);
    while (greatest >> tables_.row_bits != 0) ++tables_.row_bits;
  }
  slow_ = std::any_of(symmetries_.all().begin(), symmetries_.all().end(),
                      [](const PackedSymmetry& s) { return s.general != nullptr; });
  if (symmetries_.size() > 1) choose_keys(samples);
}

ClassForm::ClassForm(const StateKernel& kernel, const SymmetryGroup& group,
                     const PackedStates& samples)
    : ClassForm(kernel, all_elements(group), samples) {}

ClassForm::Scratch ClassForm::scratch() const {
  const auto bytes = static_cast<std::size_t>(kernel_.bytes());
  return {std::vector<std::uint16_t>(symmetries_.size() + 1), PackedBytes(bytes),
          PackedBytes(bytes)};
}

// One place of each set that the symmetries exchange; of very many, the first.
std::vector<ClassForm::Key> ClassForm::make_keys() const {
  constexpr std::size_t kMaxKeys = 24;
  std::vector<Key> keys;
  std::vector<char> seen(static_cast<std::size_t>(kernel_.bytes()));
  for (const OrbitPlace& orbit : kernel_.layout().places()) {
    for (int slot = 0; slot < orbit.pieces && keys.size() < kMaxKeys; ++slot) {
      const int place = orbit.offset + slot;
      if (seen[place] != 0) continue;
      Key key;
      key.place = place;
      for (const Symmetry& symmetry : plain_) {
        key.brought.push_back(brought_to(kernel_, symmetry, place));
        const int source = key.brought.back().source;
        key.places += seen[source] == 0 ? 1 : 0;
        seen[source] = 1;
      }
      key.places = (key.places + 7) / 8 * 8;
      keys.push_back(std::move(key));
    }
  }
  return keys;
}

// Bytes at the key's place are ranked: first those that few symmetries leave as they are (each of
// them would be a candidate), then the rarer ones. So all ranks that one symmetry alone can lead to
// come before the others.
void ClassForm::take_first_key(const Key& key) {
  std::array<int, 256> fixed{};
  std::array<int, 256> ways{};
  std::array<char, 256> occurs{};
  for (const Brought& brought : key.brought) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      ++ways[brought.image[byte]];
      if (brought.source == key.place && brought.image[byte] == byte) ++fixed[byte];
    }
  }
  for (const std::uint8_t byte : key.brought[0].image) occurs[byte] = 1;
  std::vector<int> order;
  for (int byte = 0; byte < 256; ++byte) {
    if (occurs[byte] != 0) order.push_back(byte);
  }
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return fixed[a] != fixed[b] ? fixed[a] < fixed[b] : ways[a] < ways[b];
  });
  std::array<int, 256> rank_of{};
  for (std::size_t i = 0; i < order.size(); ++i) {
    rank_of[order[i]] = std::min<int>(static_cast<int>(i), detail::kWorstRank - 1);
  }

  slot_.clear();
  for (const Brought& brought : key.brought) slot_.push_back(brought.source);
  std::sort(slot_.begin(), slot_.end());
  slot_.erase(std::unique(slot_.begin(), slot_.end()), slot_.end());
  const std::size_t real = slot_.size();
  slot_.resize((real + 7) / 8 * 8, 0);
  rank_.assign(slot_.size() * row(), detail::kWorstRank);
  first_.assign(slot_.size() * row(), 0);
  length_.assign(slot_.size() * row(), 0);
  candidates_.clear();
  for (std::size_t i = 0; i < real; ++i) {
    for (std::size_t byte = 0; byte < row(); ++byte) {
      const std::size_t at = row() * i + byte;
      first_[at] = static_cast<std::uint32_t>(candidates_.size());
      int best = detail::kWorstRank;
      for (const Brought& brought : key.brought) {
        if (brought.source == slot_[i]) best = std::min(best, rank_of[brought.image[byte]]);
      }
      rank_[at] = static_cast<std::uint8_t>(best);
      for (std::size_t s = 0; s < key.brought.size(); ++s) {
        const Brought& brought = key.brought[s];
        if (brought.source == slot_[i] && rank_of[brought.image[byte]] == best) {
          candidates_.push_back(static_cast<std::uint16_t>(s));
        }
      }
      length_[at] = static_cast<std::uint16_t>(candidates_.size() - first_[at]);
    }
  }
  make_entries();
  tables_.slots = static_cast<int>(real);
  tables_.rounded_slots = static_cast<int>(slot_.size());
  tables_.slot = slot_.data();
  tables_.entry = entry_.data();
  tables_.rank = rank_.data();
  tables_.first = first_.data();
  tables_.length = length_.data();
  tables_.candidates = candidates_.data();
}

// After the candidates or the second key have changed.
void ClassForm::make_entries() {
  entry_.assign(slot_.size() * row(), ~std::uint64_t{0} << 40U);
  for (std::size_t at = 0; at < entry_.size(); ++at) {
    if (length_[at] == 0) continue;
    const std::uint64_t symmetry = candidates_[first_[at]];
    entry_[at] = static_cast<std::uint64_t>(rank_[at]) << 40U |
                 static_cast<std::uint64_t>(source_[0][symmetry]) << 16U | symmetry;
    // The last rank may stand for two bytes.
    if (length_[at] > 1 || rank_[at] == detail::kWorstRank - 1) entry_[at] |= detail::kShared;
  }
  tables_.entry = entry_.data();
}

// Where symmetries exchange too many places: all images are candidates.
void ClassForm::take_no_key() {
  slot_.assign(8, 0);
  rank_.assign(8 * row(), detail::kWorstRank);
  first_.assign(8 * row(), 0);
  length_.assign(8 * row(), 0);
  candidates_.clear();
  for (std::size_t s = 0; s < plain_.size(); ++s) {
    candidates_.push_back(static_cast<std::uint16_t>(s));
  }
  for (std::size_t byte = 0; byte < row(); ++byte) {
    rank_[byte] = 0;
    length_[byte] = static_cast<std::uint16_t>(plain_.size());
  }
  make_entries();
  tables_.slots = 1;
  tables_.rounded_slots = 8;
  tables_.slot = slot_.data();
  tables_.rank = rank_.data();
  tables_.first = first_.data();
  tables_.length = length_.data();
  tables_.candidates = candidates_.data();
}

void ClassForm::choose_keys(const PackedStates& samples) {
  const std::vector<Key> keys = make_keys();
  const std::size_t count = plain_.size();
  std::vector<std::uint16_t> left(count + 1);
  // A key that tells nothing apart, until better ones are known.
  for (int k = 0; k < 2; ++k) {
    source_[k].assign(count, 0);
    image_[k].assign(row() * count, 0);
    tables_.source[k] = source_[k].data();
    tables_.image[k] = image_[k].data();
  }
  // About how long one position takes, in nanoseconds.
  const auto cost = [&] {
    constexpr double kPlace = 1;
    constexpr double kSlowWay = 20;
    constexpr double kCandidate = 8;
    double sum = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      if (PortableLoops::one_by_key(tables_, samples[i]) >= 0) continue;
      sum += kSlowWay + kCandidate * static_cast<double>(PortableLoops::candidates_by_key(
                                         tables_, samples[i], left.data()));
    }
    return kPlace * tables_.slots +
           sum / static_cast<double>(std::max<std::size_t>(1, samples.size()));
  };
  // Any place will do for the further keys, not only one of each set.
  std::vector<int> places;
  for (const OrbitPlace& orbit : kernel_.layout().places()) {
    for (int slot = 0; slot < orbit.pieces; ++slot) places.push_back(orbit.offset + slot);
  }
  constexpr std::size_t kMaxPlaces = 40;
  const std::size_t step = (places.size() + kMaxPlaces - 1) / kMaxPlaces;
  std::vector<std::vector<Brought>> further;
  for (std::size_t p = 0; p < places.size(); p += step) {
    further.emplace_back();
    for (const Symmetry& symmetry : plain_) {
      further.back().push_back(brought_to(kernel_, symmetry, places[p]));
    }
  }
  const auto set_key = [&](int k, const std::vector<Brought>& brought) {
    for (std::size_t s = 0; s < count; ++s) {
      source_[k][s] = brought[s].source;
      std::copy_n(brought[s].image.begin(), row(),
                  image_[k].begin() + static_cast<std::ptrdiff_t>(row() * s));
    }
    if (k == 0) make_entries();
  };
  // All pairs of a first and a second key, then a third.
  double least = std::numeric_limits<double>::max();
  std::size_t best[3] = {0, 0, 0};
  for (std::size_t f = 0; f < keys.size(); ++f) {
    if (keys[f].places > detail::kMaxKeySlots) continue;
    take_first_key(keys[f]);
    for (std::size_t s = 0; s < further.size(); ++s) {
      set_key(0, further[s]);
      const double now = cost();
      if (now >= least) continue;
      least = now;
      best[0] = f;
      best[1] = s;
    }
  }
  if (least == std::numeric_limits<double>::max()) {
    take_no_key();
    return;
  }
  take_first_key(keys[best[0]]);
  set_key(0, further[best[1]]);
  least = std::numeric_limits<double>::max();
  for (std::size_t s = 0; s < further.size(); ++s) {
    set_key(1, further[s]);
    const double now = cost();
    if (now >= least) continue;
    least = now;
    best[2] = s;
  }
  set_key(1, further[best[2]]);
}

ClassForm::Image ClassForm::image(const std::uint8_t* a, std::uint8_t* out,
                                  Scratch& scratch) const {
  const auto bytes = static_cast<std::size_t>(kernel_.bytes());
  if (symmetries_.size() == 1) {
    std::memcpy(out, a, bytes);
    return {kernel_.hash(a), 1};
  }
  const std::size_t count = PortableLoops::candidates_by_key(tables_, a, scratch.left.data());
  Image best{~std::uint64_t{0}, 0};
  for (std::size_t i = 0; i < count; ++i) {
    kernel_.conjugate_position(a, symmetries_[scratch.left[i]], scratch.image.data());
    const std::uint64_t hash = kernel_.hash(scratch.image.data());
    const int order = best.fixed_by == 0 || hash < best.hash
                          ? -1
                          : (hash > best.hash ? 1 : kernel_.compare(scratch.image.data(), out));
    if (order > 0) continue;
    if (order == 0) {
      ++best.fixed_by;
      continue;
    }
    best = {hash, 1};
    std::memcpy(out, scratch.image.data(), bytes);
  }
  return best;
}

std::uint64_t ClassForm::hash_slowly(const std::uint8_t* a, Scratch& scratch) const {
  return image(a, scratch.best.data(), scratch).hash;
}

void ClassForm::children_slowly(const std::uint8_t* a, const std::uint8_t* const* moves,
                                std::size_t count, std::uint8_t* out, std::uint64_t* hashes,
                                Scratch& scratch) const {
  functions_.compose_list(kernel_.tables(), a, moves, count, out);
  for (std::size_t i = 0; i < count; ++i) {
    hashes[i] = hash_slowly(out + i * static_cast<std::size_t>(kernel_.bytes()), scratch);
  }
}

}  // namespace gyre
