// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/result.hpp"
#include "toolchain/search.hpp"

namespace reconverge::toolchain {

/// A cubin, the compiler that made it, and what was tried before.
struct CompiledSource {
  std::string cubin;
  std::string compiler;            ///< "NVRTC 12.4 (CUDA_HOME)"
  std::vector<std::string> notes;  ///< which compilers failed
};

/// Compiles CUDA C++ with what is found: every NVRTC, then nvcc. NVRTC gets the headers of its toolkit.
///
/// @param name     the file; headers are found beside it
/// @param options  as both compilers take them: -IDIR, -DNAME=VALUE, -std=c++20, --use_fast_math
/// Fails with Failure::input if each one refuses the source (their words are the message), and with
/// Failure::environment if there is none.
core::Result<CompiledSource> compile_source(const std::string& text, const std::string& name, const std::string& arch,
                                            const std::vector<std::string>& options, const SearchPlaces& places);

}  // namespace reconverge::toolchain
