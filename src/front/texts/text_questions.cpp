#include "front/texts/text_questions.h"

#include "front/puzzle/drawable_puzzle.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <utility>

namespace gyre {
namespace {

RunningWish read_running(OptionReader& options) {
  RunningWish wish;
  if (const std::optional<std::string> metric = options.text("metric")) {
    wish.metric = parse_metric(*metric);
  }
  wish.moves = options.text("moves").value_or("");
  constexpr int kMostThreads = 1024;
  wish.threads = static_cast<int>(options.integer("threads", 0, kMostThreads).value_or(0));
  const std::string amount = options.text("memory").value_or("4G");
  if (const std::optional<std::uint64_t> bytes = options.memory("memory")) {
    wish.memory_bytes = *bytes;
    wish.memory_given = true;
  }
  wish.limit_name = fmt::format("memory {} allows", amount);
  const std::optional<std::string> cache = options.text("cache");
  try {
    wish.store = TableStore(cache ? std::filesystem::path(*cache) : TableStore::default_folder());
  } catch (const Error&) {
    // Nobody says where the home is: nothing is kept.
  }
  return wish;
}

int read_int(OptionReader& options, std::string_view name, int least, int most, int otherwise) {
  return static_cast<int>(options.integer(name, least, most).value_or(otherwise));
}

}  // namespace

PuzzleWish read_puzzle_wish(const OptionTexts& texts, std::string text,
                            std::optional<std::string> definition) {
  OptionReader options(texts, "a puzzle");
  PuzzleWish wish;
  wish.text = std::move(text);
  wish.definition = std::move(definition);
  wish.changes.omit = options.texts("omit");
  for (std::string& orbit : options.texts("no_orientation")) {
    if (orbit == "*") {
      wish.changes.no_orientation = true;
    } else {
      wish.changes.no_orientation_of.push_back(std::move(orbit));
    }
  }
  wish.changes.no_permutation_of = options.texts("no_permutation");
  wish.changes.distinguish_all = options.flag("distinguish_all");
  wish.ignore = options.texts("ignore");
  options.refuse_others();
  return wish;
}

RunningWish read_running_wish(const OptionTexts& texts, std::string_view question) {
  OptionReader options(texts, question);
  RunningWish wish = read_running(options);
  options.refuse_others();
  return wish;
}

SolveWish read_solve_wish(const OptionTexts& texts, std::shared_ptr<const AskedPuzzle> puzzle) {
  OptionReader options(texts, "solving");
  const RunningWish running = read_running(options);
  SolveWish wish;
  SolveQuestion& question = wish.question;
  question.puzzle = AskedPuzzle::for_moves(std::move(puzzle), running.moves);
  question.metric = running.metric;
  question.moves = running.moves;
  question.goals = options.texts("goal");
  question.any_hold = options.flag("any_hold");
  question.engine = options.word("engine", engine_words());
  question.optimal = options.flag("optimal");
  constexpr int kMostSolutions = 1'000'000;
  constexpr double kMostSeconds = 1e9;
  question.number = read_int(options, "number", 1, kMostSolutions, 1);
  question.all = options.flag("all");
  question.seconds = options.number("seconds", 0, kMostSeconds);
  question.target = read_int(options, "target", 0, kGreatestTarget, 0);
  question.all_shorter = options.flag("all_shorter");
  question.min_length = read_int(options, "min_length", 0, kGreatestLimit, 0);
  if (const auto most = options.integer("max_length", 0, kGreatestLimit)) {
    question.max_length = static_cast<int>(*most);
  }
  if (const auto seed = options.text("random_order")) {
    question.random_order = parse_seed(*seed);
    if (!question.random_order) {
      throw Error(
          fmt::format("random_order must be a whole number that is not negative, not '{}'", *seed));
    }
  }
  constexpr int kGreatestTableDepth = 200;
  question.table_depth = read_int(options, "table_depth", 0, kGreatestTableDepth, 0);
  question.checkpoint = options.text("checkpoint").value_or("");
  question.build = options.flag("build");
  question.no_verify = options.flag("no_verify");
  question.inverse = options.flag("inverse");
  wish.many = options.flag("many");
  options.refuse_others();
  wish.engines.store = running.store;
  wish.engines.memory_bytes = running.memory_bytes;
  wish.engines.memory_given = running.memory_given;
  wish.engines.build = question.build;
  wish.engines.verify = !question.no_verify;
  // Many cubes are worth a copy in huge pages.
  wish.engines.copy = wish.many;
  wish.engines.threads = running.threads;
  wish.engines.limit_name = running.limit_name;
  return wish;
}

ScramblesWish read_scrambles_wish(const OptionTexts& texts) {
  OptionReader options(texts, "scrambling");
  ScramblesWish wish;
  wish.running = read_running(options);
  constexpr std::int64_t kMostScrambles = 1'000'000;
  wish.count = options.integer("count", 1, kMostScrambles).value_or(1);
  if (const auto seed = options.text("seed")) {
    wish.seed = parse_seed(*seed);
    if (!wish.seed) {
      throw Error(fmt::format(
          "seed must be a whole number from 0 to 18446744073709551615, not '{}'", *seed));
    }
  }
  wish.positions = options.flag("positions");
  ScrambleWish& scrambles = wish.scrambles;
  scrambles.maker.competition = options.flag("competition");
  std::vector<std::string> kinds = scramble_kinds();
  kinds.insert(kinds.begin(), "any");
  scrambles.maker.kind = parse_scramble_kind(options.word("kind", kinds));
  constexpr double kMostSeconds = 1e9;
  wish.seconds = options.number("seconds", 0, kMostSeconds).value_or(kScrambleSeconds);
  options.refuse_others();
  if (wish.positions && scrambles.maker.kind == ScrambleKind::random_move) {
    throw Error("positions are random states; leave out kind");
  }
  if (wish.positions && scrambles.maker.competition) {
    throw Error("competition is a form of sequences; leave out positions");
  }
  scrambles.metric = wish.running.metric;
  scrambles.moves = wish.running.moves;
  scrambles.maker.memory_bytes = wish.running.memory_bytes;
  scrambles.maker.threads = wish.running.threads;
  scrambles.maker.expected = static_cast<double>(wish.count);
  scrambles.otherwise = "or take positions";
  return wish;
}

GodWish read_god_wish(const OptionTexts& texts, const AskedPuzzle& puzzle) {
  OptionReader options(texts, "counting positions");
  GodWish wish;
  wish.running = read_running(options);
  GodOptions& god = wish.god;
  constexpr int kGreatestDepth = 10'000;
  constexpr int kMostAntipodes = 1'000'000;
  if (const auto depth = options.integer("max_depth", 0, kGreatestDepth)) {
    god.max_depth = static_cast<int>(*depth);
  }
  god.classes = options.flag("classes");
  god.antipodes = read_int(options, "antipodes", 0, kMostAntipodes, 0);
  const std::string method = options.word("method", {"auto", "ranked", "tables", "disk"});
  if (method == "ranked") god.method = GodMethod::ranked;
  if (method == "tables") god.method = GodMethod::tables;
  if (method == "disk") god.method = GodMethod::disk;
  god.checkpoint = options.text("checkpoint").value_or("");
  god.resume = options.flag("resume");
  god.work_folder = options.text("work_folder").value_or("");
  if (const auto bytes = options.memory("disk")) god.disk_bytes = *bytes;
  const std::optional<std::string> from = options.text("from");
  options.refuse_others();
  if (from) god.start = hold(puzzle.definition(), puzzle.forms().read(*from)).position;
  god.memory_bytes = wish.running.memory_bytes;
  god.threads = wish.running.threads;
  return wish;
}

DrawWish read_draw_wish(const OptionTexts& texts) {
  OptionReader options(texts, "drawing");
  DrawWish wish;
  DrawOptions& draw = wish.draw;
  draw.view = options.word("view", {"3d", "net"}) == "net" ? DrawView::net : DrawView::solid;
  draw.palette = options.word("palette", {"standard", "colorblind"}) == "colorblind"
                     ? DrawPalette::colorblind
                     : DrawPalette::standard;
  draw.size = read_int(options, "size", kMinDrawSize, kMaxDrawSize, draw.size);
  draw.letters = options.flag("letters");
  draw.shading = !options.flag("no_shading");
  draw.caption = options.text("caption").value_or("");
  draw.background = options.text("background").value_or("");
  if (draw.background == "none") draw.background.clear();
  if (!draw.background.empty() && !is_colour(draw.background)) {
    throw Error(no_colour(draw.background));
  }
  if (const auto angle = options.text("angle")) {
    draw.angle = parse_angle(*angle);
    if (!draw.angle) throw Error(no_angle(*angle));
  }
  wish.highlight = options.text("highlight").value_or("");
  options.refuse_others();
  return wish;
}

}  // namespace gyre
