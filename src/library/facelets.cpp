// Where a sticker stands in the text follows from where it lies in space; which piece shows which
// colours, from the picture. Texts are read in facelet_reader.cpp.
#include "library/facelets.h"

#include "geometry/cube_faces.h"
#include "geometry/solid.h"
#include "library/box.h"

#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace gyre {
namespace {

// Sequences of 24 turns without a blank are written, above all of two or three faces in turn; 96
// turns and more are not. One colour may be missing, so that the mistake can be named.
constexpr int kLeastColours = 5;

constexpr std::array<std::string_view, 20> kPieceNames = {
    "URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB", "UR", "UF",
    "UL",  "UB",  "DR",  "DF",  "DL",  "DB",  "FR",  "FL",  "BL", "BR"};

// The name that people give a piece with these faces; empty if no piece has them.
std::string_view piece_name(std::string_view faces) {
  for (const std::string_view name : kPieceNames) {
    if (name.size() == faces.size() && name.find_first_not_of(faces) == std::string_view::npos) {
      return name;
    }
  }
  return {};
}

std::string_view kind_of(const FaceletOrbit& orbit) {
  switch (orbit.slots[0].facelets.size()) {
    case 1:
      return "centre";
    case 2:
      return orbit.slots.size() == 12 ? "edge" : "wing";
    default:
      return "corner";
  }
}

// Of the pieces of an orbit that are all different.
bool is_odd_permutation(const std::uint8_t* perm, const std::uint8_t* solved, int pieces) {
  std::vector<int> home(256, 0);
  for (int slot = 0; slot < pieces; ++slot) home[solved[slot]] = slot;
  std::vector<bool> seen(pieces, false);
  bool odd = false;
  for (int start = 0; start < pieces; ++start) {
    for (int slot = start; !seen[slot]; slot = home[perm[slot]]) {
      seen[slot] = true;
      if (slot != start) odd = !odd;
    }
  }
  return odd;
}

}  // namespace

int cube_size(const PuzzleDefinition& definition) {
  const std::string& name = definition.name();
  const std::optional<BoxLayers> layers = box_layers(name.substr(0, name.find('_')));
  return layers && layers->front() == layers->back() ? layers->front() : 0;
}

bool looks_like_facelets(std::string_view text, int size) noexcept {
  const int least_word = std::max(size, 4);
  const int wanted = 6 * size * size;
  const int spare = size >= 3 ? size : 0;
  int letters = 0;
  int digits = 0;
  int strangers = 0;  // characters that a person typed by mistake
  int words = 0;
  int word = 0;
  int pairs = 0;  // of equal neighbours: nobody writes U U for U2
  std::array<bool, 256> used{};
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || is_facelet_blank(text[i])) {
      if (word > 0 && word < least_word) return false;
      if (word > 0) ++words;
      word = 0;
      continue;
    }
    ++word;
    used[static_cast<unsigned char>(text[i])] = true;
    if (word > 1 && text[i] == text[i - 1]) ++pairs;
    if (is_facelet_letter(text[i])) {
      ++letters;
    } else if (is_facelet_digit(text[i])) {
      ++digits;
    } else if (text[i] == '?' || text[i] == '.' || text[i] == '-' || text[i] == '_' ||
               static_cast<unsigned char>(text[i]) >= 0x80) {
      ++strangers;
    } else {
      return false;
    }
  }
  const auto colours = std::count(used.begin(), used.end(), true);
  if (letters > 0 && digits > 0) return false;
  const int count = letters + digits + strangers;
  constexpr int kMostStrangers = 4;
  if (strangers > 0) return strangers <= kMostStrangers && std::abs(count - wanted) <= 2;
  if (size > 2 && std::abs(count - wanted) <= spare) return true;
  if (colours < kLeastColours) return false;
  if (count == wanted) return true;
  // Facelets of another size, or with some missing: one long word of face letters that is no
  // sequence.
  constexpr int kLeastLetters = 20;
  constexpr int kLeastPairs = 3;
  const bool faces_only = text.find_first_not_of("URFDLB \t\r\n") == std::string_view::npos;
  return faces_only && words == 1 && count >= kLeastLetters && pairs >= kLeastPairs;
}

std::optional<CubeFacelets> CubeFacelets::of(const PuzzleDefinition& definition) {
  const int size = cube_size(definition);
  if (size == 0) return std::nullopt;
  std::optional<PuzzlePicture> picture = load_picture(fmt::format("{0}x{0}x{0}", size));
  if (!picture) return std::nullopt;
  const PuzzleDefinition& drawn = picture->drawn();
  // The puzzle's own orbits are the first ones of drawn().
  const auto begins_with = [](const State& whole, const State& part) {
    return whole.bytes.size() >= part.bytes.size() &&
           std::equal(part.bytes.begin(), part.bytes.end(), whole.bytes.begin());
  };
  const int fixed = size % 2;
  if (definition.orbits().size() + fixed != drawn.orbits().size()) return std::nullopt;
  for (int k = 0; k < definition.orbits().size(); ++k) {
    if (definition.orbits()[k].pieces != drawn.orbits()[k].pieces ||
        definition.orbits()[k].orientations != drawn.orbits()[k].orientations) {
      return std::nullopt;
    }
  }
  if (!begins_with(drawn.solved(), definition.solved())) return std::nullopt;
  bool all_known = true;
  for (const BaseMove& move : definition.moves()) {
    std::optional<State> action;
    try {
      action = action_of(drawn, parse_alg(move.name, &drawn.names()));
    } catch (const Error&) {
      all_known = false;
      continue;
    }
    if (!begins_with(*action, move.action)) return std::nullopt;
  }
  // A turn of another puzzle, unless all turns of the cube stand beside it.
  const auto has_move = [&](const BaseMove& turn) {
    return std::any_of(definition.moves().begin(), definition.moves().end(),
                       [&](const BaseMove& move) { return move.name == turn.name; });
  };
  if (!all_known && !std::all_of(drawn.moves().begin(), drawn.moves().end(), has_move)) {
    return std::nullopt;
  }
  return CubeFacelets(std::move(*picture));
}

CubeFacelets::CubeFacelets(PuzzlePicture picture) : picture_(std::move(picture)) {
  const auto stickers = static_cast<double>(picture_.stickers().size());
  layout_.size = static_cast<int>(std::lround(std::sqrt(stickers / kCubeFaces)));
  assert(count() == static_cast<int>(picture_.stickers().size()));
  face_letters_.assign(kCubeFaces, -1);
  for (const char name : kCubeFaceNames) {
    const auto face = std::find_if(
        picture_.faces().begin(), picture_.faces().end(),
        [&](const PictureFace& other) { return other.name == std::string_view(&name, 1); });
    assert(face != picture_.faces().end());
    faces_.push_back(static_cast<int>(face - picture_.faces().begin()));
    face_letters_[faces_.back()] = face_number(name);
  }
  find_stickers();
  find_slots();
}

void CubeFacelets::find_stickers() {
  // Middles of rows and columns, each once; all faces are divided alike.
  std::vector<double> steps;
  const auto normal = [&](char face) { return picture_.faces()[faces_[face_number(face)]].normal; };
  for (const PictureSticker& sticker : picture_.stickers()) {
    if (sticker.face == faces_[0]) steps.push_back(dot(centre_of(sticker.outline), normal('R')));
  }
  std::sort(steps.begin(), steps.end());
  for (int i = 0; i < size(); ++i) steps[i] = steps[i * size()];
  steps.resize(size());
  const auto step_of = [&](const Point3& point, char face) {
    const double value = dot(point, normal(face));
    const auto nearest = std::min_element(steps.begin(), steps.end(), [&](double a, double b) {
      return std::abs(a - value) < std::abs(b - value);
    });
    return static_cast<int>(nearest - steps.begin());
  };
  stickers_.assign(count(), -1);
  for (int i = 0; i < count(); ++i) {
    const PictureSticker& sticker = picture_.stickers()[i];
    const int face = face_letters_[sticker.face];
    const Point3 centre = centre_of(sticker.outline);
    const int row = step_of(centre, kCubeFaceViews[face].down);
    const int column = step_of(centre, kCubeFaceViews[face].right);
    stickers_[(face * size() + row) * size() + column] = i;
  }
}

void CubeFacelets::find_slots() {
  const PuzzleDefinition& drawn = picture_.drawn();
  // Fixed centres are the last orbit of an odd cube.
  layout_.orbits.resize(static_cast<std::size_t>(drawn.orbits().size() - size() % 2));
  for (std::size_t k = 0; k < layout_.orbits.size(); ++k) {
    layout_.orbits[k].orientations = drawn.orbits()[static_cast<int>(k)].orientations;
    layout_.orbits[k].slots.resize(
        static_cast<std::size_t>(drawn.orbits()[static_cast<int>(k)].pieces));
  }
  for (int facelet = 0; facelet < count(); ++facelet) {
    const PictureSticker& sticker = picture_.stickers()[stickers_[facelet]];
    if (sticker.orbit >= static_cast<int>(layout_.orbits.size())) continue;
    layout_.orbits[sticker.orbit].slots[sticker.slot].facelets.push_back(facelet);
  }
  for (int k = 0; k < static_cast<int>(layout_.orbits.size()); ++k) {
    FaceletOrbit& orbit = layout_.orbits[k];
    orbit.kind = kind_of(orbit);
    orbit.homes.resize(static_cast<std::size_t>(drawn.identities(k)));
    const std::uint8_t* solved = drawn.solved().bytes.data() + drawn.orbits().perm_offset(k);
    for (int number = static_cast<int>(orbit.slots.size()) - 1; number >= 0; --number) {
      name_slot(orbit, orbit.slots[number]);
      orbit.homes[solved[number]] = orbit.slots[number].name;
      find_pieces(k, number);
    }
  }
}

void CubeFacelets::name_slot(const FaceletOrbit& orbit, FaceletSlot& slot) const {
  const int area = size() * size();
  std::string faces;
  for (const int facelet : slot.facelets) faces += kCubeFaceNames[facelet / area];
  if (faces.size() == 1) return;
  slot.name = piece_name(faces);
  std::sort(slot.facelets.begin(), slot.facelets.end(), [&](int a, int b) {
    return slot.name.find(kCubeFaceNames[a / area]) < slot.name.find(kCubeFaceNames[b / area]);
  });
  if (orbit.kind != "wing") return;
  // Along the edge: whichever of row and column is not at the rim.
  const int facelet = slot.facelets[0];
  const CubeFaceView& view = kCubeFaceViews[facelet / area];
  const int row = facelet % area / size();
  const bool at_rim = row == 0 || row == size() - 1;
  const int step = at_rim ? facelet % size() : row;
  const char far = at_rim ? view.right : view.down;
  const bool is_far = 2 * step >= size();
  slot.name +=
      fmt::format(" in {}{}", is_far ? size() - step : step + 1, is_far ? far : opposite_face(far));
}

void CubeFacelets::find_pieces(int orbit, int slot_number) {
  const PuzzleDefinition& drawn = picture_.drawn();
  const int orientations = drawn.orbits()[orbit].orientations;
  const int offset = drawn.orbits().perm_offset(orbit) + slot_number;
  FaceletSlot& slot = layout_.orbits[orbit].slots[slot_number];
  std::size_t codes = 1;
  for (std::size_t i = 0; i < slot.facelets.size(); ++i) codes *= kCubeFaces;
  slot.pieces.assign(codes, -1);
  State state = drawn.solved();
  for (int identity = 0; identity < drawn.identities(orbit); ++identity) {
    for (int ori = 0; ori < orientations; ++ori) {
      state.bytes[offset] = static_cast<std::uint8_t>(identity);
      state.bytes[offset + drawn.orbits()[orbit].pieces] = static_cast<std::uint8_t>(ori);
      int code = 0;
      for (const int facelet : slot.facelets) {
        code = code * kCubeFaces + face_letters_[picture_.shown_face(state, stickers_[facelet])];
      }
      slot.pieces[code] = identity * orientations + ori;
    }
  }
}

FaceletReading CubeFacelets::read(std::string_view text, const SourcePlace& place) const {
  FaceletPieces found = read_facelet_pieces(layout_, text, place);
  FaceletReading reading;
  for (const int face : found.faces) reading.faces.push_back(face < 0 ? -1 : faces_[face]);
  reading.characters = std::move(found.characters);
  reading.faults = std::move(found.faults);
  if (!reading.faults.empty()) return reading;
  const OrbitList& orbits = picture_.drawn().orbits();
  State position = picture_.drawn().solved();
  for (int k = 0; k < static_cast<int>(layout_.orbits.size()); ++k) {
    const int pieces = orbits[k].pieces;
    std::uint8_t* perm = position.bytes.data() + orbits.perm_offset(k);
    for (int slot = 0; slot < pieces; ++slot) {
      perm[slot] = static_cast<std::uint8_t>(found.pieces[k][slot] / orbits[k].orientations);
      perm[pieces + slot] =
          static_cast<std::uint8_t>(found.pieces[k][slot] % orbits[k].orientations);
    }
  }
  const int fixed = size() % 2 == 1 ? orbits[orbits.size() - 1].pieces : 0;
  position.bytes.resize(position.bytes.size() - 2 * static_cast<std::size_t>(fixed));
  reading.position = std::move(position);
  return reading;
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

std::string CubeFacelets::write(const State& position) const {
  const State placed = picture_.place(position);
  std::string text;
  for (const int sticker : stickers_) {
    const int face = picture_.shown_face(placed, sticker);
    text += face < 0 ? '?' : kCubeFaceNames[face_letters_[face]];
  }
  return text;
}

std::vector<FaceletFault> CubeFacelets::why_impossible(const State& position) const {
  const PuzzleDefinition& drawn = picture_.drawn();
  std::vector<FaceletFault> faults;
  const auto add = [&](std::string message, std::vector<int> facelets) {
    faults.push_back({std::move(message), std::move(facelets)});
  };
  // Orbits of which all pieces are different and have orientations: the corners, and the middle
  // edges of an odd cube.
  std::vector<bool> odd;
  std::vector<int> twisted;
  for (int k = 0; k < drawn.orbits().size() - size() % 2; ++k) {
    const Orbit& orbit = drawn.orbits()[k];
    if (orbit.orientations == 1) continue;
    const std::uint8_t* perm = position.bytes.data() + drawn.orbits().perm_offset(k);
    const std::uint8_t* solved = drawn.solved().bytes.data() + drawn.orbits().perm_offset(k);
    int total = 0;
    for (int slot = 0; slot < orbit.pieces; ++slot) total += perm[orbit.pieces + slot];
    total %= orbit.orientations;
    odd.push_back(is_odd_permutation(perm, solved, orbit.pieces));
    twisted.push_back(k);
    if (total == 0) continue;
    const Suspects suspects = twisted_at_home(k, position);
    const std::string who = suspects.names.size() == 1
                                ? fmt::format("{} is at home but {}", suspects.names[0],
                                              kind(k) == "corner" ? "twisted" : "flipped")
                                : fmt::format("which {} it is, nobody can say", kind(k));
    if (kind(k) == "corner") {
      add(fmt::format("a corner is twisted {}: the twists of the corners add up to {} modulo 3, "
                      "and turns keep 0; {}",
                      total == 1 ? "clockwise" : "anticlockwise", total, who),
          suspects.facelets);
    } else {
      add(fmt::format("an edge is flipped: an odd number of edges is flipped, and turns keep it "
                      "even; {}",
                      who),
          suspects.facelets);
    }
  }
  if (odd.size() == 2 && odd[0] != odd[1]) {
    Suspects suspects = away_from_home(twisted, position);
    const std::string why =
        fmt::format("the corners are permuted {} and the edges {}, and turns keep both alike",
                    odd[0] ? "oddly" : "evenly", odd[1] ? "oddly" : "evenly");
    if (suspects.names.size() == 2) {
      add(fmt::format("two {}s are swapped ({} and {}): {}", kind(twisted[odd[0] ? 0 : 1]),
                      suspects.names[0], suspects.names[1], why),
          std::move(suspects.facelets));
    } else {
      add(fmt::format("two pieces are swapped: {}; which two they are, nobody can say", why), {});
    }
  }
  return faults;
}

CubeFacelets::Suspects CubeFacelets::twisted_at_home(int orbit, const State& position) const {
  const PuzzleDefinition& drawn = picture_.drawn();
  const int pieces = drawn.orbits()[orbit].pieces;
  const int at = drawn.orbits().perm_offset(orbit);
  Suspects suspects;
  for (int slot = 0; slot < pieces; ++slot) {
    if (position.bytes[at + slot] == drawn.solved().bytes[at + slot] &&
        position.bytes[at + pieces + slot] != 0) {
      suspects.add(layout_.orbits[orbit].slots[slot]);
    }
  }
  // Of several, any may be the one, or one that is elsewhere.
  if (suspects.names.size() != 1) suspects.facelets.clear();
  return suspects;
}

CubeFacelets::Suspects CubeFacelets::away_from_home(const std::vector<int>& orbits,
                                                    const State& position) const {
  const PuzzleDefinition& drawn = picture_.drawn();
  Suspects suspects;
  for (const int orbit : orbits) {
    const int at = drawn.orbits().perm_offset(orbit);
    for (int slot = 0; slot < drawn.orbits()[orbit].pieces; ++slot) {
      if (position.bytes[at + slot] != drawn.solved().bytes[at + slot]) {
        suspects.add(layout_.orbits[orbit].slots[slot]);
      }
    }
  }
  if (suspects.names.size() != 2) suspects.facelets.clear();
  return suspects;
}

}  // namespace gyre
