// A finite group that grows by generators. Every element but the identity is remembered as an
// earlier one times a generator, from which all products follow without multiplying again.
#pragma once

#include "base/stop.h"

#include <cstddef>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace gyre {

// How the work is called where it is stopped.
constexpr const char* kFindingSymmetries = "looking for symmetries";

// How the elements of a group follow from each other.
struct ClosureTree {
  // Element e is element first times generator second, for e > 0.
  std::vector<std::pair<std::size_t, std::size_t>> parents;
  // [g][e]: element e times generator g.
  std::vector<std::vector<std::size_t>> right;
};

// Rules: Element, identity(), multiply(a, b) and key(a), a string that is equal exactly for
// elements that count as one.
template <class Rules>
class Closure {
 public:
  using Element = typename Rules::Element;

  explicit Closure(Rules rules, std::stop_token stop = {})
      : rules_(std::move(rules)), stop_(std::move(stop)) {
    insert(rules_.identity(), 0, 0);
  }

  // False, and nothing is changed, if the group would have more than max_elements elements. Throws
  // Error if it is stopped.
  bool add(const Element& generator, std::size_t max_elements) {
    if (contains(generator)) return true;
    Closure bigger = *this;
    bigger.generators_.push_back(generator);
    bigger.tree_.right.emplace_back();
    for (std::size_t e = 0; e < bigger.elements_.size(); ++e) {
      throw_if_stopped(stop_, kFindingSymmetries);
      for (std::size_t g = 0; g < bigger.generators_.size(); ++g) {
        if (e < bigger.tree_.right[g].size()) continue;
        Element product = rules_.multiply(bigger.elements_[e], bigger.generators_[g]);
        bigger.tree_.right[g].push_back(bigger.insert(std::move(product), e, g));
      }
      if (bigger.elements_.size() > max_elements) return false;
    }
    *this = std::move(bigger);
    return true;
  }

  [[nodiscard]] bool contains(const Element& element) const {
    return places_.contains(rules_.key(element));
  }
  [[nodiscard]] std::size_t size() const noexcept { return elements_.size(); }
  [[nodiscard]] const std::vector<Element>& elements() const noexcept { return elements_; }
  [[nodiscard]] const std::vector<Element>& generators() const noexcept { return generators_; }
  [[nodiscard]] const ClosureTree& tree() const noexcept { return tree_; }

 private:
  std::size_t insert(Element element, std::size_t parent, std::size_t generator) {
    const auto [place, is_new] = places_.emplace(rules_.key(element), elements_.size());
    if (is_new) {
      elements_.push_back(std::move(element));
      tree_.parents.emplace_back(parent, generator);
    }
    return place->second;
  }

  Rules rules_;
  std::stop_token stop_;
  std::vector<Element> generators_;
  std::vector<Element> elements_;
  ClosureTree tree_;
  std::unordered_map<std::string, std::size_t> places_;
};

}  // namespace gyre
