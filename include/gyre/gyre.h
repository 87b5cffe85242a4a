/* gyre from C, and from every language that can call C: short solutions of the 3x3x3. Plain C11;
 * no exception leaves it, nothing is printed, nothing needs to be initialised.
 *
 * Every function may be called from any thread. A solver may be used by any number of threads at
 * once, and must not be destroyed before they are done. */
#ifndef GYRE_GYRE_H
#define GYRE_GYRE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
/* NOLINTBEGIN(readability-identifier-naming): names as C libraries have them */

typedef enum gyre_status {
  GYRE_OK = 0,
  GYRE_NONE = 1,         /* no solution: see gyre_cube3_result.optimal */
  GYRE_BAD_INPUT = 2,    /* the text is no position, or the position cannot be solved */
  GYRE_SMALL_BUFFER = 3, /* the caller's buffer is too small for the answer */
  GYRE_FAULT = 4         /* the machine fails us: no memory, a table that cannot be had */
} gyre_status;

/* "0.1.0". */
const char* gyre_version(void);

/* Why the last call on this thread that did not return GYRE_OK did not, in one sentence; empty if
 * all did. Valid until the next call on this thread. */
const char* gyre_last_error(void);

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
gyre_cube3_options gyre_cube3_default_options(void);

typedef struct gyre_cube3_solver gyre_cube3_solver;

/* options: NULL for the default. *solver is to be destroyed by the caller; NULL if this fails. */
gyre_status gyre_cube3_solver_create(const gyre_cube3_options* options, gyre_cube3_solver** solver);
/* NULL is allowed. */
void gyre_cube3_solver_destroy(gyre_cube3_solver* solver);
/* Not 0 if it has the big tables. */
int gyre_cube3_uses_big_tables(const gyre_cube3_solver* solver);

/* To end a solve from another thread. One that was requested stays so. */
typedef struct gyre_stop gyre_stop;
/* NULL if there is no memory. */
gyre_stop* gyre_stop_create(void);
void gyre_stop_request(gyre_stop* stop);
/* NULL is allowed. Not before the solves that use it have ended. */
void gyre_stop_destroy(gyre_stop* stop);

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
gyre_cube3_limits gyre_cube3_default_limits(void);

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
gyre_status gyre_cube3_solve(const gyre_cube3_solver* solver, const char* position,
                             const gyre_cube3_limits* limits, char* buffer, size_t buffer_bytes,
                             gyre_cube3_result* result);

/* NOLINTEND(readability-identifier-naming) */
#ifdef __cplusplus
}
#endif

#endif
