// FairLine: what waits for a thread, in the order in which its turn comes. Who brings much goes
// behind who brings little: the second piece of one client comes after the first of every other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>

namespace gyre::serve {

// Not for several threads at once.
template <class Item>
class FairLine {
 public:
  // limit: how many may wait. Of one client at most half as many, but this machine's own, whose
  // name is empty: what comes from it may be from anybody (a proxy).
  explicit FairLine(std::size_t limit) : limit_(limit) {}

  // How many stood before it; false if it cannot wait.
  struct Place {
    bool taken = false;
    std::size_t before = 0;
    explicit operator bool() const noexcept { return taken; }
  };
  [[nodiscard]] Place add(const std::string& client, Item item) {
    if (places_.size() >= limit_) return {};
    std::size_t own = 0;
    std::uint64_t round = round_;
    for (const Waiting& one : places_) {
      if (one.client != client) continue;
      ++own;
      round = one.round + 1;  // the last of them
    }
    if (!client.empty() && own >= std::max<std::size_t>(1, limit_ / 2)) return {};
    const auto place =
        std::upper_bound(places_.begin(), places_.end(), round,
                         [](std::uint64_t mine, const Waiting& one) { return mine < one.round; });
    const auto before = static_cast<std::size_t>(place - places_.begin());
    places_.insert(place, Waiting{client, round, std::move(item)});
    return {true, before};
  }

  [[nodiscard]] bool empty() const noexcept { return places_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return places_.size(); }
  [[nodiscard]] const Item& operator[](std::size_t index) const { return places_[index].item; }
  // The one whose turn it is; there must be one.
  [[nodiscard]] Item take() {
    round_ = places_.front().round;
    Item item = std::move(places_.front().item);
    places_.pop_front();
    return item;
  }
  template <class Condition>
  void erase_if(const Condition& condition) {
    std::erase_if(places_, [&](const Waiting& one) { return condition(one.item); });
  }
  void clear() noexcept { places_.clear(); }

 private:
  struct Waiting {
    std::string client;
    std::uint64_t round = 0;
    Item item;
  };

  const std::size_t limit_;
  std::deque<Waiting> places_;  // rounds ascend
  std::uint64_t round_ = 0;     // of the last that was taken
};

}  // namespace gyre::serve
