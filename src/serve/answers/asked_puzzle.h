// The puzzle that a request is about: by name, by description, or as the text of a definition. No
// file is ever opened. The last ones are kept, so that a page that asks about one puzzle again and
// again, or a thousand clients with the same one, do not have it made anew.
#pragma once

#include "serve/http/request.h"

#include <gyre/base/error.h>
#include <gyre/geometry/picture.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/puzzle_group.h>
#include "cube3/core/held.h"
#include "front/position_forms.h"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace gyre::serve {

// A sequence that makes a position has at most so many moves when it is written out: brackets of
// brackets would take all memory in a few letters.
constexpr std::size_t kMaxPositionMoves = 100'000;

// Never changes; from any thread.
class AskedPuzzle {
 public:
  // A name or a description; throws Error.
  explicit AskedPuzzle(const std::string& name);
  // The text of a definition; throws Error with line and column.
  AskedPuzzle(const std::string& file, std::string_view text);
  AskedPuzzle(const AskedPuzzle&) = delete;
  AskedPuzzle& operator=(const AskedPuzzle&) = delete;

  [[nodiscard]] const PuzzleDefinition& definition() const noexcept { return definition_; }
  // What -p of the command line would be.
  [[nodiscard]] const std::string& option() const noexcept { return option_; }
  // Whether it came as a text: then option() is the name of a file that the client has.
  [[nodiscard]] bool is_file() const noexcept { return is_file_; }
  [[nodiscard]] const PositionForms& forms() const noexcept { return forms_; }
  // Made when first asked for; null where the puzzle is not cut out of a solid.
  [[nodiscard]] const PuzzlePicture* picture() const;
  // A position as a picture shows it: made by a sequence, so that rotations show, or as it is. Only
  // where there is a picture.
  [[nodiscard]] State place(const Scramble& position) const;
  // By facelet: the number of its sticker in the picture. Empty if the puzzle has no facelets.
  [[nodiscard]] const std::vector<int>& facelet_stickers() const;
  // Of all moves; made when first asked for. Throws Error where it is too large, or if it is
  // stopped; then the next who asks makes it.
  [[nodiscard]] const PuzzleGroup& group(const std::stop_token& stop) const;
  // Made when first asked for; null unless the puzzle is the 3x3x3.
  [[nodiscard]] const cube3::Holding* holding() const;
  // Throws Error that names the moves there are.
  [[nodiscard]] MoveSet move_set(Metric metric, const std::string& moves) const;

  // About what it takes in memory.
  [[nodiscard]] std::uint64_t bytes() const noexcept;

 private:
  std::string option_;
  bool is_file_;
  PuzzleDefinition definition_;
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

// The last puzzles that were asked for. From any thread.
class PuzzleShelf {
 public:
  explicit PuzzleShelf(std::size_t most_puzzles = 32,
                       std::uint64_t most_bytes = std::uint64_t{256} << 20U)
      : most_puzzles_(most_puzzles), most_bytes_(most_bytes) {}

  // Reads the fields "puzzle" and "definition" {file, text}, of which there must be exactly one.
  // Who asks for a puzzle that is being made waits for it. Throws Error.
  [[nodiscard]] std::shared_ptr<const AskedPuzzle> find(RequestFields& fields);

  // How many are kept.
  [[nodiscard]] std::size_t size() const;

 private:
  using Puzzle = std::shared_ptr<const AskedPuzzle>;
  struct Place {
    std::string key;
    std::shared_future<Puzzle> puzzle;
    std::uint64_t bytes = 0;  // 0 while it is being made
  };

  [[nodiscard]] Puzzle find_or_make(const std::string& key, const std::function<Puzzle()>& make);
  void keep(const std::string& key, std::uint64_t bytes);
  void forget(const std::string& key);

  const std::size_t most_puzzles_;
  const std::uint64_t most_bytes_;
  mutable std::mutex mutex_;
  std::list<Place> places_;  // the last asked for first
};

// The field "metric"; half turns if it is left out.
[[nodiscard]] Metric read_metric(RequestFields& fields);
// The fields "metric" and "moves"; all moves if they are left out.
[[nodiscard]] MoveSet read_move_set(const AskedPuzzle& puzzle, RequestFields& fields);

}  // namespace gyre::serve
