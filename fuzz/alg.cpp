// Notation: any bytes parse or are refused with a place; what parses prints to a text that parses
// to the same.
#include <gyre/alg/alg.h>
#include <gyre/base/error.h>

#include <cstdlib>

namespace {

gyre::MoveNames make_names() {
  gyre::MoveNames names("fuzz");
  for (const char* name :
       {"R", "2R", "U", "F", "FR", "A", "A1", "A2", "A'", "10F", "x", "Uv", "b", "/", "1", "0R"}) {
    names.add(name, true);
  }
  return names;
}

void require(bool holds) {
  if (!holds) std::abort();
}

void check(std::string_view text, const gyre::MoveNames* names) {
  gyre::Alg alg;
  try {
    alg = gyre::parse_alg(text, names);
  } catch (const gyre::Error& error) {
    require(error.place().line > 0 && error.place().column > 0);
    return;
  }
  require(gyre::parse_alg(gyre::print(alg), names) == alg);
  require(gyre::invert(gyre::invert(alg)) == alg);
  try {
    const std::vector<gyre::MoveToken> moves = gyre::expand(alg, 1000);
    require(gyre::expand(gyre::invert(alg), 1000).size() == moves.size());
    require(gyre::simplify(moves, {}).size() <= moves.size());
  } catch (const gyre::Error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const gyre::MoveNames names = make_names();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(text, nullptr);
  check(text, &names);
  return 0;
}
