#include "base/mapped_files.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>

namespace gyre {
namespace {

constexpr int kSlots = 64;
constexpr std::size_t kNameBytes = 1'024;

// A handler may wait for nothing, so a slot is whole when its `end` is set.
struct MappedSlot {
  std::atomic<bool> taken = false;
  std::atomic<std::uintptr_t> begin = 0;
  std::atomic<std::uintptr_t> end = 0;
  std::array<char, kNameBytes> name{};
};
std::array<MappedSlot, kSlots> mapped_slots;

const char* mapped_file_at(std::uintptr_t address) noexcept {
  for (const MappedSlot& slot : mapped_slots) {
    const std::uintptr_t end = slot.end;
    if (end != 0 && address < end && address >= slot.begin) return slot.name.data();
  }
  return nullptr;
}

void say(const char* text) noexcept {
  (void)!::write(STDERR_FILENO, text, std::strlen(text));
}

void on_fault(int signal, siginfo_t* info, void* /*context*/) {
  const char* name = mapped_file_at(reinterpret_cast<std::uintptr_t>(info->si_addr));
  if (name == nullptr) {
    // Somebody else's fault: the system does with it what it always does, once we return.
    ::signal(signal, SIG_DFL);
    return;
  }
  say("gyre: ");
  say(name);
  say(" was cut short while it was in use, or its disk failed; start again to have it checked\n");
  ::_exit(1);
}

}  // namespace

MappedFileName::MappedFileName(std::span<const std::byte> bytes, std::string_view name) noexcept
    : slot_(-1) {
  for (int i = 0; i < kSlots; ++i) {
    MappedSlot& slot = mapped_slots[static_cast<std::size_t>(i)];
    if (slot.taken.exchange(true)) continue;
    const std::size_t length = std::min(name.size(), kNameBytes - 1);
    std::copy_n(name.begin(), length, slot.name.begin());
    slot.name[length] = '\0';
    slot.begin = reinterpret_cast<std::uintptr_t>(bytes.data());
    slot.end = reinterpret_cast<std::uintptr_t>(bytes.data() + bytes.size());
    slot_ = i;
    return;
  }
}

MappedFileName::~MappedFileName() {
  if (slot_ < 0) return;
  MappedSlot& slot = mapped_slots[static_cast<std::size_t>(slot_)];
  slot.end = 0;
  slot.taken = false;
}

void name_mapped_faults() {
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &action, nullptr);
}

}  // namespace gyre
