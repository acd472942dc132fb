// SPDX-License-Identifier: MIT
#include "timing/cycles/multiprocessor.hpp"

namespace reconverge::timing {
namespace {

/// Of two requests that can be served at the same cycle. Stores, and what meets a store, keep the order in which they
/// came; of all others that wait, that of the sub-partition goes first which was served longest ago, and if that was at
/// one cycle, a store.
bool goes_before(const Mio::Request& request, Cycle last, const Mio::Request& other, Cycle last_of_other) {
  const bool keeps_order = request.is_store || other.is_store;
  if (keeps_order && request.came != other.came) return request.came < other.came;
  return last != last_of_other ? last < last_of_other : request.is_store && !other.is_store;
}

/// Of two lines that can be looked up at the same cycle. Ways take turns; of one way that goes first which waits
/// longer, or that to which the fetch goes straight on.
bool goes_before(const CodeCache::Fetching& line, const CodeCache::Fetching& other) {
  if (line.cycle != other.cycle) return line.cycle < other.cycle;
  if (line.way_used != other.way_used) return line.way_used < other.way_used;
  if (line.wanted != other.wanted) return line.wanted < other.wanted;
  return line.lands != other.lands ? other.lands : line.last < other.last;
}

}  // namespace

void Multiprocessor::advance(Cycle cycle) {
  while (true) {
    SubPartition* first = nullptr;
    Mio::Request next;
    for (SubPartition& sub : sub_partitions_) {
      const auto own = sub.mio.next_request();
      if (!own || (first != nullptr && own->cycle > next.cycle)) continue;
      const bool together = first != nullptr && own->cycle == next.cycle;
      if (together && !goes_before(*own, sub.last(*own), next, first->last(next))) continue;
      first = &sub;
      next = *own;
    }
    if (first == nullptr) return;
    const bool is_decided =
        next.hands_over && first->mio.has_banks() && next.begins < cycle && next.cycle <= cycle + known_ahead_;
    if (next.cycle >= cycle && !is_decided) return;
    first->mio.step(next.cycle + 1);
    first->last(next) = next.cycle;
  }
}

void Multiprocessor::advance_code_alone(Cycle cycle) {
  while (true) {
    SubPartition* first = nullptr;
    CodeCache::Fetching next;
    for (SubPartition& sub : sub_partitions_) {
      const auto own = sub.fetches_alone() ? sub.code.next_fetch(cycle) : std::nullopt;
      if (!own || (first != nullptr && !goes_before(*own, next))) continue;
      first = &sub;
      next = *own;
    }
    if (first == nullptr) return;
    first->code.fetch();
  }
}

}  // namespace reconverge::timing
