#include "alg/word.h"

#include "alg/dialect.h"
#include "base/text.h"

#include <algorithm>
#include <array>

namespace gyre {
namespace {

bool is_upper(char c) noexcept {
  return c >= 'A' && c <= 'Z';
}
bool is_lower(char c) noexcept {
  return c >= 'a' && c <= 'z';
}
bool is_family_char(char c) noexcept {
  return is_upper(c) || c == '_';
}

// A name of a move at some place of the word, before its amount.
struct NameMatch {
  std::size_t end = 0;
  std::size_t family_begin = 0;
  int outer_layer = 0;
  int inner_layer = 0;
};

struct AmountMatch {
  std::size_t end = 0;
  std::int64_t amount = 1;
};

// Layer numbers have no leading zero, so that a layered form prints exactly as it was written.
constexpr std::size_t kMaxLayerDigits = 9;

int read_layer(std::string_view digits) noexcept {
  if (digits.empty() || digits.size() > kMaxLayerDigits || digits[0] == '0') return 0;
  return static_cast<int>(read_amount(digits));
}

class Splitter {
 public:
  Splitter(std::string_view word, const MoveNames* names) : word_(word), names_(names) {}

  WordSplit split() {
    WordSplit result;
    if (split_greedily(result.moves)) return result;
    result.moves.clear();
    split_by_table(result);
    return result;
  }

 private:
  // The first choice at every place; false if it ends before the word does.
  bool split_greedily(std::vector<WordMove>& moves) {
    for (std::size_t place = 0; place < word_.size();) {
      bool found = false;
      for_each_move(place, [&](const NameMatch& name, const AmountMatch& amount) {
        moves.push_back(make_move(place, name, amount));
        found = true;
        return true;
      });
      if (!found) return false;
      place = moves.back().end;
    }
    return true;
  }

  void split_by_table(WordSplit& result) {
    const std::size_t size = word_.size();
    std::vector<char> reaches_end(size + 1, 0);
    reaches_end[size] = 1;
    for (std::size_t place = size; place-- > 0;) {
      for_each_move(place, [&](const NameMatch&, const AmountMatch& amount) {
        reaches_end[place] = reaches_end[amount.end];
        return reaches_end[place] != 0;
      });
    }
    if (reaches_end[0] == 0) {
      result.stuck = furthest();
      return;
    }
    for (std::size_t place = 0; place < size;) {
      for_each_move(place, [&](const NameMatch& name, const AmountMatch& amount) {
        if (reaches_end[amount.end] == 0) return false;
        result.moves.push_back(make_move(place, name, amount));
        return true;
      });
      place = result.moves.back().end;
    }
  }

  [[nodiscard]] std::size_t furthest() {
    std::vector<char> reached(word_.size() + 1, 0);
    reached[0] = 1;
    std::size_t last = 0;
    for (std::size_t place = 0; place < word_.size(); ++place) {
      if (reached[place] == 0) continue;
      last = place;
      for_each_move(place, [&](const NameMatch&, const AmountMatch& amount) {
        reached[amount.end] = 1;
        return false;
      });
    }
    return last;
  }

  [[nodiscard]] WordMove make_move(std::size_t place, const NameMatch& name,
                                   const AmountMatch& amount) const {
    const std::string_view family = word_.substr(name.family_begin, name.end - name.family_begin);
    if (names_ != nullptr) {
      if (const std::string* forward = names_->forward_name(family)) {
        return {place, amount.end, {0, 0, *forward, -amount.amount}};
      }
    }
    return {place,
            amount.end,
            {name.outer_layer, name.inner_layer, std::string(family), amount.amount}};
  }

  // Calls visit(name, amount) for each reading of the text at `place`, best first, until it says
  // true.
  template <class Visit>
  void for_each_move(std::size_t place, const Visit& visit) {
    find_names(place);
    for (const NameMatch& name : name_matches_) {
      find_amounts(name);
      for (const AmountMatch& amount : amount_matches_) {
        if (visit(name, amount)) return;
      }
    }
  }

  void find_names(std::size_t place) {
    name_matches_.clear();
    const std::string_view rest = word_.substr(place);
    if (names_ != nullptr) {
      for (std::size_t n = std::min(names_->longest_name(), rest.size()); n > 0; --n) {
        if (names_->contains(rest.substr(0, n))) name_matches_.push_back({place + n, place, 0, 0});
      }
    }
    find_layered(place);
    // Stable: a literal name stands before a layered form of its length.
    std::stable_sort(name_matches_.begin(), name_matches_.end(),
                     [](const NameMatch& a, const NameMatch& b) { return a.end > b.end; });
  }

  void find_layered(std::size_t place) {
    // A clock has no layers: ur3+ is not u and r3.
    if (names_ != nullptr && names_->dialect().kind == Dialect::Kind::clock) return;
    const std::size_t digits = digits_at(place);
    int outer = 0;
    int inner = 0;
    std::size_t family = place;
    if (digits > 0) {
      inner = read_layer(word_.substr(place, digits));
      family += digits;
      if (inner == 0) return;
      if (family < word_.size() && word_[family] == '-') {
        const std::size_t more = digits_at(family + 1);
        outer = inner;
        inner = read_layer(word_.substr(family + 1, more));
        family += 1 + more;
        if (inner < outer) return;
      }
    }
    const auto add = [&](std::size_t end) {
      // A known name has one reading, the literal one; without this, 2R might be read as a layered
      // form where backtracking tries its second choice.
      if (names_ != nullptr && names_->contains(word_.substr(place, end - place))) return;
      name_matches_.push_back({end, family, outer, inner});
    };
    const std::string_view rest = word_.substr(family);
    if (rest.empty()) return;
    const auto has_w = [&](std::size_t at) { return at < rest.size() && rest[at] == 'w'; };
    if (names_ == nullptr) {
      const auto capitals = static_cast<std::size_t>(
          std::find_if_not(rest.begin(), rest.end(), is_family_char) - rest.begin());
      if (digits == 0 && capitals > 0 && capitals < rest.size() && rest[capitals] == 'v') {
        add(family + capitals + 1);
      }
      if (is_upper(rest[0]) && has_w(1)) add(family + 2);
      const bool rotation = rest[0] == 'x' || rest[0] == 'y' || rest[0] == 'z';
      if (is_upper(rest[0]) || (is_lower(rest[0]) && !(rotation && digits > 0))) add(family + 1);
      return;
    }
    for (std::size_t n = 1; n <= std::min(names_->longest_name(), rest.size()); ++n) {
      if (!is_family_char(rest[n - 1])) break;
      if (!names_->contains(rest.substr(0, n))) continue;
      if (has_w(n)) add(family + n + 1);
      if (digits > 0) add(family + n);
    }
    if (is_lower(rest[0])) {
      const char upper = static_cast<char>(rest[0] - 'a' + 'A');
      if (names_->contains(std::string_view(&upper, 1))) add(family + 1);
    }
  }

  void find_amounts(const NameMatch& name) {
    amount_matches_.clear();
    const std::size_t place = name.end;
    const std::string_view rest = word_.substr(place);
    const std::size_t digits = digits_at(place);
    if (digits > 0) {
      find_steps(name, digits);
      const std::size_t prime = prime_length(rest.substr(digits));
      const std::int64_t amount = read_amount(rest.substr(0, digits));
      amount_matches_.push_back({place + digits + prime, prime > 0 ? -amount : amount});
      add_fewer_digits(place, digits, 1);
      amount_matches_.push_back({place, 1});
      return;
    }
    const std::size_t prime = prime_length(rest);
    if (prime == 0) {
      amount_matches_.push_back({place, 1});
      return;
    }
    const std::size_t after = digits_at(place + prime);
    const AmountMatch prime_only{place + prime, -1};
    const bool split = after > 0 && digits_start_move(rest.substr(prime), names_);
    if (split || after == 0) amount_matches_.push_back(prime_only);
    if (after == 0) return;
    amount_matches_.push_back({place + prime + after, -read_amount(rest.substr(prime, after))});
    add_fewer_digits(place + prime, after, -1);
    if (!split) amount_matches_.push_back(prime_only);
  }

  // UR3+ and UR3-, where the dialect is the clock's.
  void find_steps(const NameMatch& name, std::size_t digits) {
    if (names_ == nullptr || names_->dialect().kind != Dialect::Kind::clock) return;
    const std::string_view family = word_.substr(name.family_begin, name.end - name.family_begin);
    if (name.inner_layer != 0 || !names_->dialect().turns.contains(family)) return;
    const std::string_view sign = word_.substr(name.end + digits);
    const std::size_t minus = minus_length(sign);
    if (minus == 0 && !sign.starts_with('+')) return;
    const std::int64_t steps = read_amount(word_.substr(name.end, digits));
    amount_matches_.push_back(
        {name.end + digits + std::max<std::size_t>(minus, 1), minus > 0 ? -steps : steps});
  }

  // R12U may be R1 2U. No name has a prefix of more digits than kMostDigits, so that a word of
  // digits is split in linear time.
  void add_fewer_digits(std::size_t place, std::size_t digits, int sign) {
    constexpr std::size_t kMostDigits = 18;
    if (digits > kMostDigits) return;
    for (std::size_t n = digits - 1; n > 0; --n) {
      amount_matches_.push_back({place + n, sign * read_amount(word_.substr(place, n))});
    }
  }

  // Remembers the last run of digits, for a long one would be measured again at each of its places.
  std::size_t digits_at(std::size_t place) {
    if (place >= digits_begin_ && place < digits_end_) return digits_end_ - place;
    std::size_t end = place;
    while (end < word_.size() && is_digit(word_[end])) {
      end = end == digits_begin_ && digits_end_ > end ? digits_end_ : end + 1;
    }
    digits_begin_ = place;
    digits_end_ = end;
    return end - place;
  }

  std::string_view word_;
  const MoveNames* names_;
  std::size_t digits_begin_ = 0;
  std::size_t digits_end_ = 0;
  std::vector<NameMatch> name_matches_;
  std::vector<AmountMatch> amount_matches_;
};

}  // namespace

WordSplit split_word(std::string_view word, const MoveNames* names) {
  return Splitter(word, names).split();
}

std::size_t prime_length(std::string_view text) noexcept {
  // Right and left quotation mark, prime, modifier apostrophe, acute accent, and what keyboards
  // without an apostrophe offer.
  constexpr std::array<std::string_view, 7> kPrimes = {
      "'", "\xE2\x80\x99", "\xE2\x80\x98", "\xE2\x80\xB2", "\xCA\xBC", "\xC2\xB4", "`"};
  for (const std::string_view prime : kPrimes) {
    if (text.starts_with(prime)) return prime.size();
  }
  return 0;
}

std::size_t digits_length(std::string_view text) noexcept {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) -
                                  text.begin());
}

std::int64_t read_amount(std::string_view digits) noexcept {
  std::int64_t amount = 0;
  for (const char c : digits) {
    amount = std::min(10 * amount + (c - '0'), kMaxAmount + 1);
    if (amount > kMaxAmount) break;
  }
  return amount;
}

bool digits_start_move(std::string_view text, const MoveNames* names) {
  if (names != nullptr) return names->longest_prefix(text) > 0;
  const std::size_t digits = digits_length(text);
  const char next = digits < text.size() ? text[digits] : ' ';
  return is_upper(next) || is_lower(next) || next == '-';
}

}  // namespace gyre
