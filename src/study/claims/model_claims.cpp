// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "study/claims/claim.hpp"

namespace reconverge::study {
namespace {

/// Runs a kernel at one n under another carrier order.
core::Result<run::Simulation> run_with_order(const Context& context, const PaperKernel& kernel, int n,
                                             const emulator::CarrierOrder& order) {
  const auto executable = load(kernel, order);
  if (!executable) return executable.error();
  run::SimulationSpec spec = context.specification(kernel, n);
  spec.executable = *executable;
  spec.carrier_order = &order;
  return run::simulate(spec);
}

Claim order_does_not_matter(const Context& context) {
  bool same = true;
  for (const PaperKernel* kernel : {&single_loop(), &double_loop()})
    for (int n = 0; n < staircase_count; ++n)
      for (const auto& order : emulator::carrier_orders()) {
        const auto run = run_with_order(context, *kernel, n, order);
        const auto& reference = context.sweep(*kernel).at(n).counts;
        same = same && run && run->counts.pushes == reference.pushes &&
               run->counts.instructions() == reference.instructions() && run->counts.spills == reference.spills;
      }
  return checked("In both kernels the carrier is NOP, so when it executes does not matter", "III",
                 "NOP in both kernels", "pushes, instructions and spills equal under both carrier orders, every n",
                 same);
}

/// The paper's last listing ends with `IADD.S R0, R0, 0x420`, whose effect depends on the order.
Claim carrier_slip(const Context& context) {
  std::string ours;
  bool once_each = false;
  bool retired_twice = false;
  for (const auto& order : emulator::carrier_orders()) {
    const auto run = run_with_order(context, single_loop_precise(), 2, order);
    if (!run) return slip("The carrier executes after the pop", "III", "after unwinding", run.error().message, false);
    const auto& sum = run->warp.register_value(0);
    ours += fmt::format("{}{}: lane 0 adds 0x{:x}, lane 31 adds 0x{:x}", ours.empty() ? "" : "; ", order.name, sum[0],
                        sum[31]);
    if (order.pop_first) retired_twice = sum[0] == 0x420 && sum[31] == 2 * 0x420;
    else once_each = sum[0] == 0x420 && sum[31] == 0x420;
  }
  return slip("The carrier executes after the pop; then IADD.S of the last listing runs twice in retired lanes",
              "III and IV.A", "after unwinding the stack", ours, once_each && retired_twice);
}

/// Algorithm 2 does not push in its SSY case, and the last NOP.S of every run needs that token.
Claim missing_push_slip(const Context& context) {
  const auto& counts = context.sweep(single_loop()).at(2).counts;
  return slip("Algorithm 2 pushes no token for SSY, the prose does", "III, Algorithm 2", "no push in the SSY case",
              fmt::format("n = 2 pops {} tokens, of which divergent branches pushed {}", counts.pops,
                          counts.divergent_branches),
              counts.pops == counts.divergent_branches + 1);
}

}  // namespace

Claims model_claims(const Context& context) {
  return {order_does_not_matter(context), carrier_slip(context), missing_push_slip(context)};
}

}  // namespace reconverge::study
