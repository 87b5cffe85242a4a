// The pieces that planes cut a solid into, as far as one sees them. Decides what is one piece and
// where every rotation takes it, exactly: floating point only splits one face; from then on a
// piece is its vector of layer numbers, one for each line of parallel cuts, and a rotation permutes
// the lines. Leaves out which layers may be turned and what pieces are called (builder.h).
#pragma once

#include "geometry/solid.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gyre {

// A plane at right angles to each axis of a kind, `distance` from the centre (faces lie at 1). The
// planes of all axes of that kind are meant, so negative distances say nothing new on solids with
// opposite axes.
struct Cut {
  AxisKind axis = AxisKind::face;
  double distance = 0;
};

// A line through the centre with the cuts at right angles to it. Layer 0 lies at its negative end.
struct CutLine {
  Vec3 direction{};
  std::vector<double> offsets;  // ascending
};

struct Sticker {
  int face = 0;
  Vec3 centre{};
};

struct Piece {
  std::string layers;  // one byte for each CutLine
  std::vector<Sticker> stickers;
  Vec3 centre{};  // the mean of its stickers
};

class CutSolid {
 public:
  CutSolid(SolidKind kind, const std::vector<Cut>& cuts);

  [[nodiscard]] const Solid& solid() const noexcept { return solid_; }
  [[nodiscard]] const std::vector<CutLine>& lines() const noexcept { return lines_; }
  [[nodiscard]] const std::vector<Piece>& pieces() const noexcept { return pieces_; }
  // Where a rotation of the whole solid takes a piece.
  [[nodiscard]] int image(int rotation, int piece) const noexcept {
    return images_[rotation][piece];
  }
  // The line along an axis and whether the axis is its positive end; line -1 if none is cut.
  struct Direction {
    int line = -1;
    bool positive = true;
  };
  [[nodiscard]] Direction find_line(const Vec3& axis) const noexcept;

 private:
  void make_lines(const std::vector<Cut>& cuts);
  void make_pieces();

  Solid solid_;
  std::vector<CutLine> lines_;
  std::vector<Piece> pieces_;
  std::vector<std::vector<int>> images_;
};

}  // namespace gyre
