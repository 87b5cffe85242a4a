/* The C example of docs/library.md. Compiled as C11 and run by the tests. */
#include <gyre/gyre.h>

#include <stdio.h>

static int show(void* user, const char* moves, int length) {
  (void)user;
  printf("%d moves: %s\n", length, moves);
  return length <= 20; /* short enough: stop */
}

int main(void) {
  gyre_cube3_solver* solver = NULL;
  if (gyre_cube3_solver_create(NULL, &solver) != GYRE_OK) {
    fprintf(stderr, "%s\n", gyre_last_error());
    return 1;
  }
  gyre_cube3_limits limits = gyre_cube3_default_limits();
  limits.improved = show;
  char moves[GYRE_CUBE3_TEXT_BYTES];
  gyre_cube3_result result;
  const gyre_status status =
      gyre_cube3_solve(solver, "DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD", &limits,
                       moves, sizeof moves, &result);
  if (status == GYRE_OK) {
    printf("gyre %s: %s\n", gyre_version(), moves);
  } else {
    fprintf(stderr, "%s\n", gyre_last_error());
  }
  gyre_cube3_solver_destroy(solver);
  return (int)status;
}
