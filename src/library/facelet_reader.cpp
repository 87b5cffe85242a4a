// Letters to a position. Decides which letter means which face, and what to say of stickers that
// make no cube: all that is wrong is gathered, since one sticker often makes several pieces wrong.
#include "library/facelets.h"

#include "geometry/cube_faces.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace gyre {
namespace {

std::string times(int count) {
  if (count == 1) return "once";
  return count == 2 ? "twice" : fmt::format("{} times", count);
}

}  // namespace

// One text on its way to a reading.
class CubeFacelets::Reader {
 public:
  Reader(const CubeFacelets& cube, std::string_view text, const SourcePlace& place) : cube_(cube) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (is_facelet_blank(text[i])) continue;
      if (!is_facelet_letter(text[i]) && !is_facelet_digit(text[i])) {
        throw Error(place_at(place, text, i),
                    fmt::format("{} is no letter of a facelet", quoted_character(text[i])));
      }
      reading_.characters.push_back(i);
      letters_ += text[i];
    }
    if (static_cast<int>(letters_.size()) != cube.count()) {
      throw Error(
          place,
          fmt::format("{} letters, but the facelets of the {}x{}x{} are {}: {} for each "
                      "face, in the order U R F D L B",
                      letters_.size(), cube.size_, cube.size_, cube.size_, cube.count(), area()));
    }
  }

  FaceletReading read() {
    const bool named = cube_.size_ % 2 == 1 ? name_by_centres() : name_by_letters_or_corners();
    numbers_.assign(letters_.size(), -1);
    for (std::size_t i = 0; i < letters_.size(); ++i) {
      const std::size_t face = (named ? names_ : std::string(kCubeFaceNames)).find(letters_[i]);
      if (face != std::string::npos) numbers_[i] = static_cast<int>(face);
    }
    for (const int number : numbers_) {
      reading_.faces.push_back(number < 0 ? -1 : cube_.faces_[number]);
    }
    if (!named) return std::move(reading_);
    find_strangers();
    count_letters();
    read_pieces();
    return std::move(reading_);
  }

 private:
  [[nodiscard]] int area() const { return cube_.size_ * cube_.size_; }

  void fault(std::string message, std::vector<int> facelets = {}) {
    reading_.faults.push_back({std::move(message), std::move(facelets)});
  }

  bool name_by_centres() {
    for (int f = 0; f < kCubeFaces; ++f) {
      const int centre = f * area() + area() / 2;
      const std::size_t before = names_.find(letters_[centre]);
      if (before != std::string::npos) {
        const int other = static_cast<int>(before) * area() + area() / 2;
        fault(fmt::format("the centres of {} and {} both show {}; they name the faces and must "
                          "differ",
                          kCubeFaceNames[before], kCubeFaceNames[f], letters_[centre]),
              {other, centre});
        return false;
      }
      names_ += letters_[centre];
    }
    return true;
  }

  bool name_by_letters_or_corners() {
    constexpr std::string_view kSmall = "urfdlb";
    for (const std::string_view names : {kCubeFaceNames, kSmall}) {
      if (letters_.find_first_not_of(names) == std::string::npos) {
        names_ = names;
        return true;
      }
    }
    std::string used = letters_;
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    if (used.size() != kCubeFaces) {
      fault(fmt::format("{} different letters ({}), but a cube has six colours", used.size(),
                        listed(used)),
            used.size() > kCubeFaces ? rarest_beyond_six(used) : std::vector<int>{});
      return false;
    }
    return name_by_corners(used);
  }

  [[nodiscard]] std::vector<int> rarest_beyond_six(std::string used) const {
    std::stable_sort(used.begin(), used.end(), [&](char a, char b) {
      return std::count(letters_.begin(), letters_.end(), a) >
             std::count(letters_.begin(), letters_.end(), b);
    });
    return places_of(std::string_view(used).substr(kCubeFaces));
  }

  // Colours that share no corner are opposite; the corner at DBL is at home.
  bool name_by_corners(const std::string& used) {
    std::array<std::array<bool, kCubeFaces>, kCubeFaces> meet{};
    for (const Slot& slot : cube_.slots_[0]) {
      for (const int a : slot.facelets) {
        for (const int b : slot.facelets) {
          meet[used.find(letters_[a])][used.find(letters_[b])] = true;
        }
      }
    }
    std::string partner;
    for (int a = 0; a < kCubeFaces; ++a) {
      std::string strangers;
      for (int b = 0; b < kCubeFaces; ++b) {
        if (!meet[a][b] && a != b) strangers += used[b];
      }
      if (strangers.size() == 1) partner += strangers;
    }
    names_.assign(kCubeFaces, ' ');
    const auto home = std::find_if(cube_.slots_[0].begin(), cube_.slots_[0].end(),
                                   [](const Slot& slot) { return slot.name == "DBL"; });
    if (partner.size() == kCubeFaces) {
      for (const int facelet : home->facelets) {
        const char face = kCubeFaceNames[facelet / area()];
        names_[face_number(face)] = letters_[facelet];
        names_[face_number(opposite_face(face))] = partner[used.find(letters_[facelet])];
      }
    }
    std::string sorted = names_;
    std::sort(sorted.begin(), sorted.end());
    if (sorted == used) return true;
    fault(
        "the corners do not tell which colours are opposite (right would be the letters U R F D L "
        "B, which mean themselves)");
    return false;
  }

  [[nodiscard]] std::vector<int> places_of(std::string_view wanted) const {
    std::vector<int> places;
    for (int i = 0; i < static_cast<int>(letters_.size()); ++i) {
      if (wanted.find(letters_[i]) != std::string_view::npos) places.push_back(i);
    }
    return places;
  }

  void find_strangers() {
    std::string known;
    for (std::size_t i = 0; i < letters_.size(); ++i) {
      if (numbers_[i] >= 0 || known.find(letters_[i]) != std::string::npos) continue;
      known += letters_[i];
      fault(fmt::format("{} is no face letter: the centres show {}", quoted_character(letters_[i]),
                        listed(names_)),
            places_of(known.substr(known.size() - 1)));
    }
  }

  void count_letters() {
    std::vector<std::string> wrong;
    for (const char letter : names_) {
      const auto count = std::count(letters_.begin(), letters_.end(), letter);
      if (count != area()) wrong.push_back(fmt::format("{} stands {} times", letter, count));
    }
    if (wrong.empty()) return;
    fault(fmt::format("{}, but each letter stands {} times", listed(wrong), area()));
  }

  void read_pieces() {
    const PuzzleDefinition& drawn = cube_.picture_.drawn();
    State position = drawn.solved();
    const int orbits = drawn.orbits().size() - cube_.size_ % 2;
    for (int k = 0; k < orbits; ++k) {
      if (cube_.kind(k) == "centre") {
        read_centres(k, position);
      } else {
        read_orbit(k, position);
      }
    }
    if (!reading_.faults.empty()) return;
    const int fixed = cube_.size_ % 2 == 1 ? drawn.orbits()[orbits].pieces : 0;
    position.bytes.resize(position.bytes.size() - 2 * static_cast<std::size_t>(fixed));
    reading_.position = std::move(position);
  }

  // identity * orientations + orientation; -1: none, -2: a letter is not known.
  [[nodiscard]] int piece_at(const Slot& slot) const {
    int code = 0;
    for (const int facelet : slot.facelets) {
      if (numbers_[facelet] < 0) return -2;
      code = code * kCubeFaces + numbers_[facelet];
    }
    return slot.pieces[code];
  }

  void set(State& position, int orbit, int slot, int piece) const {
    const Orbit& list = cube_.picture_.drawn().orbits()[orbit];
    const int at = cube_.picture_.drawn().orbits().perm_offset(orbit) + slot;
    position.bytes[at] = static_cast<std::uint8_t>(piece / list.orientations);
    position.bytes[at + list.pieces] = static_cast<std::uint8_t>(piece % list.orientations);
  }

  void read_orbit(int k, State& position) {
    const int orientations = cube_.picture_.drawn().orbits()[k].orientations;
    const std::vector<Slot>& slots = cube_.slots_[k];
    std::vector<std::vector<int>> found(cube_.picture_.drawn().identities(k));  // slots
    for (int number = 0; number < static_cast<int>(slots.size()); ++number) {
      const Slot& slot = slots[number];
      const int piece = piece_at(slot);
      if (piece >= 0) {
        found[piece / orientations].push_back(number);
        set(position, k, number, piece);
      } else if (piece == -1) {
        std::string faces;
        std::string shown;
        for (const int facelet : slot.facelets) {
          faces += kCubeFaceNames[numbers_[facelet]];
          shown += letters_[facelet];
        }
        fault(fmt::format("the {} at {} shows {}", cube_.kind(k), slot.name,
                          why_no_piece(faces, shown)),
              slot.facelets);
      }
    }
    std::vector<std::string> missing;
    for (int identity = 0; identity < static_cast<int>(found.size()); ++identity) {
      if (found[identity].empty()) missing.push_back(cube_.home_name(k, identity));
      if (found[identity].size() < 2) continue;
      std::vector<std::string> places;
      std::vector<int> facelets;
      for (const int number : found[identity]) {
        places.push_back(slots[number].name);
        facelets.insert(facelets.end(), slots[number].facelets.begin(),
                        slots[number].facelets.end());
      }
      fault(fmt::format("the {} {} stands {}, at {}", cube_.kind(k), cube_.home_name(k, identity),
                        times(static_cast<int>(places.size())), listed(places)),
            std::move(facelets));
    }
    if (missing.empty()) return;
    fault(fmt::format("the {}{} {} {} missing", cube_.kind(k), missing.size() == 1 ? "" : "s",
                      listed(missing), missing.size() == 1 ? "is" : "are"));
  }

  // Four of each face, which look alike.
  void read_centres(int k, State& position) {
    const std::vector<Slot>& slots = cube_.slots_[k];
    const int each = static_cast<int>(slots.size()) / kCubeFaces;
    std::array<std::vector<int>, kCubeFaces> found;  // facelets by the face that they show
    for (int number = 0; number < static_cast<int>(slots.size()); ++number) {
      const int piece = piece_at(slots[number]);
      if (piece < 0) continue;
      set(position, k, number, piece);
      const int facelet = slots[number].facelets[0];
      found[numbers_[facelet]].push_back(facelet);
    }
    std::vector<std::string> wrong;
    std::vector<int> surplus;
    for (int f = 0; f < kCubeFaces; ++f) {
      const auto count = static_cast<int>(found[f].size());
      if (count == each) continue;
      wrong.push_back(fmt::format("{} stands {}", names_[f], times(count)));
      if (count > each) surplus.insert(surplus.end(), found[f].begin(), found[f].end());
    }
    if (wrong.empty()) return;
    const int first = slots[0].facelets[0] % area();
    std::sort(surplus.begin(), surplus.end());
    fault(fmt::format("of the {} centres that turns bring to row {}, column {} of a face, {}, but "
                      "each letter stands {}",
                      slots.size(), first / cube_.size_ + 1, first % cube_.size_ + 1, listed(wrong),
                      times(each)),
          std::move(surplus));
  }

  const CubeFacelets& cube_;
  FaceletReading reading_;
  std::string letters_;       // without blanks
  std::string names_;         // which letter stands for which face, in the order U R F D L B
  std::vector<int> numbers_;  // by facelet: the face's number in U R F D L B, or -1
};

FaceletReading CubeFacelets::read(std::string_view text, const SourcePlace& place) const {
  return Reader(*this, text, place).read();
}

State CubeFacelets::read_position(std::string_view text, const SourcePlace& place) const {
  FaceletReading reading = read(text, place);
  if (reading.position) return std::move(*reading.position);
  constexpr std::size_t kMostTold = 3;
  std::vector<std::string> told;
  std::optional<std::size_t> first;
  for (const FaceletFault& fault : reading.faults) {
    if (told.size() < kMostTold) told.push_back(fault.message);
    if (!first && !fault.facelets.empty()) first = reading.characters[fault.facelets[0]];
  }
  if (reading.faults.size() > kMostTold) {
    told.push_back(fmt::format("and {} more", reading.faults.size() - kMostTold));
  }
  const SourcePlace where = first ? place_at(place, text, *first) : place;
  throw ImpossibleFacelets(where, fmt::format("{}", fmt::join(told, "; ")), std::move(reading));
}

}  // namespace gyre
