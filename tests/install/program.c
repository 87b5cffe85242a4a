/* A program of somebody else's in C. */
#include <gyre/gyre.h>

#include <stdio.h>
#include <string.h>

int main(void) {
  gyre_cube3_solver* solver = NULL;
  char moves[GYRE_CUBE3_TEXT_BYTES] = "";
  if (gyre_cube3_solver_create(NULL, &solver) != GYRE_OK ||
      gyre_cube3_solve(solver, "R U", NULL, moves, sizeof moves, NULL) != GYRE_OK) {
    fprintf(stderr, "%s\n", gyre_last_error());
    return 1;
  }
  gyre_cube3_solver_destroy(solver);
  printf("gyre %s: %s\n", gyre_version(), moves);
  return strcmp(moves, "U' R'") == 0 ? 0 : 1;
}
