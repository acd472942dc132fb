// SPDX-License-Identifier: MIT
// How many warp instructions a second does a launch run at, as `emulate` runs it on one core? Compiled kernels: lanes
// that leave a loop one after another, the paper's single loop, a sort and a sum in shared memory between barriers.
// Three ways: counts alone, with Hopper's cycles, and with all that looks for faults beside them. Each of 64 warps, and
// of many; and with cycles a block of 32 warps, which are timed together on one multiprocessor.
//
// To compare two builds, run them in turns on one machine and divide: its speed drifts more than most changes bring.

#include <benchmark/benchmark.h>

#include <string>
#include <utility>

#include "launches.hpp"

namespace reconverge::bench {
namespace {

void time_launch(benchmark::State& state, const std::string& kernel, Watch watch, std::size_t block_count,
                 std::size_t block_threads) {
  const run::KernelSpec spec = launch_of(kernel, watch, block_count, block_threads);
  std::uint64_t instructions = 0;
  for (auto _ : state) instructions += run_launch(spec, watch).warp_instructions;
  state.SetItemsProcessed(static_cast<std::int64_t>(instructions));
}

void register_launches() {
  constexpr std::pair<const char*, Watch> ways[] = {
      {"counts", Watch::counts}, {"cycles", Watch::cycles}, {"everything", Watch::everything}};
  for (const char* kernel : kernels)
    for (const auto& [way, watch] : ways)
      for (const std::size_t count : {blocks, many_blocks}) {
        const std::string name = std::string(kernel) + "/" + way + (count == many_blocks ? "/many" : "");
        benchmark::RegisterBenchmark(name.c_str(), time_launch, std::string(kernel), watch, count, threads);
      }
  for (const char* kernel : kernels_together)
    benchmark::RegisterBenchmark((std::string(kernel) + "/cycles/together").c_str(), time_launch, std::string(kernel),
                                 Watch::cycles, std::size_t{1}, together_threads);
}

}  // namespace
}  // namespace reconverge::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  reconverge::bench::register_launches();
  benchmark::RunSpecifiedBenchmarks();
}
