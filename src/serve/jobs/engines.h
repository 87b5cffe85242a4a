// Engines: the solvers that jobs share. Each is made once, when it is first asked for, and kept for
// the next as long as the memory is not wanted for something else.
#pragma once

#include "front/solve/engine_source.h"
#include "serve/jobs/memory_budget.h"

#include <gyre/table/store.h>

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

namespace gyre::serve {

class Engines final : public EngineSource {
 public:
  // threads: of one search; 0: all. Keeps a reference.
  Engines(MemoryBudget& memory, std::filesystem::path tables, int threads);

  // All throw Error if an engine cannot be had, or if the caller's stop ends its making.

  // A solver with the big tables if they are stored and take no more than half of the memory,
  // otherwise with the small ones.
  [[nodiscard]] std::shared_ptr<const Cube3Solver> two_phase(Metric metric,
                                                             const EngineCaller& caller) override;
  // A solver with the small tables whatever is stored: what it finds is the same on every machine.
  [[nodiscard]] std::shared_ptr<const Cube3Solver> small_two_phase(Metric metric,
                                                                   const EngineCaller& caller);
  // A solver with the best table that is stored and fits; if there is none, one of up to a gigabyte
  // is made.
  [[nodiscard]] std::shared_ptr<const OptimalSolver> optimal(Metric metric,
                                                             const EngineCaller& caller) override;
  [[nodiscard]] std::shared_ptr<const GeneralEngine> general(const GeneralWish& wish,
                                                             const EngineCaller& caller) override;
  [[nodiscard]] std::shared_ptr<const PhaseEngine> phases(const PhaseWish& wish,
                                                          const EngineCaller& caller) override;

  [[nodiscard]] std::shared_ptr<const void> hold_memory(std::uint64_t bytes,
                                                        const std::string& what,
                                                        const EngineCaller& caller) override;

  [[nodiscard]] MemoryBudget& memory() noexcept { return memory_; }
  [[nodiscard]] const TableStore& store() const noexcept { return *store_; }
  [[nodiscard]] int threads() const noexcept override { return threads_; }
  // What one search of the general engine, or a count of positions, may take.
  [[nodiscard]] std::uint64_t search_bytes() const noexcept override;
  // The most that one search may take that needs so much: something is left for others.
  [[nodiscard]] std::uint64_t most_bytes() const noexcept;
  // The memory that an engine of ours takes.
  [[nodiscard]] std::uint64_t bytes_of(const void* engine) const;
  // Gives up what nobody uses now; all of it if `all`, otherwise what was used longest ago. False
  // if there was nothing.
  bool give_up_idle(bool all = false);
  // Whether this is a table of an engine that somebody uses now, or that is being made.
  [[nodiscard]] bool uses_table(const std::string& name) const;

 private:
  struct Entry {
    std::string key;
    std::shared_ptr<const void> engine;  // null while it is made
    std::vector<std::string> tables;     // that it reads or is to read, by name
    MemoryBudget::Share memory;
  };
  struct Made {
    std::shared_ptr<const void> engine;
    std::vector<std::string> tables;  // that it really reads
    std::uint64_t bytes = 0;          // that it really takes, at most what was planned
  };

  // A solver with the big tables if they are stored and take no more than this.
  std::shared_ptr<const Cube3Solver> two_phase_within(Metric metric, std::uint64_t big_bytes,
                                                      const EngineCaller& caller);
  // Null if it is not there.
  template <class Engine>
  std::shared_ptr<const Engine> find(const std::string& key);
  // bytes, tables: what it will take and read at most.
  template <class Engine>
  std::shared_ptr<const Engine> find_or_make(const std::string& key, std::uint64_t bytes,
                                             const std::vector<std::string>& tables,
                                             const std::string& what, const EngineCaller& caller,
                                             const std::function<Made()>& make);

  MemoryBudget& memory_;
  std::unique_ptr<const TableStore> store_;
  const int threads_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::list<Entry> entries_;                      // the last used first
  std::atomic<std::uint64_t> engines_alone_ = 0;  // that were made for one caller
};

}  // namespace gyre::serve
