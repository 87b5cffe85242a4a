// The names that a puzzle gives its moves and rotations, as the notation needs them: to split
// RUR'U' into moves, and to say in an error which moves exist.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace gyre {

class MoveNames {
 public:
  MoveNames() = default;
  // puzzle: the puzzle's name, for errors.
  explicit MoveNames(std::string puzzle) : puzzle_(std::move(puzzle)) {}

  // A base name as a definition gives it (U, 2R, Uv, x); powers are not added. A listed name stands
  // in error messages.
  void add(std::string name, bool listed);

  [[nodiscard]] bool contains(std::string_view name) const;
  // Length of the longest name that `text` starts with; 0 if there is none.
  [[nodiscard]] std::size_t longest_prefix(std::string_view text) const;
  [[nodiscard]] std::size_t longest_name() const noexcept { return longest_; }
  // "3x3x3 (moves: U F R D B L with 2 or ')"-like text for errors: the puzzle and its listed names,
  // shortened if there are more than forty.
  [[nodiscard]] std::string listing() const;
  [[nodiscard]] const std::string& puzzle() const noexcept { return puzzle_; }

 private:
  // Looks names up without making a string of the text.
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept {
      return std::hash<std::string_view>{}(text);
    }
  };

  std::string puzzle_ = "the puzzle";
  std::vector<std::string> listed_;
  std::unordered_set<std::string, Hash, std::equal_to<>> names_;
  std::size_t longest_ = 0;
};

}  // namespace gyre
