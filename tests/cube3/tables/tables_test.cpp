// The tables of the two-phase solver: distances proved locally, counts against the specification.
#include "cube3/two_phase/tables.h"
#include "cube3/tables/phase1_table.h"
#include "cube3/tables/phase2_table.h"
#include "support/counted_threads.h"
#include "support/cube3_helpers.h"

#include "base/huge_pages.h"
#include "cube3/tables/tables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <span>

namespace gyre::cube3 {
namespace {

// Zero only at zero, neighbours no further apart than the move counts, and a way down from
// everywhere: that is the exact distance, up to the cap of 15.
template <class Distances>
void check_distances(const Distances& table, const MoveTable& first, const MoveTable& second,
                     Metric metric, const DepthCounts& expected) {
  const bool only_h = first.columns() != kMoves;
  DepthCounts counts(16);
  for (int a = 0; a < first.size(); ++a) {
    for (int b = 0; b < table.second_size(); ++b) {
      const int depth = table(a, b);
      ++counts[depth];
      ASSERT_EQ(depth == 0, a == 0 && b == 0);
      bool down = depth == 0 || (metric == Metric::qtm && depth == 15);
      for (int k = 0; k < first.columns(); ++k) {
        const int move = only_h ? kHMoves[k] : k;
        const int weight = metric == Metric::htm ? 1 : quarter_turns(move);
        const int next = table(first.row(a)[k], second.row(b)[k]);
        ASSERT_LE(std::abs(next - depth), weight);
        down = down || next == depth - weight;
      }
      ASSERT_TRUE(down) << a << ' ' << b;
    }
  }
  while (counts.back() == 0) counts.pop_back();
  EXPECT_EQ(counts, expected);
}

TEST(Cube3Tables, PairDistancesAreExact) {
  const TwoPhaseTables tables({});
  const SmallTables& small = *tables.small();
  const MoveTables& moves = tables.moves();
  constexpr Metric kHtm = Metric::htm;
  check_distances(*small.twist_flip, moves.twist, moves.flip, kHtm,
                  {1, 4, 46, 504, 5'662, 61'008, 549'711, 2'422'226, 1'431'344, 8'470});
  check_distances(*small.twist_slice, moves.twist, moves.slice, kHtm,
                  {1, 4, 50, 586, 6'184, 54'066, 296'322, 582'492, 142'520, 340});
  check_distances(*small.flip_slice, moves.flip, moves.slice, kHtm,
                  {1, 4, 50, 532, 4'804, 41'832, 238'263, 555'636, 172'314, 324});
  check_distances(tables.corner_middle(), moves.corners, moves.middle, kHtm,
                  {1, 10, 67, 404, 2'023, 8'504, 28'545, 69'734, 127'540, 179'700, 189'120, 199'200,
                   116'112, 44'416, 2'304});
  check_distances(
      *small.edge_middle, moves.edges, moves.middle, kHtm,
      {1, 10, 67, 456, 3'063, 18'202, 86'691, 290'812, 434'814, 120'488, 11'818, 1'114, 144});
  check_distances(*small.corners_edge_layers, moves.corners, layer_moves(moves.edges), kHtm,
                  {1, 10, 67, 400, 1'957, 8'982, 37'457, 124'486, 297'632, 518'128, 658'752,
                   684'336, 417'024, 71'472, 1'696});
  check_distances(
      *small.edges_corner_layers, moves.edges, layer_moves(moves.corners), kHtm,
      {1, 10, 67, 412, 2'214, 10'920, 49'925, 207'582, 705'463, 1'298'358, 531'600, 15'720, 128});
  EXPECT_LT(tables.bytes(), 17'000'000U);
}

// The masks of a pair are what its neighbours' distances say, for every number of moves left.
template <Metric metric>
void check_masks(const PairMasks& masks, const MoveTable& first, const MoveTable& second) {
  for (int a = 0; a < first.size(); ++a) {
    for (int b = 0; b < second.size(); ++b) {
      const Phase1Entry<metric> entry{*masks.entry(a, b)};
      const int distance = masks(a, b);
      for (int left = std::max(0, distance - 1); left <= distance + 2; ++left) {
        TurnSet expected = 0;
        for (int move = 0; move < kMoves; ++move) {
          if (metric == Metric::qtm && quarter_turns(move) == 2) continue;
          if (masks(first.row(a)[move], second.row(b)[move]) <= left - 1 && distance <= left) {
            expected |= turn_bit(FaceTurn::from_index(move));
          }
        }
        ASSERT_EQ(entry.turns(left), expected) << a << ' ' << b << ' ' << left;
      }
    }
  }
}

TEST(Cube3Tables, AreMadeOnAsManyThreadsAsAskedFor) {
  TwoPhaseOptions options;
  for (const int threads : {1, 3}) {
    options.table.work.threads = threads;
    const int before = test::threads_started;
    const TwoPhaseTables tables(options);
    // The thread that asks works too: once for the move tables, once for the others.
    EXPECT_EQ(test::threads_started - before, 2 * (threads - 1));
  }
}

TEST(Cube3Tables, PairMasksSayWhichTurnsAreNearEnough) {
  const MoveTables moves;
  check_masks<Metric::htm>(PairMasks(moves.twist, moves.slice, Metric::htm), moves.twist,
                           moves.slice);
  check_masks<Metric::htm>(PairMasks(moves.flip, moves.slice, Metric::htm), moves.flip,
                           moves.slice);
  check_masks<Metric::qtm>(PairMasks(moves.twist, moves.slice, Metric::qtm), moves.twist,
                           moves.slice);
}

TEST(Cube3Tables, PairDistancesCountHalfTurnsTwiceInTheQuarterTurnMetric) {
  TwoPhaseOptions options;
  options.metric = Metric::qtm;
  const TwoPhaseTables tables(options);
  const MoveTables& moves = tables.moves();
  check_distances(tables.corner_middle(), moves.corners, moves.middle, Metric::qtm,
                  {1, 4, 10, 36, 123, 344, 980, 2'648, 6'131, 13'372, 24'892, 37'716, 58'249,
                   83'984, 97'550, 641'640});
}

// All sequences of `left` moves that bring a coset into H and end with a move that is none of H, by
// trying all. The moves are seen as the phase-1 table sees them.
void bring_into_h(const MoveTables& moves, const Coset& coset, int left, std::vector<int>& path,
                  std::vector<std::vector<int>>& found) {
  if (left == 0) {
    if (coset == Coset{} && !is_h_move(path.back())) found.push_back(path);
    return;
  }
  for (int move = 0; move < kMoves; ++move) {
    if (!path.empty() && !may_follow(move / 3, path.back() / 3)) continue;
    const Coset next = {moves.twist.row(coset.twist)[move], moves.flip.row(coset.flip)[move],
                        moves.slice.row(coset.slice)[move]};
    path.push_back(move);
    bring_into_h(moves, next, left - 1, path, found);
    path.pop_back();
  }
}

TEST(Cube3Tables, CompletionsAreAllThereAre) {
  const MoveTables moves;
  const CosetSymmetries symmetries;
  const Completions completions(moves, symmetries);
  EXPECT_EQ(completions.size(), 314'088U);
  std::mt19937_64 random(16);
  int checked = 0;
  while (checked < 12) {
    const Cube cube = replay({}, random_moves(random, checked % 7));
    Coset coset = Coset::of(cube);
    coset = symmetries.conjugate(coset, symmetries.class_of(coset.twist).symmetry);
    std::vector<int> path;
    std::vector<std::vector<int>> wanted;
    bring_into_h(moves, coset, Completion::kLength, path, wanted);
    std::vector<std::vector<int>> found;
    const Completion* at = completions.find(phase1_place(symmetries, coset).index);
    while (at != nullptr) {
      std::vector<int>& sequence = found.emplace_back();
      Slots slots = Slots::of(Cube{});
      for (const int number : {at->first(), at->second()}) {
        const MoveTriple& triple = completions.triples()[number];
        sequence.insert(sequence.end(), triple.move.begin(), triple.move.end());
        PortableSlots::turn(slots, triple.slots, slots);
      }
      std::vector<FaceTurn> turns;
      for (const int move : sequence) turns.push_back(FaceTurn::from_index(move));
      EXPECT_EQ(slots, Slots::of(replay({}, turns)));
      EXPECT_EQ(at->first_face(), sequence[0] / 3);
      EXPECT_EQ(at->first_axis(), sequence[0] / 3 % 3);
      EXPECT_EQ(at->starts_with_pair(), sequence[0] / 3 % 3 == sequence[1] / 3 % 3);
      at = at->is_last() ? nullptr : at + 1;
    }
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, wanted);
    ++checked;
  }
  EXPECT_EQ(completions.find(kPhase1Entries - 1), nullptr);
}

TEST(Cube3Tables, RecipesKeepTheirNamesAndKeys) {
  std::vector<std::string> names;
  for (const TableRecipe& recipe : table_recipes()) {
    names.push_back(recipe.key.name);
    EXPECT_EQ(recipe.key.payload_bytes,
              recipe.key.name.find("phase1") != std::string::npos ? 681'246'720U : 55'802'880U);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"cube3-phase1-htm", "cube3-phase2-htm",
                                             "cube3-phase1-qtm", "cube3-phase2-qtm"}));
}

// Of the bytes of a table. If one of these changes, the contents_version of its recipe must be
// raised, or stored tables of older programs would be believed.
std::uint64_t fingerprint(std::span<const std::byte> bytes) {
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof(word));
    sum = (sum ^ word) * 0x9E37'79B9'7F4A'7C15U;
    sum ^= sum >> 29U;
  }
  return sum;
}

// What is written about masks, by the neighbours of a coset.
template <Metric metric>
void check_entry(const std::vector<std::uint32_t>& entries, const MoveTables& moves,
                 const CosetSymmetries& symmetries, const Coset& coset) {
  const auto entry = [&](const Coset& at) {
    return Phase1Entry<metric>{entries[phase1_place(symmetries, at).index]};
  };
  const Phase1Place place = phase1_place(symmetries, coset);
  const int distance = entry(coset).distance();
  ASSERT_EQ(distance == 0, coset == Coset{});
  bool down = distance == 0;
  for (int left = 0; left <= 14; ++left) {
    const TurnSet turns = entry(coset).turns(left);
    for (int move = 0; move < kMoves; ++move) {
      const FaceTurn turn = FaceTurn::from_index(move);
      if (metric == Metric::qtm && turn.turns == 2) {
        ASSERT_EQ(turns & turn_bit(image(turn, place.symmetry)), 0U);
        continue;
      }
      const Coset next = {moves.twist.row(coset.twist)[move], moves.flip.row(coset.flip)[move],
                          moves.slice.row(coset.slice)[move]};
      const int after = entry(next).distance();
      ASSERT_LE(std::abs(after - distance), 1);
      down = down || after == distance - 1;
      const bool listed = (turns & turn_bit(image(turn, place.symmetry))) != 0;
      // A coset that is too far has no turns; otherwise those that leave few enough moves.
      ASSERT_EQ(listed, left >= distance && after <= left - 1) << left << ' ' << turn.name();
    }
  }
  ASSERT_TRUE(down);
}

template <Metric metric>
void check_phase1(const DepthCounts& expected, std::uint64_t bytes) {
  std::vector<std::uint32_t> entries(kPhase1Entries);
  const DepthCounts counts = make_phase1(metric, entries, {});
  EXPECT_EQ(fingerprint(std::as_bytes(std::span(entries))), bytes);
  EXPECT_EQ(counts, expected);
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}), kCosets);
  EXPECT_EQ(count_phase1(entries, {}), counts);
  const MoveTables moves;
  const CosetSymmetries symmetries;
  std::mt19937_64 random(12);
  check_entry<metric>(entries, moves, symmetries, {});
  for (int i = 0; i < 10'000; ++i) {
    check_entry<metric>(entries, moves, symmetries, Coset::of(random_cube(random)));
  }
  // Near H, where random cosets never are.
  for (int i = 0; i < 1'000; ++i) {
    const Cube near = replay({}, random_moves(random, 1 + i % 6));
    check_entry<metric>(entries, moves, symmetries, Coset::of(near));
  }
  // Every copy of a coset is filled: all entries of a class that has symmetries agree.
  for (int row = 0; row < kTwistClasses; ++row) {
    for (const std::uint8_t s : symmetries.class_symmetries(row)) {
      for (int i = 0; i < 1'000; ++i) {
        const auto slice = static_cast<std::uint32_t>(random() % kSliceSlots);
        const auto flip = static_cast<std::uint32_t>(random() % Flip::kSize);
        const std::uint32_t start = row * kPhase1Row;
        const std::uint32_t copy = start + symmetries.conjugate_slice(slice, s) * Flip::kSize +
                                   symmetries.conjugate_flip(flip, slice, s);
        ASSERT_EQ(entries[start + slice * Flip::kSize + flip] >> 24U, entries[copy] >> 24U);
      }
    }
  }
}

TEST(Cube3TablesSlow, Phase1DistancesAndMasksAreExact) {
  check_phase1<Metric::htm>({1, 4, 50, 592, 7'156, 87'236, 1'043'817, 12'070'278, 124'946'368,
                             821'605'960, 1'199'128'738, 58'202'444, 476},
                            3'876'908'356'617'923'030U);
}

TEST(Cube3TablesSlow, Phase1DistancesAndMasksAreExactInQuarterTurns) {
  check_phase1<Metric::qtm>({1, 4, 34, 312, 2'772, 24'996, 225'949, 2'017'078, 17'554'890,
                             139'132'730, 758'147'361, 1'182'378'518, 117'594'403, 14'072},
                            6'082'079'165'465'964'199U);
}

void check_phase2(Metric metric, const DepthCounts& expected, std::uint64_t bytes) {
  std::vector<std::uint8_t> table(kPhase2Bytes);
  DepthCounts exact;
  const DepthCounts counts = make_phase2(metric, table, {}, &exact);
  EXPECT_EQ(exact, expected);
  EXPECT_EQ(fingerprint(std::as_bytes(std::span(table))), bytes);
  EXPECT_EQ(std::accumulate(exact.begin(), exact.end(), std::uint64_t{0}), 40'320U * 40'320U);
  EXPECT_EQ(count_phase2(table, {}), counts);
  // A lower bound that changes by no more than a move counts, and is reached from below.
  const PermSymmetries symmetries;
  const MoveTables moves;
  std::mt19937_64 random(13);
  for (int i = 0; i < 100'000; ++i) {
    const int corners = static_cast<int>(random() % CornerPerm::kSize);
    const int edges = static_cast<int>(random() % EdgePerm::kSize);
    const int bound = phase2_bound(table.data(), phase2_index(symmetries, corners, edges));
    bool down = bound == kPhase2Cap || (corners | edges) == 0;
    for (int k = 0; k < kHMoveCount; ++k) {
      const int weight = metric == Metric::htm ? 1 : quarter_turns(kHMoves[k]);
      const int c = moves.corners.row(corners)[k];
      const int e = moves.edges.row(edges)[k];
      const int next =
          (c | e) == 0 ? 0 : phase2_bound(table.data(), phase2_index(symmetries, c, e));
      ASSERT_LE(std::abs(next - bound), weight);
      down = down || next == bound - weight;
    }
    ASSERT_TRUE(down);
  }
}

TEST(Cube3Tables, Phase2DistancesAreAsTheSpecificationSays) {
  check_phase2(
      Metric::htm,
      {1, 10, 67, 420, 2'335, 12'260, 61'038, 291'004, 1'327'429, 5'821'374, 24'141'784, 89'480'354,
       262'907'144, 485'409'604, 508'704'668, 232'904'952, 14'508'468, 129'376, 112},
      17'424'163'789'086'233'294U);
}

TEST(Cube3TablesSlow, Phase2DistancesInQuarterTurns) {
  check_phase2(Metric::qtm,
               {1,
                4,
                10,
                36,
                99,
                240,
                728,
                1'840,
                4'607,
                12'984,
                30'244,
                81'128,
                194'910,
                493'188,
                1'174'120,
                2'900'940,
                6'774'553,
                15'914'860,
                35'634'668,
                75'659'772,
                146'947'444,
                248'940'640,
                334'822'344,
                342'123'656,
                262'836'928,
                124'415'680,
                24'376'220,
                2'305'072,
                54'320,
                1'160,
                4},
               6'750'281'460'677'018'507U);
}

TEST(Cube3Tables, BytesDoNotDependOnThreads) {
  std::vector<std::uint8_t> one(kPhase2Bytes);
  std::vector<std::uint8_t> three(kPhase2Bytes);
  make_phase2(Metric::htm, one, {.threads = 1, .progress = {}, .stop = {}});
  make_phase2(Metric::htm, three, {.threads = 3, .progress = {}, .stop = {}});
  EXPECT_EQ(one, three);
}

TEST(Cube3Tables, StopWhenTold) {
  std::stop_source source;
  source.request_stop();
  std::vector<std::uint8_t> table(kPhase2Bytes);
  const DepthCounts counts =
      make_phase2(Metric::htm, table, {.threads = 2, .progress = {}, .stop = source.get_token()});
  EXPECT_LT(counts.size(), 3U);
}

}  // namespace
}  // namespace gyre::cube3
