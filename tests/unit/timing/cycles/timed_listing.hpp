#pragma once

#include <map>
#include <string>
#include <string_view>

#include "timing/cycles/warp_clock.hpp"
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

  emulator::Warp warp;

 private:
  std::string text_;
  const CycleRecord& record_;
  std::map<std::string, std::uint64_t> untimed_;
};

/// The cycles of a listing that needs nothing but its rows. Everything in it has to be timed.
std::string cycles_of(std::string_view rows, const CycleRecord& record = *built_in_record("sm_90"));

/// `count` rows of NOP: they move what follows to a place in its line of code, 8 rows a line.
std::string nops(int count);

}  // namespace reconverge::timing::testing
