// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "timing/cycles/cycle_account.hpp"
#include "timing/record/reader.hpp"

namespace reconverge::timing::testing {

/// A listing of sm_90 whose rows may end in scheduling text ("NOP ?trans5", "LDC R1, c[0x0][0x4] &wr=0x0
/// ?trans1"; without any the stall is 1), on the clock of a record, Hopper's if none is given. What data instructions
/// compute does not matter: none does anything but CS2R. P0 = lanes 2 and 3, P1 = lane 3, P2 = lanes 1 and 3, of the
/// lanes 0..3.
class TimedListing {
 public:
  explicit TimedListing(std::string_view rows, const CycleRecord& record = *built_in_record("sm_90"));

  /// Runs, and gives the cycle at which each instruction issued: "BRA:0 NOP:7 EXIT:8".
  std::string cycles();
  /// What the clock could not time, and how often, in the run before.
  const std::map<std::string, std::uint64_t>& untimed() const { return untimed_; }
  /// What it timed by a number that is in doubt, likewise.
  const std::map<std::string, std::uint64_t>& doubts() const { return doubts_; }
  /// Runs, and gives where the cycles went, a line a row that has some:
  /// "0x10 NOP: 1 issuing, 5 fetch; 6 apart since 0x0".
  std::string account();
  /// Runs, and gives what took lanes and for how many lane cycles, those without a thread left out:
  /// "0x20 NOP: 2 parted at 0x10".
  std::string idle();
  /// The cycle of the last issue of the run before.
  std::uint64_t last_issue() const { return last_issue_; }

  emulator::Warp warp;

 private:
  std::string text_;
  const CycleRecord& record_;
  std::map<std::string, std::uint64_t> untimed_, doubts_;
  CycleAccount account_;            ///< of the run before
  std::vector<std::string> names_;  ///< of its rows, with their addresses
  std::uint64_t last_issue_ = 0;
};

/// The cycles of a listing that needs nothing but its rows. Everything in it has to be timed.
std::string cycles_of(std::string_view rows, const CycleRecord& record = *built_in_record("sm_90"));

/// The same with values in a register of the first lanes.
std::string with_register(std::string_view rows, int index, const std::vector<std::uint32_t>& lane_values);

/// `count` rows of NOP: they move what follows to a place in its line of code, 8 rows a line.
std::string nops(int count);

}  // namespace reconverge::timing::testing
