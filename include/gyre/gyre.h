/* gyre from C, and from every language that can call C: any puzzle, and every question that the
 * command line has about positions. Plain C11; no exception leaves it, nothing is printed, nothing
 * needs to be initialised.
 *
 * A question goes with options, which are texts by name, and is answered as JSON with the fields
 * of docs/json.md and docs/http.md: so new options and new fields need no new functions. For the
 * 3x3x3 alone there is a quick way without either, at the end.
 *
 * Every function may be called from any thread. A puzzle or a solver may be used by any number of
 * threads at once, and must not be destroyed before they are done; a gyre_options must not be
 * changed while another thread reads it. Functions that destroy or free allow NULL. */
#ifndef GYRE_GYRE_H
#define GYRE_GYRE_H

#include <gyre/base/api.h>

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
/* NOLINTBEGIN(readability-identifier-naming): names as C libraries have them */

/* Of this header. It grows when something that is declared here changes its meaning or its size;
 * what is only added leaves it as it is. A program that may meet another library than it was
 * compiled with asks first: gyre_abi_version() == GYRE_ABI_VERSION. */
#define GYRE_ABI_VERSION 1
GYRE_API int gyre_abi_version(void);

typedef enum gyre_status {
  GYRE_OK = 0,
  GYRE_NONE = 1,         /* no solution, and the answer says why */
  GYRE_BAD_INPUT = 2,    /* no such puzzle, position or option, or what cannot be solved */
  GYRE_SMALL_BUFFER = 3, /* the caller's buffer is too small for the answer */
  GYRE_FAULT = 4,        /* the machine fails us: no memory, a table that cannot be had */
  GYRE_STOPPED = 5       /* stopped before there was an answer */
} gyre_status;

/* "0.1.0". */
GYRE_API const char* gyre_version(void);

/* Why the last call on this thread that did not return GYRE_OK did not, in one sentence; empty if
 * all did. Valid until the next call on this thread. */
GYRE_API const char* gyre_last_error(void);

/* A text that a function has given away. */
GYRE_API void gyre_text_free(char* text);

/* ---- how a question is worked on ---- */

/* To end work from another thread, or from a callback. One that was requested stays so. */
typedef struct gyre_stop gyre_stop;
/* NULL if there is no memory. */
GYRE_API gyre_stop* gyre_stop_create(void);
GYRE_API void gyre_stop_request(gyre_stop* stop);
/* Not before the work that uses it has ended. */
GYRE_API void gyre_stop_destroy(gyre_stop* stop);

/* What happens on the way, as JSON; both texts are valid during the call. One call at a time, on
 * any thread. Not 0: stop, what there is is enough. Kinds, of which there may be more one day:
 *   progress  {"what", "done", "total", and often "detail"}, of tables that are made and the like
 *   note      {"text"}, a sentence for a person
 *   solution  {"solution", "length", "optimal", "seconds", "nodes"}, each that is better or new
 *   length    {"length", "solutions", "nodes", "seconds", "rate", "next"}, searched completely
 *   layer     {"depth", "positions", "classes"}, of gyre_god */
typedef int (*gyre_event)(void* user, const char* kind, const char* json);

typedef struct gyre_call {
  size_t size;      /* sizeof(gyre_call): so that it can grow */
  gyre_event event; /* or NULL */
  void* user;       /* for event */
  gyre_stop* stop;  /* or NULL */
} gyre_call;

/* gyre_call call = GYRE_CALL_INIT; */
#define GYRE_CALL_INIT \
  { sizeof(gyre_call), NULL, NULL, NULL }

/* ---- options ---- */

/* Options by name, with the names and values that docs/library.md lists: "min_length" is "3", a
 * flag is "yes". An option that a question does not have is refused when it is asked. */
typedef struct gyre_options gyre_options;
/* NULL if there is no memory. */
GYRE_API gyre_options* gyre_options_create(void);
GYRE_API void gyre_options_destroy(gyre_options* options);
/* Replaces the value, or adds one to an option that takes several (goal, ignore, omit,
 * no_orientation, no_permutation, relabel). NULL: as if it had never been set. */
GYRE_API gyre_status gyre_options_set(gyre_options* options, const char* name, const char* value);

/* ---- puzzles ---- */

/* In all that follows options and call may be NULL. Answers come through the last parameter, which
 * is NULL if there is none; texts are freed by gyre_text_free. */

typedef struct gyre_puzzle gyre_puzzle;
/* name: what -p of the command line takes: a name, a description ("c f 1/3"), a file. Options
 * change the puzzle: omit, no_orientation, no_permutation, distinguish_all, ignore, relabel; of
 * larger files than max_file ("64M") none is read. */
GYRE_API gyre_status gyre_puzzle_load(const char* name, const gyre_options* options,
                                      gyre_puzzle** puzzle);
/* The text of a definition. file: what it is called in errors, or NULL. */
GYRE_API gyre_status gyre_puzzle_read(const char* definition, const char* file,
                                      const gyre_options* options, gyre_puzzle** puzzle);
GYRE_API void gyre_puzzle_destroy(gyre_puzzle* puzzle);

/* As gyre info --json: orbits, moves, symmetries, how many positions there are. */
GYRE_API gyre_status gyre_info(const gyre_puzzle* puzzle, const gyre_options* options,
                               const gyre_call* call, char** json);

/* {"solvable", "reason", "faults": [{"message", "facelets"}]}: reason is null if it can be solved.
 * GYRE_OK in both cases; a text that is no position at all is GYRE_BAD_INPUT. position: in any form
 * that gyre reads: moves, facelets, a compact line, Reid's list, a KPuzzle pattern. */
GYRE_API gyre_status gyre_check(const gyre_puzzle* puzzle, const char* position,
                                const gyre_options* options, const gyre_call* call, char** json);

/* {"kind", "seed", "scrambles": [...]}; with the option positions, {"kind", "seed", "positions":
 * [...]}, as compact lines. */
GYRE_API gyre_status gyre_scramble(const gyre_puzzle* puzzle, const gyre_options* options,
                                   const gyre_call* call, char** json);

/* How many positions need how many moves: {"layers", "end", "positions", "symmetries", "method",
 * "antipodes"}. One that is stopped answers with the layers that are complete. */
GYRE_API gyre_status gyre_god(const gyre_puzzle* puzzle, const gyre_options* options,
                              const gyre_call* call, char** json);

/* A picture, as the text of an SVG. position: NULL for the solved puzzle. */
GYRE_API gyre_status gyre_draw(const gyre_puzzle* puzzle, const char* position,
                               const gyre_options* options, char** svg);

/* ---- solving ---- */

/* A question that is ready for positions: the engine that fits, with its tables. */
typedef struct gyre_solver gyre_solver;
/* May make tables, and tells so. The puzzle may be destroyed before the solver. */
GYRE_API gyre_status gyre_solver_create(const gyre_puzzle* puzzle, const gyre_options* options,
                                        const gyre_call* call, gyre_solver** solver);
GYRE_API void gyre_solver_destroy(gyre_solver* solver);
/* {"solution", "length", "metric", "optimal", "solutions", "end", "proved", "note", "seconds",
 * "nodes", "engine", "table"}. Solutions have been replayed. GYRE_NONE: there is an answer, but no
 * solution in it, and its note is the last error too. */
GYRE_API gyre_status gyre_solver_solve(const gyre_solver* solver, const char* position,
                                       const gyre_call* call, char** json);

/* ---- the 3x3x3, the quick way ---- */

typedef enum gyre_metric { GYRE_HALF_TURNS = 0, GYRE_QUARTER_TURNS = 1 } gyre_metric;

typedef enum gyre_tables {
  GYRE_TABLES_SMALL = 0,  /* made in a fraction of a second, kept nowhere */
  GYRE_TABLES_STORED = 1, /* the big tables if they are stored and fit the memory, else the small */
  GYRE_TABLES_BUILD = 2   /* the big tables; made and stored if they are not there */
} gyre_tables;

typedef struct gyre_cube3_options {
  gyre_metric metric;
  gyre_tables tables;
  const char* cache; /* folder of the stored tables; NULL: where the program keeps them */
  uint64_t memory_bytes;
  int verify;  /* not 0: check the checksums of stored tables */
  int copy;    /* not 0: copy them into huge pages, for many cubes */
  int threads; /* to make or verify tables; 0: all */
} gyre_cube3_options;

/* Half turns, small tables, 4 GiB, verify, no copy, all threads. */
GYRE_API gyre_cube3_options gyre_cube3_default_options(void);

typedef struct gyre_cube3_solver gyre_cube3_solver;

/* options: NULL for the default. *solver is to be destroyed by the caller; NULL if this fails. */
GYRE_API gyre_status gyre_cube3_solver_create(const gyre_cube3_options* options,
                                              gyre_cube3_solver** solver);
GYRE_API void gyre_cube3_solver_destroy(gyre_cube3_solver* solver);
/* Not 0 if it has the big tables. */
GYRE_API int gyre_cube3_uses_big_tables(const gyre_cube3_solver* solver);

/* Called for each solution that is shorter than all before, one call at a time, on a thread that
 * solves. The text is valid during the call. Not 0: stop, this is short enough. */
typedef int (*gyre_cube3_improved)(void* user, const char* moves, int length);

typedef struct gyre_cube3_limits {
  int target_length;            /* stop improving at so many moves or fewer */
  double seconds;               /* stop improving after this time */
  int max_length;               /* longer solutions do not count */
  int threads;                  /* to search on; 0: all */
  gyre_cube3_improved improved; /* or NULL */
  void* user;                   /* for improved */
  gyre_stop* stop;              /* or NULL */
} gyre_cube3_limits;

/* Any length, one second, at most 40 moves, one thread. */
GYRE_API gyre_cube3_limits gyre_cube3_default_limits(void);

typedef struct gyre_cube3_result {
  int length;
  int optimal; /* not 0: proved that no shorter one exists; with GYRE_NONE, that none exists */
  double seconds;
  uint64_t nodes;
} gyre_cube3_result;

/* A buffer of this size holds every solution. */
#define GYRE_CUBE3_TEXT_BYTES 160

/* position: moves ("R U2 F'"), 54 facelets, Reid's list, or any other form that gyre reads.
 * limits: NULL for the default. The moves ("F U2 R'") go into the buffer, for the cube as it is
 * held after the moves that were given; what is said there has been replayed. result may be NULL.
 * GYRE_NONE: the limits or a stop ended the search before a solution was found. */
GYRE_API gyre_status gyre_cube3_solve(const gyre_cube3_solver* solver, const char* position,
                                      const gyre_cube3_limits* limits, char* buffer,
                                      size_t buffer_bytes, gyre_cube3_result* result);

/* NOLINTEND(readability-identifier-naming) */
#ifdef __cplusplus
}
#endif

#endif
