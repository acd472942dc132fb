// SPDX-License-Identifier: MIT
// Rules 4, 23 to 28 of docs/model.md, "hopper-cycles": when an instruction alone clears its scoreboards, its result's
// and that of its sources. What depends on the lanes' addresses is in mio_test.

#include <gtest/gtest.h>
#include "timing/record/reader.hpp"

#include "unit/timing/cycles/mio_scene.hpp"
#include "unit/timing/cycles/timed_listing.hpp"

namespace reconverge::timing {
namespace {

using testing::alone;
using testing::cycles_of;
using testing::MioScene;

/// An instruction that sets scoreboard 0, and when one that waits for it issues.
struct Release {
  const char* row;
  int cycles;
};

std::ostream& operator<<(std::ostream& out, const Release& release) { return out << release.row; }

class Rule4 : public ::testing::TestWithParam<Release> {};

void expect_release(const Release& release) {
  const std::string row = release.row;
  const std::size_t mnemonic = row[0] == '@' ? row.find(' ') + 1 : 0;
  EXPECT_EQ(cycles_of(row + " ?trans2\nNOP &req={0} ?trans1\nEXIT"),
            row.substr(mnemonic, row.find(' ', mnemonic) - mnemonic) + ":0 NOP:" + std::to_string(release.cycles) +
                " EXIT:" + std::to_string(release.cycles + 1));
}

TEST_P(Rule4, ScoreboardIsClearAfterTheLatency) { expect_release(GetParam()); }

class Rule28 : public ::testing::TestWithParam<Release> {};

TEST_P(Rule28, WhatNoLaneExecutesPassesItsUnit) { expect_release(GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    Shared, Rule4,
    ::testing::Values(Release{"LDS R1, [R2] &wr=0x0", 23}, Release{"LDS R1, [UR4] &wr=0x0", 22},
                      Release{"LDS R1, [R2+UR4] &wr=0x0", 23}, Release{"LDS R1, [R2] &rd=0x0", 8},
                      Release{"STS [R2], R1 &rd=0x0", 11}, Release{"STS.64 [R2], R4 &rd=0x0", 13},
                      Release{"STS.128 [R2], R4 &rd=0x0", 17}, Release{"STS [R2], RZ &rd=0x0", 8},
                      Release{"STS [UR4], R1 &rd=0x0", 9}, Release{"ATOMS.ADD R1, [R2], R3 &wr=0x0", 26},
                      Release{"ATOMS.EXCH R1, [R2], R3 &wr=0x0", 26}, Release{"ATOMS.MAX R1, [R2], R3 &wr=0x0", 26},
                      Release{"ATOMS.OR R1, [R2], R3 &wr=0x0", 26}, Release{"ATOMS.ADD R1, [R2], R3 &rd=0x0", 11},
                      Release{"ATOMS.CAS R1, [R2], R4, R5 &wr=0x0", 30},
                      Release{"ATOMS.CAS R1, [R2], R4, R5 &rd=0x0", 13},
                      Release{"ATOMS.CAST.SPIN R1, [R2], R4, R5 &wr=0x0", 30}));

INSTANTIATE_TEST_SUITE_P(
    Exchanges, Rule4,
    ::testing::Values(
        Release{"SHFL.BFLY PT, R1, R2, 0x1, 0x1f &wr=0x0", 24}, Release{"SHFL.IDX PT, R1, R2, R3, 0x1f &wr=0x0", 26},
        Release{"SHFL.IDX PT, R1, R2, R3, R4 &wr=0x0", 28}, Release{"SHFL.BFLY P3, R1, R2, 0x1, 0x1f &wr=0x0", 30},
        Release{"SHFL.IDX P3, R1, R2, R3, 0x1f &wr=0x0", 32}, Release{"SHFL.IDX P3, R1, R2, R3, R4 &wr=0x0", 34},
        Release{"SHFL.BFLY PT, R1, R2, 0x1, 0x1f &rd=0x0", 9}, Release{"SHFL.IDX PT, R1, R2, R3, 0x1f &rd=0x0", 11},
        Release{"SHFL.IDX PT, R1, R2, R3, R4 &rd=0x0", 13}, Release{"S2R R1, SR_LANEID &wr=0x0", 23},
        Release{"S2R R1, SR_CTAID.X &wr=0x0", 25}, Release{"S2R R1, SR_CGACTAID &wr=0x0", 25},
        Release{"S2UR UR4, SR_CTAID.X &wr=0x0", 35}, Release{"MEMBAR.SC.CTA &rd=0x0", 8}));

INSTANTIATE_TEST_SUITE_P(Level1, Rule4,
                         ::testing::Values(Release{"LDG.E R1, desc[UR4][R2.64] &wr=0x0", 31},
                                           Release{"LDG.E R1, desc[UR4][R2.64] &rd=0x0", 10},
                                           Release{"STG.E desc[UR4][R2.64], R5 &rd=0x0", 13},
                                           Release{"STG.E.64 desc[UR4][R2.64], R6 &rd=0x0", 15},
                                           Release{"STG.E.128 desc[UR4][R2.64], R8 &rd=0x0", 19},
                                           Release{"LDL R1, [R2] &wr=0x0", 29}, Release{"LDL.64 R4, [R2] &wr=0x0", 30},
                                           Release{"LDL.128 R4, [R2] &wr=0x0", 32}, Release{"LDL R1, [R2] &rd=0x0", 8},
                                           Release{"STL [R1], R2 &rd=0x0", 11}, Release{"STL.64 [R1], R2 &rd=0x0", 13},
                                           Release{"STL.128 [R1], R4 &rd=0x0", 17}));

INSTANTIATE_TEST_SUITE_P(
    AddressUnit, Rule4,
    ::testing::Values(Release{"LDC R1, c[0x0][0x4] &wr=0x0", 25}, Release{"LDC R1, c[0x0][R2] &wr=0x0", 28},
                      Release{"MATCH.ALL PT, R1, R2 &wr=0x0", 28}, Release{"MATCH.ALL P3, R1, R2 &wr=0x0", 33},
                      Release{"MATCH.ANY R1, R2 &wr=0x0", 28}, Release{"MATCH.ANY R1, R2 &rd=0x0", 10},
                      Release{"REDUX.SUM UR4, R2 &wr=0x0", 38}, Release{"REDUX.SUM UR4, R2 &rd=0x0", 10},
                      Release{"BMOV.32 R1, B0 &wr=0x0", 18}, Release{"BMOV.32 B0, R1 &rd=0x0", 10}));

INSTANTIATE_TEST_SUITE_P(SpecialUnit, Rule4,
                         ::testing::Values(Release{"POPC R1, R2 &wr=0x0", 17}, Release{"FLO.U32 R1, R2 &wr=0x0", 17},
                                           Release{"BREV R1, R2 &wr=0x0", 17}, Release{"MUFU.RCP R1, R2 &wr=0x0", 17},
                                           Release{"I2F.U32 R1, R2 &wr=0x0", 17}, Release{"F2I.NTZ R1, R2 &wr=0x0", 17},
                                           Release{"F2F.F64.F32 R4, R2 &wr=0x0", 17},
                                           Release{"I2F.S64 R1, R2 &wr=0x0", 19}, Release{"I2F.U64 R1, R2 &wr=0x0", 19},
                                           Release{"F2I.F64 R1, R2 &wr=0x0", 19},
                                           Release{"F2F.F32.F64 R1, R2 &wr=0x0", 19},
                                           Release{"FRND.F64 R4, R2 &wr=0x0", 19},
                                           Release{"FCHK P0, R1, R2 &wr=0x0", 26}, Release{"POPC R1, R2 &rd=0x0", 14},
                                           Release{"I2F.S64 R1, R2 &rd=0x0", 16}));

INSTANTIATE_TEST_SUITE_P(
    Units, Rule28,
    ::testing::Values(Release{"@P3 LDS R1, [R2] &wr=0x0", 22}, Release{"@P3 LDS R1, [R2] &rd=0x0", 8},
                      Release{"@P3 LDS.128 R4, [R2] &wr=0x0", 22}, Release{"@P3 STS.128 [R2], R4 &rd=0x0", 8},
                      Release{"@P3 LDG.E R1, desc[UR4][R2.64] &wr=0x0", 22},
                      Release{"@P3 STG.E desc[UR4][R2.64], R5 &rd=0x0", 8}, Release{"@P3 LDL R1, [R2] &wr=0x0", 22},
                      Release{"@P3 ATOMS.ADD R1, [R2], R3 &wr=0x0", 22},
                      Release{"@P3 SHFL.IDX P4, R1, R2, R3, R4 &wr=0x0", 22}, Release{"@P3 POPC R1, R2 &wr=0x0", 15},
                      Release{"@P3 POPC R1, R2 &rd=0x0", 12}, Release{"@P3 I2F.S64 R1, R2 &wr=0x0", 15},
                      Release{"@P3 FCHK P0, R1, R2 &wr=0x0", 15}, Release{"@P3 LDC R1, c[0x0][R2] &wr=0x0", 25},
                      Release{"@P3 MATCH.ANY R1, R2 &wr=0x0", 25}, Release{"@P3 MATCH.ANY R1, R2 &rd=0x0", 9},
                      Release{"@P3 REDUX.SUM UR4, R2 &wr=0x0", 35}, Release{"@P3 BMOV.32 R1, B0 &wr=0x0", 8},
                      Release{"@P3 BMOV.32 B0, R1 &rd=0x0", 8}));

TEST(Rule23, EveryWavefrontOfAnAccessButTheFirstTakesTwoMore) {
  EXPECT_EQ(alone("LDS R1, [R2] &wr=0x0", {.wavefronts = 2}), 25U);
  EXPECT_EQ(alone("LDS R1, [R2] &wr=0x0", {.wavefronts = 32}), 85U);
  EXPECT_EQ(alone("LDS R1, [R2] &rd=0x0", {.wavefronts = 32}), 8U);
  EXPECT_EQ(alone("LDS.64 R4, [R2] &wr=0x0", {.wavefronts = 2}), 26U);
  EXPECT_EQ(alone("LDS.128 R4, [R2] &wr=0x0", {.wavefronts = 4}), 32U);
  EXPECT_EQ(alone("LDG.E R1, desc[UR4][R2.64] &wr=0x0", {.wavefronts = 2}), 33U);
  EXPECT_EQ(alone("LDG.E.64 R4, desc[UR4][R2.64] &wr=0x0", {.wavefronts = 2}), 34U);
  EXPECT_EQ(alone("LDG.E.128 R4, desc[UR4][R2.64] &wr=0x0", {.wavefronts = 4}), 40U);
}

TEST(Rule23, EveryLaneMoreInTheBankDelaysAnAtomic) {
  EXPECT_EQ(alone("ATOMS.ADD R1, [R2], R3 &wr=0x0", {.wavefronts = 2}), 28U);
  EXPECT_EQ(alone("ATOMS.ADD R1, [R2], R3 &wr=0x0", {.wavefronts = 32}), 88U);
  EXPECT_EQ(alone("ATOMS.CAS R1, [R2], R4, R5 &wr=0x0", {.wavefronts = 2}), 34U);
  EXPECT_EQ(alone("ATOMS.CAS R1, [R2], R4, R5 &wr=0x0", {.wavefronts = 32}), 154U);
}

TEST(Rule26, EveryLineMoreInTheBankOfTagsTakesOneMore) {
  EXPECT_EQ(alone("LDG.E R1, desc[UR4][R2.64] &wr=0x0", {.tags = 2}), 32U);
  EXPECT_EQ(alone("LDG.E R1, desc[UR4][R2.64] &wr=0x0", {.wavefronts = 3, .tags = 8}), 42U);
  EXPECT_EQ(alone("LDL R1, [R2] &wr=0x0", {.tags = 8}), 36U);
  EXPECT_EQ(alone("LDG.E R1, desc[UR4][R2.64] &rd=0x0", {.tags = 8}), 10U);
}

TEST(Rule27, EveryValueMoreKeepsTheAddressUnitElevenCycles) {
  MioScene scene;
  scene.issue(1000, "LDC R1, c[0x0][R2] &wr=0x0");
  scene.mio.take_words(3);
  EXPECT_EQ(scene.clear(), 1000U + 28 + 33);
}

}  // namespace
}  // namespace reconverge::timing
