#include "geometry/references.h"

#include <algorithm>
#include <numeric>

namespace gyre {
namespace {

// Union-find whose members know their shift against their root, modulo n. Joining along c -> c'
// with twist e demands shift(c') = shift(c) + e.
class ShiftClasses {
 public:
  ShiftClasses(std::size_t size, int modulus) : parent_(size), shift_(size, 0), modulus_(modulus) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  // False if both are joined already and disagree.
  bool join(int from, int to, int twist) {
    const auto [root_a, shift_a] = find(from);
    const auto [root_b, shift_b] = find(to);
    const int want = reduce(shift_a + twist);
    if (root_a == root_b) return shift_b == want;
    parent_[root_b] = root_a;
    shift_[root_b] = reduce(want - shift_b);
    return true;
  }

  [[nodiscard]] std::pair<int, int> find(int member) const {
    int shift = 0;
    while (parent_[member] != member) {
      shift += shift_[member];
      member = parent_[member];
    }
    return {member, reduce(shift)};
  }

 private:
  [[nodiscard]] int reduce(int value) const { return ((value % modulus_) + modulus_) % modulus_; }

  std::vector<int> parent_;
  std::vector<int> shift_;
  int modulus_;
};

}  // namespace

References::References(const CutSolid& cut, const std::vector<int>& pieces,
                       const std::vector<int>& places, const std::vector<OrientedTurn>& wishes,
                       bool show_twists)
    : cut_(&cut), places_(&places), first_(pieces[0]) {
  const Solid& solid = cut.solid();
  exponents_.assign(solid.rotation_count(), -1);
  references_.assign(pieces.size(), -1);
  shifts_.assign(pieces.size(), 0);
  for (int g = 0; g < solid.rotation_count(); ++g) {
    const int to = cut.image(g, first_);
    // Without rotations of the whole, turns may not reach all that rotations do.
    const auto at = static_cast<std::size_t>(place(to));
    if (at >= pieces.size() || pieces[at] != to) continue;
    if (references_[at] < 0) references_[at] = g;
  }
  // The stabiliser turns about the axis through the piece, so it is cyclic, and the smallest
  // clockwise turn generates it.
  const int generator = solid.clockwise(unit(cut.pieces()[first_].centre));
  int power = 0;
  do {
    exponents_[power] = static_cast<int>(powers_.size());
    powers_.push_back(power);
    power = solid.product(generator, power);
  } while (power != 0);
  full_orientations_ = static_cast<int>(powers_.size());
  // A lone sticker that its axis goes through looks the same however it is turned.
  const bool visible = show_twists || cut.pieces()[first_].stickers.size() > 1;
  if (visible && full_orientations_ > 1) choose_references(pieces, wishes);
}

int References::full_twist(int rotation, int piece) const {
  const Solid& solid = cut_->solid();
  const int to = cut_->image(rotation, piece);
  const int around = solid.product(solid.inverse(references_[place(to)]),
                                   solid.product(rotation, references_[place(piece)]));
  return (exponents_[around] + shifts_[place(piece)] - shifts_[place(to)] + full_orientations_) %
         full_orientations_;
}

void References::choose_references(const std::vector<int>& pieces,
                                   const std::vector<OrientedTurn>& wishes) {
  ShiftClasses classes(pieces.size(), full_orientations_);
  const auto join = [&](ShiftClasses& into, int rotation, int piece) {
    return into.join(place(piece), place(cut_->image(rotation, piece)),
                     full_twist(rotation, piece));
  };
  for (const OrientedTurn& wish : wishes) {
    ShiftClasses attempt = classes;
    const bool agrees = std::all_of(pieces.begin(), pieces.end(), [&](int piece) {
      return !(*wish.moved)[piece] || join(attempt, wish.rotation, piece);
    });
    if (agrees) classes = std::move(attempt);
  }
  // Wishes that disagree still join what nothing else does; then every piece is at zero along some
  // way from the first, and the twists that are left generate exactly what can be reached.
  for (const OrientedTurn& wish : wishes) {
    for (const int piece : pieces) {
      if ((*wish.moved)[piece]) {
        join(classes, wish.rotation, piece);
      }
    }
  }
  std::vector<int> shifts = shifts_;
  for (const int piece : pieces) shifts[place(piece)] = classes.find(place(piece)).second;
  shifts_ = std::move(shifts);
  step_ = full_orientations_;
  for (const OrientedTurn& wish : wishes) {
    for (const int piece : pieces) {
      if ((*wish.moved)[piece]) step_ = std::gcd(step_, full_twist(wish.rotation, piece));
    }
  }
  orientations_ = full_orientations_ / step_;
}

int References::twist(int rotation, int piece) const {
  if (orientations_ == 1) return 0;
  return full_twist(rotation, piece) / step_;
}

int References::rotation_between(int piece, int slot_piece, int orientation) const {
  const Solid& solid = cut_->solid();
  const int from = place(piece);
  const int to = place(slot_piece);
  const int exponent =
      (orientation * step_ - shifts_[from] + shifts_[to] + 2 * full_orientations_) %
      full_orientations_;
  return solid.product(references_[to],
                       solid.product(powers_[exponent], solid.inverse(references_[from])));
}

std::vector<int> References::look(int piece) const {
  // With several orientations two pieces of equal colours would have to be equal in every twist;
  // no two pieces of a regular solid share three faces, so each such piece is its own.
  if (orientations_ > 1) return {-1, piece};
  const int reference =
      cut_->solid().product(references_[place(piece)], powers_[shifts_[place(piece)]]);
  std::vector<int> faces;
  for (const Sticker& sticker : cut_->pieces()[first_].stickers) {
    faces.push_back(cut_->solid().face_image(reference, sticker.face));
  }
  return faces;
}

}  // namespace gyre
