// The library of named puzzles: puzzles cut out of solids, and definitions that travel inside the
// program (puzzles/*.tws).
#pragma once

#include <gyre/base/api.h>
#include <gyre/puzzle/definition.h>

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace GYRE_API gyre {

// What people look for before they know a name.
struct LibraryEntry {
  std::string name;                  // "pyraminx-crystal"
  std::vector<std::string> aliases;  // other names that load it: "crystal"
  std::string family;                // "cube", "cuboid", "tetrahedron", ..., "other"
  std::string summary;               // one line: "dodecahedron, deep-cut face turns"
  // The cuts, and how cubes of many layers turn: "d f 0.447213595499958", "c f 1/2 f 0 blocks";
  // empty for cuboids and files. load_puzzle makes the same puzzle of it, except where people turn
  // or reduce what is cut in their own way: the skewb, the rex cube, the kilominxes, the
  // pyraminxes, and the tetraminxes above the first.
  std::string description;
};

// All puzzles, in the order in which a person would list them.
[[nodiscard]] std::vector<LibraryEntry> puzzle_library();
[[nodiscard]] std::vector<std::string> puzzle_names();

// A name as the library compares them: in lower case, without blanks, hyphens, underscores and
// apostrophes ("Eitan's star" and "eitans-star" are "eitansstar").
[[nodiscard]] std::string plain_name(const std::string& name);

struct LoadOptions {
  // Larger files are refused before they are read.
  std::uint64_t max_file_bytes = std::uint64_t{64} << 20U;
  std::stop_token stop;
};

// text: a name of the library ("megaminx", "7x7x7"; any case, words joined by blanks, hyphens or
// nothing), or a description ("c f 0.333", "d f 0.7 v 0.9"), each with options behind it ("4x4x4
// blocks fix-corner"; docs/puzzles.md), or a file: .tws, .def (and anything else) or .json. Throws
// Error; for a name that does not exist it says which names are near, and for a file that is no
// regular file or pipe, or larger than is allowed, it says so at once.
[[nodiscard]] PuzzleDefinition load_puzzle(const std::string& text,
                                           const LoadOptions& options = {});
// The same for names and descriptions only: opens no file, whatever the text is.
[[nodiscard]] PuzzleDefinition load_named_puzzle(const std::string& text);
// The text of a definition: KPuzzle JSON if `file` ends in .json or the text begins with a brace,
// otherwise .tws; a byte order mark before it stands for nothing. `file` only names the text in
// errors. Throws Error with line and column, or if it is stopped.
[[nodiscard]] PuzzleDefinition read_definition(std::string_view text, const std::string& file,
                                               const std::stop_token& stop = {});

}  // namespace gyre
