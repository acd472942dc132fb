// SPDX-License-Identifier: MIT
// --set FIELD=VALUE: what if a number of the record were another one.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "unit/timing/cycles/timed_listing.hpp"

namespace reconverge::timing {
namespace {

using testing::cycles_of;
using ::testing::HasSubstr;

CycleRecord with(std::string_view assignment) {
  CycleRecord record = *built_in_record("sm_90");
  const auto done = set_in_record(record, assignment);
  EXPECT_TRUE(done.has_value()) << to_string(done.error());
  return record;
}

std::string error_of(std::string_view assignment) {
  CycleRecord record = *built_in_record("sm_90");
  const auto done = set_in_record(record, assignment);
  if (done) return "none";
  EXPECT_EQ(done.error().failure, core::Failure::usage);
  return to_string(done.error());
}

TEST(SetInRecord, ReplacesAScalarNumberAndSaysSo) {
  const CycleRecord record = with("issue.yield_without_stall=77");
  EXPECT_EQ(record.issue.yield_without_stall, 77);
  EXPECT_EQ(record.sources.find("issue.yield_without_stall")->second.grade, core::Grade::given);
  EXPECT_EQ(record.sources.find("issue.yield_without_stall")->second.source, "--set issue.yield_without_stall=77");
}

TEST(SetInRecord, TakesNoMoreLinesAheadOrBanksThanTheRulesHold) {
  EXPECT_EQ(with("fetch.lines_ahead=2").fetch.lines_ahead, 2);
  EXPECT_THAT(error_of("fetch.lines_ahead=3"), HasSubstr("from 1 to 2"));
  EXPECT_EQ(with("operand.banks=2").operand.banks, 2);
  EXPECT_THAT(error_of("operand.banks=3"), HasSubstr("operand.banks is 3"));
}

TEST(SetInRecord, ReplacesAWayOfGoingOnOfOneInstructionOrOfAll) {
  const auto cycles = [](const CycleRecord& record, std::string_view opcode) {
    return std::ranges::find_if(record.transfers,
                                [&](const TransferTiming& row) {
                                  return row.opcode == opcode &&
                                         row.transfer == emulator::ControlTransfer::resumed_older;
                                })
        ->cycles;
  };
  EXPECT_EQ(cycles(with("resumed-older=30"), "BSYNC"), 30);
  EXPECT_EQ(cycles(with("resumed-older=30"), "EXIT"), 30);
  EXPECT_EQ(cycles(with("BSYNC.resumed-older=30"), "BSYNC"), 30);
  EXPECT_EQ(cycles(with("BSYNC.resumed-older=30"), "EXIT"), 51);
}

TEST(SetInRecord, ReplacesAColumnOfAnOperation) {
  EXPECT_EQ(cycles_of("LDS R1, [R2] &wr=0x0 ?trans2\nNOP &req={0}\nEXIT", with("LDS.result_latency=41")),
            "LDS:0 NOP:43 EXIT:44");
  EXPECT_EQ(cycles_of("IADD3 R1, R2, R3, RZ\nIADD3 R4, R5, R6, RZ\nEXIT", with("IADD3.issue_interval=9")),
            "IADD3:0 IADD3:9 EXIT:10");
}

TEST(SetInRecord, RefusesWhatTheRecordDoesNotHave) {
  EXPECT_THAT(error_of("fetch.colour=3"), HasSubstr("fetch.next_line"));
  EXPECT_THAT(error_of("QUUX.result_latency=3"), HasSubstr("no number named QUUX.result_latency"));
  EXPECT_THAT(error_of("LDS.colour=3"), HasSubstr("no number named LDS.colour"));
  EXPECT_THAT(error_of("fetch.next_line"), HasSubstr("does not give a whole number"));
  EXPECT_THAT(error_of("fetch.next_line=-1"), HasSubstr("from 0 to"));
  EXPECT_THAT(error_of("fetch.next_line=3x"), HasSubstr("does not give a whole number"));
  EXPECT_THAT(error_of("fetch.line_bytes=0"), HasSubstr("from 1 to"));
  EXPECT_THAT(error_of("=3"), HasSubstr("no number named"));
}

}  // namespace
}  // namespace reconverge::timing
