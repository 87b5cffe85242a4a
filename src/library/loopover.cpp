#include "library/loopover.h"

#include <fmt/format.h>

#include <charconv>
#include <functional>

namespace gyre {
namespace {

constexpr std::string_view kLoopoverName = "loopover";

std::string line_name(int layer, char side) {
  return layer == 1 ? std::string(1, side) : fmt::format("{}{}", layer, side);
}

// A slide by one: the tile in each place of a line comes from the next one, the last from the
// first.
BaseMove slide(int tiles, const std::string& name, int length,
               const std::function<int(int)>& place) {
  BaseMove move{name, State{}, 0};
  for (int tile = 0; tile < tiles; ++tile) {
    move.action.bytes.push_back(static_cast<std::uint8_t>(tile));
  }
  move.action.bytes.resize(2 * static_cast<std::size_t>(tiles), 0);
  for (int i = 0; i < length; ++i) {
    move.action.bytes[place(i)] = static_cast<std::uint8_t>(place((i + 1) % length));
  }
  return move;
}

// The same lines from the other end, and the middle one of an odd number.
void add_opposite(PuzzleDefinition::Parts& parts, char side, char opposite, char middle,
                  int lines) {
  const OrbitList orbits(parts.orbits);
  const std::size_t first = side == 'U' ? 0 : parts.moves.size() - lines;
  for (int line = 1; line <= lines; ++line) {
    const BaseMove& move = parts.moves[first + lines - line];
    const State back = invert(orbits, move.action);
    parts.derived.push_back({line_name(line, opposite), move.name + "'", back});
    if (2 * line == lines + 1) {
      parts.derived.push_back({std::string(1, middle), line_name(line, opposite), back});
    }
  }
}

}  // namespace

LibraryEntry loopover_entry() {
  return {std::string(kLoopoverName),
          {"loopover-5x5"},
          "other",
          "a board of 5x5 tiles whose rows and columns slide round; other sizes as loopover-4x3",
          ""};
}

std::optional<LoopoverSize> loopover_size(const std::string& name) {
  if (!name.starts_with(kLoopoverName)) return std::nullopt;
  LoopoverSize size;
  if (name.size() == kLoopoverName.size()) return size;
  const char* const end = name.data() + name.size();
  const auto [cross, wide] = std::from_chars(name.data() + kLoopoverName.size(), end, size.width);
  if (wide != std::errc{} || cross == end || *cross != 'x') return std::nullopt;
  const auto [stop, high] = std::from_chars(cross + 1, end, size.height);
  if (high != std::errc{} || stop != end) return std::nullopt;
  const auto possible = [](int side) { return side >= kLeastLoopover && side <= kMostLoopover; };
  if (!possible(size.width) || !possible(size.height)) return std::nullopt;
  return size;
}

std::optional<LoopoverSize> loopover_size(const PuzzleDefinition& definition) {
  const std::optional<LoopoverSize> size = loopover_size(plain_name(definition.name()));
  if (!size || PuzzleDefinition(make_loopover(*size)).digest() != definition.digest()) {
    return std::nullopt;
  }
  return size;
}

PuzzleDefinition::Parts make_loopover(const LoopoverSize& size) {
  PuzzleDefinition::Parts parts;
  parts.name = std::string(kLoopoverName);
  if (size != LoopoverSize{}) parts.name += fmt::format("-{}x{}", size.width, size.height);
  const int tiles = size.width * size.height;
  parts.orbits.push_back({"TILES", tiles, 1});
  parts.solved = identity_state(OrbitList(parts.orbits));
  for (int row = 0; row < size.height; ++row) {
    parts.moves.push_back(slide(tiles, line_name(row + 1, 'U'), size.width,
                                [&](int i) { return row * size.width + i; }));
  }
  for (int column = size.width - 1; column >= 0; --column) {
    parts.moves.push_back(slide(tiles, line_name(size.width - column, 'R'), size.height,
                                [&](int i) { return i * size.width + column; }));
  }
  add_opposite(parts, 'U', 'D', 'E', size.height);
  add_opposite(parts, 'R', 'L', 'M', size.width);
  return parts;
}

}  // namespace gyre
