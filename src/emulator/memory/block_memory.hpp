// SPDX-License-Identifier: MIT
#pragma once

#include "emulator/memory/global_memory.hpp"
#include "emulator/memory/scratch_memory.hpp"

namespace reconverge::emulator {

/// The memory that the warps of one block have in common.
struct BlockMemory {
  GlobalMemory global;  ///< of the launch, or the block's view of it
  SharedMemory shared;
};

}  // namespace reconverge::emulator
