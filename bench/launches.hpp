// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "run/kernel_run.hpp"

namespace reconverge::bench {

enum class Watch : std::uint8_t { counts, cycles, everything };

inline constexpr std::size_t threads = 256, blocks = 8;  ///< of each launch: 64 warps
inline constexpr std::size_t many_blocks = 128;  ///< of one in which what is done once for a launch costs little
inline constexpr const char* kernels[] = {"mandelbrot", "single_loop", "sort", "reduction"};

/// The launch of one of `kernels`, ready to run on one core. Throws std::runtime_error where a listing cannot be read.
run::KernelSpec launch_of(const std::string& kernel, Watch watch, std::size_t block_count = blocks);

/// Runs it. Throws std::runtime_error if it does not come to its end, or has cycles other than as asked for.
run::KernelRun run_launch(const run::KernelSpec& spec, Watch watch);

}  // namespace reconverge::bench
