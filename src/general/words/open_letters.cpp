#include "general/words/open_letters.h"

#include <algorithm>
#include <bit>
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
}

void OpenLetters::choose(const std::vector<int>& stands_for) {
  words_ = (places_.size() + kBits * kAtOnce - 1) / (kBits * kAtOnce) * kAtOnce;
  asked_.assign(words_, 0);
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
    const int back = stands_for[static_cast<std::size_t>(actions_.letters()[l].inverse)];
    if (back >= letter) {
      half_.push_back(static_cast<std::uint16_t>(letter));
      bits_.resize(bits_.size() + words_, 0);
      std::uint64_t* bits = bits_.data() + bits_.size() - words_;
      for (const std::uint32_t number : support) {
        bits[number / kBits] |= std::uint64_t{1} << (number % kBits);
      }
    }
    support_.push_back(std::move(support));
    to_.push_back(std::move(to));
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

std::int64_t OpenLetters::count_common(const std::uint64_t* a, const std::uint64_t* b, int most,
                                       Meeting& meeting) const noexcept {
  for (std::size_t first = 0; first < words_; first += kAtOnce) {
    std::uint64_t any = 0;
    for (std::size_t k = first; k < first + kAtOnce; ++k) any |= a[k] & b[k];
    if (any == 0) continue;
    for (std::size_t k = first; k < first + kAtOnce; ++k) {
      const std::uint64_t both = a[k] & b[k];
      if (both == 0) continue;
      meeting.count += std::popcount(both);
      if (meeting.count > most) return static_cast<std::int64_t>(first + kAtOnce);
      meeting.place = places_[k * kBits + static_cast<std::size_t>(std::countr_zero(both))];
    }
  }
  return static_cast<std::int64_t>(words_);
}

std::int64_t OpenLetters::find_meetings(const Places& places, int most,
                                        std::vector<Meeting>& found) {
  found.clear();
  for (const std::uint32_t number : places) {
    asked_[number / kBits] |= std::uint64_t{1} << (number % kBits);
  }
  std::int64_t looked_at = 0;
  for (std::size_t h = 0; h < half_.size(); ++h) {
    Meeting meeting{half_[h], 0, 0};
    looked_at += count_common(asked_.data(), bits_.data() + h * words_, most, meeting);
    if (meeting.count > 0 && meeting.count <= most) found.push_back(meeting);
  }
  for (const std::uint32_t number : places) asked_[number / kBits] = 0;
  return looked_at;
}

}  // namespace gyre
