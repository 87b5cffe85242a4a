// Letters as some components see them: those of one round of the search for cycles of three, in
// which what letters do to the others does not matter. Letters that do the same there are one, by
// the cheapest of them, so that fewer are left with every round; and places are bits, since all
// that is asked of two words is where both do something.
#pragma once

#include "general/words/letter_actions.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gyre {

class OpenLetters {
 public:
  // Numbers of the places that count, ascending or not.
  using Places = std::vector<std::uint32_t>;
  // Letters that do something at the same places.
  using Group = std::vector<std::uint16_t>;
  struct Meeting {
    std::size_t group = 0;
    int count = 0;
    int place = 0;  // one of them, as LetterActions numbers it
  };

  // ignored: by component. Keeps a reference to the actions.
  OpenLetters(const LetterActions& actions, const std::vector<bool>& ignored);

  // Those that stand for all that do something here, ascending.
  [[nodiscard]] const std::vector<std::uint16_t>& letters() const noexcept { return letters_; }
  // Of each and what undoes it one, in groups: U and U2 mostly are one.
  [[nodiscard]] const std::vector<Group>& groups() const noexcept { return groups_; }
  // places: as LetterActions numbers them; none of them ignored.
  [[nodiscard]] Places numbers_of(const std::vector<int>& places) const;
  // The places that the i-th of letters() moves or twists.
  [[nodiscard]] const Places& support(std::size_t i) const noexcept { return support_[i]; }
  // Where the i-th of letters() takes the places.
  void turn(const Places& from, std::size_t i, Places& to) const;
  // The groups that do something at `most` of the places at most, and at one at least, ascending.
  // Returns how many words of bits were looked at.
  std::int64_t find_meetings(const Places& places, int most, std::vector<Meeting>& found);
  // Of the places where the i-th of letters() takes these.
  std::int64_t find_meetings_turned(const Places& places, std::size_t i, int most,
                                    std::vector<Meeting>& found);

 private:
  void choose(const std::vector<int>& stands_for);
  void group_by_support(const std::vector<int>& stands_for);
  [[nodiscard]] std::int64_t meet_marked(int most, std::vector<Meeting>& found);
  [[nodiscard]] std::int64_t count_common(const std::uint64_t* bits, int most,
                                          Meeting& meeting) const noexcept;

  const LetterActions& actions_;
  std::vector<int> places_;           // by number
  std::vector<std::int32_t> number_;  // by place; -1: ignored
  std::vector<std::uint16_t> letters_;
  std::vector<Group> groups_;
  std::vector<Places> support_;                 // by index into letters_
  std::vector<std::vector<std::uint32_t>> to_;  // by index into letters_ and number
  std::size_t words_ = 0;            // of bits, a multiple of those that are looked at together
  std::vector<std::uint64_t> bits_;  // by group
  std::vector<std::uint64_t> asked_;
  std::vector<std::uint8_t> marks_;  // by number: 1 where asked
};

}  // namespace gyre
