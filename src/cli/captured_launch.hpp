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

/// The listing of a capture's cubin: its own, else what the vendor's tools make of it.
core::Result<toolchain::Disassembly> listing_of_capture(const std::string& input, const capture::Capture& capture);

/// Adds the listing to a stored capture, so that whoever runs it needs no disassembler. Why it has none; empty if it
/// has: it is whole without it.
std::string add_listing(const std::string& path);

/// Gives a launch what was captured, if the program came with a captured launch: shape, parameters and memory. Fails
/// with Failure::usage if the options give a launch too.
core::Result<core::Done> take_capture(const Program& program, const LaunchOptions& options, emulator::Launch& launch);

/// What the user has to know about a capture.
void note_capture(const Program& program, const Session& session);

}  // namespace reconverge::cli
