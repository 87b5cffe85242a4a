#include <gyre/alg/alg.h>

#include "base/text.h"

#include <algorithm>

namespace gyre {
namespace {

constexpr std::size_t kMostListed = 40;

// Rw of Rw2.
std::string_view without_amount(std::string_view name) {
  while (name.size() > 1 && is_digit(name.back())) name.remove_suffix(1);
  return name;
}

bool is_letter_rotation(std::string_view name) {
  const std::string_view letter = without_amount(name);
  return letter == "x" || letter == "y" || letter == "z";
}

// Uv, FRBv.
bool is_face_rotation(std::string_view name) {
  return name.size() > 1 && name.back() == 'v' &&
         std::all_of(name.begin(), name.end() - 1,
                     [](char c) { return c == '_' || (c >= 'A' && c <= 'Z'); });
}

std::string joined(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) {
    if (i > 0) text += ' ';
    text += names[i];
  }
  return names.size() > most ? text + " ..." : text;
}

}  // namespace

void MoveNames::add(std::string name, bool listed, int order) {
  longest_ = std::max(longest_, name.size());
  if (listed) {
    listed_.push_back({name, order});
  } else {
    others_.push_back(name);
  }
  names_.insert(std::move(name));
}

void MoveNames::add_backward(const std::string& backward, const std::string& forward) {
  backward_names_.emplace(forward, backward);
  forward_names_.emplace(backward, forward);
}

MoveNames MoveNames::without_dialect() const {
  MoveNames names = *this;
  names.dialect_ = {};
  names.backward_names_.clear();
  names.forward_names_.clear();
  return names;
}

const std::string* MoveNames::backward_name(std::string_view forward) const {
  const auto place = backward_names_.find(forward);
  return place == backward_names_.end() ? nullptr : &place->second;
}

const std::string* MoveNames::forward_name(std::string_view backward) const {
  const auto place = forward_names_.find(backward);
  return place == forward_names_.end() ? nullptr : &place->second;
}

bool MoveNames::contains(std::string_view name) const {
  return names_.contains(name);
}

std::size_t MoveNames::longest_prefix(std::string_view text) const {
  for (std::size_t length = std::min(longest_, text.size()); length > 0; --length) {
    if (contains(text.substr(0, length))) return length;
  }
  return 0;
}

std::string MoveNames::listed_names() const {
  std::vector<std::string> names;
  for (const Listed& move : listed_) names.push_back(move.name);
  return joined(names, kMostListed);
}

// Half turns take no amount, so they stand apart: "U D with 2 or ', F2 R2 B2 L2".
std::string MoveNames::listed_with_amounts() const {
  std::vector<std::string> half_turns;
  std::vector<std::string> others;
  bool doubles = false;
  for (const Listed& move : listed_) {
    (move.order == 2 ? half_turns : others).push_back(move.name);
    doubles = doubles || (move.order != 2 && move.order != 3);
  }
  std::string text = joined(others, kMostListed);
  if (!others.empty()) text += doubles ? " with 2 or '" : " with '";
  if (!others.empty() && !half_turns.empty()) text += ", ";
  return text + joined(half_turns, kMostListed);
}

bool MoveNames::is_lower_wide(const std::string& name) const {
  if (name.size() != 1 || name[0] < 'a' || name[0] > 'z') return false;
  return contains(std::string{static_cast<char>(name[0] - 'a' + 'A'), 'w'});
}

// Wide turns first, rotations last. One wide turn stands for all, and for lower-case letters.
std::vector<std::string> MoveNames::others_to_show() const {
  std::string wide;
  std::vector<std::string> names;
  std::vector<std::string> letter_rotations;
  std::vector<std::string> face_rotations;
  for (const std::string& name : others_) {
    const std::string_view stem = without_amount(name);
    if (is_digit(name[0])) continue;
    if (is_letter_rotation(name)) {
      letter_rotations.push_back(name);
    } else if (is_face_rotation(name)) {
      face_rotations.push_back(name);
    } else if (stem.size() > 1 && stem.back() == 'w') {
      if (wide.empty()) wide = name;
    } else if (!is_lower_wide(name)) {
      names.push_back(name);
    }
  }
  const auto is_listed = [&](const std::string& name) {
    return std::any_of(listed_.begin(), listed_.end(),
                       [&](const Listed& move) { return move.name == name; });
  };
  if (wide.empty()) {
    // Made from slices; R is what people write most.
    for (const Listed& move : listed_) {
      if (!is_listed("2" + move.name)) continue;
      if (wide.empty() || move.name == "R") wide = move.name + 'w';
    }
  }
  if (!wide.empty()) names.insert(names.begin(), wide);
  // Where blocks are listed, one single layer stands for all.
  std::string single;
  for (const Listed& move : listed_) {
    const std::string layer = "2" + move.name;
    if (!is_listed(move.name + 'w') || is_listed(layer) || !contains(layer)) continue;
    if (single.empty() || move.name == "R") single = layer;
  }
  if (!single.empty()) names.insert(names.begin(), single);
  constexpr std::size_t kFewRotations = 4;
  if (letter_rotations.empty() && face_rotations.size() <= kFewRotations) {
    letter_rotations = face_rotations;
  }
  names.insert(names.end(), letter_rotations.begin(), letter_rotations.end());
  return names;
}

std::string MoveNames::listing() const {
  constexpr std::size_t kMostOthers = 12;
  switch (dialect_.kind) {
    case Dialect::Kind::square1:
      return puzzle_ + " (moves: turns of " + dialect_.top + " and " + dialect_.bottom +
             " as in (1,-3), and /)";
    case Dialect::Kind::clock:
      return puzzle_ +
             " (moves: UR DR DL UL U R D L ALL with steps and a sign, as in UR3+ or ALL2-" +
             (contains("y2") ? ", and y2)" : ")");
    case Dialect::Kind::plain:
      break;
  }
  const std::string also = joined(others_to_show(), kMostOthers);
  return puzzle_ + " (moves: " + listed_with_amounts() + (also.empty() ? "" : "; also " + also) +
         ')';
}

}  // namespace gyre
