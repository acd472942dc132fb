// SPDX-License-Identifier: MIT
#include "run/left_code.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "run/kernel_block.hpp"
#include "run/timing_premises.hpp"

namespace reconverge::run {
namespace {

/// Measured launches follow at least four (data/measured/h200/README.md).
constexpr int most_launches = 4;

/// Whether the fetch of each warp is timed as that of one that is alone: no other one has its sub-partition.
bool has_fetch_to_itself(const KernelPlan& plan) {
  if (!plan.is_timed() || plan.is_one_warp()) return plan.is_timed();
  return plan.is_timed_together() && plan.reads_own_cycles();
}

/// Whether the nearest cache could be too small for the code.
bool may_be_beyond(const KernelPlan& plan) {
  const auto& rows = plan.spec.executable->function.instructions;
  const timing::FetchTiming& fetch = record_of(plan.spec)->fetch;
  const auto held = static_cast<std::uint64_t>(fetch.cached_lines) * static_cast<std::uint64_t>(fetch.line_bytes);
  return !rows.empty() && rows.back().address >= held;
}

}  // namespace

void follow_launches(KernelPlan& plan) {
  if (!has_fetch_to_itself(plan) || plan.calls_runtime || !may_be_beyond(plan)) return;
  KernelPlan again = plan;
  again.cold_clock.reset();
  std::vector<timing::HeldLines> left;
  for (int launch = 0; launch < most_launches; ++launch) {
    KernelBlock block(again, 0, again.memory(), std::make_shared<emulator::MarkedMemory>());
    const emulator::RunResult result = block.run(plan.spec.limits);
    if (result.diagnostic || !block.is_beyond_nearest_code()) return;
    std::vector<timing::HeldLines> now = block.code_left();
    if (now == left) break;
    left = std::move(now);
    again.begin_with(left);
  }
  plan.begin_with(std::move(left));
}

}  // namespace reconverge::run
