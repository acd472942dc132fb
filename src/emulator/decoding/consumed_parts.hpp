// SPDX-License-Identifier: MIT
#pragma once

#include "emulator/decoding/operand_letters.hpp"

namespace reconverge::emulator {

/// Context in which the parts of an operand are checked, besides its letter.
struct RowFrame {
  int architecture = 0;  ///< 90 for sm_90; 0 if the listing names none
  bool uniform = false;  ///< the row belongs to the uniform datapath
  int data_words = 0;    ///< registers that a load, store or atomic moves; 0 for other rows
};

/// Whether an operation takes all into account that is written of an operand: each sign and suffix, and registers
/// that exist and are aligned to their number. Anything else would be read over in silence, so that the row has to
/// be refused.
bool is_consumed(const MatchedOperand& matched, const RowFrame& row);

}  // namespace reconverge::emulator
