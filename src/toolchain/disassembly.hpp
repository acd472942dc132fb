// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "sass/source_lines.hpp"
#include "toolchain/search.hpp"

namespace reconverge::toolchain {

/// A listing, and how it was made.
struct Disassembly {
  std::string text;
  std::vector<std::string> steps;       ///< "NVRTC 12.4", "nvdisasm release 12.4 (PATH)"; empty for a listing
  std::vector<std::string> notes = {};  ///< what did not work before, for the user
  std::string cubin = {};  ///< what it is the listing of; empty: a listing that was given, or several files
  /// Of a cubin: the lines that it has itself. Those of the listing lack inlined calls, and the first of a function
  /// that begins where the one before it ended.
  std::vector<sass::FunctionLines> lines = {};
};

/// The listing of any input: itself if it is one, else through the tools that its kind needs.
///
/// @param name     as the user gave it; its suffix distinguishes sources from listings
/// @param content  its bytes
/// @param arch     what to compile for; empty = what a PTX text says of itself
/// @param options  of the compiler of a source; refused with other inputs
/// @param function what is wanted of a compiled file with several; empty = all. Where it can be, only that function and
///                 what it calls are disassembled; else the listing has them all
/// Fails with Failure::environment if a tool is missing or fails (its stderr and version are in the
/// message), Failure::usage if an architecture is needed and none is given, Failure::input if the
/// compiler refuses the source or a cubin is broken.
core::Result<Disassembly> disassemble(const std::string& name, std::string content, const std::string& arch,
                                      const SearchPlaces& places, const std::vector<std::string>& options = {},
                                      const std::string& function = {});

/// The listing of these functions of a cubin, by their symbols; of all if none of them is there. A library's cubin may
/// have thousands of which a few ran.
core::Result<Disassembly> disassemble_functions(const std::string& name, std::string_view cubin,
                                                const std::set<std::string>& functions, const SearchPlaces& places);

/// Whether `disassemble` would need any tool for this input.
bool needs_tools(const std::string& name, std::string_view content);

}  // namespace reconverge::toolchain
