// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "timing/cycles/mio.hpp"
#include "timing/cycles/operand_reads.hpp"
#include "timing/record/reader.hpp"

namespace reconverge::timing::testing {

/// A row of sm_90 issues into an MIO: "LDS R1, [R2] &wr=0x0". False: it is not timed, which fails the test.
bool enter(Mio& mio, Scoreboards& scoreboards, std::uint64_t cycle, std::string_view row, const Passes& passes = {},
           bool executes = true);

/// What lies behind the issue stage of Hopper, given rows of sm_90 one by one: "LDS R1, [R2] &wr=0x0".
class MioScene {
 public:
  /// A row issues. Cycles have to grow from call to call.
  void issue(std::uint64_t cycle, std::string_view row, const Passes& passes = {}, bool executes = true);
  /// When a scoreboard is clear for what could issue 2 cycles after the last row.
  std::uint64_t clear(std::size_t scoreboard = 0);

  Mio mio{*built_in_record("sm_90")};
  Scoreboards scoreboards;  ///< of the one warp

 private:
  OperandReads reads_{built_in_record("sm_90")->operand};
  std::uint64_t last_ = 0;
};

/// Cycles from the issue of a row until scoreboard 0, which it sets, is clear; nothing else is under way.
std::uint64_t alone(std::string_view row, Passes passes = {}, bool executes = true);

}  // namespace reconverge::timing::testing
