// Moves that a file defines by other moves: aliases and sequences, in any order, as long as no move
// is defined by itself. Used by the readers that know such moves (.tws, KPuzzle JSON).
#pragma once

#include <gyre/alg/move_names.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/state.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gyre {

class MoveResolver {
 public:
  MoveResolver(const OrbitList& orbits, std::string puzzle)
      : orbits_(orbits), names_(std::move(puzzle)) {}

  // False if the name is taken.
  bool add_action(const std::string& name, State action);
  // text stands at `place`. single: the alg must be one move, as for an alias.
  bool add_alg(const std::string& name, std::string text, SourcePlace place, bool single);

  // Computes all algs. Throws Error with the place of what is wrong in an alg.
  void resolve();
  // Valid after resolve().
  [[nodiscard]] const State& action(const std::string& name) const;

 private:
  struct Term {
    std::string name;
    std::int64_t amount = 1;
  };
  struct Entry {
    std::string name;
    std::string text;
    SourcePlace place;
    bool single = false;
    std::vector<Term> terms;
    bool done = false;
    bool open = false;  // being computed: meeting it again is a circle
    State action;
  };

  bool add(const std::string& name, Entry entry);
  void read_terms(Entry& entry) const;

  const OrbitList& orbits_;
  MoveNames names_;
  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace gyre
