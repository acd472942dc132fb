// SPDX-License-Identifier: MIT
// What warps share that each have a sub-partition: rules shared-unit, lookup and shared-mio.

#include "timing/cycles/multiprocessor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "timing/record/reader.hpp"
#include "unit/timing/cycles/mio_scene.hpp"
#include "unit/timing/cycles/operand_scene.hpp"

namespace reconverge::timing {
namespace {

CycleRecord odd_record() {
  CycleRecord record;
  record.multiprocessor = {.sub_partitions = 3, .shared_unit_operation = 5};
  return record;
}

TEST(SharedUnit, ServesOneOperationAfterAnother) {
  SharedUnit unit({.sub_partitions = 3, .shared_unit_operation = 5});
  EXPECT_EQ(unit.use(0, 10, 1), 10u);
  EXPECT_EQ(unit.use(1, 10, 0), 10u) << "what does not use it does not wait";
  EXPECT_EQ(unit.use(1, 11, 2), 15u);
  EXPECT_EQ(unit.use(2, 12, 1), 25u);
  EXPECT_EQ(unit.use(0, 31, 1), 31u);
  EXPECT_EQ(unit.use(1, 2000, 1), 2000u) << "what is long over is forgotten";
}

TEST(SharedUnit, WhatNobodyWaitsForTakesWhatIsLeft) {
  SharedUnit unit({.sub_partitions = 3, .shared_unit_operation = 5});
  unit.use_unawaited(0, 10);
  EXPECT_EQ(unit.use(1, 10, 1), 10u) << "it lets others go first";
  EXPECT_EQ(unit.use(0, 12, 1), 20u) << "but is served before the next one of its own warp";
  unit.use_unawaited(2, 40);
  EXPECT_EQ(unit.use(2, 60, 1), 60u) << "long before, if there was a place";
  EXPECT_EQ(unit.use(1, 61, 1), 65u);
}

TEST(SharedUnit, AnUnawaitedOneIsServedBeforeTheNextUnawaitedOneOfItsWarp) {
  SharedUnit unit({.sub_partitions = 3, .shared_unit_operation = 5});
  unit.use_unawaited(0, 10);
  unit.use_unawaited(0, 12);
  EXPECT_EQ(unit.use(0, 14, 1), 20u) << "10 to 15, 15 to 20";
}

TEST(SharedUnit, WarpsyncDoesNotWaitForWhatItsWarpArmed) {
  SharedUnit unit({.sub_partitions = 3, .shared_unit_operation = 5});
  unit.use_unawaited(0, 10);
  EXPECT_EQ(unit.use(0, 12, 1, true), 12u);
  EXPECT_EQ(unit.use(0, 13, 1), 22u) << "12 to 17, 17 to 22";
}

TEST(SharedUnit, KnowsWhenItServedASubPartitionLast) {
  SharedUnit unit({.sub_partitions = 3, .shared_unit_operation = 5});
  EXPECT_EQ(unit.last_of(0), 0u);
  unit.use(3, 10, 1);
  unit.use(1, 12, 1);
  unit.use_unawaited(2, 30);
  EXPECT_EQ(unit.last_of(0), 10u) << "that of warp 3";
  EXPECT_EQ(unit.last_of(1), 15u);
  EXPECT_EQ(unit.last_of(2), 0u) << "no warp waited for it";
}

TEST(LookupUnit, ServesOneLookupAfterAnother) {
  LookupUnit unit({.lookup_after = 3});
  const std::size_t first = unit.come(10, 7), second = unit.come(12, 7);
  EXPECT_TRUE(unit.late(first, 50).is_final);
  const LookupUnit::Late late = unit.late(second, 50);
  EXPECT_EQ(late.cycles, 5u) << "wanted at 15, the first is over at 20";
  EXPECT_TRUE(late.is_final);
}

TEST(LookupUnit, BeginsNoneWhileOneComes) {
  LookupUnit unit({.lookup_after = 2});
  const std::size_t first = unit.come(10, 4);
  for (const std::uint64_t cycle : {11, 12, 13}) unit.come(cycle, 4);
  EXPECT_EQ(unit.late(first, 50).cycles, 2u) << "at 12 and 13 others come";
}

TEST(LookupUnit, BeginsOneThatWaitedAlsoWhileAnotherComes) {
  LookupUnit unit({.lookup_after = 2});
  unit.come(10, 4);
  const std::size_t second = unit.come(13, 4);
  unit.come(16, 4);
  EXPECT_EQ(unit.late(second, 50).cycles, 1u) << "wanted at 15; at 16, when the first is over, another one comes";
}

TEST(LookupUnit, LooksUpASecondTime) {
  LookupUnit unit({.lookup_after = 2});
  const std::size_t first = unit.come(10, 4, 11);
  const std::size_t others = unit.come(22, 4);
  EXPECT_EQ(unit.late(first, 80).cycles, 0u) << "at 12 and 23";
  EXPECT_EQ(unit.late(others, 80).cycles, 3u) << "wanted at 24";
  const std::size_t later = unit.come(40, 4, 5);
  const std::size_t between = unit.come(41, 4);
  EXPECT_EQ(unit.late(later, 80).cycles, 3u) << "at 42, and at 50 in place of 47";
  EXPECT_EQ(unit.late(between, 80).cycles, 3u) << "at 46";
}

TEST(LookupUnit, TakesOneArrivalACycle) {
  LookupUnit unit({.lookup_after = 2});
  std::vector<std::size_t> lookups;
  for (int i = 0; i < 4; ++i) lookups.push_back(unit.come(10, 4));
  EXPECT_EQ(unit.late(lookups[0], 80).cycles, 2u) << "at 12 and 13 the third and the fourth come";
  EXPECT_EQ(unit.late(lookups[1], 80).cycles, 6u);
}

TEST(LookupUnit, OfThoseThatWaitASecondOneGoesFirst) {
  LookupUnit unit({.lookup_after = 2});
  std::vector<std::size_t> lookups;
  for (const std::uint64_t cycle : {10, 12, 14, 16}) lookups.push_back(unit.come(cycle, 4, 11));
  EXPECT_EQ(unit.late(lookups[0], 99).cycles, 2u) << "at 13, since another one comes at 12, and at 25 in place of 24";
  EXPECT_EQ(unit.late(lookups[1], 99).cycles, 4u) << "at 17 and 29";
  EXPECT_EQ(unit.late(lookups[2], 99).cycles, 6u) << "at 21 and 33";
  EXPECT_EQ(unit.late(lookups[3], 99).cycles, 19u) << "at 37, when no second one waits any more, and at 48";
}

TEST(LookupUnit, SaysWhatItDoesNotKnowYet) {
  LookupUnit unit({.lookup_after = 2});
  const std::size_t first = unit.come(10, 40), second = unit.come(11, 4);
  EXPECT_FALSE(unit.late(first, 12).is_final) << "another one may come at 12";
  EXPECT_EQ(unit.late(first, 12).cycles, 0u);
  EXPECT_EQ(unit.late(second, 30).cycles, 17u) << "wanted at 13, and not begun before 30";
  EXPECT_FALSE(unit.late(second, 30).is_final);
  EXPECT_EQ(unit.late(first, 60).cycles, 0u);
  EXPECT_EQ(unit.late(second, 60).cycles, 39u) << "from 52 on";
}

TEST(SharedMio, EachPartServesOneAfterAnotherAndKnowsNothingOfTheOthers) {
  CycleRecord record = odd_record();
  record.mio.constant_interval = 3;
  record.multiprocessor.tag_lookup = 5;
  record.multiprocessor.shared_memory_wavefront = 3;
  SharedMio shared(record);
  EXPECT_EQ(shared.address(10), 10u);
  EXPECT_EQ(shared.address(11), 13u);
  EXPECT_EQ(shared.tags(11, 2), 11u);
  EXPECT_EQ(shared.tags(12, 1), 21u);
}

TEST(SharedMio, TakesAccessesOverOneAfterAnother) {
  CycleRecord record = odd_record();
  record.multiprocessor.shared_memory_wavefront = 3;
  SharedMio shared(record);
  EXPECT_EQ(shared.accept(10), 10u);
  EXPECT_EQ(shared.accept(10), 13u);
  EXPECT_EQ(shared.accept(20), 20u);
}

TEST(SharedMio, GivesTheRegistersOfWideLoadsOneAccessAfterAnother) {
  SharedMio shared(odd_record());
  EXPECT_EQ(shared.registers(30, 4), 30u) << "at 27 to 30";
  EXPECT_EQ(shared.registers(31, 4), 34u);
  EXPECT_EQ(shared.registers(32, 1), 32u) << "a single register has no turn";
  EXPECT_EQ(shared.registers(32, 2), 36u);
}

TEST(SharedMio, WavefrontsTakeTheFirstFreeSlots) {
  CycleRecord record = odd_record();
  record.multiprocessor.shared_memory_wavefront = 1;
  SharedMio shared(record);
  EXPECT_EQ(shared.wavefronts(10, 10, 3, 2), 10u) << "at 10, 12 and 14";
  EXPECT_EQ(shared.wavefronts(10, 10, 2, 2), 11u) << "between them, at 11 and 13";
  EXPECT_EQ(shared.wavefronts(12, 12, 2, 2), 15u) << "at 15 and 17";
  EXPECT_EQ(shared.wavefronts(13, 16, 2, 2), 16u) << "at 16 and 18";
  EXPECT_EQ(shared.wavefronts(14, 14, 1, 2), 19u);
  EXPECT_EQ(shared.wavefronts(40, 40, 1, 2), 40u);
}

TEST(SharedMio, APredicateComesBackInACycleThatNoRegisterTakes) {
  CycleRecord record = odd_record();
  record.multiprocessor.predicate_after = 2;
  SharedMio apart(record), together(record);
  const Cycle first = apart.give_back(10, true), second = apart.give_back(12, true);
  EXPECT_EQ(first, 12u);
  EXPECT_EQ(apart.predicate_late(first), 1u) << "at 12 the register of the second comes";
  EXPECT_EQ(apart.predicate_late(second), 0u);
  std::vector<Cycle> wanted;
  for (const Cycle cycle : {20, 21, 22, 23}) wanted.push_back(together.give_back(cycle, cycle != 21));
  EXPECT_EQ(wanted[1], 0u) << "there is none";
  EXPECT_EQ(together.predicate_late(wanted[0]), 2u) << "registers at 22 and 23";
  EXPECT_EQ(together.predicate_late(wanted[2]), 1u) << "at 24 the first predicate";
}

/// Loads and stores of several warps, each on its own sub-partition.
struct Loads {
  Multiprocessor multiprocessor{*built_in_record("sm_90")};
  std::array<Scoreboards, 4> scoreboards{};
  Cycle last = 0;

  void enter(std::size_t warp, Cycle cycle, std::string_view row, int wavefronts = 1) {
    multiprocessor.advance(cycle);
    const Passes passes{.wavefronts = wavefronts};
    EXPECT_TRUE(testing::enter(multiprocessor.of_warp(warp).mio, scoreboards[warp], cycle, row, passes));
    last = cycle;
  }
  Cycle clear(std::size_t warp, std::size_t scoreboard = 0) {
    multiprocessor.advance(last + 99);
    SubPartition& sub = multiprocessor.of_warp(warp);
    return sub.mio.clear_for(scoreboards[warp][scoreboard], {last + 2, last + 2, &sub.reads});
  }
};

TEST(SharedMio, OfLoadsThatWaitTheOneGoesFirstWhoseSubPartitionWasServedLongestAgo) {
  Loads loads;
  loads.enter(0, 1000, "LDS R1, [R2] &wr=0x0", 2);
  loads.enter(1, 1001, "LDS R1, [R2] &wr=0x0", 2);
  loads.enter(0, 1004, "LDS R3, [R2] &wr=0x1", 2);
  loads.enter(2, 1004, "LDS R1, [R2] &wr=0x0", 2);
  loads.enter(1, 1005, "LDS R3, [R2] &wr=0x1", 2);
  loads.enter(3, 1005, "LDS R1, [R2] &wr=0x0", 2);
  EXPECT_EQ(loads.clear(2), 1004u + 25);
  EXPECT_EQ(loads.clear(3), 1005u + 25) << "before the second one of warp 0, which came earlier";
  EXPECT_EQ(loads.clear(0, 1), 1004u + 25 + 4);
  EXPECT_EQ(loads.clear(1, 1), 1005u + 25 + 4);
}

TEST(SharedMio, AStoreWaitsForALoadThatCameBefore) {
  Loads loads;
  loads.enter(0, 1000, "STS [R2], R4 &rd=0x1");
  loads.enter(1, 1002, "STS [R2], R4 &rd=0x1");
  loads.enter(2, 1004, "STS [R2], R4 &rd=0x1");
  loads.enter(0, 1004, "LDS R1, [R2] &wr=0x0");
  loads.enter(3, 1005, "STS [R2], R4 &rd=0x1");
  loads.enter(1, 1006, "LDS R1, [R2] &wr=0x0");
  EXPECT_EQ(loads.clear(0) - 1004, loads.clear(1) - 1006) << "behind a store of the next warp, before that of warp 3";
}

TEST(SharedMio, DataOfStoresAreHandedOverOneAfterAnother) {
  const auto first_load = [](std::size_t stores) {
    Loads loads;
    for (std::size_t warp = 0; warp < stores; ++warp) loads.enter(warp, 1000, "STS [R2], R4 &rd=0x1");
    loads.enter(0, 1004, "LDS R1, [R2] &wr=0x0");
    return loads.clear(0);
  };
  EXPECT_EQ(first_load(2), first_load(1));
  EXPECT_EQ(first_load(3), first_load(2) + 1) << "the third one asks in the same cycle, and goes first";
  EXPECT_EQ(first_load(4), first_load(3)) << "the fourth one asks a cycle later";
}

/// By how much arithmetic of each warp, 2 cycles behind a store, is late: the bank that the store's registers are in
/// has been wanted in the cycles before.
std::vector<Cycle> late_behind_stores(std::size_t stores, Cycle advance) {
  Loads loads;
  std::vector<Cycle> late;
  for (std::size_t warp = 0; warp < stores; ++warp) {
    loads.enter(warp, 1000, "STS [R8], R4");
    const auto ready = cycles(built_in_record("sm_90")->mio.data_ready);
    loads.multiprocessor.of_warp(warp).reads.read(testing::mio_use_of_row("STS [R8], R4"), 1000 + ready, 2, 0);
  }
  loads.multiprocessor.advance(advance);
  for (std::size_t warp = 0; warp < stores; ++warp) {
    RegisterAges written;
    OperandReads& reads = loads.multiprocessor.of_warp(warp).reads;
    const Unit& unit =
        built_in_record("sm_90")->unit_of(testing::operation_of_row("LOP3.LUT R7, R10, R12, R14, 0xf8, !PT"));
    const RegisterUse three = testing::registers_of_row("LOP3.LUT R7, R10, R12, R14, 0xf8, !PT");
    reads.read(three, 1002, 0, unit, written);
    late.push_back(reads.stopped());
  }
  return late;
}

TEST(SharedMio, WhoseDataWaitLeavesTheBanksToArithmeticMeanwhile) {
  EXPECT_EQ(late_behind_stores(1, 1002), (std::vector<Cycle>{1})) << "1002, 1003, 1005: the port has 1004 and 1006";
  EXPECT_EQ(late_behind_stores(4, 1002), (std::vector<Cycle>{1, 0, 0, 1}))
      << "the others' data come later, those of the last too late to be known";
  EXPECT_EQ(late_behind_stores(4, 1006), (std::vector<Cycle>{1, 0, 0, 0}));
}

TEST(SharedMio, HalfOfAnAddressIsHandedOverLikeData) {
  const auto released = [](std::size_t stores, Cycle apart) {
    Loads loads;
    for (std::size_t warp = 0; warp < stores; ++warp)
      loads.enter(warp, 1000 + warp * apart, "STG.E [R2.64], R4 &rd=0x1");
    std::vector<Cycle> cycles;
    for (std::size_t warp = 0; warp < stores; ++warp) cycles.push_back(loads.clear(warp, 1) - 1000);
    return cycles;
  };
  EXPECT_EQ(released(1, 0), (std::vector<Cycle>{13}));
  EXPECT_EQ(released(2, 0), (std::vector<Cycle>{13, 14}));
  EXPECT_EQ(released(3, 0), (std::vector<Cycle>{14, 15, 16}));
  EXPECT_EQ(released(4, 0), (std::vector<Cycle>{15, 16, 17, 18}));
  EXPECT_EQ(released(4, 1), (std::vector<Cycle>{15, 16, 17, 18}))
      << "data of all go before the first half of an address";
}

TEST(SharedMio, AStoreThatHandedOverItsDataWasServed) {
  Loads loads;
  loads.enter(0, 990, "LDS R3, [R2] &wr=0x1");
  loads.enter(1, 1000, "STS [R2], R4 &rd=0x1");
  loads.enter(0, 1003, "LDS R1, [R2] &wr=0x0");
  EXPECT_EQ(loads.clear(0), 1003u + 23) << "both ask at 1005, the store was served at 1003, warp 0 at 992";
}

TEST(SharedMio, ALoadWaitsForTheBanksThatAStoreOfAnotherWarpWrites) {
  const auto load_at = [](Cycle cycle, std::size_t storing) {
    Loads loads;
    loads.enter(storing, 1000, "STG.E [R2.64], R4 &rd=0x1");
    loads.enter(0, cycle, "LDG.E R1, [R2.64] &wr=0x0");
    return loads.clear(0) - cycle;
  };
  Cycle latest = 0;
  for (Cycle cycle = 1004; cycle < 1024; ++cycle) {
    EXPECT_EQ(load_at(cycle, 1), load_at(cycle, 2)) << cycle;
    latest = std::max(latest, load_at(cycle, 1));
  }
  EXPECT_GT(latest, load_at(1200, 1));
}

/// By how much a load of local memory is later beside a store that another warp issues at 1000.
Cycle late_beside_store(Cycle cycle, std::string_view load) {
  Loads beside, alone;
  beside.enter(1, 1000, "STL [R2], R4 &rd=0x1");
  for (Loads* loads : {&beside, &alone}) loads->enter(0, cycle, load);
  return beside.clear(0) - alone.clear(0);
}

TEST(SharedMio, ALoadBeginsBehindAStoreOfAnotherWarpAsBehindOneOfItsOwn) {
  EXPECT_EQ(late_beside_store(1002, "LDL R1, [R2] &wr=0x0"), 0u) << "at 1004, before the store";
  EXPECT_EQ(late_beside_store(1004, "LDL R1, [R2] &wr=0x0"), 1u) << "the store begins at 1005";
  EXPECT_EQ(late_beside_store(1005, "LDL R1, [R2] &wr=0x0"), 0u);
  EXPECT_EQ(late_beside_store(1004, "LDS R1, [R2] &wr=0x0"), 0u) << "the store is of the first level";
}

TEST(SharedMio, WhatALoadReadsAgainKeepsOthersFromTheirSlot) {
  const auto late = [](std::size_t count) {
    Loads beside, alone;
    beside.enter(3, 1000, "STL [R2], R4 &rd=0x1");
    beside.multiprocessor.of_warp(3).mio.accessed({.sectors = 8});
    for (Loads* loads : {&beside, &alone})
      for (std::size_t warp = 0; warp < count; ++warp) loads->enter(warp, 1010, "LDL R1, [R2] &wr=0x0");
    std::vector<Cycle> late;
    for (std::size_t warp = 0; warp < count; ++warp) late.push_back(beside.clear(warp) - alone.clear(warp));
    return late;
  };
  EXPECT_EQ(late(1), (std::vector<Cycle>{2})) << "it meets what the store writes from 1013 on";
  EXPECT_EQ(late(2), (std::vector<Cycle>{2, 2}));
  EXPECT_EQ(late(3), (std::vector<Cycle>{2, 2, 4})) << "two cycles go to what the others read again";
}

/// When LDC of four words issued at 1000, and one of one word issued by another warp, are clear.
std::array<Cycle, 2> clear_beside_words(Cycle cycle) {
  Loads loads;
  loads.enter(0, 1000, "LDC R1, c[0x0][R2] &wr=0x0");
  loads.multiprocessor.of_warp(0).mio.take_words(3);
  loads.enter(1, cycle, "LDC R1, c[0x0][R2] &wr=0x0");
  return {loads.clear(0) - 1000, loads.clear(1) - cycle};
}

TEST(SharedMio, FurtherWordsTakeTheAddressUnitsAgain) {
  EXPECT_EQ(clear_beside_words(1005), (std::array<Cycle, 2>{28 + 33, 28}));
  for (const Cycle word : {1011, 1022, 1033}) {
    EXPECT_EQ(clear_beside_words(word - 2), (std::array<Cycle, 2>{28 + 33, 28})) << word;
    EXPECT_EQ(clear_beside_words(word - 1), (std::array<Cycle, 2>{28 + 34, 28})) << "the word waits, at " << word;
    EXPECT_EQ(clear_beside_words(word + 1), (std::array<Cycle, 2>{28 + 33, 29})) << "the other waits, at " << word;
  }
}

TEST(SharedUnit, WarpsComeToABarOneAfterAnother) {
  CycleRecord record = odd_record();
  record.multiprocessor.bar_arrival = 4;
  const Multiprocessor multiprocessor(record);
  EXPECT_EQ(multiprocessor.bar_complete({10}), 10u);
  EXPECT_EQ(multiprocessor.bar_complete({11, 10, 12}), 18u);
  EXPECT_EQ(multiprocessor.bar_complete({10, 30, 11}), 30u) << "the last one comes later than the others take";
  EXPECT_EQ(multiprocessor.bar_complete({10, 10, 10, 10, 10, 10, 10}), 34u) << "some of a sub-partition";
}

TEST(SharedUnit, WhoWasServedLongestAgoHasTheTurn) {
  const CycleRecord record = odd_record();
  Multiprocessor multiprocessor(record);
  multiprocessor.shared_unit().use(4, 10, 1);
  multiprocessor.shared_unit().use(2, 20, 1);
  EXPECT_LT(multiprocessor.turn_of(0), multiprocessor.turn_of(1));
  EXPECT_LT(multiprocessor.turn_of(1), multiprocessor.turn_of(2)) << "warp 4 is of sub-partition 1";
}

TEST(SharedUnit, WarpsTakeSubPartitionsInTurn) {
  const CycleRecord record = odd_record();
  Multiprocessor multiprocessor(record);
  EXPECT_EQ(&multiprocessor.of_warp(1), &multiprocessor.of_warp(4));
  EXPECT_NE(&multiprocessor.of_warp(0), &multiprocessor.of_warp(1));
  EXPECT_EQ(built_in_record("sm_90")->multiprocessor.sub_partition_count(), 4u);
}

}  // namespace
}  // namespace reconverge::timing
