// A stopped search in a file, so that another process can go on with it.
#pragma once

#include <gyre/general/solver.h>

#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace gyre {

// What a checkpoint belongs to, as 32 hexadecimal digits: the puzzle, its moves, the positions and
// what is asked about them.
[[nodiscard]] std::string checkpoint_key(const Solver& solver, std::span<const State> positions,
                                         const SolveLimits& limits);

// Replaces the file when the new one is complete on disk. Throws Error if it cannot be written.
void write_checkpoint(const std::filesystem::path& file, const std::string& key,
                      const SearchCheckpoint& checkpoint);

// Throws Error if a checkpoint cannot be written there: asked before the work, so that none is
// lost.
void check_checkpoint_path(const std::filesystem::path& file);

// Nothing if there is no such file. Throws Error if it is damaged, of another version of the
// format, or belongs to another search.
[[nodiscard]] std::optional<SearchCheckpoint> read_checkpoint(const std::filesystem::path& file,
                                                              const std::string& key);
// Throws Error if what was read cannot be of this search: a checksum says nothing about who made a
// file, and the solver believes what it is given.
void check_checkpoint(const std::filesystem::path& file, const SearchCheckpoint& checkpoint,
                      const Solver& solver, std::size_t positions);

}  // namespace gyre
