#pragma once

#include "cli/session.hpp"
#include "report/document.hpp"

namespace reconverge::cli {

/// The tables, curves and texts of a report on stdout, as wide as the terminal. Colour only if stdout
/// is a terminal, or --color asks for it.
void print_report(const report::Report& report, const Session& session);

}  // namespace reconverge::cli
