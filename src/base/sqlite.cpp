#include "base/sqlite.h"

#include <sqlite3.h>

#include <utility>

namespace gyre {
namespace {

constexpr int kWaitMilliseconds = 60'000;

void check(int code, sqlite3* database) {
  if (code == SQLITE_OK) return;
  throw SqliteFault(code, database == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(database));
}

}  // namespace

bool SqliteFault::damaged() const noexcept {
  return (code_ & 0xFF) == SQLITE_CORRUPT || no_database();
}

bool SqliteFault::no_database() const noexcept {
  return (code_ & 0xFF) == SQLITE_NOTADB;
}

SqliteDatabase::SqliteDatabase(const std::filesystem::path& path, bool create) {
  const int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);
  const int code = sqlite3_open_v2(path.c_str(), &handle_, flags, nullptr);
  if (code != SQLITE_OK) {
    const SqliteFault fault(code,
                            handle_ == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(handle_));
    sqlite3_close(handle_);
    handle_ = nullptr;
    throw fault;
  }
  sqlite3_busy_timeout(handle_, kWaitMilliseconds);
}

SqliteDatabase::~SqliteDatabase() {
  sqlite3_close(handle_);
}

SqliteDatabase::SqliteDatabase(SqliteDatabase&& other) noexcept
    : handle_(std::exchange(other.handle_, nullptr)) {}

SqliteDatabase& SqliteDatabase::operator=(SqliteDatabase&& other) noexcept {
  std::swap(handle_, other.handle_);
  return *this;
}

void SqliteDatabase::run(const std::string& sql) {
  check(sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr), handle_);
}

std::int64_t SqliteDatabase::number(const std::string& sql) {
  SqliteStatement statement(*this, sql);
  return statement.step() ? statement.number(0) : 0;
}

std::string SqliteDatabase::text(const std::string& sql) {
  SqliteStatement statement(*this, sql);
  return statement.step() ? statement.text(0) : "";
}

std::int64_t SqliteDatabase::last_row() const noexcept {
  return sqlite3_last_insert_rowid(handle_);
}

SqliteStatement::SqliteStatement(SqliteDatabase& database, const std::string& sql)
    : database_(database.handle()) {
  check(sqlite3_prepare_v2(database_, sql.c_str(), -1, &handle_, nullptr), database_);
}

SqliteStatement::~SqliteStatement() {
  sqlite3_finalize(handle_);
}

SqliteStatement& SqliteStatement::bind(std::int64_t value) {
  check(sqlite3_bind_int64(handle_, ++bound_, value), database_);
  return *this;
}

SqliteStatement& SqliteStatement::bind(double value) {
  check(sqlite3_bind_double(handle_, ++bound_, value), database_);
  return *this;
}

SqliteStatement& SqliteStatement::bind(std::string_view value) {
  check(sqlite3_bind_text64(handle_, ++bound_, value.data(), value.size(),
                            SQLITE_TRANSIENT,  // NOLINT: a number as a pointer, says SQLite
                            SQLITE_UTF8),
        database_);
  return *this;
}

bool SqliteStatement::step() {
  const int code = sqlite3_step(handle_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  throw SqliteFault(code, sqlite3_errmsg(database_));
}

void SqliteStatement::reset() {
  check(sqlite3_reset(handle_), database_);
  bound_ = 0;
}

std::int64_t SqliteStatement::number(int column) const {
  return sqlite3_column_int64(handle_, column);
}

double SqliteStatement::real(int column) const {
  return sqlite3_column_double(handle_, column);
}

std::string SqliteStatement::text(int column) const {
  const unsigned char* text = sqlite3_column_text(handle_, column);
  if (text == nullptr) return "";
  return {reinterpret_cast<const char*>(text),  // NOLINT: SQLite's texts are unsigned
          static_cast<std::size_t>(sqlite3_column_bytes(handle_, column))};
}

// Takes the right to write at once, so that what is read within stays true.
SqliteTransaction::SqliteTransaction(SqliteDatabase& database) : database_(database) {
  database_.run("BEGIN IMMEDIATE");
}

SqliteTransaction::~SqliteTransaction() {
  if (open_) sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void SqliteTransaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

}  // namespace gyre
