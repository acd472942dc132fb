// SPDX-License-Identifier: MIT
#include "timing/cycles/leg_memo.hpp"

namespace reconverge::timing {

void LegMemo::add(Graph::Place from, Leg leg, std::span<const AccountPart> parts) {
  leg.first_part = static_cast<std::uint32_t>(parts_.size());
  leg.part_count = static_cast<std::uint32_t>(parts.size());
  parts_.insert(parts_.end(), parts.begin(), parts.end());
  graph_.add(from, leg);
}

}  // namespace reconverge::timing
