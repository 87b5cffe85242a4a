#include "base/cpu.h"

#include <algorithm>
#include <cstdlib>

namespace gyre {
namespace {

CpuLevel detect() noexcept {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
  if (!avx2) return CpuLevel::portable;
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512vbmi") &&
                      __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("gfni");
  return avx512 ? CpuLevel::avx512 : CpuLevel::avx2;
#else
  return CpuLevel::portable;
#endif
}

}  // namespace

std::string_view to_string(CpuLevel level) noexcept {
  switch (level) {
    case CpuLevel::avx512:
      return "avx512";
    case CpuLevel::avx2:
      return "avx2";
    case CpuLevel::portable:
      break;
  }
  return "portable";
}

CpuLevel cpu_level() noexcept {
  const CpuLevel best = detect();
  const char* wish = std::getenv("GYRE_CPU");
  if (wish == nullptr) return best;
  for (const CpuLevel level : {CpuLevel::portable, CpuLevel::avx2}) {
    if (to_string(level) == wish) return std::min(level, best);
  }
  return best;
}

}  // namespace gyre
