#include "geometry/description.h"

#include <gyre/base/error.h>
#include "base/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace gyre {
namespace {

struct Word {
  std::string text;
  int column = 1;
};

std::vector<Word> split_words(const std::string& text) {
  std::vector<Word> words;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == ' ' || text[at] == '\t') {
      ++at;
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(" \t", at), text.size());
    words.push_back({text.substr(at, end - at), static_cast<int>(at) + 1});
    at = end;
  }
  return words;
}

struct SolidLetter {
  char letter;
  SolidKind kind;
};

constexpr std::array<SolidLetter, 5> kSolids{{{'t', SolidKind::tetrahedron},
                                              {'c', SolidKind::cube},
                                              {'o', SolidKind::octahedron},
                                              {'d', SolidKind::dodecahedron},
                                              {'i', SolidKind::icosahedron}}};

std::optional<SolidKind> solid_of(const std::string& word) {
  for (const SolidLetter& solid : kSolids) {
    if (word.size() == 1 && to_lower(word)[0] == solid.letter) return solid.kind;
  }
  return std::nullopt;
}

std::optional<AxisKind> axis_of(const std::string& word) {
  if (to_lower(word) == "f") return AxisKind::face;
  if (to_lower(word) == "e") return AxisKind::edge;
  if (to_lower(word) == "v") return AxisKind::vertex;
  return std::nullopt;
}

struct OptionWord {
  const char* word;
  const char* group;  // of which only one word may stand
  void (*set)(PuzzleOptions&);
};

const std::array<OptionWord, 10> kOptions{
    {{"slices", "turns", [](PuzzleOptions& o) { o.turns = TurnChoice::slices; }},
     {"outer", "turns", [](PuzzleOptions& o) { o.turns = TurnChoice::outer; }},
     {"blocks", "turns", [](PuzzleOptions& o) { o.turns = TurnChoice::blocks; }},
     {"all-slices", "turns", [](PuzzleOptions& o) { o.turns = TurnChoice::all; }},
     {"fix-corner", "fix", [](PuzzleOptions& o) { o.fixed = FixedPiece::corner; }},
     {"fix-edge", "fix", [](PuzzleOptions& o) { o.fixed = FixedPiece::edge; }},
     {"fix-center", "fix", [](PuzzleOptions& o) { o.fixed = FixedPiece::center; }},
     {"orient-centers", "orient", [](PuzzleOptions& o) { o.orient_centers = true; }},
     {"distinct", "distinct", [](PuzzleOptions& o) { o.distinct = true; }},
     {"no-rotations", "rotations", [](PuzzleOptions& o) { o.rotations = false; }}}};

const OptionWord* find_option(const std::string& word) {
  const std::string wanted = to_lower(word) == "fix-centre"       ? "fix-center"
                             : to_lower(word) == "orient-centres" ? "orient-centers"
                                                                  : to_lower(word);
  for (const OptionWord& option : kOptions) {
    if (wanted == option.word) return &option;
  }
  return nullptr;
}

[[noreturn]] void bad(const std::string& text, int column, const std::string& what) {
  constexpr std::size_t kMostShown = 60;
  const std::string shown = text.size() > kMostShown ? text.substr(0, kMostShown) + "..." : text;
  throw Error(fmt::format("in the puzzle '{}', column {}: {}", shown, column, what));
}

// "0.333", "-1/3", "sqrt(1/3)", "-sqrt(2)"; nothing if it is none of these.
std::optional<double> parse_distance(std::string_view word) {
  const auto number = [](std::string_view part) -> std::optional<double> {
    double value = 0;
    const auto [end, fault] =
        std::from_chars(part.data(), part.data() + part.size(), value, std::chars_format::fixed);
    // Not "inf", which from_chars knows too.
    const bool starts_well =
        !part.empty() && (part[0] == '.' || (part[0] >= '0' && part[0] <= '9'));
    if (!starts_well || fault != std::errc{} || end != part.data() + part.size()) {
      return std::nullopt;
    }
    return value;
  };
  const auto fraction = [&](std::string_view part) -> std::optional<double> {
    const std::size_t slash = part.find('/');
    if (slash == std::string_view::npos) return number(part);
    const auto above = number(part.substr(0, slash));
    const auto below = number(part.substr(slash + 1));
    if (!above || !below || *below == 0) return std::nullopt;
    return *above / *below;
  };
  const bool negative = !word.empty() && word[0] == '-';
  if (negative) word.remove_prefix(1);
  const bool root = word.starts_with("sqrt(") && word.ends_with(")");
  if (root) word = word.substr(5, word.size() - 6);
  std::optional<double> value = fraction(word);
  if (!value || !std::isfinite(*value)) return std::nullopt;
  if (root) value = std::sqrt(*value);
  return negative ? -*value : *value;
}

void take_options(const std::string& text, std::vector<Word>& words, std::size_t from,
                  PuzzleText& out) {
  std::vector<std::pair<std::string, std::string>> seen;  // group, word
  for (std::size_t i = from; i < words.size(); ++i) {
    const OptionWord* option = find_option(words[i].text);
    for (const auto& [group, word] : seen) {
      if (group == option->group) {
        bad(text, words[i].column,
            fmt::format("'{}' and '{}' exclude each other", word, words[i].text));
      }
    }
    seen.emplace_back(option->group, words[i].text);
    option->set(out.options);
    out.option_words.emplace_back(option->word);
  }
  words.resize(from);
}

}  // namespace

PuzzleText parse_puzzle_text(const std::string& text) {
  PuzzleText out;
  std::vector<Word> words = split_words(text);
  // A description: its first word is a solid and there is something behind it.
  if (words.size() > 1 && solid_of(words[0].text)) {
    Description description{*solid_of(words[0].text), {}};
    std::size_t at = 1;
    while (at < words.size() && find_option(words[at].text) == nullptr) {
      const auto axis = axis_of(words[at].text);
      if (!axis) {
        bad(text, words[at].column,
            fmt::format("'{}' is neither a cut (f, e or v and a distance) nor an option ({})",
                        words[at].text, fmt::join(option_words(), " ")));
      }
      if (at + 1 == words.size()) {
        bad(text, words[at].column + 1, "here the distance of the cut is missing (0.5, 1/3)");
      }
      const auto distance = parse_distance(words[at + 1].text);
      if (!distance) {
        bad(text, words[at + 1].column,
            fmt::format("'{}' is no distance; write 0.5, 1/3, -0.2 or sqrt(1/3)",
                        words[at + 1].text));
      }
      description.cuts.push_back({*axis, *distance});
      at += 2;
    }
    if (description.cuts.empty()) bad(text, words[1].column, "here a cut is missing (f 0.5)");
    if (description.cuts.size() > kMaxCuts) {
      bad(text, words[2 * kMaxCuts + 1].column,
          fmt::format("a puzzle has at most {} cuts", kMaxCuts));
    }
    for (std::size_t i = at; i < words.size(); ++i) {
      if (find_option(words[i].text) == nullptr) {
        bad(text, words[i].column,
            fmt::format("'{}' is no option (they are {})", words[i].text,
                        fmt::join(option_words(), " ")));
      }
    }
    take_options(text, words, at, out);
    out.description = std::move(description);
    return out;
  }
  if (words.size() > 2 && words[0].text.size() == 1 && axis_of(words[1].text) &&
      parse_distance(words[2].text)) {
    bad(text, words[0].column,
        fmt::format("'{}' is no solid; they are t c o d i, of 4, 6, 8, 12 and 20 faces",
                    words[0].text));
  }
  std::size_t names = words.size();
  while (names > 1 && find_option(words[names - 1].text) != nullptr) --names;
  const bool options = names < words.size();
  const int end = options
                      ? words[names - 1].column - 1 + static_cast<int>(words[names - 1].text.size())
                      : static_cast<int>(text.size());
  out.name = options ? text.substr(0, end) : text;
  take_options(text, words, names, out);
  return out;
}

std::string to_string(const Description& description) {
  std::string text;
  for (const SolidLetter& solid : kSolids) {
    if (solid.kind == description.solid) text = solid.letter;
  }
  for (const CutKind& cut : description.cuts) {
    const char letter = cut.axis == AxisKind::face ? 'f' : cut.axis == AxisKind::edge ? 'e' : 'v';
    // The shortest digits that give the same number, never with an exponent.
    std::array<char, 400> digits{};
    const auto [end, fault] = std::to_chars(digits.data(), digits.data() + digits.size(),
                                            cut.distance, std::chars_format::fixed);
    text += fmt::format(" {} {}", letter, std::string_view(digits.data(), end));
  }
  return text;
}

std::vector<std::string> option_words() {
  std::vector<std::string> words;
  for (const OptionWord& option : kOptions) words.emplace_back(option.word);
  return words;
}

}  // namespace gyre
