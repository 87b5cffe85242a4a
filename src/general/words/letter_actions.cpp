#include "general/words/letter_actions.h"

namespace gyre {

LetterActions::LetterActions(const ComponentSplit& split, const std::vector<Letter>& letters)
    : letters_(letters) {
  for (int c = 0; c < split.size(); ++c) {
    first_.push_back(places());
    orientations_.push_back(split[c].orientations);
    component_.insert(component_.end(), split[c].size(), c);
  }
  to_.resize(letters.size() * component_.size());
  twist_.resize(to_.size());
  LocalAction local;
  for (std::size_t letter = 0; letter < letters.size(); ++letter) {
    const std::size_t row = letter * component_.size();
    std::vector<int> support;
    for (int c = 0; c < split.size(); ++c) {
      (void)split.localize(c, letters[letter].action, local);
      for (int place = 0; place < split[c].size(); ++place) {
        const int from = first_[c] + local.source[place];
        to_[row + from] = first_[c] + place;
        twist_[row + from] = static_cast<std::uint8_t>(local.twist[place]);
      }
    }
    for (int place = 0; place < places(); ++place) {
      if (to_[row + place] != place || twist_[row + place] != 0) support.push_back(place);
    }
    support_.push_back(std::move(support));
  }
}

}  // namespace gyre
