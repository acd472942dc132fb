// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/card_counts.hpp"
#include "core/result.hpp"

/// The card's counts of an application, instruction by instruction.
namespace reconverge::profile {

/// An instruction of the application: the cubin by its checksum ("0123abcd"), the function by its symbol.
struct Place {
  std::string cubin;
  std::string function;
  std::uint32_t pc = 0;  ///< bytes from the start of the function

  friend auto operator<=>(const Place&, const Place&) = default;
};

/// One launch that was measured.
struct Launch {
  std::string kernel;                         ///< symbol
  std::uint64_t index = 0;                    ///< of this kernel in its process, from 1
  std::optional<std::uint64_t> process = {};  ///< its number in the system; absent where the file does not say
  std::array<std::uint64_t, 3> grid{};
  std::array<std::uint64_t, 3> block{};
  std::uint64_t dynamic_shared_bytes = 0;
  std::uint64_t device = 0;
  double seconds = 0;  ///< that the launch took under measurement
  std::map<Place, core::CardCounts> instructions;
};

/// A launch that was stored in a file of its own.
struct StoredCapture {
  std::string path;
  std::string kernel;
  std::uint64_t index = 0;
  std::uint64_t bytes = 0;         ///< of the file
  std::uint64_t memory_bytes = 0;  ///< that the kernel can reach
  std::uint64_t allocations = 0;   ///< variables too
  double seconds = 0;              ///< that storing took
  std::vector<std::string> notes;  ///< what is not in it
};

/// Why something was not collected.
struct Problem {
  std::string what;
  std::string why;
  bool denied = false;  ///< the driver does not allow it to this user
};

/// The files of the processes of an application.
struct Collected {
  std::vector<Launch> launches;
  std::vector<Problem> problems;
  std::vector<StoredCapture> captures;
  /// Launches of each kernel, measured or not, of processes that ended; "(graph)": of CUDA graphs.
  std::map<std::string, std::uint64_t> totals;
  std::vector<std::string> cut;  ///< files of processes that were killed while they wrote: their last lines are missing
  core::CardCounts counts;       ///< of all launches
};

/// Adds what one process left: lines of JSON. A last line without its end is left out. Fails with Failure::input on
/// any other line that is not of this form, or whose counts no card can have.
///
/// @param source  path of the file, "FOLDER/process-NUMBER.jsonl"
core::Result<core::Done> add_process(std::string_view text, const std::string& source, Collected& collected);

}  // namespace reconverge::profile
