#include "general/scramble/competition.h"

#include <algorithm>

namespace gyre {

const std::vector<CompetitionForm>& competition_forms() {
  using Kind = CompetitionForm::Kind;
  static const std::vector<CompetitionForm> forms = {
      {"2x2x2", Kind::exact, "U,R,F", 4, 11},
      {"3x3x3", Kind::shortest, "", 2, 0},
      {"4x4x4", Kind::wide, "", 2, 40},
      {"5x5x5", Kind::wide, "", 2, 60},
      {"6x6x6", Kind::wide, "", 2, 80},
      {"7x7x7", Kind::wide, "", 2, 100},
      {"megaminx", Kind::pochmann, "", 2, 77},
      {"pyraminx", Kind::exact, "", 6, 11},
      {"skewb", Kind::exact, "", 7, 11},
      {"square1", Kind::pairs, "", 11, 0},
      {"clock", Kind::pins, "UR,DR,DL,UL,U,R,D,L,ALL,bU,bR,bD,bL,bALL", 2, 0},
  };
  return forms;
}

const CompetitionForm* competition_form(std::string_view puzzle) {
  const std::vector<CompetitionForm>& forms = competition_forms();
  const auto found = std::find_if(forms.begin(), forms.end(), [&](const CompetitionForm& form) {
    return form.puzzle == puzzle;
  });
  return found == forms.end() ? nullptr : &*found;
}

}  // namespace gyre
