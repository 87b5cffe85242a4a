// OwnEngines: engines for who asks one question and goes, a command or a program: made when they
// are asked for, and kept as long as somebody holds them.
#pragma once

#include "front/solve/cube_tables.h"
#include "front/solve/engine_source.h"

#include <gyre/table/store.h>

#include <cstdint>
#include <string>
#include <vector>

namespace gyre {

// auto: tables that took long are stored; yes: all of them; no: nothing is stored, and nothing that
// is stored is used.
[[nodiscard]] const std::vector<std::string>& keep_tables_words();

struct OwnEngineOptions {
  TableStore store = TableStore({});  // without a folder: nothing is kept
  std::uint64_t memory_bytes = std::uint64_t{4} << 30U;
  // Whether somebody said so: then the best optimal table that fits is made if it is not stored.
  bool memory_given = false;
  bool build = false;  // make the big tables of the 3x3x3 that are not stored
  bool verify = true;  // check the checksums of stored tables
  bool copy = false;   // tables of two phases in huge pages, for many cubes
  int threads = 0;     // 0: all
  // Of keep_tables_words(): what becomes of the general engine's tables and plans.
  std::string keep_tables = "auto";
  bool plans_anew = false;  // chains of phases are looked for even if there are any
  std::string limit_name;   // whose limit memory_bytes is: "--memory 10M allows"
};

class OwnEngines final : public EngineSource {
 public:
  explicit OwnEngines(OwnEngineOptions options);

  [[nodiscard]] std::shared_ptr<const Cube3Solver> two_phase(Metric metric,
                                                             const EngineCaller& caller) override;
  [[nodiscard]] std::shared_ptr<const OptimalSolver> optimal(Metric metric,
                                                             const EngineCaller& caller) override;
  [[nodiscard]] std::shared_ptr<const GeneralEngine> general(const GeneralWish& wish,
                                                             const EngineCaller& caller) override;
  [[nodiscard]] std::shared_ptr<const PhaseEngine> phases(const PhaseWish& wish,
                                                          const EngineCaller& caller) override;
  [[nodiscard]] std::uint64_t search_bytes() const noexcept override {
    return options_.memory_bytes;
  }
  [[nodiscard]] int threads() const noexcept override { return options_.threads; }

 private:
  [[nodiscard]] CubeTableWish table_wish() const;

  OwnEngineOptions options_;
};

}  // namespace gyre
