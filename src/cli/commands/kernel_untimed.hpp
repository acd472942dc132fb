// SPDX-License-Identifier: MIT
#pragma once

#include "cli/commands/kernel_report.hpp"
#include "report/document.hpp"

/// What the cycles of a kernel lack, and what they rest on.
namespace reconverge::cli {

/// Untimed instructions that ran: one row each.
report::Table kernel_untimed_table(const KernelEmulation& result);
/// Fitted numbers behind the cycles of one warp, and rules that the card does not always follow: one row each.
report::Table kernel_doubts_table(const KernelEmulation& result);

}  // namespace reconverge::cli
