// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "unit/run/grid_kernels.hpp"

/// Who listens to a warp hears once that it will execute nothing more, after all that it did.
namespace reconverge::run {
namespace {

struct Heard {
  int ends = 0;
  bool after_the_end = false;
};

class Listening final : public emulator::Listener {
 public:
  explicit Listening(Heard& heard) : heard_(heard) {}
  bool wants_issued() const override { return true; }
  void issued(const emulator::Issued&) override { heard_.after_the_end |= heard_.ends > 0; }
  void run_ended() override { ++heard_.ends; }

 private:
  Heard& heard_;
};

Heard heard_of(const KernelSpec& spec) {
  Heard heard;
  run_kernel(spec, {[&](const emulator::Mechanism&) { return std::make_unique<Listening>(heard); }});
  return heard;
}

/// The launches: one block; a grid; blocks that take turns; blocks of which one stops at a fault; none gets on.
TEST(RunEnded, IsToldOnceHoweverTheFirstBlockEnds) {
  const auto ints = [](std::size_t count) { return buffer_of(std::vector<int>(count)); };
  const KernelSpec launches[] = {
      grid_kernel("tickets", {.block = 64, .grid = 1, .arguments = {ints(1), ints(64)}}),
      grid_kernel("tickets", {.block = 64, .grid = 6, .arguments = {ints(1), ints(384)}}),
      grid_kernel("wait_for_next", {.block = 64, .grid = 3, .arguments = {ints(3), ints(3)}}),
      grid_kernel("outside", {.block = 32, .grid = 9, .arguments = {ints(9)}}),
      grid_kernel("wait_for_nobody", {.block = 32, .grid = 3, .arguments = {ints(3)}})};
  for (const KernelSpec& spec : launches) {
    const Heard heard = heard_of(spec);
    EXPECT_EQ(heard.ends, 1) << spec.executable->function.name << " " << spec.launch.grid.count();
    EXPECT_FALSE(heard.after_the_end) << spec.executable->function.name;
  }
}

/// Two warps whose loops of two million instructions end.
TEST(Progress, OfALongBlockIsToldUntilItEnds) {
  KernelSpec spec = grid_kernel(
      "mandelbrot",
      {.block = 64, .grid = 1, .arguments = {scalar(64), scalar(1), scalar(200'000), buffer_of(std::vector<int>(64))}});
  spec.looks_for_faults = false;
  std::vector<std::uint64_t> told;
  spec.progress = [&](std::uint64_t steps, std::uint64_t all) {
    told.push_back(steps);
    EXPECT_EQ(all, 0u);
  };
  const KernelRun run = run_kernel(spec);
  ASSERT_FALSE(run.run.diagnostic) << to_string(*run.run.diagnostic);
  ASSERT_GE(told.size(), 2u);
  EXPECT_EQ(told.back(), 0u);
  told.pop_back();
  EXPECT_TRUE(std::ranges::is_sorted(told));
  EXPECT_GT(told.front(), 0u);
  EXPECT_LE(told.back(), run.run.steps);
}

}  // namespace
}  // namespace reconverge::run
