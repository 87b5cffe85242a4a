#include "front/texts/option_texts.h"

#include "base/memory.h"
#include "front/puzzle/scrambling.h"

#include <gyre/base/error.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace gyre {
namespace {

constexpr std::string_view kSeveral[] = {"goal",           "ignore", "no_orientation",
                                         "no_permutation", "omit",   "relabel"};
constexpr std::string_view kSingle[] = {
    "all",     "all_shorter", "angle",         "antipodes",   "any_hold",        "background",
    "beam",    "build",       "cache",         "canon_depth", "caption",         "checkpoint",
    "classes", "competition", "count",         "disk",        "distinguish_all", "engine",
    "from",    "highlight",   "into_subgroup", "inverse",     "keep_tables",     "kind",
    "letters", "many",        "max_depth",     "max_file",    "max_length",      "memory",
    "method",  "metric",      "min_length",    "moves",       "no_shading",      "no_verify",
    "number",  "optimal",     "palette",       "positions",   "random_order",    "resume",
    "seconds", "seed",        "size",          "symmetry",    "table_depth",     "target",
    "threads", "view",        "work_folder"};

bool takes_several(std::string_view name) {
  return std::find(std::begin(kSeveral), std::end(kSeveral), name) != std::end(kSeveral);
}

void check_name(std::string_view name) {
  if (takes_several(name) ||
      std::find(std::begin(kSingle), std::end(kSingle), name) != std::end(kSingle)) {
    return;
  }
  std::vector<std::string_view> names(std::begin(kSingle), std::end(kSingle));
  names.insert(names.end(), std::begin(kSeveral), std::end(kSeveral));
  std::sort(names.begin(), names.end());
  throw Error(fmt::format("there is no option '{}' (options: {})", name, fmt::join(names, ", ")));
}

[[noreturn]] void refuse_value(std::string_view name, const std::string& right,
                               std::string_view value) {
  throw Error(fmt::format("{} {}", name, must_be(right, std::string(value))));
}

}  // namespace

void OptionTexts::set(std::string_view name, std::string_view value) {
  check_name(name);
  std::vector<std::string>& values = values_[std::string(name)];
  if (!takes_several(name)) values.clear();
  values.emplace_back(value);
}

void OptionTexts::unset(std::string_view name) {
  check_name(name);
  if (const auto place = values_.find(name); place != values_.end()) values_.erase(place);
}

const std::vector<std::string>* OptionTexts::find(std::string_view name) const {
  const auto place = values_.find(name);
  return place != values_.end() ? &place->second : nullptr;
}

std::vector<std::string> OptionReader::texts(std::string_view name) {
  known_.emplace_back(name);
  const std::vector<std::string>* values = options_.find(name);
  return values != nullptr ? *values : std::vector<std::string>{};
}

std::optional<std::string> OptionReader::text(std::string_view name) {
  std::vector<std::string> values = texts(name);
  if (values.empty()) return std::nullopt;
  return std::move(values.back());
}

bool OptionReader::flag(std::string_view name) {
  const std::optional<std::string> value = text(name);
  if (!value) return false;
  for (const char* yes : {"yes", "true", "1", "on"}) {
    if (*value == yes) return true;
  }
  for (const char* no : {"no", "false", "0", "off"}) {
    if (*value == no) return false;
  }
  refuse_value(name, "yes or no", *value);
}

std::optional<std::int64_t> OptionReader::integer(std::string_view name,
                                                  const Range<std::int64_t>& range) {
  const std::optional<std::string> value = text(name);
  if (!value) return std::nullopt;
  std::int64_t read = 0;
  const char* end = value->data() + value->size();
  const auto [stop, fault] = std::from_chars(value->data(), end, read);
  if (fault != std::errc() || stop != end || !range.holds(read)) {
    refuse_value(name, text_of(range), *value);
  }
  return read;
}

std::optional<int> OptionReader::integer(std::string_view name, const Range<int>& range) {
  const std::optional<std::int64_t> read =
      integer(name, Range<std::int64_t>{range.least, range.most});
  return read ? std::optional(static_cast<int>(*read)) : std::nullopt;
}

std::optional<std::uint64_t> OptionReader::seed(std::string_view name) {
  const std::optional<std::string> value = text(name);
  if (!value) return std::nullopt;
  const std::optional<std::uint64_t> seed = parse_seed(*value);
  if (!seed) refuse_value(name, text_of(kSeedRange), *value);
  return seed;
}

std::optional<double> OptionReader::number(std::string_view name, const Range<double>& range) {
  const std::optional<std::string> value = text(name);
  if (!value) return std::nullopt;
  double read = 0;
  const char* end = value->data() + value->size();
  const auto [stop, fault] = std::from_chars(value->data(), end, read);
  if (fault != std::errc() || stop != end || !range.holds(read)) {
    refuse_value(name, text_of(range), *value);
  }
  return read;
}

std::optional<std::uint64_t> OptionReader::memory(std::string_view name) {
  const std::optional<std::string> value = text(name);
  if (!value) return std::nullopt;
  const std::optional<std::uint64_t> bytes = parse_memory(*value);
  if (!bytes) refuse_value(name, kMemoryAmount, *value);
  return bytes;
}

std::string OptionReader::word(std::string_view name, const std::vector<std::string>& words) {
  std::optional<std::string> value = text(name);
  if (!value) return words.front();
  if (std::find(words.begin(), words.end(), *value) == words.end()) {
    refuse_value(name, text_of_words(words), *value);
  }
  return *std::move(value);
}

void OptionReader::refuse_others() const {
  for (const auto& [name, values] : options_.all()) {
    if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
    throw Error(fmt::format("{} is no option of {} (options: {})", name, question_,
                            fmt::join(known_, ", ")));
  }
}

}  // namespace gyre
