// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/pattern_axis.hpp"
#include "report/document.hpp"
#include "study/stored/entries.hpp"

namespace reconverge::study::stored {

/// The cost of a lane that diverges: one row a kernel, pattern of lanes and card, the dearest first.
report::Table overview_of(const Groups& groups);

/// Of a pattern whose n does not count lanes, so that cycles over n are not the cost of a lane.
std::string why_n_is_no_number_of_lanes(const core::PatternAxis& axis);

}  // namespace reconverge::study::stored
