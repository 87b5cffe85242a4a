// KPuzzle JSON: numbers from 0, orientation by slot, as in our states. Decides what is accepted (a
// missing orbit is the identity, unknown fields are ignored) and how what KPuzzle has no field for
// is kept: gyreRotations, gyreIllegal and gyreLabels.
#include "format/kpuzzle.h"
#include <gyre/base/error.h>

#include "format/block.h"
#include "format/derived.h"
#include "format/json_value.h"
#include "format/kpuzzle_roles.h"
#include "format/lines.h"
#include "format/move_resolver.h"
#include "puzzle/definition/choice.h"
#include "puzzle/definition/name_clash.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace gyre {
namespace {

using Kind = JsonValue::Kind;

// Reads values and says, with the path to them, what they should have been.
class JsonFields {
 public:
  explicit JsonFields(const std::string& file) : file_(file) {}

  [[noreturn]] void fail(const std::string& path, std::string_view message) const {
    throw Error({file_, 0, 0},
                path.empty() ? std::string(message) : fmt::format("{}: {}", path, message));
  }
  const JsonValue& object(const JsonValue& value, const std::string& path) const {
    if (value.kind != Kind::object) fail(path, "expected an object");
    return value;
  }
  const JsonValue& array(const JsonValue& value, const std::string& path) const {
    if (value.kind != Kind::array) fail(path, "expected an array");
    return value;
  }
  const std::string& string(const JsonValue& value, const std::string& path) const {
    if (value.kind != Kind::string) fail(path, "expected a string");
    return value.string;
  }
  int number(const JsonValue& value, int least, int most, const std::string& path) const {
    if (value.kind != Kind::integer || value.integer < least || value.integer > most) {
      fail(path, fmt::format("expected a whole number from {} to {}", least, most));
    }
    return static_cast<int>(value.integer);
  }
  const JsonValue& member(const JsonValue& parent, std::string_view key,
                          const std::string& path) const {
    const JsonValue* found = parent.find(key);
    if (found == nullptr) fail(path, fmt::format("expected the field {}", key));
    return *found;
  }
  // Numbers 0..most, as many as the orbit has pieces.
  std::vector<std::uint8_t> bytes(const JsonValue& value, int count, int most,
                                  const std::string& path) const {
    array(value, path);
    if (static_cast<int>(value.items.size()) != count) {
      fail(path, fmt::format("{} numbers; expected {}", value.items.size(), count));
    }
    std::vector<std::uint8_t> out;
    out.reserve(count);
    for (int i = 0; i < count; ++i) {
      const JsonValue& item = value.items[i];
      if (item.kind != Kind::integer || item.integer < 0 || item.integer > most) {
        number(item, 0, most, fmt::format("{}[{}]", path, i));
      }
      out.push_back(static_cast<std::uint8_t>(item.integer));
    }
    return out;
  }
  // Turns of the pieces of an orbit with so many orientations. JavaScript's remainder has the sign
  // of what was divided, so turns back stand in its definitions and patterns as they are.
  std::vector<std::uint8_t> turns(const JsonValue& value, const Orbit& orbit,
                                  const std::string& path) const {
    array(value, path);
    if (static_cast<int>(value.items.size()) != orbit.pieces) {
      fail(path, fmt::format("{} numbers; expected {}", value.items.size(), orbit.pieces));
    }
    const int most = orbit.orientations - 1;
    std::vector<std::uint8_t> out;
    out.reserve(orbit.pieces);
    for (int i = 0; i < orbit.pieces; ++i) {
      const JsonValue& item = value.items[i];
      if (item.kind != Kind::integer || item.integer < -most || item.integer > most) {
        number(item, -most, most, fmt::format("{}[{}]", path, i));
      }
      const auto turn = static_cast<int>(item.integer);
      out.push_back(static_cast<std::uint8_t>(turn < 0 ? turn + orbit.orientations : turn));
    }
    return out;
  }

 private:
  const std::string& file_;
};

// A pattern as it stands: labels, and wildcards where orientationMod says so. Orbits that are
// missing are marked.
Block read_pattern(const JsonFields& fields, const JsonValue& value, const OrbitList& orbits,
                   const OrbitIndex& index, const std::string& path) {
  fields.object(value, path);
  Block block;
  block.state.bytes.assign(orbits.state_bytes(), 0);
  block.has_permutation.assign(orbits.size(), 0);
  block.has_orientation.assign(orbits.size(), 0);
  for (std::size_t i = 0; i < value.keys.size(); ++i) {
    const std::string here = path.empty() ? value.keys[i] : path + "." + value.keys[i];
    const auto place = index.find(value.keys[i]);
    if (place == index.end()) fields.fail(here, "no such orbit; expected a name of orbits");
    const int k = place->second;
    const int n = orbits[k].pieces;
    const int o = orbits[k].orientations;
    const JsonValue& orbit = fields.object(value.items[i], here);
    const auto pieces =
        fields.bytes(fields.member(orbit, "pieces", here), n, kMaxPieces - 1, here + ".pieces");
    std::uint8_t* perm = block.state.bytes.data() + orbits.perm_offset(k);
    std::copy(pieces.begin(), pieces.end(), perm);
    block.has_permutation[k] = 1;
    if (const JsonValue* ori = orbit.find("orientation")) {
      const auto given = fields.turns(*ori, orbits[k], here + ".orientation");
      std::copy(given.begin(), given.end(), perm + n);
    }
    const JsonValue* mod = orbit.find("orientationMod");
    if (mod == nullptr) continue;
    block.has_orientation[k] = 1;
    const auto given = fields.bytes(*mod, n, kMaxOrientations, here + ".orientationMod");
    for (int slot = 0; slot < n; ++slot) {
      if (given[slot] == 0 || given[slot] == o) continue;
      if (given[slot] != 1) {
        fields.fail(fmt::format("{}.orientationMod[{}]", here, slot),
                    fmt::format("{} is not supported; expected 0 (all orientations count) or 1 "
                                "(none does)",
                                given[slot]));
      }
      perm[n + slot] = kWildOrientation;
    }
  }
  return block;
}

class KPuzzleReader {
 public:
  KPuzzleReader(const std::string& file, std::stop_token stop)
      : fields_(file), file_(file), stop_(std::move(stop)) {}

  PuzzleDefinition read(std::string_view text) {
    const JsonValue root = read_json(text, file_, stop_);
    fields_.object(root, "");
    parts_.name = fields_.string(fields_.member(root, "name", ""), "name");
    read_orbits(fields_.member(root, "orbits", ""));
    read_solved(fields_.member(root, "defaultPattern", ""), root.find("gyreLabels"));
    read_moves(fields_.member(root, "moves", ""), root.find("derivedMoves"));
    const JsonValue* rules = root.find("gyreIllegal");
    give_roles(root.find("gyreRotations"), rules != nullptr);
    if (rules != nullptr) read_illegal(*rules);
    try {
      return PuzzleDefinition(std::move(parts_));
    } catch (const Error& error) {
      throw Error({file_, 0, 0}, error.message());
    }
  }

 private:
  void check_number(std::size_t number, std::size_t most, const char* path) const {
    if (number > most) fields_.fail(path, fmt::format("expected at most {} of them", most));
  }
  void check_stop() const { throw_if_stopped(stop_, "reading " + file_); }

  void read_orbits(const JsonValue& value) {
    fields_.array(value, "orbits");
    if (value.items.size() > kMaxOrbits) {
      fields_.fail("orbits", fmt::format("a puzzle has at most {} orbits", kMaxOrbits));
    }
    std::int64_t state_bytes = 0;
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      const std::string path = fmt::format("orbits[{}]", i);
      const JsonValue& item = fields_.object(value.items[i], path);
      Orbit orbit;
      orbit.name = fields_.string(fields_.member(item, "orbitName", path), path + ".orbitName");
      orbit.pieces = fields_.number(fields_.member(item, "numPieces", path), 1, kMaxPieces,
                                    path + ".numPieces");
      orbit.orientations = fields_.number(fields_.member(item, "numOrientations", path), 1,
                                          kMaxOrientations, path + ".numOrientations");
      if (!is_orbit_name(orbit.name)) {
        fields_.fail(path + ".orbitName",
                     fmt::format("an orbit cannot be named {}; expected a name of at most {} bytes "
                                 "without white space that starts with a letter and is not End",
                                 in_quotes(orbit.name), kMaxNameLength));
      }
      if (!index_.emplace(orbit.name, static_cast<int>(i)).second) {
        fields_.fail(path + ".orbitName", fmt::format("orbit {} stands twice", orbit.name));
      }
      state_bytes += 2 * orbit.pieces;
      if (state_bytes > kMaxStateBytes) {
        fields_.fail(path,
                     fmt::format("a state would need more than {} bytes; expected fewer orbits",
                                 kMaxStateBytes));
      }
      parts_.orbits.push_back(std::move(orbit));
    }
    if (parts_.orbits.empty()) fields_.fail("orbits", "expected at least one orbit");
    orbits_ = OrbitList(parts_.orbits);
  }

  void read_solved(const JsonValue& value, const JsonValue* labels) {
    const Block block = read_pattern(fields_, value, orbits_, index_, "defaultPattern");
    parts_.solved = block.state;
    parts_.labels = pack_labels(orbits_, block, parts_.solved);
    if (labels == nullptr) return;
    fields_.object(*labels, "gyreLabels");
    parts_.labels.resize(orbits_.size());
    for (std::size_t i = 0; i < labels->keys.size(); ++i) {
      const std::string path = "gyreLabels." + labels->keys[i];
      const auto place = index_.find(labels->keys[i]);
      if (place == index_.end()) fields_.fail(path, "no such orbit; expected a name of orbits");
      const int k = place->second;
      if (!parts_.labels[k].empty()) {
        fields_.fail(path, "expected pieces without gaps in the defaultPattern beside labels");
      }
      const std::uint8_t* perm = parts_.solved.bytes.data() + orbits_.perm_offset(k);
      const int identities = *std::max_element(perm, perm + orbits_[k].pieces) + 1;
      parts_.labels[k] = fields_.bytes(labels->items[i], identities, kMaxPieces - 1, path);
    }
  }

  void read_moves(const JsonValue& moves, const JsonValue* derived) {
    fields_.object(moves, "moves");
    check_number(moves.keys.size(), kMaxMoves, "moves");
    MoveResolver resolver(orbits_, parts_.name, stop_);
    for (std::size_t i = 0; i < moves.keys.size(); ++i) {
      check_stop();
      const std::string& name = moves.keys[i];
      check_name(resolver, name, "moves");
      resolver.add_action(name, read_transformation(moves.items[i], "moves." + name));
    }
    if (derived != nullptr) {
      fields_.object(*derived, "derivedMoves");
      check_number(derived->keys.size(), kMaxDerivedMoves, "derivedMoves");
      for (std::size_t i = 0; i < derived->keys.size(); ++i) {
        const std::string& name = derived->keys[i];
        check_name(resolver, name, "derivedMoves");
        const std::string path = "derivedMoves." + name;
        resolver.add_alg(name, fields_.string(derived->items[i], path),
                         {fmt::format("{}: {}", file_, path), 0, 0}, false);
      }
    }
    resolver.resolve();
    for (const std::string& name : moves.keys) {
      parts_.moves.push_back({name, resolver.action(name), 0});
    }
    if (derived == nullptr) return;
    for (std::size_t i = 0; i < derived->keys.size(); ++i) {
      const std::string& name = derived->keys[i];
      parts_.derived.push_back({name, derived->items[i].string, resolver.action(name)});
    }
  }

  // Which moves turn the whole puzzle, and which derived moves are moves. What gyre wrote says so,
  // and where only legal positions count, what moves do says too little.
  void give_roles(const JsonValue* rotations, bool ruled) {
    const bool as_named = rotations != nullptr || ruled;
    KPuzzleRoles roles = as_named ? named_roles(parts_.moves, parts_.derived)
                                  : find_roles(orbits_, parts_.moves, parts_.derived);
    if (rotations != nullptr) read_rotations(*rotations, roles.is_rotation);
    std::vector<BaseMove> moves;
    for (std::size_t i = 0; i < parts_.moves.size(); ++i) {
      (roles.is_rotation[i] ? parts_.rotations : moves).push_back(std::move(parts_.moves[i]));
    }
    parts_.moves = std::move(moves);
    // Not where a move would then have the name of another's power: as derived moves both can stay.
    PuzzleDefinition::Parts with_more = parts_;
    make_moves(roles.is_move, with_more);
    for (auto* list : {&with_more.moves, &with_more.rotations}) {
      for (BaseMove& move : *list) {
        move.order = static_cast<int>(
            std::min<std::int64_t>(state_order(orbits_, move.action), kMaxMoveOrder));
      }
    }
    if (!find_name_clash(with_more)) parts_ = std::move(with_more);
  }

  void read_rotations(const JsonValue& names, std::vector<bool>& is_rotation) const {
    fields_.array(names, "gyreRotations");
    for (std::size_t i = 0; i < names.items.size(); ++i) {
      const std::string path = fmt::format("gyreRotations[{}]", i);
      const std::string& name = fields_.string(names.items[i], path);
      const auto place = std::find_if(parts_.moves.begin(), parts_.moves.end(),
                                      [&](const BaseMove& move) { return move.name == name; });
      if (place == parts_.moves.end()) {
        fields_.fail(path, fmt::format("{} is no move; expected a name of moves", in_quotes(name)));
      }
      is_rotation[place - parts_.moves.begin()] = true;
    }
  }

  void check_name(const MoveResolver& resolver, const std::string& name,
                  const std::string& path) const {
    if (!is_move_name(name)) {
      fields_.fail(path, fmt::format("a move cannot be named {}; expected 1 to {} bytes without "
                                     "white space, no # first",
                                     in_quotes(name), kMaxNameLength));
    }
    if (resolver.contains(name)) {
      fields_.fail(path, fmt::format("the name {} stands in moves too", in_quotes(name)));
    }
    if (!resolver.has_room()) {
      fields_.fail(path, fmt::format("the moves need more than {} MiB; expected a smaller puzzle",
                                     kMaxActionBytes >> 20U));
    }
  }

  State read_transformation(const JsonValue& value, const std::string& path) const {
    fields_.object(value, path);
    State action = identity_state(orbits_);
    for (std::size_t i = 0; i < value.keys.size(); ++i) {
      const std::string here = path + "." + value.keys[i];
      const auto place = index_.find(value.keys[i]);
      if (place == index_.end()) fields_.fail(here, "no such orbit; expected a name of orbits");
      const int k = place->second;
      const int n = orbits_[k].pieces;
      const JsonValue& orbit = fields_.object(value.items[i], here);
      std::uint8_t* perm = action.bytes.data() + orbits_.perm_offset(k);
      const auto given = fields_.bytes(fields_.member(orbit, "permutation", here), n, n - 1,
                                       here + ".permutation");
      std::copy(given.begin(), given.end(), perm);
      std::array<bool, 256> seen{};
      for (int slot = 0; slot < n; ++slot) {
        if (seen[perm[slot]]) {
          fields_.fail(fmt::format("{}.permutation[{}]", here, slot),
                       fmt::format("{} stands twice; expected each number from 0 to {} once",
                                   perm[slot], n - 1));
        }
        seen[perm[slot]] = true;
      }
      if (const JsonValue* delta = orbit.find("orientationDelta")) {
        const auto twist = fields_.turns(*delta, orbits_[k], here + ".orientationDelta");
        std::copy(twist.begin(), twist.end(), perm + n);
      }
    }
    return action;
  }

  void read_illegal(const JsonValue& rules) {
    fields_.array(rules, "gyreIllegal");
    for (std::size_t i = 0; i < rules.items.size(); ++i) {
      const std::string path = fmt::format("gyreIllegal[{}]", i);
      const JsonValue& item = fields_.object(rules.items[i], path);
      const std::string& name =
          fields_.string(fields_.member(item, "orbit", path), path + ".orbit");
      const auto place = index_.find(name);
      if (place == index_.end()) {
        fields_.fail(path + ".orbit", fmt::format("{} is no orbit", in_quotes(name)));
      }
      IllegalRule rule;
      rule.orbit = place->second;
      rule.slot = fields_.number(fields_.member(item, "slot", path), 0,
                                 orbits_[rule.orbit].pieces - 1, path + ".slot");
      const JsonValue& pieces =
          fields_.array(fields_.member(item, "pieces", path), path + ".pieces");
      for (const JsonValue& piece : pieces.items) {
        rule.identities.push_back(
            static_cast<std::uint8_t>(fields_.number(piece, 0, kMaxPieces - 1, path + ".pieces")));
      }
      parts_.illegal.push_back(std::move(rule));
    }
  }

  JsonFields fields_;
  const std::string& file_;
  std::stop_token stop_;
  PuzzleDefinition::Parts parts_;
  OrbitList orbits_;
  OrbitIndex index_;
};

// Patterns may hold packed identities, as write_kpuzzle and write_kpattern write them, or the
// definition's labels. No pattern is good both ways: packed identities run from 0 without a gap,
// labels do not.
void labels_from_packed(const PuzzleDefinition& definition, int k, Block& block) {
  if (definition.parts().labels.empty() || definition.parts().labels[k].empty()) return;
  const auto begin = block.state.bytes.begin() + definition.orbits().perm_offset(k);
  const auto end = begin + definition.orbits()[k].pieces;
  if (std::any_of(begin, end, [&](int v) { return v >= definition.identities(k); })) return;
  std::transform(begin, end, begin,
                 [&](int v) { return static_cast<std::uint8_t>(definition.label(k, v)); });
}

template <class Bytes>
std::string json_numbers(const Bytes& bytes) {
  return fmt::format("[{}]", fmt::join(bytes, ", "));
}

std::string orbit_key(const Orbit& orbit) {
  return json_string(orbit.name);
}

// One orbit a line.
std::string pattern_text(const OrbitList& orbits, const State& state, const std::string& indent) {
  std::string out = "{";
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    const auto perm = state.bytes.begin() + orbits.perm_offset(k);
    const std::vector<std::uint8_t> pieces(perm, perm + n);
    std::vector<std::uint8_t> ori(perm + n, perm + 2 * n);
    std::vector<int> mod(n, 0);
    for (int slot = 0; slot < n; ++slot) {
      if (ori[slot] != kWildOrientation) continue;
      ori[slot] = 0;
      mod[slot] = 1;
    }
    out += fmt::format("{}\n{}  {}: {{\"pieces\": {}, \"orientation\": {}", k == 0 ? "" : ",",
                       indent, orbit_key(orbits[k]), json_numbers(pieces), json_numbers(ori));
    if (std::find(mod.begin(), mod.end(), 1) != mod.end()) {
      out += fmt::format(", \"orientationMod\": {}", json_numbers(mod));
    }
    out += '}';
  }
  return out + "\n" + indent + "}";
}

std::string transformation_text(const OrbitList& orbits, const State& action) {
  std::string out = "{";
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    const auto perm = action.bytes.begin() + orbits.perm_offset(k);
    out += fmt::format("{}\n      {}: {{\"permutation\": {}, \"orientationDelta\": {}}}",
                       k == 0 ? "" : ",", orbit_key(orbits[k]),
                       json_numbers(std::vector<std::uint8_t>(perm, perm + n)),
                       json_numbers(std::vector<std::uint8_t>(perm + n, perm + 2 * n)));
  }
  return out + "\n    }";
}

// Members of an object, one a line; nothing if there are none.
void append_object(std::string_view name, const std::vector<std::string>& members, char open,
                   char close, std::string& out) {
  if (members.empty()) return;
  out += fmt::format(",\n  \"{}\": {}\n    {}\n  {}", name, open, fmt::join(members, ",\n    "),
                     close);
}

}  // namespace

PuzzleDefinition read_kpuzzle(std::string_view text, const std::string& file,
                              const std::stop_token& stop) {
  return KPuzzleReader(file, stop).read(text);
}

std::string write_kpuzzle(const PuzzleDefinition& definition) {
  const OrbitList& orbits = definition.orbits();
  std::vector<std::string> members;
  for (const Orbit& orbit : orbits) {
    members.push_back(
        fmt::format("{{\"orbitName\": {}, \"numPieces\": {}, \"numOrientations\": {}}}",
                    orbit_key(orbit), orbit.pieces, orbit.orientations));
  }
  std::string out = fmt::format("{{\n  \"name\": {}", json_string(definition.name()));
  append_object("orbits", members, '[', ']', out);
  out += ",\n  \"defaultPattern\": " + pattern_text(orbits, definition.solved(), "  ");
  members.clear();
  for (const auto* list : {&definition.moves(), &definition.rotations()}) {
    for (const BaseMove& move : *list) {
      members.push_back(json_string(move.name) + ": " + transformation_text(orbits, move.action));
    }
  }
  append_object("moves", members, '{', '}', out);
  members.clear();
  const std::vector<bool> writable = writable_derived(definition, false);
  for (std::size_t i = 0; i < writable.size(); ++i) {
    const DerivedMove& move = definition.derived()[i];
    if (!writable[i]) continue;
    members.push_back(json_string(move.name) + ": " + json_string(move.definition));
  }
  append_object("derivedMoves", members, '{', '}', out);
  members.clear();
  for (const BaseMove& rotation : definition.rotations()) {
    members.push_back(json_string(rotation.name));
  }
  // Also if there are none: then no move is taken for one.
  out += fmt::format(",\n  \"gyreRotations\": [{}]", fmt::join(members, ", "));
  members.clear();
  for (int k = 0; k < orbits.size(); ++k) {
    if (definition.parts().labels.empty() || definition.parts().labels[k].empty()) continue;
    members.push_back(orbit_key(orbits[k]) + ": " + json_numbers(definition.parts().labels[k]));
  }
  append_object("gyreLabels", members, '{', '}', out);
  members.clear();
  for (const IllegalRule& rule : definition.illegal()) {
    members.push_back(fmt::format("{{\"orbit\": {}, \"slot\": {}, \"pieces\": {}}}",
                                  orbit_key(orbits[rule.orbit]), rule.slot,
                                  json_numbers(rule.identities)));
  }
  append_object("gyreIllegal", members, '[', ']', out);
  return out + "\n}\n";
}

State read_kpattern(const PuzzleDefinition& definition, std::string_view text,
                    const std::string& file) {
  const JsonFields fields(file);
  const OrbitList& orbits = definition.orbits();
  const JsonValue root = read_json(text, file);
  fields.object(root, "");
  const JsonValue* data = orbits.find("patternData") < 0 ? root.find("patternData") : nullptr;
  Block block = read_pattern(fields, data == nullptr ? root : *data, orbits, index_orbits(orbits),
                             data == nullptr ? "" : "patternData");
  try {
    for (int k = 0; k < orbits.size(); ++k) {
      labels_from_packed(definition, k, block);
      to_identities(definition, k, 0, block);
    }
    definition.check_position(block.state);
  } catch (const Error& error) {
    throw Error({file, 0, 0}, error.message());
  }
  return std::move(block.state);
}

std::string write_kpattern(const PuzzleDefinition& definition, const State& state) {
  return pattern_text(definition.orbits(), state, "") + "\n";
}

}  // namespace gyre
