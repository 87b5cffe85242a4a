// ClassForm against the plain way: all images, the position's class by the least of them.
#include "puzzle/kernel/class_form.h"

#include <gtest/gtest.h>
#include <gyre/library/library.h>
#include "base/random.h"
#include "puzzle/kernel/kernel.h"
#include "puzzle/symmetry/symmetry.h"

#include <map>
#include <string>

namespace gyre {
namespace {

PackedStates walk(const StateKernel& kernel, const MoveSet& moves, std::size_t count,
                  std::uint64_t seed, int step) {
  Rng rng(seed);
  PackedStates states(kernel.bytes(), count);
  PackedBytes now(kernel.bytes());
  PackedBytes packed(kernel.bytes());
  std::memcpy(now.data(), kernel.solved(), now.size());
  for (std::size_t i = 0; i < count; ++i) {
    for (int k = 0; k < step; ++k) {
      const Move& move = moves.moves()[random_below(rng, moves.moves().size())];
      kernel.pack(move.action, packed.data());
      kernel.compose(now.data(), packed.data(), now.data());
    }
    std::memcpy(states[i], now.data(), now.size());
  }
  return states;
}

class ClassFormOf : public testing::TestWithParam<std::tuple<std::string, CpuLevel>> {};

TEST_P(ClassFormOf, ImagesOfOneClassAgreeAndOthersDiffer) {
  const PuzzleDefinition definition = load_puzzle(std::get<0>(GetParam()));
  const MoveSet moves(definition, Metric::htm);
  const StateKernel kernel(definition, std::get<1>(GetParam()));
  const SymmetryGroup group(definition, moves);
  const PackedSymmetries packed(kernel, group);
  const ClassForm form(kernel, group, walk(kernel, moves, 50, 1, 20));
  ClassForm::Scratch scratch = form.scratch();
  // Near the solved position many positions have symmetries of their own.
  for (const int step : {1, 7}) {
    const PackedStates states = walk(kernel, moves, 60, 2, step);
    std::map<std::string, std::uint64_t> class_hash;
    PackedBytes image(kernel.bytes());
    PackedBytes first(kernel.bytes());
    PackedBytes again(kernel.bytes());
    for (std::size_t i = 0; i < states.size(); ++i) {
      const LeastImage least = kernel.least_image(states[i], packed.all(), image.data());
      const ClassForm::Image mine = form.image(states[i], first.data(), scratch);
      EXPECT_EQ(mine.fixed_by, least.count);
      EXPECT_EQ(mine.hash, form.hash(states[i], scratch));
      EXPECT_EQ(mine.hash, kernel.hash(first.data()));
      const std::string key(image.begin(), image.end());
      const auto known = class_hash.emplace(key, mine.hash).first;
      EXPECT_EQ(known->second, mine.hash);
      for (std::size_t s = 0; s < packed.size(); s += 1 + packed.size() / 11) {
        kernel.conjugate_position(states[i], packed[s], image.data());
        EXPECT_EQ(form.hash(image.data(), scratch), mine.hash);
        form.image(image.data(), again.data(), scratch);
        EXPECT_EQ(again, first);
      }
    }
    std::map<std::uint64_t, int> hashes;
    for (const auto& [state, hash] : class_hash) ++hashes[hash];
    EXPECT_EQ(hashes.size(), class_hash.size());
  }
}

TEST_P(ClassFormOf, ChildrenAreProductsWithTheirHashes) {
  const PuzzleDefinition definition = load_puzzle(std::get<0>(GetParam()));
  const MoveSet moves(definition, Metric::htm);
  const StateKernel kernel(definition, std::get<1>(GetParam()));
  const SymmetryGroup group(definition, moves);
  const ClassForm form(kernel, group, walk(kernel, moves, 50, 1, 20));
  ClassForm::Scratch scratch = form.scratch();
  const PackedStates states = walk(kernel, moves, 5, 3, 11);
  std::vector<State> actions;
  for (const Move& move : moves.moves()) actions.push_back(move.action);
  const PackedStates packed = kernel.pack(actions);
  std::vector<const std::uint8_t*> list;
  for (std::size_t m = 0; m < packed.size(); m += 2) list.push_back(packed[m]);
  PackedStates out(kernel.bytes(), list.size());
  std::vector<std::uint64_t> hashes(list.size());
  PackedBytes child(kernel.bytes());
  for (std::size_t i = 0; i < states.size(); ++i) {
    form.children(states[i], list.data(), list.size(), out[0], hashes.data(), scratch);
    for (std::size_t m = 0; m < list.size(); ++m) {
      kernel.compose(states[i], list[m], child.data());
      EXPECT_TRUE(kernel.equal(child.data(), out[m]));
      EXPECT_EQ(hashes[m], form.hash(child.data(), scratch));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Puzzles, ClassFormOf,
    testing::Combine(testing::Values("2x2x2", "3x3x3", "4x4x4", "6x6x6", "megaminx", "skewb", "fto",
                                     "pentultimate", "square1", "clock", "pyraminx", "dino4",
                                     "topspin", "gigaminx"),
                     testing::Values(CpuLevel::portable, CpuLevel::avx2, CpuLevel::avx512)),
    [](const auto& test) {
      return std::get<0>(test.param) + "_" + std::string(to_string(std::get<1>(test.param)));
    });

}  // namespace
}  // namespace gyre
