// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/commands/kernel_report.hpp"
#include "report/document.hpp"
#include "run/kernel_run.hpp"

/// The part of `emulate` on the time of a block on a multiprocessor.
namespace reconverge::cli {

/// For a launch of one block of several warps: its time on a multiprocessor, as far as known. No row if it is not
/// timed.
report::Table kernel_block_table(const KernelEmulation& result);
/// The same as a sentence.
/// @param record  by which it was computed
std::string block_line(const run::BlockCycles& block, const RecordOptions& record);
/// Issue slots and operations of the shared unit by source line while the warps of the block run concurrently, the most
/// first. No rows: only bounds are known.
report::Table block_lines_table(const KernelEmulation& result);
/// The first of these rows, for a reader of text; empty if there are none.
std::string block_lines_text(const KernelEmulation& result, int width);
/// Why the first of these tables has no row.
std::string why_no_block_cycles(const run::KernelRun& run);

}  // namespace reconverge::cli
