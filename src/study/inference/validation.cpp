// SPDX-License-Identifier: MIT
#include "study/inference/validation.hpp"

#include <algorithm>
#include <cmath>

#include "statistics/location.hpp"
#include "study/support/context.hpp"

namespace reconverge::study {
namespace {

core::Result<std::vector<StackTrace>> traces_of(const PaperKernel& kernel, const Measurement& target) {
  const auto executable = load(kernel, emulator::carrier_orders().front());
  if (!executable) return executable.error();
  std::vector<StackTrace> traces;
  for (const MeasuredState& state : target.states) {
    run::SimulationSpec spec;
    spec.executable = *executable;
    spec.source_name = std::string(kernel.name);
    const auto bounds = core::parse_lane_pattern(target.pattern.empty() ? "staircase" : target.pattern, state.n);
    if (!bounds) return bounds.error();
    for (const int index : kernel.bound_registers) spec.start.registers[index] = *bounds;
    auto trace = record_stack(std::move(spec));
    if (!trace) return trace.error();
    traces.push_back(std::move(trace).value());
  }
  return traces;
}

Validation::ByRule by_rule(const Explanation& explanation, const Candidate& candidate, std::size_t benchmarks,
                           const std::vector<StackTrace>& traces, Validation& validation) {
  Validation::ByRule result;
  result.rule = candidate.rule == nullptr || !explanation.spills ? "no spills" : std::string(candidate.rule->name);
  for (std::size_t i = 0; i < traces.size(); ++i) {
    double cycles = explanation.coefficients[explanation.branch_place(benchmarks)] *
                    static_cast<double>(traces[i].divergent_branches);
    if (explanation.spills)
      cycles += explanation.coefficients[explanation.spill_place(benchmarks)] *
                static_cast<double>(spills(traces[i], candidate));
    if (i == 0) validation.base = validation.measured.front() - cycles;
    result.predicted.push_back(validation.base + cycles);
    result.difference.push_back(validation.measured[i] - result.predicted.back());
    const double size = std::abs(result.difference.back());
    if (size <= result.worst) continue;
    result.worst = size;
    result.worst_percent = 100 * size / validation.measured[i];
  }
  return result;
}

}  // namespace

core::Result<Validation> validate(const Fit& fit, const Measurement& target, const PaperKernel& kernel) {
  const auto traces = traces_of(kernel, target);
  if (!traces) return traces.error();
  Validation validation{.benchmark = target.benchmark, .n = {}, .measured = {}, .rules = {}};
  for (const MeasuredState& state : target.states) {
    validation.n.push_back(state.n);
    validation.measured.push_back(statistics::robust_location(state.samples).value);
  }
  const Explanation& best = fit.explanations.front();
  std::vector<const emulator::SpillRule*> seen;
  for (const Candidate& candidate : best.candidates) {
    const auto* rule = best.spills ? candidate.rule : nullptr;
    if (std::ranges::find(seen, rule) != seen.end()) continue;
    seen.push_back(rule);
    validation.rules.push_back(by_rule(best, candidate, fit.benchmarks.size(), *traces, validation));
  }
  return validation;
}

}  // namespace reconverge::study
