// SPDX-License-Identifier: MIT
// Rule beyond-first-level of docs/model.md: which accesses the first level does not serve, and what each is taken to
// last.

#include "timing/cycles/second_level.hpp"

#include <gtest/gtest.h>

#include "timing/cycles/lost_lines.hpp"
#include "timing/cycles/passes.hpp"
#include "timing/record/reader.hpp"

namespace reconverge::timing {
namespace {

const CycleRecord& hopper = *built_in_record("sm_90");

std::int32_t band(BandKind kind, Assumption assumption = Assumption::typical) {
  return hopper.bands[static_cast<std::size_t>(kind)]->cycles[static_cast<std::size_t>(assumption)];
}

/// All lanes access a word, `stride` bytes from one another.
emulator::Access access_of(bool reads, bool writes, std::uint64_t stride, std::uint64_t first = 4096) {
  emulator::Access access{.reads = reads, .writes = writes, .lanes = core::LaneMask::all()};
  for (std::size_t lane = 0; lane < emulator::lanes; ++lane) access.address[lane] = first + lane * stride;
  return access;
}

const emulator::Access load = access_of(true, false, 4), store = access_of(false, true, 4),
                       atomic = access_of(true, true, 4);

SecondLevel assuming(Assumption assumption, LoadsFrom loads = LoadsFrom::as_known, bool fits = true) {
  return SecondLevel(hopper, {assumption, loads, fits});
}

TEST(BeyondFirstLevel, EachAccessTakesWhatIsAssumed) {
  for (const Assumption assumption : {Assumption::low, Assumption::typical, Assumption::high}) {
    SecondLevel memory = assuming(assumption);
    EXPECT_EQ(memory.access(load, Beyond::load, 0).result, band(BandKind::load, assumption));
  }
}

TEST(BeyondFirstLevel, ALoadThatHitsTakesNothingMore) {
  SecondLevel memory = assuming(Assumption::high);
  const SecondLevel::More more = memory.access(load, Beyond::none, 0);
  EXPECT_EQ(more.result, 0);
  EXPECT_EQ(more.busy, 0);
}

TEST(BeyondFirstLevel, ALoadThatOthersMaySeeTakesItsSectorsFromTheFirstLevel) {
  SecondLevel memory = assuming(Assumption::typical);
  memory.access(load, Beyond::load, 0);
  EXPECT_EQ(memory.access(load, Beyond::none, 1000).result, band(BandKind::load));
  EXPECT_EQ(memory.access(load, Beyond::none, 2000).result, 0) << "and this one finds them";
  EXPECT_EQ(memory.access(access_of(true, false, 4, 8192), Beyond::none, 3000).result, 0) << "others stay";
}

TEST(BeyondFirstLevel, AnAtomicTakesItsSectorsFromTheFirstLevel) {
  SecondLevel memory = assuming(Assumption::low);
  memory.access(atomic, Beyond::reduction, 0);
  EXPECT_EQ(memory.access(load, Beyond::none, 1000).result, band(BandKind::load_after_atomic, Assumption::low));
  EXPECT_EQ(memory.access(load, Beyond::none, 2000).result, 0);
}

TEST(BeyondFirstLevel, LanesOfAnAtomicThatMeetAreServedOneByOne) {
  SecondLevel memory = assuming(Assumption::typical);
  const std::int32_t apart = memory.access(atomic, Beyond::atomic, 0).result;
  const std::int32_t together = memory.access(access_of(true, true, 0), Beyond::atomic, 0).result;
  EXPECT_EQ(apart, band(BandKind::atomic) + 4 * band(BandKind::atomic_pass)) << "words of one sector go together";
  EXPECT_EQ(together, band(BandKind::atomic) + 32 * band(BandKind::atomic_pass));
  EXPECT_EQ(memory.access(access_of(true, true, 0), Beyond::float_atomic, 0).result,
            band(BandKind::float_atomic) + 32 * band(BandKind::float_atomic_pass));
}

TEST(BeyondFirstLevel, AnAtomicWithoutAResultKeepsItsUnitOnly) {
  SecondLevel memory = assuming(Assumption::high);
  const SecondLevel::More more = memory.access(access_of(true, true, 0), Beyond::reduction, 0);
  EXPECT_EQ(more.result, 0);
  EXPECT_EQ(more.busy, band(BandKind::atomic_interval, Assumption::high) +
                           32 * band(BandKind::atomic_interval_pass, Assumption::high));
}

TEST(BeyondFirstLevel, AFenceWaitsForStoresAndEmptiesTheFirstLevel) {
  SecondLevel memory = assuming(Assumption::typical);
  const std::int32_t alone = memory.fence(Beyond::fence, 0);
  EXPECT_EQ(alone, band(BandKind::fence));
  EXPECT_EQ(memory.fence(Beyond::system_fence, 0), band(BandKind::system_fence));
  memory.access(store, Beyond::none, 0);
  EXPECT_GT(memory.fence(Beyond::fence, 0), alone);
  EXPECT_EQ(memory.fence(Beyond::fence, 1000), alone) << "they are done by then";
  memory.invalidate();
  EXPECT_EQ(memory.access(load, Beyond::none, 2000).result, band(BandKind::load_after_fence));
  EXPECT_EQ(memory.access(load, Beyond::none, 3000).result, 0);
}

TEST(BeyondFirstLevel, ALoadWaitsForStoresBeforeIt) {
  SecondLevel memory = assuming(Assumption::high);
  memory.access(store, Beyond::store, 0);
  EXPECT_GT(memory.access(load, Beyond::load, 1).result, band(BandKind::load, Assumption::high));
  EXPECT_EQ(assuming(Assumption::low).access(load, Beyond::load, 1).result, band(BandKind::load, Assumption::low));
}

TEST(BeyondFirstLevel, AllLoadsComeFromWhereTheUserSays) {
  EXPECT_EQ(assuming(Assumption::high, LoadsFrom::first_level).access(load, Beyond::load, 0).result, 0);
  EXPECT_EQ(assuming(Assumption::low, LoadsFrom::second_level).access(load, Beyond::none, 0).result,
            band(BandKind::load, Assumption::low));
  EXPECT_EQ(assuming(Assumption::low, LoadsFrom::memory).access(load, Beyond::none, 0).result,
            band(BandKind::load_from_memory, Assumption::low));
}

TEST(BeyondFirstLevel, DataThatDoNotFitMayMiss) {
  SecondLevel low = assuming(Assumption::low, LoadsFrom::as_known, false);
  SecondLevel typical = assuming(Assumption::typical, LoadsFrom::as_known, false);
  SecondLevel high = assuming(Assumption::high, LoadsFrom::as_known, false);
  EXPECT_EQ(low.access(load, Beyond::none, 0).result, 0);
  EXPECT_EQ(typical.access(load, Beyond::none, 0).result, band(BandKind::load));
  EXPECT_EQ(typical.access(load, Beyond::none, 0).result, 0) << "the second time";
  high.access(load, Beyond::none, 0);
  EXPECT_EQ(high.access(load, Beyond::none, 0).result, band(BandKind::load, Assumption::high));
}

/// s_shell and c_lz of probes/strangers/exam2.cu: up to 45 % more than hits take.
TEST(BeyondFirstLevel, ALoadOfASectorThatAStoreWroteInPartMayMiss) {
  PartlyWritten written;
  written.store(access_of(false, true, 4), 32);
  EXPECT_FALSE(written.meets(load, 32)) << "whole sectors";
  written.store(access_of(false, true, 8), 32);
  EXPECT_TRUE(written.meets(load, 32));
  EXPECT_FALSE(written.meets(access_of(true, false, 4, 8192), 32));
  SecondLevel low = assuming(Assumption::low), high = assuming(Assumption::high);
  for (SecondLevel* memory : {&low, &high}) memory->access(access_of(false, true, 8), Beyond::none, 0);
  EXPECT_EQ(low.access(load, Beyond::none, 1000).result, 0);
  EXPECT_EQ(high.access(load, Beyond::none, 1000).result, band(BandKind::load, Assumption::high));
}

/// `lanes` lanes store a word each, from `offset` bytes behind the begin of a line.
emulator::Access store_of_part(int lanes, std::uint64_t offset = 0) {
  emulator::Access access = access_of(false, true, 4, 4096 + offset);
  access.lanes = core::LaneMask((1u << lanes) - 1);
  return access;
}

/// Whether a load behind two stores misses, the second so many cycles behind the first.
bool is_lost(const emulator::Access& first, const emulator::Access& second, Cycle apart) {
  LostLines lines;
  lines.store(first, 100, hopper.l1);
  lines.store(second, 100 + apart, hopper.l1);
  return lines.load(load, hopper.l1);
}

/// data/measured/h200/stores_on_a_line.csv
TEST(LostLines, ASecondStoreToALineLosesItAtSomeDistances) {
  const emulator::Access word = store_of_part(1);
  EXPECT_FALSE(is_lost(word, word, 10));
  EXPECT_TRUE(is_lost(word, word, 11));
  EXPECT_TRUE(is_lost(word, word, 17));
  EXPECT_FALSE(is_lost(word, word, 18));
  EXPECT_TRUE(is_lost(store_of_part(31), store_of_part(31, 4), 20)) << "later by a cycle for each further sector";
  EXPECT_FALSE(is_lost(store_of_part(31), store_of_part(31, 4), 21));
  EXPECT_TRUE(is_lost(word, store_of_part(1, 0x20), 12)) << "also in another sector";
  EXPECT_FALSE(is_lost(word, store_of_part(1, 0x80), 12)) << "not in another line";
  EXPECT_FALSE(is_lost(store, store, 12)) << "nor where it fills the line";
}

TEST(LostLines, OnlyTheStoreDirectlyBeforeCounts) {
  LostLines lines;
  for (const Cycle cycle : {100, 108, 116}) lines.store(store_of_part(4), cycle, hopper.l1);
  EXPECT_FALSE(lines.load(load, hopper.l1));
}

TEST(LostLines, ALoadFindsWhatWasStoredSinceOrLoaded) {
  LostLines lines;
  for (const Cycle cycle : {100, 112, 200}) lines.store(store_of_part(4), cycle, hopper.l1);
  emulator::Access part = load;
  part.lanes = core::LaneMask(0xF);
  EXPECT_FALSE(lines.load(part, hopper.l1)) << "the third store is kept";
  part.lanes = core::LaneMask(0x1F);
  EXPECT_TRUE(lines.load(part, hopper.l1)) << "beside it there is nothing";
  EXPECT_FALSE(lines.load(part, hopper.l1)) << "now there is";
  EXPECT_TRUE(lines.load(load, hopper.l1)) << "not in the other sectors of the line";
  EXPECT_FALSE(lines.load(load, hopper.l1));
}

/// Segments part_* of data/measured/h200/segments.csv.
TEST(LostLines, ALoadBetweenTheStoresLosesTheLineACycleEarlier) {
  for (const auto& [apart, is_lost] : {std::pair{9, false}, {10, true}}) {
    LostLines lines;
    lines.store(store_of_part(1), 100, hopper.l1);
    lines.load(load, hopper.l1);
    lines.store(store_of_part(1), 100 + cycles(apart), hopper.l1);
    EXPECT_EQ(lines.load(load, hopper.l1), is_lost) << apart;
  }
}

/// All lanes store or load so many bytes of local memory, from `offset` bytes on.
emulator::Access local_access(bool writes, std::uint8_t bytes, std::uint64_t offset) {
  emulator::Access access = access_of(!writes, writes, 0, offset);
  access.space = emulator::Space::local;
  access.bytes = bytes;
  return access;
}

/// r_kdnear and r_viterbi of probes/strangers/exam5.cu: bytes in an array of each lane.
TEST(LostLines, AWordOfLocalMemoryOfAllLanesIsALine) {
  const auto is_lost = [](std::uint64_t second, const emulator::Access& later) {
    LostLines lines;
    lines.store(local_access(true, 1, 0), 100, hopper.l1);
    lines.store(local_access(true, 1, second), 112, hopper.l1);
    return lines.load(later, hopper.l1);
  };
  EXPECT_TRUE(is_lost(3, local_access(false, 1, 0)));
  EXPECT_TRUE(is_lost(3, local_access(false, 1, 3))) << "a byte that is stored does not make the word whole";
  EXPECT_FALSE(is_lost(4, local_access(false, 1, 0))) << "another word";
  EXPECT_FALSE(is_lost(3, local_access(false, 4, 4)));
  EXPECT_TRUE(is_lost(3, local_access(false, 8, 0))) << "of two words the first";
}

TEST(LostLines, WholeWordsOfLocalMemoryFillTheirLines) {
  LostLines lines;
  for (const Cycle cycle : {100, 112}) lines.store(local_access(true, 8, 0), cycle, hopper.l1);
  EXPECT_FALSE(lines.load(local_access(false, 8, 0), hopper.l1));
}

TEST(BeyondFirstLevel, ALoadOfALostLineOfLocalMemoryMisses) {
  SecondLevel memory = assuming(Assumption::high);
  for (const Cycle cycle : {100, 112}) EXPECT_EQ(memory.local(local_access(true, 1, 0), cycle), 0);
  EXPECT_EQ(memory.local(local_access(false, 1, 0), 1000), band(BandKind::load, Assumption::high));
  EXPECT_EQ(memory.local(local_access(false, 1, 0), 2000), 0);
}

TEST(BeyondFirstLevel, ALoadOfALostLineMisses) {
  for (const Assumption assumption : {Assumption::low, Assumption::typical, Assumption::high}) {
    SecondLevel memory = assuming(assumption), hits = assuming(assumption, LoadsFrom::first_level);
    for (const Cycle cycle : {100, 112})
      for (SecondLevel* one : {&memory, &hits}) one->access(store_of_part(8), Beyond::none, cycle);
    const std::int32_t missed = assumption == Assumption::low ? 0 : band(BandKind::load, assumption);
    EXPECT_EQ(memory.access(load, Beyond::none, 10'000).result, missed) << "low: the first level kept it";
    EXPECT_EQ(memory.access(load, Beyond::none, 20'000).result, 0) << "and this one finds it";
    EXPECT_EQ(hits.access(load, Beyond::none, 10'000).result, 0);
  }
}

TEST(BeyondFirstLevel, ABandThatTheRecordLacksIsNamed) {
  CycleRecord record = hopper;
  record.bands[static_cast<std::size_t>(BandKind::load)].reset();
  SecondLevel memory(record, {});
  memory.access(load, Beyond::none, 0);
  EXPECT_EQ(memory.lacks(), "");
  memory.access(load, Beyond::load, 0);
  EXPECT_EQ(memory.lacks(), "load");
}

/// w_ld64 and w_ld1024 of generic.cu: 32 lines look up 8 or 9 tags wherever the buffer lies; folded to 5 bits the
/// second would look up 32.
TEST(BeyondFirstLevel, LinesFarApartLieInBanksOfTagsThatDependOnTheBuffer) {
  const OperationTiming operation;
  const auto tags = [&](std::uint64_t stride, Assumption assumption) {
    emulator::Access access = access_of(true, false, stride, 0x2'0000'0100);
    return passes_beyond(access, operation, hopper, assumption).tags;
  };
  EXPECT_EQ(tags(256, Assumption::low), 8);
  EXPECT_EQ(tags(256, Assumption::high), 9);
  EXPECT_EQ(tags(4096, Assumption::low), 8);
  EXPECT_LE(tags(4096, Assumption::high), 10);
  EXPECT_EQ(tags(std::uint64_t{1} << 20, Assumption::typical), 0) << "further than the fold is known";
}

TEST(BeyondFirstLevel, LanesInSeveralMemoriesAreTakenApart) {
  emulator::Access access = access_of(true, false, 4, 0x2'0000'0000);
  access.address[7] = 0x420;  // in the window of shared memory
  EXPECT_FALSE(global_part(access).lanes.contains(7));
  EXPECT_TRUE(global_part(access).lanes.contains(8));
  access.space = emulator::Space::shared;  // of the lowest lane
  EXPECT_EQ(passes_beyond(access, OperationTiming{}, hopper, Assumption::low).route, Route::level_1);
}

}  // namespace
}  // namespace reconverge::timing
