// Where some pieces of a component are, place by place, and how they are turned. With the shape
// that is all that rules and moves ask of them, so a table by shape and value is a lower bound that
// knows which moves are legal. Values are numbered by enumeration; what each local move does to
// each is a table.
#pragma once

#include "general/shapes/shape_moves.h"

#include <gyre/puzzle/definition.h>

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

namespace gyre {

class ShapeCoordinate {
 public:
  // tracked: by identity of the orbit; the others look alike. No value if there are more than
  // max_size. Throws Error if it is stopped.
  [[nodiscard]] static std::optional<ShapeCoordinate> enumerate(
      const PuzzleDefinition& definition, const ShapeMoves& moves, int component,
      const std::vector<char>& tracked, std::size_t max_size, const std::stop_token& stop = {});

  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  [[nodiscard]] int component() const noexcept { return component_; }
  // The solved value is 0.
  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
  // Where a local move of the component takes the values, one after the other.
  [[nodiscard]] const std::uint32_t* row(std::uint32_t local) const noexcept {
    return table_.data() + static_cast<std::size_t>(local) * size_;
  }
  // Of a position of that shape; kNone if moves do not lead there.
  [[nodiscard]] std::uint32_t rank(const State& position, std::size_t shape) const;
  [[nodiscard]] std::uint64_t bytes() const noexcept;

 private:
  ShapeCoordinate() = default;
  [[nodiscard]] std::string key_of(const State& position, std::size_t shape) const;

  const ShapeMoves* moves_ = nullptr;
  int component_ = 0;
  int perm_offset_ = 0;
  int ori_offset_ = 0;
  // By identity: its symbol as it stands straight, 0 if it is not tracked, and how many there are.
  std::vector<int> first_;
  std::vector<int> modulus_;
  std::uint32_t size_ = 0;
  std::unordered_map<std::string, std::uint32_t> numbers_;  // by key: a symbol for each place
  std::vector<std::uint32_t> table_;
};

}  // namespace gyre
