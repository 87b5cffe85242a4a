// Text to Alg: blanks, lines, comments and brackets. What a word without blanks means is decided in
// word.cpp.
#include <gyre/alg/alg.h>

#include "alg/dialect.h"
#include "alg/word.h"

#include <fmt/format.h>

#include <algorithm>

namespace gyre {
namespace {

bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

bool is_structure(char c) noexcept {
  return is_blank(c) || std::string_view("\n()[],:.").find(c) != std::string_view::npos;
}

// The part of a wrong word that an error shows: what would be one move if its letters were known.
std::string_view wrong_part(std::string_view text) {
  std::size_t end = 0;
  const auto skip = [&](auto&& wanted) {
    while (end < text.size() && wanted(text[end])) ++end;
  };
  const auto digit = [](char c) { return (c >= '0' && c <= '9') || c == '-'; };
  const auto small = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto continues_utf8 = [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80;
  };
  skip(digit);
  if (end < text.size()) ++end;
  skip(continues_utf8);
  if (end > 0 && !small(text[end - 1])) skip(small);
  skip(digit);
  end += prime_length(text.substr(end));
  return text.substr(0, end);
}

// The same among a clock's words: letters, steps and a sign.
std::string_view wrong_clock_part(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
  std::size_t end = 0;
  while (end < text.size() && letter(text[end])) ++end;
  if (end == 0) return wrong_part(text);
  end += digits_length(text.substr(end));
  const std::string_view rest = text.substr(end);
  if (rest.starts_with('+')) return text.substr(0, end + 1);
  return text.substr(0, end + std::max(minus_length(rest), prime_length(rest)));
}

// Bytes that would disturb a terminal are shown as question marks.
std::string shown(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7F') c = '?';
  }
  return out;
}

class Parser {
 public:
  Parser(std::string_view text, const MoveNames* names, const AlgSource& source,
         const MoveVisitor& visitor)
      : text_(text),
        names_(names),
        source_(source),
        visitor_(visitor),
        dialect_(names != nullptr ? names->dialect().kind : Dialect::Kind::plain),
        pins_stay_(dialect_ == Dialect::Kind::clock && has_clock_steps(text)),
        line_(source.line) {}

  Alg parse() {
    Alg alg;
    parse_nodes(alg);
    if (place_ < text_.size()) {
      const char c = text_[place_];
      if (c == ')') fail(place_, "')' closes nothing: no '(' is open here");
      if (c == ']') fail(place_, "']' closes nothing: no '[' is open here");
      fail(place_, fmt::format("'{}' stands outside of brackets; [A, B] is a commutator and "
                               "[A: B] a conjugate",
                               c));
    }
    return alg;
  }

 private:
  // Reads up to the end of the text or to a closing bracket or separator, which it leaves.
  void parse_nodes(Alg& alg) {
    while (place_ < text_.size()) {
      const char c = text_[place_];
      if (is_blank(c)) {
        ++place_;
      } else if (c == '\n') {
        add(alg, AlgNode::Kind::newline);
        ++place_;
        ++line_;
        line_begin_ = place_;
      } else if (c == '.') {
        add(alg, AlgNode::Kind::pause);
        ++place_;
      } else if (text_.substr(place_).starts_with("//")) {
        parse_comment(alg);
      } else if (dialect_ == Dialect::Kind::square1 && parse_square1(alg)) {
        continue;
      } else if (c == '(' || c == '[') {
        parse_brackets(alg);
      } else if (c == ')' || c == ']' || c == ',' || c == ':') {
        return;
      } else {
        parse_word(alg);
      }
    }
  }

  static AlgNode& add(Alg& alg, AlgNode::Kind kind) {
    alg.nodes.emplace_back().kind = kind;
    return alg.nodes.back();
  }

  void parse_comment(Alg& alg) {
    const std::size_t end = std::min(text_.find('\n', place_), text_.size());
    std::string_view comment = text_.substr(place_ + 2, end - place_ - 2);
    while (comment.ends_with('\r')) comment.remove_suffix(1);
    add(alg, AlgNode::Kind::comment).text = comment;
    place_ = end;
  }

  // A pair or a slash; false if neither stands here. No amount follows a slash: /2,0 is / (2,0).
  bool parse_square1(Alg& alg) {
    const Dialect& dialect = names_->dialect();
    const auto turn = [&](std::size_t place, const std::string& family, std::int64_t amount) {
      check_amount(place, amount);
      const MoveToken move{0, 0, family, amount};
      if (amount != 0 && visitor_) visitor_(move, source_place(place));
      add_square_turn(alg, move);
    };
    if (at('/')) {
      turn(place_++, dialect.slash, 1);
      return true;
    }
    const SquarePair pair = read_square_pair(text_.substr(place_));
    if (pair.length == 0) return false;
    turn(place_ + pair.top_at, dialect.top, pair.top);
    turn(place_ + pair.bottom_at, dialect.bottom, pair.bottom);
    place_ += pair.length;
    return true;
  }

  // False if it is another move. Amounts are brought into the range that is printed, and what turns
  // nothing has no form there, so that what is printed is read as the same alg.
  bool add_square_turn(Alg& alg, const MoveToken& move) const {
    const SquareTurn turn = square_turn(names_->dialect(), move);
    if (turn.part == SquareTurn::Part::none) return false;
    if (turn.amount == 0) return true;
    MoveToken& added = add(alg, AlgNode::Kind::move).move;
    added.family = move.family;
    added.amount = turn.amount;
    return true;
  }

  void parse_brackets(Alg& alg) {
    const std::size_t open = place_;
    const SourcePlace open_place = source_place(open);
    const char opening = text_[place_++];
    const char closing = opening == '(' ? ')' : ']';
    if (++depth_ > kMaxNesting) {
      fail(open, fmt::format("brackets are nested more than {} deep", kMaxNesting));
    }
    AlgNode node;
    node.kind = AlgNode::Kind::group;
    parse_nodes(node.first);
    if (opening == '[') {
      if (at(',') || at(':')) {
        node.kind = at(',') ? AlgNode::Kind::commutator : AlgNode::Kind::conjugate;
        ++place_;
        parse_nodes(node.second);
      } else if (at(']')) {
        fail(place_, fmt::format("the '[' of line {}, column {} needs a ',' or a ':' before its "
                                 "']'; (A)2 repeats",
                                 open_place.line, open_place.column));
      }
    }
    if (place_ == text_.size()) {
      throw Error(open_place,
                  fmt::format("'{}' is never closed; '{}' is missing", opening, closing));
    }
    if (!at(closing)) {
      fail(place_,
           fmt::format("'{}' does not fit the '{}' of line {}, column {}; '{}' is missing",
                       text_[place_], opening, open_place.line, open_place.column, closing));
    }
    ++place_;
    --depth_;
    node.amount = parse_bracket_amount();
    alg.nodes.push_back(std::move(node));
  }

  // After a bracket digits are always an amount: (R U)2R is (R U)2 R.
  std::int64_t parse_bracket_amount() {
    const std::size_t begin = place_;
    std::size_t digits = digits_length(text_.substr(place_));
    std::int64_t amount = digits > 0 ? read_amount(text_.substr(place_, digits)) : 1;
    place_ += digits;
    if (const std::size_t prime = prime_length(text_.substr(place_)); prime > 0) {
      place_ += prime;
      if (digits == 0) {
        digits = digits_length(text_.substr(place_));
        if (digits > 0 && !digits_start_move(text_.substr(place_), names_)) {
          amount = read_amount(text_.substr(place_, digits));
          place_ += digits;
        }
      }
      amount = -amount;
    }
    check_amount(begin, amount);
    return amount;
  }

  void parse_word(Alg& alg) {
    std::size_t end = place_;
    while (end < text_.size() && !is_structure(text_[end]) &&
           !text_.substr(end).starts_with("//") &&
           !(dialect_ == Dialect::Kind::square1 && text_[end] == '/')) {
      ++end;
    }
    const std::string_view word = text_.substr(place_, end - place_);
    const WordSplit split = split_word(word, names_);
    if (split.stuck) {
      const std::string_view wrong = word.substr(*split.stuck);
      const bool clock = dialect_ == Dialect::Kind::clock;
      no_move(place_ + *split.stuck, clock ? wrong_clock_part(wrong) : wrong_part(wrong));
    }
    for (const WordMove& part : split.moves) {
      check_amount(place_ + part.begin, part.move.amount);
      if (visitor_) visitor_(part.move, source_place(place_ + part.begin));
      const std::string_view written = word.substr(part.begin, part.end - part.begin);
      if (dialect_ == Dialect::Kind::square1 && add_square_turn(alg, part.move)) continue;
      if (pins_stay_ && is_clock_pin(written)) {
        MoveToken pin = part.move;
        pin.amount = 0;
        add_move(alg, written, pin);
        continue;
      }
      add_move(alg, written, part.move);
    }
    place_ = end;
  }

  // A turn whose normal form would be read otherwise, as A'2 beside a move A2, becomes a group: so
  // what is printed always means what was read.
  void add_move(Alg& alg, std::string_view written, const MoveToken& move) {
    // Names that end in a sign are printed repeated, never with an amount that could mislead.
    const bool plain = names_ == nullptr || (ends_in_sign(move.family) && move.amount != -1);
    const std::string normal = plain ? print(move) : print(move, *names_);
    bool stable = normal == written;
    if (!stable) {
      const WordSplit again = split_word(normal, names_);
      stable = !again.stuck && again.moves.size() == 1 && again.moves[0].move == move;
    }
    if (stable) {
      add(alg, AlgNode::Kind::move).move = move;
      return;
    }
    AlgNode& group = add(alg, AlgNode::Kind::group);
    group.amount = move.amount;
    AlgNode& inner = add(group.first, AlgNode::Kind::move);
    inner.move = move;
    inner.move.amount = 1;
  }

  void check_amount(std::size_t place, std::int64_t amount) const {
    if (std::abs(amount) > kMaxAmount) {
      fail(place, fmt::format("the amount is too large; at most {} is possible", kMaxAmount));
    }
  }

  [[noreturn]] void no_move(std::size_t place, std::string_view part) const {
    if (names_ != nullptr) {
      fail(place, fmt::format("'{}' is no move of {}", shown(part), names_->listing()));
    }
    fail(place, fmt::format("'{}' is no move; moves are written R, 2R, 3Rw, 2-3r, x or Uv, with an "
                            "amount such as 2 or '",
                            shown(part)));
  }

  [[noreturn]] void fail(std::size_t place, std::string_view message) const {
    throw Error(source_place(place), message);
  }

  [[nodiscard]] SourcePlace source_place(std::size_t place) const {
    const auto column = static_cast<int>(place - line_begin_);
    return {source_.file, line_, column + (line_ == source_.line ? source_.column : 1)};
  }

  [[nodiscard]] bool at(char c) const { return place_ < text_.size() && text_[place_] == c; }

  std::string_view text_;
  const MoveNames* names_;
  const AlgSource& source_;
  const MoveVisitor& visitor_;
  Dialect::Kind dialect_;
  // The text has steps with signs, so a bare pin turns nothing.
  bool pins_stay_;
  std::size_t place_ = 0;
  std::size_t line_begin_ = 0;
  int line_;
  int depth_ = 0;
};

}  // namespace

Alg parse_alg(std::string_view text, const MoveNames* names, const AlgSource& source,
              const MoveVisitor& visitor) {
  return Parser(text, names, source, visitor).parse();
}

}  // namespace gyre
