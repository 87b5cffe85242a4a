// LowerBounds: never above the true distance, however the filling was interrupted.
#include "general/solve/lower_bounds.h"

#include "base/stop.h"
#include "general/shared/sample_positions.h"

#include <gtest/gtest.h>
#include <gyre/library/library.h>
#include "base/random.h"
#include "puzzle/symmetry/symmetry.h"

#include <atomic>
#include <limits>

namespace gyre {
namespace {

class Bounds {
 public:
  explicit Bounds(const char* name, Metric metric = Metric::htm, const char* choice = "")
      : definition_(load_puzzle(name)),
        moves_(definition_, metric, choice),
        kernel_(definition_),
        group_(definition_, moves_),
        form_(kernel_, group_, sample_positions(definition_, moves_, kernel_)),
        search_moves_(definition_, moves_, kernel_),
        bounds_(kernel_, form_, search_moves_, std::numeric_limits<double>::infinity(),
                std::uint64_t{200} << 20U, 2) {}

  LowerBounds& bounds() { return bounds_; }

  // Random walks; how many got a bound above their length, and how many exactly their length.
  std::pair<int, int> walk(int walks, int most) {
    Rng rng(7);
    int above = 0;
    int equal = 0;
    ClassForm::Scratch scratch = form_.scratch();
    PackedBytes state(static_cast<std::size_t>(kernel_.bytes()));
    for (int i = 0; i < walks; ++i) {
      std::memcpy(state.data(), kernel_.solved(), state.size());
      for (int length = 1; length <= most; ++length) {
        const std::size_t move = random_below(rng, search_moves_.size());
        PackedBytes next(state);
        kernel_.compose(state.data(), search_moves_[move], next.data());
        if (!search_moves_.legal(next.data())) {
          --length;
          continue;
        }
        state = next;
        const int bound = bounds_.tables().bound(form_.hash(state.data(), scratch));
        above += bound > length ? 1 : 0;
        equal += bound == length ? 1 : 0;
        for (int moves = 0; moves <= most; ++moves) {
          if (moves >= bound) {
            EXPECT_TRUE(bounds_.tables().may_be_within(moves, form_.hash(state.data(), scratch)));
          }
        }
      }
    }
    return {above, equal};
  }

 private:
  PuzzleDefinition definition_;
  MoveSet moves_;
  StateKernel kernel_;
  SymmetryGroup group_;
  ClassForm form_;
  SearchMoves search_moves_;
  LowerBounds bounds_;
};

TEST(LowerBounds, AreNeverAboveTheLengthOfAWalk) {
  for (const char* name : {"2x2x2", "3x3x3", "4x4x4", "megaminx", "square1", "skewb", "dino4",
                           "pentultimate", "fto"}) {
    for (const Metric metric : {Metric::htm, Metric::qtm}) {
      Bounds puzzle(name, metric);
      for (int grown = 0; grown < 2; ++grown) {
        const auto [above, equal] = puzzle.walk(300, puzzle.bounds().tables().depth() + 2);
        EXPECT_EQ(above, 0) << name;
        EXPECT_GT(equal, 300) << name;
        if (puzzle.bounds().cost_of_next() > 3e6) break;
        Stop never;
        EXPECT_TRUE(puzzle.bounds().grow(never, {}));
      }
    }
  }
}

TEST(LowerBounds, AStopAtAnyMomentLeavesNoHalfTable) {
  Bounds puzzle("3x3x3");
  const int depth = puzzle.bounds().tables().depth();
  for (const int calls : {0, 1, 100, 4'000, 4'090, 4'094, 4'095, 4'096}) {
    std::stop_source source;
    if (calls == 0) source.request_stop();
    int count = 0;
    Stop stop(source.get_token());
    const bool done = puzzle.bounds().grow(stop, [&](const ProgressEvent&) {
      if (++count == calls) source.request_stop();
    });
    EXPECT_EQ(done, puzzle.bounds().tables().depth() == depth + 1);
    EXPECT_EQ(puzzle.walk(2'000, depth + 1).first, 0) << calls;
    if (done) puzzle.bounds().shrink();
  }
}

}  // namespace
}  // namespace gyre
