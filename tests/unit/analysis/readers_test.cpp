// SPDX-License-Identifier: MIT
// Sources that are overwritten: which registers, lanes and units a scoreboard guards.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/analysis/remarks.hpp"

namespace reconverge::analysis {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

TEST(Readers, OfUniformSourcesGuardNothing) {
  EXPECT_THAT(remarks({"UMOV UR6, 0x1 ?trans6", "DFMA R14, R8, -UR6, R14 ?trans2 &rd=0x0 &wr=0x1",
                       "UMOV UR6, 0x2 ?trans6", "EXIT ?trans5"}),
              Not(Contains("source-overwritten 0x20")));
}

TEST(Readers, OfSourcesUnderAGuard) {
  const auto after = [](const std::vector<std::string>& later) {
    std::vector<std::string> rows{"S2R R0, SR_TID.X &wr=0x0 ?trans2",
                                  "ISETP.GE.AND P0, PT, R0, 0x5, PT &req={0} ?trans13",
                                  "@!P0 STS [R0], R0 ?trans2 &rd=0x1"};
    rows.insert(rows.end(), later.begin(), later.end());
    rows.emplace_back("EXIT ?trans5");
    return remarks(rows);
  };
  const std::string changed = "ISETP.GE.AND P0, PT, RZ, 0x7, PT ?trans13";
  EXPECT_THAT(after({"@P0 MOV R0, 0x1 ?trans4"}), IsEmpty()) << "no lane is in both";
  EXPECT_THAT(after({"@!P0 MOV R0, 0x1 ?trans4"}), ElementsAre("source-overwritten 0x30"));
  EXPECT_THAT(after({"@P1 MOV R0, 0x1 ?trans4"}), Contains("source-overwritten 0x30"));
  EXPECT_THAT(after({"MOV R0, 0x1 ?trans4"}), ElementsAre("source-overwritten 0x30"));
  EXPECT_THAT(after({changed, "@P0 MOV R0, 0x1 ?trans4"}), ElementsAre("source-overwritten 0x40"));
  EXPECT_THAT(after({"@P0 MOV R0, 0x1 ?trans4", "@!P0 MOV R0, 0x1 ?trans4"}), ElementsAre("source-overwritten 0x40"));
  EXPECT_THAT(after({"BRA 0x40 ?trans5", "@P0 MOV R0, 0x1 ?trans4"}), ElementsAre("source-overwritten 0x40"))
      << "the guard is not followed into another block";
}

TEST(Readers, OfSourcesThatAUnitReadsInOrder) {
  const auto then = [](const std::string& row) {
    return remarks({"MOV R8, 0x1 ?trans4", "MOV R9, 0x1 ?trans4", "DFMA R20, R8, R8, R8 ?trans2 &wr=0x0 &rd=0x1", row,
                    "EXIT ?trans5"});
  };
  EXPECT_THAT(then("DADD R8, RZ, 1 ?trans2 &wr=0x2"), IsEmpty());
  EXPECT_THAT(then("MOV R8, 0x1 ?trans4"), ElementsAre("source-overwritten 0x30"));
}

}  // namespace
}  // namespace reconverge::analysis
