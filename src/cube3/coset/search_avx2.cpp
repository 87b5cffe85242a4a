#include "cube3/coset/search_run.h"

#if defined(__AVX2__)
#include "cube3/tables/slots_avx2.h"

namespace gyre::cube3 {

void run_coset_search_avx2(const CosetSearchRun& run) {
  run_coset_search<Avx2Slots>(run);
}

}  // namespace gyre::cube3
#else
namespace gyre::cube3 {

void run_coset_search_avx2(const CosetSearchRun& run) {
  run_coset_search_portable(run);
}

}  // namespace gyre::cube3
#endif
