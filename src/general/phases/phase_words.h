// The end of a phase from wherever a search got stuck. A phase may be too large for its tables: a
// beam puts nearly all of it right, and what is left would take it too long. Words (cycles of three
// pieces, which touch nothing else) put the rest right, whatever it is.
//
// What the phase looks at is a puzzle of its own: pieces that it does not tell apart look alike,
// turns that it does not look at are wild, and orbits that it does not look at are not there. Of
// pieces that shall stand beside others, some stay where they are, and the others go there.
#pragma once

#include "general/phases/phase_space.h"
#include "general/words/word_solver.h"

#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>

#include <optional>
#include <stop_token>
#include <vector>

namespace gyre {

// What words make right: that each piece is in a component where the phase wants it, or, of pieces
// that look alike, one arrangement that the moves which are left make of the solved one. The first
// is less to do, but may not be enough.
enum class WordsGoal { components, arrangement };

class PhaseWords {
 public:
  // Keeps references to the definition and the space. Throws Error if stopped, or if there are no
  // words.
  PhaseWords(const PuzzleDefinition& definition, const PhaseSpace& space, WordsGoal goal,
             const std::stop_token& stop);

  // Ways that make everything right that the phase's parts and ties are about, in the phase's
  // moves, the shortest first. Signs may stay wrong, and what the view does not know of.
  [[nodiscard]] std::vector<std::vector<int>> ways(const State& position,
                                                   const std::stop_token& stop) const;
  // Whether there are pieces that look alike, so that an arrangement is more than components.
  [[nodiscard]] static bool has_arrangements(const PuzzleDefinition& definition,
                                             const PhaseView& view);

 private:
  struct Slot {
    int part = -1;
    int place = 0;           // in it
    int first = 0;           // slot of its component
    bool apart = false;      // each piece there has a place of its own to go to
    bool alike = false;      // and which, depends on how those look that are where it goes
    bool tie_turns = false;  // those of its piece matter to a partner
    bool turns = false;      // those of what belongs there matter
    int looks_like = 0;      // the least slot to which such a piece belongs
    int number = 0;          // of what belongs there, among the identities of the words' puzzle
  };
  struct Pieces {
    int orbit = 0;  // of the definition
    int orientations = 1;
    std::vector<Slot> slots;
  };
  // Where pieces that are told apart shall go.
  struct Choice {
    std::vector<std::vector<int>> target;  // by orbit and slot where the piece is; -1: not known
    std::vector<std::vector<char>> taken;  // by orbit and slot

    void go(int orbit, int from, int to) {
      target[orbit][from] = to;
      taken[orbit][to] = 1;
    }
  };

  void look_at();
  void look_at_part(const ViewPart& part);
  [[nodiscard]] Pieces& pieces_in(int orbit);
  void number(Pieces& pieces) const;
  [[nodiscard]] std::vector<int> slots_of(const State& position, int orbit,
                                          const std::vector<int>& slots) const;
  [[nodiscard]] int home_of(const ViewPart& part, int identity) const;
  void draw_arrangements();
  void make_puzzle(const PhaseMoves& moves);
  [[nodiscard]] State action_of(const State& action) const;
  void add_ways(const State& position, const State& arrangement,
                std::vector<std::vector<int>>& ways, const std::stop_token& stop) const;
  [[nodiscard]] std::optional<State> position_of(const State& position, const Choice& choice) const;
  [[nodiscard]] bool turns_count(const Slot& slot, int identity) const;
  // Of the arrangements that were drawn those that are nearest to a position.
  [[nodiscard]] std::vector<const State*> nearest(const State& position) const;
  // changed: of which ties another choice is made than the first, by bits.
  [[nodiscard]] Choice choose_targets(const State& position, const State& arrangement,
                                      std::size_t changed) const;
  void swap_two(const State& position, const ViewTie& tie, Choice& choice) const;
  void flip_one(const State& position, const ViewTie& tie, Choice& choice) const;
  // Those of some slots' pieces that are where they may be stay, and the others go where these may
  // be.
  void stay(const State& position, const State& arrangement, int orbit,
            const std::vector<int>& slots, Choice& choice) const;
  void follow(const State& position, const ViewTie& tie, Choice& choice) const;
  void meet(const State& position, const ViewTie& tie, Choice& choice) const;
  void meet_within(const State& position, const ViewTie& tie, Choice& choice) const;
  void make_even(const State& position, const ViewPart& part, Choice& choice) const;
  [[nodiscard]] int colour_of(const Slot& slot, int identity) const {
    if (slot.part < 0) return 0;
    return slot.alike ? identity : int{parts_[slot.part]->colour[identity]};
  }
  [[nodiscard]] const std::uint8_t* identities(const State& position, int orbit) const {
    return position.bytes.data() + definition_.orbits().perm_offset(orbit);
  }
  [[nodiscard]] const std::uint8_t* turns(const State& position, int orbit) const {
    return position.bytes.data() + definition_.orbits().ori_offset(orbit);
  }

  const PuzzleDefinition& definition_;
  const PhaseSpace& space_;
  WordsGoal goal_;
  std::vector<const ViewPart*> parts_;  // that are looked at
  std::vector<Pieces> pieces_;          // of the orbits that are looked at
  std::vector<int> pieces_of_;          // by orbit: index in these, or -1
  std::vector<const ViewPart*> alike_;  // of these: with pieces that look alike
  // What moves that are left make of the solved position.
  struct Arrangement {
    State state;
    std::vector<std::uint8_t> looks;  // identities in the parts of alike_
  };
  std::vector<Arrangement> arrangements_;
  std::vector<int> first_power_;  // by base move: the phase's moves that are its powers begin here
  std::optional<PuzzleDefinition> puzzle_;
  std::optional<MoveSet> moves_;
  std::optional<WordSolver> words_;
};

}  // namespace gyre
