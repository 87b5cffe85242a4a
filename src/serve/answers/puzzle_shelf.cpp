#include "serve/answers/puzzle_shelf.h"

#include <fmt/format.h>
#include <gyre/base/error.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <utility>

namespace gyre::serve {
namespace {

// Longer than any description that makes a puzzle.
constexpr std::size_t kMaxNameBytes = 1'000;
constexpr std::size_t kMaxFileNameBytes = 200;
// Orbits or pieces that a change of the puzzle names.
constexpr std::size_t kMostNames = 10'000;

}  // namespace

std::shared_ptr<const AskedPuzzle> PuzzleShelf::find(RequestFields& fields) {
  Puzzle puzzle = find_asked(fields);
  return AskedPuzzle::for_moves(std::move(puzzle), fields.text("moves", ""), kRequestSpelling);
}

PuzzleShelf::Puzzle PuzzleShelf::find_asked(RequestFields& fields) {
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
    return find_or_make("p" + *name, [&] {
      PuzzleWish wish;
      wish.text = *name;
      wish.opens_files = false;
      return std::make_shared<const AskedPuzzle>(std::move(wish), kRequestSpelling,
                                                 kMaxPositionMoves);
    });
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
  return find_or_make(key, [&] {
    PuzzleWish wish;
    wish.text = file;
    wish.definition = body;
    return std::make_shared<const AskedPuzzle>(std::move(wish), kRequestSpelling,
                                               kMaxPositionMoves);
  });
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
      places_.push_front({key, promise.get_future().share(), 0, nullptr});
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

bool PuzzleShelf::give_up_oldest() {
  Place oldest;  // destroyed without the lock
  const std::lock_guard lock(mutex_);
  for (auto place = places_.end(); place != places_.begin();) {
    --place;
    if (place->bytes == 0) continue;
    oldest = std::move(*place);
    places_.erase(place);
    return true;
  }
  return false;
}

void PuzzleShelf::keep(const std::string& key, std::uint64_t bytes) {
  // Without the lock: others may be given up for it.
  std::shared_ptr<void> held = hold_ ? hold_(bytes) : nullptr;
  if (hold_ && !held) {
    forget(key);
    return;
  }
  const std::lock_guard lock(mutex_);
  std::uint64_t sum = 0;
  std::size_t count = 0;
  for (auto place = places_.begin(); place != places_.end();) {
    if (place->key == key) {
      place->bytes = bytes;
      place->held = std::move(held);
    }
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

std::shared_ptr<const AskedPuzzle> read_changes(RequestFields& fields,
                                                std::shared_ptr<const AskedPuzzle> puzzle) {
  DefinitionChanges changes;
  changes.omit = fields.texts("omit", kMostNames);
  const Json& orientation = fields.any("no_orientation");
  if (orientation.is_boolean()) {
    changes.no_orientation = orientation.get<bool>();
  } else {
    for (const std::string& orbit : fields.texts("no_orientation", kMostNames)) {
      forget_orientation(changes, orbit);
    }
  }
  changes.no_permutation_of = fields.texts("no_permutation", kMostNames);
  changes.distinguish_all = fields.flag("distinguish_all");
  changes.relabel = fields.texts("relabel", kMostNames);
  const std::vector<std::string> ignored = fields.texts("ignore", kMostNames);
  if (changes.empty() && ignored.empty()) return puzzle;
  return puzzle->changed(changes, ignored, kRequestSpelling);
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
