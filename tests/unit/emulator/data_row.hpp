// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/decoding/data_operands.hpp"

namespace reconverge::emulator::testing {

/// One data instruction, executed on its own without a mechanism or a run loop.
class DataRow {
 public:
  explicit DataRow(const std::string& row, std::string_view arch = "sm_90");

  /// Why the row cannot be executed, or nothing.
  const std::optional<DecodingProblem>& problem() const { return problem_; }
  const DecodedInstruction& decoded() const { return decoded_; }

  /// R`index` or UR`index` in every lane.
  DataRow& set(int index, std::uint32_t value);
  DataRow& set_pair(int index, std::uint64_t value);
  DataRow& set_uniform(int index, std::uint32_t value);
  DataRow& set_predicate(int index, bool holds);

  /// Executes in the chosen lanes, as the run loop does. A row that cannot be executed fails the test.
  DataRow& execute(core::LaneMask chosen = core::LaneMask::all());

  /// Of lane 0.
  std::uint32_t word(int index) const { return warp.values[static_cast<std::size_t>(index)][0]; }
  std::uint64_t pair(int index) const { return word(index) | std::uint64_t{word(index + 1)} << 32; }
  std::uint32_t uniform(int index) const { return word(first_uniform + index); }
  bool holds(int predicate) const { return warp.predicates[static_cast<std::size_t>(predicate)].contains(0); }

  Warp warp;

 private:
  std::string text_;
  DecodedInstruction decoded_;
  std::optional<DecodingProblem> problem_;
};

/// R0 after a row with R1, R2, R3 in every lane; all lanes have to agree.
std::uint32_t result_of_row(const std::string& row, std::uint32_t r1, std::uint32_t r2 = 0, std::uint32_t r3 = 0,
                            std::string_view arch = "sm_90");

/// R0:R1 after a row with R2:R3, R4:R5 and R6:R7 in every lane.
std::uint64_t pair_result_of_row(const std::string& row, std::uint64_t r2, std::uint64_t r4 = 0, std::uint64_t r6 = 0,
                                 std::string_view arch = "sm_90");

/// Whether a row can be executed.
bool can_execute(const std::string& row, std::string_view arch = "sm_90");

}  // namespace reconverge::emulator::testing
