// Moves that a file defines by other moves: aliases and sequences, in any order, as long as no move
// is defined by itself. Used by the readers that know such moves (.tws, KPuzzle JSON).
#pragma once

#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/state.h>

#include <stop_token>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace gyre {

// A short file can ask for much memory: many orbits times many empty moves.
constexpr std::size_t kMaxActionBytes = std::size_t{1} << 28U;

class MoveResolver {
 public:
  // Keeps a reference to the orbits.
  MoveResolver(const OrbitList& orbits, std::string puzzle, std::stop_token stop = {})
      : orbits_(orbits), names_(std::move(puzzle)), stop_(std::move(stop)) {}

  [[nodiscard]] bool contains(const std::string& name) const { return index_.contains(name); }
  // Another move keeps within kMaxActionBytes.
  [[nodiscard]] bool has_room() const noexcept {
    // An orbit takes time beside that of its pieces.
    constexpr std::uint64_t kOrbitBytes = 16;
    const std::uint64_t each = static_cast<std::uint64_t>(orbits_.state_bytes()) +
                               kOrbitBytes * static_cast<std::uint64_t>(orbits_.size());
    return (entries_.size() + 1) * each <= kMaxActionBytes;
  }
  // The name must be new.
  void add_action(const std::string& name, State action);
  // text stands at `place`, which goes into errors. single: the alg must be one move, as for an
  // alias.
  void add_alg(const std::string& name, std::string text, SourcePlace place, bool single);

  // Computes all algs. Throws Error with the place of what is wrong, or if it is stopped.
  void resolve();
  // Valid after resolve().
  [[nodiscard]] const State& action(const std::string& name) const;

 private:
  struct Entry {
    std::string name;
    std::string text;
    SourcePlace place;
    bool single = false;
    Alg alg;
    std::vector<std::size_t> needs;
    bool done = false;
    bool open = false;  // being computed: meeting it again is a circle
    State action;
  };

  void add(const std::string& name, Entry entry);
  void parse(Entry& entry);
  void compute(Entry& entry);

  const OrbitList& orbits_;
  MoveNames names_;
  std::stop_token stop_;
  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::size_t> index_;
  std::uint64_t work_bytes_ = 0;
};

}  // namespace gyre
