#include "serve/answers/scramble_answers.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/base/random.h>
#include "general/scramble/competition.h"

#include <algorithm>
#include <charconv>
#include <random>
#include <utility>

namespace gyre::serve {
namespace {

constexpr std::int64_t kMostScrambles = 1'000;
// Each may hold tables.
constexpr std::size_t kMostMakers = 4;

// A number, or its digits: JavaScript has no numbers of 64 bits.
std::uint64_t read_seed(RequestFields& fields) {
  const Json& field = fields.any("seed");
  if (field.is_null()) {
    std::random_device device;
    return (std::uint64_t{device()} << 32U) + device();
  }
  if (field.is_number_unsigned()) return field.get<std::uint64_t>();
  // A program may give 7 as a number that has a sign.
  if (field.is_number_integer() && field.get<std::int64_t>() >= 0) {
    return static_cast<std::uint64_t>(field.get<std::int64_t>());
  }
  if (field.is_string()) {
    const auto& text = field.get_ref<const std::string&>();
    std::uint64_t seed = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (!text.empty() && fault == std::errc() && end == text.data() + text.size()) return seed;
  }
  throw Error(
      "'seed' must be a whole number from 0 to 18446744073709551615, or a text of its digits");
}

[[noreturn]] void throw_stopped() {
  throw Error("the making of scrambles was stopped");
}

}  // namespace

Json ScrambleDesk::answer(const std::shared_ptr<const AskedPuzzle>& puzzle, RequestFields& fields,
                          const std::stop_token& stop) {
  Wish wish;
  wish.metric = read_metric(fields);
  wish.moves = fields.text("moves", "");
  const std::int64_t count = fields.integer("count", 1, kMostScrambles).value_or(1);
  const std::uint64_t seed = read_seed(fields);
  wish.competition = fields.flag("competition");
  fields.refuse_others();
  const std::shared_ptr<const ScrambleMaker> maker = find_or_make(puzzle, wish, stop);
  Rng rng(seed);
  Json scrambles = Json::array();
  for (std::int64_t i = 0; i < count; ++i) {
    std::optional<std::string> scramble = maker->write(maker->draw(rng), stop);
    if (!scramble || stop.stop_requested()) throw_stopped();
    scrambles.push_back(*std::move(scramble));
  }
  return {{"kind", to_string(maker->kind())},
          {"seed", std::to_string(seed)},
          {"scrambles", std::move(scrambles)}};
}

std::shared_ptr<const ScrambleMaker> ScrambleDesk::find_or_make(
    const std::shared_ptr<const AskedPuzzle>& puzzle, const Wish& wish,
    const std::stop_token& stop) {
  // What the puzzle is counts, not what it is called.
  const auto is_wanted = [&](const Place& place) {
    return place.wish == wish &&
           place.puzzle->definition().digest() == puzzle->definition().digest() &&
           place.puzzle->definition().name() == puzzle->definition().name();
  };
  std::unique_lock lock(mutex_);
  for (;;) {
    const auto place = std::find_if(places_.begin(), places_.end(), is_wanted);
    if (place == places_.end()) break;
    if (place->maker) {
      places_.splice(places_.begin(), places_, place);
      return place->maker;
    }
    // Somebody makes it; if that fails, it is our turn.
    const bool changed = changed_.wait(lock, stop, [&] {
      const auto now = std::find_if(places_.begin(), places_.end(), is_wanted);
      return now == places_.end() || now->maker != nullptr;
    });
    if (!changed) throw_stopped();
  }
  places_.push_front({puzzle, wish, nullptr});
  lock.unlock();
  std::shared_ptr<const ScrambleMaker> maker;
  try {
    maker = make(puzzle, wish, stop);
  } catch (...) {
    lock.lock();
    places_.remove_if([&](const Place& place) { return is_wanted(place) && !place.maker; });
    changed_.notify_all();
    throw;
  }
  lock.lock();
  std::find_if(places_.begin(), places_.end(), is_wanted)->maker = maker;
  std::size_t made = 0;
  places_.remove_if([&](const Place& place) { return place.maker && ++made > kMostMakers; });
  changed_.notify_all();
  return maker;
}

std::shared_ptr<const ScrambleMaker> ScrambleDesk::make(
    const std::shared_ptr<const AskedPuzzle>& puzzle, const Wish& wish,
    const std::stop_token& stop) const {
  const MoveSet moves = puzzle->move_set(wish.metric, wish.moves);
  ScrambleMakerOptions options;
  options.competition = wish.competition;
  options.memory_bytes = memory_bytes_;
  options.threads = threads_;
  options.expected = static_cast<double>(kMostScrambles);
  options.stop = stop;
  if (wish.moves.empty() && puzzle->holding() != nullptr) {
    if (wish.metric != kCompetitionMetric) {
      throw Error("competitions count half turns as one move: leave out 'metric'");
    }
    options.competition = true;
    std::vector<int> index_of;
    for (int move = 0; move < cube3::kMoves; ++move) {
      const std::vector<cube3::FaceTurn> turn = {cube3::FaceTurn::from_index(move)};
      index_of.push_back(moves.find(cube3::to_string(turn)));
    }
    // The maker outlives the request, and so must the puzzle.
    options.solver = [cube = cube_, puzzle, index_of](
                         const State& state,
                         const std::stop_token& now) -> std::optional<std::vector<int>> {
      const std::optional<std::vector<cube3::FaceTurn>> turns =
          cube(puzzle->holding()->conversion().to_cube(state), now);
      if (!turns) return std::nullopt;
      std::vector<int> found;
      for (const cube3::FaceTurn& turn : *turns) found.push_back(index_of[turn.index()]);
      return found;
    };
  }
  return std::make_shared<const ScrambleMaker>(puzzle->definition(), moves, options);
}

}  // namespace gyre::serve
