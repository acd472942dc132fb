// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "emulator/memory/windows.hpp"

namespace reconverge::emulator {

/// Where compiled code of one range of architectures finds in constant bank 0 what the driver puts
/// there for a launch. Byte offsets; -1: not there.
struct Abi {
  int first = 0;  ///< first and last architecture: 70 for sm_70
  int last = 0;
  int parameters = 0;
  int stack_pointer = 0;        ///< initial R1
  int block_size = 0;           ///< three words
  int grid_size = 0;            ///< three words
  int shared_window_low = -1;   ///< generic address of shared memory; from sm_90 on code reads SR_SWINHI
  int shared_window_high = -1;  ///< -1: the window lies below 4 GiB, if the low word is there
  int local_window_low = 0;
  int local_window_high = 0;
  int memory_descriptor = -1;      ///< two words: the descriptor of `desc[UR4][R2.64]`
  int constant_window = -1;        ///< two words: generic address of the __constant__ variables
  std::uint32_t shared_begin = 0;  ///< shared address of the kernel's first byte
  /// Shared memory of a block ends at a multiple of so many bytes from there, however few it declares; 0: where it ends
  /// is not known.
  std::uint32_t shared_granularity = 0;
  Windows windows = {};
};

/// The record of an architecture; nothing if it is not known.
std::optional<Abi> abi_of(int architecture);

}  // namespace reconverge::emulator
