// The jobs that say something about a puzzle: God's algorithm, canonical sequences, what its group
// is, its chain of phases; and the one that makes a table.
#pragma once

#include "serve/jobs/solve_job.h"

namespace gyre::serve {

[[nodiscard]] JobPlan plan_god(RequestFields& fields, const JobTools& tools);
[[nodiscard]] JobPlan plan_count(RequestFields& fields, const JobTools& tools);
[[nodiscard]] JobPlan plan_info(RequestFields& fields, const JobTools& tools);
[[nodiscard]] JobPlan plan_phases(RequestFields& fields, const JobTools& tools);
[[nodiscard]] JobPlan plan_table(RequestFields& fields, const JobTools& tools);

// Plans a job of any kind, by the field "kind".
[[nodiscard]] JobPlan plan_job(RequestFields& fields, const JobTools& tools, bool waited);

// What is stored, and what gyre knows by name.
[[nodiscard]] Json list_tables(const Engines& engines);
// Removes a table by name. False if there was none. Throws Error if a job uses it.
[[nodiscard]] bool remove_table(const std::string& name, Engines& engines);

}  // namespace gyre::serve
