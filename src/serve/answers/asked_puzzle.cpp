#include "serve/answers/asked_puzzle.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <stdexcept>
#include <utility>

namespace gyre::serve {
namespace {

// Longer than any description that makes a puzzle.
constexpr std::size_t kMaxNameBytes = 1'000;
constexpr std::size_t kMaxFileNameBytes = 200;

}  // namespace

AskedPuzzle::AskedPuzzle(const std::string& name)
    : option_(name),
      is_file_(false),
      definition_(load_named_puzzle(name)),
      forms_(definition_, kMaxPositionMoves) {}

AskedPuzzle::AskedPuzzle(const std::string& file, std::string_view text)
    : option_(file),
      is_file_(true),
      definition_(read_definition(text, file)),
      forms_(definition_, kMaxPositionMoves) {}

const PuzzlePicture* AskedPuzzle::picture() const {
  std::call_once(picture_made_, [&] {
    own_picture_ = is_file_ ? find_picture(definition_) : load_picture(option_);
    if (own_picture_) {
      picture_ = &*own_picture_;
    } else if (forms_.facelets() != nullptr) {
      // A cube of the library with other turns.
      picture_ = &forms_.facelets()->picture();
    }
  });
  return picture_;
}

State AskedPuzzle::place(const Scramble& position) const {
  const bool same_names = picture() != nullptr && own_picture_.has_value();
  return same_names && !position.alg.nodes.empty() ? apply(picture()->drawn(), position.alg)
                                                   : picture()->place(position.state);
}

const std::vector<int>& AskedPuzzle::facelet_stickers() const {
  std::call_once(stickers_made_, [&] {
    const CubeFacelets* cube = forms_.facelets();
    if (cube == nullptr || picture() == nullptr) return;
    // Both pictures are of one cube, but each counts its stickers.
    for (int i = 0; i < cube->count(); ++i) {
      const PictureSticker& wanted = cube->picture().stickers()[cube->sticker(i)];
      const auto& stickers = picture()->stickers();
      const auto same = [&](const PictureSticker& other) {
        return other.orbit == wanted.orbit && other.slot == wanted.slot &&
               picture()->faces()[other.face].name == cube->picture().faces()[wanted.face].name;
      };
      const auto found = std::find_if(stickers.begin(), stickers.end(), same);
      if (found == stickers.end()) throw std::logic_error("a facelet has no sticker");
      facelet_stickers_.push_back(static_cast<int>(found - stickers.begin()));
    }
  });
  return facelet_stickers_;
}

const PuzzleGroup& AskedPuzzle::group(const std::stop_token& stop) const {
  std::unique_lock lock(group_mutex_);
  const bool is_free = group_changed_.wait(lock, stop, [&] { return !group_is_being_made_; });
  if (!is_free) throw Error("stopped while waiting for the group of the moves");
  if (group_fault_) throw Error(*group_fault_);
  if (group_) return *group_;
  group_is_being_made_ = true;
  lock.unlock();
  std::optional<PuzzleGroup> made;
  std::optional<Error> fault;
  std::exception_ptr thrown;
  try {
    made.emplace(definition_, stop);
  } catch (const Error& error) {
    // What was stopped is no fault of the puzzle.
    if (!stop.stop_requested()) fault = error;
    thrown = std::current_exception();
  } catch (...) {
    thrown = std::current_exception();
  }
  lock.lock();
  group_is_being_made_ = false;
  group_ = std::move(made);
  group_fault_ = std::move(fault);
  group_changed_.notify_all();
  if (thrown) std::rethrow_exception(thrown);
  return *group_;
}

const cube3::Holding* AskedPuzzle::holding() const {
  std::call_once(holding_made_, [&] {
    if (cube3::is_cube3(definition_)) holding_.emplace(definition_);
  });
  return holding_ ? &*holding_ : nullptr;
}

MoveSet AskedPuzzle::move_set(Metric metric, const std::string& moves) const {
  return {definition_, metric, moves};
}

std::uint64_t AskedPuzzle::bytes() const noexcept {
  const std::size_t states = 1 + definition_.moves().size() + definition_.rotations().size() +
                             definition_.derived().size();
  // Each state stands here, in the picture's definition and in the reader of facelets; and what has
  // a name takes about so much besides.
  constexpr std::size_t kCopies = 3;
  constexpr std::size_t kBesides = 300;
  return kCopies * states *
         (static_cast<std::size_t>(definition_.orbits().state_bytes()) + kBesides);
}

std::shared_ptr<const AskedPuzzle> PuzzleShelf::find(RequestFields& fields) {
  const std::optional<std::string> name = fields.text("puzzle");
  const Json& text = fields.any("definition");
  if (name.has_value() == !text.is_null()) {
    throw Error(
        "a request names one puzzle: \"puzzle\": \"3x3x3\", or \"definition\": {\"file\": "
        "\"my.tws\", \"text\": \"...\"}");
  }
  if (name) {
    if (name->size() > kMaxNameBytes) {
      throw Error(fmt::format("'puzzle' must be a text of at most {} bytes", kMaxNameBytes));
    }
    return find_or_make("p" + *name, [&] { return std::make_shared<const AskedPuzzle>(*name); });
  }
  if (!text.is_object()) throw Error("'definition' must be {\"file\": \"...\", \"text\": \"...\"}");
  RequestFields parts(text);
  const std::string file = parts.required_text("file");
  const std::string body = parts.required_text("text");
  parts.refuse_others();
  if (file.size() > kMaxFileNameBytes) {
    throw Error(fmt::format("'file' must be a text of at most {} bytes", kMaxFileNameBytes));
  }
  // With its length, so that no other pair makes the same key.
  const std::string key = fmt::format("d{} {}{}", file.size(), file, body);
  return find_or_make(key, [&] { return std::make_shared<const AskedPuzzle>(file, body); });
}

PuzzleShelf::Puzzle PuzzleShelf::find_or_make(const std::string& key,
                                              const std::function<Puzzle()>& make) {
  std::promise<Puzzle> promise;
  std::shared_future<Puzzle> known;
  {
    const std::lock_guard lock(mutex_);
    const auto place = std::find_if(places_.begin(), places_.end(),
                                    [&](const Place& at) { return at.key == key; });
    if (place != places_.end()) {
      places_.splice(places_.begin(), places_, place);
      known = place->puzzle;
    } else {
      places_.push_front({key, promise.get_future().share(), 0});
    }
  }
  if (known.valid()) return known.get();
  try {
    Puzzle puzzle = make();
    promise.set_value(puzzle);
    keep(key, key.size() + puzzle->bytes());
    return puzzle;
  } catch (...) {
    // A wrong text is not worth a place; who waits for it is told the same.
    promise.set_exception(std::current_exception());
    forget(key);
    throw;
  }
}

void PuzzleShelf::keep(const std::string& key, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  std::uint64_t sum = 0;
  std::size_t count = 0;
  for (auto place = places_.begin(); place != places_.end();) {
    if (place->key == key) place->bytes = bytes;
    sum += place->bytes;
    ++count;
    // Those that are being made have somebody who comes back for them.
    const bool one_too_many = count > most_puzzles_ || sum > most_bytes_;
    if (one_too_many && place->bytes != 0) {
      sum -= place->bytes;
      --count;
      place = places_.erase(place);
    } else {
      ++place;
    }
  }
}

void PuzzleShelf::forget(const std::string& key) {
  const std::lock_guard lock(mutex_);
  places_.remove_if([&](const Place& place) { return place.key == key; });
}

std::size_t PuzzleShelf::size() const {
  const std::lock_guard lock(mutex_);
  return places_.size();
}

Metric read_metric(RequestFields& fields) {
  std::vector<std::string> names;
  for (const Metric metric : metrics()) names.emplace_back(to_string(metric));
  return parse_metric(fields.word("metric", names, names.front()));
}

MoveSet read_move_set(const AskedPuzzle& puzzle, RequestFields& fields) {
  const Metric metric = read_metric(fields);
  return puzzle.move_set(metric, fields.text("moves", ""));
}

}  // namespace gyre::serve
