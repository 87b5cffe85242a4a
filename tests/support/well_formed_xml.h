// A checker of XML that is as strict as a reader has to be with the kind of text that gyre draws:
// elements that nest, attributes in double quotes and not twice, the five entities, UTF-8.
#pragma once

#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gyre::test {

// How often a part stands in a text.
inline std::size_t times_in(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

class XmlCheck {
 public:
  explicit XmlCheck(std::string_view text) : text_(text) { run(); }

  // Empty if the text is well-formed.
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  void fail(const std::string& what) {
    if (fault_.empty()) fault_ = what + " at byte " + std::to_string(at_);
  }

  [[nodiscard]] char now() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  std::string name() {
    std::string found;
    while (std::isalnum(static_cast<unsigned char>(now())) != 0 || now() == '-' || now() == ':') {
      found += text_[at_++];
    }
    if (found.empty()) fail("a name was expected");
    return found;
  }

  void blanks() {
    while (now() == ' ' || now() == '\n') ++at_;
  }

  // Text up to a character that ends it.
  void content(char end) {
    while (fault_.empty() && at_ < text_.size() && now() != end) {
      if (now() == '<') return fail("'<' in a value");
      if (now() == '&') {
        bool known = false;
        for (const std::string_view entity : {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"}) {
          if (text_.substr(at_).starts_with(entity)) {
            at_ += entity.size();
            known = true;
            break;
          }
        }
        if (!known) return fail("an unknown entity");
        continue;
      }
      const auto byte = static_cast<unsigned char>(now());
      if (byte < 0x20 && byte != '\n') return fail("a control character");
      ++at_;
    }
  }

  void element() {
    ++at_;
    if (now() == '/') {
      ++at_;
      const std::string closed = name();
      if (open_.empty() || open_.back() != closed) return fail("</" + closed + "> closes nothing");
      open_.pop_back();
    } else {
      if (open_.empty() && roots_++ > 0) return fail("a second root");
      open_.push_back(name());
      std::set<std::string> attributes;
      for (blanks(); std::isalpha(static_cast<unsigned char>(now())) != 0; blanks()) {
        if (!attributes.insert(name()).second) return fail("an attribute twice");
        if (text_.substr(at_, 2) != "=\"") return fail("=\" was expected");
        at_ += 2;
        content('"');
        if (now() != '"') return fail("an open quote");
        ++at_;
      }
      if (now() == '/') {
        ++at_;
        open_.pop_back();
      }
    }
    if (now() != '>') return fail("'>' was expected");
    ++at_;
  }

  void run() {
    while (fault_.empty() && at_ < text_.size()) {
      if (now() == '<') {
        element();
      } else {
        if (open_.empty() && now() != '\n') return fail("text outside the root");
        content('<');
      }
    }
    if (!open_.empty()) fail("<" + open_.back() + "> is not closed");
    if (roots_ != 1) fail("no root");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int roots_ = 0;
  std::vector<std::string> open_;
  std::string fault_;
};

inline std::string xml_fault(std::string_view text) {
  return XmlCheck(text).fault();
}

}  // namespace gyre::test
