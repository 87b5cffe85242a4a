#include "front/puzzle/asked_puzzle.h"

#include "front/puzzle/ignored_pieces.h"
#include "puzzle/definition/choice.h"

#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <utility>

namespace gyre {
namespace {

// The puzzle of an event by its own name.
std::string puzzle_text(const PuzzleWish& wish) {
  const std::optional<CompetitionEvent> event = find_event(wish.text);
  return event ? event->puzzle : wish.text;
}

PuzzleDefinition load(const PuzzleWish& wish, const Spelling& spelling,
                      const std::stop_token& stop) {
  if (wish.definition) return read_definition(*wish.definition, wish.text, stop);
  const std::string text = puzzle_text(wish);
  if (!wish.opens_files) return load_named_puzzle(text);
  try {
    return load_puzzle(text, {wish.max_file_bytes, stop});
  } catch (const FileTooLarge& error) {
    throw Error(fmt::format("{}; {} allows more", error.what(), spelling("max_file")));
  }
}

// Of a puzzle as it was loaded.
std::optional<PuzzlePicture> picture_of(const PuzzleWish& wish, const PuzzleDefinition& loaded) {
  return wish.definition ? find_picture(loaded) : load_picture(puzzle_text(wish));
}

}  // namespace

void forget_orientation(DefinitionChanges& changes, const std::string& orbit) {
  if (orbit == kAllOrbits) {
    changes.no_orientation = true;
  } else {
    changes.no_orientation_of.push_back(orbit);
  }
}

ChosenPuzzle choose_puzzle(const PuzzleWish& wish, const Spelling& spelling,
                           const std::stop_token& stop) {
  const PuzzleDefinition loaded = load(wish, spelling, stop);
  PuzzleDefinition plain = with_chosen_moves(loaded, wish.moves).value_or(loaded);
  DefinitionChanges wanted = wish.changes;
  if (wish.ignore.empty() && wanted.relabel.empty()) {
    return {wanted.empty() ? std::move(plain) : change_definition(plain, wanted), std::nullopt, {}};
  }
  if (wish.ignore.empty()) {
    PuzzleDefinition changed = change_definition(plain, wanted);
    return {std::move(changed), std::move(plain), {}};
  }
  const std::optional<PuzzlePicture> picture = picture_of(wish, loaded);
  try {
    wanted.ignore = find_ignored_pieces(plain, picture ? &*picture : nullptr,
                                        fmt::format("{}", fmt::join(wish.ignore, ",")));
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", spelling("ignore"), error.message()));
  }
  PuzzleDefinition partial = change_definition(plain, wanted);
  return {std::move(partial), std::move(plain), std::move(wanted.ignore)};
}

AskedPuzzle::AskedPuzzle(PuzzleWish wish, const Spelling& spelling, std::size_t max_position_moves,
                         const std::stop_token& stop)
    : wish_(std::move(wish)),
      max_position_moves_(max_position_moves),
      chosen_(choose_puzzle(wish_, spelling, stop)),
      forms_(chosen_.definition, chosen_.read_as(), max_position_moves) {}

AskedPuzzle::AskedPuzzle(PuzzleDefinition definition)
    : max_position_moves_(kAnyLength),
      chosen_{std::move(definition), std::nullopt, {}},
      forms_(chosen_.definition, chosen_.read_as(), max_position_moves_) {
  wish_.text = this->definition().name();
  wish_.definition.emplace();  // it is a text that only the caller has
}

std::shared_ptr<const AskedPuzzle> AskedPuzzle::for_moves(std::shared_ptr<const AskedPuzzle> puzzle,
                                                          const std::string& moves,
                                                          const Spelling& spelling) {
  if (!with_chosen_moves(puzzle->definition(), moves)) return puzzle;
  PuzzleWish wish = puzzle->wish();
  if (!wish.moves.empty()) wish.moves += ',';
  wish.moves += moves;
  return std::make_shared<const AskedPuzzle>(std::move(wish), spelling,
                                             puzzle->max_position_moves_);
}

std::shared_ptr<const AskedPuzzle> AskedPuzzle::changed(const DefinitionChanges& changes,
                                                        const std::vector<std::string>& ignored,
                                                        const Spelling& spelling) const {
  PuzzleWish wish = wish_;
  const auto add = [](auto& list, const auto& more) {
    list.insert(list.end(), more.begin(), more.end());
  };
  DefinitionChanges& all = wish.changes;
  add(all.omit, changes.omit);
  add(all.no_orientation_of, changes.no_orientation_of);
  add(all.no_permutation_of, changes.no_permutation_of);
  all.no_orientation = all.no_orientation || changes.no_orientation;
  all.distinguish_all = all.distinguish_all || changes.distinguish_all;
  add(wish.ignore, ignored);
  return std::make_shared<const AskedPuzzle>(std::move(wish), spelling, max_position_moves_);
}

std::optional<CompetitionEvent> AskedPuzzle::event() const {
  return wish_.definition ? std::nullopt : find_event(wish_.text);
}

const PuzzlePicture* AskedPuzzle::picture() const {
  std::call_once(picture_made_, [&] {
    // A file is drawn as the puzzle that it is move for move, before others were chosen.
    own_picture_ = wish_.definition && !wish_.moves.empty() ? find_picture(load(wish_, {}, {}))
                                                            : picture_of(wish_, chosen_.read_as());
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
    made.emplace(definition(), stop);
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
    if (cube3::is_cube3(definition())) holding_.emplace(definition());
  });
  return holding_ ? &*holding_ : nullptr;
}

MoveSet AskedPuzzle::move_set(Metric metric, const std::string& moves) const {
  return {definition(), metric, moves};
}

std::uint64_t AskedPuzzle::bytes() const noexcept {
  const std::size_t states = 1 + definition().moves().size() + definition().rotations().size() +
                             definition().derived().size();
  // Each state stands here, in the picture's definition and in the reader of facelets; and what has
  // a name takes about so much besides.
  constexpr std::size_t kCopies = 3;
  constexpr std::size_t kBesides = 300;
  return kCopies * states *
         (static_cast<std::size_t>(definition().orbits().state_bytes()) + kBesides);
}

}  // namespace gyre
