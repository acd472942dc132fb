// SPDX-License-Identifier: MIT
// Blocks of several warps: compiled kernels whose warps hand on memory and wait for each other.

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <numeric>
#include <sstream>

#include "run/kernel_run.hpp"
#include "sass/reader.hpp"

namespace reconverge::golden {
namespace {

using ::testing::HasSubstr;

emulator::Buffer words(const std::vector<std::int32_t>& values) {
  emulator::Buffer buffer{emulator::ElementType::i32, std::vector<std::uint8_t>(4 * values.size())};
  std::memcpy(buffer.bytes.data(), values.data(), buffer.bytes.size());
  return buffer;
}

std::vector<std::int32_t> values(const emulator::BufferAfter& buffer) {
  std::vector<std::int32_t> values(buffer.buffer.size());
  std::memcpy(values.data(), buffer.buffer.bytes.data(), buffer.buffer.bytes.size());
  return values;
}

run::KernelRun run_block(const std::string& function, const emulator::Launch& launch, emulator::RunLimits limits = {}) {
  std::ifstream file(RECONVERGE_BLOCK_KERNELS);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  auto read = sass::read_function(text, "block_kernels_sm_90.sass", {.function = function, .arch = ""});
  EXPECT_TRUE(read) << to_string(read.error());
  const auto executable = run::decode_kernel(std::move(read).value(), launch, {}, "block_kernels_sm_90.sass");
  EXPECT_TRUE(executable) << to_string(executable.error());
  return run::run_kernel(
      {.executable = *executable, .source_name = "block_kernels_sm_90.sass", .launch = launch, .limits = limits});
}

TEST(Block, WarpsHandOnSharedMemoryAtABarrier) {
  for (const int threads : {32, 64, 96, 100, 1024}) {
    std::vector<std::int32_t> in(static_cast<std::size_t>(threads));
    std::iota(in.begin(), in.end(), 1);
    const auto run =
        run_block("reverse", {.block = threads, .arguments = {words(in), words(std::vector<std::int32_t>(in.size()))}});
    ASSERT_FALSE(run.run.diagnostic) << to_string(*run.run.diagnostic);
    EXPECT_EQ(run.warps, (threads + 31) / 32);
    EXPECT_EQ(values(run.buffers.at(1)), std::vector<std::int32_t>(in.rbegin(), in.rend())) << threads;
  }
}

TEST(Block, ASumTakesAsManyRoundsAsItNeeds) {
  std::vector<std::int32_t> in(256);
  std::iota(in.begin(), in.end(), 1);
  const auto run = run_block("sum", {.block = 256, .arguments = {words(in), words({0})}});
  ASSERT_FALSE(run.run.diagnostic) << to_string(*run.run.diagnostic);
  EXPECT_EQ(values(run.buffers.at(1)), std::vector<std::int32_t>{256 * 257 / 2});
}

TEST(Block, AReductionIsOfAllWarpsThatCome) {
  constexpr int threads = 100;
  for (const int above : {0, 1, 40, 97, threads}) {
    std::vector<std::int32_t> in(threads, 3);
    std::fill(in.begin(), in.begin() + above, 4);
    for (const int leaver : {1, 64, 65}) in[static_cast<std::size_t>(leaver)] = -1;
    const auto run =
        run_block("votes", {.block = threads, .arguments = {words(in), words(std::vector<std::int32_t>(3 * threads))}});
    ASSERT_FALSE(run.run.diagnostic) << to_string(*run.run.diagnostic);
    const auto count = static_cast<std::int32_t>(std::ranges::count(in, 4));
    const auto out = values(run.buffers.at(1));
    for (std::size_t i = 0; i < threads; ++i) {
      const bool stays = in[i] >= 0;
      EXPECT_EQ(out[i], stays ? count : 0) << above << " of thread " << i;
      EXPECT_EQ(out[i + threads] != 0, stays && count == threads - 3) << above << " of thread " << i;
      EXPECT_EQ(out[i + 2 * threads] != 0, stays && count > 0) << above << " of thread " << i;
    }
  }
}

TEST(Block, EveryRoundAsksAllWarpsAnew) {
  std::vector<std::int32_t> in(96);
  std::iota(in.begin(), in.end(), -40);
  const auto run =
      run_block("rounds", {.block = 96, .arguments = {words(in), words(std::vector<std::int32_t>(in.size()))}});
  ASSERT_FALSE(run.run.diagnostic) << to_string(*run.run.diagnostic);
  EXPECT_EQ(values(run.buffers.at(1)), std::vector<std::int32_t>(96, 55));
}

TEST(Block, WarpsWaitAtBarriersOfTheirOwn) {
  std::vector<std::int32_t> in(32);
  std::iota(in.begin(), in.end(), 100);
  const auto run = run_block("pipeline", {.block = 64, .arguments = {words(in), words(std::vector<std::int32_t>(64))}});
  ASSERT_FALSE(run.run.diagnostic) << to_string(*run.run.diagnostic);
  const auto out = values(run.buffers.at(1));
  for (std::size_t lane = 0; lane < 32; ++lane) {
    std::int32_t expected = 0;
    for (const int round : {0, 1, 2}) expected = expected * 3 + in[lane] + round;
    EXPECT_EQ(out[lane], expected) << lane;
    EXPECT_EQ(out[32 + lane], 1);
  }
}

/// Warps 2 and 3 meet in the first round at barrier 4; in the second warp 3 goes to 5, where nobody comes.
TEST(Block, AComputedBarrierIsNamedWhereNobodyElseComes) {
  const auto run = run_block(
      "pipeline",
      {.block = 128, .arguments = {words(std::vector<std::int32_t>(32)), words(std::vector<std::int32_t>(128))}});
  ASSERT_TRUE(run.run.diagnostic);
  EXPECT_THAT(run.run.diagnostic->message, HasSubstr("warp 2 waits at barrier 4 ("));
  EXPECT_THAT(run.run.diagnostic->message, HasSubstr(" for 64 threads; warp 3 waits at barrier 5 ("));
}

TEST(Block, CyclesAreKnownForOneWarpOnly) {
  const auto launch = [](int threads) {
    const std::vector<std::int32_t> zeros(static_cast<std::size_t>(threads));
    return emulator::Launch{.block = threads, .arguments = {words(zeros), words(zeros)}};
  };
  EXPECT_TRUE(run_block("reverse", launch(32)).no_cycles_because.empty());
  const auto run = run_block("reverse", launch(64));
  ASSERT_FALSE(run.cycles);
  EXPECT_THAT(run.cycles.error().message, HasSubstr("2 warps"));
}

TEST(Block, WarpsAtTwoBarriersAreADeadlock) {
  const auto run = run_block("two_barriers", {.block = 96, .arguments = {words(std::vector<std::int32_t>(96))}});
  EXPECT_EQ(run.run.ending, emulator::Ending::stopped);
  ASSERT_TRUE(run.run.diagnostic);
  EXPECT_EQ(run.run.diagnostic->failure, core::Failure::emulation);
  EXPECT_THAT(run.run.diagnostic->message,
              HasSubstr("deadlock between the warps of the block: warp 0 waits at barrier 1 (0x80) for warp 1, 2; "
                        "warp 1 waits at barrier 2 (0x70) for warp 0"));
}

/// A run of rows of sm_90, which begin at line 3.
run::KernelRun run_rows(const std::string& rows, int threads) {
  std::string text = "code for sm_90\nFunction : rows\n";
  std::istringstream lines(rows);
  int address = 0;
  for (std::string line; std::getline(lines, line); address += 16)
    text += fmt::format("/*{:04x}*/ {} ;\n", address, line);
  auto read = sass::read_function(text, "rows");
  EXPECT_TRUE(read) << to_string(read.error());
  const emulator::Launch launch{.block = threads};
  const auto executable = run::decode_kernel(std::move(read).value(), launch, {}, "rows");
  EXPECT_TRUE(executable) << to_string(executable.error());
  return run::run_kernel({.executable = *executable, .source_name = "rows", .launch = launch});
}

TEST(Block, OfOneWarpWaitsInVainForMoreThreads) {
  const std::string rows = "BAR.SYNC 0x1, 0x40\nEXIT";
  const auto run = run_rows(rows, 32);
  EXPECT_EQ(run.run.ending, emulator::Ending::stopped);
  ASSERT_TRUE(run.run.diagnostic);
  EXPECT_EQ(run.run.diagnostic->failure, core::Failure::emulation);
  EXPECT_EQ(run.run.diagnostic->message,
            "deadlock in a block of one warp: warp 0 waits at barrier 1 (0x0) for 64 threads");
  EXPECT_THAT(run.run.diagnostic->hint, HasSubstr("--block"));
  EXPECT_EQ(run.run.diagnostic->where.line, 3);
  EXPECT_FALSE(run_rows(rows, 64).run.diagnostic);
  EXPECT_FALSE(run_rows(rows, 128).run.diagnostic);
  EXPECT_FALSE(run_rows("BAR.ARV 0x1, 0x40\n" + rows, 32).run.diagnostic) << "it is its own partner";
}

/// Also where lanes left, or never were.
TEST(Block, WarpsCountWhole) {
  EXPECT_FALSE(run_rows("BAR.SYNC 0x1, 0x20\nEXIT", 20).run.diagnostic);
  EXPECT_FALSE(run_rows("BAR.SYNC 0x1, 0x80\nEXIT", 100).run.diagnostic);
  const std::string some_leave = "S2R R0, SR_LANEID\nISETP.GT.AND P0, PT, R0, 0x3, PT\n@P0 EXIT\n";
  EXPECT_FALSE(run_rows(some_leave + "BAR.SYNC 0x1, 0x40\nEXIT", 64).run.diagnostic);
  const std::string some_arrive =
      "S2R R0, SR_TID.X\nISETP.GT.AND P0, PT, R0, 0x1f, PT\n@P0 BAR.ARV 0x1, 0x40\n@P0 EXIT\n";
  EXPECT_FALSE(run_rows(some_arrive + "BAR.SYNC 0x1, 0x40\nEXIT", 40).run.diagnostic);
  const std::string in_two_groups =
      "S2R R0, SR_TID.X\nISETP.GT.AND P0, PT, R0, 0x1f, PT\n@!P0 BRA 0x70\nISETP.GT.AND P1, PT, R0, 0x23, PT\n"
      "@P1 BAR.ARV 0x1, 0x40\n@!P1 BAR.ARV 0x1, 0x40\nEXIT\n";
  EXPECT_FALSE(run_rows(in_two_groups + "BAR.SYNC 0x1, 0x40\nEXIT", 40).run.diagnostic);
}

/// Its last lanes need not arrive, if they leave.
TEST(Block, AWarpHasArrivedOnceTheLanesThatDidNotAreGone) {
  const std::string rows =
      "S2R R0, SR_TID.X\nISETP.GT.AND P0, PT, R0, 0x1f, PT\n@!P0 BRA 0x60\nISETP.GT.AND P1, PT, R0, 0x23, PT\n"
      "@P1 BAR.ARV 0x1, 0x40\nEXIT\nBAR.SYNC 0x1, 0x40\nEXIT";
  EXPECT_FALSE(run_rows(rows, 64).run.diagnostic);
}

TEST(Block, ACountOfZeroIsNone) {
  const std::string rows =
      "S2R R0, SR_TID.X\nISETP.GT.AND P0, PT, R0, 0x1f, PT\n@P0 BRA 0x50\nBAR.SYNC 0x1, R2\nEXIT\nBAR.SYNC 0x2, "
      "R2\nEXIT";
  ASSERT_TRUE(run_rows(rows, 64).run.diagnostic);
  EXPECT_THAT(run_rows(rows, 64).run.diagnostic->message, HasSubstr("warp 0 waits at barrier 1 (0x30) for warp 1"));
}

TEST(Block, RowsThatEndWithoutExitAreLeft) {
  EXPECT_EQ(run_rows("NOP", 32).run.ending, emulator::Ending::left_listing);
  EXPECT_EQ(run_rows("NOP", 64).run.ending, emulator::Ending::left_listing);
  EXPECT_EQ(run_rows("EXIT", 64).run.ending, emulator::Ending::exited);
}

TEST(Block, AWarpThatSpinsLetsTheOthersRun) {
  const auto run = run_block("flag", {.block = 64, .arguments = {words({0}), words(std::vector<std::int32_t>(64))}});
  ASSERT_FALSE(run.run.diagnostic) << to_string(*run.run.diagnostic);
  EXPECT_EQ(values(run.buffers.at(1)), std::vector<std::int32_t>(64, 7));
}

TEST(Block, TheStepLimitIsOfAllWarps) {
  const auto run = run_block("flag", {.block = 32, .arguments = {words({0}), words(std::vector<std::int32_t>(32))}},
                             {.steps = 1000});
  EXPECT_EQ(run.run.ending, emulator::Ending::step_limit);
  const auto two =
      run_block("flag", {.block = 64, .arguments = {words({0}), words(std::vector<std::int32_t>(64))}}, {.steps = 20});
  EXPECT_EQ(two.run.ending, emulator::Ending::step_limit);
  EXPECT_LE(two.run.steps, 20u);
}

}  // namespace
}  // namespace reconverge::golden
