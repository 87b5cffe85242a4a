#include "table/names.h"

#include "table/header.h"

#include <gyre/base/error.h>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <random>

namespace gyre {
namespace {

constexpr std::size_t kDigestDigits = 16;

bool is_stem(const std::string& text) {
  if (text.size() < kDigestDigits + 2 || text[text.size() - kDigestDigits - 1] != '-') return false;
  return text.find_first_not_of("0123456789abcdef", text.size() - kDigestDigits) ==
         std::string::npos;
}

}  // namespace

TableNames::TableNames(const std::filesystem::path& folder, const TableKey& key) : folder_(folder) {
  if (const std::string fault = why_no_key(key); !fault.empty()) throw Error(fault);
  const auto digest = key.digest();
  stem_ = fmt::format("{}-{:02x}", key.name,
                      fmt::join(digest.begin(), digest.begin() + kDigestDigits / 2, ""));
}

TableNames::TableNames(const std::filesystem::path& file) : folder_(file.parent_path()) {
  const std::string name = file.filename().string();
  stem_ = name.substr(0, name.find('.'));
}

std::filesystem::path TableNames::with(const std::string& ending) const {
  return folder_ / (stem_ + ending);
}

std::filesystem::path TableNames::damaged(int number) const {
  return with(fmt::format(".table.damaged-{}", number));
}

std::filesystem::path TableNames::new_partial() const {
  std::random_device random;
  return with(fmt::format(".{}-{:08x}.partial", ::getpid(), random()));
}

std::string TableNames::name() const {
  return is_stem(stem_) ? stem_.substr(0, stem_.size() - kDigestDigits - 1) : stem_;
}

bool TableNames::owns(const std::filesystem::path& file) const {
  return kind_of(file) && TableNames(file).stem() == stem_;
}

std::optional<TableFileKind> kind_of(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos || dot == 0) return std::nullopt;
  const std::string ending = name.substr(dot);
  if (ending == ".table") return TableFileKind::table;
  // Files of others may end like these; ours have the digits too.
  if (!is_stem(name.substr(0, dot))) return std::nullopt;
  if (ending == ".lock") return TableFileKind::lock;
  if (ending == ".checkpoint") return TableFileKind::checkpoint;
  if (ending.starts_with(".table.damaged-")) return TableFileKind::damaged;
  if (ending.ends_with(".partial")) return TableFileKind::partial;
  return std::nullopt;
}

}  // namespace gyre
