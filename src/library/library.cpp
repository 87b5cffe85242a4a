// Finds puzzles by name and files by path. Geometric puzzles are made on demand; nothing is kept
// between calls.
#include "library/catalogue.h"
#include "library/embedded.h"
#include "library/loopover.h"

#include <gyre/base/error.h>
#include <gyre/geometry/picture.h>
#include <gyre/library/library.h>
#include "base/read_file.h"
#include "base/text.h"
#include "format/kpuzzle.h"
#include "format/tws.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <numeric>

namespace gyre {
namespace {

// What is said of the definitions under puzzles/, and what else they are called.
struct FilePuzzle {
  const char* file;
  std::vector<std::string> aliases;
  const char* summary;
};

const std::vector<FilePuzzle>& file_puzzles() {
  static const std::vector<FilePuzzle> puzzles = {
      {"square1",
       {"square-one", "sq1"},
       "two layers of twelfths that change their shape, and a half turn"},
      {"clock", {"rubiks-clock"}, "nine dials to a side, four pins"},
      {"topspin", {}, "a loop of twenty discs and a turnstile of four"},
      {"m12", {}, "the Mathieu group M12, two moves"},
      {"m24", {}, "the Mathieu group M24, two moves"},
      {"dino4", {}, "dino in four colours: pieces that look alike"},
      {"2x2x2-layer", {}, "one layer of the 2x2x2: orientations that do not matter"},
      {"pyramorphix", {}, "a 2x2x2 in the shape of a tetrahedron, which changes its shape"},
      {"mastermorphix", {}, "a 3x3x3 in the shape of a tetrahedron, which changes its shape"},
      {"master-pyramorphix", {}, "a 4x4x4 in the shape of a tetrahedron, which changes its shape"},
      {"ivy", {"ivy-cube"}, "a cube of four turning corners and six leaves"},
      {"dogic", {}, "vertex-turning icosahedron in twelve colours, tips and whole faces"},
      {"melindas-2x2x2x2",
       {"melinda", "2x2x2x2"},
       "the four-dimensional cube of two layers, as a box of magnets"},
  };
  return puzzles;
}

const EmbeddedFile* find_file(const std::vector<EmbeddedFile>& files, const std::string& text) {
  std::string wanted = plain_name(text);
  for (const FilePuzzle& known : file_puzzles()) {
    if (std::any_of(known.aliases.begin(), known.aliases.end(),
                    [&](const std::string& alias) { return plain_name(alias) == wanted; })) {
      wanted = plain_name(known.file);
      break;
    }
  }
  for (const EmbeddedFile& file : files) {
    if (plain_name(file.name) == wanted) return &file;
  }
  return nullptr;
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

// kinds: what was looked for, "puzzle" or "puzzle and no file".
[[noreturn]] void no_such_puzzle(const std::string& wish, std::string_view kinds) {
  const std::string typed = wish.size() > 64 ? wish.substr(0, 64) + "..." : wish;
  const std::string name = to_lower(typed);
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
    throw Error(fmt::format(
        "there is no {} '{}'; `gyre puzzles` lists the puzzles, and descriptions look like \"c f "
        "1/3\" (a solid t c o d i, and cuts f e v with distances)",
        kinds, typed));
  }
  throw Error(
      fmt::format("there is no {} '{}'; did you mean {}?", kinds, typed, fmt::join(names, " or ")));
}

void refuse_options(const PuzzleText& text) {
  if (text.option_words.empty()) return;
  throw Error(fmt::format("{} is not cut out of a solid, so '{}' does not apply to it", text.name,
                          text.option_words[0]));
}

// Nothing if it is neither a name nor a description.
std::optional<PuzzleDefinition> make_named(const PuzzleText& text) {
  if (const auto recipe = find_recipe(text)) return PuzzleDefinition(build_puzzle(*recipe));
  const std::vector<EmbeddedFile> files = embedded_puzzles();
  if (const EmbeddedFile* file = find_file(files, text.name)) {
    refuse_options(text);
    return read_tws(file->text, "puzzles/" + file->name + ".tws");
  }
  if (const auto size = loopover_size(plain_name(text.name))) {
    refuse_options(text);
    return PuzzleDefinition(make_loopover(*size));
  }
  return std::nullopt;
}

}  // namespace

std::string plain_name(const std::string& name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (name.compare(i, 3, "\u2019") == 0) {
      i += 2;
    } else if (name.compare(i, 2, "\u00d7") == 0) {  // 3×3×3
      out += 'x';
      ++i;
    } else if (c >= 'A' && c <= 'Z') {
      out += static_cast<char>(c - 'A' + 'a');
    } else if (c != ' ' && c != '-' && c != '_' && c != '\'') {
      out += c;
    }
  }
  return out;
}

std::vector<LibraryEntry> puzzle_library() {
  std::vector<LibraryEntry> entries = catalogue();
  const auto others = static_cast<std::ptrdiff_t>(entries.size());
  entries.push_back(loopover_entry());
  for (const EmbeddedFile& puzzle : embedded_puzzles()) {
    LibraryEntry entry{puzzle.name, {}, "other", "", ""};
    for (const FilePuzzle& known : file_puzzles()) {
      if (puzzle.name != known.file) continue;
      entry.aliases = known.aliases;
      entry.summary = known.summary;
    }
    entries.push_back(std::move(entry));
  }
  std::sort(entries.begin() + others, entries.end(),
            [](const LibraryEntry& a, const LibraryEntry& b) { return a.name < b.name; });
  return entries;
}

std::vector<std::string> puzzle_names() {
  std::vector<std::string> names;
  for (const LibraryEntry& entry : puzzle_library()) names.push_back(entry.name);
  return names;
}

PuzzleDefinition load_named_puzzle(const std::string& text) {
  const PuzzleText parsed = parse_puzzle_text(text);
  if (auto named = make_named(parsed)) return *std::move(named);
  no_such_puzzle(parsed.name, "puzzle");
}

PuzzleDefinition read_definition(std::string_view text, const std::string& file,
                                 const std::stop_token& stop) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  // No .tws file begins with a brace.
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  const bool json =
      to_lower(file).ends_with(".json") || (start != std::string_view::npos && text[start] == '{');
  return json ? read_kpuzzle(text, file, stop) : read_tws(text, file, stop);
}

PuzzleDefinition load_puzzle(const std::string& text, const LoadOptions& options) {
  const PuzzleText parsed = parse_puzzle_text(text);
  if (auto named = make_named(parsed)) return *std::move(named);
  std::error_code fault;
  const bool looks_like_file = text.find('/') != std::string::npos ||
                               std::filesystem::path(text).has_extension() ||
                               std::filesystem::exists(text, fault);
  if (!looks_like_file) no_such_puzzle(parsed.name, "puzzle and no file");
  return read_definition(read_file(text, options.max_file_bytes), text, options.stop);
}

std::optional<PuzzlePicture> load_picture(const std::string& text) {
  if (const auto recipe = find_recipe(parse_puzzle_text(text))) return build_picture(*recipe);
  return find_picture(load_puzzle(text));
}

std::optional<PuzzlePicture> find_picture(const PuzzleDefinition& definition) {
  // Blanks of a description are underscores in a definition's name.
  std::string text = definition.name();
  std::replace(text.begin(), text.end(), '_', ' ');
  // A cube in a file may be called 4x4x4 and turn by single layers: that looks the same.
  for (const char* turns : {"", " slices"}) {
    try {
      const auto recipe = find_recipe(parse_puzzle_text(text + turns));
      if (!recipe) return std::nullopt;
      // A file may hold any puzzle under any name: only one that is the same move for move looks
      // the same.
      if (auto picture = build_picture_of(*recipe, definition)) return picture;
    } catch (const Error&) {
      // A name that looks like a description and is none, or with other turns.
    }
  }
  return std::nullopt;
}

}  // namespace gyre
