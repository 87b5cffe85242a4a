#include "format/block.h"

#include <fmt/format.h>

#include <array>

namespace gyre {
namespace {

class BlockReader {
 public:
  BlockReader(LineCursor& cursor, const OrbitList& orbits, const OrbitIndex& index, BlockKind kind,
              int first)
      : cursor_(cursor), orbits_(orbits), index_(index), kind_(kind), first_(first) {
    if (kind == BlockKind::move) {
      block_.state = identity_state(orbits);
    } else {
      block_.state.bytes.assign(orbits.state_bytes(), 0);
    }
    block_.has_permutation.assign(orbits.size(), 0);
    block_.has_orientation.assign(orbits.size(), 0);
  }

  Block read() {
    const SourcePlace opener = cursor_.place(cursor_.tokens().front());
    const std::string opened(cursor_.tokens().front().text);
    while (cursor_.next()) {
      const std::vector<LineToken>& tokens = cursor_.tokens();
      if (tokens.front().text == "End") {
        cursor_.expect_tokens(1, "End alone on its line");
        if (wants_ == Wants::permutation) {
          cursor_.fail(tokens.front(), fmt::format("orbit {} has no numbers; expected {} of them",
                                                   orbits_[orbit_].name, orbits_[orbit_].pieces));
        }
        return std::move(block_);
      }
      if (wants_ == Wants::permutation) {
        read_permutation();
      } else if (wants_ == Wants::orientation && looks_like_numbers()) {
        read_orientation();
      } else {
        read_name();
      }
    }
    throw Error(opener, fmt::format("this {} block never ends; expected a line with End", opened));
  }

 private:
  enum class Wants { name, permutation, orientation };

  [[nodiscard]] bool looks_like_numbers() const {
    const char c = cursor_.tokens().front().text.front();
    return (c >= '0' && c <= '9') || c == '?' || c == '-' || c == '+';
  }

  void read_name() {
    const LineToken& token = cursor_.tokens().front();
    const auto place = index_.find(std::string(token.text));
    if (place == index_.end()) {
      cursor_.fail(token, fmt::format("{} is no orbit; expected the name of a Set{} or End",
                                      in_quotes(token.text),
                                      wants_ == Wants::orientation ? ", orientations" : ""));
    }
    cursor_.expect_tokens(1, "the name of the orbit alone on its line");
    orbit_ = place->second;
    if (block_.has_permutation[orbit_] != 0) {
      cursor_.fail(token, fmt::format("orbit {} stands twice in this block", token.text));
    }
    block_.has_permutation[orbit_] = 1;
    wants_ = Wants::permutation;
  }

  void expect_count(std::string_view what) const {
    const auto n = static_cast<std::size_t>(orbits_[orbit_].pieces);
    const std::size_t have = cursor_.tokens().size();
    if (have == n) return;
    throw Error(
        have < n ? cursor_.place_behind() : cursor_.place(cursor_.tokens()[n]),
        fmt::format("{} {} for orbit {}; expected {}", have, what, orbits_[orbit_].name, n));
  }

  void read_permutation() {
    expect_count(kind_ == BlockKind::move ? "places" : "pieces");
    const int n = orbits_[orbit_].pieces;
    std::uint8_t* perm = block_.state.bytes.data() + orbits_.perm_offset(orbit_);
    const int highest = kind_ == BlockKind::move ? n - 1 : kMaxPieces - 1;
    std::array<bool, 256> seen{};
    for (int slot = 0; slot < n; ++slot) {
      const LineToken& token = cursor_.tokens()[slot];
      const int value = cursor_.number(token, first_, first_ + highest, "piece") - first_;
      if (kind_ == BlockKind::move && seen[value]) {
        cursor_.fail(token,
                     fmt::format("{} stands twice; a move holds each number from {} to {} once",
                                 token.text, first_, first_ + highest));
      }
      seen[value] = true;
      perm[slot] = static_cast<std::uint8_t>(value);
    }
    wants_ = Wants::orientation;
  }

  void read_orientation() {
    expect_count("orientations");
    const int n = orbits_[orbit_].pieces;
    const int orientations = orbits_[orbit_].orientations;
    const std::uint8_t* perm = block_.state.bytes.data() + orbits_.perm_offset(orbit_);
    std::uint8_t* ori = block_.state.bytes.data() + orbits_.ori_offset(orbit_);
    // For each label: 0 unseen, 1 oriented, 2 wild.
    std::array<char, 256> kind{};
    for (int slot = 0; slot < n; ++slot) {
      const LineToken& token = cursor_.tokens()[slot];
      bool wild = token.text == "?";
      if (wild && kind_ == BlockKind::move) {
        cursor_.fail(token, "a move cannot have the orientation '?'; expected a number");
      }
      ori[slot] = wild ? kWildOrientation
                       : static_cast<std::uint8_t>(
                             cursor_.number(token, 0, orientations - 1, "orientation"));
      if (wild && orientations == 1) {
        // With one orientation there is nothing to leave open.
        ori[slot] = 0;
        wild = false;
      }
      const char now = wild ? 2 : 1;
      char& before = kind[perm[slot]];
      if (kind_ == BlockKind::position && before != 0 && before != now) {
        cursor_.fail(token,
                     fmt::format("pieces that look alike (here {}) must all have the orientation "
                                 "'?' or none of them",
                                 perm[slot] + first_));
      }
      before = now;
    }
    block_.has_orientation[orbit_] = 1;
    wants_ = Wants::name;
  }

  LineCursor& cursor_;
  const OrbitList& orbits_;
  const OrbitIndex& index_;
  BlockKind kind_;
  int first_;
  int orbit_ = 0;
  Wants wants_ = Wants::name;
  Block block_;
};

}  // namespace

OrbitIndex index_orbits(const OrbitList& orbits) {
  OrbitIndex index;
  for (int k = 0; k < orbits.size(); ++k) index.emplace(orbits[k].name, k);
  return index;
}

Block read_block(LineCursor& cursor, const OrbitList& orbits, const OrbitIndex& index,
                 BlockKind kind, int first) {
  return BlockReader(cursor, orbits, index, kind, first).read();
}

std::vector<std::vector<std::uint8_t>> pack_labels(const OrbitList& orbits, const Block& block,
                                                   State& solved) {
  std::vector<std::vector<std::uint8_t>> all_labels(orbits.size());
  bool any_gap = false;
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    std::uint8_t* perm = solved.bytes.data() + orbits.perm_offset(k);
    if (block.has_permutation[k] == 0) {
      for (int slot = 0; slot < n; ++slot) perm[slot] = static_cast<std::uint8_t>(slot);
      continue;
    }
    std::array<bool, 256> used{};
    for (int slot = 0; slot < n; ++slot) used[perm[slot]] = true;
    std::array<std::uint8_t, 256> identity{};
    std::vector<std::uint8_t> labels;
    for (int label = 0; label < 256; ++label) {
      if (!used[label]) continue;
      identity[label] = static_cast<std::uint8_t>(labels.size());
      labels.push_back(static_cast<std::uint8_t>(label));
    }
    if (labels.back() + std::size_t{1} == labels.size()) continue;
    for (int slot = 0; slot < n; ++slot) perm[slot] = identity[perm[slot]];
    all_labels[k] = std::move(labels);
    any_gap = true;
  }
  if (!any_gap) all_labels.clear();
  return all_labels;
}

void to_identities(const PuzzleDefinition& definition, int orbit, int first, Block& block) {
  const OrbitList& orbits = definition.orbits();
  const int n = orbits[orbit].pieces;
  const std::uint8_t* solved = definition.solved().bytes.data() + orbits.perm_offset(orbit);
  std::uint8_t* perm = block.state.bytes.data() + orbits.perm_offset(orbit);
  if (block.has_permutation[orbit] == 0) {
    std::copy_n(solved, 2 * n, perm);
    return;
  }
  std::array<int, 256> identity{};
  identity.fill(-1);
  for (int i = 0; i < definition.identities(orbit); ++i) identity[definition.label(orbit, i)] = i;
  std::array<bool, 256> wild{};
  for (int slot = 0; slot < n; ++slot) {
    wild[solved[slot]] = solved[n + slot] == kWildOrientation;
  }
  for (int slot = 0; slot < n; ++slot) {
    const int found = identity[perm[slot]];
    if (found < 0) {
      throw Error(fmt::format("orbit {}, slot {}: {} has no piece {}", orbits[orbit].name, slot + 1,
                              definition.name(), perm[slot] + first));
    }
    perm[slot] = static_cast<std::uint8_t>(found);
    if (block.has_orientation[orbit] == 0 && wild[found]) perm[n + slot] = kWildOrientation;
  }
}

}  // namespace gyre
