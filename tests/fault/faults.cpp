#include "fault/faults.h"

#include <dlfcn.h>
#include <sys/types.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <new>
#include <utility>

namespace gyre::test {
namespace {

std::atomic<int> armed_kind = -1;
std::atomic<std::uint64_t> failing_number = 0;
std::atomic<std::uint64_t> calls = 0;

// Whether this call is the one that fails.
bool fails(FaultKind kind) noexcept {
  if (armed_kind != static_cast<int>(kind)) return false;
  return ++calls == failing_number;
}

// For AtAllocation.
enum Moment : int { kNobodyWaits, kWaited, kReached, kOver };
std::atomic<int> moment = kNobodyWaits;
std::atomic<std::uint64_t> moment_number = 0;
std::atomic<std::uint64_t> allocations = 0;

void count_allocation() noexcept {
  if (moment == kNobodyWaits || ++allocations != moment_number) return;
  int waited = kWaited;
  if (!moment.compare_exchange_strong(waited, kReached)) return;
  moment.notify_all();
  constexpr timespec kShort{0, 20'000};
  for (int i = 0; i < 100 && moment == kReached; ++i) ::nanosleep(&kShort, nullptr);
}

template <class Function>
Function real(const char* name) noexcept {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

void* allocate(std::size_t bytes) {
  count_allocation();
  void* memory = fails(FaultKind::allocation) ? nullptr : std::malloc(bytes == 0 ? 1 : bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void* allocate(std::size_t bytes, std::align_val_t alignment) {
  count_allocation();
  const auto align = static_cast<std::size_t>(alignment);
  void* memory = fails(FaultKind::allocation)
                     ? nullptr
                     : std::aligned_alloc(align, (bytes + align - 1) / align * align);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

int fail_with(int error) noexcept {
  errno = error;
  return -1;
}

}  // namespace

void arm_fault(FaultKind kind, std::uint64_t number) {
  // Found now: looking for it may allocate.
  (void)real<void*>("pwrite");
  calls = 0;
  failing_number = number;
  armed_kind = static_cast<int>(kind);
}

std::uint64_t disarm_fault() {
  armed_kind = -1;
  return calls;
}

AtAllocation::AtAllocation(std::uint64_t number, std::function<void()> then)
    : thread_([then = std::move(then)] {
        moment.wait(kNobodyWaits);
        moment.wait(kWaited);
        if (moment != kReached) return;
        then();
        moment = kOver;
      }) {
  allocations = 0;
  moment_number = number;
  moment = kWaited;
  moment.notify_all();
}

AtAllocation::~AtAllocation() {
  int waited = kWaited;
  moment.compare_exchange_strong(waited, kOver);
  moment.notify_all();
  thread_.join();
  moment = kNobodyWaits;
}

std::uint64_t AtAllocation::count() noexcept {
  return allocations;
}

}  // namespace gyre::test

using gyre::test::FaultKind;

void* operator new(std::size_t bytes) {
  return gyre::test::allocate(bytes);
}
void* operator new[](std::size_t bytes) {
  return gyre::test::allocate(bytes);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return gyre::test::allocate(bytes, alignment);
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return gyre::test::allocate(bytes, alignment);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

extern "C" {

__attribute__((visibility("default"))) ssize_t write(int file, const void* bytes,
                                                     std::size_t size) {
  static const auto next = gyre::test::real<ssize_t (*)(int, const void*, std::size_t)>("write");
  if (gyre::test::fails(FaultKind::write)) return gyre::test::fail_with(ENOSPC);
  return next(file, bytes, size);
}

__attribute__((visibility("default"))) ssize_t pwrite(int file, const void* bytes, std::size_t size,
                                                      off_t at) {
  static const auto next =
      gyre::test::real<ssize_t (*)(int, const void*, std::size_t, off_t)>("pwrite");
  if (gyre::test::fails(FaultKind::write)) return gyre::test::fail_with(ENOSPC);
  return next(file, bytes, size, at);
}

__attribute__((visibility("default"))) ssize_t pwrite64(int file, const void* bytes,
                                                        std::size_t size, off64_t at) {
  static const auto next =
      gyre::test::real<ssize_t (*)(int, const void*, std::size_t, off64_t)>("pwrite64");
  if (gyre::test::fails(FaultKind::write)) return gyre::test::fail_with(ENOSPC);
  return next(file, bytes, size, at);
}

__attribute__((visibility("default"))) int fsync(int file) {
  static const auto next = gyre::test::real<int (*)(int)>("fsync");
  if (gyre::test::fails(FaultKind::sync)) return gyre::test::fail_with(EIO);
  return next(file);
}

__attribute__((visibility("default"))) int fdatasync(int file) {
  static const auto next = gyre::test::real<int (*)(int)>("fdatasync");
  if (gyre::test::fails(FaultKind::sync)) return gyre::test::fail_with(EIO);
  return next(file);
}

__attribute__((visibility("default"))) int rename(const char* from, const char* to) noexcept {
  static const auto next = gyre::test::real<int (*)(const char*, const char*)>("rename");
  if (gyre::test::fails(FaultKind::rename)) return gyre::test::fail_with(EIO);
  return next(from, to);
}

}  // extern "C"
