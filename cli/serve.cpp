// gyre serve: the page, and the interface for programs. Says where it listens, and serves until
// Ctrl-C.
#include <fmt/format.h>
#include <gyre/base/error.h>
#include <malloc.h>
#include <unistd.h>
#include <CLI/CLI.hpp>
#include "base/memory.h"
#include "base/read_file.h"
#include "serve/server.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <future>
#include <memory>
#include <random>

#include "command.h"
#include "interrupt.h"
#include "numbers.h"

namespace gyre::cli {
namespace {

constexpr std::chrono::seconds kMostToEnd{4};

struct ServeCommand {
  CommonOptions common;
  ServeOptions serve;
  std::string body = "4M";
  std::string token_file;
  std::string web;
};

std::string read_token(const std::string& path) {
  constexpr std::uint64_t kMostBytes = 65'536;
  const std::string text = read_file(path, kMostBytes);
  if (text.empty()) {
    throw Error(fmt::format("--token-file: there is no line to read in '{}'", path));
  }
  std::string token = text.substr(0, text.find('\n'));
  while (!token.empty() && (token.back() == '\r' || token.back() == ' ')) token.pop_back();
  constexpr std::size_t kLeast = 16;
  if (token.size() < kLeast || token.find_first_of(" \t") != std::string::npos) {
    throw Error(
        fmt::format("--token-file: the token in '{}' must have {} characters or more and "
                    "no blanks",
                    path, kLeast));
  }
  return token;
}

std::string random_token() {
  std::random_device device;
  std::string token;
  for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", device());
  return token;
}

// Large bodies, tables and results go back to the system when they are given up, whatever lies
// behind them in memory: by itself the C library keeps more and more of what it was once asked for.
void give_memory_back_at_once() {
  constexpr int kLarge = 256 * 1024;
  (void)::mallopt(M_MMAP_THRESHOLD, kLarge);
}

int serve(ServeCommand& command) {
  give_memory_back_at_once();
  ServeOptions& options = command.serve;
  options.memory_bytes = command.common.memory_bytes();
  // Unless it was asked for, no more than half of what there is: others want to live too.
  if (!command.common.memory_given) {
    options.memory_bytes = std::min(options.memory_bytes, available_memory_bytes() / 2);
  }
  options.threads = command.common.threads;
  options.tables = command.common.store().folder();
  options.body_bytes = parse_memory(command.body).value_or(0);
  options.web_folder = command.web;
  if (!command.token_file.empty()) {
    options.token = read_token(command.token_file);
  } else if (!is_loopback(options.address)) {
    options.token = random_token();
  }
  const Interrupt interrupt;
  auto serving = std::make_unique<Server>(options);
  Server& server = *serving;
  std::promise<void> asked;
  std::promise<void> ended;
  const std::stop_callback on_interrupt(interrupt.token(), [&] {
    server.stop();
    asked.set_value();
    // Work looks at its stop all the time. If some does not, nobody is to wait for it: tables are
    // never half there under their names, and leftovers are known as such.
    if (ended.get_future().wait_for(kMostToEnd) == std::future_status::ready) return;
    note("some work did not end in time; it was left as it is");
    std::_Exit(0);
  });
  // With the token behind '#': browsers keep that part to themselves.
  out(fmt::format("{}{}\n", server.url(),
                  options.token.empty() ? "" : fmt::format("#token={}", options.token)));
  flush();
  if (!command.common.quiet) {
    note(fmt::format("serving with at most {} of memory; Ctrl-C ends it{}",
                     size_text(options.memory_bytes),
                     server.has_player() ? ""
                                         : " (without the 3D player: npm was not there when "
                                           "gyre was built)"));
  }
  server.run();
  asked.get_future().wait();
  serving.reset();
  ended.set_value();
  return 0;
}

}  // namespace

void add_serve(CLI::App& program) {
  auto options = std::make_shared<ServeCommand>();
  CLI::App* command = program.add_subcommand(
      "serve", "Open a local page that solves and explores, and an interface for programs");
  command->footer(
      "Examples:\n"
      "  gyre serve\n"
      "  gyre serve --port 8080 --memory 8G\n"
      "  gyre serve --address 0.0.0.0 --token-file secret.txt\n"
      "  gyre serve --allow-origin https://timer.example");
  command->add_option("--port", options->serve.port, "Listen here; 0: on any port that is free")
      ->check(number_within(0, 65535))
      ->capture_default_str();
  command
      ->add_option("--address", options->serve.address,
                   "The address to listen on. One that other machines reach needs a token, which "
                   "is made and printed if there is no --token-file")
      ->capture_default_str();
  command
      ->add_option("--token-file", options->token_file,
                   "The first line of this file is the token that clients must show")
      ->type_name("FILE");
  command
      ->add_option("--allow-origin", options->serve.allowed_origins,
                   "A web site that may use this server, or * for all; several times: several")
      ->type_name("ORIGIN")
      ->allow_extra_args(false)
      ->check([](const std::string& text) {
        const bool is_right =
            text == "*" || ((text.starts_with("http://") || text.starts_with("https://")) &&
                            text.find('/', 8) == std::string::npos);
        return is_right ? "" : "'" + text + "' is no origin (expected https://timer.example)";
      });
  command->add_option("--jobs", options->serve.jobs_at_once, "So many long jobs at once")
      ->check(number_within(1, 1'000))
      ->capture_default_str();
  command->add_option("--queue", options->serve.queue, "So many requests and jobs may wait")
      ->check(number_within(1, 1'000'000))
      ->capture_default_str();
  command->add_option("--connections", options->serve.connections, "So many clients at once")
      ->check(number_within(1, 1'000'000))
      ->capture_default_str();
  command->add_option("--max-body", options->body, "The largest request body")
      ->type_name("4M")
      ->check([](const std::string& text) {
        return parse_memory(text) ? "" : must_be(kMemoryAmount, text);
      })
      ->capture_default_str();
  command
      ->add_option("--client-timeout", options->serve.client_seconds,
                   "Seconds that a client may take to send a request, and to take an answer")
      ->check(number_within(0.1, 86'400.0))
      ->capture_default_str();
  command
      ->add_option("--web", options->web,
                   "Serve the files of the page from this folder, for those who work on it")
      ->type_name("DIR");
  command->add_option("--threads", options->common.threads, "Threads of one search [all]")
      ->check(number_within(kThreadsRange))
      ->group("Running");
  add_memory_option(*command, options->common,
                    "Memory for all jobs together and what is kept between them; without it no "
                    "more than half of what is available");
  add_cache_option(*command, options->common.cache);
  command->add_flag("-q,--quiet", options->common.quiet, "Say nothing but the address")
      ->group("Running");
  command->callback([options] {
    if (const int status = serve(*options); status != 0) throw CLI::RuntimeError(status);
  });
}

}  // namespace gyre::cli
