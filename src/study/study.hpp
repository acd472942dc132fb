// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "report/document.hpp"
#include "study/support/context.hpp"

namespace reconverge::study {

/// One table or figure of the paper, with ours beside it.
struct Study {
  std::string_view id;
  std::string_view title;
  report::Section (*make)(const Context&);
};

/// Every study in the paper's order (list.cpp). The claims come last.
std::span<const Study> studies();

report::Section limits_table(const Context& context);
report::Section single_loop_timing(const Context& context);
report::Section double_loop_timing(const Context& context);
report::Section devices_table(const Context& context);
report::Section walk_through(const Context& context);
report::Section warp_explorer(const Context& context);
report::Section stack_history(const Context& context);
report::Section additional_branches(const Context& context);
report::Section double_loop_comparison(const Context& context);
report::Section difference_to_spill_free(const Context& context);
report::Section instructions_executed(const Context& context);
report::Section overhead(const Context& context);
report::Section validation_replayed(const Context& context);
report::Section cost_placement(const Context& context);
report::Section measured_on_hopper(const Context& context);
report::Section costs_table(const Context& context);
report::Section claims_table(const Context& context);

/// One row a number of these generations: value, grade, source, and whether it is used.
report::Table records_table(std::span<const timing::Generation> generations);

/// Every study as one report, without properties.
report::Report paper_report(const Context& context);

}  // namespace reconverge::study
