// SPDX-License-Identifier: MIT
#include "timing/cycles/lookup_unit.hpp"

namespace reconverge::timing {

void LookupUnit::begin_before(Cycle now) {
  while (Lookup* const next = first_to_begin()) {
    Cycle begin = std::max(next->wanted, free_);
    if (next->wanted >= free_)
      for (const Lookup& other : lookups_) begin += other.came == begin ? 1 : 0;
    if (begin >= now) return;
    free_ = begin + next->cycles;
    next->late += begin - next->wanted;
    next->wanted = begin + next->again;
    next->begun = next->again == 0;
    next->is_second = true;
    next->again = 0;
  }
}

LookupUnit::Lookup* LookupUnit::first_to_begin() {
  Lookup* next = nullptr;
  for (Lookup& lookup : lookups_)
    if (!lookup.begun && (next == nullptr || goes_before(lookup, *next))) next = &lookup;
  return next;
}

bool LookupUnit::goes_before(const Lookup& lookup, const Lookup& other) const {
  const bool wait_both = lookup.wanted <= free_ && other.wanted <= free_;
  if (wait_both && lookup.is_second != other.is_second) return lookup.is_second;
  return lookup.wanted < other.wanted;
}

}  // namespace reconverge::timing
