// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gpu/device.hpp"
#include "gpu/launcher.hpp"
#include "toolchain/search.hpp"

namespace reconverge::gpu {

/// The result of the self-test of the clock.
struct ClockTest {
  bool passed = false;
  std::string reason = "not tested";        ///< what is wrong with it, or why it was not tested; empty if it passed
  std::optional<std::int64_t> read_cycles;  ///< between two reads, one after the other
  std::optional<double> addition_cycles;    ///< slope of dependent additions
  std::vector<std::int64_t> chain_cycles;   ///< 32, 64, 128 and 256 dependent additions
};

/// Judges what the kernel of the self-test wrote: reads are not 0 and never run backwards, a chain of
/// additions costs the same for each addition at every length, all reads come from one multiprocessor.
ClockTest judge_clock(const std::vector<std::int64_t>& timer);

/// Compiles and runs the self-test on a card.
ClockTest test_clock(Device& device, const core::Result<toolchain::Tool>& nvrtc, double watchdog_seconds);

}  // namespace reconverge::gpu
