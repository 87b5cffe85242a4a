// gyre scramble: uniformly random states.
#include <fmt/format.h>
#include <gyre/base/random.h>
#include <gyre/format/compact.h>
#include <gyre/format/kpuzzle.h>
#include <gyre/puzzle/puzzle_group.h>

#include <charconv>
#include <memory>
#include <random>

#include "command.h"

namespace gyre::cli {
namespace {

struct ScrambleOptions {
  CommonOptions common;
  std::int64_t number = 1;
  std::string seed;  // empty: a new one each time
};

void scramble(const ScrambleOptions& options) {
  const PuzzleDefinition definition = options.common.definition();
  const PuzzleGroup group(definition, options.common.move_set(definition));
  std::random_device device;
  Rng rng(options.seed.empty() ? (std::uint64_t{device()} << 32U) + device()
                               : std::stoull(options.seed));
  for (std::int64_t i = 0; i < options.number; ++i) {
    const State state = group.random_state(rng);
    const std::string compact = write_compact(definition, state);
    if (options.common.json) {
      out_line(
          {{"position", compact}, {"pattern", Json::parse(write_kpattern(definition, state))}});
    } else {
      out(compact + "\n");
    }
  }
}

}  // namespace

void add_scramble(CLI::App& program) {
  auto options = std::make_shared<ScrambleOptions>();
  CLI::App* command =
      add_command(program, "scramble", "Print uniformly random states that the moves can reach",
                  "  gyre scramble\n"
                  "  gyre scramble -p pyraminx -n 5 --seed 7\n"
                  "  gyre scramble --moves U,R -n 10 --json",
                  options->common);
  command->add_option("-n,--number", options->number, "How many")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1} << 60))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "Makes the same states each time")
      ->type_name("NUMBER")
      ->check([](const std::string& text) {
        std::uint64_t value = 0;
        const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
        const bool right = fault == std::errc() && end == text.data() + text.size();
        return right ? "" : "'" + text + "' is no seed (right would be 0 to 18446744073709551615)";
      });
  command->callback([options] { scramble(*options); });
}

}  // namespace gyre::cli
