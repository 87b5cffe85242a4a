#include "serve/answers/scramble_answers.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include "base/random.h"
#include "general/scramble/competition.h"

#include <algorithm>
#include <utility>

namespace gyre::serve {
namespace {

constexpr std::int64_t kMostScrambles = 1'000;
// Each may hold tables.
constexpr std::size_t kMostMakers = 4;
// Of one scramble.
constexpr Range<double> kScrambleSecondsRange{0, 600};

}  // namespace

Json ScrambleDesk::answer(const std::shared_ptr<const AskedPuzzle>& puzzle, RequestFields& fields,
                          const std::stop_token& stop) {
  Wish wish;
  wish.metric = read_metric(fields);
  wish.moves = fields.text("moves", "");
  const std::int64_t count =
      fields.integer("count", Range<std::int64_t>{1, kMostScrambles}).value_or(1);
  const std::optional<std::uint64_t> given = fields.seed("seed");
  const std::uint64_t seed = given ? *given : random_seed();
  wish.competition = fields.flag("competition");
  wish.kind = parse_scramble_kind(fields.word("kind", scramble_kinds(), scramble_kinds().front()));
  wish.seconds = fields.number("seconds", kScrambleSecondsRange).value_or(kScrambleSeconds);
  fields.refuse_others();
  if (const std::optional<CompetitionEvent> event = puzzle->event()) wish.event = event->form;
  const std::int64_t number = count * scrambles_of_attempt(*puzzle);
  if (number > kMostScrambles) {
    throw Error(fmt::format("{} attempts of {} take more than {} scrambles", count,
                            puzzle->option(), kMostScrambles));
  }
  const std::shared_ptr<const ScrambleMaker> maker = find_or_make(puzzle, wish, stop);
  Rng rng(seed);
  Json scrambles = Json::array();
  for (std::int64_t i = 0; i < number; ++i) {
    std::optional<std::string> scramble = maker->write(maker->draw(rng), stop);
    if (!scramble || stop.stop_requested()) throw_scrambling_stopped();
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
    if (!changed) throw_scrambling_stopped();
  }
  places_.push_front({puzzle, wish, nullptr});
  lock.unlock();
  Made made_now;
  try {
    made_now = make(puzzle, wish, stop);
  } catch (...) {
    lock.lock();
    places_.remove_if([&](const Place& place) { return is_wanted(place) && !place.maker; });
    changed_.notify_all();
    throw;
  }
  std::list<Place> given_up;  // destroyed without the lock
  lock.lock();
  const auto mine = std::find_if(places_.begin(), places_.end(), is_wanted);
  mine->maker = made_now.maker;
  mine->held = std::move(made_now.held);
  std::size_t made = 0;
  for (auto place = places_.begin(); place != places_.end();) {
    const auto next = std::next(place);
    if (place->maker && ++made > kMostMakers) given_up.splice(given_up.end(), places_, place);
    place = next;
  }
  changed_.notify_all();
  lock.unlock();
  return made_now.maker;
}

bool ScrambleDesk::give_up_oldest() {
  std::list<Place> given_up;  // destroyed without the lock
  const std::lock_guard lock(mutex_);
  for (auto place = places_.end(); place != places_.begin();) {
    --place;
    // Only we hold it, and it is handed out under the lock only. One that takes next to nothing is
    // no help.
    const bool is_idle = place->maker && place->maker.use_count() == 1;
    if (!is_idle || !place->held) continue;
    given_up.splice(given_up.end(), places_, place);
    return true;
  }
  return false;
}

ScrambleDesk::Made ScrambleDesk::make(const std::shared_ptr<const AskedPuzzle>& puzzle,
                                      const Wish& wish, const std::stop_token& stop) const {
  ScrambleWish scrambles;
  scrambles.metric = wish.metric;
  scrambles.moves = wish.moves;
  scrambles.maker.competition = wish.competition;
  scrambles.maker.memory_bytes = memory_bytes_;
  scrambles.maker.threads = threads_;
  scrambles.maker.expected = static_cast<double>(kMostScrambles);
  scrambles.maker.stop = stop;
  scrambles.maker.kind = wish.kind;
  scrambles.spelling = kRequestSpelling;
  Made made;
  const bool is_counted = hold_ && !is_cube_scrambling(*puzzle, scrambles);
  if (is_counted) made.held = hold_(memory_bytes_, stop);
  if (any_) {
    scrambles.maker.find_solver = [&](const PuzzleDefinition& definition, const MoveSet& moves,
                                      bool at_any_length) {
      // The solver takes its own: whoever holds memory must not wait for more.
      made.held.reset();
      ScrambleSolver solver =
          any_({stop, {}, {}, {}}, wish.seconds)(definition, moves, at_any_length);
      if (!solver && is_counted) made.held = hold_(memory_bytes_, stop);
      return solver;
    };
  }
  // The maker outlives the request, and so must the puzzle.
  const auto cube = [solve = cube_, puzzle](const cube3::Cube& position,
                                            const std::stop_token& now) {
    return solve(position, now);
  };
  made.maker = std::make_shared<const ScrambleMaker>(make_scrambles(*puzzle, scrambles, cube));
  if (is_counted && made.maker->most_bytes() != memory_bytes_) {
    made.held.reset();
    if (made.maker->most_bytes() != 0) made.held = hold_(made.maker->most_bytes(), stop);
  }
  return made;
}

}  // namespace gyre::serve
