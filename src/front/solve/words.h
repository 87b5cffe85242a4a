// What becomes of a search or a count, in words: one sentence for all who print it, one word for
// programs.
#pragma once

#include <string>
#include <string_view>

namespace gyre {

struct GodResult;

// "1 move", "2 moves".
[[nodiscard]] std::string moves_text(int count);

// "about 24 s on two cores": what recipes of tables say of the time that they take.
[[nodiscard]] std::string about_time(double seconds);

// "about 5 min", of work whose time is known roughly.
[[nodiscard]] std::string rough_time(double seconds);

// How a search for solutions ended. found: as many as were asked for. none: there are no more up to
// the greatest length.
enum class SearchEnd { found, none, time, stopped };

// These words are for programs.
[[nodiscard]] std::string_view to_string(SearchEnd end) noexcept;
[[nodiscard]] std::string_view word_of_end(const GodResult& result);

// The end of a SolveResult or an OptimalResult, which name theirs alike.
template <class Result>
SearchEnd end_of(const Result& result) {
  using End = typename Result::End;
  switch (result.end) {
    case End::found:
      return SearchEnd::found;
    case End::none:
      return SearchEnd::none;
    case End::time:
      return SearchEnd::time;
    case End::stopped:
      break;
  }
  return SearchEnd::stopped;
}

// What a search that proves its answer knows where there is no solution, or fewer than were asked
// for: no (other) solution of min_length to proved moves exists. Nothing if all was found.
[[nodiscard]] std::string sentence_of_end(SearchEnd end, bool found_some, int min_length,
                                          int proved);
// The same of a search that improves what it has, where it has nothing of at most max_length moves.
[[nodiscard]] std::string why_none_was_found(SearchEnd end, int max_length);

}  // namespace gyre
