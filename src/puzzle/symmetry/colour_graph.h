// ColourGraph: slots, generators, orbits and look-alike pieces as vertices, and what connects them.
// Refining gives two vertices different colours as soon as what they are connected with differs.
//
// Colours are 64-bit hashes, so that those of two sides can be compared: what is done on one side
// is written down, and done again on the other. Only vertices next to one whose colour has changed
// are looked at; a set of vertices that stays together keeps its colour, so that changes end where
// they tell nothing apart.
#pragma once

#include "base/arithmetic.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace gyre {

class ColourGraph {
 public:
  using Colour = std::uint64_t;
  using Colours = std::vector<Colour>;

  // A colour that stands for two, and for what they are meant as.
  [[nodiscard]] static constexpr Colour mix(Colour role, Colour a, Colour b) noexcept {
    return mix_bits(role + a * 0x9e3779b97f4a7c15U + mix_bits(b + 0x632be59bd9b4e019U));
  }

  // Generator `plus` takes the piece in slot `from` to slot `to`; `minus` takes it back. minus is
  // plus for generators of order 2, and -1 where the inverse has no vertex.
  struct Arc {
    int plus = 0;
    int minus = 0;
    int from = 0;
    int to = 0;
    Colour label = 0;
  };
  void add_arc(const Arc& arc) { arcs_.push_back(arc); }
  void add_slot(int slot, int orbit, int identity) { slots_.push_back({slot, orbit, identity}); }
  void add_partners(int a, int b) { partners_.push_back({a, b}); }
  // Called after everything has been added.
  void connect(int vertices);

  // How many relations a vertex has.
  [[nodiscard]] int relations(int vertex) const noexcept {
    return static_cast<int>(first_[vertex + 1] - first_[vertex]);
  }

  // What refining did: for each round the colours whose vertices stayed together, and what each of
  // these vertices saw.
  struct Steps {
    std::vector<std::unordered_map<Colour, Colour>> kept;
    Colour sum = 0;  // of all colours in the end, whatever their order
  };
  // Refines until no more vertices can be told apart. changed: those whose colours are new.
  Steps refine(Colours& colours, std::vector<int> changed);
  // The same on another side; returns the sum of its colours.
  Colour repeat(const Steps& steps, Colours& colours, std::vector<int> changed);

  // How often a relation of vertices has been looked at.
  [[nodiscard]] std::uint64_t work() const noexcept { return work_; }

 private:
  struct Slot {
    int slot = 0;
    int orbit = 0;
    int identity = 0;
  };
  struct Partners {
    int a = 0;
    int b = 0;
  };

  // Fills seen_ and touched_ from the relations of the changed vertices.
  void look_around(const Colours& colours, const std::vector<int>& changed);
  void see(int vertex, Colour what);
  void look_along(std::size_t relation, const Colours& colours);
  [[nodiscard]] Colour changed_colour(Colour old, Colour seen) const noexcept;
  void forget();

  std::vector<Arc> arcs_;
  std::vector<Slot> slots_;
  std::vector<Partners> partners_;
  // Relations count through arcs, slots and partners; those of vertex v stand from first_[v] on.
  std::vector<std::size_t> first_;
  std::vector<std::uint32_t> relations_;
  // What belongs to one round alone.
  std::vector<Colour> seen_;
  std::vector<char> is_touched_;
  std::vector<int> touched_;
  std::vector<std::uint32_t> round_of_relation_;
  std::uint32_t round_ = 0;
  std::uint64_t work_ = 0;
};

}  // namespace gyre
