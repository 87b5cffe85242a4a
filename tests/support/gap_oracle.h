// GAP as an independent judge of group orders, where it is installed.
#pragma once

#include <gyre/base/bigint.h>
#include "group/permutation.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

namespace gyre {

inline std::string gap_permutation(const Permutation& p) {
  std::string text = "PermList([";
  for (const std::uint16_t image : p) text += std::to_string(image + 1) + ",";
  text.back() = ']';
  return text + ")";
}

// The orders that GAP finds; no value if GAP is not there. One start of GAP for all of them: it
// takes a second.
inline std::optional<std::vector<BigInt>> gap_orders(
    const std::vector<std::vector<Permutation>>& groups) {
  if (std::system("command -v gap >/dev/null 2>&1") != 0) return std::nullopt;
  std::array<char, 64> name{"/tmp/gyre_gap_XXXXXX"};
  const int file = mkstemp(name.data());
  if (file < 0) return std::nullopt;
  FILE* out = fdopen(file, "w");
  for (const std::vector<Permutation>& generators : groups) {
    std::string list;
    for (const Permutation& p : generators) list += gap_permutation(p) + ",\n";
    std::fprintf(out, "Print(Size(Group([%s()])),\";\\n\");\n", list.c_str());
  }
  std::fprintf(out, "QUIT;\n");
  std::fclose(out);
  FILE* pipe = popen((std::string("gap -q -A -b ") + name.data() + " 2>/dev/null").c_str(), "r");
  std::vector<BigInt> orders;
  std::string digits;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
    if (c >= '0' && c <= '9') digits += static_cast<char>(c);
    if (c == ';') {
      orders.emplace_back(digits);
      digits.clear();
    }
  }
  pclose(pipe);
  std::remove(name.data());
  return orders;
}

}  // namespace gyre
