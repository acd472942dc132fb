// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "unit/run/grid_kernels.hpp"

/// Whole grids give what the host computes, bit for bit.
namespace reconverge::run {
namespace {

using emulator::Extent;

std::vector<float> floats(std::size_t count) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>((i * 2654435761u) % 1000) / 7.0f - 60.0f;
  return values;
}

TEST(GridResults, EveryThreadKnowsItsPlaceInThreeDimensions) {
  const Extent block{5, 3, 4}, grid{3, 2, 2};
  const std::size_t threads = block.count(), blocks = grid.count();
  const auto run = run_kernel(grid_kernel(
      "places", {.block = block, .grid = grid, .arguments = {buffer_of(std::vector<int>(threads * blocks * 6))}}));
  ASSERT_FALSE(run.run.diagnostic) << to_string(*run.run.diagnostic);
  std::vector<std::uint32_t> expected;
  for (std::uint32_t bz = 0; bz < grid.z; ++bz)
    for (std::uint32_t by = 0; by < grid.y; ++by)
      for (std::uint32_t bx = 0; bx < grid.x; ++bx)
        for (std::uint32_t z = 0; z < block.z; ++z)
          for (std::uint32_t y = 0; y < block.y; ++y)
            for (std::uint32_t x = 0; x < block.x; ++x) expected.insert(expected.end(), {x, y, z, bx, by, bz});
  EXPECT_EQ(elements_of<std::uint32_t>(run, 0), expected);
  EXPECT_EQ(run.blocks, blocks);
  EXPECT_EQ(run.warps_run, blocks * 2);
}

TEST(GridResults, SaxpyInTwoDimensions) {
  constexpr int width = 45, height = 37;
  const auto x = floats(width * height);
  auto y = floats(width * height);
  std::ranges::reverse(y);
  const auto run = run_kernel(grid_kernel(
      "saxpy_2d", {.block = {16, 8},
                   .grid = {3, 5},
                   .arguments = {scalar(width), scalar(height), scalar(1.5f), buffer_of(x), buffer_of(y)}}));
  ASSERT_FALSE(run.run.diagnostic) << to_string(*run.run.diagnostic);
  for (std::size_t i = 0; i < y.size(); ++i) {
    const float product = 1.5f * x[i];
    y[i] = y[i] + product;
  }
  EXPECT_EQ(elements_of<float>(run, 1), y);
  EXPECT_THAT(run.findings, testing::IsEmpty());
}

TEST(GridResults, ReductionAddsByAtomics) {
  std::vector<int> in(10'000);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i * 48271 % 65537) - 30000;
  const auto run = run_kernel(grid_kernel(
      "reduce", {.block = 256,
                 .grid = 9,
                 .arguments = {scalar(static_cast<int>(in.size())), buffer_of(in), buffer_of(std::vector<int>{7})}}));
  ASSERT_FALSE(run.run.diagnostic) << to_string(*run.run.diagnostic);
  EXPECT_EQ(elements_of<int>(run, 1).at(0), std::accumulate(in.begin(), in.end(), 7));
  EXPECT_THAT(run.findings, testing::IsEmpty());
}

TEST(GridResults, Histogram) {
  std::vector<std::uint8_t> in(5000);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::uint8_t>(i * i / 7);
  std::vector<std::uint32_t> bins(64);
  for (const auto value : in) ++bins[value & 63];
  const auto run = run_kernel(grid_kernel(
      "histogram",
      {.block = 128,
       .grid = 6,
       .arguments = {scalar(static_cast<int>(in.size())), buffer_of(in), buffer_of(std::vector<std::uint32_t>(64))}}));
  ASSERT_FALSE(run.run.diagnostic) << to_string(*run.run.diagnostic);
  EXPECT_EQ(elements_of<std::uint32_t>(run, 1), bins);
}

TEST(GridResults, TransposeThroughSharedMemory) {
  constexpr int width = 50, height = 35;
  const auto in = floats(width * height);
  std::vector<float> transposed(in.size());
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x) transposed[x * height + y] = in[y * width + x];
  const auto run = run_kernel(grid_kernel("transpose", {.block = {16, 16},
                                                        .grid = {4, 3},
                                                        .arguments = {scalar(width), scalar(height), buffer_of(in),
                                                                      buffer_of(std::vector<float>(in.size()))}}));
  ASSERT_FALSE(run.run.diagnostic) << to_string(*run.run.diagnostic);
  EXPECT_EQ(elements_of<float>(run, 1), transposed);
}

int iterations(int column, int row, int width, int height, int limit) {
  const float cr = -2.0f + 3.0f * static_cast<float>(column) / static_cast<float>(width);
  const float ci = -1.5f + 3.0f * static_cast<float>(row) / static_cast<float>(height);
  float zr = 0, zi = 0;
  int n = 0;
  for (; n < limit && zr * zr + zi * zi < 4.0f; ++n) {
    const float next = zr * zr - zi * zi + cr;
    zi = 2.0f * zr * zi + ci;
    zr = next;
  }
  return n;
}

TEST(GridResults, Mandelbrot) {
  constexpr int width = 70, height = 40, limit = 100;
  std::vector<int> expected;
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) expected.push_back(iterations(column, row, width, height, limit));
  const auto run = run_kernel(grid_kernel("mandelbrot", {.block = {32, 4},
                                                         .grid = {3, 10},
                                                         .arguments = {scalar(width), scalar(height), scalar(limit),
                                                                       buffer_of(std::vector<int>(expected.size()))}}));
  ASSERT_FALSE(run.run.diagnostic) << to_string(*run.run.diagnostic);
  EXPECT_EQ(elements_of<int>(run, 0), expected);
  EXPECT_GT(run.counts.divergent_branches, 0u);
}

/// Idle lanes of all warps, by why they are.
std::map<emulator::Idle, std::uint64_t> idle_lanes(const KernelRun& run) {
  std::map<emulator::Idle, std::uint64_t> lanes;
  std::uint64_t slots = 0, active = 0, idle = 0;
  for (const auto& row : run.instructions.rows) {
    slots += row.executions * core::lane_count;
    active += row.active_lanes;
    for (const auto& part : row.idle) {
      EXPECT_EQ(part.cause.row == emulator::no_index, part.cause.why == emulator::Idle::no_thread);
      lanes[part.cause.why] += part.lanes;
      idle += part.lanes;
    }
  }
  EXPECT_EQ(idle, slots - active);
  return lanes;
}

TEST(GridResults, EveryIdleLaneOfEveryWarpHasItsCause) {
  constexpr int width = 67, height = 40;
  const auto run = run_kernel(grid_kernel(
      "mandelbrot", {.block = {10, 5},
                     .grid = {7, 8},
                     .arguments = {scalar(width), scalar(height), scalar(50), buffer_of(std::vector<int>(2800))}}));
  ASSERT_FALSE(run.run.diagnostic) << to_string(*run.run.diagnostic);
  const auto lanes = idle_lanes(run);
  EXPECT_GT(lanes.at(emulator::Idle::parted), 0u);
  EXPECT_GT(lanes.at(emulator::Idle::exited), 0u) << "the grid is three columns wider than the picture";
  std::uint64_t entries = 0;
  for (const auto& part : run.instructions.rows[0].idle) entries += part.lanes;
  EXPECT_EQ(entries, 7u * 8 * 14) << "of 50 threads the second warp has 18";
}

TEST(GridResults, ScanThatLooksBackToEarlierBlocks) {
  constexpr std::size_t blocks = 20, count = blocks * 64;
  std::vector<int> in(count);
  for (std::size_t i = 0; i < count; ++i) in[i] = static_cast<int>(i % 13) - 5;
  std::vector<int> expected(count);
  std::partial_sum(in.begin(), in.end(), expected.begin());
  for (const int jobs : {1, 4}) {
    KernelSpec spec =
        grid_kernel("scan", {.block = 64,
                             .grid = static_cast<std::uint32_t>(blocks),
                             .arguments = {buffer_of(in), buffer_of(std::vector<int>(count)),
                                           buffer_of(std::vector<int>(blocks)), buffer_of(std::vector<int>(blocks))}});
    spec.jobs = jobs;
    const auto run = run_kernel(spec);
    ASSERT_FALSE(run.run.diagnostic) << to_string(*run.run.diagnostic);
    EXPECT_EQ(elements_of<int>(run, 1), expected);
  }
}

}  // namespace
}  // namespace reconverge::run
