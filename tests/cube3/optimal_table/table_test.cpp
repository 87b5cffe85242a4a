// The tables of optimal solving against a plain search of cosets; that their bytes depend on
// nothing but the shape; stopping, checkpoints, kills and damage.
#include "cube3/optimal_table/table.h"
#include "cube3/optimal/loop.h"
#include "support/optimal_cosets.h"
#include "support/optimal_reference.h"
#include "support/table_fixture.h"

#include <gyre/base/error.h>
#include <gyre/cube3/optimal.h>
#include "base/cpu.h"
#include "base/huge_pages.h"
#include "base/memory.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <cstring>
#include <numeric>

namespace gyre::cube3 {
namespace {

constexpr std::array<Metric, 2> kMetrics = {Metric::htm, Metric::qtm};
constexpr EdgeShape kSlotsOnly = {1, false};
constexpr EdgeShape kSmall = {24, false};
constexpr EdgeShape kSmallestWithFlips = {1, true};

std::uint64_t payload_bytes(const OptimalShape& shape) {
  return OptimalLayout(EdgeWords(shape.edges).count()).payload_bytes;
}

struct MadeTable {
  MadeTable(Metric metric, const OptimalShape& shape, const TableWork& work = {})
      : memory(payload_bytes(shape)), counts(make_optimal(metric, shape, memory.bytes(), work)) {}

  HugeBuffer memory;
  DepthCounts counts;
};

bool same_bytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size()) == 0;
}

int level_of(const OptimalBounds& bounds, const Cube& view) {
  const WordPlace place = word_place(bounds.index, view, TopCorners::rank(view));
  return OptimalBounds::level(bounds.words[place.word], place.turn);
}

int level_of_distance(int distance, int base) {
  return std::clamp(distance - base, 0, 3);
}

// Every coset within the radius has its level, and random cubes that are farther have theirs.
void check_levels(const OptimalBounds& bounds, const PlainCosets& cosets) {
  const int radius = static_cast<int>(cosets.layers().size()) - 1;
  ASSERT_GE(radius, bounds.base + 2) << "those that are farther have no level of their own";
  for (int depth = 0; depth <= radius; ++depth) {
    std::size_t wrong = 0;
    for (const Cube& cube : cosets.layers()[depth]) {
      if (level_of(bounds, cube) != level_of_distance(depth, bounds.base)) ++wrong;
    }
    EXPECT_EQ(wrong, 0U) << "at depth " << depth;
  }
  std::mt19937_64 random(1);
  for (int i = 0; i < 10'000; ++i) {
    const Cube cube = random_cube(random);
    ASSERT_EQ(level_of(bounds, cube), level_of_distance(cosets.distance(cube), bounds.base));
  }
}

void check_near_distances(const OptimalBounds& bounds, const PlainCosets& cosets) {
  for (int depth = 0; depth < static_cast<int>(cosets.layers().size()); ++depth) {
    std::size_t wrong = 0;
    for (const Cube& cube : cosets.layers()[depth]) {
      if (bounds.near_distance(cube) != depth) ++wrong;
    }
    EXPECT_EQ(wrong, 0U) << "at depth " << depth;
  }
  std::mt19937_64 random(2);
  for (int i = 0; i < 10'000; ++i) {
    const Cube cube = random_cube(random);
    const int plain = cosets.distance(cube);
    const bool is_near = plain < static_cast<int>(cosets.layers().size());
    ASSERT_TRUE(is_near ? bounds.near_distance(cube) == plain
                        : bounds.near_distance(cube) >= plain);
  }
}

// ---- counts ----

DepthCounts sizes_of(const PlainCosets& cosets) {
  DepthCounts counts;
  for (const auto& layer : cosets.layers()) counts.push_back(layer.size());
  return counts;
}

TEST(OptimalCosets, AreAsManyAsAPlainSearchFinds) {
  constexpr int kDepth = 5;
  for (const Metric metric : kMetrics) {
    for (const EdgeShape& shape : {kSlotsOnly, EdgeShape{6, false}, kSmall}) {
      EXPECT_EQ(count_cosets(metric, {"test", shape, kDepth - 2}, {}),
                sizes_of(PlainCosets(metric, shape, kDepth)))
          << name_of(shape);
    }
  }
}

// With flips: 0.4, 2 and 4 GB.
TEST(OptimalCosetsSlow, AreAsManyAsAPlainSearchFinds) {
  for (const EdgeShape& shape :
       {kSmallestWithFlips, EdgeShape{6, true}, EdgeShape{6, true, true}}) {
    for (const Metric metric : kMetrics) {
      const int depth = metric == Metric::htm ? 5 : 6;
      EXPECT_EQ(count_cosets(metric, {"test", shape, depth - 2}, {}),
                sizes_of(PlainCosets(metric, shape, depth)))
          << name_of(shape);
    }
  }
}

TEST(OptimalCosets, OfCornersAndSlotsAreAllCounted) {
  const DepthCounts known = {1,         12,         133,        1'582,      18'414, 208'484,
                             2'097'954, 15'420'352, 44'106'502, 13'889'914, 36'202};
  EXPECT_EQ(count_cosets(Metric::htm, {"test", kSlotsOnly, 8}, {}), known);
  EXPECT_EQ(std::accumulate(known.begin(), known.end(), std::uint64_t{0}),
            std::uint64_t{TopCorners::kSize} * kSlotsOnly.size());
}

// ---- what stands in a table ----

TEST(OptimalTable, HasTheSizesThatItsShapesSay) {
  for (const Metric metric : kMetrics) {
    const std::vector<TableRecipe> recipes = optimal_recipes(metric);
    const std::vector<OptimalShape> shapes = optimal_shapes(metric);
    ASSERT_EQ(recipes.size(), shapes.size());
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      EXPECT_EQ(recipes[i].key.payload_bytes, payload_bytes(shapes[i]));
      EXPECT_TRUE(i == 0 || payload_bytes(shapes[i]) > payload_bytes(shapes[i - 1]));
      // Those that take longer than a minute, and with them the state of those without flips
      // never, which does not lie in the payload.
      EXPECT_TRUE(recipes[i].resumable || recipes[i].rough_seconds < 60) << shapes[i].name;
      EXPECT_TRUE(!recipes[i].resumable || shapes[i].edges.flips) << shapes[i].name;
    }
  }
}

TEST(OptimalTable, HoldsTheDistancesOfAPlainSearch) {
  for (const Metric metric : kMetrics) {
    const PlainCosets slots_only(metric, kSlotsOnly, 5);
    for (const EdgeShape& edges : {kSlotsOnly, kSmall}) {
      SCOPED_TRACE(name_of(edges));
      const PlainCosets cosets(metric, edges, 5);
      for (const int base : edges == kSlotsOnly ? std::vector{0, 3} : std::vector{3}) {
        const OptimalShape shape{"test", edges, base};
        const MadeTable table(metric, shape);
        const OptimalBounds bounds(metric, shape, table.memory.bytes());
        check_levels(bounds, cosets);
        if (base == 3) check_near_distances(bounds, slots_only);
      }
    }
  }
}

// The two parts of a table are made in different ways. In a shape without orders and flips they
// tell the same, to the last.
TEST(OptimalTable, AgreesWithItsNearDistances) {
  const OptimalShape shape{"test", kSlotsOnly, 8};
  const MadeTable table(Metric::htm, shape);
  const OptimalBounds bounds(Metric::htm, shape, table.memory.bytes());
  std::mt19937_64 random(3);
  int farthest = 0;
  for (int i = 0; i < 300'000; ++i) {
    const Cube cube = random_cube(random);
    const int distance = bounds.near_distance(cube);
    farthest = std::max(farthest, distance);
    ASSERT_EQ(level_of(bounds, cube), level_of_distance(distance, shape.base));
  }
  EXPECT_EQ(farthest, 10);
}

// In the metric.
int weight(Metric metric, FaceTurn move) {
  return metric == Metric::htm ? 1 : quarter_turns(move.index());
}

void check_bounds(const OptimalBounds& bounds) {
  const Metric metric = bounds.metric;
  std::mt19937_64 random(4);
  std::array<int, 4> levels{};
  for (int i = 0; i < 3'000; ++i) {
    Cube cube;
    int length = 0;
    for (const FaceTurn move : random_moves(random, i % 16)) {
      // One move changes a distance by what it counts at most.
      const Cube next = turned(cube, move);
      const int counts = weight(metric, move);
      ASSERT_LE(std::abs(level_of(bounds, next) - level_of(bounds, cube)), counts);
      ASSERT_LE(std::abs(bounds.near_distance(next) - bounds.near_distance(cube)), counts);
      cube = next;
      length += counts;
      ASSERT_LE(bounds.lower_bound(cube), length);
    }
    const int level = level_of(bounds, cube);
    ++levels[level];
    const int bound = bounds.lower_bound(cube);
    for (int s = 0; s < kSymmetries; ++s) {
      const Cube other = conjugate(cube, s);
      if (s < kAxisSymmetries) {
        ASSERT_EQ(level_of(bounds, other), level);
        ASSERT_EQ(bounds.near_distance(other), bounds.near_distance(cube));
      }
      ASSERT_EQ(bounds.lower_bound(other), bound);
    }
    ASSERT_EQ(bounds.lower_bound(invert(cube)), bound);
  }
  for (const int count : levels) EXPECT_GT(count, 0) << "a level that does not occur";
}

// Turns of U and D stay within the word. Where symmetries of the corners allow several words for
// one position, these say the same.
void check_words(const OptimalBounds& bounds) {
  std::mt19937_64 random(5);
  int same_word = 0;
  int seen = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Cube cube = i % 2 == 0 ? random_cube(random) : replay({}, random_moves(random, 9));
    const WordPlace place = word_place(bounds.index, cube, TopCorners::rank(cube));
    unsigned reach = 0;
    for (int number = 0; number < kAxisMoves; ++number) {
      const Cube next = turned(cube, FaceTurn::from_index(axis_move(0, number)));
      const std::uint8_t turn = bounds.index.moved[place.turn][number];
      ASSERT_EQ(OptimalBounds::level(bounds.words[place.word], turn), level_of(bounds, next));
      const WordPlace direct = word_place(bounds.index, next, TopCorners::rank(next));
      ++seen;
      if (direct.word == place.word && direct.turn == turn) ++same_word;
      reach |= 1U << (turn & 15U);
    }
    ASSERT_EQ(bounds.index.reach[place.turn], reach);
    ASSERT_EQ(std::popcount(reach), kAxisMoves);
  }
  EXPECT_GT(same_word, seen * 4 / 5);
}

// A move of an axis in the view of that axis is one of U and D.
TEST(OptimalTable, ViewsTakeTheirAxisToUAndD) {
  const IndexTables index(kSlotsOnly);
  std::mt19937_64 random(6);
  for (int i = 0; i < 200; ++i) {
    const Cube cube = random_cube(random);
    for (int axis = 0; axis < kAxes; ++axis) {
      const SymmetryLanes& lanes = index.views[axis];
      const auto view = [&](const Cube& a) { return compose(compose(lanes.left, a), lanes.right); };
      for (int number = 0; number < kAxisMoves; ++number) {
        const FaceTurn move = FaceTurn::from_index(axis_move(axis, number));
        const FaceTurn there = FaceTurn::from_index(axis_move(0, number));
        ASSERT_EQ(view(turned(cube, move)), turned(view(cube), there));
      }
    }
  }
}

// Each of the sets of reached positions is turned back into moves.
TEST(OptimalTable, MovesAreKnownFromThePositionsTheyReach) {
  const IndexTables index(kSlotsOnly);
  for (unsigned turn = 0; turn < IndexTables::kTurnCodes; ++turn) {
    for (unsigned moves = 0; moves < 64; ++moves) {
      unsigned reached = 0;
      unsigned side_by_side = 0;
      for (unsigned number = 0; number < kAxisMoves; ++number) {
        if ((moves >> number & 1U) != 0) reached |= 1U << (index.moved[turn][number] & 15U);
      }
      unsigned at = 0;
      for (unsigned position = 0; position < kWordPositions; ++position) {
        if ((index.reach[turn] >> position & 1U) == 0) continue;
        side_by_side |= (reached >> position & 1U) << at++;
      }
      ASSERT_EQ(index.moves_within(turn, side_by_side), moves);
    }
  }
}

void check_limits(const OptimalBounds& bounds) {
  for (int left = 0; left < 20; ++left) {
    const OptimalLimit& limit = bounds.limit(left);
    for (unsigned high = 0; high < 2; ++high) {
      for (unsigned low = 0; low < 2; ++low) {
        const std::uint32_t word = (high << kWordPositions | low) << 5U;
        const int level = OptimalBounds::level(word, 5);
        // At most base is all that level 0 says.
        const bool may_be = level == 0 || bounds.base + level <= left;
        EXPECT_EQ((limit.within(word) >> 5U & 1U) != 0, may_be) << left << " " << level;
        EXPECT_EQ(level <= limit.level, may_be) << left << " " << level;
      }
    }
  }
  for (int left = -OptimalBounds::kBelow; left < 0; ++left) {
    EXPECT_EQ(bounds.limit(left).within(0xFFFF'FFFF), 0U);
    EXPECT_EQ(bounds.limit(left).level, -1);
  }
}

void check_counts(const OptimalShape& shape, const OptimalBounds& bounds, const MadeTable& table) {
  EXPECT_EQ(count_optimal(shape, table.memory.bytes(), {}), table.counts);
  EXPECT_EQ(std::accumulate(table.counts.begin(), table.counts.end(), std::uint64_t{0}),
            OptimalLayout(EdgeWords(shape.edges).count()).words * kWordPositions);
  DepthCounts plain(shape.base + 4, 0);
  constexpr std::uint64_t kSome = 100'000;
  for (std::uint64_t word = 0; word < kSome; ++word) {
    for (unsigned turn = 0; turn < kWordPositions; ++turn) {
      ++plain[shape.base + OptimalBounds::level(bounds.words[word], turn)];
    }
  }
  std::vector<std::byte> part(payload_bytes(shape));  // level 3 elsewhere
  std::memcpy(part.data(), table.memory.bytes().data(), kSome * sizeof(std::uint32_t));
  plain.back() += (OptimalLayout(EdgeWords(shape.edges).count()).words - kSome) * kWordPositions;
  EXPECT_EQ(count_optimal(shape, part, {}), plain);
}

// ---- the search of both instruction sets ----

class OneTask final : public OptimalBoard {
 public:
  OneTask(const Cube& cube, int length) : cube_(cube), length_(length) {}

  [[nodiscard]] const Cube& cube() const noexcept override { return cube_; }
  [[nodiscard]] int length() const noexcept override { return length_; }
  [[nodiscard]] std::optional<std::size_t> next() override {
    return std::exchange(begun_, true) ? std::nullopt : std::optional<std::size_t>(0);
  }
  [[nodiscard]] const OptimalTask& task(std::size_t /*index*/) const noexcept override {
    return task_;
  }
  [[nodiscard]] bool wanted(std::size_t /*index*/) const noexcept override { return true; }
  void look() override {}
  void found(std::size_t /*index*/, std::span<const MoveIndex> moves) override {
    solutions.emplace_back(moves.begin(), moves.end());
  }
  void finish(std::size_t /*index*/, const OptimalEffort& of_task) override {
    effort = of_task;
    ++finished;
  }

  std::vector<MoveSequence> solutions;
  OptimalEffort effort;
  int finished = 0;

 private:
  Cube cube_;
  int length_;
  OptimalTask task_;
  bool begun_ = false;
};

void check_search(const OptimalBounds& bounds) {
  const Metric metric = bounds.metric;
  const Ball ball(metric, 4);
  std::mt19937_64 random(7);
  OptimalWorkspace portable_space;
  OptimalWorkspace avx2_space;
  std::uint64_t nodes = 0;
  std::uint64_t solutions = 0;
  struct Position {
    std::string moves;
    int length;
  };
  // With many solutions.
  std::vector<Position> positions = {
      {"U2 D2 F2 B2", 8}, {"R2 L2 U2 D2", 8}, {"U D' R L'", 6}, {"F B' R L'", 8}, {"", 8}, {"", 6}};
  for (int i = 0; i < 36; ++i) {
    const std::vector<FaceTurn> walk = random_moves(random, i % 9);
    positions.push_back({to_string(walk), i / 9});  // longer than it must be, for more nodes
    for (const FaceTurn move : walk) positions.back().length += weight(metric, move);
  }
  for (const auto& [moves, length] : positions) {
    SCOPED_TRACE(moves);
    const Cube cube = cube_of(moves);
    OneTask portable(cube, length);
    run_optimal_portable(bounds, portable, portable_space);
    EXPECT_EQ(portable.finished, 1);
    if (length <= 7 || (length == 8 && metric == Metric::qtm)) {
      std::vector<MoveSequence> sorted = portable.solutions;
      std::sort(sorted.begin(), sorted.end(), EarlierSequence{});
      EXPECT_EQ(sorted, plain_solutions(ball, cube, length));
    }
    nodes += portable.effort.nodes;
    solutions += portable.solutions.size();
    if (cpu_level() < CpuLevel::avx2) continue;
    OneTask avx2(cube, length);
    run_optimal_avx2(bounds, avx2, avx2_space);
    EXPECT_EQ(avx2.finished, 1);
    EXPECT_EQ(avx2.solutions, portable.solutions);
    EXPECT_EQ(avx2.effort.nodes, portable.effort.nodes);
    EXPECT_EQ(avx2.effort.probes, portable.effort.probes);
  }
  EXPECT_GT(nodes, 5'000U);
  EXPECT_GT(solutions, 15U);
}

// One test for each metric: each makes its table once.
MadeTable check_smallest(Metric metric, const OptimalShape& shape) {
  TableWork work;
  work.threads = 3;
  MadeTable table(metric, shape, work);
  const OptimalBounds bounds(metric, shape, table.memory.bytes());
  check_bounds(bounds);
  check_words(bounds);
  check_limits(bounds);
  check_counts(shape, bounds, table);
  check_search(bounds);
  return table;
}

TEST(OptimalTable, TheSmallestInHalfTurns) {
  const OptimalShape shape = optimal_shapes(Metric::htm).front();
  const MadeTable table = check_smallest(Metric::htm, shape);
  TableWork work;
  work.threads = 1;
  const MadeTable other(Metric::htm, shape, work);
  EXPECT_TRUE(same_bytes(other.memory.bytes(), table.memory.bytes())) << "made with three threads";
  EXPECT_EQ(other.counts, table.counts);
}

TEST(OptimalTable, TheSmallestInQuarterTurns) {
  (void)check_smallest(Metric::qtm, optimal_shapes(Metric::qtm).front());
}

// ---- how it is made ----

TEST(OptimalBuild, TellsHowFarItIs) {
  std::uint64_t last = 0;
  std::uint64_t total = 0;
  TableWork work;
  work.progress = [&](const ProgressEvent& event) {
    EXPECT_EQ(event.done, last + 1);
    EXPECT_TRUE(total == 0 || event.total == total);
    last = event.done;
    total = event.total;
  };
  const MadeTable table(Metric::htm, {"test", kSlotsOnly, 3}, work);
  EXPECT_GT(total, 0U);
  EXPECT_EQ(last, total);
}

TEST(OptimalBuild, CanBeStopped) {
  // While distances are searched, and while words are made of them.
  for (const std::uint64_t when :
       {std::uint64_t{1}, std::uint64_t{12'345}, std::uint64_t{50'000}}) {
    std::stop_source stop;
    std::uint64_t last = 0;
    std::uint64_t total = 0;
    TableWork work;
    work.threads = 2;
    work.stop = stop.get_token();
    work.progress = [&](const ProgressEvent& event) {
      last = event.done;
      total = event.total;
      if (event.done == when) stop.request_stop();
    };
    const MadeTable table(Metric::htm, {"test", kSlotsOnly, 3}, work);
    EXPECT_GE(last, when);
    EXPECT_LE(last, when + 2) << "no more than what threads had begun";
    EXPECT_GT(total, when);
  }
}

// Keeps what is saved, and stops after a step.
class MemoryCheckpoint final : public TableCheckpoint {
 public:
  [[nodiscard]] std::optional<int> load(std::span<std::byte> payload) override {
    ++loads;
    if (!step) return std::nullopt;
    std::memcpy(payload.data(), saved.bytes().data(), payload.size());
    return step;
  }
  [[nodiscard]] bool due() const override { return true; }
  void save(std::span<const std::byte> payload, int of_step) override {
    ++saves;
    EXPECT_TRUE(!step || of_step > *step);
    if (saved.bytes().empty()) saved = HugeBuffer(payload.size());
    std::memcpy(saved.bytes().data(), payload.data(), payload.size());
    step = of_step;
    if (step == stop_after) stop.request_stop();
  }

  HugeBuffer saved;
  std::optional<int> step;
  std::stop_source stop;
  int stop_after = -1;
  int loads = 0;
  int saves = 0;
};

// Their distances do not lie in the payload: what would be saved is no state.
TEST(OptimalBuild, ShapesWithoutFlipsAreNeverResumed) {
  MemoryCheckpoint checkpoint;
  TableWork work;
  work.checkpoint = &checkpoint;
  const OptimalShape shape{"test", kSlotsOnly, 2};
  const MadeTable plain(Metric::htm, shape);
  for (int i = 0; i < 2; ++i) {
    const MadeTable table(Metric::htm, shape, work);
    EXPECT_TRUE(same_bytes(table.memory.bytes(), plain.memory.bytes()));
  }
  EXPECT_EQ(checkpoint.saves, 0);
}

// Those with flips take 390 MB at least. A shallow one, which is made in a few seconds.
void check_resuming(const OptimalShape& shape, const std::vector<int>& steps) {
  const MadeTable plain(Metric::htm, shape);
  MemoryCheckpoint checkpoint;
  int last_loaded = 0;
  for (const int step : steps) {
    checkpoint.stop = std::stop_source();
    checkpoint.stop_after = step;
    TableWork work;
    work.checkpoint = &checkpoint;
    work.stop = checkpoint.stop.get_token();
    std::uint64_t first = 0;
    work.progress = [&](const ProgressEvent& event) {
      if (first == 0) first = event.done;
    };
    const MadeTable stopped(Metric::htm, shape, work);
    EXPECT_EQ(checkpoint.step, step);
    EXPECT_EQ(first, std::uint64_t(last_loaded) * CornerClasses::kCount + 1);
    EXPECT_TRUE(stopped.counts.empty());
    last_loaded = step;
  }
  checkpoint.stop_after = -1;
  TableWork work;
  work.checkpoint = &checkpoint;
  const MadeTable table(Metric::htm, shape, work);
  EXPECT_TRUE(same_bytes(table.memory.bytes(), plain.memory.bytes()));
  EXPECT_EQ(table.counts, plain.counts);
  EXPECT_EQ(checkpoint.loads, static_cast<int>(steps.size()) + 1);
  EXPECT_EQ(checkpoint.step, shape.base + 2);
}

void check_instruction_sets(const OptimalShape& shape) {
  setenv("GYRE_CPU", "portable", 1);
  const MadeTable portable(Metric::htm, shape);
  unsetenv("GYRE_CPU");
  const MadeTable best(Metric::htm, shape);
  EXPECT_TRUE(same_bytes(portable.memory.bytes(), best.memory.bytes()));
  EXPECT_EQ(portable.counts, best.counts);
}

TEST(OptimalBuildSlow, WithFlipsHoldsTheDistancesOfAPlainSearch) {
  for (const Metric metric : kMetrics) {
    const OptimalShape shape{"test", kSmallestWithFlips, 3};
    const MadeTable table(metric, shape);
    const OptimalBounds bounds(metric, shape, table.memory.bytes());
    check_levels(bounds, PlainCosets(metric, shape.edges, 5));
    check_near_distances(bounds, PlainCosets(metric, kSlotsOnly, 5));
    check_words(bounds);
  }
}

TEST(OptimalBuildSlow, WithFlipsBytesDoNotDependOnInstructionSetsAndThreads) {
  const OptimalShape shape = optimal_shapes(Metric::htm)[1];
  check_instruction_sets(shape);
  TableWork one;
  one.threads = 1;
  TableWork three;
  three.threads = 3;
  EXPECT_TRUE(same_bytes(MadeTable(Metric::htm, shape, one).memory.bytes(),
                         MadeTable(Metric::htm, shape, three).memory.bytes()));
}

TEST(OptimalBuildSlow, GoesOnFromACheckpoint) {
  check_resuming({"test", kSmallestWithFlips, 2}, {1, 3, 4});
  const OptimalShape shape = optimal_shapes(Metric::htm)[1];
  check_resuming(shape, {2, 7, shape.base + 1});
}

// Orders, flips and pairs together: 4 GB.
TEST(OptimalBuildSlow, WithPairsHoldsTheDistancesOfAPlainSearch) {
  const OptimalShape shape{"test", EdgeShape{6, true, true}, 3};
  const MadeTable table(Metric::htm, shape);
  const OptimalBounds bounds(Metric::htm, shape, table.memory.bytes());
  check_levels(bounds, PlainCosets(Metric::htm, shape.edges, 5));
  check_words(bounds);
}

// ---- in the table room ----

class OptimalStored : public TableTest {};
using OptimalStoredSlow = OptimalStored;

TEST_F(OptimalStored, ADamagedTableIsMovedAsideAndMadeAnew) {
  const TableRecipe recipe = optimal_recipes(Metric::htm).front();
  const std::vector<std::byte> zero(recipe.key.payload_bytes);
  ASSERT_TRUE(store().store(recipe.key, zero, recipe.recount(zero, {}), 1, false, options()));
  const fs::path path = store().path_of(recipe.key);
  EXPECT_EQ(store().verify(path, &recipe), std::nullopt);
  flip_bit(path, 20'000'000);
  EXPECT_NE(store().verify(path, &recipe), std::nullopt);
  const TableStore stored = store();
  OptimalOptions wanted;
  wanted.store = &stored;
  wanted.memory_bytes = recipe.key.payload_bytes + kOptimalWorkingBytes;
  wanted.threads = 1;
  wanted.table = options();
  for (int i = 0; i < 2; ++i) {
    const OptimalSolver solver(wanted);
    EXPECT_EQ(solver.table_name(), recipe.key.name);
    EXPECT_EQ(solver.solve(cube_of("R U F2")).solutions.at(0).text(), "F2 U' R'");
    if (i == 0) {
      EXPECT_NE(the_warning().find("is damaged"), std::string::npos);
    }
    EXPECT_TRUE(warnings_.empty()) << "the new one is sound";
    const std::string name = path.filename();
    EXPECT_EQ(files(), (std::vector<std::string>{name, name + ".damaged-1"}));
    EXPECT_EQ(store().verify(path, &recipe), std::nullopt);
  }
}

TEST_F(OptimalStored, TooLittleMemoryIsSaidWithWhatWouldDo) {
  OptimalOptions wanted;
  const TableStore stored = store();
  wanted.store = &stored;
  for (const Metric metric : kMetrics) {
    const std::uint64_t least =
        optimal_recipes(metric).front().key.payload_bytes + kOptimalWorkingBytes;
    wanted.metric = metric;
    for (const std::uint64_t bytes : {std::uint64_t{1'000'000}, least - 1}) {
      wanted.memory_bytes = bytes;
      try {
        const OptimalSolver solver(wanted);
        ADD_FAILURE() << solver.table_name();
      } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("at least " + size_text(least)), std::string::npos)
            << error.what();
      }
    }
  }
  EXPECT_TRUE(files().empty());
}

// Killed once while it saves, once while it searches, once while it makes words: each time it goes
// on from what was saved last, and what comes out is what is made in one go.
TEST_F(OptimalStoredSlow, KilledWhileItIsMade) {
  TableRecipe recipe = optimal_recipes(Metric::htm)[1];
  recipe.resumable = true;  // that of larger ones; this one takes too little time for it
  TableOptions eager = options();
  eager.checkpoint_seconds = 0;
  const std::string saving = "saving " + recipe.key.name;
  const auto killed_at = [&](const std::function<bool(const ProgressEvent&)>& fatal) {
    return in_process([&] {
      TableOptions wanted = eager;
      wanted.work.progress = [&](const ProgressEvent& event) {
        if (fatal(event)) kill(getpid(), SIGKILL);
      };
      (void)store().open_or_make(recipe, wanted);
      return 0;
    });
  };
  const auto in_search = [&](const ProgressEvent& event, std::uint64_t done) {
    return event.what == "distances for optimal solving" && event.done == done;
  };
  constexpr std::uint64_t kLevel = CornerClasses::kCount;
  // Too early to have been saved, then in the fourth level, then beyond the last one.
  EXPECT_EQ(killed_at([&](const ProgressEvent& event) { return in_search(event, kLevel / 2); }),
            128 + SIGKILL);
  EXPECT_EQ(
      killed_at([&](const ProgressEvent& event) { return in_search(event, 3 * kLevel + 777); }),
      128 + SIGKILL);
  std::vector<std::uint64_t> began;
  std::stop_source stop;
  TableOptions stopped = eager;
  stopped.work.stop = stop.get_token();
  stopped.work.progress = [&](const ProgressEvent& event) {
    if (event.what != "distances for optimal solving") return;
    if (began.empty()) began.push_back(event.done);
    if (event.done == 4 * kLevel + 5) stop.request_stop();
  };
  EXPECT_THROW((void)store().open_or_make(recipe, stopped), Error);
  EXPECT_EQ(began, std::vector<std::uint64_t>{3 * kLevel + 1});
  int chunks = 0;
  EXPECT_EQ(killed_at([&](const ProgressEvent& event) {
              return event.what == saving && event.done * 2 > event.total && ++chunks == 1;
            }),
            128 + SIGKILL)
      << "while the fifth is saved";
  const std::uint64_t levels = optimal_shapes(Metric::htm)[1].base + 2;
  EXPECT_EQ(
      killed_at([&](const ProgressEvent& event) { return in_search(event, levels * kLevel + 99); }),
      128 + SIGKILL);
  std::uint64_t first = 0;
  TableOptions last = eager;
  last.work.progress = [&](const ProgressEvent& event) {
    if (first == 0 && event.what == "distances for optimal solving") first = event.done;
  };
  const Table table = store().open_or_make(recipe, last);
  EXPECT_EQ(first, levels * kLevel + 1);
  EXPECT_TRUE(warnings_.empty()) << warnings_[0];
  EXPECT_EQ(files(), std::vector<std::string>{store().path_of(recipe.key).filename()});
  const Table in_one_go = TableStore::make(recipe, {});
  EXPECT_TRUE(same_bytes(table.payload(), in_one_go.payload()));
  EXPECT_EQ(table.counts(), in_one_go.counts());
}

}  // namespace
}  // namespace gyre::cube3
