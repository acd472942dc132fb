// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "emulator/decoding/operand_use.hpp"
#include "sass/program.hpp"
#include "timing/cycles/cycle_record.hpp"

namespace reconverge::timing {

/// Registers (32 bits) that an instruction of the MIO reads and writes.
struct MioUse {
  std::uint8_t data = 0;               ///< that it reads together
  std::uint8_t addresses = 0;          ///< that it reads one by one after the data
  std::uint8_t results = 0;            ///< registers that are written one after another
  std::uint8_t written = 0;            ///< first register of the result
  std::array<std::uint8_t, 8> read{};  ///< the registers of `data` and `addresses`, in their order
  std::uint8_t read_count = 0;
  bool writes_predicate = false;
  bool is_pair = false;  ///< the result is one of two registers
};

/// RZ is neither read nor written.
/// @param operands  of the instruction
MioUse mio_use_of(const sass::Instruction& instruction, const emulator::InstructionUse& operands,
                  const OperationTiming& operation);

}  // namespace reconverge::timing
