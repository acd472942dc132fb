#include "unit/timing/cycles/timed_listing.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "emulator/emulator.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"
#include "sass/reader.hpp"
#include "unit/emulator/scene.hpp"

namespace reconverge::timing::testing {
namespace {

using core::LaneMask;

/// Notes when each instruction issues; asks the clock, which was asked just before.
class Stopwatch final : public emulator::Listener {
 public:
  Stopwatch(const emulator::Executable& executable, const WarpClock& clock) : executable_(executable), clock_(clock) {}
  bool wants_issued() const override { return true; }
  void issued(const emulator::Issued& event) override {
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", executable_.function.instructions[event.at.index].mnemonic,
                        clock_.now());
  }
  std::string text;

 private:
  const emulator::Executable& executable_;
  const WarpClock& clock_;
};

/// Data instructions without an effect, so that a listing may name any; but for CS2R.
void silence(emulator::Executable& executable) {
  for (std::size_t i = 0; i < executable.instructions.size(); ++i) {
    auto& instruction = executable.instructions[i];
    if (instruction.control.operation != 0 || executable.function.instructions[i].opcode() == "CS2R") continue;
    instruction.stops = false;
    instruction.execute = [](emulator::Warp&, const emulator::DecodedInstruction&, LaneMask) {};
  }
}

}  // namespace

TimedListing::TimedListing(std::string_view rows, const CycleRecord& record)
    : text_(emulator::testing::listing(rows, "sm_90")), record_(record) {
  warp.predicates[0] = LaneMask(0b1100);
  warp.predicates[1] = LaneMask(0b1000);
  warp.predicates[2] = LaneMask(0b1010);
}

std::string TimedListing::cycles() {
  auto function = sass::read_function(text_, "test.sass");
  if (!function) return to_string(function.error());
  emulator::ConvergenceBarriers barriers;
  auto executable = emulator::decode(std::move(function).value(), barriers, {}, "test.sass");
  if (!executable) return to_string(executable.error());
  silence(*executable);
  WarpClock clock(*executable, record_);
  Stopwatch stopwatch(*executable, clock);
  emulator::Listener* const listeners[] = {&clock, &stopwatch};
  const emulator::Events events(listeners);
  const auto result =
      emulator::Run({*executable, warp, barriers, events, &clock, "test.sass"}, LaneMask(0xF)).go_on({.steps = 1'000});
  for (const auto& [row, count] : clock.untimed()) untimed_[to_string(row, executable->function)] += count;
  return result.diagnostic ? to_string(*result.diagnostic) : stopwatch.text;
}

std::string cycles_of(std::string_view rows, const CycleRecord& record) {
  TimedListing listing(rows, record);
  const std::string cycles = listing.cycles();
  for (const auto& [what, count] : listing.untimed()) ADD_FAILURE() << what << " is not timed";
  return cycles;
}

std::string nops(int count) {
  std::string rows;
  for (int i = 0; i < count; ++i) rows += "NOP\n";
  return rows;
}

}  // namespace reconverge::timing::testing
