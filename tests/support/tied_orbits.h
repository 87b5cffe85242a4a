// A small definition that is made to be slow: orbits that every move permutes alike. Its group is
// one symmetric group seen many times over, so no structure helps, and a chain of all points takes
// minutes.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <random>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace gyre::test {

inline std::string tied_orbits() {
  constexpr int kOrbits = 8;
  constexpr int kPieces = 200;
  std::mt19937 random(1);
  std::vector<int> solved(kPieces);
  std::iota(solved.begin(), solved.end(), 1);
  const auto in_all = [&](const std::vector<int>& pieces) {
    std::string text;
    for (int k = 0; k < kOrbits; ++k) {
      text += fmt::format("ORBIT{}\n{}\n", k, fmt::join(pieces, " "));
    }
    return text + "End\n";
  };
  std::string text = "Name tied\n";
  for (int k = 0; k < kOrbits; ++k) text += fmt::format("Set ORBIT{} {} 1\n", k, kPieces);
  text += "Solved\n" + in_all(solved);
  for (const char* name : {"A", "B", "C"}) {
    // Swaps in pairs, so that there is one move of each class.
    std::vector<int> places = solved;
    std::shuffle(places.begin(), places.end(), random);
    std::vector<int> moved = solved;
    for (std::size_t i = 0; i < places.size(); i += 2) {
      std::swap(moved[places[i] - 1], moved[places[i + 1] - 1]);
    }
    text += fmt::format("Move {}\n{}", name, in_all(moved));
  }
  return text;
}

// Runs `work` with a token that is stopped soon after.
template <class Work>
void stop_soon(const Work& work) {
  std::stop_source soon;
  const std::jthread impatient([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    soon.request_stop();
  });
  work(soon.get_token());
}

}  // namespace gyre::test
