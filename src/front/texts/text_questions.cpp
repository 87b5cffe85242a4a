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
  wish.threads = options.integer("threads", kThreadsRange).value_or(0);
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

}  // namespace

PuzzleWish read_puzzle_wish(const OptionTexts& texts, std::string text,
                            std::optional<std::string> definition) {
  OptionReader options(texts, "a puzzle");
  PuzzleWish wish;
  wish.text = std::move(text);
  wish.definition = std::move(definition);
  wish.changes.omit = options.texts("omit");
  for (const std::string& orbit : options.texts("no_orientation")) {
    forget_orientation(wish.changes, orbit);
  }
  wish.changes.no_permutation_of = options.texts("no_permutation");
  wish.changes.distinguish_all = options.flag("distinguish_all");
  wish.changes.relabel = options.texts("relabel");
  wish.ignore = options.texts("ignore");
  wish.max_file_bytes = options.memory("max_file").value_or(wish.max_file_bytes);
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
  question.into_subgroup = options.text("into_subgroup").value_or("");
  question.engine = options.word("engine", engine_words());
  question.optimal = options.flag("optimal");
  question.number = options.integer("number", kNumberRange).value_or(question.number);
  question.all = options.flag("all");
  question.seconds = options.number("seconds", kSecondsRange);
  question.target = options.integer("target", kTargetRange).value_or(0);
  question.all_shorter = options.flag("all_shorter");
  question.min_length = options.integer("min_length", kLengthRange).value_or(0);
  question.max_length = options.integer("max_length", kLengthRange);
  question.random_order = options.seed("random_order");
  question.beam = options.integer("beam", kBeamRange).value_or(0);
  question.table_depth = options.integer("table_depth", kTableDepthRange).value_or(0);
  question.symmetry = symmetry_use(options.word("symmetry", symmetry_words()));
  question.canon_depth = options.integer("canon_depth", kCanonDepthRange).value_or(0);
  question.checkpoint = options.text("checkpoint").value_or("");
  question.build = options.flag("build");
  question.no_verify = options.flag("no_verify");
  question.inverse = options.flag("inverse");
  wish.many = options.flag("many");
  wish.engines.keep_tables = options.word("keep_tables", keep_tables_words());
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
  wish.count = options.integer("count", Range<std::int64_t>{1, kMostScrambles}).value_or(1);
  wish.seed = options.seed("seed");
  wish.positions = options.flag("positions");
  ScrambleWish& scrambles = wish.scrambles;
  scrambles.maker.competition = options.flag("competition");
  scrambles.maker.kind = parse_scramble_kind(options.word("kind", scramble_kinds()));
  wish.seconds = options.number("seconds", kSecondsRange).value_or(kScrambleSeconds);
  options.refuse_others();
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
  god.max_depth = options.integer("max_depth", kGodDepthRange);
  god.classes = options.flag("classes");
  god.antipodes = options.integer("antipodes", kAntipodesRange).value_or(0);
  god.method = find_god_method(options.word("method", god_method_words()));
  god.symmetry = symmetry_use(options.word("symmetry", symmetry_words()));
  god.checkpoint = options.text("checkpoint").value_or("");
  god.resume = options.flag("resume");
  wish.disk.folder = options.text("work_folder").value_or("");
  if (const auto disk = options.text("disk")) {
    wish.disk.bytes = parse_disk(*disk);
    if (!wish.disk.bytes) throw Error("disk " + must_be(kDiskAmount, *disk));
  }
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
  draw.size = options.integer("size", Range<int>{kMinDrawSize, kMaxDrawSize}).value_or(draw.size);
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
