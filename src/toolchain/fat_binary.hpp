// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

/// Files that carry GPU code: fat binaries, and the executables, libraries, objects and archives that hold some.
namespace reconverge::toolchain {

/// The cubins of one fat binary, decompressed.
using Unpack = std::function<core::Result<std::vector<std::string>>(std::string_view fat_binary)>;

/// The cubins of all fat binaries in a file that have code.
///
/// @param content  of the file; a fat binary that is broken is passed over
/// @param unpack   called where one of the cubins is compressed
/// Fails as `unpack` does.
core::Result<std::vector<std::string>> cubins_in(std::string_view content, const Unpack& unpack);

/// Those that are for an architecture (empty: any) and define a function that a name may mean (empty: any). Code that
/// is linked goes before code that is not yet.
std::vector<std::string> cubins_with(std::vector<std::string> cubins, const std::string& arch,
                                     const std::string& function);

}  // namespace reconverge::toolchain
