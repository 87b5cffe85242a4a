// Packed states against the plain form: every kernel that this processor has, on random puzzles of
// all shapes. What the plain functions say is right.
#include "puzzle/kernel/kernel.h"

#include "base/random.h"
#include "support/small_puzzles.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace gyre {
namespace {

using Rng = std::mt19937_64;

// Of the 3x3x3 after U. They leave the program (tables, saved lists), so they must never change.
constexpr std::uint64_t kHashOfU = 13344320712431211855U;
constexpr Fingerprint kFingerprintOfU{3874661196176666905U, 10363427143348536033U};

int pick(Rng& rng, int low, int high) {
  return low + static_cast<int>(rng() % static_cast<unsigned>(high - low + 1));
}

std::vector<CpuLevel> levels() {
  std::vector<CpuLevel> list;
  for (const CpuLevel level : {CpuLevel::portable, CpuLevel::avx2, CpuLevel::avx512}) {
    if (level <= cpu_level()) list.push_back(level);
  }
  return list;
}

// Shapes from each branch of the layout: lanes of every size, two and four vectors, orientations
// that fit, fill a byte exactly, or need a companion.
Orbit random_orbit(Rng& rng, int number) {
  constexpr std::pair<int, int> kPieces[] = {{1, 1},   {2, 8},    {9, 16},   {17, 32},
                                             {33, 64}, {65, 128}, {129, 255}};
  constexpr std::pair<int, int> kOrientations[] = {{1, 1}, {2, 4}, {2, 4}, {5, 16}, {17, 127}};
  const auto pieces = kPieces[rng() % (rng() % 4 == 0 ? 7 : 5)];
  const auto orientations = kOrientations[rng() % (rng() % 3 == 0 ? 5 : 3)];
  return {fmt::format("O{}", number), pick(rng, pieces.first, pieces.second),
          pick(rng, orientations.first, orientations.second)};
}

PuzzleDefinition make_puzzle(std::vector<Orbit> orbits, State solved) {
  PuzzleDefinition::Parts parts;
  parts.name = "test";
  parts.moves.push_back({"A", identity_state(OrbitList(orbits))});
  parts.orbits = std::move(orbits);
  parts.solved = std::move(solved);
  return PuzzleDefinition(std::move(parts));
}

// A solved state in which pieces may look alike (half of the orbits) and some are wild.
State random_solved(const std::vector<Orbit>& orbits, Rng& rng, bool wild) {
  State solved;
  for (const Orbit& orbit : orbits) {
    const int identities = rng() % 2 == 0 ? orbit.pieces : pick(rng, 1, orbit.pieces);
    std::vector<std::uint8_t> identity(orbit.pieces);
    for (int i = 0; i < orbit.pieces; ++i) {
      identity[i] = static_cast<std::uint8_t>(i < identities ? i : pick(rng, 0, identities - 1));
    }
    if (rng() % 2 == 0) std::shuffle(identity.begin(), identity.end(), rng);
    std::vector<bool> is_wild(identities, false);
    for (int i = 0; wild && i < identities; ++i) is_wild[i] = rng() % 3 == 0;
    solved.bytes.insert(solved.bytes.end(), identity.begin(), identity.end());
    for (const int v : identity) {
      solved.bytes.push_back(is_wild[v] ? kWildOrientation
                                        : static_cast<std::uint8_t>(rng() % orbit.orientations));
    }
  }
  return solved;
}

std::string describe(const std::vector<Orbit>& orbits) {
  std::string text;
  for (const Orbit& orbit : orbits) text += fmt::format("{}x{} ", orbit.pieces, orbit.orientations);
  return text;
}

struct ClassPuzzle {
  explicit ClassPuzzle(std::uint64_t seed) : rng(seed) {
    const int count = rng() % 8 == 0 ? pick(rng, 10, 40) : pick(rng, 1, 5);
    for (int k = 0; k < count; ++k) orbits.push_back(random_orbit(rng, k));
    // Twins and triplets, so that symmetries can exchange orbits.
    for (int more = rng() % 4 == 0 ? pick(rng, 1, 2) : 0; more > 0; --more) {
      orbits.push_back(orbits[0]);
      orbits.back().name = fmt::format("TWIN{}", more);
    }
    wild = rng() % 2 == 0;
    definition.emplace(make_puzzle(orbits, random_solved(orbits, rng, wild)));
  }
  State action() { return test::random_action(orbits, rng); }
  State position() { return compose(definition->orbits(), definition->solved(), action()); }

  Rng rng;
  bool wild = false;
  std::vector<Orbit> orbits;
  std::optional<PuzzleDefinition> definition;
};

// The definitions of puzzle/symmetry/symmetry.h, written out again.
State plain_image(const OrbitList& orbits, const Symmetry& s, const State& a) {
  State out = a;
  for (int k = 0; k < orbits.size(); ++k) {
    const OrbitSymmetry& part = s.orbits[k];
    const int n = orbits[k].pieces;
    const int o = orbits[k].orientations;
    const std::uint8_t* from = a.bytes.data() + orbits.perm_offset(k);
    std::uint8_t* to = out.bytes.data() + orbits.perm_offset(part.target);
    for (int i = 0; i < n; ++i) {
      const int ori = from[n + i];
      to[part.slot[i]] = part.identity[from[i]];
      const int shift = part.shift[from[i]];
      to[n + part.slot[i]] =
          ori == kWildOrientation
              ? kWildOrientation
              : static_cast<std::uint8_t>((part.multiplier * ori + part.offset[i] + shift) % o);
    }
  }
  return out;
}

// The orbits that are like the first one.
std::vector<int> twins_of(const ClassPuzzle& puzzle) {
  std::vector<int> twins{0};
  for (int k = 1; k < static_cast<int>(puzzle.orbits.size()); ++k) {
    if (puzzle.orbits[k].name.substr(0, 4) == "TWIN" && !puzzle.wild &&
        puzzle.definition->identities(0) == puzzle.definition->identities(k)) {
      twins.push_back(k);
    }
  }
  return twins;
}

// Random bytes that are a symmetry in form; wild identities stay wild. swap: the twins go round.
Symmetry random_symmetry(ClassPuzzle& puzzle, int sign, bool swap) {
  const std::vector<int> twins = twins_of(puzzle);
  Symmetry symmetry;
  const OrbitList& orbits = puzzle.definition->orbits();
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    const int o = orbits[k].orientations;
    OrbitSymmetry part;
    part.target = k;
    for (std::size_t i = 0; swap && i < twins.size(); ++i) {
      if (twins[i] == k) part.target = twins[(i + 1) % twins.size()];
    }
    const int orbit_sign = sign == 0 ? (puzzle.rng() % 2 == 0 ? 1 : -1) : sign;
    part.multiplier = orbit_sign == 1 ? 1 : std::max(1, o - 1);
    part.slot.resize(n);
    std::iota(part.slot.begin(), part.slot.end(), 0);
    std::shuffle(part.slot.begin(), part.slot.end(), puzzle.rng);
    const int identities = puzzle.definition->identities(k);
    std::vector<std::uint8_t> kinds[2];
    const std::uint8_t* solved = puzzle.definition->solved().bytes.data() + orbits.perm_offset(k);
    std::vector<bool> wild(identities);
    for (int i = 0; i < n; ++i) wild[solved[i]] = solved[n + i] == kWildOrientation;
    for (int c = 0; c < identities; ++c) kinds[wild[c] ? 1 : 0].push_back(c);
    for (auto& kind : kinds) std::shuffle(kind.begin(), kind.end(), puzzle.rng);
    for (int c = 0; c < identities; ++c) {
      auto& kind = kinds[wild[c] ? 1 : 0];
      part.identity.push_back(kind.back());
      kind.pop_back();
      part.shift.push_back(static_cast<std::uint8_t>(puzzle.rng() % o));
    }
    for (int i = 0; i < n; ++i) part.offset.push_back(static_cast<std::uint8_t>(puzzle.rng() % o));
    symmetry.orbits.push_back(part);
  }
  return symmetry;
}

PackedBytes packed(const StateKernel& kernel, const State& state) {
  PackedBytes bytes(static_cast<std::size_t>(kernel.bytes()), 0xEE);
  kernel.pack(state, bytes.data());
  return bytes;
}

std::vector<Orbit> shape(const std::vector<std::pair<int, int>>& list) {
  std::vector<Orbit> orbits;
  for (const auto& [pieces, orientations] : list) {
    orbits.push_back({fmt::format("O{}", orbits.size()), pieces, orientations});
  }
  return orbits;
}

int layout_bytes(const std::vector<std::pair<int, int>>& list) {
  return StateLayout(OrbitList(shape(list))).bytes();
}

TEST(StateLayout, KnownPuzzlesAreShort) {
  EXPECT_EQ(layout_bytes({{8, 3}}), 16);                                       // 2x2x2
  EXPECT_EQ(layout_bytes({{4, 3}, {4, 3}, {6, 2}}), 16);                       // pyraminx
  EXPECT_EQ(layout_bytes({{8, 3}, {12, 2}}), 32);                              // 3x3x3
  EXPECT_EQ(layout_bytes({{8, 3}, {12, 2}, {6, 4}}), 32);                      // with centres
  EXPECT_EQ(layout_bytes({{12, 2}, {12, 1}, {8, 3}}), 32);                     // dense only
  EXPECT_EQ(layout_bytes({{8, 3}, {24, 1}, {24, 1}}), 64);                     // 4x4x4
  EXPECT_EQ(layout_bytes({{30, 2}, {20, 3}}), 64);                             // megaminx
  EXPECT_EQ(layout_bytes({{8, 3}, {12, 2}, {24, 1}, {24, 1}, {24, 1}}), 128);  // 5x5x5
  EXPECT_EQ(layout_bytes(std::vector<std::pair<int, int>>(14, {1, 12})), 16);  // clock
}

TEST(StateLayout, CompanionsOnlyWhereOrientationsDoNotFit) {
  EXPECT_EQ(layout_bytes({{16, 8}}), 16);
  EXPECT_EQ(layout_bytes({{16, 16}}), 16);  // fills the byte exactly
  EXPECT_EQ(layout_bytes({{16, 9}}), 128);
  EXPECT_EQ(layout_bytes({{64, 2}}), 64);
  EXPECT_EQ(layout_bytes({{64, 4}}), 64);
  EXPECT_EQ(layout_bytes({{64, 3}}), 128);
  EXPECT_EQ(layout_bytes({{128, 2}}), 128);
  EXPECT_EQ(layout_bytes({{255, 1}}), 256);
  EXPECT_EQ(layout_bytes({{255, 2}}), 512);
}

TEST(StateLayout, EveryPieceHasItsOwnByteInsideItsWindow) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const ClassPuzzle puzzle(seed);
    SCOPED_TRACE(describe(puzzle.orbits));
    const StateLayout layout(puzzle.definition->orbits());
    EXPECT_TRUE(layout.bytes() == 16 || layout.bytes() == 32 || layout.bytes() % 64 == 0);
    std::set<int> used;
    for (const OrbitPlace& place : layout.places()) {
      EXPECT_EQ(place.window % (1 << place.window_bits), 0);
      EXPECT_LE(place.window, place.offset);
      EXPECT_LE(place.offset + place.pieces, place.window + (1 << place.window_bits));
      for (int i = 0; i < place.pieces; ++i) {
        EXPECT_TRUE(used.insert(place.offset + i).second);
        if (place.companion < 0) continue;
        EXPECT_TRUE(used.insert(place.companion + i).second);
      }
    }
    EXPECT_LT(*used.rbegin(), layout.bytes());
  }
}

TEST(StateKernel, AllKernelsAgreeWithThePlainForm) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    ClassPuzzle puzzle(seed);
    SCOPED_TRACE(fmt::format("seed {}: {}", seed, describe(puzzle.orbits)));
    const OrbitList& orbits = puzzle.definition->orbits();
    const State position = puzzle.position();
    std::vector<State> moves;
    for (int i = 0; i < 5; ++i) moves.push_back(puzzle.action());
    const State product = compose(orbits, moves[0], moves[1]);
    State replayed = position;
    for (const State& move : moves) replayed = compose(orbits, replayed, move);

    for (const CpuLevel level : levels()) {
      SCOPED_TRACE(to_string(level));
      const StateKernel kernel(*puzzle.definition, level);
      const auto size = static_cast<std::size_t>(kernel.bytes());
      ASSERT_EQ(kernel.level(), level);
      const PackedBytes start = packed(kernel, position);
      const PackedStates list = kernel.pack(moves);
      PackedBytes out(size, 0xEE);
      ASSERT_EQ(kernel.unpack_position(start.data()), position);
      ASSERT_EQ(kernel.unpack_move(list[0]), moves[0]);
      // Padding is constant, so bytes must come out equal, not only their meaning.
      const auto expect = [&](const State& state) { ASSERT_EQ(out, packed(kernel, state)); };

      kernel.compose(start.data(), list[0], out.data());
      expect(compose(orbits, position, moves[0]));
      ASSERT_EQ(kernel.unpack_position(out.data()), compose(orbits, position, moves[0]));

      out.assign(size, 0xEE);
      kernel.compose_moves(list[0], list[1], out.data());
      expect(product);

      out = start;
      kernel.compose(out.data(), list[0], out.data());
      expect(compose(orbits, position, moves[0]));

      out.assign(size, 0xEE);
      kernel.invert(list[0], out.data());
      expect(invert(orbits, moves[0]));

      std::vector<const std::uint8_t*> sequence;
      for (std::size_t i = 0; i < moves.size(); ++i) sequence.push_back(list[i]);
      out.assign(size, 0xEE);
      kernel.replay(start.data(), sequence.data(), sequence.size(), out.data());
      expect(replayed);
      kernel.replay(start.data(), sequence.data(), 0, out.data());
      expect(position);

      PackedStates children(kernel.bytes(), moves.size());
      kernel.compose_many(start.data(), list[0], moves.size(), children[0]);
      PackedStates grandchildren(kernel.bytes(), moves.size());
      kernel.compose_each(children[0], list[0], moves.size(), grandchildren[0]);
      for (std::size_t i = 0; i < moves.size(); ++i) {
        const State child = compose(orbits, position, moves[i]);
        ASSERT_EQ(kernel.unpack_position(children[i]), child);
        ASSERT_EQ(kernel.unpack_position(grandchildren[i]), compose(orbits, child, moves[i]));
      }

      ASSERT_EQ(kernel.pieces_out_of_place(start.data()),
                pieces_out_of_place(orbits, puzzle.definition->solved(), position));
      ASSERT_EQ(kernel.pieces_out_of_place(kernel.solved()), 0);
    }
  }
}

TEST(StateKernel, SymmetriesAgreeWithThePlainForm) {
  int general = 0;
  int fast = 0;
  int exchanging = 0;
  int going_round = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    ClassPuzzle puzzle(seed);
    SCOPED_TRACE(fmt::format("seed {}: {}", seed, describe(puzzle.orbits)));
    const OrbitList& orbits = puzzle.definition->orbits();
    const bool twins = twins_of(puzzle).size() > 1;
    std::vector<Symmetry> symmetries;
    for (const int sign : {1, -1, 0, 1, -1}) {
      symmetries.push_back(random_symmetry(puzzle, sign, twins && symmetries.size() >= 3));
    }
    // Several ways to the least image.
    symmetries.push_back(symmetries[0]);
    const State position = puzzle.position();
    for (const CpuLevel level : levels()) {
      SCOPED_TRACE(to_string(level));
      const StateKernel kernel(*puzzle.definition, level);
      const PackedSymmetries list(kernel, symmetries);
      const PackedBytes a = packed(kernel, position);
      std::map<std::string, std::vector<std::size_t>> images;
      PackedBytes out(a.size(), 0xEE);
      for (std::size_t s = 0; s < list.size(); ++s) {
        ++(list[s].general != nullptr ? general : fast);
        if (list[s].exchange_count > 0) ++(twins_of(puzzle).size() > 2 ? going_round : exchanging);
        kernel.conjugate_position(a.data(), list[s], out.data());
        ASSERT_EQ(out, packed(kernel, plain_image(orbits, symmetries[s], position)));
        images[std::string(out.begin(), out.end())].push_back(s);
      }
      // With and without those that take the slow path.
      for (const std::size_t first : {std::size_t{0}, list.size() - 1}) {
        const auto some = list.all().subspan(first);
        const LeastImage least = kernel.least_image(a.data(), some, out.data());
        const auto& [bytes, ways] = *std::find_if(
            images.begin(), images.end(), [&](const auto& e) { return e.second.back() >= first; });
        ASSERT_EQ(std::string(out.begin(), out.end()), bytes);
        ASSERT_EQ(least.symmetry, first == 0 ? ways.front() : 0U);
        ASSERT_EQ(least.count, first == 0 ? static_cast<int>(ways.size()) : 1);
      }
    }
  }
  EXPECT_GT(general, 100);
  EXPECT_GT(fast, 100);
  EXPECT_GT(exchanging, 100);
  EXPECT_GT(going_round, 100);
}

// The rotation group that a turn of order 4 generates: all four images of a position have the same
// least image, and a position that the turn fixes is counted four times.
TEST(StateKernel, LeastImageIsTheSameForSymmetricPositions) {
  const PuzzleDefinition cube = test::hand_made_cube();
  const OrbitList& orbits = cube.orbits();
  // U, D' and the slice between them turn the whole cube.
  const State y = test::make_action(
      cube.parts().orbits,
      {{{3, 0, 1, 2, 7, 4, 5, 6}, {0, 0, 0, 0, 0, 0, 0, 0}},
       {{3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10}, {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1}}});
  std::vector<Symmetry> rotations;
  for (int turns = 0; turns < 4; ++turns) {
    const State r = power(orbits, y, turns);
    Symmetry symmetry;
    for (int k = 0; k < orbits.size(); ++k) {
      const int n = orbits[k].pieces;
      const std::uint8_t* perm = r.bytes.data() + orbits.perm_offset(k);
      OrbitSymmetry part{k, 1, std::vector<std::uint8_t>(n), std::vector<std::uint8_t>(n), {}, {}};
      for (int slot = 0; slot < n; ++slot) {
        part.slot[perm[slot]] = static_cast<std::uint8_t>(slot);
        part.offset[perm[slot]] = perm[n + slot];
      }
      part.identity = part.slot;
      for (const int offset : part.offset) {
        part.shift.push_back(
            static_cast<std::uint8_t>((orbits[k].orientations - offset) % orbits[k].orientations));
      }
      symmetry.orbits.push_back(part);
    }
    rotations.push_back(symmetry);
  }
  const State u = cube.moves()[0].action;
  Rng rng(1);
  for (const CpuLevel level : levels()) {
    const StateKernel kernel(cube, level);
    const PackedSymmetries list(kernel, rotations);
    PackedBytes least(static_cast<std::size_t>(kernel.bytes()));
    PackedBytes again(least.size());
    EXPECT_EQ(kernel.least_image(packed(kernel, u).data(), list.all(), least.data()).count, 4);
    EXPECT_EQ(least, packed(kernel, u));
    for (int trial = 0; trial < 100; ++trial) {
      const State a = test::random_action(cube.parts().orbits, rng);
      const State b = compose(orbits, compose(orbits, invert(orbits, y), a), y);
      EXPECT_EQ(kernel.least_image(packed(kernel, a).data(), list.all(), least.data()).count, 1);
      kernel.least_image(packed(kernel, b).data(), list.all(), again.data());
      EXPECT_EQ(least, again);
    }
  }
}

// The 48 symmetries of the cube, mirrors among them, all take the fast path.
TEST(StateKernel, SymmetriesOfTheCubeAgreeWithTheirPlainForm) {
  const PuzzleDefinition cube = test::hand_made_cube();
  const SymmetryGroup group(cube, MoveSet(cube, Metric::htm));
  ASSERT_EQ(group.size(), 48);
  Rng rng(2);
  for (const CpuLevel level : levels()) {
    const StateKernel kernel(cube, level);
    const PackedSymmetries list(kernel, group);
    PackedBytes out(static_cast<std::size_t>(kernel.bytes()));
    PackedBytes least(out.size());
    int mirrors = 0;
    const State a = test::random_action(cube.parts().orbits, rng);
    kernel.least_image(packed(kernel, a).data(), list.all(), least.data());
    for (int s = 0; s < group.size(); ++s) {
      EXPECT_EQ(list[s].general, nullptr);
      mirrors += static_cast<int>(list[s].negate);
      kernel.conjugate_position(packed(kernel, a).data(), list[s], out.data());
      EXPECT_EQ(out, packed(kernel, group.conjugate_position(s, a)));
      kernel.least_image(PackedBytes(out).data(), list.all(), out.data());
      EXPECT_EQ(out, least);
    }
    EXPECT_EQ(mirrors, 24);
  }
}

TEST(StateKernel, FingerprintsAreTheSameOnEveryProcessor) {
  const PuzzleDefinition cube = test::hand_made_cube();
  const State u = cube.moves()[0].action;
  for (const CpuLevel level : levels()) {
    const StateKernel kernel(cube, level);
    PackedBytes out(static_cast<std::size_t>(kernel.bytes()));
    const PackedBytes packed_u = packed(kernel, u);
    kernel.compose(kernel.solved(), packed_u.data(), out.data());
    EXPECT_EQ(kernel.hash(out.data()), kHashOfU);
    EXPECT_EQ(kernel.fingerprint(out.data()), kFingerprintOfU);
  }
}

RC_GTEST_PROP(StateKernelProperty, EqualityAndFingerprintFollowThePlainForm,
              (std::uint64_t seed, bool same)) {
  ClassPuzzle puzzle(seed);
  const StateKernel kernel(*puzzle.definition);
  const State a = puzzle.position();
  const State b = same ? a : puzzle.position();
  const PackedBytes x = packed(kernel, a);
  const PackedBytes y = packed(kernel, b);
  RC_ASSERT(kernel.equal(x.data(), y.data()) == (a == b));
  RC_ASSERT((kernel.fingerprint(x.data()) == kernel.fingerprint(y.data())) == (a == b));
  RC_ASSERT((kernel.hash(x.data()) == kernel.hash(y.data())) == (a == b));
  RC_ASSERT((kernel.compare(x.data(), y.data()) < 0) == (kernel.compare(y.data(), x.data()) > 0));
}

RC_GTEST_PROP(StateKernelProperty, ComposeIsAssociativeAndInvertible, (std::uint64_t seed)) {
  ClassPuzzle puzzle(seed);
  for (const CpuLevel level : levels()) {
    const StateKernel kernel(*puzzle.definition, level);
    const auto size = static_cast<std::size_t>(kernel.bytes());
    const PackedBytes a = packed(kernel, puzzle.action());
    const PackedBytes b = packed(kernel, puzzle.action());
    const PackedBytes c = packed(kernel, puzzle.action());
    PackedBytes ab(size);
    PackedBytes bc(size);
    PackedBytes left(size);
    PackedBytes right(size);
    kernel.compose_moves(a.data(), b.data(), ab.data());
    kernel.compose_moves(b.data(), c.data(), bc.data());
    kernel.compose_moves(ab.data(), c.data(), left.data());
    kernel.compose_moves(a.data(), bc.data(), right.data());
    RC_ASSERT(left == right);
    kernel.invert(a.data(), left.data());
    kernel.compose_moves(left.data(), a.data(), right.data());
    RC_ASSERT(right == packed(kernel, identity_state(kernel.orbits())));
  }
}

}  // namespace
}  // namespace gyre
