// SPDX-License-Identifier: MIT
#pragma once

#include "cli/commands/diff_report.hpp"
#include "cli/session.hpp"
#include "report/document.hpp"

namespace reconverge::cli {

/// The report with both runs side by side in front of it, if their timelines were kept.
report::Report diff_page(const DiffResult& result, const report::Report& report, const Session& session);

}  // namespace reconverge::cli
