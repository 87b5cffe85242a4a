// Writes and reads compressed tables of the kind that the general solver makes: two-bit entries
// hashed into an array, 3 (not seen), 2, 1 and 0 in a given mix, in no order. Beside each figure
// stands what the machine gives for the bytes alone.
//
//   bench_table_compression [--bytes N] [--threads N] [--runs N] [--folder DIR]
//
// Files go to a folder of their own in DIR (default: GYRE_CACHE, or where tables are kept) and are
// removed at the end. GB/s are of the payload (1 GB: 10^9 bytes), medians of the runs; "most" is
// the ratio that the entropy of the mix allows.
#include "table/header.h"
#include "table/publish.h"

#include <gyre/base/error.h>
#include <gyre/table/store.h>
#include "base/huge_pages.h"
#include "base/threads.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct Wishes {
  std::uint64_t bytes = 2'000'000'000;
  int threads = 2;
  int runs = 3;
  fs::path folder;
};

struct Mix {
  const char* name;
  std::array<double, 4> share;  // of each value
};

constexpr std::array<Mix, 3> kMixes = {
    Mix{"sparse", {0.0, 0.004, 0.046, 0.95}},
    Mix{"middle", {0.0, 0.008, 0.102, 0.89}},
    Mix{"dense", {0.005, 0.035, 0.41, 0.55}},
};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double best_ratio(const Mix& mix) {
  double entropy = 0;
  for (const double share : mix.share) {
    if (share > 0) entropy -= share * std::log2(share);
  }
  return 2 / entropy;
}

// Splitmix64: the same table on every machine, whatever the threads.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

void fill(std::span<std::byte> payload, const Mix& mix, int threads) {
  std::array<std::uint32_t, 3> below{};
  double sum = 0;
  for (std::size_t value = 0; value < below.size(); ++value) {
    sum += mix.share[value];
    below[value] = static_cast<std::uint32_t>(sum * 65536);
  }
  constexpr std::size_t kPart = std::size_t{1} << 21U;
  gyre::parallel_for((payload.size() + kPart - 1) / kPart, threads, [&](std::size_t part) {
    const std::size_t end = std::min(payload.size(), (part + 1) * kPart);
    for (std::size_t i = part * kPart; i < end; ++i) {
      const std::uint64_t random = mixed(i);
      unsigned byte = 0;
      for (unsigned k = 0; k < 4; ++k) {
        const auto draw = static_cast<std::uint32_t>(random >> (16 * k)) & 0xFFFFU;
        const unsigned value =
            unsigned{draw >= below[0]} + unsigned{draw >= below[1]} + unsigned{draw >= below[2]};
        byte |= value << (2 * k);
      }
      payload[i] = static_cast<std::byte>(byte);
    }
  });
}

// Forgets the pages of a file that is on the disk, so that the next reader waits for the disk.
void forget_pages(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  (void)::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
  ::close(file);
}

// Takes the memory that a reader will be given and gives it back. A virtual machine whose host
// takes free memory away gets it again page by page, 2 s for a GB, whoever asks first; what is
// measured here is reading.
void touch_memory(std::uint64_t bytes, int threads) {
  gyre::HugeBuffer buffer(bytes);
  const std::size_t pages = (bytes + gyre::kHugePageBytes - 1) / gyre::kHugePageBytes;
  gyre::parallel_for(pages, threads, [&](std::size_t page) {
    buffer.bytes()[page * gyre::kHugePageBytes] = std::byte{1};
  });
}

double read_seconds(const gyre::TableStore& store, const gyre::TableKey& key,
                    std::span<const std::byte> payload, int threads) {
  gyre::TableOptions options;
  options.memory = gyre::TableMemory::private_;
  options.work.threads = threads;
  touch_memory(payload.size(), threads);
  const auto started = Clock::now();
  const auto table = store.open(key, options);
  const double seconds = seconds_since(started);
  if (!table || std::memcmp(table->payload().data(), payload.data(), payload.size()) != 0) {
    throw gyre::Error("what was read is not what was written");
  }
  return seconds;
}

struct Figures {
  std::vector<double> write;
  std::vector<double> write_and_sync;
  std::vector<double> read;
  std::vector<double> cold_read;
  std::uint64_t file_bytes = 0;
};

void measure(const Wishes& wishes, const gyre::TableStore& store,
             std::span<const std::byte> payload, bool compress, Figures& figures) {
  gyre::TableHeader header;
  header.key = {compress ? "bench-compressed" : "bench-plain", 1, "", payload.size()};
  header.encoding = compress ? gyre::TableEncoding::blocks : gyre::TableEncoding::plain;
  const fs::path path = store.path_of(header.key);
  gyre::TableWork work;
  work.threads = wishes.threads;
  const gyre::PublishTimes times =
      gyre::publish(header, payload, fs::path(path.string() + ".new"), path, work);
  figures.write.push_back(times.write_seconds);
  figures.write_and_sync.push_back(times.write_seconds + times.sync_seconds);
  figures.file_bytes = fs::file_size(path);
  figures.read.push_back(read_seconds(store, header.key, payload, wishes.threads));
  forget_pages(path);
  figures.cold_read.push_back(read_seconds(store, header.key, payload, wishes.threads));
  store.remove(header.key);
}

void print(const std::string& name, const std::string& ratio, const Wishes& wishes,
           const Figures& figures) {
  const auto speed = [&](const std::vector<double>& seconds) {
    return fmt::format("{:.2f}", static_cast<double>(wishes.bytes) / 1e9 / median(seconds));
  };
  fmt::print("{:<18} {:>12} {:>6} {:>6} {:>12} {:>6} {:>12}\n", name, figures.file_bytes, ratio,
             speed(figures.write), speed(figures.write_and_sync), speed(figures.read),
             speed(figures.cold_read));
  (void)std::fflush(stdout);
}

// What any reader must do: take fresh huge pages and put bytes into them.
double copy_seconds(std::span<const std::byte> payload, int threads) {
  constexpr std::size_t kPart = gyre::kHugePageBytes;
  const auto started = Clock::now();
  gyre::HugeBuffer copy(payload.size());
  gyre::parallel_for((payload.size() + kPart - 1) / kPart, threads, [&](std::size_t part) {
    const std::size_t bytes = std::min(kPart, payload.size() - part * kPart);
    std::memcpy(copy.bytes().data() + part * kPart, payload.data() + part * kPart, bytes);
  });
  return seconds_since(started);
}

Wishes read_wishes(int argc, char** argv) {
  Wishes wishes;
  for (int i = 1; i < argc; i += 2) {
    const std::string option = argv[i];
    if (i + 1 == argc) throw gyre::Error(option + " wants a value");
    const std::string value = argv[i + 1];
    if (option == "--folder") {
      wishes.folder = value;
      continue;
    }
    std::uint64_t number = 0;
    const auto end = std::from_chars(value.data(), value.data() + value.size(), number);
    if (end.ec != std::errc() || end.ptr != value.data() + value.size() || number == 0) {
      throw gyre::Error(fmt::format("'{}' is no number above 0", value));
    }
    if (option == "--bytes") {
      wishes.bytes = number;
    } else if (option == "--threads") {
      wishes.threads = static_cast<int>(number);
    } else if (option == "--runs") {
      wishes.runs = static_cast<int>(number);
    } else {
      throw gyre::Error(
          fmt::format("'{}' is no option (options: --bytes --threads --runs --folder)", option));
    }
  }
  if (wishes.folder.empty()) wishes.folder = gyre::TableStore::default_folder();
  return wishes;
}

void run(const Wishes& wishes) {
  const gyre::TableStore store(wishes.folder /
                               fmt::format("bench-table-compression-{}", ::getpid()));
  fs::create_directories(store.folder());
  struct Remove {
    const fs::path& folder;
    ~Remove() {
      std::error_code ignored;
      fs::remove_all(folder, ignored);
    }
  } const remove{store.folder()};
  gyre::HugeBuffer payload(wishes.bytes);
  fmt::print("{} bytes, {} threads, median of {}; GB/s\n", wishes.bytes, wishes.threads,
             wishes.runs);
  fmt::print("{:<18} {:>12} {:>6} {:>6} {:>12} {:>6} {:>12}\n", "", "file bytes", "ratio", "write",
             "and fsync", "read", "from disk");
  for (const Mix& mix : kMixes) {
    fill(payload.bytes(), mix, wishes.threads);
    Figures compressed;
    for (int i = 0; i < wishes.runs; ++i) {
      measure(wishes, store, payload.bytes(), true, compressed);
    }
    const double ratio =
        static_cast<double>(wishes.bytes) / static_cast<double>(compressed.file_bytes);
    print(mix.name, fmt::format("{:.2f}", ratio), wishes, compressed);
    fmt::print("{:<18} {:>12} {:>6.2f}\n", "  most", "", best_ratio(mix));
  }
  Figures plain;
  std::vector<double> copies;
  for (int i = 0; i < wishes.runs; ++i) {
    measure(wishes, store, payload.bytes(), false, plain);
    touch_memory(wishes.bytes, wishes.threads);
    copies.push_back(copy_seconds(payload.bytes(), wishes.threads));
  }
  print("not compressed", "1.00", wishes, plain);
  fmt::print("{:<20} {:>50.2f}\n", "copied in memory",
             static_cast<double>(wishes.bytes) / 1e9 / median(copies));
  std::this_thread::sleep_for(std::chrono::seconds(10));
  fmt::print(
      "{:<20} {:>50.2f}\n", "  after 10 s of rest",
      static_cast<double>(wishes.bytes) / 1e9 / copy_seconds(payload.bytes(), wishes.threads));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(read_wishes(argc, argv));
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_table_compression: {}\n", error.what());
    return 2;
  }
}
