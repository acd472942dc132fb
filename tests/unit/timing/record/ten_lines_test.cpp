// SPDX-License-Identifier: MIT
// The record of a card that does not exist: the shipped file with ten lines changed, and no code with it. The numbers
// are odd and none is Hopper's, so that a rule which has a number of its own in code gives another cycle.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>

#include "timing/record/reader.hpp"
#include "unit/timing/cycles/timed_listing.hpp"

namespace reconverge::timing {
namespace {

using testing::cycles_of;

/// A line of the record by how it begins, and the member that is changed in it.
struct Changed {
  std::string begin, member, value;
};

const std::vector<Changed> ten = {
    {R"(  "architecture": )", "architecture", R"("sm_99")"},
    {R"(    {"opcode": "IADD3", )", "issue_interval", "7"},
    {R"(    {"opcode": "LDS", "unit")", "result_latency", "33"},
    {R"(    {"opcode": "BRA", "transfer": "jumped")", "cycles", "27"},
    {R"(    {"opcode": "BRA", "transfer": "diverged-fall-through-first")", "cycles", "19"},
    {R"(    {"opcode": "BSYNC", "transfer": "reconverged",)", "cycles", "29"},
    {R"(    {"opcode": "BSYNC", "transfer": "resumed-newest")", "cycles", "35"},
    {R"(    {"opcode": "EXIT", "transfer": "exited-some")", "cycles", "21"},
    {R"(    {"opcode": "YIELD", "transfer": "yielded-alone")", "cycles", "77"},
    {R"(    {"field": "block_barrier.until")", "value", "31"},
};

/// The text with one line changed; the test fails unless exactly one line begins so and has the member.
std::string with(const std::string& text, const Changed& change) {
  const std::size_t begin = text.find('\n' + change.begin);
  EXPECT_NE(begin, std::string::npos) << change.begin;
  if (begin == std::string::npos) return text;
  EXPECT_EQ(text.find('\n' + change.begin, begin + 1), std::string::npos) << change.begin << " is not one line";
  const std::size_t end = text.find('\n', begin + 1);
  const std::string line = text.substr(begin, end - begin);
  const std::regex member("\"" + change.member + "\": [^,}]+");
  const std::string changed = std::regex_replace(line, member, "\"" + change.member + "\": " + change.value,
                                                 std::regex_constants::format_first_only);
  EXPECT_NE(line, changed) << change.begin;
  return text.substr(0, begin) + changed + text.substr(end);
}

const CycleRecord& invented() {
  static const CycleRecord card = [] {
    std::ifstream file(RECONVERGE_SOURCE_TREE "/data/records/sm_90.json");
    std::string text{std::istreambuf_iterator<char>(file), {}};
    for (const Changed& change : ten) text = with(text, change);
    auto record = read_record(text, "sm_99.json");
    EXPECT_TRUE(record) << to_string(record.error());
    return record ? *record : CycleRecord{};
  }();
  return card;
}

TEST(TenLines, MakeARecordOfAnotherCard) {
  EXPECT_EQ(invented().architecture, "sm_99");
  EXPECT_TRUE(invented().absent.empty());
  EXPECT_EQ(invented().operations.size(), built_in_record("sm_90")->operations.size());
}

TEST(TenLines, ChangeWhatOperationsTake) {
  EXPECT_EQ(cycles_of("IADD3 R1, R2, R3, RZ\nIADD3 R4, R5, R6, RZ\nEXIT", invented()), "IADD3:0 IADD3:7 EXIT:8");
  EXPECT_EQ(cycles_of("LDS R1, [R2] &wr=0x0 ?trans2\nNOP &req={0}\nEXIT", invented()), "LDS:0 NOP:35 EXIT:36");
  EXPECT_EQ(cycles_of("BAR.SYNC.DEFER_BLOCKING 0x0 ?trans7\nLDS R1, [R2]\nEXIT", invented()),
            "BAR.SYNC.DEFER_BLOCKING:0 LDS:31 EXIT:32");
}

TEST(TenLines, ChangeWhatControlTakes) {
  EXPECT_EQ(cycles_of("BRA `(.end) ?trans5\nNOP\n.end:\nEXIT", invented()), "BRA:0 EXIT:27");
  EXPECT_EQ(cycles_of("BSSY B0, `(.join) ?trans4\nBSYNC B0 ?trans5\n.join:\nEXIT", invented()),
            "BSSY:0 BSYNC:4 EXIT:33");
  EXPECT_EQ(cycles_of(R"(
    BSSY B0, `(.join) ?trans4
    @P0 BRA `(.meet) ?trans5
    NOP
    .meet:
    BSYNC B0 ?trans5
    .join:
    EXIT)",
                      invented()),
            "BSSY:0 BRA:4 NOP:23 BSYNC:24 BSYNC:59 EXIT:88");
  EXPECT_EQ(cycles_of("@P1 EXIT ?trans5\nEXIT", invented()), "EXIT:0 EXIT:21");
  EXPECT_EQ(cycles_of("YIELD ?trans5\nEXIT", invented()), "YIELD:0 EXIT:77");
}

/// What was not changed is as it was.
TEST(TenLines, LeaveTheRest) {
  for (const char* rows :
       {"CALL.REL.NOINC `(.end) ?trans5\nNOP\n.end:\nEXIT", "IMAD R1, R2, R3, RZ\nIMAD R4, R5, R6, RZ\nEXIT",
        "POPC R1, R2 &wr=0x0 ?trans2\nNOP &req={0}\nEXIT"})
    EXPECT_EQ(cycles_of(rows, invented()), cycles_of(rows)) << rows;
}

}  // namespace
}  // namespace reconverge::timing
