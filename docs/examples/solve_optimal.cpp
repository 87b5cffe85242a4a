// The optimal example of docs/library.md: the smallest table, made in memory, and all shortest
// solutions of a cube with their proof. Compiled and run by the tests.
#include <gyre/base/error.h>
#include <gyre/cube3/cube.h>
#include <gyre/cube3/optimal.h>

#include <iostream>

int main() {
  try {
    // The best table that fits. With a TableStore it is kept for the next time.
    gyre::cube3::OptimalOptions options;
    options.memory_bytes = std::uint64_t{100} << 20U;
    options.build = true;
    const gyre::OptimalSolver solver(options);

    const gyre::cube3::FaceTurn right{2, 2};  // R2: faces are numbered as in kFaceNames
    const gyre::cube3::FaceTurn front{1, 2};
    const gyre::cube3::Cube cube =
        gyre::cube3::replay({}, {right, front, right, front, right, front});
    gyre::cube3::OptimalLimits limits;
    limits.all_shortest = true;
    gyre::cube3::OptimalHooks hooks;  // what happens on the way; a stop token ends the search
    hooks.length = [](const gyre::cube3::OptimalLength& done) {
      std::cout << "length " << done.length << ": " << done.solutions << " solutions, "
                << done.nodes << " nodes\n";
    };
    const gyre::cube3::OptimalResult result = solver.solve(cube, limits, hooks);
    for (const gyre::cube3::OptimalSolution& solution : result.solutions) {
      std::cout << solution.text() << '\n';
    }
    std::cout << "with " << solver.table_name() << ", " << result.probes << " probes\n";
    return 0;
  } catch (const gyre::Error& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
