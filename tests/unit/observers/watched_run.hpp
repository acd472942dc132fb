// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "emulator/emulator.hpp"
#include "emulator/reconvergence/token_stack.hpp"

namespace reconverge::observers {

/// The listing of sm_20 rows, 8 bytes apart from 0.
sass::Function watched_function(const std::string& rows);

/// Runs sm_20 rows, 8 bytes apart from 0, on four lanes with P0 = lanes 2 and 3 and R5 = 3, 3, 2,
/// 1; the listener is made from the stack that runs.
using ListenerMaker = std::function<emulator::Listener&(const emulator::TokenStack&)>;
void run_watched(const std::string& rows, const ListenerMaker& make, emulator::SpillSettings spill = {});

/// The paper's single loop in little: a nest of DIV tokens that is 3 deep with the SYNC token.
///   0x00 SSY   0x08 IADD   0x10 ISETP   0x18 @P1 BRA   0x20 NOP.S   0x28 EXIT
extern const char* const little_loop;

}  // namespace reconverge::observers
