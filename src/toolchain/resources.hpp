// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace reconverge::toolchain {

/// Resources of a function of a cubin, as its compiler noted them. Nothing where the file does not say.
struct Resources {
  std::optional<std::uint64_t> registers;     ///< of a thread
  std::optional<std::uint64_t> shared_bytes;  ///< of a block, static; with what the driver keeps (sm_90: 1024)
  std::optional<std::uint64_t> stack_bytes;   ///< of a thread: the frame of the function itself
  std::optional<std::uint64_t> local_bytes;   ///< of a thread, beside the stack
};

/// Of a function by its symbol; all nothing if the file is broken or has no such function.
Resources resources_of(std::string_view cubin, std::string_view function);

}  // namespace reconverge::toolchain
