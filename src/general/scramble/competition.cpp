#include "general/scramble/competition.h"

#include <fmt/format.h>

#include <algorithm>

namespace gyre {

const std::vector<CompetitionForm>& competition_forms() {
  using Kind = CompetitionForm::Kind;
  constexpr std::string_view kBlocks = "U,R,F,D,L,B,Uw,Rw,Fw";
  static const std::vector<CompetitionForm> forms = {
      {"2x2x2", Kind::exact, "U,R,F", 4, 11, "", "", 0},
      {"3x3x3", Kind::shortest, "", 2, 0, "", "", 0},
      {"4x4x4", Kind::blocks, kBlocks, 2, 40, "", "", 0},
      {"5x5x5", Kind::wide, "", 2, 60, "", "", 0},
      {"6x6x6", Kind::wide, "", 2, 80, "", "", 0},
      {"7x7x7", Kind::wide, "", 2, 100, "", "", 0},
      {"megaminx", Kind::pochmann, "", 2, 77, "", "", 0},
      {"pyraminx", Kind::exact, "", 6, 11, "", "", 0},
      {"skewb", Kind::exact, "", 7, 11, "", "", 0},
      {"square1", Kind::pairs, "", 11, 0, "", "", 0},
      {"clock", Kind::pins, "UR,DR,DL,UL,U,R,D,L,ALL,bU,bR,bD,bL,bALL", 2, 0, "", "", 0},
      {"3x3x3", Kind::shortest, "", 2, 0, "333fm", "R' U' F", 0},
      {"3x3x3", Kind::shortest, "", 2, 0, "333bf", "", 2},
      {"4x4x4", Kind::blocks, kBlocks, 2, 40, "444bf", "", 4},
      {"5x5x5", Kind::wide, "", 2, 60, "555bf", "", 3},
  };
  return forms;
}

const CompetitionForm* competition_form(std::string_view name) {
  const std::vector<CompetitionForm>& forms = competition_forms();
  const auto found = std::find_if(forms.begin(), forms.end(), [&](const CompetitionForm& form) {
    return (form.event.empty() ? form.puzzle : form.event) == name;
  });
  return found == forms.end() ? nullptr : &*found;
}

std::vector<std::string> hold_turns(int hold_layers, int layers) {
  const auto named = [&](std::string_view block, std::string_view whole) {
    if (hold_layers == layers) return std::string(whole);
    constexpr int kPlainWidth = 2;  // Rw is 2Rw
    return hold_layers == kPlainWidth ? std::string(block)
                                      : fmt::format("{}{}", hold_layers, block);
  };
  const std::string right = named("Rw", "x");
  const std::string front = named("Fw", "z");
  const std::string up = named("Uw", "y");
  // First what is to be on top, then what is to be in front.
  std::vector<std::string> all;
  for (const std::string& top :
       {std::string(), right, right + "2", right + "'", front, front + "'"}) {
    for (const std::string& side : {std::string(), up, up + "2", up + "'"}) {
      all.push_back(top + (top.empty() || side.empty() ? "" : " ") + side);
    }
  }
  return all;
}

}  // namespace gyre
