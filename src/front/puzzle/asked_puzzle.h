// The puzzle that somebody asks about: chosen by name, description, file or text, and changed as
// they wish; with how its positions are read, what it looks like, and which positions it has.
#pragma once

#include "base/read_file.h"
#include "cube3/core/held.h"
#include "front/puzzle/competition_event.h"
#include "front/puzzle/position_forms.h"
#include "front/puzzle/spelling.h"
#include "puzzle/definition/modify.h"

#include <gyre/base/error.h>
#include <gyre/geometry/picture.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/puzzle_group.h>

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace gyre {

struct PuzzleWish {
  // A name (of an event, too), a description or a file, as -p takes it. With `definition` only what
  // its file is called.
  std::string text = "3x3x3";
  std::optional<std::string> definition;  // the text of a definition
  bool opens_files = true;                // false: a name or a description, whatever is on the disk
  std::uint64_t max_file_bytes = kUsualFileBytes;
  DefinitionChanges changes;        // its `ignore` is found from the names below
  std::vector<std::string> ignore;  // pieces that do not matter, by name
  // The moves that will be used, as MoveSet takes them: derived moves among them become moves.
  std::string moves;

  // Whether the puzzle itself is changed.
  [[nodiscard]] bool changes_puzzle() const { return !changes.empty() || !ignore.empty(); }
};

// What no_orientation is told: an orbit, or kAllOrbits.
constexpr const char* kAllOrbits = "*";
void forget_orientation(DefinitionChanges& changes, const std::string& orbit);

// The puzzle that is wished for, and what it was before it was changed.
struct ChosenPuzzle {
  PuzzleDefinition definition;
  // The puzzle whose positions are given, if pieces of it are ignored or relabelled.
  std::optional<PuzzleDefinition> plain;
  std::vector<PieceHome> ignored;

  [[nodiscard]] const PuzzleDefinition& read_as() const noexcept {
    return plain ? *plain : definition;
  }
};

// Throws Error, also if it is stopped.
[[nodiscard]] ChosenPuzzle choose_puzzle(const PuzzleWish& wish, const Spelling& spelling = {},
                                         const std::stop_token& stop = {});

// It never changes, and any thread may ask it.
class AskedPuzzle {
 public:
  // max_position_moves: longer sequences, written out, are refused. Throws Error, of a text with
  // line and column, or if it is stopped.
  explicit AskedPuzzle(PuzzleWish wish, const Spelling& spelling = {},
                       std::size_t max_position_moves = kAnyLength,
                       const std::stop_token& stop = {});
  // One that nobody has a text of: it is neither changed nor chosen moves of.
  explicit AskedPuzzle(PuzzleDefinition definition);
  AskedPuzzle(const AskedPuzzle&) = delete;
  AskedPuzzle& operator=(const AskedPuzzle&) = delete;

  [[nodiscard]] const PuzzleDefinition& definition() const noexcept { return chosen_.definition; }
  // What -p of the command line would be.
  [[nodiscard]] const std::string& option() const noexcept { return wish_.text; }
  // Whether it came as a text: then option() is the name of a file that only the caller has.
  [[nodiscard]] bool is_file() const noexcept { return wish_.definition.has_value(); }
  [[nodiscard]] const PuzzleWish& wish() const noexcept { return wish_; }
  // The same puzzle with these changes, in which these pieces do not matter either.
  [[nodiscard]] std::shared_ptr<const AskedPuzzle> changed(const DefinitionChanges& changes,
                                                           const std::vector<std::string>& ignored,
                                                           const Spelling& spelling = {}) const;
  // If it was asked for by the name of an event.
  [[nodiscard]] std::optional<CompetitionEvent> event() const;
  // A puzzle for who uses these moves: itself, unless derived moves are among them.
  [[nodiscard]] static std::shared_ptr<const AskedPuzzle> for_moves(
      std::shared_ptr<const AskedPuzzle> puzzle, const std::string& moves,
      const Spelling& spelling = {});
  [[nodiscard]] const PositionForms& forms() const noexcept { return forms_; }
  // Of the puzzle before it was changed. Made when first asked for; null where the puzzle is not
  // cut out of a solid.
  [[nodiscard]] const PuzzlePicture* picture() const;
  // A position as a picture shows it: made by a sequence, so that rotations show, or as it is. Only
  // where there is a picture.
  [[nodiscard]] State place(const Scramble& position) const;
  // The number of each facelet's sticker in the picture. It is empty if the puzzle has no facelets.
  [[nodiscard]] const std::vector<int>& facelet_stickers() const;
  // Of all moves; made when first asked for. Throws Error where it is too large, or if it is
  // stopped; then the next who asks makes it.
  [[nodiscard]] const PuzzleGroup& group(const std::stop_token& stop) const;
  // It is made when first asked for; null unless the puzzle is the 3x3x3.
  [[nodiscard]] const cube3::Holding* holding() const;
  // Throws Error that names the moves there are. Of derived moves only those can be chosen that the
  // wish names.
  [[nodiscard]] MoveSet move_set(Metric metric, const std::string& moves) const;

  // About what it takes in memory.
  [[nodiscard]] std::uint64_t bytes() const noexcept;

 private:
  PuzzleWish wish_;
  std::size_t max_position_moves_;
  ChosenPuzzle chosen_;
  PositionForms forms_;
  mutable std::once_flag picture_made_;
  mutable std::optional<PuzzlePicture> own_picture_;
  mutable const PuzzlePicture* picture_ = nullptr;
  mutable std::once_flag stickers_made_;
  mutable std::vector<int> facelet_stickers_;
  mutable std::mutex group_mutex_;
  mutable std::condition_variable_any group_changed_;
  mutable bool group_is_being_made_ = false;
  mutable std::optional<PuzzleGroup> group_;  // once it is there, it stays
  mutable std::optional<Error> group_fault_;
  mutable std::once_flag holding_made_;
  mutable std::optional<cube3::Holding> holding_;
};

}  // namespace gyre
