// SPDX-License-Identifier: MIT
#include "study/support/context.hpp"

#include <algorithm>
#include <cassert>

#include "sass/reader.hpp"

namespace reconverge::study {

core::Result<run::SharedExecutable> load(const PaperKernel& kernel, const emulator::CarrierOrder& order) {
  const std::string source = std::string(kernel.name) + " (built-in listing)";
  auto function = sass::read_function(kernel.listing, source);
  if (!function) return function.error();
  const emulator::TokenStack mechanism({}, &order);
  auto executable = emulator::decode(std::move(function).value(), mechanism, kernel.constants, source);
  if (!executable) return executable.error();
  return run::share(std::move(executable).value());
}

core::Result<Context> Context::make(run::StackModel options) {
  Context context;
  context.options_ = std::move(options);
  for (const PaperKernel* kernel : paper_kernels()) {
    auto executable = load(*kernel, *context.options_.carrier_order);
    if (!executable) return executable.error();
    context.executables_.emplace(kernel->name, std::move(executable).value());
  }
  for (const PaperKernel* kernel : {&single_loop(), &double_loop()}) {
    for (const auto& rule : emulator::spill_rules()) {
      Sweep sweep;
      for (int n = 0; n < staircase_count; ++n) {
        run::SimulationSpec spec = context.specification(*kernel, n);
        spec.spill.rule = &rule;
        auto& point = sweep.points[static_cast<std::size_t>(n)];
        point = run::simulate(spec);
        if (point.run.diagnostic) return *point.run.diagnostic;
      }
      context.sweeps_.emplace(std::string(kernel->name) + "/" + std::string(rule.name), std::move(sweep));
    }
  }
  return context;
}

const timing::Generation& Context::generation(std::string_view name) const {
  const auto found = std::ranges::find(options_.generations, name, &timing::Generation::name);
  assert(found != options_.generations.end());
  return *found;
}

const Sweep& Context::sweep(const PaperKernel& kernel, std::string_view spill_rule) const {
  const auto found = sweeps_.find(std::string(kernel.name) + "/" + std::string(spill_rule));
  assert(found != sweeps_.end());
  return found->second;
}

const emulator::Executable& Context::executable(const PaperKernel& kernel) const {
  const auto found = executables_.find(kernel.name);
  assert(found != executables_.end());
  return *found->second;
}

run::SimulationSpec Context::specification(const PaperKernel& kernel, int n) const {
  run::SimulationSpec spec;
  spec.executable = executables_.find(kernel.name)->second;
  spec.source_name = std::string(kernel.name);
  for (const int index : kernel.bound_registers) spec.start.registers[index] = core::staircase(n);
  spec.spill = options_.spill;
  spec.carrier_order = options_.carrier_order;
  for (const auto& generation : options_.generations) spec.generations.push_back(&generation);
  spec.kernel = std::string(kernel.name);
  spec.limits.stop = options_.stop;
  return spec;
}

const PaperKernel* recognise(const sass::Function& function) {
  for (const PaperKernel* kernel : paper_kernels()) {
    const auto known = load(*kernel, emulator::carrier_orders().front());
    if (known && (*known)->function.instructions == function.instructions) return kernel;
  }
  return nullptr;
}

bool base_applies(const PaperKernel& kernel, const observers::EventCounts& counts) {
  const auto executable = load(kernel, emulator::carrier_orders().front());
  if (!executable) return false;
  run::SimulationSpec undiverged;
  undiverged.executable = *executable;
  for (const int index : kernel.bound_registers) undiverged.start.registers[index] = core::staircase(0);
  return counts.instructions() - counts.divergent_branches == run::simulate(undiverged).counts.instructions();
}

}  // namespace reconverge::study
