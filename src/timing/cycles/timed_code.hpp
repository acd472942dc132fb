// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "emulator/events.hpp"
#include "sass/program.hpp"
#include "timing/cycles/code_cache.hpp"
#include "timing/cycles/cycle_record.hpp"
#include "timing/cycles/mio_use.hpp"
#include "timing/cycles/register_use.hpp"

namespace reconverge::timing {

/// Timing facts of a row that the clock needs, looked up once.
struct TimedRow {
  const OperationTiming* operation = nullptr;
  const Unit* unit = nullptr;  ///< of the operation; null if that is not known
  std::uint8_t stall = 1;
  std::uint8_t wait_mask = 0;
  std::uint8_t write_scoreboard = 7;
  std::uint8_t read_scoreboard = 7;
  bool timed = true;             ///< the operation, and the release of the scoreboards that it sets, are known
  std::string_view lacks = {};   ///< scalar number that a rule for it needs and the record lacks
  Beyond beyond = Beyond::none;  ///< if not none, it is timed under an assumption only
  bool yields = false;
  bool lets_others = false;  ///< the yield bit is clear
  std::int32_t penalty = 0;  ///< of StallUse::penalised
  bool before_idle = false;  ///< a BRA followed by an all-zero control word
  bool ignores_second_issue = false;
  bool is_block_barrier = false;
  bool reads_mask = false;       ///< the lanes of a WARPSYNC are in a register
  std::int32_t shared_unit = 0;  ///< operations that it begins as it issues, whatever its transfer of control
  RegisterUse registers;
  MioUse mio;
  bool is_mio = false;
  bool is_arithmetic = false;
  bool passes_bar = false;  ///< arithmetic of all lanes: behind a BAR it issues before other warps arrive there
  bool ends_line = false;
  std::uint32_t line = 0;
  std::uint32_t slot = 0;  ///< of its line
  std::array<const TransferTiming*, emulator::control_transfer_count> transfers{};
};

/// A function as the rules of a record see it. The record must outlive it.
class TimedCode {
 public:
  TimedCode(const sass::Function& function, const CycleRecord& record);

  const std::vector<TimedRow>& rows() const { return rows_; }
  /// Unconditional BRAs, which the fetch follows, in the order of their places.
  const std::vector<CodeJump>& jumps() const { return jumps_; }
  /// Lines that the first level is known to hold: fewer beside shared memory.
  std::uint64_t held_lines() const { return held_lines_; }

  /// Cycles by which a load that hits the first level is slower than one of shared memory, by the record.
  std::int32_t later_than_shared(const OperationTiming& operation) const;

 private:
  TimedRow prepare(const sass::Instruction& instruction) const;
  void note_jump(const sass::Instruction& instruction);
  std::string_view lacking_field(const TimedRow& row) const;

  const CycleRecord& record_;
  int architecture_;
  const OperationTiming* shared_load_ = nullptr;  ///< LDS; null: the record lacks it
  std::vector<TimedRow> rows_;
  std::vector<CodeJump> jumps_;
  std::uint64_t held_lines_ = 0;
};

}  // namespace reconverge::timing
