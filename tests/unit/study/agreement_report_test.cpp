// SPDX-License-Identifier: MIT
// How much of a likely cause the tables tell, and that they can be read on a terminal.

#include "study/replay/agreement_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "report/formats/formats.hpp"

namespace reconverge::study {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<UntimedPlace> places(const std::string& mnemonic, int count, const std::string& way = "") {
  std::vector<UntimedPlace> list;
  for (int i = 0; i < count; ++i) list.push_back({mnemonic, way, 0x200 + 16 * static_cast<std::uint64_t>(i)});
  return list;
}

std::vector<UntimedPlace> together(const std::vector<std::vector<UntimedPlace>>& lists) {
  std::vector<UntimedPlace> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

TEST(UntimedPlaces, NameAMnemonicOnceWithTheNumberOfItsPlaces) {
  EXPECT_EQ(places_in_short(places("STS", 4)), "STS (4 places)");
  EXPECT_EQ(places_in_short(together({places("LDS", 1), places("STS", 2)})), "LDS at 0x200, STS (2 places)");
  EXPECT_EQ(places_in_short(places("LDG.E", 30, " with these addresses")), "LDG.E with these addresses (30 places)");
}

TEST(UntimedPlaces, OfOneInstructionInTwoWaysAreOne) {
  const auto slept = places("NANOSLEEP", 1), otherwise = places("NANOSLEEP", 1, " in this way");
  EXPECT_EQ(places_in_short(together({slept, otherwise})), "NANOSLEEP at 0x200");
  EXPECT_EQ(places_in_short(together({otherwise, slept})), "NANOSLEEP at 0x200");
}

TEST(UntimedPlaces, NameThreeMnemonicsAndCountTheRest) {
  const auto three = together({places("A", 2), places("B", 2), places("C", 2)});
  EXPECT_EQ(places_in_short(three), "A (2 places), B (2 places), C (2 places)");
  EXPECT_EQ(places_in_short(together({three, places("D", 1), places("E", 3), places("A", 1)})),
            "A (2 places), B (2 places), C (2 places) and 2 more");
}

TEST(UntimedPlaces, AreAllToldWhereNothingIsShortened) {
  EXPECT_EQ(every_place(together({places("STS", 2), places("LDG", 1, " with these addresses")})),
            "STS at 0x200, STS at 0x210, LDG with these addresses at 0x200");
}

/// One kernel that is exact and one that is not, for which much is not timed.
class AgreementTables : public testing::Test {
 protected:
  AgreementTables() {
    exact_.name = "a_kernel_that_is_exact";
    missed_.name = "a_kernel_with_a_long_name";
    for (measurements::BenchRun* run : {&exact_, &missed_}) {
      run->pattern = "staircase";
      run->inner_unroll = 1;
      run->states.resize(1);
    }
    Agreement exact{.state = &exact_.states[0],
                    .measured = 900,
                    .predicted = 900,
                    .first_miss = {},
                    .why_not_comparable = {},
                    .likely_cause = {},
                    .untimed = {}};
    Agreement missed = exact;
    missed.state = &missed_.states[0];
    missed.predicted.reset();
    missed.first_miss = "lane 31 stops at 123456, predicted 123789";
    missed.untimed = together({places("LDG.E.128.STRONG.SM", 30, " with these addresses"), places("STS", 20),
                               places("LDS", 9), places("SHFL.BFLY", 5)});
    missed.likely_cause = "not timed: " + every_place(missed.untimed);
    files_ = {{"results.json", {{&exact_, {exact}}, {&missed_, {missed}}}}};
  }

  std::string to_read() const {
    std::string text;
    for (const report::Block& block : agreement_by_kernel_to_read(files_))
      text += report::to_text(std::get<report::Table>(block), 100) + "\n";
    return text;
  }

  measurements::BenchRun exact_, missed_;
  std::vector<FileAgreement> files_;
};

constexpr const char* in_short =
    "not timed: LDG.E.128.STRONG.SM with these addresses (30 places), STS (20 places), LDS (9 places) and 1 more";

TEST_F(AgreementTables, TellInShortWhatIsNotTimed) {
  EXPECT_THAT(report::to_csv(agreement_by_kernel(files_)), HasSubstr(in_short));
  EXPECT_THAT(report::to_csv(agreement_by_state(files_)), HasSubstr(in_short));
  EXPECT_THAT(report::to_csv(agreement_by_state(files_)), Not(HasSubstr("STS at")));
}

TEST_F(AgreementTables, ForProgramsNameEveryPlace) {
  nlohmann::ordered_json record;
  add_to_record(files_, record);
  const std::string& all = files_[0].runs[1].states[0].likely_cause;
  EXPECT_EQ(record["kernels"][1]["likely_cause"], all);
  EXPECT_EQ(record["states"][1]["likely_cause"], all);
  EXPECT_EQ(record["states"][1]["predicted_cycles_absent"], all);
}

TEST_F(AgreementTables, StandSideBySideInAHundredColumns) {
  std::istringstream lines(to_read());
  std::string line, headings;
  int count = 0;
  for (; std::getline(lines, line); ++count) {
    EXPECT_LE(line.size(), 100u) << line;
    if (line.starts_with("benchmark ")) headings += line + "\n";
  }
  EXPECT_LT(count, 30) << to_read();
  EXPECT_EQ(std::ranges::count(headings, '\n'), 2) << headings << "a table was split";
  EXPECT_THAT(headings, HasSubstr("within 1 %  not predicted"));
  EXPECT_THAT(headings, testing::ContainsRegex("first miss +likely cause"));
}

TEST_F(AgreementTables, OfWhatIsMissedHoldNothingThatIsExact) {
  const auto tables = agreement_by_kernel_to_read(files_);
  ASSERT_EQ(tables.size(), 2u);
  EXPECT_EQ(std::get<report::Table>(tables[0]).rows.size(), 2u);
  const auto& misses = std::get<report::Table>(tables[1]).rows;
  ASSERT_EQ(misses.size(), 1u);
  EXPECT_EQ(misses[0][0], report::Cell(missed_.name));
  files_[0].runs.pop_back();
  EXPECT_EQ(agreement_by_kernel_to_read(files_).size(), 1u) << "an empty table tells nothing";
}

/// A block of two warps: measured 900 and 904 cycles, its warps 890 and 896 in one sample, 892 and 896 in the other.
class BlockAgreement : public testing::Test {
 protected:
  static gpu::LaunchResult of_warps(std::int64_t one, std::int64_t other) {
    gpu::LaunchResult launch;
    for (const std::int64_t span : {one, other}) launch.warps.push_back({.start = 7, .stop = 7 + span});
    return launch;
  }

  Agreement predicted(std::int64_t cycles, run::BlockAnswer answer) const {
    run::BlockCycles block;
    block.answer = answer;
    block.worst_error = 0.05;
    return {.state = &state_,
            .measured = 902,
            .predicted = cycles,
            .first_miss = "a warp takes 1 cycles, predicted 2",
            .why_not_comparable = {},
            .likely_cause = {},
            .block = block,
            .untimed = {}};
  }

  std::string verdict_of(const Agreement& agreement) const {
    nlohmann::ordered_json record;
    add_to_record({{"results.json", {{&run_, {agreement}}}}}, record);
    EXPECT_EQ(record["states"][0]["warps"], 2);
    return record["states"][0]["verdict"];
  }

  BlockAgreement() {
    run_.name = "two_warps";
    run_.warps = 2;
    state_.samples = {900, 904};
    state_.warps = {{{0, 890}, {4, 900}}, {{2, 898}, {0, 892}}};
  }

  measurements::BenchRun run_;
  measurements::BenchState state_;
};

TEST_F(BlockAgreement, ComparesWarpsWithoutTheirNamesWithTheNearestSample) {
  EXPECT_EQ(warp_differences(state_, of_warps(896, 890)).count, 0);
  const WarpDifferences second = warp_differences(state_, of_warps(892, 899));
  EXPECT_EQ(second.count, 1);
  EXPECT_EQ(second.first, "a warp takes 896 cycles, predicted 899");
  EXPECT_EQ(warp_differences(state_, of_warps(1, 2)).count, 2);
}

TEST_F(BlockAgreement, IsJudgedByTheSpreadOfTheCardAndTheErrorOfTheEstimate) {
  EXPECT_EQ(verdict_of(predicted(904, run::BlockAnswer::exact)), "within spread");
  EXPECT_EQ(verdict_of(predicted(905, run::BlockAnswer::exact)), "differs");
  EXPECT_EQ(verdict_of(predicted(940, run::BlockAnswer::estimate)), "within error");
  EXPECT_EQ(verdict_of(predicted(950, run::BlockAnswer::estimate)), "differs") << "5.3 % off, where 5 % are said";
}

TEST_F(BlockAgreement, HasColumnsOfItsOwnOnlyWhereThereAreBlocks) {
  const auto columns = [&] {
    return report::to_text(std::get<report::Table>(agreement_by_kernel_to_read(
                               {{"f.json", {{&run_, {predicted(904, run::BlockAnswer::estimate)}}}}})[0]),
                           200);
  };
  EXPECT_THAT(columns(), HasSubstr("within spread"));
  run_.warps = 1;
  EXPECT_THAT(columns(), Not(HasSubstr("within spread")));
}

}  // namespace
}  // namespace reconverge::study
