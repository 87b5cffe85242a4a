// A coset search as tasks, and how a thread works on them.
#pragma once

#include "cube3/core/with_metric.h"
#include "cube3/coset/search.h"
#include "search/driver.h"

#include <atomic>
#include <cstdint>
#include <vector>

namespace gyre::cube3 {

// Where the searches of one coset begin.
class CosetRoots {
 public:
  // Face turns can solve the representative.
  CosetRoots(const CosetSearchTables& tables, const Cube& representative);

  // Nodes from which all sequences of this length are searched, up to the symmetries of the coset.
  // Below 1, only this share of the nodes.
  [[nodiscard]] std::vector<Node> tasks(const CosetSearchTables& tables, int depth,
                                        double share = 1) const;
  // Whether the tasks leave out what images() make of the others.
  [[nodiscard]] bool uses_symmetry(int depth) const noexcept;
  // What the symmetries of the coset make of an end.
  [[nodiscard]] const std::vector<CosetImage>& images() const noexcept { return images_; }

 private:
  static void add_child(const CosetSearchTables& tables, const Node& node, int move,
                        std::vector<Node>& children);

  Node root_;
  std::vector<CosetImage> images_;
  // A bit for each move that no symmetry of the coset takes to a lower one. That is enough of them
  // to begin with: of two opposite faces the lower is turned first, so a sequence that begins with
  // another move has an image that begins with one of these.
  std::uint32_t first_moves_ = 0;
};

struct NothingFound {};
using CosetBoard = TaskBoard<NothingFound>;

struct CosetSearchRun {
  const CosetSearchTables& tables;
  const std::vector<Node>& tasks;
  const std::vector<CosetImage>& images;
  CosetSearchMemory& memory;
  CosetWriter& writer;
  CosetBoard& board;
  std::atomic<std::uint64_t>& ends;
};

template <class Turner>
void run_coset_search(const CosetSearchRun& run) {
  with_metric(run.tables.two_phase.metric(), [&](auto constant) {
    CosetSearch<constant.value, Turner> search(run.tables, run.images, run.memory, run.writer);
    std::uint64_t nodes = 0;
    while (const auto task = run.board.next()) {
      search.start(run.tasks[*task]);
      bool wanted = true;
      search.run([&] { return wanted = run.board.wanted(*task); });
      const std::uint64_t more = search.nodes() - nodes;
      nodes = search.nodes();
      wanted ? run.board.finish(*task, more) : run.board.leave(more);
    }
    run.ends += search.ends();
  });
}

void run_coset_search_portable(const CosetSearchRun& run);
// May be called where the processor has AVX2.
void run_coset_search_avx2(const CosetSearchRun& run);

}  // namespace gyre::cube3
