#include "general/god/ranked_plan.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gyre {
namespace {

// A value costs its key, its hash and a number for each move.
constexpr std::size_t kMaxValues = std::size_t{1} << 22U;
constexpr std::size_t kMaxEntries = std::size_t{1} << 16U;
constexpr std::size_t kMaxRows = std::size_t{1} << 26U;
// Merging two coordinates is tried only up to so many values: it must not take longer than what it
// saves.
constexpr std::size_t kMaxMerged = std::size_t{1} << 20U;
constexpr std::size_t kMostCoordinates = 8;  // 3^8 layouts are looked at
// Spaces with more entries to a position are left to hash tables.
constexpr double kEmptiest = 64;

constexpr double kSecondsPerLook = 3e-9;  // from an entry along a move
constexpr double kSecondsPerImage = 1e-7;

using Parts = std::vector<CoordinatePart>;

Parts joined(Parts parts, const Parts& more) {
  for (const CoordinatePart& part : more) {
    const auto same = std::find_if(parts.begin(), parts.end(), [&](const CoordinatePart& other) {
      return other.component == part.component;
    });
    if (same == parts.end()) {
      parts.push_back(part);
    } else {
      same->permutation = same->permutation || part.permutation;
      same->orientation = same->orientation || part.orientation;
    }
  }
  std::sort(parts.begin(), parts.end(), [](const CoordinatePart& a, const CoordinatePart& b) {
    return a.component < b.component;
  });
  return parts;
}

// Coordinates that together tell all positions apart; empty if one of them is too large.
class CoordinateChoice {
 public:
  CoordinateChoice(std::shared_ptr<const OrientationFrame> frame, const MoveSet& moves,
                   const std::vector<FramedSymmetry>& symmetries, const RankedPlanOptions& options)
      : frame_(std::move(frame)), moves_(moves), options_(options) {
    for (int c = 0; c < frame_->split().size(); ++c) {
      int first = c;
      for (const FramedSymmetry& symmetry : symmetries) {
        first = std::min(first, symmetry.component_image(c));
      }
      exchanged_.push_back(first);
    }
  }

  std::optional<std::vector<Coordinate>> choose() {
    for (const CoordinatePart& part : atomic_parts(*frame_)) {
      if (part.permutation && least_permutations(part.component) > max_values()) {
        return std::nullopt;
      }
      std::optional<Coordinate> coordinate =
          Coordinate::enumerate(frame_, moves_, {part}, max_values());
      if (!coordinate) return std::nullopt;
      if (coordinate->size() > 1) coordinates_.push_back(std::move(*coordinate));
      if (product() > 4e18) return std::nullopt;
    }
    while (coordinates_.size() > kMostCoordinates) {
      if (!merge_some()) return std::nullopt;
    }
    while (coordinates_.size() > 1 && emptiness() > 1.4) {
      if (!merge_two()) break;
    }
    if (emptiness() > kEmptiest) return std::nullopt;
    return std::move(coordinates_);
  }

 private:
  [[nodiscard]] std::size_t max_values() const {
    const std::size_t bytes = 40 + 4 * static_cast<std::size_t>(moves_.size());
    return std::min<std::size_t>(kMaxValues, options_.memory_bytes / 4 / bytes);
  }
  [[nodiscard]] double product() const {
    return std::accumulate(coordinates_.begin(), coordinates_.end(), 1.0,
                           [](double so_far, const Coordinate& c) { return so_far * c.size(); });
  }
  // At least so many arrangements of pieces a component has: all of those that can be told apart,
  // if it is full. Saves enumerating what is too large.
  [[nodiscard]] double least_permutations(int component) const {
    const Component& wanted = frame_->split()[component];
    const auto known = std::find_if(
        options_.components.begin(), options_.components.end(), [&](const GroupComponent& other) {
          return other.orbit == wanted.orbit && other.slots == wanted.slots;
        });
    if (known == options_.components.end() || !known->full) return 1;
    std::vector<int> alike(256, 0);
    double arrangements = 1;
    bool distinct = true;
    for (int i = 0; i < wanted.size(); ++i) {
      int& same =
          alike[options_.start.bytes[frame_->orbits().perm_offset(wanted.orbit) + wanted.slots[i]]];
      arrangements *= (i + 1.0) / ++same;
      distinct = distinct && same == 1;
    }
    return distinct ? arrangements / 2 : arrangements;
  }
  // Entries for each position that there is; the largest number if that is not known.
  [[nodiscard]] double emptiness() const {
    const double all = product() / CoordinateTies(coordinates_, moves_).saving();
    return options_.states ? all / options_.states->convert_to<double>() : all;
  }

  // Fewer coordinates, one way or another. Best are those together that symmetries exchange: then
  // the symmetries can be used.
  bool merge_some() {
    const auto kind = [&](const Coordinate& coordinate, bool of_orbit) {
      const CoordinatePart& part = coordinate.parts().front();
      return std::pair(
          of_orbit ? frame_->split()[part.component].orbit : exchanged_[part.component],
          part.permutation);
    };
    for (const bool of_orbit : {false, true}) {
      std::vector<std::size_t> best;
      double best_product = kMaxEntries + 1.0;
      for (const Coordinate& first : coordinates_) {
        std::vector<std::size_t> members;
        double all = 1;
        for (std::size_t i = 0; i < coordinates_.size(); ++i) {
          if (kind(coordinates_[i], of_orbit) != kind(first, of_orbit)) continue;
          members.push_back(i);
          all *= coordinates_[i].size();
        }
        if (members.size() < 2 || all >= best_product) continue;
        best = members;
        best_product = all;
      }
      if (!best.empty()) return merge(best);
    }
    std::vector<std::size_t> order(coordinates_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return coordinates_[a].size() < coordinates_[b].size();
    });
    if (std::size_t{coordinates_[order[0]].size()} * coordinates_[order[1]].size() > kMaxEntries) {
      return false;
    }
    return merge({order[0], order[1]});
  }
  bool merge(const std::vector<std::size_t>& members) {
    Parts parts;
    std::vector<Coordinate> left;
    for (std::size_t i = 0; i < coordinates_.size(); ++i) {
      if (std::find(members.begin(), members.end(), i) == members.end()) {
        left.push_back(std::move(coordinates_[i]));
      } else {
        parts = joined(std::move(parts), coordinates_[i].parts());
      }
    }
    left.push_back(*Coordinate::enumerate(frame_, moves_, std::move(parts), kMaxEntries));
    coordinates_ = std::move(left);
    return true;
  }

  // Of the pairs that know much of each other the smallest.
  bool merge_two() {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t b = 0; b < coordinates_.size(); ++b) {
      for (std::size_t a = 0; a < b; ++a) pairs.emplace_back(a, b);
    }
    const auto size = [&](const auto& pair) {
      return std::uint64_t{coordinates_[pair.first].size()} * coordinates_[pair.second].size();
    };
    std::sort(pairs.begin(), pairs.end(),
              [&](const auto& x, const auto& y) { return size(x) < size(y); });
    for (const auto& [a, b] : pairs) {
      const Parts key = joined(coordinates_[a].parts(), coordinates_[b].parts());
      if (std::find(tried_.begin(), tried_.end(), key) != tried_.end()) continue;
      tried_.push_back(key);
      const std::uint64_t all = size(std::pair(a, b));
      std::optional<Coordinate> merged = Coordinate::enumerate(
          frame_, moves_, key,
          std::min<std::uint64_t>(all / 2, std::min(kMaxMerged, max_values())));
      if (!merged) continue;
      coordinates_.erase(coordinates_.begin() + static_cast<std::ptrdiff_t>(b));
      coordinates_[a] = std::move(*merged);
      return true;
    }
    return false;
  }
  std::shared_ptr<const OrientationFrame> frame_;
  const MoveSet& moves_;
  const RankedPlanOptions& options_;
  std::vector<int> exchanged_;  // by component: the first that a symmetry makes of it
  std::vector<Coordinate> coordinates_;
  std::vector<Parts> tried_;
};

// What a symmetry makes of the coordinates.
struct Effect {
  std::vector<int> target;      // by coordinate; -1: of none
  std::vector<unsigned> needs;  // by coordinate: bits of others that its image depends on
};

Effect effect_of(const FramedSymmetry& symmetry, const std::vector<Coordinate>& coordinates) {
  Effect out;
  for (const Coordinate& coordinate : coordinates) {
    Parts image = coordinate.parts();
    unsigned needs = 0;
    for (CoordinatePart& part : image) {
      if (part.orientation && !part.permutation && symmetry.needs_pieces(part.component)) {
        for (std::size_t j = 0; j < coordinates.size(); ++j) {
          for (const CoordinatePart& other : coordinates[j].parts()) {
            if (other.component == part.component && other.permutation) needs |= 1U << j;
          }
        }
      }
      part.component = symmetry.component_image(part.component);
    }
    const auto same =
        std::find_if(coordinates.begin(), coordinates.end(), [&](const Coordinate& other) {
          return std::is_permutation(image.begin(), image.end(), other.parts().begin(),
                                     other.parts().end());
        });
    out.target.push_back(same == coordinates.end() ? -1
                                                   : static_cast<int>(same - coordinates.begin()));
    out.needs.push_back(needs);
  }
  return out;
}

enum Role : int { kRow, kBlock, kEntry };

class LayoutChoice {
 public:
  LayoutChoice(const std::vector<Coordinate>& coordinates, const std::vector<FramedSymmetry>& all,
               const CoordinateTies& ties, int moves, const RankedPlanOptions& options)
      : coordinates_(coordinates), ties_(ties), moves_(moves), options_(options) {
    for (const FramedSymmetry& symmetry : all) effects_.push_back(effect_of(symmetry, coordinates));
  }

  // False if none fits.
  bool choose(RankedPlan& plan) {
    std::size_t layouts = 1;
    for (std::size_t i = 0; i < coordinates_.size(); ++i) layouts *= 3;
    double best = 0;
    bool found = false;
    for (std::size_t code = 0; code < layouts; ++code) {
      std::vector<int> roles;
      std::size_t left = code;
      for (std::size_t i = 0; i < coordinates_.size(); ++i, left /= 3) {
        roles.push_back(static_cast<int>(left % 3));
      }
      RankedPlan candidate;
      if (!estimate(roles, candidate)) continue;
      if (found && candidate.seconds >= best) continue;
      found = true;
      best = candidate.seconds;
      plan.usable = candidate.usable;
      plan.row = candidate.row;
      plan.block = candidate.block;
      plan.entry = candidate.entry;
      plan.entries = candidate.entries;
      plan.memory_bytes = candidate.memory_bytes;
      plan.seconds = candidate.seconds;
    }
    return found;
  }

 private:
  [[nodiscard]] bool usable(const Effect& effect, const std::vector<int>& roles) const {
    for (std::size_t i = 0; i < roles.size(); ++i) {
      if (effect.target[i] < 0 || roles[effect.target[i]] != roles[i]) return false;
      for (std::size_t j = 0; j < roles.size(); ++j) {
        if ((effect.needs[i] >> j & 1U) == 0 || roles[j] == roles[i]) continue;
        if (roles[i] != kEntry || roles[j] != kRow || options_.closed_only) return false;
      }
    }
    return true;
  }

  bool estimate(const std::vector<int>& roles, RankedPlan& plan) const {
    double sizes[3] = {1, 1, 1};
    for (std::size_t i = 0; i < roles.size(); ++i) {
      sizes[roles[i]] *= coordinates_[i].size();
      auto& indices = roles[i] == kRow ? plan.row : roles[i] == kBlock ? plan.block : plan.entry;
      indices.push_back(static_cast<int>(i));
    }
    if (sizes[kRow] > kMaxRows || sizes[kBlock] > kMaxRows || sizes[kEntry] > kMaxEntries) {
      return false;
    }
    bool depends = false;  // of the row
    for (std::size_t s = 0; s < effects_.size(); ++s) {
      if (!usable(effects_[s], roles)) continue;
      plan.usable.push_back(static_cast<int>(s));
      for (const int i : plan.entry) {
        for (const int j : plan.row) depends = depends || (effects_[s].needs[i] >> j & 1U) != 0;
      }
    }
    if (options_.whole_group && plan.usable.size() != effects_.size()) return false;
    const auto symmetries = static_cast<double>(plan.usable.size());
    const double classes = std::min(
        sizes[kRow], sizes[kRow] / symmetries + (symmetries > 1 ? std::sqrt(sizes[kRow]) : 0.0));
    // The sheet alone is stored, in whole words.
    const double words = std::ceil(sizes[kEntry] / ties_.sheet_count(plan.entry) / 64);
    plan.entries = classes * sizes[kBlock] * words * 64;
    const double tables = sizes[kEntry] * symmetries * (moves_ + 1);
    plan.memory_bytes = plan.entries / 4 + classes * sizes[kBlock] * 4 + sizes[kRow] * 20 +
                        classes * moves_ * 12 + 2 * tables +
                        4 * sizes[kBlock] * symmetries * (moves_ + 1) + (depends ? 64e6 : 0);
    for (const Coordinate& coordinate : coordinates_) {
      plan.memory_bytes += coordinate.size() * (40.0 + 4.0 * moves_);
    }
    if (plan.memory_bytes > static_cast<double>(options_.memory_bytes)) return false;
    plan.seconds = plan.entries * moves_ * kSecondsPerLook * (depends ? 1.5 : 1) +
                   classes * sizes[kBlock] * moves_ * 3e-8 +
                   sizes[kRow] * kSecondsPerImage * std::min(symmetries, 3.0) +
                   sizes[kEntry] * symmetries * kSecondsPerImage * (depends ? 3 : 1) +
                   tables * kSecondsPerLook + sizes[kBlock] * symmetries * kSecondsPerImage;
    return true;
  }

  const std::vector<Coordinate>& coordinates_;
  const CoordinateTies& ties_;
  int moves_;
  const RankedPlanOptions& options_;
  std::vector<Effect> effects_;
};

}  // namespace

CoordinateProduct::CoordinateProduct(const std::vector<Coordinate>& coordinates,
                                     std::vector<int> indices)
    : indices_(std::move(indices)) {
  for (const int i : indices_) {
    const Coordinate& part = coordinates[i];
    parts_.push_back(&part);
    bytes_.insert(bytes_.end(), part.bytes().begin(), part.bytes().end());
    size_ *= part.size();
  }
}

std::uint32_t CoordinateProduct::move(std::uint32_t value, int move) const noexcept {
  std::uint32_t out = 0;
  std::uint32_t unit = 1;
  for (const Coordinate* part : parts_) {
    out += part->move(value % part->size(), move) * unit;
    value /= part->size();
    unit *= part->size();
  }
  return out;
}

void CoordinateProduct::write(std::uint32_t value, std::uint8_t* framed) const noexcept {
  for (const Coordinate* part : parts_) {
    part->write_framed(value % part->size(), framed);
    value /= part->size();
  }
}

std::uint32_t CoordinateProduct::rank(const std::uint8_t* framed) const noexcept {
  std::uint32_t out = 0;
  std::uint32_t unit = 1;
  for (const Coordinate* part : parts_) {
    const std::uint32_t digit = part->rank_framed(framed);
    if (digit == Coordinate::kNone) return Coordinate::kNone;
    out += digit * unit;
    unit *= part->size();
  }
  return out;
}

int CoordinateProduct::colour(const CoordinateTies::Sheets& sheets,
                              std::uint32_t value) const noexcept {
  int sum = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const std::vector<std::uint8_t>& colours = sheets.colours[indices_[i]];
    if (!colours.empty()) sum = sheets.add(sum, colours[value % parts_[i]->size()]);
    value /= parts_[i]->size();
  }
  return sum;
}

std::optional<RankedPlan> plan_ranked(const PuzzleDefinition& definition, const MoveSet& moves,
                                      const SymmetryGroup& group,
                                      const RankedPlanOptions& options) {
  if (!definition.illegal().empty() || moves.size() == 0) return std::nullopt;
  // Two bits are the least that a position takes.
  if (options.states) {
    const double bits = 2 * options.states->convert_to<double>();
    const double folded = options.from_solved ? bits / group.size() : bits;
    if (folded / 8 > static_cast<double>(options.memory_bytes)) return std::nullopt;
  }
  RankedPlan plan;
  plan.frame = std::make_shared<OrientationFrame>(definition, moves, options.start);
  const int symmetries = options.from_solved ? group.size() : 1;
  for (int s = 0; s < symmetries; ++s) {
    plan.symmetries.emplace_back(definition, *plan.frame, group[s]);
  }
  std::optional<std::vector<Coordinate>> coordinates =
      CoordinateChoice(plan.frame, moves, plan.symmetries, options).choose();
  if (!coordinates) return std::nullopt;
  plan.coordinates = std::make_shared<std::vector<Coordinate>>(std::move(*coordinates));
  plan.ties = std::make_shared<CoordinateTies>(*plan.coordinates, moves);
  if (!LayoutChoice(*plan.coordinates, plan.symmetries, *plan.ties, moves.size(), options)
           .choose(plan)) {
    return std::nullopt;
  }
  return plan;
}

}  // namespace gyre
