// The solver example of docs/library.md: two threads share one solver, hear of each shorter
// solution, and stop when somebody asks them to. Compiled and run by the tests.
#include <gyre/base/error.h>
#include <gyre/cube3/cube.h>
#include <gyre/cube3/solver.h>

#include <iostream>
#include <mutex>
#include <random>
#include <stop_token>
#include <thread>

int main() {
  try {
    // The small tables. With a TableStore in TwoPhaseOptions: the big ones.
    const gyre::Cube3Solver solver;
    std::stop_source stop;
    std::mutex printing;

    const auto solve = [&](int number, const gyre::cube3::Cube& cube) {
      gyre::cube3::TwoPhaseLimits limits;
      limits.seconds = 3600;
      limits.target_length = 20;
      const auto improved = [&](const gyre::cube3::TwoPhaseSolution& better) {
        const std::lock_guard lock(printing);
        std::cout << "cube " << number << ": " << better.length << " moves so far\n";
      };
      const gyre::cube3::TwoPhaseSolution solution =
          solver.solve(cube, limits, improved, stop.get_token());
      const std::lock_guard lock(printing);
      if (solution.found) {
        std::cout << "cube " << number << ": " << solution.text() << '\n';
      } else {
        std::cout << "cube " << number << ": stopped too soon\n";
      }
    };

    std::mt19937_64 random(1);
    const gyre::cube3::Cube first = gyre::cube3::random_cube(random);
    const gyre::cube3::Cube second = gyre::cube3::random_cube(random);
    {
      const std::jthread one([&] { solve(1, first); });
      const std::jthread two([&] { solve(2, second); });
      // Twenty moves are always possible, but who would wait for an hour?
      std::this_thread::sleep_for(std::chrono::seconds(1));
      stop.request_stop();
    }
    return 0;
  } catch (const gyre::Error& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
