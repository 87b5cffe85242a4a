#include "library/facelet_reader.h"

#include "geometry/cube_faces.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gyre {
namespace {

std::string times(int count) {
  if (count == 1) return "once";
  return count == 2 ? "twice" : fmt::format("{} times", count);
}

// One text on its way to its pieces.
class FaceletReader {
 public:
  FaceletReader(const FaceletLayout& layout, std::string_view text, const SourcePlace& place)
      : layout_(layout) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (is_facelet_blank(text[i])) continue;
      if (!is_facelet_letter(text[i]) && !is_facelet_digit(text[i])) {
        throw Error(place_at(place, text, i),
                    fmt::format("{} is no letter of a facelet", quoted_character(text[i])));
      }
      reading_.characters.push_back(i);
      letters_ += text[i];
    }
    if (static_cast<int>(letters_.size()) != layout.count()) {
      throw Error(place, fmt::format("{} letters, but the facelets of the {}x{}x{} are {}: {} for "
                                     "each face, in the order U R F D L B",
                                     letters_.size(), layout.size, layout.size, layout.size,
                                     layout.count(), area()));
    }
  }

  FaceletPieces read() {
    const bool named = layout_.size % 2 == 1 ? name_by_centres() : name_by_letters_or_corners();
    const std::string_view names = named ? std::string_view(names_) : kCubeFaceNames;
    for (const char letter : letters_) {
      const std::size_t face = names.find(letter);
      reading_.faces.push_back(face == std::string_view::npos ? -1 : static_cast<int>(face));
    }
    if (!named) return std::move(reading_);
    find_strangers();
    count_letters();
    for (const FaceletOrbit& orbit : layout_.orbits) {
      reading_.pieces.push_back(orbit.kind == "centre" ? read_centres(orbit) : read_orbit(orbit));
    }
    return std::move(reading_);
  }

 private:
  [[nodiscard]] int area() const { return layout_.size * layout_.size; }

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
    const FaceletOrbit& corners =
        *std::find_if(layout_.orbits.begin(), layout_.orbits.end(),
                      [](const FaceletOrbit& orbit) { return orbit.kind == "corner"; });
    for (const FaceletSlot& slot : corners.slots) {
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
    const auto home = std::find_if(corners.slots.begin(), corners.slots.end(),
                                   [](const FaceletSlot& slot) { return slot.name == "DBL"; });
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
        "the corners do not tell which colours are opposite (expected the letters U R F D L "
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
      if (reading_.faces[i] >= 0 || known.find(letters_[i]) != std::string::npos) continue;
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

  // identity * orientations + orientation; -1: none, -2: a letter is not known.
  [[nodiscard]] int piece_at(const FaceletSlot& slot) const {
    int code = 0;
    for (const int facelet : slot.facelets) {
      if (reading_.faces[facelet] < 0) return -2;
      code = code * kCubeFaces + reading_.faces[facelet];
    }
    return slot.pieces[code];
  }

  void refuse_piece(const FaceletOrbit& orbit, const FaceletSlot& slot) {
    std::string faces;
    std::string shown;
    for (const int facelet : slot.facelets) {
      faces += kCubeFaceNames[reading_.faces[facelet]];
      shown += letters_[facelet];
    }
    fault(fmt::format("the {} at {} shows {}", orbit.kind, slot.name, why_no_piece(faces, shown)),
          slot.facelets);
  }

  std::vector<int> read_orbit(const FaceletOrbit& orbit) {
    std::vector<int> pieces;
    std::vector<int> times_found(orbit.homes.size());  // by identity
    for (const FaceletSlot& slot : orbit.slots) {
      pieces.push_back(piece_at(slot));
      if (pieces.back() >= 0) ++times_found[pieces.back() / orbit.orientations];
      if (pieces.back() == -1) refuse_piece(orbit, slot);
    }
    find_doubles(orbit, pieces, times_found);
    return pieces;
  }

  // Identities that stand several times, and those that do not stand at all.
  void find_doubles(const FaceletOrbit& orbit, const std::vector<int>& pieces,
                    const std::vector<int>& times_found) {
    std::vector<std::string> missing;
    for (std::size_t identity = 0; identity < times_found.size(); ++identity) {
      if (times_found[identity] == 0) missing.push_back(orbit.homes[identity]);
      if (times_found[identity] < 2) continue;
      std::vector<std::string> places;
      std::vector<int> facelets;
      for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (pieces[i] < 0 || pieces[i] / orbit.orientations != static_cast<int>(identity)) continue;
        const FaceletSlot& slot = orbit.slots[i];
        places.push_back(slot.name);
        facelets.insert(facelets.end(), slot.facelets.begin(), slot.facelets.end());
      }
      fault(fmt::format("the {} {} stands {}, at {}", orbit.kind, orbit.homes[identity],
                        times(times_found[identity]), listed(places)),
            std::move(facelets));
    }
    if (missing.empty()) return;
    fault(fmt::format("the {}{} {} {} missing", orbit.kind, missing.size() == 1 ? "" : "s",
                      listed(missing), missing.size() == 1 ? "is" : "are"));
  }

  // Four of each face, which look alike.
  std::vector<int> read_centres(const FaceletOrbit& orbit) {
    const std::vector<FaceletSlot>& slots = orbit.slots;
    const int each = static_cast<int>(slots.size()) / kCubeFaces;
    std::vector<int> pieces;
    std::array<std::vector<int>, kCubeFaces> found;  // facelets by the face that they show
    for (const FaceletSlot& slot : slots) {
      pieces.push_back(piece_at(slot));
      if (pieces.back() < 0) continue;
      const int facelet = slot.facelets[0];
      found[reading_.faces[facelet]].push_back(facelet);
    }
    std::vector<std::string> wrong;
    std::vector<int> surplus;
    for (int f = 0; f < kCubeFaces; ++f) {
      const auto count = static_cast<int>(found[f].size());
      if (count == each) continue;
      wrong.push_back(fmt::format("{} stands {}", names_[f], times(count)));
      if (count > each) surplus.insert(surplus.end(), found[f].begin(), found[f].end());
    }
    if (wrong.empty()) return pieces;
    const int first = slots[0].facelets[0] % area();
    std::sort(surplus.begin(), surplus.end());
    fault(fmt::format("of the {} centres that turns bring to row {}, column {} of a face, {}, but "
                      "each letter stands {}",
                      slots.size(), first / layout_.size + 1, first % layout_.size + 1,
                      listed(wrong), times(each)),
          std::move(surplus));
    return pieces;
  }

  const FaceletLayout& layout_;
  FaceletPieces reading_;
  std::string letters_;  // without blanks
  std::string names_;    // which letter stands for which face, in the order of kCubeFaceNames
};

}  // namespace

FaceletPieces read_facelet_pieces(const FaceletLayout& layout, std::string_view text,
                                  const SourcePlace& place) {
  return FaceletReader(layout, text, place).read();
}

}  // namespace gyre
