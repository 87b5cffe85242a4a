#include "general/words/open_letters.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <string>
#include <unordered_map>

namespace gyre {
namespace {

constexpr std::size_t kBits = 64;
// Words of bits that are looked at together.
constexpr std::size_t kAtOnce = 8;

}  // namespace

OpenLetters::OpenLetters(const LetterActions& actions, const std::vector<bool>& ignored)
    : actions_(actions), number_(static_cast<std::size_t>(actions.places()), -1) {
  for (int place = 0; place < actions_.places(); ++place) {
    if (ignored[static_cast<std::size_t>(actions_.component_of(place))]) continue;
    number_[static_cast<std::size_t>(place)] = static_cast<std::int32_t>(places_.size());
    places_.push_back(place);
  }
  const std::size_t count = actions_.letters().size();
  std::vector<int> stands_for(count, -1);  // by letter: the cheapest that does the same here
  std::unordered_map<std::string, int> known;
  std::string key;
  for (std::size_t l = 0; l < count; ++l) {
    const int letter = static_cast<int>(l);
    key.clear();
    // Where nothing happens is left out: most letters leave most places alone.
    for (const int place : actions_.support(letter)) {
      if (number_[static_cast<std::size_t>(place)] < 0) continue;
      const int told[] = {place, actions_.to(letter, place), actions_.twist(letter, place)};
      key.append(reinterpret_cast<const char*>(told), sizeof(told));
    }
    if (key.empty()) continue;
    const auto [at, is_new] = known.emplace(key, letter);
    const auto& all = actions_.letters();
    if (!is_new && all[l].cost() < all[static_cast<std::size_t>(at->second)].cost()) {
      for (int& other : stands_for) {
        if (other == at->second) other = letter;
      }
      at->second = letter;
    }
    stands_for[l] = at->second;
  }
  choose(stands_for);
  group_by_support(stands_for);
}

void OpenLetters::choose(const std::vector<int>& stands_for) {
  words_ = (places_.size() + kBits * kAtOnce - 1) / (kBits * kAtOnce) * kAtOnce;
  asked_.assign(words_, 0);
  marks_.assign(words_ * kBits, 0);
  for (std::size_t l = 0; l < stands_for.size(); ++l) {
    const int letter = static_cast<int>(l);
    if (stands_for[l] != letter) continue;
    letters_.push_back(static_cast<std::uint16_t>(letter));
    Places support;
    for (const int place : actions_.support(letter)) {
      const std::int32_t number = number_[static_cast<std::size_t>(place)];
      if (number >= 0) support.push_back(static_cast<std::uint32_t>(number));
    }
    std::vector<std::uint32_t> to;
    for (const int place : places_) {
      to.push_back(static_cast<std::uint32_t>(
          number_[static_cast<std::size_t>(actions_.to(letter, place))]));
    }
    support_.push_back(std::move(support));
    to_.push_back(std::move(to));
  }
}

void OpenLetters::group_by_support(const std::vector<int>& stands_for) {
  std::map<Places, std::size_t> known;
  for (std::size_t i = 0; i < letters_.size(); ++i) {
    const int inverse = actions_.letters()[letters_[i]].inverse;
    if (stands_for[static_cast<std::size_t>(inverse)] < letters_[i]) continue;
    const auto [at, is_new] = known.emplace(support_[i], groups_.size());
    if (is_new) {
      groups_.emplace_back();
      bits_.resize(bits_.size() + words_, 0);
      std::uint64_t* bits = bits_.data() + bits_.size() - words_;
      for (const std::uint32_t number : support_[i]) {
        bits[number / kBits] |= std::uint64_t{1} << (number % kBits);
      }
    }
    groups_[at->second].push_back(letters_[i]);
  }
}

OpenLetters::Places OpenLetters::numbers_of(const std::vector<int>& places) const {
  Places numbers;
  for (const int place : places) {
    numbers.push_back(static_cast<std::uint32_t>(number_[static_cast<std::size_t>(place)]));
  }
  return numbers;
}

void OpenLetters::turn(const Places& from, std::size_t i, Places& to) const {
  const std::uint32_t* row = to_[i].data();
  to.resize(from.size());
  for (std::size_t k = 0; k < from.size(); ++k) to[k] = row[from[k]];
}

std::int64_t OpenLetters::count_common(const std::uint64_t* bits, int most,
                                       Meeting& meeting) const noexcept {
  const std::uint64_t* asked = asked_.data();
  for (std::size_t first = 0; first < words_; first += kAtOnce) {
    std::uint64_t any = 0;
    for (std::size_t k = first; k < first + kAtOnce; ++k) any |= asked[k] & bits[k];
    if (any == 0) continue;
    for (std::size_t k = first; k < first + kAtOnce; ++k) {
      std::uint64_t both = asked[k] & bits[k];
      if (both == 0) continue;
      meeting.place = places_[k * kBits + static_cast<std::size_t>(std::countr_zero(both))];
      for (; both != 0; both &= both - 1) {
        if (++meeting.count > most) return static_cast<std::int64_t>(first + kAtOnce);
      }
    }
  }
  return static_cast<std::int64_t>(words_);
}

// Marks are bytes first: places of one component would otherwise wait for each other's bits.
std::int64_t OpenLetters::meet_marked(int most, std::vector<Meeting>& found) {
  constexpr std::uint64_t kGather = 0x0102'0408'1020'4080;  // the lowest bits of eight bytes
  constexpr std::size_t kBytes = sizeof(std::uint64_t);
  for (std::size_t w = 0; w < words_; ++w) {
    std::uint64_t word = 0;
    for (std::size_t k = 0; k < kBits / kBytes; ++k) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, marks_.data() + w * kBits + k * kBytes, kBytes);
      word |= (eight * kGather >> (kBits - kBytes)) << (k * kBytes);
    }
    asked_[w] = word;
  }
  std::fill(marks_.begin(), marks_.end(), std::uint8_t{0});
  found.clear();
  std::int64_t looked_at = 0;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    Meeting meeting{g, 0, 0};
    looked_at += count_common(bits_.data() + g * words_, most, meeting);
    if (meeting.count > 0 && meeting.count <= most) found.push_back(meeting);
  }
  return looked_at;
}

std::int64_t OpenLetters::find_meetings(const Places& places, int most,
                                        std::vector<Meeting>& found) {
  for (const std::uint32_t number : places) marks_[number] = 1;
  return meet_marked(most, found);
}

std::int64_t OpenLetters::find_meetings_turned(const Places& places, std::size_t i, int most,
                                               std::vector<Meeting>& found) {
  const std::uint32_t* row = to_[i].data();
  for (const std::uint32_t number : places) marks_[row[number]] = 1;
  return meet_marked(most, found);
}

}  // namespace gyre
