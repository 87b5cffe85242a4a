/* Any puzzle from C: docs/library.md. Compiled as C11 and run by the tests. */
#include <gyre/gyre.h>

#include <stdio.h>

static int show(void* user, const char* kind, const char* json) {
  (void)user;
  printf("%s %s\n", kind, json);
  return 0; /* go on */
}

static int fail(const char* what) {
  fprintf(stderr, "%s: %s\n", what, gyre_last_error());
  return 1;
}

int main(void) {
  if (gyre_abi_version() != GYRE_ABI_VERSION) {
    fprintf(stderr, "another gyre (%s) than this was compiled with\n", gyre_version());
    return 1;
  }
  gyre_puzzle* puzzle = NULL;
  if (gyre_puzzle_load("pyraminx", NULL, &puzzle) != GYRE_OK) return fail("load");

  char* text = NULL;
  if (gyre_check(puzzle, "U L' R", NULL, NULL, &text) != GYRE_OK) return fail("check");
  printf("%s\n", text);
  gyre_text_free(text);

  gyre_options* options = gyre_options_create();
  gyre_options_set(options, "all", "yes");
  gyre_options_set(options, "max_length", "8");
  gyre_solver* solver = NULL;
  if (gyre_solver_create(puzzle, options, NULL, &solver) != GYRE_OK) return fail("solver");

  gyre_call call = GYRE_CALL_INIT;
  call.event = show;
  const gyre_status status = gyre_solver_solve(solver, "U L' R B' U' l", &call, &text);
  if (text != NULL) printf("%s\n", text);
  gyre_text_free(text);

  gyre_solver_destroy(solver);
  gyre_options_destroy(options);
  gyre_puzzle_destroy(puzzle);
  return status == GYRE_OK ? 0 : fail("solve");
}
