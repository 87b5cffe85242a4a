// Reading definition files. Decides the order of commands and what each means; lines, numbers and
// blocks are read by lines.h and block.h, moves made of other moves by move_resolver.h.
#include "format/tws.h"

#include "base/text.h"
#include "format/block.h"
#include "format/lines.h"
#include "format/move_resolver.h"
#include "puzzle/definition/name_clash.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace gyre {
namespace {

class TwsReader {
 public:
  TwsReader(std::string_view text, const std::string& file, const std::stop_token& stop)
      : cursor_(text, file, stop), file_(file), stop_(stop) {}

  PuzzleDefinition read() {
    while (cursor_.next()) read_command();
    finish();
    try {
      return PuzzleDefinition(std::move(parts_));
    } catch (const Error& error) {
      if (error.place().line != 0) throw;
      throw Error({file_, 0, 0}, error.message());
    }
  }

 private:
  enum class Stage { name, sets, moves };
  enum class MoveKind { given, sequence, alias };

  // Where a move is to go once all names are known.
  struct PendingMove {
    std::string name;
    std::string definition;
    MoveKind kind;
    SourcePlace place;
  };

  [[nodiscard]] const LineToken& token(std::size_t i) const { return cursor_.tokens()[i]; }

  void read_command() {
    const std::string_view command = token(0).text;
    if (stage_ == Stage::name) {
      if (command != "Name") {
        cursor_.fail(token(0), fmt::format("expected Name NAME as the first command, not {}",
                                           in_quotes(command)));
      }
      cursor_.expect_tokens(2, "Name NAME");
      parts_.name = token(1).text;
      if (has_control_characters(parts_.name)) {
        cursor_.fail(token(1), fmt::format("a puzzle cannot be named {}; expected no control "
                                           "characters",
                                           in_quotes(parts_.name)));
      }
      stage_ = Stage::sets;
    } else if (command == "Set") {
      read_set();
    } else if (command == "Solved" || command == "StartState") {
      read_solved();
    } else if (command == "Move" || command == "MoveTransformation") {
      read_move();
    } else if (command == "MoveAlias") {
      read_alias();
    } else if (command == "MoveSequence") {
      read_sequence();
    } else if (command == "Illegal") {
      read_illegal();
    } else if (command == "Name") {
      cursor_.fail(token(0), "Name stands twice; expected it once, as the first command");
    } else if (command == "End") {
      cursor_.fail(token(0),
                   "End without a block; a block starts with Solved, StartState, Move or "
                   "MoveTransformation");
    } else {
      cursor_.fail(
          token(0),
          fmt::format("{} is no command; expected {}", in_quotes(command),
                      stage_ == Stage::sets
                          ? "Set, Solved or StartState"
                          : "Move, MoveTransformation, MoveAlias, MoveSequence or Illegal"));
    }
  }

  void read_set() {
    if (stage_ != Stage::sets) {
      cursor_.fail(token(0), "Set stands too late; all Sets come before the solved state");
    }
    cursor_.expect_tokens(4, "Set NAME PIECES ORIENTATIONS");
    Orbit orbit;
    orbit.name = token(1).text;
    orbit.pieces = cursor_.number(token(2), 1, kMaxPieces, "number of pieces");
    orbit.orientations = cursor_.number(token(3), 1, kMaxOrientations, "number of orientations");
    if (!is_orbit_name(orbit.name)) {
      cursor_.fail(token(1),
                   fmt::format("an orbit cannot be named {}; expected a name of at most {} "
                               "bytes that starts with a letter and is not End",
                               in_quotes(orbit.name), kMaxNameLength));
    }
    if (!orbit_index_.emplace(orbit.name, static_cast<int>(parts_.orbits.size())).second) {
      cursor_.fail(token(1), fmt::format("orbit {} stands twice", orbit.name));
    }
    if (parts_.orbits.size() == kMaxOrbits) {
      cursor_.fail(token(0), fmt::format("a puzzle has at most {} orbits", kMaxOrbits));
    }
    state_bytes_ += 2 * orbit.pieces;
    if (state_bytes_ > kMaxStateBytes) {
      cursor_.fail(token(0),
                   fmt::format("a state would need more than {} bytes; expected fewer Sets",
                               kMaxStateBytes));
    }
    parts_.orbits.push_back(std::move(orbit));
  }

  void read_solved() {
    if (stage_ != Stage::sets) {
      cursor_.fail(token(0), "a second solved state; expected Solved or StartState once");
    }
    if (parts_.orbits.empty()) {
      cursor_.fail(token(0),
                   "expected at least one Set NAME PIECES ORIENTATIONS before the solved "
                   "state");
    }
    const bool from_one = token(0).text == "Solved";
    cursor_.expect_tokens(1,
                          from_one ? "Solved alone on its line" : "StartState alone on its line");
    orbits_ = OrbitList(parts_.orbits);
    resolver_.emplace(orbits_, parts_.name, stop_);
    const Block block =
        read_block(cursor_, orbits_, orbit_index_, BlockKind::position, from_one ? 1 : 0);
    parts_.solved = block.state;
    parts_.labels = pack_labels(orbits_, block, parts_.solved);
    stage_ = Stage::moves;
  }

  void expect_after_solved() const {
    if (stage_ != Stage::moves) {
      cursor_.fail(token(0), fmt::format("{} stands too early; expected Set, Solved or StartState",
                                         token(0).text));
    }
  }

  // Registers a name, which must be new.
  void note_move(const LineToken& token, std::string definition, MoveKind kind) {
    std::string name(token.text);
    if (!is_move_name(name)) {
      cursor_.fail(token, fmt::format("a move cannot be named {}; expected at most {} bytes and no "
                                      "# first",
                                      in_quotes(name), kMaxNameLength));
    }
    const auto [place, is_new] = lines_of_names_.emplace(name, cursor_.line());
    if (!is_new) {
      cursor_.fail(token, fmt::format("the name {} is taken; line {} defines it", in_quotes(name),
                                      place->second));
    }
    std::size_t& number = kind == MoveKind::alias ? aliases_ : given_;
    const std::size_t most = kind == MoveKind::alias ? kMaxDerivedMoves : kMaxMoves;
    if (++number > most) {
      cursor_.fail(token, fmt::format("a puzzle has at most {} {}", most,
                                      kind == MoveKind::alias ? "aliases" : "moves"));
    }
    if (!resolver_->has_room()) {
      cursor_.fail(token, fmt::format("the moves need more than {} MiB; expected a smaller puzzle",
                                      kMaxActionBytes >> 20U));
    }
    moves_.push_back({std::move(name), std::move(definition), kind, cursor_.place(token)});
  }

  void read_move() {
    expect_after_solved();
    const bool from_one = token(0).text == "Move";
    cursor_.expect_tokens(2, from_one ? "Move NAME" : "MoveTransformation NAME");
    const std::string name(token(1).text);
    note_move(token(1), "", MoveKind::given);
    Block block = read_block(cursor_, orbits_, orbit_index_, BlockKind::move, from_one ? 1 : 0);
    if (from_one) orientation_by_slot(block.state);
    resolver_->add_action(name, std::move(block.state));
  }

  // The Move block gives orientation by piece; inside it belongs to the slot.
  void orientation_by_slot(State& action) const {
    std::array<std::uint8_t, 256> given{};
    for (int k = 0; k < orbits_.size(); ++k) {
      const int n = orbits_[k].pieces;
      std::uint8_t* perm = action.bytes.data() + orbits_.perm_offset(k);
      std::copy_n(perm + n, n, given.begin());
      for (int slot = 0; slot < n; ++slot) perm[n + slot] = given[perm[slot]];
    }
  }

  void read_alias() {
    expect_after_solved();
    cursor_.expect_tokens(3, "MoveAlias NAME MOVE");
    const std::string text(token(2).text);
    note_move(token(1), text, MoveKind::alias);
    resolver_->add_alg(std::string(token(1).text), text, cursor_.place(token(2)), true);
  }

  void read_sequence() {
    expect_after_solved();
    if (cursor_.tokens().size() < 3) cursor_.expect_tokens(3, "MoveSequence NAME MOVES");
    const std::string text(cursor_.rest_from(token(2)));
    note_move(token(1), text, MoveKind::sequence);
    resolver_->add_alg(std::string(token(1).text), text, cursor_.place(token(2)), false);
  }

  void read_illegal() {
    expect_after_solved();
    if (cursor_.tokens().size() < 4) cursor_.expect_tokens(4, "Illegal ORBIT SLOT PIECE...");
    const auto place = orbit_index_.find(std::string(token(1).text));
    if (place == orbit_index_.end()) {
      cursor_.fail(token(1), fmt::format("{} is no orbit; expected the name of a Set",
                                         in_quotes(token(1).text)));
    }
    IllegalRule rule;
    rule.orbit = place->second;
    rule.slot = cursor_.number(token(2), 1, orbits_[rule.orbit].pieces, "slot") - 1;
    for (std::size_t i = 3; i < cursor_.tokens().size(); ++i) {
      const int label = cursor_.number(token(i), 1, kMaxPieces, "piece") - 1;
      rule.identities.push_back(identity_of(rule.orbit, label, token(i)));
    }
    const std::uint8_t home = parts_.solved.bytes[orbits_.perm_offset(rule.orbit) + rule.slot];
    for (std::size_t i = 0; i < rule.identities.size(); ++i) {
      if (rule.identities[i] == home) {
        cursor_.fail(token(3 + i),
                     "the solved state has this piece in this slot; expected pieces "
                     "that are elsewhere when solved");
      }
    }
    parts_.illegal.push_back(std::move(rule));
  }

  [[nodiscard]] std::uint8_t identity_of(int orbit, int label, const LineToken& where) const {
    const std::uint8_t* perm = parts_.solved.bytes.data() + orbits_.perm_offset(orbit);
    int identity = label;
    if (!parts_.labels.empty() && !parts_.labels[orbit].empty()) {
      const auto& labels = parts_.labels[orbit];
      const auto place = std::lower_bound(labels.begin(), labels.end(), label);
      identity =
          place == labels.end() || *place != label ? -1 : static_cast<int>(place - labels.begin());
    }
    if (std::find(perm, perm + orbits_[orbit].pieces, identity) == perm + orbits_[orbit].pieces) {
      cursor_.fail(where, fmt::format("orbit {} has no piece {}; expected one of the solved state",
                                      orbits_[orbit].name, where.text));
    }
    return static_cast<std::uint8_t>(identity);
  }

  void finish() {
    const SourcePlace end{file_, cursor_.line() + 1, 1};
    if (stage_ == Stage::name) throw Error(end, "the file is empty; expected Name NAME first");
    if (parts_.orbits.empty()) {
      throw Error(end, "the file ends too early; expected Set NAME PIECES ORIENTATIONS");
    }
    if (stage_ == Stage::sets) {
      throw Error(end, "the file ends too early; expected the solved state (Solved ... End)");
    }
    resolver_->resolve();
    for (PendingMove& move : moves_) {
      const State& action = resolver_->action(move.name);
      if (move.kind == MoveKind::alias) {
        parts_.derived.push_back({move.name, std::move(move.definition), action});
      } else {
        const std::int64_t order = state_order(orbits_, action);
        if (order > kMaxMoveOrder) {
          throw Error(move.place, fmt::format("move {} has order {}; at most {} is possible",
                                              move.name, order, kMaxMoveOrder));
        }
        auto& list = is_rotation_name(move.name) ? parts_.rotations : parts_.moves;
        list.push_back({move.name, action, static_cast<int>(order)});
      }
    }
    if (const auto clash = find_name_clash(parts_)) {
      const auto culprit = std::find_if(moves_.begin(), moves_.end(), [&](const PendingMove& move) {
        return move.name == clash->culprit;
      });
      throw Error(culprit->place, clash->message());
    }
    if (parts_.moves.empty()) {
      throw Error(end, "the file has no move; expected at least one Move NAME ... End");
    }
  }

  LineCursor cursor_;
  const std::string& file_;
  Stage stage_ = Stage::name;
  PuzzleDefinition::Parts parts_;
  OrbitList orbits_;
  OrbitIndex orbit_index_;
  std::optional<MoveResolver> resolver_;
  std::vector<PendingMove> moves_;
  std::unordered_map<std::string, int> lines_of_names_;
  std::int64_t state_bytes_ = 0;
  std::size_t given_ = 0;
  std::size_t aliases_ = 0;
  std::stop_token stop_;
};

}  // namespace

PuzzleDefinition read_tws(std::string_view text, const std::string& file,
                          const std::stop_token& stop) {
  return TwsReader(text, file, stop).read();
}

}  // namespace gyre
