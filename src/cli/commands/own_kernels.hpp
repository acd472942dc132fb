// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "cli/commands/bench_options.hpp"
#include "core/result.hpp"
#include "gpu/kernels/kernel.hpp"

namespace reconverge::cli {

/// The named kernels of the user's file: of a source, or of a cubin. Fails with
/// Failure::usage, Failure::environment if it cannot be read, Failure::input if it is neither.
core::Result<std::vector<gpu::Kernel>> own_kernels(const BenchOptions& options);

}  // namespace reconverge::cli
