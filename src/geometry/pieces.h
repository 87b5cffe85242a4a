// The pieces that planes cut a solid into, as far as one sees them. Decides what is one piece and
// where every rotation takes it, exactly: floating point only splits faces; from then on a piece is
// its vector of layer numbers, one for each line of parallel cuts, and a rotation permutes the
// lines. Leaves out which layers may be turned and what pieces are called (turns.h, builder.h).
#pragma once

#include "geometry/solid.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gyre {

// A plane at right angles to an axis (a unit vector), `distance` from the centre. The cuts of a
// solid must be as symmetric as the solid is.
struct Cut {
  Vec3 axis{};
  double distance = 0;
};

// A line through the centre with the cuts at right angles to it. Layer 0 lies at its negative end.
struct CutLine {
  Vec3 direction{};
  std::vector<double> offsets;  // ascending

  [[nodiscard]] int layers() const noexcept { return static_cast<int>(offsets.size()) + 1; }
};

struct Sticker {
  int face = 0;
  std::vector<Vec3> outline;  // convex, counterclockwise as seen from outside
  Vec3 centre{};
};

// Everything between the same cuts, which is convex. Only the core, the piece round the centre of
// the solid, counts as a piece for each sticker that it shows: rotations leave it where it is and
// still move its stickers.
struct Piece {
  std::string layers;  // one byte for each CutLine
  std::vector<Sticker> stickers;
  Vec3 centre{};  // the mean of its stickers
};

class CutSolid {
 public:
  // Throws Error if cuts miss the solid, or meet so nearly that it cannot be told whether they do,
  // or make more than kMaxStickers stickers.
  CutSolid(Solid solid, const std::vector<Cut>& cuts);

  static constexpr std::size_t kMaxStickers = 60'000;

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
  // The piece that a point of the surface belongs to; -1 if a cut goes through it.
  [[nodiscard]] int piece_at(const Vec3& point) const;

 private:
  void make_lines(const std::vector<Cut>& cuts);
  struct Making;

  // One byte for each line.
  [[nodiscard]] std::string layers_at(const Vec3& point) const;
  [[nodiscard]] std::string rotated_layers(const Making& making, int g,
                                           const std::string& layers) const;
  void make_pieces();
  void cut_face(int first, const std::vector<int>& carrier, Making& making);
  void split_core(Making& making);
  void find_images(const Making& making);

  Solid solid_;
  std::vector<CutLine> lines_;
  std::vector<Piece> pieces_;
  std::vector<std::vector<int>> images_;
};

}  // namespace gyre
