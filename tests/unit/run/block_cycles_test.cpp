// SPDX-License-Identifier: MIT
// What is known of the time of one block on a multiprocessor: exact, an estimate, or bounds.

#include "run/block_cycles.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "run/kernel_run.hpp"
#include "sass/reader.hpp"
#include "timing/record/reader.hpp"

namespace reconverge::run {
namespace {

/// Additions that depend on each other, 4 cycles apart; `between` may be one more row.
std::string additions(const std::string& between = "", const std::string& end = "/*0040*/") {
  return "code for sm_90\nFunction : additions\n"
         "/*0000*/ IADD3 R0, R0, 0x1, RZ ; /* 0x0000000100007810 */\n/* 0x000fc80007ffe0ff */\n"
         "/*0010*/ IADD3 R0, R0, 0x1, RZ ; /* 0x0000000100007810 */\n/* 0x000fc80007ffe0ff */\n"
         "/*0020*/ IADD3 R0, R0, 0x1, RZ ; /* 0x0000000100007810 */\n/* 0x000fc80007ffe0ff */\n" +
         between + (between.empty() ? "/*0030*/" : end) +
         " EXIT ; /* 0x000000000000794d */\n/* 0x000fea0003800000 */\n";
}

const std::string sleep = "/*0030*/ NANOSLEEP 0x10 ; /* 0x000000100000795d */\n/* 0x000fea0003800000 */\n";
const std::string load = "/*0030*/ LDC R2, c[0x0][0x28] ; /* 0x00000a00ff027b82 */\n/* 0x000fe20000000800 */\n";
const std::string special = "/*0030*/ S2UR UR4, SR_TID.X ; /* 0x00000000000479c3 */\n/* 0x000fe20000002100 */\n";
const std::string store =
    "/*0030*/ @!PT STG.E desc[UR4][R2.64], R0 ; /* 0x0000000002007986 */\n/* 0x000fe2000c101904 */\n";
const std::string load_after = "/*0040*/ LDC R2, c[0x0][0x28] ; /* 0x00000a00ff027b82 */\n/* 0x000fe20000000800 */\n";
const std::string load_and_sleep =
    load + "/*0040*/ NANOSLEEP 0x10 ; /* 0x000000100000795d */\n/* 0x000fea0003800000 */\n";
const std::string fault = "/*0030*/ LDS R2, [R9] ; /* 0x0000000009027984 */\n/* 0x000fe80000000800 */\n";

KernelRun run_of(const std::string& text, int threads, std::uint64_t shared = 0) {
  emulator::Launch launch{.block = threads};
  if (shared > 0) launch.shared_bytes = shared;
  auto read = sass::read_function(text, "additions.sass", {.function = "additions", .arch = ""});
  EXPECT_TRUE(read) << to_string(read.error());
  const auto executable = decode_kernel(std::move(read).value(), launch, {}, "additions.sass");
  EXPECT_TRUE(executable) << to_string(executable.error());
  return run_kernel({.executable = *executable, .source_name = "additions.sass", .launch = launch});
}

TEST(BlockCycles, OfUpToOneWarpASubPartitionAreExact) {
  for (const std::uint64_t warps : {2, 4}) {
    const KernelRun run = run_of(additions(), static_cast<int>(32 * warps));
    ASSERT_TRUE(run.block_cycles);
    EXPECT_EQ(run.block_cycles->answer, BlockAnswer::exact) << run.block_cycles->because;
    EXPECT_EQ(run.block_cycles->cycles, 12 + 2 * (warps - 1)) << "the last one begins so much later";
    EXPECT_EQ(run.block_cycles->because, "");
    EXPECT_EQ(run.block_cycles->at_least.cycles, 12u);
    EXPECT_EQ(run.block_cycles->limit, "latency");
  }
}

TEST(BlockCycles, OfMoreWarpsAreAnEstimateWithItsError) {
  const timing::MultiprocessorTiming& rule = timing::built_in_record("sm_90")->multiprocessor;
  for (const int warps : {5, 8, 9, 32}) {
    const KernelRun run = run_of(additions(), 32 * warps);
    ASSERT_TRUE(run.block_cycles);
    EXPECT_EQ(run.block_cycles->answer, BlockAnswer::estimate);
    EXPECT_GE(*run.block_cycles->cycles, run.block_cycles->at_least.cycles);
    EXPECT_NE(run.block_cycles->because, "");
    EXPECT_EQ(run.block_cycles->worst_error, (warps > 8 ? rule.worst_error_crowded : rule.worst_error) / 1000.0);
    EXPECT_EQ(run.block_cycles->mean_error, (warps > 8 ? rule.mean_error_crowded : rule.mean_error) / 1000.0);
  }
}

/// Eight warps of a sub-partition issue 32 instructions, of which 24 take the integer unit two cycles each.
TEST(BlockCycles, AreNeverLessThanWhatWarpsWantOfAUnit) {
  const KernelRun run = run_of(additions(), 1024);
  ASSERT_TRUE(run.block_cycles);
  EXPECT_EQ(run.block_cycles->limit, "alu");
  EXPECT_GT(run.block_cycles->at_least.cycles, 31u);
  EXPECT_LT(run.block_cycles->at_least.cycles, 48u);
}

TEST(BlockCycles, OverWhatOthersMayHoldUpAreAnEstimate) {
  const KernelRun known = run_of(additions(load), 64);
  ASSERT_TRUE(known.block_cycles);
  EXPECT_EQ(known.block_cycles->answer, BlockAnswer::exact) << known.block_cycles->because;
  const KernelRun run = run_of(additions(special), 64);
  ASSERT_TRUE(run.block_cycles);
  EXPECT_EQ(run.block_cycles->answer, BlockAnswer::estimate);
  EXPECT_EQ(run.block_cycles->because, "the time of S2UR beside other warps at 0x30 is not known");
}

TEST(BlockCycles, OverStoresAreExactIfTheyAreTheLastThingOfAWarp) {
  const KernelRun last = run_of(additions(store), 64), before = run_of(additions(store + load_after, "/*0050*/"), 64);
  ASSERT_TRUE(last.block_cycles && before.block_cycles);
  EXPECT_EQ(last.block_cycles->answer, BlockAnswer::exact) << last.block_cycles->because;
  EXPECT_EQ(before.block_cycles->answer, BlockAnswer::estimate);
  EXPECT_EQ(before.block_cycles->because, "the time of STG.E beside other warps at 0x30 is not known");
}

TEST(BlockCycles, NameWhatIsNotKnownOfOneWarpEither) {
  const KernelRun run = run_of(additions(load_and_sleep, "/*0050*/"), 64);
  ASSERT_TRUE(run.block_cycles);
  EXPECT_EQ(run.block_cycles->answer, BlockAnswer::bounds);
  EXPECT_EQ(run.block_cycles->because, "the time of NANOSLEEP at 0x40 is not known");
}

TEST(BlockCycles, AreNotGivenOfARunThatStopped) {
  const emulator::Launch launch{.block = 64};
  auto read = sass::read_function(additions(fault), "additions.sass", {.function = "additions", .arch = ""});
  ASSERT_TRUE(read) << to_string(read.error());
  const auto executable = decode_kernel(std::move(read).value(), launch, {}, "additions.sass");
  ASSERT_TRUE(executable) << to_string(executable.error());
  const KernelRun run = run_kernel(
      {.executable = *executable, .source_name = "additions.sass", .launch = launch, .limits = {.steps = 3}});
  ASSERT_TRUE(run.run.diagnostic);
  EXPECT_FALSE(run.block_cycles);
}

TEST(BlockCycles, OverWhatIsNotTimedAreBoundsAlone) {
  for (const int threads : {64, 1024}) {
    const KernelRun run = run_of(additions(sleep), threads);
    ASSERT_TRUE(run.block_cycles);
    EXPECT_EQ(run.block_cycles->answer, BlockAnswer::bounds);
    EXPECT_FALSE(run.block_cycles->cycles);
    EXPECT_NE(run.block_cycles->because.find("NANOSLEEP"), std::string::npos) << run.block_cycles->because;
    EXPECT_GT(run.block_cycles->at_least.cycles, 0u);
  }
}

TEST(SlotAccount, EverySlotBelongsToARowOrComesAfterTheLastWarp) {
  for (const int warps : {2, 3, 4, 6, 8, 32}) {
    const KernelRun run = run_of(additions(), 32 * warps);
    ASSERT_TRUE(run.block_cycles && run.block_cycles->cycles) << warps;
    const SlotAccount& slots = run.block_cycles->slots;
    const auto sub_partitions = static_cast<std::uint64_t>(std::min(warps, 4));
    EXPECT_EQ(slots.total(), sub_partitions * (*run.block_cycles->cycles + 1)) << warps;
    std::uint64_t issued = 0;
    for (const auto& row : slots.rows) issued += row.issued;
    EXPECT_EQ(issued, run.run.steps) << warps;
    EXPECT_EQ(slots.rows[1].issued, static_cast<std::uint64_t>(warps)) << "each warp issues it once";
  }
}

/// What a block of two warps answers that both write a word of shared memory, read it, and go on as they read. Rows are
/// 5 cycles apart, which no value here depends on.
struct Exchange {
  std::string written = "R1", between = "NOP", after = "@P0 BRA 0x90";  ///< R1 has the number of the warp

  KernelRun run() const {
    const std::vector<std::string> rows{"S2R R0, SR_TID.X",
                                        "SHF.R.U32.HI R1, RZ, 0x5, R0",
                                        "MOV R9, 0x400",
                                        "STS [R9], " + written,
                                        between,
                                        "LDS R2, [R9]",
                                        "ISETP.NE.AND P0, PT, R2, RZ, PT",
                                        after,
                                        "NOP",
                                        "EXIT"};
    std::string text = "code for sm_90\nFunction : additions\n";
    for (std::size_t i = 0; i < rows.size(); ++i)
      text += fmt::format("/*{:04x}*/ {} ; /* 0x0000000000007918 */\n/* 0x000fea0000000000 */\n", 16 * i, rows[i]);
    return run_of(text, 64, 2048);
  }
  BlockAnswer answer() const { return run().block_cycles->answer; }
};

TEST(BlockCycles, AreBoundsWhereAWarpGoesAsAnotherOneHasChangedWhatItReads) {
  const KernelRun run = Exchange{}.run();
  ASSERT_TRUE(run.block_cycles);
  EXPECT_EQ(run.block_cycles->answer, BlockAnswer::bounds);
  EXPECT_EQ(run.block_cycles->because,
            "the time of BRA by what another warp changes with no block barrier between at 0x70 is not known");
  EXPECT_FALSE(run.block_cycles->cycles);
}

TEST(BlockCycles, AreAnEstimateWhereTheOrderOfWarpsDecidesNothing) {
  EXPECT_EQ(Exchange{.written = "R9"}.answer(), BlockAnswer::estimate) << "both write the same";
  EXPECT_EQ(Exchange{.after = "IADD3 R3, R2, R0, RZ"}.answer(), BlockAnswer::estimate) << "no way depends on it";
  EXPECT_EQ(Exchange{.between = "BAR.SYNC.DEFER_BLOCKING 0x0"}.answer(), BlockAnswer::estimate) << "all have written";
}

TEST(BlockCycles, AreBoundsWhereAnAddressDependsOnTheOrderOfWarps) {
  EXPECT_EQ(Exchange{.after = "LDS.U8 R3, [R2+0x400]"}.answer(), BlockAnswer::bounds);
  EXPECT_EQ(Exchange{.after = "MATCH.ANY R3, R2"}.answer(), BlockAnswer::bounds) << "its time depends on the values";
}

TEST(SlotAccount, WhatASubPartitionWaitedForIsChargedWithItsEmptySlots) {
  SlotAccountant accountant(3, 2);
  accountant.issued(0, 0, 0, 0);
  accountant.issued(0, 1, 5, 2);
  accountant.issued(1, 0, 3, 1);
  accountant.issued(0, 2, 6, 0);
  const SlotAccount account = accountant.account();
  EXPECT_EQ(account.rows[0].issued, 2u);
  EXPECT_EQ(account.rows[0].empty, 3u) << "of the second sub-partition, 0 to 2";
  EXPECT_EQ(account.rows[1].empty, 4u) << "1 to 4";
  EXPECT_EQ(account.rows[1].shared_unit, 2u);
  EXPECT_EQ(account.rows[2].empty, 0u);
  EXPECT_EQ(account.ended, 3u) << "of the second sub-partition, 4 to 6";
  EXPECT_EQ(account.total(), 14u);
}

TEST(SlotAccount, OfASubPartitionWithoutWarpsNothingIsCounted) {
  SlotAccountant accountant(1, 4);
  accountant.issued(2, 0, 0, 0);
  EXPECT_EQ(accountant.account().total(), 1u);
}

/// Warp 4 begins at 8 and looks lines up until 9. So warp 0 lands late, and warp 4 itself finds its lookups: rule
/// shared-lookups.
TEST(BlockCycles, ALandingWaitsForLinesOfAWarpThatBegins) {
  const std::string text =
      "code for sm_90\nFunction : additions\n"
      "/*0000*/ NOP ; /* 0x0000000000007918 */\n/* 0x000fe20000000000 */\n"
      "/*0010*/ BRA 0x20 ; /* 0x0000000000007947 */\n/* 0x000fea0003800000 */\n"
      "/*0020*/ EXIT ; /* 0x000000000000794d */\n/* 0x000fea0003800000 */\n";
  EXPECT_EQ(run_of(text, 4 * 32).block_cycles->cycles, 6u + 1 + 10);
  EXPECT_EQ(run_of(text, 5 * 32).block_cycles->cycles, 8u + 1 + 10 + 3);
}

TEST(BlockCycles, OfOneWarpAreThoseOfTheLaunch) {
  const KernelRun run = run_of(additions(), 32);
  EXPECT_FALSE(run.block_cycles);
  EXPECT_EQ(*run.cycles, 12u);
}

}  // namespace
}  // namespace reconverge::run
