// SPDX-License-Identifier: MIT
#include "unit/timing/cycles/timed_listing.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <utility>

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

/// Asks a clock twice when the instruction could issue, and then lets it issue: the answers are to be one.
class AskingClock final : public emulator::Clock {
 public:
  explicit AskingClock(WarpClock& clock) : clock_(clock) {}
  std::uint64_t issue(const emulator::Issued& event) override {
    const std::uint64_t first = clock_.earliest_issue(event.at.index), second = clock_.earliest_issue(event.at.index);
    const std::uint64_t cycle = clock_.issue(event);
    EXPECT_EQ(first, cycle) << "the clock was asked about row " << event.at.index;
    EXPECT_EQ(second, cycle) << "asking changed something, row " << event.at.index;
    return cycle;
  }
  emulator::ClockReading reading(std::uint32_t index) const override { return clock_.reading(index); }

 private:
  WarpClock& clock_;
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
  AskingClock asked(clock);
  account_ = {};
  CycleAccountant accountant(*executable, clock, LaneMask(0xF), account_);
  emulator::Listener* const listeners[] = {&clock, &stopwatch, &accountant};
  const emulator::Events events(listeners);
  const auto result =
      emulator::Run({*executable, warp, barriers, events, &asked, "test.sass"}, LaneMask(0xF)).go_on({.steps = 1'000});
  for (const auto& [row, count] : clock.untimed()) untimed_[to_string(row, executable->function)] += count;
  for (const auto& [row, count] : clock.doubts()) doubts_[to_string(row, executable->function)] += count;
  last_issue_ = clock.now();
  names_.clear();
  for (const auto& row : executable->function.instructions)
    names_.push_back(fmt::format("0x{:x} {}", row.address, row.mnemonic));
  return result.diagnostic ? to_string(*result.diagnostic) : stopwatch.text;
}

std::string TimedListing::account() {
  cycles();
  std::string text;
  for (std::size_t i = 0; i < account_.rows.size(); ++i) {
    const CycleAccount::Row& row = account_.rows[i];
    if (row.total() == 0) continue;
    text += names_[i] + ":";
    const char* separator = " ";
    for (std::size_t k = 0; k < cycle_class_count; ++k)
      if (row.cycles[k] > 0)
        text += fmt::format("{}{} {}", std::exchange(separator, ", "), row.cycles[k],
                            to_string(static_cast<CycleClass>(k)));
    for (const auto& part : row.apart)
      text += fmt::format(
          "; {} apart since {}", part.cycles,
          part.cause == emulator::no_index ? "?" : names_[part.cause].substr(0, names_[part.cause].find(' ')));
    text += "\n";
  }
  EXPECT_EQ(account_.total(), last_issue_) << "a cycle is lost, or belongs to two rows";
  return text;
}

std::string TimedListing::idle() {
  cycles();
  std::string text;
  for (std::size_t i = 0; i < account_.rows.size(); ++i)
    for (const auto& part : account_.rows[i].idle) {
      if (part.cause.why == emulator::Idle::no_thread) continue;
      text += fmt::format("{}: {} {} at {}\n", names_[i], part.lane_cycles, to_string(part.cause.why),
                          names_[part.cause.row].substr(0, names_[part.cause.row].find(' ')));
    }
  return text;
}

namespace {

std::string all_timed(TimedListing& listing) {
  const std::string cycles = listing.cycles();
  for (const auto& [what, count] : listing.untimed()) ADD_FAILURE() << what << " is not timed";
  return cycles;
}

}  // namespace

std::string cycles_of(std::string_view rows, const CycleRecord& record) {
  TimedListing listing(rows, record);
  return all_timed(listing);
}

std::string with_register(std::string_view rows, int index, const std::vector<std::uint32_t>& lane_values) {
  TimedListing listing(rows);
  for (std::size_t lane = 0; lane < lane_values.size(); ++lane)
    listing.warp.values[static_cast<std::size_t>(index)][lane] = lane_values[lane];
  return all_timed(listing);
}

std::string nops(int count) {
  std::string rows;
  for (int i = 0; i < count; ++i) rows += "NOP\n";
  return rows;
}

}  // namespace reconverge::timing::testing
