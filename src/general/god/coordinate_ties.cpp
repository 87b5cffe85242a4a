#include "general/god/coordinate_ties.h"

#include "base/arithmetic.h"

#include <algorithm>
#include <cmath>

namespace gyre {
namespace {

using Vector = std::vector<int>;  // modulo a prime

int inverse_of(int value, int prime) {
  int inverse = 1;
  while (inverse * value % prime != 1) ++inverse;
  return inverse;
}

// Independent vectors, each with a 1 at its pivot, where those that came later have 0.
class Echelon {
 public:
  explicit Echelon(int prime) : prime_(prime) {}

  // False if it depends on those that are there; then it is all 0 up to `width`, and what stands
  // behind says how.
  bool insert(Vector& vector, std::size_t width) {
    reduce(vector);
    const auto end = vector.begin() + static_cast<std::ptrdiff_t>(width);
    const auto first = std::find_if(vector.begin(), end, [](int x) { return x != 0; });
    if (first == end) return false;
    const int scale = inverse_of(*first, prime_);
    pivots_.push_back(static_cast<std::size_t>(first - vector.begin()));
    for (int& x : vector) x = x * scale % prime_;
    rows_.push_back(vector);
    return true;
  }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  // All vectors x with sum of row[i] * x[i] = 0 for every row.
  [[nodiscard]] std::vector<Vector> annihilator(std::size_t width) const {
    // Clear what later rows left above their pivots.
    std::vector<Vector> rows = rows_;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      for (std::size_t other = 0; other < k; ++other) {
        const int factor = rows[other][pivots_[k]];
        for (std::size_t i = 0; i < width; ++i) {
          rows[other][i] = modulo(rows[other][i] - factor * rows[k][i], prime_);
        }
      }
    }
    std::vector<Vector> out;
    for (std::size_t free = 0; free < width; ++free) {
      if (std::find(pivots_.begin(), pivots_.end(), free) != pivots_.end()) continue;
      Vector x(width, 0);
      x[free] = 1;
      for (std::size_t k = 0; k < rows.size(); ++k) {
        x[pivots_[k]] = modulo(-rows[k][free], prime_);
      }
      out.push_back(std::move(x));
    }
    return out;
  }

 private:
  void reduce(Vector& vector) const {
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const int factor = vector[pivots_[k]];
      if (factor == 0) continue;
      for (std::size_t i = 0; i < vector.size(); ++i) {
        vector[i] = modulo(vector[i] - factor * rows_[k][i], prime_);
      }
    }
  }

  int prime_;
  std::vector<Vector> rows_;
  std::vector<std::size_t> pivots_;
};

// The colours that a coordinate has: a number for each class of moves, such that the sum along any
// way depends only on where it leads.
std::vector<Vector> colours_of(const Coordinate& coordinate, const std::vector<int>& units,
                               int prime) {
  const std::size_t classes = units.size();
  // The sums of a way to each value, class by class.
  std::vector<std::uint8_t> ways(coordinate.size() * classes, 0);
  std::vector<bool> seen(coordinate.size(), false);
  seen[0] = true;
  std::vector<std::uint32_t> queue = {0};
  Echelon relations(prime);
  // What the relations so far allow: most relations say nothing new, and this shows it quickly.
  std::vector<Vector> colours = relations.annihilator(classes);
  Vector relation(classes);
  for (std::size_t i = 0; i < queue.size() && !colours.empty(); ++i) {
    const std::uint32_t value = queue[i];
    const std::uint8_t* way = ways.data() + value * classes;
    for (std::size_t c = 0; c < classes; ++c) {
      const std::uint32_t next = coordinate.move(value, units[c]);
      std::uint8_t* there = ways.data() + next * classes;
      if (!seen[next]) {
        seen[next] = true;
        queue.push_back(next);
        std::copy(way, way + classes, there);
        there[c] = static_cast<std::uint8_t>((there[c] + 1) % prime);
        continue;
      }
      const bool kept = std::all_of(colours.begin(), colours.end(), [&](const Vector& colour) {
        int sum = colour[c];
        for (std::size_t k = 0; k < classes; ++k) sum += colour[k] * (way[k] - there[k]);
        return sum % prime == 0;
      });
      if (kept) continue;
      for (std::size_t k = 0; k < classes; ++k) {
        relation[k] = modulo(way[k] - there[k] + (k == c ? 1 : 0), prime);
      }
      relations.insert(relation, classes);
      colours = relations.annihilator(classes);
    }
  }
  return colours;
}

}  // namespace

CoordinateTies::CoordinateTies(const std::vector<Coordinate>& coordinates, const MoveSet& moves)
    : coordinates_(coordinates), units_(moves.classes().size()) {
  for (int m = 0; m < moves.size(); ++m) {
    if (moves.moves()[m].amount == 1) units_[moves.moves()[m].move_class] = m;
  }
  const std::size_t classes = units_.size();
  for (const int prime : {2, 3}) {
    Modular modular;
    modular.prime = prime;
    // A colour and which coordinate it is of, one after the other.
    std::vector<std::pair<std::size_t, Vector>> colours;
    for (std::size_t j = 0; j < coordinates.size(); ++j) {
      for (Vector& colour : colours_of(coordinates[j], units_, prime)) {
        colours.emplace_back(j, std::move(colour));
      }
    }
    // Sums of colours that every move leaves alone.
    Echelon echelon(prime);
    for (std::size_t i = 0; i < colours.size(); ++i) {
      Vector vector = colours[i].second;
      vector.resize(classes + colours.size(), 0);
      vector[classes + i] = 1;
      if (echelon.insert(vector, classes)) continue;
      std::vector<Vector> tie(coordinates.size(), Vector(classes, 0));
      for (std::size_t k = 0; k < colours.size(); ++k) {
        for (std::size_t c = 0; c < classes; ++c) {
          int& sum = tie[colours[k].first][c];
          sum = (sum + vector[classes + k] * colours[k].second[c]) % prime;
        }
      }
      modular.ties.push_back(std::move(tie));
      saving_ *= prime;
    }
    modular_.push_back(std::move(modular));
  }
}

std::vector<std::uint8_t> CoordinateTies::colour_values(int coordinate, int prime,
                                                        const std::vector<int>& of_class) const {
  const Coordinate& of = coordinates_[coordinate];
  constexpr std::uint8_t kUnknown = 0xFF;
  std::vector<std::uint8_t> colours(of.size(), kUnknown);
  colours[0] = 0;
  std::vector<std::uint32_t> queue = {0};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (std::size_t c = 0; c < units_.size(); ++c) {
      const std::uint32_t next = of.move(queue[i], units_[c]);
      if (colours[next] != kUnknown) continue;
      colours[next] = static_cast<std::uint8_t>((colours[queue[i]] + of_class[c]) % prime);
      queue.push_back(next);
    }
  }
  return colours;
}

std::vector<std::pair<int, const std::vector<std::vector<int>>*>> CoordinateTies::ties_of(
    const std::vector<int>& inside) const {
  std::vector<std::pair<int, const std::vector<std::vector<int>>*>> out;
  int count = 1;
  for (const Modular& modular : modular_) {
    Echelon chosen(modular.prime);
    for (const auto& tie : modular.ties) {
      if (count * modular.prime > kMaxSheets) break;
      // What the tie says inside must be new, or it makes no difference which sheet is meant.
      Vector flat;
      for (const int j : inside) flat.insert(flat.end(), tie[j].begin(), tie[j].end());
      if (!chosen.insert(flat, flat.size())) continue;
      out.emplace_back(modular.prime, &tie);
      count *= modular.prime;
    }
  }
  return out;
}

int CoordinateTies::sheet_count(const std::vector<int>& inside) const {
  int count = 1;
  for (const auto& [prime, tie] : ties_of(inside)) count *= prime;
  return count;
}

CoordinateTies::Sheets CoordinateTies::sheets(const std::vector<int>& inside) const {
  Sheets out;
  out.colours.resize(coordinates_.size());
  const auto chosen = ties_of(inside);
  for (const auto& [prime, tie] : chosen) {
    for (std::size_t j = 0; j < coordinates_.size(); ++j) {
      Vector of_class = (*tie)[j];
      if (std::all_of(of_class.begin(), of_class.end(), [](int x) { return x == 0; })) continue;
      if (std::find(inside.begin(), inside.end(), static_cast<int>(j)) == inside.end()) {
        for (int& x : of_class) x = modulo(-x, prime);
      }
      const std::vector<std::uint8_t> digit = colour_values(static_cast<int>(j), prime, of_class);
      std::vector<std::uint8_t>& colours = out.colours[j];
      colours.resize(coordinates_[j].size(), 0);
      for (std::size_t value = 0; value < colours.size(); ++value) {
        colours[value] = static_cast<std::uint8_t>(colours[value] + digit[value] * out.count);
      }
    }
    out.count *= prime;
  }
  for (int a = 0; a < out.count; ++a) {
    for (int b = 0; b < out.count; ++b) {
      int sum = 0;
      int unit = 1;
      for (const auto& [prime, tie] : chosen) {
        sum += (a / unit + b / unit) % prime * unit;
        unit *= prime;
      }
      out.sums.push_back(static_cast<std::uint8_t>(sum));
    }
  }
  return out;
}

}  // namespace gyre
