// The end of a phase from wherever a search got stuck. A phase may be too large for its tables: a
// beam puts nearly all of it right, and what is left would take it too long. Words (cycles of three
// pieces, which touch nothing else) put the rest right, whatever it is.
//
// What the phase looks at is a puzzle of its own: pieces that it does not tell apart look alike,
// turns that it does not look at are wild, and orbits that it does not look at are not there. Of
// pieces that shall stand beside others, some stay where they are, and the others go there.
#pragma once

#include "general/phases/phase_moves.h"
#include "general/phases/phase_view.h"
#include "general/words/word_solver.h"

#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>

#include <optional>
#include <stop_token>
#include <vector>

namespace gyre {

// What words make right: that each piece is in a component where the phase wants it, or that each is
// where it or one that looks like it is at the start. The first is less to do, but what the phase
// wants of pieces that look alike may be more.
enum class WordsGoal { components, pieces };

class PhaseWords {
 public:
  // here: what the phase's moves keep. Keeps references to the definition and the view. Throws
  // Error if stopped, or if there are no words.
  PhaseWords(const PuzzleDefinition& definition, const PhaseMoves& moves, const MovesKeep& here,
             const PhaseView& view, WordsGoal goal, const std::stop_token& stop);

  // The phase's moves that make everything right that its parts and ties are about; no value if
  // these words do not lead there. Signs that the phase looks at besides may stay wrong.
  [[nodiscard]] std::optional<std::vector<int>> way(const State& position,
                                                    const std::stop_token& stop) const;

 private:
  struct Slot {
    int part = -1;
    int place = 0;  // in it
    int first = 0;  // of its component
    bool tied = false;
    bool tie_turns = false;  // those of its piece matter to a partner
    bool turns = false;      // those of what belongs there matter
    int looks_like = 0;  // the least slot to which such a piece belongs
    int number = 0;      // of what belongs there, among the identities of the words' puzzle
  };
  struct Pieces {
    int orbit = 0;  // of the definition
    int orientations = 1;
    std::vector<Slot> slots;
  };
  // Where pieces with partners shall go.
  struct Choice {
    std::vector<std::vector<int>> target;  // by orbit and identity; -1: not known
    std::vector<std::vector<char>> taken;  // by orbit and slot

    void go(int orbit, int identity, int slot) {
      target[orbit][identity] = slot;
      taken[orbit][slot] = 1;
    }
  };

  void look_at(const MovesKeep& here);
  void number(Pieces& pieces) const;
  void make_puzzle(const PhaseMoves& moves);
  [[nodiscard]] State action_of(const State& action) const;
  [[nodiscard]] std::optional<State> position_of(const State& position) const;
  [[nodiscard]] std::uint8_t turn_of(const Pieces& pieces, int slot, int identity, int turn) const;
  [[nodiscard]] Choice choose_targets(const State& position) const;
  // Those of some slots that are where they may be stay, and the others go where these ones may be.
  void stay(const State& position, int orbit, const std::vector<int>& slots,
            Choice& choice) const;
  void meet(const State& position, const ViewTie& tie, Choice& choice) const;
  void meet_within(const State& position, const ViewTie& tie, Choice& choice) const;
  // Where the pieces of a part that look alike to the phase belong, for one of them.
  [[nodiscard]] bool look_alike(const ViewPart& part, int identity, int other) const {
    return part.colour[identity] == part.colour[other] &&
           (goal_ == WordsGoal::components || identity == other);
  }
  [[nodiscard]] const std::uint8_t* identities(const State& position, int orbit) const {
    return position.bytes.data() + definition_.orbits().perm_offset(orbit);
  }
  [[nodiscard]] const std::uint8_t* turns(const State& position, int orbit) const {
    return position.bytes.data() + definition_.orbits().ori_offset(orbit);
  }

  const PuzzleDefinition& definition_;
  const PhaseView& view_;
  WordsGoal goal_;
  std::vector<const ViewPart*> parts_;  // that are looked at
  std::vector<Pieces> pieces_;    // of the orbits that are looked at
  std::vector<int> pieces_of_;    // by orbit: index in these, or -1
  std::vector<int> first_power_;  // by base move: the phase's moves that are its powers begin here
  std::optional<PuzzleDefinition> puzzle_;
  std::optional<MoveSet> moves_;
  std::optional<WordSolver> words_;
};

}  // namespace gyre
