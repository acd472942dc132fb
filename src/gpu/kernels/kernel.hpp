// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace reconverge::gpu {

/// How a kernel writes its clock reads.
enum class TimerLayout {
  spans,   ///< timer[2 * lane] = start, timer[2 * lane + 1] = stop; timer[row * 32 + lane] from row 2 on: any stamps
  stamps,  ///< timer[row * 32 + lane], 34 rows: start, one a round, stop
};

/// Rows of TimerLayout::stamps: start, 32 rounds, stop.
inline constexpr int stamp_rows = 34;

/// How the timed code is warmed up; see measure.cuh.
enum class Warmup { none, copy, same_code };

/// Which ways to warm up a kernel has.
enum class WarmupSupport {
  both,
  copy_only,       ///< lanes leave the timed code for good, so it can run only once
  same_code_only,  ///< brought together again after a copy, the timed code would be compiled twice
  none,            ///< the kernel is timed as it is
};

/// Code that came compiled.
struct CompiledCode {
  std::string cubin;
  std::string arch;              ///< "sm_90"
  std::optional<Warmup> warmup;  ///< how it warms itself up, if its owner says so
};

/// A kernel to measure. Its signature is NAME(const int* limits, float* data, long long* timer).
struct Kernel {
  std::string name;  ///< what a person selects: "switch_8"
  std::string title;
  std::string entry;   ///< name of the function: "switch_paths"
  std::string file;    ///< "switch_paths.cu", for messages of the compiler
  std::string source;  ///< empty if `compiled` is there
  std::shared_ptr<const CompiledCode> compiled = {};
  std::vector<std::pair<std::string, std::string>> headers = {};  ///< name and text, beyond the frame
  std::vector<std::pair<std::string, std::string>> defines = {};  ///< beyond those of the frame
  bool closing_sync = false;
  int limits_per_lane = 1;
  TimerLayout layout = TimerLayout::spans;
  WarmupSupport warmup = WarmupSupport::both;
  bool has_loop = true;  ///< whether unrolling can change it
  bool diverges = true;  ///< false: made to show that nothing diverges
  bool own = true;       ///< false: a user's
};

/// Every kernel that is built in (list.cpp).
std::span<const Kernel> kernels();

/// The text that kernels include as "measure.cuh".
std::string_view measurement_frame();
/// The kernel of the clock's self-test.
std::string_view clock_test_source();

}  // namespace reconverge::gpu
