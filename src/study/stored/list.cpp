// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "core/command_line.hpp"
#include "core/short_names.hpp"
#include "study/stored/stored.hpp"
#include "study/support/presentation.hpp"

namespace reconverge::study {
namespace stored {

std::string word(const Json& object, std::string_view key) { return measurements::text_or_empty(object, key); }

std::string text(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

report::Cell cell(const Json& value, const std::string& reason) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number_integer())
    if (const auto whole = integer_of<std::int64_t>(value)) return *whole;
  if (value.is_number()) return value.get<double>();
  return report::Absent{reason};
}

namespace {

/// The commands that made the results, and where and when.
report::Section sources_section(const std::vector<StoredResult>& results) {
  report::Table table{.id = "sources",
                      .caption = "The stored results that this report is made of, and the commands that made them.",
                      .columns = {{"file", "file", ""},
                                  {"schema", "schema", ""},
                                  {"command", "command", ""},
                                  {"tool", "tool", ""},
                                  {"time", "time", ""},
                                  {"host", "host", ""}}};
  std::vector<std::string> files;
  for (const auto& result : results) files.push_back(result.source);
  const core::ShortNames names(files);
  for (const auto& result : results) {
    std::vector<std::string> words;
    for (const auto& argument : member(result.content, "argv")) words.push_back(text(argument));
    const std::string command = core::command_line(core::without_folders(words));
    const Json& tool = member(result.content, "tool");
    const Json version = tool.is_null() ? Json() : Json(word(tool, "version") + " (" + word(tool, "git_hash") + ")");
    table.rows.push_back({names.of(result.source), word(result.content, "schema"),
                          cell(command.empty() ? Json() : Json(command), "the file does not say"),
                          cell(version, "the file does not say"),
                          cell(member(result.content, "time"), "the file does not say"),
                          cell(member(result.content, "host"), "the file does not say")});
  }
  return {.id = "sources", .title = "Where the numbers come from", .blocks = {std::move(table)}};
}

}  // namespace
}  // namespace stored

std::span<const StoredFormat> stored_formats() {
  static constexpr std::array all = {
      StoredFormat{"reconverge.bench", "Measurements", 2, stored_bench},
      StoredFormat{"reconverge.emulation", "Emulated runs", 1, stored_emulation},
      StoredFormat{"reconverge.kernel", "Emulated kernels", 1, stored_kernels},
      StoredFormat{"reconverge.paper", "The paper, reproduced", 1, stored_paper},
      StoredFormat{"reconverge.profile", "Profiled applications", 1, stored_profile},
  };
  return all;
}

core::Result<report::Report> stored_report(const std::vector<StoredResult>& results) {
  for (const auto& result : results) {
    const std::string schema = stored::word(result.content, "schema");
    const auto known_format = std::ranges::find(stored_formats(), schema, &StoredFormat::schema);
    if (known_format != stored_formats().end()) {
      const auto& version = stored::member(result.content, "schema_version");
      const bool is_known = version.is_number_integer() && version >= 1 && version <= known_format->newest_version;
      if (version.is_null() || is_known) continue;
      return core::Diagnostic{
          .failure = core::Failure::input,
          .message = fmt::format("version {} of schema '{}' is not known", stored::text(version), schema),
          .hint = fmt::format("versions up to {} are read; another version of this program wrote the file",
                              known_format->newest_version),
          .where = {result.source}};
    }
    std::string known;
    for (const auto& format : stored_formats()) known += (known.empty() ? "" : ", ") + std::string(format.schema);
    return core::Diagnostic{.failure = core::Failure::input,
                            .message = schema.empty() ? "this is not a stored result: it names no schema"
                                                      : fmt::format("results of schema '{}' cannot be shown", schema),
                            .hint = "a JSON file of one of " + known,
                            .where = {result.source}};
  }
  report::Report report{.title = "Reconverge: stored results"};
  for (const auto& format : stored_formats()) {
    StoredResults chosen;
    for (const auto& result : results)
      if (stored::word(result.content, "schema") == format.schema) chosen.push_back(&result);
    if (chosen.empty()) continue;
    auto sections = format.make(chosen);
    if (!sections) return sections.error();
    for (auto& section : *sections) report.sections.push_back(std::move(section));
  }
  report.sections.push_back(stored::sources_section(results));
  return report;
}

}  // namespace reconverge::study
