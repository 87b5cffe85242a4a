// Where a sticker stands in the text follows from where it lies in space; which piece shows which
// colours, from the picture. What is left to decide here is what to call things that are wrong.
#include <gyre/geometry/facelets.h>

#include "geometry/solid.h"

#include <gyre/geometry/library.h>
#include <gyre/puzzle/sequence.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>

namespace gyre {
namespace {

constexpr int kFaces = 6;
constexpr int kLargestSize = 20;
constexpr std::string_view kFaceNames = "URFDLB";
constexpr std::string_view kBlanks = " \t\r\n";

// How a face is looked at when its facelets are read row by row.
struct View {
  char right;
  char down;
};

constexpr std::array<View, kFaces> kViews = {
    {{'R', 'F'}, {'B', 'D'}, {'R', 'D'}, {'R', 'B'}, {'F', 'D'}, {'L', 'D'}}};

constexpr std::array<std::string_view, 20> kPieceNames = {
    "URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB", "UR", "UF",
    "UL",  "UB",  "DR",  "DF",  "DL",  "DB",  "FR",  "FL",  "BL", "BR"};

constexpr char opposite(char face) {
  return kFaceNames[(kFaceNames.find(face) + 3) % kFaces];
}

constexpr int number_of(char face) {
  return static_cast<int>(kFaceNames.find(face));
}

bool is_letter(char c) noexcept {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

bool is_blank(char c) noexcept {
  return kBlanks.find(c) != std::string_view::npos;
}

std::string show(char c) {
  if (c >= ' ' && c <= '~') return fmt::format("'{}'", c);
  return fmt::format("byte {:02x}", static_cast<unsigned char>(c));
}

// "U and D", "U, R and F".
std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i != 0) text += i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  return text;
}

std::string listed(std::string_view letters) {
  std::vector<std::string> words;
  for (const char letter : letters) words.emplace_back(1, letter);
  return listed(words);
}

std::string times(int count) {
  if (count == 1) return "once";
  return count == 2 ? "twice" : fmt::format("{} times", count);
}

// Where in a text that starts at `start` a character stands.
SourcePlace place_at(const SourcePlace& start, std::string_view text, std::size_t at) {
  SourcePlace place = start;
  for (const char c : text.substr(0, at)) {
    place.column = c == '\n' ? 1 : place.column + 1;
    if (c == '\n') ++place.line;
  }
  return place;
}

Point3 middle(const std::vector<Point3>& outline) {
  Point3 total{};
  for (const Point3& point : outline) total = sum(total, point);
  return scaled(total, 1.0 / static_cast<double>(outline.size()));
}

// The name that people give a piece with these faces; empty if no piece has them.
std::string_view piece_name(std::string_view faces) {
  for (const std::string_view name : kPieceNames) {
    if (name.size() == faces.size() && name.find_first_not_of(faces) == std::string_view::npos) {
      return name;
    }
  }
  return {};
}

// Why no piece shows these faces, as the end of a sentence; `shown` are the same letters as
// written.
std::string why_no_piece(std::string_view faces, std::string_view shown) {
  for (std::size_t i = 0; i < faces.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (faces[i] == faces[j]) {
        return fmt::format("{} twice, and no piece has two stickers of one face", shown[i]);
      }
    }
  }
  for (std::size_t i = 0; i < faces.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (faces[i] != opposite(faces[j])) continue;
      return fmt::format("{}, but {} and {} are opposite faces and meet on no piece", listed(shown),
                         shown[j], shown[i]);
    }
  }
  return fmt::format("{} clockwise, the mirror image of a corner: two of its stickers are swapped",
                     listed(shown));
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

int cube_size(const PuzzleDefinition& definition) noexcept {
  std::string_view name = definition.name();
  name = name.substr(0, name.find('_'));
  int size = 0;
  const auto [end, fault] = std::from_chars(name.data(), name.data() + name.size(), size);
  if (fault != std::errc{} || size < 2 || size > kLargestSize) return 0;
  const std::string_view digits = name.substr(0, static_cast<std::size_t>(end - name.data()));
  std::size_t place = 0;
  for (int i = 0; i < 3; ++i) {
    if (i > 0 && name.substr(place).substr(0, 1) != "x") return 0;
    if (i > 0) ++place;
    if (!name.substr(place).starts_with(digits)) return 0;
    place += digits.size();
  }
  return place == name.size() ? size : 0;
}

bool looks_like_facelets(std::string_view text, int size) noexcept {
  const int least_word = std::max(size, 4);
  const int wanted = 6 * size * size;
  const int spare = size >= 3 ? size : 0;
  int letters = 0;
  int digits = 0;
  int word = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || is_blank(text[i])) {
      if (word > 0 && word < least_word) return false;
      word = 0;
      continue;
    }
    ++word;
    if (is_letter(text[i])) {
      ++letters;
    } else if (is_digit(text[i])) {
      ++digits;
    } else {
      return false;
    }
  }
  return (letters == 0 || digits == 0) && std::abs(letters + digits - wanted) <= spare;
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
  for (const BaseMove& move : definition.moves()) {
    try {
      const Alg alg = parse_alg(move.name, &drawn.names());
      if (!begins_with(action_of(drawn, alg), move.action)) return std::nullopt;
    } catch (const Error&) {
      return std::nullopt;  // a turn of another puzzle
    }
  }
  return CubeFacelets(std::move(*picture));
}

CubeFacelets::CubeFacelets(PuzzlePicture picture) : picture_(std::move(picture)) {
  const auto stickers = static_cast<double>(picture_.stickers().size());
  size_ = static_cast<int>(std::lround(std::sqrt(stickers / kFaces)));
  assert(count() == static_cast<int>(picture_.stickers().size()));
  face_letters_.assign(kFaces, -1);
  for (const char name : kFaceNames) {
    const auto face = std::find_if(
        picture_.faces().begin(), picture_.faces().end(),
        [&](const PictureFace& other) { return other.name == std::string_view(&name, 1); });
    assert(face != picture_.faces().end());
    faces_.push_back(static_cast<int>(face - picture_.faces().begin()));
    face_letters_[faces_.back()] = number_of(name);
  }
  find_stickers();
  find_slots();
}

void CubeFacelets::find_stickers() {
  // Middles of rows and columns, each once; all faces are divided alike.
  std::vector<double> steps;
  const auto normal = [&](char face) { return picture_.faces()[faces_[number_of(face)]].normal; };
  for (const PictureSticker& sticker : picture_.stickers()) {
    if (sticker.face == faces_[0]) steps.push_back(dot(middle(sticker.outline), normal('R')));
  }
  std::sort(steps.begin(), steps.end());
  for (int i = 0; i < size_; ++i) steps[i] = steps[i * size_];
  steps.resize(size_);
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
    const Point3 centre = middle(sticker.outline);
    const int row = step_of(centre, kViews[face].down);
    const int column = step_of(centre, kViews[face].right);
    stickers_[(face * size_ + row) * size_ + column] = i;
  }
}

void CubeFacelets::find_slots() {
  const OrbitList& orbits = picture_.drawn().orbits();
  for (int k = 0; k < orbits.size(); ++k) slots_.emplace_back(orbits[k].pieces);
  for (int facelet = 0; facelet < count(); ++facelet) {
    const PictureSticker& sticker = picture_.stickers()[stickers_[facelet]];
    slots_[sticker.orbit][sticker.slot].facelets.push_back(facelet);
  }
  const int area = size_ * size_;
  for (int k = 0; k < orbits.size(); ++k) {
    for (int number = 0; number < orbits[k].pieces; ++number) {
      Slot& slot = slots_[k][number];
      std::string faces;
      for (const int facelet : slot.facelets) faces += kFaceNames[facelet / area];
      if (faces.size() > 1) {
        slot.name = piece_name(faces);
        std::sort(slot.facelets.begin(), slot.facelets.end(), [&](int a, int b) {
          return slot.name.find(kFaceNames[a / area]) < slot.name.find(kFaceNames[b / area]);
        });
      }
      if (kind(k) == "wing") {
        // Along the edge: whichever of row and column is not at the rim.
        const int facelet = slot.facelets[0];
        const View& view = kViews[facelet / area];
        const int row = facelet % area / size_;
        const bool at_rim = row == 0 || row == size_ - 1;
        const int step = at_rim ? facelet % size_ : row;
        const char far = at_rim ? view.right : view.down;
        const bool is_far = 2 * step >= size_;
        slot.name +=
            fmt::format(" in {}{}", is_far ? size_ - step : step + 1, is_far ? far : opposite(far));
      }
      find_pieces(k, number);
    }
  }
}

void CubeFacelets::find_pieces(int orbit, int slot_number) {
  const PuzzleDefinition& drawn = picture_.drawn();
  const int orientations = drawn.orbits()[orbit].orientations;
  const int offset = drawn.orbits().perm_offset(orbit) + slot_number;
  Slot& slot = slots_[orbit][slot_number];
  std::size_t codes = 1;
  for (std::size_t i = 0; i < slot.facelets.size(); ++i) codes *= kFaces;
  slot.pieces.assign(codes, -1);
  State state = drawn.solved();
  for (int identity = 0; identity < drawn.identities(orbit); ++identity) {
    for (int ori = 0; ori < orientations; ++ori) {
      state.bytes[offset] = static_cast<std::uint8_t>(identity);
      state.bytes[offset + drawn.orbits()[orbit].pieces] = static_cast<std::uint8_t>(ori);
      int code = 0;
      for (const int facelet : slot.facelets) {
        code = code * kFaces + face_letters_[picture_.shown_face(state, stickers_[facelet])];
      }
      slot.pieces[code] = identity * orientations + ori;
    }
  }
}

std::string_view CubeFacelets::kind(int orbit) const {
  switch (slots_[orbit][0].facelets.size()) {
    case 1:
      return "centre";
    case 2:
      return slots_[orbit].size() == 12 ? "edge" : "wing";
    default:
      return "corner";
  }
}

std::string CubeFacelets::home_name(int orbit, int identity) const {
  const PuzzleDefinition& drawn = picture_.drawn();
  const std::uint8_t* solved = drawn.solved().bytes.data() + drawn.orbits().perm_offset(orbit);
  const std::uint8_t* home = std::find(solved, solved + drawn.orbits()[orbit].pieces, identity);
  return slots_[orbit][home - solved].name;
}

std::vector<int> CubeFacelets::facelets_of(int orbit) const {
  std::vector<int> facelets;
  for (const Slot& slot : slots_[orbit]) {
    facelets.insert(facelets.end(), slot.facelets.begin(), slot.facelets.end());
  }
  std::sort(facelets.begin(), facelets.end());
  return facelets;
}

std::string CubeFacelets::write(const State& position) const {
  const State placed = picture_.place(position);
  std::string text;
  for (const int sticker : stickers_) {
    const int face = picture_.shown_face(placed, sticker);
    text += face < 0 ? '?' : kFaceNames[face_letters_[face]];
  }
  return text;
}

// One text on its way to a reading.
class CubeFacelets::Reader {
 public:
  Reader(const CubeFacelets& cube, std::string_view text, const SourcePlace& place) : cube_(cube) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (is_blank(text[i])) continue;
      if (!is_letter(text[i]) && !is_digit(text[i])) {
        throw Error(place_at(place, text, i),
                    fmt::format("{} is no letter of a facelet", show(text[i])));
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
      const std::size_t face = (named ? names_ : std::string(kFaceNames)).find(letters_[i]);
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
    for (int f = 0; f < kFaces; ++f) {
      const int centre = f * area() + area() / 2;
      const std::size_t before = names_.find(letters_[centre]);
      if (before != std::string::npos) {
        const int other = static_cast<int>(before) * area() + area() / 2;
        fault(fmt::format("the centres of {} and {} both show {}; they name the faces and must "
                          "differ",
                          kFaceNames[before], kFaceNames[f], letters_[centre]),
              {other, centre});
        return false;
      }
      names_ += letters_[centre];
    }
    return true;
  }

  bool name_by_letters_or_corners() {
    constexpr std::string_view kSmall = "urfdlb";
    for (const std::string_view names : {kFaceNames, kSmall}) {
      if (letters_.find_first_not_of(names) == std::string::npos) {
        names_ = names;
        return true;
      }
    }
    std::string used = letters_;
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    if (used.size() != kFaces) {
      fault(fmt::format("{} different letters ({}), but a cube has six colours", used.size(),
                        listed(used)),
            used.size() > kFaces ? rarest_beyond_six(used) : std::vector<int>{});
      return false;
    }
    return name_by_corners(used);
  }

  [[nodiscard]] std::vector<int> rarest_beyond_six(std::string used) const {
    std::stable_sort(used.begin(), used.end(), [&](char a, char b) {
      return std::count(letters_.begin(), letters_.end(), a) >
             std::count(letters_.begin(), letters_.end(), b);
    });
    return places_of(std::string_view(used).substr(kFaces));
  }

  // Colours that share no corner are opposite; the corner at DBL is at home.
  bool name_by_corners(const std::string& used) {
    std::array<std::array<bool, kFaces>, kFaces> meet{};
    for (const Slot& slot : cube_.slots_[0]) {
      for (const int a : slot.facelets) {
        for (const int b : slot.facelets) {
          meet[used.find(letters_[a])][used.find(letters_[b])] = true;
        }
      }
    }
    std::string partner;
    for (int a = 0; a < kFaces; ++a) {
      std::string strangers;
      for (int b = 0; b < kFaces; ++b) {
        if (!meet[a][b] && a != b) strangers += used[b];
      }
      if (strangers.size() == 1) partner += strangers;
    }
    names_.assign(kFaces, ' ');
    const auto home = std::find_if(cube_.slots_[0].begin(), cube_.slots_[0].end(),
                                   [](const Slot& slot) { return slot.name == "DBL"; });
    if (partner.size() == kFaces) {
      for (const int facelet : home->facelets) {
        const char face = kFaceNames[facelet / area()];
        names_[number_of(face)] = letters_[facelet];
        names_[number_of(opposite(face))] = partner[used.find(letters_[facelet])];
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
      fault(fmt::format("{} is no face letter: the centres show {}", show(letters_[i]),
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
      code = code * kFaces + numbers_[facelet];
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
          faces += kFaceNames[numbers_[facelet]];
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
    const int each = static_cast<int>(slots.size()) / kFaces;
    std::array<std::vector<int>, kFaces> found;  // facelets by the face that they show
    for (int number = 0; number < static_cast<int>(slots.size()); ++number) {
      const int piece = piece_at(slots[number]);
      if (piece < 0) continue;
      set(position, k, number, piece);
      const int facelet = slots[number].facelets[0];
      found[numbers_[facelet]].push_back(facelet);
    }
    std::vector<std::string> wrong;
    std::vector<int> surplus;
    for (int f = 0; f < kFaces; ++f) {
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
  for (int k = 0; k < drawn.orbits().size() - size_ % 2; ++k) {
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
    if (kind(k) == "corner") {
      add(fmt::format("a corner is twisted {}: the twists of the corners add up to {} modulo 3, "
                      "and turns keep 0; which corner it is, nobody can say",
                      total == 1 ? "clockwise" : "anticlockwise", total),
          facelets_of(k));
    } else {
      add("an edge is flipped: an odd number of edges is flipped, and turns keep it even; which "
          "edge it is, nobody can say",
          facelets_of(k));
    }
  }
  if (odd.size() == 2 && odd[0] != odd[1]) {
    std::vector<int> facelets = facelets_of(twisted[0]);
    const std::vector<int> more = facelets_of(twisted[1]);
    facelets.insert(facelets.end(), more.begin(), more.end());
    std::sort(facelets.begin(), facelets.end());
    add(fmt::format("two pieces are swapped: the corners are permuted {} and the edges {}, and "
                    "turns keep both alike; which two they are, nobody can say",
                    odd[0] ? "oddly" : "evenly", odd[1] ? "oddly" : "evenly"),
        std::move(facelets));
  }
  return faults;
}

}  // namespace gyre
