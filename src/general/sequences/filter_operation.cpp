// The names of SequenceFilter's operations.
#include "general/sequences/filter_operation.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>

namespace gyre {
namespace {

constexpr std::array<std::pair<FilterOperation, std::string_view>, 15> kNames = {{
    {FilterOperation::invert, "invert"},
    {FilterOperation::simplify, "simplify"},
    {FilterOperation::expand, "expand"},
    {FilterOperation::canonical, "canonical"},
    {FilterOperation::order, "order"},
    {FilterOperation::position, "position"},
    {FilterOperation::conjugacy, "conjugacy"},
    {FilterOperation::move, "move"},
    {FilterOperation::moves, "moves"},
    {FilterOperation::wrong, "wrong"},
    {FilterOperation::symmetry, "symmetry"},
    {FilterOperation::unique, "unique"},
    {FilterOperation::unique_symmetric, "unique-symmetric"},
    {FilterOperation::unrotate, "unrotate"},
    {FilterOperation::shorten, "shorten"},
}};

}  // namespace

std::string_view to_string(FilterOperation operation) noexcept {
  for (const auto& [known, name] : kNames) {
    if (known == operation) return name;
  }
  return {};
}

FilterOperation filter_operation(std::string_view name) {
  std::string list;
  for (const auto& [operation, known] : kNames) {
    if (known == name) return operation;
    list += (list.empty() ? "" : ", ") + std::string(known);
  }
  throw Error(fmt::format("'{}' is no operation on sequences; there are {}", name, list));
}

const std::vector<FilterOperation>& filter_operations() {
  static const std::vector<FilterOperation> all = [] {
    std::vector<FilterOperation> list;
    for (const auto& [operation, unused] : kNames) list.push_back(operation);
    return list;
  }();
  return all;
}

}  // namespace gyre
