// Definitions changed by options. Works on Parts and makes a new definition of them, so everything
// is checked again. The order of the changes is fixed, whatever the order of the options: omit,
// distinguish, forget, ignore, then relabel; so forgetting the permutation of an orbit wins over
// distinguishing all.
#include "puzzle/definition/modify.h"
#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gyre {
namespace {

constexpr std::string_view kPairs = "_PAIRS";

// Calls visit(i, j) for all i < j < n, in the order in which pairs of slots are counted.
template <class Visit>
void for_each_pair(int n, const Visit& visit) {
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j) visit(i, j);
  }
}

int pair_count(int n) {
  return n * (n - 1) / 2;
}

// The place of the pair of two different slots in that order.
int pair_index(int n, int a, int b) {
  const int i = std::min(a, b);
  const int j = std::max(a, b);
  return i * (2 * n - i - 1) / 2 + j - i - 1;
}

// By pair of slots: whether what stands there looks alike.
std::vector<std::uint8_t> alike_in_pairs(const std::uint8_t* looks, int n) {
  std::vector<std::uint8_t> alike;
  for_each_pair(n, [&](int i, int j) { alike.push_back(looks[i] == looks[j] ? 1 : 0); });
  return alike;
}

class Changer {
 public:
  explicit Changer(const PuzzleDefinition& definition)
      : definition_(definition), parts_(definition.parts()), orbits_(definition.orbits()) {}

  // Pieces of each orbit that is left, by slot.
  [[nodiscard]] std::vector<std::vector<bool>> chosen(const std::vector<PieceHome>& pieces) const {
    std::vector<std::vector<bool>> chosen;
    for (const Orbit& orbit : orbits_) chosen.emplace_back(orbit.pieces, false);
    const OrbitList& given = definition_.orbits();
    for (const PieceHome& piece : pieces) {
      if (piece.orbit < 0 || piece.orbit >= given.size() || piece.slot < 0 ||
          piece.slot >= given[piece.orbit].pieces) {
        throw Error(fmt::format("{} has no piece {} of an orbit {} to ignore", parts_.name,
                                piece.slot + 1, piece.orbit + 1));
      }
      // Of an orbit that has been left out there is nothing to ignore.
      const int k = orbits_.find(given[piece.orbit].name);
      if (k >= 0) chosen[k][piece.slot] = true;
    }
    return chosen;
  }

  [[nodiscard]] std::vector<bool> chosen(const std::vector<std::string>& names) const {
    std::vector<bool> chosen(orbits_.size(), false);
    for (const std::string& name : names) {
      const int k = orbits_.find(name);
      if (k < 0 && definition_.orbits().find(name) < 0) {
        std::string known;
        for (const Orbit& orbit : definition_.orbits()) known += ' ' + orbit.name;
        throw Error(fmt::format("'{}' is no orbit of {} (orbits:{})", name, parts_.name, known));
      }
      // An orbit that has been left out already has nothing to forget.
      if (k >= 0) chosen[k] = true;
    }
    return chosen;
  }

  void omit(const std::vector<bool>& gone) {
    std::vector<Orbit> kept;
    std::vector<int> new_index(orbits_.size(), -1);
    for (int k = 0; k < orbits_.size(); ++k) {
      if (gone[k]) continue;
      new_index[k] = static_cast<int>(kept.size());
      kept.push_back(orbits_[k]);
      if (!parts_.labels.empty()) parts_.labels[new_index[k]] = parts_.labels[k];
    }
    if (kept.empty()) throw Error(fmt::format("no orbit of {} would be left", parts_.name));
    if (!parts_.labels.empty()) parts_.labels.resize(kept.size());
    for_each_state([&](State& state) {
      std::vector<std::uint8_t> bytes;
      for (int k = 0; k < orbits_.size(); ++k) {
        if (gone[k]) continue;
        const auto from = state.bytes.begin() + orbits_.perm_offset(k);
        bytes.insert(bytes.end(), from, from + 2 * orbits_[k].pieces);
      }
      state.bytes = std::move(bytes);
    });
    std::vector<IllegalRule> rules;
    for (IllegalRule& rule : parts_.illegal) {
      if (gone[rule.orbit]) continue;
      rule.orbit = new_index[rule.orbit];
      rules.push_back(std::move(rule));
    }
    parts_.illegal = std::move(rules);
    parts_.orbits = kept;
    orbits_ = OrbitList(std::move(kept));
  }

  void distinguish_all() {
    std::uint8_t* bytes = parts_.solved.bytes.data();
    // A rule about pieces that looked alike is a rule about each of them.
    for (IllegalRule& rule : parts_.illegal) {
      std::vector<std::uint8_t> identities;
      const std::uint8_t* old = bytes + orbits_.perm_offset(rule.orbit);
      for (int slot = 0; slot < orbits_[rule.orbit].pieces; ++slot) {
        if (std::find(rule.identities.begin(), rule.identities.end(), old[slot]) !=
            rule.identities.end()) {
          identities.push_back(static_cast<std::uint8_t>(slot));
        }
      }
      rule.identities = std::move(identities);
    }
    for (int k = 0; k < orbits_.size(); ++k) {
      const int n = orbits_[k].pieces;
      std::uint8_t* perm = bytes + orbits_.perm_offset(k);
      for (int slot = 0; slot < n; ++slot) {
        perm[slot] = static_cast<std::uint8_t>(slot);
        if (perm[n + slot] == kWildOrientation) perm[n + slot] = 0;
      }
    }
    parts_.labels.clear();
  }

  void forget_orientation(const std::vector<bool>& of) {
    for (int k = 0; k < orbits_.size(); ++k) {
      if (!of[k]) continue;
      parts_.orbits[k].orientations = 1;
      for_each_state([&](State& state) {
        const auto ori = state.bytes.begin() + orbits_.ori_offset(k);
        std::fill_n(ori, orbits_[k].pieces, 0);
      });
    }
    orbits_ = OrbitList(parts_.orbits);
  }

  void forget_permutation(const std::vector<bool>& of) {
    for (int k = 0; k < orbits_.size(); ++k) {
      if (!of[k]) continue;
      const auto perm = parts_.solved.bytes.begin() + orbits_.perm_offset(k);
      const auto ori = perm + orbits_[k].pieces;
      const auto end = ori + orbits_[k].pieces;
      std::fill(perm, ori, 0);
      // Pieces that look alike are all wild or none. A piece that was wild must not be asked for an
      // orientation now, so one is enough to make all of them wild.
      if (std::find(ori, end, kWildOrientation) != end) std::fill(ori, end, kWildOrientation);
      if (!parts_.labels.empty()) parts_.labels[k].clear();
    }
    // Where all pieces look alike no piece can be forbidden.
    std::erase_if(parts_.illegal, [&](const IllegalRule& rule) { return of[rule.orbit]; });
  }

  // by slot of each orbit.
  void ignore(const std::vector<std::vector<bool>>& pieces) {
    for (int k = 0; k < orbits_.size(); ++k) {
      const int n = orbits_[k].pieces;
      std::uint8_t* perm = parts_.solved.bytes.data() + orbits_.perm_offset(k);
      std::vector<bool> ignored(n, false);  // by identity: those that look alike go together
      for (int slot = 0; slot < n; ++slot) {
        if (pieces[k][slot]) ignored[perm[slot]] = true;
      }
      if (std::find(ignored.begin(), ignored.end(), true) == ignored.end()) continue;
      const int identities = *std::max_element(perm, perm + n) + 1;
      std::vector<std::uint8_t> renamed(n, 0);
      std::uint8_t next = 0;
      std::optional<std::uint8_t> nobody;
      for (int identity = 0; identity < identities; ++identity) {
        if (ignored[identity] && nobody) {
          renamed[identity] = *nobody;
          continue;
        }
        if (ignored[identity]) nobody = next;
        renamed[identity] = next++;
      }
      rename_in_rules(k, ignored, renamed);
      for (int slot = 0; slot < n; ++slot) {
        if (ignored[perm[slot]]) perm[n + slot] = kWildOrientation;
        perm[slot] = renamed[perm[slot]];
      }
      if (!parts_.labels.empty()) parts_.labels[k].clear();
    }
  }

  // Backwards, so that orbits that are still to be looked at stay where they are.
  void relabel(std::vector<bool> of) {
    for (int k = orbits_.size() - 1; k >= 0; --k) {
      if (!of[k]) continue;
      const int n = orbits_[k].pieces;
      const std::uint8_t* look = parts_.solved.bytes.data() + orbits_.perm_offset(k);
      const auto wild = std::count(look + n, look + 2 * n, kWildOrientation);
      const int looks = *std::max_element(look, look + n) + 1;
      refuse_relabelling(k, looks, static_cast<int>(wild));
      std::vector<bool> only(orbits_.size(), false);
      only[k] = true;
      // Where all are alike, or all different, pairs say nothing.
      const bool in_pairs = looks > 1 && looks < n;
      const bool stays = !in_pairs || (orbits_[k].orientations > 1 && wild == 0);
      if (in_pairs) add_pairs(k, stays);
      if (!stays) continue;
      only.resize(orbits_.size(), false);
      forget_permutation(only);
    }
  }

  void drop_idle_moves() {
    const auto idle = [&](const auto& move) { return changes_nothing(move.action); };
    // What does nothing is not searched any more, but sequences that hold it can still be read.
    for (auto* list : {&parts_.moves, &parts_.rotations}) {
      for (const BaseMove& move : *list) {
        if (idle(move)) parts_.derived.push_back({move.name, "", identity_state(orbits_)});
      }
      std::erase_if(*list, idle);
    }
    for (DerivedMove& move : parts_.derived) {
      if (idle(move)) move = {move.name, "", identity_state(orbits_)};
    }
    if (parts_.moves.empty()) {
      throw Error(fmt::format("no move of {} would do anything; change less", parts_.name));
    }
  }

  [[nodiscard]] PuzzleDefinition make() { return PuzzleDefinition(std::move(parts_)); }

 private:
  template <class Function>
  void for_each_state(const Function& function) {
    function(parts_.solved);
    for (auto* list : {&parts_.moves, &parts_.rotations}) {
      for (BaseMove& move : *list) function(move.action);
    }
    for (DerivedMove& move : parts_.derived) function(move.action);
  }

  void refuse_relabelling(int k, int looks, int wild) const {
    const Orbit& orbit = orbits_[k];
    if (std::any_of(parts_.illegal.begin(), parts_.illegal.end(),
                    [&](const IllegalRule& rule) { return rule.orbit == k; })) {
      throw Error(fmt::format("{} cannot be relabelled: rules tell its pieces apart", orbit.name));
    }
    if (wild != 0 && wild != orbit.pieces) {
      throw Error(
          fmt::format("{} cannot be relabelled: the orientation of some of its pieces counts, and "
                      "of others not",
                      orbit.name));
    }
    if (looks > 1 && looks < orbit.pieces && orbit.pieces > kMostInPairs) {
      throw Error(
          fmt::format("{} cannot be relabelled: it has {} pieces of {} looks, and at most {} "
                      "pieces can be looked at in pairs",
                      orbit.name, orbit.pieces, looks, kMostInPairs));
    }
  }

  // Puts the orbit of the pairs behind orbit k, or in its place.
  void add_pairs(int k, bool keep) {
    const int n = orbits_[k].pieces;
    const int begin = orbits_.perm_offset(k);
    const auto insert = [&](State& state, const std::vector<std::uint8_t>& pairs) {
      const auto at = state.bytes.begin() + begin;
      std::vector<std::uint8_t> bytes(state.bytes.begin(), keep ? at + 2 * n : at);
      bytes.insert(bytes.end(), pairs.begin(), pairs.end());
      bytes.resize(bytes.size() + pairs.size(), 0);
      bytes.insert(bytes.end(), at + 2 * n, state.bytes.end());
      state.bytes = std::move(bytes);
    };
    const State solved = parts_.solved;
    for_each_state([&](State& state) {
      if (&state == &parts_.solved) return;
      std::vector<std::uint8_t> pairs;
      const std::uint8_t* from = state.bytes.data() + begin;
      for_each_pair(n, [&](int i, int j) {
        pairs.push_back(static_cast<std::uint8_t>(pair_index(n, from[i], from[j])));
      });
      insert(state, pairs);
    });
    insert(parts_.solved, alike_in_pairs(solved.bytes.data() + begin, n));
    const Orbit pairs{orbits_[k].name + std::string(kPairs), pair_count(n), 1};
    const int place = keep ? k + 1 : k;
    if (keep) {
      parts_.orbits.insert(parts_.orbits.begin() + place, pairs);
      if (!parts_.labels.empty()) parts_.labels.insert(parts_.labels.begin() + place, {{}});
    } else {
      parts_.orbits[place] = pairs;
      if (!parts_.labels.empty()) parts_.labels[place].clear();
    }
    for (IllegalRule& rule : parts_.illegal) {
      if (rule.orbit >= place && keep) ++rule.orbit;
    }
    orbits_ = OrbitList(parts_.orbits);
  }

  void rename_in_rules(int orbit, const std::vector<bool>& ignored,
                       const std::vector<std::uint8_t>& renamed) {
    const auto count = std::count(ignored.begin(), ignored.end(), true);
    for (IllegalRule& rule : parts_.illegal) {
      if (rule.orbit != orbit) continue;
      const auto inside = std::count_if(rule.identities.begin(), rule.identities.end(),
                                        [&](std::uint8_t identity) { return ignored[identity]; });
      if (inside != 0 && inside != count) {
        throw Error(fmt::format(
            "pieces of {} cannot be ignored together: some of them must not stand in slot {}, "
            "and that blocks moves",
            orbits_[orbit].name, rule.slot + 1));
      }
      for (std::uint8_t& identity : rule.identities) identity = renamed[identity];
      std::sort(rule.identities.begin(), rule.identities.end());
      rule.identities.erase(std::unique(rule.identities.begin(), rule.identities.end()),
                            rule.identities.end());
    }
  }

  // No position looks different after this action.
  [[nodiscard]] bool changes_nothing(const State& action) const {
    for (int k = 0; k < orbits_.size(); ++k) {
      const int n = orbits_[k].pieces;
      const std::uint8_t* perm = action.bytes.data() + orbits_.perm_offset(k);
      const std::uint8_t* solved = parts_.solved.bytes.data() + orbits_.perm_offset(k);
      const bool all_alike = std::count(solved, solved + n, solved[0]) == n;
      const bool unoriented = orbits_[k].orientations == 1 || solved[n] == kWildOrientation;
      if (all_alike && unoriented) continue;
      for (int slot = 0; slot < n; ++slot) {
        if (perm[slot] != slot || perm[n + slot] != 0) return false;
      }
    }
    return true;
  }

  const PuzzleDefinition& definition_;
  PuzzleDefinition::Parts parts_;
  OrbitList orbits_;
};

}  // namespace

bool DefinitionChanges::empty() const noexcept {
  return omit.empty() && !no_orientation && no_orientation_of.empty() &&
         no_permutation_of.empty() && !distinguish_all && ignore.empty() && relabel.empty();
}

PuzzleDefinition change_definition(const PuzzleDefinition& definition,
                                   const DefinitionChanges& changes) {
  if (changes.empty()) return definition;
  Changer changer(definition);
  changer.omit(changer.chosen(changes.omit));
  if (changes.distinguish_all) changer.distinguish_all();
  std::vector<bool> unoriented = changer.chosen(changes.no_orientation_of);
  if (changes.no_orientation) unoriented.assign(unoriented.size(), true);
  changer.forget_orientation(unoriented);
  changer.forget_permutation(changer.chosen(changes.no_permutation_of));
  changer.ignore(changer.chosen(changes.ignore));
  changer.relabel(changer.chosen(changes.relabel));
  changer.drop_idle_moves();
  return changer.make();
}

State change_position(const PuzzleDefinition& plain, const PuzzleDefinition& changed,
                      const State& position) {
  if (position == plain.solved()) return changed.solved();
  const OrbitList& to = changed.orbits();
  State out;
  out.bytes.resize(changed.solved().bytes.size());
  for (int k = 0; k < to.size(); ++k) {
    const int from = plain.orbits().find(to[k].name);
    const int n = to[k].pieces;
    if (from < 0) {
      const int whole =
          plain.orbits().find(to[k].name.substr(0, to[k].name.size() - kPairs.size()));
      const std::vector<std::uint8_t> alike = alike_in_pairs(
          position.bytes.data() + plain.orbits().perm_offset(whole), plain.orbits()[whole].pieces);
      std::copy(alike.begin(), alike.end(), out.bytes.begin() + to.perm_offset(k));
      continue;
    }
    const std::uint8_t* old_solved = plain.solved().bytes.data() + plain.orbits().perm_offset(from);
    const std::uint8_t* new_solved = changed.solved().bytes.data() + to.perm_offset(k);
    const std::uint8_t* old = position.bytes.data() + plain.orbits().perm_offset(from);
    std::uint8_t* now = out.bytes.data() + to.perm_offset(k);
    std::vector<int> renamed(n, -1);
    std::vector<bool> wild(n, false);  // by new identity
    for (int slot = 0; slot < n; ++slot) {
      int& identity = renamed[old_solved[slot]];
      if (identity >= 0 && identity != new_solved[slot]) {
        throw Error(fmt::format(
            "pieces of {} that look alike are told apart, and a position does not say which is "
            "which; give it as moves",
            to[k].name));
      }
      identity = new_solved[slot];
      wild[identity] = new_solved[n + slot] == kWildOrientation;
    }
    for (int slot = 0; slot < n; ++slot) {
      now[slot] = static_cast<std::uint8_t>(renamed[old[slot]]);
      std::uint8_t orientation = to[k].orientations == 1 ? 0 : old[n + slot];
      if (wild[now[slot]]) {
        orientation = kWildOrientation;
      } else if (orientation == kWildOrientation) {
        throw Error(fmt::format(
            "a position does not say the orientations of {} that now matter; give it as moves",
            to[k].name));
      }
      now[n + slot] = orientation;
    }
  }
  return out;
}

}  // namespace gyre
