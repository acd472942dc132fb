// SPDX-License-Identifier: MIT
// How many warp instructions a second does the emulator execute? The paper's double loop, with
// counts, profile and Kepler's costs listening, as every study runs it.
//
// Read the items_per_second of the best of several repetitions: on a shared machine noise only ever
// slows down. What limits the rate: see below.

#include <benchmark/benchmark.h>

#include <stdexcept>

#include "study/support/context.hpp"

namespace reconverge {
namespace {

run::SimulationSpec double_loop(int n) {
  static const auto executable = study::load(study::double_loop(), emulator::carrier_orders().front());
  if (!executable) throw std::runtime_error(to_string(executable.error()));
  run::SimulationSpec spec;
  spec.executable = executable.value();
  spec.kernel = std::string(study::double_loop().name);
  for (const int index : study::double_loop().bound_registers) spec.start.registers[index] = core::staircase(n);
  return spec;
}

void run(benchmark::State& state, const run::SimulationSpec& spec) {
  std::uint64_t steps = 0;
  for (auto _ : state) {
    const run::Simulation simulation = run::simulate(spec);
    if (simulation.run.diagnostic) state.SkipWithError("the kernel stopped");
    steps += simulation.run.steps;
    benchmark::DoNotOptimize(simulation.counts.pushes);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(steps));
}

void BM_DoubleLoopWithKeplerCosts(benchmark::State& state) {
  run::SimulationSpec spec = double_loop(static_cast<int>(state.range(0)));
  spec.generations = {&timing::kepler()};
  run(state, spec);
}
BENCHMARK(BM_DoubleLoopWithKeplerCosts)->ArgName("n")->Arg(0)->Arg(15)->Arg(31);

void BM_DoubleLoopWithoutCosts(benchmark::State& state) { run(state, double_loop(static_cast<int>(state.range(0)))); }
BENCHMARK(BM_DoubleLoopWithoutCosts)->ArgName("n")->Arg(0)->Arg(15)->Arg(31);

}  // namespace
}  // namespace reconverge

BENCHMARK_MAIN();
