// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/launch_options.hpp"
#include "cli/program_options.hpp"
#include "cli/session.hpp"
#include "core/result.hpp"
#include "emulator/launch/launch.hpp"
#include "toolchain/disassembly.hpp"

namespace reconverge::cli {

/// The listing of a capture's cubin: its own, else that of the vendor's tools.
core::Result<toolchain::Disassembly> listing_of_capture(const std::string& input, const capture::Capture& capture);

/// Adds the listing to a stored capture, so that running it needs no disassembler. Returns why it has none; empty if it
/// has: it is complete without.
std::string add_listing(const std::string& path);

/// Sets a launch to the captured one, if the program came with one: shape, parameters and memory. Fails with
/// Failure::usage if the options give a launch too.
core::Result<core::Done> take_capture(const Program& program, const LaunchOptions& options, emulator::Launch& launch);

/// Prints the notes on a capture for the user.
void note_capture(const Program& program, const Session& session);

}  // namespace reconverge::cli
