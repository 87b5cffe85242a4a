// Options as texts: "min_length" is "3". So programs in other languages give them, through the C
// interface: a new option needs no new symbol there. Decides which names there are and what a value
// may look like; what an option means is the question's (text_questions.h).
#pragma once

#include "front/puzzle/values.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gyre {

class OptionTexts {
 public:
  // Replaces what was set before, but adds to an option that takes several values (goal, ignore,
  // omit, no_orientation, no_permutation, relabel). Throws Error for a name that no question has.
  void set(std::string_view name, std::string_view value);
  void unset(std::string_view name);

  [[nodiscard]] const std::vector<std::string>* find(std::string_view name) const;
  [[nodiscard]] const std::map<std::string, std::vector<std::string>, std::less<>>& all()
      const noexcept {
    return values_;
  }

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
};

// Reads options with checks: each Error names the option and what would be right.
class OptionReader {
 public:
  // question: what the options are for, "solving". Keeps a reference.
  OptionReader(const OptionTexts& options, std::string_view question)
      : options_(options), question_(question) {}

  [[nodiscard]] std::optional<std::string> text(std::string_view name);
  [[nodiscard]] std::vector<std::string> texts(std::string_view name);
  // yes, no, true, false, 1, 0, on, off.
  [[nodiscard]] bool flag(std::string_view name);
  [[nodiscard]] std::optional<std::int64_t> integer(std::string_view name,
                                                    const Range<std::int64_t>& range);
  [[nodiscard]] std::optional<int> integer(std::string_view name, const Range<int>& range);
  [[nodiscard]] std::optional<double> number(std::string_view name, const Range<double>& range);
  [[nodiscard]] std::optional<std::uint64_t> seed(std::string_view name);
  // The value as --memory takes it: 4G.
  [[nodiscard]] std::optional<std::uint64_t> memory(std::string_view name);
  // One of `words`, the first if nothing was said.
  [[nodiscard]] std::string word(std::string_view name, const std::vector<std::string>& words);

  // Throws Error for an option that was set and not read: without effect, it would be a mistake
  // that nobody notices.
  void refuse_others() const;

 private:
  const OptionTexts& options_;
  std::string_view question_;
  std::vector<std::string> known_;
};

}  // namespace gyre
