#include "cube3/coset/search_run.h"

#include "base/arithmetic.h"

namespace gyre::cube3 {

CosetSearchTables::CosetSearchTables(const TwoPhaseTables& of, int threads)
    : two_phase(of),
      constants(of.metric()),
      ends(of.metric(), of.moves(), of.big()->cosets, threads) {
  for (int s = 0; s < kAxisSymmetries; ++s) {
    to[s] = Slots::images(s);
    const Slots back = Slots::images(inverse(s));
    for (int side = 0; side < kSideFaceCount; ++side) {
      for (int counterclockwise = 0; counterclockwise < 2; ++counterclockwise) {
        const int move = 3 * kSideFaces[side] + 2 * counterclockwise;
        PortableSlots::turn(constants.slot_moves.move[move], back, last[s][side][counterclockwise]);
      }
    }
  }
}

CosetRoots::CosetRoots(const CosetSearchTables& tables, const Cube& representative) {
  const CosetSymmetries& cosets = tables.two_phase.big()->cosets;
  const Coset coset = Coset::of(representative);
  root_.slots = Slots::of(representative);
  BigLookup(tables.two_phase).start(root_, coset);
  std::array<std::uint64_t, kMoves> orbits{};
  for (int s = 0; s < kAxisSymmetries; ++s) {
    if (cosets.conjugate(coset, s) != coset) continue;
    for (int move = 0; move < kMoves; ++move) {
      const int seen = image(FaceTurn::from_index(move), s).index();
      orbits[move] |= std::uint64_t{1} << static_cast<unsigned>(seen);
    }
    if (s == 0) continue;
    const Cube shift = compose(representative, invert(conjugate(representative, s)));
    CosetImage image;
    PortableSlots::turn(Slots::of(shift), tables.constants.slot_images[s].from, image.from);
    image.to = tables.constants.slot_images[s].to;
    images_.push_back(image);
  }
  for (int move = 0; move < kMoves; ++move) {
    if (std::countr_zero(orbits[move]) == move) first_moves_ |= 1U << static_cast<unsigned>(move);
  }
}

std::vector<Node> CosetRoots::tasks(const CosetSearchTables& tables, int depth,
                                    double share) const {
  // Searches that hardly go beyond their ends are not worth splitting.
  constexpr int kPrefix = 3;
  const int prefix = std::clamp(depth - CosetEnds::kLength - 2, 0, kPrefix);
  Node root = root_;
  root.start(0, depth);
  if (BigLookup(tables.two_phase).distance(root) > depth) return {};
  std::vector<Node> tasks = {root};
  for (int length = 0; length < prefix; ++length) {
    std::vector<Node> next;
    for (const Node& node : tasks) {
      for (int move = 0; move < kMoves; ++move) {
        if (length == 0 && (first_moves_ >> static_cast<unsigned>(move) & 1U) == 0) continue;
        add_child(tables, node, move, next);
      }
    }
    tasks = std::move(next);
  }
  if (share >= 1) return tasks;
  // Neighbours are alike, so those that are taken should be no neighbours, and the same every time.
  std::vector<Node> taken;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    constexpr double kOne = 18'446'744'073'709'551'616.0;  // 2^64
    if (static_cast<double>(mix_bits(i + 1)) < share * kOne) taken.push_back(tasks[i]);
  }
  return taken;
}

bool CosetRoots::uses_symmetry(int depth) const noexcept {
  return !images_.empty() && depth > CosetEnds::kLength + 2;
}

void CosetRoots::add_child(const CosetSearchTables& tables, const Node& node, int move,
                           std::vector<Node>& children) {
  const SearchConstants& constants = tables.constants;
  const BigLookup lookup(tables.two_phase);
  const int seen = image(FaceTurn::from_index(move), node.symmetry).index();
  const TurnSet bit = turn_bit(FaceTurn::from_index(seen));
  with_metric(tables.two_phase.metric(), [&](auto constant) {
    const TurnSet near = lookup.turns<constant.value>(node);
    if ((near & bit & constants.may_follow[node.symmetry][node.follow()]) == 0) return;
    Node& child = children.emplace_back();
    lookup.step(node)(seen, child);
    child.state = node.next_state(next_follow<constant.value>(node.follow(), move));
    PortableSlots::turn(node.slots, constants.slot_moves.move[move], child.slots);
  });
}

void run_coset_search_portable(const CosetSearchRun& run) {
  run_coset_search<PortableSlots>(run);
}

}  // namespace gyre::cube3
