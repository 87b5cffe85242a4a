#include "front/search_end.h"

#include <gyre/general/god.h>

namespace gyre {

std::string_view word_of_end(const GodResult& result) {
  switch (result.end) {
    case GodResult::End::all:
      return "all";
    case GodResult::End::max_depth:
      return "max_depth";
    case GodResult::End::memory:
      return "memory";
    case GodResult::End::disk:
      return "disk";
    case GodResult::End::stopped:
      return "stopped";
  }
  return "";
}

}  // namespace gyre
