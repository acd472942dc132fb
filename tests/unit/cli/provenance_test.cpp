// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "report/formats/formats.hpp"
#include "timing/generation.hpp"

// docs/provenance.md holds every number of the generation records, and no other.
namespace reconverge::cli {
namespace {

/// generation | name | kernel | value | grade | source
using Entries = std::set<std::string>;

std::string entry(const timing::Generation& generation, const std::string& name, const std::string& kernel,
                  const core::Sourced& number) {
  return fmt::format("{} | {} | {} | {} | {} | {}", generation.name, name, kernel.empty() ? "any" : kernel,
                     report::format_number(number.value), to_string(number.grade), number.source);
}

Entries recorded() {
  Entries entries;
  for (const auto& generation : timing::generations()) {
    if (generation.stack_capacity) entries.insert(entry(generation, "stack-capacity", "", *generation.stack_capacity));
    if (generation.spill_chunk) entries.insert(entry(generation, "spill-chunk", "", *generation.spill_chunk));
    for (const auto& cost : generation.costs) entries.insert(entry(generation, cost.name, cost.kernel, cost.cycles));
    for (const auto& beside : generation.beside) entries.insert(entry(generation, beside.name, "", beside.value));
  }
  return entries;
}

/// The rows of the first table under "## Generation records", without their last cell.
Entries documented() {
  std::ifstream file(std::string(RECONVERGE_DOCUMENTS) + "/provenance.md");
  EXPECT_TRUE(file);
  Entries entries;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## ")) inside = line == "## Generation records";
    if (!inside || !line.starts_with("| ") || line.starts_with("| generation |")) continue;
    const auto last_cell = line.rfind(" | ");
    entries.insert(line.substr(2, last_cell - 2));
  }
  return entries;
}

TEST(Provenance, HoldsEveryNumberOfTheGenerationRecordsAndNoOther) {
  const Entries in_code = recorded(), in_document = documented();
  ASSERT_FALSE(in_code.empty());
  for (const std::string& one : in_code) EXPECT_TRUE(in_document.contains(one)) << "not in provenance.md: " << one;
  for (const std::string& one : in_document) EXPECT_TRUE(in_code.contains(one)) << "in no record: " << one;
}

}  // namespace
}  // namespace reconverge::cli
