#include <gyre/alg/move_names.h>

#include <algorithm>

namespace gyre {

void MoveNames::add(std::string name, bool listed) {
  longest_ = std::max(longest_, name.size());
  if (listed) listed_.push_back(name);
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

std::string MoveNames::listing() const {
  constexpr std::size_t kMostListed = 40;
  std::string text = puzzle_ + " (moves:";
  for (std::size_t i = 0; i < std::min(listed_.size(), kMostListed); ++i) text += ' ' + listed_[i];
  if (listed_.size() > kMostListed) text += " ...";
  return text + " with 2 or ')";
}

}  // namespace gyre
