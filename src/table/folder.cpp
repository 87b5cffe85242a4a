// Where tables are kept: the folder that a person, the environment or the system names. What is in
// it is store.cpp's business.
#include <gyre/base/error.h>
#include <gyre/table/store.h>

#include <cstdlib>

namespace gyre {
namespace {

// An empty variable says no more than one that is not set.
std::filesystem::path environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

TableStore::TableStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

std::filesystem::path TableStore::default_folder() {
  if (auto own = environment("GYRE_CACHE"); !own.empty()) return own;
  // The rules for this variable say that a relative path is to be ignored.
  if (const auto caches = environment("XDG_CACHE_HOME"); caches.is_absolute()) {
    return caches / "gyre";
  }
  if (const auto home = environment("HOME"); !home.empty()) return home / ".cache" / "gyre";
  throw Error(
      "there is no folder for tables: HOME is not set (expected --cache DIR, or the variable "
      "GYRE_CACHE)");
}

}  // namespace gyre
