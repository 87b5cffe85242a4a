/* What the shared library promises. It shows nothing but what is declared with this word: its
 * headers say `namespace GYRE_API gyre {`, and gyre.h has it before each function. All else may
 * change with every version, and is called without a detour. C and C++. */
#ifndef GYRE_BASE_API_H
#define GYRE_BASE_API_H

#ifdef __cplusplus
#define GYRE_API [[gnu::visibility("default")]]
#else
#define GYRE_API __attribute__((visibility("default")))
#endif

#endif
