// SPDX-License-Identifier: MIT
// What the records that are built in say of themselves.

#include "timing/record/fields.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "timing/record/reader.hpp"

namespace reconverge::timing {
namespace {

const CycleRecord& hopper() { return *built_in_record("sm_90"); }

std::string model_page() {
  std::ifstream file(RECONVERGE_SOURCE_TREE "/docs/model.md");
  return {std::istreambuf_iterator<char>(file), {}};
}

/// "1. stall-count:" and so on in docs/model.md.
std::set<std::string> rule_names() {
  const std::string text = model_page();
  static const std::regex rule(R"(\n\d+\. ([a-z][a-z0-9-]+): )");
  std::set<std::string> names;
  for (std::sregex_iterator one(text.begin(), text.end(), rule), end; one != end; ++one) names.insert((*one)[1]);
  return names;
}

std::vector<RecordSource> all_sources() {
  std::vector<RecordSource> all;
  for (const auto& [name, source] : hopper().sources) all.push_back(source);
  for (std::size_t i = 1; i < hopper().units.size(); ++i) all.push_back(hopper().units[i].source);
  for (const auto& row : hopper().operations) all.push_back(row.source);
  for (const auto& row : hopper().transfers) all.push_back(row.source);
  for (const auto& band : hopper().bands)
    if (band) all.push_back(band->source);
  return all;
}

TEST(BuiltInRecord, HasEveryFieldThatRulesComputeWith) {
  EXPECT_TRUE(hopper().absent.empty()) << hopper().absent.begin()->second;
  EXPECT_EQ(hopper().sources.size(), record_fields().size());
  EXPECT_EQ(hopper().architecture, "sm_90");
  EXPECT_EQ(built_in_record("sm_80"), nullptr) << "nobody has measured it";
}

TEST(BuiltInRecord, CitesRulesOfTheModelPage) {
  const auto names = rule_names();
  ASSERT_GE(names.size(), 25U);
  for (const RecordSource& source : all_sources()) EXPECT_TRUE(names.contains(source.rule)) << source.rule;
}

TEST(BuiltInRecord, CitesProbesThatExist) {
  for (const RecordSource& source : all_sources())
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(RECONVERGE_SOURCE_TREE) / source.source))
        << source.source;
}

TEST(BuiltInRecord, FieldsHaveOneNameEach) {
  std::set<std::string_view> names;
  for (const RecordField& field : record_fields()) EXPECT_TRUE(names.insert(field.name).second) << field.name;
}

/// Two names for one number would make one of them an ornament.
TEST(BuiltInRecord, FieldsHaveOnePlaceEach) {
  CycleRecord record;
  std::set<const std::int32_t*> places;
  for (const RecordField& field : record_fields()) EXPECT_TRUE(places.insert(&field.in(record)).second) << field.name;
}

}  // namespace
}  // namespace reconverge::timing
