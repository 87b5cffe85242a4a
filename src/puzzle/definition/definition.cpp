#include <gyre/base/error.h>
#include <gyre/puzzle/definition.h>

#include "base/text.h"
#include "puzzle/definition/dialect.h"
#include "puzzle/definition/name_clash.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace gyre {
namespace {

void check_orbits(const std::vector<Orbit>& orbits) {
  if (orbits.empty())
    throw Error("a puzzle needs at least one orbit (Set NAME PIECES ORIENTATIONS)");
  if (orbits.size() > kMaxOrbits) {
    throw Error(fmt::format("a puzzle has at most {} orbits", kMaxOrbits));
  }
  std::unordered_set<std::string> names;
  std::int64_t bytes = 0;
  for (const Orbit& orbit : orbits) {
    if (orbit.pieces < 1 || orbit.pieces > kMaxPieces) {
      throw Error(fmt::format("orbit {} has {} pieces; 1 to {} are possible", orbit.name,
                              orbit.pieces, kMaxPieces));
    }
    if (orbit.orientations < 1 || orbit.orientations > kMaxOrientations) {
      throw Error(fmt::format("orbit {} has {} orientations; 1 to {} are possible", orbit.name,
                              orbit.orientations, kMaxOrientations));
    }
    if (!is_orbit_name(orbit.name)) {
      throw Error(fmt::format(
          "an orbit cannot be named '{}': expected no white space, a letter first, and not End",
          orbit.name));
    }
    if (!names.insert(orbit.name).second)
      throw Error(fmt::format("orbit {} stands twice", orbit.name));
    bytes += 2 * orbit.pieces;
    if (bytes > kMaxStateBytes) {
      throw Error(fmt::format("a state would need more than {} bytes", kMaxStateBytes));
    }
  }
}

// Bytes of a name that the line based formats can hold as one token.
bool is_token(std::string_view name) {
  return !name.empty() && name.find(' ') == std::string_view::npos && !has_control_characters(name);
}

// A move: each orbit's entries are a permutation, orientations are in range.
void check_action(const OrbitList& orbits, const std::string& name, const State& action) {
  if (static_cast<int>(action.bytes.size()) != orbits.state_bytes()) {
    throw Error(fmt::format("move {} has {} bytes; the orbits need {}", name, action.bytes.size(),
                            orbits.state_bytes()));
  }
  std::array<int, 256> seen_in{};  // which orbit a number was met in last, and one more
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    const std::uint8_t* perm = action.bytes.data() + orbits.perm_offset(k);
    for (int slot = 0; slot < n; ++slot) {
      if (perm[slot] >= n || std::exchange(seen_in[perm[slot]], k + 1) == k + 1) {
        throw Error(fmt::format("move {} is no permutation of the {} pieces of orbit {}", name, n,
                                orbits[k].name));
      }
      if (perm[n + slot] >= orbits[k].orientations) {
        throw Error(fmt::format("move {} turns a piece of orbit {} by {}; 0 to {} are possible",
                                name, orbits[k].name, perm[n + slot], orbits[k].orientations - 1));
      }
    }
  }
}

// With one orientation there is nothing to leave open; so that equal puzzles have equal digests.
void drop_needless_wildcards(const OrbitList& orbits, State& solved) {
  if (static_cast<int>(solved.bytes.size()) != orbits.state_bytes()) return;
  for (int k = 0; k < orbits.size(); ++k) {
    if (orbits[k].orientations != 1) continue;
    std::uint8_t* ori = solved.bytes.data() + orbits.ori_offset(k);
    std::replace(ori, ori + orbits[k].pieces, kWildOrientation, std::uint8_t{0});
  }
}

// The solved state: identities 0, 1, ... without a gap; pieces that look alike all wild or none.
// Returns the number of identities of each orbit.
std::vector<int> check_solved(const OrbitList& orbits, const State& solved) {
  if (static_cast<int>(solved.bytes.size()) != orbits.state_bytes()) {
    throw Error(fmt::format("the solved state has {} bytes; the orbits need {}",
                            solved.bytes.size(), orbits.state_bytes()));
  }
  std::vector<int> counts;
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    const std::uint8_t* identity = solved.bytes.data() + orbits.perm_offset(k);
    // For each identity: 0 unseen, 1 oriented, 2 wild.
    std::array<char, 256> kind{};
    int highest = 0;
    for (int slot = 0; slot < n; ++slot) {
      const std::uint8_t ori = identity[n + slot];
      if (ori != kWildOrientation && ori >= orbits[k].orientations) {
        throw Error(
            fmt::format("the solved state turns a piece of orbit {} by {}; 0 to {} are "
                        "possible",
                        orbits[k].name, ori, orbits[k].orientations - 1));
      }
      const char now = ori == kWildOrientation ? 2 : 1;
      if (kind[identity[slot]] != 0 && kind[identity[slot]] != now) {
        throw Error(
            fmt::format("orbit {}: pieces that look alike must all have the orientation '?' "
                        "or none of them",
                        orbits[k].name));
      }
      kind[identity[slot]] = now;
      highest = std::max<int>(highest, identity[slot]);
    }
    if (std::find(kind.begin(), kind.begin() + highest, 0) != kind.begin() + highest) {
      throw Error(
          fmt::format("orbit {}: identities of the solved state leave a gap", orbits[k].name));
    }
    counts.push_back(highest + 1);
  }
  return counts;
}

void check_illegal(const OrbitList& orbits, const std::vector<int>& identity_counts,
                   const std::vector<IllegalRule>& rules) {
  for (const IllegalRule& rule : rules) {
    if (rule.orbit < 0 || rule.orbit >= orbits.size() || rule.slot < 0 ||
        rule.slot >= orbits[rule.orbit].pieces) {
      throw Error("an Illegal rule names a slot that does not exist");
    }
    if (rule.identities.empty()) {
      throw Error(fmt::format("an Illegal rule for orbit {} names no piece; expected at least one",
                              orbits[rule.orbit].name));
    }
    for (const int identity : rule.identities) {
      if (identity >= identity_counts[rule.orbit]) {
        throw Error(fmt::format("an Illegal rule names a piece that orbit {} does not have",
                                orbits[rule.orbit].name));
      }
    }
  }
}

// One ascending number for each identity of each orbit, or nothing.
void check_labels(const OrbitList& orbits, const std::vector<int>& identity_counts,
                  const std::vector<std::vector<std::uint8_t>>& labels) {
  if (labels.empty()) return;
  bool good = static_cast<int>(labels.size()) == orbits.size();
  for (int k = 0; good && k < orbits.size(); ++k) {
    if (labels[k].empty()) continue;
    good = static_cast<int>(labels[k].size()) == identity_counts[k] &&
           labels[k].back() < kMaxPieces &&
           std::adjacent_find(labels[k].begin(), labels[k].end(), std::greater_equal<>()) ==
               labels[k].end();
  }
  if (!good) {
    throw Error("labels: expected for each orbit none, or one for each identity, ascending");
  }
}

void check_names(const PuzzleDefinition::Parts& parts) {
  const auto check = [](const std::string& name) {
    if (is_move_name(name)) return;
    throw Error(
        fmt::format("a move cannot be named '{}': expected 1 to {} bytes, no white space, "
                    "no # first, and none of ( ) [ ] , : . //",
                    name.substr(0, kMaxNameLength), kMaxNameLength));
  };
  for (const auto* list : {&parts.moves, &parts.rotations}) {
    for (const BaseMove& move : *list) check(move.name);
  }
  for (const DerivedMove& move : parts.derived) check(move.name);
  if (const auto clash = find_name_clash(parts)) throw Error(clash->message());
}

class Hasher {
 public:
  Hasher() : state_(XXH3_createState()) { XXH3_128bits_reset(state_); }
  ~Hasher() { XXH3_freeState(state_); }
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;

  void number(std::uint64_t value) {
    std::array<std::uint8_t, 8> bytes{};
    for (std::uint8_t& byte : bytes) {
      byte = static_cast<std::uint8_t>(value);
      value >>= 8U;
    }
    XXH3_128bits_update(state_, bytes.data(), bytes.size());
  }
  template <class Bytes>
  void bytes(const Bytes& data) {
    number(data.size());
    XXH3_128bits_update(state_, data.data(), data.size());
  }
  [[nodiscard]] Digest digest() const {
    const XXH128_hash_t hash = XXH3_128bits_digest(state_);
    return {hash.high64, hash.low64};
  }

 private:
  XXH3_state_t* state_;
};

Digest compute_digest(const PuzzleDefinition::Parts& parts) {
  Hasher hasher;
  hasher.number(parts.orbits.size());
  for (const Orbit& orbit : parts.orbits) {
    hasher.bytes(orbit.name);
    hasher.number(orbit.pieces);
    hasher.number(orbit.orientations);
  }
  hasher.bytes(parts.solved.bytes);
  for (const auto* list : {&parts.moves, &parts.rotations}) {
    hasher.number(list->size());
    for (const BaseMove& move : *list) {
      hasher.bytes(move.name);
      hasher.bytes(move.action.bytes);
    }
  }
  hasher.number(parts.illegal.size());
  for (const IllegalRule& rule : parts.illegal) {
    hasher.number(rule.orbit);
    hasher.number(rule.slot);
    hasher.bytes(rule.identities);
  }
  return hasher.digest();
}

}  // namespace

std::string to_hex(const Digest& digest) {
  return fmt::format("{:016x}{:016x}", digest[0], digest[1]);
}

bool is_orbit_name(const std::string& name) noexcept {
  if (!is_token(name) || name.size() > kMaxNameLength || name == "End") return false;
  const char c = name.front();
  return (c < '0' || c > '9') && c != '?' && c != '-' && c != '+' && c != '#';
}

bool is_move_name(const std::string& name) noexcept {
  return is_token(name) && name.size() <= kMaxNameLength && name.front() != '#' &&
         name.find_first_of("()[],:.") == std::string::npos && name.find("//") == std::string::npos;
}

bool is_rotation_name(const std::string& name) noexcept {
  if (name == "x" || name == "y" || name == "z") return true;
  if (name.size() < 2 || name.back() != 'v') return false;
  return std::all_of(name.begin(), name.end() - 1,
                     [](char c) { return c == '_' || (c >= 'A' && c <= 'Z'); });
}

PuzzleDefinition::PuzzleDefinition(Parts parts) : parts_(std::move(parts)) {
  if (has_control_characters(parts_.name)) {
    throw Error(fmt::format("a puzzle cannot be named '{}': expected no control characters",
                            without_control_characters(parts_.name.substr(0, kMaxNameLength))));
  }
  check_orbits(parts_.orbits);
  orbits_ = OrbitList(parts_.orbits);
  drop_needless_wildcards(orbits_, parts_.solved);
  identity_counts_ = check_solved(orbits_, parts_.solved);
  if (parts_.moves.empty()) throw Error("a puzzle needs at least one move (Move NAME ... End)");
  if (std::max(parts_.moves.size(), parts_.rotations.size()) > kMaxMoves ||
      parts_.derived.size() > kMaxDerivedMoves) {
    throw Error(fmt::format("a puzzle has at most {} moves and {} derived moves", kMaxMoves,
                            kMaxDerivedMoves));
  }
  for (auto* list : {&parts_.moves, &parts_.rotations}) {
    for (BaseMove& move : *list) {
      check_action(orbits_, move.name, move.action);
      const std::int64_t order = state_order(orbits_, move.action);
      if (order > kMaxMoveOrder) {
        throw Error(fmt::format("move {} has order {}; at most {} is possible", move.name, order,
                                kMaxMoveOrder));
      }
      move.order = static_cast<int>(order);
    }
  }
  for (const DerivedMove& move : parts_.derived) check_action(orbits_, move.name, move.action);
  check_names(parts_);
  for (IllegalRule& rule : parts_.illegal) {
    std::sort(rule.identities.begin(), rule.identities.end());
    rule.identities.erase(std::unique(rule.identities.begin(), rule.identities.end()),
                          rule.identities.end());
  }
  check_labels(orbits_, identity_counts_, parts_.labels);
  check_illegal(orbits_, identity_counts_, parts_.illegal);
  if (!legal(parts_.solved)) throw Error("the solved state breaks an Illegal rule");
  for (int k = 0; k < orbits_.size(); ++k) {
    const auto* ori = parts_.solved.bytes.data() + orbits_.ori_offset(k);
    const bool wild =
        std::find(ori, ori + orbits_[k].pieces, kWildOrientation) != ori + orbits_[k].pieces;
    if (identity_counts_[k] < orbits_[k].pieces || wild) invertible_ = false;
  }
  digest_ = compute_digest(parts_);
  names_ = MoveNames(parts_.name);
  for (const BaseMove& move : parts_.moves) names_.add(move.name, true, move.order);
  for (const BaseMove& move : parts_.rotations) names_.add(move.name, false);
  for (const DerivedMove& move : parts_.derived) names_.add(move.name, false);
  add_dialect(parts_, names_);
}

int PuzzleDefinition::label(int orbit, int identity) const noexcept {
  if (parts_.labels.empty() || parts_.labels[orbit].empty()) return identity;
  return parts_.labels[orbit][identity];
}

bool PuzzleDefinition::legal(const State& state) const noexcept {
  return std::none_of(parts_.illegal.begin(), parts_.illegal.end(), [&](const IllegalRule& rule) {
    const std::uint8_t held = state.bytes[orbits_.perm_offset(rule.orbit) + rule.slot];
    return std::find(rule.identities.begin(), rule.identities.end(), held) != rule.identities.end();
  });
}

void PuzzleDefinition::check_position(const State& state) const {
  if (static_cast<int>(state.bytes.size()) != orbits_.state_bytes()) {
    throw Error(fmt::format("the position has {} bytes; {} has {}", state.bytes.size(), name(),
                            orbits_.state_bytes()));
  }
  for (int k = 0; k < orbits_.size(); ++k) {
    const int n = orbits_[k].pieces;
    const std::uint8_t* have = state.bytes.data() + orbits_.perm_offset(k);
    const std::uint8_t* want = parts_.solved.bytes.data() + orbits_.perm_offset(k);
    std::array<int, 256> surplus{};
    std::array<bool, 256> wild{};
    for (int slot = 0; slot < n; ++slot) {
      ++surplus[have[slot]];
      --surplus[want[slot]];
      wild[want[slot]] = want[n + slot] == kWildOrientation;
    }
    for (int identity = 0; identity < 256; ++identity) {
      if (surplus[identity] == 0) continue;
      const int more = surplus[identity];
      throw Error(fmt::format(
          "orbit {}: piece {} stands {} time{} too {}", orbits_[k].name,
          identity < identity_counts_[k] ? label(k, identity) + 1 : identity + 1, std::abs(more),
          std::abs(more) == 1 ? "" : "s", more > 0 ? "often" : "rarely"));
    }
    for (int slot = 0; slot < n; ++slot) {
      const std::uint8_t ori = have[n + slot];
      if ((ori == kWildOrientation) != wild[have[slot]]) {
        throw Error(fmt::format("orbit {}, slot {}: the orientation of piece {} must {}be '?'",
                                orbits_[k].name, slot + 1, label(k, have[slot]) + 1,
                                wild[have[slot]] ? "" : "not "));
      }
      if (ori != kWildOrientation && ori >= orbits_[k].orientations) {
        throw Error(fmt::format("orbit {}, slot {}: orientation {}; 0 to {} are possible",
                                orbits_[k].name, slot + 1, ori, orbits_[k].orientations - 1));
      }
    }
  }
}

}  // namespace gyre
