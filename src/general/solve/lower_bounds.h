// LowerBounds: how many moves a position needs at least, from tables of all positions near solved.
//
// One table holds all classes within t moves; it tells t and t - 1 apart and all that is nearer
// not. A second one, far smaller, holds those within t - 2, and so on down. A position of which
// they say nothing needs more than t. With all pieces different the inverse of a position needs as
// many moves, and asking for both lets a chance collision pass only if it happens twice.
//
// The tables grow with the search: filled from the layers of classes as far as those go, and from
// there by all canonical sequences out of each class of the last layer.
#pragma once

#include "base/stop.h"
#include "general/shared/search_moves.h"
#include "general/solve/class_layers.h"
#include "general/solve/depth_table.h"
#include "puzzle/kernel/class_form.h"

#include <gyre/base/progress.h>
#include "base/huge_pages.h"
#include "puzzle/kernel/kernel.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace gyre {

// The tables up to one depth. Immutable once filled.
class BoundTables {
 public:
  // How big the tables are.
  struct Shape {
    int depth = 0;
    std::vector<std::uint64_t> level_bytes;  // the deepest first; their depths are depth - 2, ...

    [[nodiscard]] std::uint64_t bytes() const noexcept;
    bool operator==(const Shape&) const = default;
  };
  // Makes them empty.
  BoundTables(const Shape& shape, int threads);
  // This takes them as they were stored.
  BoundTables(const Shape& shape, std::shared_ptr<const void> owner,
              std::span<const std::byte> payload);

  [[nodiscard]] const Shape& shape() const noexcept { return shape_; }

  [[nodiscard]] std::span<const std::byte> payload() const noexcept { return payload_; }
  // The depth of the first table; everything is within it if complete().
  [[nodiscard]] int depth() const noexcept { return levels_.front().depth(); }
  // Whether no position is farther.
  [[nodiscard]] bool complete() const noexcept { return complete_; }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return payload_.size(); }

  void prefetch(std::uint64_t hash) const noexcept { levels_.front().prefetch(hash); }
  // Whether the position may be within `moves` of solved.
  [[nodiscard]] bool may_be_within(int moves, std::uint64_t hash) const noexcept {
    for (const DepthTable& level : levels_) {
      if (moves > level.depth()) return true;
      const unsigned value = level.value(hash);
      if (value != 0) return static_cast<int>(value) + level.depth() - 2 <= moves;
      if (moves >= level.depth() - 2) return true;
    }
    return true;
  }
  // A lower bound.
  [[nodiscard]] int bound(std::uint64_t hash) const noexcept {
    for (const DepthTable& level : levels_) {
      const unsigned value = level.value(hash);
      if (value != 0) return static_cast<int>(value) + level.depth() - 2;
    }
    return 0;
  }

 private:
  friend class LowerBounds;
  void make_levels(std::span<std::byte> bytes);

  Shape shape_;
  HugeBuffer buffer_;
  std::shared_ptr<const void> owner_;
  std::span<const std::byte> payload_;
  std::vector<DepthTable> levels_;  // the deepest first
  bool complete_ = false;
};

class LowerBounds {
 public:
  // positions: about how many there are; infinite if that is not known. memory_bytes: for all
  // tables and layers. Keeps references to the first three.
  LowerBounds(const StateKernel& kernel, const ClassForm& form, const SearchMoves& moves,
              double positions, std::uint64_t memory_bytes, int threads);

  [[nodiscard]] const BoundTables& tables() const noexcept { return *tables_; }
  // Tables and layers take so much at this moment.
  [[nodiscard]] std::uint64_t used_bytes() const { return tables_->bytes() + layers_.bytes(); }

  // About how many positions would be looked at to fill tables one deeper; infinite if there is
  // nothing to gain or no memory for it.
  [[nodiscard]] double cost_of_next() const;
  // About how many classes are within `depth` moves.
  [[nodiscard]] double classes_within(int depth) const;
  // How tables of a depth are laid out; nothing if there is no memory for them.
  [[nodiscard]] std::optional<BoundTables::Shape> shape_for(int depth) const;
  // Makes them one deeper. False if it was stopped; then there may be less than before.
  bool grow(Stop& stop, const ProgressCallback& progress);
  [[nodiscard]] const BoundTables::Shape& shape() const noexcept { return tables_->shape(); }
  // Tables that were stored, of the same shape.
  void take(const BoundTables::Shape& shape, std::shared_ptr<const void> owner,
            std::span<const std::byte> payload) {
    tables_ = std::make_shared<BoundTables>(shape, std::move(owner), payload);
  }
  // Back to the tables that are quickly made again, before a big one is made or read.
  void shrink() { tables_ = small_; }

 private:
  [[nodiscard]] bool layers_pay() const;
  // Nothing if it was stopped.
  [[nodiscard]] std::shared_ptr<const BoundTables> filled(const BoundTables::Shape& shape,
                                                          Stop& stop,
                                                          const ProgressCallback& progress) const;

  const StateKernel& kernel_;
  const ClassForm& form_;
  const SearchMoves& moves_;
  double all_classes_;  // about
  std::uint64_t memory_bytes_;
  int threads_;
  ClassLayers layers_;
  bool layers_full_ = false;  // no memory for another
  std::vector<double> sequences_;
  std::shared_ptr<const BoundTables> small_;  // as deep as the layers
  std::shared_ptr<const BoundTables> tables_;
};

}  // namespace gyre
