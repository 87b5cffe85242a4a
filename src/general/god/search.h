// What the ways to count positions have in common, so that one loop (god.cpp) drives them, stops
// them, saves them and changes from one to another: layer after layer, the last of them at hand.
#pragma once

#include "general/god/checkpoint_file.h"

#include <gyre/general/god.h>
#include <gyre/puzzle/puzzle_group.h>
#include "puzzle/symmetry/symmetry.h"

#include <memory>
#include <vector>

namespace gyre {

// What all of them are told. It outlives them.
struct GodTask {
  const PuzzleDefinition& definition;
  const MoveSet& moves;
  const SymmetryGroup& group;
  const GodOptions& options;
  State start;
  bool symmetric = true;                   // the group keeps the start
  std::vector<GroupComponent> components;  // where known
};

class LayerStates;

class GodSearch {
 public:
  enum class Step { layer, end, memory, disk, stopped };

  GodSearch() = default;
  GodSearch(const GodSearch&) = delete;
  GodSearch& operator=(const GodSearch&) = delete;
  virtual ~GodSearch() = default;

  [[nodiscard]] virtual GodMethod method() const = 0;
  [[nodiscard]] virtual int symmetries() const = 0;
  // The last layer: at first the start, with depth 0.
  [[nodiscard]] virtual GodLayer last() const = 0;
  // Makes the next layer the last. With `end` there is none and the last stays; after memory, disk
  // and stopped only antipodes() makes no sense any more: the layer before is whole.
  virtual Step advance(int depth) = 0;
  // Positions of the last layer, up to symmetry: the first in the order of packed bytes.
  [[nodiscard]] virtual std::vector<State> antipodes(std::size_t most) const = 0;
  virtual void save(CheckpointWriter& out) const = 0;
  // What save wrote, after as many layers as it had.
  virtual void load(CheckpointReader& in) = 0;
  // The layers themselves, where they are held position by position; null elsewhere.
  [[nodiscard]] virtual const LayerStates* states() const { return nullptr; }
};

// Null if the space is too large, too empty, or needs the group but cannot use all of it.
[[nodiscard]] std::unique_ptr<GodSearch> make_ranked_search(const GodTask& task, GodPlan& plan);
[[nodiscard]] std::unique_ptr<GodSearch> make_table_search(const GodTask& task);
// Goes on where another search stands, if it is given one that has states().
[[nodiscard]] std::unique_ptr<GodSearch> make_disk_search(const GodTask& task,
                                                          const GodSearch* before);

}  // namespace gyre
