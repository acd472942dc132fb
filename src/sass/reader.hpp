// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "sass/program.hpp"

namespace reconverge::sass {

/// Which functions of a text to keep. Empty means "any".
struct Selection {
  std::string function;
  std::string arch;
  /// Errors say at which line a function begins: whoever asked has the text. Of what a tool wrote nobody has lines.
  bool names_lines = true;
};

/// One function of a text, as a list of them shows it.
struct FunctionEntry {
  std::string name;
  std::string arch;
  std::uint32_t line = 0;        ///< where it begins
  std::size_t instructions = 0;  ///< its instruction rows
  bool is_kernel = false;        ///< the text says that the host can start it (STO_CUDA_ENTRY)

  friend bool operator==(const FunctionEntry&, const FunctionEntry&) = default;
};

/// The functions of a text, without reading them: rows are counted, not understood. Fails with Failure::input on a text
/// without any, and with Failure::usage if a selection matches none of them.
core::Result<std::vector<FunctionEntry>> list_functions(std::string_view text, const std::string& source,
                                                        const Selection& selection = {});

/// Reads every selected function of a SASS listing.
///
/// @param text    the listing, in any form of docs/formats.md
/// @param source  its name, for diagnostics; "-" for standard input
/// @return the functions in the order of the text (at least one), or a diagnostic with line and
///         column. Fails with Failure::input on an unknown line or an empty text, and with
///         Failure::usage if a selection matches nothing.
core::Result<std::vector<Function>> read_listing(std::string_view text, const std::string& source,
                                                 const Selection& selection = {});

/// The one function that a selection names; of several the one that is a kernel, if the text says so of one alone. A
/// selection that fits several is an error that lists them, kernels alone if the text says so of some.
core::Result<Function> read_function(std::string_view text, const std::string& source, const Selection& selection = {});

}  // namespace reconverge::sass
