#include "serve/answers/picture_answers.h"

#include "draw/palette.h"
#include "draw/sticker_shapes.h"
#include "draw/view.h"
#include "front/puzzle/check.h"
#include "front/puzzle/piece_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gyre/base/error.h>
#include <gyre/draw/draw.h>
#include <gyre/puzzle/sequence.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace gyre::serve {
namespace {

// Of one answer. A picture or a film beyond these is of no use to a page, and would take the
// memory of many requests.
constexpr std::size_t kMaxStickers = 20'000;
constexpr std::size_t kMaxPlayedMoves = 2'000;
constexpr std::size_t kMaxDrawnMoves = 200;
constexpr std::size_t kMaxPlayedStickers = 2'000'000;  // frames times stickers
constexpr std::size_t kMaxDrawnBytes = 16'000'000;

// Four digits behind the point: less than a pixel on any screen.
double rounded(double value) {
  constexpr double kPlaces = 1e4;
  const double out = std::round(value * kPlaces) / kPlaces;
  return out == 0 ? 0 : out;  // no -0
}

Json point(const Point3& at) {
  return {rounded(at[0]), rounded(at[1]), rounded(at[2])};
}

Json points(const std::vector<Point3>& outline) {
  Json list = Json::array();
  for (const Point3& at : outline) list.push_back(point(at));
  return list;
}

// The net with its upper left corner at (0, 0).
class NetPaper {
 public:
  explicit NetPaper(const PuzzlePicture& picture)
      : view_(net_view(picture.solid(), picture.faces())), seen_(picture.faces().size()) {
    for (const SeenFace& face : view_.faces) {
      seen_[face.face] = &face;
      for (const Point3& corner : picture.faces()[face.face].outline) {
        const Point2 at = face.map(corner);
        left_ = std::min(left_, at.x);
        right_ = std::max(right_, at.x);
        top_ = std::min(top_, at.y);
        bottom_ = std::max(bottom_, at.y);
      }
    }
  }

  [[nodiscard]] Json points(int face, const std::vector<Point3>& outline) const {
    Json list = Json::array();
    if (seen_[face] == nullptr) return list;
    for (const Point3& corner : outline) {
      const Point2 at = seen_[face]->map(corner);
      list.push_back({rounded(at.x - left_), rounded(at.y - top_)});
    }
    return list;
  }

  // How much of the face's area is seen.
  [[nodiscard]] double flatness(int face) const {
    return seen_[face] == nullptr ? 1 : seen_[face]->flatness;
  }
  [[nodiscard]] Json size() const {
    return {{"width", rounded(right_ - left_)}, {"height", rounded(bottom_ - top_)}};
  }

 private:
  View view_;
  std::vector<const SeenFace*> seen_;  // by face
  double left_ = std::numeric_limits<double>::infinity();
  double right_ = -std::numeric_limits<double>::infinity();
  double top_ = std::numeric_limits<double>::infinity();
  double bottom_ = -std::numeric_limits<double>::infinity();
};

Json colours_of(const PuzzlePicture& picture, const State& placed) {
  Json colours = Json::array();
  for (std::size_t i = 0; i < picture.stickers().size(); ++i) {
    colours.push_back(picture.shown_face(placed, static_cast<int>(i)));
  }
  return colours;
}

void refuse_huge(const PuzzlePicture& picture) {
  if (picture.stickers().size() <= kMaxStickers) return;
  throw Error(fmt::format("a picture of {} stickers is too large to be sent (at most {})",
                          picture.stickers().size(), kMaxStickers));
}

// A sequence that is played, as actions of the definition that is shown.
class Film {
 public:
  Film(const PuzzleDefinition& shown, const PuzzleDefinition& definition, State start)
      : shown_(shown), definition_(definition), state_(std::move(start)) {}

  void turn(const MoveToken& move) {
    const auto [place, is_new] = actions_.try_emplace(print(move));
    if (is_new) place->second = action_of(shown_, move);
    state_ = compose(shown_.orbits(), state_, place->second);
    moves_.push_back(print(move, definition_.names()));
  }
  [[nodiscard]] const State& state() const noexcept { return state_; }
  [[nodiscard]] Json moves() const { return moves_; }

 private:
  const PuzzleDefinition& shown_;
  const PuzzleDefinition& definition_;
  State state_;
  Json moves_ = Json::array();
  std::unordered_map<std::string, State> actions_;
};

Json play_picture(const AskedPuzzle& puzzle, const Scramble& position,
                  const std::vector<MoveToken>& moves) {
  const PuzzlePicture& picture = *puzzle.picture();
  refuse_huge(picture);
  const std::size_t most = kMaxPlayedStickers / picture.stickers().size();
  if (moves.size() > most) {
    throw Error(fmt::format("of {} at most {} moves are played at once, not {}",
                            puzzle.definition().name(), most, moves.size()));
  }
  Film film(picture.drawn(), puzzle.definition(), puzzle.place(position));
  Json frames = Json::array({colours_of(picture, film.state())});
  for (const MoveToken& move : moves) {
    film.turn(move);
    frames.push_back(colours_of(picture, film.state()));
  }
  return {{"moves", film.moves()}, {"frames", std::move(frames)}};
}

Json play_drawings(const AskedPuzzle& puzzle, const Scramble& position,
                   const std::vector<MoveToken>& moves) {
  const PuzzleDefinition& definition = puzzle.definition();
  if (moves.size() > kMaxDrawnMoves) {
    throw Error(fmt::format("of {} at most {} moves are played at once, not {}", definition.name(),
                            kMaxDrawnMoves, moves.size()));
  }
  Film film(definition, definition, position.state);
  Json drawings = Json::array();
  std::size_t bytes = 0;
  const auto add = [&] {
    drawings.push_back(draw_svg(definition, film.state()));
    bytes += drawings.back().get_ref<const std::string&>().size();
    if (bytes > kMaxDrawnBytes) {
      throw Error(fmt::format("the drawings of {} are large: play at most {} moves at once",
                              definition.name(), drawings.size() - 1));
    }
  };
  add();
  for (const MoveToken& move : moves) {
    film.turn(move);
    add();
  }
  return {{"moves", film.moves()}, {"drawings", std::move(drawings)}};
}

Json fault_json(const AskedPuzzle& puzzle, const FaceletFault& fault) {
  Json stickers = Json::array();
  for (const int facelet : fault.facelets) stickers.push_back(puzzle.facelet_stickers()[facelet]);
  return {{"message", fault.message}, {"stickers", std::move(stickers)}};
}

// Stickers that make no cube, as they were painted.
Json describe_impossible(const AskedPuzzle& puzzle, const ImpossibleFacelets& impossible) {
  const CubeFacelets& cube = *puzzle.forms().facelets();
  const std::vector<PictureFace>& faces = puzzle.picture()->faces();
  const FaceletReading& reading = impossible.reading();
  std::vector<int> colours(puzzle.picture()->stickers().size(), -1);
  std::string facelets;
  for (int i = 0; i < cube.count(); ++i) {
    if (reading.faces[i] < 0) {
      facelets += '?';
      continue;
    }
    const std::string& name = cube.picture().faces()[reading.faces[i]].name;
    facelets += name;
    const auto face = std::find_if(faces.begin(), faces.end(),
                                   [&](const PictureFace& other) { return other.name == name; });
    colours[puzzle.facelet_stickers()[i]] = static_cast<int>(face - faces.begin());
  }
  Json faults = Json::array();
  for (const FaceletFault& fault : reading.faults) faults.push_back(fault_json(puzzle, fault));
  return {{"solvable", false},  {"reason", impossible.message()}, {"faults", std::move(faults)},
          {"colours", colours}, {"facelets", facelets},           {"rotation", ""}};
}

}  // namespace

Json describe_picture(const AskedPuzzle& puzzle, RequestFields& fields) {
  (void)read_move_set(puzzle, fields);
  fields.refuse_others();
  Json faces = Json::array();
  Json stickers = Json::array();
  Json orbits = Json::array();
  if (puzzle.picture() == nullptr) {
    return {{"faces", faces},
            {"stickers", stickers},
            {"net", {{"width", 0}, {"height", 0}}},
            {"orbits", orbits}};
  }
  const PuzzlePicture& picture = *puzzle.picture();
  refuse_huge(picture);
  const NetPaper paper(picture);
  const std::vector<Ink> inks = face_inks(picture.solid(), picture.faces(), DrawPalette::standard);
  for (int i = 0; i < static_cast<int>(picture.faces().size()); ++i) {
    const PictureFace& face = picture.faces()[i];
    faces.push_back({{"name", face.name},
                     {"colour", to_hex(inks[i].colour)},
                     {"net", paper.points(i, face.outline)},
                     {"space", points(face.outline)}});
  }
  std::vector<int> facelet_of(picture.stickers().size(), -1);
  for (std::size_t i = 0; i < puzzle.facelet_stickers().size(); ++i) {
    facelet_of[puzzle.facelet_stickers()[i]] = static_cast<int>(i);
  }
  const std::vector<StickerShape> shapes = sticker_shapes(picture);
  PieceNames names(puzzle.definition(), &picture);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const PictureSticker& sticker = picture.stickers()[i];
    const std::optional<std::string> piece = names.name(sticker.orbit, sticker.slot);
    stickers.push_back({{"face", sticker.face},
                        {"orbit", sticker.orbit},
                        {"slot", sticker.slot},
                        {"piece", piece ? Json(*piece) : Json()},
                        {"facelet", facelet_of[i] < 0 ? Json() : Json(facelet_of[i])},
                        {"rounding", rounded(shapes[i].rounding * paper.flatness(sticker.face))},
                        {"net", paper.points(sticker.face, shapes[i].outline)},
                        {"space", points(shapes[i].outline)},
                        {"cell", points(sticker.outline)}});
  }
  for (const Orbit& orbit : picture.drawn().orbits()) orbits.push_back(orbit.name);
  return {{"faces", std::move(faces)},   {"stickers", std::move(stickers)},
          {"net", paper.size()},         {"orbits", std::move(orbits)},
          {"plastic", to_hex(kPlastic)}, {"grey", to_hex(kGrey)}};
}

Json play(const AskedPuzzle& puzzle, RequestFields& fields) {
  (void)read_move_set(puzzle, fields);
  const std::string position_text = fields.text("position", "");
  const std::string alg_text = fields.text("alg", "");
  fields.refuse_others();
  const PuzzleDefinition& definition = puzzle.definition();
  const Scramble position = puzzle.forms().read(position_text);
  const Alg alg = parse_alg(alg_text, &definition.names());
  const std::vector<MoveToken> moves = expand(alg, kMaxPlayedMoves);
  // Says which move is blocked, where moves can be.
  if (!definition.illegal().empty()) (void)apply(definition, position.state, alg);
  return puzzle.picture() != nullptr ? play_picture(puzzle, position, moves)
                                     : play_drawings(puzzle, position, moves);
}

Json check_position(const AskedPuzzle& puzzle, RequestFields& fields, const std::stop_token& stop) {
  const MoveSet moves = read_move_set(puzzle, fields);
  const bool all_moves = fields.text("moves", "").empty();
  const std::string text = fields.required_text("position");
  fields.refuse_others();
  const PuzzleDefinition& definition = puzzle.definition();
  Scramble position;
  try {
    position = puzzle.forms().read_plain(text);
  } catch (const ImpossibleFacelets& impossible) {
    return describe_impossible(puzzle, impossible);
  }
  const HeldPosition held = hold(definition, position);
  Json solvable;
  Json reason;
  Json faults = Json::array();
  try {
    const CheckAnswer answer =
        all_moves
            ? check_solvable(puzzle, puzzle.group(stop), true, position, stop)
            : check_solvable(puzzle, PuzzleGroup(definition, moves, stop), false, position, stop);
    solvable = answer.solvable;
    if (!answer.solvable) reason = answer.reason;
    for (const FaceletFault& fault : answer.faults) faults.push_back(fault_json(puzzle, fault));
  } catch (const Error& error) {
    // Nobody can say.
    reason = stop.stop_requested()
                 ? "whether these moves solve it takes longer to find out than there is time for"
                 : error.message();
  }
  const std::optional<std::string> facelets = puzzle.forms().write_facelets(position);
  return {{"solvable", std::move(solvable)},
          {"reason", std::move(reason)},
          {"faults", std::move(faults)},
          {"colours", puzzle.picture() == nullptr
                          ? Json::array()
                          : colours_of(*puzzle.picture(), puzzle.place(position))},
          {"facelets", facelets ? Json(*facelets) : Json()},
          {"rotation", print(held.turn, definition.names())}};
}

}  // namespace gyre::serve
