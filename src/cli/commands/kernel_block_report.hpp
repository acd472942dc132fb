// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/commands/kernel_report.hpp"
#include "report/document.hpp"
#include "run/kernel_run.hpp"

/// What `emulate` tells of the time of a block on a multiprocessor.
namespace reconverge::cli {

/// Of a launch of one block of several warps: what is known of its time on a multiprocessor. No row if it is not timed.
report::Table kernel_block_table(const KernelEmulation& result);
/// The same as a sentence.
std::string block_line(const run::BlockCycles& block);
/// Why there is no such row.
std::string why_no_block_cycles(const run::KernelRun& run);

}  // namespace reconverge::cli
