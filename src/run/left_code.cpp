// SPDX-License-Identifier: MIT
#include "run/left_code.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "run/timing_premises.hpp"

namespace reconverge::run {
namespace {

/// Measured launches follow at least four (data/measured/h200/README.md).
constexpr int most_launches = 4;

/// Whether the nearest cache could be too small for the code.
bool may_be_beyond(const KernelPlan& plan) {
  const auto& rows = plan.spec.executable->function.instructions;
  const timing::FetchTiming& fetch = record_of(plan.spec)->fetch;
  const auto held = static_cast<std::uint64_t>(fetch.cached_lines) * static_cast<std::uint64_t>(fetch.line_bytes);
  return !rows.empty() && rows.back().address >= held;
}

bool is_beyond(const std::vector<const timing::CodeCache*>& caches) {
  return std::ranges::any_of(caches, [](const timing::CodeCache* cache) { return cache->is_beyond(); });
}

/// Whether what the caches hold at the start is followed. Where a warp reads its own cycles, no other one fetches for
/// its sub-partition.
bool depends_on_held_code(const KernelPlan& plan) {
  return plan.reads_own_cycles() && !plan.calls_runtime && may_be_beyond(plan);
}

}  // namespace

std::vector<timing::HeldLines> code_left_by(const KernelPlan& plan, const KernelBlock& block) {
  std::vector<timing::HeldLines> left;
  if (!depends_on_held_code(plan)) return left;
  for (const timing::CodeCache* cache : block.code_caches()) left.push_back(cache->held_lines());
  return left;
}

void follow_launches(KernelPlan& plan) {
  if (!depends_on_held_code(plan)) return;
  if (!plan.spec.code_left.empty()) return plan.begin_with(plan.spec.code_left);
  KernelPlan again = plan;
  again.cold_clock.reset();
  std::vector<timing::HeldLines> left;
  for (int launch = 0; launch < most_launches; ++launch) {
    KernelBlock block(again, 0, again.memory(), std::make_shared<emulator::MarkedMemory>());
    const emulator::RunResult result = block.run(plan.spec.limits);
    if (result.diagnostic || (left.empty() && !is_beyond(block.code_caches()))) return;
    std::vector<timing::HeldLines> now = code_left_by(plan, block);
    if (now == left) break;
    left = std::move(now);
    again.begin_with(left);
  }
  plan.begin_with(std::move(left));
}

}  // namespace reconverge::run
