// SPDX-License-Identifier: MIT
// Records as files: what is read, what is refused, and what an absent number means.

#include "timing/record/reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/timing/cycles/timed_listing.hpp"

namespace reconverge::timing {
namespace {

using testing::cycles_of;
using ::testing::HasSubstr;
using testing::TimedListing;

/// A record that begins as Hopper's, with these members more.
std::string derived(const std::string& members) {
  return R"({"schema": "reconverge.record", "schema_version": 1, "architecture": "sm_99", "extends": "sm_90")" +
         (members.empty() ? "" : ", " + members) + "}";
}

CycleRecord read(const std::string& text) {
  auto record = read_record(text, "card.json");
  EXPECT_TRUE(record.has_value()) << to_string(record.error());
  return record ? *record : CycleRecord{};
}

std::string error_of(const std::string& text) {
  const auto record = read_record(text, "card.json");
  if (record) return "none";
  EXPECT_EQ(record.error().failure, core::Failure::input);
  EXPECT_FALSE(record.error().hint.empty());
  return to_string(record.error());
}

const std::string invented = R"("rule": "x", "grade": "assumed", "source": "invented")";

std::string field(const std::string& name, const std::string& value) {
  return R"({"field": ")" + name + R"(", "value": )" + value + ", " + invented + "}";
}

TEST(Record, OfAnInventedCardNeedsNoCode) {
  const CycleRecord card =
      read(derived(R"("title": "a card that does not exist", "fields": [)" + field("fetch.next_line", "5") + ", " +
                   field("block_barrier.until", "31") + ", " + field("mio.shared_banks", "16") + R"(],
    "units": [{"unit": "alu", "route": "arithmetic", "fixed_latency": true, "register_write": 9, "operand_banks": true, "forwarding": "alu", )" +
                   invented + R"(}],
    "operations": [
      {"opcode": "IADD3", "unit": "alu", "issue_interval": 7, )" +
                   invented + R"(},
      {"opcode": "QUUX", "unit": "alu", "issue_interval": 3, )" +
                   invented + R"(},
      {"opcode": "LDS", "unit": "lsu_shared", "issue_interval": 5, "result_latency": 101, "source_release": 9, "write_to_release": 2, )" +
                   invented + R"(}],
    "transfers": [{"opcode": "BRA", "transfer": "jumped", "cycles": 23, "stall": "at-least", "refetches": true, )" +
                   invented + "}]"));
  EXPECT_EQ(card.architecture, "sm_99");
  EXPECT_EQ(cycles_of("IADD3 R1, R2, R3, RZ\nIADD3 R4, R5, R6, RZ\nEXIT", card), "IADD3:0 IADD3:7 EXIT:8");
  EXPECT_EQ(cycles_of("BRA 0x10\nEXIT", card), "BRA:0 EXIT:23");
  EXPECT_EQ(cycles_of("LDS R1, [R2] &wr=0x0 ?trans2\nNOP &req={0}\nEXIT", card), "LDS:0 NOP:103 EXIT:104");
  EXPECT_EQ(cycles_of("BAR.SYNC.DEFER_BLOCKING 0x0 ?trans7\nLDS R1, [R2]\nEXIT", card),
            "BAR.SYNC.DEFER_BLOCKING:0 LDS:31 EXIT:32");
}

TEST(Record, KeepsWhatItDoesNotChange) {
  const CycleRecord card = read(derived(""));
  const CycleRecord& hopper = *built_in_record("sm_90");
  EXPECT_EQ(card.operations.size(), hopper.operations.size());
  EXPECT_EQ(card.transfers.size(), hopper.transfers.size());
  EXPECT_EQ(card.fetch.line_bytes, hopper.fetch.line_bytes);
  EXPECT_TRUE(card.absent.empty());
}

/// null is no 0: instructions whose rules need the number are not timed, and the number is named.
TEST(Record, ANumberThatIsAbsentLeavesUntimedWhatNeedsIt) {
  struct Case {
    std::string field, listing, untimed;
  };
  const std::vector<Case> cases = {
      {"block_barrier.until", "BAR.SYNC.DEFER_BLOCKING 0x0\nIADD3 R1, R2, R3, RZ\nEXIT",
       "BAR.SYNC.DEFER_BLOCKING without block_barrier.until"},
      {"mio.register_read", "LDS R1, [R2] &wr=0x0\nIADD3 R1, R2, R3, RZ\nBRA 0x30\nEXIT",
       "LDS without mio.register_read"},
      {"warpsync.short_stall", "WARPSYNC R1\nNOP\nEXIT", "WARPSYNC without warpsync.short_stall"},
      {"l1.known_lines", "LDL R1, [R2] &wr=0x0\nLDS R1, [R2] &wr=0x0\nEXIT", "LDL without l1.known_lines"},
  };
  for (const Case& one : cases) {
    const CycleRecord card = read(derived(R"("fields": [)" + field(one.field, "null") + "]"));
    TimedListing listing(one.listing, card);
    listing.warp.set_register(1, core::LaneValues{});
    listing.cycles();
    ASSERT_EQ(listing.untimed().size(), 1U) << one.field;
    EXPECT_EQ(listing.untimed().begin()->first, one.untimed);
  }
}

TEST(Record, AnOperationWithoutALatencyIsUntimedWhereItsScoreboardIsUsed) {
  const CycleRecord card = read(
      derived(R"("operations": [{"opcode": "LDS", "unit": "lsu_shared", "issue_interval": 2, )" + invented + "}]"));
  TimedListing waits("LDS R1, [R2] &wr=0x0\nEXIT", card);
  waits.cycles();
  EXPECT_EQ(waits.untimed().count("LDS"), 1U);
  TimedListing does_not("LDS R1, [R2]\nEXIT", card);
  does_not.cycles();
  EXPECT_TRUE(does_not.untimed().empty());
}

TEST(Record, RefusesWhatIsNotOne) {
  EXPECT_THAT(error_of("{\n  \"schema\": }"), HasSubstr("card.json:2:13: this is not JSON"));
  EXPECT_THAT(error_of("[1e999]"), HasSubstr("too large"));
  EXPECT_THAT(error_of("[]"), HasSubstr("is not an object"));
  EXPECT_THAT(error_of(R"({"schema": "reconverge.fit"})"), HasSubstr(R"(/schema is not "reconverge.record")"));
  EXPECT_THAT(error_of(R"({"schema": "reconverge.record", "schema_version": 2, "architecture": "sm_90"})"),
              HasSubstr("/schema_version"));
  EXPECT_THAT(
      error_of(R"({"schema": "reconverge.record", "schema_version": 1, "architecture": "sm_80", "extends": "sm_80"})"),
      HasSubstr("/extends names sm_80"));
  EXPECT_THAT(error_of(derived(R"("colour": "red")")), HasSubstr("/colour is not a member"));
  EXPECT_THAT(error_of(derived(R"("fields": {})")), HasSubstr("/fields is not an array"));
  EXPECT_THAT(error_of(derived(R"("fields": [3])")), HasSubstr("/fields/0 is not an object"));
  EXPECT_THAT(error_of(derived(R"("fields": [)" + field("fetch.colour", "1") + "]")),
              HasSubstr("/fields/0/field names fetch.colour"));
  EXPECT_THAT(error_of(derived(R"("fields": [)" + field("fetch.next_line", "-1") + "]")),
              HasSubstr("/fields/0/value is not a whole number from 0 to"));
  EXPECT_THAT(error_of(derived(R"("fields": [)" + field("fetch.next_line", "1.5") + "]")),
              HasSubstr("/fields/0/value"));
  EXPECT_THAT(error_of(derived(R"("fields": [)" + field("fetch.next_line", "18446744073709551615") + "]")),
              HasSubstr("/fields/0/value"));
  EXPECT_THAT(error_of(derived(R"("fields": [)" + field("fetch.line_bytes", "0") + "]")), HasSubstr("from 1 to"));
  EXPECT_THAT(error_of(derived(R"("fields": [)" + field("operand.banks", "3") + "]")), HasSubstr("operand.banks is 3"));
  EXPECT_THAT(error_of(derived(R"("fields": [{"field": "fetch.next_line", )" + invented + "}]")),
              HasSubstr("/fields/0/value is missing"));
  EXPECT_THAT(
      error_of(derived(
          R"("fields": [{"field": "fetch.next_line", "value": 1, "rule": "x", "grade": "guessed", "source": "y"}])")),
      HasSubstr(R"(/fields/0/grade is "guessed"; there are paper, derived, measured)"));
  EXPECT_THAT(error_of(derived(R"("operations": [{"opcode": "LDS", "unit": "warp drive", )" + invented + "}]")),
              HasSubstr("/operations/0/unit names warp drive"));
  EXPECT_THAT(error_of(derived(R"("operations": [{"opcode": "LDS", "when": "sometimes", )" + invented + "}]")),
              HasSubstr("/operations/0/when"));
  EXPECT_THAT(error_of(derived(R"("operations": [{"opcode": "SHFL", "source_order": "AC", )" + invented + "}]")),
              HasSubstr("/operations/0/source_order"));
  EXPECT_THAT(error_of(derived(R"("operations": [{"opcode": "SHFL", "source_order": "ABA", )" + invented + "}]")),
              HasSubstr("/operations/0/source_order"));
  EXPECT_THAT(error_of(derived(R"("operations": [{"opcode": "MOV", "lone_source_slot": "D", )" + invented + "}]")),
              HasSubstr(R"(/operations/0/lone_source_slot is "D"; there are A, B, C)"));
  EXPECT_THAT(error_of(derived(R"("operations": [{"opcode": "REDUX", "results_in_transit": 2, )" + invented + "}]")),
              HasSubstr("/operations/0/results_in_transit"));
  EXPECT_THAT(error_of(derived(R"("transfers": [{"opcode": "BRA", "transfer": "jumped", "stall": "added", )" +
                               invented + "}]")),
              HasSubstr("/transfers/0/cycles is missing"));
  EXPECT_THAT(error_of(derived(R"("write_port_order": ["xu", "xu", "constants", "shared", "level-1", "barriers"])")),
              HasSubstr("/write_port_order"));
}

/// Without "extends" nothing is known that the file does not say.
TEST(Record, OfNothingTimesNothing) {
  const CycleRecord card = read(R"({"schema": "reconverge.record", "schema_version": 1, "architecture": "sm_99"})");
  TimedListing listing("IADD3 R1, R2, R3, RZ\nEXIT", card);
  listing.cycles();
  EXPECT_EQ(listing.untimed().count("IADD3"), 1U);
  EXPECT_GE(card.absent.size(), 8U);
}

}  // namespace
}  // namespace reconverge::timing
