// SPDX-License-Identifier: MIT
#include "gpu/clock_test.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "gpu/kernels/kernel.hpp"
#include "toolchain/nvrtc.hpp"

namespace reconverge::gpu {
namespace {

constexpr std::size_t lanes = core::lane_count;
constexpr std::size_t reads = 8;
constexpr std::array<int, 4> chain_lengths = {32, 64, 128, 256};
constexpr std::size_t first_chain_row = 8, first_sm_row = 12, last_sm_row = 13;

ClockTest failed(ClockTest test, std::string reason) {
  test.passed = false;
  test.reason = std::move(reason);
  return test;
}

/// Why the reads cannot serve as a clock; empty if they can.
std::string wrong_with_reads(const std::vector<std::int64_t>& timer) {
  for (std::size_t lane = 0; lane < lanes; ++lane)
    for (std::size_t row = 0; row < reads; ++row) {
      const std::int64_t now = timer[row * lanes + lane];
      if (now == 0) return fmt::format("clock read {} of lane {} is 0", row, lane);
      if (row > 0 && now <= timer[(row - 1) * lanes + lane])
        return fmt::format("clock read {} of lane {} is not later than the one before it", row, lane);
    }
  return {};
}

}  // namespace

ClockTest judge_clock(const std::vector<std::int64_t>& timer) {
  ClockTest test;
  test.reason.clear();
  if (const std::string wrong = wrong_with_reads(timer); !wrong.empty()) return failed(test, wrong);
  test.read_cycles = timer[2 * lanes] - timer[lanes];
  for (std::size_t row = 0; row < chain_lengths.size(); ++row)
    test.chain_cycles.push_back(timer[(first_chain_row + row) * lanes]);
  const double shortest = static_cast<double>(test.chain_cycles.front());
  const double longest = static_cast<double>(test.chain_cycles.back());
  const double slope = (longest - shortest) / (chain_lengths.back() - chain_lengths.front());
  test.addition_cycles = slope;
  // A counter of calls has slope 0, a counter of wall-clock nanoseconds none that is even: every
  // generation needs between 2 and 40 cycles for an addition that waits for the one before.
  if (slope < 2 || slope > 40)
    return failed(test,
                  fmt::format("a dependent addition takes {:.2f} cycles: this clock does not count cycles", slope));
  for (std::size_t i = 1; i + 1 < chain_lengths.size(); ++i) {
    const double expected = shortest + slope * (chain_lengths[i] - chain_lengths.front());
    if (std::abs(static_cast<double>(test.chain_cycles[i]) - expected) > 0.05 * expected + 4)
      return failed(test, fmt::format("{} additions take {} cycles where {:.0f} were expected: the clock is not even",
                                      chain_lengths[i], test.chain_cycles[i], expected));
  }
  for (std::size_t lane = 0; lane < lanes; ++lane)
    if (timer[first_sm_row * lanes + lane] != timer[last_sm_row * lanes + lane] ||
        timer[first_sm_row * lanes + lane] != timer[first_sm_row * lanes])
      return failed(test, "the warp moved between multiprocessors, whose clocks differ");
  test.passed = true;
  return test;
}

ClockTest test_clock(Device& device, const core::Result<toolchain::Tool>& nvrtc, double watchdog_seconds) {
  if (!nvrtc) return failed({}, "not tested: " + nvrtc.error().message);
  const auto compiled = toolchain::compile_with_nvrtc(std::string(clock_test_source()), "clock_test.cu",
                                                      device.info().arch(), *nvrtc, {{"--std=c++17"}, {}});
  if (!compiled) return failed({}, "not tested: " + compiled.error().message);
  auto launcher = Launcher::load(device, compiled->cubin, "clock_test");
  if (!launcher) return failed({}, "not tested: " + launcher.error().message);
  core::LaneValues ones{};
  ones.fill(1);
  for (int warm = 0; warm < 2; ++warm)
    if (const auto done = (*launcher)->run(ones, 1, watchdog_seconds); !done) return failed({}, done.error().message);
  return judge_clock((*launcher)->timer());
}

}  // namespace reconverge::gpu
