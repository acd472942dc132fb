// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "run/kernel_run.hpp"

namespace reconverge::bench {

enum class Watch : std::uint8_t { counts, cycles, everything };

inline constexpr std::size_t threads = 256, blocks = 8;  ///< of each launch: 64 warps
inline constexpr std::size_t many_blocks = 128;  ///< of one in which what is done once for a launch costs little
/// Of a launch of one block, the warps of which are timed together on one multiprocessor: 32 of them.
inline constexpr std::size_t together_threads = 1024;
/// Those that run with blocks of any size.
inline constexpr const char* kernels_together[] = {"mandelbrot", "single_loop"};
inline constexpr const char* kernels[] = {"mandelbrot", "single_loop", "sort", "reduction"};

/// The launch of one of `kernels`, ready to run on one core. Throws std::runtime_error where a listing cannot be read.
/// @param block_threads  other than `threads` only of one of `kernels_together`
run::KernelSpec launch_of(const std::string& kernel, Watch watch, std::size_t block_count = blocks,
                          std::size_t block_threads = threads);

/// Runs it. Throws std::runtime_error if it does not come to its end, or has cycles other than as asked for.
run::KernelRun run_launch(const run::KernelSpec& spec, Watch watch);

}  // namespace reconverge::bench
