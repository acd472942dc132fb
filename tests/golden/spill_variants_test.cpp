// SPDX-License-Identifier: MIT
// spill_variants.csv: the readings of the paper's two sentences on spills, for both kernels.

#include <gtest/gtest.h>

#include <ostream>
#include <set>

#include "golden/paper_run.hpp"
#include "golden/table.hpp"

namespace reconverge::golden {
namespace {

struct Reading {
  std::string_view rule;
  std::string_view spills;
  std::string_view reloads;  ///< column of the reloads; empty if the table has none
};

void PrintTo(const Reading& reading, std::ostream* out) { *out << reading.rule; }

constexpr Reading readings[] = {
    {"lazy", "lazy4", "lazy4"},
    {"eager-empty", "eager0", ""},
    {"pinned-first", "keepfirst", ""},
    {"eager-free", "eager12", ""},
    {"single-entry", "lazy1_spills", "lazy1_reloads"},
};

TEST(SpillVariants, CoverEverySpillRule) {
  std::set<std::string_view> covered, rules;
  for (const Reading& reading : readings) covered.insert(reading.rule);
  for (const auto& rule : emulator::spill_rules()) rules.insert(rule.name);
  EXPECT_EQ(covered, rules) << "a rule without reference values, or values without a rule";
}

class SpillVariants : public testing::TestWithParam<Reading> {};

TEST_P(SpillVariants, MatchTheTable) {
  const Table table(tables::spill_variants);
  ASSERT_EQ(table.size(), 2u * study::staircase_count);
  const Reading& reading = GetParam();
  for (std::size_t row = 0; row < table.size(); ++row) {
    const bool single = table.word(row, "kernel") == "ss";
    const auto n = static_cast<int>(table.count(row, "n"));
    SCOPED_TRACE(testing::Message() << reading.rule << " " << table.word(row, "kernel") << " n=" << n);
    const auto counts = run_paper_kernel(single ? study::single_loop() : study::double_loop(), n,
                                         {.spill_rule = reading.rule, .generation = timing::kepler(), .listeners = {}})
                            .counts;
    EXPECT_EQ(counts.spills, table.count(row, reading.spills));
    EXPECT_EQ(counts.spilled_entries, 4 * counts.spills);
    EXPECT_EQ(counts.reloaded_entries, counts.spilled_entries);
    if (!reading.reloads.empty()) {
      EXPECT_EQ(counts.reloads, table.count(row, reading.reloads));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Readings, SpillVariants, testing::ValuesIn(readings), [](const auto& tested) {
  std::string name;
  for (const char letter : tested.param.rule)
    if (letter != '-') name += letter;
  return name;
});

}  // namespace
}  // namespace reconverge::golden
