// SPDX-License-Identifier: MIT
#pragma once

#include "report/document.hpp"
#include "study/stored/entries.hpp"

namespace reconverge::study::stored {

/// The cost of a lane that diverges: one row a kernel, pattern of lanes and card.
report::Table overview_of(const Groups& groups);

}  // namespace reconverge::study::stored
