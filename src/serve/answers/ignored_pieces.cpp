#include "serve/answers/ignored_pieces.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include "front/ignored_pieces.h"
#include "puzzle/definition/modify.h"

namespace gyre::serve {

std::shared_ptr<const PartialPuzzle> ignore_pieces(const std::shared_ptr<const AskedPuzzle>& puzzle,
                                                   const std::vector<std::string>& pieces) {
  DefinitionChanges changes;
  changes.ignore = find_ignored_pieces(puzzle->definition(), puzzle->picture(),
                                       fmt::format("{}", fmt::join(pieces, " ")));
  return std::make_shared<const PartialPuzzle>(puzzle,
                                               change_definition(puzzle->definition(), changes));
}

}  // namespace gyre::serve
