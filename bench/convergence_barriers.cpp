// SPDX-License-Identifier: MIT
// How many warp instructions a second does the emulator execute under convergence barriers, alone and
// with the cycles of Hopper, and with every cycle accounted for? A loop as compilers build it, whose lanes leave one
// after the other.
//
// Read the items_per_second of the best of several repetitions: on a shared machine noise only ever
// slows down.

#include <benchmark/benchmark.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "emulator/emulator.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"
#include "observers/instruction_counts.hpp"
#include "sass/reader.hpp"
#include "timing/cycles/cycle_account.hpp"
#include "timing/record/reader.hpp"

namespace reconverge {
namespace {

// R2: iterations of a lane; R3: 1. Lanes that are done wait at the BSYNC.
constexpr std::string_view loop = R"(code for sm_90
	Function : loop
/*0000*/ BSSY B0, 0x80 &req={0} ?trans4;
/*0010*/ MOV R4, RZ ?trans4;
/*0020*/ IMAD R1, R1, R3, R2 ?trans2;
/*0030*/ IMAD R4, R3, R3, R4 ?trans4;
/*0040*/ ISETP.LT.AND P0, PT, R4, R2, PT ?WAIT13_END_GROUP;
/*0050*/ IMAD R5, R1, R3, R5 ?trans2;
/*0060*/ @P0 BRA 0x20 ?trans5;
/*0070*/ BSYNC B0 ?trans5;
/*0080*/ EXIT ?trans5;
)";

/// Every iteration splits the warp by P1 and brings it together again.
constexpr std::string_view split = R"(code for sm_90
	Function : split
/*0000*/ BSSY B0, 0x40 ?trans4;
/*0010*/ @P1 BRA 0x30 ?trans5;
/*0020*/ IMAD R1, R1, R3, R2 ?trans4;
/*0030*/ BSYNC B0 ?trans5;
/*0040*/ IMAD R4, R3, R3, R4 ?trans4;
/*0050*/ ISETP.LT.AND P0, PT, R4, R2, PT ?WAIT13_END_GROUP;
/*0060*/ @P0 BRA 0x0 ?trans5;
/*0070*/ EXIT ?trans5;
)";

emulator::Executable decoded(std::string_view text) {
  auto executable = emulator::decode(sass::read_function(std::string(text), "bench.sass").value(),
                                     emulator::ConvergenceBarriers(), {}, "bench.sass");
  if (!executable) throw std::runtime_error(to_string(executable.error()));
  return std::move(executable).value();
}

/// Lane i leaves after 100 (i + 1) iterations, or all leave together after 3200.
emulator::Warp warp(bool diverges) {
  emulator::Warp made;
  for (std::size_t lane = 0; lane < emulator::lanes; ++lane) {
    made.values[2][lane] = diverges ? 100 * static_cast<std::uint32_t>(lane + 1) : 3200;
    made.values[3][lane] = 1;
  }
  made.predicates[1] = core::LaneMask(0xFFFF);
  return made;
}

enum class Watch : std::uint8_t { nothing, clock, account };

void run(benchmark::State& state, std::string_view text, bool diverges, Watch watch) {
  const bool timed = watch != Watch::nothing;
  const emulator::Executable executable = decoded(text);
  emulator::ConvergenceBarriers barriers;
  std::uint64_t steps = 0;
  for (auto _ : state) {
    timing::WarpClock clock(executable, *timing::built_in_record("sm_90"));
    timing::CycleAccount account;
    observers::InstructionCounts counts;
    std::optional<timing::CycleAccountant> accountant;
    observers::InstructionCounter counter(executable.instructions.size(), core::LaneMask::all(), counts);
    std::vector<emulator::Listener*> listeners;
    if (timed) listeners.push_back(&clock);
    if (watch == Watch::account) {
      accountant.emplace(executable, clock, core::LaneMask::all(), account);
      listeners.insert(listeners.end(), {&*accountant, &counter});
    }
    const emulator::Events events(listeners);
    emulator::Warp lanes = warp(diverges);
    const auto result = emulator::Run({executable, lanes, barriers, events, timed ? &clock : nullptr}).go_on({});
    if (result.diagnostic) state.SkipWithError("the kernel stopped");
    steps += result.steps;
    benchmark::DoNotOptimize(clock.now());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(steps));
}

void BM_Loop(benchmark::State& state) { run(state, loop, state.range(0) != 0, Watch::nothing); }
BENCHMARK(BM_Loop)->ArgName("diverges")->Arg(0)->Arg(1);

void BM_LoopWithHopperCycles(benchmark::State& state) { run(state, loop, state.range(0) != 0, Watch::clock); }
BENCHMARK(BM_LoopWithHopperCycles)->ArgName("diverges")->Arg(0)->Arg(1);

/// What it costs to account for every cycle, and to count row by row.
void BM_LoopWithAccount(benchmark::State& state) { run(state, loop, state.range(0) != 0, Watch::account); }
BENCHMARK(BM_LoopWithAccount)->ArgName("diverges")->Arg(0)->Arg(1);

void BM_SplitAndMeetWithHopperCycles(benchmark::State& state) { run(state, split, false, Watch::clock); }
BENCHMARK(BM_SplitAndMeetWithHopperCycles);

}  // namespace
}  // namespace reconverge

BENCHMARK_MAIN();
