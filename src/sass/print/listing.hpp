// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "sass/control_flow/control_flow.hpp"
#include "sass/program.hpp"

namespace reconverge::sass {

/// Annotations of the listing beside the rows. All of them are comments.
struct ListingOptions {
  bool blocks = true;    ///< block boundaries with their edges, regions and loops
  bool controls = true;  ///< stall, yield, barriers, waits at the end of each row
};

/// The normalised listing of a function: cuobjdump's layout with numeric targets. read_listing
/// gives the same Function back, except for places in the text.
std::string to_listing(const Function& function, const ControlFlow& flow, const ListingOptions& options = {});
std::string to_listing(const Function& function);  ///< the rows alone

/// "note: rows without a control word ..." of a shortened listing before sm_70; empty if all rows have one, or none.
std::string note_of_missing_control_words(const Function& function);

/// `@!P0 BRA 0x120`, as a row shows it.
std::string to_string(const Instruction& instruction);
std::string to_string(const Guard& guard);  ///< empty for \@PT
/// "stall 4 yield write 0 wait 0,2": what differs from nothing at all.
std::string to_string(const ControlWord& control);

}  // namespace reconverge::sass
