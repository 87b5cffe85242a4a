// SQLite as gyre needs it: a connection and statements that close themselves, and one exception.
// What a failure means to a person is for the caller to say.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace gyre {

class SqliteFault : public std::runtime_error {
 public:
  SqliteFault(int code, const std::string& message) : std::runtime_error(message), code_(code) {}

  // The file is no database, or its pages contradict each other.
  [[nodiscard]] bool damaged() const noexcept;
  [[nodiscard]] bool no_database() const noexcept;

 private:
  int code_;
};

class SqliteDatabase {
 public:
  // A file that is not there is only made if create is true; one that may not be written is read.
  // Waits for others that use the file, for as long as a minute.
  SqliteDatabase(const std::filesystem::path& path, bool create);
  ~SqliteDatabase();
  SqliteDatabase(SqliteDatabase&& other) noexcept;
  SqliteDatabase& operator=(SqliteDatabase&& other) noexcept;

  // Statements without results.
  void run(const std::string& sql);
  // The first column of the first row.
  [[nodiscard]] std::int64_t number(const std::string& sql);
  [[nodiscard]] std::string text(const std::string& sql);
  [[nodiscard]] std::int64_t last_row() const noexcept;
  [[nodiscard]] sqlite3* handle() const noexcept { return handle_; }

 private:
  sqlite3* handle_ = nullptr;
};

// One statement with its parameters, which are bound from left to right.
class SqliteStatement {
 public:
  SqliteStatement(SqliteDatabase& database, const std::string& sql);
  ~SqliteStatement();
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;

  SqliteStatement& bind(std::int64_t value);
  SqliteStatement& bind(double value);
  SqliteStatement& bind(std::string_view value);
  // Whether there is a row. Columns count from 0.
  bool step();
  // Makes the statement ready for other parameters, after step() returned false.
  void reset();
  [[nodiscard]] std::int64_t number(int column) const;
  [[nodiscard]] double real(int column) const;
  [[nodiscard]] std::string text(int column) const;

 private:
  sqlite3* database_;
  sqlite3_stmt* handle_ = nullptr;
  int bound_ = 0;
};

// What is done meanwhile is undone unless it is committed.
class SqliteTransaction {
 public:
  explicit SqliteTransaction(SqliteDatabase& database);
  ~SqliteTransaction();
  SqliteTransaction(const SqliteTransaction&) = delete;
  SqliteTransaction& operator=(const SqliteTransaction&) = delete;

  void commit();

 private:
  SqliteDatabase& database_;
  bool open_ = true;
};

}  // namespace gyre
