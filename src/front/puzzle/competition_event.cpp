#include "front/puzzle/competition_event.h"

#include "base/text.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace gyre {
namespace {

struct KnownEvent {
  std::string_view name;
  std::string_view puzzle;
  std::string_view form;
};

constexpr std::array<KnownEvent, 6> kEvents{{
    {"333oh", "3x3x3", ""},
    {"333bf", "3x3x3", "333bf"},
    {"333fm", "3x3x3", "333fm"},
    {"333mbf", "3x3x3", "333bf"},
    {"444bf", "4x4x4", "444bf"},
    {"555bf", "5x5x5", "555bf"},
}};

constexpr std::string_view kMultiple = "333mbf";
constexpr int kMostCubes = 1'000;

int read_cubes(std::string_view text) {
  int cubes = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), cubes);
  if (fault != std::errc() || end != text.data() + text.size() || cubes < 1 || cubes > kMostCubes) {
    throw Error(fmt::format("{} takes a number of cubes from 1 to {}, as '{} 3', not '{}'",
                            kMultiple, kMostCubes, kMultiple, text));
  }
  return cubes;
}

}  // namespace

std::optional<CompetitionEvent> find_event(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  constexpr std::size_t kLongest = 64;
  if (text.size() > kLongest) return std::nullopt;
  const std::string lower = to_lower(std::string(text));
  const std::size_t begin = std::min(lower.find_first_not_of(kBlanks), lower.size());
  const std::size_t end = std::min(lower.find_first_of(kBlanks, begin), lower.size());
  const std::string name = lower.substr(begin, end - begin);
  const std::size_t behind = lower.find_first_not_of(kBlanks, end);
  const auto known = std::find_if(kEvents.begin(), kEvents.end(),
                                  [&](const KnownEvent& event) { return event.name == name; });
  if (known == kEvents.end()) return std::nullopt;
  CompetitionEvent event{std::string(known->puzzle), std::string(known->form), 1};
  if (behind == std::string::npos) return event;
  if (known->name != kMultiple) return std::nullopt;
  const std::size_t last = lower.find_last_not_of(kBlanks);
  event.cubes = read_cubes(std::string_view(lower).substr(behind, last + 1 - behind));
  return event;
}

}  // namespace gyre
