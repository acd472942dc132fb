// SPDX-License-Identifier: MIT
#include "timing/record/rows.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "timing/record/row_reader.hpp"

namespace reconverge::timing {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& row, const char* key) {
  return row.contains(key) && row[key].is_string() ? row[key].get<std::string>() : "";
}

std::string value_of(const Json& row) {
  static const std::set<std::string> about{"field", "band", "opcode", "transfer", "rule", "grade", "source", "note"};
  if (row.contains("value")) return fmt::format("{} {}", row["value"].dump(), text_of(row, "unit"));
  if (row.contains("transfer") && row.contains("cycles")) return fmt::format("{} cycles", row["cycles"].dump());
  std::string value;
  for (const auto& [key, member] : row.items()) {
    if (about.contains(key)) continue;
    value += fmt::format("{}{} {}", value.empty() ? "" : ", ", key,
                         member.is_string() ? member.get<std::string>() : member.dump());
  }
  std::ranges::replace(value, '_', ' ');
  return value;
}

std::string name_of(const Json& row, const std::string& opcode) {
  std::string name = opcode.empty() ? text_of(row, row.contains("band") ? "band" : "field") : opcode;
  if (name.empty()) name = "unit " + text_of(row, "unit");
  const std::string transfer = text_of(row, "transfer");
  return transfer.empty() ? name : name + ' ' + transfer;
}

}  // namespace

std::vector<RecordRow> rows_of_record(const Json& record) {
  std::vector<RecordRow> rows;
  std::optional<std::string> error;
  for (const char* list : {"fields", "transfers", "operations", "units", "bands"}) {
    if (!record.contains(list)) continue;
    for (const Json& row : record[list]) {
      const std::string opcode = text_of(row, "opcode");
      rows.push_back({name_of(row, opcode), opcode, value_of(row), RowReader(row, "", error).source()});
    }
  }
  return rows;
}

}  // namespace reconverge::timing
