// SPDX-License-Identifier: MIT
#include "timing/generation.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace reconverge::timing {

core::Result<core::Sourced> Generation::find_cost(std::string_view cost_name, std::string_view kernel) const {
  const auto found = std::ranges::find_if(costs, [&](const Cost& known) {
    return known.name == cost_name && (known.kernel.empty() || known.kernel == kernel);
  });
  if (found != costs.end()) return found->cycles;
  const std::string of = kernel.empty() ? "" : fmt::format(" of kernel '{}'", kernel);
  return core::Diagnostic{.failure = core::Failure::check,
                          .message = fmt::format("{}: cost '{}'{} is not known", name, cost_name, of),
                          .hint = fmt::format("--cost {}:{}=CYCLES", name, cost_name)};
}

bool Generation::knows_cost(std::string_view cost_name) const {
  return std::ranges::any_of(costs, [&](const Cost& known) { return known.name == cost_name && known.kernel.empty(); });
}

void Generation::override_cost(std::string_view cost_name, double cycles, std::string source) {
  std::erase_if(costs, [&](const Cost& known) { return known.name == cost_name; });
  costs.push_back({std::string(cost_name), "", {cycles, core::Grade::given, std::move(source)}});
}

std::string_view to_string(Mechanism mechanism) {
  return mechanism == Mechanism::token_stack ? "token stack" : "convergence barriers";
}

std::span<const Generation> stack_generations() {
  const auto all = generations();
  const auto end = std::ranges::find(all, Mechanism::convergence_barriers, &Generation::mechanism);
  return {all.begin(), end};
}

const Generation* find_generation(int architecture) {
  const auto all = generations();
  const auto found = std::ranges::find_if(
      all, [&](const Generation& one) { return architecture >= one.first_arch && architecture <= one.last_arch; });
  return found == all.end() ? nullptr : &*found;
}

const Generation* find_generation(std::string_view name) {
  const auto all = generations();
  const auto found = std::ranges::find(all, name, &Generation::name);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace reconverge::timing
