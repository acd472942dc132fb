// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/result.hpp"
#include "toolchain/search.hpp"

namespace reconverge::toolchain {

/// A cubin, and the compiler that made it.
struct Compiled {
  std::string cubin;
  std::string compiler;  ///< "NVRTC 12.4"
};

struct CompileSettings {
  std::vector<std::string> options = {"-lineinfo"};               ///< beside the architecture
  std::vector<std::pair<std::string, std::string>> headers = {};  ///< name and text of what is included
};

/// Compiles CUDA C++ with a run-time compilation library that is loaded from where it was found.
/// The compiler's log is the message if it fails (Failure::input).
core::Result<Compiled> compile_with_nvrtc(const std::string& source, const std::string& name, const std::string& arch,
                                          const Tool& library, const CompileSettings& settings = {});

}  // namespace reconverge::toolchain
