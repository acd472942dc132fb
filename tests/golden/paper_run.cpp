// SPDX-License-Identifier: MIT
#include "golden/paper_run.hpp"

#include <stdexcept>

namespace reconverge::golden {
namespace {

run::SharedExecutable executable_of(const study::PaperKernel& kernel) {
  static std::map<std::string_view, run::SharedExecutable> loaded;
  const auto known = loaded.find(kernel.name);
  if (known != loaded.end()) return known->second;
  auto executable = study::load(kernel, emulator::carrier_orders().front());
  if (!executable) throw std::runtime_error(to_string(executable.error()));
  return loaded.emplace(kernel.name, std::move(executable).value()).first->second;
}

}  // namespace

run::Simulation run_paper_kernel(const study::PaperKernel& kernel, int n, const Setting& setting) {
  run::SimulationSpec spec;
  spec.executable = executable_of(kernel);
  spec.source_name = std::string(kernel.name);
  spec.kernel = std::string(kernel.name);
  for (const int index : kernel.bound_registers) spec.start.registers[index] = core::staircase(n);
  spec.spill.capacity = setting.capacity;
  spec.spill.rule = emulator::find_spill_rule(setting.spill_rule);
  if (spec.spill.rule == nullptr) throw std::runtime_error("no such spill rule");
  spec.generations = {&setting.generation};
  run::Simulation simulation = run::simulate(spec, setting.listeners);
  if (simulation.run.diagnostic) throw std::runtime_error(to_string(*simulation.run.diagnostic));
  return simulation;
}

double total_cycles(const run::Simulation& simulation) {
  const auto& total = simulation.cycles.at(0).total;
  if (!total) throw std::runtime_error(to_string(total.error()));
  return total.value();
}

}  // namespace reconverge::golden
