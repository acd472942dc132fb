// SPDX-License-Identifier: MIT
// Rules 23 to 27 of docs/model.md, "hopper-cycles": what instructions behind the issue stage do to each other.

#include <gtest/gtest.h>

#include <map>

#include "timing/record/reader.hpp"

#include "timing/cycles/write_port.hpp"
#include "unit/timing/cycles/mio_scene.hpp"
#include "unit/timing/cycles/timed_listing.hpp"

namespace reconverge::timing {
namespace {

using testing::cycles_of;
using testing::MioScene;
using testing::TimedListing;

constexpr std::uint64_t start = 1000;

struct Issue {
  std::uint64_t after;  ///< the start
  std::string_view row;
  Passes passes{};
};

/// From the start until a scoreboard is clear.
std::uint64_t clear_after(std::initializer_list<Issue> issues, std::size_t scoreboard = 0) {
  MioScene scene;
  for (const Issue& issue : issues) scene.issue(start + issue.after, issue.row, issue.passes);
  return scene.clear(scoreboard) - start;
}

// Shared memory

TEST(Rule23, AccessesAreServedOneAfterTheOther) {
  const Issue first{0, "LDS R1, [R2] &wr=0x1", {.wavefronts = 8}};  // read until 2, served until 18
  EXPECT_EQ(clear_after({first, {4, "LDS R3, [R2] &wr=0x0"}}), 18U + 21);
  EXPECT_EQ(clear_after({first, {15, "LDS R3, [R2] &wr=0x0"}}), 18U + 21);
  EXPECT_EQ(clear_after({first, {17, "LDS R3, [R2] &wr=0x0"}}), 17U + 23);
}

TEST(Rule23, AnAtomicOfACompareKeepsFourCyclesALane) {
  EXPECT_EQ(clear_after({{0, "ATOMS.CAS R1, [R2], R4, R5 &wr=0x1", {.wavefronts = 3}}, {8, "LDS R3, [R2] &wr=0x0"}}),
            7U + 12 + 21);
}

TEST(Rule23, ResultsComeInOrder) {
  // The second one would be there with the first one's last register.
  EXPECT_EQ(clear_after({{0, "LDS.128 R4, [R2] &wr=0x1"}, {2, "LDS R3, [R2] &wr=0x0"}}), 27U);
  EXPECT_EQ(clear_after({{0, "LDS.128 R4, [R2] &wr=0x1"}, {2, "LDS R3, [R2] &wr=0x0"}}, 1), 26U);
}

TEST(Rule23, TwoRegistersAtOnceComeInOneCycle) {
  EXPECT_EQ(clear_after({{0, "LDS.64 R4, [R2] &wr=0x0"}}), 24U);
  EXPECT_EQ(clear_after({{0, "LDS.64 R4, [R2] &wr=0x0", {.registers_at_once = 2}}}), 23U);
  EXPECT_EQ(clear_after({{0, "LDS.128 R4, [R2] &wr=0x0", {.wavefronts = 2, .registers_at_once = 2}}}), 26U);
}

// Measured on an H200: ret_* of data/measured/h200/segments.csv.
TEST(Rule17, ATargetWaitsForTheOperandPortAndForAStoreThatIsWrittenJustThen) {
  const auto late = [](std::string_view row, std::uint64_t after) {
    MioScene scene;
    scene.issue(start, row);
    return scene.mio.late_for_target(start + after);
  };
  const std::string_view store = "STG.E desc[UR4][R4.64], R11 &rd=0x0";
  for (const auto& [after, cycles] :
       std::map<std::uint64_t, std::uint64_t>{{2, 3}, {3, 2}, {4, 1}, {5, 1}, {6, 0}, {12, 0}, {13, 1}, {14, 0}})
    EXPECT_EQ(late(store, after), cycles) << after;
  for (const auto& [after, cycles] : std::map<std::uint64_t, std::uint64_t>{{2, 1}, {5, 1}, {8, 0}, {11, 0}})
    EXPECT_EQ(late("STS [R24], R11 &rd=0x0", after), cycles) << after;
  EXPECT_EQ(late("LDG.E R28, desc[UR4][R4.64] &wr=0x0", 2), 1U);
  EXPECT_EQ(late("LDG.E R28, desc[UR4][R4.64] &wr=0x0", 5), 0U);
  EXPECT_EQ(late("LDS R28, [R24] &wr=0x0", 2), 0U);
}

// Measured on an H200: ret_stg_apart_* of data/measured/h200/segments.csv.
TEST(Rule17, AStoreIsWrittenFromOneCycleOnWhateverItsWavefronts) {
  const auto meets = [](std::string_view row, Passes passes) {
    std::string at;
    for (std::uint64_t after = 11; after < 20; ++after) {
      MioScene scene;
      scene.issue(start, row, passes);
      if (scene.mio.late_for_target(start + after) > 0) at += ' ' + std::to_string(after);
    }
    return at;
  };
  const std::string_view word = "STG.E desc[UR4][R4.64], R11", pair = "STG.E.64 desc[UR4][R4.64], R16";
  EXPECT_EQ(meets(word, {.wavefronts = 1}), " 13");
  EXPECT_EQ(meets(word, {.wavefronts = 2}), " 13");
  EXPECT_EQ(meets(word, {.wavefronts = 4}), " 13");
  EXPECT_EQ(meets(word, {.wavefronts = 8, .tags = 2}), " 14");
  EXPECT_EQ(meets(word, {.wavefronts = 16, .tags = 4}), " 16");
  EXPECT_EQ(meets(pair, {.wavefronts = 2}), " 15 17");
  EXPECT_EQ(meets(pair, {.wavefronts = 4}), " 15 17 19");
}

// Measured on an H200: kernels of tests/cases/cycles.
TEST(Rule6, WhatFollowsALoadThatBarHeldBackWaitsForIt) {
  const auto clear = [](int delayed) {
    MioScene scene;
    scene.issue(start, "LDS R1, [R2] &wr=0x1", {.wavefronts = 2});
    scene.mio.delay(delayed);
    scene.issue(start + 4, "LDS R3, [R2] &wr=0x0");
    return scene.clear() - start;
  };
  EXPECT_EQ(clear(0), 4U + 23);
  EXPECT_EQ(clear(1), 4U + 24);
}

/// When a load is clear that issues so many cycles after a store, a load or a BAR behind it, less those cycles.
std::uint64_t loaded_beside(std::string_view first, int wavefronts, std::uint64_t after, std::string_view load,
                            bool has_bar = false) {
  MioScene scene;
  scene.issue(start, first, {.wavefronts = wavefronts});
  if (has_bar) scene.mio.block_barrier(start + 2);
  scene.issue(start + after, load);
  return scene.clear() - start - after;
}

// Segments meets_* of data/measured/h200/segments.csv.
TEST(Rule26, ALoadWaitsACycleWhereSharedMemoryHasTheBanks) {
  constexpr std::string_view load = "LDG.E R4, desc[UR4][R2.64] &wr=0x0";
  for (const std::string_view first : {"STS [R2], R1", "LDS R1, [R2] &wr=0x1"}) {
    const std::uint64_t near = loaded_beside(first, 16, 10, load), next = loaded_beside(first, 16, 11, load);
    EXPECT_EQ(std::max(near, next), std::min(near, next) + 1) << first << ": every other cycle";
    EXPECT_EQ(loaded_beside(first, 16, 12, load), near);
    EXPECT_EQ(loaded_beside(first, 16, 13, load), next);
    EXPECT_EQ(loaded_beside(first, 16, 40, load), loaded_beside(first, 16, 41, load)) << "it has served all";
  }
}

TEST(Rule6, BarGoesThroughSharedMemoryBehindWhatItServes) {
  constexpr std::string_view load = "LDS R4, [R2] &wr=0x0";
  const auto more = [&](std::uint64_t after) {
    return loaded_beside("STS [R2], R1", 16, after, load, true) - loaded_beside("STS [R2], R1", 16, after, load);
  };
  EXPECT_EQ(more(20), 2U);
  EXPECT_EQ(more(60), 0U) << "it has served all";
}

TEST(Rule23, AnAtomicOfPairsGoesInHalves) {
  EXPECT_EQ(clear_after({{0, "ATOMS.CAST.SPIN.64 R28, [R24], R20, R22 &wr=0x0", {.wavefronts = 2}}}), 39U);
  EXPECT_EQ(clear_after({{0, "ATOMS.CAS.64 R28, [R24], R20, R22 &wr=0x0", {.wavefronts = 4}}}), 47U);
}

TEST(Rule23, AFenceOfTheBlockWaitsForTheReadsOfStores) {
  EXPECT_EQ(clear_after({{0, "MEMBAR.SC.CTA &rd=0x0"}}), 8U);
  EXPECT_EQ(clear_after({{0, "STS [R2], R1"}, {1, "MEMBAR.SC.CTA &rd=0x0"}}), 1U + 12);
  EXPECT_EQ(clear_after({{0, "STS [R2], R1"}, {5, "MEMBAR.SC.CTA &rd=0x0"}}), 5U + 8);
}

// The operand port

TEST(Rule24, ARegisterKeepsThePortTwoCycles) {
  EXPECT_EQ(clear_after({{0, "LDS R1, [R2]"}, {1, "LDS R3, [R2] &rd=0x0"}}), 1U + 9);
  EXPECT_EQ(clear_after({{0, "LDS R1, [R2]"}, {2, "LDS R3, [R2] &rd=0x0"}}), 2U + 8);
}

TEST(Rule24, WhatReadsDataStartsACycleLaterAndAnotherIfThePortIsBusyBefore) {
  EXPECT_EQ(clear_after({{0, "LDS R1, [R2]"}, {1, "STS [R2], R3 &rd=0x0"}}), 1U + 12);
  EXPECT_EQ(clear_after({{0, "LDS R1, [R2]"}, {2, "STS [R2], R3 &rd=0x0"}}), 2U + 11);
  EXPECT_EQ(clear_after({{0, "LDS R1, [R2]"}, {1, "SHFL.BFLY PT, R3, R4, 0x1, 0x1f &rd=0x0"}}), 1U + 10);
}

TEST(Rule24, TheSpecialUnitGoesBeforeFurtherRegistersOfAStore) {
  EXPECT_EQ(clear_after({{0, "STS [R2], R3 &rd=0x0"}, {1, "POPC R4, R5"}}), 13U);
  EXPECT_EQ(clear_after({{0, "STS [R2], R3 &rd=0x0"}, {2, "POPC R4, R5"}}), 13U);
  EXPECT_EQ(clear_after({{0, "STS [R2], R3 &rd=0x0"}, {3, "POPC R4, R5"}}), 11U);
  EXPECT_EQ(clear_after({{0, "STS [R2], R3"}, {3, "POPC R4, R5 &wr=0x0"}}), 3U + 18)
      << "and waits for one that has begun";
}

TEST(Rule24, AndBeforeTheLaneOfAnExchange) {
  EXPECT_EQ(clear_after({{0, "SHFL.IDX PT, R1, R2, R3, 0x1f &rd=0x0"}, {1, "POPC R4, R5"}}), 13U);
  EXPECT_EQ(clear_after({{0, "SHFL.IDX PT, R1, R2, R3, 0x1f &rd=0x0"}, {3, "POPC R4, R5"}}), 11U);
}

TEST(Rule24, WhatReadsNoRegisterDoesNotWaitForThePort) {
  EXPECT_EQ(clear_after({{0, "POPC R1, R2"}, {2, "LDS R3, [R4] &wr=0x0"}}), 3U + 23);
  EXPECT_EQ(clear_after({{0, "POPC R1, R2"}, {2, "LDS R3, [UR4] &wr=0x0"}}), 2U + 22);
}

TEST(Rule24, TheSpecialUnitTakesOneEveryEightCycles) {
  const Issue first{0, "POPC R1, R2 &wr=0x1"};
  EXPECT_EQ(clear_after({first, {1, "POPC R3, R4 &wr=0x0"}}), 8U + 17);
  EXPECT_EQ(clear_after({first, {8, "POPC R3, R4 &wr=0x0"}}), 8U + 17);
  EXPECT_EQ(clear_after({first, {9, "POPC R3, R4 &wr=0x0"}}), 9U + 17);
}

// The write port

std::uint8_t rank_of(Writer writer) { return built_in_record("sm_90")->write_rank[static_cast<std::size_t>(writer)]; }
std::uint8_t bank_of(std::uint8_t index) { return WritePort::bank_of(index, built_in_record("sm_90")->operand.banks); }

TEST(Rule25, AResultWaitsForThoseOfItsBankThatGoBefore) {
  WritePort port;
  port.book(100, bank_of(24), rank_of(Writer::shared));
  EXPECT_TRUE(port.is_taken(100, bank_of(80), rank_of(Writer::level_1)));
  EXPECT_FALSE(port.is_taken(100, bank_of(81), rank_of(Writer::level_1))) << "another bank";
  EXPECT_FALSE(port.is_taken(100, bank_of(80), rank_of(Writer::shared))) << "its own kind";
  EXPECT_FALSE(port.is_taken(100, bank_of(80), rank_of(Writer::xu))) << "goes before";
  EXPECT_FALSE(port.is_taken(101, bank_of(80), rank_of(Writer::level_1)));
}

TEST(Rule25, ACycleLongAgoIsForgotten) {
  WritePort port;
  port.book(100, WritePort::all_banks, rank_of(Writer::arithmetic));
  port.book(100 + 512, 0, rank_of(Writer::arithmetic));
  EXPECT_FALSE(port.is_taken(100 + 512, WritePort::all_banks, rank_of(Writer::barriers)));
}

TEST(Rule25, ACycleAheadIsKeptHoweverFarOthersAre) {
  WritePort port;
  const std::uint8_t rank = rank_of(Writer::arithmetic), others = rank_of(Writer::barriers);
  port.book(700, WritePort::all_banks, rank);
  port.book(700 - 512, WritePort::all_banks, rank);
  EXPECT_TRUE(port.is_taken(700, WritePort::all_banks, others));
  EXPECT_TRUE(port.is_taken(700 - 512, WritePort::all_banks, others));
  port.pass(701);
  port.book(700 + 512, WritePort::all_banks, rank);
  EXPECT_TRUE(port.is_taken(700 + 512, WritePort::all_banks, others));
  EXPECT_FALSE(port.is_taken(700 + 1024, WritePort::all_banks, others));
}

/// LDS at 0, and arithmetic that issues 15 cycles later or more.
std::string load_and(std::string_view load, std::string_view arithmetic, int later) {
  const std::string mnemonic(load.substr(0, load.find(' ')));
  const std::string cycles =
      cycles_of(std::string(load) + " &wr=0x0 ?trans11\nNOP ?trans" + std::to_string(later - 11) + "\n" +
                std::string(arithmetic) + " ?trans2\nNOP &req={0} ?trans1\nEXIT");
  return cycles.substr(cycles.rfind("NOP:"));
}

TEST(Rule25, ALoadMeetsArithmeticOfItsParity) {
  EXPECT_EQ(load_and("LDS R24, [R2]", "IADD3 R80, R1, R2, RZ", 15), "NOP:24 EXIT:25");
  EXPECT_EQ(load_and("LDS R24, [R2]", "IADD3 R81, R1, R2, RZ", 15), "NOP:23 EXIT:24");
  EXPECT_EQ(load_and("LDS R25, [R2]", "IADD3 R81, R1, R2, RZ", 15), "NOP:24 EXIT:25");
  EXPECT_EQ(load_and("LDS R24, [R2]", "IADD3 R80, R1, R2, RZ", 14), "NOP:23 EXIT:24");
  EXPECT_EQ(load_and("LDS R24, [R2]", "IADD3 R80, R1, R2, RZ", 16), "NOP:23 EXIT:24");
}

TEST(Rule25, HalvesDoublesAndTheUpperHalfOfAProductAreWrittenTwoCyclesLater) {
  EXPECT_EQ(load_and("LDS R24, [R2]", "HFMA2.MMA R80, -RZ, RZ, 0, 0", 13), "NOP:24 EXIT:25");
  EXPECT_EQ(load_and("LDS R24, [R2]", "DADD R80, R2, R4", 13), "NOP:24 EXIT:25");
  EXPECT_EQ(load_and("LDS R25, [R2]", "IMAD.WIDE.U32 R80, R4, R5, R6", 13), "NOP:24 EXIT:25");
  EXPECT_EQ(load_and("LDS R24, [R2]", "IMAD.WIDE.U32 R80, R4, R5, R6", 13), "NOP:23 EXIT:24");
}

TEST(Rule25, ADoubleThatWritesNoRegisterDelaysNothing) {
  const std::string behind = " ?trans1\nNOP ?trans1\nIADD3 R80, R16, R17, RZ ?trans1\nEXIT";
  EXPECT_EQ(cycles_of("NOP ?trans2\nDADD R8, R2, R4" + behind), "NOP:0 DADD:2 NOP:3 IADD3:5 EXIT:6");
  EXPECT_EQ(cycles_of("NOP ?trans2\nDSETP.NEU.AND P0, PT, R2, RZ, PT" + behind),
            "NOP:0 DSETP.NEU.AND:2 NOP:3 IADD3:4 EXIT:5");
}

// Segments fchk_* and shflp_* of data/measured/h200/segments.csv.
TEST(Rule25, PredicatesAreWrittenOneInACycle) {
  const auto clear_behind = [](const std::string& operation, int later) {
    return load_and(operation, "ISETP.NE.AND P3, PT, R20, 0x1, PT", later);
  };
  EXPECT_EQ(clear_behind("FCHK P0, R16, R18", 14), "NOP:26 EXIT:27");
  EXPECT_EQ(clear_behind("FCHK P0, R16, R18", 12), "NOP:27 EXIT:28");
  EXPECT_EQ(clear_behind("FCHK P0, R16, R18", 13), "NOP:26 EXIT:27");
  const std::string shuffle = "SHFL.DOWN P0, R36, R16, 0x1, 0x1f";
  EXPECT_EQ(clear_behind(shuffle, 15), "NOP:30 EXIT:31");
  EXPECT_EQ(clear_behind(shuffle, 16), "NOP:31 EXIT:32") << "it takes two cycles, one behind the other";
  EXPECT_EQ(clear_behind(shuffle, 17), "NOP:32 EXIT:33");
  EXPECT_EQ(clear_behind(shuffle, 18), "NOP:30 EXIT:31");
}

TEST(Rule25, ARegisterThatWaitsKeepsThoseBehindItWaiting) {
  EXPECT_EQ(load_and("LDS.64 R24, [R2]", "NOP", 15), "NOP:24 EXIT:25");
  EXPECT_EQ(load_and("LDS.64 R24, [R2]", "IADD3 R80, R1, R2, RZ", 15), "NOP:25 EXIT:26");
  EXPECT_EQ(load_and("LDS.64 R24, [R2]", "IADD3 R81, R1, R2, RZ", 16), "NOP:25 EXIT:26");
  EXPECT_EQ(load_and("LDS.64 R24, [R2]", "IADD3 R81, R1, R2, RZ", 15), "NOP:24 EXIT:25");
}

TEST(Rule25, ALoadWaitsForTheSpecialUnitWhateverTheBank) {
  EXPECT_EQ(clear_after({{0, "LDS R24, [R2] &wr=0x0"}, {6, "POPC R81, R4 &wr=0x1"}}), 24U);
  EXPECT_EQ(clear_after({{0, "LDS R24, [R2] &wr=0x0"}, {6, "POPC R81, R4 &wr=0x1"}}, 1), 23U);
  EXPECT_EQ(clear_after({{0, "LDS R24, [R2] &wr=0x0"}, {5, "POPC R81, R4 &wr=0x1"}}), 23U);
  EXPECT_EQ(clear_after({{0, "LDS R24, [R2] &wr=0x0"}, {7, "POPC R81, R4 &wr=0x1"}}), 23U);
}

TEST(Rule25, TheFirstLevelOfTheCacheWaitsForSharedMemory) {
  EXPECT_EQ(clear_after({{0, "LDG.E R1, desc[UR4][R2.64] &wr=0x0"}, {8, "LDS R3, [R2] &wr=0x1"}}), 32U);
  EXPECT_EQ(clear_after({{0, "LDG.E R1, desc[UR4][R2.64] &wr=0x0"}, {9, "LDS R3, [R2] &wr=0x1"}}), 31U);
}

// The queues and the first level of the cache

std::string repeated(int times, const std::string& row) {
  std::string rows;
  for (int i = 0; i < times; ++i) rows += row + " ?trans1\n";
  return rows;
}

TEST(Rule26, TenLoadsAndStoresFindAPlace) {
  EXPECT_EQ(cycles_of(repeated(12, "STS [R2], R1") + "EXIT"),
            "STS:0 STS:1 STS:2 STS:3 STS:4 STS:5 STS:6 STS:7 STS:8 STS:9 STS:11 STS:15 EXIT:16")
      << "the eleventh waits until the first has been read";
}

TEST(Rule26, TwoOfTheSpecialUnitDo) {
  EXPECT_EQ(cycles_of(repeated(3, "POPC R1, R2") + "EXIT"), "POPC:0 POPC:1 POPC:13 EXIT:14");
}

TEST(Rule26, FourOfTheAddressUnitDo) {
  EXPECT_EQ(cycles_of(repeated(5, "LDC R1, c[0x0][0x4]") + "EXIT"), "LDC:0 LDC:1 LDC:2 LDC:3 LDC:8 EXIT:9");
  EXPECT_EQ(cycles_of(repeated(5, "MATCH.ANY R1, R2") + "EXIT"),
            "MATCH.ANY:0 MATCH.ANY:1 MATCH.ANY:2 MATCH.ANY:3 MATCH.ANY:11 EXIT:12");
  EXPECT_EQ(cycles_of(repeated(5, "REDUX.SUM UR4, R2") + "EXIT"),
            "REDUX.SUM:0 REDUX.SUM:1 REDUX.SUM:2 REDUX.SUM:3 REDUX.SUM:11 EXIT:12");
}

/// Cycles of a load that issues so long after a store of so many sectors.
std::uint64_t load_behind_store(int sectors, std::uint64_t cycle, const Passes& load = {}) {
  return clear_after({{0, "STG.E desc[UR4][R2.64], R1", {.sectors = sectors}},
                      {cycle, "LDG.E R3, desc[UR4][R2.64] &wr=0x0", load}}) -
         cycle;
}

TEST(Rule26, ALoadThatMeetsTheWriteOfAStoreComesTwoLater) {
  // The store is read at 7 and written from 15 to 19; the load reads 5 cycles after it issues.
  const auto load_at = [](std::uint64_t cycle) { return load_behind_store(4, cycle); };
  EXPECT_EQ(load_at(9), 31U);
  EXPECT_EQ(load_at(10), 33U);
  EXPECT_EQ(load_at(13), 33U);
  EXPECT_EQ(load_at(14), 31U);
}

TEST(Rule26, AStoreWritesASectorACycle) {
  const auto load_at = [](std::uint64_t cycle, int wavefronts) {
    return load_behind_store(16, cycle, {.wavefronts = wavefronts});
  };
  EXPECT_EQ(load_at(9, 1), 31U);
  EXPECT_EQ(load_at(10, 1), 33U);
  EXPECT_EQ(load_at(25, 1), 33U);
  EXPECT_EQ(load_at(26, 1), 31U);
  EXPECT_EQ(load_at(14, 4), 43U) << "three of four wavefronts meet it";
  EXPECT_EQ(load_at(18, 4), 41U) << "two";
  EXPECT_EQ(load_at(26, 4), 37U) << "none";
}

// Segments lw_32_32_16_* of data/measured/h200/segments.csv: banks 0 and 16 of a full line.
TEST(Rule26, ALoadMeetsOnlyTheBanksThatAreWrittenInItsCycle) {
  const auto load_at = [](std::uint64_t cycle) { return load_behind_store(4, cycle, {.banks = {0x00010001}}); };
  EXPECT_EQ(load_at(10), 33U);
  EXPECT_EQ(load_at(11), 31U);
  EXPECT_EQ(load_at(12), 33U);
  EXPECT_EQ(load_at(13), 31U);
}

// Segments sw_32_16_8_*: of every line sectors 0 and 2, so that each second sector is in the same bank.
TEST(Rule26, ALoadReadsAgainUntilNothingWritesWhatItMet) {
  const Issue store{0,
                    "STG.E desc[UR4][R2.64], R1",
                    {.wavefronts = 4,
                     .sectors = 8,
                     .banks = {1, 1 << 16, 1, 1 << 16, 1, 1 << 16, 1, 1 << 16}}};  // written from 21 to 29
  const auto load_at = [&](std::uint64_t cycle) {
    return clear_after({store, {cycle, "LDG.E R3, desc[UR4][R2.64] &wr=0x0"}}) - cycle;
  };
  EXPECT_EQ(load_at(15), 31U);
  EXPECT_EQ(load_at(16), 39U);
  EXPECT_EQ(load_at(17), 39U);
  EXPECT_EQ(load_at(18), 37U);
  EXPECT_EQ(load_at(23), 33U);
  EXPECT_EQ(load_at(24), 31U);
}

TEST(Rule26, AStoreWritesBehindTheOneBeforeIt) {
  const Issue first{0, "STG.E desc[UR4][R2.64], R1", {.sectors = 16}};  // from 15 to 31
  const auto load_at = [&](std::uint64_t cycle) {
    return clear_after({first,
                        {4, "STG.E desc[UR4][R2.64], R1", {.sectors = 4}},
                        {cycle, "LDG.E R3, desc[UR4][R2.64] &wr=0x0"}}) -
           cycle;
  };
  EXPECT_EQ(load_at(29), 33U) << "the second one writes from 31 to 35";
  EXPECT_EQ(load_at(30), 31U);
}

TEST(Rule26, TagsAreLookedUpOneAfterTheOther) {
  const Issue first{0, "LDG.E R1, desc[UR4][R2.64] &wr=0x1", {.tags = 8}};  // until 12, in level 1 until 13
  EXPECT_EQ(clear_after({first, {4, "LDG.E R3, desc[UR4][R2.64] &wr=0x0"}}), 13U + 27);
  EXPECT_EQ(clear_after({first, {4, "LDG.E R3, desc[UR4][R2.64] &wr=0x0", {.tags = 8}}}), 19U + 27);
}

// The address unit and barrier registers

TEST(Rule27, TheAddressUnitTakesOneEveryFourCycles) {
  EXPECT_EQ(clear_after({{0, "MATCH.ANY R1, R2"}, {1, "MATCH.ANY R3, R4 &wr=0x0"}}), 32U);
  EXPECT_EQ(clear_after({{0, "MATCH.ANY R1, R2"}, {4, "MATCH.ANY R3, R4 &wr=0x0"}}), 32U);
  EXPECT_EQ(clear_after({{0, "MATCH.ANY R1, R2"}, {5, "MATCH.ANY R3, R4 &wr=0x0"}}), 33U);
}

TEST(Rule27, ConstantsTakeTwoCycles) {
  EXPECT_EQ(clear_after({{0, "LDC R1, c[0x0][0x4]"}, {1, "LDC R2, c[0x0][0x8] &wr=0x0"}}), 27U);
}

TEST(Rule27, BarrierRegistersAreMovedOneEveryFourCycles) {
  EXPECT_EQ(clear_after({{0, "BMOV.32 R1, B0"}, {1, "BMOV.32 R2, B1 &wr=0x0"}}), 4U + 18);
  EXPECT_EQ(clear_after({{0, "BMOV.32 R1, B0"}, {4, "BMOV.32 R2, B1 &wr=0x0"}}), 4U + 18);
}

// What the clock makes of addresses and values

/// A row that sets scoreboard 0 and accesses these words, one a lane, and when one that waits for it issues.
std::string accessing(const std::string& row, const std::vector<std::uint64_t>& addresses, bool writes = false) {
  TimedListing listing(row + " &wr=0x0 ?trans2\nNOP &req={0} ?trans1\nEXIT");
  listing.warp.access = {.reads = true, .writes = writes, .lanes = core::LaneMask((1U << addresses.size()) - 1)};
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) listing.warp.access.address[lane] = addresses[lane];
  const std::string cycles = listing.cycles();
  for (const auto& [what, count] : listing.untimed()) ADD_FAILURE() << what << " is not timed";
  return cycles.substr(cycles.find("NOP:"));
}

TEST(Rule23, TheClockAsksForWavefronts) {
  EXPECT_EQ(accessing("LDS R1, [R2]", {0, 128, 256, 0}), "NOP:27 EXIT:28");
  EXPECT_EQ(accessing("ATOMS.ADD R1, [R2], R3", {0, 0, 128, 4}, true), "NOP:30 EXIT:31");
  EXPECT_EQ(accessing("ATOMS.CAST.SPIN R1, [R2], R4, R5", {0, 0, 128, 4}, true), "NOP:30 EXIT:31") << "whoever meets";
}

TEST(Rule26, TheClockAsksForTags) {
  EXPECT_EQ(accessing("LDG.E R1, desc[UR4][R2.64]", {0, 4, 8, 12}), "NOP:31 EXIT:32");
  EXPECT_EQ(accessing("LDG.E R1, desc[UR4][R2.64]", {128, 516}), "NOP:32 EXIT:33");
  EXPECT_EQ(accessing("LDG.E R1, desc[UR4][R2.64]", {128, 512}), "NOP:34 EXIT:35") << "and for wavefronts";
  EXPECT_EQ(accessing("LDL R1, [R2]", {4, 16}), "NOP:30 EXIT:31");
  EXPECT_EQ(accessing("LDL R1, [R2]", {4, 4}), "NOP:29 EXIT:30");
}

TEST(Rule27, TheClockAsksForWords) {
  EXPECT_EQ(accessing("LDC R1, c[0x0][R2]", {0, 0, 0, 0}), "NOP:28 EXIT:29");
  EXPECT_EQ(accessing("LDC R1, c[0x0][R2]", {0, 8, 8, 4}), "NOP:50 EXIT:51");
}

TEST(Rule27, TheClockAsksForValues) {
  const auto matching = [](int values) {
    TimedListing listing("MATCH.ANY R1, R2 &wr=0x0 ?trans2\nNOP &req={0} ?trans1\nEXIT");
    listing.warp.matched_values = values;
    return listing.cycles();
  };
  EXPECT_EQ(matching(1), "MATCH.ANY:0 NOP:28 EXIT:29");
  EXPECT_EQ(matching(4), "MATCH.ANY:0 NOP:61 EXIT:62");
}

}  // namespace
}  // namespace reconverge::timing
