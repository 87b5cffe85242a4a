# Shared by ./gyre and ./test: installs what is missing, builds, and keeps quiet when there is
# nothing to do. Sourced, with `root` set to the checkout. Everything it says goes to stderr.

build="$root/build/release"

say() { printf 'gyre: %s\n' "$*" >&2; }
fail() { say "$*"; exit 2; }

# What each Debian package is needed for is said in docs/dependencies.md. A probe is a command, or a
# header when it contains a dot.
program_needs=(
  "g++ g++" "cmake cmake" "ninja-build ninja" "pkg-config pkg-config"
  "libcli11-dev CLI/CLI.hpp" "libfmt-dev fmt/format.h" "nlohmann-json3-dev nlohmann/json.hpp"
  "libxxhash-dev xxhash.h" "libzstd-dev zstd.h" "libboost-dev boost/multiprecision/cpp_int.hpp"
  "libsqlite3-dev sqlite3.h"
)
test_needs=(
  "libgtest-dev gtest/gtest.h" "librapidcheck-dev rapidcheck.h"
  "libbenchmark-dev benchmark/benchmark.h" "libcpp-httplib-dev httplib.h"
)
# The tests in a browser are driven through npm, so without it the browser would be of no use.
if command -v npm >/dev/null 2>&1; then test_needs+=("chromium chromium"); fi

have() {
  case "$1" in
    *.*) echo "#include <$1>" | g++ -x c++ -std=c++20 -E - >/dev/null 2>&1 ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
  esac
}

# Installs the packages whose probes fail: on Debian 12 with apt, elsewhere it names them and ends.
install_missing() {
  local need missing=()
  for need in "$@"; do
    have "${need#* }" || missing+=("${need%% *}")
  done
  [ ${#missing[@]} -eq 0 ] && return
  local id="" version=""
  if [ -r /etc/os-release ]; then
    id=$(. /etc/os-release && echo "${ID:-}")
    version=$(. /etc/os-release && echo "${VERSION_ID:-}")
  fi
  if [ "$id" != debian ] || [ "$version" != 12 ]; then
    fail "missing on this system (names as in Debian 12): ${missing[*]}"
  fi
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 || fail "missing: ${missing[*]} (install them as root, or install sudo)"
    as_root=(sudo)
  fi
  say "installing ${missing[*]}"
  local log
  log=$(mktemp)
  if ! { "${as_root[@]}" apt-get update -q &&
         "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
           apt-get install -q -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 </dev/null; then
    tail -n 15 "$log" >&2
    rm -f "$log"
    fail "apt-get could not install ${missing[*]}"
  fi
  rm -f "$log"
}

# up_to_date STAMP PATH...: nothing below the paths is newer than the stamp.
up_to_date() {
  local stamp=$1
  shift
  [ -e "$stamp" ] && [ -z "$(cd "$root" && find "$@" -newer "$stamp" -print -quit)" ]
}

# configure_and_build STAMP TARGET CMAKE_OPTION...: one build at a time, the stamp set to the moment
# the build began, so that an edit made while it ran is seen next time.
configure_and_build() {
  local stamp=$1 target=$2
  shift 2
  mkdir -p "$build"
  exec 9>"$build/.lock"
  flock 9
  local began log
  began=$(mktemp "$build/.began.XXXXXX")
  log="$build/launcher.log"
  say "building (a few minutes the first time)"
  if ! { cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release "$@" &&
         cmake --build "$build" --target "$target"; } >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    rm -f "$began"
    fail "the build failed; the whole log is in build/release/launcher.log"
  fi
  mv "$began" "$stamp"
  exec 9>&-
}
