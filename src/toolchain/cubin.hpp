// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace reconverge::toolchain {

/// Facts in a cubin that need no disassembler.
struct CubinFacts {
  std::string arch;                  ///< "sm_90"; the file does not distinguish sm_90a from it
  std::vector<std::string> kernels;  ///< as they are called in it, mangled or not, in its order
};

/// Reads header and table of symbols of an InputKind::cubin. Fails with Failure::input.
core::Result<CubinFacts> read_cubin(std::string_view content, const std::string& source);

/// "sm_90" of an InputKind::cubin; empty if its header does not say.
std::string architecture_of_cubin(std::string_view content);

/// Whether its parts lie in the file, as those of a cubin that was cut off do not. Fails with Failure::input.
core::Result<core::Done> check_cubin(std::string_view content, const std::string& source);

}  // namespace reconverge::toolchain
