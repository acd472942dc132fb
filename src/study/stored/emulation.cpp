// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "study/stored/stored.hpp"

namespace reconverge::study {
namespace {

using stored::Json;

constexpr std::pair<const char*, const char*> counts[] = {{"depth", "depth"},
                                                          {"pushes", "pushes"},
                                                          {"branches", "branches"},
                                                          {"divergent_branches", "divergent"},
                                                          {"instructions", "instructions"},
                                                          {"spills", "spills"},
                                                          {"reloads", "reloads"},
                                                          {"divergence_cycles", "divergence cycles"},
                                                          {"cycles", "cycles"}};

void add_rows(const StoredResult& result, report::Table& table) {
  const Json& generations = stored::object_member(result.content, "generations");
  const std::string unfinished = stored::word(result.content, "diagnostic");
  for (auto generation = generations.begin(); generation != generations.end(); ++generation) {
    std::vector<report::Cell> row = {result.source, stored::text(stored::member(result.content, "function")),
                                     generation.key()};
    for (const auto& [key, title] : counts) {
      const std::string reason = stored::word(*generation, std::string(key) + "_absent");
      row.push_back(
          stored::cell(stored::member(*generation, key), reason.empty() ? "not in the stored result" : reason));
    }
    table.rows.push_back(std::move(row));
  }
  if (stored::member(result.content, "complete") == Json(false))
    table.notes.push_back(
        fmt::format("{}: the run did not finish; counts are those until it stopped. {}", result.source, unfinished));
  if (!generations.is_object() || generations.empty())
    table.notes.push_back(result.source + ": no generation's run was stored.");
}

}  // namespace

/// Counts and cycles of every stored run, one row a file and generation.
core::Result<std::vector<report::Section>> stored_emulation(const StoredResults& results) {
  report::Table table{
      .id = "emulated_runs",
      .caption = "Counts and cycles of emulated runs.",
      .columns = {{"file", "file", ""}, {"function", "function", ""}, {"generation", "generation", ""}}};
  for (const auto& [key, title] : counts) table.columns.push_back({key, title, "emulated"});
  for (const auto* result : results) add_rows(*result, table);
  return std::vector<report::Section>{{.id = "emulation", .title = "Emulated runs", .blocks = {std::move(table)}}};
}

}  // namespace reconverge::study
