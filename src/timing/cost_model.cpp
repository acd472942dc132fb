// SPDX-License-Identifier: MIT
#include "timing/cost_model.hpp"

#include <utility>

namespace reconverge::timing {

CostModel::CostModel(const Generation& generation, std::string kernel)
    : generation_(generation), kernel_(std::move(kernel)) {}

/// An event that never happened costs nothing, known or not.
bool prices_apart(const Generation& generation) {
  return generation.knows_cost(cost::spill) || generation.knows_cost(cost::reload);
}

core::Result<double> CostModel::charge(std::uint64_t count, std::string_view cost_name) const {
  if (count == 0) return 0.0;
  const auto unit = generation_.find_cost(cost_name);
  if (!unit) return unit.error();
  return static_cast<double>(count) * unit->value;
}

core::Result<double> CostModel::divergence_cycles() const {
  const auto branches = charge(divergent_branches_, cost::divergent_branch);
  if (!branches) return branches;
  const bool apart = prices_apart(generation_);
  const auto out = charge(spills_, apart ? cost::spill : cost::spill_and_reload);
  if (!out) return out;
  const auto back = apart ? charge(reloads_, cost::reload) : core::Result<double>(0.0);
  if (!back) return back;
  return *branches + *out + *back;
}

core::Result<double> CostModel::total_cycles() const {
  const auto divergence = divergence_cycles();
  if (!divergence) return divergence;
  const auto base = generation_.find_cost(cost::base, kernel_);
  if (!base) return base.error();
  return base->value + *divergence;
}

}  // namespace reconverge::timing
