// SPDX-License-Identifier: MIT
#include "cli/file_roles.hpp"
#include "core/usage_error.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace reconverge::cli {
namespace {

struct Roles {
  std::set<FileIdentity> read;
  std::map<std::string, FileIdentity> replaced;  ///< by place
};

Roles& roles() {
  static Roles all;
  return all;
}

/// Only a regular file can be replaced.
std::optional<FileIdentity> identity_of(const struct stat& status) {
  return S_ISREG(status.st_mode) ? std::optional(FileIdentity{status.st_dev, status.st_ino}) : std::nullopt;
}

core::Diagnostic both(const std::string& path) {
  return core::usage_error(fmt::format("'{}' is read, and would be replaced by a result", path),
                           "give the result a path of its own");
}

core::Result<core::Done> note_read(const struct stat& status, const std::string& path) {
  const auto identity = identity_of(status);
  if (!identity) return core::Done{};
  roles().read.insert(*identity);
  const bool is_replaced =
      std::ranges::any_of(roles().replaced, [&](const auto& entry) { return entry.second == *identity; });
  if (is_replaced) return both(path);
  return core::Done{};
}

}  // namespace

core::Result<core::Done> note_input(int file, const std::string& path) {
  struct stat status {};
  return fstat(file, &status) == 0 ? note_read(status, path) : core::Result<core::Done>(core::Done{});
}

core::Result<core::Done> note_input(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 ? note_read(status, path) : core::Result<core::Done>(core::Done{});
}

core::Result<core::Done> note_output(const std::string& place, const std::string& path) {
  struct stat status {};
  if (stat(place.c_str(), &status) != 0) return core::Done{};
  const auto identity = identity_of(status);
  if (!identity) return core::Done{};
  if (roles().read.contains(*identity)) return both(path);
  roles().replaced.insert_or_assign(place, *identity);
  return core::Done{};
}

void forget_output(const std::string& place) { roles().replaced.erase(place); }

}  // namespace reconverge::cli
