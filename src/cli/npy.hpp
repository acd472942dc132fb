// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "emulator/launch/launch.hpp"

namespace reconverge::cli {

/// Whether a path names an array of NumPy: it ends in ".npy".
bool is_npy(std::string_view path);

/// The array in a .npy file of version 1, 2 or 3. Fails with Failure::input if its elements are of no type of
/// kernel arguments, big endian, in Fortran order, or do not fill the file.
///
/// @param content  the bytes of the file
/// @param wanted   what the user says its elements are; nothing: the file decides. bf16, which NumPy does not know,
///                 is any element of two bytes without a type of its own ('V2')
core::Result<emulator::Buffer> read_npy(std::string_view content, const std::string& path,
                                        std::optional<emulator::ElementType> wanted = std::nullopt);

/// The bytes of a .npy file, of version 1.0.
std::string to_npy(const emulator::Buffer& buffer);

}  // namespace reconverge::cli
