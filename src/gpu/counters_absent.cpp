// SPDX-License-Identifier: MIT
#include "gpu/counters.hpp"

namespace reconverge::gpu {

std::unique_ptr<CounterSession> CounterSession::open(Device&, const toolchain::SearchPlaces&, Counters& why_not) {
  why_not.status = CounterStatus::absent;
  why_not.reason = "this build has no counter interface: CUPTI's headers were not found when it was configured";
  return nullptr;
}

}  // namespace reconverge::gpu
