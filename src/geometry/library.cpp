// Finds puzzles by name and files by path. Geometric puzzles are made on demand; nothing is kept
// between calls.
#include "geometry/catalogue.h"
#include "geometry/embedded.h"

#include <gyre/base/error.h>
#include <gyre/format/kpuzzle.h>
#include <gyre/format/position.h>
#include <gyre/format/tws.h>
#include <gyre/geometry/library.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <numeric>

namespace gyre {
namespace {

std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

// The name that the library uses for a name as typed: any case, and a few common spellings.
std::string canonical_name(const std::string& typed) {
  std::string name = lower(typed);
  if (name == "square-1" || name == "squareone") return "square1";
  if (name == "top-spin") return "topspin";
  // "3x3" and "333" are not accepted: they could mean flat or other puzzles.
  return name;
}

int edit_distance(const std::string& a, const std::string& b) {
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

[[noreturn]] void no_such_puzzle(const std::string& wish) {
  const std::string typed = wish.size() > 64 ? wish.substr(0, 64) + "..." : wish;
  const std::string name = canonical_name(typed);
  std::vector<std::pair<int, std::string>> near;
  for (const std::string& known : puzzle_names()) {
    const int distance = edit_distance(name, known);
    if (2 * distance < static_cast<int>(std::max(name.size(), known.size()))) {
      near.emplace_back(distance, known);
    }
  }
  std::stable_sort(near.begin(), near.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  // Only those about as near as the nearest.
  std::vector<std::string> names;
  for (const auto& [distance, known] : near) {
    if (distance <= near[0].first + 1 && names.size() < 3) names.push_back(known);
  }
  if (names.empty()) {
    throw Error(fmt::format("there is no puzzle and no file '{}'; the puzzles are {}", typed,
                            fmt::join(puzzle_names(), " ")));
  }
  throw Error(fmt::format("there is no puzzle and no file '{}'; did you mean {}?", typed,
                          fmt::join(names, " or ")));
}

PuzzleDefinition load_file(const std::string& path) {
  const std::string text = read_file(path);
  // No .tws file begins with a brace.
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  const bool json =
      lower(path).ends_with(".json") || (start != std::string::npos && text[start] == '{');
  return json ? read_kpuzzle(text, path) : read_tws(text, path);
}

}  // namespace

std::vector<std::string> puzzle_names() {
  std::vector<std::string> names = recipe_names();
  for (const EmbeddedPuzzle& puzzle : embedded_puzzles()) names.push_back(puzzle.name);
  return names;
}

PuzzleDefinition load_puzzle(const std::string& name) {
  const std::string wanted = canonical_name(name);
  if (const auto recipe = find_recipe(wanted)) return PuzzleDefinition(build_puzzle(*recipe));
  for (const EmbeddedPuzzle& puzzle : embedded_puzzles()) {
    if (puzzle.name == wanted) return read_tws(puzzle.text, "puzzles/" + puzzle.name + ".tws");
  }
  std::error_code fault;
  const bool looks_like_file = name.find('/') != std::string::npos ||
                               std::filesystem::path(name).has_extension() ||
                               std::filesystem::exists(name, fault);
  if (!looks_like_file) no_such_puzzle(name);
  return load_file(name);
}

}  // namespace gyre
