#include "cube3/two_phase/search.h"

#if defined(__AVX2__)
#include "cube3/tables/slots_avx2.h"

namespace gyre::cube3 {
void run_search_avx2(const TwoPhaseTables& tables, const SearchConstants& constants,
                     SearchMemory& memory, Solve& solve, int share, int shares) {
  run_search<Avx2Slots>(tables, constants, memory, solve, share, shares);
}

}  // namespace gyre::cube3
#else
namespace gyre::cube3 {

void run_search_avx2(const TwoPhaseTables& tables, const SearchConstants& constants,
                     SearchMemory& memory, Solve& solve, int share, int shares) {
  run_search_portable(tables, constants, memory, solve, share, shares);
}

}  // namespace gyre::cube3
#endif
