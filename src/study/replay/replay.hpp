// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "emulator/launch/launch.hpp"
#include "gpu/launcher.hpp"
#include "measurements/bench_file.hpp"
#include "run/kernel_run.hpp"

namespace reconverge::study {

/// The launch that `bench` gives a kernel, of one block: NAME(const int* limits, float* data, long long* timer), with
/// `limits_per_lane` copies of each limit, data all 1.0, and room for 64 stamps a lane.
emulator::Launch benchmark_launch(std::span<const std::int32_t> limits, int limits_per_lane, int warps = 1);

/// The words of a buffer, as bits.
std::vector<std::uint32_t> words_of(const emulator::BufferAfter& buffer);

/// The clock reads and results that a run of such a launch left, taken as the card's are.
core::Result<gpu::LaunchResult> timed_cycles(const run::KernelRun& run, gpu::TimerLayout layout, int warps = 1);

/// The emulated run of a state of a benchmark.
struct ReplayedState {
  run::KernelRun run;
  core::Result<gpu::LaunchResult> launch;  ///< see timed_cycles
};

/// How a state is run: see KernelSpec.
struct ReplayOptions {
  bool looks_for_faults = false;
  bool remembers = true;
  std::vector<timing::HeldLines> code_left = {};  ///< by launches before it: KernelSpec's
};

/// The code that ran on a card, run here.
class EmulatedBenchmark {
 public:
  /// Fails if no listing is stored, or it cannot be executed.
  static core::Result<EmulatedBenchmark> open(const measurements::BenchRun& run, const std::string& source);

  ReplayedState run(const measurements::BenchState& state, const ReplayOptions& options = {}) const;
  const emulator::Executable& executable() const { return *executable_; }
  int warps() const { return warps_; }
  /// Whether the code that is timed has run in the same launch before.
  bool warms_its_code() const { return warms_its_code_; }

 private:
  EmulatedBenchmark(run::SharedExecutable executable, std::optional<emulator::Buffer> table, gpu::TimerLayout layout,
                    int limits_per_lane, int warps, std::string source);

  run::SharedExecutable executable_;
  std::optional<emulator::Buffer> table_;  ///< of functions, which the kernel finds through bank 4
  gpu::TimerLayout layout_;
  int limits_per_lane_ = 1, warps_ = 1;
  bool warms_its_code_ = false;
  std::string source_;
};

/// Runs states of a benchmark in the order in which they were measured. Its code is loaded once for all of them: each
/// launch begins with what those before it left in the instruction caches of its sub-partitions. A launch begins at the
/// sub-partition behind the last one of the launch before (data/measured/h200/README.md).
class ReplayedSeries {
 public:
  /// The benchmark must outlive it.
  explicit ReplayedSeries(const EmulatedBenchmark& benchmark) : benchmark_(benchmark) {}

  /// Of the samples the one whose cycles are the median.
  ReplayedState run(const measurements::BenchState& state);

 private:
  ReplayedState launch(const measurements::BenchState& state);

  const EmulatedBenchmark& benchmark_;
  std::vector<timing::HeldLines> code_left_;  ///< by sub-partition of the card; empty: no code of it depends on that
  std::size_t first_ = 0;                     ///< where the next launch begins
};

}  // namespace reconverge::study
