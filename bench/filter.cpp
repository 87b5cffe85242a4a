// Times the filters of `gyre alg` on random sequences of the 3x3x3, in one process, from memory to
// memory, on all threads: the cost of the filters themselves. With --write it prints the sequences
// instead, to time whole commands with:
//
//   bench_filter [LINES]            median of five interleaved runs of each operation
//   bench_filter --write [LINES]    the sequences on standard output
#include "general/sequences/filter.h"
#include <fmt/format.h>
#include <gyre/library/library.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr int kMovesPerLine = 20;
constexpr int kRuns = 5;

// No two turns of one face in a row.
std::string random_lines(const gyre::MoveSet& moves, int lines) {
  std::mt19937_64 rng(20);
  std::string text;
  for (int line = 0; line < lines; ++line) {
    int last = -1;
    for (int i = 0; i < kMovesPerLine; ++i) {
      const gyre::Move* move = nullptr;
      do {
        move = &moves.moves()[rng() % static_cast<std::uint64_t>(moves.size())];
      } while (move->move_class == last);
      last = move->move_class;
      text += move->name;
      text += i + 1 < kMovesPerLine ? ' ' : '\n';
    }
  }
  return text;
}

double seconds(const gyre::PuzzleDefinition& cube, const gyre::MoveSet& moves,
               gyre::FilterOperation operation, const std::string& text) {
  const auto start = std::chrono::steady_clock::now();
  gyre::SequenceFilter filter(cube, moves, operation);
  std::size_t at = 0;
  std::size_t written = 0;
  gyre::run_filter(
      filter,
      [&](char* buffer, std::size_t size) {
        const std::size_t part = std::min(size, text.size() - at);
        std::memcpy(buffer, text.data() + at, part);
        at += part;
        return part;
      },
      [&](std::string_view out) { written += out.size(); }, 0);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  return written == 0 ? 0 : passed.count();
}

}  // namespace

int main(int argc, char** argv) {
  const bool write = argc > 1 && std::string(argv[1]) == "--write";
  const int first = write ? 2 : 1;
  const int lines = argc > first ? std::atoi(argv[first]) : 1'000'000;
  const gyre::PuzzleDefinition cube = gyre::load_puzzle("3x3x3");
  const gyre::MoveSet moves(cube, gyre::Metric::htm);
  const std::string text = random_lines(moves, lines);
  if (write) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return 0;
  }
  const auto& operations = gyre::filter_operations();
  std::vector<std::vector<double>> times(operations.size());
  for (int run = 0; run < kRuns; ++run) {
    for (std::size_t i = 0; i < operations.size(); ++i) {
      times[i].push_back(seconds(cube, moves, operations[i], text));
    }
  }
  fmt::print("{} sequences of {} moves, median of {} runs\n", lines, kMovesPerLine, kRuns);
  for (std::size_t i = 0; i < operations.size(); ++i) {
    std::nth_element(times[i].begin(), times[i].begin() + kRuns / 2, times[i].end());
    fmt::print("{:<18} {:6.3f} s\n", gyre::to_string(operations[i]), times[i][kRuns / 2]);
  }
}
