// SPDX-License-Identifier: MIT
#include "emulator/launch/abi.hpp"

#include <array>

namespace reconverge::emulator {
namespace {

/// Read off what ptxas of CUDA 12.4 and 13 makes of kernels that use blockDim, gridDim, local arrays
/// and generic pointers, with -G of __constant__ variables too.
// clang-format off
constexpr std::array abis = {
    Abi{.first = 50, .last = 53, .parameters = 0x140, .stack_pointer = 0x20, .block_size = 0x8, .grid_size = 0x14,
        .shared_window_low = 0x0, .local_window_low = 0x4, .local_window_high = -1, .windows = windows_below_4_gib},
    Abi{.first = 60, .last = 62, .parameters = 0x140, .stack_pointer = 0x20, .block_size = 0x8, .grid_size = 0x14,
        .shared_window_low = 0x0, .shared_window_high = 0x100, .local_window_low = 0x4, .local_window_high = 0x104},
    Abi{.first = 70, .last = 75, .parameters = 0x160, .stack_pointer = 0x28, .block_size = 0x0, .grid_size = 0xc,
        .shared_window_low = 0x18, .shared_window_high = 0x1c, .local_window_low = 0x20, .local_window_high = 0x24,
        .constant_window = 0x50},
    Abi{.first = 80, .last = 89, .parameters = 0x160, .stack_pointer = 0x28, .block_size = 0x0, .grid_size = 0xc,
        .shared_window_low = 0x18, .shared_window_high = 0x1c, .local_window_low = 0x20, .local_window_high = 0x24,
        .memory_descriptor = 0x118, .constant_window = 0x50},
    Abi{.first = 90, .last = 90, .parameters = 0x210, .stack_pointer = 0x28, .block_size = 0x0, .grid_size = 0xc,
        .local_window_low = 0x20, .local_window_high = 0x24, .memory_descriptor = 0x208, .constant_window = 0xd0,
        .shared_begin = 0x400, .shared_granularity = 128},  // data/measured/h200/shared_size.csv
    Abi{.first = 100, .last = 121, .parameters = 0x380, .stack_pointer = 0x37c, .block_size = 0x360, .grid_size = 0x370,
        .local_window_low = 0x2f8, .local_window_high = 0x2fc, .memory_descriptor = 0x358, .constant_window = 0x120,
        .shared_begin = 0x400},
};
// clang-format on

}  // namespace

std::optional<Abi> abi_of(int architecture) {
  for (const Abi& abi : abis)
    if (abi.first <= architecture && architecture <= abi.last) return abi;
  return std::nullopt;
}

}  // namespace reconverge::emulator
