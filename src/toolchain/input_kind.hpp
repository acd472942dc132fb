// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace reconverge::toolchain {

/// The kind of an input, by its first bytes; a source text by its name.
enum class InputKind : std::uint8_t {
  listing,      ///< text, read as it is
  cubin,        ///< ELF for the GPU
  host_binary,  ///< ELF for the host, archive or fat binary: may carry GPU code
  ptx,          ///< NAME.ptx, or a text that begins with .version
  cuda_source,  ///< NAME.cu
  json,         ///< JSON, of our own results for example: holds no code
};

InputKind input_kind(const std::string& name, std::string_view content);

/// "sm_90a" of the `.target sm_90a` line of a PTX text; empty if there is none.
std::string ptx_target(std::string_view text);

}  // namespace reconverge::toolchain
