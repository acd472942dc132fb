// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "gpu/bench.hpp"

namespace CLI {
class App;
}

namespace reconverge::cli {

/// The measurement that the command line requests.
struct BenchOptions {
  std::string source;                    ///< a user's own file: a source or a cubin
  std::vector<std::string> own_kernels;  ///< names of its kernels, or "all"
  int limits_per_lane = 1;
  std::vector<std::string> benchmarks;  ///< names; empty = all
  std::string filter;                   ///< regular expression over names
  std::vector<std::string> patterns;    ///< empty = the paper's staircase
  std::vector<std::string> axes;        ///< n=[0:31:1]
  std::vector<int> warps;               ///< of a block; empty = one warp
  std::string devices = "0";
  std::vector<std::string> unroll;       ///< 1, default, 2, 4, 8
  std::optional<std::string> warmup_by;  ///< default: by a copy; for a cubin: not known
  std::optional<int> warmup, repeat;     ///< 1
  std::vector<std::string> compile_options;
  gpu::MeasureOptions measure;
  std::string criterion = "count";
  bool counters = false;
  bool any_verdict = false;

  void add_to(CLI::App& app);
};

/// "copy", "same-code" or "none". Fails with Failure::usage.
core::Result<gpu::Warmup> understood_warmup(const std::string& text);

/// The request, understood. Fails with Failure::usage; with Failure::environment if a file
/// cannot be read, with Failure::input if it holds no kernel.
core::Result<gpu::BenchRequest> understand(const BenchOptions& options);

}  // namespace reconverge::cli
