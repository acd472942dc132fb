// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <atomic>
#include <numeric>

#include "sass/reader.hpp"
#include "unit/run/grid_kernels.hpp"

/// Blocks run as if one after another, whatever runs at once.
namespace reconverge::run {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

KernelSpec tickets(std::uint32_t blocks, int jobs) {
  KernelSpec spec = grid_kernel("tickets", {.block = 64,
                                            .grid = blocks,
                                            .arguments = {buffer_of(std::vector<int>{0}),
                                                          buffer_of(std::vector<int>(std::size_t{blocks} * 64))}});
  spec.jobs = jobs;
  return spec;
}

TEST(GridOrder, AtomicsComeInTheOrderOfTheBlocks) {
  std::vector<int> expected(60 * 64);
  std::iota(expected.begin(), expected.end(), 0);
  for (const int jobs : {1, 2, 7}) {
    const auto run = run_kernel(tickets(60, jobs));
    ASSERT_FALSE(run.run.diagnostic) << to_string(*run.run.diagnostic);
    EXPECT_EQ(elements_of<int>(run, 1), expected) << jobs;
    EXPECT_THAT(elements_of<int>(run, 0), ElementsAre(60 * 64));
    EXPECT_THAT(run.findings, testing::IsEmpty());
  }
}

TEST(GridOrder, SumsAreTheSameForEveryNumberOfJobs) {
  const auto one = run_kernel(tickets(40, 1));
  EXPECT_EQ(one.worst.size(), worst_warps_kept);
  for (const int jobs : {2, 5}) {
    const auto run = run_kernel(tickets(40, jobs));
    EXPECT_EQ(run.run.steps, one.run.steps);
    EXPECT_EQ(run.warp_instructions, one.warp_instructions);
    EXPECT_EQ(run.account.total(), one.account.total());
    EXPECT_EQ(run.thread_instructions, one.thread_instructions);
    EXPECT_EQ(run.counts.branches, one.counts.branches);
    EXPECT_EQ(run.warp_cycles, one.warp_cycles);
    for (std::size_t i = 0; i < run.worst.size(); ++i) {
      EXPECT_EQ(run.worst[i].block, one.worst[i].block);
      EXPECT_EQ(run.worst[i].cycles, one.worst[i].cycles);
    }
  }
  EXPECT_EQ(one.run.steps, one.warp_instructions);
}

KernelRun last_wins(std::uint32_t blocks) {
  return run_kernel(
      grid_kernel("last_wins", {.block = 32, .grid = blocks, .arguments = {buffer_of(std::vector<int>(32, -1))}}));
}

TEST(GridOrder, WarpCyclesAreTheSumOfWhatEachNeedsByItself) {
  const auto alone = last_wins(1);
  ASSERT_TRUE(alone.cycles);
  const auto four = last_wins(4);
  EXPECT_FALSE(four.cycles);
  EXPECT_EQ(four.warp_cycles, 4 * *alone.cycles);
  EXPECT_EQ(four.account.total(), four.warp_cycles);
  EXPECT_EQ(four.untimed_warps, 0u);
  EXPECT_EQ(four.worst.front().cycles, *alone.cycles);
  EXPECT_EQ(four.worst.front().mean_active_lanes(), 32);
  EXPECT_EQ(four.waiting.size(), alone.waiting.size());
}

TEST(GridOrder, BlocksThatWriteOneWordDifferentlyAreFound) {
  const auto run = last_wins(3);
  EXPECT_THAT(elements_of<int>(run, 0), Each(2));
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_EQ(run.findings[0].kind, "contested-blocks");
  EXPECT_THAT(run.findings[0].message, HasSubstr("of block 1 writes another value to 0x"));
  EXPECT_THAT(run.findings[0].message, HasSubstr("than block 0 has"));
  EXPECT_EQ(run.findings[0].count, 64u);
  EXPECT_THAT(last_wins(1).findings, testing::IsEmpty());
}

TEST(GridOrder, BlocksThatWaitForLaterOnesTakeTurns) {
  for (const int jobs : {1, 2}) {
    KernelSpec spec = grid_kernel(
        "wait_for_next",
        {.block = 64, .grid = 5, .arguments = {buffer_of(std::vector<int>(5)), buffer_of(std::vector<int>(5))}});
    spec.jobs = jobs;
    const auto run = run_kernel(spec);
    ASSERT_FALSE(run.run.diagnostic) << to_string(*run.run.diagnostic);
    EXPECT_THAT(elements_of<int>(run, 1), ElementsAre(1, 2, 3, 4, 5));
    EXPECT_EQ(run.blocks, 5u);
    EXPECT_EQ(run.warps_run, 10u);
  }
}

TEST(GridOrder, BlocksThatWaitForNobodyAreNamed) {
  const auto run = run_kernel(
      grid_kernel("wait_for_nobody", {.block = 32, .grid = 3, .arguments = {buffer_of(std::vector<int>(3))}}));
  ASSERT_TRUE(run.run.diagnostic);
  EXPECT_EQ(run.run.ending, emulator::Ending::step_limit);
  EXPECT_THAT(run.run.diagnostic->message,
              HasSubstr("block 0, block 1, block 2 wait for something that no block does"));
  EXPECT_THAT(run.run.diagnostic->message, HasSubstr("no progress"));
}

TEST(GridOrder, AFaultNamesItsBlockAndKeepsWhatWasDone) {
  for (const int jobs : {1, 3}) {
    KernelSpec spec = grid_kernel("outside", {.block = 32, .grid = 9, .arguments = {buffer_of(std::vector<int>(9))}});
    spec.jobs = jobs;
    const auto run = run_kernel(spec);
    ASSERT_TRUE(run.run.diagnostic);
    EXPECT_THAT(run.run.diagnostic->message, testing::StartsWith("block 5: "));
    EXPECT_THAT(elements_of<int>(run, 0), ElementsAre(1, 1, 1, 1, 1, 0, 0, 0, 0));
    EXPECT_EQ(run.blocks, 6u);
    EXPECT_EQ(run.warps_run, 6u);
  }
}

TEST(GridOrder, ABlockInThreeDimensionsIsNamedByItsPlace) {
  KernelSpec spec =
      grid_kernel("outside", {.block = 32, .grid = {6, 2}, .arguments = {buffer_of(std::vector<int>(6))}});
  EXPECT_THAT(run_kernel(spec).run.diagnostic->message, testing::StartsWith("block 5 (5, 0, 0): "));
}

TEST(GridOrder, ChosenBlocksAlone) {
  KernelSpec spec = grid_kernel("outside", {.block = 32, .grid = 9, .arguments = {buffer_of(std::vector<int>(9))}});
  spec.blocks = BlockList({{1, 2}, {8, 8}});
  const auto run = run_kernel(spec);
  ASSERT_FALSE(run.run.diagnostic) << to_string(*run.run.diagnostic);
  EXPECT_THAT(elements_of<int>(run, 0), ElementsAre(0, 1, 1, 0, 0, 0, 0, 0, 1));
  EXPECT_EQ(run.blocks, 3u);
}

TEST(GridOrder, AnInterruptEndsItWithWhatWasDone) {
  std::atomic<bool> stop = false;
  KernelSpec spec = tickets(50, 2);
  spec.limits.stop = &stop;
  spec.progress = [&](std::uint64_t done, std::uint64_t) { stop = done >= 3; };
  const auto run = run_kernel(spec);
  EXPECT_EQ(run.run.ending, emulator::Ending::interrupted);
  EXPECT_GE(run.blocks, 3u);
  EXPECT_LT(run.blocks, 50u);
  EXPECT_EQ(elements_of<int>(run, 1).at(64), 64);
}

std::int64_t peak_kilobytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

TEST(GridOrder, MemoryDoesNotGrowWithTheNumberOfBlocks) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the address sanitizer keeps freed memory back";
#endif
  last_wins(1000);
  const std::int64_t before = peak_kilobytes();
  const auto run = last_wins(20'000);
  EXPECT_EQ(run.blocks, 20'000u);
  constexpr std::int64_t bound = 8 * 1024;  // 430 bytes a block
  EXPECT_LT(peak_kilobytes() - before, bound);
}

/// Warp 0 spins before warp 1, which came to the same barrier, has had its turn.
TEST(BlockOrder, AWarpThatIsReleasedIsWaitedFor) {
  const char* const rows[] = {
      "S2R R0, SR_TID.X", "MOV R1, 0x400", "ISETP.GT.AND P0, PT, R0, 0x1f, PT", "@!P0 STS [R1], RZ", "BAR.SYNC 0x0",
      "@P0 BRA 0xa0",     "LDS R2, [R1]",  "ISETP.EQ.AND P1, PT, R2, RZ, PT",   "@P1 BRA 0x60",      "EXIT",
      "STS [R1], R0",     "EXIT"};
  std::string text = "code for sm_90\nFunction : rows\n";
  int address = 0;
  for (const char* row : rows) {
    char line[80];
    std::snprintf(line, sizeof line, "/*%04x*/ %s ;\n", address, row);
    text += line;
    address += 16;
  }
  auto read = sass::read_function(text, "rows");
  ASSERT_TRUE(read) << to_string(read.error());
  const emulator::Launch launch{.block = 64};
  const auto executable = decode_kernel(std::move(read).value(), launch, {}, "rows");
  ASSERT_TRUE(executable) << to_string(executable.error());
  const auto run = run_kernel({.executable = *executable, .source_name = "rows", .launch = launch});
  EXPECT_FALSE(run.run.diagnostic) << to_string(*run.run.diagnostic);
}

}  // namespace
}  // namespace reconverge::run
