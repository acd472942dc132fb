// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "core/result.hpp"
#include "emulator/executable.hpp"
#include "emulator/launch/launch.hpp"

namespace reconverge::run {

/// A decoded function. Whatever runs it owns it together with the others.
using SharedExecutable = std::shared_ptr<const emulator::Executable>;

/// Gives a decoded function its owners.
SharedExecutable share(emulator::Executable executable);

/// Where a function finds its launch. Fails with Failure::usage if that is not known.
core::Result<emulator::Abi> abi_of_kernel(const sass::Function& function, const std::string& source_name);

/// How many warps a block has.
int warps_of(const emulator::Extent& block);

/// The lanes that a block of so many threads has.
core::LaneMask lanes_of_block(int threads);

/// Decodes a function for the mechanism of its architecture, with the launch's words of constant bank 0 and those of
/// the user. Fails if the architecture has no launch.
core::Result<SharedExecutable> decode_kernel(sass::Function function, const emulator::Launch& launch,
                                             const emulator::Constants& given, const std::string& source_name);

}  // namespace reconverge::run
