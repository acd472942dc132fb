// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "timing/cycles/operand_reads.hpp"
#include "timing/record/reader.hpp"

namespace reconverge::timing::testing {

/// The registers of a row of sm_90, given by its text; bit i of `reuse`: keep that of slot i.
RegisterUse registers_of_row(std::string_view row, std::uint8_t reuse = 0,
                             const CycleRecord& record = *built_in_record("sm_90"));
MioUse mio_use_of_row(std::string_view row);
/// What the record of sm_90 has for a row.
const OperationTiming& operation_of_row(std::string_view row);

/// The register file of Hopper. Rows of sm_90 issue one by one, in cycles that grow from call to
/// call.
class OperandScene {
 public:
  /// Arithmetic issues.
  /// @return  cycles by which its registers come late
  std::uint64_t issue(std::uint64_t cycle, std::string_view row, std::uint8_t reuse = 0);
  /// An instruction of the MIO wants the operand port.
  void want(std::uint64_t cycle, std::string_view row, bool behind_others = false);
  /// Arithmetic, of the integer and logic unit or another, issued in that cycle and wrote this
  /// register.
  void write(std::uint64_t cycle, std::uint8_t index, bool by_alu = true);
  /// Whether the bank of the even (0) or odd (1) registers gives one in that cycle, some cycles
  /// ahead.
  bool is_taken(std::uint8_t bank, std::uint64_t cycle) const;

  OperandReads reads{built_in_record("sm_90")->operand};

 private:
  RegisterAges written_;
};

}  // namespace reconverge::timing::testing
