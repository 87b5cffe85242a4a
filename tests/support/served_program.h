// gyre serve as a process of its own, and a client whose every answer is held against
// docs/openapi.json.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "support/openapi_check.h"
#include "support/piped_program.h"
#include "support/temporary_folder.h"

namespace gyre::test {

using Json = nlohmann::json;

// Listens on a free port, with tables in a folder of its own.
class ServedProgram {
 public:
  explicit ServedProgram(const std::vector<std::string>& options = {}) {
    std::vector<std::string> arguments = {"serve",   "--port",  "0",
                                          "--quiet", "--cache", folder_.path().string()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    program_ = std::make_unique<Program>(arguments);
    const std::string line = program_->read_line();
    const std::size_t colon = line.find(':', line.find("//"));
    if (line.rfind("http://127.0.0.1:", 0) != 0) {
      throw std::runtime_error("gyre serve says: " + line);
    }
    port_ = std::stoi(line.substr(colon + 1));
  }

  [[nodiscard]] int port() const { return port_; }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }
  // The most memory that it has ever had.
  [[nodiscard]] std::uint64_t peak_bytes() const {
    std::ifstream status(fmt::format("/proc/{}/status", program_->pid()));
    for (std::string line; std::getline(status, line);) {
      if (line.rfind("VmHWM:", 0) == 0) return std::stoull(line.substr(6)) * 1024;
    }
    return 0;
  }
  // Ends it as Ctrl-C does, and gives its status.
  int end() {
    program_->signal(SIGINT);
    return program_->wait();
  }

 private:
  TemporaryFolder folder_;
  std::unique_ptr<Program> program_;
  int port_ = 0;
};

struct Answer {
  int status = 0;
  std::string body;
  httplib::Headers headers;

  [[nodiscard]] Json json() const { return Json::parse(body, nullptr, false); }
  [[nodiscard]] std::string header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? "" : found->second;
  }
};

struct ServerEvent {
  int number = 0;
  std::string name;
  Json data;
};

// One connection; every answer is checked, and counts as seen in `api`.
class CheckedClient {
 public:
  CheckedClient(const ServedProgram& server, OpenApi& api, httplib::Headers headers = {})
      : port_(server.port()), client_("127.0.0.1", port_), api_(api), headers_(std::move(headers)) {
    client_.set_keep_alive(true);
    client_.set_read_timeout(120);
  }

  Answer send(const std::string& method, const std::string& path, const std::string& body = "",
              const httplib::Headers& headers = {}) {
    httplib::Request request;
    request.method = method;
    request.path = path;
    request.headers = headers_;
    for (const auto& [name, value] : headers) {
      request.headers.erase(name);
      request.headers.emplace(name, value);
    }
    if (method == "POST" || method == "PUT") {
      request.body = body;
      request.headers.emplace("Content-Type", "application/json");
    }
    const httplib::Result result = client_.send(request);
    if (!result) {
      ADD_FAILURE() << method << " " << path << ": no answer: " << to_string(result.error());
      return {};
    }
    Answer answer{result->status, result->body, result->headers};
    std::string lower = method;
    for (char& c : lower) c = static_cast<char>(std::tolower(c));
    EXPECT_EQ(api_.fault(lower, path.substr(0, path.find('?')), answer.status,
                         answer.header("Content-Type"), answer.body),
              "");
    return answer;
  }
  Answer get(const std::string& path) { return send("GET", path); }
  Answer post(const std::string& path, const Json& body) { return send("POST", path, body.dump()); }

  // The events of a job until the last, or until `enough` says so.
  std::vector<ServerEvent> events(const std::string& path,
                                  const std::function<bool(const ServerEvent&)>& enough = {}) {
    std::vector<ServerEvent> out;
    std::string pending;
    const auto take = [&](const char* data, std::size_t length) {
      pending.append(data, length);
      for (std::size_t end = 0; (end = pending.find("\n\n")) != std::string::npos;) {
        const ServerEvent event = parse_event(pending.substr(0, end + 1));
        pending.erase(0, end + 2);
        if (event.name.empty()) continue;  // a comment, to keep the connection alive
        EXPECT_EQ(api_.event_fault(path.substr(0, path.find('?')), event.name, event.data.dump()),
                  "");
        out.push_back(event);
        if (enough && enough(event)) return false;
      }
      return true;
    };
    httplib::Client client("127.0.0.1", port_);
    client.set_read_timeout(120);
    const httplib::Result result = client.Get(path, headers_, take);
    if (result) {
      EXPECT_EQ(result->get_header_value("Content-Type").substr(0, 17), "text/event-stream");
      EXPECT_EQ(api_.fault("get", path.substr(0, path.find('?')), result->status,
                           "text/event-stream", ""),
                "");
    }
    return out;
  }

 private:
  static ServerEvent parse_event(const std::string& text) {
    ServerEvent event;
    std::string data;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (line.rfind("id: ", 0) == 0) event.number = std::stoi(line.substr(4));
      if (line.rfind("event: ", 0) == 0) event.name = line.substr(7);
      if (line.rfind("data: ", 0) == 0) data += line.substr(6);
    }
    if (!event.name.empty()) event.data = Json::parse(data);
    return event;
  }

  int port_;
  httplib::Client client_;
  OpenApi& api_;
  httplib::Headers headers_;
};

}  // namespace gyre::test
