// What a GPU does at each node, run on the processor.
#include "gpu/coset_device.h"
#include "base/stop.h"
#include "cube3/coset/search_run.h"
#include "support/coset_reference.h"
#include "support/temporary_folder.h"

#include "base/huge_pages.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <random>

namespace gyre::gpu {
namespace {

using namespace cube3;

bool same(const DeviceSlots& a, const DeviceSlots& b) {
  return a.corners == b.corners && a.edges_low == b.edges_low && a.edges_high == b.edges_high;
}

TEST(CosetDevice, SlotsTurnAsPositionsDo) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2'000; ++i) {
    const Cube a = random_cube(random);
    const Cube b = random_cube(random);
    const DeviceSlots product = DeviceSlots::of(Slots::of(compose(a, b)));
    const DeviceSlots first = DeviceSlots::of(Slots::of(a));
    EXPECT_TRUE(same(turned(first, DevicePerm::of(Slots::of(b))), product));
    EXPECT_TRUE(same(turned(first, as_perm(DeviceSlots::of(Slots::of(b)))), product));
  }
}

TEST(CosetDevice, SwapsAreThoseOfHalfTurns) {
  const CosetLayout layout;
  for (int t = 0; t < kHalfTurns; ++t) {
    const TripleSwaps swaps = TripleSwaps::of(layout, t);
    for (int bit = 0; bit < kOrders; ++bit) {
      const std::uint32_t from = 1U << static_cast<unsigned>(layout.bit_source(t, bit));
      EXPECT_EQ(swaps.apply(from | 0xFF00'0000U), 1U << static_cast<unsigned>(bit));
    }
  }
  const TripleSources sources = triple_sources(layout);
  for (int order = 0; order < kOrders; ++order) {
    for (int triple = 0; triple < kRowTriples; ++triple) {
      EXPECT_EQ(sources[order] >> (4 * triple) & 15U,
                static_cast<std::uint64_t>(layout.triple_source(order, triple)));
    }
  }
}

std::vector<FaceTurn> parse(std::string_view text) {
  std::vector<FaceTurn> moves;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t face = kFaceNames.find(text[i]);
    if (face != std::string_view::npos) moves.push_back({static_cast<std::uint8_t>(face), 1});
    if (text[i] == '2') moves.back().turns = 2;
    if (text[i] == '\'') moves.back().turns = 3;
  }
  return moves;
}

// As the kernels go: level by level down to the ends.
template <Metric metric>
void search(const DeviceTables& tables, std::vector<DeviceNode> nodes, int left,
            const std::function<void(const DeviceSlots&)>& put) {
  const int last = left < CosetEnds::kLength ? 1 : CosetEnds::kLength;
  for (; left > last; --left) {
    std::vector<DeviceNode> next;
    for (const DeviceNode& node : nodes) {
      for (std::uint32_t turns = turns_from<metric>(tables, node, left); turns != 0;
           turns &= turns - 1) {
        next.push_back(successor<metric>(tables, node, move_of_bit(lowest_bit(turns))));
      }
    }
    nodes = std::move(next);
  }
  for (const DeviceNode& node : nodes) {
    last == 1 ? end_with_last_move<metric>(tables, node, put) : complete<metric>(tables, node, put);
  }
}

template <Metric metric>
void expect_same_ends(int near, int far) {
  const test::TemporaryFolder folder;
  const TableStore store(folder.path());
  TwoPhaseOptions options;
  options.metric = metric;
  options.store = &store;
  options.build = true;
  const TwoPhaseTables two_phase(options);
  const CosetSearchTables tables(two_phase, 0);
  const HostTables host(tables);
  // Near H, where searches are short; far from it; and far, but with all sixteen symmetries.
  std::mt19937_64 random(2);
  const Cube all_flipped = replay({}, parse("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"));
  const std::vector<std::pair<Cube, int>> cosets = {
      {Cube{}, near}, {action({1, 1}), near}, {random_cube(random), far}, {all_flipped, far}};
  int searched = 0;  // with roots, ends and symmetry
  for (const auto& [representative, deepest] : cosets) {
    const CosetRoots roots(tables, representative);
    for (int depth = 1; depth <= deepest; ++depth) {
      std::set<std::pair<std::uint32_t, std::uint32_t>> found;
      std::vector<DeviceNode> nodes;
      const std::vector<Node> tasks = roots.tasks(tables, depth);
      for (const Node& node : tasks) nodes.push_back(DeviceNode::of(node));
      std::vector<DeviceImage> images;
      if (roots.uses_symmetry(depth)) {
        for (const CosetImage& image : roots.images()) {
          images.push_back({DeviceSlots::of(image.from), DevicePerm::of(image.to)});
        }
      }
      if (nodes.empty()) continue;
      searched += depth > CosetEnds::kLength + 3 ? 1 : 0;
      search<metric>(host.tables(), nodes, tasks.front().left(), [&](const DeviceSlots& slots) {
        const DevicePlace place = place_of(host.tables(), slots);
        found.emplace(place.page, place.bit);
        for (const DeviceImage& image : images) {
          const DevicePlace other = place_of(host.tables(), image_of(slots, image));
          found.emplace(other.page, other.bit);
        }
      });
      // The processor's search of the same.
      HugeBuffer bitmap(kCosetBytes);
      std::vector<std::byte> room(std::size_t{1} << 24U);
      CosetBins bins(bitmap.bytes(), room, 1);
      const auto memory = std::make_unique<CosetSearchMemory>();
      std::atomic<std::uint64_t> ends = 0;
      Stop stop;
      CosetBoard board(tasks.size(), {}, ~std::uint64_t{0}, stop);
      const std::vector<CosetImage> none;
      run_coset_search_portable({tables, tasks, roots.uses_symmetry(depth) ? roots.images() : none,
                                 *memory, bins.writer(0), board, ends});
      bins.finish(1);
      EXPECT_EQ(bins.fresh(), found.size()) << depth;
      for (const auto& [page, bit] : found) {
        const auto byte = static_cast<unsigned>(bitmap.bytes()[page * kPageBytes + bit / 8]);
        ASSERT_TRUE((byte >> (bit % 8) & 1U) != 0);
      }
    }
  }
  EXPECT_GE(searched, 2);
}

TEST(CosetDevice, SearchesAsTheProcessorDoes) {
  expect_same_ends<Metric::htm>(7, 12);
}

TEST(CosetDeviceSlow, SearchesAsTheProcessorDoesInQuarterTurns) {
  expect_same_ends<Metric::qtm>(8, 14);
}

}  // namespace
}  // namespace gyre::gpu
