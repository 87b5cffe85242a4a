// Which instructions this processor has. Asked once for each search, never inside a low-level
// function.
#pragma once

#include <string_view>

namespace gyre {

// Ordered: a level includes those before it. avx512 means AVX-512 F, BW, VL, DQ,
// VBMI and VPOPCNTDQ, and GFNI: what all have that have VBMI, but for one of 2018.
enum class CpuLevel { portable, avx2, avx512 };

[[nodiscard]] std::string_view to_string(CpuLevel level) noexcept;

// The best level of this processor, or the one named by the environment variable GYRE_CPU
// (portable, avx2, avx512) if that is lower.
[[nodiscard]] CpuLevel cpu_level() noexcept;

}  // namespace gyre
