// SPDX-License-Identifier: MIT
#include "study/inference/events.hpp"

#include <fmt/core.h>

#include <array>
#include <utility>

#include "study/support/context.hpp"

namespace reconverge::study {

core::Result<EventTable> emulate_events(const SpecificationOf& specification, const std::vector<int>& n,
                                        std::string provenance) {
  EventTable table{.n = n, .divergent_branches = {}, .depth = {}, .spills = {}, .provenance = std::move(provenance)};
  table.spills.assign(candidates().size(), {});
  for (const int value : n) {
    auto spec = specification(value);
    if (!spec) return spec.error();
    const auto trace = record_stack(std::move(spec).value());
    if (!trace) return trace.error();
    table.divergent_branches.push_back(static_cast<double>(trace->divergent_branches));
    table.depth.push_back(static_cast<int>(trace->depth));
    for (std::size_t i = 0; i < candidates().size(); ++i)
      table.spills[i].push_back(static_cast<double>(spills(*trace, candidates()[i])));
  }
  return table;
}

core::Result<EventTable> emulate_events(const PaperKernel& kernel, const std::vector<int>& n,
                                        const std::string& family) {
  const auto executable = load(kernel, emulator::carrier_orders().front());
  if (!executable) return executable.error();
  const auto specification = [&](int value) -> core::Result<run::SimulationSpec> {
    const auto bounds = core::parse_lane_pattern(family, value);
    if (!bounds) return bounds.error();
    run::SimulationSpec spec;
    spec.executable = *executable;
    spec.source_name = std::string(kernel.name);
    for (const int index : kernel.bound_registers) spec.start.registers[index] = *bounds;
    return spec;
  };
  return emulate_events(specification, n,
                        fmt::format("emulated: the paper's listing of the {}, pattern {}", kernel.title, family));
}

core::Result<EventTable> counted_events(const Measurement& measurement) {
  EventTable table;
  table.provenance = fmt::format("counters: divergent_branches of {}", measurement.source);
  for (const MeasuredState& state : measurement.states) {
    if (!state.divergent_branches)
      return core::Diagnostic{
          .failure = core::Failure::check,
          .message = fmt::format("{}: nothing says how often '{}' diverges at n = {}", measurement.source,
                                 measurement.benchmark, state.n),
          .hint = "--kernel NAME of `reconverge list kernels`, --listing FILE, or a bench run with counters"};
    table.n.push_back(state.n);
    table.divergent_branches.push_back(*state.divergent_branches);
  }
  return table;
}

const PaperKernel* listing_for(std::string_view benchmark) {
  static constexpr std::array same_branches = {
      std::pair<std::string_view, std::string_view>{"single_loop_sync", "single_loop"},
      std::pair<std::string_view, std::string_view>{"double_loop_sync", "double_loop"},
      std::pair<std::string_view, std::string_view>{"double_loop_equal", "double_loop"}};
  for (const auto& [name, kernel] : same_branches)
    if (name == benchmark) return find_paper_kernel(kernel);
  return find_paper_kernel(benchmark);
}

}  // namespace reconverge::study
