// Rows of arrangements: what a turn and a symmetry bring from one row to another is what they do to
// cubes, and both instruction sets do the same.
#include "cube3/optimal_table/rows.h"
#include "support/cube3_helpers.h"
#include "support/optimal_cosets.h"

#include "base/cpu.h"

#include <gtest/gtest.h>

#include <cstring>

namespace gyre::cube3 {
namespace {

// 0: the portable functions; 1: AVX2.
class RowsOf : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (GetParam() == 1 && cpu_level() < CpuLevel::avx2) GTEST_SKIP() << "no AVX2 here";
  }
  [[nodiscard]] static RowFunctions functions() {
    return GetParam() == 0 ? portable_row_functions() : avx2_row_functions();
  }
};

INSTANTIATE_TEST_SUITE_P(InstructionSets, RowsOf, testing::Values(0, 1), [](const auto& set) {
  return std::string(set.param == 0 ? "Portable" : "Avx2");
});

// The bit of an arrangement in its row.
std::size_t bit_of(const EdgeArrangement& edges, const EdgeShape& shape) {
  if (!shape.flips) return static_cast<std::size_t>(edges.order);
  std::size_t number = 0;
  unsigned next = 0;
  for (unsigned bit = 0; bit < kEdges; ++bit) {
    if ((edges.middle >> bit & 1U) == 0) number |= (edges.flips >> bit & 1U) << next++;
  }
  return (static_cast<std::size_t>(edges.order * shape.pair_values()) + edges.pair) * 256 + number;
}

using Row = std::vector<std::byte>;

Row row_with(std::size_t bit, const EdgeShape& shape) {
  Row row(row_bytes(shape));
  row[bit / 8] = std::byte{1} << (bit % 8);
  return row;
}

// All moves with all symmetries of the axis, and turns of U and D together.
std::vector<std::pair<Cube, int>> all_maps() {
  std::vector<std::pair<Cube, int>> all;
  for (int s = 0; s < kAxisSymmetries; ++s) {
    for (int move = 0; move < kMoves; ++move) {
      all.emplace_back(action(FaceTurn::from_index(move)), s);
    }
    for (int turn = 0; turn < kWordPositions; ++turn) {
      all.emplace_back(turned_times({}, turn / kTurns, turn % kTurns), s);
    }
  }
  return all;
}

TEST_P(RowsOf, OneBitGoesWhereTheCubeGoes) {
  std::mt19937_64 random(1);
  for (const EdgeShape& shape : kEdgeShapes) {
    if (!shape.flips) continue;
    SCOPED_TRACE(name_of(shape));
    const MiddleOrders orders(shape.orders);
    EdgeMaps maps(shape);
    for (const auto& [move, symmetry] : all_maps()) {
      const std::vector<RowMap>& rows = maps.add(move, symmetry);
      ASSERT_EQ(rows.size(), kMiddleSlotChoices);
      for (int i = 0; i < 12; ++i) {
        const Cube cube = random_cube(random);
        const EdgeArrangement from = arrangement_of(cube, shape, orders);
        const EdgeArrangement to =
            arrangement_of(conjugate(compose(cube, move), symmetry), shape, orders);
        const RowMap& map = rows[maps.row_of(from.middle)];
        ASSERT_EQ(map.row, maps.row_of(to.middle));
        Row into(row_bytes(shape));
        functions().spread(map, maps.order_map(map.orders), shape,
                           row_with(bit_of(to, shape), shape).data(), into.data());
        ASSERT_EQ(into, row_with(bit_of(from, shape), shape)) << "symmetry " << symmetry;
      }
    }
  }
}

// Of 2 to the power of `draws` bits one is set.
std::byte sparse_byte(std::mt19937_64& random, int draws) {
  std::byte bits{0xff};
  for (int i = 0; i < draws; ++i) bits &= static_cast<std::byte>(random());
  return bits;
}

TEST_P(RowsOf, RandomRowsAsThePortableOnesDo) {
  std::mt19937_64 random(2);
  for (const EdgeShape& shape : kEdgeShapes) {
    if (!shape.flips) continue;
    EdgeMaps maps(shape);
    for (const auto& [move, symmetry] : all_maps()) {
      const std::vector<RowMap>& rows = maps.add(move, symmetry);
      for (int i = 0; i < 4; ++i) {
        const RowMap& map = rows[random() % rows.size()];
        Row from(row_bytes(shape));
        Row there(row_bytes(shape));
        for (std::size_t k = 0; k < from.size(); ++k) {
          from[k] = sparse_byte(random, 2);
          there[k] = sparse_byte(random, 3);
        }
        Row expected = there;
        Row into = there;
        portable_row_functions().spread(map, maps.order_map(map.orders), shape, from.data(),
                                        expected.data());
        functions().spread(map, maps.order_map(map.orders), shape, from.data(), into.data());
        ASSERT_EQ(into, expected);
        // Nothing is lost of what was there, and nothing of what comes.
        std::size_t bits = 0;
        for (std::size_t k = 0; k < there.size(); ++k) {
          ASSERT_EQ(there[k] & ~into[k], std::byte{0});
        }
        Row empty(row_bytes(shape));
        functions().spread(map, maps.order_map(map.orders), shape, from.data(), empty.data());
        std::size_t came = 0;
        for (std::size_t k = 0; k < from.size(); ++k) {
          bits += std::popcount(std::to_integer<unsigned>(from[k]));
          came += std::popcount(std::to_integer<unsigned>(empty[k]));
        }
        ASSERT_EQ(came, bits);
      }
    }
  }
}

// Without flips a row is 32 bits, mapped by tables of bytes.
TEST(EdgeMaps, OrdersGoWhereTheCubeGoes) {
  std::mt19937_64 random(3);
  for (const EdgeShape& shape : kEdgeShapes) {
    if (shape.flips) continue;
    SCOPED_TRACE(name_of(shape));
    const MiddleOrders orders(shape.orders);
    EdgeMaps maps(shape);
    for (const auto& [move, symmetry] : all_maps()) {
      const std::vector<RowMap>& rows = maps.add(move, symmetry);
      for (int i = 0; i < 12; ++i) {
        const Cube cube = random_cube(random);
        const EdgeArrangement from = arrangement_of(cube, shape, orders);
        const EdgeArrangement to =
            arrangement_of(conjugate(compose(cube, move), symmetry), shape, orders);
        const RowMap& map = rows[maps.row_of(from.middle)];
        ASSERT_EQ(map.row, maps.row_of(to.middle));
        ASSERT_EQ(map.count, 0);
        ASSERT_EQ(maps.order_map(map.orders)[from.order], to.order);
        const auto bit = static_cast<unsigned>(to.order);
        const OrderBits& bits = maps.order_bits(map.orders);
        ASSERT_EQ(bits[bit / 8][1U << bit % 8], 1U << static_cast<unsigned>(from.order));
        // Bytes with several bits bring each of them.
        const auto value = static_cast<unsigned>(random() % 256);
        std::uint32_t sum = 0;
        for (unsigned k = 0; k < 8; ++k) {
          if ((value >> k & 1U) != 0) sum |= bits[bit / 8][1U << k];
        }
        ASSERT_EQ(bits[bit / 8][value], sum);
      }
    }
  }
}

TEST(EdgeMaps, RowsAreNumberedOneToOne) {
  const EdgeMaps maps(EdgeShape{1, false});
  for (int row = 0; row < kMiddleSlotChoices; ++row) {
    EXPECT_EQ(maps.row_of(maps.middle_of(row)), row);
    EXPECT_EQ(std::popcount(maps.middle_of(row)), kMiddleEdges);
  }
  EXPECT_EQ(maps.middle_of(0), 15U) << "solved, where the search of distances starts";
}

TEST(EdgeMaps, KeepWhatWasAdded) {
  EdgeMaps maps(EdgeShape{24, true});
  const std::vector<RowMap>& first = maps.add(action(FaceTurn{1, 1}), 3);
  const RowMap before = first[77];
  for (const auto& [move, symmetry] : all_maps()) maps.add(move, symmetry);
  EXPECT_EQ(&first, &maps.add(action(FaceTurn{1, 1}), 3));
  EXPECT_EQ(first[77].row, before.row);
  EXPECT_EQ(first[77].operations, before.operations);
}

TEST(RowFunctions, AreChosenByProcessor) {
  setenv("GYRE_CPU", "portable", 1);
  EXPECT_EQ(row_functions().spread, portable_row_functions().spread);
  unsetenv("GYRE_CPU");
  EXPECT_EQ(row_functions().spread, cpu_level() >= CpuLevel::avx2
                                        ? avx2_row_functions().spread
                                        : portable_row_functions().spread);
}

}  // namespace
}  // namespace gyre::cube3
