// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.hpp"
#include "sass/program.hpp"

namespace reconverge::gpu {

enum class Verdict {
  divergent,   ///< start read, divergent branch, re-convergence, stop read are in this order
  predicated,  ///< nothing between the reads can make lanes part: there is no cost to report
  moved,       ///< code crossed a clock read: the number would be about something else
  unchecked,   ///< the code could not be read
};

std::string_view to_string(Verdict verdict);

/// The verdict of the code that ran on the measured number.
struct Proof {
  Verdict verdict = Verdict::unchecked;
  std::string reason;                   ///< one sentence; for `divergent` it names the addresses
  std::uint64_t start = 0;              ///< address of the start read
  std::vector<std::uint64_t> stops;     ///< addresses of the stop reads
  std::vector<std::uint64_t> branches;  ///< divergent branches of the timed region
  std::vector<std::pair<std::uint64_t, std::uint64_t>> regions;  ///< their regions: opened at, closed at
  bool runs_once = false;  ///< shown: no path leads from a stop read back to the start read
};

/// Looks at the code between the clock reads of a function.
///
/// The start read is the first one that control reaches; a stop read is one after which no other
/// follows but the start read of the next pass. Timed is what lies on a path from the start to a
/// stop, called functions included. Clock reads in between are stamps.
Proof prove(const sass::Function& function);

/// The same for a listing that holds the kernel `entry`, mangled or not; `unchecked` if it cannot be
/// read or holds none.
Proof prove_listing(std::string_view listing, const std::string& source, const std::string& entry);

/// Whether a function is the kernel `entry`: "_Z11single_loopPKiPfPx" is a C++ name of "single_loop".
bool is_named(std::string_view function, std::string_view entry);

/// The kernel `entry` in a listing.
core::Result<sass::Function> find_kernel(std::string_view listing, const std::string& source, const std::string& entry);

}  // namespace reconverge::gpu
