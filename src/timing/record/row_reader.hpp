// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/diagnostic.hpp"
#include "timing/cycles/cycle_record.hpp"

namespace reconverge::timing {

/// Reads a JSON object member by member, each of a known kind; a member that was not read is an error at the end. The
/// first error is kept, and every later read gives its default.
class RowReader {
 public:
  /// @param pointer  of the object, for diagnostics: "/fields/3"
  RowReader(const nlohmann::ordered_json& object, std::string pointer, std::optional<std::string>& error);

  std::string text(std::string_view key);  ///< has to be there
  std::string text_or(std::string_view key, std::string otherwise);
  bool flag(std::string_view key);  ///< false if it is not there
  std::optional<std::int32_t> number(std::string_view key, std::int32_t least, std::int32_t most);
  std::int32_t number_or(std::string_view key, std::int32_t least, std::int32_t most, std::int32_t otherwise);
  bool is_null(std::string_view key) const;
  void allow(std::string_view key) { asked_.emplace(key); }  ///< a member that is read elsewhere
  /// One of the names, as its position; has to be there.
  template <typename Names> std::size_t one_of(std::string_view key, const Names& names) {
    const std::string given = text(key);
    std::size_t position = 0;
    for (const std::string_view name : names) {
      if (name == given) return position;
      ++position;
    }
    std::string all;
    for (const std::string_view name : names) all += (all.empty() ? "" : ", ") + std::string(name);
    fail(key, "is \"" + given + "\"; there are " + all);
    return 0;
  }
  /// rule, grade, source and note.
  RecordSource source();
  void fail(std::string_view key, const std::string& message);
  /// Fails on members that were not read.
  void finish();

 private:
  const nlohmann::ordered_json* find(std::string_view key);

  const nlohmann::ordered_json& object_;
  std::string pointer_;
  std::optional<std::string>& error_;
  std::set<std::string, std::less<>> asked_;
};

}  // namespace reconverge::timing
