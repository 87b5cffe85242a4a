// A turn of the whole puzzle carries every move to a move: y, then F, is L, then y. That alone says
// too little, since a move of a puzzle whose moves all commute carries each to itself. So a move is
// taken for a rotation only if one can tell from where it carries the others how often it was
// turned, and if no piece stays behind. Then what is done with it can be done without it, seen from
// another side: positions that it tells apart differ by how the puzzle is held and by nothing else.
#include "format/kpuzzle_roles.h"

#include "puzzle/group/action_group.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace gyre {
namespace {

// As many as symmetries know (SymmetryOptions).
constexpr std::size_t kMostRotations = 2'000;
constexpr std::size_t kMostRotationBytes = std::size_t{1} << 26U;
// Of a puzzle whose group is asked whether it holds a derived move: pieces times orientations. A
// chain of so many points takes well under a second.
constexpr std::int64_t kMostPoints = 1'000;
constexpr int kMostOnAxis = 2;
// A short file can ask for much work: this is some seconds.
constexpr std::uint64_t kMostWorkBytes = std::uint64_t{1} << 33U;

// Adds up to the same for the same set of slots, in any order.
std::uint64_t mix(std::uint64_t slot) noexcept {
  std::uint64_t x = (slot + 1) * 0x9E37'79B9'7F4A'7C15U;
  x ^= x >> 32U;
  return x * 0xD6E8'FEB8'6659'FD93U;
}

// What is turned by, with what it takes to see other moves after it.
struct WholeTurn {
  WholeTurn(const OrbitList& orbits, const State& turn);

  const State& action;
  State back;
  std::vector<int> to;  // by slot, orbit after orbit: where its piece goes
};

WholeTurn::WholeTurn(const OrbitList& orbits, const State& turn)
    : action(turn), back(invert(orbits, turn)) {
  for (int k = 0; k < orbits.size(); ++k) {
    const auto first = static_cast<int>(to.size());
    const std::uint8_t* perm = back.bytes.data() + orbits.perm_offset(k);
    for (int slot = 0; slot < orbits[k].pieces; ++slot) to.push_back(first + perm[slot]);
  }
}

class RoleFinder {
 public:
  RoleFinder(const OrbitList& orbits, const std::vector<BaseMove>& moves,
             const std::vector<DerivedMove>& derived);

  [[nodiscard]] KPuzzleRoles find();

 private:
  // A move or derived move of the file, moves first, turned forwards or backwards.
  struct Turned {
    int entry = 0;
    bool forward = true;
  };

  [[nodiscard]] int size() const noexcept { return static_cast<int>(actions_.size()); }
  [[nodiscard]] bool is_derived(int entry) const noexcept {
    return entry >= static_cast<int>(moves_.size());
  }
  [[nodiscard]] bool is_idle(int entry) const noexcept { return *actions_[entry] == identity_; }
  // Whether the piece of a slot stays there as it is.
  [[nodiscard]] bool rests(const State& action, int orbit, int slot) const {
    const std::uint8_t* perm = action.bytes.data() + orbits_.perm_offset(orbit);
    return perm[slot] == slot && perm[orbits_[orbit].pieces + slot] == 0;
  }
  // Slots are counted orbit after orbit.
  template <class Function>
  void for_changed_slots(int entry, Function function) const {
    int first = 0;
    for (int k = 0; k < orbits_.size(); ++k) {
      for (int i = 0; i < orbits_[k].pieces; ++i) {
        if (!rests(*actions_[entry], k, i)) function(first + i);
      }
      first += orbits_[k].pieces;
    }
  }
  // The first entry that does this or takes it back.
  [[nodiscard]] std::optional<Turned> look_up(const State& action) const;
  // What `action` is after the puzzle was turned: turn^-1 action turn.
  [[nodiscard]] State seen_after(const WholeTurn& turn, const State& action);
  // The entry that this entry is then.
  [[nodiscard]] std::optional<Turned> seen_as(const WholeTurn& turn, int entry);
  // All products. No value if there are too many.
  [[nodiscard]] std::optional<std::vector<State>> close(const std::vector<int>& turns);
  [[nodiscard]] std::vector<int> rotations() const;
  // Moves that are no rotations, do something, and do not the same as an earlier one.
  [[nodiscard]] std::vector<int> plain_moves() const;
  // Derived moves that are one of these moves, turned by one of these elements.
  [[nodiscard]] std::vector<int> same_from_elsewhere(const std::vector<int>& moves,
                                                     const std::vector<State>& elements);

  void find_rotations();
  // Sets of moves that may be all those rotations that are not known yet: those that carry most
  // moves to moves first. Moves that carry equally many are in or out together.
  [[nodiscard]] std::vector<std::vector<int>> rotation_candidates();
  // Those of the set that can be rotations together; false if there are none.
  bool make_rotations(std::vector<int> chosen);
  [[nodiscard]] bool turns_the_whole(int entry, const std::vector<int>& moves) {
    return takes_all_along(entry, moves) && carries_faithfully(entry, moves);
  }
  // Whether nothing stays behind that would show the turn.
  [[nodiscard]] bool takes_all_along(int entry, const std::vector<int>& moves) const;
  // Whether it carries the moves to each other, and no power of it leaves all in place but those
  // that do nothing.
  [[nodiscard]] bool carries_faithfully(int entry, const std::vector<int>& moves);
  void add_products_of_rotations();

  void find_needed();
  // Whether turning the whole puzzle takes a move to what these moves cannot do.
  [[nodiscard]] bool complete(const std::vector<int>& moves, const ActionGroup* group);
  [[nodiscard]] bool may_be_move(int entry, const std::vector<State>& elements) const;
  [[nodiscard]] ActionGroup group_of(const std::vector<int>& entries) const;
  // Whether the group does this, or does it up to how the puzzle is held.
  [[nodiscard]] bool reaches(const ActionGroup& group, const std::vector<State>& elements,
                             int entry) const;

  const OrbitList& orbits_;
  const std::vector<BaseMove>& moves_;
  const std::vector<DerivedMove>& derived_;
  const State identity_;
  std::vector<const State*> actions_;  // by entry
  std::vector<const std::string*> names_;
  std::unordered_multimap<std::size_t, Turned> index_;  // by hash
  // The slots that entries change, as a sum. Most moves are no move after a turn, which shows here.
  std::unordered_set<std::uint64_t> changed_;
  std::uint64_t work_bytes_ = 0;
  KPuzzleRoles roles_;
};

std::size_t hash_of(const State& state) {
  return std::hash<std::string_view>{}(
      {reinterpret_cast<const char*>(state.bytes.data()), state.bytes.size()});
}

RoleFinder::RoleFinder(const OrbitList& orbits, const std::vector<BaseMove>& moves,
                       const std::vector<DerivedMove>& derived)
    : orbits_(orbits),
      moves_(moves),
      derived_(derived),
      identity_(identity_state(orbits)),
      roles_(named_roles(moves, derived)) {
  for (const BaseMove& move : moves) {
    actions_.push_back(&move.action);
    names_.push_back(&move.name);
  }
  for (const DerivedMove& move : derived) {
    actions_.push_back(&move.action);
    names_.push_back(&move.name);
  }
  for (int entry = 0; entry < size(); ++entry) {
    std::uint64_t changed = 0;
    for_changed_slots(entry, [&](int slot) { changed += mix(slot); });
    changed_.insert(changed);
    if (is_idle(entry) || look_up(*actions_[entry])) continue;
    index_.emplace(hash_of(*actions_[entry]), Turned{entry, true});
    const State back = invert(orbits_, *actions_[entry]);
    if (back != *actions_[entry]) index_.emplace(hash_of(back), Turned{entry, false});
  }
}

std::optional<RoleFinder::Turned> RoleFinder::look_up(const State& action) const {
  const auto [begin, end] = index_.equal_range(hash_of(action));
  for (auto place = begin; place != end; ++place) {
    const Turned& turned = place->second;
    const State& known = *actions_[turned.entry];
    if (turned.forward ? known == action : invert(orbits_, known) == action) return turned;
  }
  return std::nullopt;
}

State RoleFinder::seen_after(const WholeTurn& turn, const State& action) {
  work_bytes_ += 3 * static_cast<std::uint64_t>(orbits_.state_bytes());
  return compose(orbits_, compose(orbits_, turn.back, action), turn.action);
}

std::optional<RoleFinder::Turned> RoleFinder::seen_as(const WholeTurn& turn, int entry) {
  if (work_bytes_ > kMostWorkBytes) return std::nullopt;
  work_bytes_ += orbits_.state_bytes();
  std::uint64_t changed = 0;
  for_changed_slots(entry, [&](int slot) { changed += mix(turn.to[slot]); });
  if (!changed_.contains(changed)) return std::nullopt;
  return look_up(seen_after(turn, *actions_[entry]));
}

std::optional<std::vector<State>> RoleFinder::close(const std::vector<int>& turns) {
  std::vector<State> elements = {identity_};
  std::unordered_multimap<std::size_t, std::size_t> known = {{hash_of(identity_), 0}};
  for (std::size_t done = 0; done < elements.size(); ++done) {
    for (const int turn : turns) {
      State next = compose(orbits_, elements[done], *actions_[turn]);
      work_bytes_ += orbits_.state_bytes();
      const auto [begin, end] = known.equal_range(hash_of(next));
      if (std::any_of(begin, end, [&](const auto& at) { return elements[at.second] == next; })) {
        continue;
      }
      if (elements.size() == kMostRotations ||
          elements.size() * orbits_.state_bytes() > kMostRotationBytes) {
        return std::nullopt;
      }
      known.emplace(hash_of(next), elements.size());
      elements.push_back(std::move(next));
    }
  }
  return elements;
}

std::vector<int> RoleFinder::rotations() const {
  std::vector<int> out;
  for (int i = 0; i < static_cast<int>(moves_.size()); ++i) {
    if (roles_.is_rotation[i]) out.push_back(i);
  }
  return out;
}

std::vector<int> RoleFinder::plain_moves() const {
  std::vector<int> out;
  for (int i = 0; i < static_cast<int>(moves_.size()); ++i) {
    const auto first = look_up(*actions_[i]);
    if (!roles_.is_rotation[i] && first && first->entry == i) out.push_back(i);
  }
  return out;
}

std::vector<int> RoleFinder::same_from_elsewhere(const std::vector<int>& moves,
                                                 const std::vector<State>& elements) {
  std::vector<bool> found(size(), false);
  for (const State& element : elements) {
    const WholeTurn turn(orbits_, element);
    for (const int move : moves) {
      const auto seen = seen_as(turn, move);
      if (seen && is_derived(seen->entry)) found[seen->entry] = true;
    }
  }
  std::vector<int> out;
  for (int entry = 0; entry < size(); ++entry) {
    if (found[entry] && may_be_move(entry, elements)) out.push_back(entry);
  }
  return out;
}

std::vector<std::vector<int>> RoleFinder::rotation_candidates() {
  const std::vector<int> moves = plain_moves();
  const auto all = static_cast<int>(moves.size());
  std::map<int, std::vector<int>, std::greater<>> by_kept;
  for (const int candidate : moves) {
    const WholeTurn turn(orbits_, *actions_[candidate]);
    const auto kept = std::count_if(moves.begin(), moves.end(),
                                    [&](int move) { return seen_as(turn, move).has_value(); });
    by_kept[static_cast<int>(kept)].push_back(candidate);
  }
  std::vector<std::vector<int>> out;
  std::vector<int> chosen;
  for (const auto& [kept, more] : by_kept) {
    chosen.insert(chosen.end(), more.begin(), more.end());
    const auto count = static_cast<int>(chosen.size());
    if (count < all && kept >= all - count) out.push_back(chosen);
  }
  return out;
}

// What no move moves is one body, which a rotation takes along; and only what its axis meets is at
// rest, which is at most two pieces of an orbit. So half a puzzle that is turned with all its moves
// is no rotation.
bool RoleFinder::takes_all_along(int entry, const std::vector<int>& moves) const {
  bool any_body = false;
  bool body_moves = false;
  for (int k = 0; k < orbits_.size(); ++k) {
    const int n = orbits_[k].pieces;
    int resting = 0;
    for (int slot = 0; slot < n; ++slot) {
      const bool rests_now = rests(*actions_[entry], k, slot);
      if (rests_now && ++resting > kMostOnAxis) return false;
      const bool is_body = std::all_of(moves.begin(), moves.end(),
                                       [&](int move) { return rests(*actions_[move], k, slot); });
      any_body = any_body || is_body;
      body_moves = body_moves || (is_body && !rests_now);
    }
  }
  return body_moves || !any_body;
}

bool RoleFinder::carries_faithfully(int entry, const std::vector<int>& moves) {
  const WholeTurn turn(orbits_, *actions_[entry]);
  std::vector<std::optional<Turned>> image(size());
  std::vector<bool> is_move(size(), false);
  for (const int move : moves) is_move[move] = true;
  for (const int move : moves) {
    image[move] = seen_as(turn, move);
    if (!image[move] || !is_move[image[move]->entry]) return false;
  }
  // How often it must be turned until every move is carried to itself.
  std::int64_t order = 1;
  for (const int move : moves) {
    const bool both_ways_same = power(orbits_, *actions_[move], 2) == identity_;
    Turned at{move, true};
    std::int64_t length = 0;
    do {
      const Turned& next = *image[at.entry];
      at = {next.entry, next.forward == at.forward};
      ++length;
    } while (at.entry != move || (!at.forward && !both_ways_same));
    order = std::lcm(order, length);
    if (order > kMaxMoveOrder) return false;
  }
  return order == state_order(orbits_, *actions_[entry]);
}

bool RoleFinder::make_rotations(std::vector<int> chosen) {
  while (!chosen.empty()) {
    const KPuzzleRoles before = roles_;
    for (const int entry : chosen) roles_.is_rotation[entry] = true;
    std::vector<int> moves = plain_moves();
    if (!derived_.empty()) {
      const auto elements = close(rotations());
      const std::vector<int> more =
          elements ? same_from_elsewhere(moves, *elements) : std::vector<int>();
      moves.insert(moves.end(), more.begin(), more.end());
    }
    const std::size_t count = chosen.size();
    std::erase_if(chosen, [&](int entry) { return !turns_the_whole(entry, moves); });
    if (chosen.size() == count) return true;
    roles_ = before;
  }
  return false;
}

void RoleFinder::find_rotations() {
  // Where some are known, what is left may be only what they carry to each other.
  for (bool found = true; found;) {
    const std::vector<std::vector<int>> candidates = rotation_candidates();
    found = std::any_of(candidates.begin(), candidates.end(),
                        [&](const std::vector<int>& chosen) { return make_rotations(chosen); });
  }
}

void RoleFinder::add_products_of_rotations() {
  const auto elements = close(rotations());
  if (!elements) return;
  std::vector<bool> is_rotation = roles_.is_rotation;
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    const State& action = *actions_[i];
    is_rotation[i] = is_rotation[i] ||
                     (!is_idle(static_cast<int>(i)) &&
                      std::find(elements->begin(), elements->end(), action) != elements->end());
  }
  // A puzzle that can only be turned as a whole is none.
  if (std::find(is_rotation.begin(), is_rotation.end(), false) == is_rotation.end()) return;
  roles_.is_rotation = std::move(is_rotation);
}

bool RoleFinder::complete(const std::vector<int>& moves, const ActionGroup* group) {
  for (const int rotation : rotations()) {
    const WholeTurn turn(orbits_, *actions_[rotation]);
    for (const int move : moves) {
      const auto known = seen_as(turn, move);
      if (known && !is_derived(known->entry) && !roles_.is_rotation[known->entry]) continue;
      if (group == nullptr || !group->contains(seen_after(turn, *actions_[move]))) return false;
    }
  }
  return true;
}

bool RoleFinder::may_be_move(int entry, const std::vector<State>& elements) const {
  if (!is_derived(entry) || is_idle(entry) || is_rotation_name(*names_[entry])) return false;
  // Another name of what has a name already.
  const auto first = look_up(*actions_[entry]);
  if (first && first->entry != entry) return false;
  return std::find(elements.begin(), elements.end(), *actions_[entry]) == elements.end() &&
         state_order(orbits_, *actions_[entry]) <= kMaxMoveOrder;
}

ActionGroup RoleFinder::group_of(const std::vector<int>& entries) const {
  std::vector<State> actions;
  for (const int entry : entries) actions.push_back(*actions_[entry]);
  return ActionGroup(orbits_, std::move(actions));
}

bool RoleFinder::reaches(const ActionGroup& group, const std::vector<State>& elements,
                         int entry) const {
  return std::any_of(elements.begin(), elements.end(), [&](const State& turn) {
    return group.contains(compose(orbits_, *actions_[entry], turn));
  });
}

void RoleFinder::find_needed() {
  std::vector<int> moves = plain_moves();
  if (derived_.empty() || moves.empty() || complete(moves, nullptr)) return;
  const auto elements = close(rotations());
  if (!elements) return;
  const std::vector<int> siblings = same_from_elsewhere(moves, *elements);
  const auto make_moves = [&](const std::vector<int>& entries) {
    for (const int entry : entries) {
      roles_.is_move[entry - static_cast<int>(moves_.size())] = true;
      moves.push_back(entry);
    }
  };
  std::int64_t points = 0;
  for (const Orbit& orbit : orbits_) points += std::int64_t{orbit.pieces} * orbit.orientations;
  if (points > kMostPoints) {
    make_moves(siblings);
    return;
  }
  std::optional<ActionGroup> group = group_of(moves);
  if (complete(moves, &*group)) return;
  if (!std::all_of(siblings.begin(), siblings.end(),
                   [&](int entry) { return reaches(*group, *elements, entry); })) {
    make_moves(siblings);
    group.emplace(group_of(moves));
  }
  for (int entry = static_cast<int>(moves_.size()); entry < size(); ++entry) {
    if (!may_be_move(entry, *elements) || reaches(*group, *elements, entry)) continue;
    make_moves({entry});
    group.emplace(group_of(moves));
  }
}

KPuzzleRoles RoleFinder::find() {
  find_rotations();
  add_products_of_rotations();
  find_needed();
  return work_bytes_ > kMostWorkBytes ? named_roles(moves_, derived_) : roles_;
}

}  // namespace

KPuzzleRoles named_roles(const std::vector<BaseMove>& moves,
                         const std::vector<DerivedMove>& derived) {
  KPuzzleRoles roles;
  for (const BaseMove& move : moves) roles.is_rotation.push_back(is_rotation_name(move.name));
  roles.is_move.assign(derived.size(), false);
  return roles;
}

KPuzzleRoles find_roles(const OrbitList& orbits, const std::vector<BaseMove>& moves,
                        const std::vector<DerivedMove>& derived) {
  return RoleFinder(orbits, moves, derived).find();
}

}  // namespace gyre
